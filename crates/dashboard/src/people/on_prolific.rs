//! Doing something on Prolific about several sessions: approving their submissions, writing to their people. Both ask first.

use std::collections::BTreeMap;

use axum::response::Response;
use live::reconcile::{Finding, Pair, Todo};
use web::{Fault, see_other};

use super::several::{chosen_sessions, session_names};
use crate::confirm::{Question, ask, is_sure, refuse};
use crate::forms::StudyForm;
use crate::frame::Tab;
use crate::reconcile::api;
use crate::words;

/// Longer messages are a slip.
const LONGEST: usize = 3000;

/// `POST /dashboard/s/{study}/people/several/approve`: shows which of the ticked sessions are to be approved and what that costs.
/// Whatever is said yes to there goes the way of the other approvals.
pub(crate) async fn approve(form: StudyForm) -> Result<Response, Fault> {
    let (there, pairs) = match both_sides(&form).await? {
        Ok(both) => both,
        Err(why) => return refuse(&form, why, "people"),
    };
    let (mut due, mut left) = (Vec::new(), BTreeMap::<&str, Vec<u32>>::new());
    for number in chosen_sessions(&form).await? {
        match of_session(&pairs, number) {
            Some(pair) if pair.finding.todo() == Todo::Approve => due.push(pair),
            Some(pair) => left.entry(pair.finding.words()).or_default().push(number),
            None => left.entry("their id is not stored, or Prolific does not know it").or_default().push(number),
        }
    }
    let left: Vec<String> =
        left.iter().map(|(why, numbers)| format!("Left out, {}: {why}.", session_names(numbers))).collect();
    if due.is_empty() {
        let why = if left.is_empty() { "No session was selected.".to_owned() } else { left.join(" ") };
        return refuse(&form, format!("There is nothing to approve. {why}"), "people");
    }
    api::ask_to_approve(&form, &there, &due, left)
}

/// `POST /dashboard/s/{study}/people/several/message`: asks first, then writes to the people of the ticked sessions.
pub(crate) async fn message(form: StudyForm) -> Result<Response, Fault> {
    let text = match text(&form) {
        Ok(text) => text,
        Err(why) => return refuse(&form, why, "people"),
    };
    let (there, pairs) = match both_sides(&form).await? {
        Ok(both) => both,
        Err(why) => return refuse(&form, why, "people"),
    };
    let numbers = chosen_sessions(&form).await?;
    // Only whom Prolific knows: an id that was made up gets nothing.
    let known = |number: &u32| {
        of_session(&pairs, *number).filter(|pair| pair.submission.is_some() && pair.finding != Finding::UnknownThere)
    };
    let reached: Vec<(u32, &Pair)> = numbers.iter().filter_map(|number| Some((*number, known(number)?))).collect();
    let mut people: Vec<String> =
        reached.iter().filter_map(|(_, pair)| Some(pair.session.as_ref()?.person.clone())).collect();
    people.sort();
    people.dedup();
    if people.is_empty() {
        let why = "Prolific knows none of the selected people; nothing was sent.";
        return refuse(&form, why.to_owned(), "people");
    }
    let count = words::people(people.len() as u64);
    let sessions = session_names(&reached.iter().map(|(number, _)| *number).collect::<Vec<_>>());
    if !is_sure(&form) {
        let left = numbers.len() - reached.len();
        let mut effects = vec![format!("{count} get this message, once: {sessions}.")];
        effects.extend(
            (left > 0).then(|| {
                format!("Left out: {} that Prolific does not know.", words::count_noun(left as u64, "session"))
            }),
        );
        effects.push(format!("“{text}”"));
        let mut carried = vec![("message", text)];
        carried.extend(reached.iter().map(|(number, _)| ("session", number.to_string())));
        let question = Question {
            tab: Tab::People,
            heading: "Write to people on Prolific?",
            effects,
            button: "Send it",
            action: "people/several/message",
            carried,
        };
        return ask(&form, &question);
    }
    let prolific = form.researcher.study.prolific().ok_or(Fault::NotFound)?;
    // Noted before, so that it stands there whatever becomes of the request.
    form.note("writes to people on Prolific", &format!("{count}, {sessions}: {text}")).await?;
    match prolific.message(&there, &people, &text).await {
        Ok(()) => Ok(see_other(&form.researcher.address(&format!("people?did=message&done={}", reached.len())))),
        Err(error) => {
            form.note("could not write to people on Prolific", &format!("{count}, {sessions}: {error}")).await?;
            refuse(&form, error.to_string(), "people")
        }
    }
}

/// What is to be written: one of the study's messages, or what was typed.
fn text(form: &StudyForm) -> Result<String, String> {
    let study = &form.researcher.study.study;
    let template = form.fields.text("template");
    let text = match study.prolific.as_ref().and_then(|section| section.messages.get(template)) {
        Some(message) => message.as_str(),
        None => form.fields.text("message"),
    };
    let title = study.prolific.as_ref().and_then(|section| section.title.as_ref()).unwrap_or(&study.about.title);
    let text = text.replace("{title}", title).replace('\r', "");
    match text.chars().count() {
        0 => Err("The message is empty: write one, or choose one of the study's. Nothing was sent.".to_owned()),
        1..=LONGEST => Ok(text),
        long => Err(format!("The message has {long} characters; the maximum is {LONGEST}.")),
    }
}

/// The pair of a session.
fn of_session(pairs: &[Pair], number: u32) -> Option<&Pair> {
    pairs.iter().find(|pair| pair.session.as_ref().is_some_and(|session| session.number == number))
}

/// The study's id there, and both sides; why not, where Prolific refuses.
async fn both_sides(form: &StudyForm) -> Result<Result<(String, Vec<Pair>), String>, Fault> {
    let there = form.researcher.study.study.participants.prolific_study.clone().ok_or(Fault::NotFound)?;
    Ok(match api::table(form, &there).await? {
        Ok(table) => Ok((there, table.pairs)),
        Err(error) => Err(error.to_string()),
    })
}
