//! Parts of claims about agreement.

use study::claim::{Bound, Coefficient, Rule};

use super::super::thresholds::{self, AgreementLevel};
use super::{ClaimEvaluator, Side, sentences};
use crate::results::Verdict;

/// An interval that is no longer than this has no width.
const NO_WIDTH: f64 = 1e-12;

impl ClaimEvaluator<'_> {
    /// Like a test, an interval supports at the level that alternatives leave, and contradicts at the one that parts leave.
    pub(super) fn evaluate_agreement(
        &mut self,
        coefficient: Coefficient,
        criterion: usize,
        threshold: (Bound, f64),
    ) -> Verdict {
        let alpha = match self.rule {
            Rule::Significant { alpha, .. } => Some(alpha),
            Rule::Direction | Rule::OutOfScope => None,
        };
        let ask = |side: Side| {
            #[expect(clippy::cast_precision_loss, reason = "a handful of parts")]
            let level = thresholds::level(alpha.unwrap_or(0.05) / self.parts(side) as f64);
            let asked = AgreementLevel { criterion, coefficient, level };
            (self.evidence.agreement(asked), level)
        };
        let (support, contradict) = (ask(Side::Support), ask(Side::Contradict));
        let about = self.criterion_phrase(criterion);
        let why = self.evidence.why_no_agreement(criterion, coefficient).filter(|_| alpha.is_some());
        let (Some(found), None) = (&support.0, &why) else {
            let known = support.0.as_ref().map(|found| found.value);
            let sentence = about + &sentences::no_agreement(coefficient, known, why.as_deref());
            self.keep_interval(coefficient, alpha.map(|_| support.1));
            return self.record_verdict(Verdict::NotComputed, sentence);
        };
        let side = if reaches(threshold, found.value) { Side::Support } else { Side::Contradict };
        let (found, level) = if side == Side::Support { support } else { contradict };
        let Some(found) = found else { return Verdict::NotComputed };
        let tested = alpha.filter(|_| found.interval.is_some());
        self.keep_interval(coefficient, tested.map(|_| level));
        self.numbers.extend(found.number.clone());
        let parts = self.part_words(side).map(|parts| format!(": Bonferroni's correction over {parts}"));
        let verdict = verdict(found.value, found.interval.filter(|_| tested.is_some()), threshold);
        let sentence = about
            + &sentences::agreement(coefficient, &found, (threshold, verdict), (level, &parts.unwrap_or_default()));
        self.record_verdict(verdict, sentence)
    }

    fn keep_interval(&mut self, coefficient: Coefficient, level: Option<f64>) {
        let words = match level {
            Some(level) => {
                format!("the {} % interval of {}", sentences::percent(level), sentences::coefficient(coefficient))
            }
            None => format!("{}, not tested", sentences::coefficient(coefficient)),
        };
        if !self.intervals.contains(&words) {
            self.intervals.push(words);
        }
    }
}

fn reaches((bound, threshold): (Bound, f64), value: f64) -> bool {
    match bound {
        Bound::AtLeast => value >= threshold,
        Bound::AtMost => value <= threshold,
    }
}

/// What an interval says: nothing where it has no width, because then resampling found nothing that varies.
fn verdict(value: f64, interval: Option<(f64, f64)>, threshold: (Bound, f64)) -> Verdict {
    let reaches = |value: f64| reaches(threshold, value);
    match interval {
        None if reaches(value) => Verdict::AsClaimed,
        None => Verdict::NotAsClaimed,
        Some((low, high)) if high - low <= NO_WIDTH => Verdict::Inconclusive,
        Some((low, high)) if reaches(low) && reaches(high) => Verdict::Supported,
        Some((low, high)) if !reaches(low) && !reaches(high) => Verdict::Contradicted,
        Some(_) => Verdict::Inconclusive,
    }
}
