//! Columns whose names hold what was judged: `gpt_fluency`, `B: adequacy`, `rank_ours`, `Text 1: gpt: fluency`.

use std::collections::BTreeSet;

use table::{Column, Table};

use crate::gather::Rows;
use crate::question::{Choice, Question, Stop, quoted, quoted_list};

/// Words in names that say that numbers are the places of a ranking.
const PLACES: [&str; 16] = [
    "rank",
    "ranks",
    "ranked",
    "ranking",
    "place",
    "places",
    "placement",
    "position",
    "rang",
    "rangplatz",
    "platz",
    "platzierung",
    "classement",
    "puesto",
    "排名",
    "順位",
];

/// Whether a name says that its numbers are places: `rank`, `Rank of text A`, `rankA`.
pub(crate) fn says_place(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric()).any(|word| {
        let lower = word.to_lowercase();
        let lettered = word.strip_suffix(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
        PLACES.contains(&lower.as_str()) || lettered.is_some_and(|word| PLACES.contains(&word.to_lowercase().as_str()))
    })
}

/// What may stand between the parts of a name, the longest first.
const BETWEEN: [&str; 7] = [" - ", ": ", "__", " ", "_", ".", "-"];

/// A part of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Item,
    System,
    Criterion,
}

impl Part {
    const ALL: [Part; 3] = [Part::Item, Part::System, Part::Criterion];

    fn mark(self) -> &'static str {
        match self {
            Part::Item => "{item}",
            Part::System => "{system}",
            Part::Criterion => "{criterion}",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Part::Item => "items",
            Part::System => "systems",
            Part::Criterion => "criteria",
        }
    }
}

/// Which part of a name is the item, which the system, and which the criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    before: String,
    /// Each part with what stands behind it.
    parts: Vec<(Part, String)>,
}

/// What a table has become by a pattern: a row for each item and system, with a column for each criterion.
pub(crate) struct LongTable {
    pub(crate) table: Table,
    pub(crate) criteria: Vec<String>,
    /// The columns that were made: `item`, `system`.
    pub(crate) made: Vec<&'static str>,
}

impl Pattern {
    /// Reads `{system}: {criterion}`, `rank_{system}` or `{item}_{system}`.
    pub(crate) fn read(text: &str) -> Option<Pattern> {
        let next = |text: &str| {
            Part::ALL.into_iter().filter_map(|part| Some((text.find(part.mark())?, part))).min_by_key(|(at, _)| *at)
        };
        let (first, _) = next(text)?;
        let mut parts: Vec<(Part, String)> = Vec::new();
        let mut rest = &text[first..];
        while let Some((_, part)) = next(rest) {
            rest = &rest[part.mark().len()..];
            let until = next(rest).map_or(rest.len(), |(at, _)| at);
            let is_told_apart = until > 0 || until == rest.len();
            if parts.iter().any(|(known, _)| *known == part) || !is_told_apart {
                return None;
            }
            parts.push((part, rest[..until].to_owned()));
            rest = &rest[until..];
        }
        let about = parts.iter().any(|(part, _)| *part != Part::Criterion);
        about.then(|| Pattern { before: text[..first].to_owned(), parts })
    }

    /// The parts that a name holds, in the order of the pattern.
    fn split<'n>(&self, name: &'n str) -> Option<Vec<&'n str>> {
        let mut rest = name.strip_prefix(self.before.as_str())?;
        let mut found = Vec::new();
        for (at, (_, behind)) in self.parts.iter().enumerate() {
            let (part, more) = if at + 1 == self.parts.len() {
                (rest.strip_suffix(behind.as_str())?, "")
            } else {
                rest.split_once(behind.as_str())?
            };
            found.push(part.trim());
            rest = more;
        }
        found.iter().all(|part| !part.is_empty()).then_some(found)
    }

    fn part<'n>(&self, of: Part, found: &[&'n str]) -> Option<&'n str> {
        self.parts.iter().position(|(part, _)| *part == of).map(|at| found[at])
    }

    /// What is asked, where only the words around the system say it.
    fn criterion(&self) -> &str {
        let bare = |text: &'_ str| text.trim_matches(|letter: char| !letter.is_alphanumeric()).len();
        let around = std::iter::once(&self.before).chain(self.parts.iter().map(|(_, behind)| behind));
        // The first of the longest.
        let longest = around.rev().max_by_key(|text| bare(text)).map(String::as_str).unwrap_or_default();
        let name = longest.trim_matches(|letter: char| !letter.is_alphanumeric());
        if name.is_empty() { "answer" } else { name }
    }

    /// Whether the words around the parts say that the numbers are places, as in `{criterion} rank {system}`.
    pub(crate) fn says_place(&self) -> bool {
        std::iter::once(&self.before).chain(self.parts.iter().map(|(_, behind)| behind)).any(|text| says_place(text))
    }

    /// One row for each item and system, with a column for each criterion; nothing where no column fits.
    pub(crate) fn melt_table(&self, table: &Table) -> Option<LongTable> {
        let mut fits: Vec<(&Column, [Option<&str>; 2], &str)> = Vec::new();
        let mut others: Vec<&Column> = Vec::new();
        for column in table.columns() {
            match self.split(column.name()) {
                None => others.push(column),
                Some(found) => {
                    let about = [self.part(Part::Item, &found), self.part(Part::System, &found)];
                    let asked = self.part(Part::Criterion, &found).unwrap_or_else(|| self.criterion());
                    fits.push((column, about, asked));
                }
            }
        }
        let mut judged: Vec<[Option<&str>; 2]> = Vec::new();
        let mut criteria: Vec<&str> = Vec::new();
        for (_, about, criterion) in &fits {
            if !judged.contains(about) {
                judged.push(*about);
            }
            if !criteria.contains(criterion) {
                criteria.push(criterion);
            }
        }
        let mut rows = Rows::default();
        for row in 0..table.len() {
            rows.set_origin(table.row_number(row));
            for about in &judged {
                let mut line: Vec<(&str, Option<&str>)> =
                    others.iter().map(|column| (column.name(), column.get(row))).collect();
                line.extend(["item", "system"].into_iter().zip(*about).filter(|(_, name)| name.is_some()));
                line.extend(
                    fits.iter().filter(|it| it.1 == *about).map(|(column, _, asked)| (*asked, column.get(row))),
                );
                rows.push(line);
            }
        }
        let made = [(Part::Item, "item"), (Part::System, "system")];
        let made = made.into_iter().filter(|(part, _)| self.parts.iter().any(|(known, _)| known == part));
        (!fits.is_empty()).then(|| LongTable {
            table: rows.finish(table.file()),
            criteria: criteria.into_iter().map(str::to_owned).collect(),
            made: made.map(|(_, name)| name).collect(),
        })
    }
}

/// Asks what the names of these columns hold, where they could hold the system, and the item where it has no column.
pub(crate) fn question(names: &[&str], item: Option<&str>) -> Option<Question> {
    let grid = BETWEEN.iter().find_map(|between| Grid::from_names(names, between));
    let choices = match &grid {
        Some(grid) => grid.choices(item),
        None => vec![find_glued(names)?],
    };
    let shown = names.iter().take(4).copied().collect::<Vec<_>>().join("`, `");
    let none = Choice {
        words: "all columns are about one system, which another column names or nothing".to_owned(),
        line: "import.pattern = \"\"".to_owned(),
    };
    Some(Question {
        sentence: format!("which system is each column about (`{shown}`)?"),
        // Places are always those of several systems.
        choices: choices.into_iter().chain(Some(none).filter(|_| !names.iter().all(|name| says_place(name)))).collect(),
        typed: Some("import.pattern = \"…\"".to_owned()),
    })
}

/// The only meaning of names such as `rankA`, `rankB`, in which nothing stands between the word and the system.
fn find_glued(names: &[&str]) -> Option<Choice> {
    let word = names.first()?.strip_suffix(|letter: char| letter.is_uppercase() || letter.is_ascii_digit())?;
    let systems: BTreeSet<&str> = names.iter().filter_map(|name| name.strip_prefix(word)).collect();
    let all = says_place(word) && names.len() > 1 && systems.len() == names.len() && !systems.contains("");
    let list = systems.into_iter().collect::<Vec<_>>().join(", ");
    all.then(|| Choice {
        words: format!("the systems are {list}"),
        line: format!("import.pattern = {}", quoted(&format!("{word}{{system}}"))),
    })
}

/// What the columns of a form's grid could be, as in `How fluent is it? [System A]`: a criterion and a system each.
pub(crate) fn grid_choices(names: &[&str]) -> Vec<Choice> {
    let grid: Vec<(&str, &str)> =
        names.iter().filter_map(|name| name.trim().strip_suffix(']')?.rsplit_once(" [")).collect();
    let (asked, rows): (BTreeSet<&str>, BTreeSet<&str>) = grid.iter().copied().unzip();
    if rows.len() < 2 || grid.len() != asked.len() * rows.len() {
        return separated_choices(names);
    }
    let list = |all: &BTreeSet<&str>| all.iter().copied().collect::<Vec<_>>().join(", ");
    let choice = |systems: &BTreeSet<&str>, criteria: &BTreeSet<&str>, pattern: &str| Choice {
        words: format!("the systems are {}; the criteria are {}", list(systems), list(criteria)),
        line: format!("import = {{ source = \"table\", pattern = \"{pattern}\" }}"),
    };
    let mut choices = vec![choice(&rows, &asked, "{criterion} [{system}]")];
    if asked.len() > 1 {
        choices.push(choice(&asked, &rows, "{system} [{criterion}]"));
        choices.push(Choice {
            words: format!("the systems are {}; the items are {}", list(&rows), list(&asked)),
            line: "import = { source = \"table\", pattern = \"{item} [{system}]\" }".to_owned(),
        });
    }
    choices
}

/// What the columns could be that are called `Text 1 - Fluency`, whatever stands beside them.
fn separated_choices(names: &[&str]) -> Vec<Choice> {
    const FEWEST: usize = 4;
    let grid = [" - ", ": ", " | "].into_iter().find_map(|between| {
        let with: Vec<&str> = names.iter().copied().filter(|name| name.contains(between)).collect();
        Grid::from_names(&with, between).filter(|_| with.len() >= FEWEST)
    });
    let as_table = |choice: Choice| Choice {
        line: choice.line.replace("import.pattern = ", "import = { source = \"table\", pattern = ") + " }",
        ..choice
    };
    grid.map(|grid| grid.choices(None).into_iter().map(as_table).collect()).unwrap_or_default()
}

/// Asks whether columns are called after systems, or are criteria.
pub(crate) fn whole_names(names: &[&str]) -> Option<Question> {
    let line = format!("import.system_columns = {}", quoted_list(names.iter().copied()));
    (names.len() > 1).then(|| Question {
        sentence: format!("no column names the system. What are the columns `{}`?", names.join("`, `")),
        choices: vec![
            Choice { words: "systems: each holds the answers about one".to_owned(), line },
            Choice {
                words: "criteria: each holds another answer about the same output".to_owned(),
                line: "import.pattern = \"\"".to_owned(),
            },
        ],
        typed: None,
    })
}

/// One row for each of the columns that are called after systems, with the answer under this name.
pub(crate) fn melted_columns(table: &Table, names: &[String], answer: &str) -> Result<Table, Stop> {
    let missing = names.iter().find(|name| table.column(name).is_none());
    if let Some(name) = missing {
        let message = format!("`import.system_columns` names `{name}`, which `{}` has not", table.file());
        return Err(Stop::Unreadable(message));
    }
    let (systems, others): (Vec<&Column>, Vec<&Column>) =
        table.columns().iter().partition(|column| names.iter().any(|name| name == column.name()));
    let mut rows = Rows::default();
    for row in 0..table.len() {
        rows.set_origin(table.row_number(row));
        for system in &systems {
            let about = others.iter().map(|column| (column.name(), column.get(row)));
            rows.push(about.chain([("system", Some(system.name())), (answer, system.get(row))]));
        }
    }
    Ok(rows.finish(table.file()))
}

/// Names that consist of the same parts, each in all combinations with the others.
struct Grid<'n> {
    between: &'static str,
    /// The different words at each place of the names.
    places: Vec<BTreeSet<&'n str>>,
}

impl<'n> Grid<'n> {
    fn from_names(names: &[&'n str], between: &'static str) -> Option<Grid<'n>> {
        const MOST: usize = 4;
        let places = |most: usize| -> Option<Vec<BTreeSet<&'n str>>> {
            let parts: Vec<Vec<&str>> = names.iter().map(|name| name.splitn(most, between).collect()).collect();
            let whole =
                parts.iter().all(|parts| parts.len() == most && parts.iter().all(|part| !part.trim().is_empty()));
            let places: Vec<BTreeSet<&str>> =
                (0..most).map(|at| parts.iter().filter_map(|parts| parts.get(at).copied()).collect()).collect();
            let all: usize = places.iter().map(BTreeSet::len).product();
            (whole && all == names.len() && names.len() > 1).then_some(places)
        };
        let several = |places: &Vec<BTreeSet<&str>>| (2..=3).contains(&places.iter().filter(|it| it.len() > 1).count());
        // `Rank of text 1` is about text 1.
        let is_name = |places: &Vec<BTreeSet<&str>>| {
            let last = places.last().and_then(|words| words.first());
            last.is_none_or(|word| {
                !["of", "for", "von", "de"].contains(&word.split(between).next().unwrap_or_default())
            })
        };
        let found = (2..=MOST)
            .rev()
            .find_map(|most| places(most).filter(several))
            .or_else(|| (2..=MOST).find_map(|most| places(most).filter(is_name)));
        found.map(|places| Grid { between, places })
    }

    /// What each part may be.
    fn choices(&self, item: Option<&str>) -> Vec<Choice> {
        use Part::{Criterion, Item, System};
        let several: Vec<usize> = (0..self.places.len()).filter(|at| self.places[*at].len() > 1).collect();
        let meanings: Vec<Vec<Part>> = match (several.len(), item.is_some()) {
            (1, true) => vec![vec![System]],
            (1, false) => vec![vec![System], vec![Item]],
            (2, true) => vec![vec![System, Criterion], vec![Criterion, System]],
            (2, false) => vec![
                vec![System, Criterion],
                vec![Criterion, System],
                vec![Item, System],
                vec![System, Item],
                vec![Item, Criterion],
            ],
            _ => vec![
                vec![Item, System, Criterion],
                vec![System, Item, Criterion],
                vec![Item, Criterion, System],
                vec![Criterion, Item, System],
                vec![Criterion, System, Item],
                vec![System, Criterion, Item],
            ],
        };
        let choice = |parts: Vec<Part>| {
            let mut pattern: Vec<String> = self
                .places
                .iter()
                .map(|words| words.first().map(|word| (*word).to_owned()).unwrap_or_default())
                .collect();
            let mut says = Vec::new();
            for (at, part) in several.iter().zip(parts) {
                pattern[*at] = part.mark().to_owned();
                let list = self.places[*at].iter().take(8).copied().collect::<Vec<_>>().join(", ");
                let more = if self.places[*at].len() > 8 { " …" } else { "" };
                says.push(format!("the {} are {list}{more}", part.words()));
            }
            Choice { words: says.join("; "), line: format!("import.pattern = {}", quoted(&pattern.join(self.between))) }
        };
        meanings.into_iter().map(choice).collect()
    }
}

#[cfg(test)]
mod tests {
    use table::Table;

    use super::{Pattern, question};

    fn melt_text(pattern: &str, text: &str) -> (Vec<String>, Vec<String>) {
        let table = Table::read("t.csv", text.as_bytes()).unwrap();
        let found = Pattern::read(pattern).unwrap().melt_table(&table).unwrap();
        let row = |row: usize| {
            let cells = found.table.columns().iter().map(|column| column.get(row).unwrap_or("-"));
            cells.collect::<Vec<_>>().join(" ")
        };
        (found.criteria.clone(), (0..found.table.len()).map(row).collect())
    }

    #[test]
    fn a_pattern_gives_a_row_to_each_system() {
        let text = "rater,A: fluency,A: tone,B: fluency,B: tone\nr1,3,4,2,\n";
        let (criteria, rows) = melt_text("{system}: {criterion}", text);
        assert_eq!(
            (criteria, rows),
            (vec!["fluency".to_owned(), "tone".to_owned()], vec!["r1 A 3 4".to_owned(), "r1 B 2 -".to_owned()])
        );
        let split = |pattern: &str, name: &'static str| Pattern::read(pattern).unwrap().split(name);
        assert_eq!(split("rank_{system}", "rank_gpt"), Some(vec!["gpt"]));
        assert_eq!(split("{criterion}_{system}", "tone_gpt"), Some(vec!["tone", "gpt"]));
        assert_eq!(Pattern::read("rank_{system}").unwrap().criterion(), "rank");
        for no in ["{criterion}", "{system}{criterion}", "rank", "{system}_{system}"] {
            assert!(Pattern::read(no).is_none(), "{no}");
        }
    }

    #[test]
    fn a_pattern_gives_a_row_to_each_item_and_system() {
        let (criteria, rows) = melt_text("{item}_{system}", "who,i1_a,i1_b,i2_a\nx,1,2,3\n");
        assert_eq!(
            (criteria.join(" "), rows),
            ("answer".to_owned(), ["x i1 a 1", "x i1 b 2", "x i2 a 3"].map(str::to_owned).to_vec())
        );
        let (criteria, rows) = melt_text("{item}: {system}: {criterion}", "who,T 1: a: x,T 1: a: y\np,1,2\n");
        assert_eq!((criteria.join(" "), rows), ("x y".to_owned(), vec!["p T 1 a 1 2".to_owned()]));
    }

    #[test]
    fn names_that_make_a_grid_are_asked_about() {
        let lines = |names: &[&str], item: Option<&str>| -> Vec<String> {
            let asked = question(names, item).map(|it| it.choices).unwrap_or_default();
            asked.into_iter().map(|choice| choice.line.replace("import.pattern = ", "")).collect()
        };
        assert_eq!(lines(&["rank_a", "rank_b"], Some("item"))[0], "\"rank_{system}\"");
        assert_eq!(
            lines(&["A: x", "A: y", "B: x", "B: y"], Some("item"))[..2],
            ["\"{system}: {criterion}\"", "\"{criterion}: {system}\""]
        );
        assert!(lines(&["i1_a", "i1_b", "i2_a", "i2_b"], None).contains(&"\"{item}_{system}\"".to_owned()));
        let three = ["1: a: x", "1: a: y", "1: b: x", "1: b: y", "2: a: x", "2: a: y", "2: b: x", "2: b: y"];
        assert_eq!(lines(&three, None)[0], "\"{item}: {system}: {criterion}\"");
        assert!(lines(&["fluency", "tone"], Some("item")).is_empty());
        assert!(lines(&["a_x", "a_y", "b_x"], Some("item")).is_empty());
    }
}
