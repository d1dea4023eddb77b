//! Which of the outputs shown a cell names: by a word for a side, or by its system.

use std::collections::BTreeSet;

use study::response::{Pairwise, grade_word};
use table::Column;

use super::misfit::{Occurrence, toml_list};
use super::systems::Systems;
use crate::mapping::{ChoiceBy, Words};
use crate::{Mapping, System};

/// What a cell names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    /// The output at this place, counted from 0.
    Output(usize),
    /// Neither of two.
    Equal,
}

impl Pick {
    fn side(self) -> &'static str {
        match self {
            Pick::Output(0) => "the output shown first",
            Pick::Output(1) => "the output shown second",
            Pick::Output(_) => "an output by its place",
            Pick::Equal => "neither",
        }
    }
}

/// Why a cell names nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoPick {
    /// Neither a word for a side nor a system shown.
    Unreadable,
    /// A word for this side, and another output's system.
    Ambiguous { side: &'static str, system: String },
}

const USUAL: [(&str, Pick); 5] =
    [("a", Pick::Output(0)), ("b", Pick::Output(1)), ("equal", Pick::Equal), ("tie", Pick::Equal), ("=", Pick::Equal)];

/// What a cell names, given the systems in the order shown.
pub(super) fn pick(cell: &str, shown: &[u16], mapping: &Mapping, systems: &Systems) -> Result<Pick, NoPick> {
    let system = systems.find(cell);
    let by_system = system.and_then(|system| shown.iter().position(|other| *other == system)).map(Pick::Output);
    let by_word = if shown.len() == 2 {
        read_by_mapping(&mapping.words, cell).or_else(|| match_usual_words(&mapping.words, cell))
    } else {
        // A name goes before a place.
        place(cell, shown.len()).map(Pick::Output).filter(|_| system.is_none())
    };
    let decided = mapping.choice_by.or(read_by_mapping(&mapping.words, cell).map(|_| ChoiceBy::Side));
    match (decided, by_word, system) {
        (Some(ChoiceBy::Side), by_word, _) => by_word.ok_or(NoPick::Unreadable),
        (Some(ChoiceBy::System) | None, Some(Pick::Equal), None) => Ok(Pick::Equal),
        (Some(ChoiceBy::System), _, _) | (None, None, _) => by_system.ok_or(NoPick::Unreadable),
        (None, Some(word), None) => Ok(word),
        (None, Some(word), Some(_)) if by_system == Some(word) => Ok(word),
        (None, Some(word), Some(system)) => {
            let System { id, .. } = &systems.known[usize::from(system)];
            Err(NoPick::Ambiguous { side: word.side(), system: id.clone() })
        }
    }
}

/// The place of one of several outputs: `1`, `2`, `3` or `A`, `B`, `C`.
fn place(cell: &str, outputs: usize) -> Option<usize> {
    let cell = cell.trim();
    let by_letter = match cell.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_lowercase() - b'a')),
        _ => None,
    };
    by_letter.or_else(|| cell.parse::<usize>().ok()?.checked_sub(1)).filter(|place| *place < outputs)
}

/// Whether a cell is a word for neither.
pub(super) fn is_equal(cell: &str, words: &Words) -> bool {
    read_by_mapping(words, cell).or_else(|| match_usual_words(words, cell)) == Some(Pick::Equal)
}

/// By the words of the mapping.
fn read_by_mapping(words: &Words, cell: &str) -> Option<Pick> {
    let sides = [(&words.a, Pick::Output(0)), (&words.b, Pick::Output(1)), (&words.equal, Pick::Equal)];
    let is = |words: &[String]| words.iter().any(|word| word.eq_ignore_ascii_case(cell.trim()));
    let graded = || {
        given_grade(words, cell).map(|grade| match grade {
            0 => Pick::Equal,
            1.. => Pick::Output(0),
            _second => Pick::Output(1),
        })
    };
    sides.into_iter().find(|(words, _)| is(words)).map(|(_, pick)| pick).or_else(graded)
}

fn given_grade(words: &Words, cell: &str) -> Option<i32> {
    words.grades.iter().find(|(word, _)| word.trim().eq_ignore_ascii_case(cell.trim())).map(|(_, grade)| *grade)
}

/// By how many degrees the first is over the second, as the mapping says it or as our pages write it (`a2`, `equal`, `b1`).
pub(super) fn grade(cell: &str, asked: &Pairwise, words: &Words) -> Option<i32> {
    let as_written = || asked.grades().into_iter().find(|grade| grade_word(*grade).eq_ignore_ascii_case(cell.trim()));
    let grade = given_grade(words, cell).or_else(as_written).or_else(|| is_equal(cell, words).then_some(0));
    grade.filter(|grade| asked.grades().contains(grade))
}

/// What was asked where the words of the mapping say how much better one is, and every answer is one of them.
pub(super) fn graded_response<'c>(words: &Words, cells: impl Iterator<Item = &'c str> + Clone) -> Option<Pairwise> {
    let said = words.grades.values().map(|grade| grade.unsigned_abs()).max();
    // As our own forms write it for other platforms.
    let as_written = || cells.clone().filter_map(written_degree).max();
    let strongest = said.or_else(as_written).filter(|degrees| *degrees > 1)?;
    let asked = Pairwise { ties: true, equal: None, degrees: degrees(words, strongest) };
    let ties = cells.clone().any(|cell| grade(cell, &asked, words) == Some(0));
    cells.into_iter().all(|cell| grade(cell, &asked, words).is_some()).then_some(Pairwise { ties, ..asked })
}

/// The degree in `a2` or `b1`.
fn written_degree(cell: &str) -> Option<u32> {
    let cell = cell.trim().to_lowercase();
    cell.strip_prefix(['a', 'b'])?.parse().ok().filter(|degree| (1..=4).contains(degree))
}

/// The words for the degrees, from the slightest, without the side that they are said of.
fn degrees(words: &Words, strongest: u32) -> Vec<String> {
    const SIDES: [&str; 16] = [
        "a", "b", "first", "second", "left", "right", "1", "2", "the", "is", "text", "output", "response", "option",
        "system", "model",
    ];
    let said = |degree: u32| {
        let of = |(_, grade): &(&String, &i32)| grade.unsigned_abs() == degree;
        let (word, _) = words.grades.iter().find(of)?;
        let kept: Vec<&str> =
            word.split_whitespace().filter(|part| !SIDES.contains(&part.to_lowercase().as_str())).collect();
        Some(kept.join(" ")).filter(|words| words.chars().any(char::is_alphabetic))
    };
    let all: Option<Vec<String>> = (1..=strongest).map(said).collect();
    let distinct = |all: &Vec<String>| all.iter().collect::<BTreeSet<_>>().len() == all.len();
    all.filter(distinct).unwrap_or_else(|| (1..=strongest).map(|degree| format!("better by {degree}")).collect())
}

/// By the usual words, for the sides that the mapping gives none for.
fn match_usual_words(words: &Words, cell: &str) -> Option<Pick> {
    let unsaid = |pick: &Pick| match pick {
        Pick::Output(0) => words.a.is_empty(),
        Pick::Output(_) => words.b.is_empty(),
        Pick::Equal => words.equal.is_empty(),
    };
    USUAL.into_iter().find(|(word, pick)| unsaid(pick) && word.eq_ignore_ascii_case(cell.trim())).map(|(_, pick)| pick)
}

/// The line of a mapping that would make these values readable, as far as their meaning can be told.
pub(super) fn remedy(values: &[(String, Occurrence)], column: Option<&Column>) -> String {
    const FIRST: [&str; 5] = ["first", "left", "1", "option a", "text a"];
    const SECOND: [&str; 5] = ["second", "right", "2", "option b", "text b"];
    const NEITHER: [&str; 8] = ["same", "neither", "both", "draw", "none", "no preference", "0", "equally good"];
    let among = |list: &[&str]| -> Vec<&str> {
        let values = values.iter().map(|(value, _)| value.as_str());
        values.filter(|value| list.contains(&value.trim().to_lowercase().as_str())).collect()
    };
    let (first, second, mut neither) = (among(&FIRST), among(&SECOND), among(&NEITHER));
    let named_count = first.len() + second.len() + neither.len();
    let all = || values.iter().map(|(value, _)| value.as_str());
    let seen = |word: &str| {
        column.is_some_and(|column| column.iter().flatten().any(|cell| cell.trim().eq_ignore_ascii_case(word)))
    };
    if named_count == 0 && values.len() == 1 && seen("a") && seen("b") {
        neither = all().collect();
    }
    let sides = [("a", first), ("b", second), ("equal", neither)];
    let said: Vec<String> = sides
        .iter()
        .filter(|(_, words)| !words.is_empty())
        .map(|(side, words)| format!("{side} = {}", toml_list(words.iter().copied())))
        .collect();
    let line = if said.is_empty() {
        "words = { a = […], b = […], equal = […] }".to_owned()
    } else {
        format!("words = {{ {} }}", said.join(", "))
    };
    format!(
        "say in the mapping what they stand for, for example\n  {line}\nor, if they mean that there is no answer,\n  missing = {}",
        toml_list(all())
    )
}
