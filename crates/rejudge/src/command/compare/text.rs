//! A comparison for people.

use std::fmt::Write as _;

use analysis::{Statistic, Verdict};
use comfy_table::{CellAlignment, Table};
use reproduction::qra::Qra;
use reproduction::{ClaimAcross, ClaimInRun, Comparison, ComparisonNumber, Reading};

use super::{effects, scores};
use crate::command::stats::p_text;
use crate::terminal_table;

/// The whole comparison.
pub(super) fn render_comparison(comparison: &Comparison) -> String {
    let mut text = String::from("\n");
    for experiment in &comparison.experiments {
        let _ = writeln!(text, "{}: {}", experiment.name, experiment.source);
    }
    text.push_str(&scores::render_tables(comparison));
    section(&mut text, "Type II: are the scores correlated?", correlations(comparison));
    section(&mut text, "Type III: do people agree?", agreement(comparison));
    section(&mut text, "Type IV: are pairwise rankings preserved?", orders(comparison));
    section(&mut text, "Claims", claims(comparison));
    text.push_str(&reasons(comparison));
    text.push_str(&effects::render_tables(comparison));
    // What a run cannot bear stands beside the tables.
    let remarks: Vec<&String> =
        comparison.remarks.iter().filter(|remark| !comparison.run_limits().any(|it| it == *remark)).collect();
    for (heading, lines) in [("Worth knowing", remarks), ("Not given", comparison.missing.iter().collect())] {
        if !lines.is_empty() {
            let _ = writeln!(text, "\n{heading}");
        }
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// A heading and its table; nothing of an empty one.
pub(super) fn section(text: &mut String, heading: &str, table: Option<Table>) {
    if let Some(table) = table {
        let _ = writeln!(text, "\n{heading}\n{table}");
    }
}

/// A table with numbers to the right of the first `words` columns, without columns in which nothing stands.
pub(super) fn table(header: &[String], rows: Vec<Vec<String>>, words: usize) -> Option<Table> {
    if rows.is_empty() {
        return None;
    }
    let is_filled = |column: usize| rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty()));
    let filled: Vec<usize> = (0..header.len()).filter(|column| is_filled(*column)).collect();
    let words = filled.iter().filter(|column| **column < words).count();
    let kept = |row: &[String]| filled.iter().map(|column| row[*column].clone()).collect::<Vec<String>>();
    let mut table = terminal_table::table();
    table.set_header(kept(header));
    for row in rows {
        table.add_row(kept(&row));
    }
    for index in words..filled.len() {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    Some(table)
}

/// Three decimals below ten, two below a hundred, one above.
pub(super) fn figure(x: f64) -> String {
    let decimals = if x.abs() < 9.9995 {
        3
    } else if x.abs() < 99.995 {
        2
    } else {
        1
    };
    stats::to_decimals(x, decimals)
}

/// A number with its interval, where it has one.
pub(super) fn with_interval(number: &ComparisonNumber) -> String {
    let value = figure(number.estimate.value);
    match number.estimate.interval {
        Some(i) if i.low.is_finite() && i.high.is_finite() => {
            format!("{value} [{}, {}]", figure(i.low), figure(i.high))
        }
        Some(_) | None => value,
    }
}

/// The p-value, where there is one.
pub(super) fn p(number: Option<&ComparisonNumber>) -> String {
    number.and_then(|number| number.estimate.p).map(p_text).unwrap_or_default()
}

/// Which experiments a row is about, in words; nothing where there are only two.
pub(super) fn experiments_label(comparison: &Comparison, names: &[impl AsRef<str>]) -> String {
    if comparison.experiments.len() == 2 {
        return String::new();
    }
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() { "all".to_owned() } else { names.join(", ") }
}

/// Every pair of experiments, as ids write it.
pub(super) fn pairs(comparison: &Comparison) -> Vec<String> {
    let names: Vec<&str> = comparison.experiments.iter().map(|e| e.name.as_str()).collect();
    let pair = |i: usize, j: usize| format!("{}|{}", names[i], names[j]);
    (0..names.len()).flat_map(|i| (i + 1..names.len()).map(move |j| (i, j))).map(|(i, j)| pair(i, j)).collect()
}

fn header(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The numbers of one reading and statistic, in their order.
fn all(comparison: &Comparison, reading: Reading, statistic: Statistic) -> impl Iterator<Item = &ComparisonNumber> {
    comparison.numbers.iter().filter(move |number| number.reading == reading && number.statistic == statistic)
}

/// Another statistic about the same as a number.
fn find_sibling<'a>(
    comparison: &'a Comparison,
    number: &ComparisonNumber,
    statistic: Statistic,
) -> Option<&'a ComparisonNumber> {
    comparison.get(&number.quantity().with_statistic(statistic))
}

fn criterion(comparison: &Comparison, number: &ComparisonNumber) -> String {
    let id = number.criterion.as_deref().unwrap_or("all criteria");
    comparison
        .frame
        .criteria
        .iter()
        .find(|criterion| criterion.id == id)
        .map_or(id, |criterion| &criterion.name)
        .to_owned()
}

fn value(number: Option<&ComparisonNumber>) -> String {
    number.map(|number| figure(number.estimate.value)).unwrap_or_default()
}

fn correlations(comparison: &Comparison) -> Option<Table> {
    let k = |number: &ComparisonNumber| number.n.map(|n| n.to_string()).unwrap_or_default();
    let mut rows: Vec<Vec<String>> = all(comparison, Reading::Correlation, Statistic::SpearmanRho)
        .map(|rho| {
            let (r, tau) = (
                find_sibling(comparison, rho, Statistic::PearsonR),
                find_sibling(comparison, rho, Statistic::KendallTau),
            );
            vec![
                criterion(comparison, rho),
                rho.estimate.of.join(", "),
                experiments_label(comparison, &rho.between),
                k(rho),
                value(r),
                p(r),
                value(Some(rho)),
                p(Some(rho)),
                value(tau),
                p(tau),
                String::new(),
                String::new(),
            ]
        })
        .collect();
    for w in all(comparison, Reading::Correlation, Statistic::ConcordanceW) {
        rows.push(vec![
            criterion(comparison, w),
            w.estimate.of.join(", "),
            experiments_label(comparison, &w.between),
            k(w),
            value(find_sibling(comparison, w, Statistic::MeanR)),
            String::new(),
            value(find_sibling(comparison, w, Statistic::MeanRho)),
            String::new(),
            String::new(),
            String::new(),
            value(Some(w)),
            value(find_sibling(comparison, w, Statistic::ConcordanceWTies)),
        ]);
    }
    for r in all(comparison, Reading::Correlation, Statistic::ItemsR) {
        let rho = find_sibling(comparison, r, Statistic::ItemsRho);
        let differ = value(find_sibling(comparison, r, Statistic::ItemsDiffer)).replace(".000", "");
        let of = format!("each output; {differ} rounded means differ");
        let mut row = vec![
            criterion(comparison, r),
            of,
            experiments_label(comparison, &r.between),
            k(r),
            value(Some(r)),
            p(Some(r)),
            value(rho),
            p(rho),
        ];
        row.resize(12, String::new());
        rows.push(row);
    }
    table(&header(&["", "scores", "between", "k", "r", "p", "ρ", "p", "τ", "p", "W", "W (ties)"]), rows, 3)
}

fn agreement(comparison: &Comparison) -> Option<Table> {
    let numbers = comparison.numbers.iter().filter(|number| number.reading == Reading::Agreement);
    let rows = numbers
        .map(|number| {
            let shown = number.printed.clone().unwrap_or_else(|| figure(number.estimate.value));
            let name = number.statistic.word().replace('_', ", ");
            vec![criterion(comparison, number), name, number.between.join(", "), shown]
        })
        .collect();
    table(&header(&["", "coefficient", "in", "value"]), rows, 3)
}

fn orders(comparison: &Comparison) -> Option<Table> {
    let rows = all(comparison, Reading::Findings, Statistic::OrdersKept)
        .map(|number| {
            let between = experiments_label(comparison, &number.between);
            let of = number.estimate.notes.first().map(ToString::to_string).unwrap_or_default();
            vec![criterion(comparison, number), number.estimate.of.join(", "), between, value(Some(number)), of]
        })
        .collect();
    table(&header(&["", "scores", "between", "P", "kept"]), rows, 3)
}

fn claims(comparison: &Comparison) -> Option<Table> {
    let names = comparison.experiments.iter().map(|experiment| experiment.name.clone());
    let mut header: Vec<String> = header(&["", "claim"]);
    header.extend(names);
    header.push("decided by".to_owned());
    let mut rows: Vec<Vec<String>> = comparison
        .claims
        .iter()
        .map(|claim| {
            let mut row = vec![claim.id.clone(), claim.text.clone()];
            row.extend(claim.runs.iter().map(|run| run.verdict.word().to_owned()));
            row.push(claim.runs.last().map(|run| run.basis.to_owned()).unwrap_or_default());
            row
        })
        .collect();
    let upheld: Vec<&ComparisonNumber> = all(comparison, Reading::Findings, Statistic::ClaimsUpheld).collect();
    let mut row = vec![String::new(), "upheld, of those decided".to_owned()];
    for (e, experiment) in comparison.experiments.iter().enumerate() {
        let share = upheld.iter().find(|number| number.between == [experiment.name.clone()]);
        let open = comparison.claims.iter().filter(|claim| claim.runs[e].verdict == Verdict::Inconclusive).count();
        row.push(match share.and_then(|number| number.estimate.notes.first()) {
            Some(said) => said.to_string(),
            None if e > 0 && open > 0 => format!("none decided, {open} inconclusive"),
            None => String::new(),
        });
    }
    row.push(String::new());
    if row[2..].iter().any(|cell| !cell.is_empty()) {
        rows.push(row);
    }
    let columns = header.len();
    table(&header, rows, columns)
}

/// Effect, interval and corrected p-value of each claim where it was tested: too long for a column. Of several parts it is the
/// first, on which the verdict rests; the report has all.
fn reasons(comparison: &Comparison) -> String {
    let all = comparison.claims.iter().flat_map(|claim| claim.runs.iter().map(move |run| (claim, run)));
    let tested = all
        .filter(|(_, run)| matches!(run.verdict, Verdict::Supported | Verdict::Inconclusive | Verdict::Contradicted));
    let line = |(claim, run): (&ClaimAcross, &ClaimInRun)| {
        let (first, rest) = run.because.split_first()?;
        let more = if rest.is_empty() { String::new() } else { format!(" (and {} more in the report)", rest.len()) };
        Some(format!("{}, {}: {first}{more}\n", claim.id, run.experiment))
    };
    tested.filter_map(line).collect()
}

/// QRA3's own table.
pub(super) fn qra(qra: &Qra) -> String {
    let mut rows = qra.table_rows().into_iter().map(Vec::from);
    let header = rows.next().unwrap_or_default();
    let rows: Vec<Vec<String>> = rows.collect();
    table(&header, rows, 4).map(|table| format!("{}\n{table}", qra.name())).unwrap_or_default()
}
