//! R015: outputs judged one by one repeat between systems.

use std::collections::HashMap;

use diag::{Code, Diagnostic, Severity};

use super::tally::Tally;
use super::{Context, Rule};
use crate::file::Combine;

pub(super) const RULE: Rule = Rule {
    code: Code("R015"),
    name: "text-under-two-systems",
    severity: Severity::Advice,
    summary: "two systems have the same text for an item, so it is judged twice",
    doc: r#"## What it checks
When outputs are judged one at a time: no item has the same text under two systems. Two systems that
agree in every row are reported by R014 instead.

## Why it matters for a study
The text is judged once per system. The two scores differ by chance alone, a participant who meets it
twice notices, and the number of different texts behind the means is smaller than it seems.

## Example
```csv
item,svm,gedi
4,A small wading bird.,A small wading bird.
```

## Instead
Nothing, if it is how the systems behave: accept the finding and report the number. Otherwise check whether outputs
were filed under the wrong system.
```toml
[accept]
R015 = "short definitions: 6 of 120 coincide"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    if study.parts.iter().all(|part| part.design.combine != Combine::EveryOutput) {
        return;
    }
    let mut repeated = Tally::default();
    let mut items = 0;
    for (index, item) in study.items.iter().enumerate() {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let before = repeated.count();
        for (system, output) in item.outputs.iter().enumerate() {
            let Some(text) = output.as_deref().map(str::trim).filter(|text| !text.is_empty()) else { continue };
            if let Some(first) = seen.get(text) {
                repeated.add(|| {
                    let words = format!("the same as the output of `{}`", study.systems[*first].id.0);
                    (context.output_place(index, system), words)
                });
            } else {
                seen.insert(text, system);
            }
        }
        items += usize::from(repeated.count() > before);
    }
    let message = |_| format!("two systems have the same text for {items} of {} items", study.items.len());
    found.extend(repeated.report(&RULE, message).map(|diagnostic| {
        diagnostic.with_reason("the text is judged once per system, and the two scores differ by chance alone").help(
            "check that no output was filed under the wrong system; if none was, accept this and report the number",
        )
    }));
}
