//! R023: participants can read which system wrote a text.

use std::ops::Range;

use diag::{Code, Diagnostic, Severity};

use super::cells::texts;
use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::Study;

pub(super) const RULE: Rule = Rule {
    code: Code("R023"),
    name: "system-name-shown",
    severity: Severity::Warning,
    summary: "a system's name appears in a text that participants read",
    doc: r#"## What it checks
No system's id or printed name, when it is one that could not be an ordinary word (`GPT-2`, `hrq_vae`),
stands in an output, in a shown column, in a question or definition, or in the texts before the last
page.

## Why it matters for a study
People who know which system they look at judge the system, not the text. The evaluation is no longer
blind.

## Example
```csv
item,gpt2
1,As GPT-2 I cannot say how old the moon is.
```

## Instead
Take the name out, in every system's outputs alike, or leave the item out. Names may appear in `debrief.md`, which is
shown at the end.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let names = names(study);
    let name_in = |text: &str| names.iter().find_map(|name| word(text, name).map(|range| (*name, range)));
    let mut named = Tally::default();
    for cell in texts(study) {
        if let Some((name, _)) = name_in(cell.text) {
            named.add(|| (context.cell_place(cell), format!("`{name}`")));
        }
    }
    let message = |count| format!("a system's name appears in {} shown to participants", count_noun(count, "text"));
    let why = "people who know which system they are looking at judge the system, not the text";
    let help = "remove the name, for every system alike";
    found.extend(named.report(&RULE, message).map(|diagnostic| diagnostic.with_reason(why).help(help)));
    for (index, criterion) in study.criteria.iter().enumerate() {
        let criterion_texts = [("question", Some(&criterion.question)), ("definition", criterion.definition.as_ref())];
        for (key, text) in criterion_texts.into_iter().filter_map(|(key, text)| Some((key, text?))) {
            if let Some((name, range)) = name_in(text) {
                let message = format!("the {key} of `{}` names the system `{name}`", criterion.id.0);
                let place = context.places.find_inside(&format!("criteria.{index}.{key}"), range);
                found.push(RULE.diagnose(place, message).with_reason(why).help("ask without naming a system"));
            }
        }
    }
    for text in context.texts.iter().filter(|text| text.key != "debrief") {
        if let Some((name, range)) = name_in(&text.text) {
            let message = format!("`{}` names the system `{name}`", text.file);
            let place = diag::Place::text(text.file.as_str(), range);
            found.push(RULE.diagnose(place, message).with_reason(why).help("keep the names for `debrief.md`"));
        }
    }
}

/// Ids and names that could not be ordinary words: with a digit, an underscore, or a capital that
/// does not begin it.
fn names(study: &Study) -> Vec<&str> {
    let distinctive = |name: &&str| {
        name.chars().count() >= 3
            && !name.contains(char::is_whitespace)
            && name.chars().any(char::is_alphabetic)
            && (name.contains(|c: char| c.is_ascii_digit() || c == '_') || name.chars().skip(1).any(char::is_uppercase))
    };
    let systems = study.systems.iter().filter(|system| !system.human);
    let mut names: Vec<&str> =
        systems.flat_map(|system| [system.id.0.as_str(), system.name.as_str()]).filter(distinctive).collect();
    // The longest first, so that `HRQ-VAE` is not taken for `VAE`.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Where a name stands as a word of its own.
fn word(text: &str, name: &str) -> Option<Range<usize>> {
    text.match_indices(name).map(|(at, _)| at..at + name.len()).find(|range| {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        !text[..range.start].ends_with(joins) && !text[range.end..].starts_with(joins)
    })
}
