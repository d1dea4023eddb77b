//! R097: a deviation that is none.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R097"),
    name: "deviation-without-difference",
    severity: Severity::Warning,
    summary: "a deviation says the same about the original and about this study",
    doc: r#"## What it checks
`original` and `here` of every deviation differ.

## Why it matters for a study
The list of deviations is read to explain differing results. A row copied and half edited hides what
really differs.

## Example
```toml
deviations = [{ what = "platform", original = "MTurk", here = "MTurk" }]
```

## Instead
```toml
deviations = [{ what = "platform", original = "MTurk", here = "Prolific" }]
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(reproduces) = &context.file.reproduces else { return };
    for (index, deviation) in reproduces.deviations.iter().enumerate() {
        if deviation.original.trim().eq_ignore_ascii_case(deviation.here.trim()) {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("reproduces.deviations.{index}.here")),
                    format!("`{}` is `{}` in the original and here", deviation.what, deviation.here.trim()),
                )
                .with_reason("a half-edited row hides the real difference")
                .help("say what is different here, or remove the deviation"),
            );
        }
    }
}
