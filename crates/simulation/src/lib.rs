//! Simulated participants, and what a study would find with them.
//!
//! **In**: a checked study, its plan, a [`Crowd`] (what people and systems are like) and a seed.
//! **Out**: a [`Company`] of [`Person`]s who answer any question of the study, take their time, slip,
//! pause and leave; and from thousands of runs with them a [`Rehearsal`]: how often each claim is
//! confirmed when it is true and when it is not, in which size, at what cost. **Does not know** servers,
//! files or clocks.

pub mod calibration;
mod chance;
mod company;
mod crowd;
mod design;
mod mill;
mod person;
mod play;
mod rehearsal;
mod reproduction;
mod script;
mod targets;
mod worlds;

pub use company::Company;
pub use crowd::{Crowd, CrowdError, Habits, Taste, schema};
pub use design::Design;
pub use mill::{Milled, Runs, Setup, Took};
pub use person::{Attention, Character, Departure, Leaving, Person, Spent};
pub use play::rehearse;
pub use rehearsal::{FORMAT, Options, Progress, Rehearsal, Rehearsed, rehearsed};
pub use worlds::World;
