//! Tables as people make them: each is read at once, or asked about with the lines that make it read.

use importer::{ImportMapping, ImportOutcome, Input, Stop, import};

use super::{items, mapping_of};

fn file(name: &str, text: &str) -> Input {
    Input { name: name.to_owned(), bytes: text.into() }
}

fn read(name: &str, text: &str, lines: &[&str]) -> ImportOutcome {
    let imported =
        import(&[file(name, text)], None, &mapping_of(lines)).unwrap_or_else(|stop| panic!("{name}: {stop:#?}"));
    assert!(imported.counts.add_up());
    // The mapping that it writes reads the same again.
    let mapping = imported.folder.mapping_text(&[name.to_owned()], None);
    let again = import(&[file(name, text)], None, &ImportMapping::read(&mapping).unwrap())
        .unwrap_or_else(|stop| panic!("{name}: {stop:#?}\n{mapping}"));
    assert_eq!(again.first, imported.first, "{mapping}");
    assert_eq!(again.counts, imported.counts, "{mapping}");
    imported
}

/// The lines that may be given, where something is asked.
fn suggested_lines(name: &str, text: &str, lines: &[&str]) -> Vec<String> {
    match import(&[file(name, text)], None, &mapping_of(lines)) {
        Err(Stop::Unsaid(questions)) => questions
            .into_iter()
            .flat_map(|question| question.choices.into_iter().map(|choice| choice.line).chain(question.typed))
            .collect(),
        Err(Stop::Unreadable(problem)) => panic!("{problem}"),
        Ok(imported) => panic!("{:?}", imported.first),
    }
}

fn refusal_of(name: &str, text: &str) -> String {
    match import(&[file(name, text)], None, &ImportMapping::default()) {
        Err(Stop::Unreadable(problem)) => problem,
        other => panic!("{:?}", other.map(|imported| imported.first)),
    }
}

const RANKED: &str = "rater,item,system_1,system_2,system_3,ranking\n\
    r1,1,gpt,ours,base,2>1=3\nr1,2,base,gpt,ours,1>3>2\nr2,1,ours,gpt,base,3=1>2\nr2,2,gpt,base,ours,\n";

#[test]
fn rankings_in_one_cell_name_places_or_systems() {
    let places = read("t.csv", RANKED, &[]);
    assert_eq!(places.first[0], "r1 on 1, gpt beside ours beside base: ranking = gpt 2, ours 1, base 2");
    assert_eq!(places.first[1], "r1 on 2, base beside gpt beside ours: ranking = base 1, gpt 3, ours 2");
    assert_eq!(
        (places.counts.rows, places.counts.asked, places.counts.answers, places.counts.judgements),
        (4, 12, 9, 3)
    );
    let systems = read("t.csv", "rater;item;ranking\nr1;1;gpt > ours = base\nr1;2;ours>gpt>base\nr2;1;\n", &[]);
    assert_eq!(systems.first[0], "r1 on 1, gpt beside ours beside base: ranking = gpt 1, ours 2, base 2");
    assert_eq!((systems.counts.rows, systems.counts.read), (3, 2));
    let numbers = "rater,item,ranking\nr1,1,2>1=3\nr1,2,1>3>2\n";
    assert_eq!(suggested_lines("t.csv", numbers, &[])[0], "import.ranking = \"systems\"");
    let said = read("t.csv", numbers, &["import.ranking = \"systems\""]);
    assert_eq!(said.first[0], "r1 on 1, 2 beside 1 beside 3: ranking = 2 1, 1 2, 3 2");
    let wrong = refusal_of("t.csv", &RANKED.replace("1>3>2", "1>4>2"));
    assert!(wrong.contains("row 3, `ranking`: `1>4>2` names `4`"), "{wrong}");
}

#[test]
fn a_pair_of_which_one_system_has_a_column_is_asked_about() {
    let text = "rater,item,system_A,preference\nr1,1,ours,A\nr1,2,base,B\nr2,1,ours,B\n";
    let lines = suggested_lines("t.csv", text, &[]);
    assert_eq!(lines[..2], ["import.opponent = \"the other\"", "import.opponent = \"reference\""]);
    let other = read("t.csv", text, &[&lines[0]]);
    assert_eq!(other.first[0], "r1 on 1, ours beside base: preference = ours, the first");
    let human = read("t.csv", text, &["import.opponent = \"human\""]);
    assert_eq!(human.first[1], "r1 on 2, base beside human: preference = human, the second");
    // One system against several that never stand first.
    let against = "rater,item,model_a,model_b,winner\nr1,1,ours,x,model_a\nr1,2,ours,y,model_b\nr2,1,ours,x,tie\n";
    assert_eq!(read("t.csv", against, &[]).names().systems.len(), 3);
}

#[test]
fn several_rows_of_names_are_joined_when_that_is_said() {
    let two = "rater,item,gpt,,ours,\n,,fluency,tone,fluency,tone\nr1,1,5,4,3,2\nr2,1,1,2,3,4\n";
    assert_eq!(suggested_lines("t.csv", two, &[]), ["import.stacked_headers = 2", "import.header_rows = 2"]);
    let stacked = "import.stacked_headers = 2";
    assert_eq!(suggested_lines("t.csv", two, &[stacked])[0], "import.pattern = \"{system}: {criterion}\"");
    let imported = read("t.csv", two, &[stacked, "import.pattern = \"{system}: {criterion}\""]);
    assert_eq!(
        imported.first[..3],
        ["r1 on 1, gpt: fluency = 5", "r1 on 1, gpt: tone = 4", "r1 on 1, ours: fluency = 3"]
    );
    let three = "Participant,Text 1,Text 1,Text 2,Text 2\n,gpt,ours,gpt,ours\nP1,1,2,3,4\nP2,5,4,3,2\n";
    assert_eq!(suggested_lines("t.csv", three, &[])[0], stacked);
    let imported = read("t.csv", three, &[stacked, "import.pattern = \"{item}: {system}\""]);
    assert_eq!(imported.first[..2], ["P1 on Text 1, gpt: answer = 1", "P1 on Text 1, ours: answer = 2"]);
    assert_eq!(imported.counts.judgements, 8);
}

#[test]
fn row_numbers_are_no_answers_and_words_are_asked_about() {
    let rows = |cells: &[&str]| {
        let mut text = String::from(",Unnamed: 0,index,annotator_id,sample_id,model_name,is_fluent,is_factual\n");
        for (row, cell) in cells.iter().enumerate() {
            text += &format!("{row},{row},{row},{},{},{},{cell}\n", row / 4, row % 4 / 2, ["x", "y"][row % 2]);
        }
        text
    };
    let text = rows(&[
        "True,False",
        "False,True",
        "False,False",
        "True,True",
        "True,True",
        "True,False",
        "False,True",
        "False,False",
    ]);
    let lines = suggested_lines("t.csv", &text, &[]);
    let both =
        "criteria = [{ id = \"is_fluent\", column = \"is_fluent\" }, { id = \"is_factual\", column = \"is_factual\" }]";
    assert!(lines.contains(&both.to_owned()) && lines.iter().all(|line| !line.contains("Unnamed")), "{lines:?}");
    assert_eq!(read("t.csv", &text, &[both]).counts.judgements, 16);
    let mixed = "rater,item,system,tone,kept\na,1,x,1,Yes\na,1,y,4,No\nb,1,x,2,No\nb,1,y,5,Partly\na,2,x,2,Yes\na,2,y,4,Yes\nb,2,x,3,No\nb,2,y,4,Partly\n";
    let lines = suggested_lines("t.csv", mixed, &[]);
    assert_eq!(lines[0], "criteria = [{ id = \"tone\", column = \"tone\" }, { id = \"kept\", column = \"kept\" }]");
}

#[test]
fn columns_without_a_person_may_be_people() {
    let text = "id,model,R1,R2,mean\n1,x,3,4,3.5\n1,y,5,4,4.5\n2,x,1,2,1.5\n2,y,4,5,4.5\n";
    let lines = suggested_lines("t.csv", text, &[]);
    assert_eq!(lines[0], "import = { source = \"matrix\", raters = [\"R1\", \"R2\"] }");
    let imported = read("t.csv", text, &[&lines[0]]);
    assert_eq!((imported.counts.judgements, imported.first[0].as_str()), (8, "R1 on 1, x: rating = 3"));
    let means = refusal_of("means.csv", "system,criterion,mean,sd,n\nx,tone,3.1,0.8,60\ny,tone,3.9,0.7,60\n");
    assert!(means.contains("rejudge import --paper means.csv"), "{means}");
}

#[test]
fn a_file_about_the_items_is_put_beside_the_answers() {
    let state = r#"{"user_id":"u1","instance_id_to_label_to_value":{"i1":[[{"schema":"preference","name":"selection"},"A"]],"i2":[[{"schema":"preference","name":"selection"},"tie"]]}}"#;
    let items = file("items.csv", "instance_id,system_a,system_b\ni1,gpt,ours\ni2,ours,gpt\n");
    let state = file("u1/user_state.json", state);
    let imported = import(std::slice::from_ref(&state), Some(&items), &ImportMapping::default()).unwrap();
    assert_eq!(imported.first[0], "u1 on i1, gpt beside ours: preference = gpt, the first");
    let short = file("items.csv", "item,system_a,system_b\ni1,gpt,ours\n");
    let Err(Stop::Unreadable(problem)) = import(&[state], Some(&short), &ImportMapping::default()) else { panic!() };
    assert_eq!(problem, "`items.csv` says nothing of the item `i2` (1 answers are about such items)");
}

#[test]
fn what_other_programs_write_without_saying_it_is_found() {
    let doccano = "{\"id\":1,\"text\":\"One\",\"label\":[\"good\"]}\n{\"id\":2,\"text\":\"Two\",\"label\":[\"bad\"]}\n";
    assert!(suggested_lines("anna.jsonl", doccano, &[]).contains(&"import.one_system = \"the system\"".to_owned()));
    let imported = read("anna.jsonl", doccano, &["import.one_system = \"s\""]);
    assert_eq!(imported.names().participants, ["p1"]);
    let min: Vec<String> = [(1, "x", 0, "yes"), (1, "x", 1, "no"), (2, "y", 0, "no"), (2, "y", 1, "no")]
        .map(|(id, system, who, ok)| {
            format!(r#"{{"id":{id},"item":"q","system":"{system}","ok":"{ok}","stars":{who},"annotator":{who},"annotation_id":1,"lead_time":2}}"#)
        })
        .to_vec();
    let imported = read("p.json", &format!("[{}]", min.join(",")), &[]);
    assert_eq!((imported.counts.judgements, imported.first[0].as_str()), (8, "0 on q, x: ok = yes"));
    let vote = |judge: &str, winner: &str| {
        format!(r#"{{"question_id":1,"model_a":"x","model_b":"y","winner":"{winner}","judge":{judge},"turn":1}}"#)
    };
    let votes = [vote("\"expert_1\"", "model_a"), vote("[\"gpt-4\",\"pair-v2\"]", "model_b")].join("\n");
    let imported = read("v.jsonl", &votes, &[]);
    assert_eq!(imported.counts.excluded[0].reason, "model-as-judge");
    let traces = "id,timestamp,name,input,output\nt1,2024-01-01T00:00:00Z,chat,\"{\"\"q\"\":\"\"one\"\"}\",Out one\n";
    assert_eq!(suggested_lines("traces.csv", traces, &[]), ["system = \"name\"", "import.one_system = \"…\""]);
    let imported = read("traces.csv", traces, &["system = \"name\""]);
    assert_eq!((imported.counts.read, imported.names().systems[0].name.as_str()), (1, "chat"));
}

#[test]
fn outputs_in_a_log_of_any_program_are_read_once_their_keys_are_named() {
    let lines = "{\"id\":\"t1\",\"model\":\"x\",\"input\":\"Why?\",\"output\":\"So.\",\"scores\":[{\"value\":3}]}\n";
    let refusal = |text: &str, said: &[&str]| match import(&[file("l.jsonl", text)], None, &mapping_of(said)) {
        Err(Stop::Unreadable(message)) => message,
        other => panic!("{other:?}"),
    };
    let message = refusal(lines, &[]);
    assert!(message.contains("`import.source = \"logs\"`"), "{message}");
    let imported = read("l.jsonl", lines, &["import.source = \"logs\""]);
    assert_eq!(items(&imported), "item,input,x\nt1,Why?,So.\n");
    assert!(imported.notes.iter().any(|note| note.contains("`scores` of these outputs: 1, not read")));
    let mine = "{\"case\":7,\"engine\":\"x\",\"asked\":\"Why?\",\"said\":\"So.\"}\n";
    let message = refusal(mine, &["import.source = \"logs\""]);
    assert!(message.contains("import.outputs = [\"key of the output\"]"), "{message}");
    let named = ["item = \"case\"", "system = \"engine\"", "import.show = [\"asked\"]", "import.outputs = [\"said\"]"];
    let imported = read("l.jsonl", mine, &[&["import.source = \"logs\""], &named[..]].concat());
    assert_eq!(items(&imported), "item,asked,x\n7,Why?,So.\n");
}

#[test]
fn columns_called_after_systems_are_asked_about() {
    let text = "rater,item,gpt,ours\nr1,1,2,3\nr1,2,4,5\nr2,1,1,2\nr2,2,3,5\n";
    let lines = suggested_lines("t.csv", text, &[]);
    assert_eq!(lines, ["import.system_columns = [\"gpt\", \"ours\"]", "import.pattern = \"\""]);
    let imported = read("t.csv", text, &[&lines[0]]);
    assert_eq!(imported.first[..2], ["r1 on 1, gpt: rating = 2", "r1 on 1, ours: rating = 3"]);
    let frame =
        r#"{"rater":{"0":"r1","1":"r2"},"item":{"0":1,"1":1},"system":{"0":"x","1":"x"},"rating":{"0":3,"1":5}}"#;
    assert_eq!(read("frame.json", frame, &[]).first, ["r1 on 1, x: rating = 3", "r2 on 1, x: rating = 5"]);
}

#[test]
fn numbers_that_stand_for_no_answer_are_asked_about() {
    let text =
        "coder,unit,condition,clarity\na,1,x,5\na,1,y,99\na,2,x,3\na,2,y,2\nb,1,x,4\nb,1,y,1\nb,2,x,-1\nb,2,y,2\n";
    let lines = suggested_lines("t.csv", text, &[]);
    assert_eq!(lines, ["missing = [\"-1\", \"99\"]", "import.far_numbers = true"]);
    let imported = read("t.csv", text, &[&lines[0]]);
    assert_eq!((imported.counts.asked, imported.counts.judgements), (8, 6));
    assert_eq!(read("t.csv", text, &[&lines[1]]).counts.judgements, 8);
}
