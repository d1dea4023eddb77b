//! Files as labs have them after a few hands: what is no answer is left out and counted, what cannot be decided is asked or refused.

use importer::Stop;

use super::{read, read_all, suggested_lines};

fn refusal_of(text: &str, lines: &[&str]) -> String {
    match read(text, lines) {
        Err(Stop::Unreadable(message)) => message,
        other => panic!("{:?}", other.map(|imported| imported.first)),
    }
}

#[test]
fn a_header_that_comes_again_in_another_order_is_refused_and_two_files_are_read() {
    let (one, two) =
        ("rater,item,system,score\nr1,i1,x,3\nr1,i1,y,4\n", "rater,system,item,score\nr2,x,i1,2\nr2,y,i1,5\n");
    let message = refusal_of(&format!("{one}{two}"), &[]);
    assert!(message.contains("row 4") && message.contains("in another order"), "{message}");
    let both = read_all(&[("one.csv", one), ("two.csv", two)], &[]).unwrap();
    assert_eq!(both.first[2], "r2 on i1, x: score = 2");
}

#[test]
fn a_remark_below_a_table_is_nobody_who_judged() {
    let text = "rater,item,system,score\nr1,i1,x,3\nr2,i1,y,4\n,,,\nNote: r2 was ill on the second day.,,,\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!(imported.names().participants, ["r1", "r2"]);
    let left: Vec<(&str, usize)> =
        imported.counts.left_out.iter().map(|left| (left.reason.as_str(), left.count)).collect();
    assert_eq!(left, [("nothing in the row", 1), ("a remark below the table, and nothing else in the row", 1)]);
    // A person without answers is no remark.
    let silent = read("rater,item,system,score\nr1,i1,x,3\nr2,i1,y,4\nr3,i1,y,\n", &[]).unwrap();
    assert_eq!((silent.counts.read, silent.counts.answers), (3, 2));
}

#[test]
fn means_below_a_matrix_of_raters_are_left_out_and_mistakes_are_shown_in_their_row() {
    let rows = "T1,x,3,4\nT1,y,2,5\nT2,x,1,1\nT2,y,4,4\n";
    let imported = read(&format!("Text,System,Rater 1,Rater 2\n{rows}Mean,,2.5,3.5\n"), &[]).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.read, imported.counts.judgements), (5, 4, 8));
    let message = refusal_of(&format!("Text,System,Rater 1,Rater 2\n{rows}T3,,2,3\n"), &[]);
    assert!(message.contains("row 6"), "{message}");
}

#[test]
fn options_of_microsoft_forms_that_end_with_a_semicolon_may_be_chosen_together() {
    let text =
        "ID,Start time,Completion time,Problems\n1,1/1/25,1/1/25,Grammar;\n2,1/1/25,1/1/25,Wrong facts;Grammar;\n";
    let lines = ["import.columns = \"criteria\"", "import.one_item = \"i\"", "import.one_system = \"s\""];
    let imported = read(text, &lines).unwrap();
    assert!(imported.folder.study.contains("several = true"), "{}", imported.folder.study);
    assert_eq!(imported.first[1], "row 2 on i, s: Problems = Wrong facts, Grammar");
}

#[test]
fn the_verdict_at_the_end_of_what_a_model_wrote_is_its_answer() {
    let text = "judge,question_id,model_1,model_2,preference\ng,q1,x,y,\"It is clear, so: [[A]]\"\ng,q2,x,y,Hard to say. [[C]]\n";
    let lines = suggested_lines(text, &[]);
    assert!(lines.contains(&"words.equal = [\"C\"]".to_owned()), "{lines:?}");
    let imported = read(text, &["words.equal = [\"C\"]"]).unwrap();
    assert_eq!(imported.first[0], "g on q1, x beside y: preference = x, the first");
    let graded = "judge,item,system,rating\ng,i1,x,\"Good. Rating: [[7]]\"\ng,i1,y,\"Poor. Rating: [[2]]\"\n";
    assert_eq!(read(graded, &[]).unwrap().first, ["g on i1, x: rating = 7", "g on i1, y: rating = 2"]);
}

#[test]
fn work_that_a_joined_column_says_was_rejected_is_excluded() {
    let text = "rater,Status,item,system,rating\nr1,APPROVED,i1,x,3\nr2,REJECTED,i1,x,5\nr3,TIMED-OUT,i1,x,1\n";
    let imported = read(text, &[]).unwrap();
    assert_eq!(
        imported.first[1..],
        ["r2 on i1, x: rating = 5 (excluded: rejected)", "r3 on i1, x: rating = 1 (excluded: timed-out)"]
    );
    // Any other status is not understood, and nothing is excluded by it.
    let other = read(&text.replace("APPROVED", "married"), &[]).unwrap();
    assert_eq!(other.counts.excluded.len(), 0);
}

#[test]
fn systems_in_the_rows_of_a_forms_grid_are_offered() {
    let text = "Timestamp,Email Address,Fluent? [A],Fluent? [B],Adequate? [A],Adequate? [B]\n\
        2025/02/10 3:12:01 PM GMT+1,w1@example.org,1,2,3,4\n2025/02/11 3:12:01 PM GMT+1,w2@example.org,5,4,3,2\n";
    let lines = suggested_lines(text, &[]);
    assert_eq!(lines[0], "import = { source = \"table\", pattern = \"{criterion} [{system}]\" }");
    let said = [lines[0].as_str(), "participant = \"Email Address\"", "import.one_item = \"i\""];
    let imported = read(text, &said).unwrap();
    assert_eq!(imported.first[..2], ["p1 on i, A: Fluent? = 1", "p1 on i, A: Adequate? = 3"]);
    assert_eq!(imported.counts.judgements, 8);
}

#[test]
fn words_for_people_systems_and_points_are_known_in_japanese() {
    let text = "評価者,文,システム,流暢さ\nr1,s1,A,とてもそう思う\nr1,s1,B,ややそう思う\nr2,s1,A,全くそう思わない\nr2,s1,B,とてもそう思う\n";
    let asked = "value = \"流暢さ\"";
    assert_eq!(suggested_lines(text, &[]), [asked]);
    let lines = suggested_lines(text, &[asked]);
    assert!(lines[0].starts_with("import.labels = { \"全くそう思わない\" = 1, \"ややそう思う\" = 4"), "{lines:?}");
    assert_eq!(read(text, &[asked, &lines[0]]).unwrap().first[0], "r1 on s1, A: 流暢さ = 5");
}

#[test]
fn what_a_column_holds_beside_numbers_is_refused_with_a_line_that_this_command_takes() {
    let message = refusal_of("rater,item,system,score\nr1,i1,x,3\nr1,i1,y,-\nr2,i1,x,4\n", &[]);
    assert!(message.contains("missing = [\"-\"]") && !message.contains("--missing"), "{message}");
}

#[test]
fn sides_that_changed_in_some_rows_are_asked_about() {
    let text = "annotator,prompt_id,model_1,model_2,swapped,preferred\na,1,ours,base,True,1\na,2,ours,base,False,1\n";
    let words = "words = { a = [\"1\"], b = [\"2\"] }";
    let lines = suggested_lines(text, &[words]);
    assert_eq!(lines, ["import.swapped = \"swapped\"", "import.swapped = \"\""]);
    let turned = read(text, &[words, &lines[0]]).unwrap();
    assert_eq!(turned.first[0], "a on 1, base beside ours: preferred = base, the first");
    assert_eq!(
        read(text, &[words, &lines[1]]).unwrap().first[0],
        "a on 1, ours beside base: preferred = ours, the first"
    );
    let german = text.replace("swapped", "getauscht").replace("True", "ja").replace("False", "nein");
    assert_eq!(suggested_lines(&german, &[words]), ["import.swapped = \"getauscht\"", "import.swapped = \"\""]);
    // Who is named is not in doubt.
    assert!(read(&text.replace(",1\n", ",ours\n"), &[]).is_ok());
}

#[test]
fn outputs_with_ids_of_their_own_are_asked_about() {
    let text = "rater,output_id,sentence,system,score\nr1,1,s1,x,3\nr1,2,s1,y,4\nr1,3,s2,x,2\nr1,4,s2,y,5\n";
    let said = "value = \"score\"";
    let lines = suggested_lines(text, &[said]);
    assert_eq!(lines, ["item = \"sentence\"", "item = \"output_id\""]);
    assert_eq!(read(text, &[said, &lines[0]]).unwrap().first[0], "r1 on s1, x: score = 3");
    // A domain has several outputs of each system, and is no item.
    let domains = text.replace("s1", "news").replace("s2", "news").replace("r1,4,news", "r1,4,talks");
    assert_eq!(suggested_lines(&domains, &[said]), [""; 0]);
}

#[test]
fn a_column_called_text_that_names_items_holds_no_outputs() {
    let imported = read("Rater,Text,Model,Quality\nr1,t1,x,3\nr1,t1,y,4\nr1,t2,x,2\nr1,t2,y,5\n", &[]).unwrap();
    assert!(super::items(&imported).contains("[text of x for t1, not in the imported files]"));
}

#[test]
fn words_that_say_nothing_are_no_points_and_are_named() {
    let rows = |answers: [&str; 6]| {
        let lines = answers.iter().enumerate().map(|(at, answer)| format!("r{},i{},x,{answer}\n", at % 2, at / 2));
        format!("rater,item,system,quality\n{}", lines.collect::<String>())
    };
    let message = refusal_of(&rows(["4 - good", "1 - poor", "I don't know", "2 - fair", "4 - good", "n/a"]), &[]);
    assert!(message.contains("missing = [\"I don't know\", \"n/a\"]"), "{message}");
    let french = rows([
        "Plutôt d'accord",
        "Pas du tout d'accord",
        "Ne se prononce pas",
        "Tout à fait d'accord",
        "Ni d'accord ni pas d'accord",
        "Plutôt pas d'accord",
    ]);
    let lines = suggested_lines(&french, &["value = \"quality\""]);
    assert!(lines[0].ends_with("\"Plutôt d'accord\" = 4, \"Tout à fait d'accord\" = 5 }"), "{lines:?}");
    let message = refusal_of(&french, &["value = \"quality\"", &lines[0]]);
    assert!(message.contains("missing = [\"Ne se prononce pas\"]"), "{message}");
}

#[test]
fn options_between_commas_were_chosen_together() {
    let text = "rater,item,system,problems\nr1,1,x,Grammar\nr1,2,x,\"Grammar, Style\"\nr2,1,x,Style\nr2,2,x,\"Style, Wrong fact\"\nr3,1,x,Wrong fact\nr3,2,x,Grammar\n";
    let imported = read(text, &["value = \"problems\""]).unwrap();
    assert!(imported.folder.study.contains("several = true"), "{}", imported.folder.study);
    let parts = text.replace("Grammar, Style", "Yes, clearly").replace("Style, Wrong fact", "Yes, a bit");
    assert!(!read(&parts, &["value = \"problems\""]).unwrap().folder.study.contains("several = true"));
}

#[test]
fn rows_in_which_nothing_was_judged_are_left_out() {
    let text = "subject,item,system,response\ns1,,,null\ns1,1,x,40\ns1,1,y,80\ns2,1,x,35\ns2,1,y,60\n";
    let imported = read(text, &["value = \"response\""]).unwrap();
    assert_eq!((imported.counts.rows, imported.counts.read, imported.counts.judgements), (5, 4, 4));
}

#[test]
fn ids_that_a_spreadsheet_changed_are_named() {
    let text = "rater,item_id,system,score\na,1E+05,x,4\na,1E+05,y,2\na,3-Mar,x,1\na,7,x,3\n";
    let notes = read(text, &[]).unwrap().notes;
    assert!(notes.iter().any(|note| note.contains("`1E+05`, `3-Mar`")), "{notes:?}");
}

#[test]
fn lines_above_a_table_in_utf_16_are_passed_over() {
    let text = "sep=;\r\nrater;item;system;score\r\nr1;1;x;3\r\nr1;1;y;4\r\n";
    let bytes: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let imported = importer::import(&[super::csv("t.csv", bytes)], None, &super::mapping_of(&["import.skip_rows = 1"]));
    assert_eq!(imported.unwrap().first, ["r1 on 1, x: score = 3", "r1 on 1, y: score = 4"]);
}
