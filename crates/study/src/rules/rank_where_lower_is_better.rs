//! R132: a printed place that may be turned round.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::file::Better;
use crate::original::Measure;

pub(super) const RULE: Rule = Rule {
    code: Code("R132"),
    name: "rank-where-lower-is-better",
    severity: Severity::Warning,
    summary: "the original's places are given for a criterion where a lower score is better, so place 1 is the worst",
    doc: r#"## What it checks
Numbers in `original.toml` with `measure = "rank"` are not about a criterion with `better = "lower"`.

## Why it matters for a study
Place 1 is that of the highest score. On toxicity or errors that is the worst system, but most papers
call the best one the first. Every claim about the original is then decided the wrong way round.

## Example
```toml
# criterion `errors` has better = "lower"; the paper says that svm has the fewest
[[results]]
criterion = "errors"
system = "svm"
measure = "rank"
value = "1"
```

## Instead
Count from the other end: of three systems, the one with the fewest errors is the third.
```toml
value = "3"
```
If the places are already counted from the highest score, accept the finding. Scores, if the paper prints
them, are better than places.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(original), Some(places), Some(study)) = (context.original, context.original_places, context.study) else {
        return;
    };
    let lower = |id: &str| study.criteria.iter().any(|it| it.id.0 == id && it.better == Better::Lower);
    let mut turned = Tally::default();
    for printed in original.results.iter().filter(|it| it.measure == Measure::Rank && lower(&it.criterion)) {
        let words = || "1 is the highest score, the worst here".to_owned();
        turned.add(|| (places.find(&printed.key_of("value")), words()));
    }
    let message = |count| format!("{} where a lower score is better", count_noun(count, "printed place"));
    let why = "place 1 is that of the highest score; most papers call the best system the first";
    let help = "count places from the highest score, or give the scores; if that is how they are, accept this finding";
    found.extend(turned.report(&RULE, message).map(|diagnostic| diagnostic.with_reason(why).help(help)));
}
