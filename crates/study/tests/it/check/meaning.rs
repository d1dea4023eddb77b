//! What is well written and does not fit together: names, files, claims, designs.

use expect_test::expect;
use study::check;

use super::{ITEMS, STUDY, folder, study_with};

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
               = why: people must know what they are agreeing to
            help: write `consent.md`: what is asked and stored, how to withdraw, whom to contact

            error[S011]: `one hour` is not a length of time
              --> study.toml:27:14
               |
            27 | time_limit = "one hour"
               |              ^^^^^^^^^^
               |
            help: write it as `60 min` or `2 h`

            error[S035]: `datset` is neither a stratum nor `system`, `pair`, `position`, `words` or `minutes`
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
        error[S020]: `items.doc` has no file extension
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
            warning[R081]: claim `C1` does not say which test decides it
              --> study.toml:24:12
               |
            24 | holds_if = "vae > hrg on meaning"
               |            ^^^^^^^^^^^^^^^^^^^^^^
               |
               = why: what confirms a claim must be fixed before the numbers are seen
            help: add `decided_by = "test"` for the mixed model, or `decided_by = "direction"` for the order alone

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
            help: give each its own id
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
        error[S030]: `one-against-rest` needs to know which system to compare with the others
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
               = why: a higher number is good on one scale and bad on another
            help: add `better = "higher"`, `"lower"` or `"neither"`

            warning[R030]: the 5-point scale of `fluency` does not say which number its lowest point is
              --> study.toml:25:12
               |
            25 | response = { kind = "rating", points = 5, labels = ["low"] }
               |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = why: means cannot be compared, nor CV* computed, without knowing where the scale begins
            help: add `minimum = 1`, or whatever number the lowest point has

            error[S030]: criterion `fluency` shows one output, but `meaning` shows two outputs
              --> study.toml:25:12
               |
            19 | response = { kind = "pairwise" }
               |            --------------------- first here
            ...
            25 | response = { kind = "rating", points = 5, labels = ["low"] }
               |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
            help: ask them in two parts of the study: one `[[parts]]` for each

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

/// A part that fits neither the criteria nor the items.
const UNFIT_PARTS: &str = r#"[[criteria]]
id = "fluency"
question = "How fluent is it?"
definition = "As someone writes who speaks the language well."
better = "higher"
cannot_judge = ["I do not know", "I do not know"]
response = { kind = "rating", points = 5, minimum = 1, labels = { low = "not", high = "very" } }

[design]
repeat_items = true

[[parts]]
id = "pairs"
title = "Two at a time"
criteria = ["meaning", "fluancy"]
items = { genre = ["news"] }

[lists]
criteria = "apart""#;

#[test]
fn parts_that_do_not_fit_criteria_and_items_are_found() {
    study_with(
        &[("[lists]", UNFIT_PARTS)],
        expect![[r#"
            error[S037]: no part asks `fluency`
              --> study.toml:22:6
               |
            22 | id = "fluency"
               |      ^^^^^^^^^
               |
            help: add `"fluency"` to the `criteria` of one of the parts

            error[S013]: `I do not know` cannot be told from the other reasons
              --> study.toml:26:34
               |
            26 | cannot_judge = ["I do not know", "I do not know"]
               |                                  ^^^^^^^^^^^^^^^
               |
            help: give each reason words of its own

            error[S037]: `[design]` cannot be combined with `[[parts]]`, which have their own designs
              --> study.toml:29:1
               |
            29 | [design]
               | ^^^^^^^^
               |
            help: move it into the part it is about: `design = { … }`

            error[S037]: a study with one part does not need parts
              --> study.toml:32:1
               |
            32 | [[parts]]
               | ^^^^^^^^^
               |
            help: leave `[[parts]]` out, or add a second one

            error[S037]: there is no criterion `fluancy`
              --> study.toml:35:24
               |
            35 | criteria = ["meaning", "fluancy"]
               |                        ^^^^^^^^^
               |
            help: did you mean `fluency`?

            error[S037]: `genre` is not one of `items.strata`
              --> study.toml:36:19
               |
            36 | items = { genre = ["news"] }
               |                   ^^^^^^^^
               |
            help: add `genre` to `items.strata`

            error[S037]: `criteria = "apart"` gives each criterion its own lists, but every list contains all parts
              --> study.toml:39:12
               |
            39 | criteria = "apart"
               |            ^^^^^^^
               |
            help: leave it out, and give each criterion its own part
        "#]],
    );
}

#[test]
fn follow_ups_of_what_is_not_asked_or_cannot_be_answered_are_found() {
    let follow = |id: &str, only_if: &str| {
        let question = format!("id = \"{id}\"\nquestion = \"Why, {id}?\"\ndefinition = \"In a few words.\"\n");
        format!("[[criteria]]\n{question}only_if = {{ {only_if} }}\nresponse = {{ kind = \"text\" }}\n\n")
    };
    let more = [
        follow("unknown", "criterion = \"meanings\", is = [\"a\"]"),
        follow("itself", "criterion = \"itself\", is = [\"a\"]"),
        follow("third", "criterion = \"meaning\", is = [\"a\", \"c\"]"),
        follow("number", "criterion = \"meaning\", above = 2"),
        follow("words", "criterion = \"third\", is = [\"yes\"]"),
        follow("nothing", "criterion = \"meaning\""),
        follow("fine", "criterion = \"meaning\", is = [\"b\"]"),
        "[lists]\nquestions = 16".to_owned(),
    ];
    study_with(
        &[("[lists]\nquestions = 2", &more.concat())],
        expect![[r#"
            error[S038]: there is no criterion `meanings`
              --> study.toml:25:25
               |
            25 | only_if = { criterion = "meanings", is = ["a"] }
               |                         ^^^^^^^^^^
               |
            help: did you mean `meaning`?

            error[S038]: `itself` is not asked before `itself` on its page
              --> study.toml:32:25
               |
            32 | only_if = { criterion = "itself", is = ["a"] }
               |                         ^^^^^^^^
               |
            help: put the criterion it depends on first, in the same part, and ask criteria together

            error[S038]: `c` is not an answer to `meaning`
              --> study.toml:39:47
               |
            39 | only_if = { criterion = "meaning", is = ["a", "c"] }
               |                                               ^^^
               |
            help: its answers are a, b

            error[S038]: `meaning` is answered by pairwise, which is not a number
              --> study.toml:46:11
               |
            46 | only_if = { criterion = "meaning", above = 2 }
               |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
            help: name the answers: `is = […]`

            error[S038]: `third` is answered by text, which cannot be used in a condition
              --> study.toml:53:25
               |
            53 | only_if = { criterion = "third", is = ["yes"] }
               |                         ^^^^^^^
               |
            help: use a rating, a slider, a count, a choice or a choice between two

            error[S038]: it does not say which answers to `meaning` lead to it
              --> study.toml:60:11
               |
            60 | only_if = { criterion = "meaning" }
               |           ^^^^^^^^^^^^^^^^^^^^^^^^^
               |
            help: add `is = […]`, or `above` or `below`
        "#]],
    );
}

#[test]
fn a_test_without_a_correction_has_holms_and_the_originals_has_none() {
    let claim = "[[claims]]\nid = \"C1\"\ntext = \"T\"\nholds_if = \"vae > hrq on meaning\"\n\
                 decided_by = { test = \"mixed-model\" }\nas_original = { test = \"sign\" }\n";
    let study = STUDY.replace("[lists]", &format!("{claim}\n[lists]"));
    let checked = check(&folder(&study, ITEMS));
    let claim = &checked.study.unwrap().claims[0];
    let correction = |rule: study::claim::Rule| match rule {
        study::claim::Rule::Significant { correction, .. } => Some(correction),
        study::claim::Rule::Direction | study::claim::Rule::OutOfScope => None,
    };
    assert_eq!(correction(claim.rule), Some(study::file::Correction::Holm));
    assert_eq!(claim.as_original.and_then(correction), Some(study::file::Correction::None));
}
