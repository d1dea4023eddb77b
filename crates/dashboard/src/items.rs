//! Every item with all answers, and the items that divide people most.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::Response;
use live::LiveStudy;
use live::ledger::SessionView;
use live::{Naming, order_of_texts};
use pages::{FormState, Screen};
use serde::Deserialize;
use session::{Subject, page_questions};
use study::response::position::letter;
use web::Fault;

use super::answer_text::answer_text;
use super::answers::Blind;
use super::disagreement::{Disagreement, disagreements};
use super::files;
use super::frame::{Frame, Tab, show};
use super::researcher::Researcher;
use super::words;

/// Rows on one page.
const ROWS: usize = 100;

#[derive(Template)]
#[template(path = "items.html")]
struct ItemsPage {
    frame: Frame,
    rows: Vec<Row>,
    by_id: bool,
    page: usize,
    pages: usize,
    all: usize,
}

struct Row {
    number: usize,
    id: String,
    beginning: String,
    answers: usize,
    /// From 0 to 100.
    apart: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ItemsQuery {
    #[serde(default)]
    sort: String,
    #[serde(default)]
    page: String,
}

/// `GET /dashboard/s/{study}/items`
pub(super) async fn page(researcher: Researcher, Query(wanted): Query<ItemsQuery>) -> Result<Response, Fault> {
    let study = &researcher.study;
    let ledger = study.ledger().await?;
    let counted = ledger.sessions().iter().filter(|seen| counts(seen));
    let works = counted.map(|seen| seen.work(ledger.questions()));
    let mut found = disagreements(ledger.questions(), study.study.items.len(), works);
    let by_id = wanted.sort == "id";
    if !by_id {
        found.sort_by(|a, b| b.apart.unwrap_or(-1.0).total_cmp(&a.apart.unwrap_or(-1.0)).then(a.item.cmp(&b.item)));
    }
    let (all, pages) = (found.len(), found.len().div_ceil(ROWS).max(1));
    let page = wanted.page.parse().unwrap_or(1).clamp(1, pages);
    let rows = found.iter().skip((page - 1) * ROWS).take(ROWS).map(|disagreement| row(study, disagreement)).collect();
    show(&ItemsPage { frame: Frame::for_study("Items", &researcher, Tab::Items), rows, by_id, page, pages, all })
}

/// Whether the answers of a session count in the analysis, as far as its end tells.
fn counts(seen: &SessionView) -> bool {
    seen.session.outcome == Some(session::Outcome::Finished) && seen.session.excluded.is_none()
}

fn row(study: &LiveStudy, disagreement: &Disagreement) -> Row {
    let item = study.study.items.get(disagreement.item);
    let shown = item.and_then(|item| item.shown.first()).map(String::as_str).unwrap_or_default();
    let beginning: String = shown.chars().take(80).collect();
    Row {
        number: disagreement.item + 1,
        id: item.map(|item| item.id.0.clone()).unwrap_or_default(),
        beginning: if beginning.len() < shown.len() { format!("{beginning}…") } else { beginning },
        answers: disagreement.answers,
        apart: disagreement.apart.map(|apart| (apart * 100.0).round() as u32),
    }
}

#[derive(Template)]
#[template(path = "item.html")]
struct ItemPage {
    frame: Frame,
    blind: Blind,
    number: usize,
    total: usize,
    strata: Vec<(String, String)>,
    shown: String,
    /// What each text is called here and, once unblinded, whose it is.
    texts: Vec<(String, String)>,
    answers: Vec<AnswerRow>,
    left_out: usize,
}

/// One answer to a question about the item.
struct AnswerRow {
    criterion: String,
    /// The texts in the order shown.
    texts: String,
    answer: String,
    session: u32,
    page: u32,
    time: String,
    counts: bool,
}

/// Answers shown at most.
const ANSWERS: usize = 1000;

/// `GET /dashboard/s/{study}/items/{number}`
pub(super) async fn show_item(
    researcher: Researcher,
    Path(named): Path<HashMap<String, String>>,
) -> Result<Response, Fault> {
    let study = &researcher.study;
    let number: usize = named.get("number").and_then(|number| number.parse().ok()).ok_or(Fault::NotFound)?;
    let index = number.checked_sub(1).ok_or(Fault::NotFound)?;
    let item = study.study.items.get(index).ok_or(Fault::NotFound)?;
    let shown = render_item(study, index)?;
    let ledger = study.ledger().await?;
    let blind = Blind::from_ledger(&ledger);
    let order = order(study, index);
    let (naming, names) = (blind.naming(), blind.naming().names(&study.study));
    let texts = order.iter().enumerate().map(|(place, system)| {
        let whose = if naming == Naming::Open { names[*system].clone() } else { String::new() };
        (letter(place).to_uppercase(), whose)
    });
    // Most sessions did not see it: how often they answered about it is known without drawing their list again.
    let questions = ledger.questions();
    let about = |seen: &SessionView| {
        seen.work(questions).given.iter().filter(|given| questions.item(given.question) == Some(index)).count()
    };
    let saw = ledger.sessions().iter().map(|seen| (seen, about(seen))).filter(|(_, answers)| *answers > 0);
    let mut saw: Vec<(&SessionView, usize)> = saw.collect();
    saw.sort_by_key(|(seen, _)| (!counts(seen), seen.number));
    let all: usize = saw.iter().map(|(_, answers)| answers).sum();
    let answers = saw.iter().flat_map(|(seen, _)| session_answers(study, seen, index, &order)).take(ANSWERS);
    let answers: Vec<AnswerRow> = answers.collect();
    let left_out = all.saturating_sub(answers.len());
    show(&ItemPage {
        frame: Frame::for_study(&format!("Item {}", item.id.0), &researcher, Tab::Items),
        blind,
        number,
        total: study.study.items.len(),
        strata: study.study.strata.iter().cloned().zip(item.strata.iter().cloned()).collect(),
        shown,
        texts: texts.collect(),
        answers,
        left_out,
    })
}

/// The systems that have a text for an item, in the order in which its page shows them.
fn order(study: &LiveStudy, item: usize) -> Vec<usize> {
    let outputs = study.study.items.get(item).map(|item| item.outputs.as_slice()).unwrap_or_default();
    let has = |system: &usize| outputs.get(*system).is_some_and(Option::is_some);
    order_of_texts(&study.study, item).into_iter().filter(has).collect()
}

/// An item as participants saw it, but for the order.
fn render_item(study: &LiveStudy, item: usize) -> Result<String, Fault> {
    let known = study.study.items.get(item).ok_or(Fault::NotFound)?;
    let screen = Screen {
        step: 0,
        shown: &known.shown,
        outputs: order(study, item).iter().filter_map(|system| known.outputs[*system].as_deref()).collect(),
        criteria: Vec::new(),
        part: None,
    };
    study.pages.render_step(&screen, &FormState::default(), &files::base(&study.name)).map_err(|_| Fault::Broken)
}

/// What one session answered about an item.
fn session_answers(study: &LiveStudy, seen: &SessionView, item: usize, order: &[usize]) -> Vec<AnswerRow> {
    let Some(assignment) = seen.session.assignment.as_ref() else { return Vec::new() };
    let mut found = Vec::new();
    for ((step, id), answer) in &seen.session.answers {
        let asked = page_questions(&study.study, &study.plan, assignment, *step).unwrap_or_else(|misfit| {
            tracing::error!(%misfit, "a session does not fit the plan");
            None
        });
        let criterion = study.study.criteria.iter().find(|criterion| criterion.id == *id);
        let (Some(asked), Some(criterion)) = (asked, criterion) else { continue };
        let systems = match asked.subject {
            Subject::Item { item: about, systems } if about == item => systems,
            Subject::Item { .. } | Subject::Check { .. } => continue,
        };
        let called = |system: &u16| {
            let place = order.iter().position(|known| *known == usize::from(*system));
            place.map(|place| letter(place).to_uppercase()).unwrap_or_default()
        };
        let outputs: Vec<String> = systems.iter().map(called).collect();
        found.push(AnswerRow {
            criterion: criterion.name.clone(),
            answer: answer_text(&criterion.response, answer, &outputs),
            texts: outputs.join(", "),
            session: seen.number,
            page: step + 1,
            time: seen
                .pages
                .get(step)
                .and_then(|time| time.active_ms)
                .map(|ms| words::format_duration(&ms))
                .unwrap_or_default(),
            counts: counts(seen),
        });
    }
    found
}
