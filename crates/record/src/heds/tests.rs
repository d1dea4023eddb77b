use analysis::Results;
use serde_json::Value;
use study::OnDisk;

use super::*;
use crate::AuthorsRecord;
use crate::authors::AnswerRecord;

fn worked_study(name: &str) -> study::Study {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
    study::check(&OnDisk(folder)).study.unwrap()
}

fn fill_sheet(name: &str, record: &AuthorsRecord, results: Option<&Results>) -> Sheet {
    let study = worked_study(name);
    let plan = plan::make(&study).unwrap();
    fill(&Facts { study: &study, plan: &plan, results, comparison: None, rehearsal: None, record }).unwrap()
}

/// What a card says, without what means nothing: options not chosen, and empty words.
fn card_answers(card: &Value) -> Vec<(String, String, String)> {
    let mut said = Vec::new();
    for (key, element) in card.as_object().unwrap() {
        for (criterion, value) in element["data"].as_object().unwrap() {
            if *value != Value::Bool(false) && *value != Value::String(String::new()) {
                said.push((key.clone(), criterion.clone(), value.to_string()));
            }
        }
    }
    said.sort();
    said
}

#[test]
fn both_forms_have_all_their_questions() {
    let counts = |version, kind| questions(version).iter().filter(|it| it.kind == kind).count();
    assert_eq!(questions(Version::V3).len(), 62);
    assert_eq!(questions(Version::V2022).len(), 62);
    let newer = [Kind::Text, Kind::Number, Kind::One, Kind::Several].map(|kind| counts(Version::V3, kind));
    assert_eq!(newer, [34, 1, 19, 8]);
    assert_eq!(questions(Version::V3).iter().filter(|it| it.of_criterion).count(), 21);
    let options = |version, id: &str| {
        let question = questions(version).iter().find(|it| it.id == id).unwrap();
        question.options.iter().map(|option| option.label.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(options(Version::V2022, "2.5")[41 - 1], "English");
    assert_eq!(options(Version::V3, "2.5")[42 - 1], "English");
    assert_eq!(options(Version::V2022, "2.5").len(), 185);
    assert_eq!(options(Version::V2022, "3.3.5").len(), 3);
    assert_eq!(options(Version::V2022, "4.3.11.1")[1], "no");
    let keys = |version| questions(version).iter().map(|it| &it.key).collect::<std::collections::BTreeSet<_>>().len();
    assert_eq!((keys(Version::V3), keys(Version::V2022)), (62, 62));
}

/// Labels, and whatever else a form keeps beside an answer, too.
#[track_caller]
fn check_every_element_is_there_again(card: &Value, again: &Value) {
    for (key, element) in card.as_object().unwrap() {
        assert_eq!(again.get(key), Some(element), "{key}");
    }
}

#[test]
fn a_public_card_is_read_and_written_again_without_loss() {
    let Some(path) = testdata::find_outside("samples/heds_2022_datacard.json") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let card: Value = serde_json::from_str(&text).unwrap();
    let sheet = Sheet::from_card(&text).unwrap();
    assert_eq!((sheet.version, sheet.criteria.len(), sheet.notes.len()), (Version::V2022, 1, 0));
    assert_eq!(card_answers(&sheet.to_card()), card_answers(&card));
    assert_eq!(sheet.to_card()["heds-criteria-criterion"]["control"], card["heds-criteria-criterion"]["control"]);
    check_every_element_is_there_again(&card, &sheet.to_card());
    // By meaning, not by key: English is option 42 in 3.0, and "another way" option 6.
    let newer = sheet.to_version(Version::V3);
    let chosen = |sheet: &Sheet, id: &str| sheet.get(id, None).unwrap().answer.clone().unwrap().chosen;
    assert_eq!((chosen(&sheet, "2.5"), chosen(&newer, "2.5")), (vec![41], vec![42]));
    assert_eq!((chosen(&sheet, "3.1.2"), chosen(&newer, "3.1.2")), (vec![5], vec![6]));
    assert!(newer.notes.iter().any(|note| note.contains("3.2.2.5")), "{:?}", newer.notes);
    assert!(newer.notes.iter().any(|note| note.starts_with("1.1.1")), "{:?}", newer.notes);
    check_there_and_back(&sheet);
}

/// A card of one form, made one of the other and back, with every step written and read, says what it said.
#[track_caller]
fn check_there_and_back(sheet: &Sheet) {
    let other = if sheet.version == Version::V2022 { Version::V3 } else { Version::V2022 };
    let there = Sheet::from_card(&sheet.to_version(other).to_card().to_string()).unwrap();
    assert_eq!(there.version, other);
    let back = Sheet::from_card(&there.to_version(sheet.version).to_card().to_string()).unwrap();
    assert_eq!(back.version, sheet.version);
    assert_eq!(card_answers(&back.to_card()), card_answers(&sheet.to_card()));
}

/// Answers that public cards have: an option chosen, words alone, words beside an option, both forms' ways of saying no.
#[test]
fn a_card_says_the_same_when_it_comes_back_from_the_other_form() {
    let given = |chosen: &[usize], text: &str| Answer::options(chosen, text, "here");
    let criterion = Some("Fluency");
    let texts =
        ["No", "No.", "no", "None", "N/A", "n/a, nobody", "Yes, names", "yes", "5", "2", "continuous", "0 to 100 "];
    let older = |number: &str, answer: Answer| {
        let mut sheet = Sheet::empty(Version::V2022, vec!["Fluency".to_owned()]);
        let of = if number.starts_with('4') { criterion } else { None };
        sheet.set(number, of, answer);
        check_there_and_back(&sheet);
        sheet.to_version(Version::V3).get(number, of).map(Entry::answer_in_words)
    };
    for text in texts {
        for number in ["1.1.1", "1.2", "5.1", "5.2", "5.3", "3.2.2.5"] {
            older(number, given(&[], text));
        }
        for number in ["4.3.3", "4.3.11.1", "4.3.12.1"] {
            for chosen in [&[1][..], &[2], &[3], &[1, 2]] {
                older(number, given(chosen, text));
                older(number, given(chosen, ""));
            }
        }
    }
    assert_eq!(older("5.2", given(&[], "No")).unwrap(), "no");
    assert_eq!(older("5.2", given(&[], "Yes, names")).unwrap(), "yes: Yes, names");
    assert_eq!(older("4.3.11.1", given(&[1], "Krippendorff's alpha. ")).unwrap(), "Krippendorff's alpha.");
    assert_eq!(older("4.3.12.1", given(&[2], "")).unwrap(), "no");
    for number in ["1.1.1", "1.2", "3.1.2", "3.3.5", "5.2", "5.3", "4.3.1.2", "4.3.3", "4.3.11.1", "4.3.12.1"] {
        let of = if number.starts_with('4') { criterion } else { None };
        let mut sheet = Sheet::empty(Version::V3, vec!["Fluency".to_owned()]);
        let options = sheet.get(number, of).unwrap().question.options.len();
        for text in texts.into_iter().chain([""]) {
            for chosen in (0..=options).map(|number| if number == 0 { Vec::new() } else { vec![number] }) {
                // Words beside "published paper" are the paper's address, which the older form asks for alone.
                let is_report = number == "1.1.1" && chosen == [1] && !text.is_empty();
                if !is_report && (options == 0) == chosen.is_empty() {
                    sheet.set(number, of, given(&chosen, text));
                    check_there_and_back(&sheet);
                }
            }
        }
    }
}

/// A card as a form of 2022 saves it: three criteria of which the last is open, options that differ by criterion, words
/// beside an option that wants none, lines and quotation marks in words, languages of which only those looked at are there.
fn card_of_three_criteria() -> Value {
    let names = ["Coherence", "Grammar", "Repetition"];
    let per =
        |values: [Value; 3]| names.iter().map(|it| (*it).to_owned()).zip(values).collect::<serde_json::Map<_, _>>();
    let mut card = serde_json::Map::new();
    for question in questions(Version::V2022) {
        let each = |it: fn(usize) -> Value| match question.of_criterion {
            true => Value::Object(per([it(0), it(1), it(2)])),
            false => serde_json::json!({ "": it(0) }),
        };
        let words = |at: usize| Value::from(["said, \"so\"\nand × so ", "", "N/A"][at]);
        if !question.is_choice() {
            card.insert(question.key.clone(), serde_json::json!({ "data": each(words), "control": {} }));
            continue;
        }
        for number in 1..=question.options.len() {
            let chosen: fn(usize) -> Value = match number {
                1 => |at| Value::Bool(at != 1),
                2 => |at| Value::Bool(at == 1),
                _ => |_| Value::Bool(false),
            };
            if !question.languages || number == 41 {
                let data = if question.languages { serde_json::json!({ "": true }) } else { each(chosen) };
                let key = format!("{}-{number}", question.key);
                card.insert(key, serde_json::json!({ "data": data, "control": {}, "text": each(|_| Value::from("")) }));
            }
        }
        if !question.languages {
            let key = format!("{}-other_text", question.key);
            card.insert(key, serde_json::json!({ "data": each(words), "control": {} }));
        }
    }
    let control = per([false, false, true].map(Value::Bool));
    card.insert(
        "heds-criteria-criterion".to_owned(),
        serde_json::json!({ "data": {}, "control": control, "text": {} }),
    );
    Value::Object(card)
}

#[test]
fn a_card_of_several_criteria_is_read_and_written_again_without_loss() {
    let card = card_of_three_criteria();
    let sheet = Sheet::from_card(&card.to_string()).unwrap();
    assert_eq!((sheet.version, sheet.criteria.len(), &sheet.notes), (Version::V2022, 3, &Vec::new()));
    let again = sheet.to_card();
    assert_eq!(card_answers(&again), card_answers(&card));
    let open = "heds-criteria-criterion";
    assert_eq!(again[open], card[open], "the criterion that was open is open again");
    assert_eq!(sheet.to_version(Version::V3).to_card()[open], card[open]);
}

/// A card in the shape of published ones: labels beside chosen options, languages of which only the chosen one is there,
/// questions that were never opened and have no key, several ticks where one is asked for, a number as a number, words on
/// several lines that end with a blank, "on" and null for ticks, a key of nobody's.
fn published_card() -> Value {
    serde_json::json!({
        "heds-criteria-criterion": { "data": {}, "control": { "Accuracy of figures": true }, "text": {} },
        "heds-system-tasks-9": { "data": { "": true }, "control": {}, "text": { "": "9. figures into words" } },
        "heds-system-input_languages-41": { "data": { "": true }, "control": {}, "text": { "": "41. English" } },
        "heds-system-input_types-2": { "data": { "": "on" }, "control": {}, "text": { "": "2. a graph" } },
        "heds-system-input_types-6": { "data": { "": null }, "control": {}, "text": { "": "" } },
        "heds-sample_evaluators_design-evaluators-number_of_evaluators": { "data": { "": 131 }, "control": {} },
        "heds-sample_evaluators_design-sample-number_of_system_outputs":
            { "data": { "": "200 in all.\n40 texts of 4 lines, 5 systems. " }, "control": {} },
        "heds-sample_evaluators_design-evaluators-evaluators-expertise-1":
            { "data": { "": false }, "control": {}, "text": { "": "" } },
        "heds-sample_evaluators_design-evaluators-evaluators-expertise-2":
            { "data": { "": true }, "control": {}, "text": { "": "2. others" } },
        "heds-sample_evaluators_design-evaluators-evaluators-expertise-3":
            { "data": { "": true }, "control": {}, "text": { "": "3. whoever came" } },
        "heds-criteria-criterion-response_elicitation-participant_criterion_definiiton":
            { "data": { "Accuracy of figures": "\"Count the figures that are right\"" }, "control": {} },
        "heds-criteria-criterion-response_elicitation-size_of_scale-1":
            { "data": { "Accuracy of figures": true }, "control": {}, "text": { "Accuracy of figures": "1. steps" } },
        "heds-criteria-criterion-response_elicitation-size_of_scale-other_text":
            { "data": { "Accuracy of figures": "20" }, "control": {} },
        "heds-ethics-review_body": { "data": { "": "" }, "control": {} },
        "heds-what-nobody-asked": { "data": { "": "kept" }, "control": {} },
    })
}

#[test]
fn a_card_in_the_shape_of_published_ones_is_read_and_written_again_without_loss() {
    let card = published_card();
    let sheet = Sheet::from_card(&card.to_string()).unwrap();
    assert_eq!(sheet.version, Version::V2022);
    assert_eq!(sheet.notes, ["the form has no question for heds-what-nobody-asked; kept as written"]);
    check_every_element_is_there_again(&card, &sheet.to_card());
    let mut changed = sheet.clone();
    changed.set("2.3", None, Answer::options(&[1], "", "here"));
    let element = &changed.to_card()["heds-system-tasks-9"];
    assert_eq!(*element, serde_json::json!({ "data": { "": false }, "control": {}, "text": { "": "" } }));
    // The other form has other labels.
    let newer = sheet.to_version(Version::V3).to_card();
    assert_eq!(newer["heds-system-input_languages-42"]["text"][""], "");
    assert_eq!(newer["heds-system-input_languages-42"]["data"][""], true);
}

#[test]
fn a_sheet_of_every_worked_study_survives_both_cards() {
    let record = AuthorsRecord::default();
    for name in ["fluency", "meaning-pairs", "best-worst", "simplicity-ranking", "toxicity-pairs"] {
        let sheet = fill_sheet(name, &record, None);
        let open = sheet.missing().count();
        assert!(open > 0 && open * 5 < sheet.entries.len() * 3, "{name}: {open} of {} are open", sheet.entries.len());
        for version in [Version::V3, Version::V2022] {
            let sheet = sheet.to_version(version);
            // The older form has no limit for a whole task.
            let others = sheet.notes.iter().filter(|note| !note.starts_with("3.3.5")).count();
            assert_eq!(others, 0, "{name}: {:?}", sheet.notes);
            let read = Sheet::from_card(&sheet.to_card().to_string()).unwrap();
            assert_eq!(read.version, version, "{name}");
            assert_eq!(card_answers(&read.to_card()), card_answers(&sheet.to_card()), "{name}");
            let (differences, alike) = compare(&sheet, &read);
            assert!(differences.is_empty(), "{name}: {differences:?}");
            assert!(alike > 20, "{name}: {alike}");
        }
    }
}

#[test]
fn whoever_left_early_has_failed_no_check() {
    let record = AuthorsRecord::default();
    // It leaves out unfinished sessions and has no checks.
    let sheet = fill_sheet("fluency", &record, None);
    assert!(!sheet.get("3.3.3.1", None).unwrap().is_complete());
    assert_eq!(
        sheet.get("3.3.3.2", None).unwrap().answer_in_words(),
        "Left out of the analysis: sessions that were not finished in time or were withdrawn; are a person's second with the same list."
    );
    let sheet = fill_sheet("meaning-pairs", &record, None);
    assert!(sheet.get("3.3.3.1", None).unwrap().answer_in_words().contains("evaluators dropped"));
}

#[test]
fn the_older_form_says_the_same_as_the_newer() {
    let sheet = fill_sheet("meaning-pairs", &AuthorsRecord::default(), None);
    let older = sheet.to_version(Version::V2022);
    let shown = |sheet: &Sheet, id: &str, of: Option<&str>| sheet.get(id, of).unwrap().answer_in_words();
    assert_eq!(shown(&sheet, "3.3.5", None), "time limit for the whole task: A list may take up to 60 min.");
    // The older form has no limit for a whole task.
    assert!(!older.get("3.3.5", None).unwrap().is_complete());
    assert_eq!(shown(&older, "4.3.3", Some("Meaning")), "discrete (give the size): 2");
    assert_eq!(shown(&older, "4.3.12.1", Some("Meaning")), "no");
    assert_eq!(shown(&sheet, "4.3.8", Some("Meaning")), "comparing or ranking items");
    assert_eq!(shown(&sheet, "3.2.1", None), "18");
}

#[test]
fn the_authors_answers_stand_above_the_studys_and_say_so() {
    let answer = |question: &str, choose: &[&str], text: Option<&str>| AnswerRecord {
        question: question.to_owned(),
        criterion: None,
        choose: choose.iter().map(|it| (*it).to_owned()).collect(),
        text: text.map(str::to_owned),
    };
    let record = AuthorsRecord {
        answer: vec![
            answer("3.2.2.1", &["no"], None),
            answer("3.2.1", &[], Some("17")),
            answer("osf q5", &[], Some("x")),
        ],
        ..AuthorsRecord::default()
    };
    let sheet = fill_sheet("meaning-pairs", &record, None);
    assert_eq!(sheet.get("3.2.2.1", None).unwrap().answer_in_words(), "no");
    let changed = sheet.get("3.2.1", None).unwrap().answer.clone().unwrap();
    assert_eq!((changed.text.as_str(), changed.from.as_str()), ("17", "record.toml; the study says: 18"));
    let study = worked_study("meaning-pairs");
    let plan = plan::make(&study).unwrap();
    let wrong = AuthorsRecord { answer: vec![answer("3.2.2.1", &["nope"], None), answer("9.9", &[], None)], ..record };
    let facts = Facts { study: &study, plan: &plan, results: None, comparison: None, rehearsal: None, record: &wrong };
    let problems = fill(&facts).unwrap_err();
    assert!(
        problems[0].contains("there is no option “nope”") && problems[1].contains("no question 9.9"),
        "{problems:?}"
    );
}

#[test]
fn what_is_no_card_is_refused() {
    let refused = |text: &str| Sheet::from_card(text).unwrap_err().to_string();
    assert!(refused("[]").starts_with("not a datacard"));
    assert!(refused("{\"a\": 1}").contains("not a HEDS datacard"));
    let odd = r#"{"heds-ethics-review_body": {"data": {"": true}, "control": {}}}"#;
    assert!(refused(odd).contains("`heds-ethics-review_body` holds true"), "{}", refused(odd));
}
