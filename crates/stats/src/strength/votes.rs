//! Votes between two systems, raw and counted.

use crate::preference::Vote;
use crate::{Result, StatError};

/// Votes between pairs of systems.
#[derive(Debug, Clone, Copy)]
pub struct Votes<'a> {
    /// How many systems there are; their codes are below it.
    pub systems: usize,
    /// The votes.
    pub votes: &'a [Vote],
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
        self.votes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.votes.is_empty()
    }

    /// Refuses what cannot be fitted whatever the model.
    pub(crate) fn validate(&self) -> Result<()> {
        if self.systems < 2 {
            return Err(StatError::TooFew { what: "systems", needed: 2, found: self.systems });
        }
        if self.is_empty() {
            return Err(StatError::TooFew { what: "votes", needed: 1, found: 0 });
        }
        let strange = |vote: &Vote| vote.first == vote.second || vote.first.max(vote.second) as usize >= self.systems;
        if let Some(at) = self.votes.iter().position(strange) {
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
        for (index, vote) in self.votes.iter().enumerate() {
            let cell = &mut counts[vote.first as usize * k + vote.second as usize];
            cell[vote.choice as usize] += weights.map_or(1.0, |weights| weights[index]);
        }
        counts
            .into_iter()
            .enumerate()
            .filter(|(_, counts)| counts.iter().sum::<f64>() > 0.0)
            .map(|(cell, counts)| Pair { first: cell / k, second: cell % k, counts })
            .collect()
    }
}
