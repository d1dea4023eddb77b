//! How large a reproduction must be, given what the original printed.

use analysis::Statistic;
use stats::dist::{noncentral_t, normal, student_t};
use stats::power::{EffectMeasure, Question, Sides, Size, Test};
use study::claim::{Condition, Rule};
use study::original::{Measure, PrintedNumber};

use crate::rehearsal::{EstimateList, Simulator};

/// What is known of a pair of systems from the paper: a standardised effect and how many judgements of each
/// system, or of the pair, it rests on.
struct Finding {
    effect: EffectMeasure,
    test: Test,
    n: f64,
    /// What share of judgements count: those that are not ties.
    counts: f64,
}

/// For every pair of systems that a claim compares and the original printed numbers for: the effect; the original's
/// and the planned numbers of judgements, each with its power for that effect; the chance that a reproduction as
/// planned shows an effect of zero to be too small for the original to have detected (small telescopes, Simonsohn
/// 2015); 2.5 times the original's judgements, with which that chance is four in five; and the numbers needed for
/// the wanted power if the effect is as printed, and half of that. All take judgements for independent, as the
/// printed tests did; what clustering does to them is in the simulated chances.
pub(crate) fn add(list: &mut EstimateList, simulator: &Simulator<'_>) {
    let study = &simulator.setup.study;
    if study.original.is_none() {
        return;
    }
    let mut pairs = Vec::new();
    for number in simulator.claim_numbers() {
        let claim = &study.claims[number];
        let alpha = match claim.rule {
            Rule::Significant { alpha, .. } => alpha,
            Rule::Direction | Rule::OutOfScope => study.analysis.alpha,
        };
        for part in claim.holds_if.iter().flat_map(Condition::parts) {
            let Condition::Above { system, others, criterion, .. } = part else { continue };
            pairs.extend(others.iter().map(|other| (*criterion, *system, *other, alpha)));
        }
    }
    pairs.sort_by_key(|pair| (pair.0, pair.1, pair.2));
    pairs.dedup_by_key(|pair| (pair.0, pair.1, pair.2));
    // Without a claim of a difference there is none to size the study for.
    let mut found = pairs.is_empty();
    for (criterion, a, b, alpha) in pairs {
        if let Some(finding) = find_effect(simulator, criterion, (a, b)) {
            add_finding(list, simulator, (criterion, a, b), &finding, alpha);
            found = true;
        }
    }
    if !found {
        let note = "required sample size cannot be computed from the original: it reports neither means with standard \
                    deviations and numbers of judgements nor shares of the pairs that claims compare";
        list.notes.push(note.to_owned());
    }
}

fn find_effect(simulator: &Simulator<'_>, criterion: usize, (a, b): (usize, usize)) -> Option<Finding> {
    let study = &simulator.setup.study;
    let results = &study.original.as_ref()?.results;
    let on = &study.criteria[criterion].id.0;
    let of = |measure: Measure, system: usize, against: Option<usize>| -> Option<&PrintedNumber> {
        let id = |system: usize| Some(study.systems[system].id.0.clone());
        results.iter().find(|it| {
            it.measure == measure
                && it.criterion == *on
                && it.stratum.is_empty()
                && it.system == id(system)
                && it.against == against.and_then(id)
        })
    };
    if let (Some(first), Some(second)) = (of(Measure::Mean, a, None), of(Measure::Mean, b, None)) {
        let number = |text: &String| text.parse::<f64>().ok();
        let (m1, m2) = (number(&first.value)?, number(&second.value)?);
        let (s1, s2) = (number(first.sd.as_ref()?)?, number(second.sd.as_ref()?)?);
        let d = (m1 - m2).abs() / ((s1 * s1 + s2 * s2) / 2.0).sqrt();
        let n = first.n? as f64;
        return d.is_finite().then_some(Finding {
            effect: EffectMeasure::CohenD(d),
            test: Test::TwoSample(Sides::Two),
            n,
            counts: 1.0,
        });
    }
    let (first, second) = (of(Measure::Share, a, Some(b))?, of(Measure::Share, b, Some(a))?);
    let (first, n, second) = (first.value.parse::<f64>().ok()?, first.n? as f64, second.value.parse::<f64>().ok()?);
    let counts = first + second;
    let w = (first - second).abs() / counts;
    w.is_finite().then_some(Finding { effect: EffectMeasure::CohenW(w), test: Test::ChiSquare { df: 1.0 }, n, counts })
}

fn add_finding(
    list: &mut EstimateList,
    simulator: &Simulator<'_>,
    about: (usize, usize, usize),
    finding: &Finding,
    alpha: f64,
) {
    let study = &simulator.setup.study;
    let (criterion, a, b) = about;
    let on = Some(study.criteria[criterion].id.0.as_str());
    let of = || [study.systems[a].id.0.clone(), study.systems[b].id.0.clone()];
    let mut add = |statistic: Statistic, value: f64, method: &str| {
        list.add_for(on, statistic, of(), value, finding.n as usize, method);
    };
    let together = matches!(finding.test, Test::ChiSquare { .. });
    let (effect, counted) = if together {
        ("Cohen's w of the choices that were not ties", "judgements that show both")
    } else {
        ("Cohen's d of the printed means and standard deviations", "judgements of each system")
    };
    add(Statistic::OriginalEffect, finding.effect.value(), effect);
    add(Statistic::OriginalN, finding.n, counted);
    let planned = count_planned(simulator, criterion, (a, b), finding.test);
    add(Statistic::PlannedN, planned, counted);
    add(Statistic::Needed25, 2.5 * finding.n, "2.5 times the original's (Simonsohn 2015)");
    let question = Question { test: finding.test, alpha };
    let sized = |n: f64| if together { Size::Total(n * finding.counts) } else { Size::PerGroup(n) };
    for (statistic, n) in [(Statistic::OriginalPower, finding.n), (Statistic::PlannedPower, planned)] {
        if let Ok(power) = question.power(finding.effect, sized(n)) {
            add(statistic, power, "if the effect is as printed, judgements being independent");
        }
    }
    if let Some(chance) = finding.small_telescopes_power(question, planned) {
        add(
            Statistic::SmallTelescopesPower,
            chance,
            "small telescopes: if there is no effect, judgements being independent",
        );
    }
    let size = |effect: EffectMeasure| {
        let like = if together { Size::Total(0.0) } else { Size::PerGroup(0.0) };
        question.size(effect, simulator.options.power, like).ok().map(|size| (size.value() / finding.counts).ceil())
    };
    let half = match finding.effect {
        EffectMeasure::CohenD(d) => EffectMeasure::CohenD(d / 2.0),
        EffectMeasure::CohenW(w) => EffectMeasure::CohenW(w / 2.0),
        EffectMeasure::CohenF(_) | EffectMeasure::EtaSquared(_) | EffectMeasure::R(_) => finding.effect,
    };
    let words = "for the wanted power by an independent test, judgements being independent";
    if let Some(n) = size(finding.effect) {
        add(Statistic::NeededAsPrinted, n, words);
    }
    if let Some(n) = size(half) {
        add(Statistic::NeededForHalf, n, words);
    }
}

impl Finding {
    /// The chance that so many judgements show an effect of zero to be below that which the original had one
    /// chance in three to detect, at the one-sided level of 0.05 (Simonsohn 2015).
    fn small_telescopes_power(&self, question: Question, planned: f64) -> Option<f64> {
        const LEVEL: f64 = 0.05;
        let third = |size: Size| question.effect(self.effect, size, 1.0 / 3.0).ok().map(EffectMeasure::value);
        let chance = if matches!(self.test, Test::ChiSquare { .. }) {
            // The net share of n choices varies by √((1 − w²)/n).
            let (w, n) = (third(Size::Total(self.n * self.counts))?, planned * self.counts);
            let bound = w - normal::upper_quantile(LEVEL) * ((1.0 - w * w).max(0.0) / n).sqrt();
            normal::cdf(bound * n.sqrt())
        } else {
            let d = third(Size::PerGroup(self.n))?;
            let df = 2.0 * planned - 2.0;
            student_t::cdf(noncentral_t::quantile(LEVEL, df, d * (planned / 2.0).sqrt()), df)
        };
        chance.is_finite().then_some(chance)
    }
}

/// How many judgements of each of the two systems are planned, or of the two together.
fn count_planned(simulator: &Simulator<'_>, criterion: usize, (a, b): (usize, usize), test: Test) -> f64 {
    let plan = &simulator.setup.plan;
    let together = matches!(test, Test::ChiSquare { .. });
    let mut count = 0u64;
    for number in 0..plan.lists().len() {
        for page in
            plan.pages(number).iter().filter(|page| plan.criteria_on_page(number, **page).contains(&(criterion as u16)))
        {
            let shown = plan.outputs(*page);
            let (first, second) = (shown.contains(&(a as u16)), shown.contains(&(b as u16)));
            count += u64::from(if together { first && second } else { first });
        }
    }
    (count * u64::from(plan.completions)) as f64
}
