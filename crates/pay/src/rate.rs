//! Amounts in currencies, and exchange rates with their day.

use super::{Exact, PayError};

/// An amount, perhaps in a currency of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// How much.
    pub value: Exact,
    /// ISO 4217 code; without one, the currency of the payment.
    pub currency: Option<String>,
}

impl Amount {
    /// Reads `12.00`, `12.00 GBP` or `GBP 12.00`.
    ///
    /// # Errors
    /// When it is neither, or below zero.
    pub fn read(text: &str) -> Result<Amount, PayError> {
        let wrong = || PayError::NotAnAmount(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let (number, currency) = match words.as_slice() {
            [number] => (*number, None),
            [number, code] if is_code(code) => (*number, Some((*code).to_owned())),
            [code, number] if is_code(code) => (*number, Some((*code).to_owned())),
            _ => return Err(wrong()),
        };
        let value = Exact::decimal(number).filter(|value| *value >= Exact::ZERO).ok_or_else(wrong)?;
        Ok(Amount { value, currency })
    }

    /// As a person reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        match &self.currency {
            Some(code) => format!("{code} {}", self.value.to_shortest_decimal()),
            None => self.value.to_shortest_decimal(),
        }
    }

    /// In the currency of the payment, unrounded, and the rate that was used.
    ///
    /// # Errors
    /// When there is no rate between the two currencies.
    pub fn convert<'r>(&self, currency: &str, rates: &'r [Rate]) -> Result<(Exact, Option<&'r Rate>), PayError> {
        let Some(from) = self.currency.as_deref().filter(|from| *from != currency) else {
            return Ok((self.value, None));
        };
        if let Some(rate) = rates.iter().find(|rate| rate.one == from && rate.is == currency) {
            return Ok((self.value.times(rate.many)?, Some(rate)));
        }
        if let Some(rate) = rates.iter().find(|rate| rate.one == currency && rate.is == from) {
            return Ok((self.value.divided_by(rate.many)?, Some(rate)));
        }
        Err(PayError::NoRate { amount: self.to_text(), from: from.to_owned(), currency: currency.to_owned() })
    }
}

/// What one of a currency is in another, on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// The currency of which there is one.
    pub one: String,
    /// The currency it is given in.
    pub is: String,
    /// How many of it.
    pub many: Exact,
    /// The day, `YYYY-MM-DD`. A rate without its day cannot be looked up again.
    pub on: String,
}

impl Rate {
    /// Reads `GBP/EUR = 1.1578 on 2023-10-13`.
    ///
    /// # Errors
    /// When it has another form.
    pub fn read(text: &str) -> Result<Rate, PayError> {
        let read = || {
            let (pair, rest) = text.split_once('=')?;
            let (one, is) = pair.trim().split_once('/')?;
            let (many, on) = rest.trim().split_once(" on ")?;
            let many = Exact::decimal(many).filter(|many| many.is_positive())?;
            let on = on.trim();
            let known = is_code(one) && is_code(is) && one != is && is_day(on);
            known.then(|| Rate { one: one.to_owned(), is: is.to_owned(), many, on: on.to_owned() })
        };
        read().ok_or_else(|| PayError::NotARate(text.to_owned()))
    }

    /// As a person reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        format!("{}/{} = {} on {}", self.one, self.is, self.many.to_shortest_decimal(), self.on)
    }
}

fn is_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}

fn is_day(text: &str) -> bool {
    let parts: Vec<Option<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    let form = text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    form && matches!(parts.as_slice(), [Some(_), Some(1..=12), Some(1..=31)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_rates_are_read_or_refused() {
        assert_eq!(Amount::read("12.00 GBP").unwrap(), Amount::read("GBP 12.00").unwrap());
        for text in ["", "twelve", "12 pounds", "-1", "12 GBP EUR", "1,2"] {
            assert!(Amount::read(text).is_err(), "{text}");
        }
        for text in [
            "GBP/EUR = 1.15",
            "GBP = 1.1 on 2023-10-13",
            "GBP/GBP = 1 on 2023-10-13",
            "GBP/EUR = 0 on 2023-10-13",
            "GBP/EUR = 1.1 on 2023-13-01",
            "GBP/EUR = 1.1 on yesterday",
        ] {
            assert!(Rate::read(text).is_err(), "{text}");
        }
        let rates = [Rate::read("GBP/EUR = 1.25 on 2023-10-13").unwrap()];
        let pounds = Amount::read("12 GBP").unwrap();
        assert_eq!(pounds.convert("EUR", &rates).unwrap().0, Exact::from_integer(15));
        assert_eq!(Amount::read("15 EUR").unwrap().convert("GBP", &rates).unwrap().0, Exact::from_integer(12));
        assert_eq!(pounds.convert("GBP", &[]).unwrap(), (Exact::from_integer(12), None));
        assert!(pounds.convert("USD", &rates).unwrap_err().to_string().contains("GBP/USD = … on"));
    }
}
