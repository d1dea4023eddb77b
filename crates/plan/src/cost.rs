//! What a plan costs in money and time.

use std::fmt;

use study::file::Payment;

use crate::plan::Plan;

/// What a plan costs when every slot is filled once.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// What one list pays.
    pub per_list: Money,
    /// What all slots pay.
    pub payments: Money,
    /// What the platform takes on top.
    pub fee: Money,
    /// Both together.
    pub total: Money,
    /// Hours that participants are expected to spend.
    pub hours: f64,
}

/// An amount in a currency's smallest coin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Money {
    /// How many of the smallest coin.
    pub coins: u64,
    /// ISO 4217 code.
    pub currency: String,
}

/// Currencies without a smaller coin, and those whose coin is a thousandth (ISO 4217); all others have
/// hundredths.
const WHOLE: [&str; 16] =
    ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"];
const THOUSANDTHS: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

impl Money {
    /// An amount rounded up to the smallest coin. What a sum of decimal fractions is off by in binary
    /// does not count as a coin.
    #[must_use]
    pub fn rounded_up(amount: f64, currency: &str) -> Money {
        let coins = amount * 10f64.powi(currency_decimals(currency) as i32);
        let coins = if coins.is_finite() { (coins - coins.abs() * 1e-12 - 1e-9).ceil().max(0.0) } else { 0.0 };
        Money { coins: coins as u64, currency: currency.to_owned() }
    }

    /// The amount in the currency itself.
    #[must_use]
    pub fn amount(&self) -> f64 {
        self.coins as f64 / 10f64.powi(currency_decimals(&self.currency) as i32)
    }
}

/// How many decimals amounts of a currency have.
#[must_use]
pub fn currency_decimals(currency: &str) -> usize {
    if WHOLE.contains(&currency) {
        0
    } else if THOUSANDTHS.contains(&currency) {
        3
    } else {
        2
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:.*}", self.currency, currency_decimals(&self.currency), self.amount())
    }
}

impl Plan {
    /// What the plan costs: the amount per list, or the floor times the estimate rounded up once, for
    /// every slot; the platform's share of that, rounded up once. Nothing is known when the study gives
    /// neither amount nor floor.
    #[must_use]
    pub fn cost(&self, payment: &Payment) -> Option<Cost> {
        let currency = payment.currency.as_str();
        let hours_per_list = payment.estimated_minutes / 60.0;
        let amount = payment.amount.or(payment.floor_per_hour.map(|floor| floor * hours_per_list))?;
        let per_list = Money::rounded_up(amount, currency);
        let of = |coins: u64| Money { coins, currency: currency.to_owned() };
        let payments = of(per_list.coins.saturating_mul(self.slots()));
        let fee = Money::rounded_up(payments.amount() * payment.platform_fee.unwrap_or(0.0), currency);
        let total = of(payments.coins.saturating_add(fee.coins));
        Some(Cost { per_list, payments, fee, total, hours: hours_per_list * self.slots() as f64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_rounded_up_to_the_smallest_coin_and_no_further() {
        for (amount, currency, expected) in [
            (12.0 * 8.0 / 60.0, "GBP", "GBP 1.60"),
            (0.1 + 0.2, "EUR", "EUR 0.30"),
            (1.601, "GBP", "GBP 1.61"),
            (99.5, "JPY", "JPY 100"),
            (0.0001, "KWD", "KWD 0.001"),
            (f64::NAN, "GBP", "GBP 0.00"),
            (-3.0, "GBP", "GBP 0.00"),
        ] {
            assert_eq!(Money::rounded_up(amount, currency).to_string(), expected);
        }
    }
}
