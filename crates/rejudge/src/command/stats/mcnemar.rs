//! `rejudge stats mcnemar`: paired yes-or-no answers.

use clap::{Args, ValueEnum};
use stats::hypothesis::mcnemar::{McNemar, mcnemar};

use super::answer::{Answer, Numbers};
use super::crosstable::CrossArguments;
use super::method_description::About;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "mcnemar",
    aliases: &[],
    what: "McNemar's test of paired yes-or-no answers: exact, mid-p, or chi-square",
    formula: "b and c count the two kinds of differing pairs; exact: binomial(b + c, 1/2); mid-p: less P(X = b)
        chi2 = (b-c)^2 / (b+c), or (|b-c|-1)^2 / (b+c) corrected",
    source: "McNemar 1947, Psychometrika 12; Edwards 1948; Fagerland, Lydersen and Laake 2013",
    checked_against: "R 4.2.2 mcnemar.test, binom.test",
    not_when: "more than two answers are possible, or pairs are clustered by rater",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats mcnemar pairs.csv --rows before --columns after
  rejudge stats mcnemar --counts \"40 10; 3 30\" --p mid-p")]
pub(crate) struct Arguments {
    #[command(flatten)]
    table: CrossArguments,
    /// How p is found
    #[arg(long = "p", value_enum, value_name = "HOW", default_value_t = How::Exact)]
    how: How,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum How {
    Exact,
    MidP,
    ChiSquare,
    Corrected,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let table = self.table.load()?;
        let [[_, b], [c, _]] = table
            .counts
            .iter()
            .map(|row| <[u64; 2]>::try_from(row.as_slice()).ok())
            .collect::<Option<Vec<_>>>()
            .and_then(|rows| <[[u64; 2]; 2]>::try_from(rows).ok())
            .ok_or_else(|| BadInput(format!("two rows and two columns are needed, found\n{}", table.text())))?;
        if table.rows != table.columns {
            let words = "rows and columns must have the same two answers, in the same order, found";
            return Err(BadInput(format!("{words}\n{}", table.text())).into());
        }
        let (how, word) = match self.how {
            How::Exact => (McNemar::Exact, "exact"),
            How::MidP => (McNemar::MidP, "mid-p"),
            How::ChiSquare => (McNemar::ChiSquare, "chi-square"),
            How::Corrected => (McNemar::ChiSquareCorrected, "corrected"),
        };
        let test = mcnemar(b, c, how).map_err(BadInput::from)?;
        let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let numbers = Numbers::new("mcnemar", test.estimates())
            .option("p", word)
            .n("pairs", table.total())
            .n("b", count(b))
            .n("c", count(c));
        let preamble = table.text();
        Ok(Answer::Numbers(Numbers { notes: table.notes, preamble, ..numbers }))
    }
}
