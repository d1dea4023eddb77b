//! Tables as they lie in files: the order of columns, titles, merged cells, totals, encodings.

use importer::{ImportMapping, Stop, import};

use super::{LONG, csv, items, mapping_of, read, suggested_lines};

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
        let other = import(&[csv(name, text)], None, &mapping_of(&["import.criterion = \"rating\""]))
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
    let imported = import(&[survey], Some(&items), &mapping_of(&["import.criterion = \"clarity\""])).unwrap();
    assert_eq!(imported.dataset().judgements.len(), 6);
    assert_eq!(imported.first[0], "x on i1, A: clarity = 1");
}

#[test]
fn an_index_of_names_in_other_languages_is_asked_about_and_never_guessed() {
    let text = "Hodnotitel;Úryvek;Postup;Note\nx;1;A;3\ny;1;B;4\n";
    let Err(Stop::Unsaid(questions)) = import(&[csv("t.csv", text)], None, &ImportMapping::default()) else { panic!() };
    let asked: Vec<&str> = questions.iter().map(|question| question.sentence.as_str()).collect();
    assert_eq!(asked.len(), 3, "{asked:?}");
    // A German grade is better below, a French one above.
    let note = "import.better = { note = \"lower\" }";
    let said = ["participant = \"Hodnotitel\"", "item = \"Úryvek\"", "system = \"Postup\"", note];
    let imported = import(&[csv("t.csv", text)], None, &mapping_of(&said)).unwrap();
    assert_eq!(imported.dataset().judgements.len(), 2);
}

#[test]
fn letters_that_are_no_unicode_are_asked_about() {
    let latin: Vec<u8> = b"rater,item,system,rating\nR\xe9ne,i,A,3\n".to_vec();
    let Err(Stop::Unsaid(questions)) = import(&[csv("t.csv", latin.clone())], None, &ImportMapping::default()) else {
        panic!()
    };
    assert!(questions[0].sentence.contains("Réne"), "{questions:?}");
    let imported =
        import(&[csv("t.csv", latin.clone())], None, &mapping_of(&["import.encoding = \"windows-1252\""])).unwrap();
    assert!(items(&imported).contains('i') && imported.names().participants == ["p1"]);
    let kept = mapping_of(&["import.encoding = \"windows-1252\"", "import.keep_ids = true"]);
    assert_eq!(import(&[csv("t.csv", latin)], None, &kept).unwrap().names().participants, ["Réne"]);
}

#[test]
fn a_decimal_comma_is_asked_about_and_never_read_as_words() {
    let text = "rater;item;system;rating\nr1;a;X;3,5\nr2;a;Y;4,0\n";
    let Err(Stop::Unsaid(questions)) = import(&[csv("t.csv", text)], None, &ImportMapping::default()) else { panic!() };
    assert_eq!(questions[0].sentence, "is `3,5` in the column `rating` a number with a decimal comma?");
    let imported = import(&[csv("t.csv", text)], None, &mapping_of(&["import.decimal = \",\""])).unwrap();
    assert_eq!(imported.first, ["r1 on a, X: rating = 3.5", "r2 on a, Y: rating = 4"]);
}

#[test]
fn a_title_above_the_table_is_asked_about_and_passed_over() {
    let text = "Ratings of spring\nmade on Monday\n\nrater,item,system,score\nr1,i1,a,1\nr2,i1,a,5\nr1,i2,a,3\n";
    assert_eq!(suggested_lines(text, &[]), ["import.skip_rows = 3"]);
    let imported = read(text, &["import.skip_rows = 3"]).unwrap();
    assert_eq!((imported.counts.rows, imported.dataset().judgements.len()), (3, 3));
}

#[test]
fn merged_cells_are_asked_about_and_filled_from_above() {
    let text = "rater,item,system,score\nr1,i1,a,1\n,,b,2\n,i2,a,3\n,,b,4\nr2,i1,a,5\n,,b,1\n";
    let line = "import.fill_down = [\"rater\", \"item\"]";
    assert_eq!(suggested_lines(text, &[]), [line]);
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
fn rows_of_totals_are_left_out_and_counted() {
    let text = "rater,item,system,rating\nr1,i1,a,3\nr2,i1,a,5\nMean,,,4\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.read, imported.counts.judgements), (3, 2, 2));
    assert_eq!(imported.counts.left_out[0].reason, "a mean or a total, no answer");
}

#[test]
fn blanks_and_capital_letters_make_no_new_people_unsaid() {
    let text = "rater,item,system,rating\nr1,i1,x,3\nr1 ,i1,y,4\nR1,i2,x,2\nr2,i1,X,5\nr2,i1,X,4\n";
    assert_eq!(suggested_lines(text, &[]), ["import.letter_case = \"ignored\"", "import.letter_case = \"matters\""]);
    let imported = read(text, &["import.letter_case = \"ignored\""]).unwrap();
    assert_eq!((imported.names().participants.len(), imported.names().systems.len()), (2, 2));
    assert!(imported.notes.iter().any(|note| note.starts_with("`rater`: blanks around names")), "{:?}", imported.notes);
    assert!(imported.notes.iter().any(|note| note.contains("the same question before: 1;")), "{:?}", imported.notes);
    let apart = read(text, &["import.letter_case = \"matters\""]).unwrap();
    assert_eq!((apart.names().participants.len(), apart.names().systems.len()), (3, 3));
}

#[test]
fn columns_named_by_system_and_criterion_are_asked_about_and_read() {
    let text = "rater,item,A: fluency,A: tone,B: fluency,B: tone\nr1,1,3,4,2,2\nr1,2,5,4,1,2\nr2,1,4,4,3,\n";
    let lines = suggested_lines(text, &[]);
    assert!(lines.contains(&"import.pattern = \"{system}: {criterion}\"".to_owned()), "{lines:?}");
    let imported = read(text, &["import.pattern = \"{system}: {criterion}\""]).unwrap();
    let counts = &imported.counts;
    assert_eq!((counts.rows, counts.asked, counts.judgements), (3, 12, 11));
    assert_eq!(imported.first[..2], ["r1 on 1, A: fluency = 3", "r1 on 1, A: tone = 4"]);
    let ranks = "judge,prompt_id,rank_x,rank_y,rank_z\nj1,p1,3,2,1\nj2,p1,1,2,3\n";
    assert_eq!(suggested_lines(ranks, &[])[0], "import.pattern = \"rank_{system}\"");
    let imported = read(ranks, &["import.pattern = \"rank_{system}\""]).unwrap();
    assert_eq!(imported.first[0], "j1 on p1, x beside y beside z: rank = x 3, y 2, z 1");
}
