//! A crowd of made-up participants who answer every slot of a plan.

use plan::{Plan, Step};
use rand::SeedableRng as _;
use rand_distr::{Distribution as _, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use study::Study;
use study::response::{Answer, View};

use crate::{Dataset, Judgement, Origin, Subject, Timing};

/// What the crowd is like, in standard deviations between outputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Crowd {
    /// How good each system is.
    pub systems: Vec<f64>,
    /// How much items differ, for all systems alike.
    pub items_sd: f64,
    /// How much single outputs differ beyond that.
    pub outputs_sd: f64,
    /// How much participants differ in leniency.
    pub leniency_sd: f64,
    /// What each participant adds by chance to each impression.
    pub noise: f64,
}

impl Crowd {
    /// Systems evenly spaced from first to last, and people who agree about as much as they do in
    /// published studies.
    #[must_use]
    pub fn plausible(systems: usize) -> Crowd {
        let step = 1.2 / (systems.max(2) - 1) as f64;
        Crowd {
            systems: (0..systems).map(|system| 0.6 - step * system as f64).collect(),
            items_sd: 0.3,
            outputs_sd: 0.6,
            leniency_sd: 0.3,
            noise: 0.8,
        }
    }
}

/// Lets the crowd answer every slot of the plan. The same seed gives the same answers.
#[must_use]
pub fn rehearse(study: &Study, plan: &Plan, crowd: &Crowd, seed: u64) -> Dataset {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let strength = strengths(study, crowd, &mut rng);
    let people = plan.lists().iter().map(|list| list.itinerary + 1).max().unwrap_or(0) * plan.completions;
    let leniency: Vec<f64> = (0..people).map(|_| crowd.leniency_sd * normal(&mut rng)).collect();
    let mut judgements = Vec::new();
    for (number, list) in plan.lists().iter().enumerate() {
        for completion in 0..plan.completions {
            let participant = list.itinerary * plan.completions + completion;
            let person = Person { crowd, leniency: leniency[participant as usize], rng: &mut rng };
            let walk = Walk { study, plan, strength: &strength, list: number, completion, participant };
            judgements.extend(walk.session(person));
        }
    }
    Dataset {
        participants: (1..=people).map(|number| format!("p{number:04}")).collect(),
        judgements,
        ..Dataset::of(study, Origin::Rehearsed { seed })
    }
}

/// How good every output is: one row per item, one column per system.
fn strengths(study: &Study, crowd: &Crowd, rng: &mut Xoshiro256PlusPlus) -> Vec<Vec<f64>> {
    let systems = study.systems.len();
    (0..study.items.len())
        .map(|_| {
            let item = crowd.items_sd * normal(rng);
            let mut output = |system: usize| {
                crowd.systems.get(system).copied().unwrap_or(0.0) + item + crowd.outputs_sd * normal(rng)
            };
            (0..systems).map(&mut output).collect()
        })
        .collect()
}

fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    StandardNormal.sample(rng)
}

struct Person<'a> {
    crowd: &'a Crowd,
    leniency: f64,
    rng: &'a mut Xoshiro256PlusPlus,
}

/// One criterion asked at one place of a session.
#[derive(Clone, Copy)]
struct Question {
    criterion: usize,
    position: u32,
}

struct Walk<'a> {
    study: &'a Study,
    plan: &'a Plan,
    strength: &'a [Vec<f64>],
    list: usize,
    completion: u32,
    participant: u32,
}

impl Walk<'_> {
    /// One participant's way through one list.
    fn session(&self, mut person: Person<'_>) -> Vec<Judgement> {
        let mut judgements = Vec::new();
        for (index, step) in self.plan.draw(self.list, self.completion).steps.into_iter().enumerate() {
            let position = index as u32 + 1;
            match step {
                Step::Page { page, outputs } => {
                    let item = self.plan.pages(self.list)[page as usize].item as usize;
                    for &criterion in &self.plan.lists()[self.list].criteria {
                        let question = Question { criterion: criterion.into(), position };
                        judgements.push(self.judged(item, &outputs, question, &mut person));
                    }
                }
                Step::Check { check, outputs } => {
                    judgements.extend(self.checked(check as usize, &outputs, position, &mut person));
                }
            }
        }
        judgements
    }

    fn judged(&self, item: usize, outputs: &[u16], question: Question, person: &mut Person<'_>) -> Judgement {
        let outputs_of = &self.study.items[item].outputs;
        let shown: Vec<&str> =
            outputs.iter().map(|system| outputs_of[*system as usize].as_deref().unwrap_or_default()).collect();
        let strength: Vec<f64> = outputs.iter().map(|system| self.strength[item][*system as usize]).collect();
        let (noise, leniency) = (person.crowd.noise, person.leniency);
        let view = View { shown: &shown, strength: &strength, noise, leniency, same: 0.35 };
        let answer = self.study.criteria[question.criterion].response.simulate(&view, person.rng);
        let subject = Subject::Item { item, systems: outputs.to_vec() };
        self.judgement(question, subject, answer)
    }

    fn judgement(&self, question: Question, subject: Subject, answer: Answer) -> Judgement {
        let Question { criterion, position } = question;
        Judgement {
            participant: self.participant,
            list: self.list as u32,
            attempt: 1,
            position,
            subject,
            criterion,
            answer,
            timing: Timing::default(),
            excluded: None,
        }
    }

    /// Everyone in this crowd is attentive and passes every check that can be passed: answers are
    /// drawn until one passes, and the last is kept when none does.
    fn checked(&self, check: usize, outputs: &[u16], position: u32, person: &mut Person<'_>) -> Option<Judgement> {
        let question = self.study.checks.get(check)?;
        let response = &self.study.criteria[question.criterion].response;
        let shown: Vec<&str> = outputs.iter().map(|o| question.outputs[*o as usize].as_str()).collect();
        let mut answer = None;
        let mut passed = false;
        for _ in 0..64 {
            let strength: Vec<f64> = outputs.iter().map(|_| 3.0 * normal(person.rng)).collect();
            let view = View { shown: &shown, strength: &strength, noise: 0.1, leniency: 0.0, same: 0.35 };
            let given = response.simulate(&view, person.rng);
            let order: Vec<usize> = outputs.iter().map(|o| *o as usize).collect();
            passed = response.passes(&question.answer, outputs.len(), &given.reordered(&order)).unwrap_or(false);
            answer = Some(given);
            if passed {
                break;
            }
        }
        let subject = Subject::Check { check, passed };
        let question = Question { criterion: question.criterion, position };
        answer.map(|answer| self.judgement(question, subject, answer))
    }
}
