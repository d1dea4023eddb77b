//! R130: an accent colour that cannot be read on the page.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::Colour;

pub(super) const RULE: Rule = Rule {
    code: Code("R130"),
    name: "colour-hard-to-read",
    severity: Severity::Warning,
    summary: "an accent colour has too little contrast with the page",
    doc: r##"## What it checks
`look.accent` has a contrast of at least 4.5 to 1 with the light page, and `look.accent_dark` with the dark one, as WCAG 2.2 asks for
text (1.4.3).

## Why it matters for a study
Links and buttons have this colour. Whoever sees less well, or sits in the sun, cannot find them.

## Example
```toml
[look]
accent = "#f0b000"
```

## Instead
```toml
[look]
accent = "#7a5a00"
```
"##,
    check,
};

/// What WCAG 2.2 asks for text.
const LEAST: f64 = 4.5;

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let pages = [
        ("accent", study.look.accent, Colour::PAPER, "light", "a darker"),
        ("accent_dark", study.look.accent_dark, Colour::DARK_PAPER, "dark", "a lighter"),
    ];
    for (key, colour, paper, page, other) in pages {
        let Some(colour) = colour else { continue };
        let contrast = colour.contrast(paper);
        if contrast < LEAST {
            let message = format!("`{}` on the {page} page has a contrast of {contrast:.1} to 1", colour.css());
            found.push(
                RULE.diagnose(context.places.find(&format!("look.{key}")), message)
                    .with_reason("links and buttons in this colour are hard to see; text needs 4.5 to 1")
                    .help(format!("choose {other} colour")),
            );
        }
    }
}
