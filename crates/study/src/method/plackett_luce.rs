//! The Plackett–Luce model of rankings.

use super::{Assumption, Decision, Method, Need, RANKS};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::PlackettLuce,
    words: "Plackett–Luce model",
    statistic: "pl_difference",
    corrected: "pl_difference_p",
    kinds: RANKS,
    suited: RANKS,
    outputs: None,
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::Clusters,
    familywise: false,
    small_samples: "none: many people and items",
    source: "Plackett (1975). The analysis of permutations. Applied Statistics 24; shared places: Turner, van Etten, Firth and \
             Kosmidis (2020). Modelling rankings in R: the PlackettLuce package. Computational Statistics 35.",
};
