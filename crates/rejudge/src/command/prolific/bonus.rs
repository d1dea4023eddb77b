//! `rejudge prolific bonus STUDY`: pays what is owed beyond approval, once.

use clap::Args;
use live::reconcile::{AmountOwed, Why, in_doubt, pay, release};
use plan::Money;

use super::Consent;
use super::desk::{ACCOUNT, CollectedStudyArguments, Desk};
use crate::count_noun::count_noun;
use crate::outcome::{BadInput, Outcome};
use crate::terminal_table;

/// Show who is owed a bonus; once confirmed, pay it. Payments are recorded and never repeated
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    collected: CollectedStudyArguments,
    /// Treat bonuses in doubt that Prolific does not know about as never sent: they are owed again
    #[arg(long)]
    release: bool,
    #[command(flatten)]
    consent: Consent,
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some(mut desk) = Desk::open(&self.collected).await? else { return Ok(Outcome::ProblemsFound) };
        self.settle_doubts(&mut desk).await?;
        let owed: Vec<&AmountOwed> = desk.books.owed.iter().collect();
        if owed.is_empty() {
            println!("Nobody is owed a bonus.");
            return Ok(Outcome::Done);
        }
        let mut table = terminal_table::table();
        table.set_header(["session", "amount", "why"]);
        for one in &owed {
            let why = match one.why {
                Why::Lost => "finished, and the platform will not pay for it",
                Why::BelowFloor => "the time it took pays less per hour than the study promises",
            };
            table.add_row([one.number.to_string(), one.amount.to_string(), why.to_owned()]);
        }
        println!("{table}");
        let total = owed.iter().fold(0_u64, |sum, owed| sum.saturating_add(owed.amount.coins));
        let total = Money { coins: total, currency: owed[0].amount.currency.clone() };
        if !self.consent.ask_consent(&format!("Pay {total} in bonuses, without the fee?"))? {
            return Ok(Outcome::Done);
        }
        desk.note("pays bonuses on Prolific", &total.to_string()).await?;
        let (here, there) = ((&desk.store, desk.study.name.as_str()), (&desk.prolific, desk.id.as_str()));
        let paid = pay(here, there, &owed, ACCOUNT, desk.now).await.map_err(|error| BadInput(error.to_string()))?;
        desk.note("paid bonuses on Prolific", &paid.total.to_string()).await?;
        println!("Prolific pays {} to {} within minutes.", paid.total, count_noun(paid.people, "person", "people"));
        Ok(Outcome::Done)
    }

    /// Asks what became of what may have been paid, and says what is still not known.
    async fn settle_doubts(&self, desk: &mut Desk) -> anyhow::Result<()> {
        let here = (&desk.store, desk.study.name.as_str());
        let open = in_doubt(here, &desk.here, &desk.submissions, desk.now).await?;
        for doubt in &open {
            let currency = desk.study.study.payment.as_ref().map(|payment| payment.currency.clone());
            let amount = Money { coins: doubt.coins, currency: currency.unwrap_or_default() };
            let people = count_noun(doubt.people, "person", "people");
            println!(
                "{amount} to {people} may have been paid: Prolific shows it for {} of them. This can take \
                 minutes there; it is not sent again. If it never appears, use --release",
                doubt.found
            );
        }
        if self.release && open.iter().any(|doubt| doubt.found == 0) {
            let question =
                "Prolific does not show these bonuses. Record them as never paid, so that they are owed again?";
            if self.consent.ask_consent(question)? {
                release(here, &open).await?;
                desk.note("released bonuses in doubt", "").await?;
            }
        }
        desk.compare().await
    }
}
