//! Lists of answers in one record, rankings by columns, and which end of a scale is better.

use importer::{ImportMapping, ImportOutcome, Input, Stop, import};

use super::mapping_of;

fn file(name: &str, text: &str) -> Input {
    Input { name: name.to_owned(), bytes: text.into() }
}

/// Imports a file, and once more by the mapping that it wrote.
fn read(name: &str, text: &str, lines: &[&str]) -> ImportOutcome {
    let imported =
        import(&[file(name, text)], None, &mapping_of(lines)).unwrap_or_else(|stop| panic!("{name}: {stop:#?}"));
    assert!(imported.counts.add_up());
    let mapping = imported.folder.mapping_text(&[name.to_owned()], None);
    let again = import(&[file(name, text)], None, &ImportMapping::read(&mapping).unwrap())
        .unwrap_or_else(|stop| panic!("{name}: {stop:#?}\n{mapping}"));
    assert_eq!((again.first, again.counts), (imported.first.clone(), imported.counts.clone()), "{mapping}");
    imported
}

/// The lines that may be given.
fn suggested_lines(name: &str, text: &str, lines: &[&str]) -> Vec<String> {
    match import(&[file(name, text)], None, &mapping_of(lines)) {
        Err(Stop::Unsaid(questions)) => {
            questions.into_iter().flat_map(|it| it.choices.into_iter().map(|choice| choice.line)).collect()
        }
        Err(Stop::Unreadable(message)) => panic!("{message}"),
        Ok(imported) => panic!("{:?}", imported.first),
    }
}

const PEOPLE: [&str; 2] = ["import.lists = \"in-order\"", "import.lists = \"anonymous\""];

#[test]
fn lists_of_ratings_are_a_row_each_once_it_is_said_who_gave_them() {
    let record = |id: &str, model: &str, [a, b]: [u8; 2]| {
        format!(
            "{{\"id\": \"{id}\", \"model_id\": \"{model}\", \"references\": [\"one\", \"two\"], \"expert_annotations\": \
             [{{\"coherence\": {a}, \"fluency\": {b}}}, {{\"coherence\": {b}, \"fluency\": {a}}}]}}\n"
        )
    };
    let text = [
        record("d1", "M0", [1, 2]),
        record("d1", "M1", [3, 4]),
        record("d2", "M0", [5, 4]),
        record("d2", "M1", [2, 2]),
    ]
    .concat();
    assert_eq!(suggested_lines("s.jsonl", &text, &[]), PEOPLE);
    let imported = read("s.jsonl", &text, &PEOPLE[..1]);
    assert_eq!(
        imported.first[..3],
        [
            "annotator 1 on d1, M0: coherence = 1",
            "annotator 1 on d1, M0: fluency = 2",
            "annotator 1 on d1, M1: coherence = 3",
        ]
    );
    let counts = &imported.counts;
    assert_eq!((counts.rows, counts.read, counts.judgements), (4, 4, 16));
    assert_eq!(imported.names().participants.len(), 2);
    assert_eq!(read("s.jsonl", &text, &PEOPLE[1..]).names().participants.len(), 8);
}

#[test]
fn lists_of_numbers_are_read_from_json_and_from_cells_and_those_of_one_length_belong_together() {
    let json = r#"[{"doc_id": "a", "system": "x", "ratings": [3, 4]}, {"doc_id": "b", "system": "x", "ratings": [5, 1]},
        {"doc_id": "c", "system": "x", "ratings": []}]"#;
    let csv = "doc_id,system,ratings\na,x,\"[3, 4]\"\nb,x,\"[5, 1]\"\nc,x,[]\n";
    for (name, text) in [("r.json", json), ("r.csv", csv)] {
        let imported = read(name, text, &PEOPLE[..1]);
        let expected = [
            "annotator 1 on a, x: ratings = 3",
            "annotator 1 on b, x: ratings = 5",
            "annotator 2 on a, x: ratings = 4",
            "annotator 2 on b, x: ratings = 1",
        ];
        assert_eq!(imported.first, expected, "{name}");
        assert_eq!((imported.counts.rows, imported.counts.read), (3, 2), "{name}");
    }
    let two = "{\"item\": \"a\", \"system\": \"x\", \"scores\": {\"fluency\": [3, 4], \"adequacy\": [1, 2]}}\n\
               {\"item\": \"b\", \"system\": \"x\", \"scores\": {\"fluency\": [5, 5], \"adequacy\": [2, 1]}}\n";
    let imported = read("s.jsonl", two, &PEOPLE[..1]);
    let first = ["annotator 1 on a, x: scores.fluency = 3", "annotator 1 on a, x: scores.adequacy = 1"];
    assert_eq!((&imported.first[..2], imported.counts.judgements), (&first.map(str::to_owned)[..], 8));
}

#[test]
fn lists_that_name_people_need_no_answer() {
    let text = r#"[{"id": "a", "system": "x", "annotations": [{"annotator": "r1", "fluency": 3}, {"annotator": "r2", "fluency": 4}]},
        {"id": "b", "system": "x", "annotations": [{"annotator": "r2", "fluency": 1}, {"annotator": "r1", "fluency": 5}]}]"#;
    let imported = read("a.json", text, &["item = \"id\""]);
    let expected =
        ["r1 on a, x: fluency = 3", "r1 on b, x: fluency = 5", "r2 on a, x: fluency = 4", "r2 on b, x: fluency = 1"];
    assert_eq!(imported.first, expected);
}

#[test]
fn columns_called_best_second_and_third_hold_the_places_of_a_ranking() {
    for header in ["best,second,third", "Rank 1,Rank 2,Rank 3", "1st,2nd,3rd", "best,middle,worst"] {
        let text = format!(
            "rater,item,{header}\nr1,i1,ours,gpt,base\nr1,i2,gpt,base,ours\nr2,i1,ours,base,gpt\nr2,i2,base,,gpt\n"
        );
        let imported = read("r.csv", &text, &[]);
        let expected = [
            "r1 on i1, ours beside gpt beside base: ranking = ours 1, gpt 2, base 3",
            "r1 on i2, gpt beside base beside ours: ranking = gpt 1, base 2, ours 3",
            "r2 on i1, ours beside base beside gpt: ranking = ours 1, base 2, gpt 3",
        ];
        assert_eq!(imported.first, expected, "{header}");
        // Whoever stands below a gap has no place.
        assert_eq!((imported.counts.rows, imported.counts.read), (4, 3), "{header}");
    }
}

#[test]
fn which_end_is_better_is_asked_where_a_name_sounds_unwanted() {
    let text = "rater,item,system,toxicity,fluency\nr1,i1,a,1,5\nr2,i1,b,4,2\nr1,i2,b,3,1\nr2,i2,a,2,4\n";
    let lines = ["import.better = { toxicity = \"lower\" }", "import.better = { toxicity = \"higher\" }"];
    let written = suggested_lines("t.csv", text, &[]);
    assert_eq!(
        written.iter().map(|line| line.replace('"', "")).collect::<Vec<_>>(),
        lines.map(|line| line.replace('"', ""))
    );
    let imported = read("t.csv", text, &[&written[0]]);
    assert!(imported.folder.study.contains("better = \"lower\""), "{}", imported.folder.study);
    let unknown = import(&[file("t.csv", text)], None, &mapping_of(&["import.better = { harm = \"lower\" }"]));
    assert!(matches!(unknown, Err(Stop::Unreadable(message)) if message.contains("`harm`")));
}

#[test]
fn options_that_were_chosen_together_are_options_of_their_own() {
    let text = "rater,item,system,errors\nr1,i1,a,grammar\nr2,i1,a,grammar; spelling\nr1,i1,b,spelling\nr2,i1,b,grammar; fact\n";
    let imported = read("t.csv", text, &["criteria = [{ id = \"errors\", column = \"errors\" }]"]);
    assert_eq!(imported.first[1], "r1 on i1, b: errors = spelling");
    assert!(imported.first.contains(&"r2 on i1, a: errors = grammar, spelling".to_owned()), "{:?}", imported.first);
}

#[test]
fn tasks_of_label_studio_that_are_outputs_of_one_document_are_asked_about() {
    let task = |id: u8, doc: &str, system: &str, rating: u8| {
        format!(
            r#"{{"id": {id}, "data": {{"doc": "{doc}", "system": "{system}"}}, "annotations": [{{"id": {id}, "completed_by": 1,
            "result": [{{"from_name": "fluency", "to_name": "t", "type": "rating", "value": {{"rating": {rating}}}}}]}}]}}"#
        )
    };
    let tasks = [task(1, "d1", "a", 1), task(2, "d1", "b", 5), task(3, "d2", "a", 2), task(4, "d2", "b", 4)];
    let text = format!("[{}]", tasks.join(", "));
    assert_eq!(suggested_lines("p.json", &text, &[]), ["item = \"data.doc\"", "item = \"task\""]);
    assert_eq!(read("p.json", &text, &["item = \"data.doc\""]).names().items.len(), 2);
    assert_eq!(read("p.json", &text, &["item = \"task\""]).names().items.len(), 4);
}
