//! What someone wants to do, and what they are told.

use jiff::Timestamp;
use study::CriterionId;
use study::response::{Answer, Complaint};

use crate::{
    ArrivalChannel, Author, History, Outcome, ParticipantId, Remark, Screening, Session, SessionEvent, SessionState,
    SlotBoard, Timing, TurnAwayReason,
};

/// What someone wants to do in a session.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Come for the first time: begins the session.
    Begin(Begin),
    /// Come again, on this device or another.
    Resume,
    /// Agree to take part.
    Consent,
    /// Not, or no longer, agree.
    Decline,
    /// Answer the screening questions.
    Screen(Vec<Screening>),
    /// Go on from the instructions.
    ReadInstructions,
    /// Answer a training question. The attempt is the one the page was shown for.
    Train { attempt: u32, question: u32, answer: Answer },
    /// Keep answers as they are given.
    Save(Vec<PageAnswers>),
    /// Go on from a page, or from all of them when the whole list is on one page.
    Submit(Vec<PageAnswers>),
    /// Go on after the break before this step.
    EndBreak(u32),
    /// Answer the closing questions, by id.
    Close { answers: Vec<(String, Answer)>, comment: Option<String> },
    /// Leave a comment.
    Comment(String),
    /// Give the list back.
    Return,
    /// Have the answers erased.
    Withdraw,
    /// Nothing but see whether the time is over.
    Lapse,
    /// Let the session go on, until then.
    Reopen { until: Option<Timestamp>, by: Author },
    /// Accept work that came too late.
    AcceptLate { by: Author },
    /// Move the time limit.
    Extend { until: Option<Timestamp>, by: Author },
    /// Give the slot to someone else.
    Reissue { by: Author },
    /// Leave the session out of the analysis.
    Exclude { by: Author, rule: String, reason: String },
    /// Take it in again.
    Include { by: Author, reason: String },
    /// Mark it.
    Flag { by: Author, reason: String },
}

/// Who comes, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begin {
    /// Who.
    pub participant: ParticipantId,
    /// How.
    pub how: ArrivalChannel,
}

/// The answers given on one page of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct PageAnswers {
    /// The page's number in the session, from 0.
    pub step: u32,
    /// How many events the session had when the page was loaded, as the page says; nothing when it does not.
    pub loaded_at: Option<u32>,
    /// The answers, by criterion.
    pub answers: Vec<CriterionAnswer>,
    /// What was said about the page; nothing when it has no room for that.
    pub remark: Option<Remark>,
    /// What the page saw of the time.
    pub timing: Timing,
}

/// The answer to one question.
#[derive(Debug, Clone, PartialEq)]
pub struct CriterionAnswer {
    /// What was asked.
    pub criterion: CriterionId,
    /// What was answered.
    pub answer: Answer,
    /// How sure they are of it, from 1; nothing where they were not asked or have not said yet.
    pub confidence: Option<u32>,
}

/// What has happened so far, as far as a decision needs it.
#[derive(Debug, Clone, Copy)]
pub struct DecisionContext<'a> {
    /// The session itself.
    pub session: &'a Session,
    /// How the slots of the study stand.
    pub slots: &'a SlotBoard,
    /// What the same person did in other sessions.
    pub history: &'a History,
}

/// What happens, and what the person is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// To be kept before anything is told.
    pub events: Vec<SessionEvent>,
    /// To be told after.
    pub reply: Reply,
}

/// What the person is told.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The page that comes next.
    Show(SessionState),
    /// Why not.
    Refused(Refusal),
}

/// A legitimate no.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// There is no place for them.
    TurnedAway(TurnAwayReason),
    /// The time was over. What they sent is kept, and the researcher can accept it.
    TooLate,
    /// The session is over.
    Ended(Outcome),
    /// Something else comes first.
    OutOfOrder {
        /// What comes next.
        next: SessionState,
    },
    /// Questions are not answered yet. What was answered is kept.
    Incomplete(Vec<Missing>),
    /// Something is not an answer to the question. What else was answered is kept.
    Unfit {
        /// Where; none for training, screening and closing questions.
        step: Option<u32>,
        /// Id of the criterion or question.
        question: String,
        /// What is wrong with it; nothing when the question is not asked there at all.
        complaints: Vec<Complaint>,
    },
    /// The page was not open long enough yet. What was answered is kept.
    TooSoon {
        /// How many seconds it still takes.
        seconds: u64,
    },
    /// The page was sent, here or on another device, after this one was loaded: what is saved from this one is not kept.
    Superseded,
    /// There is no such session for this person.
    NotYours,
    /// Someone else has the slot, and no other of the list is free.
    SlotGone,
    /// There is nothing to reopen, accept, extend or take in again.
    NotApplicable,
}

/// A question that is not answered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The page's number in the session; none for closing and screening questions.
    pub step: Option<u32>,
    /// Id of the criterion or question.
    pub question: String,
}
