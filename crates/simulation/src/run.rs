//! One run: simulated raters fill every slot of the schedule.

use std::collections::{BTreeMap, HashMap};

use dataset::{Dataset, ExclusionRule, JudgedBy, Judgement, Origin, PageRemark, Subject, Timing};
use plan::Plan;
use study::Study;
use study::file::OnFailure;
use study::response::Answer;

use crate::rater::ShownOutputs;
use crate::schedule::{Schedule, ScheduledPage, ScheduledSession};
use crate::{Leaving, Population, Rater, RaterModel};

/// What a run takes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct RunTotals {
    /// Sessions that reached the end, those that failed the checks among them.
    pub(crate) finished: u32,
    /// Sessions whose slot went to someone else because of failed checks.
    pub(crate) failed: u32,
    /// Sessions that were left before the end.
    pub(crate) left: u32,
    /// Seconds that participants spent, those who left among them.
    pub(crate) seconds: f64,
    /// Seconds of the sessions that reached the end.
    pub(crate) finished_seconds: f64,
}

/// Lets simulated raters fill every slot of a plan once, and marks what the study's rules exclude. The same
/// seed gives the same answers.
#[must_use]
pub fn simulate(study: &Study, plan: &Plan, raters: &RaterModel, seed: u64) -> Dataset {
    let population = Population::new(study, raters, seed);
    fill_slots(study, &Schedule::new(plan), &population).0
}

/// Beyond this many people for one slot the last one is kept as they are.
const MAX_ATTEMPTS: u64 = 25;

pub(crate) fn fill_slots(study: &Study, schedule: &Schedule, population: &Population<'_>) -> (Dataset, RunTotals) {
    let mut dataset = Dataset::from_study(study, Origin::Rehearsed { seed: population.seed }, JudgedBy::Simulated);
    dataset.remarks = (!study.lists.remarks.is_empty()).then(Vec::new);
    let mut totals = RunTotals::default();
    let mut numbers: HashMap<u64, u32> = HashMap::new();
    for session in &schedule.sessions {
        for attempt in 0..MAX_ATTEMPTS {
            let rater = population.rater(session.rater + attempt * schedule.people);
            let last = attempt + 1 == MAX_ATTEMPTS;
            if !last && count_if_left(&rater, session, &mut totals) {
                continue;
            }
            let seconds: f64 = (0..session.pages.len()).map(|step| seconds_on(&rater, session, step)).sum();
            totals.seconds += seconds;
            totals.finished_seconds += seconds;
            totals.finished += 1;
            let checks = answer_checks(study, &rater, session);
            if !last && is_replaced(study, &checks) {
                totals.failed += 1;
                continue;
            }
            let known = numbers.len() as u32;
            let participant = *numbers.entry(rater.number).or_insert(known);
            if participant == known {
                dataset.participants.push(format!("p{:04}", known + 1));
            }
            let respondent = Respondent { rater, participant, seconds };
            if let Some(remarks) = &mut dataset.remarks {
                remarks.extend(respondent.remarks(session, &checks));
            }
            respondent.answer_pages(study, session, checks, &mut dataset.judgements);
            break;
        }
    }
    dataset.exclude(study);
    (dataset, totals)
}

fn seconds_on(rater: &Rater<'_>, session: &ScheduledSession, step: usize) -> f64 {
    let spent = rater.time_on(session.list, step as u32);
    spent.active_secs + spent.away_secs
}

/// Whether the rater leaves for good; what they did until then is counted.
fn count_if_left(rater: &Rater<'_>, session: &ScheduledSession, totals: &mut RunTotals) -> bool {
    let departure = rater.departure(session.list, session.pages.len() as u32);
    let Some(departure) = departure.filter(|it| !matches!(it.how, Leaving::ComesBack { .. })) else { return false };
    totals.left += 1;
    totals.seconds += (0..departure.step as usize).map(|step| seconds_on(rater, session, step)).sum::<f64>();
    true
}

/// A check that was answered: its page, its number, the answer, and whether it passed.
type CheckAnswer = (usize, usize, Answer, bool);

fn answer_checks(study: &Study, rater: &Rater<'_>, session: &ScheduledSession) -> Vec<CheckAnswer> {
    let checked = |(step, page): (usize, &ScheduledPage)| {
        let ScheduledPage::Check { check, order } = page else { return None };
        let question = study.checks.get(*check)?;
        let given = rater.answer_check(question, order, step as u32)?;
        let response = &study.criteria.get(question.criterion)?.response;
        let passed = response.passes(&question.answer, order.len(), &given.reordered(order)).unwrap_or(false);
        Some((step, *check, given, passed))
    };
    session.pages.iter().enumerate().filter_map(checked).collect()
}

/// Whether the slot goes to someone else.
fn is_replaced(study: &Study, checks: &[CheckAnswer]) -> bool {
    let allowed = study.lists.checks.as_ref().map_or(0, |checks| checks.allowed_failures) as usize;
    let failed = checks.iter().filter(|(.., passed)| !passed).count() > allowed;
    failed && matches!(study.on_failure, OnFailure::Replace | OnFailure::End)
}

/// A rater who fills a slot.
struct Respondent<'a> {
    rater: Rater<'a>,
    participant: u32,
    /// How long the session takes.
    seconds: f64,
}

impl Respondent<'_> {
    fn answer_pages(
        &self,
        study: &Study,
        session: &ScheduledSession,
        checks: Vec<CheckAnswer>,
        judgements: &mut Vec<Judgement>,
    ) {
        let steps = session.pages.len() as u32;
        let mut checks = checks.into_iter().peekable();
        for (step, page) in session.pages.iter().enumerate() {
            match page {
                ScheduledPage::Item { item, systems, criteria } => {
                    let outputs = study.items.get(*item).map_or(&[][..], |item| &item.outputs);
                    let text =
                        |system: &u16| outputs.get(*system as usize).and_then(Option::as_deref).unwrap_or_default();
                    let shown: Vec<&str> = systems.iter().map(text).collect();
                    let mut given: BTreeMap<usize, Answer> = BTreeMap::new();
                    for criterion in criteria {
                        if !study.asked_after(criteria, |it| given.get(&it).cloned()).contains(criterion) {
                            continue;
                        }
                        let outputs_shown =
                            ShownOutputs { item: *item, systems, shown: &shown, place: (step as u32, steps) };
                        if let Some(answer) = self.rater.judge(outputs_shown, *criterion) {
                            given.insert(*criterion, answer.clone());
                            let subject = Subject::Item { item: *item, systems: systems.clone() };
                            judgements.push(self.judgement((session, step), *criterion, subject, answer));
                        }
                    }
                }
                ScheduledPage::Check { check, .. } => {
                    if let Some((_, _, answer, passed)) = checks.next_if(|it| it.0 == step) {
                        let subject = Subject::Check { check: *check, passed };
                        let criterion = study.checks.get(*check).map_or(0, |check| check.criterion);
                        judgements.push(self.judgement((session, step), criterion, subject, answer));
                    }
                }
            }
        }
    }

    fn remarks(&self, session: &ScheduledSession, checks: &[CheckAnswer]) -> Vec<PageRemark> {
        let said = |(step, page): (usize, &ScheduledPage)| {
            let remark = self.rater.remark(session.list, step as u32)?;
            let subject = match page {
                ScheduledPage::Item { item, systems, .. } => Subject::Item { item: *item, systems: systems.clone() },
                ScheduledPage::Check { check, .. } => {
                    let passed = checks.iter().any(|checked| checked.0 == step && checked.3);
                    Subject::Check { check: *check, passed }
                }
            };
            Some(PageRemark {
                participant: self.participant,
                list: session.list,
                attempt: 1,
                position: step as u32 + 1,
                subject,
                problem: remark.problem,
                text: remark.text,
            })
        };
        session.pages.iter().enumerate().filter_map(said).collect()
    }

    fn judgement(
        &self,
        (session, step): (&ScheduledSession, usize),
        criterion: usize,
        subject: Subject,
        answer: Answer,
    ) -> Judgement {
        let active = self.rater.time_on(session.list, step as u32).active_secs;
        Judgement {
            participant: self.participant,
            list: session.list,
            attempt: 1,
            position: step as u32 + 1,
            subject,
            criterion,
            excluded: matches!(answer, Answer::Unable(_)).then_some(ExclusionRule::CannotJudge),
            confidence: self.rater.confidence(criterion, (session.list, step as u32), &answer),
            answer,
            timing: Timing { active_secs: Some(active), session_secs: Some(self.seconds), ..Timing::default() },
        }
    }
}
