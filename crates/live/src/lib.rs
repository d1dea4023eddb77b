//! One live study: what participants and researchers share while it is being run.
//!
//! [`LiveStudy`] takes commands to the collector and gives the pages, the files, the invitations and the [`Ledger`],
//! the fold of everything that has happened.

mod conclusions;
pub mod flags;
mod follow;
mod invitation;
pub mod ledger;
mod live_study;
mod media;
mod naming;
mod notices;
pub mod reconcile;
mod studies;
mod times;

pub use conclusions::{
    ClaimPower, Conclusions, Format, Later, MorePeople, NotConcluded, PowerForecast, PowerStanding, SoFar, Standing,
};
pub use invitation::Invitations;
pub use ledger::{Ledger, SessionView};
pub use live_study::{ArrivalOutcome, LiveStudy, Proof, Recruiting, link};
pub use naming::{Naming, order_of_texts};
pub use notices::{Notice, notices};
pub use studies::Studies;
pub use times::Times;
