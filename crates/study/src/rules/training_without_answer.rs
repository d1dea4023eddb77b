//! R055: a training question that cannot be answered rightly.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R055"),
    name: "training-without-answer",
    severity: Severity::Error,
    summary: "a training question has no right answer",
    doc: r#"## What it checks
Every row of the training file has something in column `answer`.

## Why it matters for a study
Training tells people whether they understood. Without a right answer nobody can pass it, or everybody
does.

## Example
```csv
check,text,answer,feedback
t1,The moon old is.,,The words are in the wrong order.
```

## Instead
```csv
t1,The moon old is.,1..2,The words are in the wrong order.
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut without = Tally::default();
    for question in &study.training {
        if question.answer.trim().is_empty() {
            without.add(|| (context.training_place(question, "answer"), format!("`{}`", question.id)));
        }
    }
    let verb = |count| if count == 1 { "has" } else { "have" };
    let message = |count| format!("{} {} no right answer", count_noun(count, "training question"), verb(count));
    found.extend(without.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("participants cannot be told whether they understood")
            .help("write the answer that is right")
    }));
}
