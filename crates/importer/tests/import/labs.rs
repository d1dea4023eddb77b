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
