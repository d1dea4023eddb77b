//! Votes between two systems, raw and counted.

use super::bradley_terry::Position;
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

    /// The votes counted by ordered pair, each vote with a weight of its own when given; where it does not matter which of the
    /// two stood first, the smaller code does. Fits need nothing else, so a million votes cost one pass however many steps
    /// the fit takes.
    pub(crate) fn pairs(&self, weights: Option<&[f64]>, position: Position) -> Vec<Pair> {
        let k = self.systems;
        let mut counts = vec![[0.0f64; 3]; k * k];
        for (index, vote) in self.votes.iter().enumerate() {
            let cell = &mut counts[vote.first as usize * k + vote.second as usize];
            cell[vote.choice as usize] += weights.map_or(1.0, |weights| weights[index]);
        }
        if position == Position::Ignored {
            for (small, large) in (0..k).flat_map(|small| (small + 1..k).map(move |large| (small, large))) {
                let [first, second, tie] = std::mem::take(&mut counts[large * k + small]);
                let cell = &mut counts[small * k + large];
                cell.iter_mut().zip([second, first, tie]).for_each(|(count, turned)| *count += turned);
            }
        }
        counts
            .into_iter()
            .enumerate()
            .filter(|(_, counts)| counts.iter().sum::<f64>() > 0.0)
            .map(|(cell, counts)| Pair { first: cell / k, second: cell % k, counts })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Pair, Position, Votes};
    use crate::preference::{Choice, Vote};

    #[test]
    fn pairs_are_turned_round_where_it_does_not_matter_which_stood_first() {
        let vote = |first, second, choice| Vote { first, second, choice };
        let votes = [
            vote(0, 1, Choice::First),
            vote(1, 0, Choice::First),
            vote(1, 0, Choice::Neither),
            vote(2, 1, Choice::Second),
            vote(0, 1, Choice::First),
        ];
        let votes = Votes { systems: 3, votes: &votes };
        let pair = |first, second, counts| Pair { first, second, counts };
        assert_eq!(votes.pairs(None, Position::Ignored), [pair(0, 1, [2.0, 1.0, 1.0]), pair(1, 2, [1.0, 0.0, 0.0])]);
        let ordered = [pair(0, 1, [2.0, 0.0, 0.0]), pair(1, 0, [1.0, 0.0, 1.0]), pair(2, 1, [0.0, 1.0, 0.0])];
        assert_eq!(votes.pairs(None, Position::Estimated), ordered);
        let weights = [0.5, 2.0, 0.0, 0.0, 1.0];
        assert_eq!(votes.pairs(Some(&weights), Position::Ignored), [pair(0, 1, [1.5, 2.0, 0.0])]);
    }
}
