//! Conditions as people write them, and the promises of reading and writing.

use expect_test::{Expect, expect};
use proptest::collection::vec;
use proptest::prelude::*;

use super::{Bound, Coefficient, Condition, Names, parse};
use crate::file::Better;

fn names() -> Names {
    let criteria = [
        ("fluency", Better::Higher),
        ("toxicity", Better::Lower),
        ("length", Better::Neither),
        ("well formed", Better::Higher),
    ];
    Names {
        systems: ["svm", "gedi", "dexperts", "gpt2", "Ed+CC", "on", "it's"].map(str::to_owned).to_vec(),
        criteria: criteria.map(|(id, better)| (id.to_owned(), better)).to_vec(),
    }
}

/// Reads a condition; shows its canonical form, or the error under the words it is about.
fn check(text: &str, expected: &Expect) {
    let names = names();
    let seen = match parse(text, &names) {
        Ok(condition) => condition.display(&names).to_string(),
        Err(error) => {
            let column = text[..error.range.start].chars().count();
            let width = text[error.range].chars().count().max(1);
            let help = error.help.map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            format!("{text}\n{}{} {}{help}", " ".repeat(column), "^".repeat(width), error.message)
        }
    };
    expected.assert_eq(&seen);
}

#[test]
fn orderings_compare_scores() {
    check("svm > gedi on fluency", &expect!["svm > gedi on fluency"]);
    check("svm  <gedi on   fluency", &expect!["gedi > svm on fluency"]);
    check("svm > all others on fluency", &expect!["svm > all others on fluency"]);
    check("svm > gedi, dexperts on fluency", &expect!["svm > gedi, dexperts on fluency"]);
    check("svm, gedi > dexperts on fluency", &expect!["svm > dexperts on fluency and gedi > dexperts on fluency"]);
    check("svm > gedi > dexperts on fluency", &expect!["svm > gedi on fluency and gedi > dexperts on fluency"]);
    check(
        "svm > gedi > all others on fluency",
        &expect!["svm > gedi on fluency and gedi > dexperts, gpt2, Ed+CC, 'on', it's on fluency"],
    );
    check(
        "svm < all others on fluency by 0.5",
        &expect![
            "gedi > svm on fluency by 0.5 and dexperts > svm on fluency by 0.5 and gpt2 > svm on fluency by 0.5 and Ed+CC > svm on fluency by 0.5 and 'on' > svm on fluency by 0.5 and it's > svm on fluency by 0.5"
        ],
    );
    check("dexperts > gpt2 on toxicity by 0.10", &expect!["dexperts > gpt2 on toxicity by 0.1"]);
    check("svm > gedi on fluency, length", &expect!["svm > gedi on fluency and svm > gedi on length"]);
}

#[test]
fn better_and_worse_ask_the_criterion_for_its_good_end() {
    check("svm better than gedi on fluency", &expect!["svm > gedi on fluency"]);
    check("svm is better than gedi, gpt2 on toxicity", &expect!["gedi > svm on toxicity and gpt2 > svm on toxicity"]);
    check("svm worse than gedi on toxicity by 1", &expect!["svm > gedi on toxicity by 1"]);
    check(
        "svm better than gedi on length",
        &expect![[r#"
        svm better than gedi on length
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ neither end of `length` is better
        help: add `better = "higher"` or `"lower"` to `length`, or compare its scores with `>`"#]],
    );
}

#[test]
fn sameness_needs_a_margin() {
    check("dexperts = gpt2 on fluency within 0.05", &expect!["dexperts = gpt2 on fluency within 0.05"]);
    check(
        "svm = gedi = gpt2 on fluency within .5",
        &expect![
            "svm = gedi on fluency within 0.5 and svm = gpt2 on fluency within 0.5 and gedi = gpt2 on fluency within 0.5"
        ],
    );
    check(
        "dexperts = gpt2 on fluency",
        &expect![[r#"
        dexperts = gpt2 on fluency
                                  ^ expected `within` and a margin, but the condition ends here
        help: equivalence needs a margin fixed in advance: `a = b on fluency within 0.05`"#]],
    );
    check(
        "dexperts = gpt2 on fluency within -1",
        &expect![[r#"
        dexperts = gpt2 on fluency within -1
                                          ^^ the margin must be greater than 0
        help: write it without a sign"#]],
    );
    check(
        "dexperts > gpt2 on fluency within 1",
        &expect![[r#"
        dexperts > gpt2 on fluency within 1
                                   ^^^^^^ an ordering has no `within`
        help: `within` belongs to `=`; say by how much with `by`"#]],
    );
}

#[test]
fn agreement_is_held_against_a_threshold() {
    check("alpha on fluency >= 0.4", &expect!["alpha on fluency >= 0.4"]);
    check("kappa on fluency ≤ .2", &expect!["kappa on fluency <= 0.2"]);
    check("percent agreement on fluency at least 70%", &expect!["percent agreement on fluency >= 0.7"]);
    check(
        "alpha on fluency > 0.4",
        &expect![[r#"
        alpha on fluency > 0.4
                         ^ expected `>=` or `<=`, found `>`
        help: agreement is compared with a threshold: `alpha on meaning >= 0.4`"#]],
    );
    check(
        "alpha on fluency >= 40%",
        &expect![[r#"
        alpha on fluency >= 40%
                            ^^^ expected a number, found a percentage
        help: it is not clear what the percentage refers to; write the number on the scale of the score"#]],
    );
    check(
        "alpha on fluency >= 40",
        &expect![[r#"
        alpha on fluency >= 40
                            ^^ no agreement can be 40
        help: agreement lies between -1 and 1"#]],
    );
}

#[test]
fn and_binds_closer_than_or() {
    check(
        "svm > gedi on fluency or svm > gpt2 on fluency and alpha on fluency >= 0",
        &expect!["svm > gedi on fluency or (svm > gpt2 on fluency and alpha on fluency >= 0)"],
    );
    check(
        "(svm > gedi on fluency or svm > gpt2 on fluency) and alpha on fluency >= 0",
        &expect!["(svm > gedi on fluency or svm > gpt2 on fluency) and alpha on fluency >= 0"],
    );
    check("((svm > gedi on fluency))", &expect!["svm > gedi on fluency"]);
    check(
        "(svm > gedi on fluency",
        &expect![[r#"
        (svm > gedi on fluency
                              ^ expected `and`, `or` or `)`, but the condition ends here"#]],
    );
    check(
        "svm > gedi on fluency and",
        &expect![[r#"
        svm > gedi on fluency and
                                 ^ expected a system, but the condition ends here"#]],
    );
}

#[test]
fn odd_names_go_into_quotes() {
    check("Ed+CC > 'on' on \"well formed\"", &expect!["Ed+CC > 'on' on 'well formed'"]);
    check("'it''s' > svm on fluency", &expect!["it's > svm on fluency"]);
    check("svm > it's on fluency", &expect!["svm > it's on fluency"]);
    check(
        "svm > 'on on fluency",
        &expect![[r#"
        svm > 'on on fluency
              ^^^^^^^^^^^^^^ a quote ' is opened but never closed
        help: close it with ' after the name"#]],
    );
}

#[test]
fn mistakes_are_shown_where_they_are() {
    check(
        "",
        &expect![[r#"

        ^ expected a system, but the condition ends here"#]],
    );
    check(
        "smv > gedi on fluency",
        &expect![[r#"
        smv > gedi on fluency
        ^^^ there is no system `smv`
        help: did you mean `svm`?"#]],
    );
    check(
        "svm > bart on fluency",
        &expect![[r#"
            svm > bart on fluency
                  ^^^^ there is no system `bart`
            help: known: svm, gedi, dexperts, gpt2, Ed+CC, on, it's"#]],
    );
    check(
        "svm > gedi on flency",
        &expect![[r#"
        svm > gedi on flency
                      ^^^^^^ there is no criterion `flency`
        help: did you mean `fluency`?"#]],
    );
    check(
        "svm > gedi",
        &expect![[r#"
        svm > gedi
                  ^ expected `on` and a criterion, but the condition ends here"#]],
    );
    check(
        "svm gedi on fluency",
        &expect![[r#"
        svm gedi on fluency
            ^^^^ expected `>`, `<`, `=`, `better than` or `worse than`, found `gedi`
        help: compare systems as in `a > b on fluency`"#]],
    );
}

#[test]
fn comparisons_that_make_no_sense_are_shown_where_they_are() {
    check(
        "svm >= gedi on fluency",
        &expect![[r#"
            svm >= gedi on fluency
                ^^ systems are compared with `>`, `<` or `=`
            help: write `>` or `<`; for equivalence within a margin, use `=` with `within`"#]],
    );
    check(
        "svm > gedi < gpt2 on fluency",
        &expect![[r#"
        svm > gedi < gpt2 on fluency
                   ^ the comparison changes direction
        help: join two comparisons with `and`"#]],
    );
    check(
        "svm > svm on fluency",
        &expect![[r#"
        svm > svm on fluency
        ^^^^^^^^^ `svm` is compared with itself
        help: name each system once in a comparison"#]],
    );
    check(
        "all others > all others on fluency",
        &expect![[r#"
        all others > all others on fluency
                     ^^^^^^^^^^ there are no other systems
        help: name the systems, and `all others` once"#]],
    );
    check(
        "svm > gedi on fluency by 10%",
        &expect![[r#"
        svm > gedi on fluency by 10%
                                 ^^^ expected a number, found a percentage
        help: it is not clear what the percentage refers to; write the number on the scale of the score"#]],
    );
    check(
        "svm > gedi on fluency by much",
        &expect![[r#"
        svm > gedi on fluency by much
                                 ^^^^ expected a number, found `much`"#]],
    );
    check(
        "svm > gedi on fluency significantly",
        &expect![[r#"
            svm > gedi on fluency significantly
                                  ^^^^^^^^^^^^^ expected `and`, `or` or the end, found `significantly`
            help: give the size after `by` or `within`; the deciding test goes into `decided_by`"#]],
    );
    check(
        "svm > gedi on fluency and toxicity",
        &expect![[r#"
            svm > gedi on fluency and toxicity
                                      ^^^^^^^^ there is no system `toxicity`
            help: name several criteria with commas: `a > b on fluency, meaning`"#]],
    );
}

#[test]
fn what_a_condition_is_about_can_be_listed() {
    let condition = parse("svm > all others on fluency and (gedi < svm on toxicity or kappa on length >= 0)", &names());
    let condition = condition.unwrap();
    assert_eq!(condition.criteria(), [0, 1, 2]);
    assert_eq!(condition.pairs(), [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6)]);
    assert_eq!(condition.parts().len(), 3);
}

#[test]
fn endless_parentheses_are_refused() {
    let error = parse(&"(".repeat(100_000), &names()).unwrap_err();
    assert_eq!(error.message, "parentheses nest too deep");
}

fn conditions() -> impl Strategy<Value = Condition> {
    let margin = || prop_oneof![1e-6f64..10.0, Just(0.1), Just(1e300)];
    let above = (0usize..7, vec(0usize..7, 1..7), 0usize..4, proptest::option::of(margin())).prop_map(
        |(system, mut others, criterion, by)| {
            let mut seen = vec![system];
            others.retain(|other| {
                !seen.contains(other) && {
                    seen.push(*other);
                    true
                }
            });
            if others.is_empty() {
                others.push((system + 1) % 7);
            }
            Condition::Above { system, others, criterion, by }
        },
    );
    let same = (0usize..7, 1usize..7, 0usize..4, margin()).prop_map(|(one, step, criterion, within)| Condition::Same {
        systems: (one, (one + step) % 7),
        criterion,
        within,
    });
    let coefficient = prop_oneof![Just(Coefficient::Alpha), Just(Coefficient::Kappa), Just(Coefficient::Percent)];
    let bound = prop_oneof![Just(Bound::AtLeast), Just(Bound::AtMost)];
    let agreement =
        (coefficient, 0usize..4, bound, 0.0f64..=1.0).prop_map(|(coefficient, criterion, bound, threshold)| {
            Condition::Agreement { coefficient, criterion, bound, threshold }
        });
    prop_oneof![above, same, agreement].prop_recursive(4, 24, 4, |inner| {
        prop_oneof![vec(inner.clone(), 1..4).prop_map(Condition::all), vec(inner, 1..4).prop_map(Condition::any)]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_the_same(condition in conditions()) {
        let names = names();
        let written = condition.display(&names).to_string();
        prop_assert_eq!(parse(&written, &names), Ok(condition), "{}", written);
    }

    #[test]
    fn no_text_makes_it_panic_and_errors_lie_within_it(
        text in prop_oneof!["\\PC{0,40}", "(svm|gedi|on|and|or|by|[<>=≥(),'%]|fluency|alpha|0\\.5| ){0,16}"],
    ) {
        if let Err(error) = parse(&text, &names()) {
            prop_assert!(text.get(error.range).is_some());
        }
        let _ = parse(&text, &Names::default());
    }
}
