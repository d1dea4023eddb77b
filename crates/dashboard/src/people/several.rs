//! Doing the same to several sessions, with one reason.

use axum::response::Response;
use session::{Author, Command, Reply, SessionId};
use web::{Fault, see_other};

use super::query::PeopleQuery;
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

/// The numbers of the sessions that were chosen: the ticked ones, or all that the table was narrowed to, on whatever page.
pub(super) async fn chosen_sessions(form: &StudyForm) -> Result<Vec<u32>, Fault> {
    let mut numbers: Vec<u32> = if form.fields.is_ticked("all") {
        let (asked, ledger) = (PeopleQuery::of_form(&form.fields), form.researcher.study.ledger_with_flags().await?);
        let sessions = ledger.sessions().iter().zip(ledger.flags());
        sessions.filter(|(seen, flags)| asked.matches(seen, flags)).map(|(seen, _)| seen.number).collect()
    } else {
        form.fields.all("session").filter_map(|number| number.parse().ok()).collect()
    };
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// `session 4`, or `2 sessions: 4, 7`.
pub(crate) fn session_names(numbers: &[u32]) -> String {
    let shown: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match shown.as_slice() {
        [one] => format!("session {one}"),
        several => format!("{} sessions: {}", several.len(), several.join(", ")),
    }
}

/// `POST /dashboard/s/{study}/people/several`: asks first, then does it, one by one.
pub(crate) async fn act(form: StudyForm) -> Result<Response, Fault> {
    let action =
        Action::ALL.into_iter().find(|action| action.word() == form.fields.text("action")).ok_or(Fault::Malformed)?;
    let reason = form.fields.text("reason").to_owned();
    let numbers = chosen_sessions(&form).await?;
    if numbers.is_empty() {
        return refuse(&form, "No session was selected: go back and select some.".to_owned(), "people");
    }
    if reason.is_empty() {
        let why = "The reason is missing: go back and enter one. It is recorded with every session.";
        return refuse(&form, why.to_owned(), "people");
    }
    if !is_sure(&form) {
        let mut shown = vec![format!("To {}.", session_names(&numbers))];
        let given = format!("Reason, kept with each: {reason}");
        shown.push(given);
        let mut carried = vec![("action", action.word().to_owned()), ("reason", reason)];
        carried.extend(numbers.iter().map(|number| ("session", number.to_string())));
        let question = Question {
            tab: Tab::People,
            heading: action.heading(),
            effects: shown,
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
    form.note(
        action.logged_as(),
        &format!("{done} of {}: {reason}", words::count_noun(numbers.len() as u64, "session")),
    )
    .await?;
    Ok(see_other(&form.researcher.address(&format!("people?did={}&done={done}", action.word()))))
}
