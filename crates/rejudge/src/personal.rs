//! Nothing personal leaves without being asked, and ids of platforms never.

use clap::Args;
use dataset::{Dataset, REMOVED, find_personal, without_personal};
use record::RECORD_FILE;
use record::bundle::{FROZEN, FileMap, STUDY, use_pseudonyms};
use study::file::StudyFile;
use table::Table;

use crate::count_noun::count_noun;
use crate::outcome::BadInput;

#[derive(Debug, Args)]
pub(crate) struct PersonalArguments {
    /// Write it even though something looks personal, because you have checked it. Prolific and Mechanical Turk
    /// ids in answers are never written
    #[arg(long)]
    nothing_personal: bool,
    /// Replace what looks personal in free-text answers and remarks with [removed], and say how often
    #[arg(long)]
    remove_personal: bool,
}

/// Columns of judgements that come from the study, in which an id is one of an item.
const OF_STUDY: [&str; 5] = ["item", "criterion", "kind", "systems", "list"];

/// What a file that is looked at holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// What was judged.
    Items,
    /// What the study says of itself.
    Study,
    /// What its authors say of it.
    Papers,
}

impl Holds {
    fn from_path(path: &str) -> Option<Holds> {
        if let Some(name) = path.strip_prefix(STUDY) {
            let is_study = [".toml", ".md"].iter().any(|ending| name.ends_with(ending));
            return Some(if is_study { Holds::Study } else { Holds::Items });
        }
        match path {
            FROZEN => Some(Holds::Study),
            "datasheet/heds.md" | "CITATION.cff" | "README.md" | RECORD_FILE => Some(Holds::Papers),
            _ if path.starts_with("preregistration/") => Some(Holds::Papers),
            _ => None,
        }
    }
}

/// Ids by which a platform knows the study itself and its project, which are nobody's.
fn own_ids(files: &FileMap) -> Vec<String> {
    let text = files.get(&format!("{STUDY}study.toml")).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let Some(study) = study::decode::<StudyFile>("study.toml", &text.unwrap_or_default()).value else {
        return Vec::new();
    };
    let of_project = study.platform.prolific.and_then(|prolific| prolific.project);
    let of_study = study.participants.and_then(|participants| participants.prolific_study);
    let ids = of_study.into_iter().chain(of_project);
    ids.filter(|id| !id.is_empty()).collect()
}

/// Something that may belong to a person.
struct Finding {
    place: String,
    looks_like: String,
    /// An id of a platform, where people wrote or a table named them.
    never: bool,
}

/// What participants were called before they were P1, P2, …
pub(crate) struct FormerNames(Vec<String>);

impl FormerNames {
    /// Gives every participant a pseudonym.
    pub(crate) fn replaced_in(dataset: &mut Dataset) -> FormerNames {
        // Short words stand in every text.
        let tells = |name: &&String| name.chars().count() >= 8 || name.contains([' ', '@']);
        let names = dataset.participants.iter().filter(tells).cloned().collect();
        use_pseudonyms(dataset);
        FormerNames(names)
    }

    /// Of a dataset in which everyone has a pseudonym already.
    pub(crate) fn none() -> FormerNames {
        FormerNames(Vec::new())
    }

    /// Those that a text holds as words of their own.
    fn in_text<'a>(&'a self, text: &str) -> Vec<&'a str> {
        let stands_alone = |name: &&String| {
            text.match_indices(name.as_str()).any(|(at, _)| {
                let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
                !before.into_iter().chain(after).any(char::is_alphanumeric)
            })
        };
        self.0.iter().filter(stands_alone).map(String::as_str).collect()
    }
}

impl PersonalArguments {
    /// Takes what looks personal, and what participants were called, out of free answers, where that is asked for.
    pub(crate) fn remove(&self, dataset: &mut Dataset, names: &FormerNames) {
        if !self.remove_personal {
            return;
        }
        let (mut removed, mut answers) = (0, 0);
        for text in dataset.free_texts() {
            let (mut written, mut found) = without_personal(text);
            for name in names.in_text(&written.clone()) {
                found += written.matches(name).count();
                written = written.replace(name, REMOVED);
            }
            (removed, answers) = (removed + found, answers + usize::from(found > 0));
            *text = written;
        }
        eprintln!(
            "{} removed from {}",
            count_noun(removed, "thing that looks personal", "things that look personal"),
            count_noun(answers, "answer or remark in words", "answers and remarks in words")
        );
    }

    /// Refuses judgements that hold what looks personal, unless somebody has looked at it.
    pub(crate) fn refuse_personal_data(&self, csv: &str, names: &FormerNames) -> anyhow::Result<()> {
        let table = Table::read("judgements.csv", csv.as_bytes()).map_err(|error| BadInput(error.to_string()))?;
        let mut found: Vec<Finding> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        // What was answered stands in its own columns, too.
        let (answers, others): (Vec<_>, Vec<_>) = table.columns().iter().partition(|column| column.name() == "answer");
        for column in others.into_iter().chain(answers) {
            let of_study = OF_STUDY.contains(&column.name()) || column.name().starts_with("stratum_");
            for row in 0..table.len() {
                let Some(cell) = column.get(row) else { continue };
                let place = format!("row {}, column `{}`", table.row_number(row), column.name());
                for it in find_personal(cell).into_iter().filter(|it| seen.insert((row, it.kind, it.begins.clone()))) {
                    let looks_like = format!("what looks like {} (`{}`)", it.kind, it.begins);
                    found.push(Finding { place: place.clone(), looks_like, never: it.is_id() && !of_study });
                }
                for name in
                    names.in_text(cell).into_iter().filter(|name| seen.insert((row, "name", (*name).to_owned())))
                {
                    let begins: String = name.chars().take(3).collect();
                    let looks_like = format!("what a participant was called (`{begins}…`)");
                    found.push(Finding { place: place.clone(), looks_like, never: false });
                }
            }
        }
        self.refuse("the judgements", &found)
    }

    /// Refuses files around the judgements: items that hold what looks personal, names of files that do, and a platform's id in
    /// the study's own files and in papers. Authors and contacts are named on purpose, and so are their addresses.
    pub(crate) fn look_at_files(&self, files: &FileMap, names: &FormerNames) -> anyhow::Result<()> {
        let mut found: Vec<Finding> = Vec::new();
        let own = own_ids(files);
        for (path, bytes) in files {
            let file = path.rsplit('/').next().unwrap_or(path);
            let personal = find_personal(file).into_iter().filter(|it| it.is_id() || file.contains('@'));
            found.extend(personal.map(|it| Finding {
                place: format!("the name of `{path}`"),
                looks_like: format!("what looks like {} (`{}`)", it.kind, it.begins),
                never: false,
            }));
            let (Some(holds), Ok(text)) = (Holds::from_path(path), std::str::from_utf8(bytes)) else { continue };
            // A frozen study stands in its file as one text with signs for the ends of lines.
            let text = own.iter().fold(text.replace("\\n", "\n"), |text, id| text.replace(id, ""));
            for it in find_personal(&text).into_iter().filter(|it| holds == Holds::Items || it.is_id()) {
                let place = format!("`{path}`, line {}", it.line);
                let looks_like = format!("what looks like {} (`{}`)", it.kind, it.begins);
                found.push(Finding { place, looks_like, never: holds == Holds::Papers });
            }
            let called = if holds == Holds::Study { Vec::new() } else { names.in_text(&text) };
            for name in called {
                let begins: String = name.chars().take(3).collect();
                let looks_like = format!("what a participant was called (`{begins}…`)");
                found.push(Finding { place: format!("`{path}`"), looks_like, never: false });
            }
        }
        self.refuse("the files", &found)
    }

    fn refuse(&self, what: &str, found: &[Finding]) -> anyhow::Result<()> {
        if found.is_empty() {
            return Ok(());
        }
        let shown = |it: &Finding| format!("  {}: {}", it.place, it.looks_like);
        let mut ordered: Vec<&Finding> = found.iter().collect();
        ordered.sort_by_key(|it| !it.never);
        let places: Vec<String> = ordered.iter().take(10).map(|it| shown(it)).collect();
        let more = if found.len() > 10 { format!("\n  and {} more", found.len() - 10) } else { String::new() };
        let text = format!("{what} hold what may belong to a person:\n{}{more}", places.join("\n"));
        if found.iter().any(|it| it.never) {
            let remedy = "ids of Prolific and Mechanical Turk never leave: take them out of what is to be written; \
                          `--remove-personal` does so in free answers";
            return Err(BadInput(format!("{text}\n{remedy}")).into());
        }
        if self.nothing_personal {
            eprintln!("{text}\nwritten all the same, as `--nothing-personal` says");
            return Ok(());
        }
        let remedy = "take it out of the data (`--remove-personal` does so in free answers), or say `--nothing-personal` when it belongs to \
                      nobody";
        Err(BadInput(format!("{text}\n{remedy}")).into())
    }
}
