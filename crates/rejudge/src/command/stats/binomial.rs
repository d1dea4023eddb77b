//! `rejudge stats binomial`: the exact test of a share.

use clap::{Args, ValueEnum};
use stats::hypothesis::binomial::{ShareInterval, binomial_test};

use super::answer::{Answer, Numbers};
use super::groups::OptionalData;
use super::method_description::About;
use super::test_arguments::AskedArguments;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "binomial",
    aliases: &["binom"],
    what: "exact binomial test of a share, with Clopper-Pearson or Wilson interval",
    formula: "two-sided p: all outcomes no more probable than the one observed
        Clopper-Pearson: quantiles of beta(x, n-x+1) and beta(x+1, n-x); Wilson: inverts the score test",
    source: "Clopper and Pearson 1934, Biometrika 26; Wilson 1927, JASA 22",
    checked_against: "R 4.2.2 binom.test, prop.test(correct=FALSE)",
    not_when: "answers of one rater or about one item are several: they are not independent (use preference, with clusters)",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats binomial --successes 148 --trials 226
  rejudge stats binomial votes.csv --value choice --success A --share 0.5")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: OptionalData,
    /// Column with the answers
    #[arg(long, value_name = "COLUMN", requires_all = ["file", "success"], required_unless_present = "successes")]
    value: Option<String>,
    /// The answer that counts as success
    #[arg(long, value_name = "ANSWER", requires = "value")]
    success: Option<String>,
    /// How many successes, instead of a file
    #[arg(long, value_name = "COUNT", conflicts_with = "file", requires = "trials")]
    successes: Option<u64>,
    /// Of how many
    #[arg(long, value_name = "COUNT", requires = "successes")]
    trials: Option<u64>,
    /// The share tested against
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    share: f64,
    /// How the interval is made
    #[arg(long, value_enum, default_value_t = Kind::ClopperPearson)]
    interval: Kind,
    #[command(flatten)]
    asked: AskedArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    ClopperPearson,
    Wilson,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let asked = self.asked.to_test_options()?;
        let (successes, trials, notes) = self.counts()?;
        let kind = match self.interval {
            Kind::ClopperPearson => ShareInterval::ClopperPearson,
            Kind::Wilson => ShareInterval::Wilson,
        };
        let test = binomial_test(successes, trials, self.share, kind, asked).map_err(BadInput::from)?;
        let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let numbers = Numbers::new("binomial", test.estimates())
            .option("share", self.share)
            .option("alternative", self.asked.alternative.word())
            .option("confidence", self.asked.confidence.confidence)
            .n("successes", count(successes))
            .n("trials", count(trials));
        Ok(Answer::Numbers(Numbers { notes, ..numbers }))
    }

    fn counts(&self) -> anyhow::Result<(u64, u64, Vec<String>)> {
        if let (Some(successes), Some(trials)) = (self.successes, self.trials) {
            return Ok((successes, trials, Vec::new()));
        }
        let (Some(data), Some(value), Some(success)) = (self.data.load(), &self.value, &self.success) else {
            let words = "give a FILE with --value and --success, or --successes and --trials";
            return Err(BadUsage(words.to_owned()).into());
        };
        let answers = data?.factor(value)?;
        let Some(wanted) = answers.levels.iter().position(|level| level == success) else {
            let known: Vec<&str> = answers.levels.iter().map(String::as_str).collect();
            let suggestion = super::data::suggestion(success, &known);
            return Err(BadInput(format!("no row has `{success}` in column `{value}`{suggestion}")).into());
        };
        let given = answers.codes.iter().flatten();
        let successes = given.clone().filter(|code| **code as usize == wanted).count() as u64;
        let notes = (answers.missing > 0).then(|| format!("{} missing, left out", answers.missing));
        Ok((successes, given.count() as u64, notes.into_iter().collect()))
    }
}
