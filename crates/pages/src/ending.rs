//! How a way ends, or why it cannot go on: each with words of its own.

/// How a way ends, or why it cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Everything was answered.
    Finished,
    /// No consent.
    Declined,
    /// Not whom the study needs.
    ScreenedOut,
    /// Too many checks were failed.
    FailedCheck,
    /// The training was not passed.
    FailedTraining,
    /// The time limit has passed.
    TooLate,
    /// The place was given back.
    Returned,
    /// All answers were withdrawn.
    Withdrawn,
    /// No slot is free.
    Full,
    /// The researcher has paused the study.
    Paused,
    /// The study has ended.
    Closed,
    /// This person has done all they may.
    AlreadyTookPart,
    /// Someone has begun with this id, and nothing shows that it was this person.
    AlreadyBegun,
    /// The platform's signature under the link is missing or wrong.
    UnverifiedLink,
    /// The platform's signature cannot be checked at the moment.
    CannotVerify,
    /// No such address.
    NotFound,
    /// Asked too often.
    TooManyRequests,
    /// The page posted is not the one the session is at.
    Stale,
    /// What was posted could not be read.
    BadRequest,
    /// Something broke here.
    Fault,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 20] = [
        Ending::Finished,
        Ending::Declined,
        Ending::ScreenedOut,
        Ending::FailedCheck,
        Ending::FailedTraining,
        Ending::TooLate,
        Ending::Returned,
        Ending::Withdrawn,
        Ending::Full,
        Ending::Paused,
        Ending::Closed,
        Ending::AlreadyTookPart,
        Ending::AlreadyBegun,
        Ending::UnverifiedLink,
        Ending::CannotVerify,
        Ending::NotFound,
        Ending::TooManyRequests,
        Ending::Stale,
        Ending::BadRequest,
        Ending::Fault,
    ];

    /// The key of its words.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Declined => "declined",
            Ending::ScreenedOut => "screened-out",
            Ending::FailedCheck => "failed-check",
            Ending::FailedTraining => "failed-training",
            Ending::TooLate => "too-late",
            Ending::Returned => "returned",
            Ending::Withdrawn => "withdrawn",
            Ending::Full => "full",
            Ending::Paused => "paused",
            Ending::Closed => "closed",
            Ending::AlreadyTookPart => "already-took-part",
            Ending::AlreadyBegun => "already-begun",
            Ending::UnverifiedLink => "unverified-link",
            Ending::CannotVerify => "cannot-verify",
            Ending::NotFound => "not-found",
            Ending::TooManyRequests => "too-many-requests",
            Ending::Stale => "stale",
            Ending::BadRequest => "bad-request",
            Ending::Fault => "fault",
        }
    }

    /// Whether answers of the person may be kept, which they may want to have erased.
    #[must_use]
    pub fn follows_answers(self) -> bool {
        match self {
            Ending::Finished
            | Ending::ScreenedOut
            | Ending::FailedCheck
            | Ending::FailedTraining
            | Ending::TooLate
            | Ending::Returned => true,
            Ending::Declined
            | Ending::Withdrawn
            | Ending::Full
            | Ending::Paused
            | Ending::Closed
            | Ending::AlreadyTookPart
            | Ending::AlreadyBegun
            | Ending::UnverifiedLink
            | Ending::CannotVerify
            | Ending::NotFound
            | Ending::TooManyRequests
            | Ending::Stale
            | Ending::BadRequest
            | Ending::Fault => false,
        }
    }

    /// What is in the database after it, as its page says.
    #[must_use]
    pub fn retention(self) -> Retention {
        match self {
            Ending::Finished
            | Ending::ScreenedOut
            | Ending::FailedCheck
            | Ending::FailedTraining
            | Ending::TooLate
            | Ending::Returned => Retention::Answers,
            Ending::Declined => Retention::Refusal,
            Ending::Withdrawn => Retention::Withdrawal,
            Ending::Full | Ending::Paused | Ending::Closed => Retention::Attempt,
            Ending::UnverifiedLink | Ending::CannotVerify => Retention::Nothing,
            Ending::AlreadyTookPart
            | Ending::AlreadyBegun
            | Ending::NotFound
            | Ending::TooManyRequests
            | Ending::Stale
            | Ending::BadRequest
            | Ending::Fault => Retention::AsBefore,
        }
    }

    /// What its page says about payment.
    #[must_use]
    pub fn pays(self) -> Pays {
        match self {
            Ending::Finished => Pays::AsPromised,
            Ending::ScreenedOut
            | Ending::FailedCheck
            | Ending::FailedTraining
            | Ending::TooLate
            | Ending::Returned
            | Ending::Withdrawn => Pays::AsResearchersDecide,
            Ending::Declined
            | Ending::Full
            | Ending::Paused
            | Ending::Closed
            | Ending::AlreadyTookPart
            | Ending::AlreadyBegun
            | Ending::UnverifiedLink
            | Ending::CannotVerify
            | Ending::NotFound
            | Ending::TooManyRequests
            | Ending::Stale
            | Ending::BadRequest
            | Ending::Fault => Pays::Nothing,
        }
    }
}

/// What of someone is in the database after an ending. The page says it in the words of this value alone, and a test plays
/// every ending and holds the database against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retention {
    /// The answers, the times, and the id that the link had.
    Answers,
    /// That they tried, with what they have said so far, the times, and the id: they may come again.
    Attempt,
    /// That they declined, and the times. No id and no answer.
    Refusal,
    /// That they withdrew, and the times. No id and no answer.
    Withdrawal,
    /// Nothing at all.
    Nothing,
    /// What was there before.
    AsBefore,
}

impl Retention {
    /// All of them.
    pub const ALL: [Retention; 6] = [
        Retention::Answers,
        Retention::Attempt,
        Retention::Refusal,
        Retention::Withdrawal,
        Retention::Nothing,
        Retention::AsBefore,
    ];

    /// The key of its words.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Retention::Answers => "kept-answers",
            Retention::Attempt => "kept-attempt",
            Retention::Refusal => "kept-refusal",
            Retention::Withdrawal => "kept-withdrawal",
            Retention::Nothing => "kept-nothing",
            Retention::AsBefore => "kept-as-before",
        }
    }
}

/// What someone gets after an ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pays {
    /// What the study promised for a list.
    AsPromised,
    /// They may have worked, and did not finish: the researchers decide, and can be asked.
    AsResearchersDecide,
    /// They have not worked, or not here.
    Nothing,
}

/// What an ending page offers beside its words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndingDetails {
    /// The completion code of this outcome; none when empty.
    pub code: String,
    /// The way back.
    pub back: Option<ReturnLink>,
    /// The request's id, on error pages; none when empty.
    pub reference: String,
}

/// The way back to where the person came from, or to where they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReturnLink {
    /// An address to open, such as Prolific's.
    Link {
        /// The address.
        url: String,
    },
    /// The platform itself, where something is left to do.
    Platform {
        /// The address.
        url: String,
    },
    /// A form to send, such as MTurk's.
    Form {
        /// Where to.
        url: String,
        /// Its fields.
        fields: Vec<(String, String)>,
    },
    /// Another list, where one person may do several.
    Another {
        /// Where to ask for it.
        url: String,
    },
    /// The session's own page, to go on or to try again.
    Again {
        /// The address.
        url: String,
    },
}
