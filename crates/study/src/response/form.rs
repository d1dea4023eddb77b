//! What a browser posts for one question, and what can be wrong with it.

use std::fmt;

/// What a browser posts for one question: fields in the order of the page.
///
/// | kind | fields |
/// |---|---|
/// | `rating`, `slider`, `count`, `text` | `value` |
/// | `ranking` | `rank_a`, `rank_b`, …: a place from 1 for each output |
/// | `pairwise` | `choice`: `a`, `b` or `equal`; with degrees `a2`, `a1`, `equal`, `b1`, `b2` |
/// | `best-worst` | `best`, `worst`: `a`, `b`, …; `worst` may be left out between two |
/// | `choice` | `option`, repeated when several are chosen; `none` for none of them |
/// | any, where the study offers it | `unable`: why it cannot be judged; `confidence`: how sure, from 1 |
/// | `spans` | rows of `start`, `end`, `category`, `severity`; `none` for nothing to mark; places in the source are written `source:12`, and `missing` stands for the place of what is missing |
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// Adds a field.
    #[must_use]
    pub fn with_field(mut self, field: impl Into<String>, value: impl fmt::Display) -> Self {
        self.0.push((field.into(), value.to_string()));
        self
    }

    /// The fields and their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(field, value)| (field.as_str(), value.as_str()))
    }

    /// Every value of a field, in order.
    pub(crate) fn all(&self, field: &str) -> Vec<&str> {
        self.iter().filter(|(name, _)| *name == field).map(|(_, value)| value).collect()
    }

    /// The one value of a field, without the space around it.
    pub(crate) fn single_value(&self, field: &str) -> Result<&str, Complaint> {
        match self.all(field)[..] {
            [] => Err(Complaint::new(field, Reason::Missing)),
            [value] if value.trim().is_empty() => Err(Complaint::new(field, Reason::Missing)),
            [value] => Ok(value.trim()),
            [..] => Err(Complaint::new(field, Reason::Twice)),
        }
    }

    /// The one value of a field as a number from `minimum` to `maximum`.
    pub(super) fn number(&self, field: &str, minimum: f64, maximum: f64) -> Result<f64, Complaint> {
        let given = self.single_value(field)?;
        match given.parse::<f64>() {
            Ok(number) if number.is_nan() => Err(Complaint::new(field, Reason::NotANumber { given: given.to_owned() })),
            Ok(number) if number < minimum || number > maximum => {
                Err(Complaint::new(field, Reason::OutOfRange { given: given.to_owned(), minimum, maximum }))
            }
            Ok(number) => Ok(number),
            Err(_) => Err(Complaint::new(field, Reason::NotANumber { given: given.to_owned() })),
        }
    }

    /// The one value of a field as a whole number from `minimum` to `maximum`.
    pub(super) fn whole_number(&self, field: &str, minimum: i64, maximum: i64) -> Result<i64, Complaint> {
        let number = self.number(field, minimum as f64, maximum as f64)?;
        if number.fract() == 0.0 {
            Ok(number as i64)
        } else {
            Err(Complaint::new(field, Reason::NotWhole { given: self.single_value(field)?.to_owned() }))
        }
    }
}

impl FromIterator<(String, String)> for Form {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(fields: T) -> Self {
        Form(fields.into_iter().collect())
    }
}

/// Why an answer is not taken, and by which field.
#[derive(Debug, Clone, PartialEq)]
pub struct Complaint {
    /// The field of the [`Form`].
    pub field: String,
    /// What is wrong with it.
    pub reason: Reason,
}

impl Complaint {
    pub(super) fn new(field: impl Into<String>, reason: Reason) -> Self {
        Complaint { field: field.into(), reason }
    }
}

/// What is wrong with one field of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// Nothing was answered.
    Missing,
    /// A field that takes one value came with several.
    Twice,
    /// A value that was not offered.
    NotOneOf {
        /// The value.
        given: String,
        /// What was offered.
        offered: Vec<String>,
    },
    /// Not a number.
    NotANumber {
        /// The value.
        given: String,
    },
    /// Not a whole number.
    NotWhole {
        /// The value.
        given: String,
    },
    /// A number outside the scale.
    OutOfRange {
        /// The value.
        given: String,
        /// The least that is taken.
        minimum: f64,
        /// The most that is taken.
        maximum: f64,
    },
    /// A number between two steps of the scale.
    OffStep {
        /// The value.
        given: String,
        /// The step.
        step: f64,
    },
    /// Two outputs at the same place where each needs its own.
    SharedPlace {
        /// The place.
        place: u32,
    },
    /// The same output called best and worst.
    BestIsWorst,
    /// "None" together with something.
    NoneAndSome,
    /// More characters than are taken.
    TooLong {
        /// How many were written.
        length: usize,
        /// How many are taken.
        maximum: u32,
    },
    /// Fewer characters than are asked for.
    TooShort {
        /// How many were written.
        length: usize,
        /// How many are asked for.
        minimum: u32,
    },
    /// Not a day of the calendar.
    NotADay {
        /// The value.
        given: String,
    },
    /// A day before the first that is taken.
    TooEarly {
        /// The first that is taken.
        earliest: String,
    },
    /// A day after the last that is taken.
    TooLate {
        /// The last that is taken.
        latest: String,
    },
    /// A span that ends where it starts, or before.
    EmptySpan,
    /// A span that goes beyond the text.
    OutsideText {
        /// Where it ends.
        end: u64,
        /// How long the text is, in characters.
        length: usize,
    },
    /// Two spans that overlap.
    Overlap,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Missing => write!(
                f,
                "answer this question to continue
@@ crates/study/src/rules/*.rs
Whoever sees less well, or sits in the sun, cannot find them.
=>
People with impaired vision, or in bright sunlight, cannot find them."
            ),
            Reason::Twice => write!(f, "give one answer, not several"),
            Reason::NotOneOf { given, offered } => {
                write!(f, "`{given}` is not one of the answers offered: {}", offered.join(", "))
            }
            Reason::NotANumber { given } => write!(f, "`{given}` is not a number"),
            Reason::NotWhole { given } => write!(f, "`{given}` is not a whole number"),
            Reason::OutOfRange { given, minimum, maximum } => {
                write!(f, "`{given}` is not between {minimum} and {maximum}")
            }
            Reason::OffStep { given, step } => write!(f, "`{given}` is between two steps of {step}"),
            Reason::SharedPlace { place } => write!(f, "two texts have rank {place}; give each its own rank"),
            Reason::BestIsWorst => write!(f, "the same text cannot be the best and the worst"),
            Reason::NoneAndSome => write!(f, "choose either none or some, not both"),
            Reason::TooLong { length, maximum } => {
                write!(f, "the answer has {length} characters; at most {maximum} are accepted")
            }
            Reason::TooShort { length, minimum } => {
                write!(f, "the answer has {length} characters; at least {minimum} are required")
            }
            Reason::NotADay { given } => write!(f, "`{given}` is not a day, such as 2026-11-17"),
            Reason::TooEarly { earliest } => write!(f, "the earliest date accepted is {earliest}"),
            Reason::TooLate { latest } => write!(f, "the latest date accepted is {latest}"),
            Reason::EmptySpan => write!(f, "the marked span is empty"),
            Reason::OutsideText { end, length } => {
                write!(f, "the marked span ends at {end}, but the text has {length} characters")
            }
            Reason::Overlap => write!(f, "two marked spans overlap"),
        }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}
