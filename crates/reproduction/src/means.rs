//! Same means: whether a score is the same in two experiments, up to what matters.

use stats::equivalence::{Bounds, Tost, Variances, Verdict, smallest_detectable, tost_means};
use stats::{Estimate, Note};

use super::Context;
use super::assessed::{About, Findings, Reading};
use super::precision::pairs;

/// Two one-sided tests for each score, from mean, standard deviation and n alone (Lakens 2017). The margin
/// is a multiple of the first experiment's standard deviation: what was asked for, or the smallest effect
/// that it could have called significant (van Miltenburg et al. 2024). `tost` is the difference of the two
/// means with the p-value of equivalence, `difference` the same with that of no difference.
pub(super) fn assess(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        for row in &set.rows {
            for (i, j) in pairs(context.experiments.len()) {
                let Some((a, b)) = row.pair(i, j) else { continue };
                let (Some(a), Some(b)) = (a.summary(), b.summary()) else {
                    findings.miss(format!(
                        "same means on {}: standard deviations or sizes are not known in {} and {}",
                        set.criterion_id, context.experiments[i].name, context.experiments[j].name
                    ));
                    continue;
                };
                let about = About::criterion(Reading::Means, &set.criterion_id)
                    .of(set.about(row))
                    .between([context.experiments[i].name.as_str(), context.experiments[j].name.as_str()])
                    .n(a.n + b.n);
                let margin = match context.options.margin {
                    Some(margin) => Ok(margin),
                    None => smallest_detectable(a.n, a.n, context.options.alpha).map(|d| d.value),
                };
                let tost = margin.and_then(|margin| {
                    let bounds = Bounds::standardised(margin, a.sd)?;
                    // Later minus earlier, as all differences here.
                    tost_means(b, a, Variances::Pooled, bounds, context.options.alpha)
                });
                match tost {
                    Ok(tost) => keep(about, &tost, findings),
                    Err(e) => findings.add("the test of equal means", about, Err(e)),
                }
            }
        }
    }
}

fn keep(about: About, tost: &Tost, findings: &mut Findings) {
    let said = match tost.verdict {
        Verdict::Equivalent => "the same within the margin",
        Verdict::DifferentButSmall => "different, but within the margin",
        Verdict::Different => "different",
        Verdict::Inconclusive => "undecided",
    };
    let equivalence = Estimate { name: "tost", ..tost.difference.clone() }.p(tost.p).note(Note::Said(said.to_owned()));
    findings.keep(about.clone(), equivalence);
    findings.keep(about.clone(), tost.difference.clone());
    findings.keep(about, Estimate::new("margin", tost.bounds.high()));
}
