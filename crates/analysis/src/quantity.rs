//! A statistic and what it is about. How that is written as an id, `difference[fluency, svm, gedi]`, and read again, is
//! known here and nowhere else.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Statistic;

/// What stands between two subjects of an id.
const BETWEEN: &str = ", ";

/// A statistic with its subjects in their order: the criterion, then systems, people, points of the scale, experiments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Quantity {
    statistic: Statistic,
    about: Vec<String>,
}

/// Why a text is not the id of a number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not the id of a number that this program knows; one reads like `mean[fluency, svm]`")]
pub struct NotAnId(pub(crate) String);

impl Quantity {
    /// A quantity about these. A label that holds the sign between two subjects counts as two: an id tells no more.
    pub fn new<S: AsRef<str>>(statistic: Statistic, about: impl IntoIterator<Item = S>) -> Quantity {
        let mut subjects = Vec::new();
        for subject in about {
            subjects.extend(subject.as_ref().split(BETWEEN).map(str::to_owned));
        }
        Quantity { statistic, about: subjects }
    }

    /// What it is.
    #[must_use]
    pub fn statistic(&self) -> Statistic {
        self.statistic
    }

    /// What it is about.
    #[must_use]
    pub fn subject(&self) -> &[String] {
        &self.about
    }

    /// Another statistic about the same.
    #[must_use]
    pub fn with_statistic(&self, statistic: Statistic) -> Quantity {
        Quantity { statistic, about: self.about.clone() }
    }

    /// The p-value of this one, corrected for the number of comparisons.
    #[must_use]
    pub fn corrected_p(&self) -> Option<Quantity> {
        self.statistic.corrected_p().map(|statistic| self.with_statistic(statistic))
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.statistic.word())?;
        if self.about.is_empty() { Ok(()) } else { write!(f, "[{}]", self.about.join(BETWEEN)) }
    }
}

impl FromStr for Quantity {
    type Err = NotAnId;

    fn from_str(id: &str) -> Result<Quantity, NotAnId> {
        let wrong = || NotAnId(id.to_owned());
        let (name, about) = match id.split_once('[') {
            Some((name, rest)) => (name, Some(rest.strip_suffix(']').ok_or_else(wrong)?)),
            None => (id, None),
        };
        Ok(Quantity::new(name.parse().map_err(|_| wrong())?, about))
    }
}

impl From<Quantity> for String {
    fn from(quantity: Quantity) -> String {
        quantity.to_string()
    }
}

impl TryFrom<String> for Quantity {
    type Error = NotAnId;

    fn try_from(id: String) -> Result<Quantity, NotAnId> {
        id.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_id_is_read_as_it_is_written() {
        let check = |id: &str, statistic: Statistic, about: &[&str]| {
            let quantity: Quantity = id.parse().unwrap();
            assert_eq!(
                (quantity.statistic(), quantity.subject()),
                (statistic, &about.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..])
            );
            assert_eq!(quantity.to_string(), id);
        };
        check("judgements", Statistic::Judgements, &[]);
        check("difference[fluency, svm, gedi]", Statistic::DIFFERENCE, &["fluency", "svm", "gedi"]);
        check("cv[fluency, svm, O|R1]", Statistic::Cv, &["fluency", "svm", "O|R1"]);
        check("division[fluency, i[1]]", Statistic::Division, &["fluency", "i[1]"]);
        for wrong in ["", "[fluency]", "mean[fluency", "mean of fluency", "mean[fluency] twice", "menas[fluency]"] {
            assert_eq!(wrong.parse::<Quantity>(), Err(NotAnId(wrong.to_owned())));
        }
    }

    proptest! {
        #[test]
        fn every_quantity_comes_back_from_its_id(statistic in prop::sample::select(Statistic::all().collect::<Vec<_>>()), about in prop::collection::vec(".{0,8}", 0..4)) {
            let quantity = Quantity::new(statistic, about);
            prop_assert_eq!(quantity.to_string().parse::<Quantity>().unwrap(), quantity);
        }
    }
}
