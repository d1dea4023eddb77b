//! A study in which checking finds no error can be planned: the rules and the planner agree.

#![expect(clippy::unwrap_used, reason = "a clean study that cannot be read is a failure")]

use std::path::Path;

use study::{InMemory, check};

/// One of the clean studies that the examples of the rules are made of.
fn clean(name: &str) -> InMemory {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../study/tests/rules/base").join(name);
    let paths = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let named =
        paths.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()));
    InMemory(named.collect())
}

/// The study with another length of lists, design and so on.
fn study_with(name: &str, lists: &str, design: &str, lists_each: u32) -> InMemory {
    let mut files = clean(name);
    let text = String::from_utf8(files.0["study.toml"].clone()).unwrap();
    let length = if name == "pairs" { "questions = 12" } else { "questions = 6" };
    assert_eq!(text.matches(length).count(), 1);
    let text = text
        .replace(length, lists)
        .replace("[lists]", &format!("[design]\n{design}\n\n[lists]"))
        .replace("[participants]", &format!("[participants]\nlists_each = {lists_each}"));
    files.0.insert("study.toml".to_owned(), text.into_bytes());
    files
}

#[test]
fn what_checking_finds_no_error_in_can_be_planned() {
    let pairs = ["", "repeat_items = true", "pairs_per_item = 2", "system = \"hrq\""];
    let outputs = ["", "repeat_items = true"];
    let (mut planned, mut refused) = (0, 0);
    for (name, designs) in [("pairs", &pairs[..]), ("rating", &outputs[..])] {
        for design in designs {
            for questions in [1, 2, 3, 4, 6, 8, 9, 10, 12, 18, 24, 36, 40] {
                for (criteria, lists_each) in [("together", 1), ("together", 2), ("apart", 1), ("apart", 3)] {
                    let lists = format!("questions = {questions}\ncriteria = \"{criteria}\"");
                    let Some(study) = check(&study_with(name, &lists, design, lists_each)).study else {
                        refused += 1;
                        continue;
                    };
                    if let Err(error) = plan::make(&study) {
                        panic!("{name}, {lists}, {design}, {lists_each} lists each: {error}");
                    }
                    planned += 1;
                }
            }
        }
    }
    assert!(planned > 50 && refused > 50, "{planned} planned, {refused} refused");
}
