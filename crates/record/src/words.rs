//! Words for what a study names by ids.

use study::Study;
use study::claim::Rule;
use study::diff::correction_words;
use study::file::{Exclusion, OnFailure, TestName};

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

/// Which sessions the analysis leaves out, as a sentence: those that never count, and those that the study's rules name.
pub(crate) fn left_out(study: &Study) -> String {
    let mut each = vec!["were not finished in time or were withdrawn".to_owned()];
    let ends = study.lists.checks.as_ref().is_some_and(|checks| checks.on_failure != OnFailure::Flag);
    if ends || study.analysis.exclude.contains(&Exclusion::FailedChecks) {
        each.push("failed more checks than allowed".to_owned());
    }
    if !study.training.is_empty() {
        each.push("did not pass the training".to_owned());
    }
    each.extend(study.analysis.exclude.iter().filter_map(|rule| match rule {
        Exclusion::FailedChecks | Exclusion::Incomplete => None,
        Exclusion::FasterThan { seconds } => Some(format!("took less than {seconds} s")),
        Exclusion::SlowerThan { seconds } => Some(format!("took more than {seconds} s")),
        Exclusion::SameAnswer => Some("have the same answer to every question".to_owned()),
    }));
    each.push("are a person's second with the same list".to_owned());
    format!("Left out of the analysis: sessions that {}.", each.join("; "))
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
