//! What platforms and programs write, each in its own way.

use importer::{ImportMapping, Stop, import};

use super::{csv, items, judgements, mapping_of, read, read_all};

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
fn points_that_mechanical_turk_offered_count_whether_someone_chose_them_or_not() {
    let head = "HITId,WorkerId,Input.item,Input.system";
    let flags = |chosen: [&str; 2], offered: &[&str]| {
        let names: Vec<String> = offered.iter().map(|option| format!("Answer.q.{option}")).collect();
        let row = |chosen: &str| -> Vec<String> {
            let is_on = |option: &&str| chosen.split('|').any(|it| it == *option).to_string();
            offered.iter().map(is_on).collect()
        };
        let [one, two] = chosen.map(|chosen| row(chosen).join(","));
        format!("{head},{}\nh1,A1EXAMPLE00001,i1,X,{one}\nh2,A2EXAMPLE00002,i2,X,{two}\n", names.join(","))
    };
    let lists = |chosen: [&str; 2], offered: &[&str]| {
        let row = |chosen: &str| -> String {
            let is_on = |option: &&str| format!("\"\"{option}\"\":{}", chosen.split('|').any(|it| it == *option));
            offered.iter().map(is_on).collect::<Vec<_>>().join(",")
        };
        let [one, two] = chosen.map(|chosen| format!("\"[{{\"\"q\"\":{{{}}}}}]\"", row(chosen)));
        format!("{head},Answer.taskAnswers\nh1,A1EXAMPLE00001,i1,X,{one}\nh2,A2EXAMPLE00002,i2,X,{two}\n")
    };
    for (chosen, offered, expected) in [
        (["2", "4"], &["1", "2", "3", "4", "5"][..], "kind = \"rating\", points = 5, minimum = 1"),
        (["0", "1"], &["2", "1", "0"], "kind = \"rating\", points = 3, minimum = 0"),
        (["news", "blog"], &["news", "blog", "novel"], "options = [\"news\", \"blog\", \"novel\"]"),
        (["news|blog", "blog"], &["news", "blog", "novel"], "several = true"),
        (["2", "4"], &["2", "4", "8"], "points = 3, minimum = 2"),
    ] {
        for text in [flags(chosen, offered), lists(chosen, offered)] {
            let imported = read(&text, &[]).unwrap_or_else(|stop| panic!("{text}: {stop:?}"));
            let study = &imported.folder.study;
            assert!(study.contains(expected), "{text}\n{study}");
        }
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
    assert_eq!(items(&imported), "item,input,alpha,beta\n0,Say hello.,Hello.,Hi!\n");
    assert!(judgements(&imported).is_empty());
}

/// What a file of one of the smaller tools becomes.
fn small(name: &str, text: &str, lines: &[&str]) -> Vec<String> {
    let imported =
        import(&[csv(name, text)], None, &mapping_of(lines)).unwrap_or_else(|stop| panic!("{name}: {stop:#?}"));
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
    let numbered = factgenie.replace("annotation_span_categories", "removed").replace("\"type\":0", "\"type\":1");
    let lines = match import(&[csv("f.jsonl", numbered.as_str())], None, &ImportMapping::default()) {
        Err(Stop::Unsaid(questions)) => questions[0].choices[0].line.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(lines, "import.span_categories = [\"type 0\", \"type 1\"]");
    assert_eq!(small("f.jsonl", &numbered, &[&lines]), ["w on d/test/0, gpt: marked spans = 1 span marked"]);
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
fn a_qualtrics_survey_is_joined_with_prolific_and_names_nobody() {
    let survey = "StartDate,Status,Finished,ResponseId,Q1,PROLIFIC_PID\nStart,Response Type,Finished,Response ID,How fluent?,PROLIFIC_PID\n\"{\"\"ImportId\"\":\"\"startDate\"\"}\",\"{\"\"ImportId\"\":\"\"status\"\"}\",x,x,x,x\n\
        2026-01-01,0,1,R_1,3,aaaaaaaaaaaaaaaaaaaaaaa1\n2026-01-01,0,1,R_2,4,aaaaaaaaaaaaaaaaaaaaaaa2\n2026-01-01,1,1,R_3,5,aaaaaaaaaaaaaaaaaaaaaaa3\n";
    let people = "Submission id,Participant id,Status\ns1,aaaaaaaaaaaaaaaaaaaaaaa1,APPROVED\ns2,aaaaaaaaaaaaaaaaaaaaaaa2,TIMED-OUT\n";
    let said = mapping_of(&["import.columns = \"criteria\"", "import.one_item = \"i\"", "import.one_system = \"s\""]);
    let imported = import(&[csv("s.csv", survey), csv("prolific_export.csv", people)], None, &said)
        .unwrap_or_else(|stop| panic!("{stop:#?}"));
    assert_eq!(imported.first, ["p1 on i, s: Q1 = 3", "p2 on i, s: Q1 = 4 (excluded: timed-out)"]);
    assert_eq!((imported.counts.rows, imported.counts.read), (3, 2));
    assert!(!format!("{:?}{}", imported.folder, judgements(&imported)).contains("aaaaaaa"));
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
    assert!(items(&imported).contains("X says,Y says"), "{}", items(&imported));
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
fn votes_on_one_prompt_are_about_one_item() {
    let text = "judge,prompt_id,model_a,model_b,winner\nj1,p1,x,y,model_a\nj2,p1,x,y,model_b\nj1,p2,y,x,tie\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!((imported.names().items.len(), imported.names().participants.len()), (2, 2));
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
        let said = mapping_of(&["import.criterion = \"ease\""]);
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

#[test]
fn a_mark_of_label_studio_has_what_was_said_about_it() {
    let mark = |id: &str, at: usize, stars: u8| {
        format!(
            r#"{{"id":"{id}","from_name":"err","type":"labels","value":{{"start":{at},"end":{},"labels":["Style"]}}}},{{"id":"{id}","from_name":"how","type":"rating","value":{{"start":{at},"end":{},"rating":{stars}}}}}"#,
            at + 2,
            at + 2
        )
    };
    let annotation = |who: u8, result: &str| format!(r#"{{"completed_by":{who},"result":[{result}]}}"#);
    let text = format!(
        r#"[{{"id":1,"data":{{"item":"q1","model":"x","text":"A text."}},"annotations":[{},{}]}}]"#,
        annotation(1, &[mark("a", 0, 2), mark("b", 4, 3)].join(",")),
        annotation(2, "")
    );
    let imported = read_all(&[("t.json", &text)], &[]).unwrap();
    assert_eq!(imported.first[0], "1 on q1, x: err = 2 spans marked");
    assert!(judgements(&imported).contains(r#"""severity"":""3"""#), "{}", judgements(&imported));
    assert_eq!(imported.counts.judgements, 2);
}

#[test]
fn lines_of_the_first_potato_are_read() {
    let line = |who: &str, points: u8| {
        format!(
            r#"{{"user_id":"{who}","instance_id":"1","displayed_text":"T","label_annotations":{{"fluency":{{"{points}":"{points}"}}}},"span_annotations":{{}}}}"#
        )
    };
    let text = [line("a", 2), line("b", 5)].join("\n");
    let imported = read_all(&[("annotated_instances.jsonl", &text)], &["import.one_system = \"s\""]).unwrap();
    assert_eq!(imported.first, ["a on 1, s: fluency = 2", "b on 1, s: fluency = 5"]);
}
