//! What checking answers to studies that are right, and to all sorts of files that are not.

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

#[test]
fn a_right_study_is_made_and_nothing_is_said() {
    let checked = check(&folder(STUDY, ITEMS));
    assert_eq!(checked.diagnostics.len(), 0, "{:?}", checked.diagnostics);
    let study = checked.study.unwrap();
    assert_eq!(study.systems.iter().map(|s| s.id.0.as_str()).collect::<Vec<_>>(), ["vae", "hrq"]);
    assert_eq!(study.items.len(), 2);
    assert_eq!(study.items[1].outputs[1].as_deref(), Some("one dog"));
    assert_eq!(study.design.combine, study::file::Combine::AllPairs);
}

/// Everything found, as a person reads it.
fn shown(files: &InMemory) -> String {
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
    expected.assert_eq(&shown(&folder(&study, ITEMS)));
}

#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn items_are(items: &str, expected: Expect) {
    expected.assert_eq(&shown(&folder(STUDY, items)));
}

#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn bytes_are(file: &str, bytes: &[u8], expected: Expect) {
    let mut files = folder(STUDY, ITEMS);
    files.0.insert(file.to_owned(), bytes.to_vec());
    expected.assert_eq(&shown(&files));
}

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
            help: take the quotation marks away

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
            help: did you mean `pairwise`? there are `rating`, `slider`, `ranking`, `pairwise`, `best-worst`, `choice`, `spans`, `count`, `text`

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
            help: add `kind = "…"` with one of `rating`, `slider`, `ranking`, `pairwise`, `best-worst`, `choice`, `spans`, `count`, `text`
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
            help: each line is `key = value`, texts stand in quotation marks, tables begin with `[name]`

            error[S003]: not TOML: string values must be quoted, expected literal string
              --> study.toml:23:15
               |
            23 | completions = 
               |               ^
               |
            help: each line is `key = value`, texts stand in quotation marks, tables begin with `[name]`
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
        error[S002]: `study.toml` is not UTF-8 text: it holds zero bytes, as UTF-16 without a mark or a program's own format does
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

#[test]
fn other_encodings_of_tables_are_named_and_marks_and_crlf_are_taken() {
    bytes_are(
        "items.csv",
        b"item,input,vae,hrq\n1,caf\xe9,b,c\n",
        expect![[r#"
        error[S002]: `items.csv` is not UTF-8 text: byte 0xe9 in line 2 is not; it may be Latin-1 or Windows-1252
        --> items.csv
         |
        help: save it again as UTF-8; every editor offers this under “Save as” or “Encoding”
    "#]],
    );
    bytes_are(
        "items.csv",
        b"",
        expect![[r#"
        error[S009]: `items.csv` is empty
        --> items.csv
         |
        help: write it, or leave its name out of `study.toml`
    "#]],
    );
    let windows = format!("\u{feff}{}", STUDY.replace('\n', "\r\n"));
    bytes_are(
        "study.toml",
        windows.as_bytes(),
        expect![[r#"
            nothing found
        "#]],
    );
    let slip = windows.replace("title", "tilte");
    bytes_are(
        "study.toml",
        slip.as_bytes(),
        expect![[r#"
            error[S004]: unknown key `tilte` in `[study]`
             --> study.toml:3:1
              |
            3 | tilte = "Which paraphrase is closest in meaning?"
              | ^^^^^
              |
            help: did you mean `title`?
        "#]],
    );
    bytes_are(
        "items.csv",
        format!("\u{feff}{}", ITEMS.replace('\n', "\r\n")).as_bytes(),
        expect![[r#"
            nothing found
        "#]],
    );
}

#[test]
fn tables_that_do_not_fit_are_shown_with_their_rows() {
    items_are(
        "item,inptu,vae\n1,a,b\n",
        expect![[r#"
        error[S021]: `items.csv` has no column `hrq` for the outputs of system `hrq`
         --> study.toml:8:1
          |
        8 | hrq = "HRQ-VAE"
          | ^^^
          |
        help: the columns are `item`, `inptu`, `vae`; a column of another name is given as `hrq = { name = "…", column = "…" }`

        error[S021]: `items.csv` has no column `input`
          --> study.toml:12:9
           |
        12 | show = ["input"]
           |         ^^^^^^^
           |
        help: did you mean `inptu`?
    "#]],
    );
    items_are(
        "item,input,vae,hrq\n",
        expect![[r#"
        error[S024]: `items.csv` has a header but no rows
        --> items.csv
         |
        help: add rows
    "#]],
    );
    items_are(
        "item,input,vae,hrq\n1,a,b,c\n2,a, with a comma,b,c\n",
        expect![[r#"
        error[S020]: row 3 of `items.csv` has 5 cells where the header has 4 (put texts with commas or line breaks in quotation marks)
         --> items.csv:3:1
          |
        3 | 2,a, with a comma,b,c
          | ^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
    items_are(
        "item,input,vae,hrq\n1,a,b,c\n2,d,\"e\n\",f\n1,g,h,i\n,j,k,l\n1,m,n,o\n",
        expect![[r#"
            advice[R022]: 1 output begins or ends with blanks
             --> items.csv:3:5
              |
            3 | 2,d,"e
              |     ^^ `vae`
              |
              = why: when only some systems have them, participants can tell those apart
            help: trim the outputs of every system alike

            error[S023]: item `1` stands in row 2 and again in row 4, and one more row is like this
             --> items.csv:5:1
              |
            2 | 1,a,b,c
              | - first here
            ...
            5 | 1,g,h,i
              | ^
              |
            help: give each an id of its own; for one row per output, name the column with the system in `items.system`

            error[S022]: row 5 has nothing in column `item`
             --> items.csv:6:1
              |
            6 | ,j,k,l
              | ^
              |
            help: fill the cell, or take the row out
        "#]],
    );
}

#[test]
fn one_row_per_output_is_read_too_and_its_mistakes_are_found() {
    let study = STUDY.replace("file = \"items.csv\"", "file = \"items.csv\"\nsystem = \"from\"\noutput = \"text\"");
    let rows = "item,input,from,text\n2,d,hrq,x\n1,a,vae,y\n2,d,vae,z\n1,a,hrq,w\n";
    let made = check(&folder(&study, rows)).study.unwrap();
    let outputs: Vec<_> = made.items.iter().map(|item| (item.id.0.as_str(), item.outputs.clone(), item.row)).collect();
    expect![[r#"[("1", [Some("y"), Some("w")], 3), ("2", [Some("z"), Some("x")], 2)]"#]]
        .assert_eq(&format!("{outputs:?}"));
    expect![[r#"
        error[S025]: `[systems]` has no system `VAE`
         --> items.csv:6:5
          |
        6 | 1,b,VAE,q
          |     ^^^
          |
        help: did you mean `vae`?

        error[S023]: item `1` with system `vae` stands in row 3 and again in row 7, and one more row is like this
         --> items.csv:7:1
          |
        3 | 1,a,vae,y
          | - first here
        ...
        7 | 1,a,vae,r
          | ^
          |
        help: give each an id of its own; for one row per output, name the column with the system in `items.system`

        error[S026]: item `2` has another `input` here than in row 2
         --> items.csv:8:3
          |
        2 | 2,d,hrq,x
          |   - first here
        ...
        8 | 2,e,hrq,s
          |   ^
          |
        help: make them the same, or give the item an id of its own
    "#]]
    .assert_eq(&shown(&folder(&study, &format!("{rows}1,b,VAE,q\n1,a,vae,r\n2,e,hrq,s\n"))));
}

#[test]
fn names_that_lead_nowhere_are_found() {
    study_with(
        &[
            (
                "questions = 2",
                "questions = 2\nbalance = [\"datset\", \"pair\"]\nchecks = { file = \"checks.csv\", per_list = 1 }",
            ),
            ("show = [\"input\"]", "show = [\"input\"]\nstrata = [\"dataset\"]"),
            (
                "[lists]",
                "[design]\nsystem = \"hqr\"\n\n[participants]\nfrom = \"invited\"\ntime_limit = \"one hour\"\n\n[lists]",
            ),
        ],
        expect![[r#"
            error[S021]: `items.csv` has no column `dataset`
              --> study.toml:13:11
               |
            13 | strata = ["dataset"]
               |           ^^^^^^^^^
               |
            help: the columns are `item`, `input`, `vae`, `hrq`

            error[S025]: `[systems]` has no system `hqr`
              --> study.toml:23:10
               |
            23 | system = "hqr"
               |          ^^^^^
               |
            help: did you mean `hrq`?

            warning[R069]: participants are recruited, but there is no consent text
              --> study.toml:25:1
               |
            25 | [participants]
               | ^^^^^^^^^^^^^^
               |
               = why: people must know what they agree to
            help: write `consent.md`: what is asked and kept, how to withdraw, whom to ask

            error[S011]: `one hour` is not a length of time
              --> study.toml:27:14
               |
            27 | time_limit = "one hour"
               |              ^^^^^^^^^^
               |
            help: write it as `60 min` or `2 h`

            error[S035]: `datset` is neither a stratum nor `system`, `pair` or `position`
              --> study.toml:31:12
               |
            31 | balance = ["datset", "pair"]
               |            ^^^^^^^^
               |
            help: did you mean `dataset`?

            error[S001]: there is no file `checks.csv` in the study folder
              --> study.toml:32:19
               |
            32 | checks = { file = "checks.csv", per_list = 1 }
               |                   ^^^^^^^^^^^^
               |
            help: add it, or correct its name
        "#]],
    );
}

#[test]
fn files_that_cannot_be_read_are_found_where_they_are_named() {
    study_with(
        &[("file = \"items.csv\"", "file = \"../items.csv\"")],
        expect![[r#"
        error[S001]: there is no file `../items.csv` in the study folder
          --> study.toml:11:8
           |
        11 | file = "../items.csv"
           |        ^^^^^^^^^^^^^^
           |
        help: add it, or correct its name
    "#]],
    );
    study_with(
        &[("file = \"items.csv\"", "file = \"items.doc\"")],
        expect![[r#"
        error[S020]: `items.doc` has no ending that says what it is
          --> study.toml:11:8
           |
        11 | file = "items.doc"
           |        ^^^^^^^^^^^
           |
        help: use .csv, .tsv, .jsonl, .parquet or .xlsx
    "#]],
    );
}

#[test]
fn claims_are_read_and_their_mistakes_have_places_inside_them() {
    let claims = "[[claims]]\nid = \"C1\"\ntext = \"VAE is best.\"\nholds_if = \"vae > hrg on meaning\"\n\n[[claims]]\nid = \"C1\"\ntext = \"And so on.\"\n";
    study_with(
        &[("[lists]", &format!("{claims}\n[lists]"))],
        expect![[r#"
            warning[R081]: claim `C1` names no test that decides it
              --> study.toml:24:12
               |
            24 | holds_if = "vae > hrg on meaning"
               |            ^^^^^^^^^^^^^^^^^^^^^^
               |
               = why: what confirms a claim must be fixed before the numbers are seen
            help: add `decided_by = { test = "…" }`, or `decided_by = "direction"` for the order alone

            error[S034]: there is no system `hrg`
              --> study.toml:24:19
               |
            24 | holds_if = "vae > hrg on meaning"
               |                   ^^^
               |
            help: did you mean `hrq`?

            error[S034]: claim `C1` does not say when it holds
              --> study.toml:26:1
               |
            26 | [[claims]]
               | ^^^^^^^^^^
               |
            help: add `holds_if = "…"`, or `scope = "out"` if this study cannot speak to it

            error[S023]: the id `C1` is given twice in `[[claims]]`
              --> study.toml:27:6
               |
            22 | id = "C1"
               |      ---- first here
            ...
            27 | id = "C1"
               |      ^^^^
               |
            help: give each an id of its own
        "#]],
    );
    let right = claims
        .replace("hrg", "hrq")
        .replace("And so on.\"\n", "And so on.\"\nscope = \"out\"\n")
        .replacen("C1", "C0", 1);
    let study = STUDY.replace("[lists]", &format!("{right}\n[lists]"));
    let claims = check(&folder(&study, ITEMS)).study.unwrap().claims;
    assert!(claims[0].holds_if.is_some() && claims[1].holds_if.is_none());
    assert_eq!(claims[1].rule, study::claim::Rule::OutOfScope);
}

#[test]
fn designs_that_do_not_go_with_their_kinds_are_found() {
    study_with(
        &[("[lists]", "[design]\ncombine = \"every-output\"\n\n[lists]")],
        expect![[r#"
        error[S030]: the design shows one output at a time, but the criteria ask about two outputs
          --> study.toml:22:11
           |
        22 | combine = "every-output"
           |           ^^^^^^^^^^^^^^
           |
        help: leave `combine` out: it follows from the response kind
    "#]],
    );
    study_with(
        &[("[lists]", "[design]\ncombine = \"one-against-rest\"\n\n[lists]")],
        expect![[r#"
        error[S030]: `one-against-rest` needs to know which system is the one
          --> study.toml:22:11
           |
        22 | combine = "one-against-rest"
           |           ^^^^^^^^^^^^^^^^^^
           |
        help: add `system = "…"`
    "#]],
    );
    let rating = "[[criteria]]\nid = \"fluency\"\nquestion = \"How fluent?\"\ndefinition = \"…\"\nresponse = { kind = \"rating\", points = 5, labels = [\"low\"] }\n\n[lists]";
    study_with(
        &[("[lists]", rating)],
        expect![[r#"
            warning[R031]: the scale of `fluency` does not say which end is better
              --> study.toml:21:1
               |
            21 | [[criteria]]
               | ^^^^^^^^^^^^
               |
               = why: a higher number is praise on one scale and blame on another
            help: add `better = "higher"`, `"lower"` or `"neither"`

            warning[R030]: the 5-point scale of `fluency` does not say which number its lowest point is
              --> study.toml:25:12
               |
            25 | response = { kind = "rating", points = 5, labels = ["low"] }
               |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = why: means cannot be compared, nor CV* computed, without knowing where the scale begins
            help: add `minimum = 1`, or whatever number the lowest point stands for

            error[S030]: criterion `fluency` shows one output, but `meaning` shows two outputs
              --> study.toml:25:12
               |
            19 | response = { kind = "pairwise" }
               |            --------------------- first here
            ...
            25 | response = { kind = "rating", points = 5, labels = ["low"] }
               |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
            help: ask them in two studies over the same items

            error[S013]: 1 labels for 5 points
              --> study.toml:25:52
               |
            25 | response = { kind = "rating", points = 5, labels = ["low"] }
               |                                                    ^^^^^^^
               |
            help: give one label for each point, or only the ends: `labels = { low = "…", high = "…" }`
        "#]],
    );
}

#[test]
fn checks_become_questions_and_bad_rows_are_found() {
    let study = STUDY.replace("questions = 2", "questions = 2\nchecks = { file = \"checks.csv\", per_list = 1 }");
    let mut files = folder(&study, ITEMS);
    files.0.insert("checks.csv".to_owned(), b"check,input,a,b,answer,tests\nc1,in,same,other,a,meaning\n".to_vec());
    let made = check(&files).study.unwrap();
    assert_eq!(made.checks[0].outputs, ["same", "other"]);
    let rows =
        b"check,input,a,b,answer\nc1,in,same,other,c\nc1,in,same,other,a\nc2,in,same,,a\n,in,x,y,a\nc3,in,x,y,\n";
    files.0.insert("checks.csv".to_owned(), rows.to_vec());
    expect![[r#"
        error[S033]: `c` is not an answer to this question
         --> checks.csv:2:18
          |
        2 | c1,in,same,other,c
          |                  ^
          |
        help: write one of a, b, or several with `or`

        error[S023]: the id `c1` is given twice
         --> checks.csv:3:1
          |
        3 | c1,in,same,other,a
          | ^^
          |
        help: give each an id of its own

        error[S032]: row 4 has no text in column `b`
         --> checks.csv:4:12
          |
        4 | c2,in,same,,a
          |            ^
          |
        help: each question shows 2 texts, in the columns `a` to `b`

        error[S022]: row 5 has no id in column `check`
         --> checks.csv:5:1
          |
        5 | ,in,x,y,a
          | ^
          |
        help: fill the cell, or take the row out

        error[S022]: check `c3` has no right answer
         --> checks.csv:6:11
          |
        6 | c3,in,x,y,
          |           ^
          |
        help: write the answer that passes
    "#]]
    .assert_eq(&shown(&files));
    files.0.insert("checks.csv".to_owned(), b"id,input,a,b,answer\n1,a,b,c,a\n".to_vec());
    expect![[r#"
        error[S021]: `checks.csv` has no column `check`
         --> checks.csv:1:1
          |
        1 | id,input,a,b,answer
          | ^^^^^^^^^^^^^^^^^^^
          |
        help: the columns are `id`, `input`, `a`, `b`, `answer`
    "#]]
    .assert_eq(&shown(&files));
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
        help: say why it is all right in this study

        error[S012]: `S004` is an error and cannot be accepted
         --> study.toml:1:23
          |
        1 | accept = { R001 = "", S004 = "x", R999 = "y" }
          |                       ^^^^
          |
        help: correct what it reports

        error[S012]: `accept` names `R999`, which is no code
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
    .assert_eq(&shown(&folder(&format!("accept = {{ R001 = \"\", S004 = \"x\", R999 = \"y\" }}\n{bare}"), ITEMS)));
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
