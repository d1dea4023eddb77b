//! How the numbers of a comparison were made.

use analysis::Statistic;
use reproduction::Comparison;
use stats::precision::Correction;

use crate::document::{Section, Words};

/// Numbers, and how they are made; the words name the sources among the references.
const METHODS: [(&[Statistic], &str, &str); 11] = [
    (
        &[Statistic::Cv, Statistic::CvUnshifted],
        "CV*",
        "coefficient of variation of the scores of all experiments, on a scale that starts at zero",
    ),
    (&[Statistic::PearsonR], "Pearson's r", "correlation of the scores of systems in two experiments"),
    (
        &[Statistic::SpearmanRho, Statistic::KendallTau],
        "Spearman's rho and Kendall's tau",
        "rank correlations of the same scores",
    ),
    (
        &[Statistic::ConcordanceW, Statistic::ConcordanceWTies],
        "Kendall's W",
        "concordance of the orders of systems in all experiments",
    ),
    (
        &[Statistic::OrdersKept],
        "Rankings preserved",
        "share of the pairs of systems that two experiments rank in the same order",
    ),
    (
        &[Statistic::PHolm],
        "Same hypotheses",
        "every pair of systems tested in each experiment; p-values with Holm's correction",
    ),
    (
        &[Statistic::Tost],
        "Same means",
        "two one-sided tests (equivalence), with the standard errors of the mixed models, against a margin: the smallest difference that the first experiment could have called significant, unless one was named",
    ),
    (
        &[Statistic::EffectD],
        "Effects",
        "Cohen's d of every pair of systems, with the standard error of the mixed model if the judgements are known",
    ),
    (&[Statistic::NetPreference], "Effects", "net preference: the share for one system minus the share for the other"),
    (
        &[Statistic::Prediction],
        "Prediction interval",
        "range in which the effect of a reproduction is expected, given the original's effect and both mixed models' standard errors",
    ),
    (
        &[Statistic::Telescopes],
        "Small telescopes",
        "whether the effect, with the mixed model's standard error, is below the one that the original's t test, which took judgements for independent, had 33 % power to find",
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
    let has = |statistic: Statistic| comparison.numbers.iter().any(|number| number.statistic == statistic);
    if has(Statistic::PooledEffect) {
        let model = match comparison.experiments.len() {
            0..3 => {
                "common-effect model, because the variance between two experiments cannot be estimated; not \
                 tested, and its interval spans both"
            }
            3..5 => {
                "random-effects model (REML) with Hartung and Knapp's standard error, never below the usual one with so few experiments"
            }
            _more => "random-effects model (REML) with Hartung and Knapp's standard error",
        };
        lines.push(Words::default().strong("Pooled effects").text(format!(": {model}.")));
    }
    if has(Statistic::HeterogeneityQ) {
        lines.push(Words::default().strong("Heterogeneity").text(
            ": how much effects differ between runs, by I² and, of three runs and more, τ²; tested by Welch's test, with at most one \
             degree of freedom less than there are raters in a run.",
        ));
    }
    section.list(lines);
    section
}

fn methods(comparison: &Comparison) -> impl Iterator<Item = (&'static str, &'static str)> {
    let has = |any: &[Statistic]| comparison.numbers.iter().any(|number| any.contains(&number.statistic));
    METHODS.iter().filter(move |(any, ..)| has(any)).map(|(_, name, how)| (*name, *how))
}

/// What references are looked up by: names and ways of what was used.
pub(in crate::section) fn reference_names(comparison: &Comparison) -> Vec<String> {
    let pooled = comparison.numbers.iter().any(|number| number.statistic == Statistic::PooledEffect);
    let model = (pooled && comparison.experiments.len() > 2).then(|| "hartung".to_owned());
    let sized = comparison.numbers.iter().any(|number| number.statistic == Statistic::SizeRatio);
    let advice = sized.then(|| "small telescopes".to_owned());
    let named = methods(comparison).flat_map(|(name, how)| [name.to_lowercase(), how.to_lowercase()]);
    named.chain(model).chain(advice).collect()
}
