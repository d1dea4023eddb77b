//! The checker itself: it must see every way of breaking a plan.

use serde_json::Value;

use super::checker;
use super::design::Sketch;

/// Breaks a good plan and asks what the checker says first.
fn check(break_it: impl Fn(&mut Value), expected: &str) {
    let study = Sketch { lists_each: 2, ..Sketch::default() }.study();
    let good = plan::make(&study).unwrap().to_json();
    assert_eq!(checker::faults(&good, &study), Vec::<String>::new());
    let mut file: Value = serde_json::from_str(&good).unwrap();
    break_it(&mut file);
    // Written again with a line per page, as the format has it.
    let broken = file.to_string().replace("{\"item\"", "\n{\"item\"");
    let faults = checker::faults(&broken, &study);
    assert!(faults.iter().any(|fault| fault.contains(expected)), "expected `{expected}`, found {faults:#?}");
}

fn pages(file: &mut Value, list: usize) -> &mut Vec<Value> {
    file["lists"][list]["pages"].as_array_mut().unwrap()
}

#[test]
fn a_page_left_out_or_asked_twice_is_seen() {
    check(|file| drop(pages(file, 0).pop()), "wanted 6 of 2");
    check(
        |file| {
            let page = pages(file, 0)[0].clone();
            pages(file, 1).push(page)
        },
        "is asked twice",
    );
}

#[test]
fn an_item_twice_for_one_person_is_seen() {
    check(
        |file| {
            let moved = pages(file, 1).pop().unwrap();
            let item = moved["item"].clone();
            pages(file, 0)[0]["item"] = item;
            pages(file, 0).push(moved);
        },
        "comes twice in itinerary",
    );
    check(
        |file| {
            for list in 0..12 {
                file["lists"][list]["itinerary"] = 0.into();
            }
        },
        "more than 2",
    );
}

#[test]
fn uneven_lists_strata_sets_and_checks_are_seen() {
    check(
        |file| {
            let page = pages(file, 1).pop().unwrap();
            pages(file, 0).push(page)
        },
        "pages where 12 are allowed",
    );
    check(
        |file| {
            // All pages of one stratum's items that can be, into the first lists.
            let mut all: Vec<Value> = (0..12).flat_map(|list| std::mem::take(pages(file, list))).collect();
            all.sort_by_key(|page| page["item"].as_str().unwrap()[4..].parse::<usize>().unwrap() * 7 / 3 % 3);
            for list in 0..12 {
                *pages(file, list) = all.drain(..12).collect();
            }
        },
        "stratum0",
    );
    check(
        |file| {
            let mut all: Vec<Value> = (0..12).flat_map(|list| std::mem::take(pages(file, list))).collect();
            all.sort_by_key(|page| page["outputs"].to_string());
            for list in 0..12 {
                *pages(file, list) = all.drain(..12).collect();
            }
        },
        "sets in list",
    );
    check(
        |file| {
            for list in 0..12 {
                file["lists"][list]["checks"] = serde_json::json!(["check0", "check1"]);
            }
        },
        "checks has",
    );
    check(|file| file["lists"][3]["checks"] = serde_json::json!(["check0"]), "has the checks");
}

#[test]
fn a_wrong_count_or_another_study_is_seen() {
    check(|file| file["counts"]["slots"] = 1.into(), "counts.slots");
    check(|file| file["seed"] = 1.into(), "fingerprint or seed");
    check(|file| file["lists"][0]["criteria"] = serde_json::json!(["other"]), "criteria are grouped");
}
