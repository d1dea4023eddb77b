//! A crowd that finds what an earlier study found.

use analysis::Scored;
use dataset::{Dataset, Subject};
use rayon::prelude::*;
use study::Study;
use study::response::{Answer, Preference, Response};

use super::Components;
use crate::chance::of_run;
use crate::mill::Setup;
use crate::targets::{Choices, Score, Target};
use crate::worlds::up;
use crate::{Crowd, Design, Taste};

impl Crowd {
    /// A crowd whose answers have the means, standard deviations, shares and agreement that the
    /// original printed, as far as it printed them; nothing where it printed nothing about systems.
    #[must_use]
    pub fn as_printed(setup: &Setup, seed: u64) -> Option<Crowd> {
        let study = &setup.study;
        let targets: Vec<Target> = (0..study.criteria.len()).map(|it| Target::printed(study, it)).collect();
        if !targets.iter().any(Target::says_something) {
            return None;
        }
        let mut crowd = Crowd::as_claimed(study);
        let paper = study.original.as_ref().map(|original| original.paper.clone()).unwrap_or_default();
        crowd.source = format!("fitted to the numbers printed by {paper}: {}", used(study, &targets, None));
        fit(setup, &mut crowd, &targets, seed);
        Some(crowd)
    }

    /// A crowd that answers as the people of an earlier dataset did: means, standard deviations, shares, how much
    /// people, items and outputs differ, ties, sides and pace.
    #[must_use]
    pub fn like(setup: &Setup, dataset: &Dataset, seed: u64) -> Crowd {
        let study = &setup.study;
        let targets: Vec<Target> = (0..study.criteria.len()).map(|it| Target::judged(study, dataset, it)).collect();
        let mut crowd = Crowd::as_claimed(study);
        let pace = crowd.habits.hurry_like(dataset).then_some("pace");
        crowd.source = format!("fitted to earlier judgements: {}", used(study, &targets, pace));
        fit(setup, &mut crowd, &targets, seed);
        crowd
    }
}

/// What was known of each criterion, and what besides; the rest of people's habits is plausible.
fn used(study: &Study, targets: &[Target], besides: Option<&str>) -> String {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for (criterion, target) in study.criteria.iter().zip(targets) {
        let words = if target.says_something() { target.words().join(", ") } else { "as claimed".to_owned() };
        match said.iter_mut().find(|(known, _)| *known == words) {
            Some((_, criteria)) => criteria.push(&criterion.id.0),
            None => said.push((words, vec![&criterion.id.0])),
        }
    }
    let on = said.iter().map(|(words, criteria)| format!("{words} on {}", criteria.join(", ")));
    let all: Vec<String> = on.chain(besides.map(str::to_owned)).chain(["else plausible".to_owned()]).collect();
    all.join("; ")
}

/// How many judgements of a criterion a trial makes, about.
const TRIAL: u64 = 20_000;
/// How many people take part in a trial at least, about.
const TRIAL_PEOPLE: u64 = 800;
/// How many items a trial has at most: people say the same on average about more, and a trial takes longer.
const TRIAL_ITEMS: usize = 40;

/// Adjusts quality, spread, what counts as equal, and the share of chance, until simulated answers look
/// like the target. Every trial uses the same random numbers, so that a small step has a small effect.
fn fit(setup: &Setup, crowd: &mut Crowd, targets: &[Target], seed: u64) {
    let small = smaller(setup);
    let setup = small.as_ref().unwrap_or(setup);
    for (criterion, target) in targets.iter().enumerate().filter(|(_, target)| target.says_something()) {
        if target.places.iter().any(Option::is_some) {
            in_places(&setup.study, crowd, criterion, target);
            continue;
        }
        let trial = Trial { setup, criterion, target, seed };
        trial.settle(crowd, 10);
        match (target.components, target.alpha) {
            (Some(components), _) => trial.vary(crowd, components),
            (None, Some(alpha)) => trial.agree(crowd, alpha),
            (None, None) => {}
        }
    }
}

/// The study with as many items as a trial has, unless it has no more anyway or cannot be planned so.
fn smaller(setup: &Setup) -> Option<Setup> {
    let design = Design::of(&setup.study);
    let fewer = Design { items: TRIAL_ITEMS, ..design };
    if design.items > TRIAL_ITEMS { Setup::new(fewer.applied(&setup.study)).ok() } else { None }
}

/// Where only places are known: a quarter of a standard deviation from each place to the next.
fn in_places(study: &Study, crowd: &mut Crowd, criterion: usize, target: &Target) {
    let taste = &mut crowd.tastes[criterion];
    let known: Vec<f64> = target.places.iter().flatten().copied().collect();
    let middle = known.iter().sum::<f64>() / known.len() as f64;
    let step = 0.25 * taste.total_sd() * up(study, criterion);
    for (quality, place) in taste.quality.iter_mut().zip(&target.places) {
        *quality = place.map_or(0.0, |place| step * (middle - place));
    }
}

struct Trial<'a> {
    setup: &'a Setup,
    criterion: usize,
    target: &'a Target,
    seed: u64,
}

/// What a trial gave.
struct Seen {
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
    fn see(&self, crowd: &Crowd) -> Seen {
        let runs =
            (TRIAL / self.setup.judgements().max(1)).clamp(12, 400).max(TRIAL_PEOPLE / self.setup.plan.people().max(1));
        let all: Vec<Sums> = (0..runs).into_par_iter().map(|run| self.run(crowd, run)).collect();
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
        Seen {
            sd: sums.iter().zip(&score).map(deviation).collect(),
            net: pairs.iter().map(|(n, net): &(f64, f64)| net / n.max(1.0)).collect(),
            choices,
            score,
        }
    }

    fn run(&self, crowd: &Crowd, run: u64) -> Sums {
        let dataset = self.setup.dataset(crowd, of_run(self.seed, run));
        let of_system = |scored: Option<Scored>| {
            scored.map_or((0.0, 0.0, 0.0), |scored| {
                let n = scored.n as f64;
                let value = match self.target.measure {
                    Score::Mean => scored.mean,
                    Score::Net => scored.net,
                };
                (n, n * value, n * scored.mean * scored.mean + (n - 1.0) * scored.sd * scored.sd)
            })
        };
        let mut sums = Sums {
            systems: analysis::scored(&dataset, self.criterion).into_iter().map(of_system).collect(),
            pairs: vec![(0.0, 0.0); self.target.net.len()],
            choices: Choices::of(&dataset, self.criterion),
        };
        self.pairs(&dataset, &mut sums.pairs);
        sums
    }

    /// The agreement of people, in the mean of some runs.
    fn alpha(&self, crowd: &Crowd) -> Option<f64> {
        let of_run = |run| analysis::alpha(&self.setup.dataset(crowd, of_run(self.seed, run)), self.criterion);
        let alphas: Vec<Option<f64>> = (0..40).into_par_iter().map(of_run).collect();
        let alphas: Vec<f64> = alphas.into_iter().flatten().collect();
        (!alphas.is_empty()).then(|| alphas.iter().sum::<f64>() / alphas.len() as f64)
    }

    /// How much people, items and outputs differ, in the mean of some runs.
    fn components(&self, crowd: &Crowd) -> Option<Components> {
        let of_run = |run| Components::of(&self.setup.dataset(crowd, of_run(self.seed, run)), self.criterion);
        let all: Vec<Option<Components>> = (0..40).into_par_iter().map(of_run).collect();
        Components::mean(&all.into_iter().flatten().collect::<Vec<_>>())
    }

    /// Adds up the choices of a run for every printed pair.
    fn pairs(&self, dataset: &Dataset, pairs: &mut [(f64, f64)]) {
        for judgement in dataset.included().filter(|it| it.criterion == self.criterion) {
            let (Subject::Item { systems, .. }, Answer::Pairwise(choice)) = (&judgement.subject, &judgement.answer)
            else {
                continue;
            };
            let &[first, second] = systems.as_slice() else { continue };
            let sign = match choice {
                Preference::First => 1.0,
                Preference::Second => -1.0,
                Preference::Equal => 0.0,
            };
            for ((a, b, _), pair) in self.target.net.iter().zip(pairs.iter_mut()) {
                let (a, b) = (*a as u16, *b as u16);
                if (first, second) == (a, b) {
                    *pair = (pair.0 + 1.0, pair.1 + sign);
                } else if (first, second) == (b, a) {
                    *pair = (pair.0 + 1.0, pair.1 - sign);
                }
            }
        }
    }

    /// Moves quality and spread towards the target, step by step (the secant method, system by system).
    fn settle(&self, crowd: &mut Crowd, steps: usize) {
        let mut before: Option<(Vec<f64>, Vec<f64>)> = None;
        let mut slopes = vec![self.first_slope(); crowd.tastes[self.criterion].quality.len()];
        for _ in 0..steps {
            let seen = self.see(crowd);
            let taste = &mut crowd.tastes[self.criterion];
            if let Some((quality, score)) = &before {
                for system in 0..slopes.len() {
                    let moved = taste.quality[system] - quality[system];
                    let slope = (seen.score[system] - score[system]) / moved;
                    // What looks flatter or steeper than can be is noise, or others having moved.
                    if moved.abs() > 1e-3 && slope / self.first_slope() > 0.15 && slope / self.first_slope() < 3.0 {
                        slopes[system] = slope;
                    }
                }
            }
            before = Some((taste.quality.clone(), seen.score.clone()));
            for (system, wanted) in self.target.score.iter().enumerate() {
                let Some(wanted) = wanted else { continue };
                taste.quality[system] += ((wanted - seen.score[system]) / slopes[system]).clamp(-1.0, 1.0);
                taste.quality[system] = taste.quality[system].clamp(-8.0, 8.0);
                if let (Some(sd), true) = (self.target.sd[system], seen.sd[system] > 0.0) {
                    taste.spread[system] =
                        (taste.spread[system] * (sd / seen.sd[system]).clamp(0.5, 2.0)).clamp(0.02, 8.0);
                }
            }
            for ((a, b, wanted), net) in self.target.net.iter().zip(&seen.net) {
                // The choice is logistic: its slope at nought is a quarter of 1.28 over the noise.
                let step = ((wanted - net) * taste.noise * 1.5).clamp(-1.0, 1.0);
                if self.setup.study.design.system == Some(*a) {
                    taste.quality[*b] -= step;
                } else {
                    taste.quality[*a] += 0.5 * step;
                    taste.quality[*b] -= 0.5 * step;
                }
            }
            if let (Some(wanted), Some(seen)) = (self.target.equal, seen.choices.equal().filter(|equal| *equal > 0.0)) {
                taste.same = (taste.same * (wanted / seen).clamp(0.5, 2.0)).clamp(1e-3, 20.0);
            }
            if let (Some(wanted), Some(seen)) = (self.target.first, seen.choices.first()) {
                taste.side += ((wanted - seen) * taste.noise * 3.0).clamp(-0.5, 0.5);
            }
        }
    }

    /// Lets people, items, outputs and chance each differ as much as they did: the model that was fitted to the
    /// earlier judgements is fitted to simulated ones, and each standard deviation moved by what it falls short.
    fn vary(&self, crowd: &mut Crowd, wanted: Components) {
        for _ in 0..8 {
            let Some(seen) = self.components(crowd) else { return };
            let taste = &mut crowd.tastes[self.criterion];
            for (sd, wanted, seen) in [
                (&mut taste.leniency_sd, wanted.leniency, seen.leniency),
                (&mut taste.items_sd, wanted.items, seen.items),
                (&mut taste.outputs_sd, wanted.outputs, seen.outputs),
                (&mut taste.noise, wanted.left, seen.left),
            ] {
                *sd = (*sd * (wanted / seen.max(1e-9)).clamp(0.5, 2.0)).clamp(1e-3, 8.0);
            }
            self.settle(crowd, 2);
            crowd.tastes[self.criterion].even_out();
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
        up(study, self.criterion) * wide / 4.0
    }

    /// Gives chance the share of the whole with which people agree as much as they did.
    fn agree(&self, crowd: &mut Crowd, alpha: f64) {
        let whole = crowd.tastes[self.criterion].total_sd();
        let (mut low, mut high) = (0.05, 0.99);
        for _ in 0..6 {
            let share: f64 = 0.5 * (low + high);
            let taste = &mut crowd.tastes[self.criterion];
            // Of what is not chance, items, outputs and leniency keep their parts.
            let known = taste.items_sd.hypot(taste.outputs_sd).hypot(taste.leniency_sd);
            let scale = whole * (1.0 - share * share).sqrt() / known.max(1e-9);
            taste.items_sd *= scale;
            taste.outputs_sd *= scale;
            taste.leniency_sd *= scale;
            taste.noise = whole * share;
            self.settle(crowd, 3);
            match self.alpha(crowd) {
                Some(seen) if seen > alpha => low = share,
                Some(_) => high = share,
                None => return,
            }
        }
        self.settle(crowd, 6);
    }
}

impl Taste {
    /// Lets spreads be around one, and what they multiply be as large as before.
    fn even_out(&mut self) {
        let usual = (self.spread.iter().map(|spread| spread.ln()).sum::<f64>() / self.spread.len() as f64).exp();
        self.spread.iter_mut().for_each(|spread| *spread /= usual);
        self.items_sd *= usual;
        self.outputs_sd *= usual;
        self.noise *= usual;
    }
}
