//! `rejudge stats describe`

use clap::Args;
use stats::describe::describe;

use super::answer::{Answer, Numbers};
use super::data::DataArguments;
use super::method_description::About;
use super::test_arguments::Confidence;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "describe",
    aliases: &["means"],
    what: "number, mean with interval, SD, median, smallest and largest value, for all or by group",
    formula: "SD with n - 1; the mean's interval is t with n - 1 degrees of freedom, values taken as independent",
    source: "any textbook; median by linear interpolation (Hyndman & Fan 1996, definition 7)",
    checked_against: "R 4.2.2 `mean`, `sd`, `median`, `t.test`",
    not_when: "Values share raters or items: the interval is then too narrow; use a mixed model.",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats describe ratings.csv --value rating --group system")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    /// Column with the values
    #[arg(long, value_name = "COLUMN")]
    value: String,
    /// Column that groups them, or several: system,domain
    #[arg(long, value_name = "COLUMN[,COLUMN]")]
    group: Option<String>,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let data = self.data.load()?;
        let values = data.numbers(&self.value)?;
        let groups = self.group.as_ref().map(|group| data.joined_factor(group)).transpose()?;
        let names: Vec<Option<&String>> = match &groups {
            None => vec![None],
            Some(groups) => groups.levels.iter().map(Some).collect(),
        };
        let mut estimates = Vec::new();
        for (code, name) in names.iter().enumerate() {
            let in_group = |row: usize| groups.as_ref().is_none_or(|groups| groups.codes[row] == Some(code as u32));
            let own: Vec<f64> =
                (0..data.len()).filter(|row| in_group(*row)).filter_map(|row| values.values[row]).collect();
            let described = describe(&own, self.confidence.level()?).map_err(|error| BadInput(error.to_string()))?;
            estimates.extend(
                described.into_iter().map(|estimate| estimate.with_labels(name.iter().map(|name| name.as_str()))),
            );
        }
        let mut numbers = Numbers::new(ABOUT.name, estimates).n("rows", data.len());
        if values.missing > 0 {
            numbers.notes.push(format!("{} rows without a value are left out", values.missing));
        }
        if let Some(groups) = groups.filter(|groups| groups.missing > 0) {
            numbers.notes.push(format!("{} rows without a group are left out", groups.missing));
        }
        Ok(Answer::Numbers(numbers))
    }
}
