//! A document as Markdown, with its figures in files beside it.

use std::fmt::Write as _;

use crate::answer::Answer;
use crate::document::{Block, Document, Span, Words};
use crate::figure::Figure;
use crate::table::{Align, Notes, PrintedCell, Table};

/// The document as Markdown. The same document gives the same bytes.
#[must_use]
pub fn markdown(document: &Document) -> String {
    let mut out = format!("# {}\n\n", line(&document.title));
    match &document.answer {
        Some(answer) => write_answer(&mut out, answer),
        None if document.origin.is_empty() => {}
        None => {
            let _ = write!(out, "*{}*\n\n", line(&document.origin));
        }
    }
    let appendix = document.appendix.iter().map(|section| ("Appendix: ", section));
    for (prefix, section) in document.sections.iter().map(|section| ("", section)).chain(appendix) {
        let _ = write!(out, "## {prefix}{}\n\n", line(&section.title));
        for block in &section.blocks {
            write_block(&mut out, block);
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn write_answer(out: &mut String, answer: &Answer) {
    let Answer { badge, facts, verdict, cards, out_of_scope, cautions } = answer;
    let _ = write!(out, "**{}**: {}. {}\n\n", badge.word(), badge.meaning(), running(facts));
    let _ = write!(out, "**{}**\n\n", running(verdict));
    for card in cards {
        let verdicts: Vec<String> = card
            .headline()
            .iter()
            .map(
                |(run, verdict)| {
                    if run.is_empty() { verdict.word().to_owned() } else { format!("{run}: {}", verdict.word()) }
                },
            )
            .collect();
        let _ = write!(
            out,
            "- **{} {}** {}.",
            line(&card.id),
            line(&verdicts.join("; ")),
            line(card.text.trim_end_matches('.'))
        );
        if !card.because.is_empty() {
            let _ = write!(out, " {}.", line(card.because.trim_end_matches('.')));
        }
        if let Some(power) = &card.power {
            let _ = write!(out, " {}", running(power));
        }
        out.push('\n');
    }
    if !out_of_scope.is_empty() {
        let _ = writeln!(out, "- Out of scope here: {}.", line(&out_of_scope.join(", ")));
    }
    out.push('\n');
    for caution in cautions {
        let _ = writeln!(out, "> {}{}  ", if caution.grave { "**Take care.** " } else { "" }, running(&caution.words));
    }
    if !cautions.is_empty() {
        out.push('\n');
    }
}

/// Running text without marks of any kind.
#[must_use]
pub fn plain_text(words: &Words) -> String {
    let span = |span: &Span| match span {
        Span::Text(text) | Span::Quoted(text, _) | Span::Strong(text) | Span::Emphasis(text) | Span::Code(text) => {
            text.clone()
        }
        Span::Number(number, face) => number.render(*face, number.decimals()),
    };
    words.0.iter().map(span).collect::<String>().trim_end().to_owned()
}

fn write_block(out: &mut String, block: &Block) {
    match block {
        Block::Heading { title, .. } => {
            let _ = write!(out, "### {}\n\n", line(title));
        }
        Block::Paragraph(words) => {
            let _ = write!(out, "{}\n\n", running(words));
            write_notes(out, &words.notes());
        }
        Block::Remark(words) => {
            let _ = write!(out, "> {}\n\n", running(words));
            write_notes(out, &words.notes());
        }
        Block::List(lines) => {
            for words in lines {
                let _ = writeln!(out, "- {}", running(words));
            }
            out.push('\n');
            for words in lines {
                write_notes(out, &words.notes());
            }
        }
        Block::Table(table) => write_table(out, table),
        Block::Figure(figure) => write_figure(out, figure),
        Block::Verbatim { title, file, text, .. } => {
            let text = text.replace("```", "'''");
            let _ = write!(out, "{} ({}):\n\n```\n{}\n```\n\n", line(title), line(file), text.trim_end());
        }
    }
}

fn running(words: &Words) -> String {
    let notes = words.notes();
    let mut out = String::new();
    for span in &words.0 {
        match span {
            Span::Text(text) | Span::Quoted(text, _) => out.push_str(&line(text)),
            Span::Strong(text) => {
                let _ = write!(out, "**{}**", line(text));
            }
            Span::Emphasis(text) => {
                let _ = write!(out, "*{}*", line(text));
            }
            Span::Code(text) => {
                let _ = write!(out, "`{}`", text.replace('`', "'"));
            }
            Span::Number(number, face) => {
                out.push_str(&line(&number.render(*face, number.decimals())));
                out.push_str(&superscript(&notes.marks(number)));
            }
        }
    }
    out
}

fn write_table(out: &mut String, table: &Table) {
    let _ = write!(out, "**{}**\n\n", line(&table.caption));
    let heads: Vec<String> = table
        .columns
        .iter()
        .map(|column| match &column.over {
            Some(over) if column.head.is_empty() => line(over),
            Some(over) => line(&format!("{over}: {}", column.head)),
            None => line(&column.head),
        })
        .collect();
    let _ = writeln!(out, "| {} |", heads.join(" | "));
    let rules = table.columns.iter().map(|column| match column.align {
        Align::Left => "---",
        Align::Right => "---:",
    });
    let _ = writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"));
    for row in table.printed_rows() {
        match row {
            Err(group) => {
                let rest = " |".repeat(table.columns.len().saturating_sub(1));
                let _ = writeln!(out, "| **{}** |{rest}", line(group));
            }
            Ok(cells) => {
                let cells: Vec<String> = cells.iter().map(cell).collect();
                let _ = writeln!(out, "| {} |", cells.join(" | "));
            }
        }
    }
    out.push('\n');
    write_notes(out, &table.notes());
}

fn cell(laid: &PrintedCell) -> String {
    let words = line(&laid.words);
    let words = if laid.best { format!("**{words}**") } else { words };
    words + &superscript(&laid.marks)
}

fn write_figure(out: &mut String, figure: &Figure) {
    let _ = write!(
        out,
        "![{}](figures/{}.svg)\n\n*{}* Numbers: [figures/{}.csv](figures/{}.csv).\n\n",
        line(&figure.description),
        figure.id,
        line(&figure.title),
        figure.id,
        figure.id
    );
}

fn write_notes(out: &mut String, notes: &Notes) {
    let lines = notes.lines();
    if lines.is_empty() {
        return;
    }
    let each = lines
        .iter()
        .map(|(mark, note)| if mark.is_empty() { line(note) } else { format!("{} {}", superscript(mark), line(note)) });
    let _ = write!(out, "{}\n\n", each.collect::<Vec<_>>().join("; "));
}

fn superscript(marks: &str) -> String {
    if marks.is_empty() { String::new() } else { format!("<sup>{marks}</sup>") }
}

/// Text on one line that stays text: nothing in it starts markup, ends a cell or a row.
fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '|' | '*' | '_' | '`' | '<' | '[' | ']' | '\\' | '#' => {
                out.push('\\');
                out.push(c);
            }
            other => out.push(other),
        }
    }
    out
}
