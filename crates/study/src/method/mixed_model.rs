//! The linear mixed model: the deciding analysis of every response kind with a score.

use super::{Assumption, Decision, Method, Need, SCORED};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::MixedModel,
    words: "linear mixed model",
    statistic: "difference",
    corrected: "difference_p",
    kinds: SCORED,
    suited: SCORED,
    outputs: None,
    needs: Need::MoreJudgementsThanMeans,
    decides: &[Decision::Higher, Decision::HigherBy, Decision::SameWithin],
    assumes: Assumption::Design,
    familywise: false,
    small_samples: "Satterthwaite's degrees of freedom, limited where raters are few; errors of its own for each pair where systems vary unequally",
    source: "Baayen, Davidson and Bates (2008). Mixed-effects modeling with crossed random effects for subjects and items. Journal of Memory and Language 59.",
};
