//! Which columns hold answers, on which scales, and who gave them.

use importer::{ImportMapping, Stop, import};

use super::{LONG, csv, judgements, read, read_all, suggested_lines};

#[test]
fn a_table_with_a_claim_is_a_study() {
    let rated_by_three = format!("{LONG}r3,i1,A,1\nr3,i1,B,3\n");
    let table = table::Table::read("t.csv", rated_by_three.as_bytes()).unwrap();
    let dataset = dataset::from_table(&table, &dataset::Mapping::default(), None).unwrap();
    let files = importer::study_of(&dataset, "t.csv", &["B > A on rating".to_owned()]);
    let checked = study::check(&study::InMemory(files.into_iter().collect()));
    let errors = checked.diagnostics.iter().filter(|found| found.severity == diag::Severity::Error).count();
    assert_eq!((errors, checked.study.unwrap().claims.len()), (0, 1));
}

#[test]
fn left_and_right_are_the_columns_of_these_names() {
    let text = "worker,prompt,left model,right model,winner\nr1,p1,x,y,Left\nr1,p2,x,y,Right\nr2,p1,x,y,Tie\n";
    assert_eq!(read(text, &[]).unwrap().counts.judgements, 3);
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
fn columns_of_words_are_offered_as_criteria() {
    let text = "rater,item,system,fluency,tone\nr1,1,a,Agree,Agree\nr1,1,b,Disagree,Agree\nr2,1,a,Agree,Disagree\n";
    let line = "criteria = [{ id = \"fluency\", column = \"fluency\" }, { id = \"tone\", column = \"tone\" }]";
    assert!(suggested_lines(text, &[]).contains(&line.to_owned()), "{:?}", suggested_lines(text, &[]));
    assert_eq!(read(text, &[line]).unwrap().counts.judgements, 6);
}

#[test]
fn every_column_of_numbers_is_read_asked_about_or_named() {
    let text = "rater,item,system,score,fluency,words,secs\nr1,1,x,80,2,90,4\nr1,1,y,70,4,85,9\nr2,1,x,60,5,90,3\nr2,1,y,55,3,85,2\n";
    let lines = suggested_lines(text, &[]);
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
    assert_eq!(suggested_lines(mixed, &[]).len(), 3);
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
    assert!(suggested_lines(matrix, &[]).contains(&line.to_owned()), "{:?}", suggested_lines(matrix, &[]));
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
    let lines = suggested_lines(&words, &[]);
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
    let lines = suggested_lines(&numbers, &[]);
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
