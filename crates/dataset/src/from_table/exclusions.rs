//! The column that says which rows are excluded.

use table::{Column, Table};

use super::misfit::{TableMisfit, Tally, UnreadValues, toml_list};
use crate::{ExclusionRule, Mapping, is_called, yes_or_no};

/// Words in names of columns that say which rows count, instead of which do not.
const COUNTING: [&str; 8] = ["include", "included", "keep", "kept", "valid", "passed", "counts", "ok"];

/// The rule in a cell; nothing where it is empty or says no.
pub(super) fn rule(cell: &str) -> Option<ExclusionRule> {
    (yes_or_no(cell) != Some(false)).then(|| ExclusionRule::from_word(cell.trim()))
}

/// Refuses a column that says which rows count, and one that would exclude every row by words that are no rules.
pub(super) fn refuse_unclear(table: &Table, column: &Column, mapping: &Mapping) -> Result<(), TableMisfit> {
    let rule_of = |cell: &str| rule(cell).filter(|_| !mapping.is_missing(cell));
    let is_unknown = |cell: &str| {
        yes_or_no(cell).is_none() && rule_of(cell).is_some_and(|rule| matches!(rule, ExclusionRule::Said(_)))
    };
    let counts = is_called(column.name(), &COUNTING);
    let all = column.cells_once().all(|cell| rule_of(cell).is_some()) && column.iter().all(|cell| cell.is_some());
    let no_rule = all && column.cells_once().any(is_unknown);
    if !(counts || no_rule) {
        return Ok(());
    }
    let mut tally = Tally::default();
    for (row, cell) in column.iter().enumerate() {
        tally.count(cell.unwrap_or_default().trim(), table.row_number(row));
    }
    let values = tally.into_values();
    let kept: Vec<&str> =
        values.iter().map(|(value, _)| value.as_str()).filter(|value| yes_or_no(value) == Some(true)).collect();
    let name = toml::Value::from(column.name());
    let line = |kept: &str| format!("\n  only = {{ {name} = {kept} }}\n(or --where)");
    let remedy = if counts && !kept.is_empty() {
        format!("by its name it says which rows count: instead of `excluded`, give{}", line(&toml_list(kept)))
    } else {
        format!(
            "no row would count: let it say `no`, or nothing, where a row counts, or instead of `excluded` name the values of those that \
             do:{}",
            line("[\"…\"]")
        )
    };
    let wanted = "a rule that excludes a row, yes or no".to_owned();
    Err(TableMisfit::Values(vec![UnreadValues {
        file: table.file().to_owned(),
        column: column.name().to_owned(),
        wanted,
        values,
        remedy,
    }]))
}
