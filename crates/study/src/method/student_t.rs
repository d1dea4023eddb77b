//! Student's t-test: two groups of judgements with one variance.

use super::{Assumption, Decision, Method, NUMBERS, Need};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::StudentT,
    words: "Student's t-test",
    statistic: "student_t",
    corrected: "student_t_p",
    kinds: NUMBERS,
    suited: NUMBERS,
    outputs: None,
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentJudgements,
    familywise: false,
    small_samples: "exact for normal judgements",
    source: "Student (1908). The probable error of a mean. Biometrika 6.",
};
