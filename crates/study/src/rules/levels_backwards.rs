//! R127: degrees or levels of confidence that are written from the strongest down.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R127"),
    name: "levels-backwards",
    severity: Severity::Warning,
    summary: "degrees or levels of confidence are listed from the strongest down",
    doc: r#"## What it checks
The `degrees` of a choice between two and the levels of `confidence` begin with the weakest: `["slightly better", "much better"]`,
`["not sure", "sure"]`. It knows usual words of the program's languages, and says nothing about words it does not know.

## Why it matters for a study
They are counted in the order written, and shown in it. The other way round, *much better* counts once and *slightly better* twice, and
the most sure are reported as the least sure.

## Example
```toml
response = { kind = "pairwise", degrees = ["much better", "slightly better"] }
```

## Instead
```toml
response = { kind = "pairwise", degrees = ["slightly better", "much better"] }
```
"#,
    check,
};

/// Words of a slight degree or of doubt.
const WEAK: &str = "slight little somewhat bit not no unsure uncertain guess low hardly barely etwas wenig leicht nicht unsicher poco \
    ligeramente insegur peu légèrement pas incertain leggermente insicur non iets niet onzeker nieco trochę nie niepewn 稍 略 不 قليل غير لست";

/// Words of a strong degree or of certainty.
const STRONG: &str = "much far strong clear very certain sure high absolutely completely definite confident viel deutlich stark sehr \
    sicher mucho muy segur claramente beaucoup très nettement sûr molto sicur veel zeker duidelijk znacznie dużo bardzo pewn 多 很 非常 确定 \
    كثير جد متأكد";

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        let degrees = match &criterion.response {
            Response::Pairwise(pairwise) => pairwise.degrees.as_slice(),
            Response::Rating(_)
            | Response::Slider(_)
            | Response::Ranking(_)
            | Response::BestWorst(_)
            | Response::Choice(_)
            | Response::Spans(_)
            | Response::Count(_)
            | Response::Text(_) => &[],
        };
        let written = [("response.degrees", degrees), ("confidence", criterion.confidence.as_slice())];
        for (key, levels) in written {
            let [first, .., last] = levels else { continue };
            if strength(first) == Some(Strength::Strong) && strength(last) == Some(Strength::Weak) {
                let place = context.places.find(&format!("criteria.{index}.{key}"));
                let message = format!("`{first}` comes before `{last}`, as if it were the weaker of the two");
                let turned: Vec<String> = levels.iter().rev().map(|level| format!("\"{level}\"")).collect();
                found.push(
                    RULE.diagnose(place, message)
                        .with_reason("they count in the order written, from the weakest to the strongest")
                        .help(format!("write [{}]", turned.join(", "))),
                );
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strength {
    Weak,
    Strong,
}

/// How strong some words are; nothing where they do not say. Doubt counts more: *not sure* has both.
fn strength(words: &str) -> Option<Strength> {
    let words = words.to_lowercase();
    // A short word is meant as a whole, a longer one may go on: clear, clearly.
    let has = |part: &str| {
        let letter = |at: Option<char>| at.is_some_and(char::is_alphabetic);
        let whole = part.is_ascii() && part.len() <= 3;
        words.match_indices(part).any(|(at, _)| {
            let (before, after) = (words[..at].chars().next_back(), words[at + part.len()..].chars().next());
            !part.is_ascii() || !(letter(before) || whole && letter(after))
        })
    };
    if WEAK.split_whitespace().any(has) {
        Some(Strength::Weak)
    } else {
        STRONG.split_whitespace().any(has).then_some(Strength::Strong)
    }
}
