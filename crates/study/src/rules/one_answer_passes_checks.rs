//! R048: who always gives the same answer passes every check.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::CheckQuestion;
use crate::file::Sides;
use crate::response::{Expectation, Preference};

pub(super) const RULE: Rule = Rule {
    code: Code("R048"),
    name: "one-answer-passes-checks",
    severity: Severity::Warning,
    summary: "a single answer passes every check of a criterion",
    doc: r#"## What it checks
No single answer passes all checks of a criterion. For outputs shown side by side this matters when
`lists.sides = "fixed"`; otherwise their sides are drawn like those of other questions.

## Why it matters for a study
Checks are there to find people who do not read. In one study the right answer of every check stood on
the right-hand side, in all sixty lists: whoever always pressed the right-hand button passed them all.

## Example
```csv
check,a,b,answer
c1,Green the of.,The moon is old.,b
c2,Is is is.,Emma is a novel.,b
```

## Instead
Write half of them the other way round, or let sides be drawn with `sides = "balanced"`. For ratings,
have a check with a low right answer and one with a high one.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    for (index, criterion) in study.criteria.iter().enumerate() {
        let checks: Vec<&CheckQuestion> = study.checks.iter().filter(|check| check.criterion == index).collect();
        let [first, _, ..] = checks.as_slice() else { continue };
        let passing = checks.iter().map(|check| criterion.response.expects(&check.answer, check.outputs.len()));
        let Ok(passing) = passing.collect::<Result<Vec<Expectation>, _>>() else { continue };
        let Some(answer) = passes_all(&passing, study.lists.sides) else { continue };
        found.push(
            RULE.diagnose(
                context.check_place(first, "answer"),
                format!("always answering {answer} passes all {} checks of `{}`", checks.len(), criterion.id.0),
            )
            .with_reason("checks are meant to find people who do not read")
            .help("let the right answer differ from check to check"),
        );
    }
}

/// An answer that passes every check when it is always given. Of outputs shown side by side only
/// "equal" can be one, unless sides are fixed: otherwise the right side is drawn like any other.
fn passes_all(passing: &[Expectation], sides: Sides) -> Option<String> {
    match passing.first()? {
        Expectation::Within { .. } => {
            let mut both = (f64::NEG_INFINITY, f64::INFINITY);
            for expectation in passing {
                let Expectation::Within { minimum, maximum } = expectation else { return None };
                both = (both.0.max(*minimum), both.1.min(*maximum));
            }
            (both.0 <= both.1).then(|| format!("`{}`", if both.0.is_finite() { both.0 } else { both.1 }))
        }
        Expectation::Preferred(_) => {
            let candidates = [("a", Preference::First), ("b", Preference::Second), ("equal", Preference::Equal)];
            let fixed = |preference: Preference| sides == Sides::Fixed || preference == Preference::Equal;
            let passes = |preference: Preference| {
                passing.iter().all(
                    |expectation| matches!(expectation, Expectation::Preferred(right) if right.contains(&preference)),
                )
            };
            let found = candidates.into_iter().find(|(_, preference)| fixed(*preference) && passes(*preference));
            found.map(|(letter, _)| format!("`{letter}`"))
        }
        first @ (Expectation::Orders(_) | Expectation::Extremes { .. }) => {
            let same = sides == Sides::Fixed && passing.iter().all(|expectation| expectation == first);
            same.then(|| "in the same order".to_owned())
        }
        first @ (Expectation::Options(_)
        | Expectation::Unmarked
        | Expectation::Marked(_)
        | Expectation::Days { .. }
        | Expectation::Words(_)) => {
            passing.iter().all(|expectation| expectation == first).then(|| "the same".to_owned())
        }
    }
}
