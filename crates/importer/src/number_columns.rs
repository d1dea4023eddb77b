//! Which columns of numbers in a plain table are answers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use table::{Column, Table};

use crate::gather::FILE;
use crate::import_mapping::ImportMapping;
use crate::personal;
use crate::plain_cells;
use crate::question::{Choice, Question, quoted};
use crate::source::slugs;

/// Names of columns whose numbers are no answers.
const NO_ANSWER: [&str; 16] = [
    "position", "order", "trial", "page", "turn", "age", "year", "index", "list", "batch", "group", "attempt", "fold",
    "split", "seed", "session",
];
/// Words in the names of columns that hold times.
const TIMES: [&str; 18] = [
    "time",
    "timestamp",
    "date",
    "duration",
    "seconds",
    "secs",
    "sec",
    "minutes",
    "ms",
    "elapsed",
    "latency",
    "start",
    "end",
    "started",
    "ended",
    "submitted",
    "created",
    "updated",
];

/// A column of numbers that could be answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NumberColumn {
    pub(crate) name: String,
    pub(crate) range: Range,
}

/// What its numbers look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// Always the same number, which may be anything.
    One,
    /// Whole or half points between -10 and 10, as scales have them.
    Scale,
    /// From 0 to 100, as sliders and shares have them.
    Hundred,
    /// Any other numbers.
    Other,
}

/// The columns of numbers that could be answers. What is the same for everybody who judged an output, or in all answers of a
/// person, is said about that output or person.
pub(crate) fn find(
    table: &Table,
    taken: &[String],
    wanted: &ImportMapping,
    (who, what): (&[String], &[String]),
) -> Vec<NumberColumn> {
    let free = free(table, taken, wanted).filter(|column| !is_row_number(column));
    let found: Vec<(&Column, Range)> = free.filter_map(|column| Some((column, range(column, wanted)?))).collect();
    let same = |column: &Column, keys: &[String]| is_same_within(table, column, keys);
    let answers =
        found.iter().filter(|(column, range)| *range == Range::One || !same(column, who) && !same(column, what));
    let answers: Vec<&(&Column, Range)> = answers.collect();
    // Where people agree in everything that there is, it is still the answer.
    let kept = if answers.is_empty() { found.iter().collect() } else { answers };
    kept.into_iter().map(|(column, range)| NumberColumn { name: column.name().to_owned(), range: *range }).collect()
}

/// The columns that nothing is known of, and whose names do not say that they hold something else.
fn free<'t>(table: &'t Table, taken: &'t [String], wanted: &'t ImportMapping) -> impl Iterator<Item = &'t Column> {
    let is_named_otherwise = |name: &str| {
        let lower = name.trim().to_lowercase();
        let words: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
        NO_ANSWER.contains(&words.concat().as_str())
            || plain_cells::names_total(&lower)
            || words.iter().any(|word| TIMES.contains(word))
            || words.last() == Some(&"id")
            || name.trim().ends_with("Id")
            || name.trim().ends_with("ID")
    };
    table.columns().iter().filter(move |column| {
        !taken.iter().any(|name| name == column.name())
            && column.name() != FILE
            && !wanted.import.leave_out.iter().any(|name| name == column.name())
            && !is_named_otherwise(column.name())
    })
}

/// Whether a column counts the rows.
fn is_row_number(column: &Column) -> bool {
    let number = |row: usize| column.get(row).and_then(|cell| cell.trim().parse::<i64>().ok());
    column.len() > 2 && (1..column.len()).all(|row| number(row).is_some_and(|n| Some(n - 1) == number(row - 1)))
}

/// The columns of a few words that could be answers: half of the rows or more have one, each comes again, and they differ between people who
/// judged the same and between the outputs that one person judged.
pub(crate) fn words(
    table: &Table,
    taken: &[String],
    wanted: &ImportMapping,
    (who, what): (&[String], &[String]),
) -> Vec<String> {
    const MOST: usize = 12;
    if who.is_empty() || what.is_empty() {
        return Vec::new();
    }
    let is_missing = |cell: &str| wanted.columns.is_missing(cell);
    let is_worded = |column: &&Column| {
        let different = column.distinct().into_iter().filter(|cell| !is_missing(cell)).count();
        (2..=MOST).contains(&different)
            && range(column, wanted).is_none()
            && personal::kind_of(column).is_none()
            && column.iter().flatten().filter(|cell| !is_missing(cell)).count() * 2 >= column.len()
            && different * 2 <= column.len()
            && !is_same_within(table, column, who)
            && !is_same_within(table, column, what)
    };
    free(table, taken, wanted).filter(is_worded).map(|column| column.name().to_owned()).collect()
}

/// The range of a column's numbers; nothing where some cell is no number.
pub(crate) fn range(column: &Column, wanted: &ImportMapping) -> Option<Range> {
    let is_missing = |cell: &str| wanted.columns.is_missing(cell);
    let plain = plain_cells::plain_numbers(column, is_missing).map(|(numbers, _)| numbers);
    let mut ends: Option<(f64, f64)> = None;
    let mut halves = true;
    for cell in plain.as_ref().unwrap_or(column).cells_once() {
        if is_missing(cell) || plain_cells::says_nothing(cell) {
            continue;
        }
        // Whether a comma is that of a decimal is asked later.
        let value: f64 = cell.trim().replacen(',', ".", 1).parse().ok().filter(|value: &f64| value.is_finite())?;
        halves &= (value * 2.0).fract() == 0.0;
        ends = Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
    }
    let (low, high) = ends?;
    Some(if low >= high {
        Range::One
    } else if halves && low >= -10.0 && high <= 10.0 {
        Range::Scale
    } else if low >= 0.0 && high <= 100.0 {
        Range::Hundred
    } else {
        Range::Other
    })
}

/// Whether a column says the same in all rows that are alike in these columns, and there are such rows.
fn is_same_within(table: &Table, column: &Column, keys: &[String]) -> bool {
    let keys: Vec<&Column> = keys.iter().filter_map(|name| table.column(name)).collect();
    let mut known: HashMap<Vec<Option<&str>>, Option<&str>> = HashMap::new();
    let mut again = false;
    for row in 0..table.len() {
        match known.entry(keys.iter().map(|key| key.get(row)).collect()) {
            Entry::Occupied(before) if *before.get() != column.get(row) => return false,
            Entry::Occupied(_) => again = true,
            Entry::Vacant(first) => {
                first.insert(column.get(row));
            }
        }
    }
    again && !keys.is_empty()
}

/// The line of a mapping that makes each of these columns a criterion.
pub(crate) fn criteria_line(names: &[&str]) -> String {
    let one = |(id, name): &(String, String)| format!("{{ id = {}, column = {} }}", quoted(id), quoted(name));
    let criteria: Vec<String> = slugs(names.iter().copied()).iter().map(one).collect();
    format!("criteria = [{}]", criteria.join(", "))
}

/// Asks which of these columns are answers: `sure` are by their name or their numbers, `others` could be.
pub(crate) fn question(sure: &[&str], others: &[&str]) -> Question {
    let list = |names: &[&str]| format!("`{}`", names.join("`, `"));
    let all: Vec<&str> = sure.iter().chain(others).copied().collect();
    let each = |names: &[&str]| Choice {
        words: if names.len() == 1 {
            format!("only {}", list(names))
        } else {
            format!("{}: a criterion each", list(names))
        },
        line: criteria_line(names),
    };
    let mut choices = vec![each(&all)];
    if sure.is_empty() {
        choices.extend(others.iter().map(|name| each(&[name])));
    } else {
        choices.push(each(sure));
        if others.len() == 1 {
            choices.push(each(others));
        }
    }
    let sentence = if sure.is_empty() {
        format!("which of the columns of numbers hold answers: {}?", list(others))
    } else {
        format!("are there answers only in {}, or in {}, too?", list(sure), list(others))
    };
    Question { sentence, choices, typed: None }
}

#[cfg(test)]
mod tests {
    use table::Table;

    use super::{NumberColumn, Range, find};
    use crate::import_mapping::ImportMapping;

    fn find_ranges(text: &str) -> Vec<(String, Range)> {
        let table = Table::read("t.csv", text.as_bytes()).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let (who, what) = (names(&["rater"]), names(&["item", "system"]));
        let columns = find(&table, &[who.clone(), what.clone()].concat(), &ImportMapping::default(), (&who, &what));
        columns.into_iter().map(|NumberColumn { name, range }| (name, range)).collect()
    }

    #[test]
    fn answers_differ_between_people_and_outputs() {
        let text = "rater,item,system,words,years,tone,effort,share,secs,note\n\
            a,1,x,120,3,1.5,40,20 %,3.5,so\n\
            a,1,y,95,3,4,60,30 %,4.5,so\n\
            b,1,x,120,7,2,55,25 %,1.5,no\n\
            b,1,y,95,7,5,101,90 %,9,so\n";
        let columns = [("tone", Range::Scale), ("effort", Range::Other), ("share", Range::Hundred)];
        assert_eq!(find_ranges(text), columns.map(|(name, range)| (name.to_owned(), range)));
    }

    #[test]
    fn what_everyone_agrees_on_is_an_answer_where_there_is_no_other() {
        let text = "rater,item,system,tone\na,1,x,1\na,1,y,4\nb,1,x,1\nb,1,y,4\n";
        assert_eq!(find_ranges(text), [("tone".to_owned(), Range::Scale)]);
    }
}
