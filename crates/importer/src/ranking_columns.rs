//! Rankings in one cell: `2>1=3`, `ours > base = gpt`.

use std::collections::BTreeSet;

use table::{Column, InternedColumn, Table};

use crate::counts::Counts;
use crate::gather::Rows;
use crate::import_mapping::{ImportMapping, RankingBy};
use crate::question::{Choice, Question, Stop, quoted, quoted_list};
use crate::sides::{self, Holds};
use crate::source::{Reading, criterion, slug, with_lines};

/// The outputs that a ranking names, the best first; outputs that tie stand together.
type Groups<'c> = Vec<Vec<&'c str>>;

/// A table in which a column of rankings has become a row for each output, with its place.
pub(crate) struct RankingTable {
    pub(crate) table: Table,
    criterion: toml::Value,
    by: RankingBy,
    /// The columns with the systems, where there are some.
    shown: Vec<String>,
    /// Whether the column `output` has the texts.
    texts: bool,
    note: String,
}

/// What became of a table.
pub(crate) enum RankingDetection {
    /// No column holds rankings.
    Nothing,
    Ranked(Box<RankingTable>),
    Asked(Question),
}

/// Reads `2 > 1 = 3`; with `<` the best stands last.
fn groups(cell: &str) -> Option<Groups<'_>> {
    const LONGEST: usize = 60;
    let sign = match (cell.contains(['>', '≻']), cell.contains(['<', '≺'])) {
        (true, true) => return None,
        (_, false) => ['>', '≻'],
        (false, true) => ['<', '≺'],
    };
    let mut groups: Groups<'_> =
        cell.split(sign).map(|group| group.split(['=', '~']).map(str::trim).collect()).collect();
    if cell.contains(['<', '≺']) {
        groups.reverse();
    }
    let names: Vec<&str> = groups.iter().flatten().copied().collect();
    let all_named = names.iter().all(|name| !name.is_empty() && name.len() <= LONGEST);
    let all_different = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    (names.len() > 1 && all_named && all_different).then_some(groups)
}

/// The place that the name of a column gives, the best being 1: `best`, `second`, `3rd`, `Rank 4`; `worst` and `last` are the
/// last of so many.
fn named_place(name: &str, columns: usize) -> Option<usize> {
    const WORDS: [&[&str]; 6] = [
        &["best", "first", "1st", "top"],
        &["second", "2nd", "middle"],
        &["third", "3rd"],
        &["fourth", "4th"],
        &["fifth", "5th"],
        &["sixth", "6th"],
    ];
    const BESIDE: [&str; 9] = ["rank", "ranked", "place", "choice", "system", "model", "output", "no", "nr"];
    let lower = name.to_lowercase();
    let mut words: Vec<&str> =
        lower.split(|letter: char| !letter.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let beside = words.iter().any(|word| ["rank", "ranked", "place"].contains(word));
    words.retain(|word| !BESIDE.contains(word));
    let [word] = words[..] else { return None };
    let by_word = WORDS.iter().position(|known| known.contains(&word)).map(|at| at + 1);
    let last = ["worst", "last"].contains(&word).then_some(columns);
    // `Rank1`; a number alone is no place unless the name says so.
    let number = word.strip_prefix("rank").or_else(|| word.strip_prefix("place")).or(Some(word).filter(|_| beside));
    by_word.or(last).or_else(|| number?.parse().ok())
}

/// The table with one column of rankings in place of columns such as `best`, `second` and `third`, which hold the systems; and
/// what is to be said about it.
pub(crate) fn join_place_columns(table: &Table, wanted: &ImportMapping) -> Option<(Table, String)> {
    const NAME: &str = "ranking";
    let named = |count: usize| -> Vec<(usize, &Column)> {
        let columns = table.columns().iter();
        columns.filter_map(|column| Some((named_place(column.name(), count)?, column))).collect()
    };
    let mut columns = named(named(usize::MAX).len());
    columns.sort_by_key(|(place, _)| *place);
    let in_order = columns.iter().enumerate().all(|(at, (place, _))| *place == at + 1);
    if columns.len() < 3 || !in_order || wanted.columns.best.is_some() || table.column(NAME).is_some() {
        return None;
    }
    let is_missing = |cell: &str| wanted.columns.is_missing(cell);
    let words: Vec<BTreeSet<&str>> = columns
        .iter()
        .map(|(_, column)| column.distinct().into_iter().map(str::trim).filter(|cell| !is_missing(cell)).collect())
        .collect();
    // Numbers would be answers, and words that never change place no rankings.
    let are_names =
        words.iter().flatten().all(|word| word.parse::<f64>().is_err() && !word.contains(['>', '<', '=', '~']));
    let shared = words.windows(2).all(|two| two[0].intersection(&two[1]).next().is_some());
    if !are_names || !shared {
        return None;
    }
    let mut rankings = InternedColumn::new(NAME.to_owned(), table.len());
    for row in 0..table.len() {
        let cells = columns.iter().map(|(_, column)| column.get(row).unwrap_or_default().trim());
        let mut places: Vec<&str> = cells.collect();
        while places.last().is_some_and(|cell| is_missing(cell)) {
            places.pop();
        }
        if places.iter().any(|cell| is_missing(cell)) {
            // Whoever stands below a gap has no place that is known.
            places.clear();
        }
        // One system at two places is no ranking: the usual questions are asked then.
        if places.iter().collect::<BTreeSet<_>>().len() < places.len() {
            return None;
        }
        rankings.push((places.len() > 1).then(|| places.join(" > ")).as_deref());
    }
    let names: Vec<&str> = columns.iter().map(|(_, column)| column.name()).collect();
    let others = table.columns().iter().filter(|column| !names.contains(&column.name())).cloned();
    let numbers: Vec<usize> = (0..table.len()).map(|row| table.row_number(row)).collect();
    let joined = Table::from_columns(table.file(), others.chain([rankings.finish()]).collect(), numbers);
    Some((joined, format!("`{}` hold the places of a ranking, the best first", names.join("`, `"))))
}

/// The column of rankings, and how many outputs one of them names at most.
fn column<'t>(table: &'t Table, wanted: &ImportMapping) -> Option<(&'t Column, usize)> {
    let is_missing = |cell: &str| wanted.columns.is_missing(cell);
    let begins = |column: &&Column| {
        let first = column.iter().flatten().find(|cell| !is_missing(cell));
        first.is_some_and(|cell| groups(cell).is_some())
    };
    table.columns().iter().filter(begins).find_map(|column| {
        let cells = column.distinct();
        let answers = || cells.iter().copied().filter(|cell| !is_missing(cell));
        let signed = answers().any(|cell| cell.contains(['>', '<', '≻', '≺']));
        let most = answers().map(|cell| groups(cell).map(|groups| groups.iter().map(Vec::len).sum::<usize>()));
        let most: Option<Vec<usize>> = if signed { most.collect() } else { None };
        most.and_then(|all| all.into_iter().max()).map(|most| (column, most))
    })
}

/// The place that a word names among so many outputs, counted from 0: `1`, `A`, `a`.
fn place(word: &str, outputs: usize) -> Option<usize> {
    let by_letter = match word.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(usize::from(letter - b'A')),
        [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
        _ => None,
    };
    by_letter.or_else(|| word.parse::<usize>().ok()?.checked_sub(1)).filter(|place| *place < outputs)
}

/// A row for each output that was ranked, where a column holds rankings.
pub(crate) fn melt_rankings(
    table: &Table,
    wanted: &ImportMapping,
    counts: &mut Counts,
) -> Result<RankingDetection, Stop> {
    let Some((ranking, most)) = column(table, wanted) else { return Ok(RankingDetection::Nothing) };
    let is_pair = |sided: &sides::ColumnPair| sided.holds == Holds::Names;
    if most == 2 && (wanted.columns.shown.len() == 2 || sides::find(table).iter().any(is_pair)) {
        // A choice between two.
        return Ok(RankingDetection::Nothing);
    }
    let (shown, texts) = system_and_text_columns(table, wanted, most);
    let is_missing = |cell: &str| wanted.columns.is_missing(cell);
    let different = ranking.distinct();
    let words: BTreeSet<&str> =
        different.iter().filter(|cell| !is_missing(cell)).filter_map(|cell| groups(cell)).flatten().flatten().collect();
    // One that is none of the outputs is named with its row.
    let are_places = words.iter().all(|word| place(word, usize::from(u8::MAX)).is_some());
    let names: BTreeSet<&str> = shown.iter().flat_map(|column| column.distinct()).map(str::trim).collect();
    let are_names = if shown.is_empty() { !are_places } else { words.iter().all(|word| names.contains(word)) };
    let by = match (wanted.import.ranking, are_places && !shown.is_empty(), are_names) {
        (Some(said), _, _) => said,
        (None, true, false) => RankingBy::Places,
        (None, false, true) => RankingBy::Systems,
        (None, _, _) => return Ok(RankingDetection::Asked(question(ranking.name(), &words, (&shown, table)))),
    };
    if by == RankingBy::Places && shown.is_empty() {
        return Ok(RankingDetection::Asked(question(ranking.name(), &words, (&shown, table))));
    }
    let rankings = Rankings { table, column: ranking, shown: &shown, texts: &texts, by };
    let others: Vec<&Column> = table
        .columns()
        .iter()
        .filter(|column| !shown.iter().chain(&texts).any(|known| known.name() == column.name()))
        .filter(|column| column.name() != ranking.name())
        .collect();
    let mut rows = Rows::default();
    for row in 0..table.len() {
        rows.set_origin(table.row_number(row));
        let cell = ranking.get(row).filter(|cell| !is_missing(cell));
        let outputs = rankings.outputs(row, &cell.and_then(groups).unwrap_or_default())?;
        if outputs.is_empty() {
            counts.read -= 1;
            counts.leave_out(format!("no ranking in `{}`", ranking.name()), 1);
        }
        for Output { system, place, text } in &outputs {
            let place = place.map(|place| place.to_string());
            let about = others.iter().map(|column| (column.name(), column.get(row)));
            rows.push(about.chain([("system", Some(*system)), (ranking.name(), place.as_deref()), ("output", *text)]));
        }
    }
    let name = ranking.name();
    let asked = with_lines(
        criterion(&slug(name), name, name),
        "better = \"lower\"\nresponse = { kind = \"ranking\", ties = true }",
    );
    let what = match by {
        RankingBy::Places => format!("the places of `{}`", names_of(&shown).join("`, `")),
        RankingBy::Systems => "systems".to_owned(),
    };
    let turned =
        if different.iter().any(|cell| cell.contains(['<', '≺'])) { "; with `<` the last is the best" } else { "" };
    let note = format!("`{name}` is read as rankings, the best first{turned}; what they name are {what}");
    let table = rows.finish(table.file());
    let shown = shown.iter().map(|column| column.name().to_owned()).collect();
    Ok(RankingDetection::Ranked(Box::new(RankingTable {
        table,
        criterion: asked,
        by,
        shown,
        texts: !texts.is_empty(),
        note,
    })))
}

/// An output that was ranked.
struct Output<'t> {
    system: &'t str,
    place: Option<usize>,
    text: Option<&'t str>,
}

/// The rankings of a table.
struct Rankings<'a, 't> {
    table: &'a Table,
    column: &'t Column,
    shown: &'a [&'t Column],
    texts: &'a [&'t Column],
    by: RankingBy,
}

impl<'t> Rankings<'_, 't> {
    /// The outputs of a row with their places; without columns for them, those that the ranking names.
    fn outputs(&self, row: usize, given: &[Vec<&'t str>]) -> Result<Vec<Output<'t>>, Stop> {
        let shown = self.shown.iter().enumerate().map(|(at, column)| Output {
            system: column.get(row).unwrap_or_default().trim(),
            place: None,
            text: self.texts.get(at).and_then(|column| column.get(row)),
        });
        let mut outputs: Vec<Output<'t>> = shown.collect();
        let mut better = 0;
        for group in given {
            for word in group {
                if self.by == RankingBy::Systems && self.shown.is_empty() {
                    outputs.push(Output { system: word, place: None, text: None });
                }
                let at = match self.by {
                    RankingBy::Places => place(word, outputs.len()),
                    RankingBy::Systems => outputs.iter().position(|output| output.system == *word),
                };
                let Some(at) = at else {
                    return Err(Stop::Unreadable(format!(
                        "`{}` row {}, `{}`: `{}` names `{word}`, which is none of the outputs of that row",
                        self.table.file(),
                        self.table.row_number(row),
                        self.column.name(),
                        self.column.get(row).unwrap_or_default()
                    )));
                };
                outputs[at].place = Some(better + 1);
            }
            better += group.len();
        }
        Ok(outputs)
    }
}

impl RankingTable {
    /// What each row is about now, and how to read the file so again.
    pub(crate) fn tell(self, reading: &mut Reading) {
        let by = match self.by {
            RankingBy::Places => "places",
            RankingBy::Systems => "systems",
        };
        reading.know("criteria", vec![self.criterion]);
        reading.know("system", "system");
        reading.know("import.ranking", by);
        if !self.shown.is_empty() {
            reading.know("import.places", self.shown);
        }
        if self.texts {
            reading.know("import.outputs", vec!["output"]);
        }
        reading.notes.push(self.note);
    }
}

fn names_of<'t>(columns: &[&'t Column]) -> Vec<&'t str> {
    columns.iter().map(|column| column.name()).collect()
}

/// The columns with the systems of the outputs that were ranked, and those with their texts.
fn system_and_text_columns<'t>(
    table: &'t Table,
    wanted: &ImportMapping,
    outputs: usize,
) -> (Vec<&'t Column>, Vec<&'t Column>) {
    let named = |names: &[String]| names.iter().filter_map(|name| table.column(name)).collect::<Vec<_>>();
    let found = sides::several(table, outputs);
    let of = |holds: Holds| match found.iter().filter(|(_, is)| *is == holds).collect::<Vec<_>>().as_slice() {
        [(columns, _)] => columns.clone(),
        _ => Vec::new(),
    };
    let shown = if wanted.import.places.is_empty() { of(Holds::Names) } else { named(&wanted.import.places) };
    let texts = if wanted.import.outputs.len() > 1 { named(&wanted.import.outputs) } else { of(Holds::Texts) };
    let texts = if texts.len() == shown.len() { texts } else { Vec::new() };
    (shown, texts)
}

/// Asks what the words of a ranking name.
fn question(name: &str, words: &BTreeSet<&str>, (shown, table): (&[&Column], &Table)) -> Question {
    let list = words.iter().take(8).copied().collect::<Vec<_>>().join("`, `");
    let choice = |words: &str, line: String| Choice { words: words.to_owned(), line };
    let systems =
        choice("systems: the same word is the same system in every row", "import.ranking = \"systems\"".to_owned());
    let places = if shown.is_empty() {
        let others = table.columns().iter().map(Column::name).filter(|other| *other != name);
        let others: Vec<String> = others.map(quoted).collect();
        choice(
            &format!("places: columns say which system stood at each; of {}", others.join(", ")),
            "import.places = [\"column of the first\", \"column of the second\", \"column of the third\"]".to_owned(),
        )
    } else {
        choice(&format!("places among {}", quoted_list(names_of(shown))), "import.ranking = \"places\"".to_owned())
    };
    Question {
        sentence: format!("the rankings in `{name}` name `{list}`. Are these systems, or places in the order shown?"),
        choices: vec![systems, places],
        typed: None,
    }
}

#[cfg(test)]
mod tests {
    use super::{groups, named_place, place};

    #[test]
    fn columns_are_places_by_their_names() {
        for (name, place) in [
            ("best", Some(1)),
            ("Second", Some(2)),
            ("3rd choice", Some(3)),
            ("Rank 2", Some(2)),
            ("rank_3", Some(3)),
            ("Rank1", Some(1)),
            ("worst", Some(3)),
            ("2", None),
            ("best text", None),
            ("rank_ours", None),
            ("score", None),
        ] {
            assert_eq!(named_place(name, 3), place, "{name}");
        }
    }

    #[test]
    fn rankings_are_read_with_ties() {
        assert_eq!(groups("2>1=3").unwrap(), [vec!["2"], vec!["1", "3"]]);
        assert_eq!(groups("ours ≻ gpt 4 ~ base").unwrap(), [vec!["ours"], vec!["gpt 4", "base"]]);
        assert_eq!(groups("1=2").unwrap(), [vec!["1", "2"]]);
        assert_eq!(groups("a < b").unwrap(), [vec!["b"], vec!["a"]]);
        for none in ["", "a", "a > ", "a > a", "a > b < c", "3.5"] {
            assert_eq!(groups(none), None, "{none}");
        }
        assert_eq!(
            (place("2", 3), place("C", 3), place("4", 3), place("0", 3), place("gpt", 3)),
            (Some(1), Some(2), None, None, None)
        );
    }
}
