//! Names that say nothing, and layouts that hide where to look.

use super::File;

/// Catch-all modules: things without a place of their own attract others.
const CATCH_ALLS: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "types", "manager"];

/// Irregular participles that do not say what a thing is. Those that are nouns as well (bound, run, set) may be used.
const PARTICIPLES: &[&str] = &[
    "Built",
    "Chosen",
    "Done",
    "Drawn",
    "Found",
    "Frozen",
    "Given",
    "Gone",
    "Heard",
    "Held",
    "Hidden",
    "Kept",
    "Known",
    "Laid",
    "Left",
    "Lost",
    "Made",
    "Met",
    "Paid",
    "Put",
    "Read",
    "Said",
    "Seen",
    "Sent",
    "Shown",
    "Spent",
    "Spoken",
    "Taken",
    "Thought",
    "Told",
    "Understood",
    "Won",
    "Written",
];

/// Nouns that end like participles.
const NOUNS: &[&str] = &["Need", "Seed", "Speed"];

pub(super) fn findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        if file.path.ends_with(".rs") {
            findings.extend(participle_types(file));
        }
        let Some((folder, name)) = file.path.rsplit_once('/') else { continue };
        if name == "mod.rs" {
            findings.push(format!("{}: use `{folder}.rs` beside the folder instead of `mod.rs`", file.path));
        }
        let stem = name.split('.').next().unwrap_or(name);
        if name.ends_with(".rs") && CATCH_ALLS.contains(&stem) {
            findings.push(format!("{}: a catch-all module; name the concept it holds", file.path));
        }
    }
    findings
}

/// Types named by a participle alone: `Shown` says that something was done to it, `ShownColumn` says what it is.
fn participle_types(file: &File) -> Vec<String> {
    let lines = file.text.lines().enumerate();
    lines
        .filter_map(|(index, line)| {
            let name = defined_type(line)?;
            let one_word = name.chars().skip(1).all(|letter| letter.is_ascii_lowercase());
            let participle = name.ends_with("ed") && !NOUNS.contains(&name) || PARTICIPLES.contains(&name);
            let place = format!("{}:{}", file.path, index + 1);
            (one_word && participle).then(|| format!("{place}: the type `{name}` is a participle; name what it is"))
        })
        .collect()
}

/// The name of the type that a line defines.
fn defined_type(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().skip_while(|word| word.starts_with("pub")).collect();
    let [keyword, name, ..] = words.as_slice() else { return None };
    let name = name.split(|letter: char| !letter.is_ascii_alphanumeric()).next()?;
    (["struct", "enum", "trait", "type"].contains(keyword)
        && name.starts_with(|letter: char| letter.is_ascii_uppercase()))
    .then_some(name)
}

#[cfg(test)]
mod tests {
    use super::findings;
    use crate::tidy::File;

    #[test]
    fn catch_all_modules_are_found() {
        let file = |path: &str| File { path: path.to_owned(), text: String::new() };
        assert_eq!(findings(&[file("crates/a/src/utils.rs"), file("crates/a/src/b/mod.rs")]).len(), 2);
        assert!(findings(&[file("crates/a/src/rounding.rs")]).is_empty());
    }

    #[test]
    fn types_are_named_for_what_they_are() {
        let names = |text: &str| findings(&[File { path: "crates/a/src/b.rs".to_owned(), text: text.to_owned() }]);
        let found = names("/// A page.\npub(crate) struct Shown<'a> {\n}\nenum Listed {}\n");
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("crates/a/src/b.rs:2: the type `Shown`"), "{found:?}");
        assert!(names("struct ShownColumn;\nstruct Seed(u64);\ntype Bound = f64;\nlet kept = Shown {};\n").is_empty());
    }
}
