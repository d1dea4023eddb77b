//! A table of a paper as it is printed, and the numbers in it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Measure, PrintedNumber};

/// One table, as printed: a row for each system, and in its columns the numbers of each criterion.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PrintedTable {
    /// Where it stands: `Table 1`.
    pub place: Option<String>,
    /// What its numbers are, where the column does not say.
    pub measure: Option<Measure>,
    /// Its columns, with spaces between. `fluency` is a number of that criterion; `fluency.sd` and `fluency.n` belong to the
    /// number before them; `fluency.alpha` is another measure; `_` is a column that is not read.
    #[schemars(length(min = 1))]
    pub columns: String,
    /// Its rows by system, with spaces between the cells; `_` is an empty cell. `"ours against base"` is about a pair of
    /// systems, and `"*"` about the whole criterion.
    pub rows: BTreeMap<String, String>,
    /// How many judgements each number rests on, where no column says it.
    pub n: Option<u64>,
    /// A subset that the table is about, such as `{ dataset = "news" }`.
    #[serde(default)]
    pub stratum: BTreeMap<String, String>,
}

/// What a column holds.
enum ColumnContent {
    Nothing,
    Number {
        criterion: String,
        measure: Measure,
    },
    /// Of the number of this criterion before it.
    Sd(String),
    N(String),
}

impl PrintedTable {
    /// Its numbers; `index` is its place among the tables of the file.
    pub(super) fn numbers(&self, index: usize) -> Result<Vec<PrintedNumber>, String> {
        let name = self.place.clone().unwrap_or_else(|| format!("table {}", index + 1));
        let columns = self.column_contents().map_err(|problem| format!("{name}: {problem}"))?;
        let mut numbers = Vec::new();
        for (row, cells) in &self.rows {
            let cells: Vec<&str> = cells.split_whitespace().collect();
            if cells.len() != columns.len() {
                return Err(format!(
                    "{name}: the row `{row}` has {} cells where there are {} columns; `_` stands for an empty cell",
                    cells.len(),
                    columns.len()
                ));
            }
            let (system, against) = parse_row_name(row);
            let first = numbers.len();
            for (held, cell) in columns.iter().zip(cells).filter(|(_, cell)| *cell != "_") {
                let belongs = match held {
                    ColumnContent::Sd(criterion) | ColumnContent::N(criterion) => {
                        let missing = || {
                            format!(
                                "{name}: in the row `{row}`, `{cell}` belongs to a number of `{criterion}` that is not there"
                            )
                        };
                        let last = numbers[first..]
                            .last_mut()
                            .filter(|last: &&mut PrintedNumber| last.criterion == *criterion);
                        Some(last.ok_or_else(missing)?)
                    }
                    ColumnContent::Nothing | ColumnContent::Number { .. } => None,
                };
                match (held, belongs) {
                    (ColumnContent::Number { criterion, measure }, _) => numbers.push(PrintedNumber {
                        place: self.place.clone(),
                        criterion: criterion.clone(),
                        system: system.clone(),
                        against: against.clone(),
                        stratum: self.stratum.clone(),
                        measure: *measure,
                        value: cell.to_owned(),
                        sd: None,
                        n: self.n,
                        key: format!("tables.{index}.rows.{row}"),
                    }),
                    (ColumnContent::Sd(_), Some(printed)) => printed.sd = Some(cell.to_owned()),
                    (ColumnContent::N(_), Some(printed)) => {
                        let whole = cell.replace(',', "").parse();
                        printed.n = Some(whole.map_err(|_| {
                            format!("{name}: `{cell}` in the row `{row}` is not a number of judgements")
                        })?);
                    }
                    (ColumnContent::Nothing | ColumnContent::Sd(_) | ColumnContent::N(_), _) => {}
                }
            }
        }
        Ok(numbers)
    }

    fn column_contents(&self) -> Result<Vec<ColumnContent>, String> {
        let mut all: Vec<ColumnContent> = Vec::new();
        let mut last: Option<String> = None;
        for column in self.columns.split_whitespace() {
            if column == "_" {
                all.push(ColumnContent::Nothing);
                continue;
            }
            let (criterion, word) = match column.rsplit_once('.') {
                Some((criterion, word)) => (criterion, Some(word)),
                None => (column, None),
            };
            let follows = |held: fn(String) -> ColumnContent| {
                let missing = || format!("the column `{column}` must follow a number of `{criterion}`");
                last.as_ref().filter(|last| *last == criterion).cloned().map(held).ok_or_else(missing)
            };
            all.push(match word {
                Some("sd") => follows(ColumnContent::Sd)?,
                Some("n") => follows(ColumnContent::N)?,
                Some(word) => {
                    ColumnContent::Number { criterion: criterion.to_owned(), measure: measure(word, column)? }
                }
                None => {
                    let missing =
                        || format!("nothing says what the numbers of `{column}` are; give the table a `measure`");
                    ColumnContent::Number {
                        criterion: criterion.to_owned(),
                        measure: self.measure.ok_or_else(missing)?,
                    }
                }
            });
            last = Some(criterion.to_owned());
        }
        Ok(all)
    }
}

/// The system of a row, and the one it is compared with.
fn parse_row_name(row: &str) -> (Option<String>, Option<String>) {
    if row.trim() == "*" {
        return (None, None);
    }
    match row.split_once(" against ") {
        Some((system, against)) => (Some(system.trim().to_owned()), Some(against.trim().to_owned())),
        None => (Some(row.trim().to_owned()), None),
    }
}

fn measure(word: &str, column: &str) -> Result<Measure, String> {
    let read = Measure::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(word));
    read.map_err(|_| format!("`{word}` in the column `{column}` is neither a measure nor `sd` or `n`"))
}

#[cfg(test)]
mod tests {
    use crate::original::{Measure, Original, PrintedNumber};

    fn read(text: &str) -> Result<Vec<PrintedNumber>, String> {
        let text = format!("paper = \"p\"\n[[tables]]\nplace = \"Table 1\"\n{text}");
        toml::from_str::<Original>(&text).map(|original| original.results).map_err(|error| error.message().to_owned())
    }

    #[test]
    fn a_table_is_the_numbers_that_are_printed_in_it() {
        let text = r#"measure = "mean"
columns = "fluency fluency.sd fluency.n _ relevance fluency.alpha"
n = 40
[tables.rows]
ours = "3.70 0.59 1,200 x 4.1 _"
"ours against base" = "0.10 _ _ _ _ _"
"*" = "_ _ _ _ _ 0.63""#;
        let shown: Vec<String> = read(text)
            .unwrap()
            .iter()
            .map(|it| {
                format!(
                    "{:?}/{:?} {} {:?} {} {:?} {:?} {}",
                    it.system, it.against, it.criterion, it.measure, it.value, it.sd, it.n, it.key
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                r#"None/None fluency Alpha 0.63 None Some(40) tables.0.rows.*"#,
                r#"Some("ours")/None fluency Mean 3.70 Some("0.59") Some(1200) tables.0.rows.ours"#,
                r#"Some("ours")/None relevance Mean 4.1 None Some(40) tables.0.rows.ours"#,
                r#"Some("ours")/Some("base") fluency Mean 0.10 None Some(40) tables.0.rows.ours against base"#,
            ]
        );
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_table_and_row() {
        for (text, expected) in [
            (
                "measure = \"mean\"\ncolumns = \"a b\"\n[tables.rows]\nx = \"1\"",
                "Table 1: the row `x` has 1 cells where there are 2",
            ),
            ("columns = \"a\"\n[tables.rows]\nx = \"1\"", "nothing says what the numbers of `a` are"),
            ("columns = \"a.median\"\n[tables.rows]\nx = \"1\"", "`median` in the column `a.median`"),
            ("measure = \"mean\"\ncolumns = \"a b.sd\"\n[tables.rows]\nx = \"1 2\"", "must follow a number of `b`"),
            (
                "measure = \"mean\"\ncolumns = \"a a.sd\"\n[tables.rows]\nx = \"_ 2\"",
                "belongs to a number of `a` that is not there",
            ),
            ("measure = \"mean\"\ncolumns = \"a a.n\"\n[tables.rows]\nx = \"1 many\"", "is not a number of judgements"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
        let empty = toml::from_str::<Original>("paper = \"p\"").unwrap_err();
        assert!(empty.message().contains("it has no number"), "{empty}");
        assert_eq!(
            read("measure = \"rank\"\ncolumns = \"a\"\n[tables.rows]\nx = \"1\"").unwrap()[0].measure,
            Measure::Rank
        );
    }
}
