//! One run: the company fills every slot of the script.

use std::collections::HashMap;

use dataset::{Dataset, Judgement, Origin, Subject, Timing};
use plan::Plan;
use study::Study;
use study::file::OnFailure;
use study::response::Answer;

use crate::person::Sight;
use crate::script::{Scene, Script, Sitting};
use crate::{Company, Crowd, Leaving, Person};

/// What a run took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Tally {
    /// Sessions that reached the end, those that failed the checks among them.
    pub(crate) finished: u32,
    /// Sessions whose slot went to someone else because of failed checks.
    pub(crate) failed: u32,
    /// Sessions that were left before the end.
    pub(crate) left: u32,
    /// Seconds that people looked at pages, those who left among them.
    pub(crate) seconds: f64,
}

/// Lets a crowd answer every slot of a plan once, and marks what the study's rules exclude. The same
/// seed gives the same answers.
#[must_use]
pub fn rehearse(study: &Study, plan: &Plan, crowd: &Crowd, seed: u64) -> Dataset {
    let company = Company::new(study, crowd, seed);
    play(study, &Script::new(plan), &company).0
}

/// Beyond this many people for one slot the last one is kept as they are.
const MOST_TRIES: u64 = 25;

pub(crate) fn play(study: &Study, script: &Script, company: &Company<'_>) -> (Dataset, Tally) {
    let mut dataset = Dataset::of(study, Origin::Rehearsed { seed: company.seed });
    let mut tally = Tally::default();
    let mut numbers: HashMap<u64, u32> = HashMap::new();
    for sitting in &script.sittings {
        for attempt in 0..MOST_TRIES {
            let person = company.person(sitting.seat + attempt * script.people);
            let last = attempt + 1 == MOST_TRIES;
            if !last && left(&person, sitting, &mut tally) {
                continue;
            }
            let seconds: f64 = (0..sitting.scenes.len()).map(|step| lasts(&person, sitting, step)).sum();
            tally.seconds += seconds;
            tally.finished += 1;
            let checks = checks(study, &person, sitting);
            if !last && replaced(study, &checks) {
                tally.failed += 1;
                continue;
            }
            let known = numbers.len() as u32;
            let participant = *numbers.entry(person.number).or_insert(known);
            if participant == known {
                dataset.participants.push(format!("p{:04}", known + 1));
            }
            Seated { person, participant, seconds }.answers(study, sitting, checks, &mut dataset.judgements);
            break;
        }
    }
    dataset.exclude(study);
    (dataset, tally)
}

fn lasts(person: &Person<'_>, sitting: &Sitting, step: usize) -> f64 {
    let spent = person.spends(sitting.list, step as u32);
    spent.active_secs + spent.away_secs
}

/// Whether the person leaves for good; what they did until then is counted.
fn left(person: &Person<'_>, sitting: &Sitting, tally: &mut Tally) -> bool {
    let departure = person.departure(sitting.list, sitting.scenes.len() as u32);
    let Some(departure) = departure.filter(|it| !matches!(it.how, Leaving::ComesBack { .. })) else { return false };
    tally.left += 1;
    tally.seconds += (0..departure.step as usize).map(|step| lasts(person, sitting, step)).sum::<f64>();
    true
}

/// A check that was answered: its page, its number, the answer, and whether it passed.
type Checked = (usize, usize, Answer, bool);

fn checks(study: &Study, person: &Person<'_>, sitting: &Sitting) -> Vec<Checked> {
    let checked = |(step, scene): (usize, &Scene)| {
        let Scene::Check { check, order } = scene else { return None };
        let question = study.checks.get(*check)?;
        let given = person.checked(question, order, step as u32)?;
        let response = &study.criteria.get(question.criterion)?.response;
        let passed = response.passes(&question.answer, order.len(), &given.reordered(order)).unwrap_or(false);
        Some((step, *check, given, passed))
    };
    sitting.scenes.iter().enumerate().filter_map(checked).collect()
}

/// Whether the slot goes to someone else.
fn replaced(study: &Study, checks: &[Checked]) -> bool {
    let allowed = study.lists.checks.as_ref().map_or(0, |checks| checks.allowed_failures) as usize;
    let failed = checks.iter().filter(|(.., passed)| !passed).count() > allowed;
    failed && matches!(study.on_failure, OnFailure::Replace | OnFailure::End)
}

/// Someone who fills a slot.
struct Seated<'a> {
    person: Person<'a>,
    participant: u32,
    /// How long the session takes.
    seconds: f64,
}

impl Seated<'_> {
    fn answers(&self, study: &Study, sitting: &Sitting, checks: Vec<Checked>, judgements: &mut Vec<Judgement>) {
        let steps = sitting.scenes.len() as u32;
        let mut checks = checks.into_iter().peekable();
        for (step, scene) in sitting.scenes.iter().enumerate() {
            match scene {
                Scene::Page { item, systems } => {
                    let outputs = study.items.get(*item).map_or(&[][..], |item| &item.outputs);
                    let text =
                        |system: &u16| outputs.get(*system as usize).and_then(Option::as_deref).unwrap_or_default();
                    let shown: Vec<&str> = systems.iter().map(text).collect();
                    for criterion in &sitting.criteria {
                        let sight = Sight { item: *item, systems, shown: &shown, place: (step as u32, steps) };
                        if let Some(answer) = self.person.judges(sight, *criterion) {
                            let subject = Subject::Item { item: *item, systems: systems.clone() };
                            judgements.push(self.judgement((sitting, step), *criterion, subject, answer));
                        }
                    }
                }
                Scene::Check { check, .. } => {
                    if let Some((_, _, answer, passed)) = checks.next_if(|it| it.0 == step) {
                        let subject = Subject::Check { check: *check, passed };
                        let criterion = study.checks.get(*check).map_or(0, |check| check.criterion);
                        judgements.push(self.judgement((sitting, step), criterion, subject, answer));
                    }
                }
            }
        }
    }

    fn judgement(
        &self,
        (sitting, step): (&Sitting, usize),
        criterion: usize,
        subject: Subject,
        answer: Answer,
    ) -> Judgement {
        let active = self.person.spends(sitting.list, step as u32).active_secs;
        Judgement {
            participant: self.participant,
            list: sitting.list,
            attempt: 1,
            position: step as u32 + 1,
            subject,
            criterion,
            answer,
            timing: Timing { active_secs: Some(active), session_secs: Some(self.seconds), ..Timing::default() },
            excluded: None,
        }
    }
}
