//! What checking answers to studies that are right, and to all sorts of files that are not.

mod file;
mod meaning;
mod tables;

use expect_test::{Expect, expect};
use study::{InMemory, check};

const STUDY: &str = r#"
[study]
title = "Which paraphrase is closest in meaning?"
seed = 712

[systems]
vae = "VAE"
hrq = "HRQ-VAE"

[items]
file = "items.csv"
show = ["input"]

[[criteria]]
id = "meaning"
question = "Which paraphrase is closest in meaning?"
definition = "Says the same, no more and no less."
better = "higher"
response = { kind = "pairwise" }

[lists]
questions = 2
completions = 3
"#;

const ITEMS: &str = "item,input,vae,hrq\n1,a cat,the cat,one cat\n2,a dog,the dog,one dog\n";

fn folder(study: &str, items: &str) -> InMemory {
    let files = [("study.toml", study), ("items.csv", items)];
    InMemory(files.into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect())
}

/// Everything found, as a person reads it.
fn render_findings(files: &InMemory) -> String {
    let checked = check(files);
    let rendered: Vec<String> =
        checked.diagnostics.iter().map(|d| diag::render(d, &checked.sources, diag::Style::Plain)).collect();
    if rendered.is_empty() { "nothing found\n".to_owned() } else { format!("{}\n", rendered.join("\n\n")) }
}

/// The study with some of its text replaced.
#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn study_with(replaced: &[(&str, &str)], expected: Expect) {
    let study = replaced.iter().fold(STUDY.to_owned(), |study, (from, to)| {
        assert!(study.contains(from), "{from}");
        study.replace(from, to)
    });
    expected.assert_eq(&render_findings(&folder(&study, ITEMS)));
}

#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn items_are(items: &str, expected: Expect) {
    expected.assert_eq(&render_findings(&folder(STUDY, items)));
}

#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn bytes_are(file: &str, bytes: &[u8], expected: Expect) {
    let mut files = folder(STUDY, ITEMS);
    files.0.insert(file.to_owned(), bytes.to_vec());
    expected.assert_eq(&render_findings(&files));
}

#[test]
fn a_right_study_is_made_and_nothing_is_said() {
    let checked = check(&folder(STUDY, ITEMS));
    assert_eq!(checked.diagnostics.len(), 0, "{:?}", checked.diagnostics);
    let study = checked.study.unwrap();
    assert_eq!(study.systems.iter().map(|s| s.id.0.as_str()).collect::<Vec<_>>(), ["vae", "hrq"]);
    assert_eq!(study.items.len(), 2);
    assert_eq!(study.items[1].outputs[1].as_deref(), Some("one dog"));
    assert_eq!(study.parts[0].design.combine, study::file::Combine::AllPairs);
}

#[test]
fn what_is_accepted_is_kept_apart_and_errors_cannot_be() {
    let bare = STUDY.replace("definition = \"Says the same, no more and no less.\"\n", "");
    let checked = check(&folder(&format!("accept = {{ R001 = \"as the original\" }}\n{bare}"), ITEMS));
    assert!(checked.study.is_some() && checked.diagnostics.is_empty());
    assert_eq!((checked.accepted.len(), checked.accepted[0].reason.as_str()), (1, "as the original"));
    expect![[r#"
        error[S012]: `R001` is accepted without a reason
         --> study.toml:1:12
          |
        1 | accept = { R001 = "", S004 = "x", R999 = "y" }
          |            ^^^^
          |
        help: say why it is acceptable in this study

        error[S012]: `S004` is an error and cannot be accepted
         --> study.toml:1:23
          |
        1 | accept = { R001 = "", S004 = "x", R999 = "y" }
          |                       ^^^^
          |
        help: correct what it reports

        error[S012]: `accept` names `R999`, which is not a code
         --> study.toml:1:35
          |
        1 | accept = { R001 = "", S004 = "x", R999 = "y" }
          |                                   ^^^^
          |
        help: see `rejudge explain --list`

        warning[R001]: criterion `meaning` has no definition, but participants will be asked to judge it
          --> study.toml:15:1
           |
        15 | [[criteria]]
           | ^^^^^^^^^^^^
           |
           = why: without a definition participants bring their own
        help: add `definition = "…"`, or `definition = "none given"` if the original study gave none
    "#]]
    .assert_eq(&render_findings(&folder(
        &format!("accept = {{ R001 = \"\", S004 = \"x\", R999 = \"y\" }}\n{bare}"),
        ITEMS,
    )));
}

#[test]
fn the_fingerprint_changes_with_any_file_and_the_items_not_with_their_order() {
    let fingerprint = |study: &str, items: &str| check(&folder(study, items)).study.unwrap().fingerprint;
    assert_eq!(fingerprint(STUDY, ITEMS), fingerprint(STUDY, ITEMS));
    assert_eq!(fingerprint(STUDY, ITEMS).len(), 64);
    assert_ne!(fingerprint(STUDY, ITEMS), fingerprint(&STUDY.replace("712", "713"), ITEMS));
    assert_ne!(fingerprint(STUDY, ITEMS), fingerprint(STUDY, &ITEMS.replace("one dog", "the dogs")));
    let turned = "item,input,vae,hrq\n2,a dog,the dog,one dog\n1,a cat,the cat,one cat\n";
    let ids =
        |items: &str| check(&folder(STUDY, items)).study.unwrap().items.into_iter().map(|i| i.id).collect::<Vec<_>>();
    assert_eq!(ids(ITEMS), ids(turned));
}
