//! Participants' pages: values in, HTML out.
//!
//! [`Pages`] is made once for a study and shared. Each page is one function of it, takes where the
//! person stands ([`Place`]) and what the page shows, and returns the whole document. Nothing here knows
//! requests, sessions or the clock; preview, server and tests call the same functions.

pub mod assets;
mod before_list;
mod code;
mod complaint;
mod differences;
mod ending;
mod ending_page;
pub mod examples;
mod field;
mod filled_page;
mod frame;
mod key;
mod leave;
mod list_pages;
mod look;
mod maths;
mod media;
mod payment;
mod piece;
mod place;
mod plain_page;
mod posted_page;
pub mod preview;
mod question;
mod response;
mod review;
mod safe;
mod screen;
mod shown_page;
mod study_pages;
mod words;

pub use askama::Error as RenderError;
pub use ending::{Ending, EndingDetails, Pays, Retention, ReturnLink};
pub use filled_page::FormState;
pub use key::Key;
pub use leave::{Departure, LeaveLinks, LeavePoint};
pub use list_pages::{COMMENT_CHARACTERS, ClosingQuestion, Feedback, Repeat};
pub use media::media_type;
pub use place::{Mode, MoreTime, Place, Progress};
pub use plain_page::bare_page;
pub use posted_page::{PostedPage, Timing};
pub use screen::{PartPlace, Screen};
pub use study_pages::{FileNames, Links, Pages};
pub use words::{Words, direction};

use study_pages::Guide;
