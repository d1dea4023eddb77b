//! R099: a printed number that the scale does not have.

use diag::{Code, Diagnostic, Severity};

use super::tally::{Tally, count_noun};
use super::{Context, Rule};
use crate::Study;
use crate::original::{Measure, PossibleNumbers, PrintedNumber};
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
1 to 4. Both make every comparison with the original wrong, so `analyse` and `compare` use no number of
this kind on the criterion, and say so.

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
        let possible = printed.measure.possible(scale(study, printed), study.systems.len());
        if let Ok(value) = printed.value.trim().parse::<f64>()
            && !possible.contains(value)
        {
            first.get_or_insert((printed.measure, value));
            let words = || format!("{} lies {}", words(printed.measure), possible.words());
            outside.add(|| (places.find(&printed.key_of("value")), words()));
        }
        let most = possible.largest_sd(printed.n);
        if let Some(Ok(sd)) = printed.sd.as_ref().map(|sd| sd.trim().parse::<f64>())
            && printed.measure == Measure::Mean
            && !(0.0..=most).contains(&sd)
        {
            let PossibleNumbers { lowest, highest } = possible;
            let words = || format!("at most {most:.2} on a scale from {lowest} to {highest}");
            spread.add(|| (places.find(&printed.key_of("sd")), words()));
        }
    }
    let why = "a digit was mistyped, or the scale is not the original's";
    let help = first.map_or("", |(measure, value)| measure.remedy(value));
    let message = |count| format!("{} beyond the end of a scale", count_noun(count, "printed number"));
    found.extend(outside.report(&RULE, message).map(|diagnostic| diagnostic.with_reason(why).help(help)));
    let message = |count| format!("{} too large for a scale", count_noun(count, "printed standard deviation"));
    let help = "check that it was copied as printed";
    found.extend(spread.report(&RULE, message).map(|diagnostic| diagnostic.with_reason(why).help(help)));
}

/// The scale that a mean lies on; `None` where it has no ends.
fn scale(study: &Study, printed: &PrintedNumber) -> Option<(f64, f64)> {
    let criterion = study.criteria.iter().find(|criterion| criterion.id.0 == printed.criterion)?;
    match &criterion.response {
        #[expect(clippy::cast_precision_loss, reason = "points of a rating scale")]
        Response::Rating(rating) => Some((rating.lowest() as f64, rating.highest() as f64)),
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
