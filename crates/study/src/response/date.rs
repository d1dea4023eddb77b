//! `date`: a day of the calendar. Past the study file it is words of a certain form, `2026-11-17`, so that whatever deals with
//! words deals with days.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Complaint, Problem, Reason, Text};

/// A day of the calendar, kept as `2026-11-17`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Date {
    /// The earliest date accepted, as `1900-01-01`.
    earliest: Option<String>,
    /// The latest date accepted, as `2026-11-17`.
    latest: Option<String>,
    /// Whether it may be left empty.
    #[serde(default)]
    optional: bool,
}

/// The days that are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Days {
    /// The first.
    pub earliest: Option<String>,
    /// The last.
    pub latest: Option<String>,
}

impl From<Date> for Text {
    fn from(Date { earliest, latest, optional }: Date) -> Self {
        Text { optional, days: Some(Days { earliest, latest }), ..Text::default() }
    }
}

impl Days {
    pub(super) fn problems(&self) -> Vec<Problem> {
        for (key, bound) in [("earliest", &self.earliest), ("latest", &self.latest)] {
            if let Some(written) = bound.as_ref().filter(|written| day(written).as_ref() != Some(written)) {
                return vec![Problem::new(key, format!("`{written}` is not a date"), "write it as `2026-11-17`")];
            }
        }
        match (&self.earliest, &self.latest) {
            (Some(earliest), Some(latest)) if earliest > latest => {
                vec![Problem::new(
                    "latest",
                    "it is before `earliest`: no date is accepted",
                    "let `earliest` come first",
                )]
            }
            _some_day => Vec::new(),
        }
    }

    /// A day as it is kept. Days written like this are in the order of their letters.
    pub(super) fn read(&self, written: &str) -> Result<String, Complaint> {
        let given = || written.to_owned();
        let day = day(written).ok_or_else(|| Complaint::new("value", Reason::NotADay { given: given() }))?;
        if self.earliest.as_ref().is_some_and(|earliest| day < *earliest) {
            let earliest = self.earliest.clone().unwrap_or_default();
            return Err(Complaint::new("value", Reason::TooEarly { earliest }));
        }
        if self.latest.as_ref().is_some_and(|latest| day > *latest) {
            let latest = self.latest.clone().unwrap_or_default();
            return Err(Complaint::new("value", Reason::TooLate { latest }));
        }
        Ok(day)
    }

    /// In words, for the codebook.
    pub(super) fn words(&self) -> String {
        let from = self.earliest.as_ref().map(|day| format!(", from {day}")).unwrap_or_default();
        let to = self.latest.as_ref().map(|day| format!(", to {day}")).unwrap_or_default();
        format!("a day, as 2026-11-17{from}{to}")
    }
}

/// The day as it is kept, when it is one: four digits for the year, and a month and a day that exist.
pub(super) fn day(written: &str) -> Option<String> {
    let parts: Vec<&str> = written.trim().split('-').collect();
    let &[year, month, day] = &parts[..] else { return None };
    let number = |part: &str, digits: usize| {
        (part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse::<u32>().ok())?
    };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _none => return None,
    };
    (1..=last).contains(&day).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn only_days_that_exist_are_days() {
        for good in ["2024-02-29", "2000-02-29", "1999-12-31", " 2026-11-17 "] {
            assert_eq!(day(good).as_deref(), Some(good.trim()), "{good}");
        }
        for bad in [
            "2023-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-04-31",
            "2026-00-10",
            "26-1-1",
            "17.11.2026",
            "",
            "2026-11-1x",
        ] {
            assert_eq!(day(bad), None, "{bad}");
        }
    }
}
