//! One-way analysis of variance followed by Tukey's comparisons.

use super::{Assumption, Decision, Method, NUMBERS, NUMBERS_OR_CHOICES, Need};
use crate::file::TestName;

pub(super) const METHOD: Method = Method {
    test: TestName::AnovaTukey,
    words: "analysis of variance with Tukey's comparisons",
    statistic: "tukey_difference",
    corrected: "tukey_difference_p",
    kinds: NUMBERS_OR_CHOICES,
    suited: NUMBERS,
    outputs: None,
    needs: Need::Nothing,
    decides: &[Decision::Higher],
    assumes: Assumption::IndependentJudgements,
    familywise: true,
    small_samples: "studentized range",
    source: "Tukey (1949). Comparing individual means in the analysis of variance. Biometrics 5.",
};
