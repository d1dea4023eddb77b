//! What the owner of the files says about them: `mapping.toml`.

use std::collections::BTreeMap;

use dataset::Mapping;
use schemars::JsonSchema;
use serde::Deserialize;
use study::file::Better;
use toml::Table as Toml;

/// `[import]`: where the answers come from and how the files are laid out. Everything that is not said is recognised, or
/// asked for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Import {
    /// What wrote the files, by the name in the list of sources (`mturk`, `qualtrics`, …).
    pub source: Option<String>,
    /// The files, relative to the mapping.
    pub files: Vec<String>,
    /// The title of the study.
    pub title: Option<String>,
    /// Its language, as a BCP 47 tag.
    pub language: Option<String>,
    /// How letters are written as bytes: `utf-8` or `windows-1252`.
    pub encoding: Option<EncodingName>,
    /// What separates the cells: one character, or `tab`.
    pub delimiter: Option<String>,
    /// Whether cells may stand in quotation marks.
    pub quotes: Option<bool>,
    /// How many rows of names come first.
    pub header_rows: Option<usize>,
    /// How many rows of names come first that name a column together: `gpt` above `fluency` is `gpt: fluency`.
    pub stacked_headers: Option<usize>,
    /// How many lines stand above the names of the columns: a title, a date.
    pub skip_rows: Option<usize>,
    /// Columns with merged cells: an empty one holds what stands above it.
    pub fill_down: Vec<String>,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    /// What separates whole numbers from their fraction: `.` or `,`.
    pub decimal: Option<Decimal>,
    /// A file that says what each column or position of a form showed: `column` (or `list` and `position`), `item`,
    /// `system` (or `system_a` and `system_b`), and the texts.
    pub items: Option<String>,
    /// `rows`: the items file has no column that says what belongs where; its rows stand in the order of the lists and
    /// their questions.
    pub order: Option<Order>,
    /// What the columns of a form are: different `items`, or different `criteria` about one thing.
    pub columns: Option<Columns>,
    /// Columns of a form that are no questions to be read.
    pub leave_out: Vec<String>,
    /// The columns of a matrix in which each rater has one.
    pub raters: Vec<String>,
    /// The only system, where the files name none.
    pub one_system: Option<String>,
    /// The only item, where the files name none.
    pub one_item: Option<String>,
    /// What the answers are about, where the files do not name it.
    pub criterion: Option<String>,
    /// The numbers behind words: `{ "Strongly agree" = 5 }`.
    pub labels: BTreeMap<String, f64>,
    /// Which numbers are better, by the id of the criterion, where nothing else says it: `{ toxicity = "lower" }`.
    pub better: BTreeMap<String, Better>,
    /// The ids of the criteria whose numbers, a row for each output, are the places of a ranking; none where all are ratings.
    pub ranked: Option<Vec<String>>,
    /// Set where words such as `Agree` and `Strongly agree` are options without an order.
    pub unordered: bool,
    /// Set where numbers such as 99 or -1, far from the others, are answers like them.
    pub far_numbers: bool,
    /// Columns with texts shown above the outputs.
    pub show: Vec<String>,
    /// Columns with the outputs, in the order of `shown`; one for answers about one output.
    pub outputs: Vec<String>,
    /// Where the names of columns hold the system: `{system}: {criterion}`, `rank_{system}`, and where they hold the item, too:
    /// `{item}_{system}`; empty where they do not.
    pub pattern: Option<String>,
    /// Columns that are called after systems, each with the answers about one.
    pub system_columns: Vec<String>,
    /// What rankings such as `2>1=3` name: the `places` of the outputs in the order shown, or the `systems`.
    pub ranking: Option<RankingBy>,
    /// The columns with the systems that a ranking such as `2>1=3` puts in order, in the order shown.
    pub places: Vec<String>,
    /// Who gave the answers of a list such as `[3, 4, 5]`, where the list does not say it.
    pub lists: Option<ListedPeople>,
    /// The names of the categories of marked spans, from number 0 on, where the files have only their numbers.
    pub span_categories: Vec<String>,
    /// The system shown beside the only one that has a column; `the other` where there are two in all.
    pub opponent: Option<String>,
    /// The column that says yes where two outputs changed sides on the page and not in the columns; empty where none does.
    pub swapped: Option<String>,
    /// Whether capital letters make a difference in the names of people, items and systems.
    pub letter_case: Option<LetterCase>,
    /// Which count where one person judged one output several times: `all`, or the `latest`.
    pub repeated: Option<RepeatPolicy>,
    /// Set to keep the ids of participants as they are.
    pub keep_ids: bool,
}

/// How letters are written as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EncodingName {
    /// UTF-8, or UTF-16 with a byte order mark.
    #[serde(rename = "utf-8")]
    Utf8,
    /// Western European Windows; Latin-1 is a part of it.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// What separates whole numbers from their fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Decimal {
    /// 3.5
    #[serde(rename = ".")]
    Point,
    /// 3,5
    #[serde(rename = ",")]
    Comma,
}

/// Whether capital letters make a difference in names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LetterCase {
    /// They do not: the first spelling is taken.
    Ignored,
    /// They do.
    Matters,
}

/// How the rows of an items file belong to the questions of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// In the order of lists and questions.
    Rows,
}

/// Who gave the answers of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ListedPeople {
    /// The same people in every list, in the same order.
    InOrder,
    /// Nobody knows: each answer is by a person of its own.
    Anonymous,
}

/// What a ranking in one cell names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RankingBy {
    /// The outputs by their places: `2>1=3`, `B>A=C`.
    Places,
    /// The systems by their names.
    Systems,
}

/// Which judgements of one person about one output count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RepeatPolicy {
    /// All of them.
    All,
    /// The last one.
    Latest,
}

/// What the columns of a form are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Columns {
    /// One item each.
    Items,
    /// One criterion each, about one thing.
    Criteria,
}

/// A mapping as written and as understood.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ImportMapping {
    /// As written.
    pub written: Toml,
    /// Which column holds what.
    pub columns: Mapping,
    /// The section `[import]`.
    pub import: Import,
}

impl ImportMapping {
    /// Reads `mapping.toml`.
    ///
    /// # Errors
    /// In words with the line, when it is something else.
    pub fn read(text: &str) -> Result<ImportMapping, String> {
        // Read once as it stands, so that a mistake is shown in its line.
        let _: Mapping = toml::from_str(text).map_err(|error| error.to_string())?;
        let written: Toml = toml::from_str(text).map_err(|error| error.to_string())?;
        ImportMapping::from_toml(written)
    }

    fn from_toml(written: Toml) -> Result<ImportMapping, String> {
        let columns: Mapping =
            written.clone().try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let import = match written.get("import") {
            None => Import::default(),
            Some(section) => section
                .clone()
                .try_into()
                .map_err(|error: toml::de::Error| format!("in the section `import`: {}", error.message()))?,
        };
        Ok(ImportMapping { written, columns, import })
    }

    /// The same with one more line, such as `words.equal = ["c"]`.
    ///
    /// # Errors
    /// In words, when the line is not one of a mapping.
    pub fn with_line(self, line: &str) -> Result<ImportMapping, String> {
        let mut more: Toml =
            toml::from_str(line).map_err(|error| format!("`{line}` is no line of a mapping: {}", error.message()))?;
        let mut written = self.written;
        add_to_lists(&written, &mut more);
        lay_over(&mut written, more);
        ImportMapping::from_toml(written).map_err(|problem| format!("`{line}`: {problem}"))
    }

    /// What a source knows, with what is wanted over it.
    pub(crate) fn with_known(&self, known: Toml) -> Result<ImportMapping, String> {
        let mut written = known;
        lay_over(&mut written, self.written.clone());
        ImportMapping::from_toml(written)
    }
}

/// Words that stand for something are said one after the other: what was said before still holds.
fn add_to_lists(before: &Toml, more: &mut Toml) {
    const LISTS: [&str; 2] = ["missing", "invalid"];
    for (key, value) in more.iter_mut() {
        match (before.get(key), value) {
            (Some(toml::Value::Table(before)), toml::Value::Table(more)) if key == "words" || key == "import" => {
                for (inner, value) in more.iter_mut() {
                    if key == "words" || inner == "leave_out" {
                        prepend(before.get(inner), value);
                    }
                }
            }
            (known, value) if LISTS.contains(&key.as_str()) => prepend(known, value),
            (_, _) => {}
        }
    }
}

fn prepend(before: Option<&toml::Value>, value: &mut toml::Value) {
    if let (Some(toml::Value::Array(before)), toml::Value::Array(more)) = (before, value) {
        let new: Vec<toml::Value> = more.iter().filter(|word| !before.contains(word)).cloned().collect();
        *more = before.iter().cloned().chain(new).collect();
    }
}

fn lay_over(under: &mut Toml, over: Toml) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => lay_over(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

/// The JSON Schema of `mapping.toml`.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut mapping = schemars::schema_for!(Mapping).to_value();
    let mut import = schemars::schema_for!(Import).to_value();
    let definitions = import.as_object_mut().and_then(|import| import.remove("$defs"));
    if let (Some(serde_json::Value::Object(more)), Some(mapping)) = (definitions, mapping.as_object_mut()) {
        let known = mapping.entry("$defs").or_insert_with(|| serde_json::json!({}));
        if let Some(known) = known.as_object_mut() {
            known.extend(more);
        }
    }
    if let Some(import) = import.as_object_mut() {
        import.remove("$schema");
        import.remove("title");
    }
    if let Some(properties) = mapping.get_mut("properties").and_then(serde_json::Value::as_object_mut) {
        properties.insert("import".to_owned(), import);
    }
    mapping
}

#[cfg(test)]
mod tests {
    use super::ImportMapping;

    #[test]
    fn words_that_are_said_one_after_the_other_all_hold() {
        let lines = [
            "words.equal = [\"c\"]",
            "words.equal = [\"d\"]",
            "missing = [\"-\"]",
            "missing = [\"?\"]",
            "shown = [\"x\", \"y\"]",
            "shown = [\"a\", \"b\"]",
        ];
        let wanted = lines.iter().fold(ImportMapping::default(), |wanted, line| wanted.with_line(line).unwrap());
        assert_eq!(wanted.columns.words.equal, ["c", "d"]);
        assert_eq!(wanted.columns.missing, ["-", "?"]);
        assert_eq!(wanted.columns.shown, ["a", "b"]);
    }

    #[test]
    fn a_key_that_is_none_is_named() {
        let problem = ImportMapping::default().with_line("import.sorce = \"x\"").unwrap_err();
        assert!(problem.contains("sorce"), "{problem}");
        assert!(ImportMapping::default().with_line("not a line").is_err());
    }
}
