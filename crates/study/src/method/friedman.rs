//! The Friedman test followed by Nemenyi's comparisons.

use super::{Assumption, Decision, Method, Need, SCORED};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::Friedman,
    words: "Friedman test with Nemenyi's comparisons",
    statistic: "friedman_q",
    corrected: "friedman_q_p",
    kinds: SCORED,
    suited: SCORED,
    outputs: None,
    needs: Need::ItemsWithAll,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentItems,
    familywise: true,
    small_samples: "studentized range, large samples",
    source: "Friedman (1937). The use of ranks to avoid the assumption of normality implicit in the analysis of variance. Journal of the American Statistical Association 32.",
};
