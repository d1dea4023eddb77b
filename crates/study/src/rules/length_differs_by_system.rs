//! R024: one system's outputs are much longer than another's.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};

pub(super) const RULE: Rule = Rule {
    code: Code("R024"),
    name: "length-differs-by-system",
    severity: Severity::Advice,
    summary: "one system's outputs are on average at least twice as long as another's",
    doc: r#"## What it checks
The mean lengths of the systems' outputs, in characters, differ by less than a factor of two. Studies
with fewer than five items are left alone.

## Why it matters for a study
Readers tend to prefer longer, fuller texts, or shorter and clearer ones, whatever is asked. When
length and system go together, the judgements cannot tell them apart.

## Example
`vae` writes 58 characters on average, `gpt2` 214.

## Instead
Ask the systems for outputs of similar length, or plan to analyse length, and accept the finding:
```toml
[accept]
R024 = "brevity is part of what is judged; length goes into the model"
```
"#,
    check,
};

const FACTOR: f64 = 2.0;
const ITEMS_MIN: usize = 5;

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    if study.items.len() < ITEMS_MIN || !study.content.is_text() {
        return;
    }
    let mut lengths = vec![(0_usize, 0_usize); study.systems.len()];
    for item in &study.items {
        for ((total, count), output) in lengths.iter_mut().zip(&item.outputs) {
            if let Some(text) = output {
                *total += text.trim().chars().count();
                *count += 1;
            }
        }
    }
    let means = lengths.iter().enumerate().filter(|(_, (_, count))| *count > 0);
    let means: Vec<(usize, f64)> =
        means.map(|(system, (total, count))| (system, *total as f64 / *count as f64)).collect();
    let by_length = |a: &&(usize, f64), b: &&(usize, f64)| a.1.total_cmp(&b.1);
    let (Some((short, least)), Some((long, most))) = (means.iter().min_by(by_length), means.iter().max_by(by_length))
    else {
        return;
    };
    if *least > 0.0 && most / least >= FACTOR {
        let (long, short) = (&study.systems[*long].id.0, &study.systems[*short].id.0);
        found.push(
            RULE.diagnose(
                context.places.key(&format!("systems.{long}")),
                format!(
                    "outputs of `{long}` are {:.1} times as long as those of `{short}` ({most:.0} and {least:.0} characters on average)",
                    most / least
                ),
            )
            .with_reason("people prefer longer or shorter texts whatever is asked, and the effect of length cannot be separated from the system")
            .help("ask for outputs of similar length, or plan to analyse length and accept this finding"),
        );
    }
}
