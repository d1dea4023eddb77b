//! The promises every kind keeps, on definitions drawn at random, and each kind's own cases.

use expect_test::{Expect, expect};
use proptest::collection::vec;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Answer, Arity, Form, Preference, Response, View};

fn response(toml: &str) -> Response {
    toml::from_str(toml).unwrap()
}

fn form(fields: &str) -> Form {
    let pairs = fields.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').unwrap()).map(|(f, v)| (f.to_owned(), v.to_owned())).collect()
}

/// Reads a form and shows the answer with its cells, or the complaints.
fn check(definition: &str, shown: &[&str], fields: &str, expected: &Expect) {
    let response = response(definition);
    let seen = match response.read(&form(fields), shown) {
        Ok(answer) => format!("{}  {:?}", answer.to_json(), response.cells(&answer)),
        Err(complaints) => complaints.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    };
    expected.assert_eq(&seen);
}

const RATING: &str = "kind = 'rating'\npoints = 4\nminimum = 1\nlabels = { low = 'not at all', high = 'very' }";
const SLIDER: &str = "kind = 'slider'\nminimum = 0.0\nmaximum = 1.0\nstep = 0.1";
const CHOICE: &str = "kind = 'choice'\noptions = ['yes', 'no', { id = 'unsure', label = 'I cannot say' }]";
const SEVERAL: &str = "kind = 'choice'\noptions = ['wrong', 'rude', 'long']\nseveral = true\nallow_none = true";
const SPANS: &str = "kind = 'spans'
categories = [{ id = 'accuracy', weight = 2.0 }, { id = 'style' }]
severities = [{ id = 'minor', weight = 1.0 }, { id = 'major', weight = 5.0 }]";
const TEXTS: [&str; 3] = ["the first", "the second", "the third"];

#[test]
fn a_rating_is_a_point_of_the_scale() {
    check(RATING, &["x"], "value=3", &expect![[r#"{"rating":3}  [Whole(3)]"#]]);
    check(
        RATING,
        &["x"],
        "",
        &expect![
            "value: answer this question to continue
@@ crates/study/src/rules/*.rs
Whoever sees less well, or sits in the sun, cannot find them.
=>
People with impaired vision, or in bright sunlight, cannot find them."
        ],
    );
    check(RATING, &["x"], "value=5", &expect!["value: `5` is not between 1 and 4"]);
    check(RATING, &["x"], "value=2.5", &expect!["value: `2.5` is not a whole number"]);
    check(RATING, &["x"], "value=three", &expect!["value: `three` is not a number"]);
    check(RATING, &["x"], "value=1&value=2", &expect!["value: give one answer, not several"]);
}

#[test]
fn a_slider_is_a_step_of_the_scale() {
    check(SLIDER, &["x"], "value=0.3", &expect![[r#"{"slider":0.3}  [Number(0.3)]"#]]);
    check(SLIDER, &["x"], "value=0.35", &expect!["value: `0.35` is between two steps of 0.1"]);
    check(SLIDER, &["x"], "value=NaN", &expect!["value: `NaN` is not a number"]);
    check(SLIDER, &["x"], "value=inf", &expect!["value: `inf` is not between 0 and 1"]);
}

#[test]
fn a_ranking_gives_every_output_a_place() {
    check(
        "kind = 'ranking'",
        &TEXTS,
        "rank_a=2&rank_b=1&rank_c=3",
        &expect![[r#"{"ranking":[2,1,3]}  [Whole(2), Whole(1), Whole(3)]"#]],
    );
    check(
        "kind = 'ranking'",
        &TEXTS,
        "rank_a=2&rank_b=2",
        &expect![[r#"
            rank_b: two texts have rank 2; give each its own rank
            rank_c: answer this question to continue
            @@ crates/study/src/rules/*.rs
            Whoever sees less well, or sits in the sun, cannot find them.
            =>
            People with impaired vision, or in bright sunlight, cannot find them."#]],
    );
    check(
        "kind = 'ranking'\nties = true",
        &TEXTS,
        "rank_a=1&rank_b=1&rank_c=2",
        &expect![[r#"{"ranking":[1,1,3]}  [Whole(1), Whole(1), Whole(3)]"#]],
    );
}

#[test]
fn a_pair_has_a_winner_or_is_called_equal_where_that_is_offered() {
    check("kind = 'pairwise'", &TEXTS[..2], "choice=b", &expect![[r#"{"pairwise":"second"}  [Output(1)]"#]]);
    check(
        "kind = 'pairwise'",
        &TEXTS[..2],
        "choice=equal",
        &expect!["choice: `equal` is not one of the answers offered: a, b"],
    );
    check(
        "kind = 'pairwise'\nties = true",
        &TEXTS[..2],
        "choice=equal",
        &expect![[r#"{"pairwise":"equal"}  [Empty, Whole(1)]"#]],
    );
}

#[test]
fn a_graded_preference_is_a_signed_degree() {
    const GRADED: &str = "kind = 'pairwise'\nties = true\ndegrees = ['a little', 'much']";
    let pair = &TEXTS[..2];
    check(GRADED, pair, "choice=a2", &expect![[r#"{"graded":2}  [Output(0), Whole(0), Whole(2)]"#]]);
    check(GRADED, pair, "choice=b1", &expect![[r#"{"graded":-1}  [Output(1), Whole(0), Whole(1)]"#]]);
    check(GRADED, pair, "choice=equal", &expect![[r#"{"graded":0}  [Empty, Whole(1), Whole(0)]"#]]);
    check(GRADED, pair, "choice=a", &expect!["choice: `a` is not one of the answers offered: a2, a1, equal, b1, b2"]);
    check(
        "kind = 'pairwise'\ndegrees = ['a little', 'much']",
        pair,
        "choice=equal",
        &expect!["choice: `equal` is not one of the answers offered: a2, a1, b1, b2"],
    );
    assert_eq!(Answer::Graded(2).reordered(&[1, 0]), Answer::Graded(-2));
    let graded: Response = toml::from_str(GRADED).unwrap();
    for (given, passes) in [(2, false), (0, false), (-1, true), (-2, true)] {
        assert_eq!(graded.passes("b", 2, &Answer::Graded(given)).unwrap(), passes, "{given}");
    }
    for (degrees, problem) in
        [("['much']", "there is only one degree"), ("['much', 'much']", "`much` is among the degrees twice")]
    {
        let kind: Response = toml::from_str(&format!("kind = 'pairwise'\ndegrees = {degrees}")).unwrap();
        assert_eq!(kind.problems()[0].message, problem);
    }
}

#[test]
fn the_best_is_not_the_worst_and_the_worst_of_two_follows() {
    check(
        "kind = 'best-worst'",
        &TEXTS,
        "best=a&worst=c",
        &expect![[r#"{"best-worst":{"best":0,"worst":2}}  [Output(0), Output(2)]"#]],
    );
    check(
        "kind = 'best-worst'",
        &TEXTS,
        "best=a&worst=a",
        &expect!["worst: the same text cannot be the best and the worst"],
    );
    check(
        "kind = 'best-worst'",
        &TEXTS,
        "best=a",
        &expect![
            "worst: answer this question to continue
@@ crates/study/src/rules/*.rs
Whoever sees less well, or sits in the sun, cannot find them.
=>
People with impaired vision, or in bright sunlight, cannot find them."
        ],
    );
    check(
        "kind = 'best-worst'",
        &TEXTS,
        "worst=d",
        &expect![[r#"
            best: answer this question to continue
            @@ crates/study/src/rules/*.rs
            Whoever sees less well, or sits in the sun, cannot find them.
            =>
            People with impaired vision, or in bright sunlight, cannot find them.
            worst: `d` is not one of the answers offered: a, b, c"#]],
    );
    check(
        "kind = 'best-worst'",
        &TEXTS[..2],
        "best=b",
        &expect![[r#"{"best-worst":{"best":1,"worst":0}}  [Output(1), Output(0)]"#]],
    );
}

#[test]
fn a_choice_is_of_what_is_offered_and_none_is_said_openly() {
    check(CHOICE, &["x"], "option=unsure", &expect![[r#"{"choice":["unsure"]}  [Word("unsure")]"#]]);
    check(
        CHOICE,
        &["x"],
        "option=perhaps",
        &expect!["option: `perhaps` is not one of the answers offered: yes, no, unsure"],
    );
    check(CHOICE, &["x"], "option=yes&option=no", &expect!["option: give one answer, not several"]);
    check(
        SEVERAL,
        &["x"],
        "option=long&option=wrong",
        &expect![[r#"{"choice":["wrong","long"]}  [Whole(1), Whole(0), Whole(1)]"#]],
    );
    check(SEVERAL, &["x"], "none=yes", &expect![[r#"{"choice":[]}  [Whole(0), Whole(0), Whole(0)]"#]]);
    check(
        SEVERAL,
        &["x"],
        "",
        &expect![
            "option: answer this question to continue
@@ crates/study/src/rules/*.rs
Whoever sees less well, or sits in the sun, cannot find them.
=>
People with impaired vision, or in bright sunlight, cannot find them."
        ],
    );
    check(SEVERAL, &["x"], "none=yes&option=long", &expect!["option: choose either none or some, not both"]);
}

#[test]
fn a_day_is_one_of_the_calendar_within_its_bounds() {
    const DAY: &str = "kind = 'date'\nearliest = '1900-01-01'\nlatest = '2026-11-17'";
    check(DAY, &[], "value=2024-02-29", &expect![[r#"{"text":"2024-02-29"}  [Word("2024-02-29")]"#]]);
    check(DAY, &[], "value=2023-02-29", &expect!["value: `2023-02-29` is not a day, such as 2026-11-17"]);
    check(DAY, &[], "value=1899-12-31", &expect!["value: the earliest date accepted is 1900-01-01"]);
    check(DAY, &[], "value=2026-11-18", &expect!["value: the latest date accepted is 2026-11-17"]);
    check(
        DAY,
        &[],
        "value=",
        &expect![
            "value: answer this question to continue
@@ crates/study/src/rules/*.rs
Whoever sees less well, or sits in the sun, cannot find them.
=>
People with impaired vision, or in bright sunlight, cannot find them."
        ],
    );
    check("kind = 'date'\noptional = true", &[], "value=", &expect![[r#"{"text":""}  [Empty]"#]]);
    let day = response(DAY);
    assert_eq!(day.kind(), "date");
    let passes = |expected: &str, given: &str| day.passes(expected, 1, &Answer::Text(given.to_owned())).unwrap();
    assert!(passes("<= 2008-11-17", "2008-11-17") && !passes("<= 2008-11-17", "2008-11-18"));
    assert!(passes("1990-01-01..1999-12-31", "1995-06-01") && !passes(">= 2000-01-01", "1999-12-31"));
    assert!(!passes("<= 2008-11-17", ""), "no day is before none");
    assert!(day.expects("17.11.2008", 1).is_err() && day.expects("2001-01-01..2000-01-01", 1).is_err());
}

#[test]
fn counts_and_words_have_a_least_and_a_most() {
    let count = "kind = 'count'\nminimum = 18\nmaximum = 99";
    check(count, &[], "value=18", &expect![[r#"{"count":18}  [Whole(18)]"#]]);
    check(count, &[], "value=17", &expect!["value: `17` is not between 18 and 99"]);
    let words = "kind = 'text'\nminimum = 5\nmaximum = 8";
    check(words, &[], "value=+abcd+", &expect![[r#"{"text":"+abcd+"}  [Word("+abcd+")]"#]]);
    check(words, &[], "value= abcd ", &expect!["value: the answer has 4 characters; at least 5 are required"]);
    check(words, &[], "value=123456789", &expect!["value: the answer has 9 characters; at most 8 are accepted"]);
}

#[test]
fn spans_lie_in_the_text_apart_from_one_another_and_cost_their_weights() {
    let text = ["Größe matters"];
    let two = "start=6&end=13&category=style&severity=minor&start=0&end=5&category=accuracy&severity=major";
    check(
        SPANS,
        &text,
        two,
        &expect![[
            r#"{"spans":[{"start":0,"end":5,"category":"accuracy","severity":"major"},{"start":6,"end":13,"category":"style","severity":"minor"}]}  [Word("[{\"start\":0,\"end\":5,\"category\":\"accuracy\",\"severity\":\"major\"},{\"start\":6,\"end\":13,\"category\":\"style\",\"severity\":\"minor\"}]"), Whole(2), Number(11.0)]"#
        ]],
    );
    check(
        SPANS,
        &text,
        "start=&end=&category=&severity=&none=yes",
        &expect![[r#"{"spans":[]}  [Word("[]"), Whole(0), Number(0.0)]"#]],
    );
    check(
        SPANS,
        &text,
        "",
        &expect![
            "none: answer this question to continue
@@ crates/study/src/rules/*.rs
Whoever sees less well, or sits in the sun, cannot find them.
=>
People with impaired vision, or in bright sunlight, cannot find them."
        ],
    );
    check(
        SPANS,
        &text,
        "start=3&end=14&category=style&severity=minor",
        &expect!["end: the marked span ends at 14, but the text has 13 characters"],
    );
    check(SPANS, &text, "start=3&end=3&category=style&severity=minor", &expect!["end: the marked span is empty"]);
    check(
        SPANS,
        &text,
        "start=3&end=4&category=tone&severity=",
        &expect!["category: `tone` is not one of the answers offered: accuracy, style"],
    );
    let over = "start=0&end=5&category=style&severity=minor&start=4&end=6&category=style&severity=minor";
    check(SPANS, &text, over, &expect!["start: two marked spans overlap"]);
}

#[test]
fn spans_may_be_in_the_source_and_things_may_be_missing() {
    let both = format!("{SPANS}\nsource = 'input'\nmissing = true");
    let texts = ["Größe matters", "Size does matter"];
    let marked = "start=source:5&end=source:9&category=style&severity=minor&start=missing&end=&category=accuracy&severity=major&start=5&end=9&category=style&severity=minor";
    check(
        &both,
        &texts,
        marked,
        &expect![[
            r#"{"spans":[{"start":5,"end":9,"category":"style","severity":"minor"},{"text":"source","start":5,"end":9,"category":"style","severity":"minor"},{"text":"missing","start":0,"end":0,"category":"accuracy","severity":"major"}]}  [Word("[{\"start\":5,\"end\":9,\"category\":\"style\",\"severity\":\"minor\",\"text\":\"output\"},{\"text\":\"source\",\"start\":5,\"end\":9,\"category\":\"style\",\"severity\":\"minor\"},{\"text\":\"missing\",\"start\":0,\"end\":0,\"category\":\"accuracy\",\"severity\":\"major\"}]"), Whole(3), Number(12.0), Whole(1), Whole(1)]"#
        ]],
    );
    let across = "start=0&end=source:9&category=style&severity=minor";
    check(&both, &texts, across, &expect!["end: the marked span is empty"]);
    check(
        &both,
        &texts,
        "start=source:5&end=source:17&category=style&severity=minor",
        &expect!["end: the marked span ends at 17, but the text has 16 characters"],
    );
    for elsewhere in ["source:0", "missing"] {
        let fields = format!("start={elsewhere}&end={elsewhere}&category=style&severity=minor");
        assert!(response(SPANS).read(&form(&fields), &texts).is_err(), "{elsewhere} where it is not offered");
    }
}

#[test]
fn counts_and_words_have_bounds() {
    check("kind = 'count'\nmaximum = 9", &["x"], "value=9", &expect![[r#"{"count":9}  [Whole(9)]"#]]);
    check("kind = 'count'\nmaximum = 9", &["x"], "value=-1", &expect!["value: `-1` is not between 0 and 9"]);
    check("kind = 'text'\nmaximum = 5", &["x"], "value= fünf! ", &expect![[r#"{"text":"fünf!"}  [Word("fünf!")]"#]]);
    check(
        "kind = 'text'\nmaximum = 5",
        &["x"],
        "value=too long",
        &expect!["value: the answer has 8 characters; at most 5 are accepted"],
    );
    check("kind = 'text'\nmaximum = 3", &["x"], "value=a\r\nb\0", &expect![[r#"{"text":"a\nb"}  [Word("a\nb")]"#]]);
    check(
        "kind = 'text'",
        &["x"],
        "value=  ",
        &expect![
            "value: answer this question to continue
@@ crates/study/src/rules/*.rs
Whoever sees less well, or sits in the sun, cannot find them.
=>
People with impaired vision, or in bright sunlight, cannot find them."
        ],
    );
    check("kind = 'text'\noptional = true", &["x"], "", &expect![[r#"{"text":""}  [Empty]"#]]);
}

#[test]
fn definitions_that_make_no_sense_are_named_by_key() {
    let seen = [
        "kind = 'rating'\npoints = 1",
        "kind = 'rating'\npoints = 3\nlabels = ['bad', 'good']",
        "kind = 'slider'\nminimum = 1.0\nmaximum = 1.0",
        "kind = 'slider'\nminimum = 0.0\nmaximum = 1.0\nstep = 0.3",
        "kind = 'slider'\nminimum = 0.0\nmaximum = 1.0\nstep = -1.0",
        "kind = 'pairwise'\nequal = 'the same'",
        "kind = 'best-worst'\nbest = 'which?'\nworst = 'which?'",
        "kind = 'choice'\noptions = ['yes', 'yes']\nallow_none = true",
        "kind = 'choice'\noptions = []",
        "kind = 'spans'\ncategories = []\nseverities = [{ id = 'a', weight = -1.0 }, { id = 'a', weight = 1.0 }]",
        "kind = 'count'\nmaximum = 0",
        "kind = 'text'\nmaximum = 0",
    ]
    .map(|definition| response(definition).problems())
    .concat()
    .iter()
    .map(|problem| format!("{}: {} ({})\n", problem.key, problem.message, problem.help))
    .collect::<String>();
    expect![[r#"
        points: a scale with 1 point(s) leaves no choice (give it at least 2 points)
        labels: 2 labels for 3 points (give one label for each point, or only the ends: `labels = { low = "…", high = "…" }`)
        minimum: a scale from 1 to 1 is invalid (let `minimum` be less than `maximum`)
        step: steps of 0.3 from 0 never reach 1 (use a step that divides the scale evenly)
        step: a step of -1 is invalid (use a step above 0)
        equal: words for `the same`, but ties are not offered (add `ties = true`, or leave `equal` out)
        worst: both the best and the worst are labelled `which?` (use different words for the two)
        options: `yes` is among the options twice (leave one of them out)
        allow_none: choosing nothing is an answer only if several may be chosen (add `several = true`, or add an option such as "none of these")
        options: 0 option(s) leave no choice (give at least two options)
        severities: `a` is among the severities twice (leave one of them out)
        categories: there is no category to mark spans with (give at least one category)
        severities: severity `a` has an invalid weight (use a weight of 0 or more)
        maximum: 0 is the only possible answer (let `maximum` be at least 1)
        maximum: no words fit in 0 characters (let `maximum` be at least 1)
    "#]].assert_eq(&seen);
    for sound in [RATING, SLIDER, CHOICE, SEVERAL, SPANS, "kind = 'ranking'", "kind = 'pairwise'", "kind = 'text'"] {
        assert_eq!(response(sound).problems(), []);
    }
}

#[test]
fn the_codebook_names_every_column() {
    let seen = [
        RATING,
        SLIDER,
        "kind = 'ranking'",
        "kind = 'pairwise'\nties = true",
        "kind = 'best-worst'",
        CHOICE,
        SEVERAL,
        SPANS,
        &format!("{SPANS}\nmissing = true"),
    ]
    .map(|definition| response(definition).columns(2))
    .concat()
    .iter()
    .map(|column| format!("{}: {:?}, {} {:?}\n", column.name, column.content, column.description, column.values))
    .collect::<String>();
    expect![[r#"
        value: Whole, the point chosen, from 1 to 4 [("1", "not at all"), ("4", "very")]
        value: Number, the position chosen, from 0 to 1 in steps of 0.1 []
        rank_a: Whole, the rank of output a among 2, 1 is best []
        rank_b: Whole, the rank of output b among 2, 1 is best []
        choice: Output, the output chosen; empty for equal []
        equal: Flag, 1 when the two were called equal []
        best: Output, the output called best []
        worst: Output, the output called worst []
        choice: Word, the option chosen [("yes", "yes"), ("no", "no"), ("unsure", "I cannot say")]
        choice_wrong: Flag, 1 when "wrong" was chosen []
        choice_rude: Flag, 1 when "rude" was chosen []
        choice_long: Flag, 1 when "long" was chosen []
        spans: Json, the marked spans as a JSON list of start, end (in characters, from 0, end not included), category and severity []
        spans_count: Whole, how many spans were marked []
        spans_cost: Number, the summed weights of the marked spans []
        spans: Json, the marked spans as a JSON list of start, end (in characters, from 0, end not included), category and severity; `text` says where each is: in the `output`, in the `source`, or `missing`, which has no place []
        spans_count: Whole, how many spans were marked []
        spans_cost: Number, the summed weights of the marked spans []
        spans_in_source: Whole, how many of them were marked in the source []
        spans_missing: Whole, how many of them are things that are missing []
    "#]].assert_eq(&seen);
}

#[test]
fn a_check_passes_on_the_answers_it_expects() {
    let pass =
        |definition: &str, expected: &str, answer: &Answer| response(definition).passes(expected, 3, answer).unwrap();
    for (expected, passing) in
        [("4", &[4][..]), (">= 3", &[3, 4]), ("> 3", &[4]), ("1..2", &[1, 2]), ("< 2", &[1]), ("≤ 2", &[1, 2])]
    {
        let passed: Vec<i64> = (1..=4).filter(|value| pass(RATING, expected, &Answer::Rating(*value))).collect();
        assert_eq!(passed, passing, "{expected}");
    }
    let tied = "kind = 'pairwise'\nties = true";
    assert!(pass(tied, "b or equal", &Answer::Pairwise(Preference::Equal)));
    assert!(!pass(tied, "B", &Answer::Pairwise(Preference::First)));
    let ranking = "kind = 'ranking'\nties = true";
    assert!(pass(ranking, "b > a > c", &Answer::Ranking(vec![2, 1, 3])));
    assert!(!pass(ranking, "b > a > c", &Answer::Ranking(vec![1, 2, 3])));
    assert!(pass(ranking, "a > c, b > c", &Answer::Ranking(vec![2, 1, 3])));
    assert!(pass(ranking, "a = b > c", &Answer::Ranking(vec![1, 1, 3])));
    assert!(!pass(ranking, "a > b", &Answer::Ranking(vec![1, 1, 3])));
    assert!(pass("kind = 'best-worst'", "best b worst a", &Answer::BestWorst { best: 1, worst: 0 }));
    assert!(!pass("kind = 'best-worst'", "worst c", &Answer::BestWorst { best: 1, worst: 0 }));
    assert!(pass(CHOICE, "no or unsure", &Answer::Choice(vec!["no".to_owned()])));
    assert!(pass(SEVERAL, "long, wrong", &Answer::Choice(vec!["wrong".to_owned(), "long".to_owned()])));
    assert!(!pass(SEVERAL, "none", &Answer::Choice(vec!["wrong".to_owned()])));
    assert!(pass(SPANS, "none", &Answer::Spans(Vec::new())));
    assert!(!pass(SPANS, "style", &Answer::Spans(Vec::new())));
    assert!(pass("kind = 'text'", "Blue", &Answer::Text("blue ".to_owned())));
    assert!(!pass("kind = 'text'", "Blue", &Answer::Rating(1)));
}

#[test]
fn an_expectation_nobody_can_meet_says_what_could_stand_there() {
    let seen = [
        (RATING, "5"),
        (RATING, "> 4"),
        (RATING, "very"),
        (RATING, "3..2"),
        (RATING, "2.5"),
        ("kind = 'pairwise'", "equal"),
        ("kind = 'pairwise'", "svm"),
        ("kind = 'ranking'", "a > d"),
        ("kind = 'ranking'", "a = b"),
        ("kind = 'ranking'", "a > a"),
        ("kind = 'ranking'", ""),
        ("kind = 'best-worst'", "b"),
        ("kind = 'best-worst'", "best a worst a"),
        (CHOICE, "maybe"),
        (SPANS, "tone"),
        ("kind = 'text'", " "),
    ]
    .map(|(definition, text)| match response(definition).expects(text, 3) {
        Ok(expectation) => format!("{text:?} is taken: {expectation:?}\n"),
        Err(bad) => format!("{}; {}\n", bad.message, bad.help),
    })
    .concat();
    expect![[r#"
        `5` is not on the scale from 1 to 4; write a value from 1 to 4, a range such as `1..4`, or a bound such as `>= 1`
        no answer can be `> 4`; write a value from 1 to 4, a range such as `1..4`, or a bound such as `>= 1`
        `very` is not a number; write a value from 1 to 4, a range such as `1..4`, or a bound such as `>= 1`
        no answer can be `3..2`; write a value from 1 to 4, a range such as `1..4`, or a bound such as `>= 1`
        no whole number is `2.5`; write a whole number
        `equal` is not an answer to this question; write one of a, b, or several with `or`
        `svm` is not an answer to this question; write one of a, b, or several with `or`
        `d` is not one of the outputs; this check shows the outputs `a` to `c`
        `a = b` share a rank, but the ranking has no ties; write the letters from best to worst, such as `b > a > c`; several orders with commas: `a > c, b > c`
        `a > a` is not an order of outputs; write the letters from best to worst, such as `b > a > c`; several orders with commas: `a > c, b > c`
        `` is not one of the outputs; this check shows the outputs `a` to `c`
        `b` names no best or worst output; write `best b worst a`, or only one of the two
        the best and the worst are the same output; write `best b worst a`, or only one of the two
        `maybe` is not one of the options; the options are yes, no, unsure
        `tone` is not one of the categories; write `none`, `some`, or categories among accuracy, style
        no words are expected; write the words a passing answer has
    "#]].assert_eq(&seen);
}

#[test]
fn an_answer_follows_its_outputs_when_they_change_places() {
    // The page showed b, c, a as its first, second and third.
    let order = [1, 2, 0];
    assert_eq!(Answer::Ranking(vec![1, 2, 3]).reordered(&order), Answer::Ranking(vec![3, 1, 2]));
    assert_eq!(Answer::BestWorst { best: 0, worst: 2 }.reordered(&order), Answer::BestWorst { best: 1, worst: 0 });
    let first = Answer::Pairwise(Preference::First);
    assert_eq!(first.reordered(&[1, 0]), Answer::Pairwise(Preference::Second));
    assert_eq!(first.reordered(&[0, 1]), first);
}

#[test]
fn stronger_outputs_draw_higher_answers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mean = |strength: f64, rng: &mut Xoshiro256PlusPlus| {
        let view = View { shown: &["x"], strength: &[strength], noise: 1.0, leniency: 0.0, same: 0.35 };
        let values = (0..2000).map(|_| {
            let Answer::Rating(value) = response(RATING).simulate(&view, rng) else { panic!("not a rating") };
            value as f64
        });
        values.sum::<f64>() / 2000.0
    };
    let (weak, middling, strong) = (mean(-1.0, &mut rng), mean(0.0, &mut rng), mean(1.0, &mut rng));
    assert!(weak + 0.5 < middling && middling + 0.5 < strong, "{weak} {middling} {strong}");

    let view = View { shown: &TEXTS[..2], strength: &[1.0, 0.0], noise: 1.0, leniency: 0.0, same: 0.35 };
    let pair = response("kind = 'pairwise'");
    let won = (0..2000).filter(|_| pair.simulate(&view, &mut rng) == Answer::Pairwise(Preference::First)).count();
    // Bradley and Terry: 1 / (1 + exp(-π/√6)).
    assert!((won as f64 / 2000.0 - 0.783).abs() < 0.04, "{won}");
}

#[test]
fn choices_with_ties_follow_rao_and_kupper() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let pair = response("kind = 'pairwise'\nties = true");
    let view = View { shown: &TEXTS[..2], strength: &[1.0, 0.0], noise: 1.0, leniency: 0.0, same: 0.35 };
    let given: Vec<Answer> = (0..4000).map(|_| pair.simulate(&view, &mut rng)).collect();
    // With log strengths 1.2825 apart and a threshold of 0.4489.
    for (preference, expected) in
        [(Preference::First, 0.6971), (Preference::Second, 0.1504), (Preference::Equal, 0.1525)]
    {
        let share = given.iter().filter(|answer| **answer == Answer::Pairwise(preference)).count() as f64 / 4000.0;
        assert!((share - expected).abs() < 0.03, "{preference:?}: {share}");
    }
}

/// Definitions that make sense, of every kind.
fn definitions() -> impl Strategy<Value = String> {
    let ids = |n: usize| (0..n).map(|i| format!("'o{i}'")).collect::<Vec<_>>().join(", ");
    let categories = |n: usize| (0..n).map(|i| format!("{{ id = 'c{i}' }}")).collect::<Vec<_>>().join(", ");
    let severities =
        |n: usize| (0..n).map(|i| format!("{{ id = 's{i}', weight = {i}.5 }}")).collect::<Vec<_>>().join(", ");
    prop_oneof![
        (2u32..=101, -10i32..10)
            .prop_map(|(points, low)| format!("kind = 'rating'\npoints = {points}\nminimum = {low}")),
        (-1e3f64..1e3, 1.0f64..1e3, 1u32..1000).prop_map(|(low, width, steps)| {
            let step = width / f64::from(steps);
            format!("kind = 'slider'\nminimum = {low:?}\nmaximum = {:?}\nstep = {step:?}", low + width)
        }),
        any::<bool>().prop_map(|ties| format!("kind = 'ranking'\nties = {ties}")),
        any::<bool>().prop_map(|ties| format!("kind = 'pairwise'\nties = {ties}")),
        Just("kind = 'best-worst'".to_owned()),
        (2usize..9).prop_map(move |n| format!("kind = 'choice'\noptions = [{}]", ids(n))),
        (2usize..9, any::<bool>()).prop_map(move |(n, none)| {
            format!("kind = 'choice'\noptions = [{}]\nseveral = true\nallow_none = {none}", ids(n))
        }),
        (1usize..5, 0usize..4, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
            move |(c, s, overlap, source, missing)| {
                let source = if source { "\nsource = 'input'" } else { "" };
                format!(
                    "kind = 'spans'\ncategories = [{}]\nseverities = [{}]\noverlap = {overlap}\nmissing = {missing}{source}",
                    categories(c),
                    severities(s)
                )
            }
        ),
        (1u32..2000).prop_map(|most| format!("kind = 'count'\nmaximum = {most}")),
        (1u32..40, any::<bool>())
            .prop_map(|(most, optional)| format!("kind = 'text'\nmaximum = {most}\noptional = {optional}")),
    ]
}

/// How many outputs a question of this kind shows.
fn outputs(response: &Response, many: usize) -> usize {
    match response.arity() {
        Arity::One => 1 + usize::from(response.source().is_some()),
        Arity::Two => 2,
        Arity::Many => many,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_simulated_answer_survives_the_page_the_store_and_the_dataset(
        definition in definitions(),
        texts in vec("[a-zé ]{0,30}", 2..7),
        strength in vec(-3.0f64..3.0, 0..7),
        (noise, leniency) in (0.0f64..3.0, -2.0f64..2.0),
        seed in any::<u64>(),
    ) {
        let response = response(&definition);
        prop_assert_eq!(response.problems(), vec![]);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let shown = &texts[..outputs(&response, texts.len())];
        let view = View { shown, strength: &strength, noise, leniency, same: 0.35 };
        let answer = response.simulate(&view, &mut Xoshiro256PlusPlus::seed_from_u64(seed));

        prop_assert_eq!(response.read(&answer.to_form(), shown), Ok(answer.clone()));
        let stored = serde_json::from_str(&answer.to_json().to_string()).unwrap();
        prop_assert_eq!(Answer::from_json(&stored).unwrap(), answer.clone());
        prop_assert_eq!(response.cells(&answer).len(), response.columns(shown.len()).len());
        let again = response.simulate(&view, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        prop_assert_eq!(again, answer);
    }

    #[test]
    fn nothing_posted_and_nothing_expected_makes_it_panic(
        definition in definitions(),
        fields in vec(("value|choice|best|worst|option|none|start|end|category|severity|rank_[a-c]", "\\PC{0,8}"), 0..8),
        text in "\\PC{0,12}",
        outputs in 0usize..5,
    ) {
        let response = response(&definition);
        let shown = vec!["some words"; outputs];
        let form: Form = fields.into_iter().collect();
        if let Ok(answer) = response.read(&form, &shown) {
            prop_assert_eq!(response.read(&answer.to_form(), &shown), Ok(answer.clone()));
            let _ = response.passes(&text, outputs, &answer);
        }
        let view = View { shown: &shown, strength: &[f64::NAN, f64::INFINITY], noise: f64::NAN, leniency: 0.0, same: 0.35 };
        let _ = response.simulate(&view, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    }
}
