//! The way of a participant, from the link to the code. One address per page and one per thing to do;
//! whatever is posted leads to a page that can be reloaded.

mod answers;
mod arrive;
mod close;
mod leave;
mod list;
mod prepare;
mod refuse;
mod show;

pub(super) use arrive::{arrive, begin, invited};
pub(super) use close::{another, close, comment, comment_page};
pub(super) use leave::{give_back, give_back_page, leave_page, withdraw, withdraw_page};
pub(super) use list::{save, step, submit, submit_all};
pub(super) use prepare::{consent, consent_page, feedback, information, instructions, now, on, screening, training};
