//! A table pasted from a paper, LaTeX or the text of a PDF, as the numbers it prints.

mod results;
mod rows;

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
    /// Rows without a number, after the names of the columns, and captions.
    pub passed_over: Vec<String>,
    /// The words above the names of the rows, where they say that rows are criteria and columns systems.
    pub turned: Option<String>,
}

/// What stands above the names of rows that are criteria.
const CRITERIA: [&str; 11] = [
    "criterion",
    "criteria",
    "metric",
    "metrics",
    "aspect",
    "dimension",
    "measure",
    "question",
    "quality",
    "kriterium",
    "quality criterion",
];

/// Reads a pasted table, or one with a row for each number: `System,Criterion,Mean,SD,n`, or one experiment of
/// `Study,Experiment,System,Criterion,Result`.
///
/// # Errors
/// As [`read_pasted`] has them; or when it must be said which experiment.
pub fn read_printed(text: &str, experiment: Option<&str>) -> Result<PastedTable, String> {
    results::read(text, experiment).unwrap_or_else(|| read_pasted(text))
}

/// Reads a pasted table: the first row without numbers names the columns, the first cell of every other names its row.
///
/// # Errors
/// In words, when there is no such row, a row has more or fewer cells, or a cell is no number.
pub fn read_pasted(text: &str) -> Result<PastedTable, String> {
    let (captions, rows) = rows::split_table(text);
    let mut table = PastedTable { passed_over: captions, ..PastedTable::default() };
    let is_empty = |cells: &[String]| cells.iter().all(|cell| cell.trim().is_empty());
    let rows: Vec<Vec<String>> = rows.into_iter().filter(|cells| !is_empty(cells)).collect();
    let rows = without_thousands(rows);
    let begins_as_one =
        |cell: &String| cell.trim().starts_with(|letter: char| letter.is_ascii_digit()) && cell.contains(',');
    let is_number = |cell: &String| matches!(read_cell(cell), Some(Ok(_))) || begins_as_one(cell);
    let has_number = |cells: &Vec<String>| cells.iter().skip(1).any(is_number);
    let first = rows.iter().position(has_number).filter(|first| *first > 0);
    let Some(first) = first else {
        return Err("the table has no row with the names of its columns above the first row with numbers".to_owned());
    };
    let above = first.checked_sub(2).map(|above| rows[above].as_slice()).unwrap_or_default();
    let heads = with_groups(above, below_groups(above, &rows[first - 1]));
    for cells in &rows[first..] {
        if has_number(cells) {
            table.read_row(cells, &heads)?;
        } else {
            table.passed_over.push(cells.join(" ").trim().to_owned());
        }
    }
    let corner = heads.first().filter(|_| heads.len() == rows[first].len()).map(|head| head.trim().to_lowercase());
    if corner.is_some_and(|head| CRITERIA.contains(&head.as_str())) {
        table.turned = Some(heads[0].trim().to_owned());
        for number in &mut table.numbers {
            std::mem::swap(&mut number.row, &mut number.column);
        }
    }
    Ok(table)
}

/// The rows without the commas of thousands: where other numbers have a decimal point, a comma before three digits is none.
fn without_thousands(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let has_point = |cell: &String| {
        cell.split_once('.').is_some_and(|(before, after)| {
            before.ends_with(|c: char| c.is_ascii_digit()) && after.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    if !rows.iter().skip(1).flat_map(|row| row.iter().skip(1)).any(has_point) {
        return rows;
    }
    let plain = |cell: String| {
        let number: String = cell.chars().take_while(|c| c.is_ascii_digit() || "-−–+,.".contains(*c)).collect();
        let whole = number.split('.').next().unwrap_or_default().trim_start_matches(['-', '−', '–', '+']);
        let mut groups = whole.split(',');
        let first = groups.next().unwrap_or_default();
        let thousands = (1..=3).contains(&first.len()) && whole.contains(',') && groups.all(|group| group.len() == 3);
        if thousands { format!("{}{}", number.replace(',', ""), &cell[number.len()..]) } else { cell }
    };
    let row = |row: Vec<String>| {
        let mut cells = row.into_iter();
        cells.next().into_iter().chain(cells.map(plain)).collect()
    };
    rows.into_iter().map(row).collect()
}

/// Whether a cell is an interval: `[2.06, 2.49]`.
fn is_interval(cell: &str) -> bool {
    let inner = cell.trim().strip_prefix('[').and_then(|cell| cell.strip_suffix(']')).unwrap_or_default();
    let ends: Vec<&str> = inner.split([',', ';']).map(str::trim).collect();
    ends.len() == 2 && ends.iter().all(|end| end.replace(['−', '–'], "-").parse::<f64>().is_ok())
}

/// The names of columns, each behind the group that it stands below, where two would be called the same.
fn with_groups(above: &[String], heads: Vec<String>) -> Vec<String> {
    let is_again = |at: usize| !heads[at].trim().is_empty() && heads[..at].contains(&heads[at]);
    let spread =
        above.iter().skip(1).filter(|group| !group.trim().is_empty()).count() > 1 && above.len() <= heads.len();
    if !spread
        || !(0..heads.len()).any(is_again)
        || heads.iter().any(|head| ["sd", "n"].contains(&head.to_lowercase().as_str()))
    {
        return heads;
    }
    let mut group = "";
    let name = |(at, head): (usize, &String)| {
        group = above.get(at).map(|cell| cell.trim()).filter(|cell| at > 0 && !cell.is_empty()).unwrap_or(group);
        if group.is_empty() { head.clone() } else { format!("{group}: {head}") }
    };
    heads.iter().enumerate().map(name).collect()
}

/// The names of columns, those such as `mean` and `sd` below a group by the name of the group.
fn below_groups(above: &[String], heads: &[String]) -> Vec<String> {
    const MEANS: [&str; 5] = ["mean", "m", "avg", "avg.", "average"];
    let plain = |head: &String| head.trim().to_lowercase();
    let means = heads.iter().filter(|head| MEANS.contains(&plain(head).as_str())).count();
    let groups: Vec<&String> = above.iter().filter(|group| !group.trim().is_empty()).collect();
    // A group that spans columns stands above each of them, or once.
    let spanned: Vec<&String> = groups
        .iter()
        .enumerate()
        .filter(|(at, group)| *at == 0 || groups[at - 1] != **group)
        .map(|(_, group)| *group)
        .collect();
    let named = spanned.len().checked_sub(means).map(|more| &spanned[more..]).unwrap_or_default();
    if means < 2 || named.len() != means {
        return heads.to_vec();
    }
    let mut names = named.iter();
    let name = |head: &String| {
        let group = if MEANS.contains(&plain(head).as_str()) { names.next() } else { None };
        group.map_or_else(|| head.clone(), |group| (*group).clone())
    };
    heads.iter().map(name).collect()
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
        let joined;
        let cells = match name_with_size(cells, heads.len()) {
            Some(whole) => {
                joined = whole;
                &joined[..]
            }
            None => cells,
        };
        // A dash before the name sets the row off from the one above it.
        let name = cells[0].trim().trim_start_matches(['-', '–', '—', ' ']);
        // The names of columns may leave out that of the rows.
        let heads = if heads.len() + 1 == cells.len() { heads } else { &heads[1.min(heads.len())..] };
        if heads.len() + 1 != cells.len() {
            let (found, wanted) = (cells.len() - 1, heads.len());
            return Err(format!(
                "the row `{name}` has {found} cells under {wanted} columns ({}); take out lines that are no rows of the table, and put \
                 a dash where a cell is empty",
                heads.join(", ")
            ));
        }
        for (cell, head) in cells[1..].iter().zip(heads) {
            let head = head.trim();
            if is_interval(cell) {
                let words = format!("the intervals under `{head}`");
                if !self.passed_over.contains(&words) {
                    self.passed_over.push(words);
                }
                continue;
            }
            let Some(found) = read_cell(cell) else { continue };
            let found = found.map_err(|()| {
                let cell = cell.trim();
                let remedy = if cell.contains(',') {
                    "; write thousands without a comma, and decimals with a point"
                } else if cell.chars().any(|letter| letter.is_ascii_digit()) {
                    ""
                } else {
                    "; where two columns of words name a row, leave one out, and paste the rows of each of its words by themselves"
                };
                format!("`{cell}` in the row `{name}` under `{head}` is no number{remedy}")
            })?;
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
fn read_cell(cell: &str) -> Option<Result<FoundNumber, ()>> {
    let cell = with_point(&cell.replace(['−', '–'], "-"));
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

/// With a point for the comma of a decimal: `61,0`. With three digits behind it the comma could be that of thousands.
fn with_point(cell: &str) -> String {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    match cell.split_once(',') {
        Some((before, after))
            if !cell.contains('.')
                && before.ends_with(|c: char| c.is_ascii_digit())
                && (1..3).contains(&digits(after)) =>
        {
            cell.replace(',', ".")
        }
        Some(_) | None => cell.to_owned(),
    }
}

/// The marks before a bracket or ±.
fn rest_before(marks: &str) -> String {
    marks.split(['(', '±']).next().unwrap_or_default().trim().to_owned()
}

/// The row with its name in one cell, where the name ends with a size, as in `Llama 2 13B  3.9  –`.
fn name_with_size(cells: &[String], heads: usize) -> Option<Vec<String>> {
    let is_size =
        |cell: &String| cell.starts_with(|letter: char| letter.is_ascii_digit()) && cell.ends_with(['B', 'b', 'M']);
    let last = cells.iter().rposition(is_size).filter(|last| *last > 0)?;
    let numbers = cells.len() - 1 - last;
    let fits = cells.len() > heads.max(1) && (numbers == heads || numbers + 1 == heads);
    fits.then(|| std::iter::once(cells[..=last].join(" ")).chain(cells[last + 1..].iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::{PastedTable, read_pasted, read_printed};

    fn describe_numbers(table: &PastedTable) -> Vec<String> {
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
            describe_numbers(&table),
            ["Ours & co/Fluency: 3.71 sd 0.59", "Ours & co/Adequacy: -0.20 sd 0.10", "Base/Fluency: 3.20 sd 1.06"]
        );
        assert_eq!(table.marks, ["*"]);
    }

    #[test]
    fn a_table_from_a_pdf_is_read_by_its_gaps_or_by_its_numbers() {
        let gaps = "System      Mean   SD    n\nOur system  3.71   0.59  200\nBase        3.20   1.06  200\n";
        let expected = ["Our system/Mean: 3.71 sd 0.59 n 200", "Base/Mean: 3.20 sd 1.06 n 200"];
        assert_eq!(describe_numbers(&read_pasted(gaps).unwrap()), expected);
        let single = "System Fluency Adequacy\nOur own system 3.71 ± 0.59 2.10 (0.30)\nBase 3.20 −1.5\nNote that\n";
        let table = read_pasted(single).unwrap();
        assert_eq!(
            describe_numbers(&table),
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
    fn thousands_intervals_empty_cells_superscripts_and_lines_below_are_told_apart() {
        let tabs = "System\tOrig\tOurs\tr\t\nVAE\t36\t37.04\t\t\nBoW\t-16\t$0.220^{+}$\t0.99\t\nPearson: 0.95, p=0.2\t\t\t\t\n";
        let table = read_pasted(tabs).unwrap();
        assert_eq!(
            describe_numbers(&table),
            ["VAE/Orig: 36", "VAE/Ours: 37.04", "BoW/Orig: -16", "BoW/Ours: 0.220", "BoW/r: 0.99"]
        );
        assert_eq!((table.marks, table.passed_over), (vec!["+".to_owned()], vec!["Pearson: 0.95, p=0.2".to_owned()]));
        let counts = "Model & Votes & Score & 95\\% CI \\\\\nA & 1{,}200 & \\textcolor{red}{3.4} & [3.1, 3.7] \\\\\n\\hspace{1em}-- w/o B & 12,345.5 & 3.0 & [2.0, −1.0]";
        let table = read_pasted(counts).unwrap();
        assert_eq!(
            describe_numbers(&table),
            ["A/Votes: 1200", "A/Score: 3.4", "w/o B/Votes: 12345.5", "w/o B/Score: 3.0"]
        );
        assert_eq!(table.passed_over, ["the intervals under `95% CI`"]);
        let groups = "\tOurs preferred\t\tEqual\t\nBase\tOriginal\tRepro\tOriginal\tRepro\nA\t0.2\t0.3\t0.5\t0.4\n";
        let groups = describe_numbers(&read_pasted(groups).unwrap());
        assert_eq!(groups[1..3], ["A/Ours preferred: Repro: 0.3", "A/Equal: Original: 0.5"]);
        // Without a decimal point anywhere it could be either.
        assert!(read_pasted("Model\tVotes\nA\t1,200\nB\t1,300\n").unwrap_err().contains("`1,200`"));
    }

    #[test]
    fn tables_of_other_forms_are_read() {
        let expected = ["T5/Fluency: 3.21", "T5/Adequacy: 3.44", "Ours/Fluency: 4.12", "Ours/Adequacy: 4.05"];
        let markdown =
            "| Model | Fluency | Adequacy |\n|---|--:|:--|\n| T5 | 3.21 | 3.44 |\n| **Ours** | **4.12** | 4.05 |\n";
        let delimited = "System;Fluency;Adequacy\nT5;3,21;3,44\nOurs;4,12;4,05\n";
        let captioned = "Table 3: Results of people.\nModel Fluency Adequacy\nT5 3.21 3.44\nOurs 4.12 4.05\n";
        let turned = "Metric T5 Ours\nFluency 3.21 4.12\nAdequacy 3.44 4.05\n";
        for text in [markdown, delimited, captioned, turned] {
            let mut found = describe_numbers(&read_pasted(text).unwrap());
            found.sort_by_key(|line| expected.iter().position(|known| known == line));
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(read_pasted(captioned).unwrap().passed_over, ["Table 3: Results of people."]);
        assert_eq!(read_pasted(turned).unwrap().turned.as_deref(), Some("Metric"));
        let groups =
            "          Fluency     Adequacy\n          Mean  SD    Mean  SD\nBase      3.1   0.8   2.9   0.9\n";
        assert_eq!(
            describe_numbers(&read_pasted(groups).unwrap()),
            ["Base/Fluency: 3.1 sd 0.8", "Base/Adequacy: 2.9 sd 0.9"]
        );
        let latex = "\\multirow{2}{*}{Model} & Fluency (1--5) $\\uparrow$ \\\\ GPT-2 \\citep{x} & $3.1_{\\pm .2}$$^{\\dagger}$ \\\\";
        let table = read_pasted(latex).unwrap();
        assert_eq!(
            (describe_numbers(&table), table.marks),
            (vec!["GPT-2/Fluency (1--5): 3.1 sd .2".to_owned()], vec!["†".to_owned()])
        );
    }

    #[test]
    fn an_experiment_of_a_table_of_results_is_read() {
        let text = "Study,Experiment,System,Criterion,Result\nS,O,a,tone,4.2\nS,O,b,tone,3.9\nS,R,a,tone,4.0\n";
        assert_eq!(describe_numbers(&read_printed(text, Some("O")).unwrap()), ["a/tone: 4.2", "b/tone: 3.9"]);
        assert!(read_printed(text, None).unwrap_err().contains("which of `O`, `R`"));
        assert!(read_printed(text, Some("X")).unwrap_err().contains("no experiment `X`"));
        assert_eq!(describe_numbers(&read_printed("S  tone\na  4.2\n", None).unwrap()), ["a/tone: 4.2"]);
        let means = "system,criterion,mean,sd,n\nx,tone,3.1,0.8,60\ny,tone,3.9,0.7,60\n";
        let expected = ["x/tone: 3.1 sd 0.8 n 60", "y/tone: 3.9 sd 0.7 n 60"];
        assert_eq!(describe_numbers(&read_printed(means, None).unwrap()), expected);
    }

    #[test]
    fn a_size_belongs_to_the_name() {
        let table = read_pasted("System  Fluency  Tone\nLlama 2 13B 3.9 4.1\nHuman 4.8 4.7\n").unwrap();
        assert_eq!(describe_numbers(&table)[..2], ["Llama 2 13B/Fluency: 3.9", "Llama 2 13B/Tone: 4.1"]);
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
