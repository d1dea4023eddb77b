//! `rejudge prolific message STUDY NAME`: a message of the study to people who took part.

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};
use live::reconcile::{Finding, Pair};
use session::Outcome as Ended;

use super::Consent;
use super::desk::{CollectedStudyArguments, Desk, refusal_error};
use crate::count_noun::count_noun;
use crate::outcome::{BadInput, Outcome};

/// Show a message from `[platform.prolific.messages]` and its recipients; once confirmed, send it
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    collected: CollectedStudyArguments,
    /// Name of the message in `[platform.prolific.messages]`
    #[arg(value_name = "MESSAGE")]
    name: String,
    /// Whom to
    #[arg(long)]
    to: To,
    #[command(flatten)]
    consent: Consent,
}

/// Whom a message goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// Whoever finished
    Finished,
    /// Everyone who finished, but whose submission there was returned, timed out or lacks its code
    Lost,
    /// Everyone who started but did not finish
    UnderWay,
}

impl To {
    fn matches(self, pair: &Pair) -> bool {
        let Some(session) = &pair.session else { return false };
        match self {
            To::Finished => session.outcome == Some(Ended::Finished),
            To::Lost => matches!(pair.finding, Finding::Lost | Finding::LostAndGone),
            To::UnderWay => session.outcome.is_none() && pair.submission.is_some(),
        }
    }
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some(desk) = Desk::open(&self.collected).await? else { return Ok(Outcome::ProblemsFound) };
        let section = desk.study.study.prolific.as_ref();
        let messages = section.map(|section| &section.messages);
        let Some(text) = messages.and_then(|messages| messages.get(&self.name)) else {
            let known: Vec<&str> = messages.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let message =
                format!("there is no message `{}` in [platform.prolific.messages]; there is {known}", self.name);
            return Err(BadInput(message).into());
        };
        let title = section.and_then(|section| section.title.clone());
        let text = text.replace("{title}", &title.unwrap_or_else(|| desk.study.study.about.title.clone()));
        // Only whom Prolific knows: an id that was made up gets nothing.
        let wanted =
            desk.books.pairs.iter().filter(|pair| self.to.matches(pair) && pair.finding != Finding::UnknownThere);
        let people: BTreeSet<String> = wanted.filter_map(|pair| Some(pair.session.as_ref()?.person.clone())).collect();
        if people.is_empty() {
            println!("There is nobody to write to.");
            return Ok(Outcome::Done);
        }
        println!("{text}\n");
        let count = count_noun(people.len(), "person", "people");
        if self.consent.ask_consent(&format!("Send this to {count}?"))? {
            let people: Vec<String> = people.into_iter().collect();
            desk.note("writes to people on Prolific", &format!("{}, {count}", self.name)).await?;
            desk.prolific.message(&desk.id, &people, &text).await.map_err(refusal_error)?;
            println!("Sent to {count}.");
        }
        Ok(Outcome::Done)
    }
}
