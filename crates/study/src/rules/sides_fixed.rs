//! R040: systems always stand on the same side.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Sides;
use crate::response::Arity;

pub(super) const RULE: Rule = Rule {
    code: Code("R040"),
    name: "sides-fixed",
    severity: Severity::Warning,
    summary: "outputs shown together always appear on the same sides",
    doc: r#"## What it checks
Studies that show several outputs at once do not set `lists.sides = "fixed"`.

## Why it matters for a study
People prefer a side. In one study 53 % of 1785 choices fell on the first of two texts, more than chance
allows; among the identical pairs of another it was 84 %. If a system is always on that side, part of its score is due
to the side.

## Example
```toml
[lists]
sides = "fixed"
```

## Instead
```toml
[lists]
sides = "balanced"       # the default
```
If the original study had fixed sides and that is to be repeated, accept the finding and say so.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let together = context.file.criteria.iter().any(|criterion| criterion.response.arity() != Arity::One);
    if together && context.file.lists.sides == Sides::Fixed {
        found.push(
            RULE.diagnose(context.places.find("lists.sides"), "every system always appears on the same side")
                .with_reason("people prefer a side, and this cannot be distinguished from preferring a system")
                .help("set `sides = \"balanced\"`"),
        );
    }
}
