//! What a table does not say: every column that is missing is asked for at once, with the lines to add.

use std::collections::BTreeSet;
use std::fmt;

use table::{Column, Table};

use super::misfit::{TableMisfit, toml_list};
use super::plain_id;
use crate::{Mapping, is_called};

/// Every column that a mapping names and the table does not have, and everything that nothing says the column of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingColumns {
    /// The table.
    pub file: String,
    /// Columns that are named and not there, each with `; did you mean …` or nothing.
    pub absent: Vec<(String, String)>,
    /// What nothing says the column of.
    pub unsaid: Vec<MissingRole>,
}

/// Something that no column is known for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingRole {
    /// `the person`.
    pub what: &'static str,
    /// The lines of a mapping that say it.
    pub lines: Vec<String>,
    /// The same as options of a command; nothing where no option says it.
    pub options: Option<String>,
}

impl fmt::Display for MissingColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (column, suggestion)) in self.absent.iter().enumerate() {
            let end = if at == 0 { "" } else { "\n" };
            write!(f, "{end}`{}` has no column `{column}`{suggestion}", self.file)?;
        }
        if self.unsaid.is_empty() {
            return Ok(());
        }
        if !self.absent.is_empty() {
            writeln!(f)?;
        }
        let (columns, hold) = if self.unsaid.len() == 1 { ("column", "holds") } else { ("columns", "hold") };
        let roles: Vec<&str> = self.unsaid.iter().map(|role| role.what).collect();
        let roles = match roles.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, before)) => format!("{} and {last}", before.join(", ")),
            None => String::new(),
        };
        write!(
            f,
            "nothing says which {columns} of `{}` {hold} {roles}; add to the mapping, if that is right,",
            self.file
        )?;
        for line in self.unsaid.iter().flat_map(|role| &role.lines) {
            write!(f, "\n  {line}")?;
        }
        let options: Option<Vec<&str>> = self.unsaid.iter().map(|role| role.options.as_deref()).collect();
        options.map_or(Ok(()), |options| write!(f, "\nor give {}", options.join(" ")))
    }
}

/// The names of the columns of people and items; refuses a table of which anything that every judgement needs is not known.
pub(super) fn find_keys(table: &Table, mapping: &Mapping) -> Result<(String, String), TableMisfit> {
    let missing = MissingColumns {
        file: table.file().to_owned(),
        absent: absent(table, mapping),
        unsaid: missing_roles(table, mapping),
    };
    match (&mapping.participant, &mapping.item) {
        (Some(participant), Some(item)) if missing.absent.is_empty() && missing.unsaid.is_empty() => {
            Ok((participant.clone(), item.clone()))
        }
        _ => Err(TableMisfit::Columns(missing)),
    }
}

fn absent(table: &Table, mapping: &Mapping) -> Vec<(String, String)> {
    let named: BTreeSet<&str> = mapping.columns().into_iter().filter(|name| table.column(name).is_none()).collect();
    named.into_iter().map(|name| (name.to_owned(), super::did_you_mean(table, name))).collect()
}

/// The columns that nothing is read from; each that is proposed for something is taken.
struct UnreadColumns<'t>(Vec<&'t Column>);

impl<'t> UnreadColumns<'t> {
    /// Takes the first column one of whose words is one of these.
    fn take(&mut self, words: &[&str]) -> Option<&'t str> {
        let at = self.0.iter().position(|column| is_called(column.name(), words))?;
        Some(self.0.remove(at).name())
    }

    /// Takes the columns of words, at least two, that have the same values: those of the systems that were shown together.
    fn take_alike(&mut self) -> Vec<&'t str> {
        let values = |column: &Column| column.distinct().into_iter().map(str::to_owned).collect::<BTreeSet<String>>();
        let could_name = |column: &Column| {
            let values = values(column);
            values.len() > 1
                && values.iter().all(|it| it.parse::<f64>().is_err())
                && !is_called(column.name(), &ANSWERS)
        };
        let names: Vec<&Column> = self.0.iter().copied().filter(|column| could_name(column)).collect();
        let alike = |one: &Column| names.iter().filter(|it| values(it) == values(one)).map(|it| it.name()).collect();
        let most: Vec<&str> = names.iter().map(|one| alike(one)).max_by_key(Vec::len).unwrap_or_default();
        if most.len() < 2 {
            return Vec::new();
        }
        self.0.retain(|column| !most.contains(&column.name()));
        most
    }

    /// The columns with numbers.
    fn numbers(&self) -> Vec<&'t str> {
        let is_number = |cell: &str| cell.trim().parse::<f64>().is_ok();
        // A column without a name, which the table calls by its place, numbers the rows.
        let is_unnamed = |name: &str| name.strip_prefix("column ").is_some_and(is_number);
        let has_numbers = |column: &&Column| !is_unnamed(column.name()) && column.iter().flatten().any(is_number);
        self.0.iter().copied().filter(has_numbers).map(Column::name).collect()
    }

    /// `"…"`, and behind it between which columns to choose.
    fn choices(&self) -> String {
        let names = self.0.iter().map(|column| column.name()).filter(|name| !name.is_empty());
        format!("\"…\"  # one of {}", toml_list(names))
    }
}

const SYSTEMS: [&str; 9] =
    ["system", "model", "engine", "method", "writer", "generator", "condition", "variant", "author"];
const PEOPLE: [&str; 18] = [
    "participant",
    "person",
    "rater",
    "annotator",
    "worker",
    "workerid",
    "judge",
    "coder",
    "evaluator",
    "reviewer",
    "subject",
    "respondent",
    "assessor",
    "user",
    "pid",
    "uid",
    "who",
    "name",
];
const ITEMS: [&str; 20] = [
    "item", "example", "segment", "sentence", "document", "doc", "text", "story", "prompt", "passage", "tuple",
    "article", "headline", "topic", "question", "page", "sample", "instance", "case", "input",
];
const ANSWERS: [&str; 16] = [
    "value",
    "rating",
    "score",
    "label",
    "rank",
    "answer",
    "judgement",
    "judgment",
    "quality",
    "choice",
    "preference",
    "winner",
    "vote",
    "verdict",
    "best",
    "worst",
];

/// What every judgement needs and no column is known for, each with a column that it could be.
fn missing_roles(table: &Table, mapping: &Mapping) -> Vec<MissingRole> {
    let read = mapping.columns();
    let mut unread = UnreadColumns(table.columns().iter().filter(|column| !read.contains(&column.name())).collect());
    let no_systems = mapping.system.is_none() && mapping.shown.is_empty();
    let answered = mapping.value.is_some() || mapping.choice.is_some() || mapping.best.is_some();
    let own_columns = mapping.criteria.iter().any(|criterion| criterion.column.is_some());
    let no_answer = !answered && mapping.ranks.is_empty() && !own_columns;
    let wanted = [mapping.participant.is_none(), mapping.item.is_none(), no_systems, no_answer];
    // What is called by a clear name is taken first, so that it is proposed for nothing else.
    let system = no_systems.then(|| unread.take(&SYSTEMS)).flatten();
    let shown = if no_systems && system.is_none() { unread.take_alike() } else { Vec::new() };
    let person = wanted[0].then(|| unread.take(&PEOPLE)).flatten();
    let item = wanted[1].then(|| unread.take(&ITEMS)).flatten();
    let pairs = mapping.shown.len() == 2 || shown.len() == 2;
    // A column of numbers may be the person or the item as long as these have no name.
    let named = (person.is_some() || !wanted[0]) && (item.is_some() || !wanted[1]);
    let key = if pairs { "choice" } else { "value" };
    let numbers = if named && !pairs { unread.numbers() } else { Vec::new() };
    let answer = if no_answer { propose_answer(&mut unread, key, &numbers) } else { None };
    let found = [person.is_some(), item.is_some(), system.is_some() || !shown.is_empty(), answer.is_some()];
    let open = wanted.iter().zip(found).filter(|(wanted, found)| **wanted && !found).count();
    // One thing that is not known and one column that is not read belong together.
    let last = if open == 1 && unread.0.len() == 1 { unread.0.pop().map(Column::name) } else { None };
    let one = |what, key: &str, name: Option<&str>| single(what, key, name.or(last), &unread);
    let mut roles = Vec::new();
    if wanted[0] {
        roles.push(one("the person", "participant", person));
    }
    if wanted[1] {
        roles.push(one("the item", "item", item));
    }
    if no_systems {
        roles.push(if shown.is_empty() { one("the system", "system", system) } else { shown_together(&shown) });
    }
    if no_answer {
        roles.push(answer.unwrap_or_else(|| one("the answer", key, None)));
    }
    roles
}

/// Something that one column holds.
fn single(what: &'static str, key: &str, name: Option<&str>, unread: &UnreadColumns<'_>) -> MissingRole {
    let value = name.map_or_else(|| unread.choices(), |name| toml::Value::from(name).to_string());
    let option = format!("--{key} {}", name.map_or_else(|| "…".to_owned(), in_shell));
    MissingRole { what, lines: vec![format!("{key} = {value}")], options: Some(option) }
}

fn shown_together(shown: &[&str]) -> MissingRole {
    let options = match shown {
        [a, b] => Some(format!("--system-a {} --system-b {}", in_shell(a), in_shell(b))),
        _more => None,
    };
    let lines = vec![format!("shown = {}", toml_list(shown.iter().copied()))];
    MissingRole { what: "the systems shown together", lines, options }
}

/// The column of the answers: one that is called so, or those of numbers, each a criterion of its own.
fn propose_answer(unread: &mut UnreadColumns<'_>, key: &str, numbers: &[&str]) -> Option<MissingRole> {
    if numbers.len() > 1 {
        let lines = numbers.iter().flat_map(|name| {
            let id = toml::Value::from(plain_id(name));
            ["[[criteria]]".to_owned(), format!("id = {id}"), format!("column = {}", toml::Value::from(*name))]
        });
        return Some(MissingRole { what: "the answers", lines: lines.collect(), options: None });
    }
    let named = unread.take(&ANSWERS).or_else(|| numbers.first().copied())?;
    Some(single("the answer", key, Some(named), unread))
}

/// A word of a command line.
fn in_shell(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.chars().all(plain) { name.to_owned() } else { format!("'{}'", name.replace('\'', "'\\''")) }
}
