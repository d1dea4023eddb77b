//! How the numbers of a comparison were made.

use reproduction::Comparison;
use stats::precision::Correction;

use crate::document::{Section, Words};

/// Names of numbers, and how they are made; the words name the sources among the references.
const METHODS: [(&[&str], &str, &str); 11] = [
    (
        &["cv", "cv_unshifted"],
        "CV*",
        "coefficient of variation of the scores of all experiments, on a scale that starts at zero",
    ),
    (&["r"], "Pearson's r", "correlation of the scores of systems in two experiments"),
    (&["rho", "tau"], "Spearman's rho and Kendall's tau", "rank correlations of the same scores"),
    (&["W", "W_ties"], "Kendall's W", "concordance of the orders of systems in all experiments"),
    (&["P"], "Rankings preserved", "share of the pairs of systems that two experiments order alike"),
    (&["p_holm"], "Same hypotheses", "every two systems tested in each experiment; p-values by Holm's correction"),
    (
        &["tost"],
        "Same means",
        "two one-sided tests (equivalence) against a margin: the smallest difference that the first experiment could have called significant, unless one was named",
    ),
    (
        &["d"],
        "Effects",
        "Cohen's d of every two systems, with the error of the mixed model where the judgements are known",
    ),
    (&["net_preference"], "Effects", "net preference: the share for one system minus the share for the other"),
    (
        &["prediction"],
        "Prediction interval",
        "where the effect of a reproduction is expected, given the original's and both errors",
    ),
    (
        &["telescopes"],
        "Small telescopes",
        "whether the effect is below the one that the original had 33 % power to find",
    ),
];

/// The methods of the numbers that there are.
pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("reproduction-methods", "How the comparison was made");
    let mut lines: Vec<Words> = methods(comparison)
        .map(|(name, how)| {
            let factor = match comparison.options.correction {
                Correction::Factor if name == "CV*" => ", times 1 + 1/(4n)",
                Correction::Factor | Correction::None => "",
            };
            Words::default().strong(name).text(format!(": {how}{factor}."))
        })
        .collect();
    let has = |name: &str| comparison.numbers.iter().any(|number| number.estimate.name == name);
    if has("pooled_effect") {
        let model = if comparison.experiments.len() > 2 {
            "random-effects model (REML) with Hartung and Knapp's error"
        } else {
            "common-effect model, since the spread between two experiments cannot be estimated"
        };
        lines.push(
            Words::default()
                .strong("Pooled effects")
                .text(format!(": {model}; Q, I² and τ² say how far effects differ.")),
        );
    }
    section.list(lines);
    section
}

fn methods(comparison: &Comparison) -> impl Iterator<Item = (&'static str, &'static str)> {
    let has = |names: &[&str]| comparison.numbers.iter().any(|number| names.contains(&number.estimate.name));
    METHODS.iter().filter(move |(names, ..)| has(names)).map(|(_, name, how)| (*name, *how))
}

/// What references are looked up by: names and ways of what was used.
pub(in crate::section) fn used(comparison: &Comparison) -> Vec<String> {
    let pooled = comparison.numbers.iter().any(|number| number.estimate.name == "pooled_effect");
    let model = (pooled && comparison.experiments.len() > 2).then(|| "hartung".to_owned());
    let sized = comparison.numbers.iter().any(|number| number.estimate.name == "size_ratio");
    let advice = sized.then(|| "small telescopes".to_owned());
    let named = methods(comparison).flat_map(|(name, how)| [name.to_lowercase(), how.to_lowercase()]);
    named.chain(model).chain(advice).collect()
}
