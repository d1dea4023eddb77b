//! What a study pays, in the words of its pages.

use plan::Money;
use study::file::OnFailure;

use super::Pages;
use super::ending::{Ending, Pays};

impl Pages {
    /// What it pays and how long it takes, as the study says.
    pub(super) fn facts(&self) -> Vec<String> {
        let Some(payment) = &self.study.payment else { return Vec::new() };
        let minutes = payment.estimated_minutes.ceil() as u64;
        let fact = match self.pay_per_list() {
            Some(amount) => {
                self.words.with_values("about-payment", [("amount", amount.into()), ("minutes", minutes.into())])
            }
            None => self.words.with_value("about-minutes", "minutes", minutes),
        };
        vec![fact]
    }

    /// What one list pays: as the study says, or the floor times the estimate, rounded up once.
    fn pay_per_list(&self) -> Option<String> {
        let payment = self.study.payment.as_ref()?;
        let by_floor = payment.floor_per_hour.map(|floor| floor * payment.estimated_minutes / 60.0);
        let amount = Money::rounded_up(payment.amount.or(by_floor)?, &payment.currency).amount();
        Some(money(amount, &payment.currency, self.words.language()))
    }

    /// What someone gets after an ending of this study.
    pub(super) fn pays_after(&self, ending: Ending) -> Pays {
        let checks_are_paid = self.study.payment.as_ref().is_some_and(|payment| payment.pay_failed_checks);
        if ending == Ending::FailedCheck && checks_are_paid { Pays::AsPromised } else { ending.pays() }
    }

    /// What is said about that; empty where there is nothing to say.
    pub(super) fn payment_after(&self, ending: Ending) -> String {
        let after_the_list = ending == Ending::FailedCheck && self.study.on_failure == OnFailure::Replace;
        match (self.pays_after(ending), self.pay_per_list()) {
            (Pays::AsResearchersDecide, Some(amount)) if after_the_list => {
                self.words.with_value("payment-checks", "amount", amount)
            }
            (Pays::AsPromised, Some(amount)) => self.words.with_value("payment-promised", "amount", amount),
            (Pays::AsResearchersDecide, Some(amount)) => self.words.with_value("payment-undecided", "amount", amount),
            (Pays::AsResearchersDecide, None) => self.words.say("ask-about-payment"),
            (Pays::AsPromised, None) | (Pays::Nothing, _) => String::new(),
        }
    }
}

/// An amount as people of that language write it: £1.20, 1,20 €, 1.20 CHF.
fn money(amount: f64, currency: &str, language: &str) -> String {
    let number = match language {
        "de" | "es" | "fr" | "it" | "nl" | "pl" => format!("{amount:.2}").replace('.', ","),
        _ => format!("{amount:.2}"),
    };
    let symbol = match currency {
        "GBP" => "£",
        "EUR" => "€",
        "USD" => "$",
        other => return format!("{number} {other}"),
    };
    match language {
        "de" | "es" | "fr" | "it" | "pl" => format!("{number} {symbol}"),
        // From left to right, whatever stands around it.
        "ar" => format!("\u{2066}{symbol}{number}\u{2069}"),
        "nl" => format!("{symbol} {number}"),
        _ => format!("{symbol}{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::money;

    #[test]
    fn amounts_are_written_as_people_write_them() {
        let cases = [
            ("GBP", "en", "£1.20"),
            ("EUR", "de", "1,20 €"),
            ("EUR", "nl", "€ 1,20"),
            ("CHF", "en", "1.20 CHF"),
            ("GBP", "ar", "\u{2066}£1.20\u{2069}"),
        ];
        for (currency, language, expected) in cases {
            assert_eq!(money(1.2, currency, language), expected);
        }
    }
}
