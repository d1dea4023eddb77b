//! The Bradley–Terry model of choices between two, Davidson's with ties.

use super::{Assumption, CHOICES, Decision, Method, Need};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::BradleyTerry,
    words: "Bradley–Terry model",
    statistic: "bt_difference",
    corrected: "bt_difference_p",
    kinds: CHOICES,
    suited: CHOICES,
    outputs: Some(2),
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::Clusters,
    familywise: false,
    small_samples: "none: many people and items",
    source: "Bradley and Terry (1952). Rank analysis of incomplete block designs: I. The method of paired comparisons. Biometrika 39.",
};
