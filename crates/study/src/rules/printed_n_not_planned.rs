//! R101: the original rests on another number of judgements, and nothing says so.

use diag::{Code, Diagnostic, Severity};

use super::tally::Tally;
use super::{Context, Rule};
use crate::Study;
use crate::amount::pages_of;
use crate::file::{Combine, Deviation};
use crate::original::Measure;

pub(super) const RULE: Rule = Rule {
    code: Code("R101"),
    name: "printed-n-not-planned",
    severity: Severity::Advice,
    summary: "the original's means are based on a different number of judgements than planned, and no deviation says so",
    doc: r#"## What it checks
For studies that rate every output: the `n` of each system's mean in `original.toml` is the number of
judgements this study will collect for it, or a deviation mentions items, people, judgements, size or
the number itself.

## Why it matters for a study
Fewer judgements make wider intervals, so that a difference may go unconfirmed for that reason alone.
Often the number shows that items or people were left out by mistake.

## Example
The original has `n = 200` for each system; 12 items with 2 people each give 24, and `deviations` speaks
of the platform only.

## Instead
```toml
deviations = [{ what = "items", original = "100", here = "12", why = "an example" }]
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(original), Some(places), Some(study)) = (context.original, context.original_places, context.study) else {
        return;
    };
    let deviations = study.reproduces.as_ref().map_or(&[][..], |reproduces| &reproduces.deviations);
    if deviations.iter().any(speaks_of_size) {
        return;
    }
    let mut differ = Tally::default();
    let mut sizes = None;
    for printed in &original.results {
        let (Measure::Mean, Some(n), Some(id), true) =
            (printed.measure, printed.n, &printed.system, printed.stratum.is_empty())
        else {
            continue;
        };
        let Some(planned) = count_planned(study, &printed.criterion, id) else { continue };
        if n != planned && !deviations.iter().any(|deviation| mentions(deviation, n)) {
            sizes.get_or_insert((n, planned));
            differ.add(|| (places.find(&printed.key_of("n")), format!("{n} printed, {planned} planned for `{id}`")));
        }
    }
    let (n, planned) = sizes.unwrap_or_default();
    let message = |_| format!("the original has {n} judgements, this study plans {planned}, and no deviation says so");
    found.extend(differ.report(&RULE, message).map(|diagnostic| {
        diagnostic
            .with_reason("a difference may go unconfirmed merely because of the number of judgements")
            .help("add a deviation about the number of items or people")
    }));
}

/// How many judgements a system will have on one criterion.
fn count_planned(study: &Study, criterion: &str, id: &str) -> Option<u64> {
    // A name that leads nowhere is R094; the first part counts as before.
    let criterion = study.criteria.iter().position(|known| known.id.0 == criterion).unwrap_or(0);
    let part = &study.parts[study.part_of(criterion)];
    if part.design.combine != Combine::EveryOutput {
        return None;
    }
    let system = study.systems.iter().position(|system| system.id.0 == id)?;
    let there = study.items.iter().filter(|item| pages_of(part, item) > 0 && item.outputs[system].is_some()).count();
    Some(there as u64 * u64::from(study.lists.completions))
}

fn speaks_of_size(deviation: &Deviation) -> bool {
    let what = deviation.what.to_lowercase();
    ["item", "judgement", "judgment", "size", "sample", "people", "participant", "rater", "number", "output"]
        .iter()
        .any(|word| what.contains(word))
}

fn mentions(deviation: &Deviation, n: u64) -> bool {
    let n = n.to_string();
    [&deviation.original, &deviation.here].into_iter().any(|text| text.contains(&n))
}
