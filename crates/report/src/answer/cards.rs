//! A card for every claim: its verdict, its effects on one axis, what decided it and with which power.

use ::reproduction::{ClaimAcross, Comparison, UNTESTED};
use analysis::{ClaimResult, NamedEstimate, Results, Statistic, Verdict};
use study::claim::{Claim, Rule};

use super::Card;
use super::effects::{Aim, Names, Part, heterogeneity, in_results, in_run, is_share, parts, pooled_effect};
use crate::document::{Words, slug};
use crate::figure::{Caption, Contrast, ContrastRow, Reference, contrast};
use crate::number::{Face, Number};

/// More comparisons than this are in the tables.
const MOST: usize = 3;
/// Of more runs than this no single one is told of.
const MANY: usize = 4;

pub(super) fn of_results(results: &Results, claims: &[Claim]) -> Vec<Card> {
    let names = names(results);
    let card = |claim: &ClaimResult| {
        let parts = find_claim(claims, &claim.id).map(|it| self::parts(it, &names)).unwrap_or_default();
        let rows = parts.iter().filter_map(|part| {
            let number = in_results(results, part)?;
            Some((row(part, vec![Some(number)]), part.aim))
        });
        Card {
            id: claim.id.clone(),
            text: claim.text.clone(),
            verdicts: vec![(String::new(), claim.verdict)],
            figure: draw_contrasts(&claim.id, &rows.collect::<Vec<_>>(), &[], (Scale::Model, "")),
            because: claim.because.first().cloned().unwrap_or_default(),
            power: find_claim(claims, &claim.id)
                .filter(|_| claim.power.is_empty())
                .and_then(|it| power(results, it, &parts)),
        }
    };
    results.claims.iter().filter(|claim| claim.verdict != Verdict::OutOfScope).map(card).collect()
}

pub(super) fn of_comparison(comparison: &Comparison, results: Option<&Results>) -> Vec<Card> {
    let frame = &comparison.frame;
    let names = Names {
        systems: frame.systems.iter().map(|(id, name)| (id.as_str(), name.as_str())).collect(),
        criteria: frame.criteria.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect(),
    };
    let runs: Vec<&str> = comparison.experiments.iter().map(|experiment| experiment.name.as_str()).collect();
    let printed = if comparison.experiments.iter().all(|run| run.judged_by.is_none()) { INDEPENDENT } else { "" };
    let card = |claim: &ClaimAcross| {
        let declared = find_claim(&frame.claims, &claim.id);
        let parts = declared.map(|it| self::parts(it, &names)).unwrap_or_default();
        let share = parts.iter().all(|part| is_share(comparison, &part.criterion));
        let rows = parts.iter().filter_map(|part| {
            let numbers: Vec<Option<Number>> = runs.iter().map(|run| in_run(comparison, part, run)).collect();
            let known = numbers.iter().any(Option::is_some);
            known.then(|| (row(part, numbers), part.aim))
        });
        let rows: Vec<(ContrastRow, Aim)> = rows.collect();
        let scale = if share { Scale::Shares } else { Scale::Deviations };
        let own = || {
            let of_part = |part: &Part| Some((row(part, vec![Some(in_results(results?, part)?)]), part.aim));
            let rows: Vec<_> = parts.iter().filter_map(of_part).collect();
            draw_contrasts(&claim.id, &rows, &[], (Scale::ModelHere, ""))
        };
        Card {
            id: claim.id.clone(),
            text: claim.text.clone(),
            verdicts: claim.runs.iter().map(|run| (run.experiment.clone(), run.verdict)).collect(),
            figure: if rows.is_empty() { own() } else { draw_contrasts(&claim.id, &rows, &runs, (scale, printed)) },
            because: over_many(comparison, &parts).unwrap_or_else(|| name_deciding_test(claim)),
            power: results
                .zip(declared)
                .filter(|_| claim.runs.iter().all(|run| run.power.is_empty()))
                .and_then(|(results, it)| power(results, it, &parts)),
        }
    };
    let in_scope = |claim: &&ClaimAcross| claim.runs.iter().any(|run| run.verdict != Verdict::OutOfScope);
    comparison.claims.iter().filter(in_scope).map(card).collect()
}

/// What intervals from printed numbers assume.
const INDEPENDENT: &str = " as if judgements were independent";

/// Of many runs, what they found together about the comparison that supports the claim least; no single one tells as much.
fn over_many(comparison: &Comparison, parts: &[Part]) -> Option<String> {
    let runs = comparison.experiments.len();
    let found = parts.iter().filter_map(|part| Some((part, pooled_effect(comparison, part)?)));
    let least = |part: &Part, number: &Number| match part.aim {
        Aim::Above(by) => number.place() - by,
        Aim::Within(within) => within - number.place().abs(),
    };
    let (part, number) = found.min_by(|a, b| least(a.0, &a.1).total_cmp(&least(b.0, &b.1))).filter(|_| runs > MANY)?;
    let spread = heterogeneity(comparison, part).map(|it| format!("; I² {} %", it.render(Face::Value, 0)));
    let shown = number.render(Face::Both, number.decimals().min(2));
    let name = row(part, Vec::new()).name;
    Some(format!("All {runs} runs together, {name}: {shown}{}", spread.unwrap_or_default()))
}

/// What decided, and of several runs in which.
fn name_deciding_test(claim: &ClaimAcross) -> String {
    let Some(run) = claim.most_telling() else { return String::new() };
    let Some(because) = run.because.first() else { return String::new() };
    // Beside an interval that is drawn as if judgements were independent stands what a test would make of it.
    let untested = run.because.iter().find(|it| it.starts_with(UNTESTED)).map(|it| format!(". {it}"));
    let of = if claim.runs.len() > 2 { format!("{}: ", run.experiment) } else { String::new() };
    format!("{of}{because}{}", untested.unwrap_or_default())
}

fn names(results: &Results) -> Names<'_> {
    Names {
        systems: results.about.systems.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect(),
        criteria: results.about.criteria.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect(),
    }
}

fn find_claim<'a>(claims: &'a [Claim], id: &str) -> Option<&'a Claim> {
    claims.iter().find(|claim| claim.id == id)
}

fn row(part: &Part, numbers: Vec<Option<Number>>) -> ContrastRow {
    let on = part.on.as_ref().map(|on| format!(", {on}")).unwrap_or_default();
    ContrastRow { name: format!("{} − {}{on}", part.names[0], part.names[1]), numbers }
}

/// What the effects of a card are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// Differences by the mixed model, in the units of claims.
    Model,
    /// The same, of the last run alone.
    ModelHere,
    /// Differences of shares, in the units of claims.
    Shares,
    /// Standard deviations, which no claim names.
    Deviations,
}

impl Scale {
    fn words(self) -> &'static str {
        match self {
            Scale::Model => "difference by the mixed model",
            Scale::ModelHere => "difference by the mixed model, here alone",
            Scale::Shares => "net preference",
            Scale::Deviations => "difference in standard deviations",
        }
    }
}

/// The comparisons that support the claim least, in the claim's order.
fn draw_contrasts(
    id: &str,
    rows: &[(ContrastRow, Aim)],
    runs: &[&str],
    (scale, assuming): (Scale, &str),
) -> Option<crate::figure::Figure> {
    if rows.is_empty() {
        return None;
    }
    let (axis, in_units) = (format!("{}, 95 % CI{assuming}", scale.words()), scale != Scale::Deviations);
    let all = rows.len();
    let strength = |(row, aim): &(ContrastRow, Aim)| {
        let number = row.numbers.iter().rev().flatten().next();
        number.map_or(f64::INFINITY, |number| {
            let half = number.reach().map_or(1.0, |(low, high)| (high - low) / 2.0);
            let towards = match aim {
                Aim::Above(by) => number.place() - by,
                Aim::Within(within) => within - number.place().abs(),
            };
            towards / half
        })
    };
    let mut order: Vec<usize> = (0..all).collect();
    order.sort_by(|a, b| strength(&rows[*a]).total_cmp(&strength(&rows[*b])));
    // Of many runs one comparison has as many lines as a card has room for.
    let most = if runs.len() > MANY { 1 } else { MOST };
    order.truncate(most);
    order.sort_unstable();
    let reference = match rows[order[0]].1 {
        Aim::Within(within) if in_units => Reference::Within(within),
        Aim::Above(by) if in_units && by > 0.0 => Reference::AtLeast(by),
        Aim::Within(_) => Reference::Equal,
        Aim::Above(_) => Reference::Above,
    };
    let shown: Vec<ContrastRow> = order.iter().map(|index| rows[*index].0.clone()).collect();
    let note = match (all > most, most) {
        (false, _) => axis.clone(),
        (true, 1) => format!("the weakest of {all} comparisons; {axis}"),
        (true, most) => format!("the {most} weakest of {all} comparisons; {axis}"),
    };
    let caption = Caption { id: format!("claim-{}", slug(id)), title: format!("{id}: {axis}") };
    let runs = runs.iter().map(|run| (*run).to_owned()).collect();
    Some(contrast(caption, &Contrast { rows: shown, runs, reference, note }))
}

/// The least power that a comparison of the claim had for the effect of the original, or for the one that the claim names, where
/// the reasons do not say what the deciding test could have found.
fn power(results: &Results, claim: &Claim, parts: &[Part]) -> Option<Words> {
    let Rule::Significant { .. } = claim.rule else { return None };
    let own = format!("claim {}", claim.id);
    for (label, words) in
        [("original", "an effect as large as the original’s"), (own.as_str(), "the effect that it names")]
    {
        for statistic in [
            Statistic::PowerTost,
            Statistic::PowerLmm,
            Statistic::PowerBt,
            Statistic::PowerPl,
            Statistic::PowerSign,
            Statistic::PowerT,
        ] {
            let found = parts.iter().flat_map(|part| {
                let [a, b] = part.pair.each_ref().map(String::as_str);
                let of = |first, second| results.get(statistic, part.criterion.as_str(), &[first, second, label]);
                of(a, b).or_else(|| of(b, a))
            });
            let least =
                found.min_by(|a: &&NamedEstimate, b: &&NamedEstimate| a.estimate.value.total_cmp(&b.estimate.value));
            if let Some(least) = least {
                let least_of = if parts.len() > 1 { " at least" } else { "" };
                return Some(
                    Words::plain(format!("Power to find {words}:{least_of} "))
                        .number(Number::from(least).quiet(), Face::Percent)
                        .text("."),
                );
            }
        }
    }
    None
}
