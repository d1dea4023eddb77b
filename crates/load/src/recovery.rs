//! Whether the analysis recovers what was simulated.

use std::collections::BTreeMap;

use analysis::{NamedEstimate, Quantity, Results, Statistic, TimeSubject, TimeSummary};
use dataset::{Dataset, Judgement, Subject};
use rayon::prelude::*;
use session::PageQuestions;
use simulation::{Population, Rater, RaterModel};
use stats::Interval;
use stats::dist::student_t;
use study::Study;

/// How often other people of the same kind answer the same questions.
const RUNS: u64 = 60;
/// The chance of saying "not recovered" of all numbers together although all is well.
const FALSE_ALARM: f64 = 0.001;
/// Fewer runs on more answers than this: the variability needs no more.
const ANSWERS_IN_ALL: usize = 3_000_000;

/// What was put in beside what loaded out.
#[derive(Debug)]
pub struct Recovery {
    pub rows: Vec<Row>,
    /// How many runs of other people it is coverage against.
    pub runs: u64,
}

/// One number.
#[derive(Debug)]
pub struct Row {
    /// Which of the results it is.
    pub quantity: Quantity,
    /// The simulated quality of the system.
    pub quality: Option<f64>,
    /// What people of this kind give on average.
    pub expected: f64,
    pub estimated: f64,
    /// The interval of the analysis.
    pub interval: Option<Interval>,
    /// Where it must lie.
    pub range: (f64, f64),
}

impl Row {
    #[must_use]
    pub fn is_recovered(&self) -> bool {
        self.range.0 <= self.estimated && self.estimated <= self.range.1
    }

    /// Whether the interval of the analysis covers what was expected; nothing where it has none.
    #[must_use]
    pub fn interval_covers_expected(&self) -> Option<bool> {
        self.interval.map(|interval| interval.low <= self.expected && self.expected <= interval.high)
    }
}

impl Recovery {
    #[must_use]
    pub fn is_recovered(&self) -> bool {
        self.rows.iter().all(Row::is_recovered)
    }

    /// How many intervals there are, and how many of them cover what was expected.
    #[must_use]
    pub fn intervals(&self) -> (usize, usize) {
        let covered: Vec<bool> = self.rows.iter().filter_map(Row::interval_covers_expected).collect();
        (covered.len(), covered.iter().filter(|covered| **covered).count())
    }

    /// Lets other raters of the same kind answer the same questions, again and again. What
    /// they give on average is expected; an estimate is recovered when it lies where the next run of such
    /// people would: within `mean ± t · sd · √(1 + 1/runs)`, the prediction interval for one more draw (Hahn and
    /// Meeker 1991, §4.7), with the chance of a false alarm shared among all numbers (Bonferroni).
    #[must_use]
    pub fn check(study: &Study, raters: &RaterModel, seed: u64, dataset: &Dataset, results: &Results) -> Recovery {
        let questions: Vec<Judgement> = dataset.included_judgements().cloned().collect();
        let runs = ((ANSWERS_IN_ALL / questions.len().max(1)) as u64).clamp(20, RUNS);
        let population = Population::new(study, raters, seed);
        let run = |run: u64| {
            let others = Others { study, population: &population, run };
            measures(&Dataset { judgements: others.answer(&questions), ..dataset.clone() })
        };
        let all: Vec<Vec<(Measure, f64)>> = (1..=runs).into_par_iter().map(run).collect();
        let mut drawn: BTreeMap<Measure, Vec<f64>> = BTreeMap::new();
        for (measure, value) in all.into_iter().flatten() {
            drawn.entry(measure).or_default().push(value);
        }
        // What could not be computed in every run has no usual range.
        drawn.retain(|_, values| values.len() as u64 == runs);
        let found = measures(dataset);
        let share = FALSE_ALARM / found.len().max(1) as f64;
        let rows = found.into_iter().filter_map(|(measure, estimated)| {
            let (expected, half) = prediction_interval(drawn.get(&measure)?, share)?;
            let of: Vec<&str> = measure.of.iter().map(String::as_str).collect();
            let named = results.get(measure.statistic, measure.criterion.as_deref(), &of);
            Some(Row {
                quality: quality(study, raters, &measure),
                interval: named.and_then(|named| named.estimate.interval),
                range: (expected - half, expected + half),
                expected,
                estimated,
                quantity: Quantity::new(measure.statistic, measure.criterion.iter().chain(&measure.of)),
            })
        });
        Recovery { rows: rows.collect(), runs }
    }
}

/// What is measured.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Measure {
    criterion: Option<String>,
    statistic: Statistic,
    of: Vec<String>,
}

/// The time on a page.
const SECONDS: Statistic = Statistic::Time(TimeSubject::Page, TimeSummary::Median);

/// Everything in which systems and people show, under the names it has among the results, and the usual time on a
/// page.
fn measures(dataset: &Dataset) -> Vec<(Measure, f64)> {
    let found = (0..dataset.criteria.len()).flat_map(|criterion| analysis::parameters(dataset, criterion));
    let measured = |named: NamedEstimate| {
        let NamedEstimate { statistic, criterion, of, estimate, .. } = named;
        (Measure { criterion, statistic, of }, estimate.value)
    };
    let mut measures: Vec<(Measure, f64)> = found.map(measured).collect();
    let mut seconds: Vec<f64> =
        dataset.included_judgements().filter_map(|judgement| judgement.timing.active_secs).collect();
    seconds.sort_unstable_by(f64::total_cmp);
    if !seconds.is_empty() {
        let measure = Measure { criterion: None, statistic: SECONDS, of: Vec::new() };
        measures.push((measure, stats::resample::quantile(&seconds, 0.5)));
    }
    measures
}

/// The mean of some draws, and how far from it the next one may lie.
fn prediction_interval(drawn: &[f64], false_alarm: f64) -> Option<(f64, f64)> {
    let n = drawn.len() as f64;
    if drawn.len() < 2 {
        return None;
    }
    let mean = drawn.iter().sum::<f64>() / n;
    let variance = drawn.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let t = student_t::upper_quantile(false_alarm / 2.0, n - 1.0);
    // Numbers that never vary still differ by how they are added direction.
    Some((mean, t * (variance * (1.0 + 1.0 / n)).sqrt() + 1e-9 * (1.0 + mean.abs())))
}

/// The quality that a number of one system shows.
fn quality(study: &Study, raters: &RaterModel, measure: &Measure) -> Option<f64> {
    if measure.of.len() != 1 || measure.statistic == Statistic::Sd {
        return None;
    }
    let criterion = study.criteria.iter().position(|it| Some(&it.id.0) == measure.criterion.as_ref())?;
    let system = study.systems.iter().position(|it| Some(&it.id.0) == measure.of.first())?;
    raters.criteria.get(criterion)?.quality.get(system).copied()
}

/// Other people of the same kind.
struct Others<'a> {
    study: &'a Study,
    population: &'a Population<'a>,
    run: u64,
}

/// How many people are looked at for one who passes the checks.
const CANDIDATES: u64 = 40;

impl Others<'_> {
    /// The same questions, answered by others.
    fn answer(&self, questions: &[Judgement]) -> Vec<Judgement> {
        let mut of_person: BTreeMap<u32, Vec<&Judgement>> = BTreeMap::new();
        for question in questions {
            of_person.entry(question.participant).or_default().push(question);
        }
        of_person.into_iter().flat_map(|(rater, asked)| self.draw_rater(rater, &asked)).collect()
    }

    /// One of them who would have been kept, too: checks send some people away.
    fn draw_rater(&self, rater: u32, asked: &[&Judgement]) -> Vec<Judgement> {
        let allowed = self.study.lists.checks.as_ref().map_or(0, |checks| checks.allowed_failures) as usize;
        let mut answered = Vec::new();
        for candidate in 0..CANDIDATES {
            // Beyond everyone who took part.
            let number = (self.run << 40) + (u64::from(rater) << 8) + candidate;
            let rater = self.population.rater(number);
            answered = asked.iter().map(|question| self.answer_again(&rater, question, asked)).collect();
            let failed = |it: &&Judgement| matches!(it.subject, Subject::Check { passed: false, .. });
            if answered.iter().filter(failed).count() <= allowed {
                break;
            }
        }
        answered
    }

    fn answer_again(&self, rater: &Rater<'_>, question: &Judgement, session: &[&Judgement]) -> Judgement {
        let mut again = question.clone();
        let step = question.position.saturating_sub(1);
        let steps = session.iter().filter(|it| it.session() == question.session()).map(|it| it.position).max();
        let Some(asked) = self.page_questions(question) else { return again };
        if let Some(answer) = rater.answer(&asked, question.criterion, (step, steps.unwrap_or(1))) {
            if let (Subject::Check { check, passed }, session::Subject::Check { order, .. }) =
                (&mut again.subject, &asked.subject)
                && let Some(known) = self.study.checks.get(*check)
            {
                let response = &self.study.criteria[known.criterion].response;
                *passed = response.passes(&known.answer, order.len(), &answer.reordered(order)).unwrap_or(false);
            }
            again.answer = answer;
        }
        again.timing.active_secs = Some(rater.time_on(question.list, step).active_secs);
        again
    }

    fn page_questions(&self, question: &Judgement) -> Option<PageQuestions<'_>> {
        let criteria = vec![question.criterion];
        match &question.subject {
            Subject::Item { item, systems } => {
                let texts = &self.study.items.get(*item)?.outputs;
                let outputs =
                    systems.iter().map(|it| texts.get(usize::from(*it))?.as_deref()).collect::<Option<_>>()?;
                let subject = session::Subject::Item { item: *item, systems: systems.clone() };
                Some(PageQuestions { subject, criteria, shown: &[], outputs })
            }
            Subject::Check { check, .. } => {
                // In which order its outputs stood does not matter to whether someone passes.
                let outputs: Vec<&str> = self.study.checks.get(*check)?.outputs.iter().map(String::as_str).collect();
                let order = (0..outputs.len()).collect();
                Some(PageQuestions {
                    subject: session::Subject::Check { check: *check, order },
                    criteria,
                    shown: &[],
                    outputs,
                })
            }
        }
    }
}
