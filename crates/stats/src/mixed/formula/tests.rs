use expect_test::{Expect, expect};

use super::*;

#[expect(clippy::needless_pass_by_value, reason = "reads better at the call")]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&match Formula::parse(text) {
        Ok(formula) => formula.to_string(),
        Err(error) => error.to_string(),
    });
}

#[test]
fn operators_expand_as_in_r() {
    check("y ~ a * b + (1|g)", expect!["y ~ a + b + a:b + (1 | g)"]);
    check("y ~ a * b * c - a:b:c", expect!["y ~ a + b + c + a:b + a:c + b:c"]);
    check("y ~ a / b", expect!["y ~ a + a:b"]);
    check("y ~ (a + b) / c", expect!["y ~ a + b + a:b:c"]);
    check("y ~ (a + b):c + a", expect!["y ~ a + a:c + b:c"]);
    check("y ~ 0 + a", expect!["y ~ 0 + a"]);
    check("y ~ a - 1", expect!["y ~ 0 + a"]);
    check("y ~ -1 + a", expect!["y ~ 0 + a"]);
    check("y ~ 1", expect!["y ~ 1"]);
    check("y ~ factor(list) + offset(base)", expect!["y ~ factor(list) + offset(base)"]);
    check("`my y` ~ `a b` + `c`", expect!["`my y` ~ `a b` + c"]);
    check("y ~ factor(`a b`) + offset(`c d`) + (1 | `2`)", expect!["y ~ `factor(a b)` + offset(`c d`) + (1 | `2`)"]);
}

#[test]
fn random_effects_keep_their_order_and_nesting_is_written_out() {
    check("y ~ x + (1 + x || g) + (0 + x | h)", expect!["y ~ x + (x || g) + (0 + x | h)"]);
    check("y ~ 1 + (1 | school/class)", expect!["y ~ 1 + (1 | school) + (1 | school:class)"]);
    check("y ~ 1 + (x | a:b)", expect!["y ~ 1 + (x | a:b)"]);
}

#[test]
fn mistakes_are_shown_with_a_caret_and_a_remedy() {
    check(
        "y ~ a + ",
        expect![[r"
        the formula ends too early
          y ~ a + 
                  ^
        help: write a column name, `0`, `1` or `(effects | group)`"]],
    );
    check(
        "y a",
        expect![[r"
        `a` is not expected here
          y a
            ^
        help: write `~` between the response and what explains it"]],
    );
    check(
        "y ~ 1 | rater",
        expect![[r"
        `|` is not expected here
          y ~ 1 | rater
                ^
        help: put the random effect in parentheses: `(1 | rater)`"]],
    );
    check(
        "y ~ log(x)",
        expect![[r"
        `log(…)` is not understood here
          y ~ log(x)
              ^^^
        help: compute the column first; only `factor(column)` and, at the top, `offset(column)` are known"]],
    );
    check(
        "y ~ a + (1 | g",
        expect![[r"
        the formula ends too early
          y ~ a + (1 | g
                        ^
        help: close the random effect after its group"]],
    );
    check(
        "y ~ a ^ 2",
        expect![[r"
        `^` has no meaning in a formula
          y ~ a ^ 2
                ^
        help: write a column name with unusual characters in backticks, like `my column`"]],
    );
    check(
        "",
        expect![[r"
        the formula ends too early
          
          ^
        help: begin with the column that is explained: `rating ~ system + (1 | rater)`"]],
    );
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    check(
        "y ~ a + (1 | (g - g))",
        expect![[r"
        a group must be a column
          y ~ a + (1 | (g - g))
                       ^
        help: write `(1 | rater)`"]],
    );
    check(
        "y ~ a*b*c*d*e*f*g*h*i*j*k*l*m*n",
        expect![[r"
        with this there are more than 4096 terms
          y ~ a*b*c*d*e*f*g*h*i*j*k*l*m*n
                                        ^
        help: write the interactions that matter with `:`, and join the rest with `+`"]],
    );
    check(
        "y ~ 0 + ``",
        expect![[r"
        there is no column name between these backticks
          y ~ 0 + ``
                  ^^
        help: write the name of a column between them"]],
    );
}

proptest::proptest! {
    #[test]
    fn any_text_gives_a_formula_or_a_place_inside_it(text in "[ab~+:*/()|01 `-]{0,24}") {
        match Formula::parse(&text) {
            Ok(formula) => {
                let again = Formula::parse(&formula.to_string());
                proptest::prop_assert_eq!(again, Ok(formula));
            }
            Err(error) => proptest::prop_assert!(error.at <= text.chars().count()),
        }
    }
}
