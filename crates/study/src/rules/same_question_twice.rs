//! R032: two criteria ask the same thing.

use std::collections::HashMap;

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R032"),
    name: "same-question-twice",
    severity: Severity::Warning,
    summary: "two criteria ask the same question",
    doc: r#"## What it checks
No two criteria have the same `question`, whatever the case and the blanks.

## Why it matters for a study
Participants cannot tell the two apart, answer the same twice, and the criteria then correlate as if
that were a finding. Usually one was copied and the question forgotten.

## Example
```toml
[[criteria]]
id = "fluency"
question = "How good is the text?"

[[criteria]]
id = "adequacy"
question = "How good is the text?"
```

## Instead
Ask for each criterion by name: "How fluent is the text?", "How much of the input does it convey?"
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut asked: HashMap<String, usize> = HashMap::new();
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        let question = criterion.question.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let first = *asked.entry(question).or_insert(index);
        if first != index {
            let other = &context.file.criteria[first].id;
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("criteria.{index}.question")),
                    format!("`{}` asks the same question as `{other}`", criterion.id),
                )
                .with_place(context.places.find(&format!("criteria.{first}.question")), "first asked here")
                .with_reason("participants cannot tell the two apart and give the same answer twice")
                .help("ask for each criterion by its own name"),
            );
        }
    }
}
