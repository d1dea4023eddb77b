//! Simulated participants on the real server: over HTTP, page by page, from the link to the completion code.
//!
//! **In**: a [`LoadTest`]: a checked study, simulated raters, how many of them come, how fast the clock runs.
//! **Out**: what happened ([`Visits`]), whether every acknowledged answer was stored ([`StorageCheck`]), the dataset, and
//! whether the analysis recovers what was simulated ([`Recovery`]). [`TestServer`] is the server in this process,
//! [`Clock`] the time that both sides go by. **Does not know** the command line.

mod arrivals;
mod client;
mod clock;
mod error;
mod load_test;
mod markup;
mod measurements;
mod page;
mod progress;
mod recovery;
mod server;
mod storage_check;
mod turns;
mod visitor;

#[cfg(test)]
mod tests;

pub use arrivals::Visits;
pub use clock::{Clock, Pace};
pub use error::LoadError;
pub use load_test::{Capacity, LoadTest, LoadTestOutcome};
pub use measurements::{Measurements, quantile_ms};
pub use progress::{Counts, Progress};
pub use recovery::{Recovery, Row};
pub use server::{Conclude, TestServer, slug};
pub use storage_check::StorageCheck;
pub use visitor::{End, Visit};
