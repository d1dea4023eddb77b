//! Strengths of systems from choices between two and from rankings.
//!
//! [`bradley_terry`] fits log strengths to votes, with ties by Davidson or Rao and Kupper, an
//! advantage of the side shown first, and covariates; [`plackett_luce`] to whole or partial
//! rankings; [`elo`] and [`trueskill`] follow the votes one by one, so their order matters and is
//! drawn from a seed and drawn again. A strength exists only where every system has both won and
//! lost through some chain of others: [`connectivity`] says so before a fit diverges.

pub mod bradley_terry;
pub mod connectivity;
pub mod elo;
mod newton;
pub mod plackett_luce;
mod ties;
pub mod trueskill;
mod uncertainty;
mod votes;

pub use ties::Ties;
pub use uncertainty::{Clusters, Resampling, Uncertainty};
pub use votes::Votes;
