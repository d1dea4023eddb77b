//! Screening questions before the list and closing questions after it.

use expect_test::{Expect, expect};
use study::{InMemory, check};

const STUDY: &str = r#"
[study]
title = "How fluent is it?"
seed = 1

[systems]
one = "One"

[items]
file = "items.csv"

[[criteria]]
id = "fluency"
question = "How fluent is it?"
definition = "It reads well."
better = "higher"
response = { kind = "slider", minimum = 0, maximum = 100, low = "not", high = "very" }

[lists]
questions = 1
completions = 3
"#;

#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn with(more: &str, expected: Expect) {
    let files = [("study.toml", format!("{STUDY}{more}")), ("items.csv", "item,one\n1,a cat\n".to_owned())];
    let files = InMemory(files.map(|(name, text)| (name.to_owned(), text.into_bytes())).into_iter().collect());
    let checked = check(&files);
    let errors = checked.diagnostics.iter().filter(|d| d.code.0.starts_with('S'));
    let shown: Vec<String> = errors.map(|d| diag::render(d, &checked.sources, diag::Style::Plain) + "\n").collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn questions_that_can_be_asked_are_taken() {
    let more = "
[[screening]]
id = \"english\"
question = \"Is English your first language?\"
options = [\"Yes\", \"No\"]
accept = [\"Yes\"]

[[closing]]
id = \"age\"
question = \"How old are you?\"
response = { kind = \"count\" }
";
    with(more, expect![""]);
}

#[test]
fn questions_that_cannot_be_asked_are_found() {
    let more = "
[[screening]]
id = \"english\"
question = \"Is English your first language?\"
options = [\"Yes\", \"No\", \"No\"]
accept = [\"yes\", \"perhaps\"]

[[closing]]
id = \"age\"
question = \"How old are you?\"
response = { kind = \"pairwise\" }

[[closing]]
id = \"age\"
question = \"How old are you really?\"
response = { kind = \"choice\", options = [\"old\"] }
";
    with(
        more,
        expect![[r#"
        error[S036]: screening question `english` offers `No` twice
          --> study.toml:26:25
           |
        26 | options = ["Yes", "No", "No"]
           |                         ^^^^
           |
        help: leave one of them out

        error[S036]: screening question `english` accepts `yes` but does not offer it
          --> study.toml:27:11
           |
        27 | accept = ["yes", "perhaps"]
           |           ^^^^^
           |
        help: did you mean `Yes`?

        error[S036]: screening question `english` accepts `perhaps` but does not offer it
          --> study.toml:27:18
           |
        27 | accept = ["yes", "perhaps"]
           |                  ^^^^^^^^^
           |
        help: accept one of Yes, No, No

        error[S036]: closing question `age` is a `pairwise`, but shows no output
          --> study.toml:32:12
           |
        32 | response = { kind = "pairwise" }
           |            ^^^^^^^^^^^^^^^^^^^^^
           |
        help: ask it as `rating`, `slider`, `choice`, `count` or `text`

        error[S023]: the id `age` is given twice in `[[closing]]`
          --> study.toml:35:6
           |
        30 | id = "age"
           |      ----- first here
        ...
        35 | id = "age"
           |      ^^^^^
           |
        help: give each an id of its own

        error[S013]: 1 option(s) leave nothing to choose
          --> study.toml:37:41
           |
        37 | response = { kind = "choice", options = ["old"] }
           |                                         ^^^^^^^
           |
        help: give at least two options
    "#]],
    );
}
