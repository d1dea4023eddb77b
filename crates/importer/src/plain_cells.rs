//! What people leave in tables: blanks around names, rows of totals, words beside numbers, capital letters now and then.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use dataset::Mapping;
use table::{Column, Table};

use crate::counts::Counts;
use crate::import::{answer_columns, could_be_numbers};
use crate::question::{Choice, Question};

/// What the first cell of a row of totals says, in small letters.
const TOTALS: [&str; 24] = [
    "mean",
    "means",
    "average",
    "averages",
    "avg",
    "total",
    "totals",
    "sum",
    "median",
    "sd",
    "std",
    "stdev",
    "count",
    "min",
    "max",
    "mittelwert",
    "durchschnitt",
    "summe",
    "gesamt",
    "moyenne",
    "total général",
    "media",
    "promedio",
    "gemiddelde",
];

/// Whether a name, in small letters, is that of a mean or a total.
pub(crate) fn names_total(name: &str) -> bool {
    TOTALS.contains(&name.trim())
}

/// Leaves out rows below the answers that say `Mean` or `Total` where the person stands, and name no item or no system.
pub(crate) fn without_totals(table: Table, keys: &[String], counts: &mut Counts) -> Table {
    let columns: Vec<&Column> = keys.iter().filter_map(|name| table.column(name)).collect();
    let filled = |column: &Column, row: usize| column.get(row).is_some_and(|cell| !cell.trim().is_empty());
    let is_total = |row: usize| {
        if columns.iter().all(|column| filled(column, row)) {
            return false;
        }
        let first = table.columns().iter().find(|column| filled(column, row)).and_then(|column| column.get(row));
        names_total(&first.map(|cell| cell.trim().trim_end_matches(':').to_lowercase()).unwrap_or_default())
    };
    let keep: Vec<bool> = (0..table.len()).map(|row| !is_total(row)).collect();
    let totals = keep.iter().filter(|keep| !**keep).count();
    if totals == 0 {
        return table;
    }
    counts.read -= totals;
    counts.leave_out("a mean or a total, no answer", totals);
    table.filtered(&keep)
}

/// The verdict in a text that has one between `[[` and `]]`: `B is better. [[B]]`.
pub(crate) fn verdict(cell: &str) -> Option<&str> {
    const LONGEST: usize = 12;
    let (_, rest) = cell.split_once("[[")?;
    let (verdict, behind) = rest.split_once("]]")?;
    let is_plain = !verdict.trim().is_empty() && verdict.chars().count() <= LONGEST && !verdict.contains(['[', ',']);
    (is_plain && !behind.contains("[[")).then(|| verdict.trim())
}

/// The number that a cell begins with, as in `4 - agree`, `-2 (negative)` or `5: very good`.
pub(crate) fn leading_number(cell: &str) -> Option<&str> {
    let cell = cell.trim();
    let sign = cell.starts_with(['-', '+']);
    let digits = cell.chars().skip(usize::from(sign)).take_while(char::is_ascii_digit).count();
    let (number, rest) = cell.split_at(usize::from(sign) + digits);
    let mut words = rest.trim_start().chars();
    let told_apart = match words.next() {
        None => true,
        Some('-' | '–' | '—' | ':' | '(' | '=' | '.') => {
            let digit = words.as_str().starts_with(|letter: char| letter.is_ascii_digit());
            !digit && !dataset::is_date(cell) && words.any(char::is_alphabetic)
        }
        Some(_) => false,
    };
    (number.parse::<i64>().is_ok() && told_apart).then_some(number)
}

/// The number and the words of `4 - agree` or `Agree (4)`.
pub(crate) fn number_and_words(cell: &str) -> Option<(i64, &str)> {
    let cell = cell.trim();
    let is_beside = |letter: char| !letter.is_alphabetic();
    let number = leading_number(cell).map(str::to_owned).or_else(|| in_brackets(cell))?;
    let words = cell.trim_matches(is_beside);
    Some((number.parse().ok()?, words)).filter(|(_, words)| !words.is_empty())
}

/// The same column as the numbers its cells begin with, where all do and some have words behind them.
pub(crate) fn without_words(column: &Column, is_missing: impl Fn(&str) -> bool) -> Option<Column> {
    let answers = || column.cells_once().map(str::trim).filter(|cell| !is_missing(cell));
    let worded = answers().any(|cell| cell.parse::<f64>().is_err());
    if !worded || !answers().all(|cell| leading_number(cell).is_some()) {
        return None;
    }
    Some(column.map_texts(|cell| Some(leading_number(cell).unwrap_or(cell).to_owned())))
}

/// What a number may count, behind it.
const UNITS: [&str; 14] = [
    "star",
    "stars",
    "point",
    "points",
    "pt",
    "pts",
    "stern",
    "sterne",
    "punkt",
    "punkte",
    "étoile",
    "étoiles",
    "estrella",
    "estrellas",
];

/// The number of `4 stars`, `3 points`, or of the stars themselves: `★★★☆☆`.
fn parse_stars(cell: &str) -> Option<String> {
    let lower = cell.to_lowercase();
    let number = lower.trim_end_matches(char::is_alphabetic).trim_end();
    let unit = lower[number.len()..].trim();
    if number.parse::<f64>().is_ok() && UNITS.contains(&unit) {
        return Some(number.to_owned());
    }
    let stars = cell.chars().filter(|letter| matches!(letter, '★' | '⭐' | '🌟')).count();
    // An emoji may have a sign behind it that says how it is drawn.
    let only = cell.chars().all(|letter| matches!(letter, '★' | '⭐' | '🌟' | '☆' | '✩' | '\u{fe0f}' | ' '));
    (only && !cell.is_empty()).then(|| stars.to_string())
}

/// The number of `Agree (4)` or `Agree [4]`.
fn in_brackets(cell: &str) -> Option<String> {
    let (words, number) = cell
        .strip_suffix(')')
        .and_then(|cell| cell.rsplit_once('('))
        .or_else(|| cell.strip_suffix(']').and_then(|cell| cell.rsplit_once('[')))?;
    (words.chars().any(char::is_alphabetic) && number.trim().parse::<i64>().is_ok()).then(|| number.trim().to_owned())
}

/// The two numbers of `4/5`, `4 of 5` or `4 out of 5`.
fn out_of(cell: &str) -> Option<(f64, f64)> {
    let lower = cell.to_lowercase();
    let (number, of) =
        [" out of ", "/", " of ", " von ", " sur "].iter().find_map(|between| lower.split_once(between))?;
    let (number, of): (f64, f64) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
    (number >= 0.0 && number <= of).then_some((number, of))
}

/// The number of `1st`, `2nd choice`, `third`, `#3`.
fn place(cell: &str) -> Option<String> {
    const WORDS: [&[&str]; 6] = [
        &["first", "erster", "premier", "première", "primero", "primera"],
        &["second", "zweiter", "deuxième", "segundo", "segunda"],
        &["third", "dritter", "troisième", "tercero", "tercera"],
        &["fourth", "vierter", "quatrième", "cuarto", "cuarta"],
        &["fifth", "fünfter", "cinquième", "quinto", "quinta"],
        &["sixth", "sechster", "sixième", "sexto", "sexta"],
    ];
    let lower = cell.to_lowercase();
    let bare = ["choice", "place", "rank", "platz", "choix", "lugar"]
        .iter()
        .find_map(|word| lower.strip_suffix(word).map(str::trim_end))
        .unwrap_or(&lower);
    if let Some(at) = WORDS.iter().position(|words| words.contains(&bare)) {
        return Some((at + 1).to_string());
    }
    let number =
        ["st", "nd", "rd", "th"].iter().find_map(|end| bare.strip_suffix(end)).or_else(|| bare.strip_prefix('#'))?;
    number.parse::<u32>().is_ok().then(|| number.to_owned())
}

/// The same column as numbers, where every answer has one in this way or is one, and some are written so.
fn with_numbers(
    column: &Column,
    is_missing: impl Fn(&str) -> bool,
    number: impl Fn(&str) -> Option<String>,
) -> Option<Column> {
    let mut answers = column.cells_once().map(str::trim).filter(|cell| !is_missing(cell)).peekable();
    let is_plain = |cell: &str| cell.parse::<f64>().is_ok();
    let written = column.cells_once().any(|cell| !is_plain(cell.trim()) && number(cell.trim()).is_some());
    answers.peek()?;
    if !written || !answers.all(|cell| is_plain(cell) || number(cell).is_some()) {
        return None;
    }
    Some(column.map_texts(|cell| {
        let read = Some(cell.trim()).filter(|cell| !is_missing(cell) && !is_plain(cell));
        Some(read.and_then(&number).unwrap_or_else(|| cell.to_owned()))
    }))
}

/// The same column as numbers, where every cell is one with a per cent sign behind it.
fn without_percents(column: &Column, is_missing: impl Fn(&str) -> bool) -> Option<Column> {
    let number = |cell: &'_ str| cell.strip_suffix('%').map(|number| number.trim_end().to_owned());
    let all = column.cells_once().map(str::trim).filter(|cell| !is_missing(cell)).all(|cell| cell.ends_with('%'));
    let is_number = |number: &String| number.replacen(',', ".", 1).parse::<f64>().is_ok();
    with_numbers(column, is_missing, |cell| number(cell).filter(is_number)).filter(|_| all)
}

/// The same column as numbers, where all are out of one and the same.
fn without_wholes(column: &Column, is_missing: impl Fn(&str) -> bool) -> Option<Column> {
    let wholes: BTreeSet<u64> =
        column.cells_once().filter_map(|cell| out_of(cell.trim())).map(|it| it.1 as u64).collect();
    let read = with_numbers(column, is_missing, |cell| out_of(cell).map(|(number, _)| number.to_string()));
    read.filter(|_| wholes.len() == 1)
}

/// What people write, or choose, where they give no answer, in small letters. It stays as it is: whether it means that is said in
/// the mapping.
const NO_ANSWER: [&str; 44] = [
    "n/a",
    "n.a.",
    "na",
    "-",
    "–",
    "--",
    "*",
    "?",
    "not applicable",
    "no answer",
    "don't know",
    "dont know",
    "i don't know",
    "can't say",
    "cannot say",
    "can't judge",
    "cannot judge",
    "unable to judge",
    "prefer not to say",
    "prefer not to answer",
    "no opinion",
    "skipped",
    "skip",
    "keine angabe",
    "keine antwort",
    "k.a.",
    "k. a.",
    "weiß nicht",
    "weiss nicht",
    "ich weiß nicht",
    "nicht beurteilbar",
    "ne se prononce pas",
    "ne sait pas",
    "je ne sais pas",
    "nsp",
    "no sé",
    "no sabe",
    "ns/nc",
    "no contesta",
    "non so",
    "不知道",
    "无法判断",
    "不适用",
    "わからない",
];

/// Whether a word says that there is no answer.
pub(crate) fn says_nothing(cell: &str) -> bool {
    let folded = cell.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().replace('’', "'");
    NO_ANSWER.contains(&folded.as_str())
}

/// The same column as the numbers its cells hold beside words or signs, where all of them do; and what they hold, in words.
pub(crate) fn plain_numbers(column: &Column, is_missing: impl Fn(&str) -> bool) -> Option<(Column, &'static str)> {
    let is_missing = |cell: &str| is_missing(cell) || says_nothing(cell);
    let with_note = |numbers: Option<Column>, what: &'static str| numbers.map(|numbers| (numbers, what));
    with_note(without_words(column, is_missing), "read as the numbers before the words")
        .or_else(|| with_note(with_numbers(column, is_missing, in_brackets), "read as the numbers in brackets"))
        .or_else(|| measured_numbers(column, is_missing))
        .or_else(|| with_note(with_numbers(column, is_missing, place), "read as the numbers of the places"))
}

/// The same for numbers beside what they are measured by: `60 %`, `4 stars`, `3/5`.
fn measured_numbers(column: &Column, is_missing: impl Fn(&str) -> bool + Copy) -> Option<(Column, &'static str)> {
    let with_note = |numbers: Option<Column>, what: &'static str| numbers.map(|numbers| (numbers, what));
    with_note(without_percents(column, is_missing), "read as numbers, without the per cent signs")
        .or_else(|| with_note(with_numbers(column, is_missing, parse_stars), "read as the numbers of stars or points"))
        .or_else(|| with_note(without_wholes(column, is_missing), "read as the numbers before what they are out of"))
}

/// The table with numbers in place of `60 %`, `4 stars` and `3/5` in its columns of answers, and what was read so, in words.
#[must_use]
pub fn with_measured_numbers<'t>(mut table: Cow<'t, Table>, mapping: &Mapping) -> (Cow<'t, Table>, Vec<String>) {
    let mapping = mapping.clone().with_guesses_from(&table);
    let mut notes = Vec::new();
    for name in answer_columns(&mapping).into_iter().filter(|name| could_be_numbers(name, &mapping)) {
        let is_missing = |cell: &str| mapping.is_missing(cell);
        let measured = table.column(&name).and_then(|column| measured_numbers(column, is_missing));
        if let Some((numbers, what)) = measured {
            notes.push(format!("`{name}`: {what}"));
            table.to_mut().set_column(numbers);
        }
    }
    (table, notes)
}

/// Says that a spreadsheet has changed ids: of `100001` and `100002` it makes `1E+05`, of `3-3` a day in March.
pub(crate) fn describe_changed_ids(column: &Column) -> Option<String> {
    let is_power = |cell: &str| {
        let parts = cell.split_once("E+").or_else(|| cell.split_once("e+"));
        parts.is_some_and(|(number, power)| number.parse::<f64>().is_ok() && power.parse::<u8>().is_ok())
    };
    let changed: BTreeSet<&str> = column.cells_once().filter(|cell| is_power(cell) || dataset::is_date(cell)).collect();
    let dates = changed.iter().filter(|cell| dataset::is_date(cell)).count();
    let list: Vec<&str> = changed.iter().take(4).copied().collect();
    // Items that are all called by days are no accident.
    (!changed.is_empty() && dates < column.cells_once().count()).then(|| {
        format!(
            "`{}` holds `{}`, which look like ids that a spreadsheet has changed: items that differed before may be one here; compare \
             with the file as it was exported",
            column.name(),
            list.join("`, `")
        )
    })
}

/// Asks whether names that differ only in capital letters are one.
pub(crate) fn case_question(table: &Table, names: &[String]) -> Option<Question> {
    let alike = names.iter().filter_map(|name| table.column(name)).find_map(|column| {
        let mut folded: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for cell in column.distinct() {
            folded.entry(cell.to_lowercase()).or_default().insert(cell);
        }
        let several = folded.into_values().find(|spellings| spellings.len() > 1)?;
        Some((column.name().to_owned(), several.into_iter().map(str::to_owned).collect::<Vec<_>>()))
    });
    let (column, spellings) = alike?;
    let choice = |words: &str, line: &str| Choice { words: words.to_owned(), line: line.to_owned() };
    Some(Question {
        sentence: format!("are `{}` in the column `{column}` the same?", spellings.join("` and `")),
        choices: vec![
            choice("yes: capital letters make no difference in names", "import.letter_case = \"ignored\""),
            choice("no", "import.letter_case = \"matters\""),
        ],
        typed: None,
    })
}

/// The same table with one spelling for names that differ only in capital letters: the one that comes first.
pub(crate) fn one_spelling(mut table: Table, names: &[String]) -> Table {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let Some(column) = table.column(name) else { continue };
        let spelled =
            column.map_texts(|cell| Some(known.entry(cell.to_lowercase()).or_insert_with(|| cell.to_owned()).clone()));
        table.set_column(spelled);
    }
    table
}

#[cfg(test)]
mod tests {
    use table::Table;

    use super::{leading_number, plain_numbers};

    #[test]
    fn per_cents_are_numbers_where_every_cell_is_one() {
        let column = |text: &str| Table::read("t.csv", text.as_bytes()).unwrap().columns()[0].clone();
        let read = |text: &str| plain_numbers(&column(text), |cell| cell == "NA").map(|(numbers, _)| numbers);
        let numbers = read("x\n85 %\n7%\nNA\n\"12,5\u{a0}%\"\n").unwrap();
        assert_eq!(numbers.iter().flatten().collect::<Vec<_>>(), ["85", "7", "NA", "12,5"]);
        let words = read("x\n85%\nn/a\n7%\n").unwrap();
        assert_eq!(words.iter().flatten().collect::<Vec<_>>(), ["85", "n/a", "7"]);
        assert!(read("x\n85 %\n0.7\n").is_none() && read("x\nNA\n").is_none() && read("x\n100 % sure\n").is_none());
    }

    #[test]
    fn stars_points_places_and_numbers_in_brackets_are_numbers_where_every_cell_has_one() {
        let column =
            |cells: &str| Table::read("t.csv", format!("x\n{cells}\n").as_bytes()).unwrap().columns()[0].clone();
        let read = |cells: &str| {
            let numbers = plain_numbers(&column(cells), |cell| cell == "NA").map(|(numbers, _)| numbers)?;
            Some(numbers.iter().map(Option::unwrap_or_default).collect::<Vec<_>>().join(" "))
        };
        for (cells, numbers) in [
            ("Agree (4)\nStrongly agree (5)\nNA", "4 5 NA"),
            ("Agree [4]\n3", "4 3"),
            ("1 star\n4 stars\n3 Points", "1 4 3"),
            ("★★☆☆☆\n★★★★★\n☆☆☆☆☆", "2 5 0"),
            ("⭐⭐\n⭐⭐⭐⭐", "2 4"),
            ("2/5\n4.5 / 5\n5/5", "2 4.5 5"),
            ("2 out of 7\n7 out of 7", "2 7"),
            ("1st\n3rd\n2nd", "1 3 2"),
            ("#1\n#2", "1 2"),
            ("first\nThird\nsecond", "1 3 2"),
            ("1st choice\n2nd choice\n3", "1 2 3"),
            ("4 - good\nI don't know\n2 - poor", "4 I don't know 2"),
        ] {
            assert_eq!(read(cells).as_deref(), Some(numbers), "{cells}");
        }
        for cells in [
            "2/5\n3/7",
            "7/5",
            "Agree (4)\nNeutral",
            "4 apples",
            "3 stars\nnone",
            "(4)",
            "best\nworst",
            "05-Jan\n03-Feb",
        ] {
            assert_eq!(read(cells), None, "{cells}");
        }
    }

    #[test]
    fn a_number_with_words_behind_it_is_that_number() {
        for (cell, number) in [
            ("4 - agree", Some("4")),
            ("-2 (negative)", Some("-2")),
            ("5: very good", Some("5")),
            ("5 – sehr gut", Some("5")),
            ("3", Some("3")),
            ("3.5", None),
            ("2024-01-05", None),
            ("4 apples", None),
            ("agree", None),
            ("1. yes", Some("1")),
            ("05-Jan", None),
            ("3. Mrz", None),
        ] {
            assert_eq!(leading_number(cell), number, "{cell}");
        }
    }
}
