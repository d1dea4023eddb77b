//! The section about the platform that sends participants.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// `[platform]`: settings for each platform.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlatformFile {
    /// The study as Prolific offers it.
    pub prolific: Option<ProlificFile>,
    /// The study as Mechanical Turk offers it.
    pub mturk: Option<MturkFile>,
}

/// `[platform.mturk]`: the study as Mechanical Turk offers it, one HIT with an external question, for `rejudge mturk hit`. What it pays is
/// that of `[payment]`, in USD; how long a worker may hold it is `participants.time_limit`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MturkFile {
    /// What workers read before they look at it, at most 2000 characters.
    #[schemars(length(min = 1))]
    pub description: String,
    /// The name of the study there, at most 128 characters; `study.title` when absent.
    #[schemars(length(min = 1))]
    pub title: Option<String>,
    /// Keywords by which workers can find it.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// How many workers; as many as there are slots when absent.
    #[schemars(range(min = 1))]
    pub assignments: Option<u32>,
    /// For how many days it can be found; 7 when absent.
    #[schemars(range(min = 1, max = 365))]
    pub days: Option<u32>,
    /// After how many days the platform automatically approves undecided work; 30 when absent.
    #[schemars(range(min = 0, max = 30))]
    pub approve_after_days: Option<u32>,
    /// Whether it is for the sandbox, where nobody is paid.
    #[serde(default)]
    pub sandbox: bool,
    /// Id of the qualification given to people who took part: workers who have it do not see the HIT.
    #[schemars(length(min = 1))]
    pub qualification: Option<String>,
}

/// `[platform.prolific]`: the study as Prolific offers it. Reward, time and codes are those of `[payment]` and
/// `participants.codes`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProlificFile {
    /// What people read before they decide to take part.
    #[schemars(length(min = 1))]
    pub description: String,
    /// The name of the study there; `study.title` when absent.
    #[schemars(length(min = 1))]
    pub title: Option<String>,
    /// The name only researchers see; the name of the folder when absent.
    #[schemars(length(min = 1))]
    pub internal_name: Option<String>,
    /// How many people; as many as there are slots when absent.
    #[schemars(range(min = 1))]
    pub places: Option<u32>,
    /// The number of places up to which `rejudge serve` adds places by itself while slots are open; none when absent, and `rejudge prolific places` asks.
    #[schemars(range(min = 1))]
    pub most_places: Option<u32>,
    /// The devices people may use.
    #[serde(default = "every_device")]
    #[schemars(length(min = 1))]
    pub devices: Vec<Device>,
    /// Who may take part, by Prolific's own filters.
    #[serde(default)]
    pub filters: Vec<FilterFile>,
    /// Prolific's id of the project that the draft is made in.
    #[schemars(length(min = 1))]
    pub project: Option<String>,
    /// When finished work is approved.
    #[serde(default)]
    pub approve: Approval,
    /// What people who do not meet the requirements are paid; without it they are asked to return their place.
    pub screen_out: Option<ScreenOutFile>,
    /// Value added tax on the platform's fee, as a share: `0.2` for a fifth.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub vat: Option<f64>,
    /// Messages to participants by name, for `rejudge prolific message`. `{title}` stands for the name of the study there.
    #[serde(default)]
    pub messages: BTreeMap<String, String>,
}

/// A kind of device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Device {
    /// A desktop or laptop computer.
    Desktop,
    /// A tablet.
    Tablet,
    /// A phone.
    Mobile,
}

fn every_device() -> Vec<Device> {
    vec![Device::Desktop, Device::Tablet, Device::Mobile]
}

/// One of Prolific's filters.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FilterFile {
    /// Its id, such as `fluent-languages`.
    #[schemars(length(min = 1))]
    pub id: String,
    /// The ids of the answers that qualify.
    #[schemars(length(min = 1))]
    pub values: Vec<String>,
}

/// When finished work is approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Approval {
    /// By `rejudge prolific approve`: everyone who finished here, after you have seen who they are and what it costs.
    #[default]
    Reviewed,
    /// By Prolific itself, as soon as the code of a finished session comes.
    AtOnce,
}

/// What people who do not meet the requirements are paid.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenOutFile {
    /// The amount, in the currency of `[payment]`; less than a list pays.
    #[schemars(range(min = 0.01))]
    pub amount: f64,
    /// How many people get it at most.
    #[schemars(range(min = 1))]
    pub places: u32,
}
