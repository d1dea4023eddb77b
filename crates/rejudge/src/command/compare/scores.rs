//! The scores side by side with CV*, as reproduction papers print them.

use std::fmt::Write as _;

use analysis::{Quantity, Statistic};
use reproduction::{Comparison, Row, Score, ScoreOrRank, Set};
use stats::to_decimals;

use super::text::{figure, pairs, table};

/// One table for each set of scores.
pub(super) fn render_tables(comparison: &Comparison) -> String {
    let mut text = String::new();
    for set in &comparison.sets {
        let criterion = &comparison.frame.criteria[set.criterion];
        let label = if set.label.is_empty() { String::new() } else { format!(" ({})", set.label.join(", ")) };
        let measure = Statistic::from(set.measure).name_in_words();
        let shown = if set.of_pairs() { of_pairs(comparison, set) } else { of_systems(comparison, set) };
        if let Some(shown) = shown {
            let _ = writeln!(text, "\nType I: {}{label}, {measure}\n{shown}", criterion.name);
            text.push_str(&caption(comparison, set));
        }
    }
    text
}

/// What CV* was computed with, and its mean.
fn caption(comparison: &Comparison, set: &Set) -> String {
    let shift = comparison.frame.criteria[set.criterion].scale_min(set.measure);
    let factor = match comparison.options.correction {
        stats::precision::Correction::Factor => "with the factor 1 + 1/(4n)",
        stats::precision::Correction::None => "without the factor 1 + 1/(4n)",
    };
    let shifted = match shift {
        Some(0.0) => "the scale starts at 0".to_owned(),
        Some(lowest) => {
            format!("scale shifted by {} to start at 0", figure(-lowest).trim_end_matches('0').trim_end_matches('.'))
        }
        None => "scale not shifted".to_owned(),
    };
    let mean = comparison.get(&Quantity::new(Statistic::MeanCv, std::iter::once(&set.criterion_id).chain(&set.label)));
    let mean = mean.map(|mean| format!("; mean {}", figure(mean.estimate.value))).unwrap_or_default();
    let known = set.rows.iter().filter(|row| cv(comparison, set, row, Statistic::Cv).is_some()).count();
    if known == 0 && mean.is_empty() {
        return "CV* is not given: only ranks are known in one experiment\n".to_owned();
    }
    format!("CV* {factor}; {shifted}; in brackets what rounding of printed inputs allows{mean}\n")
}

fn of_row(statistic: Statistic, set: &Set, row: &Row, between: Option<&str>) -> Quantity {
    let about = std::iter::once(set.criterion_id.clone()).chain(set.label.iter().cloned()).chain(row.subject());
    Quantity::new(statistic, about.chain(between.map(str::to_owned)))
}

/// CV* over all experiments, with what rounding allows.
fn cv(comparison: &Comparison, set: &Set, row: &Row, statistic: Statistic) -> Option<String> {
    let known: Vec<&str> = comparison
        .experiments
        .iter()
        .zip(&row.known)
        .filter(|(_, known)| known.as_ref().is_some_and(|known| known.score().is_some()))
        .map(|(experiment, _)| experiment.name.as_str())
        .collect();
    let number = comparison
        .get(&of_row(statistic, set, row, None))
        .or_else(|| comparison.get(&of_row(statistic, set, row, Some(&known.join("|")))))?;
    let bracket = number
        .estimate
        .interval
        .filter(|i| i.high.is_finite())
        .map(|i| format!(" [{}, {}]", to_decimals(i.low, 2), to_decimals(i.high, 2)))
        .unwrap_or_default();
    Some(format!("{}{bracket}", to_decimals(number.estimate.value, 2)))
}

fn score(score: &Score) -> String {
    let value = score.value.text().map_or_else(|| figure(score.value.value()), str::to_owned);
    match &score.sd {
        Some(sd) => format!("{value} ({})", sd.text().map_or_else(|| figure(sd.value()), str::to_owned)),
        None => value,
    }
}

fn score_or_rank(known: Option<&ScoreOrRank>) -> String {
    match known {
        Some(ScoreOrRank::Score(found)) => score(found),
        Some(ScoreOrRank::Rank(rank)) => format!("rank {rank}"),
        None => "–".to_owned(),
    }
}

fn of_systems(comparison: &Comparison, set: &Set) -> Option<comfy_table::Table> {
    let pairs = pairs(comparison);
    let unshifted = set.rows.iter().any(|row| cv(comparison, set, row, Statistic::CvUnshifted).is_some());
    let mut header = vec!["system".to_owned()];
    header.extend(comparison.experiments.iter().map(|experiment| experiment.name.clone()));
    let with_deltas =
        set.rows.iter().any(|row| comparison.get(&of_row(Statistic::Delta, set, row, Some(&pairs[0]))).is_some());
    if with_deltas {
        header.extend(pairs.iter().map(|pair| match pair.split_once('|') {
            // The sign of a difference is that of the later experiment.
            Some((first, later)) if pairs.len() > 1 => format!("{later} − {first}"),
            Some(_) | None => "Δ".to_owned(),
        }));
        header.push("CV*".to_owned());
    }
    if unshifted {
        header.push("CV* unshifted".to_owned());
    }
    let rows = set
        .rows
        .iter()
        .map(|row| {
            let system = row.system.as_deref().unwrap_or("all");
            let mut cells = vec![comparison.frame.system_name(system).to_owned()];
            cells.extend(comparison.experiments.iter().zip(&row.known).map(|(experiment, found)| {
                let rank = comparison.get(&of_row(Statistic::Rank, set, row, Some(&experiment.name)));
                match (found, rank) {
                    (Some(ScoreOrRank::Score(_)), Some(rank)) => {
                        format!("{}, rank {}", score_or_rank(found.as_ref()), rank.estimate.value)
                    }
                    _ => score_or_rank(found.as_ref()),
                }
            }));
            if with_deltas {
                cells.extend(pairs.iter().map(|pair| {
                    let delta = comparison.get(&of_row(Statistic::Delta, set, row, Some(pair)));
                    delta.map(|delta| signed_number(delta.estimate.value)).unwrap_or_default()
                }));
                cells.push(cv(comparison, set, row, Statistic::Cv).unwrap_or_default());
            }
            if unshifted {
                cells.push(cv(comparison, set, row, Statistic::CvUnshifted).unwrap_or_default());
            }
            cells
        })
        .collect();
    table(&header, rows, 1)
}

/// With its sign, unless it rounds to zero.
fn signed_number(x: f64) -> String {
    let text = figure(x);
    let nothing = text.chars().all(|c| c == '0' || c == '.');
    if x > 0.0 && !nothing { format!("+{text}") } else { text }
}

/// One row per pair, with three groups of columns: the first was chosen, neither, the second.
fn of_pairs(comparison: &Comparison, set: &Set) -> Option<comfy_table::Table> {
    let name = |id: &str| comparison.frame.system_name(id).to_owned();
    let mut header = vec!["first".to_owned(), "second".to_owned()];
    for option in ["first", "equal", "second"] {
        header.extend(comparison.experiments.iter().map(|experiment| format!("{option} {}", experiment.name)));
        header.push("CV*".to_owned());
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for row in &set.rows {
        let (Some(a), Some(b)) = (row.system.as_deref(), row.against.as_deref()) else { continue };
        if seen.iter().any(|pair| *pair == (a, b) || *pair == (b, a)) {
            continue;
        }
        seen.push((a, b));
        let find = |x: &str, y: &str, equal: bool| {
            set.rows
                .iter()
                .find(|row| row.equal == equal && row.system.as_deref() == Some(x) && row.against.as_deref() == Some(y))
        };
        let mut cells = vec![name(a), name(b)];
        for option in [find(a, b, false), find(a, b, true).or(find(b, a, true)), find(b, a, false)] {
            match option {
                Some(row) => {
                    cells.extend(row.known.iter().map(|found| score_or_rank(found.as_ref())));
                    cells.push(cv(comparison, set, row, Statistic::Cv).unwrap_or_default());
                }
                None => cells.extend(std::iter::repeat_n("–".to_owned(), comparison.experiments.len() + 1)),
            }
        }
        rows.push(cells);
    }
    table(&header, rows, 2)
}
