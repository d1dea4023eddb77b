//! Ratings as the agreement methods want them: one row per rating, by rater and item.

use clap::{Args, ValueEnum};
use stats::agreement::{Level, Ratings, Weighting};
use stats::resample::Plan;

use super::answer::Numbers;
use super::data::{Data, DataArguments};
use crate::outcome::BadInput;

/// The file, and which columns hold what.
#[derive(Debug, Args)]
pub(crate) struct RatingsArguments {
    #[command(flatten)]
    pub(crate) data: DataArguments,
    /// Column with the rater
    #[arg(long, value_name = "COLUMN")]
    pub(crate) rater: String,
    /// Column that says what was rated, or several that do together: item,system_a,system_b
    #[arg(long, value_name = "COLUMN[,COLUMN]")]
    pub(crate) item: String,
    /// Column with the ratings
    #[arg(long, value_name = "COLUMN")]
    pub(crate) value: String,
}

/// Whether ratings must be numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    /// They must.
    Numbers,
    /// They may also be names of categories.
    NumbersOrNames,
}

/// Ratings without the rows where something is missing.
#[derive(Debug)]
pub(crate) struct LoadedRatings {
    pub(crate) raters: Vec<u32>,
    pub(crate) items: Vec<u32>,
    pub(crate) values: Vec<f64>,
    pub(crate) rater_names: Vec<String>,
    pub(crate) item_names: Vec<String>,
    /// Which rows of the table they are.
    pub(crate) rows: Vec<usize>,
    /// How many rows were left out.
    pub(crate) missing: usize,
}

impl RatingsArguments {
    /// Reads the ratings; a row without rater, item or value is left out and counted.
    pub(crate) fn load(&self, values: Values) -> anyhow::Result<(Data, LoadedRatings)> {
        let data = self.data.load()?;
        let raters = data.factor(&self.rater)?;
        let items = data.joined_factor(&self.item)?;
        let numbers: Vec<Option<f64>> = match (values, data.numbers(&self.value)) {
            (_, Ok(numbers)) => numbers.values,
            (Values::Numbers, Err(not_numbers)) => return Err(not_numbers),
            (Values::NumbersOrNames, Err(_)) => {
                data.factor(&self.value)?.codes.into_iter().map(|code| code.map(f64::from)).collect()
            }
        };
        let most = data.len();
        let mut loaded = LoadedRatings {
            raters: Vec::with_capacity(most),
            items: Vec::with_capacity(most),
            values: Vec::with_capacity(most),
            rater_names: raters.levels,
            item_names: items.levels,
            rows: Vec::with_capacity(most),
            missing: 0,
        };
        for (row, ((rater, item), value)) in raters.codes.iter().zip(&items.codes).zip(numbers).enumerate() {
            if let (Some(rater), Some(item), Some(value)) = (rater, item, value) {
                loaded.raters.push(*rater);
                loaded.items.push(*item);
                loaded.values.push(value);
                loaded.rows.push(row);
            } else {
                loaded.missing += 1;
            }
        }
        Ok((data, loaded))
    }
}

impl LoadedRatings {
    /// The ratings as the statistics want them.
    pub(crate) fn ratings(&self) -> anyhow::Result<Ratings<'_>> {
        Ratings::new(&self.raters, &self.items, &self.values).map_err(|error| BadInput(error.to_string()).into())
    }

    /// Says what the numbers rest on, what was missing and what was rated twice.
    pub(crate) fn add_notes(&self, mut numbers: Numbers) -> anyhow::Result<Numbers> {
        let count = |codes: &[u32], names: &[String]| {
            let mut seen = vec![false; names.len()];
            codes.iter().for_each(|code| seen[*code as usize] = true);
            seen.into_iter().filter(|seen| *seen).count()
        };
        numbers = numbers
            .n("ratings", self.values.len())
            .n("raters", count(&self.raters, &self.rater_names))
            .n("items", count(&self.items, &self.item_names));
        if self.missing > 0 {
            numbers.notes.push(format!("{} rows without rater, item or value are left out", self.missing));
        }
        let repeated = self.ratings()?.repeat_count();
        if repeated > 0 {
            numbers.notes.push(format!(
                "{repeated} ratings are second ones of the same rater on the same item; \
                 where an item is shown with several systems, name those columns too: --item item,system"
            ));
        }
        Ok(numbers)
    }
}

/// What the values mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelArgument {
    /// Names of categories
    Nominal,
    /// Ranks
    Ordinal,
    /// Numbers with equal steps
    Interval,
    /// Numbers with equal steps and a true zero
    Ratio,
}

impl From<LevelArgument> for Level {
    fn from(level: LevelArgument) -> Level {
        match level {
            LevelArgument::Nominal => Level::Nominal,
            LevelArgument::Ordinal => Level::Ordinal,
            LevelArgument::Interval => Level::Interval,
            LevelArgument::Ratio => Level::Ratio,
        }
    }
}

/// How much credit unlike ratings get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WeightsArgument {
    /// None
    Identity,
    /// Less the further apart
    Linear,
    /// Less the further apart, squared
    Quadratic,
    /// By rank (Gwet)
    Ordinal,
}

impl From<WeightsArgument> for Weighting {
    fn from(weights: WeightsArgument) -> Weighting {
        match weights {
            WeightsArgument::Identity => Weighting::Identity,
            WeightsArgument::Linear => Weighting::Linear,
            WeightsArgument::Quadratic => Weighting::Quadratic,
            WeightsArgument::Ordinal => Weighting::Ordinal,
        }
    }
}

/// The word of an option as it is typed.
#[expect(clippy::needless_pass_by_value, reason = "the words of an option are small and copied")]
pub(crate) fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Resampling, where chance enters.
#[derive(Debug, Args)]
pub(crate) struct ResamplingArguments {
    /// Bootstrap replicates for the interval; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) bootstrap: usize,
    /// Seed of everything drawn
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl ResamplingArguments {
    /// What to draw, if anything.
    pub(crate) fn plan(&self) -> Option<Plan> {
        (self.bootstrap > 0).then_some(Plan { seed: self.seed, replicates: self.bootstrap })
    }
}
