//! What every import needs to know, found in the table or asked for.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use dataset::{CriterionMapping, Mapping, Words};
use study::response::Response;
use table::{Column, Table};

use super::{FORMS, places, scales, stand_ins};
use crate::import_mapping::{Columns, Decimal, ImportMapping, LetterCase};
use crate::ordered_words::{self, OrderedWords};
use crate::personal;
use crate::plain_cells;
use crate::preference_words;
use crate::question::{Choice, Question, Stop, quoted, quoted_list};
use crate::source::{Gives, criterion, set, slugs, with_lines};
use crate::swapped_sides;

/// The table with what was said about it done to it, and the mapping with every column named.
pub(super) fn complete(
    mut table: Table,
    wanted: &ImportMapping,
    (gives, notes): (Gives, &mut Vec<String>),
) -> Result<(Table, ImportMapping), Stop> {
    let mut known = wanted.written.clone();
    for (key, column, value) in
        [("system", "system", &wanted.import.one_system), ("item", "item", &wanted.import.one_item)]
    {
        if let Some(value) = value {
            table.set_column(Column::constant(column, value, table.len()));
            known.insert(key.to_owned(), column.into());
        }
    }
    let mut columns = wanted.columns.clone().with_guesses_from(&table);
    // A column with the texts that were judged names no system.
    if wanted.columns.system.is_none()
        && columns.system.as_ref().is_some_and(|name| wanted.import.outputs.contains(name))
    {
        columns.system = None;
    }
    name_columns(&mut known, &columns);
    let wanted = ImportMapping::default().with_known(known).map_err(Stop::Unreadable)?;
    let table = with_plain_names(with_verdicts(table, &wanted, notes), &wanted, notes)?;
    if gives == Gives::Answers {
        let questions = open_questions(&table, &wanted);
        if !questions.is_empty() {
            return Err(Stop::Unsaid(questions));
        }
    }
    let wanted = scales::with_directions(with_criteria(with_systems(wanted, &table)?, &table)?)?;
    let swapped = swapped_sides::question(&table, &wanted, &answer_columns(&wanted.columns));
    let table = swapped_sides::as_seen(table, &wanted)?;
    let direction = scales::ask_direction(&table, &wanted);
    let wanted = scales::with_ends(wanted, &table)?;
    let table = with_numbers(table, &wanted, notes);
    let (wanted, ranked) = places::with_rankings(wanted, &table, notes)?;
    let table = scales::with_options_apart(scales::with_one_spelling(table, &wanted, notes), &wanted, notes);
    let wanted = with_free_text(wanted, &table)?;
    if gives == Gives::Answers {
        let mut questions = ask_choice_words(&table, &wanted);
        questions.extend(direction);
        questions.extend(swapped);
        questions.extend(ranked);
        questions.extend(ask_decimal_comma(&table, &wanted));
        questions.extend(ask_label_order(&table, &wanted));
        questions.extend(stand_ins::question(&table, &wanted, &answer_columns(&wanted.columns)));
        if !questions.is_empty() {
            return Err(Stop::Unsaid(questions));
        }
    }
    Ok((table, wanted))
}

/// What stands between `[[` and `]]` where every answer has it once, as models that judge are asked to end theirs.
fn with_verdicts(mut table: Table, wanted: &ImportMapping, notes: &mut Vec<String>) -> Table {
    for name in answer_columns(&wanted.columns) {
        let verdicts = table.column(&name).and_then(|column| {
            let mut answers = column.cells_once().filter(|cell| !wanted.columns.is_missing(cell)).peekable();
            answers.peek()?;
            answers
                .all(|cell| plain_cells::verdict(cell).is_some())
                .then(|| column.map_texts(|cell| Some(plain_cells::verdict(cell).unwrap_or(cell).to_owned())))
        });
        if let Some(verdicts) = verdicts {
            notes
                .push(format!("`{}`: read as the verdicts in its texts, as in `[[A]]`", crate::wide::shortened(&name)));
            table.set_column(verdicts);
        }
    }
    table
}

/// The names of people, items and systems without blanks around them, and in one spelling where that is said.
fn with_plain_names(table: Table, wanted: &ImportMapping, notes: &mut Vec<String>) -> Result<Table, Stop> {
    let columns = &wanted.columns;
    let people: Vec<String> = columns.participant.iter().cloned().collect();
    let systems: Vec<String> = columns.system.iter().chain(&columns.shown).cloned().collect();
    let items: Vec<String> = columns.item.iter().cloned().collect();
    let all: Vec<String> = [people.clone(), items.clone(), systems.clone()].concat();
    let (table, changed) = dataset::with_plain_names(Cow::Owned(table), &all);
    let table = table.into_owned();
    notes.extend(changed);
    notes.extend(items.iter().filter_map(|name| table.column(name)).filter_map(plain_cells::describe_changed_ids));
    match wanted.import.letter_case {
        Some(LetterCase::Matters) => Ok(table),
        Some(LetterCase::Ignored) => {
            let table =
                [people, items, systems].iter().fold(table, |table, names| plain_cells::one_spelling(table, names));
            Ok(table)
        }
        // Ids of platforms may differ in nothing else: they are asked about only where they are short.
        None => match plain_cells::case_question(&table, &[people, systems].concat()) {
            Some(question) if question.sentence.len() < 200 => Err(Stop::Unsaid(vec![question])),
            Some(_) | None => Ok(table),
        },
    }
}

fn name_columns(known: &mut toml::Table, columns: &Mapping) {
    let named = [
        ("participant", &columns.participant),
        ("item", &columns.item),
        ("criterion", &columns.criterion),
        ("system", &columns.system),
        ("value", &columns.value),
        ("choice", &columns.choice),
        ("best", &columns.best),
        ("worst", &columns.worst),
        ("list", &columns.list),
        ("attempt", &columns.attempt),
        ("position", &columns.position),
        ("active_secs", &columns.active_secs),
        ("session_secs", &columns.session_secs),
        ("excluded", &columns.excluded),
    ];
    for (key, column) in named {
        if let Some(column) = column {
            set(known, key, column.as_str().into());
        }
    }
    if !columns.shown.is_empty() {
        set(known, "shown", columns.shown.clone().into());
    }
}

/// What must be known and is not.
fn open_questions(table: &Table, wanted: &ImportMapping) -> Vec<Question> {
    let columns = &wanted.columns;
    let known = [&columns.participant, &columns.item, &columns.criterion, &columns.system];
    let answers = answer_columns(columns);
    let known = || known.into_iter().flatten().chain(&columns.shown).chain(&answers).chain(&wanted.import.outputs);
    let is_known = |name: &str| known().any(|known| known == name);
    let free: Vec<&Column> = table.columns().iter().filter(|column| !is_known(column.name())).collect();
    let all: Vec<String> = free.iter().map(|column| column.name().to_owned()).collect();
    // What a form does not ask is about the person, and what was made of its rows is about the form.
    const MADE: [&str; 4] = ["list", "position", "session_secs", "excluded"];
    let is_form = wanted.import.source.as_deref().is_some_and(|source| FORMS.contains(&source));
    let could_be = |column: &&&Column| match (is_form, wanted.import.columns) {
        (false, _) => personal::kind_of(column).is_none(),
        (true, Some(Columns::Criteria)) => false,
        (true, Some(Columns::Items) | None) => !MADE.contains(&column.name()),
    };
    let names: Vec<String> = free.iter().filter(could_be).map(|column| column.name().to_owned()).collect();
    let mut questions = Vec::new();
    if columns.participant.is_none() {
        let question = Question::column("the person who judged", "participant", &all);
        let each: Vec<&str> = columns.criteria.iter().filter_map(|criterion| criterion.column.as_deref()).collect();
        questions.push(if each.len() > 1 {
            let words = format!("each of `{}` holds the answers of one person", each.join("`, `"));
            question.with_choice(&words, format!("import = {{ source = \"matrix\", raters = {} }}", quoted_list(each)))
        } else {
            question
        });
    }
    if columns.item.is_none() {
        let question = Question::column("the item", "item", &names);
        questions.push(question.with_choice("there is only one item", "import.one_item = \"the item\"".to_owned()));
    }
    if columns.system.is_none() && columns.shown.is_empty() {
        let question = Question::column("the system whose output was judged", "system", &names);
        questions.push(
            question.with_choice("all answers are about one system", "import.one_system = \"the system\"".to_owned()).with_choice(
                "two systems were shown together, and two columns name them",
                "shown = [\"column of the first\", \"column of the second\"]".to_owned(),
            ).with_choice(
                "a file says it for each item: `item` and `system`, or `item`, `system_a` and `system_b`; also --items FILE",
                "import.items = \"items.csv\"".to_owned(),
            ),
        );
    }
    let answered =
        columns.value.is_some() || columns.choice.is_some() || columns.best.is_some() || !columns.ranks.is_empty();
    if !answered && columns.criteria.iter().all(|criterion| criterion.column.is_none()) {
        let question =
            Question::column("the answer", if columns.shown.len() == 2 { "choice" } else { "value" }, &names);
        questions.push(match several_criteria(table, wanted) {
            Some((words, line)) => question.with_choice(&words, line),
            None => question,
        });
    }
    questions
}

/// Columns with a few different words each, which could all be criteria.
fn several_criteria(table: &Table, wanted: &ImportMapping) -> Option<(String, String)> {
    const MOST: usize = 12;
    let columns = &wanted.columns;
    // A column of people or items has a few different words, too.
    if columns.participant.is_none() || columns.item.is_none() {
        return None;
    }
    let taken: Vec<&String> =
        [&columns.participant, &columns.item, &columns.system].into_iter().flatten().chain(&columns.shown).collect();
    let worded = |column: &&Column| {
        let different = column.distinct();
        let answers = column.iter().flatten().count();
        !taken.iter().any(|name| *name == column.name())
            && (2..=MOST).contains(&different.len())
            && different.len() < answers
    };
    let found: Vec<&str> = table.columns().iter().filter(worded).map(Column::name).collect();
    let one = |(id, name): &(String, String)| format!("{{ id = {}, column = {} }}", quoted(id), quoted(name));
    let criteria: Vec<String> = slugs(found.iter().copied()).iter().map(one).collect();
    (found.len() > 1).then(|| {
        (format!("`{}`: a criterion each", found.join("`, `")), format!("criteria = [{}]", criteria.join(", ")))
    })
}

/// The systems with an id each.
fn with_systems(wanted: ImportMapping, table: &Table) -> Result<ImportMapping, Stop> {
    if !wanted.columns.systems.is_empty() {
        return Ok(wanted);
    }
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let named = wanted.columns.system.iter().filter(|_| wanted.columns.shown.is_empty()).chain(&wanted.columns.shown);
    for name in named {
        let column = table.column(name).ok_or_else(|| no_column(table, name))?;
        found.extend(column.distinct().into_iter().map(str::trim));
    }
    let mut known = wanted.written;
    for (id, name) in slugs(found) {
        set_under(&mut known, "systems", &id, name.into());
    }
    ImportMapping::default().with_known(known).map_err(Stop::Unreadable)
}

fn no_column(table: &Table, name: &str) -> Stop {
    let near = diag::nearest(name, table.columns().iter().map(Column::name));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Stop::Unreadable(format!("`{}` has no column `{name}`{near}", table.file()))
}

fn set_under(table: &mut toml::Table, section: &str, key: &str, value: toml::Value) {
    let section = table.entry(section).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    if let toml::Value::Table(section) = section {
        section.insert(key.to_owned(), value);
    }
}

/// The criteria with an id each.
fn with_criteria(wanted: ImportMapping, table: &Table) -> Result<ImportMapping, Stop> {
    if !wanted.columns.criteria.is_empty() {
        return Ok(wanted);
    }
    let mut known = wanted.written.clone();
    let criteria: Vec<toml::Value> = match &wanted.columns.criterion {
        Some(name) => {
            let column = table.column(name).ok_or_else(|| no_column(table, name))?;
            let found: BTreeSet<&str> = column.distinct().into_iter().map(str::trim).collect();
            let asked = |(id, written): (String, String)| {
                let mut criterion = toml::Table::new();
                criterion.insert("id".to_owned(), id.into());
                criterion.insert("name".to_owned(), written.clone().into());
                criterion.insert("written".to_owned(), written.into());
                toml::Value::Table(criterion)
            };
            slugs(found).into_iter().map(asked).collect()
        }
        None => {
            let columns = &wanted.columns;
            let column = columns.value.as_ref().or(columns.choice.as_ref());
            let name =
                wanted.import.criterion.clone().or_else(|| column.cloned()).unwrap_or_else(|| "preference".to_owned());
            let [(id, name)] = &slugs([name.as_str()])[..] else { return Ok(wanted) };
            match column.filter(|_| columns.choice.is_none()) {
                Some(column) => vec![criterion(id, name, column)],
                None => {
                    let mut only = toml::Table::new();
                    only.insert("id".to_owned(), id.as_str().into());
                    only.insert("name".to_owned(), name.as_str().into());
                    vec![toml::Value::Table(only)]
                }
            }
        }
    };
    known.insert("criteria".to_owned(), criteria.into());
    ImportMapping::default().with_known(known).map_err(Stop::Unreadable)
}

/// The columns in which answers stand.
pub(crate) fn answer_columns(mapping: &Mapping) -> Vec<String> {
    let own = mapping.criteria.iter().filter_map(|criterion| criterion.column.clone());
    let mut columns: Vec<String> = own.chain(mapping.value.clone()).chain(mapping.choice.clone()).collect();
    columns.sort();
    columns.dedup();
    columns
}

/// Numbers without words and signs beside them, words as the numbers behind them, and numbers with a decimal point.
fn with_numbers(mut table: Table, wanted: &ImportMapping, notes: &mut Vec<String>) -> Table {
    let labels: BTreeMap<String, f64> =
        wanted.import.labels.iter().map(|(label, number)| (label.trim().to_lowercase(), *number)).collect();
    for name in answer_columns(&wanted.columns).into_iter().filter(|name| could_be_numbers(name, &wanted.columns)) {
        let Some(column) = table.column(&name) else { continue };
        let labelled = column.distinct().iter().any(|cell| labels.contains_key(&cell.trim().to_lowercase()));
        let plain = plain_cells::plain_numbers(column, |cell| wanted.columns.is_missing(cell)).filter(|_| !labelled);
        if let Some((numbers, what)) = plain {
            notes.push(format!("`{}`: {what}", crate::wide::shortened(&name)));
            table = table.with_column(numbers);
        }
    }
    let comma = wanted.import.decimal == Some(Decimal::Comma);
    if labels.is_empty() && !comma {
        return table;
    }
    for name in answer_columns(&wanted.columns) {
        let Some(column) = table.column(&name) else { continue };
        let numbers = column.map_texts(|cell| {
            let labelled = labels.get(&cell.trim().to_lowercase()).map(f64::to_string);
            let pointed = Some(cell.trim().replacen(',', ".", 1)).filter(|cell| comma && cell.parse::<f64>().is_ok());
            Some(labelled.or(pointed).unwrap_or_else(|| cell.to_owned()))
        });
        table.set_column(numbers);
    }
    table
}

/// Whether nobody has said that the answers in a column are something else than numbers.
pub(crate) fn could_be_numbers(name: &str, mapping: &Mapping) -> bool {
    let kind = |criterion: &CriterionMapping| {
        let here = criterion.column.as_deref().or(mapping.value.as_deref()) == Some(name);
        criterion.response.as_ref().filter(|_| here).map(Response::kind)
    };
    let said = mapping.criteria.iter().filter_map(kind).any(|kind| !["rating", "slider", "count"].contains(&kind));
    !said && mapping.choice.is_none() && mapping.shown.len() != 2
}

/// Columns of words that are no options to choose from are free text.
fn with_free_text(wanted: ImportMapping, table: &Table) -> Result<ImportMapping, Stop> {
    let columns = &wanted.columns;
    if columns.criterion.is_some() || columns.shown.len() > 1 {
        return Ok(wanted);
    }
    let is_text = |name: &str| {
        let Some(column) = table.column(name) else { return false };
        let filled = |cell: &&str| !columns.is_missing(cell);
        let different: BTreeSet<&str> = column.distinct().into_iter().map(str::trim).filter(filled).collect();
        // Whether these are numbers with decimal commas is asked.
        let asked = wanted.import.decimal.is_none()
            && different.iter().all(|answer| answer.replacen(',', ".", 1).parse::<f64>().is_ok());
        let words = !different.is_empty()
            && !asked
            && different.iter().all(|answer| answer.parse::<f64>().is_err() && !answer.starts_with('['));
        let answers = || column.iter().flatten().map(str::trim).filter(filled);
        words && {
            let (count, letters) =
                answers().fold((0, 0), |(count, letters), answer| (count + 1, letters + answer.len()));
            different.len() < 2 || letters / count > 40 || different.len() > 8 && different.len() * 2 > count
        }
    };
    let texts: Vec<String> = columns
        .criteria
        .iter()
        .filter(|criterion| criterion.response.is_none() && criterion.column.as_deref().is_some_and(is_text))
        .map(|criterion| criterion.id.clone())
        .collect();
    let mut known = wanted.written.clone();
    if let Some(toml::Value::Array(criteria)) = known.get_mut("criteria") {
        for criterion in criteria.iter_mut() {
            let id = criterion.get("id").and_then(toml::Value::as_str).unwrap_or_default().to_owned();
            if texts.contains(&id) {
                *criterion = with_lines(
                    criterion.clone(),
                    "better = \"neither\"\nresponse = { kind = \"text\", optional = true, lines = true }",
                );
            }
        }
    }
    ImportMapping::default().with_known(known).map_err(Stop::Unreadable)
}

/// Whether `3,5` is a number, where all answers of a column could be.
fn ask_decimal_comma(table: &Table, wanted: &ImportMapping) -> Option<Question> {
    if wanted.import.decimal.is_some() {
        return None;
    }
    let mapping = &wanted.columns;
    let explained = |name: &String| {
        mapping.criteria.iter().any(|known| known.column.as_ref() == Some(name) && known.response.is_some())
    };
    let (name, cell) = answer_columns(mapping).into_iter().filter(|name| !explained(name)).find_map(|name| {
        let column = table.column(&name)?;
        let different = column.distinct();
        let answers = || different.iter().map(|cell| cell.trim()).filter(|cell| !mapping.is_missing(cell));
        let all = answers().all(|cell| cell.replacen(',', ".", 1).parse::<f64>().is_ok());
        let with_comma = answers().find(|cell| cell.contains(',')).filter(|_| all)?.to_owned();
        Some((name, with_comma))
    })?;
    Some(Question {
        sentence: format!("is `{cell}` in the column `{name}` a number with a decimal comma?"),
        choices: vec![
            Choice { words: "yes".to_owned(), line: "import.decimal = \",\"".to_owned() },
            Choice { words: "no, these are words".to_owned(), line: "import.decimal = \".\"".to_owned() },
        ],
        typed: None,
    })
}

/// Whether words are the points of a scale: read as options they would have no means, and no order.
fn ask_label_order(table: &Table, wanted: &ImportMapping) -> Option<Question> {
    if wanted.import.unordered {
        return None;
    }
    let mapping = &wanted.columns;
    let explained = |name: &str| {
        let here = |known: &&CriterionMapping| known.column.as_deref().or(mapping.value.as_deref()) == Some(name);
        mapping.criteria.iter().filter(here).any(|known| known.response.is_some())
    };
    let mut found = OrderedWords::default();
    let mut columns: Vec<String> = Vec::new();
    for name in answer_columns(mapping) {
        if explained(&name) || !could_be_numbers(&name, mapping) {
            continue;
        }
        let Some(column) = table.column(&name) else { continue };
        let mut words: Vec<&str> =
            column.distinct().into_iter().map(str::trim).filter(|cell| !mapping.is_missing(cell)).collect();
        words.retain(|word| {
            !mapping.invalid.iter().any(|known| known.trim() == *word) && !plain_cells::says_nothing(word)
        });
        words.sort_unstable();
        words.dedup();
        let Some(more) = ordered_words::order_words(&words) else { continue };
        // One word has one number: columns that disagree are asked about one after the other.
        if more.numbers.iter().all(|(word, number)| found.numbers.get(word).is_none_or(|known| known == number)) {
            found.numbers.extend(more.numbers);
            found.taken_for.extend(more.taken_for);
            columns.push(name);
        }
    }
    (!columns.is_empty()).then(|| ordered_words::question(&columns, &found))
}

/// The question with the answer that these columns hold no choice between the two, where others do.
fn or_leave_out(question: Question, columns: &[&str], mapping: &Mapping) -> Question {
    let holds_choice = |it: &&CriterionMapping| it.column.as_deref().is_some_and(|column| !columns.contains(&column));
    let line = |it: &CriterionMapping| {
        let column = it.column.as_deref().unwrap_or_default();
        format!("{{ id = {}, column = {} }}", quoted(&it.id), quoted(column))
    };
    let others: Vec<String> = mapping.criteria.iter().filter(holds_choice).map(line).collect();
    if others.is_empty() {
        return question;
    }
    let words = format!("neither: `{}` is no choice between the two, and is left out", columns.join("`, `"));
    question.with_choice(&words, format!("criteria = [{}]", others.join(", ")))
}

/// What the values of a choice between two mean, where the file does not say.
fn ask_choice_words(table: &Table, wanted: &ImportMapping) -> Vec<Question> {
    let mapping = &wanted.columns;
    if mapping.shown.len() != 2 || mapping.best.is_some() || !mapping.ranks.is_empty() {
        return Vec::new();
    }
    let names: BTreeSet<String> =
        mapping.systems.iter().flat_map(|(id, name)| [id, name]).map(|name| name.trim().to_lowercase()).collect();
    let said: BTreeSet<String> = [&mapping.words.a, &mapping.words.b, &mapping.words.equal, &mapping.invalid]
        .into_iter()
        .flatten()
        .chain(mapping.words.grades.keys())
        .map(|word| word.trim().to_lowercase())
        .collect();
    let usual = |word: &str| match word {
        "a" => mapping.words.a.is_empty(),
        "b" => mapping.words.b.is_empty(),
        "equal" | "tie" | "=" => mapping.words.equal.is_empty(),
        // How much better, as our own forms write it for other platforms.
        other => matches!(other.as_bytes(), [b'a' | b'b', b'1'..=b'4']) && mapping.words == Words::default(),
    };
    let mut unknown: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    let explained = |name: &String| {
        mapping.criteria.iter().any(|criterion| criterion.column.as_ref() == Some(name) && criterion.response.is_some())
    };
    for name in answer_columns(mapping).into_iter().filter(|name| !explained(name)) {
        let Some(column) = table.column(&name) else { continue };
        for cell in column.iter().flatten().map(str::trim).filter(|cell| !mapping.is_missing(cell)) {
            let folded = cell.to_lowercase();
            if !names.contains(&folded) && !said.contains(&folded) && !usual(&folded) {
                let known = unknown.entry(cell.to_owned()).or_default();
                known.0 += 1;
                if !known.1.contains(&name) {
                    known.1.push(name.clone());
                }
            }
        }
    }
    const MOST: usize = 12;
    if unknown.len() > MOST {
        // Not a choice between two: reading it says what is wrong.
        return Vec::new();
    }
    let values: Vec<&str> = unknown.keys().map(String::as_str).collect();
    let mut columns: Vec<&str> = unknown.values().flat_map(|(_, columns)| columns).map(String::as_str).collect();
    columns.sort_unstable();
    columns.dedup();
    if let Some(question) = preference_words::question(&values, &columns) {
        return vec![or_leave_out(question, &columns, mapping)];
    }
    let ask = |(value, (count, columns)): (String, (usize, Vec<String>))| {
        let columns = match columns.as_slice() {
            [only] => format!("column `{only}`"),
            several => format!("columns `{}`", several.join("`, `")),
        };
        let list = quoted_list([value.as_str()]);
        let choice = |words: &str, key: &str| Choice { words: words.to_owned(), line: format!("{key} = {list}") };
        Question {
            sentence: format!("what does `{value}` mean in the {columns} ({count} times)?"),
            choices: vec![
                choice("the output shown first", "words.a"),
                choice("the output shown second", "words.b"),
                choice("neither over the other", "words.equal"),
                choice("no answer", "missing"),
            ],
            typed: None,
        }
    };
    unknown.into_iter().map(ask).collect()
}
