//! Tables of other programs, read by a mapping or by the names of their columns.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use dataset::{Mapping, Subject};
use expect_test::{Expect, expect};
use study::file::Better;
use table::Table;

/// What is read, one line per judgement; or why nothing is.
fn check(mapping: &str, csv: &str, expected: &Expect) {
    let table = Table::read("table.csv", csv.as_bytes()).unwrap();
    let text = match dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None) {
        Err(misfit) => misfit.to_string(),
        Ok(dataset) => {
            let mut text = String::new();
            for note in &dataset.notes {
                text.push_str(&format!("note: {note}\n"));
            }
            for criterion in &dataset.criteria {
                text.push_str(&format!("{} is a {:?}\n", criterion.id, criterion.response));
            }
            for judgement in &dataset.judgements {
                let Subject::Item { item, systems } = &judgement.subject else { continue };
                let systems: Vec<&str> = systems.iter().map(|s| dataset.systems[*s as usize].id.as_str()).collect();
                let excluded = judgement.excluded.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
                text.push_str(&format!(
                    "{} on {} of {} for {}: {}{excluded}\n",
                    dataset.participants[judgement.participant as usize],
                    dataset.criteria[judgement.criterion].id,
                    systems.join(" "),
                    dataset.items[*item].id,
                    judgement.answer.to_json()
                ));
            }
            text
        }
    };
    expected.assert_eq(&text);
}

#[test]
fn ratings_are_read_by_the_names_of_their_columns() {
    check(
        "",
        "rater,item,system,rating\nr2,i1,b,4\nr1,i1,a,1\nr1,i2,a,NA\nr1,i2,b,3\n",
        &expect![[r#"
            note: `rating` is read as ratings from 1 to 4, the lowest and highest found; to change that, give it a `response` in the mapping
            note: 1 of 4 rows have no answer in `rating` (`NA` 1)
            rating is a Rating(Rating { points: 4, minimum: Some(1), labels: None })
            r1 on rating of a for i1: {"rating":1}
            r1 on rating of b for i2: {"rating":3}
            r2 on rating of b for i1: {"rating":4}
        "#]],
    );
}

#[test]
fn a_system_that_is_compared_with_itself_is_left_out_and_counted() {
    check(
        "",
        "rater,item,system_a,system_b,choice\nr1,i1,m1,m1,m1\nr1,i2,m1,m2,m1\nr1,i3,m2,m1 ,m2\n",
        &expect![[r#"
            note: `system_b`: blanks around names are not part of them (cells with some: 1)
            note: 1 of 3 rows left out: they compare a system with itself
            preference is a Pairwise(Pairwise { ties: false, equal: None })
            r1 on preference of m1 m2 for i2: {"pairwise":"first"}
            r1 on preference of m2 m1 for i3: {"pairwise":"first"}
        "#]],
    );
}

#[test]
fn a_name_that_says_which_end_is_better_is_believed() {
    let better = |column: &str| {
        let text = format!("rater;item;system;{column}\nr2;i1;b;7\nr1;i1;a;1\n");
        let table = Table::read("table.csv", text.as_bytes()).unwrap();
        let mapping = Mapping { value: Some(column.to_owned()), ..Mapping::default() };
        let dataset = dataset::from_table(&table, &mapping, None).unwrap();
        (
            dataset.criteria[0].better,
            dataset.notes.iter().any(|note| note.contains("lower is better, as the name says")),
        )
    };
    for turned in ["Rating (1=best, 7=worst)", "score, best = 1", "rank of 7 (7 is worst)", "effort: lower is better"] {
        assert_eq!(better(turned), (Better::Lower, true), "{turned}");
    }
    for usual in ["rating", "Rating (1=worst, 7=best)", "best of 7", "higher is better"] {
        assert_eq!(better(usual), (Better::Higher, false), "{usual}");
    }
}

#[test]
fn a_column_for_each_criterion_is_a_form_of_its_own() {
    check(
        r#"
        participant = "who"
        item = "text"
        system = "model"
        [[criteria]]
        id = "fluency"
        column = "flu"
        response = { kind = "rating", points = 5, minimum = 1 }
        [[criteria]]
        id = "errors"
        column = "err"
        better = "lower"
        response = { kind = "count" }
        "#,
        "who,text,model,flu,err\nr1,t1,m1,5,0\nr1,t1,m2,4,2\n",
        &expect![[r#"
            fluency is a Rating(Rating { points: 5, minimum: Some(1), labels: None })
            errors is a Count(Count { maximum: None, what: None })
            r1 on fluency of m1 for t1: {"rating":5}
            r1 on errors of m1 for t1: {"count":0}
            r1 on fluency of m2 for t1: {"rating":4}
            r1 on errors of m2 for t1: {"count":2}
        "#]],
    );
}

#[test]
fn choices_are_read_by_side_by_system_or_by_a_word_for_equal() {
    check(
        r#"
        words = { a = ["left"], b = ["right"], equal = ["same"] }
        "#,
        "rater,item,system_a,system_b,choice\nr1,i1,x,y,left\nr2,i1,y,x,x\nr3,i1,x,y,Same\n",
        &expect![[r#"
            preference is a Pairwise(Pairwise { ties: true, equal: None })
            r1 on preference of x y for i1: {"pairwise":"first"}
            r2 on preference of y x for i1: {"pairwise":"second"}
            r3 on preference of x y for i1: {"pairwise":"equal"}
        "#]],
    );
}

#[test]
fn best_and_worst_must_be_two_of_those_shown() {
    check(
        "invalid = [\"5\", \"8\"]",
        "rater,item,system_a,system_b,best,worst\nr1,i1,x,y,A,B\nr2,i1,x,y,b,a\nr3,i1,x,y,A,A\nr4,i1,x,y,5,8\n",
        &expect![[r#"
            preference is a BestWorst(BestWorst { best: None, worst: None })
            r1 on preference of x y for i1: {"best-worst":{"best":0,"worst":1}}
            r2 on preference of x y for i1: {"best-worst":{"best":1,"worst":0}}
            r3 on preference of x y for i1: {"text":"A / A"} (invalid)
            r4 on preference of x y for i1: {"text":"5 / 8"} (invalid)
        "#]],
    );
}

#[test]
fn places_in_a_row_each_are_put_together_to_rankings() {
    check(
        r#"
        value = "rank"
        [[criteria]]
        id = "ease"
        response = { kind = "ranking" }
        "#,
        "rater,item,system,rank\nr1,i1,x,2\nr1,i1,y,1\nr1,i1,z,3\nr2,i1,x,1\nr2,i1,z,2\n",
        &expect![[r#"
            ease is a Ranking(Ranking { ties: false })
            r1 on ease of x y z for i1: {"ranking":[2,1,3]}
            r2 on ease of x z for i1: {"ranking":[1,2]}
        "#]],
    );
}

#[test]
fn rows_can_be_chosen_and_exclusions_of_others_are_kept() {
    check(
        r#"
        excluded = "bad"
        only = { part = ["main"] }
        "#,
        "rater,item,system,rating,part,bad\nr1,i1,a,1,main,0\nr1,i2,a,2,pilot,0\nr1,i3,a,3,main,bot\n",
        &expect![[r#"
            note: 1 of 3 rows left out by `only`: kept are those where `part` is `main`
            note: `rating` is read as ratings from 1 to 3, the lowest and highest found; to change that, give it a `response` in the mapping
            rating is a Rating(Rating { points: 3, minimum: Some(1), labels: None })
            r1 on rating of a for i1: {"rating":1}
            r1 on rating of a for i3: {"rating":3} (bot)
        "#]],
    );
}

#[test]
fn what_cannot_be_read_is_said_with_row_and_remedy() {
    check(
        "participant = \"ratr\"",
        "rater,item,system,rating\nr1,i1,a,1\n",
        &expect!["`table.csv` has no column `ratr`; did you mean `rater`?"],
    );
    check(
        "",
        "who,item,system,rating\nr1,i1,a,1\n",
        &expect![[r#"
            nothing says which column of `table.csv` holds the person; add to the mapping, if that is right,
              participant = "who"
            or give --participant who"#]],
    );
    check(
        "[systems]\na = \"Alpha\"\n",
        "rater,item,system,rating\nr1,i1,Alpha,1\nr1,i1,Beta,1\n",
        &expect![[r#"
            column `system` of `table.csv` holds values that are not the name of a known system:
              `Beta` once, in row 3
            say which system each is (id = "name in the table"):
              [systems]
              beta = "Beta""#]],
    );
    check(
        "",
        "rater,item,system,rating\nr1,,a,1\n",
        &expect!["row 2 of `table.csv`: column `item` holds ``, but every answer needs its item"],
    );
    check(
        "position = \"pos\"",
        "rater,item,system,rating,pos\nr1,i1,a,1,first\n",
        &expect!["row 2 of `table.csv`: column `pos` holds `first`, but a whole number is needed"],
    );
    check("", "rater,item,system,rating\n", &expect!["no row of `table.csv` has an answer in it"]);
}

#[test]
fn every_missing_column_is_asked_for_at_once_with_the_lines_to_add() {
    check(
        "",
        "coder,example,model,label\nk1,x0,rag,ok\nk2,x0,plain,bad\n",
        &expect![[r#"
            nothing says which columns of `table.csv` hold the person, the item and the answer; add to the mapping, if that is right,
              participant = "coder"
              item = "example"
              value = "label"
            or give --participant coder --item example --value label"#]],
    );
    check(
        "",
        "participant,tuple,item1,item2,item3,best,worst\nann,t0,x,y,z,x,y\nben,t1,y,z,x,x,y\ncem,t2,z,x,y,x,y\n",
        &expect![[r#"
            nothing says which columns of `table.csv` hold the item and the systems shown together; add to the mapping, if that is right,
              item = "tuple"
              shown = ["item1", "item2", "item3"]"#]],
    );
    check(
        "",
        "user name,prompt,left,right,winner\nu1,q0,a,b,tie\nu2,q0,b,a,a\n",
        &expect![[r#"
            nothing says which columns of `table.csv` hold the person, the item, the systems shown together and the answer; add to the mapping, if that is right,
              participant = "user name"
              item = "prompt"
              shown = ["left", "right"]
              choice = "winner"
            or give --participant 'user name' --item prompt --system-a left --system-b right --choice winner"#]],
    );
    check(
        "",
        ",Name,Sentence,System,Fluency,Adequacy (1-5),Comment\n0,Anna,s1,A,3,5,\n1,Anna,s2,B,4,1,fine\n",
        &expect![[r#"
            nothing says which columns of `table.csv` hold the person, the item and the answers; add to the mapping, if that is right,
              participant = "Name"
              item = "Sentence"
              [[criteria]]
              id = "fluency"
              column = "Fluency"
              [[criteria]]
              id = "adequacy_1_5"
              column = "Adequacy (1-5)""#]],
    );
    // Numbers may be the person as long as nothing is called so.
    check(
        "",
        "no.,Sentence,System,Fluency\n1,s1,A,3\n1,s2,B,4\n",
        &expect![[r#"
            nothing says which columns of `table.csv` hold the person, the item and the answer; add to the mapping, if that is right,
              participant = "…"  # one of ["no.", "Fluency"]
              item = "Sentence"
              value = "…"  # one of ["no.", "Fluency"]
            or give --participant … --item Sentence --value …"#]],
    );
    check(
        "participant = \"ratr\"\nstrata = [\"genre\"]",
        "rater,c1,c2,system,rating\nr1,i1,j1,a,1\nr2,i2,j2,b,1\n",
        &expect![[r#"
            `table.csv` has no column `genre`
            `table.csv` has no column `ratr`; did you mean `rater`?
            nothing says which column of `table.csv` holds the item; add to the mapping, if that is right,
              item = "…"  # one of ["rater", "c1", "c2"]
            or give --item …"#]],
    );
}

#[test]
fn a_value_nobody_explained_stops_the_run_with_its_count_and_the_line_that_would_explain_it() {
    let votes = ",WorkerId,Input.id,Input.sourcea,Input.sourceb,Answer.q\n\
                 0,w1,1,X,Y,a\n1,w2,1,X,Y,c\n2,w1,2,Y,X,c\n3,w2,2,Y,X,b\n";
    let mapping = r#"
        participant = "WorkerId"
        item = "Input.id"
        shown = ["Input.sourcea", "Input.sourceb"]
        choice = "Answer.q"
    "#;
    check(
        mapping,
        votes,
        &expect![[r#"
            column `Answer.q` of `table.csv` holds values that are not a word for an output shown, or its system:
              `c` 2 times, first in row 3
            say in the mapping what they stand for, for example
              words = { equal = ["c"] }
            or, if they mean that there is no answer,
              missing = ["c"]"#]],
    );
    check(
        &format!("{mapping}words = {{ equal = [\"c\"] }}"),
        votes,
        &expect![[r#"
            preference is a Pairwise(Pairwise { ties: true, equal: None })
            w1 on preference of X Y for 1: {"pairwise":"first"}
            w1 on preference of Y X for 2: {"pairwise":"equal"}
            w2 on preference of X Y for 1: {"pairwise":"equal"}
            w2 on preference of Y X for 2: {"pairwise":"second"}
        "#]],
    );
    check(
        &format!("{mapping}missing = [\"c\"]"),
        votes,
        &expect![[r#"
            note: 2 of 4 rows have no answer in `Answer.q` (`c` 2)
            preference is a Pairwise(Pairwise { ties: false, equal: None })
            w1 on preference of X Y for 1: {"pairwise":"first"}
            w2 on preference of Y X for 2: {"pairwise":"second"}
        "#]],
    );
    let left = "rater,item,system_a,system_b,choice\nr1,i1,x,y,Left\nr2,i1,y,x,Right\nr3,i1,x,y,No preference\n";
    check(
        "",
        left,
        &expect![[r#"
            column `choice` of `table.csv` holds values that are not a word for an output shown, or its system:
              `Left` once, in row 2
              `No preference` once, in row 4
              `Right` once, in row 3
            say in the mapping what they stand for, for example
              words = { a = ["Left"], b = ["Right"], equal = ["No preference"] }
            or, if they mean that there is no answer,
              missing = ["Left", "No preference", "Right"]"#]],
    );
}

#[test]
fn the_published_batch_is_refused_until_its_third_letter_is_explained() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/samples/mturk_batch_head300.csv");
    let Ok(bytes) = std::fs::read(path) else { return };
    let table = Table::read("batch.csv", &bytes).unwrap();
    let mapping = r#"
        participant = "AssignmentId"
        item = "Input.prompt_id"
        shown = ["Input.sourcea", "Input.sourceb"]
        choice = "Answer.qToxic"
    "#;
    let refused = dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).unwrap_err().to_string();
    expect![[r#"
        column `Answer.qToxic` of `batch.csv` holds values that are not a word for an output shown, or its system:
          `c` 176 times, first in row 5
        say in the mapping what they stand for, for example
          words = { equal = ["c"] }
        or, if they mean that there is no answer,
          missing = ["c"]"#]]
    .assert_eq(&refused);
    let mapping = format!("{mapping}words = {{ equal = [\"c\"] }}");
    let read = dataset::from_table(&table, &Mapping::read(&mapping).unwrap(), None).unwrap();
    assert_eq!(read.included_judgements().count(), 300);
}

#[test]
fn one_odd_cell_never_turns_ratings_into_categories() {
    for odd in ["n/a", "-", "."] {
        let table = format!("rater,item,system,rating\nr1,i1,x,1\nr1,i2,x,5\nr1,i3,x,{odd}\nr1,i4,x,2\n");
        let read = Table::read("t.csv", table.as_bytes()).unwrap();
        let refused = dataset::from_table(&read, &Mapping::default(), None).unwrap_err().to_string();
        assert!(refused.contains(&format!("  `{odd}` once, in row 4\n")), "{refused}");
        assert!(refused.contains(&format!("missing = [\"{odd}\"]")), "{refused}");
    }
    check(
        "missing = [\"-\"]",
        "rater,item,system,rating\nr1,i1,x,1\nr1,i2,x,-\nr1,i3,x,\nr1,i4,x,2\n",
        &expect![[r#"
            note: `rating` is read as ratings from 1 to 2, the lowest and highest found; to change that, give it a `response` in the mapping
            note: 2 of 4 rows have no answer in `rating` (empty 1, `-` 1)
            rating is a Rating(Rating { points: 2, minimum: Some(1), labels: None })
            r1 on rating of x for i1: {"rating":1}
            r1 on rating of x for i4: {"rating":2}
        "#]],
    );
    check(
        "",
        "rater,item,system,rating\nr1,i1,x,\"3,5\"\nr1,i2,x,4\nr1,i2,x,4\n",
        &expect![[r#"
            column `rating` of `table.csv` holds values that are not numbers like the others:
              `3,5` once, in row 2
            write decimals with a point; if they mean that there is no answer, add to the mapping
              missing = ["3,5"]
            (or give --missing for each); if they are options to choose from, give the criterion `rating` a response: { kind = "choice", options = […] }"#]],
    );
    check(
        "[[criteria]]\nid = \"rating\"\nresponse = { kind = \"rating\", points = 5, minimum = 1 }",
        "rater,item,system,rating\nr1,i1,x,1\nr1,i2,x,9\n",
        &expect![[r#"
            column `rating` of `table.csv` holds values that are not whole numbers from 1 to 5:
              `9` once, in row 3
            correct the scale (`points`, `minimum`), or, if they mean that there is no answer, add to the mapping
              missing = ["9"]"#]],
    );
    // Words of another criterion in the same column are no reason.
    check(
        "",
        "rater,item,system,criterion,value\nr1,i1,x,fluency,1\nr1,i1,x,verdict,good\nr1,i2,x,fluency,3\n",
        &expect![[r#"
            note: `fluency` is read as ratings from 1 to 3, the lowest and highest found; to change that, give it a `response` in the mapping
            note: `verdict` is read as one of the options `good`; to change that, give it a `response` in the mapping
            fluency is a Rating(Rating { points: 3, minimum: Some(1), labels: None })
            verdict is a Choice(Choice { options: [Words("good")], several: false, allow_none: false })
            r1 on fluency of x for i1: {"rating":1}
            r1 on verdict of x for i1: {"choice":["good"]}
            r1 on fluency of x for i2: {"rating":3}
        "#]],
    );
}

/// Votes between b and c, 18 for each, where the systems are called as the sides are.
fn even_votes() -> String {
    let mut votes = "rater,item,system_a,system_b,choice\n".to_owned();
    for vote in 0..36 {
        let (first, second) = if vote % 2 == 0 { ("b", "c") } else { ("c", "b") };
        let winner = if vote % 4 < 2 { "b" } else { "c" };
        votes.push_str(&format!("r{},i{},{first},{second},{winner}\n", vote % 6, vote / 6));
    }
    votes.push_str("r1,i9,a,c,a\n");
    votes
}

#[test]
fn systems_named_like_sides_are_never_misread() {
    check(
        "",
        &even_votes(),
        &expect![[
            r#"row 2 of `table.csv`: `b` in column `choice` could be the word for the output shown second or the system `b`; say which in the mapping with `choice_by = "side"` or `choice_by = "system"`, or with --choice-by"#
        ]],
    );
    let table = Table::read("votes.csv", even_votes().as_bytes()).unwrap();
    let wins = |by: &str, wanted: &str| {
        let mapping = Mapping::read(&format!("choice_by = \"{by}\"")).unwrap();
        let read = dataset::from_table(&table, &mapping, None).map_err(|misfit| misfit.to_string())?;
        let won = |judgement: &&dataset::Judgement| {
            let Subject::Item { systems, .. } = &judgement.subject else { return false };
            let at = usize::from(judgement.answer.to_json()["pairwise"] == "second");
            read.systems[systems[at] as usize].id == wanted
        };
        Ok::<usize, String>(read.included_judgements().filter(won).count())
    };
    assert_eq!((wins("system", "b"), wins("system", "c")), (Ok(18), Ok(18)));
    assert!(wins("side", "b").unwrap_err().contains("`c` 18 times"));
    // Where both readings agree there is nothing to ask.
    check(
        "",
        "rater,item,system_a,system_b,choice\nr1,i1,a,b,a\nr2,i1,a,b,b\n",
        &expect![[r#"
        preference is a Pairwise(Pairwise { ties: false, equal: None })
        r1 on preference of a b for i1: {"pairwise":"first"}
        r2 on preference of a b for i1: {"pairwise":"second"}
    "#]],
    );
    // A system called `equal`, or two that differ in case only.
    check(
        "",
        "rater,item,system_a,system_b,choice\nr1,i1,equal,x,equal\n",
        &expect![[
            r#"row 2 of `table.csv`: `equal` in column `choice` could be the word for neither or the system `equal`; say which in the mapping with `choice_by = "side"` or `choice_by = "system"`, or with --choice-by"#
        ]],
    );
    check(
        "",
        "rater,item,system,rating\nr1,i1,gpt,1\nr1,i1,GPT,2\n",
        &expect![[r#"
            note: `rating` is read as ratings from 1 to 2, the lowest and highest found; to change that, give it a `response` in the mapping
            rating is a Rating(Rating { points: 2, minimum: Some(1), labels: None })
            r1 on rating of GPT for i1: {"rating":2}
            r1 on rating of gpt for i1: {"rating":1}
        "#]],
    );
}

#[test]
fn what_a_mapping_says_is_not_guessed_over() {
    // Two outputs shown together make a choice between them, in a column of any name.
    check(
        "shown = [\"left\", \"right\"]\nwords = { a = [\"1\"], b = [\"2\"] }\n[[criteria]]\nid = \"taste\"\ncolumn = \"q1\"\n",
        "rater,item,left,right,q1\nr1,i1,x,y,1\nr2,i1,y,x,2\n",
        &expect![[r#"
            taste is a Pairwise(Pairwise { ties: false, equal: None })
            r1 on taste of x y for i1: {"pairwise":"first"}
            r2 on taste of y x for i1: {"pairwise":"second"}
        "#]],
    );
    check(
        "[[criteria]]\nid = \"fluency\"\n",
        "rater,item,system,criterion,value\nr1,i1,x,fluency,1\nr1,i1,x,clarity,2\nr1,i2,x,clarity,2\n",
        &expect![[r#"
            note: `fluency` is read as ratings from 1 to 1, the lowest and highest found; to change that, give it a `response` in the mapping
            note: 2 rows left out: their criterion is not one of those asked for (`clarity` 2)
            fluency is a Rating(Rating { points: 1, minimum: Some(1), labels: None })
            r1 on fluency of x for i1: {"rating":1}
        "#]],
    );
    check(
        "session_secs = \"time\"",
        "rater,item,system,rating,time\nr1,i1,x,1,12:30\n",
        &expect!["row 2 of `table.csv`: column `time` holds `12:30`, but a number of seconds is needed"],
    );
}
