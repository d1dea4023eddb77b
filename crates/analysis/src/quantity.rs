//! What a number is: its name and what it is about. How that is written as an id, `difference[fluency, svm, gedi]`, and read
//! again, is known here and nowhere else.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What stands between two subjects of an id.
const BETWEEN: &str = ", ";

/// A name with its subjects in their order: the criterion, then systems, people, points of the scale, experiments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Quantity {
    name: String,
    about: Vec<String>,
}

/// Why a text is not the id of a number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not the id of a number; one reads like `mean[fluency, svm]`")]
pub struct NotAnId(String);

impl Quantity {
    /// A quantity about these. A label that holds the sign between two subjects counts as two: an id tells no more.
    pub fn new<S: AsRef<str>>(name: impl Into<String>, about: impl IntoIterator<Item = S>) -> Quantity {
        let mut subjects = Vec::new();
        for subject in about {
            subjects.extend(subject.as_ref().split(BETWEEN).map(str::to_owned));
        }
        Quantity { name: name.into(), about: subjects }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is about.
    #[must_use]
    pub fn about(&self) -> &[String] {
        &self.about
    }

    /// Another quantity about the same.
    #[must_use]
    pub fn called(&self, name: &str) -> Quantity {
        Quantity { name: name.to_owned(), about: self.about.clone() }
    }

    /// The p-value of this one, corrected for the number of comparisons.
    #[must_use]
    pub fn corrected(&self) -> Quantity {
        self.called(&format!("{}_p", self.name))
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
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
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if name.is_empty() || !name.chars().all(plain) {
            return Err(wrong());
        }
        Ok(Quantity::new(name, about))
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
        let check = |id: &str, name: &str, about: &[&str]| {
            let quantity: Quantity = id.parse().unwrap();
            assert_eq!(
                (quantity.name(), quantity.about()),
                (name, &about.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()[..])
            );
            assert_eq!(quantity.to_string(), id);
        };
        check("judgements", "judgements", &[]);
        check("difference[fluency, svm, gedi]", "difference", &["fluency", "svm", "gedi"]);
        check("cv[fluency, svm, O|R1]", "cv", &["fluency", "svm", "O|R1"]);
        check("division[fluency, i[1]]", "division", &["fluency", "i[1]"]);
        for wrong in ["", "[fluency]", "mean[fluency", "mean of fluency", "mean[fluency] twice"] {
            assert_eq!(wrong.parse::<Quantity>(), Err(NotAnId(wrong.to_owned())));
        }
    }

    proptest! {
        #[test]
        fn every_quantity_comes_back_from_its_id(name in "[a-zA-Z][a-z_0-9]{0,12}", about in prop::collection::vec(".{0,8}", 0..4)) {
            let quantity = Quantity::new(name, about);
            prop_assert_eq!(quantity.to_string().parse::<Quantity>().unwrap(), quantity);
        }
    }
}
