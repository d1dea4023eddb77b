//! Two or more runs of one study, assessed: did it reproduce?
//!
//! **In**: [`Experiment`]s from papers' tables, results or datasets, and the [`Frame`] they share.
//! **Out**: a [`Comparison`], in which every number is an estimate with an id such as
//! `cv[fluency, svm, O|R1]`. Results are assessed by type (Belz 2022; Belz & Thomson 2026): I single
//! scores, II sets of scores, III labels, IV findings. Three readings of success are kept apart
//! (van Miltenburg et al. 2024): the same hypotheses are supported, the means are the same, the
//! effects are the same.

mod align;
mod between_runs;
mod causes;
mod claims;
mod comparison;
mod comparison_number;
mod effects;
mod experiment;
mod experiment_sources;
mod frame;
mod hypotheses;
mod means;
mod order;
mod pooled_judgements;
mod precision;
pub mod qra;
mod rescaling;
mod run_model;
mod summary;

pub use align::{Row, ScoreOrRank, Set};
pub use analysis::reported_numbers::{Cell, NotANumber, ReportedNumber, Score};
pub use causes::OTHERS;
pub use claims::{ClaimAcross, ClaimInRun, UNTESTED};
pub use comparison::{CompareError, Comparison, FORMAT, Options, compare};
pub use comparison_number::{ComparisonNumber, Reading};
pub use experiment::Experiment;
pub use frame::{Frame, FrameCriterion};
pub use hypotheses::TEST_OF_INDEPENDENT;
pub use rescaling::{Ends, Scales, ScalesDiffer};
pub use run_model::RunModel;
pub use summary::{Line, find_line, in_sentence, sum_up, sum_up_claims, sum_up_verdicts};

use comparison::Context;

#[cfg(test)]
mod tests;
