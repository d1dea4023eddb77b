//! Numbers as papers print them, beside those we compute.

mod counts;
mod impossible;

pub use impossible::{ImpossibleNumbers, take_out_impossible, usable_scores};

use std::collections::BTreeMap;

use stats::effect::Summary;
use stats::precision::Measurement;
use study::original::{Measure, Original, PrintedNumber};
use thiserror::Error;

/// A printed value that is not a number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a decimal number such as 3.71")]
pub struct NotANumber(pub String);

/// The numbers that a paper prints. Where it prints how often each rank or value was given, means and standard
/// deviations are computed from these counts, which know more than printed means.
///
/// # Errors
/// When a value is not a number.
pub fn printed_scores(original: &Original) -> Result<Vec<Score>, NotANumber> {
    let printed = original.results.iter().map(Score::from_printed).collect::<Result<_, _>>()?;
    Ok(counts::replace_means(printed))
}

/// One number, with the standard deviation and the number of the judgements behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// What it is about.
    pub cell: Cell,
    /// The number.
    pub value: ReportedNumber,
    /// Standard deviation of the judgements it rests on.
    pub sd: Option<ReportedNumber>,
    /// How many judgements it rests on.
    pub n: Option<u64>,
}

/// What a number is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Criterion id.
    pub criterion: String,
    /// What is measured.
    pub measure: Measure,
    /// System id; absent for numbers about the whole criterion.
    pub system: Option<String>,
    /// The other system, for numbers about a pair.
    pub against: Option<String>,
    /// A subset it is about.
    pub stratum: BTreeMap<String, String>,
}

/// A number as some paper printed it, or as we computed it. They are compared differently.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportedNumber {
    /// As printed: `3.70` stands for anything from 3.695 to 3.705.
    Published {
        /// The digits.
        text: String,
        /// Their value.
        value: f64,
        /// Half a place of the last digit.
        half_width: f64,
    },
    /// Known in full.
    Computed(f64),
}

impl ReportedNumber {
    /// A number as printed.
    ///
    /// # Errors
    /// When the text is not a decimal number.
    pub fn parse_printed(text: &str) -> Result<Self, NotANumber> {
        let measurement = Measurement::parse_printed(text).map_err(|_| NotANumber(text.to_owned()))?;
        Ok(ReportedNumber::Published {
            text: text.trim().to_owned(),
            value: measurement.value,
            half_width: measurement.half_width,
        })
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> f64 {
        match self {
            ReportedNumber::Published { value, .. } | ReportedNumber::Computed(value) => *value,
        }
    }

    /// The value and how far the truth may lie from it by rounding.
    #[must_use]
    pub fn measurement(&self) -> Measurement {
        match self {
            ReportedNumber::Published { value, half_width, .. } => {
                Measurement { value: *value, half_width: *half_width }
            }
            ReportedNumber::Computed(value) => Measurement::exact(*value),
        }
    }

    /// The digits as printed, where they were.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            ReportedNumber::Published { text, .. } => Some(text),
            ReportedNumber::Computed(_) => None,
        }
    }
}

impl Score {
    fn from_printed(printed: &PrintedNumber) -> Result<Self, NotANumber> {
        Ok(Score {
            cell: Cell {
                criterion: printed.criterion.clone(),
                measure: printed.measure,
                system: printed.system.clone(),
                against: printed.against.clone(),
                stratum: printed.stratum.clone(),
            },
            value: ReportedNumber::parse_printed(&printed.value)?,
            sd: printed.sd.as_deref().map(ReportedNumber::parse_printed).transpose()?,
            n: printed.n,
        })
    }

    /// Size, mean and standard deviation of the judgements behind it. A share of n choices has the
    /// standard deviation of choices that are made or not, √(p(1 − p)), and a best-worst score of n votes that of
    /// votes of ±100; both take choices as independent.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let n = usize::try_from(self.n?).ok()?;
        let value = self.value.value();
        let binary = |share: f64, scale: f64| {
            let size = n as f64;
            (size > 1.0 && (0.0..=1.0).contains(&share))
                .then(|| scale * (share * (1.0 - share) * size / (size - 1.0)).sqrt())
        };
        let sd = match (&self.sd, self.cell.measure) {
            (Some(sd), _) => sd.value(),
            (None, Measure::Share | Measure::ShareEqual) => binary(value, 1.0)?,
            (None, Measure::WinPercent) => binary(value / 100.0, 100.0)?,
            (None, Measure::BestWorstScale) => binary((value + 100.0) / 200.0, 200.0)?,
            (
                None,
                Measure::Mean
                | Measure::AverageRank
                | Measure::Rank
                | Measure::Count
                | Measure::Alpha
                | Measure::Kappa
                | Measure::Agreement,
            ) => return None,
        };
        Summary::from_published(n, value, sd).ok()
    }
}
