//! Probability distributions, accurate in both tails.
//!
//! Each distribution is a module of free functions named alike: `pdf` or `pmf`; `cdf`, the lower
//! tail; `sf`, the upper tail; `ln_cdf` and `ln_sf`, their logarithms, which stay right where the
//! tails themselves would be zero; `quantile(p)` and `upper_quantile(q)`, for probabilities counted
//! from below and from above. Neither tail is ever computed as one minus a number near one.
//!
//! Degrees of freedom may be any positive number, infinity included. What is outside a
//! distribution's domain (negative degrees of freedom, a value that is not a number) gives NaN:
//! statistics check their input and answer with a typed error before they come here.

pub mod beta;
pub mod binomial;
pub mod chi_squared;
pub mod dunnett;
pub mod fisher_f;
pub mod gamma;
pub mod hypergeometric;
pub mod noncentral_chi_squared;
pub mod noncentral_f;
pub mod noncentral_t;
pub mod normal;
pub mod student_t;
pub mod studentized_range;

mod incomplete_beta;
mod incomplete_gamma;
mod mixture;
pub(crate) mod root;
mod scale_mixture;
mod tails;
