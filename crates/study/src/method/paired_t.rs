//! The paired t-test on item means.

use super::{Assumption, Decision, Method, NUMBERS, Need, SCORED};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::PairedT,
    words: "paired t-test on item means",
    statistic: "paired_t",
    corrected: "paired_t_p",
    kinds: SCORED,
    suited: NUMBERS,
    outputs: None,
    needs: Need::ItemsWithBoth,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentItems,
    familywise: false,
    small_samples: "t with one degree of freedom less than items",
    source: "Student (1908). The probable error of a mean. Biometrika 6.",
};
