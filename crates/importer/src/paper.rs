//! A table pasted from a paper, LaTeX or the text of a PDF, as the numbers it prints.

use std::fmt::Write as _;

use crate::question::quoted;
use crate::source::slugs;

/// One printed number: where it stands, and what is printed with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedNumber {
    /// The words at the beginning of its row.
    pub row: String,
    /// The words above its column.
    pub column: String,
    /// The digits as printed, with a minus as computers write it.
    pub value: String,
    /// The standard deviation printed with it: in brackets, behind ±, or in a column of its own.
    pub sd: Option<String>,
    /// How many judgements it rests on, where a column says so.
    pub n: Option<u64>,
}

/// A pasted table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PastedTable {
    /// The numbers, row by row.
    pub numbers: Vec<PrintedNumber>,
    /// Marks that were printed behind numbers, such as `*`: what they mean is not read.
    pub marks: Vec<String>,
    /// Rows without a number, after the names of the columns.
    pub passed_over: Vec<String>,
}

/// Reads a pasted table: the first row without numbers names the columns, the first cell of every other names its row.
///
/// # Errors
/// In words, when there is no such row, a row has more or fewer cells, or a cell is no number.
pub fn read_pasted(text: &str) -> Result<PastedTable, String> {
    let rows = if text.contains('&') { latex_rows(text) } else { text.lines().filter_map(text_row).collect() };
    let is_empty = |cells: &[String]| cells.iter().all(|cell| cell.trim().is_empty());
    let mut rows = rows.into_iter().filter(|cells| !is_empty(cells));
    let has_number = |cells: &[String]| cells.iter().skip(1).any(|cell| matches!(printed(cell), Some(Ok(_))));
    let mut heads: Option<Vec<String>> = None;
    let mut table = PastedTable::default();
    let mut pending: Option<Vec<String>> = None;
    for cells in &mut rows {
        if has_number(&cells) {
            heads = pending.take();
            pending = Some(cells);
            break;
        }
        pending = Some(cells);
    }
    let Some(heads) = heads else {
        return Err("the table has no row with the names of its columns above the first row with numbers".to_owned());
    };
    for cells in pending.into_iter().chain(rows) {
        if !has_number(&cells) {
            table.passed_over.push(cells.join(" ").trim().to_owned());
            continue;
        }
        table.read_row(&cells, &heads)?;
    }
    Ok(table)
}

impl PastedTable {
    /// The numbers as `original.toml` holds them: rows are systems, columns criteria, all of one measure.
    #[must_use]
    pub fn original_file(&self, paper: &str, measure: &str) -> String {
        let distinct = |of: fn(&PrintedNumber) -> &str| {
            let mut names: Vec<&str> = Vec::new();
            for name in self.numbers.iter().map(of) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            slugs(names)
        };
        let (systems, criteria) = (distinct(|it| it.row.as_str()), distinct(|it| it.column.as_str()));
        let mut out = format!("# Read from a pasted table; hold it against the paper.\npaper = {}\n", quoted(paper));
        let columns: Vec<String> = criteria.iter().map(|(id, name)| self.columns_of(id, name).join(" ")).collect();
        let _ = write!(
            out,
            "\n[[tables]]\nmeasure = {}\ncolumns = {}\n[tables.rows]\n",
            quoted(measure),
            quoted(&columns.join(" "))
        );
        for (system, row) in &systems {
            let cells: Vec<String> = criteria.iter().flat_map(|(_, column)| self.cells(row, column)).collect();
            let _ = writeln!(out, "{} = {}", quoted(system), quoted(&cells.join(" ")));
        }
        out
    }

    /// Whether a column has standard deviations, and whether it has numbers of judgements.
    fn adds(&self, column: &str) -> [bool; 2] {
        let of = || self.numbers.iter().filter(|number| number.column == column);
        [of().any(|number| number.sd.is_some()), of().any(|number| number.n.is_some())]
    }

    fn columns_of(&self, id: &str, column: &str) -> Vec<String> {
        let [sd, n] = self.adds(column);
        let more = [(sd, "sd"), (n, "n")].into_iter().filter(|(there, _)| *there);
        std::iter::once(id.to_owned()).chain(more.map(|(_, word)| format!("{id}.{word}"))).collect()
    }

    fn cells(&self, row: &str, column: &str) -> Vec<String> {
        let [sd, n] = self.adds(column);
        let number = self.numbers.iter().find(|number| number.row == row && number.column == column);
        let empty = || "_".to_owned();
        let mut cells = vec![number.map_or_else(empty, |number| number.value.clone())];
        if sd {
            cells.push(number.and_then(|number| number.sd.clone()).unwrap_or_else(empty));
        }
        if n {
            cells.push(number.and_then(|number| number.n).map_or_else(empty, |n| n.to_string()));
        }
        cells
    }

    /// Names the only column, whose words in the paper are those of a measure.
    ///
    /// # Errors
    /// When there are several.
    pub fn name_column(&mut self, name: &str) -> Result<(), String> {
        let first = self.numbers.first().map(|it| it.column.clone()).unwrap_or_default();
        if let Some(other) = self.numbers.iter().find(|it| it.column != first) {
            return Err(format!(
                "the table has several columns of numbers (`{first}`, `{}`): each is a criterion",
                other.column
            ));
        }
        for number in &mut self.numbers {
            number.column = name.to_owned();
        }
        Ok(())
    }

    fn read_row(&mut self, cells: &[String], heads: &[String]) -> Result<(), String> {
        let name = cells[0].trim();
        // The names of columns may leave out that of the rows.
        let heads = if heads.len() + 1 == cells.len() { heads } else { &heads[1.min(heads.len())..] };
        if heads.len() + 1 != cells.len() {
            let (found, wanted) = (cells.len() - 1, heads.len());
            return Err(format!("the row `{name}` has {found} cells under {wanted} columns ({})", heads.join(", ")));
        }
        for (cell, head) in cells[1..].iter().zip(heads) {
            let head = head.trim();
            let Some(found) = printed(cell) else { continue };
            let found =
                found.map_err(|()| format!("`{}` in the row `{name}` under `{head}` is no number", cell.trim()))?;
            if !found.marks.is_empty() && !self.marks.contains(&found.marks) {
                self.marks.push(found.marks);
            }
            let before = self.numbers.last_mut().filter(|before| before.row == name);
            match (head.to_lowercase().as_str(), before) {
                ("sd" | "std" | "s.d." | "stdev", Some(before)) => before.sd = Some(found.value),
                ("n" | "#", Some(before)) => before.n = found.value.parse().ok(),
                _ => self.numbers.push(PrintedNumber {
                    row: name.to_owned(),
                    column: head.to_owned(),
                    value: found.value,
                    sd: found.sd,
                    n: None,
                }),
            }
        }
        Ok(())
    }
}

struct FoundNumber {
    value: String,
    sd: Option<String>,
    marks: String,
}

/// What a cell prints: nothing, a number, or something else.
fn printed(cell: &str) -> Option<Result<FoundNumber, ()>> {
    let cell = cell.replace(['−', '–'], "-");
    let cell = cell.trim();
    if cell.is_empty() || ["-", "--", "---", "n/a", "na", "—"].contains(&cell.to_lowercase().as_str()) {
        return None;
    }
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let number = |text: &str| -> Option<(String, String)> {
        let text = text.trim_start();
        let sign = if text.starts_with('-') { "-" } else { "" };
        let rest = text.trim_start_matches(['-', '+']);
        let digits: String = rest.chars().take_while(|c| is_digit(*c)).collect();
        digits.parse::<f64>().ok()?;
        Some((format!("{sign}{digits}"), rest[digits.len()..].to_owned()))
    };
    let Some((value, rest)) = number(cell) else { return Some(Err(())) };
    let mut sd = None;
    let mut marks = rest.trim().to_owned();
    let beside = rest.trim_start_matches(|c: char| "*†‡§%".contains(c) || c.is_whitespace());
    if let Some(behind) = beside.strip_prefix(['(', '±']) {
        let Some((found, rest)) = number(behind) else { return Some(Err(())) };
        let before = rest.trim_start_matches([')', ' ']);
        marks = rest_before(&marks) + before;
        sd = Some(found);
    }
    // What stands behind a number is a mark, a unit or a letter of a footnote; more is something else.
    if marks.chars().count() > 3 || marks.chars().any(|c| c.is_ascii_digit()) {
        return Some(Err(()));
    }
    Some(Ok(FoundNumber { value, sd, marks }))
}

/// The marks before a bracket or ±.
fn rest_before(marks: &str) -> String {
    marks.split(['(', '±']).next().unwrap_or_default().trim().to_owned()
}

/// The rows of a `tabular`, without rules and commands.
fn latex_rows(text: &str) -> Vec<Vec<String>> {
    let body: String = text
        .lines()
        .map(|line| match line.find('%') {
            Some(at) if at == 0 || !line[..at].ends_with('\\') => &line[..at],
            Some(_) | None => line,
        })
        .collect::<Vec<_>>()
        .join(" ");
    let rows = body.split("\\\\").map(|row| {
        let row = row.replace("\\&", "\u{1}");
        row.split('&').flat_map(|cell| spanned(&cell.replace('\u{1}', "&"))).collect::<Vec<String>>()
    });
    rows.filter(|cells| cells.len() > 1).collect()
}

/// A cell as words; one that spans several columns, once for each.
fn spanned(cell: &str) -> Vec<String> {
    let Some((_, rest)) = cell.split_once("\\multicolumn{") else { return vec![words(cell)] };
    let (count, rest) = rest.split_once('}').unwrap_or(("1", rest));
    let content = rest.split_once('}').map_or(rest, |(_, content)| content);
    vec![words(content); count.trim().parse::<usize>().unwrap_or(1).clamp(1, 50)]
}

/// Without the commands of LaTeX: what is set in bold or italics stays, footnotes and rules go.
fn words(cell: &str) -> String {
    let mut out = String::new();
    let mut rest = cell.replace("\\pm", "±").replace("\\%", "%").replace("\\_", "_").replace("\\,", "");
    for gone in
        ["\\textsuperscript{", "\\footnotemark[", "\\cmidrule(", "\\cmidrule{", "\\cline{", "\\label{", "\\caption{"]
    {
        while let Some(at) = rest.find(gone) {
            let close = if gone.ends_with('[') { ']' } else { '}' };
            let end = rest[at..].find(close).map_or(rest.len(), |end| at + end + 1);
            rest.replace_range(at..end, "");
        }
    }
    let mut letters = rest.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => while letters.next_if(char::is_ascii_alphabetic).is_some() {},
            '{' | '}' | '$' | '^' => {}
            '~' => out.push(' '),
            other => out.push(other),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line of a PDF's text: cells by tabs or wide gaps; else the numbers at its end, one cell each, behind the name.
fn text_row(line: &str) -> Option<Vec<String>> {
    if line.trim().is_empty() {
        return None;
    }
    let wide: Vec<String> = line
        .replace('\t', "   ")
        .split("  ")
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .map(str::to_owned)
        .collect();
    if wide.len() > 1 {
        // A line that begins with a gap has no name for its row.
        return Some(if line.starts_with([' ', '\t']) { [vec![String::new()], wide].concat() } else { wide });
    }
    let tokens: Vec<&str> = line.split_whitespace().collect();
    let is_part = |token: &&str| {
        *token == "±"
            || token.starts_with('(')
            || ["-", "–", "—"].contains(token)
            || matches!(printed(token), Some(Ok(_)))
    };
    let numbers = tokens.iter().rev().take_while(|token| is_part(token)).count();
    let (name, tail) = tokens.split_at(tokens.len() - numbers);
    if name.is_empty() || numbers == 0 {
        return Some(tokens.into_iter().map(str::to_owned).collect());
    }
    let mut cells = vec![name.join(" ")];
    for token in tail {
        let joins = *token == "±" || token.starts_with('(') || cells.last().is_some_and(|last| last.ends_with('±'));
        match cells.last_mut().filter(|_| joins) {
            Some(last) => *last = format!("{last} {token}"),
            None => cells.push((*token).to_owned()),
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::{PastedTable, read_pasted};

    fn shown(table: &PastedTable) -> Vec<String> {
        let each = table.numbers.iter().map(|it| {
            let sd = it.sd.as_ref().map(|sd| format!(" sd {sd}")).unwrap_or_default();
            let n = it.n.map(|n| format!(" n {n}")).unwrap_or_default();
            format!("{}/{}: {}{sd}{n}", it.row, it.column, it.value)
        });
        each.collect()
    }

    #[test]
    fn a_tabular_is_read_without_its_commands() {
        let text = "\\begin{tabular}{lcc}\n\\toprule\n & \\multicolumn{1}{c}{Fluency} & Adequacy \\\\ \\midrule\n\
            Ours \\& co & \\textbf{3.71}$^*$ (0.59) & $-$0.20 $\\pm$ 0.10 \\\\ % best\n\
            Base & 3.20 (1.06) & -- \\\\\n\\bottomrule\n\\end{tabular}";
        let table = read_pasted(text).unwrap();
        assert_eq!(
            shown(&table),
            ["Ours & co/Fluency: 3.71 sd 0.59", "Ours & co/Adequacy: -0.20 sd 0.10", "Base/Fluency: 3.20 sd 1.06"]
        );
        assert_eq!(table.marks, ["*"]);
    }

    #[test]
    fn a_table_from_a_pdf_is_read_by_its_gaps_or_by_its_numbers() {
        let gaps = "System      Mean   SD    n\nOur system  3.71   0.59  200\nBase        3.20   1.06  200\n";
        let expected = ["Our system/Mean: 3.71 sd 0.59 n 200", "Base/Mean: 3.20 sd 1.06 n 200"];
        assert_eq!(shown(&read_pasted(gaps).unwrap()), expected);
        let single = "System Fluency Adequacy\nOur own system 3.71 ± 0.59 2.10 (0.30)\nBase 3.20 −1.5\nNote that\n";
        let table = read_pasted(single).unwrap();
        assert_eq!(
            shown(&table),
            [
                "Our own system/Fluency: 3.71 sd 0.59",
                "Our own system/Adequacy: 2.10 sd 0.30",
                "Base/Fluency: 3.20",
                "Base/Adequacy: -1.5"
            ]
        );
        assert_eq!(table.passed_over, ["Note that"]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let problem = |text: &str| read_pasted(text).unwrap_err();
        assert!(problem("A  1\nB  2\n").contains("no row with the names of its columns"));
        assert!(problem("S  a  b\nx  1\n").contains("the row `x` has 1 cells under 2 columns"));
        let odd = problem("S & a & b \\\\ x & 1 & 3/5 \\\\");
        assert!(odd.contains("`3/5` in the row `x` under `b` is no number"), "{odd}");
    }
}
