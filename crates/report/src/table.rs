//! Tables of a document, laid out once for every back end.

use std::collections::BTreeSet;

use analysis::Verdict;

use crate::number::{Face, Number};

/// A table with its caption.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Names its file and its anchor: `scores-fluency`.
    pub id: String,
    pub caption: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// A column with its heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub head: String,
    /// A heading over this and the neighbouring columns with the same one.
    pub over: Option<String>,
    pub align: Align,
}

/// How a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Row {
    /// Begins a group of rows.
    Group(String),
    /// The first cell heads the row.
    Cells(Vec<Cell>),
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Empty,
    Text(String),
    Number(Number, Face),
    /// An outcome with the word for it.
    Verdict(Verdict, &'static str),
}

/// A cell as it is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedCell {
    pub words: String,
    /// Letters of the notes below.
    pub marks: String,
    /// The number behind the words, at its first face in the row.
    pub number: Option<Number>,
    pub verdict: Option<Verdict>,
    /// Whether it is the best of its column.
    pub best: bool,
}

/// Notes under a table or paragraph, lettered in the order they first appear.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notes {
    /// Said of every number of a column: its heading and the words.
    pub of_all: Vec<(String, String)>,
    /// Said of some: `a`, `b`, …
    pub lettered: Vec<String>,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn words(head: &str) -> Column {
        Column { head: head.to_owned(), over: None, align: Align::Left }
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(head: &str) -> Column {
        Column { head: head.to_owned(), over: None, align: Align::Right }
    }

    /// Whether it stands at its right edge.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.align == Align::Right
    }

    #[must_use]
    pub fn under_heading(self, over: &str) -> Column {
        Column { over: Some(over.to_owned()), ..self }
    }
}

impl Cell {
    #[must_use]
    pub fn text(words: impl Into<String>) -> Cell {
        Cell::Text(words.into())
    }

    /// A face of a number, or nothing where there is no number.
    #[must_use]
    pub fn from_number(number: Option<impl Into<Number>>, face: Face) -> Cell {
        number.map_or(Cell::Empty, |number| Cell::Number(number.into(), face))
    }

    fn number(&self) -> Option<&Number> {
        match self {
            Cell::Number(number, _) => Some(number),
            Cell::Empty | Cell::Text(_) | Cell::Verdict(..) => None,
        }
    }
}

impl Notes {
    /// What numbers say of themselves. A note that all numbers of a column share is said once of the
    /// column; any other gets a letter.
    #[must_use]
    pub fn collect(columns: &[(&str, Vec<&Number>)]) -> Notes {
        let mut notes = Notes::default();
        for (head, numbers) in columns {
            for note in numbers.iter().flat_map(|number| number.notes()) {
                let known = notes.of_all.iter().any(|(_, said)| said == note) || notes.lettered.contains(note);
                if known {
                    continue;
                }
                if numbers.len() > 1 && numbers.iter().all(|number| number.notes().contains(note)) {
                    notes.of_all.push(((*head).to_owned(), note.clone()));
                } else {
                    notes.lettered.push(note.clone());
                }
            }
        }
        notes
    }

    /// The letters a number carries: `a, c`.
    #[must_use]
    pub fn marks(&self, number: &Number) -> String {
        let here = self.lettered.iter().enumerate().filter(|(_, note)| number.notes().contains(note));
        here.map(|(index, _)| letter(index)).collect::<Vec<_>>().join(",")
    }

    /// The lines under the block: mark and words.
    #[must_use]
    pub fn lines(&self) -> Vec<(String, String)> {
        let said =
            |(head, note): &(String, String)| if head.is_empty() { note.clone() } else { format!("{head}: {note}") };
        let of_all = self.of_all.iter().map(|note| (String::new(), said(note)));
        of_all.chain(self.lettered.iter().enumerate().map(|(index, note)| (letter(index), note.clone()))).collect()
    }
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(id: impl Into<String>, caption: impl Into<String>, columns: Vec<Column>) -> Table {
        Table { id: id.into(), caption: caption.into(), columns, rows: Vec::new() }
    }

    /// One more row.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(Row::Cells(cells));
    }

    /// The ids of its numbers.
    pub(crate) fn ids(&self) -> BTreeSet<&str> {
        self.cells().filter_map(|(_, cell)| Some(cell.number()?.id())).collect()
    }

    /// The notes of its numbers.
    #[must_use]
    pub fn notes(&self) -> Notes {
        // A number may show several faces in one row; it is one number, of the first column it stands in.
        let mut seen: Vec<&str> = Vec::new();
        let mut columns: Vec<(&str, Vec<&Number>)> =
            self.columns.iter().map(|column| (column.head.as_str(), Vec::new())).collect();
        for (column, cell) in self.cells() {
            if let (Some(number), Some((_, numbers))) = (cell.number(), columns.get_mut(column))
                && !seen.contains(&number.id())
            {
                seen.push(number.id());
                numbers.push(number);
            }
        }
        Notes::collect(&columns)
    }

    /// Every row as printed; `Err` is the heading of a group. Numbers of one column of a group have the
    /// same decimals, and a note stands once per number, at its first face in the row.
    #[must_use]
    pub fn printed_rows(&self) -> Vec<Result<Vec<PrintedCell>, &str>> {
        let notes = self.notes();
        let mut decimals = Vec::new();
        let rows = self.rows.iter().enumerate().map(|(index, row)| {
            if index == 0 || matches!(row, Row::Group(_)) {
                decimals = self.decimals(index);
            }
            match row {
                Row::Group(words) => Err(words.as_str()),
                Row::Cells(cells) => Ok(print_row(cells, &decimals, &notes)),
            }
        });
        rows.collect()
    }

    /// Whether it is so long that a page shows it only when asked.
    #[must_use]
    pub fn is_long(&self) -> bool {
        let one_group = self.rows.iter().all(|row| matches!(row, Row::Cells(_)));
        self.rows.len() > if one_group { 16 } else { 40 }
    }

    /// Whether a page with it could no longer be sent: of twenty systems, every two by every test are over a thousand rows.
    #[must_use]
    pub fn is_vast(&self) -> bool {
        self.rows.len() > 400
    }

    /// Whether nobody would read it on a page.
    #[must_use]
    pub fn is_huge(&self) -> bool {
        self.rows.len() * self.columns.len() > 14
    }

    /// Whether it fits in half the width of a page, so that paper can show two beside each other.
    #[must_use]
    pub fn is_narrow(&self) -> bool {
        self.is_short() && crate::latex::fits_in_half_a_page(self)
    }

    /// Whether it is so short that paper keeps it on one page.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.rows.len() <= 14
    }

    /// Whether it stands open all the same: what fits the design, and what is compared, is not for those who ask only.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.id.starts_with("fitting-") || self.id.starts_with("experiments-")
    }

    /// Whether its rows are headed by names, which must not be squeezed into one word a line.
    #[must_use]
    pub fn is_named(&self) -> bool {
        let long = |cell: Option<&Cell>| matches!(cell, Some(Cell::Text(words)) if words.chars().count() > 14);
        self.rows.iter().any(|row| matches!(row, Row::Cells(cells) if long(cells.first())))
    }

    /// Whether it has so many columns that paper needs small letters.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.columns.len() > 7
    }

    /// The table without columns in which nothing stands.
    #[must_use]
    pub fn compact(mut self) -> Table {
        let rows = self.printed_rows();
        let stands = |column: usize| {
            column == 0 || rows.iter().flatten().any(|cells| !matches!(cells[column].words.as_str(), "" | "–"))
        };
        let kept: Vec<bool> = (0..self.columns.len()).map(stands).collect();
        let mut keep = kept.iter();
        self.columns.retain(|_| *keep.next().unwrap_or(&true));
        for row in &mut self.rows {
            if let Row::Cells(cells) = row {
                let mut keep = kept.iter();
                cells.retain(|_| *keep.next().unwrap_or(&true));
            }
        }
        self
    }

    /// The table with these columns alone.
    #[must_use]
    pub(crate) fn select_columns(&self, places: &[usize]) -> Table {
        let row = |row: &Row| match row {
            Row::Group(words) => Row::Group(words.clone()),
            Row::Cells(cells) => Row::Cells(places.iter().map(|place| cells[*place].clone()).collect()),
        };
        Table {
            id: self.id.clone(),
            caption: self.caption.clone(),
            columns: places.iter().map(|place| self.columns[*place].clone()).collect(),
            rows: self.rows.iter().map(row).collect(),
        }
    }

    /// Runs of neighbouring columns under one heading, with their length; empty when there are none.
    #[must_use]
    pub fn spans(&self) -> Vec<(&str, usize)> {
        if self.columns.iter().all(|column| column.over.is_none()) {
            return Vec::new();
        }
        let mut spans: Vec<(&str, usize)> = Vec::new();
        for column in &self.columns {
            let over = column.over.as_deref().unwrap_or("");
            match spans.last_mut() {
                Some((last, length)) if *last == over => *length += 1,
                _ => spans.push((over, 1)),
            }
        }
        spans
    }

    fn cells(&self) -> impl Iterator<Item = (usize, &Cell)> {
        self.rows.iter().flat_map(|row| {
            let cells = match row {
                Row::Group(_) => &[][..],
                Row::Cells(cells) => cells,
            };
            cells.iter().enumerate()
        })
    }

    /// Per column, the most decimals any number deserves in the group of rows that begins here.
    fn decimals(&self, from: usize) -> Vec<usize> {
        let mut decimals = vec![0; self.columns.len()];
        let beginning = usize::from(matches!(self.rows[from], Row::Group(_)));
        for row in &self.rows[from + beginning..] {
            let Row::Cells(cells) = row else { break };
            for (cell, most) in cells.iter().zip(&mut decimals) {
                if let Some(number) = cell.number() {
                    *most = number.decimals().max(*most);
                }
            }
        }
        decimals
    }
}

fn print_row(cells: &[Cell], decimals: &[usize], notes: &Notes) -> Vec<PrintedCell> {
    let mut marked: Vec<&str> = Vec::new();
    let lay = |(cell, decimals): (&'_ Cell, &usize)| match cell {
        Cell::Empty => PrintedCell::words("–"),
        Cell::Text(words) => PrintedCell::words(words),
        Cell::Verdict(verdict, word) => PrintedCell { verdict: Some(*verdict), ..PrintedCell::words(word) },
        Cell::Number(number, face) => PrintedCell {
            marks: notes.marks(number),
            number: Some(number.clone()),
            best: number.is_best() && *face == Face::Value,
            ..PrintedCell::words(&number.render(*face, *decimals))
        },
    };
    let mut laid: Vec<PrintedCell> = cells.iter().zip(decimals).map(lay).collect();
    for (cell, laid) in cells.iter().zip(&mut laid) {
        if let Some(number) = cell.number() {
            if marked.contains(&number.id()) {
                laid.marks.clear();
                laid.number = None;
            }
            marked.push(number.id());
        }
    }
    laid
}

impl PrintedCell {
    fn words(words: &str) -> PrintedCell {
        PrintedCell { words: words.to_owned(), marks: String::new(), number: None, verdict: None, best: false }
    }
}

/// a … z, then aa, ab, …
fn letter(index: usize) -> String {
    let last = char::from(b'a' + (index % 26) as u8);
    if index < 26 { last.to_string() } else { letter(index / 26 - 1) + &last.to_string() }
}
