//! Names of people, items and systems as they look: without blanks around them, and the same letters alike however they are written.

use std::borrow::Cow;
use std::collections::BTreeSet;

use table::Table;
use unicode_normalization::UnicodeNormalization as _;

/// A name without blanks around it and letters that nobody sees, with one way of writing accents and blanks.
#[must_use]
pub fn plain_name(name: &str) -> Cow<'_, str> {
    let trimmed = name.trim();
    if trimmed.is_ascii() {
        return Cow::Borrowed(trimmed);
    }
    let mut plain = String::new();
    for letter in trimmed.nfc() {
        // Between letters of other scripts a joiner changes how they look.
        let is_joiner =
            matches!(letter, '\u{200c}' | '\u{200d}') && plain.chars().last().is_none_or(|it| it.is_ascii());
        if letter.is_whitespace() {
            plain.push(' ');
        } else if !is_unseen(letter) && !is_joiner {
            plain.push(letter);
        }
    }
    Cow::Owned(plain.trim().to_owned())
}

/// Blanks of no width, marks of direction and the like.
fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// The same table with plain names in these columns, and in words how many cells had others.
#[must_use]
pub fn with_plain_names<'t>(mut table: Cow<'t, Table>, columns: &[String]) -> (Cow<'t, Table>, Vec<String>) {
    let mut notes = Vec::new();
    for name in columns {
        let Some(column) = table.column(name) else { continue };
        if column.cells_once().all(|cell| cell == plain_name(cell)) {
            continue;
        }
        let cells = || column.iter().flatten();
        let blanks = cells().filter(|cell| *cell != cell.trim()).count();
        if blanks > 0 {
            notes.push(format!("`{name}`: blanks around names are not part of them (cells with some: {blanks})"));
        }
        let trimmed: BTreeSet<&str> = column.distinct().into_iter().map(str::trim).collect();
        let plain: BTreeSet<Cow<'_, str>> = trimmed.iter().map(|cell| plain_name(cell)).collect();
        if plain.len() < trimmed.len() {
            let alike = cells().filter(|cell| cell.trim() != plain_name(cell)).count();
            notes.push(format!(
                "`{name}`: names that look the same are one, however accents are written and whatever letters in them nobody sees (cells \
                 that were written otherwise: {alike})"
            ));
        }
        let made = column.map_texts(|cell| Some(plain_name(cell).into_owned()).filter(|cell| !cell.is_empty()));
        table.to_mut().set_column(made);
    }
    (table, notes)
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn what_looks_the_same_is_one_name() {
        for name in ["Mod\u{e8}le A", "Mode\u{300}le A", " Mod\u{e8}le\u{a0}A", "Mod\u{200b}\u{e8}le A\u{feff}"] {
            assert_eq!(plain_name(name), "Mod\u{e8}le A", "{name:?}");
        }
        assert_eq!(plain_name("ours\u{200d}"), "ours");
        // A joiner between letters of Persian is seen.
        assert_eq!(plain_name("می\u{200c}خواهم"), "می\u{200c}خواهم");
    }
}
