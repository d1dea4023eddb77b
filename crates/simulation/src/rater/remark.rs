//! What a rater says beside the answers: about a page, and how sure they are.

use rand::RngExt as _;
use session::Remark;
use study::file::RemarkKind;
use study::response::Answer;

use super::Rater;
use crate::random::{Purpose, stream};

/// The share of pages with which something is wrong, and of those on which someone comments.
const SHARES: (f64, f64) = (0.02, 0.05);

impl Rater<'_> {
    /// How sure they say they are of an answer on a page of a list, from 1; nothing where that is not asked. More often sure
    /// than not.
    #[must_use]
    pub fn confidence(&self, criterion: usize, (list, step): (u32, u32), answer: &Answer) -> Option<u32> {
        let levels = self.population.study.criteria.get(criterion)?.confidence.len() as u32;
        if levels == 0 || matches!(answer, Answer::Unable(_)) {
            return None;
        }
        let numbers = [self.number, list.into(), step.into(), criterion as u64];
        let drawn: f64 = stream(self.population.seed, Purpose::Confidence, &numbers).random();
        Some((1 + (drawn.sqrt() * f64::from(levels)) as u32).min(levels))
    }

    /// What they say about a page of the list: seldom anything, and nothing where the study has no room for it.
    #[must_use]
    pub fn remark(&self, list: u32, step: u32) -> Option<Remark> {
        let kinds = &self.population.study.lists.remarks;
        let numbers = [self.number, list.into(), step.into()];
        let drawn: f64 = stream(self.population.seed, Purpose::Remark, &numbers).random();
        if drawn < SHARES.0 && kinds.contains(&RemarkKind::Problem) {
            Some(Remark { problem: true, text: "A rehearsed problem.".to_owned() })
        } else if (SHARES.0..SHARES.0 + SHARES.1).contains(&drawn) && kinds.contains(&RemarkKind::Comment) {
            Some(Remark { problem: false, text: "A rehearsed comment.".to_owned() })
        } else {
            None
        }
    }
}
