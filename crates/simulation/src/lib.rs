//! Simulated raters, and what a study would find with them.
//!
//! **In**: a checked study, its plan, a [`RaterModel`] (what raters and systems are like) and a seed.
//! **Out**: a [`Population`] of [`Rater`]s who answer any question of the study, take their time, slip,
//! pause and leave; and from thousands of runs with them a [`Rehearsal`]: the power and the false-positive
//! rate of each claim, by size, and the cost. **Does not know** servers, files or clocks.

pub mod calibration;
mod design;
mod forecast;
mod population;
mod random;
mod rater;
mod raters;
mod rehearsal;
mod reproduction;
mod run;
mod runs;
mod scenarios;
mod schedule;
mod targets;

pub use design::Design;
pub use forecast::{ClaimForecast, Forecast, Forecaster, LargerSpread, NeededPeople, is_look_due};
pub use population::Population;
pub use rater::{Attention, Departure, Leaving, PageTime, Rater, Traits};
pub use raters::{Behaviour, CriterionModel, RaterFileError, RaterModel, schema};
pub use rehearsal::{ClaimPower, FORMAT, Options, Progress, Rehearsal, rehearse};
pub use run::simulate;
pub use runs::{MeanTotals, Runs, Setup, SimulationRuns};
