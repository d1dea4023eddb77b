//! `rejudge` alone: what can be done next in this folder, from the files in it.
//!
//! [`FolderContents`] is what was found; [`FolderContents::advice`] says what follows from it. Nothing is written, and no database is changed.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use diag::Severity;
use record::bundle::names_a_bag;
use store::StudyCount;

use crate::collected_study::{DATABASE, folder_name, rehearsed_as};
use crate::folder::Folder;
use crate::outcome::Outcome;

/// Studies about which something is said; the others are counted.
const MOST_STUDIES: usize = 3;

/// What is read as a table of answers.
const TABLES: [&str; 5] = ["csv", "tsv", "jsonl", "parquet", "xlsx"];

/// Shows what can be done next here.
pub(crate) fn show() -> anyhow::Result<Outcome> {
    print!("{}", FolderContents::inspect(Path::new(".")).advice());
    Ok(Outcome::Done)
}

/// What stands in a folder.
#[derive(Debug, Default)]
struct FolderContents {
    studies: Vec<SeenStudy>,
    /// Studies of the database, or why it cannot be read.
    database: Option<Result<Vec<StudyCount>, String>>,
    /// Folders with a `results.json`.
    results: Vec<String>,
    /// Those of them that have a report.
    reports: Vec<String>,
    /// Tables that belong to no study here.
    tables: Vec<String>,
    /// Bundles: archives, or bags that were unpacked.
    bundles: Vec<String>,
    /// HEDS datacards.
    cards: Vec<String>,
    /// Whether there is an `audit.toml`.
    audit: bool,
    /// Whether there is an `original.toml` beside no study.
    original: bool,
}

/// A study folder.
#[derive(Debug, Default)]
struct SeenStudy {
    /// As one types it.
    place: String,
    /// The name under which it is served.
    served_as: String,
    errors: usize,
    warnings: usize,
    /// Whether an import put judgements into it.
    has_judgements: bool,
    /// Whether it has the numbers of an original.
    has_original: bool,
}

/// What a bag has at its top.
const BAG: &str = "bagit.txt";

/// The most of a file that is read to see whether it is a datacard.
const MOST_OF_A_CARD: u64 = 4096;

const VERIFY: &str = "whether anything was changed by hand";

/// A command and what it is for.
type Step = (String, String);

impl FolderContents {
    /// Looks at a folder and the folders in it.
    fn inspect(folder: &Path) -> FolderContents {
        let mut seen = FolderContents::default();
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        if folder.join(BAG).is_file() {
            seen.bundles.push(".".to_owned());
            return seen;
        }
        // What stands beside a study or results belongs to them.
        let own = ["study.toml", "results.json"].iter().any(|file| folder.join(file).is_file());
        for place in std::iter::once(".").chain(names.iter().map(String::as_str)) {
            let path = folder.join(place);
            if path.join("study.toml").is_file() {
                seen.studies.push(SeenStudy::inspect(place, &path));
            }
            if path.join("results.json").is_file() {
                seen.results.push(place.to_owned());
                if path.join("report.html").is_file() {
                    seen.reports.push(place.to_owned());
                }
            }
            if path.join(BAG).is_file() || is_bundle_archive(&path) {
                seen.bundles.push(quoted(place));
            }
            if is_datacard(&path) {
                seen.cards.push(quoted(place));
            }
            if !own && path.is_file() && path.extension().is_some_and(|it| TABLES.iter().any(|table| it == *table)) {
                seen.tables.push(place.to_owned());
            }
        }
        let database = folder.join(DATABASE);
        seen.database = database.is_file().then(|| store::glance(&database).map_err(|error| error.to_string()));
        seen.audit = folder.join("audit.toml").is_file();
        seen.original = folder.join("original.toml").is_file() && !folder.join("study.toml").is_file();
        seen
    }

    /// What is here and what can be done with it, on one screen.
    fn advice(&self) -> String {
        let mut text = String::new();
        for line in self.describe_contents() {
            let _ = writeln!(text, "{line}");
        }
        let steps = self.steps();
        let width = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
        text.push_str("\nNext:\n");
        for (command, what) in steps {
            let _ = writeln!(text, "  {command:width$}   {what}");
        }
        text.push_str("\nAll commands: rejudge --help\n");
        text
    }

    /// What is here.
    fn describe_contents(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.studies.iter().take(MOST_STUDIES).map(|study| study.describe(self.count(study))).collect();
        if self.studies.len() > MOST_STUDIES {
            lines.push(format!("… and {} more studies", self.studies.len() - MOST_STUDIES));
        }
        match &self.database {
            Some(Ok(_)) => lines.extend(self.studies_elsewhere().map(|it| match self.simulated_study(it) {
                Some(study) => format!("{DATABASE}: {} of {}, simulated", sessions(it), study.place),
                None => format!("{DATABASE}: {} of `{}`, whose folder is not here", sessions(it), it.study),
            })),
            Some(Err(error)) => lines.push(format!("{DATABASE} cannot be read: {error}")),
            None => {}
        }
        for place in &self.results {
            let report = in_folder(place, "report.html");
            let read =
                if self.reports.contains(place) { format!("; open {report} in a browser") } else { String::new() };
            lines.push(format!("{}: results{read}", in_folder(place, "results.json")));
        }
        lines.extend(self.bundles.iter().map(|place| match place.as_str() {
            "." => "This folder: a bundle, unpacked".to_owned(),
            place => format!("{place}: a bundle"),
        }));
        lines.extend(self.cards.iter().map(|place| format!("{place}: a HEDS datacard")));
        if self.original {
            lines.push("original.toml: numbers from a paper".to_owned());
        }
        if lines.is_empty() {
            lines.push("There is no study in this folder.".to_owned());
        }
        lines
    }

    fn count(&self, study: &SeenStudy) -> Option<&StudyCount> {
        let Some(Ok(counts)) = &self.database else { return None };
        counts.iter().find(|count| count.study == study.served_as)
    }

    /// What the database has of studies that are not here under the same name.
    fn studies_elsewhere(&self) -> impl Iterator<Item = &StudyCount> {
        let counts = self.database.iter().flatten().flatten();
        counts.filter(|count| self.studies.iter().all(|study| study.served_as != count.study))
    }

    /// The study that was rehearsed on the server, where that is what the database has.
    fn simulated_study(&self, count: &StudyCount) -> Option<&SeenStudy> {
        self.studies.iter().find(|study| rehearsed_as(&study.served_as) == count.study)
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for study in self.studies.iter().take(MOST_STUDIES) {
            steps.extend(study.steps(self.count(study), &self.results));
        }
        if let Some(count) = self.studies_elsewhere().next() {
            let (place, what) = match self.simulated_study(count) {
                Some(study) => (study.place.as_str(), "what the simulated participants answered"),
                None => ("STUDY", "with the folder it was served from as STUDY"),
            };
            let out = free(&self.results);
            let command = format!("rejudge analyse {place} --served-as {} --out {out}", count.study);
            steps.push((command, what.to_owned()));
            if self.studies.iter().all(|study| self.count(study).is_none()) {
                steps.push(("rejudge verify".to_owned(), VERIFY.to_owned()));
            }
        }
        if let ([only], []) = (self.results.as_slice(), self.studies.as_slice()) {
            let results = in_folder(only, "results.json");
            steps.push((
                format!("rejudge compare {results} OTHER"),
                "compare this run with another, or with original.toml".to_owned(),
            ));
        }
        if self.results.len() > 1 {
            let all: Vec<String> = self.results.iter().map(|place| in_folder(place, "results.json")).collect();
            steps.push((format!("rejudge compare {}", all.join(" ")), "compare the runs".to_owned()));
        }
        if let Some(bundle) = self.bundles.first() {
            steps.push((
                format!("rejudge verify {bundle}"),
                "whether every number follows from its judgements".to_owned(),
            ));
            let command = format!("rejudge rerun {bundle} --simulate --out {}", self.free_for_a_rerun());
            steps.push((command, "run it again here, first with simulated people".to_owned()));
        }
        match self.cards.as_slice() {
            [] => {}
            [one] => steps.push((format!("rejudge heds {one}"), "the datasheet, to read".to_owned())),
            [one, other, ..] => {
                steps.push((format!("rejudge diff {one} {other}"), "the datasheets, question by question".to_owned()));
            }
        }
        if self.original {
            let command = "rejudge compare original.toml OTHER".to_owned();
            steps.push((command, "compare with another run: numbers from a paper, or results.json".to_owned()));
        }
        if self.audit {
            steps.push((
                "rejudge audit audit.toml".to_owned(),
                "published numbers checked against each other".to_owned(),
            ));
        }
        if self.studies.is_empty() {
            steps.extend(self.steps_without_a_study());
        }
        steps
    }

    /// A folder outside of the bundle, whose checksums would not fit any more with another in it.
    fn free_for_a_rerun(&self) -> &'static str {
        if self.bundles.first().is_some_and(|place| place == ".") { "../again" } else { "again" }
    }

    fn steps_without_a_study(&self) -> Vec<Step> {
        let step = |command: &str, what: &str| (command.to_owned(), what.to_owned());
        let mut steps = Vec::new();
        if let Some(table) = self.tables.first() {
            let table = quoted(table);
            steps.push((
                format!("rejudge analyse {table}"),
                "scores, agreement and tests, straight from this table".to_owned(),
            ));
            steps.push((
                format!("rejudge import {table} --out old-study"),
                "make a study from answers you have".to_owned(),
            ));
        } else {
            steps.push(step("rejudge import FILE… --out old-study", "make a study from answers you have"));
        }
        steps.push(step("rejudge new my-study --kind pairwise", "create a working study, then edit it"));
        steps.push(step("rejudge demo", "see everything once, with simulated participants"));
        steps.push(step("rejudge stats which", "which statistic fits, and its command"));
        steps
    }
}

impl SeenStudy {
    fn inspect(place: &str, path: &Path) -> SeenStudy {
        let checked = Folder::from_path(path).map(|folder| folder.check());
        let count = |severity: Severity| match &checked {
            Ok(checked) => checked.diagnostics.iter().filter(|found| found.severity == severity).count(),
            Err(_gone) => 0,
        };
        SeenStudy {
            place: quoted(place),
            served_as: folder_name(path),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            has_judgements: path.join("judgements.csv").is_file(),
            has_original: path.join("original.toml").is_file(),
        }
    }

    fn describe(&self, count: Option<&StudyCount>) -> String {
        let mut facts = match (self.errors, self.warnings) {
            (0, 0) => vec!["nothing wrong".to_owned()],
            (0, doubtful) => vec![format!("nothing wrong, {doubtful} doubtful")],
            (wrong, doubtful) => vec![format!("{wrong} wrong, {doubtful} doubtful")],
        };
        if let Some(count) = count {
            facts.push(format!("{} in {DATABASE}, {} finished", sessions(count), count.finished));
        }
        if self.has_judgements {
            facts.push("with judgements.csv".to_owned());
        }
        let name = if self.place == "." { "This folder" } else { &self.place };
        format!("{name}: a study, {}", facts.join("; "))
    }

    /// What follows for this study: correct it, run it, conclude from it, or pass it on.
    fn steps(&self, count: Option<&StudyCount>, results: &[String]) -> Vec<Step> {
        let place = &self.place;
        let step = |command: String, what: &str| (command, what.to_owned());
        if self.errors > 0 {
            return vec![step(format!("rejudge check {place}"), "what is wrong, where, and the remedy")];
        }
        let mut steps = Vec::new();
        let collected = self.has_judgements || count.is_some();
        if collected {
            let out = free(results);
            steps.push(step(format!("rejudge analyse {place} --out {out}"), "scores, agreement, claims, and a report"));
        }
        if count.is_some() {
            steps.push(step(format!("rejudge serve {place}"), "continue collecting, with the dashboard"));
            steps.push(step("rejudge verify".to_owned(), VERIFY));
        }
        if let ([first, ..], true) = (results, self.has_original) {
            let original = in_folder(place, "original.toml");
            let command = format!("rejudge compare {original} {}", in_folder(first, "results.json"));
            steps.push(step(command, "compare the reproduction with its original"));
        }
        if collected && !results.is_empty() {
            steps.push(step(format!("rejudge bundle {place} --out study.zip"), "everything another lab needs"));
        }
        if !collected {
            let check = if self.warnings > 0 { "what is doubtful, and why" } else { "look again after every edit" };
            steps.push(step(format!("rejudge check {place}"), check));
            steps.push(step(format!("rejudge plan {place}"), "lists, slots, balance, cost and hours"));
            steps.push(step(format!("rejudge preview {place}"), "every page as a participant will see it"));
            steps.push(step(format!("rejudge rehearse {place}"), "power, false positives and cost, simulated"));
            steps.push(step(format!("rejudge serve {place}"), "collect answers"));
        }
        steps
    }
}

/// Whether a file is an archive of a bundle.
fn is_bundle_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "zip") && File::open(path).is_ok_and(names_a_bag)
}

/// Whether a file is a HEDS datacard, by the keys that it begins with.
fn is_datacard(path: &Path) -> bool {
    if path.extension().is_none_or(|ending| ending != "json") {
        return false;
    }
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_OF_A_CARD).read_to_end(&mut beginning));
    let text = String::from_utf8_lossy(&beginning);
    read.is_ok() && text.trim_start().starts_with('{') && text.contains("\"heds-")
}

/// A folder for results that is not there yet.
fn free(results: &[String]) -> &'static str {
    if results.is_empty() { "results" } else { "results-again" }
}

fn sessions(count: &StudyCount) -> String {
    if count.sessions == 1 { "1 session".to_owned() } else { format!("{} sessions", count.sessions) }
}

/// A file in a folder, as one types it.
fn in_folder(place: &str, file: &str) -> String {
    if place == "." { file.to_owned() } else { format!("{place}/{file}") }
}

/// A name as a shell takes it.
fn quoted(name: &str) -> String {
    let plain =
        name.chars().all(|letter| letter.is_alphanumeric() || "-_./".contains(letter)) && !name.starts_with('-');
    if plain { name.to_owned() } else { format!("'./{}'", name.replace('\'', r"'\''")) }
}
