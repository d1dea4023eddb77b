//! Whether the power that a study was rehearsed with will be reached, as far as the answers so far tell.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use dataset::Dataset;
use live::{ClaimPower, MorePeople, PowerForecast};
use plan::Plan;
use simulation::{Forecast, Forecaster, NeededPeople, RaterModel, Runs, Setup};
use study::Study;
use study::claim::Rule;

/// Enough for a power that is told in whole percents, about.
const RUNS: Runs = Runs { seed: 1, runs: 200 };
/// The power that every claim is to have, as `rejudge rehearse` has it.
const WANTED: f64 = 0.8;

/// What is known so far, and what it is compared with.
pub(super) struct PowerWatch {
    /// The file about raters in the study's folder, where there is one.
    raters: Option<String>,
    /// What was assumed; nothing where it cannot be simulated.
    assumed: OnceLock<Option<Forecaster>>,
    /// What was found, and until which event; nothing where too few had answered.
    found: Mutex<Option<(u64, Option<Arc<PowerForecast>>)>>,
}

impl PowerWatch {
    pub(super) fn new(raters: Option<String>) -> PowerWatch {
        PowerWatch { raters, assumed: OnceLock::new(), found: Mutex::default() }
    }

    /// Whether a study decides anything.
    pub(super) fn has_claims(study: &Study) -> bool {
        study.claims.iter().any(|claim| claim.rule != Rule::OutOfScope)
    }

    /// What was found last, and whether so many events are reason to look again: a tenth more than then.
    pub(super) fn last(&self, events: u64) -> (Option<Option<Arc<PowerForecast>>>, bool) {
        match &*self.found.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((at, found)) => (Some(found.clone()), events * 10 >= at * 11 && events != *at),
            None => (None, true),
        }
    }

    /// Computes, on one thread, so that participants keep the others.
    pub(super) fn recompute(&self, (study, plan): (&Study, &Plan), dataset: &Dataset, events: u64) {
        let compute = || {
            let assumed = self.assumed.get_or_init(|| {
                let setup = Setup::new(study.clone()).ok()?;
                let assumed = RaterModel::fit_to_original(&setup, RUNS.seed);
                let assumed = assumed.unwrap_or_else(|| RaterModel::from_claims(study));
                let assumed = match &self.raters {
                    Some(file) => assumed.with_file(study, file).ok()?,
                    None => assumed,
                };
                Forecaster::new(study, assumed, WANTED, RUNS).ok()
            });
            assumed.as_ref()?.forecast(dataset).map(|forecast| Arc::new(in_words(&forecast)))
        };
        let found = match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
            Ok(one) if simulation::is_look_due(plan, dataset) => one.install(compute),
            Ok(_) | Err(_) => None,
        };
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some((events, found));
    }
}

fn in_words(forecast: &Forecast) -> PowerForecast {
    PowerForecast {
        share: forecast.share,
        people: forecast.people,
        claims: forecast
            .claims
            .iter()
            .map(|claim| ClaimPower {
                id: claim.id.clone(),
                rehearsed: claim.rehearsed,
                expected: claim.expected,
                short: claim.short,
            })
            .collect(),
        reasons: forecast
            .spreads
            .iter()
            .map(|larger| {
                format!("{}: {} {:.1} times as large as assumed", larger.criterion, larger.what, larger.times)
            })
            .collect(),
        noticed: forecast.noticed,
        unseen: forecast.unseen.clone(),
        more: forecast.needed.map(|needed| match needed {
            NeededPeople::Enough(people) => MorePeople::About(people.saturating_sub(forecast.planned)),
            NeededPeople::MoreThan(people) => MorePeople::MoreThan(people.saturating_sub(forecast.planned)),
        }),
    }
}
