//! What endangers trust, from the results alone.

use ::reproduction::Comparison;
use analysis::{NamedEstimate, Quantity, Results, Statistic, Verdict};
use study::Study;
use study::method::{Assumption, Method};

use super::Caution;
use crate::document::Words;
use crate::number::{Face, Number};
use crate::section::{list_names, printed_name};

/// Below this many people a difference between them and a difference between systems are hard to tell apart.
const FEW_PEOPLE: f64 = 6.0;
/// Krippendorff (2004): below this not even tentative conclusions.
const LOW_ALPHA: f64 = 0.667;
const LOW_POWER: f64 = 0.8;
/// Below this a corrected p-value is worth a warning.
const LEVEL: f64 = 0.05;
/// A share of judgements left out that could change the outcome.
const MANY_EXCLUDED: f64 = 0.1;

pub(super) fn of_results(results: &Results, study: Option<&Study>, comparison: Option<&Comparison>) -> Vec<Caution> {
    let mut cautions = Vec::new();
    cautions.extend(changed_caution(results));
    cautions.extend(unjudged_caution(results));
    cautions.extend(people(results));
    cautions.extend(pay(results, study));
    cautions.extend(excluded_caution(results));
    cautions.extend(agreement(results));
    cautions.extend(power(results));
    cautions.extend(independent(results));
    cautions.extend(disagreeing(results));
    cautions.extend(strata(results));
    cautions.extend(not_computed(results));
    cautions.extend(deviations(study));
    cautions.extend(comparison.into_iter().flat_map(of_comparison));
    cautions.sort_by_key(|caution| !caution.grave);
    cautions
}

pub(super) fn of_comparison(comparison: &Comparison) -> Vec<Caution> {
    let mut runs: Vec<(&str, Vec<&str>)> = Vec::new();
    for (claim, run) in comparison.claims.iter().flat_map(|claim| claim.runs.iter().map(move |run| (claim, run))) {
        if run.basis.ends_with("as if judgements were independent") {
            match runs.iter_mut().find(|(name, _)| *name == run.experiment) {
                Some((_, ids)) => ids.push(&claim.id),
                None => runs.push((&run.experiment, vec![&claim.id])),
            }
        }
    }
    let runs = runs.into_iter().map(|(run, ids)| {
        minor_caution(Words::plain(format!(
            "{run}: only printed summaries are known; {} decided as if judgements were independent.",
            list_names(&ids)
        )))
    });
    let other = comparison.rescaled.iter().map(|it| minor_caution(Words::plain(it.clone())));
    let few = comparison.few_raters.iter().map(|it| major_caution(Words::plain(it.clone())));
    few.chain(runs).chain(other).collect()
}

fn minor_caution(words: Words) -> Caution {
    Caution { grave: false, words }
}

fn major_caution(words: Words) -> Caution {
    Caution { grave: true, words }
}

fn changed_caution(results: &Results) -> Option<Caution> {
    let changed = &results.provenance.changed;
    (!changed.is_empty())
        .then(|| major_caution(Words::plain(format!("Changed after collecting began: {}.", changed.join("; ")))))
}

/// Criteria of the study on which there is no judgement.
fn unjudged_caution(results: &Results) -> Option<Caution> {
    let silent = results.about.criteria.iter().filter(|asked| {
        let judged = |statistic| results.all(statistic, Some(&asked.id)).next().is_some();
        asked.score.is_some_and(|score| !judged(score))
    });
    let names: Vec<&str> = silent.map(|asked| asked.name.as_str()).collect();
    (!names.is_empty()).then(|| major_caution(Words::plain(format!("No judgements on {}.", list_names(&names)))))
}

fn people(results: &Results) -> Option<Caution> {
    let people = results.get(Statistic::Participants, None, &[])?;
    // That there is nobody is said of the judgements.
    (0.5..FEW_PEOPLE).contains(&people.estimate.value).then(|| {
        if people.estimate.value < 1.5 {
            return major_caution(Words::plain("One rater: this says nothing about what other people would say."));
        }
        let words = Words::plain("Few raters: ").number(people, Face::Value);
        major_caution(words.text("; a single rater can change the outcome."))
    })
}

fn pay(results: &Results, study: Option<&Study>) -> Option<Caution> {
    let payment = study?.payment.as_ref()?;
    let floor = payment.floor_per_hour?;
    let paid = results.all(Statistic::PayPerHourMedian, None).next()?;
    (paid.estimate.value < floor).then(|| {
        let words = Words::plain("Pay below the floor: ").number(paid, Face::Value);
        major_caution(words.text(format!(" {} an hour at the median time, floor {floor}.", payment.currency)))
    })
}

fn excluded_caution(results: &Results) -> Option<Caution> {
    let excluded = results.get(Statistic::Excluded, None, &[])?;
    let kept = results.get(Statistic::Judgements, None, &[])?;
    if excluded.estimate.value < 0.5 {
        return None;
    }
    let share = excluded.estimate.value / (excluded.estimate.value + kept.estimate.value);
    let words = Words::default().number(excluded, Face::Value).text(" judgements excluded, ");
    let words = words.number(kept, Face::Value).text(" analysed.");
    Some(Caution { grave: share > MANY_EXCLUDED, words })
}

fn agreement(results: &Results) -> Option<Caution> {
    let alpha = |id: &str| results.get(Statistic::Alpha, id, &[]);
    let low: Vec<(&str, &NamedEstimate)> = results
        .about
        .criteria
        .iter()
        .filter_map(|asked| Some((asked.name.as_str(), alpha(&asked.id)?)))
        .filter(|(_, named)| named.estimate.value < LOW_ALPHA)
        .collect();
    let several = results.about.criteria.len() > 1;
    let mut words = Words::plain("Low agreement (Krippendorff’s alpha below 0.667): ");
    for (index, (name, named)) in low.iter().enumerate() {
        let on = if several { format!("{name} ") } else { String::new() };
        let comma = if index == 0 { "" } else { ", " };
        words = words.text(format!("{comma}{on}")).number(Number::from(*named).quiet(), Face::Value);
    }
    (!low.is_empty()).then(|| minor_caution(words.text(".")))
}

fn power(results: &Results) -> Option<Caution> {
    let is_power = |named: &&NamedEstimate| {
        matches!(
            named.statistic,
            Statistic::PowerT
                | Statistic::PowerSign
                | Statistic::PowerLmm
                | Statistic::PowerBt
                | Statistic::PowerPl
                | Statistic::PowerTost
        )
    };
    let to_original = |named: &&NamedEstimate| named.of.last().is_some_and(|it| it == "original");
    let least = results
        .estimates
        .iter()
        .filter(is_power)
        .filter(to_original)
        .min_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value))?;
    (least.estimate.value < LOW_POWER).then(|| {
        let words = Words::plain("Low power: ").number(Number::from(least).quiet(), Face::Percent);
        minor_caution(words.text(" for the least of the original’s effects."))
    })
}

/// Claims whose own test leaves out that people and items come back, or that people have tastes.
fn independent(results: &Results) -> Vec<Caution> {
    let decided_so = |leaves_out: fn(Assumption) -> bool| -> Vec<&str> {
        let ignores =
            |rule: &str| Method::ALL.iter().any(|method| leaves_out(method.assumes) && rule.starts_with(method.words));
        results.claims.iter().filter(|claim| ignores(&claim.rule)).map(|claim| claim.id.as_str()).collect()
    };
    let independent = decided_so(Assumption::ignores_repeats);
    let without_tastes = decided_so(|it| it.ignores_tastes() && !it.ignores_repeats());
    let caution = |ids: &[&str], what: &str| {
        (!ids.is_empty()).then(|| {
            minor_caution(Words::plain(format!("{} decided by a {what}; its p-values are too small.", list_names(ids))))
        })
    };
    let both = [
        caution(&independent, "test that treats judgements or items as independent"),
        caution(&without_tastes, "model without people’s tastes and what judgements of one output share"),
    ];
    both.into_iter().flatten().collect()
}

/// Claims on whose comparisons two analyses disagree.
fn disagreeing(results: &Results) -> Option<Caution> {
    let doubtful: Vec<&[String]> =
        results.remarks.iter().flat_map(|remark| &remark.about).map(Quantity::subject).collect();
    let ids: Vec<&str> = results
        .claims
        .iter()
        .filter(|claim| claim.numbers.iter().any(|number| doubtful.contains(&number.subject())))
        .map(|claim| claim.id.as_str())
        .collect();
    (!ids.is_empty()).then(|| {
        minor_caution(Words::plain(format!(
            "Analyses disagree about {}; the mixed model is the one to trust.",
            list_names(&ids)
        )))
    })
}

/// Differences of systems that depend on the stratum.
fn strata(results: &Results) -> Option<Caution> {
    let depends =
        |named: &&NamedEstimate| named.statistic == Statistic::StrataDifferCorrected && named.estimate.value < LEVEL;
    // By dataset: A – B and A – C; the strata in the order of first appearance.
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for named in results.estimates.iter().filter(depends) {
        let asked = results.about.criteria.iter().find(|it| Some(&it.id) == named.criterion.as_ref());
        let [a, b, stratum] = &named.of[..] else { continue };
        let on = asked.filter(|_| results.about.criteria.len() > 1).map(|it| format!(" on {}", it.name));
        let by = format!("by {stratum}{}", on.unwrap_or_default());
        let pair = format!("{} – {}", printed_name(results, a), printed_name(results, b));
        match found.iter_mut().find(|(known, _)| *known == by) {
            Some((_, pairs)) => pairs.push(pair),
            None => found.push((by, vec![pair])),
        }
    }
    let found: Vec<String> = found.iter().map(|(by, pairs)| format!("{by} {}", list_names(pairs))).collect();
    let words = format!("Differences between systems depend on the stratum: {}.", found.join("; "));
    (!found.is_empty()).then(|| minor_caution(Words::plain(words)))
}

fn not_computed(results: &Results) -> Option<Caution> {
    let missing = results.claims.iter().filter(|claim| claim.verdict == Verdict::NotComputed);
    let ids: Vec<&str> = missing.map(|claim| claim.id.as_str()).collect();
    (!ids.is_empty()).then(|| major_caution(Words::plain(format!("Could not be computed: {}.", list_names(&ids)))))
}

fn deviations(study: Option<&Study>) -> Option<Caution> {
    let deviations = &study?.reproduces.as_ref()?.deviations;
    let what: Vec<&str> = deviations.iter().map(|deviation| deviation.what.as_str()).collect();
    (!what.is_empty())
        .then(|| minor_caution(Words::plain(format!("Deviations from the original: {}.", list_names(&what)))))
}
