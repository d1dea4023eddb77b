//! Words for what a study names by ids.

use study::file::TestName;

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
