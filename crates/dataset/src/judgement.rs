//! One answered question.

use std::fmt;

use study::response::Answer;

/// One answered question.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Who: a number into [`crate::Dataset::participants`].
    pub participant: u32,
    /// Number of the list.
    pub list: u32,
    /// Which of the participant's sessions on this list, from 1.
    pub attempt: u32,
    /// Place of the page in the session, from 1; zero where that is not known.
    pub position: u32,
    /// What was judged.
    pub subject: Subject,
    /// A number into [`crate::Dataset::criteria`].
    pub criterion: usize,
    /// The answer, in terms of what was shown.
    pub answer: Answer,
    /// How sure the participant said they are, from 1; nothing where they were not asked or did not say.
    pub confidence: Option<u32>,
    /// When, and how long it took.
    pub timing: Timing,
    /// The rule that excludes it.
    pub excluded: Option<ExclusionRule>,
}

impl Judgement {
    /// The session it belongs to: participant, list and attempt.
    #[must_use]
    pub fn session(&self) -> (u32, u32, u32) {
        (self.participant, self.list, self.attempt)
    }
}

/// What was judged, in the order shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// Outputs of systems for one item.
    Item {
        /// A number into [`crate::Dataset::items`].
        item: usize,
        /// Numbers into [`crate::Dataset::systems`], first or left-most first.
        systems: Vec<u16>,
    },
    /// A check.
    Check {
        /// A number into [`crate::Dataset::checks`].
        check: usize,
        /// Whether it was passed.
        passed: bool,
    },
}

/// When a question was answered, as far as that is known. Questions on one page share it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Timing {
    /// When the page was first shown, in milliseconds since 1970.
    pub shown_at_ms: Option<i64>,
    /// When the answer was sent.
    pub answered_at_ms: Option<i64>,
    /// How long the page was really looked at.
    pub active_secs: Option<f64>,
    /// How long the whole session took, from arrival to end, without breaks.
    pub session_secs: Option<f64>,
}

/// The rule that excludes a judgement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExclusionRule {
    /// The session failed more checks than allowed.
    FailedChecks,
    /// The session was not finished.
    Incomplete,
    /// The session was faster than allowed.
    FasterThan,
    /// The session was slower than allowed.
    SlowerThan,
    /// Every question of the session got the same answer.
    SameAnswer,
    /// The participant withdrew.
    Withdrawn,
    /// The time to hold the list had run out.
    Lapsed,
    /// The participant had answered the same list before; the first time counts.
    Repeated,
    /// What was written is not an answer to the question.
    Invalid,
    /// The participant could not judge, and said why.
    CannotJudge,
    /// As the table it comes from says.
    Said(String),
}

impl ExclusionRule {
    /// The word used in files.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            ExclusionRule::FailedChecks => "failed-checks",
            ExclusionRule::Incomplete => "incomplete",
            ExclusionRule::FasterThan => "faster-than",
            ExclusionRule::SlowerThan => "slower-than",
            ExclusionRule::SameAnswer => "same-answer",
            ExclusionRule::Withdrawn => "withdrawn",
            ExclusionRule::Lapsed => "lapsed",
            ExclusionRule::Repeated => "repeated",
            ExclusionRule::Invalid => "invalid",
            ExclusionRule::CannotJudge => "cannot-judge",
            ExclusionRule::Said(words) => words,
        }
    }

    /// The rule behind a word.
    #[must_use]
    pub fn from_word(word: &str) -> ExclusionRule {
        const KNOWN: [ExclusionRule; 10] = [
            ExclusionRule::FailedChecks,
            ExclusionRule::Incomplete,
            ExclusionRule::FasterThan,
            ExclusionRule::SlowerThan,
            ExclusionRule::SameAnswer,
            ExclusionRule::Withdrawn,
            ExclusionRule::Lapsed,
            ExclusionRule::Repeated,
            ExclusionRule::Invalid,
            ExclusionRule::CannotJudge,
        ];
        KNOWN.into_iter().find(|known| known.word() == word).unwrap_or_else(|| ExclusionRule::Said(word.to_owned()))
    }
}

impl fmt::Display for ExclusionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
