//! R049: a criterion that no check tests.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R049"),
    name: "criterion-never-checked",
    severity: Severity::Warning,
    summary: "there are checks, but none asks this criterion",
    doc: r#"## What it checks
When a study has checks, every criterion is asked in at least one of them. Free text is left alone.

## Why it matters for a study
A check tells whether someone understood and did what was asked. A check of grammar passed says
nothing about judging meaning. A check that had little to do with the criterion is among the flaws found
in published reproductions.

## Example
Criteria `meaning` and `fluency`, but every row of `checks.csv` has `fluency` in column `criterion`.

## Instead
Add a check whose right answer only someone judging `meaning` would give.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    if study.checks.is_empty() {
        return;
    }
    for (index, criterion) in study.criteria.iter().enumerate() {
        let checked = study.checks.iter().any(|check| check.criterion == index);
        if !checked && !matches!(criterion.response, Response::Text(_)) {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("criteria.{index}.id")),
                    match study.checks.len() {
                        1 => format!("the one check does not ask `{}`", criterion.id.0),
                        checks => format!("none of the {checks} checks asks `{}`", criterion.id.0),
                    },
                )
                .with_place(context.places.find("lists.checks"), "the checks")
                .with_reason("passing a check of another criterion says nothing about this one")
                .help(format!("add a check with `{}` in column `criterion`", criterion.id.0)),
            );
        }
    }
}
