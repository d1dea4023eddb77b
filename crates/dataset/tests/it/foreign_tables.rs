//! Tables of other programs, read by a mapping or by the names of their columns.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use dataset::{Mapping, Subject};
use expect_test::{Expect, expect};
use table::Table;

/// What is read, one line per judgement; or why nothing is.
fn check(mapping: &str, csv: &str, expected: &Expect) {
    let table = Table::read("table.csv", csv.as_bytes()).unwrap();
    let text = match dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None) {
        Err(misfit) => misfit.to_string(),
        Ok(dataset) => {
            let mut text = String::new();
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
        rating is a Rating(Rating { points: 4, minimum: Some(1), labels: None })
        r1 on rating of a for i1: {"rating":1}
        r1 on rating of b for i2: {"rating":3}
        r2 on rating of b for i1: {"rating":4}
    "#]],
    );
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
        "who,text,model,flu,err\nr1,t1,m1,5,0\nr1,t1,m2,9,2\n",
        &expect![[r#"
            fluency is a Rating(Rating { points: 5, minimum: Some(1), labels: None })
            errors is a Count(Count { maximum: None, what: None })
            r1 on fluency of m1 for t1: {"rating":5}
            r1 on errors of m1 for t1: {"count":0}
            r1 on fluency of m2 for t1: {"text":"9"} (invalid)
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
        "rater,item,system_a,system_b,choice\nr1,i1,x,y,left\nr2,i1,y,x,x\nr3,i1,x,y,Same\nr4,i1,x,y,5\n",
        &expect![[r#"
            preference is a Pairwise(Pairwise { ties: true, equal: None })
            r1 on preference of x y for i1: {"pairwise":"first"}
            r2 on preference of y x for i1: {"pairwise":"second"}
            r3 on preference of x y for i1: {"pairwise":"equal"}
            r4 on preference of x y for i1: {"text":"5"} (invalid)
        "#]],
    );
}

#[test]
fn best_and_worst_must_be_two_of_those_shown() {
    check(
        "",
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
        &expect![
            "nothing says which column of `table.csv` holds the person; name it in the mapping or with --participant"
        ],
    );
    check(
        "[systems]\na = \"Alpha\"\n",
        "rater,item,system,rating\nr1,i1,Alpha,1\nr1,i1,Beta,1\n",
        &expect![[
            r#"row 3 of `table.csv`: `Beta` is not a known system; say which it is in the mapping: `[systems]`, `id = "Beta"`"#
        ]],
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
