//! Where every row of the input went.

use std::collections::BTreeMap;

/// Rows or answers left out, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// Why, in words.
    pub reason: String,
    /// How many.
    pub count: usize,
}

/// Where every row of the input, and every answer looked for, went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows of the files (records, for JSON), headers not counted.
    pub rows: usize,
    /// Rows that were read.
    pub read: usize,
    /// Rows that were not, by reason.
    pub left_out: Vec<Omission>,
    /// Answers looked for in the rows that were read.
    pub asked: usize,
    /// Answers found.
    pub answers: usize,
    /// Answers not there, by where and what stands there instead.
    pub no_answer: Vec<Omission>,
    /// Judgements: answers, joined where one judgement is several (the places of a ranking, the errors of a segment).
    pub judgements: usize,
    /// Judgements marked as excluded, by rule.
    pub excluded: Vec<Omission>,
}

impl Counts {
    pub(crate) fn leave_out(&mut self, reason: impl Into<String>, count: usize) {
        add(&mut self.left_out, reason.into(), count);
    }

    pub(crate) fn without_answer(&mut self, reason: impl Into<String>, count: usize) {
        add(&mut self.no_answer, reason.into(), count);
    }

    pub(crate) fn exclude(&mut self, rules: BTreeMap<String, usize>) {
        self.excluded = rules.into_iter().map(|(reason, count)| Omission { reason, count }).collect();
    }

    /// Whether every row and every answer is accounted for.
    #[must_use]
    pub fn add_up(&self) -> bool {
        let sum = |left: &[Omission]| left.iter().map(|left| left.count).sum::<usize>();
        self.rows == self.read + sum(&self.left_out) && self.asked == self.answers + sum(&self.no_answer)
    }
}

fn add(left: &mut Vec<Omission>, reason: String, count: usize) {
    if count == 0 {
        return;
    }
    match left.iter_mut().find(|known| known.reason == reason) {
        Some(known) => known.count += count,
        None => left.push(Omission { reason, count }),
    }
}
