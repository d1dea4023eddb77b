//! Differences of small studies.

use crate::InMemory;
use expect_test::{Expect, expect};

use super::{against_original, diff};

const STUDY: &str = r#"
[study]
title = "Words"
seed = 1
contact = "words@example.org"

[reproduces]
paper = "A 2020"
results = "original.toml"
deviations = [{ what = "items", original = "100", here = "2", why = "an example" }]

[systems]
x = "X"
y = "Y"

[items]
file = "items.csv"

[[criteria]]
id = "fluency"
question = "How fluent is it?"
definition = "Reads well."
response = { kind = "rating", points = 4, minimum = 1 }

[design]
repeat_items = true

[lists]
questions = 2
completions = 3

[participants]
from = "prolific"

[[claims]]
id = "C1"
text = "X reads better."
holds_if = "x > y on fluency"
decided_by = "test"
"#;

const ITEMS: &str = "item,x,y\ni1,a,b\ni2,c,d\n";
const ORIGINAL: &str = "paper = \"A 2020\"\nresults = []\n[facts]\nplatform = \"MTurk\"\nraters = \"2\"\n\
    people_per_item = \"5\"\nscale = \"1 to 7\"\nsentences = \"100\"\npayment = \"0.15 USD\"\n";

fn study(change: impl Fn(&str) -> String, items: &str, instructions: &str) -> crate::Study {
    let files = [
        ("study.toml", change(STUDY)),
        ("items.csv", items.to_owned()),
        ("original.toml", ORIGINAL.to_owned()),
        ("instructions.md", instructions.to_owned()),
        ("consent.md", "I agree.".to_owned()),
        ("information.md", "About words.".to_owned()),
    ];
    let files = InMemory(files.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect());
    let checked = crate::check(&files);
    checked.study.unwrap_or_else(|| panic!("{:?}", checked.diagnostics.iter().collect::<Vec<_>>()))
}

fn check(change: impl Fn(&str) -> String, items: &str, instructions: &str, expected: &Expect) {
    let (first, second) = (study(str::to_owned, ITEMS, "Read.\nJudge."), study(change, items, instructions));
    let lines: Vec<String> = diff(&first, &second)
        .differences
        .iter()
        .map(|d| format!("{} | {} | {} | {}\n", d.topic.word(), d.what, d.first, d.second))
        .collect();
    expected.assert_eq(&lines.concat());
}

#[test]
fn a_study_does_not_differ_from_itself() {
    check(str::to_owned, ITEMS, "Read.\nJudge.", &expect![[""]]);
}

#[test]
fn differences_are_told_in_the_words_of_the_datasheet() {
    let change = |text: &str| {
        text.replace("prolific", "mturk")
            .replace("points = 4", "points = 7")
            .replace("completions = 3", "completions = 5")
            .replace("words@example.org", "others@example.org\"\ninstitution = \"A lab\"\nethics = \"No. 7")
    };
    check(
        change,
        "item,x,y\ni1,a,B\ni3,e,f\n",
        "Read.\nThink.\nJudge.",
        &expect![[r#"
        items | only in the first | 1: i2 | –
        items | only in the second | – | 1: i3
        items | same id, other texts | 1: i1; of the first: “b” | 1: i1; of the first: “B”
        questions | fluency: answer | rating from 1 to 4 | rating from 1 to 7
        texts | contact | words@example.org | others@example.org
        texts | institution | not stated | A lab
        texts | ethics | not stated | No. 7
        texts | instructions | 2 words | 3 words, 1 line of its own: “Think.”
        design | people per question | 3 | 5
        people | platform | Prolific | MTurk
    "#]],
    );
}

#[test]
fn a_long_text_is_shown_where_it_begins_to_differ() {
    let (long, other) = ("one two three ".repeat(9) + "four five six", "one two three ".repeat(9) + "for five six");
    assert_eq!(super::excerpt(&long, &other), "“…one two three four five six”");
    assert_eq!(super::excerpt("short text", "short word"), "“short text”");
    assert_eq!(super::excerpt(&"word ".repeat(20), "another"), format!("“{}…”", "word ".repeat(12)));
}

#[test]
fn a_claim_that_is_turned_round_or_decided_otherwise_is_a_difference() {
    let change = |text: &str| {
        text.replace("x > y on fluency", "y > x on fluency").replace(
            "decided_by = \"test\"",
            "decided_by = \"direction\"\nas_original = { test = \"student-t\", correction = \"none\" }\n\
             [analysis]\ncomparisons = 1\ncorrection = \"holm\"\n[[closing]]\nid = \"age\"\nquestion = \"How old are you?\"\n\
             response = { kind = \"count\" }",
        )
    };
    check(
        change,
        ITEMS,
        "Read.\nJudge.",
        &expect![[r#"
        questions | asked at the end: age | – | How old are you? (a count up to 1000)
        analysis | correction | not stated | Holm
        analysis | comparisons corrected for | all pairs | 1
        claims | C1: holds if | x > y on fluency | y > x on fluency
        claims | C1: decided by | linear mixed model | the order of the scores alone
        claims | C1: as the original decided | – | Student's t-test, correction: none
    "#]],
    );
}

#[test]
fn what_is_declared_and_known_stands_beside_the_study() {
    let found = against_original(&study(str::to_owned, ITEMS, "Read.")).unwrap();
    let lines: Vec<String> = found
        .differences
        .iter()
        .map(|d| format!("{} | {} | {} | {}\n", d.topic.word(), d.what, d.first, d.second))
        .collect();
    expect![[r#"
        declared deviations | items | 100 | 2
        facts of the original | payment | 0.15 USD | not stated
        facts of the original | people per item | 5 | 3
        facts of the original | platform | MTurk | Prolific
        facts of the original | raters | 2 | –
        facts of the original | scale | 1 to 7 | rating from 1 to 4
        facts of the original | sentences | 100 | 2 items
    "#]]
    .assert_eq(&lines.concat());
}

#[test]
fn stated_deviations_are_held_against_those_found() {
    let first = study(str::to_owned, ITEMS, "Read.\nJudge.");
    let change = |text: &str| {
        text.replace("prolific", "mturk").replace("points = 4", "points = 5").replace(
            "deviations = [",
            "deviations = [{ what = \"scale\", original = \"4\", here = \"5\" }, { what = \"wage\", original = \"a\", here = \"b\" }, ",
        )
    };
    let mut second = study(change, "item,x,y\ni1,a,b\ni3,e,f\n", "Read.\nJudge.");
    second.checks = vec![crate::CheckQuestion {
        id: "c1".to_owned(),
        criterion: 0,
        shown: Vec::new(),
        outputs: vec!["text".to_owned()],
        answer: "1".to_owned(),
        feedback: None,
        tests: None,
        row: 2,
    }];
    let stated = second.reproduces.clone().unwrap().deviations;
    let held = super::deviations(&diff(&first, &second), &stated);
    let both: Vec<&str> = held.both.iter().map(|(stated, _)| stated.what.as_str()).collect();
    let unsaid: Vec<&str> = held.not_stated.iter().map(|it| it.what.as_str()).collect();
    let unfound: Vec<&str> = held.not_found.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(
        (both, unsaid, unfound),
        (vec!["scale", "items"], vec!["checks only in the second", "platform"], vec!["wage"])
    );
    let mut third = second.clone();
    third.checks[0].answer = "2".to_owned();
    let found = diff(&second, &third).differences;
    assert_eq!((found.len(), found[0].what.as_str(), found[0].second.as_str()), (1, "checks c1: right answer", "2"));
}

#[test]
fn who_states_another_wage_or_other_people_speaks_of_all_that_follows() {
    let paying = |floor: &str| {
        let pay =
            format!("[payment]\ncurrency = \"EUR\"\nestimated_minutes = 10\nfloor_per_hour = {floor}\n\n[[claims]]");
        move |text: &str| text.replacen("[[claims]]", &pay, 1)
    };
    let first = study(paying("13.00"), ITEMS, "Read.");
    let second = study(|text| paying("15.00")(text).replace("prolific", "invited"), ITEMS, "Read.");
    let found = diff(&first, &second);
    for (what, unsaid) in [
        ("Wage", vec!["platform"]),
        ("payment", vec!["platform"]),
        ("annotators", vec!["floor per hour"]),
        ("guidelines", vec!["platform", "floor per hour"]),
    ] {
        let text = format!("what = \"{what}\"\noriginal = \"a\"\nhere = \"b\"\n");
        let held = super::deviations(&found, &[toml::from_str(&text).unwrap()]);
        let left: Vec<&str> = held.not_stated.iter().map(|it| it.what.as_str()).collect();
        assert_eq!(left, unsaid, "{what}");
    }
}

#[test]
fn what_both_state_is_about_a_third_study() {
    let first = study(str::to_owned, ITEMS, "Read.");
    let change = |text: &str| {
        let own = "deviations = [{ what = \"platform\", original = \"Prolific\", here = \"MTurk\" }, ";
        text.replace("prolific", "mturk").replace("deviations = [", own)
    };
    let (found, held) = super::compare_deviations(&first, &study(change, ITEMS, "Read."));
    assert_eq!(found.differences.len(), 1);
    assert_eq!((held.both.len(), held.not_stated.len(), held.not_found.len()), (1, 0, 0), "{held:?}");
    assert!(super::compare_deviations(&first, &first).1.is_empty());
    let (_, held) = super::compare_deviations(&first, &study(|text| text.replace("prolific", "mturk"), ITEMS, "Look."));
    assert_eq!(
        held.to_json(),
        serde_json::json!({
            "stated_and_found": [],
            "found_and_not_stated": ["texts: instructions", "people: platform"],
            "stated_and_not_found": [],
        })
    );
}
