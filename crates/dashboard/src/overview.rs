//! How the study stands: slots, forecast, money, time, arrivals and where people leave.

mod arrivals;
mod forecast;
mod funnel;
mod link;
mod money;
mod slots;

use arrivals::Arrivals;
use askama::Template;
use axum::Json;
use axum::http::HeaderMap;
use axum::response::Response;
use forecast::Forecast;
use funnel::Funnel;
use jiff::Timestamp;
use live::Times;
use live::flags::{Flag, Kind};
use live::ledger::outcome_title;
use live::ledger::{Ledger, State};
use money::Money;
use serde_json::{Value, json};
use session::{Intake, Outcome, SlotBoard};
use study::Study;
use web::Fault;

use super::frame::{Frame, Tab, show};
use super::researcher::{Reader, Researcher};
use super::rights::Right;
use super::words;
use link::Entrance;
pub(super) use slots::Slots;

/// Everything on the page.
pub(super) struct Summary {
    pub(super) intake: Intake,
    pub(super) slots: Slots,
    forecast: Forecast,
    money: Option<Money>,
    times: Times,
    arrivals: Arrivals,
    funnel: Funnel,
    arrived: usize,
    /// How sessions ended, those that did not finish: what it is called, its word in addresses, how many.
    ended: Vec<(&'static str, &'static str, usize)>,
    turned_away: usize,
    excluded: usize,
}

impl Summary {
    pub(super) fn new(study: &Study, ledger: &Ledger, standing: &SlotBoard, now: Timestamp) -> Summary {
        let sessions = ledger.sessions();
        let slots = Slots::from_board(standing);
        let count = |wanted: State| sessions.iter().filter(|seen| seen.state() == wanted).count();
        let unfinished = Outcome::ALL.into_iter().filter(|outcome| *outcome != Outcome::Finished);
        let payment = study.payment.as_ref();
        Summary {
            intake: standing.log().intake,
            forecast: Forecast::from_completions(&finished_at(ledger), slots.missing(), standing.log().intake, now),
            money: payment.and_then(|payment| Money::from_sessions(payment, sessions, slots.missing())),
            times: Times::from_sessions(payment, sessions),
            arrivals: Arrivals::from_sessions(sessions, now),
            funnel: Funnel::from_sessions(study, sessions, now),
            arrived: sessions.len(),
            ended: unfinished
                .map(|outcome| (outcome_title(&outcome), outcome.word(), count(State::Ended(outcome))))
                .collect(),
            turned_away: count(State::TurnedAway),
            excluded: sessions.iter().filter(|seen| seen.session.excluded.is_some()).count(),
            slots,
        }
    }

    /// Whether an hour pays less than the study promises.
    pub(super) fn pays_below_floor(&self) -> bool {
        self.times.below_floor()
    }

    /// What was spent on lists.
    pub(super) fn amount_spent(&self) -> Option<String> {
        self.money.as_ref().map(|money| money.spent.to_string())
    }
}

/// When those who finished did, in order.
fn finished_at(ledger: &Ledger) -> Vec<Timestamp> {
    let finished = ledger.sessions().iter().filter(|seen| seen.session.outcome == Some(Outcome::Finished));
    let mut times: Vec<Timestamp> = finished.filter_map(|seen| seen.ended_at).collect();
    times.sort();
    times
}

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    frame: Frame,
    now: Timestamp,
    summary: Summary,
    entrance: Option<Entrance>,
    /// Flags that sessions have, with how many.
    flags: Vec<(Kind, usize)>,
}

/// `GET /dashboard/s/{study}/`
pub(super) async fn page(headers: HeaderMap, researcher: Researcher) -> Result<Response, Fault> {
    let (study, now) = (&researcher.study, researcher.by.now);
    let standing = study.collector().slot_board().await?;
    let ledger = study.ledger_with_flags().await?;
    let summary = Summary::new(&study.study, &ledger, &standing, now);
    let has = |flags: &&Vec<Flag>, kind: Kind| flags.iter().any(|flag| flag.kind == kind);
    let flags = Kind::ALL
        .into_iter()
        .map(|kind| (kind, ledger.flags().iter().filter(|flags| has(flags, kind)).count()))
        .filter(|(_, count)| *count > 0)
        .collect();
    let entrance = Some(Entrance::new(study, &researcher.by.context.endpoint, &headers));
    let frame = Frame::for_study("Overview", &researcher, Tab::Overview).live();
    show(&OverviewPage { entrance, flags, ..build_page(frame, summary, now) })
}

/// The page without what only a server knows.
fn build_page(frame: Frame, summary: Summary, now: Timestamp) -> OverviewPage {
    OverviewPage { frame, now, summary, entrance: None, flags: Vec::new() }
}

/// `GET /dashboard/s/{study}/overview.json`
pub(super) async fn numbers(reader: Reader) -> Result<Json<Value>, Fault> {
    let study = &reader.study;
    let standing = study.collector().slot_board().await?;
    let summary = Summary::new(&study.study, &*study.ledger().await?, &standing, reader.now);
    let ended: serde_json::Map<String, Value> =
        summary.ended.iter().map(|(name, _, count)| (name.replace(' ', "-"), json!(count))).collect();
    Ok(Json(json!({
        "format": 1,
        "study": study.name,
        "at": reader.now.to_string(),
        "intake": intake_word(summary.intake),
        "slots": {
            "wanted": summary.slots.wanted,
            "open": summary.slots.open,
            "held": summary.slots.held,
            "finished": summary.slots.finished,
        },
        "sessions": {
            "arrived": summary.arrived,
            "turned-away": summary.turned_away,
            "excluded": summary.excluded,
            "ended": ended,
        },
        "full_at": summary.forecast.time().map(|at| at.to_string()),
        "median_active_seconds": summary.times.active_ms.map(|ms| ms / 1000),
        "money": summary.money.as_ref().filter(|_| Right::Spend.is_of(reader.role)).map(Money::json),
    })))
}

/// Whether people are let in, in a word.
pub(super) fn intake_word(intake: Intake) -> &'static str {
    match intake {
        Intake::Open => "open",
        Intake::Paused => "paused",
        Intake::Closed => "closed",
    }
}

#[cfg(test)]
mod tests;
