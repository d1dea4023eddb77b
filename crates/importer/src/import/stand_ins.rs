//! Numbers that stand for no answer, as statistics programs have them, and slips: 99 or 44 beside ratings from 1 to 5.

use std::collections::BTreeMap;

use dataset::Mapping;
use table::Table;

use crate::import_mapping::ImportMapping;
use crate::question::{Choice, Question, quoted_list};

/// Numbers that are used so, far from any scale; `-1` only beside ratings from 1 on.
const STAND_INS: [i64; 11] = [-1, -9, -99, -999, 88, 98, 99, 888, 998, 999, 9999];

/// The numbers of a column that may stand for no answer, or be slips: all others are whole, and on a scale of 10 points at most.
fn find_stand_ins(values: &BTreeMap<i64, usize>) -> Vec<i64> {
    let all: usize = values.values().sum();
    // A slip such as 44 is rare; what stands for no answer may be frequent.
    let is_slip = |value: i64, count: usize| value > 10 && count * 50 <= all;
    let is_odd = |value: i64, count: usize| STAND_INS.contains(&value) || is_slip(value, count);
    let of = |wanted: bool| -> Vec<i64> {
        let those = values.iter().filter(|(value, count)| is_odd(**value, **count) == wanted);
        those.map(|(value, _)| *value).collect()
    };
    let (odd, rest) = (of(true), of(false));
    let (Some(low), Some(high)) = (rest.first(), rest.last()) else { return Vec::new() };
    let is_scale = rest.len() > 2 && *low >= 0 && *high <= 10;
    let alone = odd.iter().all(|value| *value != -1 || *low >= 1);
    if is_scale && alone { odd } else { Vec::new() }
}

/// Words in the names of columns that count something, without an end.
const COUNTED: [&str; 9] = ["error", "mistake", "fault", "typo", "count", "number", "words", "edits", "seconds"];

/// Asks whether such numbers are answers.
pub(super) fn question(table: &Table, wanted: &ImportMapping, columns: &[String]) -> Option<Question> {
    let mapping: &Mapping = &wanted.columns;
    if wanted.import.far_numbers || mapping.criterion.is_some() {
        return None;
    }
    let explained = |name: &String| {
        mapping.criteria.iter().any(|known| known.column.as_ref() == Some(name) && known.response.is_some())
    };
    columns.iter().filter(|name| !explained(name)).find_map(|name| {
        let counts = COUNTED.iter().any(|word| name.to_lowercase().contains(word));
        let column = table.column(name)?;
        let is_odd = |cell: &&str| cell.trim().parse().is_ok_and(|value: i64| value > 10 || STAND_INS.contains(&value));
        if !column.cells_once().any(|cell| is_odd(&cell)) {
            return None;
        }
        let answers = column.iter().flatten().map(str::trim).filter(|cell| !mapping.is_missing(cell));
        let mut values: BTreeMap<i64, usize> = BTreeMap::new();
        for cell in answers {
            *values.entry(cell.parse().ok()?).or_default() += 1;
        }
        let found = find_stand_ins(&values).into_iter().filter(|value| !counts || STAND_INS.contains(value));
        let odd: Vec<String> = found.map(|value| value.to_string()).collect();
        let choice = |words: &str, line: String| Choice { words: words.to_owned(), line };
        (!odd.is_empty()).then(|| Question {
            sentence: format!("is `{}` in the column `{name}` an answer, or does it stand for none?", odd.join("`, `")),
            choices: vec![
                choice("no answer", format!("missing = {}", quoted_list(odd.iter().map(String::as_str)))),
                choice("an answer like the others", "import.far_numbers = true".to_owned()),
            ],
            typed: None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::find_stand_ins;

    #[test]
    fn numbers_far_from_a_scale_may_stand_for_no_answer() {
        let of = |values: &[i64]| find_stand_ins(&values.iter().map(|value| (*value, 1)).collect());
        assert_eq!(of(&[1, 2, 4, 5, 99, -1]), [-1, 99]);
        assert_eq!(of(&[0, 1, 2, 3, 999]), [999]);
        for none in [&[1, 2, 3, 4, 5][..], &[-1, 0, 1, 2], &[0, 20, 55, 99], &[1, 99], &[-2, -1, 0, 1, 2]] {
            assert_eq!(of(none), [0_i64; 0], "{none:?}");
        }
        // One slip among many answers; not what comes again and again.
        let with =
            |slip: i64, count: usize| find_stand_ins(&[(1, 40), (2, 30), (4, 30), (slip, count)].into_iter().collect());
        assert_eq!((with(44, 1), with(44, 9), with(9, 1)), (vec![44], vec![], vec![]));
    }
}
