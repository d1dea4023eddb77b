//! Every rule catches its bad examples at the right place, and is silent about its good ones.
//!
//! A fixture `tests/rules/<name>.toml` is a list of small changes to one of the clean studies in
//! `tests/rules/base/`: each `[[bad]]` change must be reported by the rule, each `[[good]]` change
//! must not. What is reported stands in `tests/rules/<name>.txt`; `UPDATE_EXPECT=1` rewrites it.

#![expect(clippy::unwrap_used, reason = "a fixture that cannot be read is a failure")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use diag::{Diagnostic, Place, Sources, Style};
use serde::Deserialize;
use study::rules::{self, Rule};
use study::{InMemory, check};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    base: String,
    bad: Vec<Case>,
    good: Vec<Case>,
}

/// Changes to a clean study.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the case is about.
    about: String,
    /// A clean study other than the fixture's.
    base: Option<String>,
    #[serde(default)]
    edit: Vec<Edit>,
    /// Files written anew.
    #[serde(default)]
    write: BTreeMap<String, String>,
    #[serde(default)]
    remove: Vec<String>,
}

/// What is found once in a file is replaced.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    find: String,
    put: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")
}

fn base(name: &str) -> InMemory {
    let files = fs::read_dir(folder().join("base").join(name)).unwrap_or_else(|e| panic!("base {name}: {e}"));
    let files = files.map(|file| file.unwrap().path());
    InMemory(
        files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())).collect(),
    )
}

/// The study folder of a case.
fn files(fixture: &Fixture, case: &Case) -> InMemory {
    let mut files = base(case.base.as_ref().unwrap_or(&fixture.base));
    for Edit { file, find, put } in &case.edit {
        let text = String::from_utf8(files.0[file].clone()).unwrap();
        assert_eq!(text.matches(find.as_str()).count(), 1, "`{find}` does not stand once in {file} ({})", case.about);
        files.0.insert(file.clone(), text.replace(find.as_str(), put).into_bytes());
    }
    for (name, text) in &case.write {
        files.0.insert(name.clone(), text.clone().into_bytes());
    }
    for name in &case.remove {
        assert!(files.0.remove(name).is_some(), "there is no {name} ({})", case.about);
    }
    files
}

fn findings_of_rule(rule: &Rule, files: &InMemory) -> (Vec<Diagnostic>, Sources) {
    let checked = check(files);
    (checked.diagnostics.into_iter().filter(|diagnostic| diagnostic.code == rule.code).collect(), checked.sources)
}

/// `file:line:column`, or the cell of a table that is not text.
fn position(place: &Place, sources: &Sources) -> String {
    match place {
        Place::Text { file, range } | Place::Cell { file, range: Some(range), .. } => {
            let before = &sources.get(file).unwrap_or_default()[..range.start];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            format!("{file}:{line}:{column}")
        }
        Place::Cell { file, row, column, range: None } => format!("{file}, row {row}, column {column}"),
        Place::File { file } => file.to_string(),
    }
}

fn has_good_manners(diagnostic: &Diagnostic) {
    let message = &diagnostic.message;
    assert!(!message.ends_with('.'), "full stop: {message}");
    let first = message.chars().next().unwrap();
    assert!(
        !first.is_uppercase() || message.starts_with("Markdown") || message.starts_with("Tukey"),
        "capital: {message}"
    );
    assert!(diagnostic.why.is_some() && diagnostic.help.is_some(), "no why or help: {message}");
}

/// Walks through the fixture of a rule; what is missed and what is a false alarm goes into `wrong`.
fn walk(rule: &Rule, wrong: &mut Vec<String>) {
    let path = folder().join(rule.name.replace('-', "_")).with_extension("toml");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{} has no fixture {}: {e}", rule.code, path.display()));
    let fixture: Fixture = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert!(!fixture.bad.is_empty() && !fixture.good.is_empty(), "{} needs bad and good cases", path.display());
    let mut seen = String::new();
    for case in &fixture.bad {
        let (found, sources) = findings_of_rule(rule, &files(&fixture, case));
        if found.is_empty() {
            wrong.push(format!("{} ({}) does not catch: {}", rule.code, rule.name, case.about));
        }
        for diagnostic in &found {
            has_good_manners(diagnostic);
            let places: Vec<String> = diagnostic.places.iter().map(|(place, _)| position(place, &sources)).collect();
            let shown = diag::render(diagnostic, &sources, Style::Plain);
            seen += &format!("# {}\n# at {}\n{}\n\n", case.about, places.join(", "), shown.trim_end());
        }
    }
    for case in &fixture.good {
        let (found, _) = findings_of_rule(rule, &files(&fixture, case));
        if let Some(first) = found.first() {
            let about = &case.about;
            wrong.push(format!("{} ({}) is a false alarm about: {about}: {}", rule.code, rule.name, first.message));
        }
    }
    expect_test::expect_file![path.with_extension("txt")].assert_eq(&seen);
}

#[test]
fn every_rule_catches_its_bad_examples_and_is_silent_about_its_good_ones() {
    let mut wrong = Vec::new();
    for rule in rules::all() {
        walk(rule, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_fixture_belongs_to_a_rule() {
    let names: Vec<String> = rules::all().iter().map(|rule| rule.name.replace('-', "_")).collect();
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(names.iter().any(|known| known == name), "{} belongs to no rule", path.display());
        }
    }
}

#[test]
fn the_studies_that_the_examples_are_made_of_are_clean() {
    for name in ["rating", "pairs"] {
        let checked = check(&base(name));
        let found: Vec<&Diagnostic> = checked.diagnostics.iter().collect();
        assert!(found.is_empty() && checked.accepted.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn ten_thousand_bad_rows_give_a_handful_of_messages() {
    let mut files = base("pairs");
    let mut items = "item,dataset,input,vae,lbow,hrq\n".to_owned();
    for row in 0..10_000 {
        let letter = if row % 2 == 0 { "s" } else { "S" };
        items += &format!("{row},{letter}{},nan,<b>x</b> HRQ-VAE, Ã©\u{200b}&amp; <unk>,\n", row / 2);
    }
    files.0.insert("items.csv".to_owned(), items.into_bytes());
    let checked = check(&files);
    let codes: std::collections::BTreeSet<&str> = checked.diagnostics.iter().map(|found| found.code.0).collect();
    for code in ["R010", "R012", "R016", "R017", "R018", "R020", "R021", "R022", "R023", "R027", "R028"] {
        let count = checked.diagnostics.iter().filter(|found| found.code.0 == code).count();
        assert_eq!(count, 1, "{code}: {codes:?}");
    }
    assert!(checked.diagnostics.len() < 20, "{} messages", checked.diagnostics.len());
}

#[test]
fn every_example_in_the_explanations_is_toml() {
    for rule in rules::all() {
        for block in rule.doc.split("```toml\n").skip(1) {
            let example = block.split("```").next().unwrap();
            if let Err(error) = toml::from_str::<toml::Table>(example) {
                panic!("{}: {error}\n{example}", rule.code);
            }
        }
    }
}
