//! R046: one person may do more lists than the study can give them.

use diag::{Code, Diagnostic, Severity};

use super::amount::Amount;
use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R046"),
    name: "more-lists-than-there-are",
    severity: Severity::Warning,
    summary: "one person may do more lists than there are without seeing anything twice",
    doc: r#"## What it checks
`participants.lists_each` is not larger than the number of lists; and, unless items may repeat, that
many lists have no more pages than there are items.

## Why it matters for a study
People are promised work that cannot be given to them: nobody answers the same question twice, and
unless the study says otherwise nobody meets the same item twice.

## Example
Four lists:
```toml
[participants]
lists_each = 10
```

## Instead
```toml
lists_each = 4
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let amount = Amount::of(study);
    let each = u64::from(study.participants.lists_each);
    let items = study.items.len() as u64;
    if each < 2 || amount.lists == 0 {
        return;
    }
    let without_repeats = if study.design.repeat_items { u64::MAX } else { items / amount.pages_per_list.max(1) };
    let most = amount.lists.min(without_repeats).max(1);
    if each > most {
        let (reason, help) = if amount.lists <= without_repeats {
            ("there are no more lists", "")
        } else {
            ("items would repeat", ", or `repeat_items = true` in `[design]` if the original did so")
        };
        found.push(
            RULE.at(
                context.places.of("participants.lists_each"),
                format!("one person may do {each} lists, but can be given only {most}: {reason}"),
            )
            .why("people are promised work that cannot be given to them")
            .help(format!("set `lists_each = {most}`{help}")),
        );
    }
}
