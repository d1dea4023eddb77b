//! What happened. An event is never changed afterwards; withdrawal alone erases contents.

use jiff::Timestamp;
use plan::RecordedPresentation;
use study::CriterionId;
use study::response::Answer;

use crate::{ParticipantId, Remark, Slot};

/// Something that happened in a session.
#[derive(Debug, Clone, PartialEq)]
pub enum SessionEvent {
    /// Someone came.
    Arrived { participant: ParticipantId, how: ArrivalChannel },
    /// There was no place for them then. They may come again.
    TurnedAway { why: TurnAwayReason },
    /// They agreed to take part.
    Consented,
    /// They did not, or no longer.
    Declined,
    /// They answered the screening questions.
    Screened { answers: Vec<Screening>, passed: bool },
    /// They did not meet what is required.
    ScreenedOut,
    /// A slot was given to them.
    Held {
        slot: Slot,
        /// When it lapses; never without a time limit.
        until: Option<Timestamp>,
        /// What they are shown.
        presentation: RecordedPresentation,
    },
    /// They went on from the instructions.
    InstructionsRead,
    /// They answered a training question. Attempts count from 1, questions from 0.
    TrainingAnswered { attempt: u32, question: u32, answer: Answer, passed: bool },
    /// They answered a question. A later answer to the same question counts, the earlier is kept.
    Answered {
        step: u32,
        criterion: CriterionId,
        answer: Answer,
        /// How sure they are, from 1; nothing where they were not asked or did not say.
        confidence: Option<u32>,
        timing: Timing,
    },
    /// A follow-up is no longer asked, because the answer that it follows was changed: what was answered to it does not count.
    Dropped { step: u32, criterion: CriterionId },
    /// They said something about a page beside its answers. A later remark on the same page takes its place.
    Remarked { step: u32, remark: Remark },
    /// They went on after the break before this step.
    Rested { step: u32 },
    /// They went on from a page.
    Submitted { step: u32, timing: Timing },
    /// The check at this step was passed, when it was first submitted.
    CheckPassed { step: u32, check: u32 },
    /// The check at this step was failed, when it was first submitted.
    CheckFailed { step: u32, check: u32 },
    /// They answered the closing questions.
    ClosingAnswered { answers: Vec<(String, Answer)> },
    /// They left a comment.
    Commented { text: String },
    /// They did it all.
    Finished,
    /// They failed.
    Failed { why: Failure },
    /// The time was over before they finished.
    Lapsed,
    /// They gave the list back.
    Returned,
    /// They asked for their answers to be erased.
    Withdrawn,
    /// The researcher let the session go on.
    Reopened { slot: Slot, until: Option<Timestamp>, by: Author },
    /// The researcher accepted work that came too late.
    AcceptedLate { slot: Slot, by: Author },
    /// The researcher moved the time limit.
    Extended { until: Option<Timestamp>, by: Author },
    /// The researcher gave the slot to someone else: took it back, or wants the list done once more.
    Reissued { by: Author },
    /// Left out of the analysis.
    Excluded { by: Author, rule: String, reason: String },
    /// Taken in again.
    Included { by: Author, reason: String },
    /// Marked for the researcher to look at.
    Flagged { by: Author, reason: String },
    /// What stood here was erased when the participant withdrew.
    Erased { what: Content },
}

/// Something that happened to the study as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyEvent {
    /// More completions are wanted of one list, or of every list.
    SlotsAdded { list: Option<u32>, count: u32, by: Author },
    /// Nobody new is let in for now.
    Paused { by: Author },
    /// People are let in again.
    Resumed { by: Author },
    /// Nobody new is let in any more.
    Closed { by: Author },
    /// The researcher looked at which system is which.
    Unblinded { by: Author, reason: String },
}

/// By which way someone came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrivalChannel {
    /// Prolific's parameters in the link.
    Prolific,
    /// Mechanical Turk's parameters in the link.
    Mturk,
    /// A personal link.
    Invited,
    /// The link that is the same for everyone.
    Open,
    /// An id they typed.
    Typed,
}

/// Why there was no place for someone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnAwayReason {
    /// Every slot that this person could take is held or finished.
    Full,
    /// The study is paused.
    Paused,
    /// The study is closed.
    Closed,
    /// They have done as many lists as one person may.
    AlreadyTookPart,
}

/// What was failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// More checks than are allowed.
    Checks,
    /// The training, as often as it may be tried.
    Training,
}

/// The answer to one screening question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screening {
    /// Id of the question.
    pub id: String,
    /// The option chosen.
    pub option: String,
}

/// What the page saw of the time it took, and of what no person does (nothing where all is as usual). All from the participant's browser, so a hint and no proof;
/// nothing is known without script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timing {
    /// From the page being shown to this.
    pub shown_ms: Option<u64>,
    /// The part of it in which the page was visible and used.
    pub active_ms: Option<u64>,
    /// From the page being shown to the first action on it.
    pub first_action_ms: Option<u64>,
    /// How long the page was hidden.
    pub hidden_ms: Option<u64>,
    /// How often an answer was changed.
    pub changes: Option<u32>,
    /// 1 where the page was sent though nobody touched it: no pointer, no key, no click of assistive technology.
    pub untouched: Option<u32>,
    /// How often the mouse was pressed far from where it was before, without having moved there.
    pub jumps: Option<u32>,
    /// How many fields hold a text that came without anybody having been in the field.
    pub unfocused: Option<u32>,
    /// 1 where the field was filled that neither people nor assistive technology can see.
    pub trapped: Option<u32>,
}

/// Who did what participants cannot do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Author {
    /// The program, by a rule of the study.
    Rule,
    /// A researcher, by the name of their account.
    Researcher(String),
}

/// Kinds of event that hold something a participant said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// [`SessionEvent::Screened`]
    Screened,
    /// [`SessionEvent::TrainingAnswered`]
    TrainingAnswered,
    /// [`SessionEvent::Answered`]
    Answered,
    /// [`SessionEvent::Remarked`]
    Remarked,
    /// [`SessionEvent::ClosingAnswered`]
    ClosingAnswered,
    /// [`SessionEvent::Commented`]
    Commented,
}

/// What an event does to the slots of the study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotEffect {
    /// The session takes this slot, or moves its time limit.
    Hold {
        slot: Slot,
        /// When it lapses.
        until: Option<Timestamp>,
    },
    /// The slot that the session holds lapses at another time.
    Move {
        /// When it lapses.
        until: Option<Timestamp>,
    },
    /// The slot that the session holds is finished.
    Finish,
    /// The session takes this slot, finished at once.
    Fill { slot: Slot },
    /// The slot of the session, if any, is free again.
    Free,
}

impl SessionEvent {
    /// What it does to the slots of the study.
    #[must_use]
    pub fn slot_effect(&self) -> Option<SlotEffect> {
        match self {
            SessionEvent::Held { slot, until, .. } | SessionEvent::Reopened { slot, until, .. } => {
                Some(SlotEffect::Hold { slot: *slot, until: *until })
            }
            SessionEvent::Extended { until, .. } => Some(SlotEffect::Move { until: *until }),
            SessionEvent::Finished => Some(SlotEffect::Finish),
            SessionEvent::AcceptedLate { slot, .. } => Some(SlotEffect::Fill { slot: *slot }),
            SessionEvent::Declined
            | SessionEvent::ScreenedOut
            | SessionEvent::Failed { .. }
            | SessionEvent::Lapsed
            | SessionEvent::Returned
            | SessionEvent::Withdrawn => Some(SlotEffect::Free),
            SessionEvent::Arrived { .. }
            | SessionEvent::TurnedAway { .. }
            | SessionEvent::Consented
            | SessionEvent::Screened { .. }
            | SessionEvent::InstructionsRead
            | SessionEvent::TrainingAnswered { .. }
            | SessionEvent::Answered { .. }
            | SessionEvent::Dropped { .. }
            | SessionEvent::Rested { .. }
            | SessionEvent::Remarked { .. }
            | SessionEvent::Submitted { .. }
            | SessionEvent::CheckPassed { .. }
            | SessionEvent::CheckFailed { .. }
            | SessionEvent::ClosingAnswered { .. }
            | SessionEvent::Commented { .. }
            | SessionEvent::Reissued { .. }
            | SessionEvent::Excluded { .. }
            | SessionEvent::Included { .. }
            | SessionEvent::Flagged { .. }
            | SessionEvent::Erased { .. } => None,
        }
    }

    /// Whether another page is shown after it, from the instructions on.
    pub(crate) fn shows_another_page(&self) -> bool {
        matches!(
            self,
            SessionEvent::Submitted { .. }
                | SessionEvent::Rested { .. }
                | SessionEvent::Held { .. }
                | SessionEvent::InstructionsRead
                | SessionEvent::TrainingAnswered { .. }
                | SessionEvent::Reopened { .. }
        )
    }

    /// The step of which a question was answered, or about which something was said.
    pub(crate) fn answered_step(&self) -> Option<u32> {
        let (SessionEvent::Answered { step, .. } | SessionEvent::Remarked { step, .. }) = self else { return None };
        Some(*step)
    }

    /// What a participant said in it, to be erased when they withdraw.
    #[must_use]
    pub fn content(&self) -> Option<Content> {
        match self {
            SessionEvent::Screened { .. } => Some(Content::Screened),
            SessionEvent::TrainingAnswered { .. } => Some(Content::TrainingAnswered),
            SessionEvent::Answered { .. } => Some(Content::Answered),
            SessionEvent::Remarked { .. } => Some(Content::Remarked),
            SessionEvent::ClosingAnswered { .. } => Some(Content::ClosingAnswered),
            SessionEvent::Commented { .. } => Some(Content::Commented),
            SessionEvent::Arrived { .. }
            | SessionEvent::TurnedAway { .. }
            | SessionEvent::Consented
            | SessionEvent::Declined
            | SessionEvent::ScreenedOut
            | SessionEvent::Held { .. }
            | SessionEvent::InstructionsRead
            | SessionEvent::Dropped { .. }
            | SessionEvent::Rested { .. }
            | SessionEvent::Submitted { .. }
            | SessionEvent::CheckPassed { .. }
            | SessionEvent::CheckFailed { .. }
            | SessionEvent::Finished
            | SessionEvent::Failed { .. }
            | SessionEvent::Lapsed
            | SessionEvent::Returned
            | SessionEvent::Withdrawn
            | SessionEvent::Reopened { .. }
            | SessionEvent::AcceptedLate { .. }
            | SessionEvent::Extended { .. }
            | SessionEvent::Reissued { .. }
            | SessionEvent::Excluded { .. }
            | SessionEvent::Included { .. }
            | SessionEvent::Flagged { .. }
            | SessionEvent::Erased { .. } => None,
        }
    }
}
