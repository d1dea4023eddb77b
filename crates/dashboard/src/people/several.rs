//! Doing the same to several sessions, with one reason.

use axum::response::Response;
use session::{Author, Command, Reply, SessionId};
use web::{Fault, see_other};

use crate::confirm::{Question, ask, is_sure, refuse};
use crate::forms::StudyForm;
use crate::frame::Tab;
use crate::words;

/// What can be done to several sessions at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Exclude,
    Include,
    Mark,
}

impl Action {
    const ALL: [Action; 3] = [Action::Exclude, Action::Include, Action::Mark];

    fn word(self) -> &'static str {
        match self {
            Action::Exclude => "exclude",
            Action::Include => "include",
            Action::Mark => "mark",
        }
    }

    fn logged_as(self) -> &'static str {
        match self {
            Action::Exclude => "excluded sessions",
            Action::Include => "included sessions again",
            Action::Mark => "marked sessions",
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Action::Exclude => "Exclude from the analysis",
            Action::Include => "Include again",
            Action::Mark => "Mark",
        }
    }

    fn command(self, by: Author, reason: String) -> Command {
        match self {
            Action::Exclude => Command::Exclude { by, rule: "researcher".to_owned(), reason },
            Action::Include => Command::Include { by, reason },
            Action::Mark => Command::Flag { by, reason },
        }
    }
}

/// The numbers of the sessions that were ticked.
pub(super) fn ticked(form: &StudyForm) -> Vec<u32> {
    let mut numbers: Vec<u32> = form.fields.all("session").filter_map(|number| number.parse().ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// `POST /dashboard/s/{study}/people/several`: asks first, then does it, one by one.
pub(crate) async fn act(form: StudyForm) -> Result<Response, Fault> {
    let action =
        Action::ALL.into_iter().find(|action| action.word() == form.fields.text("action")).ok_or(Fault::Malformed)?;
    let reason = form.fields.text("reason").to_owned();
    let numbers = ticked(&form);
    let shown: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let shown = shown.join(", ");
    if numbers.is_empty() {
        return refuse(&form, "No session was ticked: go back and tick some.".to_owned(), "people");
    }
    if reason.is_empty() {
        let why = "A reason is missing: go back and give one. It is kept with every session.";
        return refuse(&form, why.to_owned(), "people");
    }
    if !is_sure(&form) {
        let sessions = words::many(numbers.len() as u64, "session");
        let given = format!("Reason, kept with each: {reason}");
        let mut carried = vec![("action", action.word().to_owned()), ("reason", reason)];
        carried.extend(numbers.iter().map(|number| ("session", number.to_string())));
        let question = Question {
            tab: Tab::People,
            heading: action.heading(),
            effects: vec![format!("{sessions}: {shown}"), given],
            button: action.heading(),
            action: "people/several",
            carried,
        };
        return ask(&form, &question);
    }
    let (study, now) = (&form.researcher.study, form.researcher.by.now);
    let ledger = study.ledger().await?;
    let ids: Vec<SessionId> = numbers.iter().filter_map(|number| Some(ledger.session(*number)?.id())).collect();
    drop(ledger);
    let mut done = 0_u64;
    for id in ids {
        let command = action.command(form.researcher.by.author(), reason.clone());
        if let Reply::Show(_) = study.handle(id, command, now).await?.reply {
            done += 1;
        }
    }
    form.note(action.logged_as(), &format!("{done} of {}: {reason}", words::many(numbers.len() as u64, "session")))
        .await?;
    Ok(see_other(&form.researcher.address(&format!("people?done={done}"))))
}
