//! Numbers that stand for no answer, as statistics programs have them: 99 beside ratings from 1 to 5.

use std::collections::BTreeSet;

use dataset::Mapping;
use table::Table;

use crate::question::{Choice, Question, quoted_list};
use crate::wanted::Wanted;

/// Numbers that are used so, far from any scale; `-1` only beside ratings from 1 on.
const STAND_INS: [i64; 11] = [-1, -9, -99, -999, 88, 98, 99, 888, 998, 999, 9999];

/// The numbers of a column that may stand for no answer: all others are whole, and on a scale of 10 points at most.
fn found(values: &BTreeSet<i64>) -> Vec<i64> {
    let (odd, rest): (Vec<i64>, Vec<i64>) = values.iter().partition(|value| STAND_INS.contains(value));
    let (Some(low), Some(high)) = (rest.first(), rest.last()) else { return Vec::new() };
    let is_scale = rest.len() > 2 && *low >= 0 && *high <= 10;
    let alone = odd.iter().all(|value| *value != -1 || *low >= 1);
    if is_scale && alone { odd } else { Vec::new() }
}

/// Asks whether such numbers are answers.
pub(super) fn question(table: &Table, wanted: &Wanted, columns: &[String]) -> Option<Question> {
    let mapping: &Mapping = &wanted.columns;
    if wanted.import.far_numbers || mapping.criterion.is_some() {
        return None;
    }
    let explained = |name: &String| {
        mapping.criteria.iter().any(|known| known.column.as_ref() == Some(name) && known.response.is_some())
    };
    columns.iter().filter(|name| !explained(name)).find_map(|name| {
        let cells = table.column(name)?.distinct();
        let answers = cells.iter().map(|cell| cell.trim()).filter(|cell| !mapping.is_missing(cell));
        let values: Option<BTreeSet<i64>> = answers.map(|cell| cell.parse().ok()).collect();
        let odd: Vec<String> = found(&values?).iter().map(i64::to_string).collect();
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
    use super::found;

    #[test]
    fn numbers_far_from_a_scale_may_stand_for_no_answer() {
        let of = |values: &[i64]| found(&values.iter().copied().collect());
        assert_eq!(of(&[1, 2, 4, 5, 99, -1]), [-1, 99]);
        assert_eq!(of(&[0, 1, 2, 3, 999]), [999]);
        for none in [&[1, 2, 3, 4, 5][..], &[-1, 0, 1, 2], &[0, 20, 55, 99], &[1, 99], &[-2, -1, 0, 1, 2]] {
            assert_eq!(of(none), [0_i64; 0], "{none:?}");
        }
    }
}
