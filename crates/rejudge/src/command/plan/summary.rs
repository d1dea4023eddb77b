//! A plan at a glance: how many lists, people, hours and how much money, and how even it came out.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table};
use plan::{Balance, Page, Plan, Tally};
use study::Study;

use crate::ruled;

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
    let balance = Balance::of(plan, study, SESSIONS_MOST);
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
    for tally in balance.positions.iter().chain(&balance.check_sides) {
        let _ = writeln!(text, "\nHow often in each position, over {drawn}\n{}", full("", tally));
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

/// What whoever does a list sees and reads.
fn work(plan: &Plan, study: &Study) -> String {
    let of_list = |list: usize| {
        let pages = plan.pages(list);
        let outputs: usize = pages.iter().map(|page| plan.outputs(*page).len()).sum();
        let words = |page: &Page| study.words_on_page(study.items.get(page.item as usize)?, plan.outputs(*page));
        let words: Option<usize> = pages.iter().map(words).sum();
        (outputs, pages.len() + plan.lists()[list].checks.len(), words)
    };
    let lists: Vec<(usize, usize, Option<usize>)> = (0..plan.lists().len()).map(of_list).collect();
    let outputs = range(lists.iter().map(|it| it.0));
    let pages = range(lists.iter().map(|it| it.1));
    let parts = if study.in_parts() { format!(" in {} parts", study.parts.len()) } else { String::new() };
    let read: Option<Vec<usize>> = lists.iter().map(|it| it.2).collect();
    let Some(read) = read else { return format!("{outputs} outputs on {pages} pages{parts}") };
    let minutes = |words: usize| (words as f64 / study::WORDS_PER_MINUTE).ceil() as usize;
    format!(
        "{outputs} outputs on {pages} pages{parts}, {} words: about {} min to read",
        range(read.iter().copied()),
        range(read.iter().copied().map(minutes))
    )
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
    let mut table = ruled::table();
    table.set_header(std::iter::once(corner.to_owned()).chain(tally.columns.iter().cloned()));
    for (row, counts) in tally.rows.iter().zip(&tally.counts) {
        table.add_row(std::iter::once(row.clone()).chain(counts.iter().map(u64::to_string)));
    }
    right_align(&mut table, tally.columns.len());
    table
}

/// One line per column: its sum, and the least and most in a list.
fn ranges(tally: &Tally) -> Table {
    let mut table = ruled::table();
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
