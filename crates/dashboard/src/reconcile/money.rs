//! The balance of a study, as the page writes it.

use live::reconcile::{Balance, Sums};

/// The balance in words.
pub(super) struct Money {
    /// Each session's number, where it is known, and its amounts.
    pub(super) lines: Vec<(Option<u32>, [String; 5])>,
    pub(super) all: [String; 5],
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) in_part: usize,
    pub(super) unlike: usize,
}

impl Money {
    pub(super) fn from_balance(balance: &Balance) -> Money {
        let money = |coins: u64| balance.money(coins).to_string();
        let all =
            |sums: &Sums| [sums.reward_paid, sums.reward_due, sums.bonus_paid, sums.bonus_in_doubt, sums.bonus_owed];
        // In a long table, amounts are seen when nothing is not written out.
        let shown = |coins: u64| if coins == 0 { "–".to_owned() } else { money(coins) };
        let mut facts =
            vec![("Paid to people", money(balance.sum.total_paid())), ("Still open", money(balance.sum.open()))];
        if let Some(fee) = balance.fee {
            facts.push(("Fee on both", money(fee.paid.saturating_add(fee.open))));
            facts.extend(fee.vat.map(|vat| ("Tax on the fee", money(vat))));
        }
        facts.push(("In all", balance.total().to_string()));
        Money {
            lines: balance.lines.iter().map(|line| (line.number, all(&line.sums).map(shown))).collect(),
            all: all(&balance.sum).map(money),
            facts,
            in_part: balance.in_part,
            unlike: balance.unlike,
        }
    }
}
