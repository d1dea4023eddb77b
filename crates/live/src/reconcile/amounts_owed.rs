//! Who is owed something beyond what approving pays, and was not paid it yet.

use plan::{Money, Plan};
use session::SessionId;
use store::{BonusRecord, BonusState};
use study::Study;

use super::{Finding, Pair, PlatformSession};

/// What one person is owed for one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmountOwed {
    /// For which session.
    pub session: SessionId,
    /// Its number on the dashboard.
    pub number: u32,
    /// What the platform calls the person.
    pub person: String,
    /// What the platform calls the person's submission, where it is known.
    pub submission: Option<String>,
    /// How much.
    pub amount: Money,
    /// Why.
    pub why: Why,
}

impl AmountOwed {
    /// How much several are in all; nothing where there is none.
    #[must_use]
    pub fn sum(owed: &[&AmountOwed]) -> Option<Money> {
        let coins = owed.iter().fold(0_u64, |sum, owed| sum.saturating_add(owed.amount.coins));
        Some(Money { coins, currency: owed.first()?.amount.currency.clone() })
    }
}

/// Why something is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// They finished, and the platform will not pay for it, or not all.
    Lost,
    /// The time it really took makes less an hour than the study promises.
    BelowFloor,
}

impl Why {
    /// The word for it in the database and in addresses: once paid, it is not owed again.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Why::Lost => "lost",
            Why::BelowFloor => "floor",
        }
    }

    /// What whoever gets it is told.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Why::Lost => "You finished the study, and it could not be paid otherwise.",
            Why::BelowFloor => "The study took you longer than its reward pays for.",
        }
    }

    /// What a word means.
    #[must_use]
    pub fn read(word: &str) -> Option<Why> {
        [Why::Lost, Why::BelowFloor].into_iter().find(|why| why.word() == word)
    }
}

/// Who is owed what: what a list pays, for finished work that cannot be approved any more; and what is missing to
/// the floor of the study for everyone who needed longer than the list pays for. What was paid, or may have been, is not
/// owed again; nor is what the platform says it paid beyond that, as when a bonus was paid by hand on its own page.
pub(super) fn amounts_owed(study: &Study, plan: &Plan, pairs: &[Pair], recorded: &[BonusRecord]) -> Vec<AmountOwed> {
    let Some(payment) = &study.payment else { return Vec::new() };
    let Some(per_list) = plan.cost(payment).map(|cost| cost.per_list) else { return Vec::new() };
    let known = |here: &PlatformSession, why: Why| {
        recorded.iter().any(|record| {
            let sent = matches!(record.state, BonusState::InDoubt | BonusState::Paid);
            sent && record.bonus.session == here.id && record.bonus.why == why.word()
        })
    };
    let mut owed = Vec::new();
    for pair in pairs {
        let Some(here) = pair.session.as_ref().filter(|_| pair.finding != Finding::UnknownThere) else { continue };
        let mut beyond = paid_beyond(pair, here, recorded);
        let mut owe = |coins: u64, why: Why| {
            if known(here, why) {
                return;
            }
            let covered = coins.min(beyond);
            beyond -= covered;
            let coins = coins - covered;
            if coins > 0 {
                let amount = Money { coins, currency: per_list.currency.clone() };
                let there = pair.submission.as_ref().map(|there| there.submission.clone());
                let submission = there.or_else(|| here.submission.clone());
                let person = here.person.clone();
                owed.push(AmountOwed { session: here.id, number: here.number, person, submission, amount, why });
            }
        };
        match pair.finding {
            Finding::LostAndGone => owe(per_list.coins, Why::Lost),
            Finding::ScreenedOutThough => {
                // What was paid for being screened out only the study says; where it does not, nobody knows what is missing.
                let part = study.prolific.as_ref().and_then(|prolific| prolific.screen_out.as_ref());
                let part = part.map(|part| Money::rounded_up(part.amount, &per_list.currency).coins);
                owe(part.map_or(0, |part| per_list.coins.saturating_sub(part)), Why::Lost);
            }
            Finding::Lost
            | Finding::PaidInPart
            | Finding::RejectedThough
            | Finding::PaidTwice
            | Finding::WouldPayTwice
            | Finding::BonusInDoubt
            | Finding::PaidByBonus
            | Finding::UnknownThere
            | Finding::OnlyHere
            | Finding::OnlyThere
            | Finding::WrongCode
            | Finding::ApprovedThough
            | Finding::Finished
            | Finding::EndedOtherwise
            | Finding::UnderWay
            | Finding::Settled => {}
        }
        if here.outcome == Some(session::Outcome::Finished)
            && let (Some(floor), Some(secs)) = (payment.floor_per_hour, here.secs)
        {
            let fair = Money::rounded_up(floor * secs / 3600.0, &payment.currency);
            owe(fair.coins.saturating_sub(per_list.coins), Why::BelowFloor);
        }
    }
    owed
}

/// What the platform says it paid as bonuses beyond what is written down here, in the smallest coin.
fn paid_beyond(pair: &Pair, here: &PlatformSession, recorded: &[BonusRecord]) -> u64 {
    let there = pair.submission.as_ref().and_then(|submission| submission.bonuses.as_ref());
    let sent = |record: &&BonusRecord| {
        record.bonus.session == here.id && matches!(record.state, BonusState::InDoubt | BonusState::Paid)
    };
    let written: u64 = recorded.iter().filter(sent).map(|record| record.bonus.coins).sum();
    there.map_or(0, |paid| paid.iter().sum::<u64>().saturating_sub(written))
}
