//! R129: a logo, a colour or a stylesheet that pages cannot use.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::Colour;

pub(super) const RULE: Rule = Rule {
    code: Code("R129"),
    name: "look-unusable",
    severity: Severity::Error,
    summary: "a logo, a colour or a stylesheet of `[look]` cannot be used",
    doc: r##"## What it checks
The logo of `[look]` is a picture in the study folder; colours are written as `#7a1f2b`; the stylesheet has at most 20 kB, and neither
imports another one nor names files (`url(…)`).

## Why it matters for a study
Pages load nothing from other servers, so that nobody learns who takes part, and no file by its name, which may be that of a system. What
names either would not be there.

## Example
```toml
[look]
accent = "dark red"
```

## Instead
```toml
[look]
accent = "#7a1f2b"
```
"##,
    check,
};

/// The most that a stylesheet may weigh.
const MOST_BYTES: usize = 20_000;

/// Pictures that browsers show.
const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"];

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let look = &context.file.look;
    let mut complain = |key: &str, message: String, help: &str| {
        found.push(
            RULE.diagnose(context.places.find(&format!("look.{key}")), message)
                .with_reason("participants would see pages without it")
                .help(help),
        );
    };
    for (key, colour) in [("accent", &look.accent), ("accent_dark", &look.accent_dark)] {
        if let Some(written) = colour.as_deref().filter(|written| Colour::parse(written).is_none()) {
            complain(
                key,
                format!("`{written}` is not a colour"),
                "write a `#` and six digits from 0 to f, such as `#7a1f2b`",
            );
        }
    }
    if let Some(logo) = &look.logo {
        let picture =
            logo.rsplit_once('.').is_some_and(|(_, ending)| PICTURES.contains(&ending.to_lowercase().as_str()));
        if !context.files.exists(logo) {
            complain(
                "logo",
                format!("there is no `{logo}` in the study folder"),
                "put it there; upper and lower case matter",
            );
        } else if !picture {
            complain(
                "logo",
                format!("`{logo}` is not a picture that browsers can show"),
                "use .svg, .png, .jpg, .webp, .avif or .gif",
            );
        }
    }
    let Some(stylesheet) = context.study.map(|study| study.look.stylesheet.as_str()) else { return };
    let bytes = stylesheet.len();
    if bytes > MOST_BYTES {
        complain(
            "stylesheet",
            format!("the stylesheet has {bytes} bytes"),
            "keep it below 20,000, so that pages stay light",
        );
    }
    let lower = stylesheet.to_lowercase();
    if let Some(named) = ["@import", "url(", "image-set("].into_iter().find(|word| lower.contains(word)) {
        complain(
            "stylesheet",
            format!("the stylesheet has `{named}`"),
            "leave it out; a picture at the top is the `logo`",
        );
    }
}
