//! Agreement, cost and time to expect, and the list of all numbers.

use analysis::Named;
use stats::resample::quantile;
use stats::{Estimate, Interval};
use study::Study;

use crate::RaterModel;
use crate::runs::{Setup, SimulationRuns};

/// The numbers of a rehearsal, and notes.
#[derive(Debug, Default)]
pub(crate) struct EstimateList {
    pub(crate) estimates: Vec<Named>,
    pub(crate) notes: Vec<String>,
}

impl EstimateList {
    /// Adds a number about the whole study.
    pub(crate) fn add(&mut self, estimate: Estimate, n: usize, method: &str) {
        self.add_for(None, estimate, n, method);
    }

    /// Adds a number about a criterion, or about the whole study.
    pub(crate) fn add_for(&mut self, criterion: Option<&str>, estimate: Estimate, n: usize, method: &str) {
        // A cost in a currency nobody can pay, say, is no number.
        if !estimate.value.is_finite() {
            return;
        }
        self.estimates.push(Named {
            name: estimate.name.to_owned(),
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
            list.add_for(on, Estimate::new("quality", model.quality[place]).of(of), 1, ASSUMED);
            list.add_for(on, Estimate::new("variability", model.variability[place]).of(of), 1, ASSUMED);
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
            list.add_for(on, Estimate::new("criterion_model", value).of([key]), 1, ASSUMED);
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
        list.add(Estimate::new("behaviour", value).of([key]), 1, ASSUMED);
    }
    if behaviour.cannot_judge > 0.0 {
        list.add(Estimate::new("behaviour", behaviour.cannot_judge).of(["cannot_judge"]), 1, ASSUMED);
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
        let median = Estimate::new("alpha_expected", quantile(alpha, 0.5)).interval(interval);
        list.add_for(Some(&criterion.id.0), median, alpha.len(), "median of Krippendorff's alpha over simulated runs");
    }
}

/// Sessions, hours and money that a run takes, on average. Everyone who reaches the end is paid.
pub(super) fn add_cost(list: &mut EstimateList, setup: &Setup, simulated: &SimulationRuns) {
    let (totals, runs) = (simulated.totals, simulated.runs);
    let words = "mean over simulated runs";
    list.add(Estimate::new("people", setup.plan.people() as f64), 1, "as planned, nobody being replaced");
    list.add(Estimate::new("judgements", setup.judgements() as f64), 1, "as planned");
    list.add(Estimate::new("sessions_finished", totals.finished), runs, words);
    list.add(Estimate::new("sessions_failed", totals.failed), runs, words);
    list.add(Estimate::new("sessions_left", totals.left), runs, words);
    list.add(Estimate::new("hours", totals.hours), runs, words);
    list.add(Estimate::new("minutes_each", totals.minutes_each), runs, "mean of simulated sessions that reach the end");
    if let Some(payment) = &setup.study.payment {
        list.add(Estimate::new("minutes_estimated", payment.estimated_minutes), 1, "as the study estimates");
    }
    if let Some((amount, currency)) = money(setup, simulated) {
        list.add(
            Estimate::new("cost", amount).of([currency]),
            runs,
            "everyone who reaches the end being paid, with fee",
        );
    }
}

/// What everyone who reaches the end is paid, with the platform's fee, and the currency.
pub(crate) fn money(setup: &Setup, simulated: &SimulationRuns) -> Option<(f64, String)> {
    let payment = setup.study.payment.as_ref()?;
    let cost = setup.plan.cost(payment)?;
    let each = cost.per_list.amount() * (1.0 + payment.platform_fee.unwrap_or(0.0));
    Some((each * simulated.totals.finished, cost.per_list.currency))
}
