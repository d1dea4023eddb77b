//! Type II: how far sets of scores go together; and P of type IV, how many orders of two systems are kept.

use analysis::Statistic;
use stats::agreement::{Ratings, kendall_w};
use stats::correlation::Correlation;
use stats::precision::{Correction, Experiments, Options, assess as qra};
use stats::{Estimate, Note};

use super::Context;
use super::align::Set;
use super::comparison_number::{About, Findings, Reading};
use super::precision::pairs;

/// Scores to be correlated: what they are about, and one column per experiment.
struct Scores {
    about: Vec<String>,
    rows: Vec<Vec<Option<f64>>>,
    /// Whether some experiment knows only ranks.
    ranks: bool,
}

/// Correlations between the experiments on each criterion.
pub(super) fn correlations(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        for scores in scores_by_experiment(set, context.experiments.len()) {
            let about = About::criterion(Reading::Correlation, &set.criterion_id).with_subject(scores.about.clone());
            for (i, j) in pairs(context.experiments.len()) {
                let (x, y): (Vec<f64>, Vec<f64>) =
                    scores.rows.iter().filter_map(|row| Some((row[i]?, row[j]?))).unzip();
                let names = [context.experiments[i].name.as_str(), context.experiments[j].name.as_str()];
                of_pair(context, &scores, &about.clone().between_experiments(names).n(x.len()), (&x, &y), findings);
            }
            of_all(context, &scores, &about, findings);
        }
    }
}

/// Correlated are the scores of the systems. Where scores are about pairs: the shares of a system that is in
/// several pairs, all shares with "equal" among them, and the net preference.
fn scores_by_experiment(set: &Set, experiments: usize) -> Vec<Scores> {
    let order = |row: &super::align::Row| row.known.iter().map(|known| known.as_ref().map(|k| k.order())).collect();
    let ranks = set.rows.iter().flat_map(|row| &row.known).flatten().any(|known| known.score().is_none());
    let scores = |words: &[&str], rows: Vec<Vec<Option<f64>>>| Scores {
        about: set.label.iter().cloned().chain(words.iter().map(|w| (*w).to_owned())).collect(),
        rows,
        ranks,
    };
    if !set.of_pairs() {
        return vec![scores(&[], set.rows.iter().map(order).collect())];
    }
    let mut gathered = Vec::new();
    let mut systems: Vec<&String> = set.rows.iter().filter_map(|row| row.system.as_ref()).collect();
    systems.dedup();
    for system in systems {
        let own: Vec<_> =
            set.rows.iter().filter(|row| !row.equal && row.system.as_ref() == Some(system)).map(order).collect();
        if own.len() >= 3 {
            gathered.push(scores(&[system], own));
        }
    }
    gathered.push(scores(&["all answers"], set.rows.iter().map(order).collect()));
    gathered.push(scores(&["net preference"], set.net(experiments).into_iter().map(|(_, _, nets)| nets).collect()));
    gathered
}

fn of_pair(context: &Context<'_>, scores: &Scores, about: &About, (x, y): (&[f64], &[f64]), findings: &mut Findings) {
    if x.len() < 3 {
        if !x.is_empty() {
            findings.miss(format!("correlations over {} scores would be 1 or -1 whatever the data", x.len()));
        }
        return;
    }
    for (which, statistic) in [
        (Correlation::Pearson, Statistic::PearsonR),
        (Correlation::Spearman, Statistic::SpearmanRho),
        (Correlation::Kendall, Statistic::KendallTau),
    ] {
        if scores.ranks && which == Correlation::Pearson {
            continue;
        }
        let found = which.estimate(x, y, context.options.level);
        findings.add("the correlation", about.clone(), statistic, found);
    }
}

/// Mean correlations and Kendall's W over all experiments, on what all of them know.
fn of_all(context: &Context<'_>, scores: &Scores, about: &About, findings: &mut Findings) {
    let complete: Vec<Vec<f64>> = scores.rows.iter().filter_map(|row| row.iter().copied().collect()).collect();
    if complete.len() < 3 {
        return;
    }
    let by_experiment = |e: usize| complete.iter().map(|row| row[e]).collect::<Vec<_>>();
    let columns: Vec<Vec<f64>> = (0..context.experiments.len()).map(by_experiment).collect();
    let about = about.clone().n(complete.len());
    let Ok(experiments) = Experiments::new(columns) else { return };
    let found = qra(&experiments, Options { scale_min: 0.0, correction: Correction::Factor });
    if context.experiments.len() > 2 {
        if !scores.ranks {
            findings.add("the mean correlation", about.clone(), Statistic::MeanR, found.mean_r);
        }
        findings.add("the mean correlation", about.clone(), Statistic::MeanRho, found.mean_rho);
    }
    findings.keep(about.clone(), Statistic::ConcordanceW, found.w);
    let (mut raters, mut items, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (item, row) in complete.iter().enumerate() {
        for (rater, value) in row.iter().enumerate() {
            raters.push(rater as u32);
            items.push(item as u32);
            values.push(*value);
        }
    }
    let corrected = Ratings::new(&raters, &items, &values).and_then(|ratings| kendall_w(&ratings, None));
    findings.add("W", about, Statistic::ConcordanceWTies, corrected.map(|w| w.corrected));
}

/// P: of all orders of two systems, over all pairs of experiments, the share that is the same (a tie is an
/// order of its own; Belz & Thomson 2026). Added up over criteria for the study.
pub(super) fn add_share_of_same_orders(context: &Context<'_>, findings: &mut Findings) {
    let (mut alike, mut compared) = (0, 0);
    for set in &context.sets {
        let about = About::criterion(Reading::Findings, &set.criterion_id).with_subject(set.label.clone());
        let kept = count_same_orders(set, context.experiments.len());
        let mut total = (0, 0);
        for (i, j, (same, of)) in kept {
            total = (total.0 + same, total.1 + of);
            if context.experiments.len() > 2 {
                let names = [context.experiments[i].name.as_str(), context.experiments[j].name.as_str()];
                share(about.clone().between_experiments(names), same, of, findings);
            }
        }
        share(about, total.0, total.1, findings);
        alike += total.0;
        compared += total.1;
    }
    if context.sets.len() > 1 {
        share(About::study(Reading::Findings), alike, compared, findings);
    }
}

fn share(about: About, same: usize, of: usize, findings: &mut Findings) {
    if of > 0 {
        #[expect(clippy::cast_precision_loss, reason = "counts of pairs of systems")]
        let value = same as f64 / of as f64;
        let said = Note::Said(format!("{same} of {of}"));
        findings.keep(about.n(of), Statistic::OrdersKept, Estimate::from(value).note(said));
    }
}

/// For every pair of experiments, how many orders are the same, of how many.
fn count_same_orders(set: &Set, experiments: usize) -> Vec<(usize, usize, (usize, usize))> {
    let nets = set.net(experiments);
    let count = |i: usize, j: usize| {
        let (mut same, mut of) = (0, 0);
        let mut compare = |a: Option<std::cmp::Ordering>, b: Option<std::cmp::Ordering>| {
            of += 1;
            same += usize::from(a == b);
        };
        if set.of_pairs() {
            for (_, _, net) in &nets {
                if let (Some(a), Some(b)) = (net[i], net[j]) {
                    compare(sign(a), sign(b));
                }
            }
        } else {
            let known: Vec<(f64, f64)> = set.rows.iter().filter_map(|row| row.orders(i, j)).collect();
            for (a, b) in pairs(known.len()) {
                compare(known[a].0.partial_cmp(&known[b].0), known[a].1.partial_cmp(&known[b].1));
            }
        }
        (same, of)
    };
    pairs(experiments).map(|(i, j)| (i, j, count(i, j))).collect()
}

/// The sign of a difference of shares; what is less than their digits can hold is none.
fn sign(x: f64) -> Option<std::cmp::Ordering> {
    if x.abs() < 1e-12 { Some(std::cmp::Ordering::Equal) } else { x.partial_cmp(&0.0) }
}
