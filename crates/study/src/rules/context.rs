//! What a rule can look at.

use diag::Place;
use table::Table;

use crate::decode::Places;
use crate::file::{DesignFile, StudyFile, SystemFile};
use crate::original::Original;
use crate::{CheckQuestion, Files, Study};

/// What a rule can look at: the file as written, the study as far as it could be made, and where
/// everything stands.
pub struct Context<'a> {
    /// `study.toml` as written.
    pub file: &'a StudyFile,
    /// Where its keys stand.
    pub places: &'a Places,
    /// What it means; absent when a file or a reference in it is broken beyond use. It may be
    /// there although errors have been found.
    pub study: Option<&'a Study>,
    /// The items file as read.
    pub items: Option<&'a Table>,
    /// For one row per output: row index of every output, item by item in the order of the study,
    /// `usize::MAX` where there is none.
    pub(crate) output_rows: Option<&'a [usize]>,
    /// The checks file as read.
    pub checks: Option<&'a Table>,
    /// The training file as read.
    pub training: Option<&'a Table>,
    /// The texts around the questions that there are.
    pub texts: &'a [TextFile],
    /// What the repeated study printed.
    pub original: Option<&'a Original>,
    /// Where the keys of that file stand.
    pub original_places: Option<&'a Places>,
    /// The study folder, to see whether a file is there.
    pub files: &'a dyn Files,
}

/// One of the texts around the questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// Its key in `[texts]`: `information`, `consent`, `instructions` or `debrief`.
    pub key: &'static str,
    /// Its name.
    pub file: String,
    /// What it says; a byte range of it is a place.
    pub text: String,
}

impl Context<'_> {
    /// The text of one key of `[texts]`, if there is one.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&TextFile> {
        self.texts.iter().find(|text| text.key == key)
    }

    /// The design of a part, as written.
    pub(crate) fn design_written(&self, part: usize) -> &DesignFile {
        self.file.parts.get(part).map_or(&self.file.design, |part| &part.design)
    }

    /// Where a key of the design of a part stands.
    pub(crate) fn design_place(&self, part: usize, key: &str) -> Place {
        let design = if self.file.parts.is_empty() { "design".to_owned() } else { format!("parts.{part}.design") };
        self.places.find(&if key.is_empty() { design } else { format!("{design}.{key}") })
    }

    /// The column of the items file that holds a system's outputs.
    #[must_use]
    pub fn output_column(&self, system: usize) -> &str {
        let Some(id) = self.study.and_then(|study| study.systems.get(system)).map(|system| &system.id.0) else {
            return "";
        };
        if self.file.items.system.is_some() {
            return self.file.items.output.as_deref().unwrap_or("output");
        }
        match self.file.systems.get(id) {
            Some(SystemFile::Table(table)) => table.column.as_deref().unwrap_or(id),
            Some(SystemFile::Name(_)) | None => id,
        }
    }

    /// The cell of an output: item and system by their index in the study.
    #[must_use]
    pub fn output_place(&self, item: usize, system: usize) -> Place {
        let systems = self.study.map_or(0, |study| study.systems.len());
        let row = self.output_rows.and_then(|rows| rows.get(item * systems + system)).filter(|row| **row != usize::MAX);
        match (self.items, row) {
            (Some(table), Some(row)) => table.place(*row, self.output_column(system)),
            _ => self.item_place(item, self.output_column(system)),
        }
    }

    /// A cell of an item's row (its first one), by the item's index in the study.
    #[must_use]
    pub fn item_place(&self, item: usize, column: &str) -> Place {
        match (self.items, self.study.and_then(|study| study.items.get(item))) {
            (Some(table), Some(item)) => table.place_in_row(item.row, column),
            _ => Place::file(self.file.items.file.as_str()),
        }
    }

    /// A cell of the row of an attention check.
    #[must_use]
    pub fn check_place(&self, check: &CheckQuestion, column: &str) -> Place {
        match self.checks {
            Some(table) => table.place_in_row(check.row, column),
            None => self.places.find("lists.checks"),
        }
    }

    /// A cell of the row of a training question.
    #[must_use]
    pub fn training_place(&self, question: &CheckQuestion, column: &str) -> Place {
        match self.training {
            Some(table) => table.place_in_row(question.row, column),
            None => self.places.find("training"),
        }
    }
}
