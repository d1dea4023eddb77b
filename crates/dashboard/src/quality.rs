//! How well people work, by list and by person, while the study runs. Which system an answer is about is not looked at.

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use live::flags::{ListQuality, Quality};
use live::{MorePeople, PowerForecast, PowerStanding, SessionView};
use web::Fault;

use super::answers::not_concluded;
use super::frame::{Frame, Tab, show};
use super::paginate::{TablePage, TableQuery};
use super::researcher::Researcher;
use super::words;

#[derive(Template)]
#[template(path = "quality.html")]
struct QualityPage {
    frame: Frame,
    lists: Vec<ListQuality>,
    /// Whether the power that was rehearsed will be reached; nothing where nobody can tell.
    power: Option<PowerStanding>,
    /// What to add so that every list ends with what the plan wants: the list, how many are missing.
    missing: Vec<(u32, u32)>,
    sheet: TablePage<Row>,
}

/// One session.
struct Row {
    number: u32,
    state: &'static str,
    excluded: bool,
    list: Option<u32>,
    quality: Quality,
}

impl Row {
    fn new(seen: &SessionView, quality: &Quality) -> Row {
        Row {
            number: seen.number,
            state: seen.state().title(),
            excluded: seen.session.excluded.is_some(),
            list: seen.session.assignment.as_ref().map(|assignment| assignment.slot.list),
            quality: *quality,
        }
    }
}

/// `GET /dashboard/s/{study}/quality`
pub(super) async fn page(researcher: Researcher, Query(asked): Query<TableQuery>) -> Result<Response, Fault> {
    let study = &researcher.study;
    let board = study.collector().slot_board().await?;
    let ledger = study.ledger_with_flags().await?;
    let lists = ledger.list_qualities(&board);
    let worked = |seen: &SessionView| seen.session.assignment.is_some();
    let rows = ledger.sessions().iter().zip(ledger.qualities()).filter(|(seen, _)| worked(seen));
    let mut rows: Vec<Row> = rows.map(|(seen, quality)| Row::new(seen, quality)).collect();
    sort(&mut rows, asked.sort());
    let power = match study.conclusions() {
        None => None,
        Some(conclusions) => Some(conclusions.power().await.map_err(|error| not_concluded(&error))?),
    };
    let frame = Frame::for_study("Quality", &researcher, Tab::Quality);
    let busy = matches!(power, Some(PowerStanding::Computing));
    let missing = lists.iter().filter(|list| list.usable.0 < list.usable.1);
    show(&QualityPage {
        frame: if busy { frame.live() } else { frame },
        power,
        missing: missing.map(|list| (list.list, list.usable.1 - list.usable.0)).collect(),
        lists,
        sheet: TablePage::cut(rows, &asked, "session"),
    })
}

/// By the column asked for, what needs a look first; whoever has no number comes last.
fn sort(rows: &mut [Row], by: &str) {
    let last = |number: Option<f64>| number.unwrap_or(f64::INFINITY);
    let key = |row: &Row| match by {
        "number" => f64::from(row.number),
        "pace" => last(row.quality.pace),
        "checks" => -(row.quality.checks.0 as f64),
        "side" => last(row.quality.favourite.map(|(_, chosen, of)| -(chosen as f64) / of.max(1) as f64)),
        _ => last(row.quality.agreement.map(|(share, _)| share)),
    };
    rows.sort_by(|one, other| key(one).total_cmp(&key(other)).then(one.number.cmp(&other.number)));
}

/// The claims that fall short.
fn short_claims(forecast: &PowerForecast) -> Vec<&live::ClaimPower> {
    forecast.claims.iter().filter(|claim| claim.short).collect()
}

/// A share as a whole percentage.
fn percent(share: &f64) -> String {
    format!("{:.0}\u{a0}%", share * 100.0)
}

/// A part of a whole as a percentage; a dash where there is no whole.
fn part(part: &usize, of: &usize) -> String {
    if *of == 0 { "–".to_owned() } else { percent(&(*part as f64 / *of as f64)) }
}

/// A time in seconds as the dashboard writes it.
fn format_seconds(secs: &f64) -> String {
    words::format_duration(&((secs * 1000.0) as u64))
}
