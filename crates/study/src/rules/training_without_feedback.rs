//! R056: a training question that teaches nothing.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R056"),
    name: "training-without-feedback",
    severity: Severity::Warning,
    summary: "a training question has no feedback after it is answered",
    doc: r#"## What it checks
Every row of the training file has something in column `feedback`.

## Why it matters for a study
A participant who answered wrongly learns that it was wrong, but not why, and brings the same
misunderstanding to the questions that count.

## Example
```csv
check,text,answer
t1,The moon old is.,1..2
```

## Instead
```csv
check,text,answer,feedback
t1,The moon old is.,1..2,The words are in the wrong order; that is a matter of fluency.
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut without = Tally::default();
    for question in &study.training {
        if question.feedback.as_deref().is_none_or(|feedback| feedback.trim().is_empty()) {
            without.add(|| (context.training_place(question, "check"), String::new()));
        }
    }
    let verb = |count| if count == 1 { "says" } else { "say" };
    let message =
        |count| format!("{} {} nothing after the answer", count_noun(count, "training question"), verb(count));
    found.extend(without.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("people who answer wrongly do not learn why, and keep making the same mistake")
            .help("say in column `feedback` why the right answer is right")
    }));
}
