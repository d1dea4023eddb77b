//! What a rater answers.

use rand::RngExt as _;
use rand_distr::{Distribution as _, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use session::{PageQuestions, Subject};
use study::file::{ClosingFile, ScreeningFile};
use study::response::{Answer, Response, View};
use study::{CheckQuestion, Criterion};

use super::time::fading;
use super::{Attention, Rater};
use crate::random::{Purpose, stream};

/// Outputs of one item as one question shows them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShownOutputs<'a> {
    /// A number into [`study::Study::items`].
    pub(crate) item: usize,
    /// The systems in the order shown.
    pub(crate) systems: &'a [u16],
    /// The texts in the order shown.
    pub(crate) shown: &'a [&'a str],
    /// Which page of the list it is, from 0, and how many there are.
    pub(crate) place: (u32, u32),
}

/// Impressions of someone who does not look: about anywhere on the scale.
const ANYWHERE: f64 = 1.3;

impl Rater<'_> {
    /// The answer to one criterion of a page of a list, as [`session::page_questions`] describes it; `place` is
    /// the number of the page, from 0, and how many the list has. Nothing where the study has no such
    /// criterion.
    #[must_use]
    pub fn answer(&self, asked: &PageQuestions<'_>, criterion: usize, place: (u32, u32)) -> Option<Answer> {
        match &asked.subject {
            Subject::Item { item, systems } => {
                self.judge(ShownOutputs { item: *item, systems, shown: &asked.outputs, place }, criterion)
            }
            Subject::Check { check, order } => {
                let question = self.population.study.checks.get(*check)?;
                if question.criterion != criterion {
                    let asked_of = self.population.study.criteria.get(criterion)?;
                    let shown = self.population.study.texts(asked_of, &asked.outputs, asked.shown);
                    let mut rng = self.answer_stream(criterion, (u64::MAX, &[]), place.0);
                    return Some(answer_unseen(&asked_of.response, &shown, &mut rng));
                }
                self.answer_check(question, order, place.0)
            }
        }
    }

    /// The answer to a training question, in the order written. Whoever looks learns from failing.
    #[must_use]
    pub fn answer_training(&self, question: usize, attempt: u32) -> Option<Answer> {
        let written = self.population.study.training.get(question)?;
        let order: Vec<usize> = (0..written.outputs.len()).collect();
        self.answer_check(written, &order, 1_000_000 + 1000 * attempt + question as u32)
    }

    /// The answer to a screening question: one that is accepted.
    #[must_use]
    pub fn answer_screening(&self, question: &ScreeningFile) -> String {
        let bounds = question.accept.iter().flat_map(|accepted| accepted.split("..")).flat_map(|it| it.split(" or "));
        let bounds = bounds.map(|bound| bound.trim_matches(['<', '>', '=', '≤', '≥', ' ']).to_owned());
        let mut tried: Vec<String> = question.accept.iter().cloned().chain(bounds).collect();
        let mut rng = stream(self.population.seed, Purpose::Around, &[self.number]);
        match &question.response {
            Some(Response::Count(count)) => {
                tried.extend((count.least()..=count.maximum()).map(|number| number.to_string()))
            }
            Some(response) => {
                let form = response.simulate(&View::unknown(&[""]), &mut rng).to_form();
                tried.extend(form.iter().map(|(_, value)| value.to_owned()));
            }
            None => tried.extend(question.options.first().cloned()),
        }
        // Whoever is simulated may take part: tried until it is so.
        let read = tried.iter().filter_map(|given| question.read(given).ok());
        let (accepted, others): (Vec<_>, Vec<_>) = read.partition(|answer| answer.accepted);
        accepted.into_iter().chain(others).next().map(|answer| answer.kept).unwrap_or_default()
    }

    /// The answer to a closing question.
    #[must_use]
    pub fn answer_closing(&self, question: &ClosingFile, number: u32) -> Answer {
        let mut rng = stream(self.population.seed, Purpose::Around, &[self.number, number.into()]);
        question.response.simulate(&View::unknown(&[""]), &mut rng)
    }

    /// The answer about outputs of an item.
    pub(crate) fn judge(&self, sight: ShownOutputs<'_>, criterion: usize) -> Option<Answer> {
        let study = self.population.study;
        let asked = study.criteria.get(criterion)?;
        let response = &asked.response;
        let ShownOutputs { item, systems, shown, place: (step, steps) } = sight;
        let shown = &*study.texts(asked, shown, study.items.get(item).map_or(&[], |item| &item.shown));
        let mut rng = self.answer_stream(criterion, (item as u64, systems), step);
        let model = match (self.traits.attention, self.population.raters.criteria.get(criterion)) {
            (Attention::Attentive, Some(model)) => model,
            (Attention::Clicking | Attention::SameAnswer, _) | (_, None) => {
                return Some(answer_unseen(response, shown, &mut rng));
            }
        };
        if let Some(reason) = self.unable(asked, criterion, sight) {
            return Some(Answer::Unable(reason));
        }
        let strengths = self.population.strengths(criterion, item);
        let along = if steps > 1 { f64::from(step) / f64::from(steps - 1) } else { 0.0 };
        let level = model.leniency_sd * self.traits.leniency + model.drift * (along - 0.5);
        let strength = |(position, system): (usize, &u16)| {
            let side = if position == 0 && systems.len() > 1 { model.side } else { 0.0 };
            let taste = self.tastes.get(criterion).and_then(|of| of.get(*system as usize)).copied().unwrap_or(0.0);
            self.traits.scale_use * (strengths.get(*system as usize).copied().unwrap_or(0.0) + taste + level + side)
        };
        let strength: Vec<f64> = systems.iter().enumerate().map(strength).collect();
        let variability =
            if let [system] = systems { model.variability.get(*system as usize).copied().unwrap_or(1.0) } else { 1.0 };
        let noise = model.noise * variability * self.traits.noise * (1.0 + model.learning * fading(step));
        let view = View { shown, strength: &strength, noise, leniency: 0.0, same: model.same };
        Some(response.simulate(&view, &mut rng))
    }

    /// Why this person cannot judge these outputs; mostly nothing. It is drawn apart from the answers, which stay what they
    /// would have been.
    fn unable(&self, asked: &Criterion, criterion: usize, sight: ShownOutputs<'_>) -> Option<String> {
        let share = self.population.raters.behaviour.cannot_judge;
        if asked.cannot_judge.is_empty() || share <= 0.0 {
            return None;
        }
        let mut of = vec![self.number, criterion as u64, sight.item as u64, sight.place.0.into()];
        of.extend(sight.systems.iter().map(|system| u64::from(*system)));
        let mut rng = stream(self.population.seed, Purpose::Unable, &of);
        let unable = rng.random::<f64>() < share;
        unable.then(|| asked.cannot_judge[rng.random_range(0..asked.cannot_judge.len())].clone())
    }

    /// The answer to a question with a known answer whose outputs stand in this order. Whoever looks
    /// passes if it can be passed, but for a slip; `step` tells questions apart.
    pub(crate) fn answer_check(&self, question: &CheckQuestion, order: &[usize], step: u32) -> Option<Answer> {
        let asked = self.population.study.criteria.get(question.criterion)?;
        let response = &asked.response;
        let shown: Vec<&str> = order.iter().filter_map(|o| question.outputs.get(*o)).map(String::as_str).collect();
        let shown = self.population.study.texts(asked, &shown, &question.shown);
        let mut rng = self.answer_stream(question.criterion, (u64::MAX, &[]), step);
        if self.traits.attention != Attention::Attentive {
            return Some(answer_unseen(response, &shown, &mut rng));
        }
        let slips = rng.random::<f64>() < self.population.raters.behaviour.slips;
        let expected = response.expects(&question.answer, question.outputs.len()).ok();
        let passes = |given: &Answer| expected.as_ref().is_some_and(|it| it.met_by(&given.reordered(order)));
        let mut given = None;
        for _ in 0..64 {
            let drawn = random_answer(response, &shown, &mut rng);
            let wanted = passes(&drawn) != slips;
            given = Some(drawn);
            if wanted {
                break;
            }
        }
        given
    }

    /// The random numbers of one answer: those of the criterion alone for someone who always gives
    /// the same. Outputs are told apart by their systems, too: someone with several lists may meet two outputs of
    /// one item on pages of the same number.
    fn answer_stream(&self, criterion: usize, (item, systems): (u64, &[u16]), step: u32) -> Xoshiro256PlusPlus {
        let mut of = vec![self.number, criterion as u64];
        match self.traits.attention {
            Attention::Attentive | Attention::Clicking => {
                of.extend([item, step.into()]);
                of.extend(systems.iter().map(|system| u64::from(*system)));
            }
            Attention::SameAnswer => {}
        }
        stream(self.population.seed, Purpose::Answer, &of)
    }
}

/// The answer of someone who does not look.
fn answer_unseen(response: &Response, shown: &[&str], rng: &mut Xoshiro256PlusPlus) -> Answer {
    let view = View { shown, strength: &[], noise: ANYWHERE, leniency: 0.0, same: 0.35 };
    response.simulate(&view, rng)
}

/// Any answer.
fn random_answer(response: &Response, shown: &[&str], rng: &mut Xoshiro256PlusPlus) -> Answer {
    let strength: Vec<f64> = shown.iter().map(|_| 3.0 * normal(rng)).collect();
    response.simulate(&View { shown, strength: &strength, noise: 0.1, leniency: 0.0, same: 0.35 }, rng)
}

fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    StandardNormal.sample(rng)
}
