//! The Mann–Whitney rank test.

use super::{Assumption, Decision, Method, NUMBERS, Need};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::MannWhitney,
    words: "Mann–Whitney rank test",
    statistic: "mann_whitney_u",
    corrected: "mann_whitney_u_p",
    kinds: NUMBERS,
    suited: NUMBERS,
    outputs: None,
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentJudgements,
    familywise: false,
    small_samples: "exact without ties, else normal with the correction for ties",
    source: "Mann and Whitney (1947). On a test of whether one of two random variables is stochastically larger than the other. Annals of Mathematical Statistics 18.",
};
