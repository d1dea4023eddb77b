//! What simulated raters are like: the parameters of the simulation.

mod chance;
mod components;
mod file;
mod fit;
mod from_claims;
mod pace;

pub(crate) use chance::Chance;
pub(crate) use components::Components;
pub use file::{RaterFileError, schema};

use study::file::Platform;
use study::response::Response;
use study::{Amount, Study};

use crate::Rater;

/// What raters and systems are like. Quality is in units of impressions: the whole scale of a rating or slider is
/// four units wide.
#[derive(Debug, Clone, PartialEq)]
pub struct RaterModel {
    /// How they see each criterion, in the order of the study.
    pub criteria: Vec<CriterionModel>,
    /// How they work.
    pub behaviour: Behaviour,
    /// Where the parameters come from, in words.
    pub source: String,
}

/// How raters see one criterion.
///
/// The impression that a rater has of an output is
/// `scale_use · (quality + variability · (item + output) + taste + leniency + drift + side) + noise · ε`, with ε
/// normal where outputs are judged alone and Gumbel where they are compared. Choices then follow
/// Bradley and Terry's model with Rao and Kupper's ties, and rankings that of Plackett and Luce.
#[derive(Debug, Clone, PartialEq)]
pub struct CriterionModel {
    /// How much each system has of what is asked, in the order of the study. More draws higher
    /// values, or makes being chosen and put first likelier.
    pub quality: Vec<f64>,
    /// How much the outputs of each system differ from one another, as a multiple of what is usual.
    pub variability: Vec<f64>,
    /// How much items differ, for all systems alike.
    pub items_sd: f64,
    /// How much single outputs differ beyond that.
    pub outputs_sd: f64,
    /// How much people differ in leniency.
    pub leniency_sd: f64,
    /// How much people differ in their taste for single systems (rater × system).
    pub taste_sd: f64,
    /// What people add by chance to each impression.
    pub noise: f64,
    /// Impressions closer than this are called equal, where that is offered.
    pub same: f64,
    /// How much better the output shown first looks for standing there.
    pub side: f64,
    /// How much higher the last page of a list is judged than its first.
    pub drift: f64,
    /// How much more noise the first page has than later ones, as a share; it halves every five pages.
    pub learning: f64,
}

/// How raters work.
#[derive(Debug, Clone, PartialEq)]
pub struct Behaviour {
    /// How differently people use the scale: standard deviation of the logarithm of their scale_use.
    pub scale_use_sd: f64,
    /// How differently reliable people are: standard deviation of the logarithm of their noise.
    pub noise_sd: f64,
    /// Share of people who answer without looking.
    pub inattentive: f64,
    /// Share of those who always give the same answer; the others click anywhere.
    pub same_answer: f64,
    /// Share of checks that someone who looks fails all the same.
    pub slips: f64,
    /// Share of questions that someone who looks cannot judge, where the study lets them say so.
    pub cannot_judge: f64,
    /// Share of sessions in which someone leaves before the end.
    pub leaving: f64,
    /// Share of those who leave that give the list back; the others just go.
    pub giving_back: f64,
    /// Share of those who leave that come back and go on.
    pub coming_back: f64,
    /// Median seconds on a page.
    pub seconds: f64,
    /// Standard deviation of the logarithm of a rater's usual seconds.
    pub pace_sd: f64,
    /// Standard deviation of the logarithm of the seconds on single pages.
    pub seconds_sd: f64,
    /// Share of pages on which someone pauses.
    pub pauses: f64,
    /// Mean length of a pause, in minutes.
    pub pause_minutes: f64,
}

impl CriterionModel {
    /// People who agree about as much as they do in published studies, and systems that are all equal. In mixed
    /// models of two public rating studies the SD between outputs was 0.64 to 0.97 of the residual SD, and that of
    /// rater × system 0.20 to 0.49; here they are 0.75 and 0.31.
    #[must_use]
    pub fn with_defaults(response: &Response, systems: usize) -> CriterionModel {
        let alone = CriterionModel {
            quality: vec![0.0; systems],
            variability: vec![1.0; systems],
            items_sd: 0.3,
            outputs_sd: 0.6,
            leniency_sd: 0.3,
            taste_sd: 0.25,
            noise: 0.8,
            same: 0.35,
            side: 0.0,
            drift: 0.0,
            learning: 0.2,
        };
        match response {
            Response::Rating(_) | Response::Slider(_) | Response::Text(_) | Response::Choice(_) => alone,
            // People differ more in how much they notice than in how they use a scale.
            Response::Count(_) | Response::Spans(_) => CriterionModel { leniency_sd: 0.5, ..alone },
            // What all outputs of a question share does not enter a comparison.
            Response::Pairwise(_) | Response::BestWorst(_) | Response::Ranking(_) => {
                CriterionModel { items_sd: 0.0, leniency_sd: 0.0, side: 0.05, ..alone }
            }
        }
    }

    /// The standard deviation of impressions of one system by all people, chance included.
    #[must_use]
    pub fn total_sd(&self) -> f64 {
        self.items_sd.hypot(self.outputs_sd).hypot(self.leniency_sd).hypot(self.taste_sd).hypot(self.noise)
    }
}

const PACE_SD: f64 = 0.35;
const SECONDS_SD: f64 = 0.5;
const PAUSES: f64 = 0.01;
const PAUSE_MINUTES: f64 = 3.0;

/// The median seconds on a page with which a list of so many pages takes `mean` seconds a page on average: without
/// the pauses, without what the first pages take longer, and by the mean of a log-normal, exp(σ²/2) times its median.
fn median_seconds(mean: f64, pages: usize) -> f64 {
    let pauses = PAUSES * PAUSE_MINUTES * 60.0;
    let slower = (0..pages).map(|page| Rater::slowness(page as u32)).sum::<f64>() / pages as f64;
    let log_normal = (0.5 * (PACE_SD * PACE_SD + SECONDS_SD * SECONDS_SD)).exp();
    (mean - pauses).max(0.2 * mean) / (slower * log_normal)
}

/// Pages of a list, as stated; of a study in parts, as they come out.
fn pages_in_list(study: &Study) -> usize {
    let amount = Amount::from_study(study);
    let pages = match &amount.parts[..] {
        [part] => u64::from(study.lists.questions) / part.questions_per_page,
        parts => parts.iter().map(|part| part.pages.div_ceil(amount.lists.max(1))).sum(),
    };
    usize::try_from(pages).unwrap_or(usize::MAX).max(1)
}

impl Behaviour {
    /// People who take as long as the study estimates, on average; those who were invited look and stay.
    #[must_use]
    pub fn with_defaults(study: &Study) -> Behaviour {
        let checks = study.lists.checks.as_ref().map_or(0, |checks| checks.per_list as usize);
        let pages = pages_in_list(study) + checks;
        let estimated = study.payment.as_ref().map(|payment| payment.estimated_minutes * 60.0 / pages as f64);
        let (inattentive, leaving) = match study.participants.from {
            Platform::Prolific | Platform::Mturk | Platform::Open => (0.05, 0.06),
            Platform::Invited => (0.0, 0.02),
        };
        Behaviour {
            scale_use_sd: 0.15,
            noise_sd: 0.2,
            inattentive,
            same_answer: 0.25,
            slips: 0.03,
            cannot_judge: if study.criteria.iter().any(|it| !it.cannot_judge.is_empty()) { 0.02 } else { 0.0 },
            leaving,
            giving_back: 0.4,
            coming_back: 0.25,
            seconds: estimated.map_or(15.0, |mean| median_seconds(mean, pages)).max(0.1),
            pace_sd: PACE_SD,
            seconds_sd: SECONDS_SD,
            pauses: PAUSES,
            pause_minutes: PAUSE_MINUTES,
        }
    }
}

impl RaterModel {
    /// Raters for a study of which nothing is known: default settings, and systems that are all equal.
    #[must_use]
    pub fn with_defaults(study: &Study) -> RaterModel {
        let systems = study.systems.len();
        RaterModel {
            criteria: study.criteria.iter().map(|it| CriterionModel::with_defaults(&it.response, systems)).collect(),
            behaviour: Behaviour::with_defaults(study),
            source: "default settings, all systems equal".to_owned(),
        }
    }
}
