//! `rejudge prolific approve STUDY`: pays those who finished.

use clap::Args;
use live::reconcile::{Pair, Todo};

use super::Consent;
use super::desk::{CollectedStudyArguments, Desk, refusal_error};
use crate::count_noun::count_noun;
use crate::outcome::Outcome;
use crate::terminal_table;

/// Show who finished and awaits review; once confirmed, approve them
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    collected: CollectedStudyArguments,
    #[command(flatten)]
    consent: Consent,
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some(desk) = Desk::open(&self.collected).await? else { return Ok(Outcome::ProblemsFound) };
        let due = |pair: &&Pair| pair.finding.todo() == Todo::Approve;
        let wanted: Vec<(u32, String)> = desk
            .books
            .pairs
            .iter()
            .filter(due)
            .filter_map(|pair| Some((pair.session.as_ref()?.number, pair.submission.as_ref()?.submission.clone())))
            .collect();
        let looked_at = desk.books.pairs.iter().filter(|pair| pair.finding.todo() == Todo::Look).count();
        if looked_at > 0 {
            println!(
                "{} to look at on the dashboard, and not approved here",
                count_noun(looked_at, "person", "people")
            );
        }
        if wanted.is_empty() {
            println!("Nobody who finished awaits review.");
            return Ok(Outcome::Done);
        }
        let mut table = terminal_table::table();
        table.set_header(["session", "submission", "what"]);
        for pair in desk.books.pairs.iter().filter(due) {
            let (Some(here), Some(there)) = (&pair.session, &pair.submission) else { continue };
            table.add_row([here.number.to_string(), there.submission.clone(), pair.finding.words().to_owned()]);
        }
        println!("{table}");
        let people = count_noun(wanted.len(), "submission", "submissions");
        let due = desk.books.balance.as_ref().map(|balance| balance.money(balance.sum.reward_due));
        let amount = due.map_or_else(String::new, |due| format!(", {due} without the fee"));
        if !self.consent.ask_consent(&format!("Approve {people}{amount}?"))? {
            return Ok(Outcome::Done);
        }
        // Approving twice is refused there, so noting it first is enough.
        desk.note("approves on Prolific", &people).await?;
        let ids: Vec<String> = wanted.into_iter().map(|(_, submission)| submission).collect();
        desk.prolific.approve(&ids).await.map_err(refusal_error)?;
        println!("Prolific approves {people}.");
        Ok(Outcome::Done)
    }
}
