//! Numbers that stand for no answer, as statistics programs have them, and slips: asked about before they are read.

use std::collections::HashMap;

use dataset::Mapping;
use table::Table;

use crate::import_mapping::ImportMapping;
use crate::question::{Choice, Question, quoted_list};

/// Asks whether numbers far from the others are answers.
pub(super) fn question(table: &Table, wanted: &ImportMapping, columns: &[String]) -> Option<Question> {
    let mapping: &Mapping = &wanted.columns;
    if wanted.import.far_numbers || mapping.criterion.is_some() {
        return None;
    }
    let explained = |name: &String| {
        mapping.criteria.iter().any(|known| known.column.as_ref() == Some(name) && known.response.is_some())
    };
    columns.iter().filter(|name| !explained(name)).find_map(|name| {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for cell in table.column(name)?.iter().flatten().map(str::trim).filter(|cell| !mapping.is_missing(cell)) {
            *counts.entry(cell).or_default() += 1;
        }
        let mut cells: Vec<(f64, &str, usize)> = Vec::new();
        for (cell, count) in counts {
            cells.push((cell.parse().ok().filter(|number: &f64| number.is_finite())?, cell, count));
        }
        cells.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        // `-9` and `-9.0` are one number.
        let same = |a: &(f64, &str, usize), b: &(f64, &str, usize)| a.0.total_cmp(&b.0).is_eq();
        let values: Vec<(f64, usize)> =
            cells.chunk_by(same).map(|alike| (alike[0].0, alike.iter().map(|it| it.2).sum())).collect();
        let far = dataset::far_numbers(&values, &[name]);
        let is_far = |number: f64| far.iter().any(|far| far.total_cmp(&number).is_eq());
        let odd: Vec<&str> = cells.iter().filter(|(number, ..)| is_far(*number)).map(|(_, cell, _)| *cell).collect();
        let choice = |words: &str, line: String| Choice { words: words.to_owned(), line };
        (!odd.is_empty()).then(|| Question {
            sentence: format!("is `{}` in the column `{name}` an answer, or does it stand for none?", odd.join("`, `")),
            choices: vec![
                choice("no answer", format!("missing = {}", quoted_list(odd.iter().copied()))),
                choice("an answer like the others", "import.far_numbers = true".to_owned()),
            ],
            typed: None,
        })
    })
}
