//! R014: two systems have the same outputs throughout.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R014"),
    name: "twin-systems",
    severity: Severity::Error,
    summary: "two systems have the same output for every item",
    doc: r#"## What it checks
No two systems have identical outputs for all items.

## Why it matters for a study
Outputs filed under the wrong system are among the flaws found when published evaluations are examined. Two columns that agree in every row are one column copied twice.

## Example
```csv
item,vae,hrq
1,What is the age of the moon?,What is the age of the moon?
2,Who wrote Emma?,Who wrote Emma?
```

## Instead
Find the file with the missing system's outputs. If two systems really give the same output for
everything, judge one of them.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    // One item alone is a coincidence that other rules report.
    if study.items.len() < 2 {
        return;
    }
    for a in 0..study.systems.len() {
        for b in a + 1..study.systems.len() {
            let twins = study.items.iter().all(|item| match (item.outputs.get(a), item.outputs.get(b)) {
                (Some(Some(one)), Some(Some(other))) => one == other,
                _ => false,
            });
            if twins {
                let (one, other) = (&study.systems[a].id.0, &study.systems[b].id.0);
                found.push(
                    RULE.diagnose(
                        context.places.key(&format!("systems.{other}")),
                        format!(
                            "systems `{one}` and `{other}` have the same output for all {} items",
                            study.items.len()
                        ),
                    )
                    .with_place(context.output_place(0, b), format!("the same as `{one}`, here and in every row"))
                    .with_reason(
                        "outputs filed under the wrong system make every comparison between the two meaningless",
                    )
                    .help(format!("find the real outputs of `{one}` or `{other}`, or leave one of them out")),
                );
            }
        }
    }
}
