//! Columns of a table with a row for each answer, made from a form with a row for each person: every cell stays where it is.

use std::borrow::Borrow;
use std::convert::Infallible;

use super::codes::MISSING;
use super::levels::Levels;
use super::{Codes, Column};

impl Column {
    /// A column with the same cell in so many rows.
    #[must_use]
    pub fn constant(name: impl Into<String>, cell: &str, rows: usize) -> Column {
        let codes = Codes::from_iter([0]).repeat(rows);
        Column::from_levels(name, vec![cell.to_owned()], codes)
    }

    /// The cells of a column under another name, each for so many rows.
    #[must_use]
    pub fn repeat_cells(&self, name: impl Into<String>, times: usize) -> Column {
        Column::combine(name, [self].into_iter(), |codes| only_codes(codes).repeat(times), |text| Some(text.to_owned()))
    }

    /// The first cell of each column, then the second of each, and so on, as something makes of their texts. All have the same
    /// length. Each column is gone before the next is asked for: those of a large form are not in memory twice.
    #[must_use]
    pub fn take_turns(
        name: impl Into<String>,
        columns: impl Iterator<Item = Column>,
        make: impl FnMut(&str) -> Option<String>,
    ) -> Column {
        Column::combine(name, columns, Codes::take_turns, make)
    }

    /// For each of `chosen` the pattern of that number: rows of `patterns`, of which a pattern has so many.
    #[must_use]
    pub fn repeat_patterns(name: impl Into<String>, patterns: &Column, (chosen, width): (&Codes, usize)) -> Column {
        let arrange = |codes: Vec<Codes>| Codes::from_patterns(only_codes(codes), chosen.clone(), width);
        Column::combine(name, [patterns].into_iter(), arrange, |text| Some(text.to_owned()))
    }

    fn combine(
        name: impl Into<String>,
        columns: impl Iterator<Item = impl Borrow<Column>>,
        arrange: impl FnOnce(Vec<Codes>) -> Codes,
        mut make: impl FnMut(&str) -> Option<String>,
    ) -> Column {
        let mut levels = Levels::default();
        let mut code = |cell: Option<&str>| cell.and_then(&mut make).map_or(MISSING, |text| levels.number(&text));
        let Ok(codes): Result<Vec<Codes>, Infallible> =
            columns.map(|column| column.borrow().number_cells(|_, cell| Ok(code(cell)))).collect();
        let codes = arrange(codes);
        Column::from_levels(name, levels.into_texts(), codes)
    }
}

/// The codes of the only column.
fn only_codes(codes: Vec<Codes>) -> Codes {
    codes.into_iter().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Codes, Column};

    fn column(cells: &[&str]) -> Column {
        let mut column = Column::new("x");
        cells.iter().for_each(|cell| column.push(Some(*cell).filter(|cell| !cell.is_empty())));
        column
    }

    fn cells(column: &Column) -> String {
        column.iter().map(|cell| cell.unwrap_or("-")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_form_becomes_rows_of_answers() {
        assert_eq!(cells(&Column::constant("s", "ours", 3)), "ours ours ours");
        let people = column(&["ann", "", "bo"]).repeat_cells("who", 2);
        assert_eq!((people.name(), cells(&people).as_str()), ("who", "ann ann - - bo bo"));
        let (one, two) = (column(&["1", "2 ", ""]), column(&["2", "5", "4"]));
        let values =
            Column::take_turns("v", [one, two].into_iter(), |text| Some(text.trim().to_owned()).filter(|it| it != "4"));
        assert_eq!((cells(&values).as_str(), values.distinct().len()), ("1 2 2 5 - -", 3));
        let chosen: Codes = [1, 0, 1].into_iter().collect();
        let items = Column::repeat_patterns("i", &column(&["a", "b", "c", "d"]), (&chosen, 2));
        assert_eq!(cells(&items), "c d a b c d");
        assert_eq!(cells(&items.filtered(&[true, false, true, false, true, false])), "c a c");
        assert_eq!(cells(&items.map_texts(|text| (text != "a").then(|| text.to_uppercase()))), "C D - B C D");
    }
}
