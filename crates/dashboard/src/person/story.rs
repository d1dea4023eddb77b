//! What happened in a session, line by line.

use jiff::Timestamp;
use session::{ArrivalChannel, Author, Failure, SessionEvent, TurnAwayReason};
use store::LoggedSessionEvent;

/// One line.
pub(super) struct StoryLine {
    pub(super) at: Timestamp,
    pub(super) words: String,
    /// The time that the words lead to.
    pub(super) until: Option<Timestamp>,
}

/// What happened, in order. Answers and pages are told elsewhere, so here they are gathered.
pub(super) fn story(events: &[LoggedSessionEvent]) -> Vec<StoryLine> {
    let mut lines: Vec<StoryLine> = Vec::new();
    let mut pages = 0_u64;
    for happened in events {
        if matches!(happened.event, SessionEvent::Submitted { .. }) {
            pages += 1;
        }
        if let Some((words, until)) = words(&happened.event) {
            if pages > 0 {
                lines.push(pages_sent_line(pages, happened.at));
                pages = 0;
            }
            lines.push(StoryLine { at: happened.at, words, until });
        }
    }
    if let Some(last) = events.last().filter(|_| pages > 0) {
        lines.push(pages_sent_line(pages, last.at));
    }
    lines
}

/// So many pages were sent by this time.
fn pages_sent_line(pages: u64, at: Timestamp) -> StoryLine {
    StoryLine { at, words: format!("had sent {}", super::words::count_noun(pages, "page")), until: None }
}

/// What happened, and the time that the words lead to.
fn words(event: &SessionEvent) -> Option<(String, Option<Timestamp>)> {
    let words = match event {
        SessionEvent::Arrived { how, .. } => format!("came {}", way(*how)),
        SessionEvent::TurnedAway { why } => format!("was turned away: {}", describe_turn_away(*why)),
        SessionEvent::Consented => "agreed to take part".to_owned(),
        SessionEvent::Declined => "did not agree to take part".to_owned(),
        SessionEvent::Screened { passed: true, .. } => "met the requirements".to_owned(),
        SessionEvent::Screened { passed: false, .. } | SessionEvent::ScreenedOut => {
            "did not meet the requirements".to_owned()
        }
        SessionEvent::Held { slot, until, .. } => {
            let words = format!("was given list {}, as session {} of it", slot.list, slot.number);
            return Some((if until.is_some() { words + ", until" } else { words }, *until));
        }
        SessionEvent::InstructionsRead => "went on from the instructions".to_owned(),
        SessionEvent::Finished => "finished".to_owned(),
        SessionEvent::Failed { why: Failure::Checks } => "failed the checks".to_owned(),
        SessionEvent::Failed { why: Failure::Training } => "failed the training".to_owned(),
        SessionEvent::Lapsed => "the time was over".to_owned(),
        SessionEvent::Returned => "gave the list back".to_owned(),
        SessionEvent::Withdrawn => "withdrew: the answers are erased".to_owned(),
        SessionEvent::Reopened { by, .. } => format!("{} let the session continue", author(by)),
        SessionEvent::AcceptedLate { by, .. } => format!("{} accepted the late work", author(by)),
        SessionEvent::Extended { until, by } => {
            let how_long = if until.is_some() { "until" } else { "for ever" };
            return Some((format!("{} gave time {how_long}", author(by)), *until));
        }
        SessionEvent::Reissued { by } => format!("{} gave the slot to someone else", author(by)),
        SessionEvent::Excluded { by, rule, reason } => {
            format!("{} excluded it by the rule `{rule}`: {reason}", author(by))
        }
        SessionEvent::Included { by, reason } => format!("{} included it again: {reason}", author(by)),
        SessionEvent::Flagged { by, reason } => format!("{} marked it: {reason}", author(by)),
        SessionEvent::Commented { .. } => "left a comment".to_owned(),
        SessionEvent::Remarked { step, remark } if remark.problem => format!("reported a problem on page {}", step + 1),
        SessionEvent::Remarked { step, .. } => format!("commented on page {}", step + 1),
        SessionEvent::Rested { step } => format!("went on after a break before page {}", step + 1),
        SessionEvent::ClosingAnswered { .. } => "answered the closing questions".to_owned(),
        SessionEvent::CheckFailed { step, .. } => format!("failed the check on page {}", step + 1),
        SessionEvent::TrainingAnswered { .. }
        | SessionEvent::Answered { .. }
        | SessionEvent::Dropped { .. }
        | SessionEvent::Submitted { .. }
        | SessionEvent::CheckPassed { .. }
        | SessionEvent::Erased { .. } => return None,
    };
    Some((words, None))
}

fn way(how: ArrivalChannel) -> &'static str {
    match how {
        ArrivalChannel::Prolific => "from Prolific",
        ArrivalChannel::Mturk => "from Mechanical Turk",
        ArrivalChannel::Invited => "by a personal link",
        ArrivalChannel::Open => "by the open link",
        ArrivalChannel::Typed => "with an id they typed",
    }
}

fn describe_turn_away(why: TurnAwayReason) -> &'static str {
    match why {
        TurnAwayReason::Full => "every slot was taken",
        TurnAwayReason::Paused => "the study was paused",
        TurnAwayReason::Closed => "the study was closed",
        TurnAwayReason::AlreadyTookPart => "they had done the maximum number of lists",
    }
}

fn author(by: &Author) -> &str {
    match by {
        Author::Rule => "a rule of the study",
        Author::Researcher(name) => name,
    }
}
