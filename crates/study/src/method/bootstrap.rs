//! The bootstrap over items and participants.

use super::{Assumption, Decision, Method, Need, SCORED};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::Bootstrap,
    words: "bootstrap over items and participants",
    statistic: "bootstrap_difference",
    corrected: "bootstrap_difference_p",
    kinds: SCORED,
    suited: SCORED,
    outputs: None,
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::Resampled,
    familywise: false,
    small_samples: "none: percentile intervals, wider than they need be",
    source: "Owen (2007). The pigeonhole bootstrap. The Annals of Applied Statistics 1.",
};
