//! Agreement, cost and time to expect, and the list of all numbers.

use analysis::{NamedEstimate, Statistic};
use stats::resample::quantile;
use stats::{Estimate, Interval};
use study::Study;

use crate::RaterModel;
use crate::runs::{Setup, SimulationRuns};

/// About nothing but the criterion or the study.
pub(super) const ALONE: [&str; 0] = [];

/// The numbers of a rehearsal, and notes.
#[derive(Debug, Default)]
pub(crate) struct EstimateList {
    pub(crate) estimates: Vec<NamedEstimate>,
    pub(crate) notes: Vec<String>,
}

impl EstimateList {
    /// Adds a number about the whole study.
    #[expect(clippy::too_many_arguments, reason = "a number with what it is, what it is about and what it rests on")]
    pub(crate) fn add<S: Into<String>>(
        &mut self,
        statistic: Statistic,
        of: impl IntoIterator<Item = S>,
        estimate: impl Into<Estimate>,
        n: usize,
        method: &str,
    ) {
        self.add_for(None, statistic, of, estimate, n, method);
    }

    /// Adds a number about a criterion, or about the whole study.
    #[expect(clippy::too_many_arguments, reason = "a number with what it is, what it is about and what it rests on")]
    pub(crate) fn add_for<S: Into<String>>(
        &mut self,
        criterion: Option<&str>,
        statistic: Statistic,
        of: impl IntoIterator<Item = S>,
        estimate: impl Into<Estimate>,
        n: usize,
        method: &str,
    ) {
        let estimate = estimate.into().with_labels(of);
        // A cost in a currency nobody can pay, say, is no number.
        if !estimate.value.is_finite() {
            return;
        }
        self.estimates.push(NamedEstimate {
            statistic,
            criterion: criterion.map(str::to_owned),
            of: estimate.of.clone(),
            estimate,
            n,
            method: method.to_owned(),
        });
    }
}

/// The parameters of the simulation.
pub(super) fn add_rater_model(list: &mut EstimateList, study: &Study, raters: &RaterModel) {
    const ASSUMED: &str = "assumed";
    for (criterion, model) in study.criteria.iter().zip(&raters.criteria) {
        let on = Some(criterion.id.0.as_str());
        for (place, system) in study.systems.iter().enumerate() {
            let of = [system.id.0.as_str()];
            list.add_for(on, Statistic::Quality, of, model.quality[place], 1, ASSUMED);
            list.add_for(on, Statistic::Variability, of, model.variability[place], 1, ASSUMED);
        }
        for (key, value) in [
            ("items_sd", model.items_sd),
            ("outputs_sd", model.outputs_sd),
            ("leniency_sd", model.leniency_sd),
            ("taste_sd", model.taste_sd),
            ("noise", model.noise),
            ("same", model.same),
            ("side", model.side),
            ("drift", model.drift),
            ("learning", model.learning),
        ] {
            list.add_for(on, Statistic::CriterionModel, [key], value, 1, ASSUMED);
        }
    }
    let behaviour = &raters.behaviour;
    for (key, value) in [
        ("scale_use_sd", behaviour.scale_use_sd),
        ("noise_sd", behaviour.noise_sd),
        ("inattentive", behaviour.inattentive),
        ("same_answer", behaviour.same_answer),
        ("slips", behaviour.slips),
        ("leaving", behaviour.leaving),
        ("giving_back", behaviour.giving_back),
        ("coming_back", behaviour.coming_back),
        ("seconds", behaviour.seconds),
        ("pace_sd", behaviour.pace_sd),
        ("seconds_sd", behaviour.seconds_sd),
        ("pauses", behaviour.pauses),
        ("pause_minutes", behaviour.pause_minutes),
    ] {
        list.add(Statistic::Behaviour, [key], value, 1, ASSUMED);
    }
    if behaviour.cannot_judge > 0.0 {
        list.add(Statistic::Behaviour, ["cannot_judge"], behaviour.cannot_judge, 1, ASSUMED);
    }
}

/// Krippendorff's alpha: its median over runs, and between which values nine of ten runs lie.
pub(super) fn add_agreement(list: &mut EstimateList, study: &Study, simulated: &SimulationRuns) {
    for (criterion, alpha) in study.criteria.iter().zip(&simulated.alpha) {
        if alpha.is_empty() {
            continue;
        }
        let (low, high) = (quantile(alpha, 0.05), quantile(alpha, 0.95));
        let interval = Interval { low, high, level: 0.9, kind: "range of runs" };
        let median = Estimate::from(quantile(alpha, 0.5)).interval(interval);
        let words = "median of Krippendorff's alpha over simulated runs";
        list.add_for(Some(&criterion.id.0), Statistic::AlphaExpected, ALONE, median, alpha.len(), words);
    }
}

/// Sessions, hours and money that a run takes, on average. Everyone who reaches the end is paid.
pub(super) fn add_cost(list: &mut EstimateList, setup: &Setup, simulated: &SimulationRuns) {
    let (totals, runs) = (simulated.totals, simulated.runs);
    let words = "mean over simulated runs";
    let people = "as planned, nobody being replaced";
    list.add(Statistic::People, ALONE, setup.plan.people() as f64, 1, people);
    list.add(Statistic::Judgements, ALONE, setup.judgements() as f64, 1, "as planned");
    list.add(Statistic::SessionsFinished, ALONE, totals.finished, runs, words);
    list.add(Statistic::SessionsFailed, ALONE, totals.failed, runs, words);
    list.add(Statistic::SessionsLeft, ALONE, totals.left, runs, words);
    list.add(Statistic::Hours, ALONE, totals.hours, runs, words);
    let each = "mean of simulated sessions that reach the end";
    list.add(Statistic::MinutesEach, ALONE, totals.minutes_each, runs, each);
    if let Some(payment) = &setup.study.payment {
        let words = "as the study estimates";
        list.add(Statistic::MinutesEstimated, ALONE, payment.estimated_minutes, 1, words);
    }
    if let Some((amount, currency)) = money(setup, simulated) {
        let words = "everyone who reaches the end being paid, with fee";
        list.add(Statistic::Cost, [currency], amount, runs, words);
    }
}

/// What everyone who reaches the end is paid, with the platform's fee, and the currency.
pub(crate) fn money(setup: &Setup, simulated: &SimulationRuns) -> Option<(f64, String)> {
    let payment = setup.study.payment.as_ref()?;
    let cost = setup.plan.cost(payment)?;
    let each = cost.per_list.amount() * (1.0 + payment.platform_fee.unwrap_or(0.0));
    Some((each * simulated.totals.finished, cost.per_list.currency))
}
