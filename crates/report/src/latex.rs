//! Tables for LaTeX (booktabs), one file each, and the figures' inclusion.

mod columns;
mod parts;

use std::fmt::Write as _;

use analysis::Verdict;

use crate::answer::Answer;
use crate::document::{Span, Words};
use crate::figure::{Figure, foreign_characters};
use crate::table::{Align, Column, PrintedCell, Table};
use parts::{Part, parts};

/// A table as a `table` environment, to be `\input`; as `table*` where it is too wide for one of two columns, and in parts under
/// each other where it has more than six. Needs `booktabs`, and `rotating` where one column is too wide for a page.
#[must_use]
pub fn latex(table: &Table) -> String {
    let rows = table.printed_rows();
    let parts = parts(table, &rows);
    let environments = ["sidewaystable", "table*", "table"];
    let needed = |environment: &&str| parts.iter().any(|part| part.columns.environment == *environment);
    let environment = environments.into_iter().find(needed).unwrap_or("table");
    let packages = if environment == "sidewaystable" { "booktabs,rotating" } else { "booktabs" };
    let mut out = format!(
        "% \\usepackage{{{packages}}}\n\\begin{{{environment}}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n",
        escaped(&table.caption),
        label(&table.id)
    );
    let line = if environment == "table" { columns::COLUMN } else { columns::LINE };
    for (index, part) in parts.iter().enumerate() {
        out.push_str(if index > 0 { "\\par\\medskip\n" } else { "" });
        write_part(&mut out, part, line);
    }
    for (mark, note) in table.notes().lines() {
        let mark = if mark.is_empty() { String::new() } else { format!("\\textsuperscript{{{mark}}}~") };
        let _ = writeln!(out, "\\par\\smallskip{{\\footnotesize {mark}{}}}", escaped(&note));
    }
    let _ = writeln!(out, "\\end{{{environment}}}");
    out
}

/// One `tabular`; `line` letters fit beside each other.
fn write_part(out: &mut String, part: &Part<'_>, line: f64) {
    let columns::Columns { size, alignment, broken, .. } = &part.columns;
    let size = if size.is_empty() { String::new() } else { format!("{size}\n") };
    let _ = write!(out, "{size}\\begin{{tabular}}{{{alignment}}}\n\\toprule\n");
    write_heads(out, &part.table, broken);
    // Several lines are ragged: words are not to be torn apart to fill a narrow column.
    let set = |(laid, broken): (&PrintedCell, &bool)| match (*broken, laid.words.is_empty()) {
        (true, false) => format!("{{\\raggedright {}\\par}}", add_marks(breakable(&laid.words), &laid.marks)),
        (_, _) if laid.best => add_marks(format!("\\textbf{{{}}}", escaped(&laid.words)), &laid.marks),
        (_, _) => add_marks(escaped(&laid.words), &laid.marks),
    };
    for (index, row) in part.rows.iter().enumerate() {
        match row {
            Err(group) => {
                let rule = if index > 0 { "\\addlinespace\n" } else { "" };
                let across = if group.chars().count() as f64 > line { "p{0.95\\linewidth}" } else { "l" };
                let columns = part.table.columns.len();
                let group = escaped(group);
                let _ = writeln!(out, "{rule}\\multicolumn{{{columns}}}{{{across}}}{{\\emph{{{group}}}}} \\\\");
            }
            Ok(cells) => {
                let cells: Vec<String> = cells.iter().copied().zip(broken).map(set).collect();
                let _ = writeln!(out, "{} \\\\", cells.join(" & "));
            }
        }
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
}

/// The first screen as running text: badge, outcome, claims and what endangers trust.
#[must_use]
pub fn latex_answer(answer: &Answer) -> String {
    let mut out =
        format!("\\textbf{{{}}}: {}. {}\n\n", answer.badge.word(), answer.badge.meaning(), running(&answer.facts));
    let _ = write!(out, "{}\n\n", running(&answer.verdict));
    for card in &answer.cards {
        let verdict = |(run, verdict): &(String, Verdict)| {
            if run.is_empty() { verdict.word().to_owned() } else { format!("{run}: {}", verdict.word()) }
        };
        let verdicts: Vec<String> = card.headline().iter().map(verdict).collect();
        let [id, verdicts, text, because] =
            [&card.id, &verdicts.join("; "), &card.text, &card.because].map(|words| escaped(words));
        let _ = write!(out, "\\textbf{{{id}}} ({verdicts}) {text}");
        for words in [because, card.power.as_ref().map(running).unwrap_or_default()] {
            let _ = write!(out, "{}{words}", if words.is_empty() { "" } else { " " });
        }
        out.push_str("\n\n");
    }
    if !answer.out_of_scope.is_empty() {
        let _ = write!(out, "Out of scope here: {}.\n\n", escaped(&answer.out_of_scope.join(", ")));
    }
    for caution in &answer.cautions {
        let grave = if caution.grave { "\\emph{Take care.} " } else { "" };
        let _ = write!(out, "{grave}{}\n\n", running(&caution.words));
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// Whether a table fits in half the width of a printed page, in small letters.
pub(crate) fn fits_in_half_a_page(table: &Table) -> bool {
    columns::letters(table) <= columns::HALF_A_PAGE
}

/// A `figure` environment for a figure in `figures/`, and, as a comment, one over both columns. Needs `graphicx`.
#[must_use]
pub fn latex_figure(figure: &Figure) -> String {
    let (id, title) = (label(&figure.id), escaped(&figure.title));
    // The same on every machine, as the PDF is not.
    let foreign: String = foreign_characters(figure).into_iter().collect();
    let foreign = match foreign.as_str() {
        "" => String::new(),
        foreign => format!(
            "% {foreign} is drawn with a font of the machine that wrote the PDF, which shows ? where it had none; the SVG has it.\n"
        ),
    };
    format!(
        "% \\usepackage{{graphicx}}\n{foreign}\\begin{{figure}}\n\\centering\n\
         \\includegraphics[width=\\linewidth]{{figures/{id}.pdf}}\n\\caption{{{title}}}\n\\label{{fig:{id}}}\n\\end{{figure}}\n\
         % Over both columns:\n% \\begin{{figure*}}\n% \\includegraphics[width=\\textwidth]{{figures/{id}-wide.pdf}}\n\
         % \\caption{{{title}}}\n% \\label{{fig:{id}}}\n% \\end{{figure*}}\n"
    )
}

/// Running text; notes stay out of it.
pub(crate) fn running(words: &Words) -> String {
    let span = |span: &Span| match span {
        Span::Text(text) | Span::Quoted(text, _) => escaped(text),
        Span::Strong(text) => format!("\\textbf{{{}}}", escaped(text)),
        Span::Emphasis(text) => format!("\\emph{{{}}}", escaped(text)),
        Span::Code(text) => format!("\\texttt{{{}}}", escaped(text)),
        Span::Number(number, face) => escaped(&number.render(*face, number.decimals())),
    };
    words.0.iter().map(span).collect::<String>().trim_end().to_owned()
}

fn write_heads(out: &mut String, table: &Table, broken: &[bool]) {
    let spans = table.spans();
    if !spans.is_empty() {
        let heads: Vec<String> = spans
            .iter()
            .map(|(over, length)| match over.is_empty() {
                true if *length == 1 => String::new(),
                _ => format!("\\multicolumn{{{length}}}{{c}}{{{}}}", heading(over, 'c')),
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
    let head = |(column, broken): (&Column, &bool)| match column.align {
        Align::Left if *broken => escaped(&column.head),
        Align::Left => heading(&column.head, 'l'),
        Align::Right => heading(&column.head, 'r'),
    };
    let heads: Vec<String> = table.columns.iter().zip(broken).map(head).collect();
    let _ = write!(out, "{} \\\\\n\\midrule\n", heads.join(" & "));
}

/// A heading, flush on a side.
fn heading(words: &str, side: char) -> String {
    let lines: Vec<String> = heading_lines(words).iter().map(|line| escaped(line)).collect();
    if lines.len() == 1 { lines.concat() } else { format!("\\shortstack[{side}]{{{}}}", lines.join("\\\\")) }
}

/// The lines of a heading: a long one stands in several.
fn heading_lines(words: &str) -> Vec<String> {
    const LONG: usize = 12;
    if words.chars().count() <= LONG {
        return vec![words.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LONG => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn add_marks(words: String, marks: &str) -> String {
    if marks.is_empty() { words } else { format!("{words}\\textsuperscript{{{marks}}}") }
}

/// Text that stays text, in which long words such as ids may be broken.
fn breakable(text: &str) -> String {
    const LONG: usize = 14;
    let word = |word: &str| {
        if word.chars().count() <= LONG {
            return escaped(word);
        }
        let part = |c: char| {
            let after = if c.is_alphanumeric() { "" } else { "\\allowbreak{}" };
            escaped(c.encode_utf8(&mut [0; 4])) + after
        };
        word.chars().map(part).collect()
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
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
            '—' => out.push_str("---"),
            '∞' => out.push_str("$\\infty$"),
            '±' => out.push_str("$\\pm$"),
            '×' => out.push_str("$\\times$"),
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '²' => out.push_str("\\textsuperscript{2}"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            '’' => out.push('\''),
            '…' => out.push_str("\\ldots{}"),
            '\u{a0}' => out.push('~'),
            '✓' | '√' => out.push_str("$\\surd$"),
            '✗' => out.push_str("$\\times$"),
            '\n' | '\r' => out.push(' '),
            other => match greek(other) {
                Some(name) => {
                    out.push_str("$\\");
                    out.push_str(name);
                    out.push('$');
                }
                None => out.push(other),
            },
        }
    }
    out
}

/// The name of a Greek letter that statistics go by; pdfLaTeX knows no others than by name.
fn greek(letter: char) -> Option<&'static str> {
    let name = match letter {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'η' => "eta",
        'θ' => "theta",
        'κ' => "kappa",
        'λ' => "lambda",
        'μ' => "mu",
        'ρ' => "rho",
        'σ' => "sigma",
        'τ' => "tau",
        'χ' => "chi",
        'Δ' => "Delta",
        _ => return None,
    };
    Some(name)
}

fn label(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii() { c } else { 'x' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    /// Everything that LaTeX reads as something else than text, and letters beyond ASCII.
    const NASTY: &str = "a_b & c% #1 $x$ {y} \\z ~t ^u <v> “w” – α ± é — 2² ∞ ≥";

    #[test]
    fn text_stays_text_whatever_it_holds() {
        let check = |text: &str, expected: &str| assert_eq!(escaped(text), expected);
        check("100 % of A_1 & B#2", "100 \\% of A\\_1 \\& B\\#2");
        check("$5 {x} \\n", "\\$5 \\{x\\} \\textbackslash{}n");
        check("~ ^ < >", "\\textasciitilde{} \\textasciicircum{} $<$ $>$");
        check("−1 ± 2, α ≥ 0.8", "$-$1 $\\pm$ 2, $\\alpha$ $\\geq$ 0.8");
        check("naïve “café”", "naïve ``café''");
    }

    #[test]
    fn a_table_of_many_columns_stands_in_parts() {
        let check = |numbers: usize, environment: &str, parts: usize| {
            let mut table = Table::new("wide", "Wide", vec![Column::numbers("statistic"); numbers]);
            table.row(vec![Cell::text("−12.34"); numbers]);
            let text = latex(&table);
            assert!(text.contains(&format!("\\begin{{{environment}}}")), "{numbers}: {text}");
            assert_eq!(text.matches("\\begin{tabular}").count(), parts, "{numbers}: {text}");
            let wide = text.lines().map(|line| line.matches(" & ").count() + 1).max();
            assert!(wide <= Some(parts::MOST), "{numbers}: {text}");
            assert_eq!(text.matches("12.34").count(), numbers + parts - 1, "the first column is in every part: {text}");
        };
        check(3, "table", 1);
        check(4, "table", 1);
        check(5, "table*", 1);
        check(6, "table*", 1);
        check(8, "table*", 2);
        check(12, "table*", 3);
        check(40, "table*", 8);
    }

    #[test]
    fn a_number_stays_with_its_interval_and_a_row_without_numbers_is_left_out_of_a_part() {
        let heads = ["difference", "interval", "p", "ratio", "interval", "CV", "range"].map(Column::numbers);
        let columns = [Column::words("system"), Column::words("between")].into_iter().chain(heads);
        let mut table = Table::new("changes", "Changes", columns.collect());
        table.row((0..9).map(|n| Cell::text(format!("x{n}"))).collect());
        table.row((0..9).map(|n| if n < 5 { Cell::text(format!("y{n}")) } else { Cell::Empty }).collect());
        let text = latex(&table);
        for head in ["difference & interval & p", "ratio & interval", "CV & range"] {
            assert!(text.contains(head), "{head}: {text}");
        }
        assert_eq!((text.matches("x0").count(), text.matches("y0").count()), (2, 1), "{text}");
    }

    #[test]
    fn a_table_of_nasty_names_has_as_many_cells_as_columns_and_closes_what_it_opens() {
        let columns = vec![Column::words(NASTY), Column::words("b"), Column::numbers(NASTY)];
        let mut table = Table::new("odd-names", NASTY, columns);
        for _ in 0..3 {
            table.row(vec![Cell::text(NASTY), Cell::text(""), Cell::text("−0.5")]);
        }
        let text = latex(&table);
        // What is escaped is no longer special, except for what escapes it.
        let plain = text.replace("\\\\", "\u{1}");
        let plain = ["\\{", "\\}", "\\$", "\\&", "\\#", "\\%", "\\_"]
            .iter()
            .fold(plain, |text, escape| text.replace(escape, ""));
        assert_eq!(plain.matches('{').count(), plain.matches('}').count(), "{text}");
        assert_eq!(plain.matches('$').count() % 2, 0, "{text}");
        for name in ["table*", "tabular"] {
            let opened = plain.matches(&format!("\\begin{{{name}}}")).count();
            assert_eq!((opened, plain.matches(&format!("\\end{{{name}}}")).count()), (1, 1), "{text}");
        }
        for row in plain.lines().filter(|line| line.ends_with('\u{1}')) {
            assert_eq!(row.matches('&').count(), 2, "{row}");
        }
        assert!(!plain.contains('#') && !plain.lines().skip(1).any(|line| line.contains('%')), "{text}");
    }
}
