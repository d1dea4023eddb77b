//! The Wilcoxon signed-rank test on item means.

use super::{Assumption, Decision, Method, NUMBERS_OR_RANKS, Need, SCORED};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::Wilcoxon,
    words: "Wilcoxon signed-rank test on item means",
    statistic: "wilcoxon",
    corrected: "wilcoxon_p",
    kinds: SCORED,
    suited: NUMBERS_OR_RANKS,
    outputs: None,
    needs: Need::ItemsWithBoth,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentItems,
    familywise: false,
    small_samples: "exact without ties, else normal with the correction for ties",
    source: "Wilcoxon (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1.",
};
