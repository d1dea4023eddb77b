//! The draft of a study as it is sent to Prolific.

use plan::{Money, Plan};
use serde_json::{Map, Value, json};
use study::Study;
use study::file::{Approval, Codes, Device, FilterFile, ProlificFile};
use thiserror::Error;

use crate::Cost;

/// A draft: everything that is sent to Prolific about a study before anyone sees it.
#[derive(Debug, Clone)]
pub struct Draft {
    /// What people see it called.
    pub name: String,
    /// What researchers see it called.
    pub internal_name: String,
    /// What people read before they decide.
    pub description: String,
    /// Where they are sent.
    pub link: String,
    /// Whether Prolific signs the link.
    pub signed: LinkSigning,
    /// How many people.
    pub places: u64,
    /// To how many the server may bring that.
    pub most_places: Option<u64>,
    /// What each gets for a list.
    pub reward: Money,
    /// How long it takes, in whole minutes.
    pub minutes: u64,
    /// How long it may take at most, in whole minutes.
    pub maximum_minutes: Option<u64>,
    /// What becomes of each outcome.
    pub codes: Vec<CodeRule>,
    devices: Vec<Device>,
    filters: Vec<FilterFile>,
    project: Option<String>,
    fee: Option<f64>,
    vat: Option<f64>,
}

/// Whether Prolific signs the links it gives out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkSigning {
    /// It does.
    Yes,
    /// It does not.
    No,
}

/// What Prolific does when a code is entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeRule {
    /// The code.
    pub code: String,
    /// Who enters it.
    pub who: &'static str,
    /// What Prolific calls this kind of code.
    kind: &'static str,
    /// What it does.
    pub action: Action,
}

/// What Prolific does with a submission. None of these rejects: that is for a person to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Approves and pays at once.
    Approve,
    /// Leaves it to the researcher.
    Review,
    /// Asks the person to return the place.
    AskToReturn(&'static str),
    /// Pays a fixed amount, to so many people at most.
    PayScreenOut {
        /// What each gets.
        reward: Money,
        /// How many at most.
        places: u32,
    },
}

/// Why no draft can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotReady {
    /// The study says nothing about Prolific.
    #[error("the study has no section `[platform.prolific]`: add one, with a `description` at least")]
    NoSection,
    /// Nothing says what is paid.
    #[error("the study does not say what a list pays: add `[payment]` with `amount` or `floor_per_hour`")]
    NoPay,
    /// Without codes Prolific does not know who finished.
    #[error(
        "the study has no completion codes: add `codes = {{ completed = \"…\", declined = \"…\" }}` to `[participants]`"
    )]
    NoCodes,
    /// Prolific counts in hundredths.
    #[error("Prolific counts in hundredths of a currency, and this currency has none")]
    Currency,
}

impl Draft {
    /// The draft of a study, for the link that people are sent to.
    ///
    /// # Errors
    /// When the study does not say what Prolific must know.
    pub fn from_study(study: &Study, plan: &Plan, name: &str, link: String) -> Result<Draft, NotReady> {
        let section = study.prolific.as_ref().ok_or(NotReady::NoSection)?;
        let payment = study.payment.as_ref().ok_or(NotReady::NoPay)?;
        let reward = plan.cost(payment).ok_or(NotReady::NoPay)?.per_list;
        let codes = study.participants.codes.as_ref().ok_or(NotReady::NoCodes)?;
        if plan::currency_decimals(&reward.currency) != 2 {
            return Err(NotReady::Currency);
        }
        let whole = |minutes: f64| (minutes.ceil() as u64).max(1);
        Ok(Draft {
            name: section.title.clone().unwrap_or_else(|| study.about.title.clone()),
            internal_name: section.internal_name.clone().unwrap_or_else(|| name.to_owned()),
            description: section.description.clone(),
            link,
            signed: if study.participants.verify { LinkSigning::Yes } else { LinkSigning::No },
            places: section.places.map_or_else(|| plan.slots(), u64::from),
            most_places: section.most_places.map(u64::from),
            minutes: whole(payment.estimated_minutes),
            maximum_minutes: payment.maximum_minutes.map(whole),
            codes: rules(codes, section, &reward.currency),
            reward,
            devices: section.devices.clone(),
            filters: section.filters.clone(),
            project: section.project.clone(),
            fee: payment.platform_fee,
            vat: section.vat,
        })
    }

    /// What it costs when every place is filled.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost_of(self.places)
    }

    /// What it costs when so many places are filled.
    #[must_use]
    pub fn cost_of(&self, places: u64) -> Cost {
        let of = |coins: u64| Money { coins, currency: self.reward.currency.clone() };
        let screen_outs = self.codes.iter().find_map(|rule| match &rule.action {
            Action::PayScreenOut { reward, places } => Some(of(reward.coins.saturating_mul(u64::from(*places)))),
            Action::Approve | Action::Review | Action::AskToReturn(_) => None,
        });
        Cost::new(of(self.reward.coins.saturating_mul(places)), screen_outs, self.fee, self.vat)
    }

    /// The devices, in words.
    #[must_use]
    pub fn devices(&self) -> Vec<&'static str> {
        self.devices.iter().map(|device| device_word(*device)).collect()
    }

    /// The filters, in words.
    #[must_use]
    pub fn filters(&self) -> Vec<String> {
        self.filters.iter().map(|filter| format!("{}: {}", filter.id, filter.values.join(", "))).collect()
    }

    /// As Prolific takes it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let filters: Vec<Value> = self
            .filters
            .iter()
            .map(|filter| json!({ "filter_id": filter.id, "selected_values": filter.values }))
            .collect();
        let mut body = Map::new();
        let mut put = |key: &str, value: Value| body.insert(key.to_owned(), value);
        put("name", json!(self.name));
        put("internal_name", json!(self.internal_name));
        put("description", json!(self.description));
        put("external_study_url", json!(self.link));
        put("prolific_id_option", json!("url_parameters"));
        put("completion_codes", self.codes.iter().map(CodeRule::to_json).collect());
        put("total_available_places", json!(self.places));
        put("estimated_completion_time", json!(self.minutes));
        if let Some(minutes) = self.maximum_minutes {
            put("maximum_allowed_time", json!(minutes));
        }
        put("reward", json!(self.reward.coins));
        put("device_compatibility", json!(self.devices()));
        put("peripheral_requirements", json!([]));
        put("filters", json!(filters));
        // Nothing is rejected by a program.
        put(
            "submissions_config",
            json!({ "max_submissions_per_participant": 1, "max_concurrent_submissions": -1, "auto_rejection_categories": [] }),
        );
        put("is_external_study_url_secure", json!(self.signed == LinkSigning::Yes));
        if let Some(project) = &self.project {
            put("project", json!(project));
        }
        Value::Object(body)
    }
}

fn device_word(device: Device) -> &'static str {
    match device {
        Device::Desktop => "desktop",
        Device::Tablet => "tablet",
        Device::Mobile => "mobile",
    }
}

/// What becomes of each outcome that has a code.
fn rules(codes: &Codes, section: &ProlificFile, currency: &str) -> Vec<CodeRule> {
    let finished = match section.approve {
        Approval::AtOnce => Action::Approve,
        Approval::Reviewed => Action::Review,
    };
    let (screened, screened_kind) = match &section.screen_out {
        Some(paid) => {
            let reward = Money::rounded_up(paid.amount, currency);
            (Action::PayScreenOut { reward, places: paid.places }, "FIXED_SCREENOUT")
        }
        None => (Action::AskToReturn("You did not meet the requirements of this study."), "SCREENED_OUT"),
    };
    let rule =
        |code: Option<&String>, who, kind, action| code.map(|code| CodeRule { code: code.clone(), who, kind, action });
    [
        rule(Some(&codes.completed), "whoever finishes", "COMPLETED", finished),
        rule(codes.failed_check.as_ref(), "whoever fails the checks", "FAILED_ATTENTION_CHECK", Action::Review),
        rule(
            codes.declined.as_ref(),
            "whoever does not consent",
            "NO_CONSENT",
            Action::AskToReturn("You did not consent to take part."),
        ),
        rule(codes.screened_out.as_ref(), "whoever does not meet the requirements", screened_kind, screened),
        rule(codes.late.as_ref(), "whoever comes back too late", "OTHER", Action::Review),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl CodeRule {
    fn to_json(&self) -> Value {
        let action = match &self.action {
            Action::Approve => json!({ "action": "AUTOMATICALLY_APPROVE" }),
            Action::Review => json!({ "action": "MANUALLY_REVIEW" }),
            Action::AskToReturn(reason) => json!({ "action": "REQUEST_RETURN", "return_reason": reason }),
            Action::PayScreenOut { reward, places } => {
                json!({ "action": "FIXED_SCREEN_OUT_PAYMENT", "fixed_screen_out_reward": reward.coins, "slots": places })
            }
        };
        json!({ "code": self.code, "code_type": self.kind, "actor": "participant", "actions": [action] })
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Action::Approve => f.write_str("approved at once"),
            Action::Review => f.write_str("waits for your review"),
            Action::AskToReturn(_) => f.write_str("asked to return the place"),
            Action::PayScreenOut { reward, places } => write!(f, "paid {reward}, {places} people at most"),
        }
    }
}
