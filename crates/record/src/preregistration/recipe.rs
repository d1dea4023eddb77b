//! What the original's numbers, the stated deviations and the comparison say to the Replication Recipe.

use analysis::reported_numbers::{Score, printed_scores};
use analysis::{Statistic, Verdict};
use reproduction::{ClaimAcross, Comparison, ComparisonNumber, Reading};
use stats::Estimate;
use stats::effect::{Denominator, cohen_d};
use stats::preference::{Shares, net_preference};
use study::claim::Rule;
use study::original::Measure;

use crate::heds::Facts;

/// What separates significant from not, on the form and here.
const ALPHA: f64 = 0.05;
const LEVEL: f64 = 0.95;
const FACTS: &str = "facts of the original";
const PRINTED: &str = "the file of the original's numbers";
const COMPARED: &str = "the comparison with the original";

type RecipeAnswer = (String, &'static str);

/// The form before the study.
pub(super) fn answer_before_study(facts: &Facts<'_>, item: &str) -> Option<RecipeAnswer> {
    let deviation = |words: &[&str]| {
        let stated = deviations_about(facts, words);
        (!stated.is_empty()).then(|| ("Different".to_owned(), "study.toml, `reproduces.deviations`"))
    };
    Some(match item {
        "item3" => (original_effect(facts)?, PRINTED),
        "item4" => (effects(&original_effects(facts), interval)?, PRINTED),
        "item5" => (original_size(facts)?, PRINTED),
        "item6" => (original_fact(facts, &["place", "location", "platform"])?, FACTS),
        "item7" => (original_fact(facts, &["country", "countries", "nationality"])?, FACTS),
        "item8" => (original_fact(facts, &["platform", "participants", "raters"])?, FACTS),
        "item9" => (original_fact(facts, &["medium"])?, FACTS),
        "item10" => (original_fact(facts, &["materials_available"])?, FACTS),
        "item12" => (
            "Elsewhere: people take part on their own devices, and the server hands out the lists.".to_owned(),
            "what this program runs",
        ),
        "item13" => {
            ("Nobody meets participants: lists are given out by the server.".to_owned(), "what this program runs")
        }
        // That nothing is stated does not say that nothing differs: what is exact or close, the authors say.
        "item17" => deviation(&["instruction", "information", "consent", "example"])?,
        "item18" => deviation(&["criteri", "question", "answer", "scale", "ties", "measure"])?,
        "item19" => deviation(&["item", "output", "text", "system", "identical pair", "stimul"])?,
        "item20" => deviation(&["list", "order", "sitting", "check", "quality", "training", "procedure"])?,
        "item21" => deviation(&["platform", "place", "location"])?,
        "item22" => deviation(&["pay", "reward", "compensation", "remuneration"])?,
        "item23" => deviation(&["participant", "rater", "people", "requirement", "worker"])?,
        "item24" => (stated_words(facts)?, "study.toml, `reproduces.deviations`"),
        "item28" => (success(facts)?, "study.toml, `[[claims]]`"),
        _ => return None,
    })
}

/// The form after it.
pub(super) fn answer_after_study(facts: &Facts<'_>, item: &str) -> Option<RecipeAnswer> {
    let publication = &facts.record.publication;
    let found = || facts.comparison.map(effects_here).unwrap_or_default();
    Some(match item {
        "item29" => (publication.preregistration.clone()?, "record.toml, `publication.preregistration`"),
        "item30" => match effects(&found(), value) {
            Some(words) => (words, COMPARED),
            None => (scores_here(facts)?, "results.json"),
        },
        "item31" => (effects(&found(), interval)?, COMPARED),
        "item32" => (same_size(facts.comparison?)?, COMPARED),
        "item33" => (judgement(&replicable_claims(facts.comparison?))?, COMPARED),
        "item34" => (join_reasons(&replicable_claims(facts.comparison?))?, COMPARED),
        "item35" => (publication.materials.clone()?, "record.toml, `publication.materials`"),
        "item36" => (
            format!("All analyses are in the report and in results.json: {}", publication.materials.clone()?),
            "record.toml, `publication.materials`",
        ),
        _ => return None,
    })
}

/// What the deviations that speak of something are called.
fn deviations_about<'a>(facts: &Facts<'a>, words: &[&str]) -> Vec<&'a str> {
    let all = facts.study.reproduces.iter().flat_map(|it| &it.deviations);
    all.map(|it| it.what.as_str()).filter(|what| words.iter().any(|word| what.to_lowercase().contains(word))).collect()
}

fn stated_words(facts: &Facts<'_>) -> Option<String> {
    let all = &facts.study.reproduces.as_ref()?.deviations;
    let each = all.iter().map(|it| format!("{}. Original: {}. Here: {}.", it.what, it.original, it.here));
    (!all.is_empty()).then(|| each.collect::<Vec<_>>().join("\n"))
}

fn success(facts: &Facts<'_>) -> Option<String> {
    let in_scope = facts.study.claims.iter().filter(|claim| claim.rule != Rule::OutOfScope);
    let ids: Vec<&str> = in_scope.map(|claim| claim.id.as_str()).collect();
    (!ids.is_empty())
        .then(|| format!("Claim by claim ({}): the rule that decides it supports it here, too.", ids.join(", ")))
}

fn original_effect(facts: &Facts<'_>) -> Option<String> {
    let standardised = effects(&original_effects(facts), value);
    standardised.or_else(|| {
        let original = facts.study.original.as_ref()?;
        let each: Vec<String> = original
            .results
            .iter()
            .filter(|it| !matches!(it.measure, Measure::Alpha | Measure::Kappa | Measure::Agreement | Measure::Count))
            .filter_map(|it| Some(format!("{}, {}: {}", it.criterion, it.system.as_ref()?, it.value)))
            .take(20)
            .collect();
        (!each.is_empty()).then(|| format!("As printed: {}.", each.join("; ")))
    })
}

/// Cohen's d or the net preference of each two systems of which the original printed enough, as if its judgements were
/// independent.
fn original_effects(facts: &Facts<'_>) -> Vec<(String, Estimate)> {
    let Some(scores) = facts.study.original.as_ref().and_then(|original| printed_scores(original).ok()) else {
        return Vec::new();
    };
    let whole: Vec<&Score> = scores.iter().filter(|score| score.cell.stratum.is_empty()).collect();
    let mut found = Vec::new();
    for (at, first) in whole.iter().enumerate() {
        for second in &whole[at + 1..] {
            let (a, b) = (&first.cell, &second.cell);
            if a.criterion != b.criterion || a.measure != b.measure {
                continue;
            }
            let estimate = match a.measure {
                Measure::Mean | Measure::AverageRank => first
                    .summary()
                    .zip(second.summary())
                    .and_then(|(a, b)| cohen_d(a, b, Denominator::Pooled, LEVEL).ok()),
                Measure::Share if a.system == b.against && a.against == b.system => preference(first, second),
                Measure::Share
                | Measure::ShareEqual
                | Measure::WinPercent
                | Measure::BestWorstScale
                | Measure::Rank
                | Measure::Count
                | Measure::Alpha
                | Measure::Kappa
                | Measure::Agreement => None,
            };
            if let (Some(estimate), Some(one), Some(other)) = (estimate, &a.system, &b.system) {
                found.push((format!("{}, {one} against {other}", a.criterion), estimate));
            }
        }
    }
    found
}

fn preference(first: &Score, second: &Score) -> Option<Estimate> {
    let n = usize::try_from(first.n?).ok()?;
    net_preference(Shares { first: first.value.value(), second: second.value.value(), n }, LEVEL).ok()
}

/// The effects that the study found, of the pairs that the original knows, too.
fn effects_here(comparison: &Comparison) -> Vec<(String, Estimate)> {
    let Some(here) = comparison.experiments.last() else { return Vec::new() };
    let of_here = |it: &&ComparisonNumber| {
        it.reading == Reading::Effects && it.between == [here.name.clone()] && it.statistic != Statistic::Weight
    };
    let each = comparison.numbers.iter().filter(of_here);
    each.map(|it| {
        let criterion = it.criterion.clone().unwrap_or_default();
        (format!("{criterion}, {}", it.estimate.of.join(" against ")), it.estimate.clone())
    })
    .collect()
}

/// Effects in words, up to a dozen: the form has room for one.
fn effects(all: &[(String, Estimate)], words: fn(&Estimate) -> Option<String>) -> Option<String> {
    let each: Vec<String> =
        all.iter().filter_map(|(about, it)| Some(format!("{about}: {}", words(it)?))).take(12).collect();
    (!each.is_empty()).then(|| each.join("; ") + ".")
}

fn value(estimate: &Estimate) -> Option<String> {
    let name = if estimate.name == "d" { "Cohen's d".to_owned() } else { estimate.name.replace('_', " ") };
    Some(format!("{name} {}", decimals(estimate.value)))
}

fn interval(estimate: &Estimate) -> Option<String> {
    let interval = estimate.interval?;
    let (low, high) = (decimals(interval.low), decimals(interval.high));
    Some(format!("{low} to {high} ({:.0} %)", 100.0 * interval.level))
}

/// To two decimals; what is rounded to zero has no sign.
fn decimals(value: f64) -> String {
    let shown = format!("{value:.2}");
    if shown == "-0.00" { "0.00".to_owned() } else { shown }
}

fn original_size(facts: &Facts<'_>) -> Option<String> {
    let sizes: Vec<u64> = facts.study.original.as_ref()?.results.iter().filter_map(|it| it.n).collect();
    let (least, most) = (sizes.iter().min()?, sizes.iter().max()?);
    Some(if least == most {
        format!("{most} judgements per score")
    } else {
        format!("{least} to {most} judgements per score")
    })
}

fn original_fact(facts: &Facts<'_>, known: &[&str]) -> Option<String> {
    let original = facts.study.original.as_ref()?;
    let found: Vec<String> = known.iter().filter_map(|name| original.facts.get(*name)).cloned().collect();
    (!found.is_empty()).then(|| found.join("; "))
}

fn scores_here(facts: &Facts<'_>) -> Option<String> {
    let results = facts.results?;
    let scored = results.about.criteria.iter().filter_map(|criterion| Some((criterion, criterion.score?)));
    let each: Vec<String> = scored
        .flat_map(|(criterion, score)| {
            let scores = results.all(score, Some(&criterion.id)).filter(|named| named.of.len() == 1);
            let words = score.words();
            scores.map(move |it| format!("{}, {}: {words} {}", criterion.name, it.of[0], decimals(it.estimate.value)))
        })
        .collect();
    (!each.is_empty()).then(|| each.join("; "))
}

/// Whether the effects differ from the original's. Where some do and some do not, only the authors know which is meant.
fn same_size(comparison: &Comparison) -> Option<String> {
    let of_two = |it: &&ComparisonNumber| it.reading == Reading::Effects && it.statistic == Statistic::EffectDifference;
    let differ: Vec<bool> =
        comparison.numbers.iter().filter(of_two).filter_map(|it| Some(it.estimate.p?.value() < ALPHA)).collect();
    let words = match (differ.contains(&true), differ.contains(&false)) {
        (true, false) => "significantly different from the original effect size",
        (false, true) => "not significantly different from the original effect size",
        (true, true) | (false, false) => return None,
    };
    Some(words.to_owned())
}

/// A claim that holds in the original, with the verdict there and here.
struct ClaimVerdicts<'a> {
    claim: &'a ClaimAcross,
    original: Verdict,
    here: Verdict,
}

/// The claims that can be replicated: those that hold in the original and are in the scope of this study.
fn replicable_claims(comparison: &Comparison) -> Vec<ClaimVerdicts<'_>> {
    let each = comparison.claims.iter().filter_map(|claim| {
        let (original, here) = (claim.runs.first()?.verdict, claim.runs.last()?.verdict);
        Some(ClaimVerdicts { claim, original, here })
    });
    each.filter(|it| it.original.holds() && !matches!(it.here, Verdict::OutOfScope | Verdict::NotComputed)).collect()
}

/// One word of four; where claims end differently, the authors say it.
fn judgement(all: &[ClaimVerdicts<'_>]) -> Option<String> {
    let every = |is: fn(Verdict) -> bool| !all.is_empty() && all.iter().all(|it| is(it.here));
    if every(Verdict::holds) {
        Some("success".to_owned())
    } else if every(|verdict| verdict == Verdict::Contradicted) {
        Some("informative failure to replicate".to_owned())
    } else if every(|verdict| verdict == Verdict::Inconclusive) {
        Some("inconclusive".to_owned())
    } else {
        None
    }
}

fn join_reasons(all: &[ClaimVerdicts<'_>]) -> Option<String> {
    let each = all.iter().map(|it| {
        format!(
            "{}: {} in the original, {} here ({}).",
            it.claim.id,
            it.original.word(),
            it.here.word(),
            it.claim.text.trim_end_matches('.')
        )
    });
    (!all.is_empty()).then(|| each.collect::<Vec<_>>().join("\n"))
}
