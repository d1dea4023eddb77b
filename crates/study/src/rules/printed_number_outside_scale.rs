//! R099: a printed number that the scale does not have.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::Study;
use crate::original::{Measure, PrintedNumber};
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R099"),
    name: "printed-number-outside-scale",
    severity: Severity::Warning,
    summary: "a number in `original.toml` is impossible",
    doc: r#"## What it checks
A mean lies on its criterion's scale, and its standard deviation is possible there; a share lies between
0 and 1, a percentage between 0 and 100, a best-worst score between -100 and 100, an average rank
between 1 and the number of systems, alpha and kappa between -1 and 1.

## Why it matters for a study
Either a digit was mistyped, or the scale here is not the original's, for example 0 to 3 instead of
1 to 4. Both make every comparison with the original wrong.

## Example
```toml
# ratings from 1 to 4
[[results]]
criterion = "fluency"
system = "svm"
measure = "mean"
value = "37.1"
```

## Instead
```toml
value = "3.71"
```
If the paper itself prints an impossible number, keep it as printed, accept the finding and say so.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(original), Some(places), Some(study)) = (context.original, context.original_places, context.study) else {
        return;
    };
    let (mut outside, mut spread) = (Tally::default(), Tally::default());
    let mut first = None;
    for printed in &original.results {
        let Some((least, most)) = range(study, printed) else { continue };
        if let Ok(value) = printed.value.trim().parse::<f64>()
            && !(least..=most).contains(&value)
        {
            first.get_or_insert((printed.measure, value));
            let words = || format!("{} lies between {least} and {most}", words(printed.measure));
            outside.add(|| (places.find(&printed.key_of("value")), words()));
        }
        let n = printed.n.map_or(2.0, |n| n.max(2) as f64);
        // Half of the values at each end; a little more for rounding.
        let possible = (most - least) / 2.0 * (n / (n - 1.0)).sqrt() + 0.01;
        if let Some(Ok(sd)) = printed.sd.as_ref().map(|sd| sd.trim().parse::<f64>())
            && printed.measure == Measure::Mean
            && !(0.0..=possible).contains(&sd)
        {
            let words = || format!("at most {possible:.2} on a scale from {least} to {most}");
            spread.add(|| (places.find(&printed.key_of("sd")), words()));
        }
    }
    let why = "a digit was mistyped, or the scale is not the original's";
    let help = first.map_or("", |(measure, value)| help(measure, value));
    let message = |count| format!("{} beyond the end of a scale", count_noun(count, "printed number"));
    found.extend(outside.report(&RULE, message).map(|diagnostic| diagnostic.with_reason(why).help(help)));
    let message = |count| format!("{} too large for a scale", count_noun(count, "printed standard deviation"));
    let help = "check that it was copied as printed";
    found.extend(spread.report(&RULE, message).map(|diagnostic| diagnostic.with_reason(why).help(help)));
}

/// What a printed number can be; `None` where there is no end.
fn range(study: &Study, printed: &PrintedNumber) -> Option<(f64, f64)> {
    match printed.measure {
        Measure::Mean => {
            let criterion = study.criteria.iter().find(|criterion| criterion.id.0 == printed.criterion)?;
            match &criterion.response {
                Response::Rating(rating) => {
                    let least = f64::from(rating.minimum?);
                    Some((least, least + f64::from(rating.points.saturating_sub(1))))
                }
                Response::Slider(slider) => Some((slider.minimum, slider.maximum)),
                Response::Count(count) => Some((0.0, f64::from(count.maximum?))),
                Response::Ranking(_)
                | Response::Pairwise(_)
                | Response::BestWorst(_)
                | Response::Choice(_)
                | Response::Spans(_)
                | Response::Text(_) => None,
            }
        }
        Measure::AverageRank | Measure::Rank => Some((1.0, study.systems.len() as f64)),
        Measure::Share | Measure::ShareEqual | Measure::Agreement => Some((0.0, 1.0)),
        Measure::WinPercent => Some((0.0, 100.0)),
        Measure::BestWorstScale => Some((-100.0, 100.0)),
        Measure::Alpha | Measure::Kappa => Some((-1.0, 1.0)),
        Measure::Count => None,
    }
}

fn words(measure: Measure) -> &'static str {
    match measure {
        Measure::Mean => "a mean",
        Measure::AverageRank => "an average rank",
        Measure::Rank => "the rank",
        Measure::Share | Measure::ShareEqual => "a share",
        Measure::WinPercent => "a percentage",
        Measure::BestWorstScale => "a best-worst score",
        Measure::Count => "a count",
        Measure::Alpha => "alpha",
        Measure::Kappa => "kappa",
        Measure::Agreement => "agreement",
    }
}

fn help(measure: Measure, value: f64) -> &'static str {
    match measure {
        Measure::Share | Measure::ShareEqual | Measure::Agreement if (1.0..=100.0).contains(&value) => {
            "a share is written from 0 to 1: divide the percentage by 100"
        }
        Measure::Mean => "check that the number was copied as printed, and `minimum` and `points` of the scale",
        Measure::AverageRank
        | Measure::Rank
        | Measure::Share
        | Measure::ShareEqual
        | Measure::WinPercent
        | Measure::BestWorstScale
        | Measure::Count
        | Measure::Alpha
        | Measure::Kappa
        | Measure::Agreement => "check that the number was copied as printed",
    }
}
