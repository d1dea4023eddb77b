//! Type I: the scores side by side with CV*, as reproduction papers print them.

use analysis::Statistic;
use reproduction::{Comparison, ComparisonNumber, Reading, Row, Set, in_sentence};
use study::original::Measure;

use super::{criterion, find, label, pairs, reading};
use crate::document::{Section, Words, slug};
use crate::figure::{Axis, Bar, BarGroup, Caption, Series, bars, intervals, preference};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// More experiments than this do not stand beside each other on a page.
const BESIDE: usize = 3;

pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("reproduction-scores", "Scores side by side (type I)");
    for set in &comparison.sets {
        if comparison.experiments.len() > BESIDE {
            section.table(under_each_other(comparison, set));
        } else {
            section.table(table(comparison, set));
            section.table(against_first(comparison, set));
        }
        if set.of_pairs() {
            preferences(&mut section, comparison, set);
        } else {
            add_score_figure(&mut section, comparison, set);
        }
    }
    let means = reading(comparison, Reading::Precision).filter(|number| number.statistic == Statistic::MeanCv);
    let lines = means.map(|number| {
        let of = criterion(comparison, number.criterion.as_deref());
        Words::plain(format!("Mean CV* over {of}: ")).number(number, Face::Value)
    });
    section.list(lines.collect());
    section
}

/// Name of a set in ids and captions.
fn set_id(set: &Set) -> String {
    let label = set.label.iter().map(|label| format!("-{}", slug(label))).collect::<String>();
    format!("{}{label}", slug(&set.criterion_id))
}

fn set_name(comparison: &Comparison, set: &Set) -> String {
    let label = if set.label.is_empty() { String::new() } else { format!(", {}", set.label.join(", ")) };
    format!("{}{label}", criterion(comparison, Some(&set.criterion_id)))
}

/// What an experiment found for a row.
fn score<'a>(
    comparison: &'a Comparison,
    set: &Set,
    row: &Row,
    experiment: &str,
    statistic: Statistic,
) -> Option<&'a ComparisonNumber> {
    let stratum = set.stratum.iter().map(|(name, value)| format!("{name}={value}"));
    let of: Vec<String> = row.system.iter().chain(&row.against).cloned().chain(stratum).collect();
    comparison.numbers.iter().find(|number| {
        number.reading == Reading::Scores
            && number.statistic == statistic
            && number.criterion.as_deref() == Some(&set.criterion_id)
            && number.estimate.of == of
            && number.between == [experiment]
    })
}

/// The same with its interval, where there is one.
fn with_interval<'a>(
    comparison: &'a Comparison,
    set: &Set,
    row: &Row,
    experiment: &str,
) -> Option<&'a ComparisonNumber> {
    let of: Vec<String> = set.label.iter().cloned().chain(row.subject()).collect();
    comparison.numbers.iter().find(|number| {
        number.statistic == Statistic::ScoreInterval
            && number.criterion.as_deref() == Some(&set.criterion_id)
            && number.estimate.of == of
            && number.between == [experiment]
    })
}

/// The lowest and the highest score there can be.
fn scale_ends(comparison: &Comparison, set: &Set, measure: Measure) -> Option<(f64, f64)> {
    match measure {
        Measure::Mean => comparison.frame.scales.get(&set.criterion_id).map(|scale| (scale.lowest, scale.highest)),
        Measure::AverageRank | Measure::Rank => Some((1.0, set.rows.len() as f64)),
        Measure::BestWorstScale => Some((-100.0, 100.0)),
        Measure::WinPercent => Some((0.0, 100.0)),
        Measure::Share | Measure::ShareEqual | Measure::Agreement => Some((0.0, 1.0)),
        Measure::Count | Measure::Alpha | Measure::Kappa => None,
    }
}

fn measure(set: &Set, row: &Row) -> Statistic {
    Statistic::from(if row.equal { Measure::ShareEqual } else { set.measure })
}

/// A measure in words.
fn measure_text(measure: Measure) -> String {
    Statistic::from(measure).name_in_words()
}

fn row_label(comparison: &Comparison, row: &Row) -> String {
    let name = |id: &String| comparison.frame.system_name(id).to_owned();
    match (&row.system, &row.against) {
        (Some(a), Some(b)) if row.equal => format!("{} and {} equal", name(a), name(b)),
        (Some(a), Some(b)) => format!("{} over {}", name(a), name(b)),
        _ => label(comparison, &row.subject()),
    }
}

/// One row per system: every experiment's score and SD, differences, CV* shifted and not.
fn table(comparison: &Comparison, set: &Set) -> Table {
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let with_sd =
        set.rows.iter().any(|row| names.iter().any(|name| score(comparison, set, row, name, Statistic::Sd).is_some()));
    let ranked = is_ranked(comparison, set);
    let pairs = if names.len() == 2 { pairs(comparison) } else { Vec::new() };
    let measured = measure_text(set.measure);
    let mut columns = vec![Column::words("system")];
    let level = (100.0 * comparison.options.level).to_string();
    let interval = format!("{level} % CI");
    let heads = ["score", interval.as_str(), "SD", "rank"];
    // Shares of pairs are many, and two columns more do not fit; their intervals are in the tests of equal means.
    let with_ci = !set.of_pairs()
        && names.iter().any(|name| set.rows.iter().any(|row| with_interval(comparison, set, row, name).is_some()));
    for name in &names {
        if with_sd || ranked || with_ci {
            columns.extend(heads.map(|head| Column::numbers(head).under_heading(name)));
        } else {
            columns.push(Column::numbers(name));
        }
    }
    columns.extend(pairs.iter().map(|_| Column::numbers("Δ")));
    columns.extend([Column::numbers("CV*"), Column::numbers("range"), Column::numbers("CV* unshifted")]);
    let with_cv =
        if ranked { "; rank 1 has the highest score" } else { ", with CV* and its range given the rounding of inputs" };
    let caption = format!("{}: {measured} side by side{with_cv}", set_name(comparison, set));
    let mut table = Table::new(format!("side-by-side-{}", set_id(set)), caption, columns);
    for row in &set.rows {
        let of: Vec<String> = set.label.iter().cloned().chain(row.subject()).collect();
        let own: Vec<&ComparisonNumber> = comparison
            .numbers
            .iter()
            .filter(|number| number.criterion.as_deref() == Some(&set.criterion_id) && number.estimate.of == of)
            .collect();
        let mut cells = vec![Cell::text(row_label(comparison, row))];
        for name in &names {
            cells.push(Cell::from_number(score(comparison, set, row, name, measure(set, row)), Face::Value));
            if with_sd || ranked || with_ci {
                let number = with_interval(comparison, set, row, name).filter(|_| with_ci);
                cells.push(Cell::from_number(number, Face::Interval));
                cells.extend(
                    [Statistic::Sd, Statistic::Rank]
                        .map(|it| Cell::from_number(score(comparison, set, row, name, it), Face::Value)),
                );
            }
        }
        cells.extend(pairs.iter().map(|pair| Cell::from_number(find(&own, Statistic::Delta, pair), Face::Value)));
        let joint = |statistic: Statistic| {
            let all = find(&own, statistic, &[]);
            all.or_else(|| own.iter().copied().find(|number| number.statistic == statistic))
        };
        cells.push(Cell::from_number(joint(Statistic::Cv), Face::Value));
        cells.push(Cell::from_number(joint(Statistic::Cv), Face::Interval));
        cells.push(Cell::from_number(joint(Statistic::CvUnshifted), Face::Value));
        table.row(cells);
    }
    table
}

/// Of many experiments: a group for each system with a row for each experiment, its score, and how far it is from the first.
fn under_each_other(comparison: &Comparison, set: &Set) -> Table {
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let first = names.first().copied().unwrap_or_default();
    let interval = format!("{} % CI", 100.0 * comparison.options.level);
    let mut columns = vec![Column::words("run")];
    columns
        .extend(["score", interval.as_str(), "SD", "rank", "Δ", "CV*", "range", "CV* unshifted"].map(Column::numbers));
    let caption = format!(
        "{}: {} in every run; Δ and CV* against {}, with the range of CV* given the rounding of inputs",
        set_name(comparison, set),
        measure_text(set.measure),
        in_sentence(first)
    );
    let mut table = Table::new(format!("side-by-side-{}", set_id(set)), caption, columns);
    for row in &set.rows {
        let of: Vec<String> = set.label.iter().cloned().chain(row.subject()).collect();
        let about = |number: &&ComparisonNumber| {
            number.criterion.as_deref() == Some(&set.criterion_id) && number.estimate.of == of
        };
        let own: Vec<&ComparisonNumber> = comparison.numbers.iter().filter(about).collect();
        table.rows.push(crate::table::Row::Group(row_label(comparison, row)));
        for name in &names {
            let scored =
                |statistic: Statistic| Cell::from_number(score(comparison, set, row, name, statistic), Face::Value);
            let beside = |statistic: Statistic, face| Cell::from_number(find(&own, statistic, &[first, *name]), face);
            table.row(vec![
                Cell::text(*name),
                scored(measure(set, row)),
                Cell::from_number(with_interval(comparison, set, row, name), Face::Interval),
                scored(Statistic::Sd),
                scored(Statistic::Rank),
                beside(Statistic::Delta, Face::Value),
                beside(Statistic::Cv, Face::Value),
                beside(Statistic::Cv, Face::Interval),
                beside(Statistic::CvUnshifted, Face::Value),
            ]);
        }
        let all = |statistic: Statistic, face| Cell::from_number(find(&own, statistic, &[]), face);
        table.row(vec![
            Cell::text("all runs"),
            Cell::Empty,
            Cell::Empty,
            Cell::Empty,
            Cell::Empty,
            Cell::Empty,
            all(Statistic::Cv, Face::Value),
            all(Statistic::Cv, Face::Interval),
            all(Statistic::CvUnshifted, Face::Value),
        ]);
    }
    table
}

/// Whether some experiment tells only the places of systems, so that places are what can be compared.
fn is_ranked(comparison: &Comparison, set: &Set) -> bool {
    let known = |row: &Row, name: &str| score(comparison, set, row, name, Statistic::Rank).is_some();
    set.rows.iter().any(|row| comparison.experiments.iter().any(|experiment| known(row, &experiment.name)))
}

/// Where there are more than two experiments: every later one against the first, score by score.
fn against_first(comparison: &Comparison, set: &Set) -> Table {
    let between: Vec<[&str; 2]> = pairs(comparison).into_iter().take(comparison.experiments.len() - 1).collect();
    let first = comparison.experiments.first().map(|experiment| experiment.name.as_str()).unwrap_or_default();
    let mut columns = vec![Column::words("system")];
    columns.extend(["Δ", "CV*", "range", "CV* unshifted"].map(Column::numbers));
    let caption = format!(
        "{}: every experiment against {}; CV* with its range given the rounding of inputs",
        set_name(comparison, set),
        in_sentence(first)
    );
    let mut table = Table::new(format!("side-by-side-{}-pairs", set_id(set)), caption, columns);
    if between.len() < 2 {
        return table;
    }
    for pair in between {
        table.rows.push(crate::table::Row::Group(format!("{} − {}", pair[1], pair[0])));
        for row in &set.rows {
            let of: Vec<String> = set.label.iter().cloned().chain(row.subject()).collect();
            let about = |number: &&ComparisonNumber| {
                number.criterion.as_deref() == Some(&set.criterion_id) && number.estimate.of == of
            };
            let own: Vec<&ComparisonNumber> = comparison.numbers.iter().filter(about).collect();
            let cell = |statistic: Statistic, face: Face| Cell::from_number(find(&own, statistic, &pair), face);
            table.row(vec![
                Cell::text(row_label(comparison, row)),
                cell(Statistic::Delta, Face::Value),
                cell(Statistic::Cv, Face::Value),
                cell(Statistic::Cv, Face::Interval),
                cell(Statistic::CvUnshifted, Face::Value),
            ]);
        }
    }
    table
}

/// Scores as bars from zero where the scale has its zero in the middle, else as points.
fn add_score_figure(section: &mut Section, comparison: &Comparison, set: &Set) {
    let names: Vec<String> = set.rows.iter().map(|row| row_label(comparison, row)).collect();
    let ranked = is_ranked(comparison, set);
    let series: Vec<Series> = comparison
        .experiments
        .iter()
        .map(|experiment| {
            let what = |row: &Row| if ranked { Statistic::Rank } else { measure(set, row) };
            let number = |row: &Row| {
                let interval = with_interval(comparison, set, row, &experiment.name).filter(|_| !ranked);
                interval.or_else(|| score(comparison, set, row, &experiment.name, what(row))).map(Number::from)
            };
            Series { name: experiment.name.clone(), numbers: set.rows.iter().map(number).collect() }
        })
        .collect();
    let shown = if ranked { Measure::Rank } else { set.measure };
    let measured = measure_text(shown);
    let known = |one: &Series| one.numbers.iter().flatten().any(|number| number.reach().is_some());
    let without: Vec<&str> = series.iter().filter(|one| !known(one)).map(|one| in_sentence(&one.name)).collect();
    let level = 100.0 * comparison.options.level;
    let with = match (ranked, without.len() == series.len()) {
        (true, _) => String::new(),
        (false, true) => "; no intervals: neither standard deviations nor numbers of judgements are known".to_owned(),
        (false, false) if without.is_empty() => format!(", {level} % CI"),
        (false, false) => format!(", {level} % CI (not known of {})", without.join(", ")),
    };
    let title = format!("{}: {measured} in each experiment{with}", set_name(comparison, set));
    let caption = Caption { id: format!("each-experiment-{}", set_id(set)), title };
    let draw = if set.measure == Measure::BestWorstScale && !ranked { bars } else { intervals };
    let ends = scale_ends(comparison, set, shown);
    let better = match (ends, comparison.frame.criteria[set.criterion].higher_is_better(shown)) {
        (None, _) => "",
        (Some(_), true) => "; higher is better",
        (Some(_), false) => "; lower is better",
    };
    section.figure(draw(caption, &names, &series, &Axis { title: format!("{measured}{better}"), ends }));
}

/// For pairs: which was preferred, a bar per experiment.
fn preferences(section: &mut Section, comparison: &Comparison, set: &Set) {
    let mut groups: Vec<BarGroup> = Vec::new();
    let mut done: Vec<(&String, &String)> = Vec::new();
    for row in set.rows.iter().filter(|row| !row.equal) {
        let (Some(a), Some(b)) = (&row.system, &row.against) else { continue };
        if done.contains(&(b, a)) {
            continue;
        }
        done.push((a, b));
        let is = |row: &&Row, x: &String, y: &String| row.system.as_ref() == Some(x) && row.against.as_ref() == Some(y);
        let equal = set.rows.iter().find(|row| row.equal && (is(row, a, b) || is(row, b, a)));
        let other = set.rows.iter().find(|row| !row.equal && is(row, b, a));
        let group = comparison.experiments.iter().filter_map(|experiment| {
            let number = |row: &Row| score(comparison, set, row, &experiment.name, measure(set, row)).map(Number::from);
            let parts = [Some(row), equal, other].into_iter().flatten().map(number).collect::<Option<Vec<_>>>()?;
            Some(Bar { name: experiment.name.clone(), parts })
        });
        groups.push(BarGroup { name: label(comparison, &[a.clone(), b.clone()]), bars: group.collect() });
    }
    groups.retain(|group| !group.bars.is_empty());
    if groups.iter().flat_map(|group| &group.bars).all(|bar| bar.parts.len() != 3) {
        return;
    }
    let sides = ["first named preferred", "equal", "second named preferred"].map(str::to_owned);
    let title = format!("{}: which of two was preferred, in each experiment", set_name(comparison, set));
    let caption = Caption { id: format!("each-experiment-{}", set_id(set)), title };
    section.figure(preference(caption, &sides, &groups));
}
