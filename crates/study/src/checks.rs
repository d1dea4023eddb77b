//! Attention checks and training questions: rows of a table become questions with a known answer.

use std::collections::HashSet;

use diag::Diagnostic;
use table::Table;

use crate::file::StudyFile;
use crate::items::{columns_there, shown_columns};
use crate::response::Arity;
use crate::structure::{
    BAD_ANSWER, BAD_FOLLOW_UP, DUPLICATE_ID, EMPTY_CELL, MISSING_COLUMN, MISSING_TEXT, UNKNOWN_CRITERION,
};
use crate::{CheckQuestion, Part};

/// Whether an answer must be given for every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Attention checks.
    Checks,
    /// Training questions.
    Training,
}

/// Reads the questions; rows that cannot be used are reported and left out.
pub(crate) fn read(
    file: &StudyFile,
    parts: &[Part],
    table: &Table,
    purpose: Purpose,
    found: &mut Vec<Diagnostic>,
) -> Vec<CheckQuestion> {
    let shown: Vec<String> = shown_columns(file).into_iter().map(|shown| shown.column).collect();
    let mut needed = vec!["check", "answer"];
    needed.extend(shown.iter().map(String::as_str));
    if file.criteria.len() > 1 {
        needed.push("criterion");
    }
    let mut complete = true;
    for name in needed {
        if table.column(name).is_none() {
            complete = false;
            let holds = match name {
                "check" => "an id for each row".to_owned(),
                "answer" => "the answer that passes".to_owned(),
                "criterion" => {
                    let ids: Vec<String> =
                        file.criteria.iter().map(|criterion| format!("`{}`", criterion.id)).collect();
                    format!("which criterion each row asks: {}", ids.join(", "))
                }
                _ => "what is shown with the question, as in the items".to_owned(),
            };
            let message = format!("`{}` has no column `{name}`, which holds {holds}", table.file());
            found.push(MISSING_COLUMN.diagnose(table.place_in_row(1, ""), message).help(columns_there(table, name)));
        }
    }
    if !complete {
        return Vec::new();
    }
    let reader = Rows { file, parts, table, shown: &shown, purpose };
    let mut seen = HashSet::new();
    (0..table.len()).filter_map(|row| reader.question(row, &mut seen, found)).collect()
}

struct Rows<'a> {
    file: &'a StudyFile,
    parts: &'a [Part],
    table: &'a Table,
    shown: &'a [String],
    purpose: Purpose,
}

impl<'a> Rows<'a> {
    fn cell(&self, row: usize, column: &str) -> Option<&'a str> {
        self.table.column(column)?.get(row)
    }

    fn question(&self, row: usize, seen: &mut HashSet<&'a str>, found: &mut Vec<Diagnostic>) -> Option<CheckQuestion> {
        let Some(id) = self.cell(row, "check") else {
            let message = format!("row {} has no id in column `check`", self.table.row_number(row));
            found.push(
                EMPTY_CELL.diagnose(self.table.place(row, "check"), message).help("fill the cell, or remove the row"),
            );
            return None;
        };
        if !seen.insert(id) {
            let message = format!("the id `{id}` is given twice");
            found.push(DUPLICATE_ID.diagnose(self.table.place(row, "check"), message).help("give each its own id"));
            return None;
        }
        let criterion = self.criterion(row, found)?;
        let outputs = self.outputs(row, criterion, found)?;
        let answer = self.cell(row, "answer");
        if answer.is_none() && self.purpose == Purpose::Checks {
            let message = format!("check `{id}` has no right answer");
            found.push(
                EMPTY_CELL.diagnose(self.table.place(row, "answer"), message).help("write the answer that passes"),
            );
            return None;
        }
        if let Some(answer) = answer
            && let Err(problem) = self.file.criteria[criterion].response.expects(answer, outputs.len())
        {
            found.push(BAD_ANSWER.diagnose(self.table.place(row, "answer"), problem.message).help(problem.help));
            return None;
        }
        let written = |column: &str| self.cell(row, column).map(str::to_owned);
        Some(CheckQuestion {
            id: id.to_owned(),
            criterion,
            shown: self.shown.iter().map(|column| written(column).unwrap_or_default()).collect(),
            outputs,
            answer: answer.unwrap_or_default().to_owned(),
            feedback: written("feedback"),
            tests: written("tests"),
            row: self.table.row_number(row),
        })
    }

    fn criterion(&self, row: usize, found: &mut Vec<Diagnostic>) -> Option<usize> {
        let Some(id) = self.cell(row, "criterion") else {
            if self.file.criteria.len() > 1 {
                let message = format!("row {} does not say which criterion it asks about", self.table.row_number(row));
                found.push(
                    EMPTY_CELL.diagnose(self.table.place(row, "criterion"), message).help("write the criterion's id"),
                );
                return None;
            }
            return Some(0);
        };
        let index = self.file.criteria.iter().position(|criterion| criterion.id == id);
        if index.is_none() {
            let ids = self.file.criteria.iter().map(|criterion| criterion.id.as_str());
            let help = match diag::nearest(id, ids.clone()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("there are {}", ids.map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")),
            };
            let message = format!("there is no criterion `{id}`");
            found.push(UNKNOWN_CRITERION.diagnose(self.table.place(row, "criterion"), message).help(help));
        }
        if let Some(only_if) = index.and_then(|index| self.file.criteria[index].only_if.as_ref()) {
            let message = format!("`{id}` is asked only after an answer to `{}`", only_if.criterion);
            let help = format!("ask `{}` here", only_if.criterion);
            found.push(BAD_FOLLOW_UP.diagnose(self.table.place(row, "criterion"), message).help(help));
            return None;
        }
        index
    }

    /// The texts in `a`, `b`, `c`…, or in `text` for a single one.
    fn outputs(&self, row: usize, criterion: usize, found: &mut Vec<Diagnostic>) -> Option<Vec<String>> {
        let arity = self.file.criteria.get(criterion)?.response.arity();
        let wanted = match arity {
            Arity::One => 1,
            Arity::Two => 2,
            Arity::Many => {
                let part = self.parts.iter().find(|part| part.criteria.contains(&criterion))?;
                part.design.set_size.min(26) as usize
            }
        };
        let single = arity == Arity::One && self.table.column("text").is_some();
        let names: Vec<String> =
            if single { vec!["text".to_owned()] } else { ('a'..='z').take(wanted).map(String::from).collect() };
        let cells: Vec<Option<&str>> = names.iter().map(|name| self.cell(row, name)).collect();
        if let Some(missing) = cells.iter().position(Option::is_none) {
            let name = &names[missing];
            let message = format!("row {} has no text in column `{name}`", self.table.row_number(row));
            let help = if arity == Arity::One {
                "write the text to judge in a column `text`".to_owned()
            } else {
                format!("each question shows {wanted} texts, in the columns `a` to `{}`", names[names.len() - 1])
            };
            found.push(MISSING_TEXT.diagnose(self.table.place(row, name), message).help(help));
            return None;
        }
        Some(cells.into_iter().flatten().map(str::to_owned).collect())
    }
}
