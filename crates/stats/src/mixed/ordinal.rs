//! Cumulative-link mixed models for ordered responses, and their case of two categories.
//!
//! P(Y ≤ j) = F(θⱼ − xᵀβ − zᵀb), b ~ N(0, ΛΛᵀ): McCullagh (1980), *Regression models for ordinal data*,
//! J. R. Stat. Soc. B 42, with random effects. The integral over b is replaced by Laplace's approximation
//! (Tierney & Kadane 1986, J. Am. Stat. Assoc. 81). With two categories and a logit link this is the
//! Bernoulli mixed model, whose intercept is minus the only threshold. The scale of the latent response may depend
//! on columns, too.
//!
//! Build a [`Model`], ask [`log_likelihood`] anywhere, [`fit`](Model::fit) it, and put questions to the
//! [`Fit`].

mod categories;
mod fit;
mod gradient;
mod laplace;
mod leverage;
mod link;
mod model;
mod profile;
mod ratio;
mod scale;
mod search;
mod separation;
mod threshold;

pub use fit::{Criteria, Fit};
pub use laplace::log_likelihood;
pub use link::Link;
pub use model::{Model, Options};
pub use profile::profile_intervals;
pub use ratio::likelihood_ratio;
pub use separation::tied_levels;
pub use threshold::Threshold;
