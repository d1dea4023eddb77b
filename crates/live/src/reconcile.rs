//! Our sessions beside the recruiting platform's submissions: who is finished here but not there, and the other way
//! round; what to approve, and who is owed.
//!
//! Nobody is ever suggested for rejection: whoever is not understood is to be looked at.

mod amounts_owed;
mod assignments;
mod books;
mod export;
mod money;
mod pay;
mod places;
mod platform_sessions;
mod upload;

pub use amounts_owed::{AmountOwed, Why};
pub use books::Books;
pub use export::{Export, Problem, read};
pub use money::{Balance, Fee, Line, Sums};
pub use pay::{InDoubt, NotPaid, PaymentTotal, in_doubt, note_paid, pay, release};
pub use places::places_needed;
pub use platform_sessions::platform_sessions;
pub use upload::{approvals, bonuses, mturk_bonuses, without_assignment};

use std::collections::BTreeMap;

use amounts_owed::amounts_owed;
use prolific::Status;
use session::{Outcome, SessionId};
use study::file::Codes;

/// A platform that gives its submissions out as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    Prolific,
    Mturk,
}

/// A session, as far as the platform is concerned.
#[derive(Debug, Clone, PartialEq)]
pub struct PlatformSession {
    /// For the database alone: it opens the participant's page.
    pub id: SessionId,
    /// Its number on the dashboard.
    pub number: u32,
    /// What the platform calls the person.
    pub person: String,
    /// What the platform calls the person's last submission.
    pub submission: Option<String>,
    pub outcome: Option<Outcome>,
    /// How long it really took.
    pub secs: Option<f64>,
}

/// A submission, as the platform tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Its row, as a spreadsheet counts.
    pub row: usize,
    pub person: String,
    pub submission: String,
    pub state: State,
    /// The completion code that was entered; empty for none.
    pub code: String,
    /// The bonuses that the platform says it paid, in the smallest coin; unknown from a table.
    pub bonuses: Option<Vec<u64>>,
}

impl From<prolific::Submission> for Submission {
    fn from(there: prolific::Submission) -> Self {
        let prolific::Submission { id, participant, status, code, bonuses } = there;
        Submission { row: 0, person: participant, submission: id, state: status.into(), code, bonuses: Some(bonuses) }
    }
}

/// How a submission stands on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Not sent yet.
    Working,
    /// Sent, and to be decided.
    Submitted,
    Approved,
    /// Paid in part, by decision of the researcher.
    PartlyApproved,
    /// Paid the fixed amount for not meeting the requirements.
    ScreenedOut,
    Rejected,
    /// Given back.
    Returned,
    TimedOut,
}

impl State {
    /// Whether something was sent there, whatever became of it.
    fn was_sent(self) -> bool {
        match self {
            State::Submitted | State::Approved | State::PartlyApproved | State::ScreenedOut | State::Rejected => true,
            State::Working | State::Returned | State::TimedOut => false,
        }
    }

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            State::Working => "under way",
            State::Submitted => "awaiting review",
            State::Approved => "approved",
            State::PartlyApproved => "approved in part",
            State::ScreenedOut => "screened out and paid for it",
            State::Rejected => "rejected",
            State::Returned => "returned",
            State::TimedOut => "timed out",
        }
    }
}

impl From<Status> for State {
    fn from(status: Status) -> State {
        match status {
            Status::Reserved | Status::Active | Status::Processing => State::Working,
            Status::AwaitingReview => State::Submitted,
            Status::Approved => State::Approved,
            Status::PartiallyApproved => State::PartlyApproved,
            Status::ScreenedOut => State::ScreenedOut,
            Status::Rejected => State::Rejected,
            Status::Returned => State::Returned,
            Status::TimedOut => State::TimedOut,
        }
    }
}

/// A session, a submission, or both of one person, and what follows.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    pub session: Option<PlatformSession>,
    pub submission: Option<Submission>,
    pub finding: Finding,
}

/// What the two sides together say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    /// Finished here, but there is no code there, or a wrong one.
    Lost,
    /// Finished here, but given back or timed out there: too late to approve.
    LostAndGone,
    /// Finished here, but there paid only for being screened out.
    ScreenedOutThough,
    /// Finished here, and paid in part there.
    PaidInPart,
    /// Finished here, but rejected there.
    RejectedThough,
    /// Paid twice: by a bonus, and by the platform.
    PaidTwice,
    /// Paid by a bonus, and waiting there to be approved, which would pay it again.
    WouldPayTwice,
    /// A bonus was sent for it, and nobody knows whether it was paid.
    BonusInDoubt,
    /// The platform knows nobody of this id.
    UnknownThere,
    /// Finished here, but not in the export.
    OnlyHere,
    /// Sent there, but never seen here.
    OnlyThere,
    /// The code there is that of another ending than the one here.
    WrongCode,
    /// Approved there, but not finished here.
    ApprovedThough,
    /// Finished here and sent there with its code.
    Finished,
    /// Ended otherwise, and sent there with the code of that ending.
    EndedOtherwise,
    /// Still under way here or there.
    UnderWay,
    /// The platform did not pay for it, or not all, and a bonus did.
    PaidByBonus,
    /// Nothing is open.
    Settled,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Todo {
    Approve,
    PayBonus,
    Look,
    Nothing,
}

impl Finding {
    /// What is to be done.
    pub fn todo(self) -> Todo {
        match self {
            Finding::Lost | Finding::Finished => Todo::Approve,
            Finding::LostAndGone | Finding::ScreenedOutThough => Todo::PayBonus,
            Finding::RejectedThough
            | Finding::PaidTwice
            | Finding::WouldPayTwice
            | Finding::BonusInDoubt
            | Finding::PaidInPart
            | Finding::UnknownThere
            | Finding::OnlyHere
            | Finding::OnlyThere
            | Finding::WrongCode
            | Finding::ApprovedThough
            | Finding::EndedOtherwise => Todo::Look,
            Finding::UnderWay | Finding::PaidByBonus | Finding::Settled => Todo::Nothing,
        }
    }

    /// In words, with what to do.
    pub fn words(self) -> &'static str {
        match self {
            Finding::Lost => "finished here, but the code there is missing or wrong: approve it, the work is done",
            Finding::LostAndGone => "finished here, but returned or timed out there: pay what the list pays as a bonus",
            Finding::ScreenedOutThough => {
                "finished here, but there paid only for being screened out: pay the rest of what the list pays as a bonus"
            }
            Finding::PaidInPart => "finished here, and paid in part there: decide whether the rest is due",
            Finding::RejectedThough => "finished here, but rejected there: take the rejection back",
            Finding::PaidTwice => "paid by the platform, and by a bonus as well: it was paid twice",
            Finding::WouldPayTwice => {
                "paid by a bonus, and awaiting review there: approving would pay it again; ask the person to return it"
            }
            Finding::BonusInDoubt => {
                "a bonus was sent for it, and it is not known whether it was paid: ask before paying"
            }
            Finding::UnknownThere => {
                "the platform does not know this id: is its export complete? If it is, the id was made up or mistyped"
            }
            Finding::OnlyHere => "finished here, but not in the export: is the export complete?",
            Finding::OnlyThere => "sent there, but never seen here: ask before deciding",
            Finding::WrongCode => "the code there does not belong to the ending here: look at the session",
            Finding::ApprovedThough => "approved there, but not finished here",
            Finding::Finished => "finished here and sent there: approve",
            Finding::EndedOtherwise => "ended otherwise, with the code of that ending: pay what you promised for it",
            Finding::UnderWay => "still under way",
            Finding::PaidByBonus => "not paid by the platform, and paid by a bonus: nothing is open",
            Finding::Settled => "nothing is open",
        }
    }
}

/// Both sides, person by person, without regard to bonuses. What needs most attention comes first.
fn reconcile(codes: Option<&Codes>, here: &[PlatformSession], there: &[Submission]) -> Vec<Pair> {
    let mut people: BTreeMap<&str, (Vec<&PlatformSession>, Vec<&Submission>)> = BTreeMap::new();
    here.iter().for_each(|session| people.entry(&session.person).or_default().0.push(session));
    there.iter().for_each(|submission| people.entry(&submission.person).or_default().1.push(submission));
    let mut pairs: Vec<Pair> = Vec::new();
    for (sessions, submissions) in people.into_values() {
        let unknown = submissions.is_empty();
        for (session, submission) in match_submissions(sessions, submissions) {
            let finding = if unknown { Finding::UnknownThere } else { finding(codes, session, submission) };
            pairs.push(Pair { session: session.cloned(), submission: submission.cloned(), finding });
        }
    }
    sort(&mut pairs);
    pairs
}

/// What needs most attention first.
fn sort(pairs: &mut [Pair]) {
    pairs.sort_by_key(|pair| (pair.finding, pair.session.as_ref().map(|session| session.number)));
}

/// The sessions and submissions of one person, pair by pair: by the submission's id where it is known, then what is
/// finished with what was sent.
fn match_submissions<'a>(
    mut here: Vec<&'a PlatformSession>,
    mut there: Vec<&'a Submission>,
) -> Vec<(Option<&'a PlatformSession>, Option<&'a Submission>)> {
    here.sort_by_key(|session| (session.outcome != Some(Outcome::Finished), session.number));
    there.sort_by_key(|submission| (!submission.state.was_sent(), submission.row));
    let mut pairs = Vec::new();
    // The person's id of the last submission belongs to the last session only.
    if let Some(last) = here.iter().copied().max_by_key(|session| session.number)
        && let Some(same) = there.iter().position(|known| last.submission.as_ref() == Some(&known.submission))
    {
        pairs.push((Some(last), Some(there.remove(same))));
        here.retain(|session| session.number != last.number);
    }
    while !here.is_empty() && !there.is_empty() {
        pairs.push((Some(here.remove(0)), Some(there.remove(0))));
    }
    // Whose submission is gone may have sent the work with another: that one pays for it, and nothing else.
    for (session, gone) in &mut pairs {
        if session.is_some_and(|session| session.outcome == Some(Outcome::Finished))
            && let Some(gone) = gone.as_mut().filter(|gone| !gone.state.was_sent())
            && let Some(sent) = there.iter_mut().find(|sent| sent.state.was_sent())
        {
            std::mem::swap(gone, sent);
        }
    }
    pairs.extend(here.into_iter().map(|session| (Some(session), None)));
    pairs.extend(there.into_iter().map(|submission| (None, Some(submission))));
    pairs
}

fn finding(codes: Option<&Codes>, here: Option<&PlatformSession>, there: Option<&Submission>) -> Finding {
    let outcome = here.and_then(|session| session.outcome);
    let code = there.map_or("", |submission| submission.code.trim());
    let is_code_of = |outcome: Outcome| {
        codes
            .and_then(|codes| outcome.code(codes))
            .is_some_and(|own| !code.is_empty() && own.eq_ignore_ascii_case(code))
    };
    match (here, there.map(|submission| submission.state)) {
        (None, Some(State::Submitted | State::Approved | State::PartlyApproved | State::ScreenedOut)) => {
            Finding::OnlyThere
        }
        (None, Some(State::Returned | State::TimedOut | State::Rejected) | None) => Finding::Settled,
        (_, Some(State::Working)) => Finding::UnderWay,
        (Some(_), there) => match (outcome, there) {
            (Some(Outcome::Finished), Some(State::Submitted)) if is_code_of(Outcome::Finished) => Finding::Finished,
            (Some(Outcome::Finished), there) => finding_of_finished(there),
            (Some(Outcome::ScreenedOut), Some(State::ScreenedOut)) => Finding::Settled,
            (_, Some(State::Approved | State::ScreenedOut)) => Finding::ApprovedThough,
            (Some(ended), Some(State::Submitted)) if is_code_of(ended) => Finding::EndedOtherwise,
            (_, Some(State::Submitted)) => Finding::WrongCode,
            (None, None) => Finding::UnderWay,
            // Paying in part is a decision that was made; who left, left.
            (_, Some(State::PartlyApproved)) => Finding::Settled,
            (_, Some(State::Returned | State::TimedOut | State::Rejected | State::Working) | None) => Finding::Settled,
        },
    }
}

/// What the platform's side means for work that is finished here, without its code.
fn finding_of_finished(there: Option<State>) -> Finding {
    match there {
        None => Finding::OnlyHere,
        Some(State::Submitted) => Finding::Lost,
        Some(State::Returned | State::TimedOut) => Finding::LostAndGone,
        Some(State::ScreenedOut) => Finding::ScreenedOutThough,
        Some(State::PartlyApproved) => Finding::PaidInPart,
        Some(State::Rejected) => Finding::RejectedThough,
        Some(State::Approved) => Finding::Settled,
        Some(State::Working) => Finding::UnderWay,
    }
}

#[cfg(test)]
mod tests;
