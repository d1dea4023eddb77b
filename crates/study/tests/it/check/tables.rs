//! Tables of items, outputs and checks.

use expect_test::expect;
use study::check;

use super::{ITEMS, STUDY, bytes_are, folder, items_are, render_findings};

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
fn one_row_per_output_is_recognised_where_nothing_says_so() {
    items_are(
        "item,input,model,text\n1,a,vae,b\n1,a,hrq,c\n",
        expect![[r#"
            error[S021]: `items.csv` has no column for any system; its column `model` contains their ids
              --> study.toml:10:1
               |
            10 | [items]
               | ^^^^^^^
               |
            help: for one row per output, add `system = "model"` to `[items]` and `output = "…"`, the column with the text
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
            advice[R022]: 1 output begins or ends with whitespace
             --> items.csv:3:5
              |
            3 | 2,d,"e
              |     ^^ `vae`
              |
              = why: if only some systems have it, participants can recognise them
            help: trim the outputs of every system alike

            error[S023]: item `1` is in row 2 and again in row 4, and one more row is like this
             --> items.csv:5:1
              |
            2 | 1,a,b,c
              | - first here
            ...
            5 | 1,g,h,i
              | ^
              |
            help: give each its own id; for one row per output, name the column with the system in `items.system`

            error[S022]: row 5 has nothing in column `item`
             --> items.csv:6:1
              |
            6 | ,j,k,l
              | ^
              |
            help: fill the cell, or remove the row
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

        error[S023]: item `1` with system `vae` is in row 3 and again in row 7, and one more row is like this
         --> items.csv:7:1
          |
        3 | 1,a,vae,y
          | - first here
        ...
        7 | 1,a,vae,r
          | ^
          |
        help: give each its own id; for one row per output, name the column with the system in `items.system`

        error[S026]: item `2` has another `input` here than in row 2
         --> items.csv:8:3
          |
        2 | 2,d,hrq,x
          |   - first here
        ...
        8 | 2,e,hrq,s
          |   ^
          |
        help: make them the same, or give the item its own id
    "#]]
    .assert_eq(&render_findings(&folder(&study, &format!("{rows}1,b,VAE,q\n1,a,vae,r\n2,e,hrq,s\n"))));
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
        help: give each its own id

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
        help: fill the cell, or remove the row

        error[S022]: check `c3` has no right answer
         --> checks.csv:6:11
          |
        6 | c3,in,x,y,
          |           ^
          |
        help: write the answer that passes
    "#]]
    .assert_eq(&render_findings(&files));
    files.0.insert("checks.csv".to_owned(), b"id,input,a,b,answer\n1,a,b,c,a\n".to_vec());
    expect![[r#"
        error[S021]: `checks.csv` has no column `check`, which holds an id for each row
         --> checks.csv:1:1
          |
        1 | id,input,a,b,answer
          | ^^^^^^^^^^^^^^^^^^^
          |
        help: the columns are `id`, `input`, `a`, `b`, `answer`
    "#]]
    .assert_eq(&render_findings(&files));
}
