//! Forms: a row per person, a column per question.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use table::{Codes, Column, InternedColumn, Table};

use crate::counts::Counts;
use crate::gather::{CombinedTable, FILE};
use crate::import_mapping::{Columns, Order};
use crate::pattern;
use crate::personal;
use crate::plain_cells;
use crate::question::{Choice, Question, Stop};
use crate::sheet::Input;
use crate::source::{OriginalTable, Reading, SourceInput, criterion, slug, slugs};

/// What a form's program says about its columns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Form {
    /// The column that tells people apart; each row is a person when there is none.
    pub(crate) person: Option<String>,
    /// The columns that are no questions.
    pub(crate) about: Vec<String>,
    /// The column with how long someone took, in seconds.
    pub(crate) seconds: Option<String>,
    /// Why each row is excluded, where it is.
    pub(crate) excluded: Option<Column>,
}

/// Reads a form: with an items file each answer is about what its column showed; else the columns are criteria or items, as
/// is said.
pub(crate) fn read(mut gathered: CombinedTable, form: &Form, given: &SourceInput<'_>) -> Result<Reading, Stop> {
    let import = &given.wanted.import;
    let said = &given.wanted.columns;
    // Who answered is in the column that is said, where there is such a column.
    let person = said.participant.clone().filter(|name| gathered.table.column(name).is_some());
    let form = &Form { person: person.or_else(|| form.person.clone()), ..form.clone() };
    // A column that says what was judged asks nothing about it.
    let about = [&said.participant, &said.item, &said.system, &said.list].map(Option::as_deref);
    let questions: Vec<(String, String)> = gathered
        .table
        .columns()
        .iter()
        .enumerate()
        .filter(|(_, column)| {
            !form.about.iter().any(|known| known == column.name()) && form.person.as_deref() != Some(column.name())
        })
        .filter(|(_, column)| !about.contains(&Some(column.name())))
        .filter(|(_, column)| column.name() != FILE && !import.leave_out.iter().any(|known| known == column.name()))
        .map(|(index, column)| {
            let wording = gathered.wording.get(index).filter(|wording| !wording.trim().is_empty());
            (column.name().to_owned(), wording.cloned().unwrap_or_else(|| column.name().to_owned()))
        })
        .collect();
    let (asked, empty): (Vec<_>, Vec<_>) = questions.into_iter().partition(|(name, _)| {
        gathered.table.column(name).is_some_and(|column| column.iter().flatten().any(|cell| !cell.trim().is_empty()))
    });
    if !empty.is_empty() {
        let names: Vec<String> = empty.iter().map(|(name, _)| shortened(name)).collect();
        gathered.notes.push(format!("nobody answered in the column `{}`; not read", names.join("`, `")));
    }
    without_ends(&mut gathered, &asked);
    if asked.is_empty() {
        return Err(Stop::Unreadable(format!("`{}` has no column with answers", gathered.table.file())));
    }
    let (people, pseudonymised) = people(&gathered, form, given);
    if form.person.is_none() {
        gathered.notes.push("no column says who answered: each row is taken as a person of their own".to_owned());
    }
    let original = OriginalTable::new(&gathered.table, pseudonymised.as_deref());
    let mut reading = match (given.items, import.columns) {
        (Some(items), _) => melt_answers(
            gathered,
            form,
            &asked,
            (&people, Some(&ItemsLookup::read(items, &gathered_lists(given), asked.len(), given)?)),
            given,
        ),
        (None, Some(Columns::Items)) => melt_answers(gathered, form, &asked, (&people, None), given),
        (None, Some(Columns::Criteria)) => Ok(as_criteria(gathered, form, &asked, &people)),
        (None, None) => {
            let mut reading = Reading::new(gathered.table, gathered.counts);
            reading.questions.push(ask_columns(&asked));
            Ok(reading)
        }
    }?;
    reading.pseudonymised = pseudonymised;
    reading.original = Some(original);
    Ok(reading)
}

/// Asks what the columns of a form showed.
fn ask_columns(asked: &[(String, String)]) -> Question {
    let list: Vec<String> = asked.iter().take(5).map(|(name, _)| shortened(name)).collect();
    let more = if asked.len() > 5 { format!(" and {} more", asked.len() - 5) } else { String::new() };
    let names: Vec<&str> = asked.iter().map(|(name, _)| name.as_str()).collect();
    let choice = |words: &str, line: &str| Choice { words: words.to_owned(), line: line.to_owned() };
    let mut choices = pattern::grid_choices(&names);
    choices.push(choice("each column asks something else about one thing", "import.columns = \"criteria\""));
    choices.push(choice("each column asks the same about another item", "import.columns = \"items\""));
    Question {
        sentence: format!("what did the columns of the form show (`{}`{more})?", list.join("`, `")),
        choices,
        typed: Some("import.items = \"…\"".to_owned()),
    }
}

/// Takes the words from the ends of a scale, as in `-2 (negative)`, where all answers of a column are numbers then.
fn without_ends(gathered: &mut CombinedTable, asked: &[(String, String)]) {
    for (name, _) in asked {
        let Some(column) = gathered.table.column(name) else { continue };
        let Some(numbers) = plain_cells::without_words(column, |cell| cell.trim().is_empty()) else { continue };
        gathered
            .notes
            .push(format!("`{}`: the ends of the scale are labelled; read as their numbers", shortened(name)));
        gathered.table.set_column(numbers);
    }
}

/// A name short enough for a sentence.
pub(crate) fn shortened(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 60 { line.chars().take(57).chain("…".chars()).collect() } else { line }
}

/// Who answered each row, under pseudonyms where the column says who they are, and that column.
fn people(gathered: &CombinedTable, form: &Form, given: &SourceInput<'_>) -> (Vec<String>, Option<String>) {
    let table = &gathered.table;
    let column = form.person.as_deref().and_then(|name| table.column(name));
    let personal = column.filter(|column| personal::names_people(column) && !given.wanted.import.keep_ids);
    let pseudonyms = personal.map(|column| personal::pseudonymise_column(column).0);
    let column = pseudonyms.as_ref().or(column);
    // The name of a file may be that of a person: rows are counted over all files instead.
    let person = |row: usize| {
        let id = column.and_then(|column| column.get(row)).map(str::trim).filter(|cell| !cell.is_empty());
        id.map_or_else(|| format!("row {}", row + 1), str::to_owned)
    };
    ((0..table.len()).map(person).collect(), personal.map(|column| column.name().to_owned()))
}

/// The columns as criteria about one thing.
fn as_criteria(gathered: CombinedTable, form: &Form, asked: &[(String, String)], people: &[String]) -> Reading {
    let column = column_of("participant", people.iter().map(|person| Some(person.as_str())));
    let mut table = gathered.table.with_column(column);
    if let Some(excluded) = &form.excluded {
        table = table.with_column(excluded.clone());
    }
    let mut reading = Reading::new(table, gathered.counts);
    reading.notes = gathered.notes;
    reading.know("participant", "participant");
    if form.excluded.is_some() {
        reading.know("excluded", "excluded");
    }
    if let Some(seconds) = &form.seconds {
        reading.know("session_secs", seconds.as_str());
    }
    // A grid's question stands before each of its rows: the row alone is the better id.
    let short = |name: &str| match name.trim().strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        Some((_, row)) => row.to_owned(),
        None => name.to_owned(),
    };
    let ids = slugs(asked.iter().map(|(name, _)| short(name)).collect::<Vec<_>>().iter().map(String::as_str));
    let criteria: Vec<toml::Value> =
        ids.iter().zip(asked).map(|((id, name), (column, _))| criterion(id, &shortened(name), column)).collect();
    for ((id, _), (_, wording)) in ids.iter().zip(asked) {
        reading.wording.insert(id.clone(), wording.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    reading.know("criteria", criteria);
    reading
}

/// The number in the name of a file that says which list it is: `(b12)`, `list 3`, or the only number there is.
pub(crate) fn list_number(file: &str) -> Option<u32> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let digits = |text: &str| {
        text.chars()
            .skip_while(|c| !c.is_ascii_digit())
            .take_while(char::is_ascii_digit)
            .collect::<String>()
            .parse()
            .ok()
    };
    // Microsoft Forms ends the name with which responses it has: `(1-3)`.
    let groups: Vec<&str> =
        name.split('(').skip(1).filter_map(|group| group.split_once(')')).map(|(group, _)| group).collect();
    let said = groups.iter().find(|group| !group.contains('-') && group.chars().any(|c| c.is_ascii_digit()));
    let lower = name.to_lowercase();
    let after =
        ["list", "batch", "group", "set", "part"].iter().find_map(|word| lower.find(word).map(|at| &lower[at..]));
    said.and_then(|group| digits(group)).or_else(|| after.and_then(digits))
}

fn gathered_lists(given: &SourceInput<'_>) -> Vec<Option<u32>> {
    given.sheets.iter().map(|sheet| list_number(&sheet.name)).collect()
}

/// What was shown where, by an items file.
struct ItemsLookup {
    table: Table,
    /// By column, or by list and position.
    by_column: HashMap<String, usize>,
    by_place: HashMap<(u32, u32), usize>,
}

impl ItemsLookup {
    fn read(
        items: &Input,
        lists: &[Option<u32>],
        questions: usize,
        given: &SourceInput<'_>,
    ) -> Result<ItemsLookup, Stop> {
        let laid = Table::read_with_layout(&items.name, &items.bytes, &table::Layout::default())?;
        let table = laid.table;
        let mut shown = ItemsLookup { by_column: HashMap::new(), by_place: HashMap::new(), table };
        let twice = |what: String| Stop::Unreadable(format!("`{}` says twice what {what} showed", items.name));
        let number = |row: usize, name: &str| -> Result<u32, Stop> {
            let cell = shown.table.column(name).and_then(|column| column.get(row)).unwrap_or_default();
            cell.trim().parse().map_err(|_| {
                Stop::Unreadable(format!(
                    "row {} of `{}` has `{cell}` as `{name}`; a whole number is needed",
                    shown.table.row_number(row),
                    items.name
                ))
            })
        };
        if let Some(columns) = shown.table.column("column") {
            for row in 0..shown.table.len() {
                let name = columns.get(row).unwrap_or_default().trim().to_owned();
                if shown.by_column.insert(name.clone(), row).is_some() {
                    return Err(twice(format!("the column `{name}`")));
                }
            }
        } else if shown.table.column("position").is_some() {
            let has_list = shown.table.column("list").is_some();
            for row in 0..shown.table.len() {
                let place = (if has_list { number(row, "list")? } else { 0 }, number(row, "position")?);
                if shown.by_place.insert(place, row).is_some() {
                    return Err(twice(format!("position {} of list {}", place.1, place.0)));
                }
            }
        } else if given.wanted.import.order == Some(Order::Rows) {
            let per_list = questions as u32;
            for row in 0..shown.table.len() as u32 {
                let place = if lists.iter().any(Option::is_some) {
                    (row / per_list + 1, row % per_list + 1)
                } else {
                    (0, row + 1)
                };
                shown.by_place.insert(place, row as usize);
            }
        } else {
            let rows = shown.table.len();
            let sentence = format!(
                "`{}` has no column `column` (the name of a column of the form), nor `list` and `position`. Do its {rows} rows stand in the order of the lists, {questions} questions each?",
                items.name
            );
            let choices = vec![Choice {
                words: "yes, list 1 has the first of them, and so on".to_owned(),
                line: "import.order = \"rows\"".to_owned(),
            }];
            return Err(Stop::Unsaid(vec![Question { sentence, choices, typed: None }]));
        }
        Ok(shown)
    }

    fn row(&self, column: &str, wording: &str, (list, position): (Option<u32>, u32)) -> Option<usize> {
        self.by_column
            .get(column.trim())
            .or_else(|| self.by_column.get(wording.trim()))
            .or_else(|| self.by_place.get(&(list.unwrap_or(0), position)))
            .copied()
    }
}

/// One row per answer. The answers stay in the columns of the form: a row for each would take many times its memory.
fn melt_answers(
    gathered: CombinedTable,
    form: &Form,
    asked: &[(String, String)],
    (people, shown): (&[String], Option<&ItemsLookup>),
    given: &SourceInput<'_>,
) -> Result<Reading, Stop> {
    let CombinedTable { table, mut counts, notes, .. } = gathered;
    let width = asked.len();
    let (lists, list_of_row) = lists(&table, given);
    let person = column_of(person_column(given), people.iter().map(|person| Some(person.as_str())));
    let list_texts: Vec<Option<String>> = lists.iter().map(|list| list.map(|list| list.to_string())).collect();
    let list = column_of("list", list_of_row.iter().map(|list| list_texts[list as usize].as_deref()));
    let seconds = form.seconds.as_ref().and_then(|name| table.column(name)).map(|column| (column, "session_secs"));
    let excluded = form.excluded.as_ref().map(|column| (column, "excluded"));
    let position: Vec<String> = (1..=width).map(|position| position.to_string()).collect();
    let position = column_of("position", lists.iter().flat_map(|_| &position).map(|position| Some(position.as_str())));
    let patterns = (&list_of_row, width);
    let mut columns =
        vec![person.repeat_cells(person.name(), width), Column::repeat_patterns("position", &position, patterns)];
    let about = [Some((&list, "list")), seconds, excluded];
    for (column, name) in about.into_iter().flatten().filter(|(column, _)| column.iter().any(|cell| cell.is_some())) {
        columns.push(column.repeat_cells(name, width));
    }
    let (file, people) = (table.file().to_owned(), table.len());
    let mut cells: HashMap<String, Column> =
        table.into_columns().into_iter().map(|column| (column.name().to_owned(), column)).collect();
    let answers = asked.iter().filter_map(|(name, _)| cells.remove(name));
    columns
        .push(Column::take_turns("value", answers, |cell| Some(with_single_blanks(cell)).filter(|it| !it.is_empty())));
    // For each list the rows of the items file that say what its questions showed.
    let places: Vec<Option<usize>> = lists
        .iter()
        .flat_map(|list| asked.iter().zip(1..).map(move |(question, position)| (*list, question, position)))
        .map(|(list, (column, wording), position)| shown?.row(column, wording, (list, position)))
        .collect();
    match shown {
        Some(shown) => {
            for known in shown.table.columns() {
                let is_new = columns.iter().all(|column| column.name() != known.name())
                    && !["column", "list", "participant"].contains(&known.name());
                if is_new {
                    let cells = column_of(known.name(), places.iter().map(|place| known.get((*place)?)));
                    columns.push(Column::repeat_patterns(known.name(), &cells, patterns));
                }
            }
        }
        None => {
            let names = column_of("item", lists.iter().flat_map(|_| asked).map(|(name, _)| Some(name.as_str())));
            columns.push(Column::repeat_patterns("item", &names, patterns));
        }
    }
    let mut long = Table::from_columns(&file, columns, 1..=people * width);
    if shown.is_some() && places.contains(&None) {
        let place = |row: usize| places[list_of_row.get(row / width).unwrap_or(0) as usize * width + row % width];
        let keep: Vec<bool> = (0..long.len()).map(|row| place(row).is_some()).collect();
        long = without_unknown(&long, &keep, (asked, &mut counts))?;
    }
    Ok(long_reading(long, counts, notes, given))
}

/// Only the answers to questions of which the items file says what they showed; the others are counted.
fn without_unknown(
    long: &Table,
    keep: &[bool],
    (asked, counts): (&[(String, String)], &mut Counts),
) -> Result<Table, Stop> {
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for (row, _) in keep.iter().enumerate().filter(|(_, keep)| !**keep) {
        *unknown.entry(shortened(&asked[row % asked.len()].0)).or_default() += 1;
    }
    let kept = long.filtered(keep);
    if kept.is_empty() {
        let names: Vec<String> = unknown.into_keys().take(5).collect();
        return Err(Stop::Unreadable(format!(
            "the items file says nothing about the columns `{}`",
            names.join("`, `")
        )));
    }
    counts.asked += unknown.values().sum::<usize>();
    for (column, count) in unknown {
        counts.without_answer(format!("`{column}`: the items file does not say what it showed"), count);
    }
    Ok(Table::from_columns(long.file(), kept.columns().to_vec(), 1..=kept.len()))
}

/// The lists that the names of the files give, and by row which of them it is.
fn lists(table: &Table, given: &SourceInput<'_>) -> (Vec<Option<u32>>, Codes) {
    let only_list = given.sheets.first().and_then(|sheet| list_number(&sheet.name));
    let file = table.column(FILE);
    let mut lists: Vec<Option<u32>> = Vec::new();
    let mut number = |cell: Option<&str>| {
        let list = if file.is_some() { cell.and_then(list_number) } else { only_list };
        let known = lists.iter().position(|known| *known == list);
        known.unwrap_or_else(|| {
            lists.push(list);
            lists.len() - 1
        }) as u32
    };
    let by_row = match file {
        Some(file) => {
            let Ok(numbers): Result<Codes, Infallible> = file.number_cells(|_, cell| Ok(number(cell)));
            numbers
        }
        None => std::iter::repeat_n(number(None), table.len()).collect(),
    };
    (lists, by_row)
}

/// A column of these cells; an empty one is missing.
fn column_of<'c>(name: &str, cells: impl Iterator<Item = Option<&'c str>>) -> Column {
    let mut column = InternedColumn::new(name.to_owned(), 0);
    cells.for_each(|cell| column.push(cell.filter(|cell| !cell.is_empty())));
    column.finish()
}

/// A cell with one blank between its words.
fn with_single_blanks(cell: &str) -> String {
    cell.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the column of the people is called in the rows: as is said, so that it is found there.
fn person_column<'a>(given: &'a SourceInput<'_>) -> &'a str {
    given.wanted.columns.participant.as_deref().unwrap_or("participant")
}

/// What is known of one row per answer.
fn long_reading(long: Table, counts: Counts, notes: Vec<String>, given: &SourceInput<'_>) -> Reading {
    let mut reading = Reading::new(long, counts);
    reading.notes = notes;
    let name = given.wanted.import.criterion.clone();
    for (key, column) in [
        ("participant", person_column(given)),
        ("position", "position"),
        ("value", "value"),
        ("list", "list"),
        ("session_secs", "session_secs"),
        ("excluded", "excluded"),
    ] {
        if reading.table.column(column).is_some_and(|column| column.iter().any(|cell| cell.is_some())) {
            reading.know(key, column);
        }
    }
    let there = |name: &&str| reading.table.column(name).is_some();
    let outputs: Vec<&str> = if there(&"text_a") && there(&"text_b") {
        vec!["text_a", "text_b"]
    } else {
        ["text", "output"].into_iter().filter(there).take(1).collect()
    };
    let shown: Vec<&str> = ["input", "prompt", "source"].into_iter().filter(there).collect();
    for (key, columns) in [("import.outputs", outputs), ("import.show", shown)] {
        if !columns.is_empty() {
            reading.know(key, columns);
        }
    }
    if reading.table.column("criterion").is_none() {
        let name = name.unwrap_or_else(|| "answer".to_owned());
        reading.know("criteria", vec![criterion(&slug(&name), &name, "value")]);
    }
    reading
}

#[cfg(test)]
mod tests {
    use super::list_number;

    #[test]
    fn the_list_is_the_number_that_the_name_of_the_file_gives_it() {
        for (name, list) in [
            ("forms/Fluency of text (b12)(1-3).csv", Some(12)),
            ("Fluency (1-3).csv", None),
            ("list_03.xlsx", Some(3)),
            ("2024-01-09 batch7.csv", Some(7)),
            ("answers.csv", None),
        ] {
            assert_eq!(list_number(name), list, "{name}");
        }
    }
}
