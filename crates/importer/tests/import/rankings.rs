//! Rankings in the shapes in which tables have them, and studies that ask for more beside them.

use super::{judgements, read, suggested_lines};

#[test]
fn places_in_columns_for_each_system_are_one_ranking() {
    for (header, pattern) in [
        ("rater,item,rank_A,rank_B,rank_C", "rank_{system}"),
        ("wid,qid,A_rank,B_rank,C_rank", "{system}_rank"),
        ("somebody,qid,rank_A,rank_B,rank_C", "rank_{system}"),
        ("rater,item,Rank of Text 1,Rank of Text 2,Rank of Text 3", "Rank of {system}"),
        ("rater,item,rankA,rankB,rankC", "rank{system}"),
    ] {
        let text = format!("{header}\nr1,q1,1,3,2\nr1,q2,2,1,3\nr2,q1,1,2,3\n");
        let lines = suggested_lines(&text, &[]);
        assert_eq!(lines, [format!("import.pattern = \"{pattern}\"")], "{header}");
        let person = format!("participant = \"{}\"", header.split(',').next().unwrap());
        let imported = read(&text, &[&lines[0], &person]).unwrap();
        assert!(imported.folder.study.contains("kind = \"ranking\""), "{}", imported.folder.study);
        assert_eq!((imported.counts.answers, imported.counts.judgements), (9, 3), "{header}");
    }
    // A rating beside them is named and not read; two criteria have a ranking each.
    let beside = "rater,item,rank_A,rank_B,rating\nr1,q1,1,2,5\nr1,q2,2,1,3\nr2,q1,1,2,4\n";
    assert_eq!(suggested_lines(beside, &[])[0], "import.pattern = \"rank_{system}\"");
    let two = "rater,item,Ease rank A,Ease rank B,Tone rank A,Tone rank B\nr1,q1,1,2,2,1\nr2,q1,1,2,1,2\n";
    let imported = read(two, &["import.pattern = \"{criterion} rank {system}\""]).unwrap();
    assert_eq!(imported.first[0], "r1 on q1, A beside B: Ease = A 1, B 2");
}

#[test]
fn numbers_that_are_always_one_two_three_are_asked_about() {
    let rows = "r1,q1,A,1\nr1,q1,B,3\nr1,q1,C,2\nr1,q2,A,2\nr1,q2,B,1\nr1,q2,C,3\nr2,q1,A,3\nr2,q1,B,1\nr2,q1,C,2\n";
    let text = format!("rater,item,system,overall\n{rows}");
    let lines = suggested_lines(&text, &[]);
    assert_eq!(lines, ["import.ranked = [\"overall\"]", "import.ranked = []"]);
    let ranked = read(&text, &[&lines[0]]).unwrap();
    assert_eq!(ranked.first[0], "r1 on q1, A beside B beside C: overall = A 1, B 3, C 2");
    assert!(read(&text, &[&lines[1]]).unwrap().folder.study.contains("kind = \"rating\""));
    // One answer that comes twice, and they are ratings.
    assert_eq!(suggested_lines(&text.replace("r2,q1,B,1", "r2,q1,B,3"), &[]), [""; 0]);
    // Its name says it.
    let named = read(&text.replace("overall", "overall ranking"), &[]).unwrap();
    assert!(named.notes.iter().any(|note| note.contains("is called a ranking")), "{:?}", named.notes);
    // Places in words.
    let words = text.replace(",1\n", ",first\n").replace(",2\n", ",2nd choice\n").replace(",3\n", ",third\n");
    assert_eq!(suggested_lines(&words, &[])[0], "import.ranked = [\"overall\"]");
}

#[test]
fn a_ranking_and_a_rating_are_parts_of_one_study() {
    let text = "rater,item,system,rank,fluency\nr1,q1,A,1,5\nr1,q1,B,2,4\nr1,q2,A,2,4\nr1,q2,B,1,5\nr2,q1,A,1,2\nr2,q1,B,2,3\n";
    let lines = suggested_lines(text, &[]);
    let imported = read(text, &[&lines[0]]).unwrap();
    assert!(imported.folder.study.contains("id = \"alone\"") && imported.folder.study.contains("id = \"together\""));
    assert_eq!(judgements(&imported).lines().count(), 1 + 6 + 3);
}
