//! Votes between two systems, raw and counted.

use crate::{Result, StatError};

/// How a vote between two outputs ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The one shown first was chosen.
    First,
    /// The one shown second was chosen.
    Second,
    /// They were called equal.
    Tie,
}

/// Votes between pairs of systems; one vote per position of the three slices.
#[derive(Debug, Clone, Copy)]
pub struct Votes<'a> {
    /// How many systems there are; codes are below it.
    pub systems: usize,
    /// The system shown first.
    pub first: &'a [u32],
    /// The system shown second.
    pub second: &'a [u32],
    /// What was chosen.
    pub outcome: &'a [Outcome],
}

/// How often each outcome happened when `first` stood before `second`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// Weight of first, second, tie.
    pub(crate) counts: [f64; 3],
}

impl Votes<'_> {
    /// How many votes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.outcome.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.outcome.is_empty()
    }

    /// Refuses what cannot be fitted whatever the model.
    pub(crate) fn validate(&self) -> Result<()> {
        for (name, len) in [("first", self.first.len()), ("second", self.second.len())] {
            if len != self.outcome.len() {
                return Err(StatError::Lengths {
                    left: name,
                    left_len: len,
                    right: "outcome",
                    right_len: self.outcome.len(),
                });
            }
        }
        if self.systems < 2 {
            return Err(StatError::TooFew { what: "systems", needed: 2, found: self.systems });
        }
        if self.is_empty() {
            return Err(StatError::TooFew { what: "votes", needed: 1, found: 0 });
        }
        let mut sides = self.first.iter().zip(self.second);
        if let Some(at) = sides.position(|(a, b)| a == b || *a.max(b) as usize >= self.systems) {
            return Err(StatError::Undefined(format!(
                "vote {at} is not between two different systems of the {} there are",
                self.systems
            )));
        }
        Ok(())
    }

    /// The votes counted by ordered pair, each vote with a weight of its own when given. Fits need
    /// nothing else, so a million votes cost one pass however many steps the fit takes.
    pub(crate) fn pairs(&self, weights: Option<&[f64]>) -> Vec<Pair> {
        let k = self.systems;
        let mut counts = vec![[0.0f64; 3]; k * k];
        for vote in 0..self.len() {
            let cell = &mut counts[self.first[vote] as usize * k + self.second[vote] as usize];
            cell[self.outcome[vote] as usize] += weights.map_or(1.0, |weights| weights[vote]);
        }
        counts
            .into_iter()
            .enumerate()
            .filter(|(_, counts)| counts.iter().sum::<f64>() > 0.0)
            .map(|(cell, counts)| Pair { first: cell / k, second: cell % k, counts })
            .collect()
    }
}
