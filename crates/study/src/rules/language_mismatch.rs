//! R073: the questions are not in the language stated.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R073"),
    name: "language-mismatch",
    severity: Severity::Warning,
    summary: "the questions are written in a script that the stated language does not use",
    doc: r#"## What it checks
Most letters of the title and the questions belong to a script in which `study.language` is written.
Only languages whose script is certain are looked at; outputs may be in any language.

## Why it matters for a study
The language decides in which direction pages run, which words the program's own buttons have, and how
a screen reader speaks. It is English unless stated.

## Example
```toml
[study]
title = "أي النصين أفضل؟"       # and no `language`
```

## Instead
```toml
language = "ar"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let about = &context.file.study;
    let language = about.language.split(['-', '_']).next().unwrap_or_default();
    let Some(expected) = script_of_language(language) else { return };
    let texts = std::iter::once(&about.title).chain(context.file.criteria.iter().map(|criterion| &criterion.question));
    let mut letters = 0_usize;
    let mut counts: Vec<(Script, usize)> = Vec::new();
    for script in texts.flat_map(|text| text.chars()).filter(|c| c.is_alphabetic()).map(script) {
        letters += 1;
        match counts.iter_mut().find(|(known, _)| *known == script) {
            Some((_, count)) => *count += 1,
            None => counts.push((script, 1)),
        }
    }
    let Some((most, count)) = counts.into_iter().max_by_key(|(_, count)| *count) else { return };
    if most != expected && most != Script::Other && letters >= 8 && count * 2 > letters {
        found.push(
            RULE.diagnose(
                if context.places.has_path("study.language") {
                    context.places.find("study.language")
                } else {
                    context.places.find("study.title")
                },
                format!("the language is `{}`, but the questions are written in {}", about.language, words(most)),
            )
            .with_reason(
                "the language determines the text direction, the button labels and the voice of screen readers",
            )
            .help("set `language` in `[study]` to the language of the questions"),
        );
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Devanagari,
    Thai,
    EastAsian,
    Other,
}

fn script_of_language(language: &str) -> Option<Script> {
    Some(match language {
        "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "da" | "sv" | "no" | "nb" | "nn" | "fi" | "pl" | "cs"
        | "sk" | "hu" | "ro" | "et" | "lv" | "lt" | "sl" | "hr" | "ca" | "gl" | "eu" | "ga" | "cy" | "is" | "tr"
        | "vi" | "id" => Script::Latin,
        "el" => Script::Greek,
        "ru" | "uk" | "bg" | "be" | "mk" => Script::Cyrillic,
        "he" | "iw" | "yi" => Script::Hebrew,
        "ar" | "fa" | "ps" | "ug" => Script::Arabic,
        "hi" | "mr" | "ne" => Script::Devanagari,
        "th" => Script::Thai,
        "zh" | "ja" | "ko" => Script::EastAsian,
        _ => return None,
    })
}

fn script(c: char) -> Script {
    match c {
        'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
        '\u{900}'..='\u{97f}' => Script::Devanagari,
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' => Script::EastAsian,
        _ => Script::Other,
    }
}

fn words(script: Script) -> &'static str {
    match script {
        Script::Latin => "Latin letters",
        Script::Greek => "Greek letters",
        Script::Cyrillic => "Cyrillic letters",
        Script::Hebrew => "Hebrew letters",
        Script::Arabic => "Arabic letters",
        Script::Devanagari => "Devanagari",
        Script::Thai => "Thai letters",
        Script::EastAsian => "Chinese, Japanese or Korean script",
        Script::Other => "another script",
    }
}
