//! Our sessions beside the recruiting platform's submissions: who is finished here but not there, and the other way
//! round; what to approve, and who is owed.
//!
//! Nobody is ever suggested for rejection: whoever is not understood is to be looked at.

pub(super) mod api;
mod export;
mod owed;
pub(super) mod pages;
mod prolific;
mod upload;

pub(crate) use export::{Export, Problem, read};
pub(crate) use owed::{Owed, Why, owed};
pub use prolific::Prolific;
pub(crate) use prolific::ProlificError;
pub(crate) use upload::{approvals, bonuses};

use std::collections::BTreeMap;

use session::Outcome;
use study::file::Codes;

/// A platform that gives its submissions out as a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Platform {
    Prolific,
    Mturk,
}

/// A session, as far as the platform is concerned.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlatformSession {
    /// Its number on the dashboard.
    pub(crate) number: u32,
    /// What the platform calls the person.
    pub(crate) person: String,
    /// What the platform calls the person's last submission.
    pub(crate) submission: Option<String>,
    pub(crate) outcome: Option<Outcome>,
    /// How long it really took.
    pub(crate) secs: Option<f64>,
}

/// A submission, as the platform tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Submission {
    /// Its row, as a spreadsheet counts.
    pub(crate) row: usize,
    pub(crate) person: String,
    pub(crate) submission: String,
    pub(crate) state: State,
    /// The completion code that was entered; empty for none.
    pub(crate) code: String,
}

/// How a submission stands on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Not sent yet.
    Working,
    /// Sent, and to be decided.
    Submitted,
    Approved,
    Rejected,
    /// Given back.
    Returned,
    TimedOut,
}

impl State {
    /// In words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            State::Working => "under way",
            State::Submitted => "awaiting review",
            State::Approved => "approved",
            State::Rejected => "rejected",
            State::Returned => "returned",
            State::TimedOut => "timed out",
        }
    }
}

/// A session, a submission, or both of one person, and what follows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pair {
    pub(crate) session: Option<PlatformSession>,
    pub(crate) submission: Option<Submission>,
    pub(crate) finding: Finding,
}

/// What the two sides together say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Finding {
    /// Finished here, but there is no code there, or a wrong one.
    Lost,
    /// Finished here, but given back or timed out there: too late to approve.
    LostAndGone,
    /// Finished here, but rejected there.
    RejectedThough,
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
    /// Nothing is open.
    Settled,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Todo {
    Approve,
    PayBonus,
    Look,
    Nothing,
}

impl Finding {
    /// What is to be done.
    pub(crate) fn todo(self) -> Todo {
        match self {
            Finding::Lost | Finding::Finished => Todo::Approve,
            Finding::LostAndGone => Todo::PayBonus,
            Finding::RejectedThough
            | Finding::UnknownThere
            | Finding::OnlyHere
            | Finding::OnlyThere
            | Finding::WrongCode
            | Finding::ApprovedThough
            | Finding::EndedOtherwise => Todo::Look,
            Finding::UnderWay | Finding::Settled => Todo::Nothing,
        }
    }

    /// In words, with what to do.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Finding::Lost => "finished here, but the code there is missing or wrong: approve it, the work is done",
            Finding::LostAndGone => "finished here, but returned or timed out there: pay what the list pays as a bonus",
            Finding::RejectedThough => "finished here, but rejected there: take the rejection back",
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
            Finding::Settled => "nothing is open",
        }
    }
}

/// Both sides, person by person. What needs most attention comes first.
pub(crate) fn reconcile(codes: Option<&Codes>, here: &[PlatformSession], there: &[Submission]) -> Vec<Pair> {
    let mut people: BTreeMap<&str, (Vec<&PlatformSession>, Vec<&Submission>)> = BTreeMap::new();
    here.iter().for_each(|session| people.entry(&session.person).or_default().0.push(session));
    there.iter().for_each(|submission| people.entry(&submission.person).or_default().1.push(submission));
    let mut pairs: Vec<Pair> = Vec::new();
    for (sessions, submissions) in people.into_values() {
        let unknown = submissions.is_empty();
        for (session, submission) in matched(sessions, submissions) {
            let finding = if unknown { Finding::UnknownThere } else { finding(codes, session, submission) };
            pairs.push(Pair { session: session.cloned(), submission: submission.cloned(), finding });
        }
    }
    pairs.sort_by_key(|pair| (pair.finding, pair.session.as_ref().map(|session| session.number)));
    pairs
}

/// The sessions and submissions of one person, pair by pair: by the submission's id where it is known, then what is
/// finished with what was sent.
fn matched<'a>(
    mut here: Vec<&'a PlatformSession>,
    mut there: Vec<&'a Submission>,
) -> Vec<(Option<&'a PlatformSession>, Option<&'a Submission>)> {
    here.sort_by_key(|session| (session.outcome != Some(Outcome::Finished), session.number));
    there.sort_by_key(|submission| {
        let sent = matches!(submission.state, State::Submitted | State::Approved | State::Rejected);
        (!sent, submission.row)
    });
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
        (None, Some(State::Submitted | State::Approved)) => Finding::OnlyThere,
        (None, Some(State::Returned | State::TimedOut | State::Rejected) | None) => Finding::Settled,
        (_, Some(State::Working)) => Finding::UnderWay,
        (Some(_), there) => match (outcome, there) {
            (Some(Outcome::Finished), None) => Finding::OnlyHere,
            (Some(Outcome::Finished), Some(State::Submitted)) if is_code_of(Outcome::Finished) => Finding::Finished,
            (Some(Outcome::Finished), Some(State::Submitted)) => Finding::Lost,
            (Some(Outcome::Finished), Some(State::Returned | State::TimedOut)) => Finding::LostAndGone,
            (Some(Outcome::Finished), Some(State::Rejected)) => Finding::RejectedThough,
            (Some(Outcome::Finished), Some(State::Approved | State::Working)) => Finding::Settled,
            (_, Some(State::Approved)) => Finding::ApprovedThough,
            (Some(ended), Some(State::Submitted)) if is_code_of(ended) => Finding::EndedOtherwise,
            (_, Some(State::Submitted)) => Finding::WrongCode,
            (None, None) => Finding::UnderWay,
            (_, Some(State::Returned | State::TimedOut | State::Rejected | State::Working) | None) => Finding::Settled,
        },
    }
}

#[cfg(test)]
mod tests;
