//! The sign test on choices between two.

use super::{Assumption, CHOICES, Decision, Method, Need};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::Sign,
    words: "sign test on decided choices",
    statistic: "sign",
    corrected: "sign_p",
    kinds: CHOICES,
    suited: CHOICES,
    outputs: Some(2),
    needs: Need::PageWithBoth,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentJudgements,
    familywise: false,
    small_samples: "exact binomial",
    source: "Dixon and Mood (1946). The statistical sign test. Journal of the American Statistical Association 41.",
};
