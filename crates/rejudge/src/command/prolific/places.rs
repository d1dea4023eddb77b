//! `rejudge prolific places STUDY`: as many places there as slots are still to be filled here.

use clap::Args;
use live::reconcile::places_needed;

use super::Consent;
use super::desk::{CollectedStudyArguments, Desk, refusal_error};
use crate::count_noun::count_noun;
use crate::outcome::Outcome;

/// Compare the places on Prolific with the open slots; once confirmed, add the missing places
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    collected: CollectedStudyArguments,
    #[command(flatten)]
    consent: Consent,
}

/// Places there and slots here.
pub(super) struct Places {
    /// How many places there are.
    pub(super) there: u64,
    /// How many are needed for every slot to be filled.
    pub(super) needed: u64,
}

impl Places {
    pub(super) async fn load(desk: &Desk) -> anyhow::Result<Places> {
        let there = desk.prolific.study(&desk.id).await.map_err(refusal_error)?.total_available_places;
        let board = desk.study.collector().slot_board().await?;
        Ok(Places { there, needed: places_needed(&desk.submissions, &board) })
    }

    pub(super) fn missing(&self) -> u64 {
        self.needed.saturating_sub(self.there)
    }
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some(desk) = Desk::open(&self.collected).await? else { return Ok(Outcome::ProblemsFound) };
        let places = Places::load(&desk).await?;
        println!("places on Prolific {}, needed for every slot {}", places.there, places.needed);
        if places.missing() == 0 {
            println!("Nothing is missing.");
            return Ok(Outcome::Done);
        }
        let missing = count_noun(places.missing() as usize, "place", "places");
        let pay = desk.study.study.payment.as_ref().and_then(|payment| desk.study.plan.cost(payment));
        let cost = pay.map_or_else(String::new, |cost| {
            let coins = cost.per_list.coins.saturating_mul(places.missing());
            format!(", {} without the fee", plan::Money { coins, currency: cost.per_list.currency })
        });
        if self.consent.ask_consent(&format!("Add {missing}{cost}?"))? {
            desk.prolific.set_places(&desk.id, places.needed).await.map_err(refusal_error)?;
            desk.note("added places on Prolific", &missing).await?;
            println!("{} places on Prolific now.", places.needed);
        }
        Ok(Outcome::Done)
    }
}
