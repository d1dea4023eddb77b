//! Study files become a checked [`Study`].
//!
//! **In**: the bytes of the files in a study folder, through [`Files`]. **Out**: a [`Study`], and
//! everything wrong or doubtful about it as diagnostics with places. **Does not know** where files
//! come from, who takes part, or how answers are analysed.

mod amount;
mod check;
mod checks;
pub mod claim;
mod decode;
mod design;
pub mod dialogue;
pub mod diff;
mod duration;
mod encoding;
mod explain;
pub mod file;
mod files;
mod follow_up;
pub mod formula;
mod items;
mod look;
pub mod method;
pub mod original;
mod part;
mod reading;
mod rendering;
pub mod response;
pub mod rules;
pub mod schema;
mod snapshot;
mod spreadsheet;
mod structure;
mod study;
mod texts;

pub use amount::{Amount, PartAmount, WORDS_PER_MINUTE};
pub use check::{AcceptedFinding, CheckOutcome, check};
pub use decode::{DecodedFile, Places, decode};
pub use explain::{Explanation, explain, explanations};
pub use files::{Files, InMemory, OnDisk, ReadError};
pub use follow_up::{FollowUp, When};
pub use look::{Colour, Look};
pub use rendering::{Differences, Rendering};
pub use snapshot::{Snapshot, SnapshotError};
pub use spreadsheet::{CsvTable, csv_text, json_without_formula, without_formula};
pub use structure::NOT_UNDERSTOOD;
pub use study::{
    CheckQuestion, Criterion, CriterionId, Design, Item, ItemId, Part, Participants, ShownColumn, Study, System,
    SystemId, Texts, TrainingRule,
};
