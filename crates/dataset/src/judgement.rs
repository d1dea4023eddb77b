//! What a dataset is.

use study::response::Answer;

/// Every judgement of one study.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// Fingerprint of the study it belongs to.
    pub study: String,
    /// Where the judgements come from.
    pub origin: Origin,
    /// One per answered question.
    pub judgements: Vec<Judgement>,
}

/// Where judgements come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Made up by simulated participants.
    Rehearsed {
        /// The seed of the crowd.
        seed: u64,
    },
}

/// One answered question.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Who, by number.
    pub participant: u32,
    /// Number of the list.
    pub list: u32,
    /// Place in the session, from 1.
    pub position: u32,
    /// What was judged.
    pub subject: Subject,
    /// Number of the criterion in the study.
    pub criterion: usize,
    /// The answer, in terms of what was shown.
    pub answer: Answer,
}

/// What was judged, in the order shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// Outputs of systems for one item.
    Item {
        /// Number of the item in the study.
        item: usize,
        /// Numbers of the systems, first or left-most first.
        systems: Vec<u16>,
    },
    /// A check.
    Check {
        /// Number of the check in the study.
        check: usize,
        /// Whether it was passed.
        passed: bool,
    },
}
