//! `rejudge stats levene`: whether groups vary equally.

use clap::{Args, ValueEnum};
use stats::hypothesis::levene::{Centre, levene};

use super::answer::{Answer, Numbers};
use super::groups::GroupArguments;
use super::method_description::About;

pub(crate) const ABOUT: About = About {
    name: "levene",
    aliases: &[],
    what: "Levene's test of equal variances, around the median (Brown-Forsythe) or the mean",
    formula: "one-way analysis of variance of |x - centre of its group|",
    source: "Levene 1960; Brown and Forsythe 1974, JASA 69",
    checked_against: "R car 3.1-1 leveneTest",
    not_when: "choosing between Student's and Welch's test: use Welch's always instead",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats levene ratings.csv --value rating --group system")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
    /// Around what deviations are taken
    #[arg(long, value_enum, default_value_t = Around::Median)]
    centre: Around,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Around {
    Median,
    Mean,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let groups = self.groups.load()?;
        let (centre, word) = match self.centre {
            Around::Median => (Centre::Median, "median"),
            Around::Mean => (Centre::Mean, "mean"),
        };
        let test = levene(&groups.values, centre).map_err(|e| super::anova::smallest(&groups, e))?;
        let numbers = Numbers::new("levene", test.estimates()).option("centre", word).n("values", groups.len());
        Ok(Answer::Numbers(Numbers { notes: groups.notes, ..numbers }))
    }
}
