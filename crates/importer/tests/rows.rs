//! Nothing is lost: whatever a table holds, it is refused with a sentence, asked about, or every row is accounted for.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use importer::{ImportMapping, Input, Stop, import};
use proptest::prelude::*;

fn wanted(lines: &[&str]) -> ImportMapping {
    lines.iter().fold(ImportMapping::default(), |wanted, line| wanted.with_line(line).unwrap())
}

fn csv(name: &str, text: impl Into<Vec<u8>>) -> Input {
    Input { name: name.to_owned(), bytes: text.into() }
}

fn cell() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "1", "2", "5", "3,5", "", " ", "NA", "n/a", "a", "b", "tie", "x\u{a0}", "-1", "1e3", "é", "A",
    ])
}

fn table() -> impl Strategy<Value = String> {
    let header = prop::sample::subsequence(
        vec![
            "rater",
            "item",
            "system",
            "rating",
            "Answer.q",
            "WorkerId",
            "HITId",
            "system_a",
            "system_b",
            "Timestamp",
            "Q1",
            "Q2",
            "Q3",
            "model",
        ],
        1..8,
    );
    (header, prop::collection::vec(prop::collection::vec(cell(), 8), 0..12), prop::sample::select(vec![",", ";", "\t"]))
        .prop_map(|(header, rows, delimiter)| {
            let lines = rows.iter().map(|row| {
                let cells = row.iter().take(header.len()).map(|cell| format!("\"{cell}\""));
                cells.collect::<Vec<_>>().join(delimiter)
            });
            std::iter::once(header.join(delimiter)).chain(lines).collect::<Vec<_>>().join("\n")
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_row_of_any_table_is_accounted_for(text in table(), said in prop::sample::subsequence(vec![
        "import.one_system = \"s\"", "import.one_item = \"i\"", "participant = \"rater\"", "import.columns = \"criteria\"",
        "words.equal = [\"tie\"]", "missing = [\"n/a\"]", "import.decimal = \",\"",
    ], 0..7)) {
        match import(&[csv("t.csv", text.clone())], None, &wanted(&said)) {
            Ok(imported) => {
                prop_assert!(imported.counts.add_up());
                let lines = text.lines().skip(1).filter(|line| !line.is_empty()).count();
                prop_assert_eq!(imported.counts.rows, lines);
            }
            Err(Stop::Unsaid(questions)) => prop_assert!(!questions.is_empty()),
            Err(Stop::Unreadable(problem)) => prop_assert!(!problem.is_empty()),
        }
    }
}

const LONG: &str = "rater,item,system,rating\nr1,i1,A,3\nr1,i1,B,4\nr2,i1,A,2\nr2,i1,B,5\n";

#[test]
fn the_order_of_columns_the_delimiter_the_index_and_repeated_headers_do_not_matter() {
    let first = import(&[csv("t.csv", LONG)], None, &ImportMapping::default()).unwrap();
    for (name, text) in [
        ("shuffled.csv", "rating,system,item,rater\n3,A,i1,r1\n4,B,i1,r1\n2,A,i1,r2\n5,B,i1,r2\n"),
        ("semicolon.csv", "rater;item;system;rating;\nr1;i1;A;3;\nr1;i1;B;4;\nr2;i1;A;2;\nr2;i1;B;5;\n"),
        ("index.csv", ",rater,item,system,rating\n0,r1,i1,A,3\n1,r1,i1,B,4\n2,r2,i1,A,2\n3,r2,i1,B,5\n"),
        (
            "twice.csv",
            "rater,item,system,rating\nr1,i1,A,3\nr1,i1,B,4\nrater,item,system,rating\nr2,i1,A,2\n,,,\nr2,i1,B,5\n",
        ),
        ("named.csv", "Rater ID,Item ID,Model,Score\nr1,i1,A,3\nr1,i1,B,4\nr2,i1,A,2\nr2,i1,B,5\n"),
    ] {
        let other = import(&[csv(name, text)], None, &wanted(&["import.criterion = \"rating\""]))
            .unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
        let plain = |imported: &importer::ImportOutcome| -> Vec<String> {
            imported.first.iter().map(|line| line.replace("Score", "rating")).collect()
        };
        assert_eq!(plain(&other), plain(&first), "{name}");
        assert_eq!(other.dataset().judgements.len(), 4, "{name}");
    }
}

#[test]
fn files_of_several_raters_are_read_together_and_other_layouts_refused() {
    let one = csv("anna.csv", "item,system,rating\ni1,A,3\ni1,B,4\n");
    let two = csv("ben.csv", "item,rating,system\ni1,2,A\ni1,5,B\n");
    let imported = import(&[one.clone(), two], None, &ImportMapping::default()).unwrap();
    assert_eq!((imported.counts.rows, imported.names().participants.len()), (4, 2));
    let odd = csv("odd.csv", "item,system,score\ni1,A,2\n");
    let Err(Stop::Unreadable(problem)) = import(&[one, odd], None, &ImportMapping::default()) else { panic!() };
    assert!(problem.contains("has no column `rating`"), "{problem}");
}

#[test]
fn a_matrix_of_raters_and_a_survey_are_read() {
    let matrix = "item,system,Rater 1,Rater 2\ni1,A,3,4\ni1,B,5,\n";
    let imported = import(&[csv("m.csv", matrix)], None, &ImportMapping::default()).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.asked, imported.dataset().judgements.len()), (2, 4, 3));
    let survey = csv("s.csv", "respondent,age,Q1,Q2,Q3\nx,30,1,2,3\ny,40,4,5,1\n");
    let items = csv("q.csv", "column,item,system\nQ1,i1,A\nQ2,i1,B\nQ3,i2,A\n");
    let imported = import(&[survey], Some(&items), &wanted(&["import.criterion = \"clarity\""])).unwrap();
    assert_eq!(imported.dataset().judgements.len(), 6);
    assert_eq!(imported.first[0], "x on i1, A: clarity = 1");
}

#[test]
fn an_index_of_names_in_other_languages_is_asked_about_and_never_guessed() {
    let text = "Hodnotitel;Úryvek;Postup;Note\nx;1;A;3\ny;1;B;4\n";
    let Err(Stop::Unsaid(questions)) = import(&[csv("t.csv", text)], None, &ImportMapping::default()) else { panic!() };
    let asked: Vec<&str> = questions.iter().map(|question| question.sentence.as_str()).collect();
    assert_eq!(asked.len(), 3, "{asked:?}");
    let said = ["participant = \"Hodnotitel\"", "item = \"Úryvek\"", "system = \"Postup\""];
    let imported = import(&[csv("t.csv", text)], None, &wanted(&said)).unwrap();
    assert_eq!(imported.dataset().judgements.len(), 2);
}

#[test]
fn mechanical_turk_answers_are_read_in_all_three_shapes() {
    let head = "\"HITId\",\"AssignmentId\",\"WorkerId\",\"AssignmentStatus\",\"Input.item\",\"Input.system\"";
    let rows = |answers: [&str; 2]| {
        format!(
            "\"h\",\"a1\",\"A1EXAMPLE00001\",\"Approved\",\"i1\",\"X\",{}\n\"h\",\"a2\",\"A2EXAMPLE00002\",\"Rejected\",\"i1\",\"X\",{}\n",
            answers[0], answers[1]
        )
    };
    for (columns, answers) in [
        ("\"Answer.quality\"", ["\"4\"", "\"2\""]),
        ("\"Answer.quality.2\",\"Answer.quality.4\"", ["\"false\",\"true\"", "\"true\",\"false\""]),
        (
            "\"Answer.taskAnswers\"",
            [
                "\"[{\"\"quality\"\":{\"\"2\"\":false,\"\"4\"\":true}}]\"",
                "\"[{\"\"quality\"\":{\"\"2\"\":true,\"\"4\"\":false}}]\"",
            ],
        ),
    ] {
        let text = format!("{head},{columns}\n{}", rows(answers));
        let imported = import(&[csv("Batch.csv", text)], None, &ImportMapping::default())
            .unwrap_or_else(|stop| panic!("{columns}: {stop:?}"));
        assert_eq!(
            imported.first,
            ["p1 on i1, X: quality = 4", "p2 on i1, X: quality = 2 (excluded: rejected)"],
            "{columns}"
        );
        assert!(!judgements(&imported).contains("EXAMPLE"));
    }
}

#[test]
fn work_that_a_platform_says_was_returned_is_excluded() {
    let answers = csv(
        "t.csv",
        "PROLIFIC_PID,item,system,rating\naaaaaaaaaaaaaaaaaaaaaaa1,i,A,3\naaaaaaaaaaaaaaaaaaaaaaa2,i,A,4\n",
    );
    let people = csv(
        "prolific_export.csv",
        "Submission id,Participant id,Status\ns1,aaaaaaaaaaaaaaaaaaaaaaa1,APPROVED\ns2,aaaaaaaaaaaaaaaaaaaaaaa2,RETURNED\n",
    );
    let imported = import(&[answers, people], None, &ImportMapping::default()).unwrap();
    assert_eq!(imported.first, ["p1 on i, A: rating = 3", "p2 on i, A: rating = 4 (excluded: returned)"]);
}

#[test]
fn letters_that_are_no_unicode_are_asked_about() {
    let latin: Vec<u8> = b"rater,item,system,rating\nR\xe9ne,i,A,3\n".to_vec();
    let Err(Stop::Unsaid(questions)) = import(&[csv("t.csv", latin.clone())], None, &ImportMapping::default()) else {
        panic!()
    };
    assert!(questions[0].sentence.contains("Réne"), "{questions:?}");
    let imported =
        import(&[csv("t.csv", latin.clone())], None, &wanted(&["import.encoding = \"windows-1252\""])).unwrap();
    assert!(imported.folder.items.contains('i') && imported.names().participants == ["p1"]);
    let kept = wanted(&["import.encoding = \"windows-1252\"", "import.keep_ids = true"]);
    assert_eq!(import(&[csv("t.csv", latin)], None, &kept).unwrap().names().participants, ["Réne"]);
}

#[test]
fn arena_votes_keep_sides_ties_and_what_is_no_vote() {
    let text = r#"{"question_id":1,"model_a":"x","model_b":"y","winner":"model_a","judge":"j1","turn":1,"anony":true}
{"question_id":1,"model_a":"y","model_b":"x","winner":"tie (bothbad)","judge":"j2","turn":1,"anony":true}
{"question_id":2,"model_a":"y","model_b":"x","winner":"model_b","judge":["gpt-4","pair-v2"],"turn":1,"anony":false}
"#;
    let imported = import(&[csv("v.jsonl", text)], None, &ImportMapping::default()).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.read), (3, 2));
    assert_eq!(imported.first[0], "j1 on 1 turn 1, x beside y: preference = x, the first");
}

#[test]
fn logs_of_systems_become_items_without_judgements() {
    let one = csv(
        "alpha/samples.jsonl",
        r#"{"doc_id":0,"doc":{},"arguments":[["Say hello."]],"resps":[["Hello."]],"filtered_resps":["Hello."]}"#,
    );
    let two = csv(
        "beta/samples.jsonl",
        r#"{"doc_id":0,"doc":{},"arguments":[["Say hello."]],"resps":[["Hi!"]],"filtered_resps":["Hi!"]}"#,
    );
    let imported = import(&[one, two], None, &ImportMapping::default()).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.read), (2, 2));
    assert_eq!(imported.folder.items, "item,input,alpha,beta\n0,Say hello.,Hello.,Hi!\n");
    assert!(judgements(&imported).is_empty());
}

/// What a file of one of the smaller tools becomes.
fn small(name: &str, text: &str, lines: &[&str]) -> Vec<String> {
    let imported = import(&[csv(name, text)], None, &wanted(lines)).unwrap_or_else(|stop| panic!("{name}: {stop:#?}"));
    assert!(imported.counts.add_up());
    imported.first
}

#[test]
fn potato_pearmut_factgenie_argilla_and_doccano_are_read() {
    let one = "import.one_system = \"s\"";
    let state = r#"{"user_id":"u1","instance_id_to_label_to_value":{"i1":{"fluency":{"labels":{"4":true}}},"i2":[[{"schema":"fluency","name":"2"},"2"]]}}"#;
    assert_eq!(small("user_state.json", state, &[one]), ["u1 on i1, s: fluency = 4", "u1 on i2, s: fluency = 2"]);
    let table = "instance_id,user_id,fluency.1,fluency.2\ni1,u1,1,\ni2,u1,,2\n";
    assert_eq!(small("annotations.csv", table, &[one]), ["u1 on i1, s: fluency = 1", "u1 on i2, s: fluency = 2"]);
    let pearmut = r#"{"user_id":"u","item_i":"welcome_0","item":[],"annotation":[]}
{"user_id":"u","item_i":3,"item":[{"item_id":"d1","src":"x","tgt":{"m":"y"}}],"annotation":[{"m":{"score":73}}]}
{"user_id":"v","item_i":3,"item":[{"item_id":"d1","src":"x","tgt":{"m":"y"}}],"annotation":[{"m":{"score":71.5}}]}"#;
    assert_eq!(small("a.jsonl", pearmut, &[]), ["u on d1, m: score = 73", "v on d1, m: score = 71.5"]);
    let factgenie = r#"{"dataset":"d","split":"test","setup_id":"gpt","example_idx":0,"output":"A cold day.","metadata":{"annotator_id":"w","annotation_span_categories":[{"name":"wrong"}]},"annotations":[{"type":0,"text":"cold","start":2}]}"#;
    assert_eq!(small("f.jsonl", factgenie, &[]), ["w on d/test/0, gpt: marked spans = 1 span marked"]);
    let argilla = r#"[{"id":"r1","fields":{"text":"x"},"metadata":{"model":"m"},"responses":{"quality":[{"value":3,"user_id":"u1"},{"value":4,"user_id":"u2"}]}}]"#;
    assert_eq!(small("r.json", argilla, &[]), ["u1 on r1, m: quality = 3", "u2 on r1, m: quality = 4"]);
    let doccano = r#"{"id":1,"text":"x","label":["good"]}
{"id":2,"text":"y","label":["bad"]}"#;
    assert_eq!(small("anna.jsonl", doccano, &[one]), ["p1 on 1, s: label = good", "p1 on 2, s: label = bad"]);
    let people = r#"{"anna":{"i1":1,"i2":3},"ben":{"i1":2,"i2":3}}"#;
    assert_eq!(small("labels.json", people, &[one]).len(), 4);
}

#[test]
fn label_studio_results_are_read_and_skipped_tasks_counted() {
    let text = r#"[{"id":1,"data":{"item":"q1","system":"gpt"},"annotations":[
        {"completed_by":{"id":7,"email":"a@example.org"},"was_cancelled":false,"lead_time":4.2,"result":[{"from_name":"rating","type":"rating","value":{"rating":4}},{"from_name":"why","type":"textarea","value":{"text":["It reads well enough for me to like it."]}}]},
        {"completed_by":8,"was_cancelled":true,"result":[]},
        {"completed_by":8,"was_cancelled":false,"result":[{"from_name":"rating","type":"rating","value":{"rating":2}}]}]}]"#;
    let imported =
        import(&[csv("p.json", text)], None, &ImportMapping::default()).unwrap_or_else(|stop| panic!("{stop:#?}"));
    assert_eq!((imported.counts.rows, imported.counts.read, imported.dataset().judgements.len()), (3, 2, 3));
    assert!(!judgements(&imported).contains("example.org"));
}

#[test]
fn a_table_with_a_claim_is_a_study() {
    let table = table::Table::read("t.csv", LONG.as_bytes()).unwrap();
    let dataset = dataset::from_table(&table, &dataset::Mapping::default(), None).unwrap();
    let files = importer::study_of(&dataset, "t.csv", &["B > A on rating".to_owned()]);
    let checked = study::check(&study::InMemory(files.into_iter().collect()));
    let errors = checked.diagnostics.iter().filter(|found| found.severity == diag::Severity::Error).count();
    assert_eq!((errors, checked.study.unwrap().claims.len()), (0, 1));
}

#[test]
fn a_qualtrics_survey_is_joined_with_prolific_and_names_nobody() {
    let survey = "StartDate,Status,Finished,ResponseId,Q1,PROLIFIC_PID\nStart,Response Type,Finished,Response ID,How fluent?,PROLIFIC_PID\n\"{\"\"ImportId\"\":\"\"startDate\"\"}\",\"{\"\"ImportId\"\":\"\"status\"\"}\",x,x,x,x\n\
        2026-01-01,0,1,R_1,3,aaaaaaaaaaaaaaaaaaaaaaa1\n2026-01-01,0,1,R_2,4,aaaaaaaaaaaaaaaaaaaaaaa2\n2026-01-01,1,1,R_3,5,aaaaaaaaaaaaaaaaaaaaaaa3\n";
    let people = "Submission id,Participant id,Status\ns1,aaaaaaaaaaaaaaaaaaaaaaa1,APPROVED\ns2,aaaaaaaaaaaaaaaaaaaaaaa2,TIMED-OUT\n";
    let said = wanted(&["import.columns = \"criteria\"", "import.one_item = \"i\"", "import.one_system = \"s\""]);
    let imported = import(&[csv("s.csv", survey), csv("prolific_export.csv", people)], None, &said)
        .unwrap_or_else(|stop| panic!("{stop:#?}"));
    assert_eq!(imported.first, ["p1 on i, s: Q1 = 3", "p2 on i, s: Q1 = 4 (excluded: timed-out)"]);
    assert_eq!((imported.counts.rows, imported.counts.read), (3, 2));
    assert!(!format!("{:?}{}", imported.folder, judgements(&imported)).contains("aaaaaaa"));
}

#[test]
fn a_decimal_comma_is_asked_about_and_never_read_as_words() {
    let text = "rater;item;system;rating\nr1;a;X;3,5\nr2;a;Y;4,0\n";
    let Err(Stop::Unsaid(questions)) = import(&[csv("t.csv", text)], None, &ImportMapping::default()) else { panic!() };
    assert_eq!(questions[0].sentence, "is `3,5` in the column `rating` a number with a decimal comma?");
    let imported = import(&[csv("t.csv", text)], None, &wanted(&["import.decimal = \",\""])).unwrap();
    assert_eq!(imported.first, ["r1 on a, X: rating = 3.5", "r2 on a, Y: rating = 4"]);
}

/// `judgements.csv`.
fn judgements(imported: &importer::ImportOutcome) -> String {
    let mut written = Vec::new();
    imported.write_judgements(&mut written).unwrap();
    String::from_utf8(written).unwrap()
}

/// Imports a table; the lines are what its owner says.
fn read(text: &str, lines: &[&str]) -> Result<importer::ImportOutcome, Stop> {
    import(&[csv("t.csv", text)], None, &wanted(lines))
}

/// The lines that would answer the questions.
fn asked(text: &str, lines: &[&str]) -> Vec<String> {
    match read(text, lines) {
        Err(Stop::Unsaid(questions)) => {
            questions.into_iter().flat_map(|it| it.choices.into_iter().map(|choice| choice.line)).collect()
        }
        Err(Stop::Unreadable(message)) => panic!("{message}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn a_title_above_the_table_is_asked_about_and_passed_over() {
    let text = "Ratings of spring\nmade on Monday\n\nrater,item,system,score\nr1,i1,a,1\nr2,i1,a,5\nr1,i2,a,3\n";
    assert_eq!(asked(text, &[]), ["import.skip_rows = 3"]);
    let imported = read(text, &["import.skip_rows = 3"]).unwrap();
    assert_eq!((imported.counts.rows, imported.dataset().judgements.len()), (3, 3));
}

#[test]
fn merged_cells_are_asked_about_and_filled_from_above() {
    let text = "rater,item,system,score\nr1,i1,a,1\n,,b,2\n,i2,a,3\n,,b,4\nr2,i1,a,5\n,,b,1\n";
    let line = "import.fill_down = [\"rater\", \"item\"]";
    assert_eq!(asked(text, &[]), [line]);
    let imported = read(text, &[line]).unwrap();
    assert_eq!(imported.counts.judgements, 6);
    assert_eq!((imported.names().participants.len(), imported.names().items.len()), (2, 2));
}

#[test]
fn a_header_repeated_beside_row_numbers_is_left_out_and_counted() {
    let text = ",rater,item,system,score\n0,r1,i1,a,1\n,rater,item,system,score\n1,r2,i1,a,5\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.read), (3, 2));
    assert_eq!(imported.counts.left_out[0].reason, "the header, repeated");
}

#[test]
fn left_and_right_are_the_columns_of_these_names() {
    let text = "worker,prompt,left model,right model,winner\nr1,p1,x,y,Left\nr1,p2,x,y,Right\nr2,p1,x,y,Tie\n";
    assert_eq!(read(text, &[]).unwrap().counts.judgements, 3);
}

/// Imports files of these names.
fn read_all(files: &[(&str, &str)], lines: &[&str]) -> Result<importer::ImportOutcome, Stop> {
    let files: Vec<Input> = files.iter().map(|(name, text)| csv(name, *text)).collect();
    import(&files, None, &wanted(lines))
}

#[test]
fn rankings_of_label_studio_are_read_in_each_of_their_forms() {
    let task = |number: usize, ranker: &str| {
        format!(
            r#"{{"id":{number},"data":{{"item":"q{number}","prompt":"Say it.","list":[{{"id":"x","body":"X says"}},{{"id":"y","body":"Y says"}}]}},
            "annotations":[{{"completed_by":7,"lead_time":4.5,"result":[{{"from_name":"rank","type":"ranker","value":{{"ranker":{ranker}}}}},
            {{"from_name":"why","type":"textarea","value":{{"text":["so"]}}}}]}},{{"completed_by":8,"was_cancelled":true,"result":[]}}]}}"#
        )
    };
    let text = format!("[{},{}]", task(1, r#"["y","x"]"#), task(2, r#"{"rank":["x","y"]}"#));
    let imported = read_all(&[("p.json", &text)], &[]).unwrap();
    let counts = &imported.counts;
    assert_eq!((counts.rows, counts.read, counts.judgements, counts.answers, counts.asked), (4, 2, 2, 4, 6));
    assert_eq!(imported.first, ["7 on q1, x beside y: rank = x 2, y 1", "7 on q2, x beside y: rank = x 1, y 2"]);
    assert!(imported.folder.items.contains("X says,Y says"), "{}", imported.folder.items);
    let flat =
        r#"[{"id":1,"prompt":"p","rank":[{"ranker":["b","a"]}],"annotator":3,"annotation_id":9,"lead_time":2.0}]"#;
    assert_eq!(read_all(&[("p.json", flat)], &[]).unwrap().first, ["3 on 1, a beside b: rank = a 2, b 1"]);
    let buckets = format!("[{}]", task(1, r#"{"best":["y"],"worst":["x"]}"#));
    let Err(Stop::Unreadable(problem)) = read_all(&[("p.json", &buckets)], &[]) else { panic!() };
    assert!(problem.contains("sorts into several lists with `rank`"), "{problem}");
}

#[test]
fn a_choice_between_left_and_right_in_label_studio_is_one_between_the_systems() {
    let task = |number: usize, side: &str| {
        format!(
            r#"{{"id":{number},"data":{{"item":"q{number}","system_a":"old","system_b":"new","text_a":"The old sentence is here.","text_b":"The new sentence is here."}},
            "annotations":[{{"completed_by":7,"result":[{{"from_name":"better","type":"pairwise","value":{{"selected":"{side}"}}}}]}}]}}"#
        )
    };
    let tasks: Vec<String> = (1..=4).map(|number| task(number, if number == 1 { "left" } else { "right" })).collect();
    let imported = read_all(&[("p.json", &format!("[{}]", tasks.join(",")))], &[]).unwrap();
    assert_eq!(imported.counts.judgements, 4);
    assert_eq!(
        imported.first[..2],
        ["7 on q1, old beside new: better = old, the first", "7 on q2, old beside new: better = new, the second"]
    );
}

const QSF: &str = r#"{"SurveyEntry":{"SurveyName":"s"},"SurveyElements":[
{"Element":"SQ","Payload":{"DataExportTag":"Q1","QuestionText":"How <b>fluent</b>&nbsp;is it?","QuestionType":"MC","Selector":"SAHR",
 "Choices":{"1":{"Display":"Not at all"},"2":{"Display":"Somewhat"},"4":{"Display":"Very"}},"ChoiceOrder":["1","2","4"],"RecodeValues":{"1":"1","2":"2","4":"3"}}},
{"Element":"SQ","Payload":{"DataExportTag":"Q2","QuestionText":"Which?","QuestionType":"MC","Choices":{"1":{"Display":"Red"},"2":{"Display":"Blue"}},"ChoiceOrder":[2,1]}},
{"Element":"SQ","Payload":{"DataExportTag":"Q3","QuestionText":"Rate it:","QuestionType":"Matrix","Choices":{"1":{"Display":"tone"}},"Answers":{"1":{"Display":"bad"},"2":{"Display":"good"}}}},
{"Element":"SQ","Payload":{"DataExportTag":"Q4","QuestionText":"Say more","QuestionType":"TE"}},
{"Element":"BL","Payload":[]}]}"#;

#[test]
fn a_survey_of_qualtrics_says_what_was_asked_and_on_which_scale() {
    let names = r#"ResponseId,Finished,Q1,Q2,Q3_1,Q4"#;
    let ids = r#""{""ImportId"":""_recordId""}","{""ImportId"":""finished""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}","{""ImportId"":""QID3_1""}","{""ImportId"":""QID4_TEXT""}""#;
    let answers = format!("{names}\n{names}\n{ids}\nR_1,1,1,Blue,2,all good\nR_2,1,2,Red,2,\n");
    let lines = ["import.columns = \"criteria\"", "import.one_item = \"i\"", "import.one_system = \"s\""];
    let files = [("survey.csv", answers.as_str()), ("survey.qsf", QSF)];
    let imported = read_all(&files, &lines).unwrap_or_else(|stop| panic!("{stop:?}"));
    assert_eq!(imported.counts.judgements, 7);
    for line in [
        r#"question = "How fluent is it?""#,
        r#"labels = ["Not at all", "Somewhat", "Very"]"#,
        r#"options = ["Blue", "Red"]"#,
        r#"question = "Rate it: tone""#,
        r#"kind = "rating", points = 2, minimum = 1, labels = ["bad", "good"]"#,
        r#"kind = "text""#,
    ] {
        assert!(imported.folder.study.contains(line), "{line}\n{}", imported.folder.study);
    }
    let Err(Stop::Unreadable(alone)) = read_all(&files[1..], &lines) else { panic!() };
    assert!(alone.contains("says what was asked and holds no answers"), "{alone}");
}

#[test]
fn errors_marked_in_outputs_are_spans_beside_the_scores() {
    let mqm = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n\
        x\td\t1\tr\tA cat.\tEine <v>Katz</v>.\tFluency/Spelling\tMinor\n\
        x\td\t1\tr\tA <v>cat</v>.\tEine Katz.\tAccuracy/Omission\tMajor\n\
        y\td\t1\tr\tA cat.\tEine Katze.\tNo-error\tNo-error\n";
    let imported = read_all(&[("m.tsv", mqm)], &[]).unwrap();
    let spans = |imported: &importer::ImportOutcome| -> Vec<String> {
        let dataset = imported.dataset();
        let said = |it: &dataset::Judgement| {
            let study::response::Answer::Spans(spans) = &it.answer else { return None };
            Some(serde_json::to_string(spans).unwrap())
        };
        dataset.judgements.iter().filter_map(said).collect()
    };
    let katz = r#"{"start":5,"end":9,"category":"Fluency/Spelling","severity":"Minor"}"#;
    let cat = r#"{"text":"source","start":2,"end":5,"category":"Accuracy/Omission","severity":"Major"}"#;
    assert_eq!(spans(&imported), [format!("[{katz},{cat}]"), "[]".to_owned()]);
    assert!(imported.folder.study.contains(r#"source = "source""#), "{}", imported.folder.study);
    let scores: Vec<&String> = imported.first.iter().filter(|sentence| sentence.contains("MQM score")).collect();
    assert_eq!(scores, ["r on 1, x: MQM score = 6", "r on 1, y: MQM score = 0"]);
    let esa = r#"u1,s.A,1,TGT,eng,deu,70,doc#A,False,"[{""start_i"":2,""end_i"":4,""severity"":""minor"",""error_type"":null},{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major"",""error_type"":null}]",1.0,2.0
u1,s.B,2,TGT,eng,deu,90,doc#B,False,[],3.0,4.0
"#;
    let imported = read_all(&[("scores.csv", esa)], &[]).unwrap();
    let placed = r#"{"start":2,"end":5,"category":"error","severity":"minor"}"#;
    let missing = r#"{"text":"missing","start":0,"end":0,"category":"error","severity":"major"}"#;
    assert_eq!(spans(&imported), [format!("[{placed},{missing}]"), "[]".to_owned()]);
    assert!(imported.folder.study.contains("missing = true"), "{}", imported.folder.study);
    let pearmut = r#"{"user_id":"u","item_i":0,"item":[{"item_id":"i","src":"A cat.","tgt":{"m":"Eine Katz."}}],"annotation":[{"m":{"score":50,"error_spans":[{"start_i":5,"end_i":8,"severity":"major","category":"Spelling"}]}}]}"#;
    let imported = read_all(&[("a.jsonl", pearmut)], &[]).unwrap();
    assert_eq!(spans(&imported), [r#"[{"start":5,"end":9,"category":"Spelling","severity":"major"}]"#]);
    let mtme = "x\t{\"errors\": [{\"start\": 1, \"end\": 3, \"category\": \"style\", \"severity\": \"minor\", \"score\": 1}]}\nx\tNone\n";
    let imported = read_all(&[("en-de.r1.seg.rating", mtme)], &[]).unwrap();
    assert_eq!(spans(&imported), [r#"[{"start":1,"end":3,"category":"style","severity":"minor"}]"#]);
}

#[test]
fn rows_of_totals_are_left_out_and_counted() {
    let text = "rater,item,system,rating\nr1,i1,a,3\nr2,i1,a,5\nMean,,,4\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.read, imported.counts.judgements), (3, 2, 2));
    assert_eq!(imported.counts.left_out[0].reason, "a mean or a total, no answer");
}

#[test]
fn blanks_and_capital_letters_make_no_new_people_unsaid() {
    let text = "rater,item,system,rating\nr1,i1,x,3\nr1 ,i1,y,4\nR1,i2,x,2\nr2,i1,X,5\nr2,i1,X,4\n";
    assert_eq!(asked(text, &[]), ["import.letter_case = \"ignored\"", "import.letter_case = \"matters\""]);
    let imported = read(text, &["import.letter_case = \"ignored\""]).unwrap();
    assert_eq!((imported.names().participants.len(), imported.names().systems.len()), (2, 2));
    assert!(imported.notes.iter().any(|note| note.starts_with("`rater`: blanks around names")), "{:?}", imported.notes);
    assert!(imported.notes.iter().any(|note| note.contains("the same question before: 1;")), "{:?}", imported.notes);
    let apart = read(text, &["import.letter_case = \"matters\""]).unwrap();
    assert_eq!((apart.names().participants.len(), apart.names().systems.len()), (3, 3));
}

#[test]
fn numbers_with_words_behind_them_are_a_scale() {
    let text =
        "annotator,doc,model,coherence\na1,d1,m1,4 - agree\na1,d1,m2,2 - disagree\na2,d1,m1,5 - strongly agree\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!(imported.first[0], "a1 on d1, m1: coherence = 4");
    assert!(imported.notes.iter().any(|note| note.contains("the numbers before the words")), "{:?}", imported.notes);
}

#[test]
fn columns_named_by_system_and_criterion_are_asked_about_and_read() {
    let text = "rater,item,A: fluency,A: tone,B: fluency,B: tone\nr1,1,3,4,2,2\nr1,2,5,4,1,2\nr2,1,4,4,3,\n";
    let lines = asked(text, &[]);
    assert!(lines.contains(&"import.pattern = \"{system}: {criterion}\"".to_owned()), "{lines:?}");
    let imported = read(text, &["import.pattern = \"{system}: {criterion}\""]).unwrap();
    let counts = &imported.counts;
    assert_eq!((counts.rows, counts.asked, counts.judgements), (3, 12, 11));
    assert_eq!(imported.first[..2], ["r1 on 1, A: fluency = 3", "r1 on 1, A: tone = 4"]);
    let ranks = "judge,prompt_id,rank_x,rank_y,rank_z\nj1,p1,3,2,1\nj2,p1,1,2,3\n";
    assert_eq!(asked(ranks, &[])[0], "import.pattern = \"rank_{system}\"");
    let imported = read(ranks, &["import.pattern = \"rank_{system}\""]).unwrap();
    assert_eq!(imported.first[0], "j1 on p1, x beside y beside z: rank = x 3, y 2, z 1");
}

#[test]
fn columns_of_words_are_offered_as_criteria() {
    let text = "rater,item,system,fluency,tone\nr1,1,a,Agree,Agree\nr1,1,b,Disagree,Agree\nr2,1,a,Agree,Disagree\n";
    let line = "criteria = [{ id = \"fluency\", column = \"fluency\" }, { id = \"tone\", column = \"tone\" }]";
    assert!(asked(text, &[]).contains(&line.to_owned()), "{:?}", asked(text, &[]));
    assert_eq!(read(text, &[line]).unwrap().counts.judgements, 6);
}

#[test]
fn votes_on_one_prompt_are_about_one_item() {
    let text = "judge,prompt_id,model_a,model_b,winner\nj1,p1,x,y,model_a\nj2,p1,x,y,model_b\nj1,p2,y,x,tie\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!((imported.names().items.len(), imported.names().participants.len()), (2, 2));
}

#[test]
fn every_column_of_numbers_is_read_asked_about_or_named() {
    let text = "rater,item,system,score,fluency,words,secs\nr1,1,x,80,2,90,4\nr1,1,y,70,4,85,9\nr2,1,x,60,5,90,3\nr2,1,y,55,3,85,2\n";
    let lines = asked(text, &[]);
    let both = r#"criteria = [{ id = "score", column = "score" }, { id = "fluency", column = "fluency" }]"#;
    let only = r#"criteria = [{ id = "score", column = "score" }]"#;
    assert_eq!(lines, [both, only, r#"criteria = [{ id = "fluency", column = "fluency" }]"#]);
    let unread = |imported: &importer::ImportOutcome| -> Vec<String> {
        imported.notes.iter().filter(|note| note.starts_with("nothing is read from")).cloned().collect()
    };
    let imported = read(text, &[both]).unwrap();
    assert_eq!(imported.counts.judgements, 8);
    assert!(unread(&imported)[0].starts_with("nothing is read from `words`, `secs`;"), "{:?}", imported.notes);
    let imported = read(text, &[only]).unwrap();
    assert!(
        unread(&imported)[0].starts_with("nothing is read from `fluency`, `words`, `secs`;"),
        "{:?}",
        imported.notes
    );
    let halves = "rater,item,system,clarity,ease\nr1,1,x,1.5,2\nr1,1,y,4,4\nr2,1,x,2,5\nr2,1,y,3.5,1\n";
    let imported = read(halves, &[]).unwrap();
    assert_eq!((imported.counts.judgements, unread(&imported).len()), (8, 0));
    let mixed = "rater,item,system,effort,ease\nr1,1,x,15,2\nr1,1,y,40,4\nr2,1,x,20,5\nr2,1,y,35,1\n";
    assert_eq!(asked(mixed, &[]).len(), 3);
    let by_row = "rater,item,system,criterion,score,sure\nr1,1,x,tone,1,2\nr1,1,x,ease,2,1\nr2,1,x,tone,3,2\n";
    let imported = read(by_row, &[]).unwrap();
    assert!(unread(&imported)[0].contains("`sure`"), "{:?}", imported.notes);
}

#[test]
fn per_cents_and_numbers_before_words_are_read_again_by_the_mapping_that_was_written() {
    for (cells, first) in [(["85 %", "7 %", "40%"], "85"), (["4 - agree", "2 - disagree", "3"], "4")] {
        let text = format!("rater,item,system,rating\nr1,1,x,{}\nr1,1,y,{}\nr2,1,x,{}\n", cells[0], cells[1], cells[2]);
        let imported = read(&text, &[]).unwrap();
        assert_eq!(imported.first[0], format!("r1 on 1, x: rating = {first}"));
        let mapping = ImportMapping::read(&imported.folder.mapping_text(&["t.csv".to_owned()], None)).unwrap();
        let again = import(&[csv("t.csv", text)], None, &mapping).unwrap_or_else(|stop| panic!("{stop:?}"));
        assert_eq!(again.first, imported.first);
    }
}

#[test]
fn nobody_is_named_by_a_file_a_sheet_a_column_or_an_id() {
    let names = ["anna", "Ben", "Carla", "Rossi"];
    let nobody = |imported: &importer::ImportOutcome| {
        let written = format!("{}{}{:?}", judgements(imported), imported.folder.study, imported.first);
        assert!(names.iter().all(|name| !written.contains(name)), "{written}");
        assert_eq!(imported.names().participants, ["p1", "p2"]);
        assert!(imported.personal.iter().any(|(_, done)| done == "replaced by p1, p2 …"), "{:?}", imported.personal);
    };
    let one = "item,system,rating\ni1,x,3\ni1,y,4\n";
    nobody(&read_all(&[("anna.csv", one), ("Ben.csv", one)], &[]).unwrap());
    nobody(&read("rater,item,system,rating\nanna,1,x,3\nCarla Rossi,1,x,4\n", &[]).unwrap());
    let matrix = "item,system,anna,Ben\n1,x,3,4\n1,y,2,5\n";
    let line = r#"import = { source = "matrix", raters = ["anna", "Ben"] }"#;
    assert!(asked(matrix, &[]).contains(&line.to_owned()), "{:?}", asked(matrix, &[]));
    nobody(&read(matrix, &[line]).unwrap());
    let by_person = r#"{"anna":{"i1":1,"i2":3},"Ben":{"i1":2,"i2":3}}"#;
    nobody(&read_all(&[("labels.json", by_person)], &["import.one_system = \"s\""]).unwrap());
    let kept = read_all(&[("anna.csv", one), ("Ben.csv", one)], &["import.keep_ids = true"]).unwrap();
    assert_eq!(kept.names().participants, ["Ben.csv", "anna.csv"]);
}

#[test]
fn a_column_of_a_form_that_says_what_was_judged_is_no_question() {
    let text = "Timestamp,Email Address,How clear is it?,Which system?,Which article?\n\
        2024/03/01 10:00:00 AM GMT+1,a@example.org,3,S1,t1\n2024/03/01 10:01:00 AM GMT+1,b@example.org,5,S2,t1\n";
    let lines = ["import.columns = \"criteria\"", "system = \"Which system?\"", "item = \"Which article?\""];
    let imported = read(text, &lines).unwrap_or_else(|stop| panic!("{stop:?}"));
    assert_eq!(imported.first, ["p1 on t1, S1: How clear is it? = 3", "p2 on t1, S2: How clear is it? = 5"]);
}

#[test]
fn how_much_better_an_output_is_called_is_kept() {
    use study::response::Answer;
    let text = |cells: [&str; 4]| {
        let rows = cells.iter().enumerate().map(|(at, cell)| format!("r{},{at},x,y,{cell}\n", at % 2));
        format!("annotator,item,model_1,model_2,preference\n{}", rows.collect::<String>())
    };
    let grades = |imported: &importer::ImportOutcome| -> Vec<i32> {
        let dataset = imported.dataset();
        let mut grades: Vec<(usize, i32)> = Vec::new();
        for judgement in &dataset.judgements {
            let dataset::Subject::Item { item, .. } = &judgement.subject else { panic!() };
            let Answer::Graded(grade) = judgement.answer else { panic!("{judgement:?}") };
            grades.push((*item, grade));
        }
        grades.sort_unstable();
        grades.into_iter().map(|(_, grade)| grade).collect()
    };
    let words = text(["A much better", "A slightly better", "About the same", "B much better"]);
    let lines = asked(&words, &[]);
    assert_eq!(
        lines[0],
        r#"words.grades = { "A much better" = 2, "A slightly better" = 1, "About the same" = 0, "B much better" = -2 }"#
    );
    let imported = read(&words, &[&lines[0]]).unwrap_or_else(|stop| panic!("{stop:?}"));
    assert_eq!(grades(&imported), [2, 1, 0, -2]);
    assert!(
        imported.folder.study.contains(r#"degrees = ["slightly better", "much better"]"#),
        "{}",
        imported.folder.study
    );
    let mapping = ImportMapping::read(&imported.folder.mapping_text(&["t.csv".to_owned()], None)).unwrap();
    assert_eq!(grades(&import(&[csv("t.csv", words.clone())], None, &mapping).unwrap()), [2, 1, 0, -2]);
    let sides = read(&words, &[&lines[1]]).unwrap();
    assert!(sides.dataset().judgements.iter().all(|judgement| matches!(judgement.answer, Answer::Pairwise(_))));
    let numbers = text(["-2", "1", "0", "2"]);
    let lines = asked(&numbers, &[]);
    assert_eq!(grades(&read(&numbers, &[&lines[0]]).unwrap()), [2, -1, 0, -2]);
    assert_eq!(grades(&read(&numbers, &[&lines[1]]).unwrap()), [-2, 1, 0, 2]);
}

#[test]
fn words_that_are_points_of_a_scale_are_asked_about_with_their_numbers() {
    let text = "annotator,doc_id,model,rating\na1,d1,m,Agree\na1,d2,m,Strongly agree\na2,d1,m,Neutral\na2,d2,m,Stongly agree\na3,d1,m,Disagree\n";
    let Err(Stop::Unsaid(questions)) = read(text, &[]) else { panic!() };
    assert!(questions[0].sentence.contains("`Stongly agree` is taken for “strongly agree”"), "{questions:?}");
    let lines: Vec<&str> = questions[0].choices.iter().map(|choice| choice.line.as_str()).collect();
    let imported = read(text, &lines[..1]).unwrap_or_else(|stop| panic!("{stop:?}"));
    assert_eq!(imported.first[..2], ["a1 on d1, m: rating = 4", "a1 on d2, m: rating = 5"]);
    let options = read(text, &lines[1..]).unwrap_or_else(|stop| panic!("{stop:?}"));
    assert_eq!(options.first[0], "a1 on d1, m: rating = Agree");
}

#[test]
fn two_outputs_that_were_rated_each_by_itself_are_a_row_each() {
    let head = "HITId,AssignmentId,WorkerId,AssignmentStatus,Input.item_id,Input.system_1,Input.text_1,Input.system_2,Input.text_2,Answer.ease_1,Answer.ease_2,Answer.comment";
    let row = |at: usize, rates: &str| {
        format!(
            "h{at},s{at},A1EXAMPLE0000{at},Approved,i1,old,The old sentence number {at}.,new,The new sentence number {at}.,{rates}\n"
        )
    };
    let text = format!("{head}\n{}{}{}", row(1, "3,4,"), row(2, "2,5,Both of them are rather good."), row(3, "1,,"));
    let imported = read(&text, &[]).unwrap_or_else(|stop| panic!("{stop:?}"));
    let counts = &imported.counts;
    assert_eq!((counts.rows, counts.read, counts.judgements), (3, 3, 6));
    assert_eq!(imported.first[..2], ["p1 on i1, new: ease = 4", "p1 on i1, old: ease = 3"]);
    let mapping = ImportMapping::read(&imported.folder.mapping_text(&["t.csv".to_owned()], None)).unwrap();
    assert_eq!(import(&[csv("t.csv", text)], None, &mapping).unwrap().first, imported.first);
    let plain =
        "rater,item,system_a,system_b,rating_a,rating_b\nr1,1,x,y,3,4\nr1,2,y,x,5,1\nr2,1,x,y,2,2\nr2,2,y,x,4,3\n";
    let imported = read(plain, &[]).unwrap_or_else(|stop| panic!("{stop:?}"));
    assert_eq!((imported.counts.judgements, imported.first[0].as_str()), (8, "r1 on 1, x: rating = 3"));
}

#[test]
fn a_survey_of_qualtrics_explains_the_codes_of_what_an_items_file_says() {
    let choices = |tag: &str, displays: [&str; 3], codes: [&str; 3], names: Option<[&str; 3]>| {
        let object = |words: [&str; 3]| format!(r#"{{"1":"{}","2":"{}","3":"{}"}}"#, words[0], words[1], words[2]);
        let naming = names.map(|names| format!(r#","VariableNaming":{}"#, object(names))).unwrap_or_default();
        let display = displays.map(|words| format!(r#"{{"Display":"{words}"}}"#));
        format!(
            r#"{{"Element":"SQ","Payload":{{"DataExportTag":"{tag}","QuestionText":"?","QuestionType":"MC","Choices":{{"1":{},"2":{},"3":{}}},"ChoiceOrder":["1","2","3"],"RecodeValues":{}{naming}}}}}"#,
            display[0],
            display[1],
            display[2],
            object(codes)
        )
    };
    let survey =
        |one: String, two: String| format!(r#"{{"SurveyEntry":{{"SurveyName":"s"}},"SurveyElements":[{one},{two}]}}"#);
    let answers = |first: [&str; 2], second: [&str; 2]| {
        let ids = r#""{""ImportId"":""_recordId""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}""#;
        format!(
            "ResponseId,Q1,Q2\nResponse ID,?,?\n{ids}\nR_1,{},{}\nR_2,{},{}\n",
            first[0], first[1], second[0], second[1]
        )
    };
    let back = |qsf: &str, items: &str, answers: String| {
        let files = [csv("answers.csv", answers), csv("survey.qsf", qsf)];
        let said = wanted(&["import.criterion = \"ease\""]);
        import(&files, Some(&csv("items.csv", items)), &said).unwrap_or_else(|stop| panic!("{stop:?}")).first
    };
    let pairs = "column,item,system_a,system_b\nQ1,i1,x,y\nQ2,i2,y,x\n";
    let displays = ["a", "b", "equal (both alike)"];
    let names = Some(["a", "b", "equal"]);
    let qsf =
        survey(choices("Q1", displays, ["11", "12", "13"], names), choices("Q2", displays, ["11", "12", "13"], names));
    let expected = [
        "R_1 on i1, x beside y: ease = x, the first",
        "R_1 on i2, y beside x: ease = neither over the other",
        "R_2 on i1, x beside y: ease = y, the second",
        "R_2 on i2, y beside x: ease = y, the first",
    ];
    assert_eq!(back(&qsf, pairs, answers(["11", "13"], ["12", "11"])), expected);
    assert_eq!(back(&qsf, pairs, answers(["a", "equal (both alike)"], ["b", "a"])), expected);
    let outputs = "column,item,system\nQ1,i1,x\nQ2,i2,x\n";
    let displays = ["Low", "Middle", "High"];
    let qsf = survey(choices("Q1", displays, ["1", "2", "3"], None), choices("Q2", displays, ["1", "2", "3"], None));
    let expected =
        ["R_1 on i1, x: ease = 1", "R_1 on i2, x: ease = 3", "R_2 on i1, x: ease = 2", "R_2 on i2, x: ease = 1"];
    assert_eq!(back(&qsf, outputs, answers(["1", "3"], ["2", "1"])), expected);
    assert_eq!(back(&qsf, outputs, answers(["Low", "High"], ["Middle", "Low"])), expected);
}
