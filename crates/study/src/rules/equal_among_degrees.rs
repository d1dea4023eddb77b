//! R128: "equal" as one of the degrees by which an output is better.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R128"),
    name: "equal-among-degrees",
    severity: Severity::Warning,
    summary: "\"equal\" is among the degrees of a choice between two",
    doc: r#"## What it checks
None of the `degrees` of a choice between two says that both are equal.

## Why it matters for a study
Each degree is offered for both outputs: *Text A: about equal* and *Text B: about equal* would both be there, and each would count
as a preference.

## Example
```toml
response = { kind = "pairwise", degrees = ["about equal", "better", "much better"] }
```

## Instead
```toml
response = { kind = "pairwise", ties = true, degrees = ["better", "much better"] }
```
"#,
    check,
};

/// Words by which two are called equal, in the program's languages.
const EQUAL: &[&str] = &[
    "equal",
    "the same",
    "no difference",
    "tie",
    "tied",
    "gleich",
    "kein unterschied",
    "igual",
    "égal",
    "aucune différence",
    "uguale",
    "ugual",
    "gelijk",
    "równ",
    "taki sam",
    "相同",
    "一样",
    "متساو",
];

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, criterion) in context.file.criteria.iter().enumerate() {
        let Response::Pairwise(pairwise) = &criterion.response else { continue };
        for (at, degree) in pairwise.degrees.iter().enumerate().filter(|(_, degree)| says_equal(degree)) {
            let place = context.places.find(&format!("criteria.{index}.response.degrees.{at}"));
            let help = if pairwise.ties {
                "leave it out: `ties = true` offers it once"
            } else {
                "leave it out and add `ties = true`"
            };
            let message = format!("`{degree}` is among the degrees by which one of two is better");
            found.push(
                RULE.diagnose(place, message)
                    .with_reason("it would be offered for each output and counted as a preference")
                    .help(help),
            );
        }
    }
}

fn says_equal(degree: &str) -> bool {
    let words = degree.to_lowercase();
    let words: Vec<&str> = words.split(|letter: char| letter.is_whitespace() || ".,;:!".contains(letter)).collect();
    let joined = words.join(" ");
    EQUAL.iter().any(|equal| match *equal {
        "tie" | "tied" => words.contains(equal),
        equal => joined.contains(equal),
    })
}
