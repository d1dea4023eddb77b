//! Places of a ranking that stand in a row each: the numbers that one person gave to the outputs of one item are 1, 2 and 3, each
//! once. Read as ratings they would be good where they are bad.

use std::collections::HashMap;
use std::convert::Infallible;

use dataset::CriterionMapping;
use table::{Codes, Column, Table};

use crate::import_mapping::ImportMapping;
use crate::pattern::says_place;
use crate::question::{Choice, Question, Stop, quoted_list};
use crate::source::with_lines;

/// How the numbers of a criterion lie within what one person judged of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// From 1 on without a gap, each once, among three outputs or more.
    Strict,
    /// From 1 on, none above the number of outputs.
    Tied,
    No,
}

/// What one person said about the outputs of one item: the places as bits, since a long table has very many of these.
#[derive(Clone, Copy, Default)]
struct Ballot {
    places: u32,
    outputs: u16,
    is_whole: bool,
}

/// The most outputs of an item that a ranking has here.
const MOST: usize = 20;

/// The mapping with the rankings that are said or named so, or the question which criteria are.
pub(super) fn with_rankings(
    wanted: ImportMapping,
    table: &Table,
    notes: &mut Vec<String>,
) -> Result<(ImportMapping, Option<Question>), Stop> {
    let known = &wanted.columns.criteria;
    let mut ranked: Vec<String> = Vec::new();
    let mut asked: Vec<&CriterionMapping> = Vec::new();
    match &wanted.import.ranked {
        Some(said) => {
            if let Some(id) = said.iter().find(|id| known.iter().all(|known| known.id != **id)) {
                let ids: Vec<&str> = known.iter().map(|known| known.id.as_str()).collect();
                let ids = ids.join("`, `");
                return Err(Stop::Unreadable(format!("`import.ranked` names `{id}`; the criteria are `{ids}`")));
            }
            ranked.clone_from(said);
        }
        None => {
            for criterion in known.iter().filter(|criterion| criterion.response.is_none()) {
                match (fit(table, &wanted, criterion), is_named(criterion)) {
                    (Fit::Strict | Fit::Tied, true) => {
                        notes.push(format!(
                            "`{}` is called a ranking and holds the places of what one person judged of one item: 1 is the best; \
                             where it does not, say `import.ranked = []`",
                            criterion.id
                        ));
                        ranked.push(criterion.id.clone());
                    }
                    (Fit::Strict, false) => asked.push(criterion),
                    (Fit::Tied | Fit::No, _) => {}
                }
            }
        }
    }
    let asked = question(&ranked, &asked);
    Ok((as_rankings(wanted, &ranked)?, asked))
}

/// Whether a criterion is called a ranking.
fn is_named(criterion: &CriterionMapping) -> bool {
    let names = [&criterion.column, &criterion.written, &criterion.name].map(Option::as_deref);
    names.into_iter().flatten().chain([criterion.id.as_str()]).any(says_place)
}

/// How the numbers of a criterion lie.
fn fit(table: &Table, wanted: &ImportMapping, criterion: &CriterionMapping) -> Fit {
    let is_named = is_named(criterion);
    let columns = &wanted.columns;
    let column = |name: Option<&String>| name.and_then(|name| table.column(name));
    let cells = column(criterion.column.as_ref().or(columns.value.as_ref()));
    let about = [&columns.participant, &columns.item, &columns.system].map(|name| column(name.as_ref()));
    let ([Some(people), Some(items), Some(systems)], Some(cells), true) = (about, cells, columns.shown.is_empty())
    else {
        return Fit::No;
    };
    let most = systems.distinct().len().min(MOST);
    let place = |cell: &str| cell.trim().parse::<usize>().ok().filter(|place| (1..=most).contains(place));
    let names = columns.criterion.as_ref().and_then(|name| table.column(name));
    let written = criterion.written.as_ref().unwrap_or(&criterion.id);
    let is_asked = |row: usize| names.is_none_or(|names| names.get(row).unwrap_or_default().trim() == written);
    let mut counts = [0_usize; MOST + 1];
    for cell in (0..table.len()).filter(|row| is_asked(*row)).filter_map(|row| cells.get(row)) {
        match place(cell) {
            Some(place) => counts[place] += 1,
            None if columns.is_missing(cell) => {}
            None => return Fit::No,
        }
    }
    // In rankings without ties as many are first as second and third, and no more are fourth. Ratings seldom lie so, and need not be
    // looked at one by one.
    if !is_named
        && (counts[1] != counts[2] || counts[2] != counts[3] || counts[3..].windows(2).any(|two| two[0] < two[1]))
    {
        return Fit::No;
    }
    let (people, items) = (numbers(people), numbers(items));
    let mut ballots: HashMap<(u32, u32), Ballot> = HashMap::new();
    for row in (0..table.len()).filter(|row| is_asked(*row)) {
        let (Some(person), Some(item)) = (people.get(row), items.get(row)) else { return Fit::No };
        let ballot = ballots.entry((person, item)).or_insert(Ballot { is_whole: true, ..Ballot::default() });
        let bit = cells.get(row).and_then(place).map_or(0, |place| 1_u32 << place);
        if !is_named && ballot.places & bit != 0 {
            return Fit::No;
        }
        ballot.is_whole &= bit != 0;
        ballot.places |= bit;
        ballot.outputs = ballot.outputs.saturating_add(1);
        if !is_named && ballots.len() > counts[1] {
            return Fit::No;
        }
    }
    fit_of_all(ballots.into_values())
}

/// The cells of a column as numbers that are the same where they are.
fn numbers(column: &Column) -> Codes {
    let known: HashMap<&str, u32> = column.distinct().into_iter().zip(1..).collect();
    let Ok(numbers): Result<Codes, Infallible> =
        column.number_cells(|_, cell| Ok(cell.and_then(|cell| known.get(cell)).copied().unwrap_or_default()));
    numbers
}

fn fit_of_all(ballots: impl Iterator<Item = Ballot>) -> Fit {
    const FEWEST: usize = 3;
    let whole: Vec<Fit> = ballots.filter_map(Ballot::fit).collect();
    if whole.len() < FEWEST || whole.contains(&Fit::No) {
        Fit::No
    } else if whole.contains(&Fit::Tied) {
        Fit::Tied
    } else {
        Fit::Strict
    }
}

impl Ballot {
    /// How its places lie; whoever left some out says nothing either way.
    fn fit(self) -> Option<Fit> {
        let outputs = u32::from(self.outputs);
        if outputs < 2 || !self.is_whole {
            return None;
        }
        let (highest, all) = (u32::BITS - 1 - self.places.leading_zeros(), self.places.count_ones());
        Some(if outputs > 2 && all == outputs && highest == outputs {
            Fit::Strict
        } else if self.places & 2 != 0 && highest <= outputs {
            Fit::Tied
        } else {
            Fit::No
        })
    }
}

/// Asks whether these criteria are rankings.
fn question(ranked: &[String], asked: &[&CriterionMapping]) -> Option<Question> {
    let names: Vec<&str> = asked.iter().map(|criterion| criterion.name.as_deref().unwrap_or(&criterion.id)).collect();
    let all = ranked.iter().map(String::as_str).chain(asked.iter().map(|criterion| criterion.id.as_str()));
    let choice = |words: &str, line: String| Choice { words: words.to_owned(), line };
    (!asked.is_empty()).then(|| Question {
        sentence: format!(
            "in `{}`, the outputs of an item always have the numbers 1, 2, 3 and so on from one person, each once. Are these the places \
             of a ranking?",
            names.join("`, `")
        ),
        choices: vec![
            choice("yes, and 1 is the best", format!("import.ranked = {}", quoted_list(all))),
            choice(
                "no, they are ratings",
                format!("import.ranked = {}", quoted_list(ranked.iter().map(String::as_str))),
            ),
        ],
        typed: None,
    })
}

/// The mapping in which these criteria are rankings.
fn as_rankings(wanted: ImportMapping, ranked: &[String]) -> Result<ImportMapping, Stop> {
    if ranked.is_empty() {
        return Ok(wanted);
    }
    let mut written = wanted.written;
    if let Some(toml::Value::Array(criteria)) = written.get_mut("criteria") {
        for criterion in criteria.iter_mut().filter(|criterion| criterion.get("response").is_none()) {
            let id = criterion.get("id").and_then(toml::Value::as_str).unwrap_or_default();
            if ranked.iter().any(|known| known == id) {
                let lines = "better = \"lower\"\nresponse = { kind = \"ranking\", ties = true }";
                *criterion = with_lines(criterion.clone(), lines);
            }
        }
    }
    ImportMapping::default().with_known(written).map_err(Stop::Unreadable)
}
