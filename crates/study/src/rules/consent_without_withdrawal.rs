//! R070: people are not told that they can stop.

use diag::{Code, Diagnostic, Place, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R070"),
    name: "consent-without-withdrawal",
    severity: Severity::Warning,
    summary: "the consent text does not say how to withdraw",
    doc: r#"## What it checks
The consent or the information text says that people can withdraw or stop. The words are known for
Dutch, English, French, German, Italian, Portuguese and Spanish; other languages are left alone.

## Why it matters for a study
Consent that cannot be taken back is not consent. Ethics boards require the sentence, and people who do
not know that they may leave have no reason to go on answering with care.

## Example
> I agree to take part and that my answers are published.

## Instead
> I can stop at any time, without giving a reason, by closing the page; my answers are then not used.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(consent) = context.text("consent").filter(|text| !text.text.trim().is_empty()) else { return };
    let language = context.file.study.language.split(['-', '_']).next().unwrap_or_default();
    let words: &[&str] = match language {
        "en" => &[
            "withdraw",
            "any time",
            "anytime",
            "whenever",
            "stop",
            "leave",
            "quit",
            "opt out",
            "discontinue",
            "end your participation",
        ],
        "de" => &["widerruf", "zurückzieh", "zurückzu", "zurücktret", "jederzeit", "abbrech"],
        "fr" => &["retirer", "retrait", "à tout moment", "interrompre", "quitter"],
        "es" => &["retirar", "en cualquier momento", "abandonar", "revocar"],
        "it" => &["ritirar", "in qualsiasi momento", "in ogni momento", "interrompere"],
        "pt" => &["retirar", "a qualquer momento", "desistir", "em qualquer momento"],
        "nl" => &["terugtrek", "trekken", "op elk moment", "stoppen"],
        _ => return,
    };
    let says = |text: &str| {
        let text = text.to_lowercase();
        words.iter().any(|word| text.contains(word))
    };
    let information = context.text("information").is_some_and(|text| says(&text.text));
    if !information && !says(&consent.text) {
        found.push(
            RULE.diagnose(Place::file(consent.file.as_str()), "the consent text does not say how to withdraw")
                .with_reason("consent that cannot be taken back is not consent")
                .help("say that people can stop at any time, how, and what happens to their answers"),
        );
    }
}
