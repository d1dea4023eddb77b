//! What was spent, what is committed and what is still owed, from what the study file says.

use std::collections::BTreeMap;

use live::ledger::SessionView;
use plan::Money as Amount;
use serde_json::{Value, json};
use session::{Outcome, ParticipantId};
use study::file::Payment;

/// What was spent and is owed.
pub(super) struct Money {
    /// For one list.
    pub(super) per_list: Amount,
    /// For every list that was finished.
    pub(super) spent: Amount,
    /// The platform's share of that.
    pub(super) fee: Option<Amount>,
    /// What the slots that are still missing will cost, with the platform's share.
    pub(super) to_come: Amount,
    /// What is missing to the floor for those who took long; nothing is known without a floor or times.
    pub(super) owed: Option<FloorShortfall>,
}

/// What is missing to the floor.
pub(super) struct FloorShortfall {
    pub(super) total: Amount,
    pub(super) people: usize,
    /// An hour pays at least this.
    pub(super) floor: Amount,
}

impl Money {
    /// Amounts as `rejudge pay` computes them: a person's lists are taken together, what is missing to the floor for the
    /// time they were active is rounded up once.
    pub(super) fn from_sessions(payment: &Payment, sessions: &[SessionView], missing: u32) -> Option<Money> {
        let currency = payment.currency.as_str();
        let hours = payment.estimated_minutes / 60.0;
        let amount = payment.amount.or(payment.floor_per_hour.map(|floor| floor * hours))?;
        let per_list = Amount::rounded_up(amount, currency);
        let finished: Vec<&SessionView> =
            sessions.iter().filter(|seen| seen.session.outcome == Some(Outcome::Finished)).collect();
        let of = |coins: u64| Amount { coins, currency: currency.to_owned() };
        let share = |paid: &Amount| Amount::rounded_up(paid.amount() * payment.platform_fee.unwrap_or(0.0), currency);
        let spent = of(per_list.coins.saturating_mul(finished.len() as u64));
        let coming = of(per_list.coins.saturating_mul(missing.into()));
        Some(Money {
            fee: payment.platform_fee.map(|_| share(&spent)),
            to_come: of(coming.coins.saturating_add(share(&coming).coins)),
            owed: payment.floor_per_hour.map(|floor| floor_shortfall(&finished, &per_list, floor)),
            per_list,
            spent,
        })
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "currency": self.per_list.currency,
            "per_list": self.per_list.amount(),
            "spent": self.spent.amount(),
            "fee": self.fee.as_ref().map(Amount::amount),
            "to_come": self.to_come.amount(),
            "owed": self.owed.as_ref().map(|owed| owed.total.amount()),
        })
    }
}

fn floor_shortfall(finished: &[&SessionView], per_list: &Amount, floor: f64) -> FloorShortfall {
    let mut by_person: BTreeMap<Option<ParticipantId>, (u64, u64)> = BTreeMap::new();
    for seen in finished {
        if let Some(ms) = seen.active_ms() {
            let (lists, time) = by_person.entry(seen.session.participant).or_default();
            *lists += 1;
            *time += ms;
        }
    }
    let currency = per_list.currency.as_str();
    let (mut coins, mut people) = (0_u64, 0);
    for (lists, ms) in by_person.into_values() {
        let due = floor * ms as f64 / 3_600_000.0 - per_list.amount() * lists as f64;
        let missing = Amount::rounded_up(due, currency).coins;
        coins = coins.saturating_add(missing);
        people += usize::from(missing > 0);
    }
    let total = Amount { coins, currency: currency.to_owned() };
    FloorShortfall { total, people, floor: Amount::rounded_up(floor, currency) }
}
