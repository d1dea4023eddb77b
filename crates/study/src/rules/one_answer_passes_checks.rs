//! R048: who always gives the same answer passes every check.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Sides;
use crate::response::Arity;
use crate::{CheckQuestion, Study};

pub(super) const RULE: Rule = Rule {
    code: Code("R048"),
    name: "one-answer-passes-checks",
    severity: Severity::Warning,
    summary: "the right answer to every check stands in the same place",
    doc: r#"## What it checks
The checks of a criterion do not all have the same right answer. For outputs shown side by side this
matters when `lists.sides = "fixed"`; otherwise their sides are drawn like those of other questions.

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
        let [first, rest @ ..] = checks.as_slice() else { continue };
        let answer = first.answer.trim();
        let same = rest.iter().all(|check| check.answer.trim().eq_ignore_ascii_case(answer));
        if rest.is_empty() || !same || drawn(study, index, answer) {
            continue;
        }
        found.push(
            RULE.at(
                context.check_place(first, "answer"),
                format!("the right answer to all {} checks of `{}` is `{answer}`", checks.len(), criterion.id.0),
            )
            .why("whoever always gives that answer passes them all without reading")
            .help("let the right answer differ from check to check"),
        );
    }
}

/// Whether the place of the right answer is drawn anew, so that the letter says nothing.
fn drawn(study: &Study, criterion: usize, answer: &str) -> bool {
    let side_by_side = study.criteria[criterion].response.arity() != Arity::One;
    side_by_side && study.lists.sides != Sides::Fixed && !answer.eq_ignore_ascii_case("equal")
}
