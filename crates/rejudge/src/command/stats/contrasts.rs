//! Marginal means and contrasts of any model, as asked on the command line.

use clap::{Args, ValueEnum};
use stats::emm::{Adjust, Estimable, Means, contrast, contrast_with_control, custom, letters, pairwise};
use stats::mixed::Inference;
use stats::{Estimate, Note};

use crate::outcome::BadInput;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AdjustName {
    Tukey,
    Dunnett,
    Holm,
    None,
}

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ContrastArguments {
    /// Marginal means of this factor (or several, joined by a colon) and contrasts of them
    #[arg(long, value_name = "FACTOR")]
    contrasts: Option<String>,
    /// Compare with this level instead of all pairs
    #[arg(long, value_name = "LEVEL", requires = "contrasts")]
    control: Option<String>,
    /// Compare as written instead of all pairs: "a - (b + c)/2", levels in backticks where they read as
    /// numbers; may be given several times
    #[arg(long, value_name = "EXPRESSION", requires = "contrasts", conflicts_with = "control")]
    contrast: Vec<String>,
    /// Adjustment for several contrasts; by default Tukey for pairs, Dunnett for a control, none for contrasts
    /// as written
    #[arg(long, value_enum, requires = "contrasts")]
    adjust: Option<AdjustName>,
}

impl ContrastArguments {
    /// The factors asked for.
    pub(crate) fn factors(&self) -> Option<&str> {
        self.contrasts.as_deref()
    }

    /// Means with their letters, then contrasts; nothing when none were asked for.
    pub(crate) fn estimates(
        &self,
        estimable: Estimable<'_>,
        inference: &Inference,
        level: f64,
    ) -> anyhow::Result<Vec<Estimate>> {
        let Some(factors) = &self.contrasts else { return Ok(Vec::new()) };
        let refuse = |e: stats::StatError| BadInput(e.to_string());
        let factors: Vec<&str> = factors.split(':').collect();
        let means = Means::new(estimable, &factors).map_err(refuse)?;
        let all_pairs = self.control.is_none() && self.contrast.is_empty();
        let (differences, usual) = match &self.control {
            Some(control) => (contrast_with_control(&means, control).map_err(refuse)?, Adjust::Dunnett),
            None if all_pairs => (pairwise(&means), Adjust::Tukey),
            None => {
                let written = self.contrast.iter().map(|text| custom(&means, text)).collect::<Result<_, _>>();
                (written.map_err(refuse)?, Adjust::None)
            }
        };
        let adjust = match self.adjust {
            None => usual,
            Some(AdjustName::Tukey) => Adjust::Tukey,
            Some(AdjustName::Dunnett) => Adjust::Dunnett,
            Some(AdjustName::Holm) => Adjust::Holm,
            Some(AdjustName::None) => Adjust::None,
        };
        let mut estimates = means.estimates(inference, level);
        let differences = contrast(&differences, inference, adjust, level).map_err(refuse)?;
        // Letters would say of a pair without p-value that it does not differ.
        if all_pairs && differences.iter().all(|it| it.p.is_some()) {
            add_letters(&mut estimates, &differences, 1.0 - level);
        }
        estimates.extend(differences);
        Ok(estimates)
    }
}

/// Marks each mean with the letters that say which do not differ.
fn add_letters(means: &mut [Estimate], differences: &[Estimate], alpha: f64) {
    let index = |label: &String| means.iter().position(|mean| mean.of.join(":") == *label);
    let differ: Vec<(usize, usize)> = differences
        .iter()
        .filter(|it| it.p.is_some_and(|p| p.value() < alpha))
        .filter_map(|it| Some((index(&it.of[0])?, index(&it.of[1])?)))
        .collect();
    let letters = letters(means.len(), &differ);
    for (mean, letters) in means.iter_mut().zip(letters) {
        mean.notes.push(Note::Said(format!("group {letters}")));
    }
}
