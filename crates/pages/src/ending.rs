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
    pub const ALL: [Ending; 19] = [
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
            | Ending::UnverifiedLink
            | Ending::CannotVerify
            | Ending::NotFound
            | Ending::TooManyRequests
            | Ending::Stale
            | Ending::BadRequest
            | Ending::Fault => false,
        }
    }

    /// Whether someone may have worked for nothing, and should know whom to ask.
    pub(super) fn asks_about_payment(self) -> bool {
        match self {
            Ending::ScreenedOut | Ending::FailedCheck | Ending::FailedTraining | Ending::TooLate => true,
            Ending::Finished
            | Ending::Declined
            | Ending::Returned
            | Ending::Withdrawn
            | Ending::Full
            | Ending::Paused
            | Ending::Closed
            | Ending::AlreadyTookPart
            | Ending::UnverifiedLink
            | Ending::CannotVerify
            | Ending::NotFound
            | Ending::TooManyRequests
            | Ending::Stale
            | Ending::BadRequest
            | Ending::Fault => false,
        }
    }
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
