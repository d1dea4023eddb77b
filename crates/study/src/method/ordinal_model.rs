//! The cumulative-link mixed model for ratings.

use super::{Assumption, Decision, Method, Need, RATINGS};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::OrdinalModel,
    words: "cumulative-link mixed model",
    statistic: "clmm_difference",
    corrected: "clmm_difference_p",
    kinds: RATINGS,
    suited: RATINGS,
    outputs: None,
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::PeopleAndItems,
    familywise: false,
    small_samples: "none: large samples",
    source: "Christensen (2018). Cumulative link models for ordinal regression. In: ordinal, regression models for ordinal data.",
};
