//! R071: nobody to ask.

use diag::{Code, Diagnostic, Place, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R071"),
    name: "consent-without-contact",
    severity: Severity::Warning,
    summary: "neither the consent text nor `study.contact` says whom to ask",
    doc: r#"## What it checks
`study.contact` is given, or the consent or information text holds an e-mail address, a web address or
a telephone number.

## Why it matters for a study
People who have a question, or want their answers deleted, need someone to turn to. Consent texts are
copied from study to study, and the address is what gets lost.

## Example
> If you have questions, please contact us.

## Instead
```toml
[study]
contact = "evaluation@university.example"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(consent) = context.text("consent").filter(|text| !text.text.trim().is_empty()) else { return };
    let contact = context.file.study.contact.as_deref().is_some_and(|contact| !contact.trim().is_empty());
    let information = context.text("information").is_some_and(|text| has_contact(&text.text));
    if !contact && !information && !has_contact(&consent.text) {
        found.push(
            RULE.diagnose(Place::file(consent.file.as_str()), "nothing says whom participants can ask")
                .with_reason("people who have a question, or want their answers deleted, need someone to turn to")
                .help("set `contact` in `[study]`, or give an address in the text"),
        );
    }
}

fn has_contact(text: &str) -> bool {
    let mail = |word: &str| word.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.'));
    let telephone = |line: &str| line.contains('+') && line.chars().filter(char::is_ascii_digit).count() >= 7;
    text.contains("http://")
        || text.contains("https://")
        || text.contains("www.")
        || text.split_whitespace().any(mail)
        || text.lines().any(telephone)
}
