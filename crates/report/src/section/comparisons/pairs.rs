//! Every two systems, by every method: statistic, its p-value, and the p-value corrected for the
//! number of comparisons. Effect sizes as a forest plot, preferences as bars.

use analysis::{CriterionSummary, NamedEstimate, Results, Statistic};
use study::method::{Assumption, Method};

use super::{Families, take};
use crate::document::{Section, slug};
use crate::figure::{Bar, Caption, Forest, Group, forest, preference};
use crate::number::{Face, Number};
use crate::section::family::label;
use crate::section::printed_name;
use crate::table::{Cell, Column, Row, Table};

/// How its tables' ids begin, the words of its caption, and which methods belong to it.
type MethodGroup = (&'static str, &'static str, fn(&Method) -> bool);

pub(super) fn add_blocks<'a>(
    section: &mut Section,
    results: &'a Results,
    criterion: &CriterionSummary,
    rest: &mut Families<'a>,
) {
    preferences(section, results, criterion, rest);
    section.table(tally(results, criterion, rest));
    let id = slug(&criterion.id);
    let groups: [MethodGroup; 4] = [
        ("deciding", "differences between systems, by the deciding model", |it| it.assumes == Assumption::Design),
        ("beside", "other models that account for repeated items and raters", |it| {
            it.assumes != Assumption::Design && !it.assumes.ignores_tastes()
        }),
        (
            "without-tastes",
            "models that account for repeated items and raters, but not for outputs and people's tastes",
            |it| it.assumes.ignores_tastes() && !it.assumes.ignores_repeats(),
        ),
        (
            "independent",
            "tests that treat judgements or items as independent (common in papers; not recommended)",
            |it| it.assumes.ignores_repeats(),
        ),
    ];
    for (beginning, words, belongs) in groups {
        let mut table = Table::new(
            format!("{beginning}-{id}"),
            format!("{}: {words}", criterion.name),
            columns(if beginning == "deciding" { "difference" } else { "statistic" }),
        );
        for method in Method::ALL.iter().filter(|method| belongs(method)) {
            rows(
                &mut table,
                results,
                &take(rest, Statistic::Test(method.test)),
                &take(rest, Statistic::Corrected(method.test)),
            );
        }
        section.table(table);
    }
    effects(section, results, criterion, &take(rest, Statistic::CohenD));
}

/// How often each system won, tied and lost, side by side.
fn tally<'a>(results: &'a Results, criterion: &CriterionSummary, rest: &mut Families<'a>) -> Table {
    let counts = [Statistic::Wins, Statistic::Ties, Statistic::Losses].map(|it| (it.word(), take(rest, it)));
    let mut columns = vec![Column::words("system")];
    columns.extend(counts.iter().map(|(name, _)| Column::numbers(name)));
    let caption = format!("{}: comparisons won, tied and lost", criterion.name);
    let mut table = Table::new(format!("tally-{}", slug(&criterion.id)), caption, columns);
    for system in &results.about.systems {
        let of = |numbers: &[&'a NamedEstimate]| numbers.iter().find(|named| named.of == [system.id.as_str()]).copied();
        let cells: Vec<Cell> = counts.iter().map(|(_, numbers)| Cell::from_number(of(numbers), Face::Value)).collect();
        if counts.iter().any(|(_, numbers)| of(numbers).is_some()) {
            table.row(std::iter::once(Cell::text(&system.name)).chain(cells).collect());
        }
    }
    table
}

fn columns(what: &str) -> Vec<Column> {
    vec![
        Column::words("comparison"),
        Column::numbers(what),
        Column::numbers("interval"),
        Column::numbers("df"),
        Column::numbers("raw p"),
        Column::numbers("corrected p"),
    ]
}

/// A group of rows: a method and every pair it compared.
fn rows(table: &mut Table, results: &Results, numbers: &[&NamedEstimate], corrected: &[&NamedEstimate]) {
    let Some(first) = numbers.first() else { return };
    table.rows.push(Row::Group(first.method.clone()));
    for named in numbers {
        // The heading of the group says that undecided judgements do not enter.
        let number = Number::from(*named).quiet_about("without a difference, left out");
        let cell = |face| Cell::Number(number.clone(), face);
        let corrected = corrected.iter().find(|corrected| corrected.of == named.of).copied();
        table.row(vec![
            Cell::text(label(results, named)),
            cell(Face::Value),
            cell(Face::Interval),
            cell(Face::Df),
            cell(Face::P),
            Cell::from_number(corrected, Face::P),
        ]);
    }
}

fn effects(section: &mut Section, results: &Results, criterion: &CriterionSummary, numbers: &[&NamedEstimate]) {
    let Some(first) = numbers.first() else { return };
    let title = format!("{}: all pairs of systems, {}, with intervals", criterion.name, first.method);
    let caption = Caption { id: format!("effects-{}", slug(&criterion.id)), title };
    let rows = numbers.iter().map(|named| (label(results, named), Number::from(*named))).collect();
    let groups = vec![Group { name: String::new(), rows, pooled: None }];
    section.figure(forest(caption, &Forest { groups, none: 0.0, axis: first.method.clone() }));
}

/// Shares of the two sides and of "equal". When one system is in every pair, it stands left.
fn preferences<'a>(section: &mut Section, results: &'a Results, criterion: &CriterionSummary, rest: &mut Families<'a>) {
    let shares = take(rest, Statistic::PairShare);
    let equal = take(rest, Statistic::PairEqual);
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for named in &shares {
        if let [a, b] = &named.of[..]
            && !pairs.contains(&(b, a))
        {
            pairs.push((a, b));
        }
    }
    let common = results
        .about
        .systems
        .iter()
        .map(|system| system.id.as_str())
        .find(|system| pairs.len() > 1 && pairs.iter().all(|(a, b)| a == system || b == system));
    let find = |numbers: &[&NamedEstimate], a: &str, b: &str| {
        numbers.iter().find(|named| named.of == [a, b]).map(|named| Number::from(*named))
    };
    let with_equal = equal.iter().any(|named| named.estimate.value > 0.0);
    let bar = |(a, b): (&str, &str)| {
        let (a, b) = if Some(b) == common { (b, a) } else { (a, b) };
        let name = if common.is_some() {
            printed_name(results, b).to_owned()
        } else {
            format!("{} – {}", printed_name(results, a), printed_name(results, b))
        };
        let mut parts = vec![find(&shares, a, b)?];
        if with_equal {
            parts.push(find(&equal, a, b).or_else(|| find(&equal, b, a))?);
        }
        parts.push(find(&shares, b, a)?);
        Some(Bar { name, parts })
    };
    let bars: Vec<Bar> = pairs.into_iter().filter_map(bar).collect();
    if bars.is_empty() {
        return;
    }
    let (left, right) = match common {
        Some(system) => (format!("{} preferred", printed_name(results, system)), "the other preferred"),
        None => ("first named preferred".to_owned(), "second named preferred"),
    };
    let sides: Vec<String> =
        [Some(left), with_equal.then(|| "equal".to_owned()), Some(right.to_owned())].into_iter().flatten().collect();
    let title = format!("{}: which of two was preferred, share of judgements", criterion.name);
    let id = format!("preferred-{}", slug(&criterion.id));
    section.figure(preference(Caption { id, title }, &sides, &[bars.into()]));
}
