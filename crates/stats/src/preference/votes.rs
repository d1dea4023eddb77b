//! Votes.

use crate::resample::{Groups, Scheme};
use crate::{Note, Result, StatError};

/// What was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The one shown first.
    First,
    /// The one shown second.
    Second,
    /// Neither: a tie.
    Neither,
}

/// One comparison of two systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vote {
    /// The system shown first.
    pub first: u32,
    /// The system shown second.
    pub second: u32,
    /// What was chosen.
    pub choice: Choice,
}

/// Votes with what they have in common.
#[derive(Debug, Clone)]
pub struct Votes {
    votes: Vec<Vote>,
    items: Option<Groups>,
    raters: Option<Groups>,
}

impl Votes {
    /// Votes, with the item and the rater of each where they are known.
    ///
    /// # Errors
    /// When there is no vote, a system is compared with itself, or a column has another length.
    pub fn new(votes: Vec<Vote>, items: Option<&[u32]>, raters: Option<&[u32]>) -> Result<Votes> {
        if votes.is_empty() {
            return Err(StatError::TooFew { what: "votes", needed: 1, found: 0 });
        }
        if let Some(index) = votes.iter().position(|vote| vote.first == vote.second) {
            return Err(StatError::Undefined(format!("vote {} compares a system with itself", index + 1)));
        }
        for (left, column) in [("the column of items", items), ("the column of raters", raters)] {
            if let Some(column) = column.filter(|column| column.len() != votes.len()) {
                return Err(StatError::Lengths {
                    left,
                    left_len: column.len(),
                    right: "the column of choices",
                    right_len: votes.len(),
                });
            }
        }
        Ok(Votes { votes, items: items.map(Groups::from_labels), raters: raters.map(Groups::from_labels) })
    }

    /// The votes.
    #[must_use]
    pub fn votes(&self) -> &[Vote] {
        &self.votes
    }

    /// What is drawn for an interval: items, raters, both, or single votes.
    #[must_use]
    pub fn scheme(&self) -> Scheme<'_> {
        match (&self.items, &self.raters) {
            (Some(items), Some(raters)) => Scheme::Crossed(items, raters),
            (Some(groups), None) | (None, Some(groups)) => Scheme::Groups(groups),
            (None, None) => Scheme::Rows(self.votes.len()),
        }
    }

    /// What is to be said about that.
    #[must_use]
    pub fn scheme_note(&self) -> Note {
        Note::Said(
            match (&self.items, &self.raters) {
                (Some(_), Some(_)) => "items and raters are drawn",
                (Some(_), None) => "items are drawn; raters are taken as fixed",
                (None, Some(_)) => "raters are drawn; items are taken as fixed",
                (None, None) => "votes are drawn one by one, as if no two shared an item or a rater",
            }
            .to_owned(),
        )
    }
}
