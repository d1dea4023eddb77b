//! Agreement, cost and hours to be expected, and where the numbers are put.

use analysis::Named;
use stats::resample::quantile;
use stats::{Estimate, Interval};
use study::Study;

use crate::Crowd;
use crate::mill::{Milled, Setup};

/// What has been found so far.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) estimates: Vec<Named>,
    pub(crate) notes: Vec<String>,
}

impl Sheet {
    /// Puts down a number about the whole study.
    pub(crate) fn put(&mut self, estimate: Estimate, n: usize, method: &str) {
        self.about(None, estimate, n, method);
    }

    /// Puts down a number about a criterion, or about the whole study.
    pub(crate) fn about(&mut self, criterion: Option<&str>, estimate: Estimate, n: usize, method: &str) {
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

/// The parameters that were put in.
pub(super) fn crowd(sheet: &mut Sheet, study: &Study, crowd: &Crowd) {
    const PUT_IN: &str = "put in";
    for (criterion, taste) in study.criteria.iter().zip(&crowd.tastes) {
        let on = Some(criterion.id.0.as_str());
        for (place, system) in study.systems.iter().enumerate() {
            let of = [system.id.0.as_str()];
            sheet.about(on, Estimate::new("quality", taste.quality[place]).of(of), 1, PUT_IN);
            sheet.about(on, Estimate::new("spread", taste.spread[place]).of(of), 1, PUT_IN);
        }
        for (key, value) in [
            ("items_sd", taste.items_sd),
            ("outputs_sd", taste.outputs_sd),
            ("leniency_sd", taste.leniency_sd),
            ("noise", taste.noise),
            ("same", taste.same),
            ("side", taste.side),
            ("drift", taste.drift),
            ("learning", taste.learning),
        ] {
            sheet.about(on, Estimate::new("taste", value).of([key]), 1, PUT_IN);
        }
    }
    let habits = &crowd.habits;
    for (key, value) in [
        ("stretch_sd", habits.stretch_sd),
        ("noise_sd", habits.noise_sd),
        ("inattentive", habits.inattentive),
        ("same_answer", habits.same_answer),
        ("slips", habits.slips),
        ("leaving", habits.leaving),
        ("giving_back", habits.giving_back),
        ("coming_back", habits.coming_back),
        ("seconds", habits.seconds),
        ("pace_sd", habits.pace_sd),
        ("seconds_sd", habits.seconds_sd),
        ("pauses", habits.pauses),
        ("pause_minutes", habits.pause_minutes),
    ] {
        sheet.put(Estimate::new("people_are", value).of([key]), 1, PUT_IN);
    }
}

/// Krippendorff's alpha: its median over runs, and between which values nine of ten runs lie.
pub(super) fn agreement(sheet: &mut Sheet, study: &Study, milled: &Milled) {
    for (criterion, alpha) in study.criteria.iter().zip(&milled.alpha) {
        if alpha.is_empty() {
            continue;
        }
        let (low, high) = (quantile(alpha, 0.05), quantile(alpha, 0.95));
        let interval = Interval { low, high, level: 0.9, kind: "range of runs" };
        let median = Estimate::new("alpha_expected", quantile(alpha, 0.5)).interval(interval);
        sheet.about(Some(&criterion.id.0), median, alpha.len(), "median of Krippendorff's alpha over simulated runs");
    }
}

/// Sessions, hours and money that a run takes, in the mean. Everyone who reaches the end is paid.
pub(super) fn cost(sheet: &mut Sheet, setup: &Setup, milled: &Milled) {
    let (took, runs) = (milled.took, milled.runs);
    let words = "mean over simulated runs";
    sheet.put(Estimate::new("people", setup.plan.people() as f64), 1, "as planned, nobody being replaced");
    sheet.put(Estimate::new("judgements", setup.judgements() as f64), 1, "as planned");
    sheet.put(Estimate::new("sessions_finished", took.finished), runs, words);
    sheet.put(Estimate::new("sessions_failed", took.failed), runs, words);
    sheet.put(Estimate::new("sessions_left", took.left), runs, words);
    sheet.put(Estimate::new("hours", took.hours), runs, words);
    if let Some((amount, currency)) = money(setup, milled) {
        sheet.put(
            Estimate::new("cost", amount).of([currency]),
            runs,
            "everyone who reaches the end being paid, with fee",
        );
    }
}

/// What everyone who reaches the end is paid, with the platform's fee, and the currency.
pub(crate) fn money(setup: &Setup, milled: &Milled) -> Option<(f64, String)> {
    let payment = setup.study.payment.as_ref()?;
    let cost = setup.plan.cost(payment)?;
    let each = cost.per_list.amount() * (1.0 + payment.platform_fee.unwrap_or(0.0));
    Some((each * milled.took.finished, cost.per_list.currency))
}
