//! Exports as people have them, with what used to be read wrongly, or stopped where nothing had to be said.

use importer::{ImportMapping, ImportOutcome, Input, Stop, import};

use super::{csv, items, mapping_of};

fn files(files: &[(&str, &str)]) -> Vec<Input> {
    files.iter().map(|(name, text)| Input { name: (*name).to_owned(), bytes: text.as_bytes().to_vec() }).collect()
}

fn read_all(given: &[(&str, &str)], lines: &[&str]) -> ImportOutcome {
    let imported =
        import(&files(given), None, &mapping_of(lines)).unwrap_or_else(|stop| panic!("{}: {stop:#?}", given[0].0));
    assert!(imported.counts.add_up());
    imported
}

fn read(name: &str, text: &str, lines: &[&str]) -> ImportOutcome {
    read_all(&[(name, text)], lines)
}

/// The lines that would answer the first question.
fn suggested_lines(name: &str, text: &str, lines: &[&str]) -> Vec<String> {
    match import(&files(&[(name, text)]), None, &mapping_of(lines)) {
        Err(Stop::Unsaid(questions)) => {
            let question = &questions[0];
            let choices = question.choices.iter().map(|choice| choice.line.clone());
            choices.chain(question.typed.clone()).collect()
        }
        other => panic!("{:?}", other.map(|imported| imported.first)),
    }
}

fn refusal_of(name: &str, text: &str) -> String {
    match import(&files(&[(name, text)]), None, &ImportMapping::default()) {
        Err(Stop::Unreadable(problem)) => problem,
        other => panic!("{:?}", other.map(|imported| imported.first)),
    }
}

/// A table with one answer for each of two people, items and systems.
fn table(answers: &[&str; 8]) -> String {
    let mut text = "rater,item,system,quality\n".to_owned();
    for (at, answer) in answers.iter().enumerate() {
        let (rater, item, system) = (at / 4 + 1, at / 2 % 2 + 1, ["x", "y"][at % 2]);
        text.push_str(&format!("r{rater},{item},{system},{answer}\n"));
    }
    text
}

/// The ratings as read.
fn ratings(imported: &ImportOutcome) -> Vec<f64> {
    imported.dataset().judgements.iter().filter_map(|judgement| judgement.answer.number()).collect()
}

#[test]
fn numbers_written_with_words_stars_and_signs_are_no_options() {
    for (answers, note) in [
        (["2 stars", "4 stars", "1 star", "5 stars", "3 stars", "3 stars", "2 stars", "4 stars"], "stars or points"),
        (["2/5", "4/5", "1/5", "5/5", "3/5", "3/5", "2/5", "4/5"], "out of"),
        (["★★☆☆☆", "★★★★☆", "★☆☆☆☆", "★★★★★", "★★★☆☆", "★★★☆☆", "★★☆☆☆", "★★★★☆"], "stars or points"),
        (
            ["bad (2)", "good (4)", "very bad (1)", "very good (5)", "fair (3)", "fair (3)", "bad (2)", "good (4)"],
            "in brackets",
        ),
    ] {
        let imported = read("t.csv", &table(&answers), &[]);
        assert_eq!(ratings(&imported), [2.0, 4.0, 1.0, 5.0, 3.0, 3.0, 2.0, 4.0], "{answers:?}");
        assert!(imported.notes.iter().any(|it| it.contains(note)), "{:?}", imported.notes);
    }
}

#[test]
fn places_with_their_endings_are_ranks() {
    let text = table(&["1st", "2nd", "2nd", "1st", "1st", "2nd", "2nd", "1st"]).replace("quality", "rank");
    let imported = read("t.csv", &text, &[]);
    assert_eq!(imported.first[0], "r1 on 1, x beside y: rank = x 1, y 2");
}

#[test]
fn a_scale_that_is_numbered_downwards_is_asked_about() {
    let text = table(&[
        "1 - Strongly agree",
        "2 - Agree",
        "5 - Strongly disagree",
        "4 - Disagree",
        "3 - Neutral",
        "2 - Agree",
        "1 - Strongly agree",
        "3 - Neutral",
    ]);
    let lines = suggested_lines("t.csv", &text, &[]);
    assert_eq!(lines[0], "import.better = { \"quality\" = \"lower\" }");
    let imported = read("t.csv", &text, &[&lines[0]]);
    assert_eq!((ratings(&imported)[0], imported.names().criteria[0].better), (1.0, study::file::Better::Lower));
    let upwards = text
        .replace("1 - Strongly agree", "1 - Strongly disagree")
        .replace("5 - Strongly disagree", "5 - Strongly agree");
    let upwards = upwards.replace("2 - Agree", "2 - Disagree").replace("4 - Disagree", "4 - Agree");
    assert_eq!(ratings(&read("t.csv", &upwards, &[]))[..1], [1.0]);
}

#[test]
fn words_of_a_scale_give_it_its_ends_though_nobody_chose_them() {
    let text = table(&["Agree", "Neutral", "Disagree", "Agree", "Neutral", "Agree", "Agree", "Disagree"]);
    let lines = suggested_lines("t.csv", &text, &[]);
    assert_eq!(lines[0], "import.labels = { \"Disagree\" = 2, \"Neutral\" = 3, \"Agree\" = 4 }");
    let imported = read("t.csv", &text, &[&lines[0]]);
    assert!(imported.folder.study.contains("points = 5"), "{}", imported.folder.study);
    let ends = table(&[
        "Not at all fluent",
        "Very fluent",
        "Slightly fluent",
        "Very fluent",
        "Extremely fluent",
        "Very fluent",
        "Slightly fluent",
        "Very fluent",
    ]);
    assert!(
        suggested_lines("t.csv", &ends, &[])[0]
            .contains("\"Not at all fluent\" = 1, \"Slightly fluent\" = 2, \"Very fluent\" = 4")
    );
}

#[test]
fn dates_that_a_spreadsheet_made_of_answers_are_refused() {
    let text = table(&["05-Jan", "03-Feb", "04-Mar", "05-Jan", "03-Feb", "03-Feb", "04-Mar", "05-Jan"]);
    let problem = refusal_of("t.csv", &text);
    assert!(problem.contains("`05-Jan` 3 times") && problem.contains("formatted as text"), "{problem}");
}

#[test]
fn capital_letters_make_no_options_of_their_own() {
    let imported = read("t.csv", &table(&["Yes", "No", "yes", "no", "Yes", "No", "Yes", "No"]), &[]);
    let study::response::Response::Choice(choice) = &imported.names().criteria[0].response else { panic!() };
    assert_eq!(choice.options.len(), 2);
    assert!(
        imported.notes.iter().any(|note| note.contains("read `no` as `No`, `yes` as `Yes`")),
        "{:?}",
        imported.notes
    );
}

#[test]
fn a_slip_far_off_the_scale_is_asked_about() {
    let mut text = "rater,item,system,quality\n".to_owned();
    for row in 0..100 {
        let answer = if row == 17 { 44 } else { row * 7 % 5 + 1 };
        text.push_str(&format!("r{},{},{},{answer}\n", row / 25, row % 25, ["x", "y"][row % 2]));
    }
    assert_eq!(suggested_lines("t.csv", &text, &[]), ["missing = [\"44\"]", "import.far_numbers = true"]);
    let counts = text.replace("quality", "words changed");
    assert_eq!(read("t.csv", &counts, &[]).counts.answers, 100);
}

#[test]
fn the_last_answer_counts_where_that_is_said() {
    let text = "rater,item,system,quality\nr1,1,x,2\nr1,1,y,3\nr2,1,x,4\nr2,1,y,5\nr1,1,x,1\n";
    let all = read("t.csv", text, &[]);
    assert!(all.notes.iter().any(|note| note.contains("before: 1; all of them count, unless")), "{:?}", all.notes);
    let latest = read("t.csv", text, &["import.repeated = \"latest\""]);
    assert_eq!((latest.counts.rows, latest.counts.read, latest.counts.judgements), (5, 4, 4));
    assert!(latest.first.iter().any(|it| it == "r1 on 1, x: quality = 1"), "{:?}", latest.first);
}

#[test]
fn drafts_of_argilla_do_not_count_and_metadata_in_a_text_are_read() {
    let text = r#"[{"id":"1","fields":{"text":"a"},"metadata":"{\"model\": \"m\"}","responses":{"q":[
        {"value":5,"user_id":"u1","status":"submitted"},{"value":1,"user_id":"u2","status":"draft"}]}},
        {"id":"2","fields":{"text":"b"},"metadata":"{\"model\": \"n\"}","responses":{"q":[{"value":3,"user_id":"u1","status":"submitted"}]}}]"#;
    let imported = read("t.json", text, &[]);
    assert_eq!((imported.counts.rows, imported.counts.read, imported.names().systems.len()), (3, 2, 2));
    assert_eq!(imported.counts.left_out[0].reason, "a draft that the person has not submitted");
}

#[test]
fn what_doccano_was_given_beside_the_text_is_read() {
    let line = |id: u32, system: &str, label: &str| {
        format!(
            "{{\"id\":{id},\"text\":\"A text.\",\"label\":[\"{label}\"],\"item\":\"i1\",\"system\":\"{system}\"}}\n"
        )
    };
    let text = line(1, "x", "clear") + &line(2, "y", "odd");
    let imported = read("anna.jsonl", &text, &[]);
    assert_eq!((imported.names().systems.len(), imported.names().items.len()), (2, 1));
}

#[test]
fn numbers_among_the_data_of_label_studio_are_no_answers() {
    let one = |id: u32, who: u32, rating: u32| {
        format!(
            "{{\"id\":{id},\"item\":\"i{id}\",\"system\":\"x\",\"words\":{},\"rating\":{rating},\"annotator\":{who},\"annotation_id\":{id}{who},\"lead_time\":2.5}}",
            id * 7
        )
    };
    let text = format!("[{},{},{},{}]", one(1, 1, 4), one(1, 2, 2), one(2, 1, 5), one(2, 2, 5));
    let imported = read("t.json", &text, &[]);
    assert_eq!(imported.names().criteria.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["rating"]);
    // Numbers on which everyone agrees may be answers all the same.
    let small = text.replace("\"words\":14", "\"words\":8");
    assert_eq!(suggested_lines("t.json", &small, &[]).len(), 3);
    // Where nobody had the same task, it is asked; one column of numbers alone is the answer.
    let apart = format!("[{},{}]", one(1, 1, 4), one(2, 2, 5));
    assert!(
        suggested_lines("t.json", &apart, &[])[0].starts_with("criteria = ["),
        "{:?}",
        suggested_lines("t.json", &apart, &[])
    );
    let only = apart.replace("\"words\":7,", "").replace("\"words\":14,", "");
    assert_eq!(ratings(&read("t.json", &only, &[])), [4.0, 5.0]);
    let csv = "item,system,id,rating,annotator,annotation_id,lead_time\ni1,x,1,\"[{\"\"rating\"\":4}]\",anna@example.org,11,2\ni1,x,1,\"[{\"\"rating\"\":2}]\",ben@example.org,12,3\n";
    let imported = read("t.csv", csv, &[]);
    assert_eq!((ratings(&imported), imported.recognised[0].source), (vec![4.0, 2.0], "a Label Studio export"));
    assert_eq!(imported.names().participants, ["p1", "p2"]);
}

#[test]
fn whoever_came_twice_is_left_out_only_where_nothing_of_theirs_counts() {
    let ids: Vec<String> = (1..=3).map(|id| format!("{id:024x}")).collect();
    let mut answers = "rater,item,system,rating\n".to_owned();
    for (at, id) in ids.iter().enumerate() {
        answers.push_str(&format!("{id},1,x,{}\n{id},1,y,{}\n", at + 1, at + 2));
    }
    let people = format!(
        "Submission id,Participant id,Status\ns1,{0},RETURNED\ns2,{0},APPROVED\ns3,{1},APPROVED\ns4,{1},RETURNED\ns5,{2},TIMED_OUT\n",
        ids[0], ids[1], ids[2]
    );
    let imported = read_all(&[("answers.csv", &answers), ("prolific.csv", &people)], &[]);
    let excluded: Vec<(&str, usize)> =
        imported.counts.excluded.iter().map(|left| (left.reason.as_str(), left.count)).collect();
    assert_eq!(excluded, [("timed-out", 2)]);
    assert!(
        imported.notes.iter().any(|note| note.starts_with("2 people or submissions stand")),
        "{:?}",
        imported.notes
    );
}

#[test]
fn logs_keep_tasks_epochs_prompts_and_whole_conversations_apart() {
    let harness = |id: u32, text: &str| {
        format!(
            "{{\"doc_id\":{id},\"arguments\":{{\"gen_args_0\":{{\"arg_0\":\"Q\"}}}},\"resps\":[[\"{text}\"]],\"filtered_resps\":[\"{text}\"]}}\n"
        )
    };
    let (one, two) = (harness(0, "first") + &harness(1, "second"), harness(0, "third"));
    let tasks =
        read_all(&[("m/samples_news_2024-05-01T10.jsonl", &one), ("m/samples_wiki_2024-05-01T10.jsonl", &two)], &[]);
    assert_eq!(items(&tasks), "item,input,m\nnews 0,Q,first\nnews 1,Q,second\nwiki 0,Q,third\n");
    assert_eq!(suggested_lines("samples_news.jsonl", &one, &[]), ["import.one_system = \"…\""]);
    let likely = "{\"doc_id\":0,\"resps\":[[[\"-1.25\",\"False\"]],[[\"-2.5\",\"True\"]]],\"filtered_resps\":[[\"-1.25\",\"False\"],[\"-2.5\",\"True\"]]}\n{\"doc_id\":1,\"resps\":[[[\"-1.0\",\"False\"]]],\"filtered_resps\":[[\"-1.0\",\"False\"]]}\n";
    assert!(
        refusal_of("m/samples_arc.jsonl", likely).contains("log-likelihoods"),
        "{}",
        refusal_of("m/samples_arc.jsonl", likely)
    );
    let sample = |epoch: u32| {
        format!(
            "{{\"id\":1,\"epoch\":{epoch},\"input\":[{{\"role\":\"system\",\"content\":\"Be brief.\"}},{{\"role\":\"user\",\"content\":\"Why?\"}}],\"output\":{{\"completion\":\"So {epoch}.\"}}}}"
        )
    };
    let inspect = format!("{{\"eval\":{{\"model\":\"m\"}},\"samples\":[{},{}]}}", sample(1), sample(2));
    let items = items(&read("log.json", &inspect, &[]));
    assert!(items.contains("1 epoch 2,\"Be brief.\n\nWhy?\",So 2."), "{items}");
    let result = |prompt: u32| {
        format!(
            "{{\"testIdx\":0,\"promptIdx\":{prompt},\"provider\":{{\"id\":\"p\"}},\"prompt\":{{\"raw\":\"Q\"}},\"response\":{{\"output\":\"Out {prompt}\"}}}}"
        )
    };
    let promptfoo = format!("{{\"results\":{{\"results\":[{},{}]}}}}", result(0), result(1));
    assert_eq!(read("o.json", &promptfoo, &[]).names().systems.len(), 2);
}

#[test]
fn a_whole_folder_of_mt_metrics_eval_is_read() {
    let imported = read_all(
        &[
            ("documents/en-de.docs", "news\td1\nnews\td1\n"),
            ("human-scores/en-de.esa.domain.score", "news\tx\t50\n"),
            ("human-scores/en-de.esa.seg.score", "x\t80\nx\tNone\ny\t60\ny\t70\n"),
            ("human-scores/en-de.esa.sys.score", "x\t80\ny\t65\n"),
            ("references/en-de.refA.txt", "Ref one\nRef two\n"),
            ("sources/en-de.txt", "Source one\nSource two\n"),
            ("system-outputs/en-de/x.txt", "Out x one\nOut x two\n"),
            ("system-outputs/en-de/y.txt", "Out y one\nOut y two\n"),
        ],
        &[],
    );
    assert_eq!((imported.counts.rows, imported.counts.read, imported.counts.judgements), (4, 3, 3));
    assert!(items(&imported).contains("Out y two"), "{}", items(&imported));
}

#[test]
fn a_log_of_fastchat_may_begin_with_what_is_no_vote() {
    let text = "{\"tstamp\":1.0,\"type\":\"chat\",\"model\":\"x\",\"ip\":\"203.0.113.5\"}\n\
        {\"tstamp\":2.0,\"type\":\"leftvote\",\"models\":[\"\",\"\"],\"states\":[{\"model_name\":\"x\"},{\"model_name\":\"y\"}],\"ip\":\"203.0.113.5\"}\n";
    let imported = read("log.jsonl", text, &[]);
    assert_eq!((imported.counts.rows, imported.counts.read), (2, 1));
    assert!(imported.first[0].ends_with("x beside y: preference = x, the first"), "{:?}", imported.first);
}

#[test]
fn sliders_and_words_of_pearmut_are_read() {
    let text = r#"{"user_id":"u","item_i":1,"item":[{"item_id":"1","src":"s","tgt":{"m":"a","n":"b"}}],"annotation":[{"m":{"score":null,"sliders":{"fluency":4,"tone":2},"textfield":"fine"},"n":{"score":null,"sliders":{"fluency":3,"tone":5}}}]}"#;
    let imported = read("t.jsonl", text, &[]);
    let ids: Vec<&str> = imported.names().criteria.iter().map(|it| it.id.as_str()).collect();
    assert_eq!((ids, imported.counts.answers), (vec!["fluency", "tone", "textfield"], 5));
}

#[test]
fn a_limesurvey_with_wording_alone_is_known() {
    let text = "\"Response ID\";\"Date submitted\";\"Last page\";\"Start language\";\"Seed\";\"How clear? [Text 1]\";\"How clear? [Text 2]\"\n\
        \"1\";\"1980-01-01 00:00:00\";\"2\";\"en\";\"7\";\"3\";\"4\"\n\"2\";\"\";\"1\";\"en\";\"8\";\"2\";\"5\"\n";
    let lines = ["import.columns = \"items\"", "import.one_system = \"x\""];
    let imported = read("t.csv", text, &lines);
    assert_eq!((imported.recognised[0].source, imported.counts.judgements), ("a LimeSurvey export", 4));
    assert_eq!(imported.counts.excluded[0].count, 2);
}

#[test]
fn what_a_form_does_not_say_is_asked_with_every_answer_there_is() {
    let text = "StartDate,EndDate,Status,IPAddress,Progress,Duration (in seconds),Finished,RecordedDate,ResponseId,RecipientLastName,RecipientFirstName,RecipientEmail,LocationLatitude,LocationLongitude,Q1,Q2\n\
        a,b,c,d,e,f,g,h,i,j,k,l,m,n,How clear?,How short?\n\
        \"{\"\"ImportId\"\":\"\"startDate\"\"}\",x,x,x,x,x,x,x,x,x,x,x,x,x,x,x\n\
        2024-05-02,2024-05-02,0,203.0.113.1,100,60,1,2024-05-02,R_1,,,,52.5,13.4,3,4\n";
    let criteria = "import.columns = \"criteria\"";
    assert_eq!(suggested_lines("t.csv", text, &[criteria]), ["import.one_item = \"the item\"", "item = \"…\""]);
    let items = suggested_lines("t.csv", text, &["import.columns = \"items\""]);
    assert!(
        items[0].starts_with("import.one_system") && !items.iter().any(|line| line.contains("session_secs")),
        "{items:?}"
    );
}

#[test]
fn bars_separate_cells_and_utf_16_needs_no_mark() {
    let text = table(&["1", "2", "3", "4", "5", "4", "3", "2"]);
    assert_eq!(read("t.txt", &text.replace(',', "|"), &[]).counts.judgements, 8);
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let imported = import(&[Input { name: "t.csv".to_owned(), bytes }], None, &ImportMapping::default()).unwrap();
    assert_eq!(imported.counts.judgements, 8);
}

#[test]
fn one_list_of_answers_in_an_object_is_read() {
    let text = r#"{"study":"A","ratings":[{"rater":"r1","item":"1","system":"x","scores":{"tone":3}},{"rater":"r1","item":"1","system":"y","scores":{"tone":5}}]}"#;
    assert_eq!(ratings(&read("t.json", text, &[])), [3.0, 5.0]);
}

#[test]
fn several_outputs_of_one_assignment_are_a_row_each() {
    let text = "HITId,AssignmentId,WorkerId,Input.id1,Input.id2,Input.id3,Input.system1,Input.system2,Input.system3,Answer.q1,Answer.q2,Answer.q3\n\
        h1,a1,W1,11,12,13,x,y,z,1,2,3\nh1,a2,W2,11,12,13,x,y,z,5,4,3\nh2,a3,W1,21,22,23,z,x,y,2,2,1\n";
    let imported = read("t.csv", text, &[]);
    assert_eq!((imported.counts.rows, imported.counts.judgements, imported.names().systems.len()), (3, 9, 3));
    assert!(imported.first.iter().any(|it| it.contains("on 13, z: q = 3")), "{:?}", imported.first);
}

#[test]
fn a_matrix_may_have_a_column_for_each_rater_and_criterion() {
    let text = "item,system,rater1_fluency,rater1_tone,rater2_fluency,rater2_tone\n1,x,3,4,5,\n1,y,2,1,2,3\n";
    let imported = read("t.csv", text, &[]);
    let ids: Vec<&str> = imported.names().criteria.iter().map(|it| it.id.as_str()).collect();
    assert_eq!((ids, imported.names().participants.len()), (vec!["fluency", "tone"], 2));
    assert_eq!((imported.counts.asked, imported.counts.answers), (8, 7));
}

#[test]
fn papers_and_notes_beside_the_answers_are_named_and_not_read() {
    let answers = table(&["1", "2", "3", "4", "5", "4", "3", "2"]);
    let given = [
        ("all/README.txt", "Ratings of two people.\nSee the paper.\n"),
        ("all/paper.pdf", "%PDF"),
        ("all/r.csv", &answers),
    ];
    let imported = read_all(&given, &[]);
    let unread = imported.recognised.iter().filter(|it| it.source == "no table, and not read").count();
    assert_eq!((imported.counts.judgements, unread), (8, 2));
}

#[test]
fn whoever_says_which_column_has_the_person_is_heard() {
    let form = "Timestamp,Who are you?,How clear is text 1?,How clear is text 2?\n\
        2024/03/01 10:00:00 AM GMT+1,anna,3,4\n2024/03/01 10:01:00 AM GMT+1,ben,5,1\n2024/03/01 10:02:00 AM GMT+1,anna,2,2\n";
    let lines = [
        "participant = \"Who are you?\"",
        "import.columns = \"items\"",
        "import.one_system = \"x\"",
        "import.keep_ids = true",
    ];
    assert_eq!(read("t.csv", form, &lines).names().participants, ["anna", "ben"]);
    let survey = "respondent,age,Q1,Q2,Q3\nr1,30,1,2,3\nr2,40,4,5,1\n";
    let lines = ["participant = \"respondent\"", "import.columns = \"items\"", "import.one_system = \"x\""];
    assert_eq!(read("t.csv", survey, &lines).names().participants, ["r1", "r2"]);
}

#[test]
fn places_in_columns_called_after_systems_are_rankings() {
    let columns = "import.system_columns = [\"gpt\", \"ours\", \"base\"]";
    for text in [
        "rater,item,gpt,ours,base\nr1,1,1,2,3\nr1,2,2,1,3\n",
        "rater,item,gpt,ours,base\nr1,1,1st,2nd,3rd\nr1,2,2nd,1st,3rd\n",
    ] {
        assert_eq!(suggested_lines("t.csv", text, &[])[0], columns);
        let imported = read("t.csv", text, &[columns]);
        assert_eq!(imported.first[1], "r1 on 2, gpt beside ours beside base: rank = gpt 2, ours 1, base 3");
    }
    let rated = read("t.csv", "rater,item,gpt,ours,base\nr1,1,1,2,3\nr1,2,2,2,3\n", &[columns]);
    assert_eq!(ratings(&rated), [3.0, 1.0, 2.0, 3.0, 2.0, 2.0]);
}

#[test]
fn the_best_and_the_worst_are_of_all_that_were_shown() {
    let text = "annotator,item,option1,option2,option3,best,worst\n\
        a0,i0,ours,gpt,base,ours,base\na1,i0,ours,base,gpt,ours,gpt\na0,i1,gpt,base,ours,gpt,ours\n\
        a1,i1,base,gpt,ours,ours,gpt\na0,i2,gpt,base,ours,gpt,ours\na1,i2,base,gpt,ours,ours,gpt\n";
    let imported = read("t.csv", text, &[]);
    assert_eq!(imported.first[0], "a0 on i0, ours beside gpt beside base: preference = best ours, worst base");
    // Without them nobody says what the three columns are; two of them are no pair.
    let chosen = text.replace("best,worst", "choice,note");
    assert!(suggested_lines("t.csv", &chosen, &[]).iter().all(|line| !line.contains("words")), "{chosen}");
}

#[test]
fn what_stands_for_no_answer_beside_numbers_with_signs_is_no_option() {
    for answers in [
        ["85%", "12%", "n/a", "100%", "40%", "30%", "N/A", "7%"],
        ["2 stars", "4 stars", "1 star", "-", "3 stars", "3 stars", "2 stars", "4 stars"],
    ] {
        let problem = refusal_of("t.csv", &table(&answers).replace("quality", "score"));
        assert!(problem.contains("not numbers like the others") && problem.contains("missing = ["), "{problem}");
    }
}

#[test]
fn a_title_above_cells_that_are_separated_otherwise_is_asked_about() {
    let text = "# exported on a Monday\nrater\titem\tsystem\tscore\nr1\ti1\tx\t3\nr1\ti1\ty\t4\n";
    assert_eq!(suggested_lines("t.txt", text, &[]), ["import.skip_rows = 1"]);
    assert_eq!(ratings(&read("t.txt", text, &["import.skip_rows = 1"])), [3.0, 4.0]);
}

#[test]
fn ratings_beside_a_choice_between_two_are_named_and_can_be_left_out() {
    let task = |id: u32, side: &str, rating: u32| {
        format!(
            "{{\"id\":{id},\"data\":{{\"item\":\"q{id}\",\"system_a\":\"gpt\",\"system_b\":\"ours\"}},\"annotations\":[{{\"id\":{id},\
             \"completed_by\":1,\"result\":[{{\"from_name\":\"pref\",\"type\":\"pairwise\",\"value\":{{\"selected\":\"{side}\"}}}},\
             {{\"from_name\":\"fluency\",\"type\":\"rating\",\"value\":{{\"rating\":{rating}}}}}]}}]}}"
        )
    };
    let text = format!("[{},{},{}]", task(1, "left", 1), task(2, "right", 4), task(3, "left", 5));
    let Err(Stop::Unsaid(questions)) = import(&files(&[("t.json", &text)]), None, &ImportMapping::default()) else {
        panic!("nothing is asked")
    };
    assert!(questions[0].sentence.contains("fluency`, and how much"), "{questions:?}");
    let left_out = questions[0].choices.last().unwrap().line.clone();
    let imported = read("t.json", &text, &[&left_out]);
    assert_eq!(imported.first[0], "1 on q1, gpt beside ours: pref = gpt, the first");
}

#[test]
fn words_in_an_order_that_a_survey_offers_are_asked_about() {
    let question = "{\"Element\":\"SQ\",\"PrimaryAttribute\":\"QID1\",\"Payload\":{\"QuestionText\":\"Is it clear?\",\"DataExportTag\":\"Q1\",\
        \"QuestionType\":\"MC\",\"Selector\":\"SAHR\",\"Choices\":{\"1\":{\"Display\":\"Disagree\"},\"2\":{\"Display\":\"Neutral\"},\
        \"3\":{\"Display\":\"Agree\"}},\"ChoiceOrder\":[\"1\",\"2\",\"3\"],\"QuestionID\":\"QID1\"}}";
    let survey = format!("{{\"SurveyEntry\":{{\"SurveyName\":\"s\"}},\"SurveyElements\":[{question}]}}");
    let answers = "StartDate,Status,Finished,ResponseId,Q1\nStart Date,Response Type,Finished,Response ID,Is it clear?\n\
        \"{\"\"ImportId\"\":\"\"startDate\"\"}\",\"{\"\"ImportId\"\":\"\"status\"\"}\",\"{\"\"ImportId\"\":\"\"finished\"\"}\",\"{\"\"ImportId\"\":\"\"_recordId\"\"}\",\"{\"\"ImportId\"\":\"\"QID1\"\"}\"\n\
        2024-01-01 10:00:00,IP Address,True,R_1,Agree\n2024-01-01 10:00:00,IP Address,True,R_2,Disagree\n\
        2024-01-01 10:00:00,IP Address,True,R_3,Neutral\n";
    let said = ["import.columns = \"criteria\"", "import.one_system = \"x\"", "import.one_item = \"y\""];
    let given = [("answers.csv", answers), ("survey.qsf", survey.as_str())];
    let questions = match import(&files(&given), None, &mapping_of(&said)) {
        Err(Stop::Unsaid(questions)) => questions,
        other => panic!("{:?}", other.map(|imported| (imported.first, imported.notes))),
    };
    let scale = questions[0].choices[0].line.clone();
    assert!(scale.starts_with("import.labels"), "{questions:?}");
    let lines: Vec<&str> = said.into_iter().chain([scale.as_str()]).collect();
    assert_eq!(ratings(&read_all(&given, &lines)), [4.0, 2.0, 3.0]);
}

#[test]
fn what_stands_for_no_answer_is_named_in_every_spelling_so_that_the_line_works() {
    let rows: Vec<String> = (0..12)
        .map(|at| {
            let answer = ["N/A", "n/a", "3", "4", "2", "5"][at % 6];
            format!("r{},i{},{},{answer}\n", at % 3, at / 3, ["a", "b"][at % 2])
        })
        .collect();
    let text = format!("rater,item,system,rating\n{}", rows.concat());
    let Err(Stop::Unreadable(problem)) = import(&[csv("t.csv", text.as_str())], None, &ImportMapping::default()) else {
        panic!()
    };
    let line = problem.lines().find(|line| line.trim().starts_with("missing = ")).unwrap().trim();
    assert!(line.contains("\"N/A\"") && line.contains("\"n/a\""), "{problem}");
    assert_eq!(import(&[csv("t.csv", text.as_str())], None, &mapping_of(&[line])).unwrap().counts.judgements, 8);
}
