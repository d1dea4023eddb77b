//! R060: a list cannot even be read in the time stated.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::amount::{Amount, PartAmount, WORDS_PER_MINUTE};
use crate::{Item, Part, Study};

pub(super) const RULE: Rule = Rule {
    code: Code("R060"),
    name: "list-longer-than-promised",
    severity: Severity::Warning,
    summary: "reading a list takes longer than the time participants are told and paid for",
    doc: r#"## What it checks
The words of the instructions and of an average list, read at 238 words a minute, take no longer than
`payment.estimated_minutes`. No time is added for thinking or answering, so a finding means that the
estimate is certainly too short. The rate is the mean for silent reading of English prose in Brysbaert
2019 (Journal of Memory and Language 109). Languages written without blanks are left alone.

## Why it matters for a study
People are paid for the time stated. When it is too short they earn less than promised or read less
than needed, and usually both.

## Example
30 pairs with 120 words on each page are 15 minutes of reading alone:
```toml
[payment]
estimated_minutes = 8
```

## Instead
Shorten the lists, or state the time a pilot took:
```toml
estimated_minutes = 25
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(study), Some(payment)) = (context.study, &context.file.payment) else { return };
    let language = study.about.language.split(['-', '_']).next().unwrap_or_default();
    if study.items.is_empty() || ["zh", "ja", "th", "lo", "km", "my", "bo", "yue"].contains(&language) {
        return;
    }
    let amount = Amount::from_study(study);
    let (mut pages, mut words) = (0.0, 0.0);
    for (part, PartAmount { pages: of_part, .. }) in study.parts.iter().zip(&amount.parts) {
        let in_list = of_part.div_ceil(amount.lists.max(1)) as f64;
        let asked = || study.items.iter().filter(|item| part.asks_about(item));
        let per_item: f64 = asked().map(|item| words_on_page(study, part, item)).sum();
        pages += in_list;
        words += in_list * per_item / asked().count().max(1) as f64;
    }
    let per_page = words / f64::max(pages, 1.0);
    let instructions = study.texts.instructions.split_whitespace().count() as f64;
    let minutes = (words + instructions) / WORDS_PER_MINUTE;
    if minutes > payment.estimated_minutes {
        found.push(
            RULE.diagnose(
                context.places.find("payment.estimated_minutes"),
                format!(
                    "{} minutes are stated, but reading alone takes {minutes:.1}: {pages} pages of {per_page:.0} words",
                    payment.estimated_minutes
                ),
            )
            .with_place(context.places.find("lists.questions"), "the length of a list")
            .with_reason("people would earn less than promised, or read less than needed")
            .help("make lists shorter, or state the time that a pilot took"),
        );
    }
}

/// Words of the shown columns and of as many outputs as a page shows, on average.
fn words_on_page(study: &Study, part: &Part, item: &Item) -> f64 {
    let count = |text: &str| text.split_whitespace().count();
    let shown = study.shown.iter().zip(&item.shown).filter(|(column, _)| column.content.is_text());
    let shown: usize = shown.map(|(_, text)| count(text)).sum();
    if !study.content.is_text() {
        return shown as f64;
    }
    let outputs: Vec<usize> = item.outputs.iter().flatten().map(|text| count(text)).collect();
    let mean = outputs.iter().sum::<usize>() as f64 / outputs.len().max(1) as f64;
    shown as f64 + mean * f64::from(part.design.set_size)
}
