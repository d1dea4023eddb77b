//! `raters.toml`: what simulated raters are like, as a researcher writes it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use study::Study;
use thiserror::Error;

use super::{Behaviour, CriterionModel, RaterModel};

/// What simulated raters are like. Everything may be left out: what is not said is as it would be
/// without the file.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(title = "rejudge rater file")]
struct RaterFile {
    /// How people work.
    people: BehaviourFile,
    /// How people see each criterion, by its id.
    criteria: BTreeMap<String, CriterionModelFile>,
}

/// How people work.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct BehaviourFile {
    /// How differently people use the scale: standard deviation of the logarithm of their scale_use.
    #[schemars(range(min = 0.0))]
    scale_use_sd: Option<f64>,
    /// How differently reliable people are: standard deviation of the logarithm of their noise.
    #[schemars(range(min = 0.0))]
    noise_sd: Option<f64>,
    /// Share of people who answer without looking.
    #[schemars(range(min = 0.0, max = 1.0))]
    inattentive: Option<f64>,
    /// Share of those who always give the same answer; the others click anywhere.
    #[schemars(range(min = 0.0, max = 1.0))]
    same_answer: Option<f64>,
    /// Share of checks that someone who looks fails all the same.
    #[schemars(range(min = 0.0, max = 1.0))]
    slips: Option<f64>,
    /// Share of questions that someone who looks cannot judge, where the study lets them say so.
    #[schemars(range(min = 0.0, max = 1.0))]
    cannot_judge: Option<f64>,
    /// Share of sessions in which someone leaves before the end.
    #[schemars(range(min = 0.0, max = 1.0))]
    leaving: Option<f64>,
    /// Share of those who leave that give the list back; the others just go.
    #[schemars(range(min = 0.0, max = 1.0))]
    giving_back: Option<f64>,
    /// Share of those who leave that come back and go on.
    #[schemars(range(min = 0.0, max = 1.0))]
    coming_back: Option<f64>,
    /// Median seconds on a page.
    #[schemars(range(min = 0.1))]
    seconds: Option<f64>,
    /// Standard deviation of the logarithm of a rater's usual seconds.
    #[schemars(range(min = 0.0))]
    pace_sd: Option<f64>,
    /// Standard deviation of the logarithm of the seconds on single pages.
    #[schemars(range(min = 0.0))]
    seconds_sd: Option<f64>,
    /// Share of pages on which someone pauses.
    #[schemars(range(min = 0.0, max = 1.0))]
    pauses: Option<f64>,
    /// Mean length of a pause, in minutes.
    #[schemars(range(min = 0.0))]
    pause_minutes: Option<f64>,
}

/// How people see one criterion. The whole scale of a rating or slider is 4 wide, from -2 to 2.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct CriterionModelFile {
    /// How much each system has of what is asked, by its id. More draws higher values, or makes being
    /// chosen and put first likelier.
    quality: BTreeMap<String, f64>,
    /// How much the outputs of a system differ from one another, as a multiple of what is usual, by its id.
    variability: BTreeMap<String, f64>,
    /// How much items differ, for all systems alike.
    #[schemars(range(min = 0.0))]
    items_sd: Option<f64>,
    /// How much single outputs differ beyond that.
    #[schemars(range(min = 0.0))]
    outputs_sd: Option<f64>,
    /// How much people differ in leniency.
    #[schemars(range(min = 0.0))]
    leniency_sd: Option<f64>,
    /// How much people differ in their taste for single systems (rater × system), as a standard deviation.
    #[schemars(range(min = 0.0))]
    taste_sd: Option<f64>,
    /// What people add by chance to each impression, as a standard deviation.
    #[schemars(range(min = 0.0))]
    noise: Option<f64>,
    /// Impressions closer than this are called equal, where that is offered.
    #[schemars(range(min = 0.0))]
    same: Option<f64>,
    /// How much better the output shown first looks for standing there.
    side: Option<f64>,
    /// How much higher the last page of a list is judged than its first.
    drift: Option<f64>,
    /// How much more noise the first page has than later ones, as a share; it halves every five pages.
    learning: Option<f64>,
}

/// Why a rater file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RaterFileError {
    /// It is not TOML, or has keys that are not there.
    #[error("{0}")]
    Unreadable(String),
    /// It names a criterion or a system that the study does not have.
    #[error("the study has no {what} `{id}`; it has {}", known.join(", "))]
    Unknown {
        /// What.
        what: &'static str,
        /// As written.
        id: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A number that cannot be.
    #[error("`{key}` must be {must}, not {found}")]
    OutOfRange {
        /// Which.
        key: String,
        /// What it must be.
        must: &'static str,
        /// As written.
        found: String,
    },
}

/// The JSON Schema of `raters.toml`.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(RaterFile).to_value()
}

impl RaterModel {
    /// These raters with what a `raters.toml` says of them.
    ///
    /// # Errors
    /// When the text is no rater file, or speaks about something that the study does not have.
    pub fn with_file(mut self, study: &Study, text: &str) -> Result<RaterModel, RaterFileError> {
        let file: RaterFile = toml::from_str(text).map_err(|error| RaterFileError::Unreadable(error.to_string()))?;
        self.behaviour.apply(&file.people)?;
        for (id, said) in &file.criteria {
            let ids: Vec<String> = study.criteria.iter().map(|criterion| criterion.id.0.clone()).collect();
            let criterion = place("criterion", id, &ids)?;
            self.criteria[criterion].apply(id, said, study)?;
        }
        self.source = format!("raters.toml; where it is silent, {}", self.source);
        Ok(self)
    }
}

fn place(what: &'static str, id: &str, known: &[String]) -> Result<usize, RaterFileError> {
    let found = known.iter().position(|it| it == id);
    found.ok_or_else(|| RaterFileError::Unknown { what, id: id.to_owned(), known: known.to_vec() })
}

#[derive(Clone, Copy)]
enum Range {
    Share,
    Positive,
    Any,
}

fn set(key: &str, range: Range, into: &mut f64, said: Option<f64>) -> Result<(), RaterFileError> {
    let Some(value) = said else { return Ok(()) };
    let (fits, must) = match range {
        Range::Share => ((0.0..=1.0).contains(&value), "between 0 and 1"),
        Range::Positive => (value >= 0.0 && value.is_finite(), "0 or more"),
        Range::Any => (value.is_finite(), "a number"),
    };
    if !fits {
        return Err(RaterFileError::OutOfRange { key: key.to_owned(), must, found: value.to_string() });
    }
    *into = value;
    Ok(())
}

impl Behaviour {
    fn apply(&mut self, said: &BehaviourFile) -> Result<(), RaterFileError> {
        use Range::{Positive, Share};
        for (key, range, into, said) in [
            ("scale_use_sd", Positive, &mut self.scale_use_sd, said.scale_use_sd),
            ("noise_sd", Positive, &mut self.noise_sd, said.noise_sd),
            ("inattentive", Share, &mut self.inattentive, said.inattentive),
            ("same_answer", Share, &mut self.same_answer, said.same_answer),
            ("slips", Share, &mut self.slips, said.slips),
            ("cannot_judge", Share, &mut self.cannot_judge, said.cannot_judge),
            ("leaving", Share, &mut self.leaving, said.leaving),
            ("giving_back", Share, &mut self.giving_back, said.giving_back),
            ("coming_back", Share, &mut self.coming_back, said.coming_back),
            ("seconds", Positive, &mut self.seconds, said.seconds),
            ("pace_sd", Positive, &mut self.pace_sd, said.pace_sd),
            ("seconds_sd", Positive, &mut self.seconds_sd, said.seconds_sd),
            ("pauses", Share, &mut self.pauses, said.pauses),
            ("pause_minutes", Positive, &mut self.pause_minutes, said.pause_minutes),
        ] {
            set(&format!("people.{key}"), range, into, said)?;
        }
        Ok(())
    }
}

impl CriterionModel {
    fn apply(&mut self, id: &str, said: &CriterionModelFile, study: &Study) -> Result<(), RaterFileError> {
        use Range::{Any, Positive};
        for (key, range, into, said) in [
            ("items_sd", Positive, &mut self.items_sd, said.items_sd),
            ("outputs_sd", Positive, &mut self.outputs_sd, said.outputs_sd),
            ("leniency_sd", Positive, &mut self.leniency_sd, said.leniency_sd),
            ("taste_sd", Positive, &mut self.taste_sd, said.taste_sd),
            ("noise", Positive, &mut self.noise, said.noise),
            ("same", Positive, &mut self.same, said.same),
            ("side", Any, &mut self.side, said.side),
            ("drift", Any, &mut self.drift, said.drift),
            ("learning", Any, &mut self.learning, said.learning),
        ] {
            set(&format!("criteria.{id}.{key}"), range, into, said)?;
        }
        let ids: Vec<String> = study.systems.iter().map(|system| system.id.0.clone()).collect();
        for (system, value) in &said.quality {
            let key = format!("criteria.{id}.quality.{system}");
            set(&key, Any, &mut self.quality[place("system", system, &ids)?], Some(*value))?;
        }
        for (system, value) in &said.variability {
            let key = format!("criteria.{id}.variability.{system}");
            set(&key, Positive, &mut self.variability[place("system", system, &ids)?], Some(*value))?;
        }
        Ok(())
    }
}
