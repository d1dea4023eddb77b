//! Columns that nothing is read from: what they say about rows may be missing from every number.

use std::collections::BTreeMap;

use table::{Column, Table};

use crate::{Mapping, is_called};

/// Words in names of columns that say which rows count.
const SIFTING: [&str; 20] = [
    "attention",
    "check",
    "checks",
    "trap",
    "gold",
    "catch",
    "screener",
    "honeypot",
    "bot",
    "exclude",
    "excluded",
    "exclusion",
    "include",
    "included",
    "keep",
    "valid",
    "invalid",
    "failed",
    "passed",
    "rejected",
];

/// The columns that are not read, in one line, and a line for each that looks as if it said which rows count. What a note names is known.
pub(super) fn describe(table: &Table, mapping: &Mapping, notes: &[String]) -> Vec<String> {
    const MOST: usize = 12;
    let read = mapping.columns();
    let is_named = |name: &str| notes.iter().any(|note| note.contains(&format!("`{name}`")));
    // What a data frame or a table calls a column without a name numbers the rows.
    let is_unnamed =
        |name: &str| ["column ", "Unnamed: "].iter().any(|it| name.strip_prefix(it).is_some_and(is_digits));
    let is_known = |name: &str| read.contains(&name) || is_named(name) || is_unnamed(name);
    let unread: Vec<&Column> = table.columns().iter().filter(|column| !is_known(column.name())).collect();
    let (sifting, others): (Vec<&Column>, Vec<&Column>) =
        unread.into_iter().partition(|column| is_called(column.name(), &SIFTING));
    let mut lines: Vec<String> = sifting.into_iter().map(describe_sifting).collect();
    if !others.is_empty() {
        let more = others.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names: Vec<&str> = others.iter().take(MOST).map(|column| column.name()).collect();
        lines.push(format!("nothing is read from `{}`{more}", names.join("`, `")));
    }
    lines
}

/// What such a column holds, and how it is used.
fn describe_sifting(column: &Column) -> String {
    const MOST: usize = 5;
    let name = column.name();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    column.iter().for_each(|cell| *counts.entry(cell.unwrap_or_default().trim()).or_default() += 1);
    let mut values: Vec<(&str, usize)> = counts.into_iter().collect();
    values.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let listed = values.iter().take(MOST).map(|(value, count)| match *value {
        "" => format!("empty {count}"),
        value => format!("`{value}` {count}"),
    });
    let listed = listed.collect::<Vec<_>>().join(", ");
    let more = if values.len() > MOST { ", …" } else { "" };
    format!(
        "`{name}` looks as if it said which rows count, and is not read ({listed}{more}): all rows count. To keep only some, give `--where` \
         with the column and its values, or `only` in the mapping"
    )
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
