//! Columns whose names hold the system: `gpt_fluency`, `B: adequacy`, `rank_ours`.

use std::collections::BTreeSet;

use table::{Column, Table};

use crate::gather::Rows;
use crate::question::{Choice, Question, quoted};

const SYSTEM: &str = "{system}";
const CRITERION: &str = "{criterion}";

/// What may stand between the two parts of a name, the longest first.
const BETWEEN: [&str; 7] = [" - ", ": ", "__", " ", "_", ".", "-"];

/// Which part of a name is the system, and which the criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    before: String,
    between: String,
    after: String,
    /// Whether the system comes first, where there are two parts.
    parts: Parts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parts {
    System,
    SystemCriterion,
    CriterionSystem,
}

impl Pattern {
    /// Reads `{system}: {criterion}` or `rank_{system}`.
    pub(crate) fn read(text: &str) -> Option<Pattern> {
        let (first, parts) = match (text.find(SYSTEM)?, text.find(CRITERION)) {
            (_, None) => (SYSTEM, Parts::System),
            (system, Some(criterion)) if system < criterion => (SYSTEM, Parts::SystemCriterion),
            _ => (CRITERION, Parts::CriterionSystem),
        };
        let (before, rest) = text.split_once(first)?;
        let (between, after) = match parts {
            Parts::System => ("", rest),
            Parts::SystemCriterion => rest.split_once(CRITERION)?,
            Parts::CriterionSystem => rest.split_once(SYSTEM)?,
        };
        let told_apart = parts == Parts::System || !between.is_empty();
        told_apart.then(|| Pattern {
            before: before.to_owned(),
            between: between.to_owned(),
            after: after.to_owned(),
            parts,
        })
    }

    /// The system and the criterion that a name holds.
    fn parts<'n>(&'n self, name: &'n str) -> Option<(&'n str, &'n str)> {
        let inner = name.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?;
        let (system, criterion) = match self.parts {
            Parts::System => (inner, self.criterion()),
            Parts::SystemCriterion => inner.split_once(self.between.as_str())?,
            Parts::CriterionSystem => inner.split_once(self.between.as_str()).map(|(one, two)| (two, one))?,
        };
        (!system.trim().is_empty() && !criterion.trim().is_empty()).then_some((system.trim(), criterion.trim()))
    }

    /// What is asked, where only the words around the system say it.
    fn criterion(&self) -> &str {
        let words = |text: &'_ str| text.trim_matches(|letter: char| !letter.is_alphanumeric()).len();
        let longer = if words(&self.before) >= words(&self.after) { &self.before } else { &self.after };
        let name = longer.trim_matches(|letter: char| !letter.is_alphanumeric());
        if name.is_empty() { "answer" } else { name }
    }

    /// One row for each system, with a column for each criterion, and the criteria; nothing where no column fits.
    pub(crate) fn melted(&self, table: &Table) -> Option<(Table, Vec<String>)> {
        let fits: Vec<(&Column, &str, &str)> = table
            .columns()
            .iter()
            .filter_map(|column| self.parts(column.name()).map(|(system, criterion)| (column, system, criterion)))
            .collect();
        let mut systems: Vec<&str> = Vec::new();
        let mut criteria: Vec<&str> = Vec::new();
        for (_, system, criterion) in &fits {
            if !systems.contains(system) {
                systems.push(system);
            }
            if !criteria.contains(criterion) {
                criteria.push(criterion);
            }
        }
        let others: Vec<&Column> =
            table.columns().iter().filter(|column| self.parts(column.name()).is_none()).collect();
        let mut rows = Rows::default();
        for row in 0..table.len() {
            for system in &systems {
                let mut line: Vec<(&str, Option<&str>)> =
                    others.iter().map(|column| (column.name(), column.get(row))).collect();
                line.push(("system", Some(system)));
                line.extend(
                    fits.iter().filter(|it| it.1 == *system).map(|(column, _, about)| (*about, column.get(row))),
                );
                rows.push(line);
            }
        }
        (!fits.is_empty()).then(|| (rows.finish(table.file()), criteria.into_iter().map(str::to_owned).collect()))
    }
}

/// Asks whether the names of these columns hold the system, where they could.
pub(crate) fn question(names: &[&str]) -> Option<Question> {
    let shown = || names.iter().take(4).copied().collect::<Vec<_>>().join("`, `");
    let ask = |patterns: &[(String, String)]| Question {
        sentence: format!("which system is each column about (`{}`)?", shown()),
        choices: patterns
            .iter()
            .map(|(words, pattern)| Choice {
                words: words.clone(),
                line: format!("import.pattern = {}", quoted(pattern)),
            })
            .chain([Choice {
                words: "all columns are about one system, which another column names or nothing".to_owned(),
                line: "import.pattern = \"\"".to_owned(),
            }])
            .collect(),
        typed: Some("import.pattern = \"…\"".to_owned()),
    };
    for between in BETWEEN {
        let parts: Vec<(&str, &str)> = names.iter().filter_map(|name| name.split_once(between)).collect();
        if parts.len() != names.len() || names.len() < 2 {
            continue;
        }
        let first: BTreeSet<&str> = parts.iter().map(|(first, _)| *first).collect();
        let second: BTreeSet<&str> = parts.iter().map(|(_, second)| *second).collect();
        let list = |all: &BTreeSet<&str>| all.iter().copied().collect::<Vec<_>>().join(", ");
        if first.len() == 1 && second.len() == names.len() {
            let (word, _) = parts[0];
            return Some(ask(&[(format!("the systems are {}", list(&second)), format!("{word}{between}{SYSTEM}"))]));
        }
        if second.len() == 1 && first.len() == names.len() {
            let (_, word) = parts[0];
            return Some(ask(&[(format!("the systems are {}", list(&first)), format!("{SYSTEM}{between}{word}"))]));
        }
        if first.len() * second.len() == names.len() {
            return Some(ask(&[
                (format!("the systems are {}", list(&first)), format!("{SYSTEM}{between}{CRITERION}")),
                (format!("the systems are {}", list(&second)), format!("{CRITERION}{between}{SYSTEM}")),
            ]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use table::Table;

    use super::{Pattern, question};

    #[test]
    fn a_pattern_gives_a_row_to_each_system() {
        let table = Table::read("t.csv", b"rater,A: fluency,A: tone,B: fluency,B: tone\nr1,3,4,2,\n").unwrap();
        let (long, criteria) = Pattern::read("{system}: {criterion}").unwrap().melted(&table).unwrap();
        assert_eq!((criteria, long.len()), (vec!["fluency".to_owned(), "tone".to_owned()], 2));
        let row = |row: usize| long.columns().iter().map(|column| column.get(row).unwrap_or("-")).collect::<Vec<_>>();
        assert_eq!((row(0), row(1)), (vec!["r1", "A", "3", "4"], vec!["r1", "B", "2", "-"]));
        assert_eq!(Pattern::read("rank_{system}").unwrap().parts("rank_gpt"), Some(("gpt", "rank")));
        assert_eq!(Pattern::read("{criterion}_{system}").unwrap().parts("tone_gpt"), Some(("gpt", "tone")));
        assert!(Pattern::read("{criterion}").is_none() && Pattern::read("{system}{criterion}").is_none());
    }

    #[test]
    fn names_that_make_a_grid_are_asked_about() {
        let lines = |names: &[&str]| -> Vec<String> {
            question(names).map(|it| it.choices.into_iter().map(|choice| choice.line).collect()).unwrap_or_default()
        };
        assert_eq!(lines(&["rank_a", "rank_b"])[0], "import.pattern = \"rank_{system}\"");
        assert_eq!(
            lines(&["A: x", "A: y", "B: x", "B: y"])[..2],
            ["import.pattern = \"{system}: {criterion}\"", "import.pattern = \"{criterion}: {system}\""]
        );
        assert!(lines(&["fluency", "tone"]).is_empty());
        assert!(lines(&["a_x", "a_y", "b_x"]).is_empty());
    }
}
