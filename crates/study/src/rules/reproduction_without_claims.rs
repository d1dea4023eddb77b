//! R093: nothing says what it would mean for the result to be the same.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R093"),
    name: "reproduction-without-claims",
    severity: Severity::Advice,
    summary: "a study reproduces another, but lists none of its claims",
    doc: r#"## What it checks
A study with `[reproduces]` has at least one claim.

## Why it matters for a study
Whether a result was reproduced is asked about what the paper concluded. Which sentences those are, and
what would confirm them, is best written down before the numbers are in.

## Example
```toml
[reproduces]
paper = "Hosking, Tang and Lapata 2022"
```
and no `[[claims]]`.

## Instead
```toml
[[claims]]
id = "C1"
text = "The VAE baseline is the best at preserving meaning."
holds_if = "vae > all others on meaning"
decided_by = "direction"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if context.file.reproduces.is_some() && context.file.claims.is_empty() {
        found.push(
            RULE.diagnose(
                context.places.find("reproduces"),
                "the study reproduces another, but lists none of its claims",
            )
            .with_reason("write down what would count as the same result before the numbers are in")
            .help("add a `[[claims]]` table for each sentence that the paper concludes with"),
        );
    }
}
