//! Batch results of Amazon Mechanical Turk: `Input.` columns as uploaded, `Answer.` columns in one of three shapes.

use std::collections::BTreeMap;

use serde_json::Value;
use table::{Column, InternedColumn, Table};

use super::{OriginalTable, Reading, Role, Source, SourceInput, criterion, slugs, with_lines};
use crate::gather::{cell, gather};
use crate::ordered_words;
use crate::question::{Question, Stop, quoted_list};
use crate::sheet::Sheet;
use crate::sides::{self, Holds};

pub(super) const SOURCE: Source = Source {
    id: "mturk",
    name: "a batch of Mechanical Turk",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "mturk"
import.files = ["Batch_1_batch_results.csv"]
participant = "WorkerId"
item = "Input.prompt_id"
shown = ["Input.system_a", "Input.system_b"]
import.outputs = ["Input.text_a", "Input.text_b"]
words.equal = ["c"]

[[criteria]]
id = "fluency"
column = "Answer.qFluent"
better = "higher"
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let answers = sheet.header().iter().filter(|name| name.starts_with("Answer.")).count();
    let known: Vec<&str> =
        ["HITId", "AssignmentId", "WorkerId"].into_iter().filter(|name| sheet.has_columns(&[name])).collect();
    (answers > 0 && !known.is_empty())
        .then(|| vec![format!("columns {}", known.join(", ")), format!("{answers} columns `Answer.…`")])
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let gathered = gather(&given.sheets, 1)?;
    let mut notes = gathered.notes;
    let original = OriginalTable::new(&gathered.table, None);
    let mut offered = OfferedOptions::new();
    let table = without_flags(with_task_answers(gathered.table, &mut offered)?, &mut offered);
    let table = match rejection_column(&table) {
        Some(excluded) => table.with_column(excluded),
        None => table,
    };
    let apart = if is_only_rated(&table) { sides::rated_apart(&table, given.wanted, "Answer.") } else { None };
    let mut reading = Reading::new(apart.as_ref().map_or(table, |apart| apart.table.clone()), gathered.counts);
    reading.original = Some(original);
    if let Some(apart) = apart {
        apart.tell(&mut reading);
    }
    if reading.table.column("excluded").is_some() {
        reading.know("excluded", "excluded");
    }
    match ["WorkerId", "AssignmentId"].into_iter().find(|name| reading.table.column(name).is_some()) {
        Some("WorkerId") => reading.know("participant", "WorkerId"),
        Some(name) => {
            notes.push(
                "the workers' ids are not in the file: each assignment is taken as a person of their own".to_owned(),
            );
            reading.know("participant", name);
        }
        None => {}
    }
    if reading.table.column("WorkTimeInSeconds").is_some() {
        reading.know("active_secs", "WorkTimeInSeconds");
    }
    reading.know("missing", vec!["{}"]);
    read_input_columns(&mut reading, given);
    read_answer_columns(&mut reading, given, &offered);
    reading.notes.extend(notes);
    Ok(reading)
}

/// Whether every answer is about one of two outputs, or a text: a choice between them needs both in one row.
fn is_only_rated(table: &Table) -> bool {
    let sided = sides::find(table);
    let several = sides::several(table, 3);
    let in_sides = |name: &str| {
        sided.iter().any(|sided| sided.first == name || sided.second == name)
            || several.iter().any(|(all, _)| all.iter().any(|column| column.name() == name))
    };
    let is_text = |column: &&Column| {
        let (cells, letters) = column.iter().flatten().fold((0, 0), |(cells, all), cell| (cells + 1, all + cell.len()));
        cells == 0 || letters / cells >= 15
    };
    let asked =
        table.columns().iter().filter(|column| column.name().starts_with("Answer.") && !in_sides(column.name()));
    asked.into_iter().all(|column| is_text(&column))
}

/// By column, the options that a form offered, whether someone chose them or not.
type OfferedOptions = BTreeMap<String, Vec<String>>;

/// The response of a criterion by what was offered: the points of a scale, or options. Whether words are the points of a scale is asked.
fn offered_response(options: &[String], answers: &Column) -> Option<String> {
    if options.len() < 2 {
        return None;
    }
    let words: Vec<&str> = options.iter().map(String::as_str).collect();
    if answers.iter().flatten().any(|cell| cell.contains('|')) {
        return Some(format!("{{ kind = \"choice\", several = true, options = {} }}", quoted_list(words)));
    }
    let mut points: Vec<i64> = options.iter().filter_map(|option| option.trim().parse().ok()).collect();
    points.sort_unstable();
    let is_scale = points.len() == options.len() && points.windows(2).all(|two| two[0] + 1 == two[1]);
    match points.first() {
        Some(low) if is_scale => Some(format!("{{ kind = \"rating\", points = {}, minimum = {low} }}", points.len())),
        None if ordered_words::order_words(&words).is_none() => {
            Some(format!("{{ kind = \"choice\", options = {} }}", quoted_list(words)))
        }
        Some(_) | None => None,
    }
}

/// `[{"quality":{"1":false,"2":true}}]` in one cell, as a column for each name.
fn with_task_answers(table: Table, offered: &mut OfferedOptions) -> Result<Table, Stop> {
    let Some(cells) = table.column("Answer.taskAnswers") else { return Ok(table) };
    let mut found: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    for row in 0..table.len() {
        let text = cells.get(row).unwrap_or_default();
        let failed = |problem: &str| {
            Stop::Unreadable(format!(
                "row {} of `{}` has in `Answer.taskAnswers` {problem}",
                table.row_number(row),
                table.file()
            ))
        };
        if text.trim().is_empty() {
            continue;
        }
        let value: Value = serde_json::from_str(text).map_err(|_| failed("something that is no JSON"))?;
        let answers = match &value {
            Value::Array(list) if list.len() == 1 => &list[0],
            Value::Object(_) => &value,
            _ => return Err(failed("a list of several answers, where one is expected")),
        };
        let Value::Object(answers) = answers else { return Err(failed("no object with names and answers")) };
        for (name, answer) in answers {
            if let Some(flags) = flags(answer) {
                let known = offered.entry(format!("Answer.{name}")).or_default();
                let new = flags.keys().filter(|option| !known.contains(option)).cloned().collect::<Vec<_>>();
                known.extend(new);
            }
            for (name, answer) in flatten_answer(name, answer) {
                let cells = found.entry(format!("Answer.{name}")).or_default();
                cells.resize(row, None);
                cells.push(answer);
            }
        }
    }
    let numbers: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    let mut columns: Vec<Column> =
        table.columns().iter().filter(|column| column.name() != "Answer.taskAnswers").cloned().collect();
    for (name, mut answers) in found {
        answers.resize(table.len(), None);
        let mut column = InternedColumn::new(name, table.len());
        for answer in answers {
            column.push(answer.as_deref());
        }
        columns.push(column.finish());
    }
    Ok(Table::from_columns(table.file(), columns, numbers))
}

/// What one control of a form says: the options that are true, the label, or the value; a script's own list of names and
/// values as one each.
fn flatten_answer(name: &str, answer: &Value) -> Vec<(String, Option<String>)> {
    if let Value::String(text) = answer
        && text.trim_start().starts_with('[')
        && let Ok(Value::Array(list)) = serde_json::from_str::<Value>(text)
    {
        let named = |entry: &Value| Some((entry.get("name")?.as_str()?.to_owned(), entry.get("value").and_then(cell)));
        let all: Option<Vec<_>> = list.iter().map(named).collect();
        if let Some(all) = all.filter(|all| !all.is_empty()) {
            return all;
        }
    }
    let said = match (flags(answer), answer) {
        (Some(options), _) => {
            let chosen: Vec<&str> =
                options.iter().filter(|(_, on)| **on == Value::Bool(true)).map(|(option, _)| option.as_str()).collect();
            (!chosen.is_empty()).then(|| chosen.join("|"))
        }
        (None, Value::Object(label)) if label.len() == 1 && label.contains_key("label") => {
            label.get("label").and_then(cell)
        }
        (None, other) => cell(other),
    };
    vec![(name.to_owned(), said)]
}

/// The options of a control with whether each was chosen.
fn flags(answer: &Value) -> Option<&serde_json::Map<String, Value>> {
    answer.as_object().filter(|options| !options.is_empty() && options.values().all(Value::is_boolean))
}

/// `Answer.quality.1`, `Answer.quality.2` … = `true` or `false`, as one column `Answer.quality`.
fn without_flags(table: Table, offered: &mut OfferedOptions) -> Table {
    let is_flag = |column: &Column| {
        column.iter().flatten().all(|cell| matches!(cell.trim().to_ascii_lowercase().as_str(), "true" | "false"))
    };
    let mut groups: BTreeMap<String, Vec<(String, &Column)>> = BTreeMap::new();
    for column in table.columns().iter().filter(|column| column.name().starts_with("Answer.")) {
        if let Some((group, option)) = column.name().rsplit_once('.').filter(|(group, _)| *group != "Answer")
            && is_flag(column)
        {
            groups.entry(group.to_owned()).or_default().push((option.to_owned(), column));
        }
    }
    if groups.is_empty() {
        return table;
    }
    let flags: Vec<&str> = groups.values().flatten().map(|(_, column)| column.name()).collect();
    let mut columns: Vec<Column> =
        table.columns().iter().filter(|column| !flags.contains(&column.name())).cloned().collect();
    for (group, options) in &groups {
        let mut joined = InternedColumn::new(group.clone(), table.len());
        for row in 0..table.len() {
            let on = |column: &Column| column.get(row).is_some_and(|cell| cell.trim().eq_ignore_ascii_case("true"));
            let chosen: Vec<&str> =
                options.iter().filter(|(_, column)| on(column)).map(|(option, _)| option.as_str()).collect();
            joined.push(Some(chosen.join("|")).filter(|chosen| !chosen.is_empty()).as_deref());
        }
        columns.push(joined.finish());
        offered.insert(group.clone(), options.iter().map(|(option, _)| option.clone()).collect());
    }
    let numbers: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    Table::from_columns(table.file(), columns, numbers)
}

/// Work that was rejected, or is marked to be.
fn rejection_column(table: &Table) -> Option<Column> {
    let marks = [table.column("AssignmentStatus"), table.column("Reject"), table.column("RejectionTime")];
    let mut excluded = InternedColumn::new("excluded".to_owned(), table.len());
    let mut any = false;
    for row in 0..table.len() {
        let cell = |index: usize| marks[index].and_then(|column| column.get(row)).map(str::trim).unwrap_or_default();
        let is = cell(0).eq_ignore_ascii_case("rejected") || !cell(1).is_empty() || !cell(2).is_empty();
        any |= is;
        excluded.push(is.then_some("rejected"));
    }
    any.then(|| excluded.finish())
}

fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Systems, items and texts among the `Input.` columns.
fn read_input_columns(reading: &mut Reading, given: &SourceInput<'_>) {
    let wanted = &given.wanted.columns;
    let sided: Vec<_> =
        sides::find(&reading.table).into_iter().filter(|sided| sided.first.starts_with("Input.")).collect();
    let of = |holds: Holds| sided.iter().filter(|sided| sided.holds == holds).collect::<Vec<_>>();
    let systems = of(Holds::Names);
    let in_pair = |name: &str| sided.iter().any(|sided| sided.first == name || sided.second == name);
    let inputs: Vec<String> = reading
        .table
        .columns()
        .iter()
        .map(|column| column.name().to_owned())
        .filter(|name| name.starts_with("Input.") && !in_pair(name))
        .collect();
    let by_name =
        |names: &[&str]| inputs.iter().find(|name| names.contains(&last_part(name).to_lowercase().as_str())).cloned();
    let system = by_name(&["system", "model", "system_id", "model_name", "system_name", "condition", "method"]);
    if wanted.shown.is_empty() && wanted.system.is_none() && given.wanted.import.one_system.is_none() {
        match (systems.as_slice(), &system) {
            ([pair], None) => reading.know("shown", vec![pair.first.clone(), pair.second.clone()]),
            (_, Some(system)) => reading.know("system", system.as_str()),
            (_, None) => {}
        }
    }
    let id_like = |name: &&String| {
        let last = last_part(name).to_lowercase();
        last == "item" || last == "id" || last.ends_with("_id") || last.ends_with("id") && last.len() <= 8
    };
    if wanted.item.is_none() {
        let ids: Vec<&String> = inputs.iter().filter(id_like).collect();
        match ids.as_slice() {
            [only] => {
                let name = (*only).clone();
                reading.know("item", name);
            }
            _ => {
                let question = Question::column("the item, that is, what was judged", "item", &inputs);
                reading
                    .questions
                    .push(question.with_choice("each HIT is an item of its own", "item = \"HITId\"".to_owned()));
            }
        }
    }
    let outputs = of(Holds::Texts);
    if let [texts] = outputs.as_slice() {
        reading.know("import.outputs", vec![texts.first.clone(), texts.second.clone()]);
    } else if let Some(output) =
        by_name(&["output", "text", "target", "summary", "response", "generation"]).filter(|_| system.is_some())
    {
        reading.know("import.outputs", vec![output]);
    }
    let known_output = reading.knows.get("import").and_then(|import| import.get("outputs")).cloned();
    let is_output = |name: &String| {
        known_output
            .as_ref()
            .and_then(|list| list.as_array())
            .is_some_and(|list| list.iter().any(|known| known.as_str() == Some(name)))
    };
    let is_text = |name: &&String| {
        let Some(column) = reading.table.column(name) else { return false };
        let (cells, letters) = column.iter().flatten().take(500).fold((0, 0), |(n, l), cell| (n + 1, l + cell.len()));
        cells > 0 && letters / cells >= 15
    };
    let show: Vec<String> = inputs.iter().filter(|name| is_text(name) && !is_output(name)).cloned().collect();
    if !show.is_empty() {
        reading.know("import.show", show);
    }
}

/// One criterion for each `Answer.` column in which someone answered.
fn read_answer_columns(reading: &mut Reading, given: &SourceInput<'_>, offered: &OfferedOptions) {
    if !given.wanted.columns.criteria.is_empty() {
        return;
    }
    let pairs = reading.knows.contains_key("shown") || given.wanted.columns.shown.len() == 2;
    let mut asked: Vec<(String, bool)> = Vec::new();
    let mut silent = Vec::new();
    for column in reading.table.columns().iter().filter(|column| column.name().starts_with("Answer.")) {
        if given.wanted.import.leave_out.iter().any(|name| name == column.name()) {
            continue;
        }
        let cells: Vec<&str> =
            column.iter().flatten().map(str::trim).filter(|cell| !cell.is_empty() && *cell != "{}").collect();
        if cells.is_empty() {
            silent.push(column.name().to_owned());
            continue;
        }
        let letters: usize = cells.iter().map(|cell| cell.len()).sum();
        asked.push((column.name().to_owned(), letters / cells.len() >= 15));
    }
    if !silent.is_empty() {
        reading.notes.push(format!("nobody answered in the column `{}`; not read", silent.join("`, `")));
    }
    let ids = slugs(asked.iter().map(|(name, _)| name.strip_prefix("Answer.").unwrap_or(name)));
    let text: toml::Table = toml::from_str("kind = \"text\"\noptional = true\nlines = true").unwrap_or_default();
    let criteria = ids.into_iter().zip(&asked).map(|((id, name), (column, is_text))| {
        let mut criterion = criterion(&id, &name, column);
        if let (toml::Value::Table(criterion), true, true) = (&mut criterion, *is_text, pairs) {
            criterion.insert("response".to_owned(), text.clone().into());
        }
        let options = offered.get(column).filter(|_| !pairs).zip(reading.table.column(column));
        match options.and_then(|(options, answers)| offered_response(options, answers)) {
            Some(response) => with_lines(criterion, &format!("response = {response}")),
            None => criterion,
        }
    });
    let criteria: Vec<toml::Value> = criteria.collect();
    reading.know("criteria", criteria);
}
