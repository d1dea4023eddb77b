//! Simulated people, and studies with them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod fitted_raters;
mod forecast;
mod methods;
mod raters;
mod rehearsal;
mod theory;
mod worked_studies;
