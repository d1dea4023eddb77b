//! R041: everyone answers in the same order.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Order;

pub(super) const RULE: Rule = Rule {
    code: Code("R041"),
    name: "order-fixed",
    severity: Severity::Advice,
    summary: "everyone who gets a list answers it in the same order",
    doc: r#"## What it checks
`lists.order` is not `"fixed"` when several people answer each question.

## Why it matters for a study
The first questions are answered while learning the scale, the last ones while tired. With one order
for everybody this falls on the same items each time, and does not average out.

## Example
```toml
[lists]
order = "fixed"
completions = 3
```

## Instead
```toml
order = "random"         # the default; drawn from the seed and written down
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let lists = &context.file.lists;
    if lists.order == Order::Fixed && lists.completions > 1 {
        found.push(
            RULE.diagnose(
                context.places.find("lists.order"),
                format!("all {} people answer a list in the same order", lists.completions),
            )
            .with_reason("learning and fatigue affect the same items each time and do not average out")
            .help("set `order = \"random\"`"),
        );
    }
}
