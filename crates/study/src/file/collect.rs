//! The sections about collecting: lists, checks, training, participants, payment.

use schemars::JsonSchema;
use serde::Deserialize;

use super::PartOrder;
use crate::response::{Complaint, Form, Reason, Response};

/// `[lists]`: how questions are gathered into lists.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListsFile {
    /// Questions in one list, checks not counted. With several criteria on a page each counts.
    #[schemars(range(min = 1))]
    pub questions: u32,
    /// How many people answer each question.
    #[schemars(range(min = 1))]
    pub completions: u32,
    /// What is spread evenly over lists: strata, `system`, `pair`, `position`, `words` to be read, and the `minutes` that reading
    /// and answering are expected to take.
    #[serde(default)]
    pub balance: Vec<String>,
    /// The order of questions in a session.
    #[serde(default)]
    pub order: Order,
    /// On which side, or in which order, the outputs of one question appear.
    #[serde(default)]
    pub sides: Sides,
    /// Whether all criteria are asked on one page, or each in its own lists.
    #[serde(default)]
    pub criteria: Criteria,
    /// How the parts of a study with `[[parts]]` follow one another.
    #[serde(default)]
    pub parts: PartOrder,
    /// One page at a time, or the whole list on one page.
    #[serde(default)]
    pub pages: Pages,
    /// What participants may say about a page besides their answers: a `"comment"`, and that there is a `"problem"` with what it
    /// shows. Nothing when absent.
    #[serde(default)]
    pub remarks: Vec<RemarkKind>,
    /// After how many pages a break is offered: `20`. Its time is not counted as working time. None when absent.
    #[schemars(range(min = 1))]
    pub break_after: Option<u32>,
    /// Minimum time before each page of the list can be submitted, such as `"5 s"`.
    pub least_time: Option<String>,
    /// Whether a page advances automatically a moment after its last answer was pressed: a point of a scale,
    /// one option, one of two outputs, best and worst. Touching anything in the meantime cancels this; pages
    /// never advance after typing, dragging or marking.
    #[serde(default)]
    pub auto_advance: bool,
    /// Whether people can look through all their answers, and change them, before they finish.
    #[serde(default)]
    pub review: bool,
    /// Questions with a known answer placed among the others.
    pub checks: Option<ChecksFile>,
    /// How many completions of each list are released at a time: the next are released when these are
    /// finished for every list. All at once when absent.
    #[schemars(range(min = 1))]
    pub wave: Option<u32>,
}

/// The order of questions in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Drawn from the seed for each session, and recorded.
    #[default]
    Random,
    /// The same for everyone who gets the list.
    Fixed,
}

/// On which side the outputs of one question appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Each system appears on each side equally often within a list, as nearly as the numbers allow.
    #[default]
    Balanced,
    /// Drawn independently for each question and session.
    Random,
    /// As written: systems in the order of `[systems]`, checks in the order of their columns.
    Fixed,
}

/// Where several criteria are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Criteria {
    /// All on the same page.
    #[default]
    Together,
    /// Each in its own lists.
    Apart,
}

/// How much of a list is shown at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pages {
    /// One output, pair or set at a time.
    #[default]
    One,
    /// The whole list on one page.
    All,
}

/// What participants may say about a page besides their answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RemarkKind {
    /// Whatever they want to say, in their own words.
    Comment,
    /// That something is wrong with what the page shows, and what.
    Problem,
}

impl RemarkKind {
    /// The word used in `study.toml`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            RemarkKind::Comment => "comment",
            RemarkKind::Problem => "problem",
        }
    }
}

/// Questions with a known answer. The file has a column `check` with an id, the columns of
/// `items.show`, `criterion` when there are several, the texts in `a`, `b`, `c`… (or `text` for a
/// single output), `answer`, and optionally `tests` saying what passing shows.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChecksFile {
    /// The file in the study folder.
    pub file: String,
    /// How many appear in each list.
    #[schemars(range(min = 1))]
    pub per_list: u32,
    /// What happens to someone who fails.
    #[serde(default)]
    pub on_failure: OnFailure,
    /// How many may be failed before that happens.
    #[serde(default)]
    pub allowed_failures: u32,
}

/// What happens to someone who fails the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// The answers are kept but excluded, and the slot is given to someone else.
    #[default]
    Replace,
    /// The session is marked; the researcher decides.
    Flag,
    /// The session ends at once, and the slot is given to someone else.
    End,
}

/// `[training]`: questions with feedback before the list. Same columns as checks, and `feedback`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrainingFile {
    /// The file in the study folder.
    pub file: String,
    /// How many must be answered correctly to continue; all of them when absent.
    pub pass: Option<u32>,
    /// How many times the training may be repeated.
    #[serde(default = "default_one")]
    #[schemars(range(min = 1))]
    pub attempts: u32,
}

fn default_one() -> u32 {
    1
}

/// `[[screening]]`: a question about the participant, asked before anything else is shown. Anyone whose answer
/// is not accepted cannot take part.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreeningFile {
    /// Its id, in the data.
    pub id: String,
    /// The question.
    #[schemars(length(min = 1))]
    pub question: String,
    /// The answers offered, in the order shown; none where the answer is typed.
    #[serde(default)]
    #[schemars(length(min = 2))]
    pub options: Vec<String>,
    /// How an answer is typed, instead of `options`: `{ kind = "count", minimum = 0, maximum = 120 }` for a number,
    /// `{ kind = "date" }` for a day, `{ kind = "text" }` for words.
    pub response: Option<Response>,
    /// The answers that let someone take part: some of the options, or of what is typed `">= 18"`, `"18..65"`,
    /// `"<= 2008-11-17"`, or words. Whatever is typed lets someone take part when absent.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub accept: Vec<String>,
}

/// What was answered to a screening question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreeningAnswer {
    /// The option, or what was typed, as it is kept.
    pub kept: String,
    /// Whether it lets someone take part.
    pub accepted: bool,
}

impl ScreeningFile {
    /// Reads an answer.
    ///
    /// # Errors
    /// What keeps it from being one.
    pub fn read(&self, given: &str) -> Result<ScreeningAnswer, Vec<Complaint>> {
        let Some(response) = &self.response else {
            let refused = || Reason::NotOneOf { given: given.to_owned(), offered: self.options.clone() };
            let known = self.options.iter().find(|option| *option == given);
            let kept = known.ok_or_else(|| vec![Complaint { field: "value".to_owned(), reason: refused() }])?.clone();
            return Ok(ScreeningAnswer { accepted: self.accept.contains(&kept), kept });
        };
        let answer = response.read(&Form::default().with_field("value", given), &[])?;
        let meets = |accepted: &String| response.passes(accepted, 1, &answer).unwrap_or(false);
        let accepted = self.accept.is_empty() || self.accept.iter().any(meets);
        let form = answer.to_form();
        Ok(ScreeningAnswer { kept: form.single_value("value").unwrap_or_default().to_owned(), accepted })
    }
}

/// `[[closing]]`: a question asked after the list, about no output.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClosingFile {
    /// Its id, in the data.
    pub id: String,
    /// The question.
    #[schemars(length(min = 1))]
    pub question: String,
    /// How it is asked: `rating`, `slider`, `choice`, `count`, `text` or `date`.
    pub response: Response,
}

fn yes() -> bool {
    true
}

/// `[participants]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParticipantsFile {
    /// Where they come from.
    pub from: Platform,
    /// How many lists one person may do; never the same questions twice.
    #[serde(default = "default_one")]
    #[schemars(range(min = 1))]
    pub lists_each: u32,
    /// How long a list may be held before it is given to someone else, such as `"60 min"` or `"2 h"`.
    pub time_limit: Option<String>,
    /// How much more time a participant may ask for, once, such as `"15 min"`.
    pub more_time: Option<String>,
    /// Minimum width of the window in CSS pixels, such as `900` for a laptop. People are told before they agree.
    #[schemars(range(min = 1))]
    pub least_width: Option<u32>,
    /// What is required of participants, one sentence each.
    #[serde(default)]
    pub requirements: Vec<String>,
    /// Whether participants may leave a comment at the end.
    #[serde(default = "yes")]
    pub comment: bool,
    /// The completion code of each outcome.
    pub codes: Option<Codes>,
    /// With `true`, only people whose link Prolific signed are admitted.
    #[serde(default)]
    pub verify: bool,
    /// Prolific's id of the study: with `verify`, links signed for any other study are rejected.
    #[schemars(length(min = 1))]
    pub prolific_study: Option<String>,
}

/// Where participants come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Platform {
    /// Prolific, by its URL parameters.
    Prolific,
    /// Amazon Mechanical Turk, as an external question.
    Mturk,
    /// People with a personal link.
    Invited,
    /// Anyone with the link.
    Open,
}

/// Completion codes, one per outcome, so that the platform can tell them apart.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Codes {
    /// Finished.
    pub completed: String,
    /// Failed the checks.
    pub failed_check: Option<String>,
    /// Did not consent.
    pub declined: Option<String>,
    /// Did not meet the requirements.
    pub screened_out: Option<String>,
    /// Came back after the time limit.
    pub late: Option<String>,
}

/// `[payment]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// ISO 4217 code.
    #[schemars(length(min = 1))]
    pub currency: String,
    /// What one list pays; when absent, the floor times the estimate, rounded up once.
    #[schemars(range(min = 0.0))]
    pub amount: Option<f64>,
    /// How long a list is expected to take. Not the maximum.
    #[schemars(range(min = 0.01))]
    pub estimated_minutes: f64,
    /// The longest time allowed by the platform, if it is stated.
    #[schemars(range(min = 0.01))]
    pub maximum_minutes: Option<f64>,
    /// Minimum pay per hour.
    #[schemars(range(min = 0.0))]
    pub floor_per_hour: Option<f64>,
    /// The platform's fee as a share of the payment: `0.33` for a third.
    #[schemars(range(min = 0.0))]
    pub platform_fee: Option<f64>,
    /// Whether people who fail the checks are paid like those who finish. Their last page says so; otherwise it says that the
    /// researchers decide.
    #[serde(default)]
    pub pay_failed_checks: bool,
}
