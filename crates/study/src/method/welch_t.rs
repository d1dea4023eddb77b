//! Welch's t-test: two groups of judgements, each with its own variance.

use super::{Assumption, Decision, Method, NUMBERS, Need};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::WelchT,
    words: "Welch's t-test",
    statistic: "welch_t",
    corrected: "welch_t_p",
    kinds: NUMBERS,
    suited: NUMBERS,
    outputs: None,
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentJudgements,
    familywise: false,
    small_samples: "Welch's degrees of freedom",
    source: "Welch (1947). The generalization of 'Student's' problem when several different population variances are involved. Biometrika 34.",
};
