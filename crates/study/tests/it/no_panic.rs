//! Whatever the files hold, checking gives an answer, the answer can be shown, and there is a study
//! exactly when nothing is wrong.

use proptest::prelude::*;
use study::{InMemory, check};

const STUDY: &str = r#"
accept = { R001 = "why" }

[study]
title = "A study"
seed = 7
language = "en"

[reproduces]
paper = "Someone 2020"
results = "original.toml"
deviations = [{ what = "platform", original = "a", here = "b" }]

[systems]
vae = "VAE"
"gpt-3.5" = { name = "GPT", column = "gpt", human = false }

[items]
file = "items.csv"
show = ["input", { column = "picture", label = "", content = "image" }]
strata = ["dataset"]

[[criteria]]
id = "fluency"
question = "How fluent?"
definition = "…"
better = "higher"
response = { kind = "rating", points = 5, minimum = 1, labels = { low = "bad", high = "good" } }

[lists]
questions = 2
completions = 3
balance = ["dataset", "system"]
checks = { file = "checks.jsonl", per_list = 1, on_failure = "replace" }

[participants]
from = "prolific"
time_limit = "60 min"
codes = { completed = "A", late = "B" }

[payment]
currency = "GBP"
amount = 1.6
estimated_minutes = 8
floor_per_hour = 12.0

[[claims]]
id = "C1"
text = "VAE is best."
holds_if = "vae > all others on fluency by 0.1"
decided_by = { test = "mixed-model", correction = "holm" }
"#;

const OTHERS: [(&str, &str); 6] = [
    ("items.csv", "item,input,picture,dataset,vae,gpt\n1,a,p.png,news,b,c\n2,d,q.png,wiki,\"e, f\",g\n"),
    (
        "checks.jsonl",
        "{\"check\": \"c1\", \"input\": \"a\", \"picture\": \"p\", \"text\": \"b\", \"answer\": \">= 3\"}\n",
    ),
    (
        "original.toml",
        "paper = \"Someone\"\n[[results]]\ncriterion = \"fluency\"\nmeasure = \"mean\"\nvalue = \"3.70\"\n",
    ),
    ("consent.md", "You may withdraw at any time. Contact: a@b.org\n"),
    ("p.png", "a picture"),
    ("q.png", "another"),
];

/// Words from which mutations are made: pieces of the format, and pieces that break it.
const PIECES: [&str; 32] = [
    "\"",
    "'''",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "=",
    "\n",
    "\r",
    ",",
    ".",
    "#",
    "\0",
    "\u{feff}",
    "é",
    "\u{202e}",
    "-1",
    "1e999",
    "nan",
    "99999999999999999999",
    "true",
    "1979-05-27",
    "[criteria]\n",
    "response = 1\n",
    "kind = \"spans\"",
    "a.b.c = 1\n",
    "item",
    ",,,",
    "\"\"",
    "0x7f",
    "𝄞",
];

fn sound(files: &InMemory) -> Result<(), TestCaseError> {
    let checked = check(files);
    prop_assert_eq!(checked.study.is_some(), !checked.diagnostics.has_errors());
    for diagnostic in checked.diagnostics.iter() {
        prop_assert!(!diag::render(diagnostic, &checked.sources, diag::Style::Plain).is_empty());
        prop_assert!(!diagnostic.message.is_empty() && diagnostic.code.0 != "S010", "{:?}", diagnostic);
        let _ = diag::to_json(diagnostic, &checked.sources);
    }
    Ok(())
}

fn folder() -> InMemory {
    let files = OTHERS.into_iter().chain([("study.toml", STUDY)]);
    InMemory(files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect())
}

#[test]
fn the_study_that_is_mutated_is_right() {
    let checked = check(&folder());
    assert!(!checked.diagnostics.has_errors(), "{:#?}", checked.diagnostics);
}

#[test]
fn deep_nesting_and_endless_keys_get_an_answer() {
    let cases = [
        "[".repeat(100_000),
        "a.".repeat(100_000) + "b = 1",
        "a = [".repeat(50_000),
        "{".repeat(10_000),
        "a = { b = ".repeat(5_000),
    ];
    for study in cases {
        let mut files = folder();
        files.0.insert("study.toml".to_owned(), study.into_bytes());
        assert!(check(&files).diagnostics.has_errors());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..300), which in 0..5_usize) {
        let mut files = folder();
        let name = files.0.keys().nth(which).cloned().unwrap_or_default();
        files.0.insert(name, bytes);
        sound(&files)?;
    }

    #[test]
    fn mutated_files_get_an_answer(
        changes in proptest::collection::vec((0..5_usize, any::<prop::sample::Index>(), 0..12_usize, 0..PIECES.len()), 1..6)
    ) {
        let mut files = folder();
        for (which, at, length, piece) in changes {
            let Some(bytes) = files.0.values_mut().nth(which).filter(|bytes| !bytes.is_empty()) else { continue };
            let start = at.index(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, PIECES[piece].bytes());
        }
        sound(&files)?;
    }

    #[test]
    fn lines_taken_out_or_doubled_get_an_answer(lines in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..6)) {
        let mut text: Vec<&str> = STUDY.lines().collect();
        for (at, double) in lines {
            let index = at.index(text.len());
            if double { text.insert(index, text[index]) } else { text.remove(index); }
        }
        let mut files = folder();
        files.0.insert("study.toml".to_owned(), text.join("\n").into_bytes());
        sound(&files)?;
    }
}
