//! How far participants agree.

use analysis::{CriterionSummary, NamedEstimate, Results, Statistic, Topic};

use super::Input;
use super::home::families;
use crate::document::{Section, excerpt, slug};
use crate::figure::{Axis, Caption, Figure, HeatMap, Series, dots, heat_map, intervals};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// What papers print.
const USUAL: [Statistic; 4] =
    [Statistic::Alpha, Statistic::FleissKappa, Statistic::GwetAc1, Statistic::PercentAgreement];
/// More people than this have a dot each, and no row.
const MOST_ROWS: usize = 12;
/// More people than this make cells nobody can see.
const MOST_RATERS: usize = 60;

pub(super) fn section(input: &Input<'_>) -> Section {
    let results = input.results;
    let mut section = Section::new("agreement", "Agreement");
    section.table(coefficients_table(results));
    section.table(most_divided(input));
    let columns = vec![
        Column::words("criterion"),
        Column::words("coefficient"),
        Column::numbers("value"),
        Column::numbers("interval"),
        Column::numbers("n"),
    ];
    let mut table = Table::new("agreement-others", "Other coefficients of agreement", columns);
    let mut columns = vec![Column::words("criterion")];
    columns.extend(["lowest", "mean", "highest", "pairs"].map(Column::numbers));
    let mut pairs = Table::new("agreement-pairs", "Agreement between each pair of participants", columns);
    let (mut maps, mut others) = (Vec::new(), Vec::new());
    for criterion in &results.about.criteria {
        for (statistic, numbers) in families(results, Some(&criterion.id), Topic::Agreement) {
            match numbers[0].of.len() {
                _ if statistic == Statistic::Division => {
                    others.push((criterion, statistic, numbers));
                    continue;
                }
                0 if USUAL.contains(&statistic) => continue,
                2 => {
                    maps.push((criterion, statistic, numbers));
                    continue;
                }
                1 if statistic == Statistic::RaterPairs => {
                    pairs.row(rater_pairs_row(&criterion.name, &numbers));
                    continue;
                }
                1 if statistic == Statistic::RaterSeverity => {
                    section.figure(severity(criterion, &numbers));
                    continue;
                }
                1 => {
                    others.push((criterion, statistic, numbers));
                    continue;
                }
                _ => {}
            }
            for named in numbers {
                let of = if named.of.is_empty() { String::new() } else { format!(", {}", named.of.join(", ")) };
                let cell = |face| Cell::Number(Number::from(named), face);
                table.row(vec![
                    Cell::text(&criterion.name),
                    Cell::text(statistic.words() + &of),
                    cell(Face::Value),
                    cell(Face::Interval),
                    cell(Face::N),
                ]);
            }
        }
    }
    section.table(table);
    section.table(pairs);
    for (criterion, statistic, numbers) in maps {
        section.figure(raters(results, criterion, (statistic, &numbers)));
    }
    for (criterion, statistic, numbers) in others {
        let id = format!("{}-{}", slug(statistic.word()), slug(&criterion.id));
        let caption =
            format!("{}: {}", criterion.name, super::family::add_method(&statistic.words(), &numbers[0].method));
        section.table(super::family::table(results, id, caption, &numbers));
    }
    section
}

/// The lowest, mean and highest agreement of two participants, and how many pairs there are.
fn rater_pairs_row(criterion: &str, numbers: &[&NamedEstimate]) -> Vec<Cell> {
    let find = |which: &str| numbers.iter().find(|named| named.of == [which]).copied();
    let mut cells = vec![Cell::text(criterion)];
    cells.extend(["lowest", "mean", "highest"].map(|which| Cell::from_number(find(which), Face::Value)));
    cells.push(Cell::from_number(find("mean"), Face::N));
    cells
}

/// The question on which people differ most, of each criterion, with the texts they saw.
fn most_divided(input: &Input<'_>) -> Table {
    let columns = vec![
        Column::words("criterion"),
        Column::words("system"),
        Column::words("text"),
        Column::numbers("disagreement"),
        Column::numbers("n"),
    ];
    let caption = "The question on which people differ most, of each criterion";
    let mut table = Table::new("most-divided", caption, columns);
    let Some(study) = input.study else { return table };
    for criterion in &input.results.about.criteria {
        let Some(divided) = input.results.all(Statistic::Division, Some(&criterion.id)).next() else { continue };
        let Some((item, systems)) = divided.of.split_first() else { continue };
        let Some(item) = study.items.iter().find(|known| known.id.0 == *item) else { continue };
        for system in systems {
            let place = study.systems.iter().position(|known| known.id.0 == *system);
            let Some((place, text)) = place.and_then(|at| Some((at, item.outputs[at].as_ref()?))) else { continue };
            table.row(vec![
                Cell::text(&criterion.name),
                Cell::text(&study.systems[place].name),
                Cell::text(excerpt(text)),
                Cell::Number(Number::from(divided).quiet(), Face::Value),
                Cell::Number(Number::from(divided).quiet(), Face::N),
            ]);
        }
    }
    table
}

/// How severe each person is, the most severe first; of many people a dot each.
fn severity(criterion: &CriterionSummary, numbers: &[&NamedEstimate]) -> Figure {
    let title = format!(
        "{}: how much higher or lower each participant scores than the others on the same outputs",
        criterion.name
    );
    let caption = Caption { id: format!("severity-{}", slug(&criterion.id)), title };
    let axis = Axis::new("own score minus the mean of the others’; further left is more severe");
    let mut people: Vec<(String, Number)> =
        numbers.iter().map(|named| (named.of.join(", "), Number::from(*named))).collect();
    if people.len() > MOST_ROWS {
        return dots(caption, &people, &axis);
    }
    people.sort_by(|a, b| a.1.place().total_cmp(&b.1.place()));
    let (names, numbers): (Vec<String>, Vec<Option<Number>>) =
        people.into_iter().map(|(name, number)| (name, Some(number))).unzip();
    intervals(caption, &names, &[Series { name: "severity".to_owned(), numbers }], &axis)
}

/// How every two people agree, as a square; where that would be confetti, each person as a dot.
fn raters(
    results: &Results,
    criterion: &CriterionSummary,
    (statistic, numbers): (Statistic, &[&NamedEstimate]),
) -> Figure {
    let id = format!("raters-{}-{}", slug(&criterion.id), slug(statistic.word()));
    let mut map = square(numbers);
    let people = map.names.len();
    if 4 * numbers.len() < people * people.saturating_sub(1) {
        let of = statistic.words();
        let title = format!("{}: each participant's mean agreement with the others ({of})", criterion.name);
        let mean = results.all(Statistic::RaterAgreementMean, Some(&criterion.id));
        let people: Vec<(String, Number)> = mean.map(|named| (named.of.join(", "), Number::from(named))).collect();
        return dots(Caption { id, title }, &people, &Axis { title: of, ends: Some(agreement_ends(statistic)) });
    }
    if !(3..=MOST_RATERS).contains(&people) {
        map.names.clear();
        map.rows.clear();
    }
    let title = format!("{}: {} between participants", criterion.name, statistic.words());
    heat_map(Caption { id, title }, &map)
}

/// Shares of equal answers begin at 0, correlations at −1.
fn agreement_ends(statistic: Statistic) -> (f64, f64) {
    if statistic == Statistic::RaterAgreement { (0.0, 1.0) } else { (-1.0, 1.0) }
}

/// The coefficients that papers print, one row per criterion.
fn coefficients_table(results: &Results) -> Table {
    let mut columns = vec![Column::words("criterion")];
    columns.extend(USUAL.map(|statistic| Column::numbers(&statistic.words())));
    columns.push(Column::numbers("n"));
    let mut table = Table::new("agreement-all", "Agreement between participants, 95 % CI", columns);
    for criterion in &results.about.criteria {
        let found = USUAL.map(|statistic| results.get(statistic, criterion.id.as_str(), &[]));
        let Some(first) = found.iter().flatten().next().copied() else { continue };
        let mut cells = vec![Cell::text(&criterion.name)];
        cells.extend(found.map(|named| Cell::from_number(named, Face::Both)));
        cells.push(Cell::Number(Number::from(first), Face::N));
        table.row(cells);
    }
    table
}

/// Numbers about pairs of people as a square, each pair in both its cells.
fn square(numbers: &[&NamedEstimate]) -> HeatMap {
    let mut names: Vec<&str> = numbers.iter().flat_map(|named| named.of.iter().map(String::as_str)).collect();
    names.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    names.dedup();
    let between = |a: &str, b: &str| {
        let found = numbers.iter().find(|named| named.of == [a, b] || named.of == [b, a]);
        found.map(|named| Number::from(*named))
    };
    let rows = names.iter().map(|a| names.iter().map(|b| between(a, b)).collect()).collect();
    HeatMap { names: names.into_iter().map(str::to_owned).collect(), rows }
}
