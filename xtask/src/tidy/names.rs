//! Names that say nothing, and layouts that hide where to look.

use super::File;

/// Catch-all modules: things without a place of their own attract others.
const CATCH_ALLS: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "types", "manager"];

/// Irregular participles and past tenses that do not say what a thing is, or what a function does. Those that are nouns as well (bound,
/// run, set) may be used.
const PARTICIPLES: &[&str] = &[
    "broken",
    "brought",
    "built",
    "chose",
    "chosen",
    "done",
    "drawn",
    "found",
    "frozen",
    "gave",
    "given",
    "gone",
    "heard",
    "held",
    "hidden",
    "kept",
    "known",
    "laid",
    "left",
    "lost",
    "made",
    "meant",
    "met",
    "paid",
    "put",
    "read",
    "said",
    "seen",
    "sent",
    "shown",
    "shrunk",
    "spent",
    "spoken",
    "taken",
    "thought",
    "told",
    "took",
    "understood",
    "unread",
    "unsaid",
    "unseen",
    "won",
    "written",
];

/// Words that name a function well though they are participles: verbs in the present as well, and what a function returns that gives a
/// changed copy of what it is given.
const FUNCTIONS: &[&str] = &[
    "centred",
    "coloured",
    "encoded",
    "escaped",
    "filtered",
    "flipped",
    "indented",
    "left",
    "mixed",
    "padded",
    "quoted",
    "read",
    "renamed",
    "reordered",
    "reversed",
    "rounded",
    "shifted",
    "shortened",
    "sorted",
    "stretched",
    "swapped",
    "trimmed",
    "unescaped",
    "wrapped",
];

/// Words that say nothing by themselves: `Row::of(table)` does not say what is made of the table, `Row::from_table(table)` does.
const FUNCTION_WORDS: &[&str] = &[
    "about",
    "above",
    "after",
    "again",
    "against",
    "along",
    "also",
    "and",
    "anew",
    "another",
    "apart",
    "are",
    "around",
    "at",
    "away",
    "back",
    "because",
    "before",
    "below",
    "beside",
    "between",
    "beyond",
    "both",
    "by",
    "cannot",
    "each",
    "earlier",
    "elsewhere",
    "every",
    "everything",
    "everywhere",
    "few",
    "has",
    "here",
    "how",
    "inside",
    "instead",
    "is",
    "later",
    "like",
    "many",
    "may",
    "maybe",
    "more",
    "most",
    "must",
    "near",
    "nothing",
    "of",
    "on",
    "one",
    "only",
    "or",
    "other",
    "others",
    "otherwise",
    "ours",
    "out",
    "outside",
    "over",
    "same",
    "since",
    "some",
    "sure",
    "then",
    "there",
    "those",
    "to",
    "together",
    "twice",
    "until",
    "what",
    "whereabouts",
    "who",
    "whole",
    "why",
    "with",
    "within",
    "without",
];

/// Modules that are named by a word that ends like a participle, because the field calls it so.
const MODULES: &[&str] = &["delimited", "mixed", "read", "unitised"];

/// Nouns and verbs that end like participles.
const NOT_PARTICIPLES: &[&str] = &["embed", "exceed", "feed", "need", "proceed", "seed", "speed", "succeed"];

pub(super) fn findings(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        if file.path.ends_with(".rs") {
            findings.extend(participles(file));
        }
        let Some((folder, name)) = file.path.rsplit_once('/') else { continue };
        if name == "mod.rs" {
            findings.push(format!("{}: use `{folder}.rs` beside the folder instead of `mod.rs`", file.path));
        }
        let stem = name.split('.').next().unwrap_or(name);
        if name.ends_with(".rs") && CATCH_ALLS.contains(&stem) {
            findings.push(format!("{}: a catch-all module; name the concept it holds", file.path));
        }
        if name.ends_with(".rs") && is_participle(stem) && !MODULES.contains(&stem) {
            findings.push(format!("{}: the module `{stem}` is a participle; name what it holds", file.path));
        }
    }
    findings
}

/// Types and functions named by a participle alone: `Shown` says that something was done to it, `ShownColumn` says what it is; `shown()`
/// says that something is shown, `render_table()` says what and how.
fn participles(file: &File) -> Vec<String> {
    let lines = file.text.lines().enumerate();
    lines
        .filter_map(|(index, line)| {
            let place = format!("{}:{}", file.path, index + 1);
            if let Some(name) = defined_type(line).filter(|name| is_participle(name)) {
                return Some(format!("{place}: the type `{name}` is a participle; name what it is"));
            }
            let name = defined_function(line)?;
            if FUNCTION_WORDS.contains(&name) {
                return Some(format!(
                    "{place}: the function `{name}` says nothing by itself; name what it does, or returns"
                ));
            }
            (is_participle(name) && !FUNCTIONS.contains(&name)).then_some(())?;
            Some(format!("{place}: the function `{name}` is a participle; name what it does, or what it returns"))
        })
        .collect()
}

/// Whether a name is one word, and that a participle.
fn is_participle(name: &str) -> bool {
    let word = name.to_ascii_lowercase();
    let one_word = name.chars().skip(1).all(|letter| letter.is_ascii_lowercase());
    let regular = word.ends_with("ed") && !NOT_PARTICIPLES.contains(&word.as_str());
    one_word && (regular || PARTICIPLES.contains(&word.as_str()))
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

/// The name of the function that a line defines.
fn defined_function(line: &str) -> Option<&str> {
    let modifier =
        |word: &&str| word.starts_with("pub") || word.ends_with(')') || ["const", "async", "unsafe"].contains(word);
    let mut words = line.split_whitespace().skip_while(modifier);
    (words.next()? == "fn").then_some(())?;
    words.next()?.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next()
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
    fn modules_are_named_for_what_they_hold() {
        let file = |path: &str| File { path: path.to_owned(), text: String::new() };
        let found = findings(&[file("crates/a/src/shown.rs"), file("crates/a/src/b/listed.rs")]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("the module `shown`"), "{found:?}");
        assert!(findings(&[file("crates/a/src/shown_page.rs"), file("crates/a/src/mixed.rs")]).is_empty());
    }

    #[test]
    fn functions_are_not_named_by_a_preposition_or_a_pronoun() {
        let names = |text: &str| findings(&[File { path: "crates/a/src/b.rs".to_owned(), text: text.to_owned() }]);
        let found = names("impl Row {\n    pub fn of(table: &Table) -> Row {}\n}\nfn others() {}\n");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("crates/a/src/b.rs:2: the function `of`"), "{found:?}");
        assert!(names("fn from_table() {}\nfn with_column() {}\nfn new() {}\nfn all() {}\n").is_empty());
    }

    #[test]
    fn types_are_named_for_what_they_are() {
        let names = |text: &str| findings(&[File { path: "crates/a/src/b.rs".to_owned(), text: text.to_owned() }]);
        let found = names("/// A page.\npub(crate) struct Shown<'a> {\n}\nenum Listed {}\n");
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("crates/a/src/b.rs:2: the type `Shown`"), "{found:?}");
        assert!(names("struct ShownColumn;\nstruct Seed(u64);\ntype Bound = f64;\nlet kept = Shown {};\n").is_empty());
    }

    #[test]
    fn functions_are_named_for_what_they_do() {
        let names = |text: &str| findings(&[File { path: "crates/a/src/b.rs".to_owned(), text: text.to_owned() }]);
        let found =
            names("impl Row {\n    pub(crate) async fn shown<'a>(&self) {}\n}\nfn told() {}\nconst fn checked() {}\n");
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("crates/a/src/b.rs:2: the function `shown`"), "{found:?}");
        let fine = "fn render_table() {}\nfn is_shown() {}\nfn sorted() {}\nfn read() {}\nfn succeed() {}\nlet told = kept(shown());\n";
        assert_eq!(names(fine), Vec::<String>::new());
    }
}
