//! `rejudge mturk hit STUDY`: the study as an external question, for `aws mturk create-hit`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;
use live::link;
use serde_json::{Value, json};
use study::file::{Payment, Platform};

use super::study_of;
use crate::command::serve::NamedStudy;
use crate::outcome::{BadInput, Outcome};

/// What the interface allows (CreateHIT in the requester's reference).
const TITLE_LONGEST: usize = 128;
const DURATION: std::ops::RangeInclusive<u64> = 30..=31_536_000;
const DAY: u64 = 86_400;
/// Where neither the study nor the command line says it.
const DAYS: u32 = 7;
const KEYWORDS: &str = "judging texts, study, survey";

/// Print the HIT for `aws mturk create-hit --cli-input-json`, with the study as an external question
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The study folder
    study: PathBuf,
    /// The URL at which participants reach the server; Mechanical Turk asks for HTTPS
    #[arg(long, value_name = "URL")]
    public_url: String,
    /// What workers read about it [default: `description` of the study, or its title]
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Words to find it by, separated by commas [default: `keywords` of the study]
    #[arg(long, value_name = "WORDS")]
    keywords: Option<String>,
    /// How many workers [default: `assignments` of the study, or all slots of the plan]
    #[arg(long, value_name = "N")]
    assignments: Option<NonZeroU32>,
    /// For how many days it can be found [default: `days` of the study, or 7]
    #[arg(long, value_name = "DAYS")]
    days: Option<NonZeroU32>,
    /// Id of the qualification that those get who took part: whoever has it does not see the HIT [default:
    /// `qualification` of the study]
    #[arg(long, value_name = "ID")]
    qualification: Option<String>,
    /// For the sandbox, where nobody is paid, also when the study does not say so
    #[arg(long)]
    sandbox: bool,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let Some(named) = study_of(&self.study)? else { return Ok(Outcome::ProblemsFound) };
        let hit = self.hit(&named)?;
        println!("{}", serde_json::to_string_pretty(&hit)?);
        let sandbox = self.sandbox || named.study.mturk.as_ref().is_some_and(|section| section.sandbox);
        let place = if sandbox { "mturk-requester-sandbox" } else { "mturk-requester" };
        eprintln!(
            "Keep it as hit.json, then:\n  aws mturk create-hit --endpoint-url https://{place}.us-east-1.amazonaws.com \
             --cli-input-json file://hit.json\nSent twice, the same file makes one HIT."
        );
        Ok(Outcome::Done)
    }

    fn hit(&self, named: &NamedStudy) -> anyhow::Result<Value> {
        let bad = |message: String| anyhow::Error::from(BadInput(message));
        let here = self.public_url.trim_end_matches('/');
        if !here.starts_with("https://") {
            return Err(bad(format!("`{here}` is not an `https://` address, which Mechanical Turk requires")));
        }
        let section = named.study.mturk.as_ref();
        let title = section.and_then(|section| section.title.as_ref()).unwrap_or(&named.study.about.title);
        if title.chars().count() > TITLE_LONGEST {
            return Err(bad(format!(
                "the title has more than {TITLE_LONGEST} characters, which Mechanical Turk rejects"
            )));
        }
        let payment = named.study.payment.as_ref();
        let payment =
            payment.ok_or_else(|| bad("the study does not say how much it pays; add `[payment]`".to_owned()))?;
        let plan = plan::make(&named.study).map_err(|error| bad(error.to_string()))?;
        let cost = plan.cost(payment).ok_or_else(|| bad("`[payment]` gives no amount; add `amount`".to_owned()))?;
        if payment.currency != "USD" {
            let currency = &payment.currency;
            return Err(bad(format!(
                "pay on Mechanical Turk is in USD, and the study says {currency}; set `currency = \"USD\"`"
            )));
        }
        let asked = self.assignments.map(NonZeroU32::get).or_else(|| section?.assignments);
        let assignments = asked.map_or_else(|| plan.slots(), u64::from);
        let days = self.days.map(NonZeroU32::get).or_else(|| section?.days).unwrap_or(DAYS);
        let described = self.description.as_ref().or_else(|| Some(&section?.description));
        let own = section.map(|section| section.keywords.join(", ")).filter(|words| !words.is_empty());
        let keywords = self.keywords.clone().or(own).unwrap_or_else(|| KEYWORDS.to_owned());
        let duration = seconds(payment, named.study.participants.time_limit_secs);
        let mut hit = json!({
            "Title": title,
            "Description": described.unwrap_or(title),
            "Keywords": keywords,
            "Reward": format!("{:.2}", cost.per_list.amount()),
            "MaxAssignments": assignments,
            "AssignmentDurationInSeconds": duration.clamp(*DURATION.start(), *DURATION.end()),
            "LifetimeInSeconds": (u64::from(days) * DAY).min(*DURATION.end()),
            "Question": question(&link(here, &named.name, Platform::Mturk)),
        });
        if let Some(days) = section.and_then(|section| section.approve_after_days) {
            hit["AutoApprovalDelayInSeconds"] = json!(u64::from(days) * DAY);
        }
        let qualification = self.qualification.as_ref().or_else(|| section?.qualification.as_ref());
        if let Some(id) = qualification {
            hit["QualificationRequirements"] = json!([{
                "QualificationTypeId": id,
                "Comparator": "DoesNotExist",
                "ActionsGuarded": "DiscoverPreviewAndAccept",
            }]);
        }
        // The same file makes one HIT, however often it is sent; another file makes another.
        let mark = dataset::fingerprint(hit.to_string().as_bytes());
        hit["UniqueRequestToken"] = json!(mark);
        Ok(hit)
    }
}

/// How long a worker may hold it: as long as a slot is held, where the study limits that.
fn seconds(payment: &Payment, limit: Option<u64>) -> u64 {
    let minutes = payment.maximum_minutes.unwrap_or(payment.estimated_minutes * 4.0);
    limit.unwrap_or((minutes * 60.0).ceil() as u64)
}

/// As Mechanical Turk wants it: the page at this address, as high as the window.
fn question(address: &str) -> String {
    let address = address.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<ExternalQuestion xmlns=\"http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/ExternalQuestion.xsd\">\
         <ExternalURL>{address}</ExternalURL><FrameHeight>0</FrameHeight></ExternalQuestion>"
    )
}
