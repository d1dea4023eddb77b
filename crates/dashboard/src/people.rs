//! Everyone who came: a table to be searched, filtered and sorted.

mod find;
mod on_prolific;
mod query;
mod several;

use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use live::flags::{Flag, Kind};
use live::ledger::{SessionView, State};
use session::Outcome;
use study::file::Platform;
use web::Fault;

use self::query::{PeopleQuery, Sort};
use super::frame::{Frame, Tab, show};
use super::researcher::Researcher;
use super::rights::Right;
use super::words;
pub(super) use find::find;
pub(super) use on_prolific::{approve, message};
pub(super) use several::{act as act_on_several, session_names};

/// Rows on one page.
const ROWS: usize = 100;

#[derive(Template)]
#[template(path = "people.html")]
struct PeoplePage<'a> {
    frame: Frame,
    asked: &'a PeopleQuery,
    rows: Vec<Row<'a>>,
    /// How many there are in all.
    all: usize,
    /// How many were asked for.
    found: usize,
    /// Which row is the first shown, from 1.
    first: usize,
    /// From 1.
    page: usize,
    pages: usize,
    states: Vec<State>,
    lists: usize,
    /// Whether the study has checks.
    checks: bool,
    reconciles: bool,
    /// Messages of the study by name, where Prolific can be asked to do something; nothing where it cannot.
    messages: Option<Vec<&'a str>>,
}

struct Row<'a> {
    seen: &'a SessionView,
    flags: &'a [Flag],
}

impl Row<'_> {
    fn list(&self) -> Option<u32> {
        self.seen.session.assignment.as_ref().map(|assignment| assignment.slot.list)
    }

    fn pages(&self) -> String {
        let total = self.seen.session.assignment.as_ref().map_or(0, |assignment| assignment.steps);
        if total == 0 { String::new() } else { format!("{}/{total}", self.seen.session.submitted.len()) }
    }

    fn time(&self) -> String {
        self.seen.active_ms().map(|ms| words::format_duration(&ms)).unwrap_or_default()
    }

    fn checks(&self) -> String {
        let (failed, all) = (self.seen.session.failed_checks(), self.seen.session.checks.len());
        if all == 0 { String::new() } else { format!("{}/{all}", all - failed) }
    }
}

/// `GET /dashboard/s/{study}/people`
pub(super) async fn page(researcher: Researcher, Query(asked): Query<PeopleQuery>) -> Result<Response, Fault> {
    let study = &researcher.study.study;
    let on_prolific = researcher.study.prolific().is_some() && study.participants.prolific_study.is_some();
    let messages = study.prolific.iter().flat_map(|section| section.messages.keys()).map(String::as_str);
    let ledger = researcher.study.ledger_with_flags().await?;
    let flags = ledger.flags();
    let mut rows: Vec<Row<'_>> = ledger
        .sessions()
        .iter()
        .zip(flags)
        .map(|(seen, flags)| Row { seen, flags })
        .filter(|row| asked.matches(row.seen, row.flags))
        .collect();
    sort(&mut rows, asked.sort());
    let found = rows.len();
    let pages = found.div_ceil(ROWS).max(1);
    let at = asked.page().min(pages) - 1;
    let rows: Vec<Row<'_>> = rows.into_iter().skip(at * ROWS).take(ROWS).collect();
    show(&PeoplePage {
        frame: Frame::for_study("People", &researcher, Tab::People),
        asked: &asked,
        rows,
        all: ledger.sessions().len(),
        found,
        first: at * ROWS + 1,
        page: at + 1,
        pages,
        states: STATES.to_vec(),
        lists: researcher.study.plan.lists().len(),
        checks: !researcher.study.study.checks.is_empty(),
        reconciles: Right::Settle.is_of(researcher.role)
            && matches!(researcher.study.study.participants.from, Platform::Prolific | Platform::Mturk),
        messages: on_prolific.then(|| messages.collect()),
    })
}

const STATES: [State; 11] = [
    State::Arrived,
    State::TurnedAway,
    State::AtWork,
    State::Ended(Outcome::Finished),
    State::Ended(Outcome::Declined),
    State::Ended(Outcome::ScreenedOut),
    State::Ended(Outcome::FailedCheck),
    State::Ended(Outcome::FailedTraining),
    State::Ended(Outcome::TooLate),
    State::Ended(Outcome::Returned),
    State::Ended(Outcome::Withdrawn),
];

/// By the column asked for; within it by arrival.
fn sort(rows: &mut [Row<'_>], sort: Sort) {
    match sort {
        Sort::Arrival => {}
        Sort::Latest => rows.reverse(),
        Sort::State => rows.sort_by_key(|row| row.seen.state()),
        Sort::List => rows.sort_by_key(|row| row.list()),
        // Whoever has no time is neither fast nor slow.
        Sort::Fastest => rows.sort_by_cached_key(|row| row.seen.active_ms().map_or((true, 0), |ms| (false, ms))),
        Sort::Slowest => rows.sort_by_cached_key(|row| std::cmp::Reverse(row.seen.active_ms())),
        Sort::Checks => rows.sort_by_key(|row| std::cmp::Reverse(row.seen.session.failed_checks())),
        Sort::Flags => rows.sort_by_key(|row| std::cmp::Reverse(row.flags.len())),
    }
}
