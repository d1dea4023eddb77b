//! Studies in parts: every list holds its share of each, and the parts follow one another as the study says.

use std::collections::BTreeMap;

use plan::{Plan, Step};
use study::{InMemory, Study, check};

/// Two parts over 12 notes of three systems: a rating of every summary, and one of the pairs of each note.
fn files(lists: &str, alone: &str, pairs: &str) -> InMemory {
    let study = format!(
        r#"
[study]
title = "Two parts"
seed = 7
contact = "someone@example.org"

[systems]
one = "One"
two = "Two"
three = "Three"

[items]
file = "items.csv"
id = "item"
strata = ["genre"]

[[criteria]]
id = "faithfulness"
question = "How faithful is it?"
definition = "To the note."
better = "higher"
response = {{ kind = "rating", points = 5, minimum = 1, labels = {{ low = "not", high = "entirely" }} }}

[[criteria]]
id = "preference"
question = "Which is better?"
definition = "As a whole."
better = "higher"
response = {{ kind = "pairwise", ties = true }}

[[parts]]
id = "alone"
title = "One by one"
criteria = ["faithfulness"]
{alone}

[[parts]]
id = "pairs"
title = "Side by side"
criteria = ["preference"]
{pairs}

[lists]
completions = 4
checks = {{ file = "checks.csv", per_list = 2 }}
{lists}
"#
    );
    let mut items = "item,genre,one,two,three\n".to_owned();
    for item in 0..12 {
        let genre = ["news", "mail"][item % 2];
        items.push_str(&format!("{item},{genre},first text {item},second text {item},third text {item}\n"));
    }
    let checks = "check,criterion,text,a,b,answer,tests\nr,faithfulness,nothing of it,,,<= 2,attention\n\
                  p,preference,,a good one,a bad one,a,attention\n";
    let named = [("study.toml", study), ("items.csv", items), ("checks.csv", checks.to_owned())];
    InMemory(named.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect())
}

fn study(lists: &str, alone: &str, pairs: &str) -> Study {
    let checked = check(&files(lists, alone, pairs));
    let said: Vec<String> = checked.diagnostics.iter().map(|found| found.message.clone()).collect();
    checked.study.unwrap_or_else(|| panic!("{}", said.join("\n")))
}

/// The ids of the parts of a session, step by step.
fn parts_of(plan: &Plan, list: usize, session: u32) -> Vec<String> {
    let steps = plan.draw(list, session).steps;
    steps.iter().map(|step| plan.parts[usize::from(plan.part_of(list, step))].id.clone()).collect()
}

fn is_in_runs(parts: &[String]) -> bool {
    let mut runs = parts.to_vec();
    runs.dedup();
    runs.len() == 2
}

#[test]
fn every_list_holds_its_share_of_each_part_and_every_question_is_asked_once() {
    let study = study("questions = 16", "", "");
    let plan = plan::make(&study).unwrap();
    assert_eq!((plan.lists().len(), plan.questions()), (5, 72));
    let mut asked: BTreeMap<(u16, u32, Vec<u16>), u32> = BTreeMap::new();
    for list in 0..plan.lists().len() {
        let of = |part: u16| plan.pages(list).iter().filter(|page| page.part == part).count();
        assert!([7, 8].contains(&of(0)) && [7, 8].contains(&of(1)), "{} {}", of(0), of(1));
        assert!([14, 15].contains(&plan.pages(list).len()));
        for page in plan.pages(list) {
            *asked.entry((page.part, page.item, plan.outputs(*page).to_vec())).or_default() += 1;
            assert_eq!(plan.criteria_on_page(list, *page), [page.part], "the criterion of its part");
        }
        let items = |part: u16| plan.pages(list).iter().filter(move |page| page.part == part).map(|page| page.item);
        for part in [0, 1] {
            let mut once: Vec<u32> = items(part).collect();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), of(part), "nobody meets an item twice in a part");
        }
    }
    assert_eq!(asked.len(), 72);
    assert!(asked.values().all(|times| *times == 1));
}

#[test]
fn parts_follow_one_another_as_the_study_says_and_checks_stand_in_their_own() {
    let lists = |order: &str| format!("questions = 24\nparts = \"{order}\"");
    let in_order = plan::make(&study(&lists("in-order"), "", "")).unwrap();
    let shuffled = plan::make(&study(&lists("shuffled"), "", "")).unwrap();
    let mixed = plan::make(&study(&lists("interleaved"), "", "")).unwrap();
    let mut first = BTreeMap::new();
    for (list, session) in (0..3).flat_map(|list| (0..4).map(move |session| (list, session))) {
        let parts = parts_of(&in_order, list, session);
        assert!(is_in_runs(&parts) && parts[0] == "alone", "{parts:?}");
        assert!(matches!(in_order.draw(list, session).steps[0], Step::Page { .. }));
        let parts = parts_of(&shuffled, list, session);
        assert!(is_in_runs(&parts), "{parts:?}");
        *first.entry((list, parts[0].clone())).or_insert(0) += 1;
        assert!(!is_in_runs(&parts_of(&mixed, list, session)));
    }
    assert!(
        first.len() == 6 && first.values().all(|times| *times == 2),
        "each part comes first equally often: {first:?}"
    );
}

#[test]
fn a_plan_in_parts_is_written_and_read_and_what_was_shown_is_found_again() {
    // Both parts show every pair, so that only the part tells their pages apart.
    let text = |files: &InMemory| String::from_utf8(files.0["study.toml"].clone()).unwrap();
    let mut two = files("questions = 24", "", "");
    let pairwise = "kind = \"pairwise\", ties = true }";
    let changed = text(&two).replace(
        "kind = \"rating\", points = 5, minimum = 1, labels = { low = \"not\", high = \"entirely\" } }",
        pairwise,
    );
    two.0.insert(
        "study.toml".to_owned(),
        changed.replace("checks = { file = \"checks.csv\", per_list = 2 }", "").into_bytes(),
    );
    for files in [
        two,
        files(
            "questions = 8\nparts = \"shuffled\"",
            "items = { genre = [\"mail\"] }",
            "design = { pairs_per_item = 1 }",
        ),
    ] {
        let study = check(&files).study.unwrap();
        let plan = plan::make(&study).unwrap();
        let written = plan.to_json();
        assert!(written.contains("\"part\":\"pairs\""));
        assert_eq!(Plan::from_json(&written, &study).unwrap(), plan);
        for (list, session) in (0..plan.lists().len()).flat_map(|list| (0..2).map(move |session| (list, session))) {
            let drawn = plan.draw(list, session);
            assert_eq!(drawn.record(&plan, list).read(&plan, list).unwrap(), drawn);
        }
    }
}

#[test]
fn what_checking_finds_no_error_in_can_be_planned() {
    let (mut planned, mut refused) = (0, 0);
    for questions in [1, 2, 3, 4, 6, 8, 9, 12, 16, 24, 36, 48, 72] {
        for order in ["in-order", "shuffled", "interleaved"] {
            for alone in ["", "design = { repeat_items = true }", "items = { genre = [\"news\"] }"] {
                for pairs in ["", "design = { repeat_items = true }", "design = { pairs_per_item = 1 }"] {
                    let lists = format!("questions = {questions}\nparts = \"{order}\"");
                    let Some(study) = check(&files(&lists, alone, pairs)).study else {
                        refused += 1;
                        continue;
                    };
                    if let Err(error) = plan::make(&study) {
                        panic!("{lists}, {alone}, {pairs}: {error}");
                    }
                    planned += 1;
                }
            }
        }
    }
    assert!(planned > 50 && refused > 20, "{planned} planned, {refused} refused");
}
