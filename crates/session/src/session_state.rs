//! Where in a session someone is.

use study::file::Codes;

/// Which page comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionState {
    /// The information sheet, and behind it consent; nothing happens between the two.
    Information,
    /// Consent, in a study without an information sheet.
    Consent,
    /// The screening questions.
    Screening,
    /// They agreed and may take part, but no slot was free. Coming again tries again.
    Waiting,
    /// The instructions.
    Instructions,
    /// A training question. Attempts count from 1, questions from 0.
    Training {
        /// Which time through the training.
        attempt: u32,
        /// Which question.
        question: u32,
    },
    /// A page of the list, from 0. Earlier ones may be looked at and changed.
    Step(u32),
    /// The whole list on one page.
    AllSteps,
    /// The closing questions.
    Closing,
    /// It is over.
    Done(Outcome),
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// All done.
    Finished,
    /// No consent.
    Declined,
    /// Did not meet what is required.
    ScreenedOut,
    /// Failed more checks than are allowed.
    FailedCheck,
    /// Failed the training.
    FailedTraining,
    /// Did not finish within the time limit.
    TooLate,
    /// Gave the list back.
    Returned,
    /// Had their answers erased.
    Withdrawn,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 8] = [
        Outcome::Finished,
        Outcome::Declined,
        Outcome::ScreenedOut,
        Outcome::FailedCheck,
        Outcome::FailedTraining,
        Outcome::TooLate,
        Outcome::Returned,
        Outcome::Withdrawn,
    ];

    /// The word for it, in data and addresses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Finished => "finished",
            Outcome::Declined => "declined",
            Outcome::ScreenedOut => "screened-out",
            Outcome::FailedCheck => "failed-check",
            Outcome::FailedTraining => "failed-training",
            Outcome::TooLate => "too-late",
            Outcome::Returned => "returned",
            Outcome::Withdrawn => "withdrawn",
        }
    }

    /// Reads [`Outcome::word`] back.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.word() == word)
    }

    /// The completion code for it. The study has none for what is given back or withdrawn: the platform
    /// knows the one, and pays the other by its own rules.
    #[must_use]
    pub fn code(self, codes: &Codes) -> Option<&str> {
        match self {
            Outcome::Finished => Some(&codes.completed),
            Outcome::Declined => codes.declined.as_deref(),
            Outcome::ScreenedOut => codes.screened_out.as_deref(),
            Outcome::FailedCheck | Outcome::FailedTraining => codes.failed_check.as_deref(),
            Outcome::TooLate => codes.late.as_deref(),
            Outcome::Returned | Outcome::Withdrawn => None,
        }
    }
}
