//! `rejudge mturk bonus STUDY`: who is owed a bonus, for which assignment.

use clap::Args;
use live::reconcile::{AmountOwed, mturk_bonuses, note_paid, without_assignment};
use plan::Money;

use super::desk::Sides;
use crate::count_noun::count_noun;
use crate::outcome::{BadInput, Outcome};

/// Print the bonuses owed: worker, assignment, amount, reason and token, as `aws mturk send-bonus` expects them
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    sides: Sides,
    /// Record them as paid, so that they are not owed again
    #[arg(long)]
    paid: bool,
}

impl Arguments {
    pub(super) async fn run(self) -> anyhow::Result<Outcome> {
        let Some(desk) = self.sides.open().await? else { return Ok(Outcome::ProblemsFound) };
        let owed: Vec<&AmountOwed> = desk.owed.iter().filter(|one| one.submission.is_some()).collect();
        print!("{}", mturk_bonuses(&owed));
        let left_out = without_assignment(&desk.owed.iter().collect::<Vec<_>>());
        if left_out > 0 {
            eprintln!("{left_out} more are owed a bonus, but their assignment is not known: pay them in another way.");
        }
        let Some(first) = owed.first() else {
            eprintln!("Nobody is owed a bonus.");
            return Ok(Outcome::Done);
        };
        let coins = owed.iter().fold(0_u64, |sum, one| sum.saturating_add(one.amount.coins));
        let total = Money { coins, currency: first.amount.currency.clone() };
        if !self.paid {
            eprintln!(
                "{} of {total} in all. Once they are paid: the same with --paid.",
                count_noun(owed.len(), "bonus", "bonuses")
            );
            return Ok(Outcome::Done);
        }
        let paid = note_paid((&desk.store, &desk.study.name), &owed, "command line", desk.now).await;
        let paid = paid.map_err(|error| BadInput(error.to_string()))?;
        eprintln!("{} is recorded as paid and no longer owed.", paid.total);
        Ok(Outcome::Done)
    }
}
