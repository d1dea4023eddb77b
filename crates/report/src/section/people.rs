//! Who took part.

use analysis::Results;

use super::family::words;
use super::home::{Home, families};
use crate::document::Section;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new("who-took-part", "Who took part");
    let columns = vec![Column::words(""), Column::numbers("count")];
    let mut table = Table::new("who-took-part-counts", "Participants and what they did", columns);
    let checked = results.get("checks_answered", None, &[]).is_some_and(|answered| answered.estimate.value > 0.0);
    for (name, numbers) in families(results, None, Home::People) {
        if let [one] = numbers[..]
            && (checked || !name.starts_with("checks"))
        {
            table.row(vec![Cell::text(words(name)), Cell::Number(Number::from(one), Face::Value)]);
        }
    }
    section.table(table);
    for (name, numbers) in families(results, None, Home::People) {
        if numbers.len() > 1 {
            let id = format!("who-took-part-{}", crate::slug(name));
            section.table(super::family::table(results, id, words(name), &numbers));
        }
    }
    section
}
