//! How a submission stands on Prolific.

/// How a submission stands on Prolific.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// A place was taken, and the study not opened yet.
    Reserved,
    /// Under way.
    Active,
    /// The time was over.
    TimedOut,
    /// Sent, and to be decided.
    AwaitingReview,
    /// Paid in full.
    Approved,
    /// Paid in part, by decision of the researcher.
    PartiallyApproved,
    /// Given back by the person.
    Returned,
    /// Not paid, by decision of the researcher.
    Rejected,
    /// Paid the fixed amount for not meeting the requirements.
    ScreenedOut,
    /// Seen in passing after sending; not in Prolific's documentation.
    Processing,
}

impl Status {
    /// All of them, in the order of Prolific's own list.
    pub const ALL: [Status; 10] = [
        Status::Reserved,
        Status::Active,
        Status::TimedOut,
        Status::AwaitingReview,
        Status::Approved,
        Status::PartiallyApproved,
        Status::Returned,
        Status::Rejected,
        Status::ScreenedOut,
        Status::Processing,
    ];

    /// Prolific's own word, as its export writes it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Status::Reserved => "RESERVED",
            Status::Active => "ACTIVE",
            Status::TimedOut => "TIMED-OUT",
            Status::AwaitingReview => "AWAITING REVIEW",
            Status::Approved => "APPROVED",
            Status::PartiallyApproved => "PARTIALLY APPROVED",
            Status::Returned => "RETURNED",
            Status::Rejected => "REJECTED",
            Status::ScreenedOut => "SCREENED OUT",
            Status::Processing => "PROCESSING",
        }
    }

    /// What a word means. Some places write `AWAITING_REVIEW`, some `TIMED-OUT`: only letters count.
    #[must_use]
    pub fn read(word: &str) -> Option<Status> {
        let letters =
            |word: &str| word.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
        let wanted: String = letters(word);
        Status::ALL.into_iter().find(|status| {
            let known: String = letters(status.word());
            known == wanted
        })
    }

    /// Whether it takes one of the study's places: nobody else gets it then.
    #[must_use]
    pub fn takes_place(self) -> bool {
        match self {
            Status::Reserved
            | Status::Active
            | Status::AwaitingReview
            | Status::Approved
            | Status::PartiallyApproved
            | Status::Processing => true,
            Status::TimedOut | Status::Returned | Status::Rejected | Status::ScreenedOut => false,
        }
    }

    /// Whether the person will not go on: their place is free there, and so should be their slot.
    #[must_use]
    pub fn has_left(self) -> bool {
        matches!(self, Status::Returned | Status::TimedOut)
    }
}

#[cfg(test)]
mod tests {
    use super::Status;

    #[test]
    fn every_status_is_read_however_it_is_spelled() {
        for status in Status::ALL {
            let word = status.word();
            for spelled in [word.to_owned(), word.to_lowercase(), word.replace([' ', '-'], "_")] {
                assert_eq!(Status::read(&spelled), Some(status), "{spelled}");
            }
        }
        for unknown in ["", "PAID", "SCREENED OUT AND MORE"] {
            assert_eq!(Status::read(unknown), None, "{unknown}");
        }
    }
}
