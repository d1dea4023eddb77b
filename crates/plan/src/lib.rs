//! Who sees what, in which order: a checked study becomes a [`Plan`].
//!
//! **In**: a [`study::Study`]. **Out**: a [`Plan`], the lists of pages that people will be given; for
//! each session, a [`Presentation`], the pages in the order and with the sides that this one
//! participant sees; the plan file; tables of how even it all came out; what it costs. **Does not
//! know** participants, the clock, or how an answer looks. Nothing here reads files.
//!
//! The same study and seed give the same plan, byte for byte, whatever the order of rows in the items
//! file, the platform or the number of processors.

mod balance;
mod checks;
mod cost;
mod deal;
mod draw;
mod equitable;
mod error;
mod exchange;
mod file;
mod itinerary;
mod make;
mod plan;
mod recorded_presentation;
mod seeded_rng;
mod sets;
mod shape;

pub use balance::{Balance, Tally};
pub use cost::{Cost, Money, currency_decimals};
pub use draw::{Presentation, Step};
pub use error::PlanError;
pub use file::PlanFileError;
pub use make::make;
pub use plan::{List, Page, Part, Plan};
pub use recorded_presentation::{PresentationError, RecordedPresentation, RecordedStep};
pub use shape::{PartShape, StudyShape, feasible};
