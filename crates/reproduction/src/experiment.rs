//! One run of a study, as far as it is known.

use std::collections::BTreeMap;

use analysis::reported_numbers::{Cell, Score, printed_scores};
use analysis::{ClaimResult, JudgedBy};
use dataset::Dataset;
use study::original::Original;

use super::CompareError;
use super::rescaling::Scales;
use super::run_model::RunModel;

/// One run of a study: what it found, from a paper's tables or from its judgements.
#[derive(Debug, Clone, Default)]
pub struct Experiment {
    /// What it is called in tables: `O`, `R1`.
    pub name: String,
    /// Where the numbers come from.
    pub source: String,
    /// Who judged; none where only published numbers are known.
    pub judged_by: Option<JudgedBy>,
    /// Known facts of its design.
    pub facts: BTreeMap<String, String>,
    /// The scales it asked on, where a study or a mapping states them.
    pub scales: Scales,
    /// The lowest and highest answers, where nothing states the scale.
    pub found: Scales,
    /// Its numbers.
    pub scores: Vec<Score>,
    /// What its own analysis decided about claims.
    pub claims: Vec<ClaimResult>,
    /// What the deciding models of its own analysis say.
    pub models: Vec<RunModel>,
    /// Its judgements, where they are known.
    pub dataset: Option<Dataset>,
}

impl Experiment {
    /// What a paper printed.
    ///
    /// # Errors
    /// When a value is not a number.
    pub fn of_original(name: &str, original: &Original) -> Result<Self, CompareError> {
        Ok(Experiment {
            name: name.to_owned(),
            source: original.paper.clone(),
            facts: original.facts.clone(),
            scores: printed_scores(original)?,
            ..Experiment::default()
        })
    }

    /// The number about one thing.
    #[must_use]
    pub fn score(&self, cell: &Cell) -> Option<&Score> {
        self.scores.iter().find(|score| score.cell == *cell)
    }
}
