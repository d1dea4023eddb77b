//! A plan at a glance: how many lists, people, hours and how much money, and how even it came out.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table};
use plan::{Balance, Plan, Tally};
use study::Study;

use crate::terminal_table;

/// More sessions than this are not drawn for the table of positions.
const SESSIONS_MOST: u64 = 2000;
/// Larger plans get one line per column instead of one per list.
const ROWS_MOST: usize = 16;
const COLUMNS_MOST: usize = 8;

/// For people.
pub(super) fn to_text(plan: &Plan, study: &Study) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}\nseed {}\n", study.about.title, plan.seed);
    for (name, words) in facts(plan, study) {
        let _ = writeln!(text, "{name:<12}{words}");
    }
    let balance = Balance::count(plan, study, SESSIONS_MOST);
    for tally in &balance.per_list {
        let (rows, columns) = (tally.rows.len(), tally.columns.len());
        let table = if rows <= ROWS_MOST && columns <= COLUMNS_MOST { full("list", tally) } else { ranges(tally) };
        let _ = writeln!(text, "\nPages per list, by {}\n{table}", tally.of);
    }
    let drawn = if balance.sessions_drawn < plan.slots() {
        format!("the first {} of {} sessions", balance.sessions_drawn, plan.slots())
    } else {
        format!("all {} sessions", plan.slots())
    };
    let positions = [
        ("How often each system is in each position", balance.positions),
        ("How often the right answer to a check is in each position", balance.check_sides),
    ];
    for (title, tally) in positions.into_iter().filter_map(|(title, tally)| Some((title, tally?))) {
        let _ = writeln!(text, "\n{title}, over {drawn}\n{}", full("", &tally));
    }
    text
}

fn facts(plan: &Plan, study: &Study) -> Vec<(&'static str, String)> {
    let lengths = (0..plan.lists().len()).map(|list| plan.questions_in(list));
    let (least, most) = (lengths.clone().min().unwrap_or(0), lengths.max().unwrap_or(0));
    let each = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    let checks = plan.lists().first().map_or(0, |list| list.checks.len());
    let with_checks = match checks {
        0 => String::new(),
        1 => " and 1 check".to_owned(),
        more => format!(" and {more} checks"),
    };
    let mut facts = vec![
        ("questions", format!("{}, each answered by {}", plan.questions(), people(u64::from(plan.completions)))),
        ("lists", format!("{}, of {each} questions{with_checks} each", plan.lists().len())),
        ("a list", work(plan, study)),
        ("slots", format!("{}, one for each completion of a list", plan.slots())),
        ("people", people_needed(plan, study)),
    ];
    if let Some(payment) = &study.payment {
        let hours = payment.estimated_minutes / 60.0 * plan.slots() as f64;
        facts.push(("time", format!("{hours:.1} hours, {} min a list", payment.estimated_minutes)));
        facts.push((
            "money",
            match plan.cost(payment) {
                Some(cost) => format!(
                    "{} a list, {} in all, platform fee {}, together {}",
                    cost.per_list, cost.payments, cost.fee, cost.total
                ),
                None => "not known: give `payment.amount` or `payment.floor_per_hour`".to_owned(),
            },
        ));
    }
    facts
}

/// What whoever does a list sees, reads and answers, checks included.
struct Work {
    outputs: usize,
    pages: usize,
    /// Unknown in languages written without blanks.
    words: Option<usize>,
    /// For the answers alone.
    seconds: f64,
}

impl Work {
    fn from_list(plan: &Plan, study: &Study, list: usize) -> Work {
        let checks = plan.lists()[list].checks.iter().filter_map(|check| study.checks.get(*check as usize));
        let mut work = Work { outputs: 0, pages: 0, words: Some(0), seconds: 0.0 };
        let mut add = |outputs: usize, words: Option<usize>, seconds: f64| {
            work.outputs += outputs;
            work.pages += 1;
            work.words = work.words.zip(words).map(|(all, more)| all + more);
            work.seconds += seconds;
        };
        for page in plan.pages(list) {
            let systems = plan.outputs(*page);
            let words = study.items.get(page.item as usize).and_then(|item| study.words_on_page(item, systems));
            let asked: Vec<usize> =
                plan.criteria_on_page(list, *page).iter().map(|criterion| usize::from(*criterion)).collect();
            add(systems.len(), words, study.seconds_to_answer(&asked, systems.len()));
        }
        for check in checks {
            let shown = check.outputs.len();
            add(
                shown,
                study.words_of_check(check),
                study.seconds_to_answer(&study.asked_with_check(check.criterion), shown),
            );
        }
        work
    }

    fn minutes(&self) -> Option<usize> {
        let reading = self.words? as f64 / study::WORDS_PER_MINUTE;
        Some((reading + self.seconds / 60.0).round().max(1.0) as usize)
    }
}

/// What one person sees of a list, and about how long that takes.
fn work(plan: &Plan, study: &Study) -> String {
    let lists: Vec<Work> = (0..plan.lists().len()).map(|list| Work::from_list(plan, study, list)).collect();
    let outputs = range(lists.iter().map(|it| it.outputs));
    let pages = range(lists.iter().map(|it| it.pages));
    let parts = if study.in_parts() { format!(" in {} parts", study.parts.len()) } else { String::new() };
    let sees = format!("each person sees {outputs} outputs on {pages} pages{parts}");
    let read: Option<Vec<(usize, usize)>> = lists.iter().map(|it| it.words.zip(it.minutes())).collect();
    let Some(read) = read else { return sees };
    let minutes = range(read.iter().map(|it| it.1));
    format!("{sees}, about {minutes} min: {} words to read, then the answers", range(read.iter().map(|it| it.0)))
}

/// The least and the most, or the one number.
fn range(numbers: impl Iterator<Item = usize> + Clone) -> String {
    let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    if least == most { most.to_string() } else { format!("{least} to {most}") }
}

fn people(count: u64) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{count} people") }
}

fn people_needed(plan: &Plan, study: &Study) -> String {
    if study.participants.lists_each == 1 {
        return format!("{}, one list each", plan.people());
    }
    let mut lengths = vec![0u32; usize::try_from(plan.itineraries()).unwrap_or(0)];
    for list in plan.lists() {
        lengths[list.itinerary as usize] += 1;
    }
    let (least, most) = (lengths.iter().min().unwrap_or(&0), lengths.iter().max().unwrap_or(&0));
    let each = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    format!("{} at least, {each} lists each", plan.people())
}

/// Every count.
fn full(corner: &str, tally: &Tally) -> Table {
    let mut table = terminal_table::table();
    table.set_header(std::iter::once(corner.to_owned()).chain(tally.columns.iter().cloned()));
    for (row, counts) in tally.rows.iter().zip(&tally.counts) {
        table.add_row(std::iter::once(row.clone()).chain(counts.iter().map(u64::to_string)));
    }
    right_align(&mut table, tally.columns.len());
    table
}

/// One line per column: its sum, and the least and most in a list.
fn ranges(tally: &Tally) -> Table {
    let mut table = terminal_table::table();
    table.set_header([tally.of.as_str(), "in all", "least in a list", "most in a list"]);
    for (column, name) in tally.columns.iter().enumerate() {
        let all: u64 = tally.counts.iter().map(|row| row[column]).sum();
        let (least, most) = tally.range(column);
        table.add_row([name.clone(), all.to_string(), least.to_string(), most.to_string()]);
    }
    right_align(&mut table, 3);
    table
}

fn right_align(table: &mut Table, columns: usize) {
    for column in 1..=columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
