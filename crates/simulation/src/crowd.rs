//! What simulated participants are like: the parameters that are put in.

mod claimed;
mod components;
mod file;
mod fit;
mod pace;

pub(crate) use components::Components;
pub use file::{CrowdError, schema};

use study::Study;
use study::file::{Criteria, Platform};
use study::response::Response;

/// What a crowd is like. Everything about quality is in standard deviations of impressions: the
/// whole scale of a rating or slider is four of them wide.
#[derive(Debug, Clone, PartialEq)]
pub struct Crowd {
    /// How they see each criterion, in the order of the study.
    pub tastes: Vec<Taste>,
    /// How they work.
    pub habits: Habits,
    /// Where the parameters come from, in words.
    pub source: String,
}

/// How a crowd sees one criterion.
///
/// The impression that a person has of an output is
/// `stretch · (quality + spread · (item + output) + leniency + drift + side) + noise · ε`, with ε
/// normal where outputs are judged alone and Gumbel where they are compared. Choices then follow
/// Bradley and Terry's model with Rao and Kupper's ties, and rankings that of Plackett and Luce.
#[derive(Debug, Clone, PartialEq)]
pub struct Taste {
    /// How much each system has of what is asked, in the order of the study. More draws higher
    /// values, or makes being chosen and put first likelier.
    pub quality: Vec<f64>,
    /// How much the outputs of each system differ from one another, as a multiple of what is usual.
    pub spread: Vec<f64>,
    /// How much items differ, for all systems alike.
    pub items_sd: f64,
    /// How much single outputs differ beyond that.
    pub outputs_sd: f64,
    /// How much people differ in leniency.
    pub leniency_sd: f64,
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

/// How a crowd works.
#[derive(Debug, Clone, PartialEq)]
pub struct Habits {
    /// How differently people use the scale: standard deviation of the logarithm of their stretch.
    pub stretch_sd: f64,
    /// How differently reliable people are: standard deviation of the logarithm of their noise.
    pub noise_sd: f64,
    /// Share of people who answer without looking.
    pub inattentive: f64,
    /// Share of those who always give the same answer; the others click anywhere.
    pub same_answer: f64,
    /// Share of checks that someone who looks fails all the same.
    pub slips: f64,
    /// Share of sessions in which someone leaves before the end.
    pub leaving: f64,
    /// Share of those who leave that give the list back; the others just go.
    pub giving_back: f64,
    /// Share of those who leave that come back and go on.
    pub coming_back: f64,
    /// Median seconds on a page.
    pub seconds: f64,
    /// Standard deviation of the logarithm of a person's usual seconds.
    pub pace_sd: f64,
    /// Standard deviation of the logarithm of the seconds on single pages.
    pub seconds_sd: f64,
    /// Share of pages on which someone pauses.
    pub pauses: f64,
    /// Mean length of a pause, in minutes.
    pub pause_minutes: f64,
}

impl Taste {
    /// People who agree about as much as they do in published studies, and systems that are all alike.
    #[must_use]
    pub fn plausible(response: &Response, systems: usize) -> Taste {
        let alone = Taste {
            quality: vec![0.0; systems],
            spread: vec![1.0; systems],
            items_sd: 0.3,
            outputs_sd: 0.6,
            leniency_sd: 0.3,
            noise: 0.8,
            same: 0.35,
            side: 0.0,
            drift: 0.0,
            learning: 0.2,
        };
        match response {
            Response::Rating(_) | Response::Slider(_) | Response::Text(_) | Response::Choice(_) => alone,
            // People differ more in how much they notice than in how they use a scale.
            Response::Count(_) | Response::Spans(_) => Taste { leniency_sd: 0.5, ..alone },
            // What all outputs of a question share does not enter a comparison.
            Response::Pairwise(_) | Response::BestWorst(_) | Response::Ranking(_) => {
                Taste { items_sd: 0.0, leniency_sd: 0.0, side: 0.05, ..alone }
            }
        }
    }

    /// The standard deviation of impressions of one system by all people, chance included.
    #[must_use]
    pub fn total_sd(&self) -> f64 {
        self.items_sd.hypot(self.outputs_sd).hypot(self.leniency_sd).hypot(self.noise)
    }
}

impl Habits {
    /// People who take about as long as the study reckons; those who were invited look and stay.
    #[must_use]
    pub fn plausible(study: &Study) -> Habits {
        let criteria = match study.lists.criteria {
            Criteria::Together => study.criteria.len().max(1),
            Criteria::Apart => 1,
        };
        let checks = study.lists.checks.as_ref().map_or(0, |checks| checks.per_list as usize);
        let pages = (study.lists.questions as usize / criteria).max(1) + checks;
        // The mean of the log-normal seconds below is about 1.25 times their median.
        let promised = study.payment.as_ref().map(|payment| payment.estimated_minutes * 60.0 / pages as f64 / 1.25);
        let (inattentive, leaving) = match study.participants.from {
            Platform::Prolific | Platform::Mturk | Platform::Open => (0.05, 0.06),
            Platform::Invited => (0.0, 0.02),
        };
        Habits {
            stretch_sd: 0.15,
            noise_sd: 0.2,
            inattentive,
            same_answer: 0.25,
            slips: 0.03,
            leaving,
            giving_back: 0.4,
            coming_back: 0.25,
            seconds: promised.unwrap_or(15.0).max(0.1),
            pace_sd: 0.35,
            seconds_sd: 0.5,
            pauses: 0.01,
            pause_minutes: 3.0,
        }
    }
}

impl Crowd {
    /// A crowd for a study of which nothing is known: plausible people, and systems that are all
    /// alike.
    #[must_use]
    pub fn plausible(study: &Study) -> Crowd {
        let systems = study.systems.len();
        Crowd {
            tastes: study.criteria.iter().map(|it| Taste::plausible(&it.response, systems)).collect(),
            habits: Habits::plausible(study),
            source: "plausible people, and systems that are all alike".to_owned(),
        }
    }
}
