//! After the run: the real hourly rate, and what is still owed.

use std::collections::BTreeMap;

use super::procedure::Coin;
use super::{Exact, PayError};

/// How long one person worked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub id: String,
    /// Minutes for one list.
    pub minutes: Exact,
}

/// One person's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonAccount {
    /// Who.
    pub id: String,
    /// How many lists.
    pub lists: usize,
    /// Minutes for all of them.
    pub minutes: Exact,
    /// What was paid.
    pub paid: Exact,
    /// What an hour came to.
    pub per_hour: Exact,
    /// What is missing to the fair wage, rounded up once.
    pub owed: Exact,
}

/// Everyone's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// By person, in the order of their names.
    pub people: Vec<PersonAccount>,
    /// The middle time for a list.
    pub median_minutes: Exact,
    /// What an hour came to at that time.
    pub median_per_hour: Exact,
    /// What everyone is owed for a list when the fair wage is promised for the middle time.
    pub owed_by_median: Exact,
    /// What is owed to all who fell below the fair wage.
    pub total: Exact,
}

/// What an hour comes to when an amount is paid for so many minutes.
///
/// # Errors
/// When the minutes are not above zero.
pub fn hourly(paid: Exact, minutes: Exact) -> Result<Exact, PayError> {
    if !minutes.is_positive() {
        return Err(PayError::NotPositive("a time"));
    }
    paid.times(Exact::from_integer(60))?.divided_by(minutes)
}

/// What each person is owed. One time is one list; a person's lists are taken together.
///
/// # Errors
/// When there are no times, or one is not above zero.
pub fn settle(times: &[Person], paid_per_list: Exact, per_hour: Exact, coin: Coin) -> Result<Settlement, PayError> {
    let mut by_person: BTreeMap<&str, (usize, Exact)> = BTreeMap::new();
    for time in times {
        if !time.minutes.is_positive() {
            return Err(PayError::NotPositive("a time"));
        }
        let (lists, minutes) = by_person.entry(&time.id).or_insert((0, Exact::ZERO));
        *lists += 1;
        *minutes = minutes.plus(time.minutes)?;
    }
    let mut people = Vec::new();
    let mut total = Exact::ZERO;
    for (id, (lists, minutes)) in by_person {
        let count = i64::try_from(lists).map_err(|_| PayError::TooLarge)?;
        let paid = paid_per_list.times(Exact::from_integer(count))?;
        let owed = missing(paid, minutes, per_hour, coin)?;
        total = total.plus(owed)?;
        people.push(PersonAccount { id: id.to_owned(), lists, minutes, paid, per_hour: hourly(paid, minutes)?, owed });
    }
    let median_minutes = median(times)?;
    Ok(Settlement {
        people,
        median_minutes,
        median_per_hour: hourly(paid_per_list, median_minutes)?,
        owed_by_median: missing(paid_per_list, median_minutes, per_hour, coin)?,
        total,
    })
}

fn missing(paid: Exact, minutes: Exact, per_hour: Exact, coin: Coin) -> Result<Exact, PayError> {
    let due = per_hour.times(minutes)?.divided_by(Exact::from_integer(60))?;
    due.minus(paid)?.max(Exact::ZERO).rounded_up_to(coin.value)
}

fn median(times: &[Person]) -> Result<Exact, PayError> {
    let mut minutes: Vec<Exact> = times.iter().map(|time| time.minutes).collect();
    minutes.sort();
    let upper = *minutes.get(minutes.len() / 2).ok_or(PayError::NoTimes)?;
    if minutes.len() % 2 == 1 {
        return Ok(upper);
    }
    upper.plus(minutes[minutes.len() / 2 - 1])?.divided_by(Exact::from_integer(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        Exact::decimal(text).unwrap()
    }

    #[test]
    fn whoever_took_longer_than_estimated_is_owed_the_rest() {
        let times = [("b", "8"), ("a", "10"), ("c", "12"), ("a", "6"), ("d", "7.2")];
        let times: Vec<Person> =
            times.iter().map(|(id, minutes)| Person { id: (*id).to_owned(), minutes: exact(minutes) }).collect();
        let coin = Coin { value: exact("0.01") };
        let settled = settle(&times, exact("1.60"), exact("12"), coin).unwrap();
        let owed: Vec<(&str, usize, String)> =
            settled.people.iter().map(|p| (p.id.as_str(), p.lists, p.owed.to_decimal(2))).collect();
        let expected = [("a", 2, "0.00"), ("b", 1, "0.00"), ("c", 1, "0.80"), ("d", 1, "0.00")];
        assert_eq!(owed, expected.map(|(id, lists, owed)| (id, lists, owed.to_owned())));
        assert_eq!((settled.median_minutes, settled.median_per_hour), (exact("8"), exact("12")));
        assert_eq!((settled.total, settled.owed_by_median), (exact("0.8"), Exact::ZERO));
        assert_eq!(settle(&[], exact("1"), exact("12"), coin), Err(PayError::NoTimes));
        let none = Person { id: "e".to_owned(), minutes: Exact::ZERO };
        assert!(settle(&[none], exact("1"), exact("12"), coin).is_err());
    }
}
