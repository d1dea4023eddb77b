//! Simulated participants, and what a study would find with them.
//!
//! **In**: a checked study, its plan, a [`Crowd`] (what people and systems are like) and a seed.
//! **Out**: a [`Company`] of [`Person`]s who answer any question of the study, take their time, slip,
//! pause and leave. **Does not know** servers, files or clocks.

mod chance;
mod company;
mod crowd;
mod person;

pub use company::Company;
pub use crowd::{Crowd, Habits, Taste};
pub use person::{Attention, Character, Departure, Leaving, Person, Spent};
