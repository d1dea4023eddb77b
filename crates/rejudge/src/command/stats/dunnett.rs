//! `rejudge stats dunnett`: several groups against one control.

use clap::Args;
use stats::hypothesis::anova::summaries;
use stats::hypothesis::dunnett::dunnett;

use super::answer::{Answer, Numbers};
use super::groups::GroupArguments;
use super::method_description::About;
use super::test_arguments::AskedArguments;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "dunnett",
    aliases: &[],
    what: "Dunnett's comparisons of several groups with one control",
    formula: "t = (mi - m0) / sqrt(v (1/ni + 1/n0)), v pooled over all groups; p from the largest of the correlated t",
    source: "Dunnett 1955, JASA 50; Dunnett 1964, Biometrics 20; Hsu 1996, Multiple Comparisons",
    checked_against: "scipy 1.17 dunnett (which draws at random, so to about three digits)",
    not_when: "all pairs are of interest: use tukey; groups share items or raters: use lmm with contrasts",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats dunnett ratings.csv --value rating --group system --control human")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
    /// The group all others are compared with
    #[arg(long, value_name = "GROUP")]
    control: String,
    #[command(flatten)]
    asked: AskedArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let asked = self.asked.to_test_options()?;
        let groups = self.groups.load()?;
        let Some(control) = groups.labels.iter().position(|label| *label == self.control) else {
            let known: Vec<&str> = groups.labels.iter().map(String::as_str).collect();
            let suggestion = super::data::suggestion(&self.control, &known);
            let (column, word) = (&self.groups.group, &self.control);
            return Err(BadInput(format!("column `{column}` has no group `{word}`{suggestion}")).into());
        };
        let mut all = summaries(&groups.values).map_err(|e| super::anova::smallest(&groups, e))?;
        let of_control = all.remove(control);
        let tests = dunnett(of_control, &all, asked).map_err(BadInput::from)?;
        let others = groups.labels.iter().filter(|label| **label != self.control);
        let estimates = tests
            .into_iter()
            .zip(others)
            .flat_map(|(test, label)| test.with_labels(&[label, &self.control]).estimates());
        let mut numbers = Numbers::new("dunnett", estimates.collect())
            .option("control", self.control.as_str())
            .option("alternative", self.asked.alternative.word())
            .option("confidence", self.asked.confidence.confidence);
        for (label, values) in groups.labels.iter().zip(&groups.values) {
            numbers = numbers.n(label, values.len());
        }
        Ok(Answer::Numbers(Numbers { notes: groups.notes, ..numbers }))
    }
}
