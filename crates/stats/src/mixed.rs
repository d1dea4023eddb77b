//! Mixed models: a formula and columns in, a fitted model with its questions out.
//!
//! Build a [`Model`], ask [`objective`] for the criterion anywhere, [`fit`](Model::fit) it, and put
//! questions to the [`Fit`]. Formula, design, groups, pattern and products know nothing of the kind of
//! model and serve others too.

mod bootstrap;
mod crossing;
mod curvature;
mod design;
mod effects;
mod evaluation;
mod fit;
mod fixed_effects;
mod formula;
mod frame;
mod group;
mod information;
mod joint;
mod kenward_roger;
mod model;
mod moments;
pub mod ordinal;
mod parts;
mod pattern;
mod products;
mod profile;
mod satterthwaite;
mod score;
mod stored_fit;
mod summary;

pub use bootstrap::{BootstrapFits, parametric_bootstrap};
pub use design::{Contrasts, Design, Value, Variable};
pub use effects::{Effect, fitted_values, random_effects, scaled_residuals};
pub use fit::Fit;
pub use formula::{Formula, FormulaError, RandomPart, Terms};
pub use frame::{Column, Frame, sort_levels};
pub use group::{Element, Group, Parameter, groups};
pub(crate) use group::{MOST_TRAILING, trailing};
pub use joint::type_three;
pub use kenward_roger::KenwardRoger;
pub use model::{Model, Options, objective};
pub use pattern::{Meeting, Pattern, Trailing};
pub use products::{Products, Rows};
pub use profile::profile_intervals;
pub use satterthwaite::Satterthwaite;
pub use score::Method;
pub use stored_fit::FitRecord;
pub use summary::{
    Criteria, DfMethod, Inference, RandomEffectParameter, criteria, likelihood_ratio, spreads, two_sided,
};
pub(crate) use summary::{least_squares, quantile};
