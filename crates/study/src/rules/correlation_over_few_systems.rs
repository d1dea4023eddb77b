//! R087: a correlation over a handful of points.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R087"),
    name: "correlation-over-few-systems",
    severity: Severity::Warning,
    summary: "correlations over systems are planned with fewer than five systems",
    doc: r#"## What it checks
With `analysis.correlations = true` there are at least five systems.

## Why it matters for a study
Three systems fall into the same order by chance in one case of six. The smallest two-sided p that a
rank correlation can reach is 0.33 with three systems, 0.083 with four, and 0.017 with five; papers
have printed "p = 0.00" with three.

## Example
Three systems:
```toml
[analysis]
correlations = true
```

## Instead
Compare the scores themselves, system by system, or accept the finding and print no p.
"#,
    check,
};

const SYSTEMS_MIN: usize = 5;

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let systems = context.file.systems.len();
    if !context.file.analysis.correlations || systems >= SYSTEMS_MIN {
        return;
    }
    let orders: usize = (2..=systems).product();
    found.push(
        RULE.diagnose(
            context.places.find("analysis.correlations"),
            format!("correlations are planned over {systems} systems"),
        )
        .with_reason(match systems {
            0..=2 => "two points always lie on a line".to_owned(),
            _ => format!("the smallest p that a rank correlation can reach is 2/{orders} = {:.3}", 2.0 / orders as f64),
        })
        .help("set `correlations = false` and compare the scores system by system"),
    );
}
