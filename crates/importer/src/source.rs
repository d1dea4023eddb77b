//! What writes answers: one file per source, declared once here.

mod appen;
mod appraise;
mod arena;
mod argilla;
mod by_person;
mod document;
mod factgenie;
mod google_forms;
mod label_studio;
mod langfuse;
mod limesurvey;
mod logs;
mod long;
mod matrix;
mod microsoft_forms;
mod mqm;
mod mtme;
mod mturk;
mod pearmut;
mod potato;
mod prolific;
mod qsf;
mod qualtrics;
mod survey;
mod toloka;

use std::collections::BTreeMap;

use table::{Column, Table};
use toml::Table as Toml;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

pub(crate) use self::long::{known_columns, names_person};
pub(crate) use self::matrix::RATERS;
pub(crate) use self::prolific::{is_void, plain_status};
use crate::counts::Counts;
use crate::import_mapping::ImportMapping;
use crate::personal::{self, Personal};
use crate::question::{Question, Stop};
use crate::sheet::{Input, Sheet};

/// Something that writes answers.
#[derive(Debug)]
pub struct Source {
    /// The word for it in `import.source`.
    pub id: &'static str,
    /// What it is.
    pub name: &'static str,
    /// What it gives.
    pub(crate) role: Role,
    /// The signs by which a file is recognised; nothing for other files.
    pub(crate) recognise: fn(&Sheet<'_>) -> Option<Vec<String>>,
    /// A mapping for it, as an example.
    pub example: &'static str,
}

/// What a source gives.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Role {
    /// Answers.
    Answers(fn(&SourceInput<'_>) -> Result<Reading, Stop>),
    /// Items without answers.
    Items(fn(&SourceInput<'_>) -> Result<Reading, Stop>),
    /// More about the people who answered.
    People,
    /// What was asked, without answers.
    Questions,
    /// Nothing to import; what to do instead.
    Nothing(fn(&Sheet<'_>) -> String),
}

/// What is read from a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    /// Answers, with what they are about.
    Answers,
    /// Only what could be judged.
    Items,
}

impl Role {
    pub(crate) fn gives(self) -> Gives {
        match self {
            Role::Items(_) => Gives::Items,
            Role::Answers(_) | Role::People | Role::Questions | Role::Nothing(_) => Gives::Answers,
        }
    }
}

/// The same criterion with more said about it, such as `better = "lower"`.
pub(crate) fn with_lines(mut criterion: toml::Value, lines: &str) -> toml::Value {
    if let (toml::Value::Table(criterion), Ok(more)) = (&mut criterion, toml::from_str::<Toml>(lines)) {
        criterion.extend(more);
    }
    criterion
}

/// Every source, those with the surest signs first.
pub const SOURCES: &[Source] = &[
    mturk::SOURCE,
    qualtrics::SOURCE,
    qsf::SOURCE,
    prolific::SOURCE,
    microsoft_forms::SOURCE,
    google_forms::SOURCE,
    limesurvey::SOURCE,
    label_studio::SOURCE,
    potato::SOURCE,
    pearmut::SOURCE,
    factgenie::SOURCE,
    argilla::SOURCE,
    argilla::DOCCANO,
    appen::SOURCE,
    toloka::SOURCE,
    appraise::SOURCE,
    mqm::SOURCE,
    mqm::AVERAGES,
    mtme::SOURCE,
    arena::SOURCE,
    langfuse::SOURCE,
    logs::SOURCE,
    document::SOURCE,
    document::RESULTS,
    by_person::SOURCE,
    matrix::SOURCE,
    survey::SOURCE,
    long::SOURCE,
];

/// What a source reads.
pub(crate) struct SourceInput<'a> {
    pub(crate) sheets: Vec<&'a Sheet<'a>>,
    /// Files that say what was asked.
    pub(crate) questions: Vec<&'a Sheet<'a>>,
    /// The file that says what each question of a form showed.
    pub(crate) items: Option<&'a Input>,
    pub(crate) wanted: &'a ImportMapping,
}

/// What a source has read.
#[derive(Debug)]
pub(crate) struct Reading {
    /// One row per answer, or per what was answered together.
    pub(crate) table: Table,
    /// What the source knows of the mapping.
    pub(crate) knows: Toml,
    pub(crate) counts: Counts,
    pub(crate) notes: Vec<String>,
    /// What it does not know.
    pub(crate) questions: Vec<Question>,
    /// What people were asked, by the id of the criterion.
    pub(crate) wording: BTreeMap<String, String>,
    /// The column whose people have pseudonyms already.
    pub(crate) pseudonymised: Option<String>,
    /// What the table was made of, where it was another.
    pub(crate) original: Option<OriginalTable>,
}

/// What is remembered of a table of which another was made: all its cells would be in memory twice.
#[derive(Debug)]
pub(crate) struct OriginalTable {
    /// The names of its columns.
    pub(crate) names: Vec<String>,
    /// Those that say who someone is.
    pub(crate) personal: Vec<Personal>,
    /// The column whose people have pseudonyms now.
    pub(crate) people: Option<Column>,
}

impl OriginalTable {
    /// What is remembered of a table, with its column of people if they got pseudonyms.
    pub(crate) fn new(table: &Table, people: Option<&str>) -> OriginalTable {
        OriginalTable {
            names: table.columns().iter().map(|column| column.name().to_owned()).collect(),
            personal: personal::find(table),
            people: people.and_then(|name| table.column(name)).cloned(),
        }
    }
}

impl Reading {
    pub(crate) fn new(table: Table, counts: Counts) -> Reading {
        Reading {
            table,
            knows: Toml::new(),
            counts,
            notes: Vec::new(),
            questions: Vec::new(),
            wording: BTreeMap::new(),
            pseudonymised: None,
            original: None,
        }
    }

    /// Says which column holds what, or anything else of the mapping.
    pub(crate) fn know(&mut self, key: &str, value: impl Into<toml::Value>) {
        set(&mut self.knows, key, value.into());
    }
}

/// Sets `a.b` in a table.
pub(crate) fn set(table: &mut Toml, key: &str, value: toml::Value) {
    match key.split_once('.') {
        None => {
            table.insert(key.to_owned(), value);
        }
        Some((section, rest)) => {
            let section = table.entry(section).or_insert_with(|| toml::Value::Table(Toml::new()));
            if let toml::Value::Table(section) = section {
                set(section, rest, value);
            }
        }
    }
}

/// An id for files and claims: small letters without accents, digits, `-` and `_`.
pub(crate) fn slug(name: &str) -> String {
    let mut id = String::new();
    for letter in name.trim().nfkd().filter(|letter| !is_combining_mark(*letter)) {
        let plain = if letter.is_ascii_alphanumeric() || letter == '-' { letter.to_ascii_lowercase() } else { '_' };
        if !(plain == '_' && id.ends_with('_')) {
            id.push(plain);
        }
    }
    let id: String = id.trim_matches('_').chars().take(40).collect();
    if id.is_empty() { "x".to_owned() } else { id }
}

/// Ids for names, each of its own.
pub(crate) fn slugs<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<(String, String)> {
    let mut ids: Vec<(String, String)> = Vec::new();
    for name in names {
        let base = slug(name);
        let mut id = base.clone();
        let mut number = 2;
        while ids.iter().any(|(known, _)| *known == id) {
            id = format!("{base}_{number}");
            number += 1;
        }
        ids.push((id, name.to_owned()));
    }
    ids
}

/// A criterion of a mapping with a column of its own.
pub(crate) fn criterion(id: &str, name: &str, column: &str) -> toml::Value {
    let mut criterion = Toml::new();
    criterion.insert("id".to_owned(), id.into());
    criterion.insert("name".to_owned(), name.into());
    criterion.insert("column".to_owned(), column.into());
    toml::Value::Table(criterion)
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn ids_keep_the_letters_below_their_accents() {
        assert_eq!(["Qualité", "Façade Ünter", "été", "评分"].map(slug), ["qualite", "facade_unter", "ete", "x"]);
    }
}
