//! R051: a check is made of a text that is also judged.

use std::collections::HashSet;

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R051"),
    name: "check-repeats-item",
    severity: Severity::Warning,
    summary: "a check uses a text that is also among the items",
    doc: r#"## What it checks
No check shows an output that is also judged, or the same shown texts as an item. Texts of fewer than
three words are left alone.

## Why it matters for a study
Someone who sees both meets the same text twice, remembers the first answer, and recognises the second as a test. The
judgement of the item is no longer like the others.

## Example
`items.csv` has "How old is the moon?" as an input, and so has a row of `checks.csv`.

## Instead
Make checks of texts that are not among the items.
"#,
    check,
};

const WORDS_MIN: usize = 3;

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    if study.checks.is_empty() {
        return;
    }
    let long = |text: &&str| text.split_whitespace().nth(WORDS_MIN - 1).is_some();
    // Checks are few and items many: the items are looked up among the texts of the checks.
    let outputs: HashSet<&str> =
        study.checks.iter().flat_map(|check| &check.outputs).map(|text| text.trim()).filter(long).collect();
    let inputs: HashSet<&[String]> = study
        .checks
        .iter()
        .map(|check| check.shown.as_slice())
        .filter(|shown| shown.iter().any(|text| long(&text.as_str())))
        .collect();
    let (mut known_outputs, mut known_inputs) = (HashSet::new(), HashSet::new());
    for item in &study.items {
        if study.content.is_text() {
            known_outputs
                .extend(item.outputs.iter().flatten().map(|text| text.trim()).filter(|text| outputs.contains(text)));
        }
        if inputs.contains(item.shown.as_slice()) {
            known_inputs.insert(item.shown.as_slice());
        }
    }
    let mut repeats = Tally::default();
    for check in &study.checks {
        let shown = known_inputs.contains(check.shown.as_slice());
        if shown || check.outputs.iter().any(|text| known_outputs.contains(text.trim())) {
            let words = if shown { "an item shows the same" } else { "one of its texts is an output" };
            repeats.add(|| (context.check_place(check, "check"), words.to_owned()));
        }
    }
    let message = |count| format!("{} built from texts that are also among the items", repeats_phrase(count));
    found.extend(repeats.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("someone who sees both remembers the first answer and recognises the second as a test")
            .help("build checks from texts that are not judged")
    }));
}

fn repeats_phrase(count: usize) -> String {
    format!("{} {}", count_noun(count, "check"), if count == 1 { "is" } else { "are" })
}
