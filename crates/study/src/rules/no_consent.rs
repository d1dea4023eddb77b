//! R069: people take part without being asked.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R069"),
    name: "no-consent",
    severity: Severity::Warning,
    summary: "participants are recruited, but there is no consent text",
    doc: r#"## What it checks
A study with a `[participants]` section has a consent text that says something.

## Why it matters for a study
People must know what they agree to. Journals and the datasheet ask for it, and answers given without
consent may not be used.

## Example
A folder without `consent.md`, or with an empty one.

## Instead
Write `consent.md`: what is asked of people, what is kept, for how long, that they can stop at any time,
and whom to ask.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if context.file.participants.is_none() {
        return;
    }
    let name = &context.file.texts.consent;
    let place = match context.text("consent") {
        Some(text) if !text.text.trim().is_empty() => return,
        Some(text) => diag::Place::file(text.file.as_str()),
        None => context.places.find("participants"),
    };
    found.push(
        RULE.diagnose(place, "participants are recruited, but there is no consent text")
            .with_reason("people must know what they are agreeing to")
            .help(format!("write `{name}`: what is asked and stored, how to withdraw, whom to contact")),
    );
}
