//! A document as files: the page, the Markdown, tables for LaTeX, figures with the numbers behind them.

use study::csv_text;

use crate::answer::Badge;
use crate::document::{Block, Document};
use crate::figure::{Breadth, Figure, Setting, foreign_characters, missing_characters, pdf, svg};
use crate::html::html;
use crate::json::answer_json;
use crate::latex::{latex, latex_answer, latex_figure};
use crate::markdown::markdown;
use crate::table::{Cell, Row, Table};

/// What stands on whatever comes from simulated judgements.
const SIMULATED: &str = "SIMULATED";

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path below the folder of the report.
    pub path: String,
    pub bytes: Vec<u8>,
    /// Whether it is drawn with fonts of this machine, so that another may draw it otherwise.
    pub has_fonts_of_machine: bool,
}

/// Every file of a report. The same document gives the same bytes, but for figures as PDF whose words need fonts of the machine.
///
/// # Errors
///
/// When the page cannot be rendered, which would be a fault of ours.
pub fn files(document: &Document) -> Result<Vec<File>, askama::Error> {
    let mut files = vec![file("report.html", html(document)?), file("report.md", markdown(document))];
    if let Some(answer) = &document.answer {
        files.push(file("answer.json", format!("{:#}\n", answer_json(answer))));
        files.push(file("answer.tex", latex_answer(answer)));
    }
    let badge = document.answer.as_ref().map(|answer| answer.badge);
    let tables = document.tables().map(|table| Table { caption: mark_caption(badge, &table.caption), ..table.clone() });
    files.extend(tables.map(|table| file(&format!("tables/{}.tex", table.id), latex(&table))));
    files.extend(document.blocks().filter_map(|block| match block {
        Block::Verbatim { file: path, text, .. } => Some(file(path, text.trim_end().to_owned() + "\n")),
        Block::Heading { .. }
        | Block::Paragraph(_)
        | Block::List(_)
        | Block::Remark(_)
        | Block::Table(_)
        | Block::Figure(_) => None,
    }));
    for figure in document.figures() {
        let figure =
            &if badge == Some(Badge::Simulated) { figure.clone().with_mark(SIMULATED) } else { figure.clone() };
        let has_fonts_of_machine = !foreign_characters(figure).is_empty();
        let path = |ending: &str| format!("figures/{}{ending}", figure.id);
        for (breadth, suffix) in [(Breadth::Column, ""), (Breadth::Page, "-wide")] {
            files.push(file(&path(&format!("{suffix}.svg")), svg(figure, Setting::File(breadth))));
            let (path, bytes) = (path(&format!("{suffix}.pdf")), pdf(figure, breadth));
            files.push(File { path, bytes, has_fonts_of_machine });
        }
        files.push(file(&path(".tex"), latex_figure(figure)));
        files.push(file(&path(".csv"), numbers(figure, badge)));
    }
    Ok(files)
}

/// The characters that figures as PDF lack, because no face can draw them.
#[must_use]
pub fn characters_without_font(document: &Document) -> Vec<char> {
    let mut missing: Vec<char> = document.figures().flat_map(missing_characters).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

fn file(path: &str, text: String) -> File {
    File { path: path.to_owned(), bytes: text.into_bytes(), has_fonts_of_machine: false }
}

/// A file is passed on without the report that it is from: what is simulated says so by itself.
fn mark_caption(badge: Option<Badge>, caption: &str) -> String {
    if badge == Some(Badge::Simulated) { format!("{SIMULATED}. {caption}") } else { caption.to_owned() }
}

/// The numbers of a figure with all their digits, one row each.
fn numbers(figure: &Figure, badge: Option<Badge>) -> String {
    let origin = badge.map_or("", Badge::origin);
    let mut out = vec![["row", "column", "id", "value", "origin"].map(str::to_owned)];
    let Table { columns, rows, .. } = &figure.data;
    for row in rows {
        let Row::Cells(cells) = row else { continue };
        let name = match cells.first() {
            Some(Cell::Text(name)) => name.as_str(),
            Some(Cell::Number(..) | Cell::Empty | Cell::Verdict(..)) | None => "",
        };
        let mut last = "";
        for (cell, column) in cells.iter().zip(columns) {
            let Cell::Number(number, _) = cell else { continue };
            // Value and interval of one number stand in two columns; its row is written once.
            if number.id() == last {
                continue;
            }
            last = number.id();
            let over = column.over.as_deref().unwrap_or(&column.head);
            out.push([name, over, number.id(), &number.exact(), origin].map(str::to_owned));
        }
    }
    csv_text(out)
}
