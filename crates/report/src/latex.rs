//! Tables for LaTeX (booktabs), one file each, and the figures' inclusion.

use std::fmt::Write as _;

use crate::figure::Figure;
use crate::table::{Align, Laid, Table};

/// A table as a `table` environment, to be `\input`. Needs `booktabs` alone.
#[must_use]
pub fn latex(table: &Table) -> String {
    let alignment: String = table
        .columns
        .iter()
        .map(|column| match column.align {
            Align::Left => 'l',
            Align::Right => 'r',
        })
        .collect();
    let mut out = format!(
        "% \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\
         \\begin{{tabular}}{{{alignment}}}\n\\toprule\n",
        escaped(&table.caption),
        label(&table.id)
    );
    write_heads(&mut out, table);
    for (index, row) in table.laid_out().into_iter().enumerate() {
        match row {
            Err(group) => {
                let rule = if index > 0 { "\\addlinespace\n" } else { "" };
                let _ = writeln!(
                    out,
                    "{rule}\\multicolumn{{{}}}{{l}}{{\\emph{{{}}}}} \\\\",
                    table.columns.len(),
                    escaped(group)
                );
            }
            Ok(cells) => {
                let cells: Vec<String> = cells.iter().map(cell).collect();
                let _ = writeln!(out, "{} \\\\", cells.join(" & "));
            }
        }
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
    for (mark, note) in table.notes().lines() {
        let mark = if mark.is_empty() { String::new() } else { format!("\\textsuperscript{{{mark}}}~") };
        let _ = writeln!(out, "\\par\\smallskip{{\\footnotesize {mark}{}}}", escaped(&note));
    }
    out.push_str("\\end{table}\n");
    out
}

/// A `figure` environment for a figure in `figures/`. Needs `graphicx`.
#[must_use]
pub fn latex_figure(figure: &Figure) -> String {
    format!(
        "% \\usepackage{{graphicx}}\n\\begin{{figure}}\n\\centering\n\
         \\includegraphics[width=\\linewidth]{{figures/{0}.pdf}}\n\\caption{{{1}}}\n\\label{{fig:{0}}}\n\\end{{figure}}\n",
        label(&figure.id),
        escaped(&figure.title)
    )
}

fn write_heads(out: &mut String, table: &Table) {
    let spans = table.spans();
    if !spans.is_empty() {
        let heads: Vec<String> = spans
            .iter()
            .map(|(over, length)| match over.is_empty() {
                true if *length == 1 => String::new(),
                _ => format!("\\multicolumn{{{length}}}{{c}}{{{}}}", escaped(over)),
            })
            .collect();
        let _ = writeln!(out, "{} \\\\", heads.join(" & "));
        let mut first = 1;
        for (over, length) in spans {
            if !over.is_empty() {
                let _ = write!(out, "\\cmidrule(lr){{{first}-{}}}", first + length - 1);
            }
            first += length;
        }
        out.push('\n');
    }
    let heads: Vec<String> = table.columns.iter().map(|column| escaped(&column.head)).collect();
    let _ = write!(out, "{} \\\\\n\\midrule\n", heads.join(" & "));
}

fn cell(laid: &Laid) -> String {
    let words = escaped(&laid.words);
    if laid.marks.is_empty() { words } else { format!("{words}\\textsuperscript{{{}}}", laid.marks) }
}

/// Text that stays text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '−' => out.push_str("$-$"),
            '–' => out.push_str("--"),
            '∞' => out.push_str("$\\infty$"),
            '\n' | '\r' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

fn label(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii() { c } else { 'x' }).collect()
}
