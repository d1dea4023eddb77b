//! The study file itself: slips, gaps, syntax and encodings.

use expect_test::expect;

use super::{bytes_are, study_with};

#[test]
fn every_slip_of_the_pen_is_shown_at_once() {
    study_with(
        &[
            ("title", "tilte"),
            ("seed = 712", "seed = \"712\""),
            ("\"pairwise\"", "\"pairwize\""),
            ("completions = 3", "completions = 0\norder = \"randon\"\nsizes = 3"),
            ("better = \"higher\"", "better = true"),
        ],
        expect![[r#"
            error[S004]: unknown key `tilte` in `[study]`
             --> study.toml:3:1
              |
            3 | tilte = "Which paraphrase is closest in meaning?"
              | ^^^^^
              |
            help: did you mean `title`?

            error[S005]: `study.seed` must be a whole number, found a string
             --> study.toml:4:8
              |
            4 | seed = "712"
              |        ^^^^^
              |
            help: remove the quotation marks

            error[S005]: `criteria.0.better` must be a string, found `true`
              --> study.toml:18:10
               |
            18 | better = true
               |          ^^^^
               |
            help: use one of `higher`, `lower`, `neither`, in quotation marks

            error[S007]: `kind` cannot be `pairwize`
              --> study.toml:19:21
               |
            19 | response = { kind = "pairwize" }
               |                     ^^^^^^^^^^
               |
            help: did you mean `pairwise`? there are `rating`, `slider`, `ranking`, `pairwise`, `best-worst`, `choice`, `spans`, `count`, `text`, `date`

            error[S008]: `lists.completions` must be at least 1, found 0
              --> study.toml:23:15
               |
            23 | completions = 0
               |               ^

            error[S007]: `order` cannot be `randon`
              --> study.toml:24:9
               |
            24 | order = "randon"
               |         ^^^^^^^^
               |
            help: did you mean `random`? there are `random`, `fixed`

            error[S004]: unknown key `sizes` in `[lists]`
              --> study.toml:25:1
               |
            25 | sizes = 3
               | ^^^^^
               |
            help: did you mean `sides`?
        "#]],
    );
}

#[test]
fn what_is_missing_is_said_where_it_should_stand() {
    study_with(
        &[
            ("seed = 712\n", ""),
            ("file = \"items.csv\"\n", ""),
            ("response = { kind = \"pairwise\" }", "response = { ties = true }"),
        ],
        expect![[r#"
            error[S006]: `[study]` has no `seed`
             --> study.toml:2:1
              |
            2 | [study]
              | ^^^^^^^
              |
              = why: `seed`: the seed from which every random choice is drawn
            help: add `seed = …`

            error[S006]: `[items]` has no `file`
             --> study.toml:9:1
              |
            9 | [items]
              | ^^^^^^^
              |
              = why: `file`: the file in the study folder: `.csv`, `.tsv`, `.jsonl`, `.parquet` or `.xlsx`
            help: add `file = "…"`

            error[S006]: `criteria.0.response` has no `kind`
              --> study.toml:17:12
               |
            17 | response = { ties = true }
               |            ^^^^^^^^^^^^^^^
               |
            help: add `kind = "…"` with one of `rating`, `slider`, `ranking`, `pairwise`, `best-worst`, `choice`, `spans`, `count`, `text`, `date`
        "#]],
    );
    study_with(
        &[("[lists]\nquestions = 2\ncompletions = 3\n", "")],
        expect![[r#"
            error[S006]: the file has no `lists`
            --> study.toml
             = why: `lists`: how questions are gathered into lists
            help: add a table `[lists]`
        "#]],
    );
}

#[test]
fn several_syntax_errors_are_shown_together() {
    study_with(
        &[("seed = 712", "seed = 7 1 2"), ("completions = 3", "completions = ")],
        expect![[r#"
            error[S003]: not TOML: string values must be quoted, expected literal string
             --> study.toml:4:8
              |
            4 | seed = 7 1 2
              |        ^^^^^
              |
            help: each line is `key = value`, texts are in quotation marks, tables begin with `[name]`

            error[S003]: not TOML: string values must be quoted, expected literal string
              --> study.toml:23:15
               |
            23 | completions = 
               |               ^
               |
            help: each line is `key = value`, texts are in quotation marks, tables begin with `[name]`
        "#]],
    );
}

#[test]
fn other_encodings_of_the_study_file_are_named() {
    bytes_are(
        "study.toml",
        b"\xff\xfe[\0s\0t\0u\0d\0y\0]\0",
        expect![[r#"
        error[S002]: `study.toml` is not UTF-8 text: it is UTF-16
        --> study.toml
         |
        help: save it again as UTF-8; every editor offers this under “Save as” or “Encoding”
    "#]],
    );
    bytes_are(
        "study.toml",
        b"[\0s\0t\0u\0d\0y\0]\0",
        expect![[r#"
        error[S002]: `study.toml` is not UTF-8 text: it contains zero bytes, like UTF-16 without a byte order mark or a binary format
        --> study.toml
         |
        help: save it again as UTF-8; every editor offers this under “Save as” or “Encoding”
    "#]],
    );
    bytes_are(
        "study.toml",
        b"[study]\ntitle = \"caf\xe9\"\n",
        expect![[r#"
        error[S002]: `study.toml` is not UTF-8 text: byte 0xe9 in line 2 is not; it may be Latin-1 or Windows-1252
        --> study.toml
         |
        help: save it again as UTF-8; every editor offers this under “Save as” or “Encoding”
    "#]],
    );
    bytes_are(
        "study.toml",
        b"",
        expect![[r#"
            error[S009]: `study.toml` is empty
            --> study.toml
             |
            help: `rejudge new` writes one to start from
        "#]],
    );
}
