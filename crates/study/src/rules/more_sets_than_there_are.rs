//! R037: more pairs or sets of an item than its outputs can make.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::Part;
use crate::amount::sets;
use crate::file::Combine;

pub(super) const RULE: Rule = Rule {
    code: Code("R037"),
    name: "more-sets-than-there-are",
    severity: Severity::Error,
    summary: "an item should be shown in more pairs or sets than its outputs allow",
    doc: r#"## What it checks
`design.pairs_per_item` is not larger than the number of pairs of systems, and `design.sets_per_item`
not larger than the number of different sets of `set_size` systems.

## Why it matters for a study
A pair shown twice is not two pairs, and the study would have fewer questions than planned.

## Example
Three systems make three pairs:
```toml
[design]
combine = "sampled-pairs"
pairs_per_item = 4
```

## Instead
```toml
[design]
combine = "all-pairs"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let systems = study.systems.len() as u64;
    for (part, Part { design, .. }) in study.parts.iter().enumerate() {
        let (key, wanted, most) = match design.combine {
            Combine::SampledPairs => ("pairs_per_item", context.design_written(part).pairs_per_item, sets(systems, 2)),
            Combine::Blocks => ("sets_per_item", Some(design.sets_per_item), sets(systems, u64::from(design.set_size))),
            Combine::EveryOutput | Combine::AllPairs | Combine::OneAgainstRest | Combine::AllTogether => continue,
        };
        if let Some(wanted) = wanted
            && u64::from(wanted) > most
        {
            found.push(
                RULE.diagnose(
                    context.design_place(part, key),
                    format!("`{key}` is {wanted}, but {systems} systems make only {most} different ones"),
                )
                .with_reason("a set shown twice is not two sets")
                .help(format!("set `{key}` to {most} or less")),
            );
        }
    }
}
