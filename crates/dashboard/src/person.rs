//! One session: how it stands, its story, its answers and times page by page, and what can be done about it.

mod act;
mod story;

pub(super) use act::act;

use std::collections::HashMap;

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::Response;
use live::LiveStudy;
use live::flags::{Flag, Kind, Others};
use live::ledger::{Ledger, SessionView, State};
use pages::{FormState, Key, Screen};
use serde::Deserialize;
use session::{Assignment, Outcome, Subject, page_questions};
use store::StoreError;
use study::Study;
use web::Fault;

use self::story::{StoryLine, story};
use super::answer_text::answer_text;
use super::files;
use super::frame::{Frame, Tab, show};
use super::researcher::Researcher;
use super::words;

#[derive(Template)]
#[template(path = "person.html")]
struct SessionPage<'a> {
    frame: Frame,
    seen: &'a SessionView,
    flags: &'a [Flag],
    story: Vec<StoryLine>,
    steps: Vec<Step>,
    closing: Vec<(String, String)>,
    others: Vec<u32>,
    /// What the person is called in files.
    pseudonym: Option<String>,
    said: Option<&'static str>,
}

/// One page of the list.
struct Step {
    number: u32,
    about: String,
    /// Of each criterion: its name, the answer, and what everyone else answered.
    answers: Vec<(String, String, Option<String>)>,
    time: String,
    changes: Option<u32>,
    check: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DoneQuery {
    done: Option<String>,
}

/// `GET /dashboard/s/{study}/people/{number}`
pub(super) async fn page(
    researcher: Researcher,
    Path(named): Path<HashMap<String, String>>,
    Query(done): Query<DoneQuery>,
) -> Result<Response, Fault> {
    let study = &researcher.study;
    let ledger = study.ledger_with_flags().await?;
    let seen = find_session(&ledger, &named)?;
    let events = study.collector().store().events_of(&study.name, seen.id(), 0).await;
    let events = events?;
    let flags = ledger.flags();
    let same =
        |other: &&SessionView| other.number != seen.number && other.session.participant == seen.session.participant;
    show(&SessionPage {
        frame: Frame::for_study(&format!("Session {}", seen.number), &researcher, Tab::People),
        seen,
        flags: flags.get(seen.number as usize - 1).map_or(&[], Vec::as_slice),
        story: story(&events),
        steps: steps(study, seen, &ledger.answers_of_others(seen)),
        closing: closing(&study.study, seen),
        others: ledger.sessions().iter().filter(same).map(|other| other.number).collect(),
        pseudonym: seen.session.participant.and_then(|person| ledger.pseudonyms().name(person)),
        said: done.done.as_deref().and_then(act::confirmation_of),
    })
}

pub(super) fn number(named: &HashMap<String, String>) -> Result<u32, Fault> {
    let number = named.get("number").and_then(|number| number.parse().ok());
    number.filter(|number| *number > 0).ok_or(Fault::NotFound)
}

pub(super) fn find_session<'a>(ledger: &'a Ledger, named: &HashMap<String, String>) -> Result<&'a SessionView, Fault> {
    ledger.session(number(named)?).ok_or(Fault::NotFound)
}

/// The pages of the list with what was answered on them.
fn steps(study: &LiveStudy, seen: &SessionView, beside: &Beside) -> Vec<Step> {
    let Some(assignment) = &seen.session.assignment else { return Vec::new() };
    (0..assignment.steps).map(|number| step(study, (seen, assignment), number, beside)).collect()
}

/// What everyone else answered, by page and criterion.
type Beside = HashMap<(u32, usize), Others>;

/// What a page of a session is about: the id of an item, or which check.
pub(super) fn page_subject(study: &LiveStudy, assignment: &Assignment, step: u32) -> String {
    let asked = page_questions(&study.study, &study.plan, assignment, step).unwrap_or_else(|misfit| {
        tracing::error!(%misfit, "a session does not fit the plan");
        None
    });
    match asked.as_ref().map(|asked| &asked.subject) {
        Some(Subject::Item { item, .. }) => {
            study.study.items.get(*item).map(|item| item.id.0.clone()).unwrap_or_default()
        }
        Some(Subject::Check { check, .. }) => {
            study.study.checks.get(*check).map(|check| format!("check {}", check.id)).unwrap_or_default()
        }
        None => String::new(),
    }
}

fn step(study: &LiveStudy, (seen, assignment): (&SessionView, &Assignment), number: u32, beside: &Beside) -> Step {
    let session = &seen.session;
    let about = page_subject(study, assignment, number);
    let answers = study.study.criteria.iter().enumerate().filter_map(|(index, criterion)| {
        let answer = session.answers.get(&(number, criterion.id.clone()))?;
        let others = beside.get(&(number, index)).map(describe_others);
        Some((criterion.name.clone(), answer_text(&criterion.response, answer, &[]), others))
    });
    let time = seen.pages.get(&number);
    Step {
        number: number + 1,
        about,
        answers: answers.collect(),
        time: time.and_then(|time| time.active_ms).map(|ms| words::format_duration(&ms)).unwrap_or_default(),
        changes: time.and_then(|time| time.changes),
        check: session.checks.get(&number).copied(),
    }
}

fn describe_others(others: &Others) -> String {
    match others {
        Others::Mean { mean, of } => format!("mean {mean:.1} of {of}"),
        Others::Same { same, of } => format!("{same} of {of} the same"),
    }
}

fn closing(study: &Study, seen: &SessionView) -> Vec<(String, String)> {
    let given = seen.session.closing.iter().flatten();
    let answered = given.filter_map(|(id, answer)| {
        let question = study.closing.iter().find(|question| question.id == *id)?;
        Some((question.question.clone(), answer_text(&question.response, answer, &[])))
    });
    answered.collect()
}

#[derive(Template)]
#[template(path = "person-page.html")]
struct OnePage<'a> {
    frame: Frame,
    seen: &'a SessionView,
    step: Step,
    total: u32,
    shown: String,
}

/// `GET /dashboard/s/{study}/people/{number}/page/{step}`: a page as the participant saw it, with their answers.
pub(super) async fn one_page(
    researcher: Researcher,
    Path(named): Path<HashMap<String, String>>,
) -> Result<Response, Fault> {
    let study = &researcher.study;
    let ledger = study.ledger().await?;
    let (seen, number) = (find_session(&ledger, &named)?, page_number(&named)?);
    let shown = render_page(study, seen, number)?;
    let assignment = seen.session.assignment.as_ref().ok_or(Fault::NotFound)?;
    show(&OnePage {
        frame: Frame::for_study(&format!("Session {}, page {}", seen.number, number + 1), &researcher, Tab::People),
        seen,
        step: self::step(study, (seen, assignment), number, &ledger.answers_of_others(seen)),
        total: assignment.steps,
        shown,
    })
}

/// The number of a page in a session, from 0.
fn page_number(named: &HashMap<String, String>) -> Result<u32, Fault> {
    let step: u32 = named.get("step").and_then(|step| step.parse().ok()).ok_or(Fault::NotFound)?;
    step.checked_sub(1).ok_or(Fault::NotFound)
}

/// A page as the participant saw it, with their answers.
fn render_page(study: &LiveStudy, seen: &SessionView, number: u32) -> Result<String, Fault> {
    let assignment = seen.session.assignment.as_ref().ok_or(Fault::NotFound)?;
    let presentation = assignment.presentation(&study.plan).map_err(StoreError::from)?;
    let (list, steps) = (assignment.slot.list as usize, &presentation.steps);
    let screen = Screen::of_step(&study.study, &study.plan, list, steps, number);
    let mut filled = FormState::default();
    for (index, criterion) in study.study.criteria.iter().enumerate() {
        if let Some(answer) = seen.session.answers.get(&(number, criterion.id.clone())) {
            filled.answer(Key { step: number, criterion: index as u32 }, answer);
        }
    }
    let screen = screen.ok_or(Fault::NotFound)?;
    study.pages.render_step(&screen, &filled, &files::base(&study.name)).map_err(|_| Fault::Broken)
}

#[derive(Template)]
#[template(path = "flags.html")]
struct Flags {
    frame: Frame,
}

/// `GET /dashboard/s/{study}/people/flags`: what each flag means.
pub(super) async fn flags(researcher: Researcher) -> Result<Response, Fault> {
    show(&Flags { frame: Frame::for_study("What flags mean", &researcher, Tab::People) })
}

impl SessionPage<'_> {
    fn outcome(&self) -> Option<Outcome> {
        self.seen.session.outcome
    }

    fn may_accept(&self) -> bool {
        self.outcome() == Some(Outcome::TooLate) && self.seen.session.all_submitted()
    }

    fn may_reopen(&self) -> bool {
        matches!(
            self.outcome(),
            Some(Outcome::TooLate | Outcome::FailedCheck | Outcome::FailedTraining | Outcome::Returned)
        )
    }

    fn at_work(&self) -> bool {
        self.seen.state() == State::AtWork
    }

    fn list(&self) -> Option<u32> {
        self.seen.session.assignment.as_ref().map(|assignment| assignment.slot.list)
    }

    /// Whether its slot could be given to someone else: taken back from whoever is at work, or added again.
    fn may_reissue(&self) -> bool {
        let session = &self.seen.session;
        let done = self.outcome() == Some(Outcome::Finished) && session.excluded.is_some() && !session.reissued;
        self.at_work() || done
    }
}
