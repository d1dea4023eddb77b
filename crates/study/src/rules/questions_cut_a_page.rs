//! R043: a list ends in the middle of a page.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Criteria;

pub(super) const RULE: Rule = Rule {
    code: Code("R043"),
    name: "questions-cut-a-page",
    severity: Severity::Error,
    summary: "the questions of a list are not whole pages",
    doc: r#"## What it checks
With several criteria on a page, `lists.questions` is a multiple of their number. Each criterion asked
counts as a question. In a study with `[[parts]]`, a list has room for a page of every part.

## Why it matters for a study
A list of 10 questions with 3 criteria to a page ends after a third of the fourth page.

## Example
Three criteria asked together:
```toml
[lists]
questions = 10
```

## Instead
Four pages are twelve questions:
```toml
[lists]
questions = 12
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let lists = &context.file.lists;
    let criteria = u32::try_from(context.file.criteria.len()).unwrap_or(u32::MAX);
    if !context.file.parts.is_empty() {
        return in_parts(context, found);
    }
    if lists.criteria == Criteria::Apart || criteria == 0 || lists.questions.is_multiple_of(criteria) {
        return;
    }
    let pages = lists.questions / criteria;
    let (fewer, more) = (pages * criteria, (pages + 1).saturating_mul(criteria));
    let instead = if fewer == 0 { more.to_string() } else { format!("{fewer} or {more}") };
    found.push(
        RULE.diagnose(
            context.places.find("lists.questions"),
            format!("{} questions are not a whole number of pages with {criteria} criteria each", lists.questions),
        )
        .with_reason("each criterion on a page counts as a question, so the last page would be cut")
        .help(format!("set `questions` to {instead}")),
    );
}

/// Every list holds its share of each part: a page at least.
fn in_parts(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (least, questions) = (context.file.criteria.len(), context.file.lists.questions);
    if least > questions as usize {
        found.push(
            RULE.diagnose(
                context.places.find("lists.questions"),
                format!("a page of every part asks {least} questions, but a list has {questions}"),
            )
            .with_reason("every list contains its share of each part")
            .help(format!("set `questions` to {least} or more")),
        );
    }
}
