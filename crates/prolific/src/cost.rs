//! What a study on Prolific costs.

use plan::Money;

/// What a study on Prolific costs when every place is filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// What all places pay.
    pub rewards: Money,
    /// What all who are screened out are paid at most.
    pub screen_outs: Option<Money>,
    /// What Prolific takes on top; unknown where the study does not state its share.
    pub fee: Option<Money>,
    /// Value added tax on the fee, where the study states it.
    pub vat: Option<Money>,
    /// All that is known, together.
    pub total: Money,
}

/// A share of an amount, rounded up to the smallest coin once.
#[must_use]
pub fn share(of: &Money, share: f64) -> Money {
    Money::rounded_up(of.amount() * share, &of.currency)
}

impl Cost {
    /// For so much reward and screen-out pay, with the platform's share and the tax on it.
    #[must_use]
    pub fn new(rewards: Money, screen_outs: Option<Money>, fee: Option<f64>, vat: Option<f64>) -> Cost {
        let of = |coins: u64| Money { coins, currency: rewards.currency.clone() };
        let coins = |money: &Option<Money>| money.as_ref().map_or(0, |money| money.coins);
        let paid = of(rewards.coins.saturating_add(coins(&screen_outs)));
        let fee = fee.map(|fee| share(&paid, fee));
        let vat = fee.as_ref().zip(vat).map(|(fee, vat)| share(fee, vat));
        let total = of(paid.coins.saturating_add(coins(&fee)).saturating_add(coins(&vat)));
        Cost { rewards, screen_outs, fee, vat, total }
    }
}

#[cfg(test)]
mod tests {
    use super::Cost;
    use plan::Money;

    fn pounds(coins: u64) -> Money {
        Money { coins, currency: "GBP".to_owned() }
    }

    #[test]
    fn fee_and_tax_are_added_to_what_people_get_and_rounded_up_once() {
        let cost = Cost::new(pounds(160 * 60), Some(pounds(20 * 30)), Some(0.333), Some(0.2));
        // 96.00 + 6.00 = 102.00; 33.3 % of it is 33.966, the tax 6.794.
        assert_eq!((cost.fee, cost.vat, cost.total), (Some(pounds(3397)), Some(pounds(680)), pounds(14277)));
        let unknown = Cost::new(pounds(100), None, None, Some(0.2));
        assert_eq!((unknown.fee, unknown.vat, unknown.total), (None, None, pounds(100)));
    }
}
