//! The cells of a pasted table: of LaTeX, of Markdown, with a delimiter, or of a PDF's text.

use super::read_cell;

/// The captions among the lines, and the rows.
pub(super) fn split_table(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    if text.contains('&') {
        return (Vec::new(), latex_rows(text));
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let (captions, lines): (Vec<&str>, Vec<&str>) = lines.partition(|line| is_caption(line));
    let captions = captions.into_iter().map(|line| line.trim().to_owned()).collect();
    let rows = match delimiter(&lines) {
        _ if is_tabbed(&lines) => tabbed_rows(&lines),
        Some(delimiter) => lines.iter().filter_map(|line| delimited_row(line, delimiter)).collect(),
        None => lines.iter().filter_map(|line| text_row(line)).collect(),
    };
    (captions, rows)
}

/// Whether a line begins as `Table 3` does.
fn is_caption(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_table = words
        .next()
        .is_some_and(|word| ["table", "tab.", "tabelle", "tableau"].contains(&word.to_lowercase().as_str()));
    is_table && words.next().is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// What separates the cells, where every line has as many of it: a bar, a semicolon, or a comma that is not that of a decimal.
fn delimiter(lines: &[&str]) -> Option<char> {
    ['|', ';', ','].into_iter().find(|delimiter| {
        let counts: Vec<usize> = lines.iter().map(|line| line.matches(*delimiter).count()).collect();
        let decimal = *delimiter == ',' && lines.iter().all(|line| line.contains("  ") || line.contains('\t'));
        lines.len() > 1 && !decimal && counts.iter().all(|count| *count > 0 && *count == counts[0])
    })
}

/// Whether tabs separate the cells: of two lines or more, the names of the columns among them.
fn is_tabbed(lines: &[&str]) -> bool {
    let tabs = |line: &&&str| line.trim_end().matches('\t').count() > 0;
    lines.len() > 1 && lines.iter().filter(tabs).count() * 2 > lines.len()
}

/// The rows of cells between tabs. An empty cell counts; columns at the end that are empty throughout do not.
fn tabbed_rows(lines: &[&str]) -> Vec<Vec<String>> {
    let cells = |line: &&str| -> Vec<String> {
        line.split('\t')
            .map(|cell| if cell.contains(['\\', '$']) { words(cell) } else { cell.trim().to_owned() })
            .collect()
    };
    let mut rows: Vec<Vec<String>> = lines.iter().map(cells).collect();
    let width = |row: &Vec<String>| row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
    let wide = rows.iter().map(width).max().unwrap_or_default();
    for row in &mut rows {
        row.truncate(wide);
    }
    rows
}

fn delimited_row(line: &str, delimiter: char) -> Option<Vec<String>> {
    let line = line.trim();
    // Of a Markdown table the bars at both ends, and the line below the names, are no cells.
    let line = if delimiter == '|' { line.trim_matches('|') } else { line };
    let cells = line.split(delimiter).map(|cell| cell.replace("**", "").trim_matches(['"', ' ', '`']).to_owned());
    let cells: Vec<String> = cells.collect();
    let is_rule = cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|letter| "-: ".contains(letter)));
    (!is_rule).then_some(cells)
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
        row.split('&').flat_map(|cell| split_spanning_cell(&cell.replace('\u{1}', "&"))).collect::<Vec<String>>()
    });
    rows.filter(|cells| cells.len() > 1).collect()
}

/// A cell as words; one that spans several columns, once for each.
fn split_spanning_cell(cell: &str) -> Vec<String> {
    let Some((_, rest)) = cell.split_once("\\multicolumn{") else { return vec![words(cell)] };
    let (count, rest) = rest.split_once('}').unwrap_or(("1", rest));
    let content = rest.split_once('}').map_or(rest, |(_, content)| content);
    vec![words(content); count.trim().parse::<usize>().unwrap_or(1).clamp(1, 50)]
}

/// What a cell that spans several rows holds.
fn without_rows(cell: &str) -> String {
    let Some((before, rest)) = cell.split_once("\\multirow{") else { return cell.to_owned() };
    let content = rest.splitn(3, '}').nth(2).unwrap_or_default();
    format!("{before}{content}")
}

/// Without the commands of LaTeX: what is set in bold or italics stays, footnotes and rules go.
fn words(cell: &str) -> String {
    let mut out = String::new();
    let mut rest = without_rows(cell).replace("\\%", "%").replace("\\_", "_").replace("\\,", "");
    const GONE: [&str; 19] = [
        "\\textsuperscript{",
        "\\footnotemark[",
        "\\footnote{",
        "\\cmidrule(",
        "\\cmidrule{",
        "\\cline{",
        "\\label{",
        "\\caption{",
        "\\cite{",
        "\\citep{",
        "\\citet{",
        "\\citealp{",
        "\\rowcolor{",
        "\\cellcolor{",
        "\\textcolor{",
        "\\color{",
        "\\hspace{",
        "\\vspace{",
        "\\addlinespace[",
    ];
    for (sign, letter) in [("_{\\pm", "{±"), ("\\ddagger", "‡"), ("\\dagger", "†"), ("\\ast", "*"), ("\\pm", "±")]
    {
        rest = rest.replace(sign, letter);
    }
    for gone in GONE {
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
            || matches!(read_cell(token), Some(Ok(_)))
    };
    let numbers = tokens.iter().rev().take_while(|token| is_part(token)).count();
    let (name, tail) = tokens.split_at(tokens.len() - numbers);
    if name.is_empty() || numbers == 0 {
        // What stands in brackets belongs to the name before it: `Fluency (1-5)`.
        let mut cells: Vec<String> = Vec::new();
        for token in tokens {
            match cells.last_mut().filter(|_| token.starts_with('(')) {
                Some(last) => *last = format!("{last} {token}"),
                None => cells.push(token.to_owned()),
            }
        }
        return Some(cells);
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
