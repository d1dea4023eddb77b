//! Two one-sided tests of equivalence, with the contrast of the mixed model.

use super::{Assumption, Decision, Method, Need, SCORED};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::Tost,
    words: "two one-sided tests of equivalence with the mixed model",
    statistic: "equivalence",
    corrected: "equivalence_p",
    kinds: SCORED,
    suited: SCORED,
    outputs: None,
    needs: Need::MoreJudgementsThanMeans,
    decides: &[Decision::SameWithin],
    assumes: Assumption::Design,
    familywise: false,
    small_samples: "Satterthwaite's degrees of freedom, limited where raters are few",
    source: "Lakens (2017). Equivalence tests: a practical primer for t tests, correlations, and meta-analyses. Social Psychological and Personality Science 8.",
};
