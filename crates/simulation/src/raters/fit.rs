//! Rater models fitted to what an earlier study found.

use analysis::SystemScore;
use dataset::Dataset;
use rayon::prelude::*;
use study::Study;
use study::response::Response;

use super::Components;
use crate::random::run_seed;
use crate::runs::Setup;
use crate::scenarios::score_direction;
use crate::targets::{Choices, Score, Target, net_choices};
use crate::{CriterionModel, Design, RaterModel};

impl RaterModel {
    /// Raters whose answers have the means, standard deviations, shares and agreement that the
    /// original printed, as far as it printed them; nothing where it printed nothing about systems.
    #[must_use]
    pub fn fit_to_original(setup: &Setup, seed: u64) -> Option<RaterModel> {
        let study = &setup.study;
        let targets: Vec<Target> = (0..study.criteria.len()).map(|it| Target::from_original(study, it)).collect();
        if !targets.iter().any(Target::is_known) {
            return None;
        }
        let mut raters = RaterModel::from_claims(study);
        let paper = study.original.as_ref().map(|original| original.paper.clone()).unwrap_or_default();
        raters.source =
            format!("fitted to the results reported by {paper}: {}", describe_targets(study, &targets, None));
        fit(setup, &mut raters, &targets, seed);
        Some(raters)
    }

    /// Raters who answer as the people of an earlier dataset did: means, standard deviations, shares, how much
    /// people, items and outputs differ, ties, sides and pace.
    #[must_use]
    pub fn fit_to_dataset(setup: &Setup, dataset: &Dataset, seed: u64) -> RaterModel {
        let study = &setup.study;
        let targets: Vec<Target> =
            (0..study.criteria.len()).map(|it| Target::from_dataset(study, dataset, it)).collect();
        let mut raters = RaterModel::from_claims(study);
        let pace = raters.behaviour.fit_pace(dataset).then_some("pace");
        raters.source = format!("fitted to earlier judgements: {}", describe_targets(study, &targets, pace));
        fit(setup, &mut raters, &targets, seed);
        raters
    }

    /// Lets these raters differ as much as those who gave some answers to these criteria: in what varies between people, items and
    /// outputs, or, where outputs are compared, in how far they agree. What systems are like stays as it is.
    pub(crate) fn take_spreads(&mut self, setup: &Setup, dataset: &Dataset, criteria: &[usize], seed: u64) {
        let small = smaller(setup);
        let setup = small.as_ref().unwrap_or(setup);
        let systems = setup.study.systems.len();
        for &criterion in criteria {
            let seen = Target::from_dataset(&setup.study, dataset, criterion);
            let blind = Target { score: vec![None; systems], sd: vec![None; systems], ..Target::default() };
            let target = Target { equal: seen.equal, first: seen.first, ..blind };
            let trial = Trial { setup, criterion, target: &target, seed };
            match (seen.components, seen.alpha) {
                (Some(components), _) => trial.vary(self, components),
                (None, Some(alpha)) => trial.agree_by_chance(self, alpha),
                (None, None) => {}
            }
        }
    }
}

/// What each criterion was fitted to, and what else was fitted.
fn describe_targets(study: &Study, targets: &[Target], besides: Option<&str>) -> String {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for (criterion, target) in study.criteria.iter().zip(targets) {
        let words =
            if target.is_known() { target.words().join(", ") } else { "effects assumed from the claims".to_owned() };
        match said.iter_mut().find(|(known, _)| *known == words) {
            Some((_, criteria)) => criteria.push(&criterion.id.0),
            None => said.push((words, vec![&criterion.id.0])),
        }
    }
    let on = said.iter().map(|(words, criteria)| format!("{words} on {}", criteria.join(", ")));
    let all: Vec<String> =
        on.chain(besides.map(str::to_owned)).chain(["all other settings are defaults".to_owned()]).collect();
    all.join("; ")
}

/// How many judgements of a criterion a trial makes, about.
const TRIAL: u64 = 20_000;
/// How many people take part in a trial at least, about.
const TRIAL_PEOPLE: u64 = 800;
/// How many items a trial has at most: people say the same on average about more, and a trial takes longer.
const TRIAL_ITEMS: usize = 40;

/// Adjusts quality, variability, what counts as equal, and the share of chance, until simulated answers look
/// like the target. Every trial uses the same random numbers, so that a small step has a small effect.
fn fit(setup: &Setup, raters: &mut RaterModel, targets: &[Target], seed: u64) {
    let small = smaller(setup);
    let setup = small.as_ref().unwrap_or(setup);
    for (criterion, target) in targets.iter().enumerate().filter(|(_, target)| target.is_known()) {
        if target.ranks.iter().any(Option::is_some) {
            space_by_rank(&setup.study, raters, criterion, target);
            continue;
        }
        let trial = Trial { setup, criterion, target, seed };
        trial.settle(raters, 10);
        match (target.components, target.alpha) {
            (Some(components), _) => trial.vary(raters, components),
            (None, Some(alpha)) => trial.agree(raters, alpha),
            (None, None) => {}
        }
    }
}

/// The study with as many items as a trial has, unless it has no more anyway or cannot be planned so.
fn smaller(setup: &Setup) -> Option<Setup> {
    let design = Design::from_study(&setup.study);
    let fewer = Design { items: TRIAL_ITEMS, ..design };
    if design.items > TRIAL_ITEMS { Setup::new(fewer.apply_to(&setup.study)).ok() } else { None }
}

/// Where only ranks are known: a quarter of a standard deviation from each rank to the next.
fn space_by_rank(study: &Study, raters: &mut RaterModel, criterion: usize, target: &Target) {
    let model = &mut raters.criteria[criterion];
    let known: Vec<f64> = target.ranks.iter().flatten().copied().collect();
    let middle = known.iter().sum::<f64>() / known.len() as f64;
    let step = 0.25 * model.total_sd() * score_direction(study, criterion);
    for (quality, place) in model.quality.iter_mut().zip(&target.ranks) {
        *quality = place.map_or(0.0, |place| step * (middle - place));
    }
}

#[derive(Clone, Copy)]
struct Trial<'a> {
    setup: &'a Setup,
    criterion: usize,
    target: &'a Target,
    seed: u64,
}

/// What a trial gave.
struct TrialScores {
    score: Vec<f64>,
    sd: Vec<f64>,
    net: Vec<f64>,
    choices: Choices,
}

/// What one run of a trial gave, added up.
#[derive(Default)]
struct Sums {
    /// By system: judgements, what they say, and the square of that.
    systems: Vec<(f64, f64, f64)>,
    /// By printed pair: judgements, and how often the first was chosen less how often the second.
    pairs: Vec<(f64, f64)>,
    choices: Choices,
}

impl Trial<'_> {
    fn simulate(&self, raters: &RaterModel) -> TrialScores {
        let runs =
            (TRIAL / self.setup.judgements().max(1)).clamp(12, 400).max(TRIAL_PEOPLE / self.setup.plan.people().max(1));
        let all: Vec<Sums> = (0..runs).into_par_iter().map(|run| self.run(raters, run)).collect();
        let mut sums = vec![(0.0, 0.0, 0.0); self.setup.study.systems.len()];
        let mut pairs = vec![(0.0, 0.0); self.target.net.len()];
        let mut choices = Choices::default();
        for run in all {
            for (sum, more) in sums.iter_mut().zip(run.systems) {
                *sum = (sum.0 + more.0, sum.1 + more.1, sum.2 + more.2);
            }
            for (pair, more) in pairs.iter_mut().zip(run.pairs) {
                *pair = (pair.0 + more.0, pair.1 + more.1);
            }
            choices.add(run.choices);
        }
        let score: Vec<f64> = sums.iter().map(|(n, sum, _)| sum / n.max(1.0)).collect();
        let deviation =
            |((n, _, squares), mean): (&(f64, f64, f64), &f64)| (squares / n.max(1.0) - mean * mean).max(0.0).sqrt();
        TrialScores {
            sd: sums.iter().zip(&score).map(deviation).collect(),
            net: pairs.iter().map(|(n, net): &(f64, f64)| net / n.max(1.0)).collect(),
            choices,
            score,
        }
    }

    fn run(&self, raters: &RaterModel, run: u64) -> Sums {
        let dataset = self.setup.dataset(raters, run_seed(self.seed, run));
        let of_system = |scored: Option<SystemScore>| {
            scored.map_or((0.0, 0.0, 0.0), |scored| {
                let n = scored.n as f64;
                let value = match self.target.measure {
                    Score::Mean => scored.mean,
                    Score::Net => scored.net,
                };
                (n, n * value, n * scored.mean * scored.mean + (n - 1.0) * scored.sd * scored.sd)
            })
        };
        let pair = |(a, b, _): &(usize, usize, f64)| net_choices(&dataset, self.criterion, (*a, *b));
        Sums {
            systems: analysis::system_scores(&dataset, self.criterion).into_iter().map(of_system).collect(),
            pairs: self.target.net.iter().map(pair).collect(),
            choices: Choices::count(&dataset, self.criterion),
        }
    }

    /// The agreement of people, in the mean of some runs.
    fn alpha(&self, raters: &RaterModel) -> Option<f64> {
        let of_run = |run| analysis::alpha(&self.setup.dataset(raters, run_seed(self.seed, run)), self.criterion);
        let alphas: Vec<Option<f64>> = (0..40).into_par_iter().map(of_run).collect();
        let alphas: Vec<f64> = alphas.into_iter().flatten().collect();
        (!alphas.is_empty()).then(|| alphas.iter().sum::<f64>() / alphas.len() as f64)
    }

    /// How much people, items and outputs differ, in the mean of some runs.
    fn components(&self, raters: &RaterModel) -> Option<Components> {
        let of_run = |run| Components::estimate(&self.setup.dataset(raters, run_seed(self.seed, run)), self.criterion);
        let all: Vec<Option<Components>> = (0..40).into_par_iter().map(of_run).collect();
        Components::mean(&all.into_iter().flatten().collect::<Vec<_>>())
    }

    /// Moves quality and variability towards the target, step by step (the secant method, system by system).
    fn settle(&self, raters: &mut RaterModel, steps: usize) {
        let mut before: Option<(Vec<f64>, Vec<f64>)> = None;
        let mut slopes = vec![self.first_slope(); raters.criteria[self.criterion].quality.len()];
        for _ in 0..steps {
            let seen = self.simulate(raters);
            let model = &mut raters.criteria[self.criterion];
            if let Some((quality, score)) = &before {
                for system in 0..slopes.len() {
                    let moved = model.quality[system] - quality[system];
                    let slope = (seen.score[system] - score[system]) / moved;
                    // What looks flatter or steeper than can be is noise, or others having moved.
                    if moved.abs() > 1e-3 && slope / self.first_slope() > 0.15 && slope / self.first_slope() < 3.0 {
                        slopes[system] = slope;
                    }
                }
            }
            before = Some((model.quality.clone(), seen.score.clone()));
            for (system, wanted) in self.target.score.iter().enumerate() {
                let Some(wanted) = wanted else { continue };
                model.quality[system] += ((wanted - seen.score[system]) / slopes[system]).clamp(-1.0, 1.0);
                model.quality[system] = model.quality[system].clamp(-8.0, 8.0);
                if let (Some(sd), true) = (self.target.sd[system], seen.sd[system] > 0.0) {
                    model.variability[system] =
                        (model.variability[system] * (sd / seen.sd[system]).clamp(0.5, 2.0)).clamp(0.02, 8.0);
                }
            }
            for ((a, b, wanted), net) in self.target.net.iter().zip(&seen.net) {
                // The choice is logistic: its slope at zero is a quarter of 1.28 over the noise.
                let step = ((wanted - net) * model.noise * 1.5).clamp(-1.0, 1.0);
                if self.setup.study.design_of(self.criterion).system == Some(*a) {
                    model.quality[*b] -= step;
                } else {
                    model.quality[*a] += 0.5 * step;
                    model.quality[*b] -= 0.5 * step;
                }
            }
            if let (Some(wanted), Some(seen)) = (self.target.equal, seen.choices.equal().filter(|equal| *equal > 0.0)) {
                model.same = (model.same * (wanted / seen).clamp(0.5, 2.0)).clamp(1e-3, 20.0);
            }
            if let (Some(wanted), Some(seen)) = (self.target.first, seen.choices.first()) {
                model.side += ((wanted - seen) * model.noise * 3.0).clamp(-0.5, 0.5);
            }
        }
    }

    /// Lets people, items, outputs and chance each differ as much as they did: the model that was fitted to the
    /// earlier judgements is fitted to simulated ones, and each standard deviation moved by what it falls short.
    fn vary(&self, raters: &mut RaterModel, wanted: Components) {
        for _ in 0..8 {
            let Some(seen) = self.components(raters) else { return };
            let model = &mut raters.criteria[self.criterion];
            for (sd, wanted, seen) in [
                (&mut model.leniency_sd, wanted.leniency, seen.leniency),
                (&mut model.items_sd, wanted.items, seen.items),
                (&mut model.outputs_sd, wanted.outputs, seen.outputs),
                (&mut model.taste_sd, wanted.taste, seen.taste),
                (&mut model.noise, wanted.left, seen.left),
            ] {
                // What neither could show stays as it is.
                if wanted.max(seen) > 0.0 {
                    *sd = (*sd * (wanted / seen.max(1e-9)).clamp(0.5, 2.0)).clamp(1e-3, 8.0);
                }
            }
            self.settle(raters, 2);
            raters.criteria[self.criterion].even_out();
        }
    }

    /// About how far the score moves with quality: a scale is four wide.
    fn first_slope(&self) -> f64 {
        let study = &self.setup.study;
        let wide = match &study.criteria[self.criterion].response {
            Response::Rating(rating) => (rating.highest() - rating.lowest()) as f64,
            Response::Slider(slider) => slider.maximum - slider.minimum,
            Response::Ranking(_) => 1.5 * study.systems.len() as f64 / 2.0,
            Response::Pairwise(_) | Response::BestWorst(_) => 200.0,
            Response::Count(_) | Response::Spans(_) => 6.0,
            Response::Choice(_) | Response::Text(_) => 1.0,
        };
        score_direction(study, self.criterion) * wide / 4.0
    }

    /// Gives chance the size with which people agree as much as they did; how much outputs and people differ stays as it is. That
    /// outputs differ less would lower agreement, too: which of the two it is choices do not tell, and chance is the worse.
    fn agree_by_chance(&self, raters: &mut RaterModel, alpha: f64) {
        let assumed = raters.criteria[self.criterion].noise;
        let (mut low, mut high) = (0.25_f64, 8.0_f64);
        for _ in 0..7 {
            let times = (low * high).sqrt();
            raters.criteria[self.criterion].noise = assumed * times;
            self.settle(raters, 1);
            match self.alpha(raters) {
                Some(seen) if seen > alpha => low = times,
                Some(_) => high = times,
                None => return,
            }
        }
    }

    /// Gives chance the share of the whole with which people agree as much as they did.
    fn agree(&self, raters: &mut RaterModel, alpha: f64) {
        let whole = raters.criteria[self.criterion].total_sd();
        let (mut low, mut high) = (0.05, 0.99);
        for _ in 0..6 {
            let share: f64 = 0.5 * (low + high);
            let model = &mut raters.criteria[self.criterion];
            // Of what is not chance, items, outputs and leniency keep their parts.
            let known = model.items_sd.hypot(model.outputs_sd).hypot(model.leniency_sd).hypot(model.taste_sd);
            let scale = whole * (1.0 - share * share).sqrt() / known.max(1e-9);
            model.items_sd *= scale;
            model.outputs_sd *= scale;
            model.leniency_sd *= scale;
            model.taste_sd *= scale;
            model.noise = whole * share;
            self.settle(raters, 3);
            match self.alpha(raters) {
                Some(seen) if seen > alpha => low = share,
                Some(_) => high = share,
                None => return,
            }
        }
        self.settle(raters, 6);
    }
}

impl CriterionModel {
    /// Scales the variabilities to be around one, and what they multiply to be as large as before.
    fn even_out(&mut self) {
        let usual = (self.variability.iter().map(|variability| variability.ln()).sum::<f64>()
            / self.variability.len() as f64)
            .exp();
        self.variability.iter_mut().for_each(|variability| *variability /= usual);
        self.items_sd *= usual;
        self.outputs_sd *= usual;
        self.noise *= usual;
    }
}
