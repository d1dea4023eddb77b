//! The audits of the five worked studies against `reference/published/`, and what
//! is said about files that cannot be read.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "says what was compared")]

mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use audit::{Audit, audit};
use expect_test::{Expect, expect};
use proptest::prelude::*;

/// Study, and what no check on printed numbers can find in it, because the printed
/// numbers agree with each other and only the data show that they are not right.
const STUDIES: [(&str, &[&str]); 5] = [
    (
        "fluency",
        &[
            "t2.001.max",
            "t2.001.mean",
            "t2.001.med",
            "t2.001.std",
            "t2.001.total",
            "t2.002.min",
            "t2.002.mean",
            "t2.002.std",
            "t2.002.total",
            "t2.overall.max",
            "t2.overall.mean",
            "t2.overall.med",
            "t2.overall.std",
            "t2.overall.total",
        ],
    ),
    ("simplicity-ranking", &[]),
    ("meaning-pairs", &["time.instructions.p90"]),
    ("toxicity-pairs", &[]),
    ("best-worst", &["alpha.attempt1.repetition", "alpha.attempt2.repetition", "alpha.attempt4.repetition"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn audit_study(study: &str) -> Audit {
    let text = std::fs::read_to_string(root().join("studies").join(study).join("audit.toml")).unwrap();
    let (audit, diagnostics) = audit("audit.toml", &text);
    assert!(diagnostics.is_empty(), "{study}: {diagnostics:?}");
    audit.unwrap()
}

/// Ids with a problem.
fn problems(audit: &Audit) -> BTreeSet<&str> {
    audit.findings().into_iter().filter(|(_, f)| f.severity.is_problem()).map(|(v, _)| v.id.as_str()).collect()
}

/// Golden id to status and printed form.
fn golden(study: &str) -> BTreeMap<String, (String, String)> {
    let tree: toml::Table = testdata::read_published_numbers(study).parse().unwrap();
    let values = tree.get("value").or(tree.get("entry")).unwrap().as_array().unwrap();
    let text = |value: &toml::Value, key: &str| value.get(key).and_then(toml::Value::as_str).unwrap_or("").to_owned();
    values.iter().map(|v| (text(v, "id"), (text(v, "status"), text(v, "published")))).collect()
}

#[test]
fn every_golden_mistake_that_print_can_show_is_found_and_no_match_is_blamed() {
    for (study, hidden) in STUDIES {
        let golden = golden(study);
        let audit = audit_study(study);
        let problems = problems(&audit);
        let checked: BTreeSet<&str> = audit.verdicts.iter().map(|verdict| verdict.id.as_str()).collect();
        let (mut found, mut matched) = (0, 0);
        for (id, (status, _)) in &golden {
            let bad = ["mismatch", "DISCREPANCY", "MISLEADING", "inconsistent", "match_procedure_flawed"];
            if bad.contains(&status.as_str()) {
                let is_hidden = hidden.contains(&id.as_str());
                assert_eq!(problems.contains(id.as_str()), !is_hidden, "{study}: {id}, {status}");
                found += usize::from(!is_hidden);
            } else if status != "NOT_REPRODUCED_FROM_SUMMARY" {
                assert!(!problems.contains(id.as_str()), "{study}: a false alarm on {id}, {status}");
                matched += usize::from(checked.contains(id.as_str()));
            }
        }
        assert!(hidden.iter().all(|id| golden.contains_key(*id)), "{study}");
        let hidden = hidden.len();
        println!("{study}: {found} golden mistakes found, {hidden} beyond print, {matched} matches checked in peace");
    }
}

#[test]
fn numbers_are_typed_as_the_golden_files_have_them() {
    for (study, _) in STUDIES {
        let golden = golden(study);
        let mut same = 0;
        for (id, printed) in &audit_study(study).numbers {
            if let Some((_, published)) = golden.get(id).filter(|(_, p)| p.parse::<f64>().is_ok()) {
                assert_eq!(printed, published, "{study}: {id}");
                same += 1;
            }
        }
        println!("{study}: {same} numbers as in the golden file");
    }
}

fn check(text: &str, expected: &Expect) {
    let (audit, diagnostics) = audit("audit.toml", text);
    let mut said = String::new();
    for found in &diagnostics {
        let at = found.places[0].0.range().and_then(|range| text.get(range.clone())).unwrap_or("");
        writeln!(said, "{} {} at `{at}`", found.code, found.message).unwrap();
    }
    for (verdict, finding) in audit.iter().flat_map(Audit::findings) {
        let (word, printed, expected) = (finding.severity.word(), &finding.printed, &finding.expected);
        writeln!(said, "{word} {}: {printed} -> {expected}: {}", verdict.id, finding.why).unwrap();
    }
    expected.assert_eq(&said);
}

const TABLE: &str = "paper = 'p'\n[[tables]]\nid = 't'\nplace = 'Table 1'\ncolumns = 'mean sd n'\n[tables.rows]\n";

#[test]
fn impossible_means_and_deviations_are_found() {
    let text = "
        a = '5.19 1.60 28'
        b = '3.44 2.47 18'
        c = '0.19 0.35 1683'
        [[checks]]
        holds = 'grim(t.{row}.mean, t.{row}.n)'
        [[checks]]
        id = 'b.sd'
        holds = 'grimmer(t.b.mean, t.b.sd, t.b.n)'
        [[checks]]
        id = 'c.sd'
        holds = 'debit(t.c.mean, t.c.sd, t.c.n)'
        ";
    check(
        &format!("{TABLE}{text}"),
        &expect![[r#"
        wrong t.a.mean: 5.19 -> 5.18 or 5.21: no 28 whole numbers have a mean of 5.19
        wrong b.sd: 3.44 -> : no 18 whole numbers have a mean of 3.44 and a standard deviation of 2.47
        wrong c.sd: 0.19 -> standard deviation 0.39: a share of 0.19 among 1683 cannot have a standard deviation of 0.35
    "#]],
    );
}

#[test]
fn p_values_are_computed_again_and_decisions_that_change_are_said() {
    let text = "
        paper = 'p'
        [[numbers]]
        id = 'other_side'
        value = '0.03'
        place = 's'
        derives = 'p_t(1.20, 38)'
        [[numbers]]
        id = 'one_sided'
        value = '0.019'
        place = 's'
        derives = 'p_t(2.15, 38)'
        [[numbers]]
        id = 'bound'
        value = '<0.001'
        place = 's'
        derives = 'p_f(2.1, 2, 30)'
        [[numbers]]
        id = 'right'
        value = '0.038'
        place = 's'
        derives = 'p_t(2.15, 38)'
        ";
    check(
        text,
        &expect![[r#"
        wrong other_side: 0.03 -> 0.24: 0.237568 from the printed numbers; at 0.05 it is significant as printed and not as computed
        wrong bound: <0.001 -> 0.140: 0.140096 from the printed numbers; at 0.05 it is significant as printed and not as computed
        misleading one_sided: 0.019 -> 0.038: a one-sided test gives 0.0189915 from the printed numbers; properly it is 0.0379829
    "#]],
    );
}

#[test]
fn numbers_and_rows_that_cannot_be_read_are_shown_at_their_place() {
    let numbers = "paper = 'p'\n[[numbers]]\nid = 'a'\nvalue = '3,71'\nplace = 's'\nderives = 'b +'\n";
    check(
        numbers,
        &expect![[r#"
        A001 `3,71` is not a printed number such as `3.71`, `<0.001`, `10%` or `1,800` at `'3,71'`
        A003 expected a number, an id or a function, found the end at ``
    "#]],
    );
    check(
        &format!("{TABLE}a = '1 2'\nb = '1.0 x 3'\n"),
        &expect![[r#"
        A001 row `a` has 2 cells for 3 columns at `'1 2'`
        A001 `x` is not a printed number such as `3.71`, `<0.001`, `10%` or `1,800` at `x`
    "#]],
    );
    check(
        "paper = 'p'\nnumbers = [{ id = 'a', value = 3.71, place = 's', plaice = 's' }]",
        &expect![[r#"
        S005 `numbers.0.value` must be a string, found a number at `3.71`
        S004 unknown key `plaice` in `[[numbers]]` at `plaice`
    "#]],
    );
}

#[test]
fn checks_that_cannot_be_made_are_shown_at_their_place() {
    let cases = [
        (
            "a.y == 1",
            expect![[r#"
            A003 no number is called `a.y` at `a.y`
        "#]],
        ),
        (
            "sum(a.*) == 1",
            expect![[r#"
            A003 only a printed number can stand on the left of `==` at `a.*`
        "#]],
        ),
        (
            "a.{i} == c.{i}",
            expect![[r#"
            A003 no number is called `c.x` at `c.{i}`
        "#]],
        ),
        (
            "c.{i} > 0",
            expect![[r#"
            A003 no number fits `c.{i}` at `c.{i}`
        "#]],
        ),
        (
            "a.x > b.x",
            expect![[r#"
            A003 `b.x` is only a bound, <0.1, and cannot be computed with at `b.x`
        "#]],
        ),
        (
            "a.x == sqrt(-1)",
            expect![[r#"
            A004 `a.x == sqrt(-1)` cannot be computed: sqrt: -1 has no square root at `'a.x == sqrt(-1)'`
        "#]],
        ),
        (
            "a.x > a.x / 0",
            expect![[r#"
            A004 `a.x > a.x / 0` cannot be computed: division by zero at `'a.x > a.x / 0'`
        "#]],
        ),
        (
            "grim(1 + 1, 3)",
            expect![[r#"
            A003 `grim` takes printed numbers and, last, their n at `grim(1 + 1, 3)`
        "#]],
        ),
    ];
    for (holds, expected) in cases {
        let number = |id: &str, value: &str| format!("[[numbers]]\nid = '{id}'\nvalue = '{value}'\nplace = 's'\n");
        let numbers = number("a.x", "1.0") + &number("b.x", "<0.1");
        check(&format!("paper = 'p'\n{numbers}[[checks]]\nholds = '{holds}'\n"), &expected);
    }
}

#[test]
fn numbers_that_rest_on_each_other_in_a_circle_are_taken_as_printed() {
    let number =
        |id: &str, of: &str| format!("[[numbers]]\nid = '{id}'\nvalue = '1.0'\nplace = 's'\nderives = '{of} * 1.0'\n");
    check(&format!("paper = 'p'\n{}{}", number("a", "b"), number("b", "a")), &expect![[""]]);
}

const FRAGMENTS: [&str; 34] = [
    "a.x",
    "a.y",
    "a.*",
    "a.{i}",
    "c.{i}",
    "big",
    "zero",
    "{",
    "*",
    "+",
    "-",
    "/",
    "(",
    ")",
    ",",
    "==",
    "~",
    "<",
    "!=",
    "1",
    "0",
    "99999999999999999999",
    "grim(",
    "grimmer(",
    "debit(",
    "cv_star(",
    "spearman_p(",
    "cohen_d(",
    "anova_n(",
    "mean(",
    "min(",
    "round_up(",
    "é",
    " ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn no_check_however_odd_makes_it_stumble(words in proptest::collection::vec(proptest::sample::select(&FRAGMENTS[..]), 1..12)) {
        let number = |id: &str, value: &str| format!("[[numbers]]\nid = '{id}'\nvalue = '{value}'\nplace = 's'\n");
        let numbers = [("a.x", "1.0"), ("a.y", "2.50"), ("a.z", "-3"), ("c.x", "0.1"), ("big", "9e250"), ("zero", "0")];
        let numbers: String = numbers.iter().map(|(id, value)| number(id, value)).collect();
        let text = format!("paper = 'p'\n{numbers}[[checks]]\nholds = '{}'\n", words.join(" "));
        let (audit, diagnostics) = audit("audit.toml", &text);
        prop_assert_eq!(audit.is_none(), !diagnostics.is_empty());
        for (_, finding) in audit.iter().flat_map(Audit::findings) {
            prop_assert!(!format!("{finding:?}").contains("NaN"), "{:?}", finding);
        }
    }

    #[test]
    fn a_file_with_a_piece_missing_is_read_or_refused(from in 0usize..4000, length in 1usize..40) {
        let text = std::fs::read_to_string(root().join("studies/best-worst/audit.toml")).unwrap();
        let letters: Vec<char> = text.chars().collect();
        let kept: String = letters.iter().enumerate().filter(|(at, _)| !(from..from + length).contains(at)).map(|(_, c)| c).collect();
        let (audit, diagnostics) = audit("audit.toml", &kept);
        prop_assert_eq!(audit.is_none(), !diagnostics.is_empty());
    }
}
