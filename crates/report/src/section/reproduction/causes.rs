//! Why it differed: another use of the scale, effects of another size, ties, raters' severity, outputs that moved most.

use analysis::Statistic;
use reproduction::{Comparison, ComparisonNumber, OTHERS, Reading};

use super::{criterion, find, group, reading};
use crate::document::{Section, Words, excerpt};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// More runs than this have a row each instead of a sentence.
const BESIDE: usize = 3;
pub(super) fn section(comparison: &Comparison) -> Section {
    let mut section = Section::new("why-it-differed", "Why did it differ?");
    let many = comparison.experiments.len() > BESIDE;
    let is_mentioned =
        |number: &&ComparisonNumber| !(many && matches!(number.statistic, Statistic::Shift | Statistic::SizeRatio));
    let lines: Vec<Words> = reading(comparison, Reading::Why)
        .filter(is_mentioned)
        .filter_map(|number| sentence(comparison, number))
        .collect();
    let changes = changes(comparison);
    if !lines.is_empty() || !changes.rows.is_empty() {
        section.paragraph(Words::default().strong("Why did it differ?"));
    }
    section.table(changes);
    section.list(lines);
    section.table(over_all_others(comparison));
    section.table(moved_outputs_table(comparison));
    section
}

/// Of many runs: how each use of the scale and each number of judgements differs from the first, in rows.
fn changes(comparison: &Comparison) -> Table {
    let mut columns = vec![Column::words("run")];
    columns.extend(
        ["all scores moved by", "share of the change", "spread of scores, times", "judgements, times"]
            .map(Column::numbers),
    );
    let caption = "How each run differs from the first: a shift of all scores, how far scores lie apart, and how many judgements \
                   there are (distinguishing a small effect from none takes 2.5 times as many; Simonsohn 2015)";
    let mut table = Table::new("changes", caption, columns);
    if comparison.experiments.len() <= BESIDE {
        return table;
    }
    for asked in &comparison.frame.criteria {
        let own: Vec<&ComparisonNumber> =
            reading(comparison, Reading::Why).filter(|number| number.criterion.as_deref() == Some(&asked.id)).collect();
        let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
        for name in names.iter().skip(1) {
            let of = |statistic: Statistic| find(&own, statistic, &[names[0], *name]);
            let (shift, size) = (of(Statistic::Shift), of(Statistic::SizeRatio));
            if shift.is_none() && size.is_none() {
                continue;
            }
            group(comparison, &mut table, Some(&asked.id));
            table.row(vec![
                Cell::text(*name),
                Cell::from_number(shift, Face::Value),
                Cell::from_number(of(Statistic::ShiftShare), Face::Percent),
                Cell::from_number(of(Statistic::SpreadRatio), Face::Value),
                Cell::from_number(size, Face::Value),
            ]);
        }
    }
    table
}

/// What one number says, with those beside it.
fn sentence(comparison: &Comparison, number: &ComparisonNumber) -> Option<Words> {
    let of = criterion(comparison, number.criterion.as_deref());
    let beside: Vec<&ComparisonNumber> =
        reading(comparison, Reading::Why).filter(|other| other.criterion == number.criterion).collect();
    let between: Vec<&str> = number.between.iter().map(String::as_str).collect();
    let also = |statistic: Statistic| find(&beside, statistic, &between);
    let words = if number.statistic == Statistic::Shift {
        let mut words = Words::plain(format!("{of}, {}: all scores together moved by ", between.join(" to ")))
            .number(number, Face::Value);
        if let Some(share) = also(Statistic::ShiftShare) {
            words = words.text(", which is ").number(share, Face::Percent).text(" of the change (sum of squares)");
        }
        if let Some(ratio) = also(Statistic::SpreadRatio) {
            words = words.text("; scores lie ").number(ratio, Face::Value).text(" times as far apart as before");
        }
        words
    } else if number.statistic == Statistic::SizeRatio && number.estimate.value < 2.5 {
        return size_sentence(comparison, number);
    } else if number.statistic == Statistic::EqualChange {
        Words::plain(format!("{of}, {}: the share of “equal” changed by ", between.join(" to ")))
            .number(number, Face::Value)
    } else if number.statistic == Statistic::RaterSd {
        let between = between.join(", ");
        let words = format!("{of}, {between}: the standard deviation of raters' leniency is ");
        Words::plain(words).number(number, Face::Value)
    } else {
        return None;
    };
    Some(words.text("."))
}

/// How many judgements there are beside those of the first experiment, once for all criteria with the same answer.
fn size_sentence(comparison: &Comparison, number: &ComparisonNumber) -> Option<Words> {
    let same = |other: &&ComparisonNumber| {
        (other.statistic, &other.between) == (number.statistic, &number.between)
            && (other.estimate.value - number.estimate.value).abs() < 1e-9
    };
    let first = reading(comparison, Reading::Why).find(same)?;
    if first.criterion != number.criterion {
        return None;
    }
    let words = Words::plain(format!("From {}: ", number.between.join(" to ")));
    let words = if (number.estimate.value - 1.0).abs() < 0.005 {
        words.text("as many judgements")
    } else {
        words.number(number, Face::Value).text(" times as many judgements")
    };
    Some(words.text("; distinguishing a small effect from none takes 2.5 times as many (Simonsohn 2015)."))
}

/// One system against all others, on average over them: how often each was preferred, in each experiment.
fn over_all_others(comparison: &Comparison) -> Table {
    let names: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let mut columns = vec![Column::words("on average over all others")];
    columns.extend(names.iter().map(|name| Column::numbers(name)));
    columns.extend(
        names.iter().skip(1).flat_map(|name| ["Δ", "CV*"].map(|head| Column::numbers(head).under_heading(name))),
    );
    let mut table = Table::new("over-all-others", "One system against all others", columns);
    let shares: Vec<&ComparisonNumber> = reading(comparison, Reading::Why).collect();
    let mut done: Vec<(&Option<String>, &[String])> = Vec::new();
    for number in shares.iter().filter(|number| number.statistic == Statistic::MeanShare) {
        let about = (&number.criterion, number.estimate.of.as_slice());
        if done.contains(&about) {
            continue;
        }
        done.push(about);
        let own: Vec<&ComparisonNumber> =
            shares.iter().copied().filter(|it| (&it.criterion, it.estimate.of.as_slice()) == about).collect();
        group(comparison, &mut table, number.criterion.as_deref());
        let mut cells = vec![Cell::text(preference_text(comparison, about.1))];
        cells.extend(
            names.iter().map(|name| Cell::from_number(find(&own, Statistic::MeanShare, &[*name]), Face::Value)),
        );
        for name in names.iter().skip(1) {
            let pair = [names[0], *name];
            cells.push(Cell::from_number(find(&own, Statistic::MeanShareChange, &pair), Face::Value));
            cells.push(Cell::from_number(find(&own, Statistic::Cv, &pair).map(Number::without_notes), Face::Value));
        }
        table.row(cells);
    }
    table
}

fn preference_text(comparison: &Comparison, of: &[String]) -> String {
    match of {
        [_, _, _equal] => "equal".to_owned(),
        [first, _] if first == OTHERS => "the other preferred".to_owned(),
        [first, ..] => format!("{} preferred", comparison.frame.system_name(first)),
        [] => String::new(),
    }
}

/// The outputs whose scores moved most, with their texts where the study is known.
fn moved_outputs_table(comparison: &Comparison) -> Table {
    let columns = ["item", "system", "text"].map(Column::words).into_iter();
    let columns = columns.chain(["before", "after", "Δ"].map(Column::numbers)).collect();
    let mut table = Table::new("outputs-moved", "The outputs whose scores moved most", columns);
    let all: Vec<&ComparisonNumber> = reading(comparison, Reading::Why).collect();
    for change in all.iter().filter(|number| number.statistic == Statistic::OutputChange) {
        let [item, system] = &change.estimate.of[..] else { continue };
        let score = |run: &String| {
            all.iter().copied().find(|it| {
                it.statistic == Statistic::OutputScore
                    && it.criterion == change.criterion
                    && it.estimate.of == change.estimate.of
                    && it.between == [run.as_str()]
            })
        };
        let text = comparison.frame.outputs.get(&(item.clone(), system.clone()));
        group(comparison, &mut table, change.criterion.as_deref());
        table.row(vec![
            Cell::text(item),
            Cell::text(comparison.frame.system_name(system)),
            text.map_or(Cell::Empty, |text| Cell::text(excerpt(text))),
            Cell::from_number(change.between.first().and_then(score), Face::Value),
            Cell::from_number(change.between.last().and_then(score), Face::Value),
            Cell::Number(Number::from(*change), Face::Value),
        ]);
    }
    table
}
