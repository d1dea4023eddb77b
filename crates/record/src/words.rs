//! Words for what a study names by ids.

use study::Study;
use study::claim::Rule;
use study::diff::correction_words;
use study::file::{Exclusion, TestName};

/// What decides a claim; nothing for one that this study leaves alone.
pub(crate) fn rule(rule: Rule) -> Option<String> {
    match rule {
        Rule::OutOfScope => None,
        Rule::Direction => Some("the order of the scores alone, no test".to_owned()),
        Rule::Significant { test: by, correction, alpha } => Some(format!(
            "{} at the level {alpha}, correction over comparisons: {}",
            test(by),
            correction_words(correction)
        )),
    }
}

/// Which sessions the analysis leaves out, as a sentence.
pub(crate) fn left_out(study: &Study) -> String {
    let each = study.analysis.exclude.iter().map(|rule| match rule {
        Exclusion::FailedChecks => "failed more checks than allowed".to_owned(),
        Exclusion::Incomplete => "were not finished".to_owned(),
        Exclusion::FasterThan { seconds } => format!("took less than {seconds} s"),
        Exclusion::SlowerThan { seconds } => format!("took more than {seconds} s"),
        Exclusion::SameAnswer => "have the same answer to every question".to_owned(),
    });
    match each.collect::<Vec<_>>().join("; ") {
        none if none.is_empty() => "No session is left out of the analysis.".to_owned(),
        some => format!("Left out of the analysis: sessions that {some}."),
    }
}

/// A test, as a paper calls it.
pub(crate) fn test(test: TestName) -> &'static str {
    match test {
        TestName::StudentT => "Student's t test",
        TestName::WelchT => "Welch's t test",
        TestName::PairedT => "the paired t test",
        TestName::AnovaTukey => "analysis of variance with Tukey's test",
        TestName::MannWhitney => "the Mann–Whitney test",
        TestName::Wilcoxon => "Wilcoxon's signed-rank test",
        TestName::Sign => "the sign test",
        TestName::Friedman => "Friedman's test",
        TestName::Tost => "two one-sided tests of equivalence",
        TestName::MixedModel => "a linear mixed model",
        TestName::OrdinalModel => "a cumulative-link mixed model",
        TestName::BradleyTerry => "Bradley–Terry strengths",
        TestName::PlackettLuce => "Plackett–Luce strengths",
        TestName::Bootstrap => "a bootstrap over items and participants",
    }
}
