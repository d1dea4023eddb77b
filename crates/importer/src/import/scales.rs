//! Scales whose points are words: where they end, which end is better, and answers that differ in capital letters only.

use std::collections::{BTreeMap, BTreeSet};

use dataset::CriterionMapping;
use study::file::Better;
use table::{Column, Table};

use super::complete::{answer_columns, could_be_numbers};
use crate::import_mapping::ImportMapping;
use crate::ordered_words;
use crate::plain_cells;
use crate::question::{Choice, Question, Stop, quoted};
use crate::source::with_lines;
use crate::wide::shortened;

/// The answers of a column that are there.
fn answers<'t>(column: &'t Column, wanted: &ImportMapping) -> Vec<&'t str> {
    let mut answers: Vec<&str> = column.distinct().into_iter().map(str::trim).collect();
    answers
        .retain(|cell| !wanted.columns.is_missing(cell) && !wanted.columns.invalid.iter().any(|it| it.trim() == *cell));
    answers.sort_unstable();
    answers.dedup();
    answers
}

/// The criterion that has this column.
fn criterion_of_column<'w>(wanted: &'w ImportMapping, name: &str) -> Option<&'w CriterionMapping> {
    let columns = &wanted.columns;
    columns.criteria.iter().find(|known| known.column.as_deref().or(columns.value.as_deref()) == Some(name))
}

/// Words that were given numbers are a scale from its first point to its last, whoever chose what of it.
pub(super) fn with_ends(wanted: ImportMapping, table: &Table) -> Result<ImportMapping, Stop> {
    let labels: BTreeMap<String, f64> =
        wanted.import.labels.iter().map(|(label, number)| (label.trim().to_lowercase(), *number)).collect();
    if labels.is_empty() || wanted.columns.criterion.is_some() {
        return Ok(wanted);
    }
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for name in answer_columns(&wanted.columns) {
        let Some(column) = table.column(&name) else { continue };
        let Some(asked) = criterion_of_column(&wanted, &name).filter(|asked| asked.response.is_none()) else {
            continue;
        };
        let words = answers(column, &wanted);
        let Some(scale) = ordered_words::order_words(&words) else { continue };
        let as_usual = words.iter().all(|word| {
            let said = labels.get(&word.to_lowercase()).copied();
            scale.numbers.get(*word).is_some_and(|number| said == Some(f64::from(*number)))
        });
        if let Some(points) = scale.points.filter(|_| as_usual) {
            ends.insert(asked.id.clone(), points);
        }
    }
    let mut known = wanted.written.clone();
    if let Some(toml::Value::Array(criteria)) = known.get_mut("criteria") {
        for criterion in criteria.iter_mut() {
            let points = criterion.get("id").and_then(toml::Value::as_str).and_then(|id| ends.get(id));
            if let Some(points) = points {
                let response = format!("response = {{ kind = \"rating\", points = {points}, minimum = 1 }}");
                *criterion = with_lines(criterion.clone(), &response);
            }
        }
    }
    ImportMapping::default().with_known(known).map_err(Stop::Unreadable)
}

/// Asks which end is better where words beside the numbers go the other way (`1 - strongly agree` … `5 - strongly disagree`), or
/// where the name is that of something unwanted.
pub(super) fn ask_direction(table: &Table, wanted: &ImportMapping) -> Option<Question> {
    ask_unwanted(table, wanted).or_else(|| ask_turned(table, wanted))
}

/// Asks about a criterion that is named after something unwanted and has numbers.
fn ask_unwanted(table: &Table, wanted: &ImportMapping) -> Option<Question> {
    let columns = &wanted.columns;
    let answers = |asked: &CriterionMapping| {
        let column = asked.column.as_ref().or(columns.value.as_ref()).and_then(|name| table.column(name));
        column.map(|column| answers(column, wanted)).unwrap_or_default()
    };
    // Faults that were counted are fewer where it is better.
    let has_counts = |asked: &CriterionMapping| answers(asked).iter().all(|cell| cell.parse::<u32>().is_ok());
    let has_numbers = |asked: &CriterionMapping| {
        let answers = answers(asked);
        let plain = |cell: &&str| {
            plain_cells::leading_number(cell).is_some() || cell.replacen(',', ".", 1).parse::<f64>().is_ok()
        };
        answers.len() > 1 && answers.iter().all(plain)
    };
    let is_unwanted = |asked: &CriterionMapping| {
        let name = asked.column.as_ref().or(asked.written.as_ref()).or(asked.name.as_ref()).unwrap_or(&asked.id);
        dataset::suggests_lower(name) && !(dataset::counts_faults(name) && has_counts(asked))
    };
    let asked = columns
        .criteria
        .iter()
        .find(|asked| asked.better.is_none() && asked.response.is_none() && is_unwanted(asked) && has_numbers(asked))?;
    let sentence = format!(
        "`{}` is called like something of which less is better, or that is worded the other way. Which numbers are better?",
        shortened(asked.name.as_ref().unwrap_or(&asked.id))
    );
    Some(direction_question(sentence, &asked.id))
}

fn ask_turned(table: &Table, wanted: &ImportMapping) -> Option<Question> {
    let columns = &wanted.columns;
    let turned = answer_columns(columns).into_iter().find_map(|name| {
        let asked = criterion_of_column(wanted, &name).filter(|asked| asked.better.is_none())?;
        let words = answers(table.column(&name).filter(|_| could_be_numbers(&name, columns))?, wanted);
        let pairs: Option<Vec<(i64, &str)>> = words.iter().map(|cell| plain_cells::number_and_words(cell)).collect();
        let mut pairs = pairs?;
        pairs.sort_unstable();
        let points: Vec<&str> = pairs.iter().map(|(_, words)| *words).collect();
        let scale = ordered_words::order_words(&points)?;
        let down = pairs.windows(2).all(|two| scale.numbers[two[0].1] > scale.numbers[two[1].1]);
        let (first, last) = (pairs.first().filter(|_| down)?, pairs.last()?);
        Some((asked.id.clone(), name.clone(), format!("`{}` is {} and `{}` is {}", first.1, first.0, last.1, last.0)))
    });
    let (id, name, which) = turned?;
    let sentence = format!("in `{}`, {which}. Which numbers are better?", shortened(&name));
    Some(direction_question(sentence, &id))
}

fn direction_question(sentence: String, id: &str) -> Question {
    let choice = |words: &str, better: &str| Choice {
        words: words.to_owned(),
        line: format!("import.better = {{ {} = \"{better}\" }}", quoted(id)),
    };
    Question {
        sentence,
        choices: vec![choice("the lower ones", "lower"), choice("the higher ones", "higher")],
        typed: None,
    }
}

/// The criteria with the direction that was said for them.
pub(super) fn with_directions(wanted: ImportMapping) -> Result<ImportMapping, Stop> {
    let said = &wanted.import.better;
    if said.is_empty() {
        return Ok(wanted);
    }
    let known = &wanted.columns.criteria;
    if let Some(id) = said.keys().find(|id| known.iter().all(|known| known.id != **id)) {
        let ids: Vec<&str> = known.iter().map(|known| known.id.as_str()).collect();
        return Err(Stop::Unreadable(format!("`import.better` names `{id}`; the criteria are `{}`", ids.join("`, `"))));
    }
    let mut written = wanted.written.clone();
    if let Some(toml::Value::Array(criteria)) = written.get_mut("criteria") {
        for criterion in criteria.iter_mut().filter(|criterion| criterion.get("better").is_none()) {
            let better = criterion.get("id").and_then(toml::Value::as_str).and_then(|id| said.get(id));
            if let Some(better) = better {
                let better = match better {
                    Better::Higher => "higher",
                    Better::Lower => "lower",
                    Better::Neither => "neither",
                };
                *criterion = with_lines(criterion.clone(), &format!("better = \"{better}\""));
            }
        }
    }
    ImportMapping::default().with_known(written).map_err(Stop::Unreadable)
}

/// Options that were chosen together stand between commas in what Google Forms writes: they come in fewer kinds than their
/// combinations, most of them alone as well, and begin alike, as the parts of `Yes, clearly` do not. Semicolons then stand between them.
pub(super) fn with_options_apart(mut table: Table, wanted: &ImportMapping, notes: &mut Vec<String>) -> Table {
    for name in answer_columns(&wanted.columns).into_iter().filter(|name| could_be_numbers(name, &wanted.columns)) {
        let Some(column) = table.column(&name) else { continue };
        if criterion_of_column(wanted, &name).is_some_and(|asked| asked.response.is_some()) {
            continue;
        }
        let words = answers(column, wanted);
        let options: BTreeSet<&str> = words.iter().flat_map(|word| word.split(", ")).map(str::trim).collect();
        let alone = options.iter().filter(|option| words.contains(option)).count();
        let capital = options.iter().filter(|option| option.starts_with(char::is_uppercase)).count();
        let is_joined = words.iter().any(|word| word.contains(", ")) && words.iter().all(|word| !word.contains(';'));
        let is_text = options.contains("") || options.len() >= words.len() || alone * 2 <= options.len();
        if !is_joined || is_text || (capital > 0 && capital < options.len()) {
            continue;
        }
        notes.push(format!(
            "`{}`: options that stand between commas were chosen together: `{}`",
            shortened(&name),
            options.into_iter().collect::<Vec<_>>().join("`, `")
        ));
        let apart = column.map_texts(|cell| Some(cell.replace(", ", "; ")));
        table.set_column(apart);
    }
    table
}

/// Options that differ in capital letters only are one: the spelling that comes most often. Texts that people wrote stay as they are.
pub(super) fn with_one_spelling(mut table: Table, wanted: &ImportMapping, notes: &mut Vec<String>) -> Table {
    const MOST_OPTIONS: usize = 20;
    if wanted.columns.shown.len() == 2 {
        return table;
    }
    for name in answer_columns(&wanted.columns) {
        let Some(column) = table.column(&name) else { continue };
        if criterion_of_column(wanted, &name).is_some_and(|asked| asked.response.is_some()) {
            continue;
        }
        let options = answers(column, wanted);
        // What stands beside numbers is no option: it is named as it is written.
        if options.iter().any(|option| option.parse::<f64>().is_ok()) {
            continue;
        }
        let folded: BTreeSet<String> = options.iter().map(|option| option.to_lowercase()).collect();
        if options.len() > MOST_OPTIONS || folded.len() == options.len() {
            continue;
        }
        let mut spellings: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
        for cell in column.iter().flatten().map(str::trim).filter(|cell| options.contains(cell)) {
            *spellings.entry(cell.to_lowercase()).or_default().entry(cell).or_default() += 1;
        }
        let usual: BTreeMap<&String, &str> = spellings
            .iter()
            .filter(|(_, all)| all.len() > 1)
            .filter_map(|(folded, all)| Some((folded, *all.iter().max_by_key(|(_, count)| **count)?.0)))
            .collect();
        if usual.is_empty() {
            continue;
        }
        let listed: Vec<String> = usual
            .iter()
            .map(|(folded, usual)| {
                let others: BTreeSet<&str> =
                    spellings[*folded].keys().copied().filter(|other| other != usual).collect();
                format!("`{}` as `{usual}`", others.into_iter().collect::<Vec<_>>().join("` and `"))
            })
            .collect();
        notes.push(format!("`{}`: capital letters make no other answer; read {}", shortened(&name), listed.join(", ")));
        let one = column
            .map_texts(|cell| Some(usual.get(&cell.trim().to_lowercase()).map_or(cell, |usual| *usual).to_owned()));
        table.set_column(one);
    }
    table
}
