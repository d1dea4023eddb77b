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
fn check_with(more: &str, expected: Expect) {
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
    check_with(more, expect![""]);
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
    check_with(
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
            help: ask it as `rating`, `slider`, `choice`, `count`, `text` or `date`

            error[S023]: the id `age` is given twice in `[[closing]]`
              --> study.toml:35:6
               |
            30 | id = "age"
               |      ----- first here
            ...
            35 | id = "age"
               |      ^^^^^
               |
            help: give each its own id

            error[S013]: 1 option(s) leave no choice
              --> study.toml:37:41
               |
            37 | response = { kind = "choice", options = ["old"] }
               |                                         ^^^^^^^
               |
            help: give at least two options
        "#]],
    );
}

const TYPED: &str = "
[[screening]]
id = \"born\"
question = \"When were you born?\"
response = { kind = \"date\", latest = \"2026-02-30\" }
accept = [\"<= 2008-11-17\"]

[[screening]]
id = \"age\"
question = \"How old are you?\"
response = { kind = \"count\", maximum = 120 }
accept = [\">= 180\"]

[[screening]]
id = \"moved\"
question = \"When did you move?\"
response = { kind = \"date\" }
accept = [\"17.11.2008\"]

[[screening]]
id = \"nothing\"
question = \"Which?\"

[[screening]]
id = \"mood\"
question = \"How are you?\"
response = { kind = \"slider\", minimum = 0, maximum = 10 }

[[closing]]
id = \"why\"
question = \"Why?\"
response = { kind = \"text\", minimum = 50, maximum = 20 }

[[closing]]
id = \"when\"
question = \"When?\"
response = { kind = \"date\", earliest = \"2026-01-01\", latest = \"2025-01-01\" }
";

#[test]
fn typed_questions_say_what_may_be_typed() {
    check_with(
        TYPED,
        expect![[r#"
            error[S013]: `2026-02-30` is not a date
              --> study.toml:26:38
               |
            26 | response = { kind = "date", latest = "2026-02-30" }
               |                                      ^^^^^^^^^^^^
               |
            help: write it as `2026-11-17`

            error[S036]: `180` is not on the scale from 0 to 120
              --> study.toml:33:11
               |
            33 | accept = [">= 180"]
               |           ^^^^^^^^
               |
            help: write a value from 0 to 120, a range such as `0..120`, or a bound such as `>= 0`

            error[S036]: `17.11.2008` is no day
              --> study.toml:39:11
               |
            39 | accept = ["17.11.2008"]
               |           ^^^^^^^^^^^^
               |
            help: write a day as `2026-11-17`, a bound such as `<= 2026-11-17`, or two days with `..` between them

            error[S036]: screening question `nothing` lets nobody take part
              --> study.toml:41:1
               |
            41 | [[screening]]
               | ^^^^^^^^^^^^^
               |
            help: offer `options` and `accept` some of them, or let people type with `response = { kind = "count" }`

            error[S036]: screening question `mood` is neither typed nor chosen from options
              --> study.toml:48:12
               |
            48 | response = { kind = "slider", minimum = 0, maximum = 10 }
               |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
            help: ask for a `count`, a `date` or `text`, or leave `response` out and offer `options`

            error[S013]: no answer has at least 50 and at most 20 characters
              --> study.toml:53:39
               |
            53 | response = { kind = "text", minimum = 50, maximum = 20 }
               |                                       ^^
               |
            help: let `minimum` be at most `maximum`

            error[S013]: it is before `earliest`: no date is accepted
              --> study.toml:58:63
               |
            58 | response = { kind = "date", earliest = "2026-01-01", latest = "2025-01-01" }
               |                                                               ^^^^^^^^^^^^
               |
            help: let `earliest` come first
        "#]],
    );
}
