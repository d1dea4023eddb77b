//! Where each published number of the five repeated studies is derived again: the page
//! `docs/methods/published-numbers.md` counts them, and this test keeps it true. The numbers are in
//! `reference/published/`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use expect_test::expect_file;

const STUDIES: [&str; 5] = ["fluency", "simplicity-ranking", "meaning-pairs", "toxicity-pairs", "best-worst"];

/// Tests that derive published numbers, and name each by its id.
const TESTS: [&str; 12] = [
    "stats/tests/it/golden_agreement.rs",
    "stats/tests/it/golden_rest/fluency.rs",
    "stats/tests/it/golden_rest/models.rs",
    "stats/tests/it/golden_rest/paraphrase.rs",
    "stats/tests/it/golden_rest/printed_tables.rs",
    "stats/tests/it/golden_rest/summaries.rs",
    "stats/tests/it/hypothesis_golden.rs",
    "stats/tests/it/precision_golden.rs",
    "reproduction/tests/it/golden.rs",
    "reproduction/tests/it/raw.rs",
    "analysis/tests/it/retest.rs",
    "analysis/tests/it/seeds.rs",
];

/// Numbers that are said to match but that nothing derives again, and why: study, how the id begins, reason.
const NOT_DERIVED: [(&str, &str, &str); 24] = [
    ("fluency", "fn14.GEDI-DEXPERT", "printed as 0 where a number near 1e-54 is meant"),
    ("fluency", "fn14.SVM-RERANK-DEXPERT", "printed as 0 where a number near 1e-54 is meant"),
    ("simplicity-ranking", "s3.original_load", "words about how the work was shared out"),
    ("meaning-pairs", "design.", "sizes of the design, counted by hand; nothing follows from them"),
    ("meaning-pairs", "pay.uk_wage_usd", "a wage at another day's exchange rate"),
    ("meaning-pairs", "time.welcome.cap", "where an axis ends; what lies above was never published"),
    ("meaning-pairs", "time.instructions.cap", "where an axis ends; what lies above was never published"),
    ("meaning-pairs", "time.task.cap", "where an axis ends; what lies above was never published"),
    ("meaning-pairs", "power.alpha", "an input of the power analysis, not a result"),
    ("meaning-pairs", "power.threshold", "an input of the power analysis, not a result"),
    ("meaning-pairs", "claims.", "claims out of scope, decided by nobody"),
    ("toxicity-pairs", "s3.2.strata", "words about the design"),
    ("toxicity-pairs", "seed0.", "what this paper tells of another one; that paper's own numbers are derived there"),
    ("best-worst", "design.systems", "the size of the design; what follows from it is checked by the audit"),
    ("best-worst", "design.summaries", "the size of the design; what follows from it is checked by the audit"),
    ("best-worst", "design.grammaticality.", "words about the design"),
    ("best-worst", "design.repetition.", "words about the design"),
    ("best-worst", "anova.grammaticality.significant", "a word, which follows from the p derived beside it"),
    ("best-worst", "anova.repetition.significant", "a word, which follows from the p derived beside it"),
    ("best-worst", "stars.", "marks beside names, which follow from the comparisons derived beside them"),
    ("best-worst", "worker.overall.", "over three criteria, of which one is not among the data"),
    ("best-worst", "worktime.overall.", "over three criteria, of which one is not among the data"),
    ("best-worst", "worktime.levene.", "over three criteria, of which one is not among the data"),
    ("best-worst", "worktime.kruskal.", "over three criteria, of which one is not among the data"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Id and status of every number of a file.
fn golden(study: &str) -> Vec<(String, String)> {
    let tree: toml::Table = testdata::read_published_numbers(study).parse().unwrap();
    let values = tree.get("value").or(tree.get("entry")).unwrap().as_array().unwrap();
    let text = |value: &toml::Value, key: &str| value.get(key).and_then(toml::Value::as_str).unwrap_or("").to_owned();
    values.iter().map(|value| (text(value, "id"), text(value, "status"))).collect()
}

/// Texts in quotes that can be ids, cut where something is put in: `worker.{criterion}.mean` is two pieces.
fn ids_in(source: &str) -> Vec<Vec<String>> {
    // Behind a colon stands which of an id's fields is meant.
    let quoted = source.split('"').skip(1).step_by(2).map(|text| text.split(':').next().unwrap_or(text));
    let like_an_id = |text: &&str| {
        let literal: usize = text.split('{').map(|part| part.rsplit('}').next().unwrap_or("").len()).sum();
        text.contains(['.', '{']) && literal >= 3 && text.chars().all(|c| c.is_alphanumeric() || "._+-|{}".contains(c))
    };
    let pieces = |text: &str| {
        let mut rest = text.split('{');
        let mut pieces = vec![rest.next().unwrap_or("").to_owned()];
        pieces.extend(rest.map(|part| part.split_once('}').map_or(part, |(_, after)| after).to_owned()));
        pieces
    };
    quoted.filter(like_an_id).map(pieces).collect()
}

/// Whether an id is the pieces with something between each two.
fn matches_pieces(id: &str, pieces: &[String]) -> bool {
    let Some((first, rest)) = pieces.split_first() else { return false };
    let Some(mut left) = id.strip_prefix(first.as_str()) else { return false };
    for (place, piece) in rest.iter().enumerate() {
        let last = place + 1 == rest.len();
        let found = match (last, piece.is_empty()) {
            (true, true) => return !left.is_empty(),
            (true, false) => left.strip_suffix(piece.as_str()).filter(|inside| !inside.is_empty()).map(|_| ""),
            (false, true) => Some(left),
            (false, false) => left.get(1..).and_then(|left| left.split_once(piece.as_str())).map(|(_, after)| after),
        };
        let Some(after) = found else { return false };
        left = after;
    }
    left.is_empty()
}

/// Ids that the audit of a study's printed numbers comes to a verdict about.
fn audited_ids(study: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("studies").join(study).join("audit.toml")).unwrap();
    let (audit, _) = audit::audit("audit.toml", &text);
    audit.unwrap().verdicts.iter().map(|verdict| verdict.id.clone()).collect()
}

#[test]
fn every_published_number_that_matches_is_derived_again_or_it_is_said_why_not() {
    let mut named: Vec<Vec<String>> = Vec::new();
    for test in TESTS {
        named.extend(ids_in(&std::fs::read_to_string(root().join("crates").join(test)).unwrap()));
    }
    let mut page = HEAD.to_owned();
    let mut reasons = String::new();
    for study in STUDIES {
        let golden = golden(study);
        let audited = audited_ids(study);
        let mut counts: BTreeMap<String, [usize; 4]> = BTreeMap::new();
        let mut used: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
        for (id, status) in &golden {
            let [all, tested, audit, neither] = counts.entry(status.clone()).or_default();
            *all += 1;
            // What is put into an id is not known here, so the list of what is not derived comes first.
            let known = NOT_DERIVED.iter().find(|(of, begins, _)| *of == study && id.starts_with(begins));
            if known.is_none() && named.iter().any(|pieces| matches_pieces(id, pieces)) {
                *tested += 1;
            } else if audited.contains(id) {
                *audit += 1;
            } else {
                *neither += 1;
                if let Some((_, begins, why)) = known {
                    used.entry(begins).or_insert((why, 0)).1 += usize::from(status == "match");
                }
                assert!(known.is_some() || !status.starts_with("match"), "{study}: nothing derives {id}, {status}");
            }
        }
        for (status, [all, tested, audit, neither]) in counts {
            let status = status.to_lowercase().replace('_', " ");
            writeln!(page, "| {study} | {status} | {all} | {tested} | {audit} | {neither} |").unwrap();
        }
        for (begins, (why, count)) in used.into_iter().filter(|(_, (_, count))| *count > 0) {
            writeln!(reasons, "| {study} | `{begins}` | {count} | {why} |").unwrap();
        }
    }
    page.push_str(MIDDLE);
    page.push_str(&reasons);
    expect_file![root().join("docs/methods/published-numbers.md")].assert_eq(&page);
}

#[test]
fn ids_are_known_by_their_pieces() {
    let ids =
        ids_in(r#"golden.check("t1.cv", format!("worker.{criterion}.{field}"), "rank.{c}:average.{place}", "x y")"#);
    assert_eq!(ids.len(), 3);
    let known = |id: &str| ids.iter().any(|pieces| matches_pieces(id, pieces));
    for (id, expected) in [
        ("t1.cv", true),
        ("t1.cv.svm", false),
        ("worker.overall.min", true),
        ("worker.overall", false),
        ("rank.repetition", true),
        ("rank.", false),
    ] {
        assert_eq!(known(id), expected, "{id}");
    }
}

const HEAD: &str = "# Published numbers, derived again

The five worked studies repeat evaluations whose reproductions are published. Every number their papers print was
recomputed once by hand, and marked: it matches, matches by one way of rounding only, does not match, is given, or
cannot be recomputed. This page is made by a test (`crates/analysis/tests/it/published_numbers.rs`) that fails when a
number marked as matching is neither derived by another test nor by `rejudge audit` on the study's `audit.toml`, and
no reason is given. What does not match is explained line by line in `studies/*/expected/audit.txt`.

| study | marked | numbers | derived by tests | by the audit | by neither |
|---|---|--:|--:|--:|--:|
";

const MIDDLE: &str = "
Numbers that match and are not derived:

| study | numbers called | how many | why |
|---|---|--:|---|
";
