//! A plain table: a row per answer, in columns that may be called anything.

mod names;

use std::collections::BTreeSet;

use serde_json::Value;
use table::{Column, Format, Table};

pub(super) use self::names::item_and_system;
use self::names::{CHOICE, CRITERION, ITEM, PERSON, SYSTEM, VALUE, perhaps_item, plain};
pub(crate) use self::names::{known_columns, names_person};
use super::{Reading, Role, Source, SourceInput, criterion, slugs, with_lines};
use crate::answer_lists::{self, ListDetection};
use crate::by_file;
use crate::counts::Counts;
use crate::gather::{CombinedTable, FILE, Rows, cell, gather, gather_stacked};
use crate::lone_side;
use crate::merged_cells;
use crate::number_columns::{self, NumberColumn, Range};
use crate::pattern::{self, LongTable, Pattern};
use crate::plain_cells;
use crate::question::{Choice, Question, Stop, quoted_list};
use crate::ranking_columns;
use crate::sheet::{Head, Sheet};
use crate::sides::{self, Holds};

pub(super) const SOURCE: Source = Source {
    id: "table",
    name: "a table with a row per answer",
    role: Role::Answers(read),
    recognise,
    example: r#"import.source = "table"
import.files = ["ratings.csv"]
participant = "annotator"
item = "doc_id"
system = "model"

[[criteria]]
id = "fluency"
column = "fluency"
better = "higher"
response = { kind = "rating", points = 5, minimum = 1 }
"#,
};

fn recognise(sheet: &Sheet<'_>) -> Option<Vec<String>> {
    let names: Vec<String> = match &sheet.head {
        Head::Rows(rows) => rows.first()?.clone(),
        Head::Json(records) => records.first()?.as_object()?.keys().cloned().collect(),
    };
    if names.len() < 2 {
        return None;
    }
    let known: Vec<&str> = [PERSON, ITEM, SYSTEM, &CRITERION, &VALUE, &CHOICE]
        .into_iter()
        .filter_map(|list| names.iter().map(String::as_str).find(|name| list.contains(&plain(name).as_str())))
        .collect();
    let people = names.iter().any(|name| PERSON.contains(&plain(name).as_str()));
    let (several, lists): (bool, Vec<&str>) = match &sheet.head {
        Head::Rows(_) => (true, Vec::new()),
        Head::Json(records) => {
            let values = records.first().and_then(Value::as_object).into_iter().flatten();
            let lists =
                values.filter(|(_, value)| answer_lists::is_listed(value)).map(|(key, _)| key.as_str()).collect();
            (records.len() > 1, lists)
        }
    };
    let signed = known.len() >= 2 || !lists.is_empty() || matches!(sheet.head, Head::Rows(_));
    (several && signed).then(|| {
        let signs = if known.is_empty() { "none that is known".to_owned() } else { known.join(", ") };
        let unsure = if people { "" } else { "; none names the person" };
        let lists = if lists.is_empty() { String::new() } else { format!("; lists of answers: {}", lists.join(", ")) };
        vec![format!("columns: {signs}{unsure}{lists}")]
    })
}

fn read(given: &SourceInput<'_>) -> Result<Reading, Stop> {
    read_prepared(given, None)
}

/// Reads a table of which a platform's own columns have been understood.
pub(super) fn read_prepared(given: &SourceInput<'_>, prepare: Option<fn(&Table) -> Table>) -> Result<Reading, Stop> {
    let mut reading = with_a_row_each(given, prepare)?;
    if !reading.questions.is_empty() {
        return Ok(reading);
    }
    let wanted = &given.wanted.columns;
    let mut taken: Vec<String> = Vec::new();
    for (key, names, said) in [
        ("participant", PERSON, &wanted.participant),
        ("item", ITEM, &wanted.item),
        ("criterion", &CRITERION[..], &wanted.criterion),
    ] {
        if let Some(name) = said.clone().or_else(|| find(&reading, names)) {
            reading.know(key, name.as_str());
            taken.push(name);
        }
    }
    if !reading.knows.contains_key("participant") && reading.table.column(FILE).is_some() && given.sheets.len() > 1 {
        reading.know("participant", FILE);
        reading.notes.push(
            "no column names the person: each file or sheet is taken as that of one person, p1, p2 … in the order read; \
             mapping.toml names the files, so keep it to yourself where they are named after people"
                .to_owned(),
        );
        taken.push(FILE.to_owned());
    }
    if let Some(excluded) = super::prolific::excluded_by_status(&reading.table)
        && wanted.excluded.as_deref().is_none_or(|name| name == excluded.name())
    {
        let name = excluded.name().to_owned();
        reading.notes.push(format!(
            "`{name}` says what the platform made of each person's work: answers that it rejected, or that were returned or timed out, are \
             kept and excluded"
        ));
        reading.table.set_column(excluded);
        reading.know("excluded", name.as_str());
        taken.push(name);
    }
    let sided = sides::find(&reading.table);
    know_systems(&mut reading, &sided, &mut taken, given);
    let unknown = !reading.knows.contains_key("item") && given.wanted.import.one_item.is_none();
    if unknown && let Some(name) = perhaps_item(&reading.table, &taken) {
        reading.notes.push(format!("`{name}` is taken as the item"));
        reading.know("item", name.as_str());
        taken.push(name);
    }
    without_names_as_texts(&mut reading);
    if given.sheets.len() > 1
        && let Some(question) = by_file::question(&reading, given.wanted)
    {
        reading.questions.push(question);
    }
    if let Some((rest, checks)) = dataset::without_own_checks(&reading.table) {
        reading.table = rest;
        reading.counts.read -= checks;
        reading.counts.leave_out("an answer to a check, as its column `check` says", checks);
    }
    reading.table = plain_cells::without_totals(reading.table, &taken, &mut reading.counts);
    let asked = merged_cells::question(&reading.table, &taken);
    reading.questions.extend(asked);
    let said = wanted.value.is_some()
        || wanted.choice.is_some()
        || wanted.best.is_some()
        || !wanted.ranks.is_empty()
        || !wanted.criteria.is_empty()
        || reading.knows.contains_key("criteria");
    if said {
        return Ok(reading);
    }
    know_answers(&mut reading, &taken, given);
    Ok(reading)
}

/// The table with a row for each output that was judged, or for each two that were compared; or what must be known for that.
fn with_a_row_each(given: &SourceInput<'_>, prepare: Option<fn(&Table) -> Table>) -> Result<Reading, Stop> {
    let import = &given.wanted.import;
    let CombinedTable { table, mut counts, notes, .. } =
        match (given.sheets.first().map(|sheet| (&sheet.head, sheet.layout.format)), import.stacked_headers) {
            (Some((Head::Json(_), format)), _) => from_json(given, format)?,
            (_, Some(rows)) => gather_stacked(&given.sheets, rows)?,
            (_, None) => gather(&given.sheets, import.header_rows.unwrap_or(1))?,
        };
    let table = match prepare {
        Some(prepare) => prepare(&table),
        None => table,
    };
    let table =
        by_file::with_bare_file_names(merged_cells::filled_down(table, &import.fill_down)?, &given.wanted.columns);
    refuse_means(&table)?;
    let mut notes = notes;
    let is_missing = |cell: &str| given.wanted.columns.is_missing(cell);
    let table = match answer_lists::split_lists(&table, import.lists, (is_missing, &mut counts))? {
        ListDetection::Nothing => table,
        ListDetection::Long(long, note) => {
            notes.push(note);
            long
        }
        ListDetection::Asked(question) => {
            let mut reading = Reading::new(table, counts);
            reading.questions.push(question);
            return Ok(reading);
        }
    };
    let table = match ranking_columns::join_place_columns(&table, given.wanted) {
        Some((joined, note)) => {
            notes.push(note);
            joined
        }
        None => table,
    };
    let (table, ranked) = match ranking_columns::melt_rankings(&table, given.wanted, &mut counts)? {
        ranking_columns::RankingDetection::Nothing => (table, None),
        ranking_columns::RankingDetection::Ranked(ranked) => (ranked.table.clone(), Some(ranked)),
        ranking_columns::RankingDetection::Asked(question) => {
            let mut reading = Reading::new(table, counts);
            reading.questions.push(question);
            return Ok(reading);
        }
    };
    let (table, by_pattern) = by_pattern(table, given)?;
    let table = match &import.opponent {
        Some(name) => lone_side::add_other_side(table, name)?,
        None => table,
    };
    let chosen = table.columns().iter().any(|column| CHOICE.contains(&plain(column.name()).as_str()));
    let apart = if chosen { None } else { sides::rated_apart(&table, given.wanted, "") };
    let mut reading = Reading::new(apart.as_ref().map_or(table, |apart| apart.table.clone()), counts);
    reading.notes = notes;
    if let Some(apart) = apart {
        apart.tell(&mut reading);
    }
    if let Some((criteria, made)) = by_pattern {
        reading.know("criteria", criteria);
        made.iter().for_each(|column| reading.know(column, *column));
    }
    if let Some(ranked) = ranked {
        ranked.tell(&mut reading);
    }
    Ok(reading)
}

/// A column called `Text` that names the items holds no outputs.
fn without_names_as_texts(reading: &mut Reading) {
    let item = reading.knows.get("item").and_then(toml::Value::as_str).map(str::to_owned);
    if let Some(toml::Value::Table(import)) = reading.knows.get_mut("import")
        && let Some(toml::Value::Array(outputs)) = import.get("outputs")
        && outputs.iter().any(|name| name.as_str() == item.as_deref())
    {
        import.remove("outputs");
    }
}

/// Means of systems are no answers of people.
fn refuse_means(table: &Table) -> Result<(), Stop> {
    let has = |names: &[&str]| table.columns().iter().any(|column| names.contains(&plain(column.name()).as_str()));
    let spread =
        ["sd", "std", "stddev", "stdev", "se", "sem", "variance", "var", "n", "count", "ci", "cilow", "cilower"];
    if has(&["mean", "average", "avg", "meanscore", "meanrating"]) && has(&spread) && !has(PERSON) && !has(ITEM) {
        return Err(Stop::Unreadable(format!(
            "`{}` holds means, and no answers of people. To compare a study with them, make them its original: \
             rejudge import --paper {} --of 'authors, year, title' --measure mean --out DIR",
            table.file(),
            table.file()
        )));
    }
    Ok(())
}

/// The first column that has one of these names.
fn find(reading: &Reading, names: &[&str]) -> Option<String> {
    let named = |name: &&str| reading.table.columns().iter().find(|column| plain(column.name()) == *name);
    names.iter().find_map(named).map(|column| column.name().to_owned())
}

/// Which columns hold the answers, where nobody has said it.
fn know_answers(reading: &mut Reading, taken: &[String], given: &SourceInput<'_>) {
    let wanted = &given.wanted.columns;
    let pairs = reading.knows.contains_key("shown") || wanted.shown.len() == 2;
    let value = find(reading, if pairs { &CHOICE } else { &VALUE })
        .or_else(|| find(reading, if pairs { &VALUE } else { &CHOICE }));
    let best = find(reading, &["best"]).zip(find(reading, &["worst"]));
    match (best, value) {
        (Some((best, worst)), _) => {
            reading.know("best", best);
            reading.know("worst", worst);
        }
        (None, Some(value)) if pairs => reading.know("choice", value),
        (None, value) if !pairs => know_numbers(reading, taken, value, given),
        (None, _) => {}
    }
}

/// Columns of numbers are criteria: the one that is called so, or all that could be one scale. Where there are others that could
/// be answers as well, it is asked.
fn know_numbers(reading: &mut Reading, taken: &[String], value: Option<String>, given: &SourceInput<'_>) {
    let key = |key: &str| reading.knows.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    // Without a column of systems the names of these columns may hold them.
    let system = given.wanted.columns.system.clone().or_else(|| key("system"));
    let item = key("item");
    let output: Option<Vec<String>> = [key("item"), system].into_iter().collect();
    let what = output.unwrap_or_default();
    let who: Vec<String> = key("participant").into_iter().filter(|_| !what.is_empty()).collect();
    let columns = number_columns::find(&reading.table, taken, given.wanted, (&who, &what));
    let mut words = number_columns::words(&reading.table, taken, given.wanted, (&who, &what));
    words.retain(|name| Some(name) != value.as_ref());
    let other = |column: &&NumberColumn| Some(&column.name) != value.as_ref() && column.range != Range::One;
    let (scales, others): (Vec<&NumberColumn>, Vec<&NumberColumn>) =
        columns.iter().filter(other).partition(|column| column.range == Range::Scale);
    let names = |columns: &[&NumberColumn]| columns.iter().map(|column| column.name.clone()).collect::<Vec<String>>();
    let (scales, mut others) = (names(&scales), names(&others));
    if !(value.is_none() && scales.is_empty() && others.is_empty()) {
        others.extend(words.iter().cloned());
    } else if let [only] = words.as_slice() {
        let only = only.clone();
        reading
            .notes
            .push(format!("read as answers: `{only}`, the column of words that differ between people and outputs"));
        return know_criteria(reading, &[only]);
    }
    // Places in a column for each system are one ranking, whatever stands beside them.
    let places: Vec<&str> =
        columns.iter().map(|it| it.name.as_str()).filter(|name| pattern::says_place(name)).collect();
    if given.wanted.import.pattern.is_none()
        && places.len() > 1
        && let Some(question) = pattern::question(&places, item.as_deref())
    {
        return reading.questions.push(question);
    }
    if key("participant").is_none() && value.is_none() && scales.len() > 1 {
        return reading.questions.push(matrix_question(&scales));
    }
    // A row for each criterion has its answer in one column.
    let by_row = reading.knows.contains_key("criterion");
    let answers = match value {
        Some(value) if by_row => return reading.know("value", value),
        Some(value) => {
            let like_answers = |name: &&str| columns.iter().all(|it| it.name != *name || it.range != Range::Other);
            let more: Vec<&str> = scales.iter().chain(&others).map(String::as_str).filter(like_answers).collect();
            if more.is_empty() {
                return reading.know("value", value);
            }
            return reading.questions.push(number_columns::question(&[&value], &more));
        }
        None if scales.len() + others.len() == 1 => [scales, others].concat(),
        None if others.is_empty() => scales,
        None => return reading.questions.push(number_columns::question(&as_strs(&scales), &as_strs(&others))),
    };
    know_criteria(reading, &answers);
    let systems = reading.knows.contains_key("system") || given.wanted.columns.system.is_some();
    let one = given.wanted.import.one_system.is_some() || given.wanted.import.pattern.is_some();
    if !systems && !one {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        // Where nothing names the item, it may be one of these columns.
        let whole = || pattern::whole_names(&names).filter(|_| item.is_some());
        let asked = pattern::question(&names, item.as_deref()).or_else(whole);
        reading.questions.extend(asked);
    }
}

/// Asks what columns of numbers are where no column names the person.
fn matrix_question(names: &[String]) -> Question {
    let list = format!("`{}`", names.join("`, `"));
    let raters = quoted_list(names.iter().map(String::as_str));
    let choice = |words: &str, line: String| Choice { words: words.to_owned(), line };
    Question {
        sentence: format!("no column names the person who judged. What are the columns {list}?"),
        choices: vec![
            choice(
                "people: each holds the answers of one",
                format!("import = {{ source = \"matrix\", raters = {raters} }}"),
            ),
            choice(
                "criteria: each holds another answer of the person, whom another column names",
                number_columns::criteria_line(&as_strs(names)),
            ),
        ],
        typed: None,
    }
}

fn as_strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// These columns are a criterion each.
fn know_criteria(reading: &mut Reading, names: &[String]) {
    if names.is_empty() {
        return;
    }
    if reading.notes.iter().all(|note| !note.starts_with("read as answers: ")) {
        reading.notes.push(format!(
            "read as answers: `{}`, the columns of numbers that differ between people and outputs; a column that is none goes \
             into `import.leave_out`",
            names.join("`, `")
        ));
    }
    let criteria: Vec<toml::Value> =
        slugs(names.iter().map(String::as_str)).iter().map(|(id, name)| criterion(id, name, name)).collect();
    reading.know("criteria", criteria);
}

/// What was asked, and the columns that were made: `item`, `system`.
type QuestionsAndColumns = (Vec<toml::Value>, Vec<&'static str>);

/// The table with a row for each system, where the names of its columns hold them, and what was asked then.
fn by_pattern(table: Table, given: &SourceInput<'_>) -> Result<(Table, Option<QuestionsAndColumns>), Stop> {
    if !given.wanted.import.system_columns.is_empty() {
        // Where every row has each place once, it is a ranking, and its name says so to whoever reads the numbers.
        let places = holds_places(&table, &given.wanted.import.system_columns);
        let usual = if places { "rank" } else { "rating" };
        let name = given.wanted.import.criterion.clone().unwrap_or_else(|| usual.to_owned());
        let long = pattern::melted_columns(&table, &given.wanted.import.system_columns, &name)?;
        let asked = slugs([name.as_str()]).iter().map(|(id, name)| criterion(id, name, name)).collect();
        return Ok((long, Some((asked, vec!["system"]))));
    }
    let Some(text) = given.wanted.import.pattern.as_deref().filter(|text| !text.is_empty()) else {
        return Ok((table, None));
    };
    let pattern = Pattern::read(text).ok_or_else(|| {
        Stop::Unreadable(format!(
            "`import.pattern` is like `{{system}}: {{criterion}}`, `rank_{{system}}` or `{{item}}_{{system}}`, not `{text}`"
        ))
    })?;
    let LongTable { table: long, criteria, made } = pattern
        .melt_table(&table)
        .ok_or_else(|| Stop::Unreadable(format!("no column of `{}` is called like `{text}`", table.file())))?;
    let asked = slugs(criteria.iter().map(String::as_str)).into_iter().map(|(id, name)| {
        let asked = criterion(&id, &name, &name);
        // Places are numbers like any other: only their name says what they are.
        if pattern.says_place() || pattern::says_place(&name) {
            with_lines(asked, "better = \"lower\"\nresponse = { kind = \"ranking\", ties = true }")
        } else {
            asked
        }
    });
    Ok((long, Some((asked.collect(), made))))
}

/// Whether these columns hold the places from 1 on, each once in every row that is filled: `1`, `3`, `2` or `1st`, `3rd`, `2nd`.
fn holds_places(table: &Table, names: &[String]) -> bool {
    let columns: Vec<&Column> = names.iter().filter_map(|name| table.column(name)).collect();
    let place = |cell: &str| -> Option<usize> {
        cell.trim().trim_start_matches('#').trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse().ok()
    };
    let row = |row: usize| -> Option<Vec<usize>> {
        let mut places: Vec<usize> = columns.iter().map(|column| place(column.get(row)?)).collect::<Option<_>>()?;
        places.sort_unstable();
        Some(places)
    };
    let is_filled = |at: &usize| columns.iter().all(|column| column.get(*at).is_some());
    let filled: Vec<usize> = (0..table.len()).filter(is_filled).collect();
    filled.len() > 1
        && columns.len() > 1
        && filled.into_iter().all(|at| row(at).is_some_and(|places| places.iter().copied().eq(1..=columns.len())))
}

fn know_systems(reading: &mut Reading, sided: &[sides::ColumnPair], taken: &mut Vec<String>, given: &SourceInput<'_>) {
    let wanted = &given.wanted.columns;
    if wanted.system.is_some() || !wanted.shown.is_empty() || given.wanted.import.one_system.is_some() {
        taken.extend(wanted.system.iter().chain(&wanted.shown).cloned());
        return;
    }
    let system = SYSTEM
        .iter()
        .find_map(|name| reading.table.columns().iter().find(|column| plain(column.name()) == *name))
        .map(|column| column.name().to_owned());
    let named = |sided: &&sides::ColumnPair| {
        sided.holds == Holds::Names && SYSTEM.iter().any(|word| plain(&sided.first).contains(word))
    };
    let pairs: Vec<_> = sided.iter().filter(named).collect();
    let all: Vec<_> = sided.iter().filter(|sided| sided.holds == Holds::Names).collect();
    let pair = match (pairs.as_slice(), all.as_slice()) {
        ([only], _) | ([], [only]) => Some((*only).clone()),
        (_, _) => None,
    };
    let lone = lone_side::find(&reading.table);
    let three = sides::several(&reading.table, 3).into_iter().filter(|(_, holds)| *holds == Holds::Names);
    let mut three: Vec<Vec<String>> =
        three.map(|(all, _)| all.iter().map(|column| column.name().to_owned()).collect()).collect();
    // The first two of three were not shown as a pair.
    let pair = pair.filter(|pair| three.iter().all(|all| !all.contains(&pair.first)));
    let chosen_among = find(reading, &["best"]).is_some() && find(reading, &["worst"]).is_some();
    three.retain(|all| chosen_among || sides::says_system(&all[0]));
    match (pair, system) {
        (_, None) if three.len() == 1 => {
            taken.extend(three[0].iter().cloned());
            reading.know("shown", three[0].clone());
        }
        (Some(pair), None) => {
            taken.extend([pair.first.clone(), pair.second.clone()]);
            if plain(&pair.first).contains("left") {
                reading.know("words.a", vec!["left", "Left"]);
                reading.know("words.b", vec!["right", "Right"]);
            }
            reading.know("shown", vec![pair.first, pair.second]);
            if let [texts] = sided.iter().filter(|sided| sided.holds == Holds::Texts).collect::<Vec<_>>().as_slice() {
                reading.know("import.outputs", vec![texts.first.clone(), texts.second.clone()]);
            }
        }
        (_, Some(system)) => {
            reading.know("system", system.as_str());
            taken.push(system);
            let output = ["output", "text", "generation", "response", "target", "hypothesis", "summary"];
            if let Some(column) =
                reading.table.columns().iter().find(|column| output.contains(&plain(column.name()).as_str()))
            {
                let name = column.name().to_owned();
                reading.know("import.outputs", vec![name]);
            }
        }
        (None, None) => reading.questions.extend(lone.map(|lone| lone.question(&reading.table))),
    }
}

/// Records as rows, with objects within them one level deep.
fn from_json(given: &SourceInput<'_>, format: Option<Format>) -> Result<CombinedTable, Stop> {
    let mut counts = Counts::default();
    if let ([sheet], Some(Format::Jsonl)) = (given.sheets.as_slice(), format)
        && let Ok(table) = Table::read(&sheet.name, sheet.bytes)
    {
        (counts.rows, counts.read) = (table.len(), table.len());
        return Ok(CombinedTable { table, wording: Vec::new(), counts, notes: Vec::new() });
    }
    let mut rows = Rows::default();
    for sheet in &given.sheets {
        for record in sheet.records()? {
            counts.rows += 1;
            let Value::Object(record) = record else {
                return Err(Stop::Unreadable(format!("record {} of `{}` is no object", counts.rows, sheet.name)));
            };
            let mut cells: Vec<(String, Option<String>)> = Vec::new();
            for (key, value) in &record {
                match value {
                    Value::Object(inner) => {
                        cells.extend(inner.iter().map(|(name, value)| (format!("{key}.{name}"), cell(value))))
                    }
                    other => cells.push((key.clone(), cell(other))),
                }
            }
            if given.sheets.len() > 1 {
                cells.push((FILE.to_owned(), Some(sheet.name.clone())));
            }
            rows.push(cells.iter().map(|(name, value)| (name.as_str(), value.as_deref())));
            counts.read += 1;
        }
    }
    let names: BTreeSet<&str> = given.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    let name = names.first().copied().unwrap_or_default().to_owned();
    Ok(CombinedTable { table: rows.finish(&name), wording: Vec::new(), counts, notes: Vec::new() })
}
