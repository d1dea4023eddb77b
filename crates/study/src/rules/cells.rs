//! The texts of the items file, and where each stands.

use diag::Place;

use super::Context;
use crate::Study;
use crate::file::Content;

/// A column of the items file that participants see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// The outputs of a system, by its index.
    Output(usize),
    /// A column shown with every question, by its index.
    Shown(usize),
}

/// One text of the items file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell<'a> {
    /// Index of the item in the study.
    pub(super) item: usize,
    /// Which of its columns.
    pub(super) column: Column,
    /// What the column holds.
    pub(super) content: Content,
    /// The text.
    pub(super) text: &'a str,
}

/// Every text of every item; names of pictures, sounds and films are not texts.
pub(super) fn texts(study: &Study) -> impl Iterator<Item = Cell<'_>> {
    all(study).filter(|cell| cell.content.is_text())
}

/// Every cell of every item that participants see, outputs first.
pub(super) fn all(study: &Study) -> impl Iterator<Item = Cell<'_>> {
    study.items.iter().enumerate().flat_map(move |(index, item)| {
        let outputs = item.outputs.iter().enumerate().filter_map(move |(system, output)| {
            let text = output.as_deref()?;
            Some(Cell { item: index, column: Column::Output(system), content: study.content, text })
        });
        let shown = study.shown.iter().zip(&item.shown).enumerate().map(move |(at, (column, text))| Cell {
            item: index,
            column: Column::Shown(at),
            content: column.content,
            text,
        });
        outputs.chain(shown)
    })
}

impl Context<'_> {
    /// Where a cell stands in the items file.
    pub(super) fn cell_place(&self, cell: Cell<'_>) -> Place {
        match (cell.column, self.study) {
            (Column::Output(system), _) => self.output_place(cell.item, system),
            (Column::Shown(at), Some(study)) => self.item_place(cell.item, &study.shown[at].column),
            (Column::Shown(_), None) => self.places.find("items.file"),
        }
    }
}
