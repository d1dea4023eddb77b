//! Study files become a checked [`Study`].
//!
//! **In**: the bytes of the files in a study folder, through [`Files`]. **Out**: a [`Study`], and
//! everything wrong or doubtful about it as diagnostics with places. **Does not know** where files
//! come from, who takes part, or how answers are analysed.

pub mod claim;
pub mod file;
mod files;
pub mod original;
pub mod response;
mod study;

pub use files::{Files, InMemory, ReadError};
pub use study::{
    CheckQuestion, Criterion, CriterionId, Design, Item, ItemId, Participants, Shown, Study, System, SystemId, Texts,
};
