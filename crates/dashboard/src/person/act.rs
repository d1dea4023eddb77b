//! What a researcher does about a session. All of it goes through the collector.

use std::collections::HashMap;

use axum::extract::Path;
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use session::{Command, Outcome, Refusal, Reply, StudyCommand};
use web::Fault;

use super::{find_session, number};
use crate::confirm::refuse;
use crate::forms::StudyForm;

/// The longest that time can be given for at once: a month.
const MINUTES_MOST: i64 = 60 * 24 * 31;

/// What can be done about a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Accept,
    Reopen,
    Extend,
    Exclude,
    Include,
    Mark,
    Reissue,
    Withdraw,
}

const REISSUED: &str = "gave a slot to someone else";

/// Its word in addresses, what the audit log calls it, and what the page says once it is done.
const ACTIONS: [(Action, &str, &str, &str); 8] = [
    (Action::Accept, "accept", "accepted late work", "Accepted: it counts as finished."),
    (Action::Reopen, "reopen", "let a session continue", "The session can continue."),
    (Action::Extend, "extend", "gave time", "The time limit was moved."),
    (Action::Exclude, "exclude", "excluded a session", "Excluded from the analysis. The answers are kept."),
    (Action::Include, "include", "included a session again", "Included in the analysis again."),
    (Action::Mark, "mark", "marked a session", "Marked."),
    (Action::Reissue, "reissue", REISSUED, "The slot is open for someone else."),
    (Action::Withdraw, "withdraw", "withdrew a person", "Withdrawn: the answers are erased."),
];

/// What the page says after something was done.
pub(super) fn confirmation_of(done: &str) -> Option<&'static str> {
    ACTIONS.iter().find(|(_, word, _, _)| *word == done).map(|(_, _, _, said)| *said)
}

/// `POST /dashboard/s/{study}/people/{number}/{action}`
pub(crate) async fn act(Path(named): Path<HashMap<String, String>>, form: StudyForm) -> Result<Response, Fault> {
    let word = named.get("action").map(String::as_str).unwrap_or_default();
    let (action, word, logged, _) = *ACTIONS.iter().find(|(_, known, _, _)| *known == word).ok_or(Fault::NotFound)?;
    let number = number(&named)?;
    let back = format!("people/{number}?done={word}");
    let refused = match action {
        Action::Reissue => reissue(&form, &named).await?,
        Action::Withdraw if !form.fields.is_ticked("sure") => {
            Some("Tick the box that says you are sure: what is erased cannot be brought back.".to_owned())
        }
        Action::Accept
        | Action::Reopen
        | Action::Extend
        | Action::Exclude
        | Action::Include
        | Action::Mark
        | Action::Withdraw => match command(&form, action) {
            Ok(command) => run_command(&form, &named, command).await?,
            Err(wrong) => Some(wrong),
        },
    };
    if let Some(why) = refused {
        return refuse(&form, why, &format!("people/{number}"));
    }
    if action == Action::Exclude && form.fields.is_ticked("reissue") && reissue(&form, &named).await?.is_none() {
        form.note(REISSUED, &format!("session {number}")).await?;
    }
    let reason = form.fields.text("reason");
    let detail = if reason.is_empty() { format!("session {number}") } else { format!("session {number}: {reason}") };
    form.log_and_redirect((logged, &detail), &back).await
}

/// The command behind a form, or what is wrong with the form.
fn command(form: &StudyForm, action: Action) -> Result<Command, String> {
    let by = form.researcher.by.author();
    let reason = form.fields.text("reason").to_owned();
    if reason.is_empty() && matches!(action, Action::Exclude | Action::Include | Action::Mark) {
        return Err("Enter a reason: it is recorded with the session.".to_owned());
    }
    match action {
        Action::Accept => Ok(Command::AcceptLate { by }),
        Action::Reopen => Ok(Command::Reopen { until: parse_deadline(form)?, by }),
        Action::Extend => Ok(Command::Extend { until: parse_deadline(form)?, by }),
        Action::Exclude => {
            let rule = form.fields.text("rule");
            Ok(Command::Exclude { by, rule: if rule.is_empty() { "researcher" } else { rule }.to_owned(), reason })
        }
        Action::Include => Ok(Command::Include { by, reason }),
        Action::Mark => Ok(Command::Flag { by, reason }),
        Action::Withdraw => Ok(Command::Withdraw),
        Action::Reissue => Ok(Command::Reissue { by }),
    }
}

/// So many minutes from now.
fn parse_deadline(form: &StudyForm) -> Result<Option<Timestamp>, String> {
    let minutes =
        form.fields.text("minutes").parse::<i64>().ok().filter(|minutes| (1..=MINUTES_MOST).contains(minutes));
    let minutes = minutes.ok_or_else(|| format!("Give the minutes as a number from 1 to {MINUTES_MOST}."))?;
    Ok(form.researcher.by.now.checked_add(SignedDuration::from_mins(minutes)).ok())
}

/// Does it; says why not when it cannot be.
async fn run_command(
    form: &StudyForm,
    named: &HashMap<String, String>,
    command: Command,
) -> Result<Option<String>, Fault> {
    let study = &form.researcher.study;
    let id = find_session(&*study.ledger().await?, named)?.id();
    let handled = study.handle(id, command, form.researcher.by.now).await?;
    Ok(match handled.reply {
        Reply::Show(_) => None,
        Reply::Refused(refusal) => Some(describe_refusal(&refusal)),
    })
}

/// Opens the slot of a session for someone else. Where the work is done, one more completion of the list is wanted.
async fn reissue(form: &StudyForm, named: &HashMap<String, String>) -> Result<Option<String>, Fault> {
    let (study, now, by) = (&form.researcher.study, form.researcher.by.now, form.researcher.by.author());
    let id = find_session(&*study.ledger().await?, named)?.id();
    let handled = study.handle(id, Command::Reissue { by: by.clone() }, now).await?;
    if let Reply::Refused(_) = handled.reply {
        let why = "This session has no slot to give away: it never had one, ended without filling it, or has already given it away. Finished work must be excluded first.";
        return Ok(Some(why.to_owned()));
    }
    if let (Some(Outcome::Finished), Some(assignment)) = (handled.session.outcome, &handled.session.assignment) {
        let add = StudyCommand::AddSlots { list: Some(assignment.slot.list), count: 1, by };
        study.collector().command(add, now).await?;
    }
    Ok(None)
}

fn describe_refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::SlotGone => {
            "Someone else now holds the slot, and no other slot of the list is free. Add a slot to the list first."
        }
        Refusal::Incomplete(_) => {
            "Not every page was submitted, so the work is incomplete. Let the session continue instead."
        }
        Refusal::NotApplicable => "This is not possible in the session's current state. Reload the page.",
        Refusal::TurnedAway(_)
        | Refusal::TooLate
        | Refusal::Ended(_)
        | Refusal::OutOfOrder { .. }
        | Refusal::Unfit { .. }
        | Refusal::Superseded
        | Refusal::TooSoon { .. }
        | Refusal::NotYours => "This is not possible in the session's current state. Reload the page.",
    }
    .to_owned()
}
