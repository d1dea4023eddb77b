//! The shapes of the format, which the inner types are written and read through.

use jiff::Timestamp;
use plan::RecordedPresentation;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use study::CriterionId;
use study::response::Answer;

use crate::{
    ArrivalChannel, Author, Content, Failure, ParticipantId, Remark, Screening, SessionEvent, Slot, StudyEvent, Timing,
    TurnAwayReason,
};

#[derive(Serialize, Deserialize)]
#[serde(remote = "SessionEvent", tag = "kind", rename_all = "kebab-case")]
pub(super) enum SessionEventFile {
    Arrived {
        #[serde(with = "participant")]
        participant: ParticipantId,
        #[serde(with = "ArrivalChannelFile")]
        how: ArrivalChannel,
    },
    TurnedAway {
        #[serde(with = "TurnAwayReasonFile")]
        why: TurnAwayReason,
    },
    Consented,
    Declined,
    Screened {
        #[serde(with = "screening")]
        answers: Vec<Screening>,
        passed: bool,
    },
    ScreenedOut,
    Held {
        #[serde(with = "SlotFile")]
        slot: Slot,
        until: Option<Timestamp>,
        presentation: RecordedPresentation,
    },
    InstructionsRead,
    TrainingAnswered {
        attempt: u32,
        question: u32,
        answer: Answer,
        passed: bool,
    },
    Answered {
        step: u32,
        #[serde(with = "CriterionFile")]
        criterion: CriterionId,
        answer: Answer,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        confidence: Option<u32>,
        #[serde(with = "TimingFile", default, skip_serializing_if = "unknown")]
        timing: Timing,
    },
    Dropped {
        step: u32,
        #[serde(with = "CriterionFile")]
        criterion: CriterionId,
    },
    Remarked {
        step: u32,
        #[serde(with = "RemarkFile")]
        remark: Remark,
    },
    Rested {
        step: u32,
    },
    Submitted {
        step: u32,
        #[serde(with = "TimingFile", default, skip_serializing_if = "unknown")]
        timing: Timing,
    },
    CheckPassed {
        step: u32,
        check: u32,
    },
    CheckFailed {
        step: u32,
        check: u32,
    },
    ClosingAnswered {
        answers: Vec<(String, Answer)>,
    },
    Commented {
        text: String,
    },
    Finished,
    Failed {
        #[serde(with = "FailureFile")]
        why: Failure,
    },
    Lapsed,
    Returned,
    Withdrawn,
    Reopened {
        #[serde(with = "SlotFile")]
        slot: Slot,
        until: Option<Timestamp>,
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    AcceptedLate {
        #[serde(with = "SlotFile")]
        slot: Slot,
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    Extended {
        until: Option<Timestamp>,
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    Reissued {
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    Excluded {
        #[serde(with = "AuthorFile")]
        by: Author,
        rule: String,
        reason: String,
    },
    Included {
        #[serde(with = "AuthorFile")]
        by: Author,
        reason: String,
    },
    Flagged {
        #[serde(with = "AuthorFile")]
        by: Author,
        reason: String,
    },
    Erased {
        #[serde(with = "ContentFile")]
        what: Content,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "StudyEvent", tag = "kind", rename_all = "kebab-case")]
pub(super) enum StudyEventFile {
    SlotsAdded {
        list: Option<u32>,
        count: u32,
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    Paused {
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    Resumed {
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    Closed {
        #[serde(with = "AuthorFile")]
        by: Author,
    },
    Unblinded {
        #[serde(with = "AuthorFile")]
        by: Author,
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ArrivalChannel", rename_all = "kebab-case")]
enum ArrivalChannelFile {
    Prolific,
    Mturk,
    Invited,
    Open,
    Typed,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TurnAwayReason", rename_all = "kebab-case")]
enum TurnAwayReasonFile {
    Full,
    Paused,
    Closed,
    AlreadyTookPart,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Failure", rename_all = "kebab-case")]
enum FailureFile {
    Checks,
    Training,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Author", rename_all = "kebab-case")]
enum AuthorFile {
    Rule,
    Researcher(String),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Content", rename_all = "kebab-case")]
enum ContentFile {
    Screened,
    TrainingAnswered,
    Answered,
    Remarked,
    ClosingAnswered,
    Commented,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Slot")]
struct SlotFile {
    list: u32,
    number: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CriterionId")]
struct CriterionFile(String);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Remark")]
struct RemarkFile {
    #[serde(default)]
    problem: bool,
    #[serde(default)]
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Timing")]
struct TimingFile {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    shown_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    active_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    first_action_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    hidden_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    changes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    untouched: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    jumps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    unfocused: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    trapped: Option<u32>,
}

fn unknown(timing: &Timing) -> bool {
    *timing == Timing::default()
}

/// As hexadecimal digits.
mod participant {
    use super::{Deserialize as _, Deserializer, ParticipantId, Serializer};

    pub(super) fn serialize<S: Serializer>(id: &ParticipantId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(id)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ParticipantId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// As pairs of question and option.
mod screening {
    use super::{Deserialize as _, Deserializer, Screening, Serializer};

    pub(super) fn serialize<S: Serializer>(answers: &[Screening], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(answers.iter().map(|answer| (&answer.id, &answer.option)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Screening>, D::Error> {
        let pairs = Vec::<(String, String)>::deserialize(deserializer)?;
        Ok(pairs.into_iter().map(|(id, option)| Screening { id, option }).collect())
    }
}
