//! Columns that come in twos, one for each output of a pair.

use std::collections::BTreeSet;

use table::{Column, Table};

use crate::gather::Rows;
use crate::import_mapping::ImportMapping;
use crate::number_columns::{self, Range};
use crate::source::Reading;

/// The words by which the names of two such columns differ.
const SIDES: [(&str, &str); 6] =
    [("a", "b"), ("1", "2"), ("left", "right"), ("first", "second"), ("A", "B"), ("0", "1")];

/// Words in the names of columns that hold systems.
const SYSTEMS: [&str; 8] = ["system", "model", "sys", "method", "generator", "engine", "setup", "condition"];

/// Whether the name of a column says that it holds systems.
pub(crate) fn says_system(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name);
    let plain: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
    SYSTEMS.iter().any(|word| plain.starts_with(word) || plain.ends_with(word))
}

/// What the column of the other side would be called, and whether this one is the first.
pub(crate) fn other_side(name: &str) -> Option<(String, bool)> {
    SIDES.iter().find_map(|(first, second)| {
        let second_for_first = sides(name, first, second).into_iter().next().map(|other| (other, true));
        second_for_first.or_else(|| sides(name, second, first).into_iter().next().map(|other| (other, false)))
    })
}

/// Two columns whose names differ only in the side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ColumnPair {
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) holds: Holds,
}

/// What two columns hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The same few names in both.
    Names,
    /// Longer texts, mostly different ones.
    Texts,
    /// Something else: numbers, say.
    Else,
}

/// The columns that come in twos.
pub(crate) fn find(table: &Table) -> Vec<ColumnPair> {
    let names: BTreeSet<&str> = table.columns().iter().map(Column::name).collect();
    let mut found: Vec<ColumnPair> = Vec::new();
    for column in table.columns() {
        let name = column.name();
        for (first, second) in SIDES {
            let other = sides(name, first, second).into_iter().find(|other| names.contains(other.as_str()));
            let Some(other) = other.and_then(|other| table.column(&other)) else { continue };
            if found.iter().all(|known| known.first != name && known.second != other.name()) {
                found.push(ColumnPair {
                    first: name.to_owned(),
                    second: other.name().to_owned(),
                    holds: holds(column, other),
                });
            }
        }
    }
    found
}

/// Columns that come in so many or more, numbered or lettered from the first: `system_1`, `system_2`, `system_3`; with what they
/// hold.
pub(crate) fn several(table: &Table, least: usize) -> Vec<(Vec<&Column>, Holds)> {
    const MARKS: [&str; 4] = ["123456789", "abcdefghi", "ABCDEFGHI", "0123456789"];
    let mut found: Vec<(Vec<&Column>, Holds)> = Vec::new();
    for column in table.columns() {
        for marks in MARKS {
            let beside = |at: usize| sides(column.name(), &marks[..1], &marks[at..=at]);
            let places = beside(0).len();
            for place in 0..places {
                let all: Vec<&Column> = (0..marks.len()).map_while(|at| table.column(beside(at).get(place)?)).collect();
                let known = found.iter().any(|(known, _)| known.iter().any(|one| one.name() == column.name()));
                if let ([first, second, ..], false) = (all.as_slice(), known)
                    && all.len() >= least.max(2)
                {
                    let holds = holds(first, second);
                    found.push((all, holds));
                }
            }
        }
    }
    found
}

/// The name with one side for the other, wherever the side stands as a word or at an end.
fn sides(name: &str, first: &str, second: &str) -> Vec<String> {
    let bound = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    name.match_indices(first)
        .filter(|(at, _)| {
            let before = name[..*at].chars().next_back();
            let after = name[at + first.len()..].chars().next();
            bound(after) || (bound(before) && before.is_some())
        })
        .map(|(at, _)| format!("{}{second}{}", &name[..at], &name[at + first.len()..]))
        .collect()
}

fn holds(first: &Column, second: &Column) -> Holds {
    const MOST_NAMES: usize = 200;
    let distinct = |column: &Column| -> BTreeSet<String> {
        column.iter().flatten().map(|cell| cell.trim().to_owned()).take(5000).collect()
    };
    let (one, two) = (distinct(first), distinct(second));
    let numbers = one.iter().chain(&two).all(|cell| cell.parse::<f64>().is_ok());
    let both = || first.iter().chain(second.iter()).flatten().take(2000);
    let (cells, letters) = both().fold((0, 0), |(n, l), cell| (n + 1, l + cell.len()));
    // Texts that were compared with several others come again, too; but names are a few words, and texts are many.
    let words: usize = both().map(|cell| cell.split_whitespace().count()).sum();
    let rows = first.len().max(1);
    let most = if says_system(first.name()) { MOST_NAMES } else { MOST_NAMES.min((rows / 2).max(2)) };
    let few = one.union(&two).count() <= most;
    if numbers || cells == 0 {
        Holds::Else
    } else if few
        && letters / cells < 60
        && words < 5 * cells
        && (one.intersection(&two).next().is_some() || one.len() * two.len() == 1 || says_system(first.name()))
    {
        Holds::Names
    } else if letters / cells >= 10 {
        Holds::Texts
    } else {
        Holds::Else
    }
}

/// Outputs that were shown together and rated each by itself, as a row each.
pub(crate) struct RatedApart {
    pub(crate) table: Table,
    texts: bool,
    note: String,
}

impl RatedApart {
    /// The columns `system` and `text` that each row has now.
    pub(crate) fn tell(self, reading: &mut Reading) {
        reading.know("system", "system");
        if self.texts {
            reading.know("import.outputs", vec!["text"]);
        }
        reading.notes.push(self.note);
    }
}

/// Columns that differ in the output they are about, in the order of the outputs.
struct Group {
    columns: Vec<String>,
    holds: Holds,
}

impl Group {
    /// Whether these are the systems, by what they hold and by their names: `system1`, `Input.model_1`.
    fn are_systems(&self) -> bool {
        self.holds == Holds::Names && says_system(&self.columns[0])
    }
}

/// The columns that come in as many as the systems do: in threes and more, or in twos.
fn groups(table: &Table) -> Vec<Group> {
    let several: Vec<Group> = several(table, 3)
        .into_iter()
        .map(|(all, holds)| Group { columns: all.iter().map(|column| column.name().to_owned()).collect(), holds })
        .collect();
    let systems = several.iter().find(|group| group.are_systems());
    match systems.map(|group| group.columns.len()) {
        Some(many) => several.into_iter().filter(|group| group.columns.len() == many).collect(),
        None => find(table)
            .into_iter()
            .map(|sided| Group { columns: vec![sided.first, sided.second], holds: sided.holds })
            .collect(),
    }
}

/// A row for each of two or more outputs, where the answers come in as many and are numbers; nothing where it is something else. What
/// was answered once about all stands in the row of the first. The names of answers begin with `prefix`, where they are marked.
pub(crate) fn rated_apart(table: &Table, wanted: &ImportMapping, prefix: &str) -> Option<RatedApart> {
    let columns = &wanted.columns;
    let said = columns.system.as_deref().is_some_and(|name| name != "system" || table.column(name).is_some());
    if said || columns.choice.is_some() || !columns.shown.is_empty() || wanted.import.one_system.is_some() {
        return None;
    }
    let all = groups(table);
    let of = |holds: Holds| all.iter().filter(move |group| group.holds == holds).collect::<Vec<_>>();
    let is_scale = |name: &String| {
        let range = table.column(name).and_then(|column| number_columns::range(column, wanted));
        matches!(range, Some(Range::One | Range::Scale | Range::Hundred))
    };
    let names: Vec<&Group> = of(Holds::Names);
    let systems = match names.as_slice() {
        [only] => *only,
        several => several.iter().copied().find(|group| group.columns.len() > 2 && group.are_systems())?,
    };
    let is_rated = |group: &Group| group.columns[0].starts_with(prefix) && group.columns.iter().all(is_scale);
    let rated: Vec<&Group> = of(Holds::Else).into_iter().filter(|group| is_rated(group)).collect();
    if rated.is_empty() || table.column("system").is_some() {
        return None;
    }
    let texts = of(Holds::Texts);
    let texts: Option<&Group> = if let [only] = texts.as_slice() { Some(only) } else { None };
    let named = |group: &&Group| -> (Vec<String>, String) {
        let [first, second, ..] = group.columns.as_slice() else { return (Vec::new(), String::new()) };
        (group.columns.clone(), stem(first, second))
    };
    let mut sided: Vec<(Vec<String>, String)> = vec![(systems.columns.clone(), "system".to_owned())];
    sided.extend(texts.map(|texts| (texts.columns.clone(), "text".to_owned())));
    sided.extend(rated.iter().map(named));
    if systems.columns.len() > 2 {
        // Of more than two, whatever has as many columns is about one output each: its id, say.
        let taken: Vec<String> = sided.iter().map(|(columns, _)| columns[0].clone()).collect();
        sided.extend(all.iter().filter(|group| !taken.contains(&group.columns[0])).map(|group| named(&group)));
    }
    let in_sides = |name: &str| sided.iter().any(|(columns, _)| columns.iter().any(|column| column == name));
    let others: Vec<&Column> = table.columns().iter().filter(|column| !in_sides(column.name())).collect();
    let mut rows = Rows::default();
    for row in 0..table.len() {
        rows.set_origin(table.row_number(row));
        for at in 0..systems.columns.len() {
            let once = |name: &str| !prefix.is_empty() && name.starts_with(prefix);
            let about = others.iter().filter(|column| at == 0 || !once(column.name()));
            let about = about.map(|column| (column.name(), column.get(row)));
            let own = sided
                .iter()
                .map(|(columns, name)| (name.as_str(), table.column(&columns[at]).and_then(|column| column.get(row))));
            rows.push(about.chain(own));
        }
    }
    let lists: Vec<String> = rated.iter().map(|group| format!("`{}`", group.columns.join("` and `"))).collect();
    let many = if systems.columns.len() == 2 { "two".to_owned() } else { systems.columns.len().to_string() };
    let note = format!("{}: each of the {many} outputs was rated by itself, and is a row of its own", lists.join(", "));
    Some(RatedApart { table: rows.finish(table.file()), texts: texts.is_some(), note })
}

/// What the names of two columns have in common.
fn stem(first: &str, second: &str) -> String {
    let before = first.char_indices().zip(second.chars()).take_while(|((_, a), b)| a == b).last();
    let before = before.map_or(0, |((at, letter), _)| at + letter.len_utf8());
    let after: String = {
        let (one, two) = (&first[before..], &second[before..]);
        let tail: Vec<char> =
            one.chars().rev().zip(two.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect();
        tail.into_iter().rev().collect()
    };
    let stem = format!("{}{after}", &first[..before]);
    let stem = stem.trim_matches(|letter: char| !letter.is_alphanumeric());
    if stem.is_empty() { "rating".to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use table::Table;

    use super::{Holds, find, several, stem};

    #[test]
    fn columns_of_two_sides_share_a_name() {
        assert_eq!(stem("Answer.fluency_1", "Answer.fluency_2"), "Answer.fluency");
        assert_eq!((stem("A: tone", "B: tone"), stem("a", "b")), ("tone".to_owned(), "rating".to_owned()));
    }

    #[test]
    fn columns_that_come_in_several_are_found_in_their_order() {
        let text = "item,system_1,system_2,system_3,text A,text B,text C,q1,q2\n\
            1,x,y,z,One cat sat there.,Two cats sat there.,No cat sat there.,1,2\n\
            2,z,x,y,One dog sat there.,Two dogs sat there.,No dog sat there.,1,2\n\
            3,z,x,y,One cow sat there.,Two cows sat there.,No cow sat there.,1,2\n\
            4,z,x,y,One owl sat there.,Two owls sat there.,No owl sat there.,1,2\n\
            5,z,x,y,One ant sat there.,Two ants sat there.,No ant sat there.,1,2\n\
            6,z,x,y,One bee sat there.,Two bees sat there.,No bee sat there.,1,2\n";
        let table = Table::read("t.csv", text.as_bytes()).unwrap();
        let found = several(&table, 3);
        let shown: Vec<(Vec<&str>, Holds)> =
            found.iter().map(|(all, holds)| (all.iter().map(|column| column.name()).collect(), *holds)).collect();
        let expected = [
            (vec!["system_1", "system_2", "system_3"], Holds::Names),
            (vec!["text A", "text B", "text C"], Holds::Texts),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn short_texts_that_come_again_are_no_names() {
        let text = "system_a,system_b,text_a,text_b\n\
            x,y,One cat sat on the mat.,Two cats sat on the mat.\n\
            y,x,Two cats sat on the mat.,One cat sat on the mat.\n\
            x,y,One cat sat on the mat.,Two cats sat on the mat.\n\
            y,x,Two cats sat on the mat.,One cat sat on the mat.\n";
        let found = find(&Table::read("t.csv", text.as_bytes()).unwrap());
        let shown: Vec<(&str, Holds)> = found.iter().map(|pair| (pair.first.as_str(), pair.holds)).collect();
        assert_eq!(shown, [("system_a", Holds::Names), ("text_a", Holds::Texts)]);
    }

    #[test]
    fn columns_that_differ_in_the_side_are_found_with_what_they_hold() {
        let text = "id,source_a,source_b,senta,sentb,toxa,toxb,data\n\
            1,gpt,ours,The first long sentence.,Another longer sentence.,0.1,0.2,x\n\
            2,ours,gpt,A third one that is long.,A fourth one that is long.,0.3,0.4,y\n\
            3,ours,gpt,A fifth one that is long.,A sixth one that is long.,0.3,0.4,z\n\
            4,ours,gpt,A seventh one that is long.,An eighth one that is long.,0.3,0.4,z\n";
        let found = find(&Table::read("t.csv", text.as_bytes()).unwrap());
        let shown: Vec<(&str, Holds)> = found.iter().map(|pair| (pair.first.as_str(), pair.holds)).collect();
        assert_eq!(shown, [("source_a", Holds::Names), ("senta", Holds::Texts), ("toxa", Holds::Else)]);
    }
}
