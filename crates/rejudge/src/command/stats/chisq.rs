//! `rejudge stats chisq`: Pearson's chi-square tests.

use clap::Args;
use stats::hypothesis::Contingency;
use stats::hypothesis::chi_square::{Continuity, goodness_of_fit, independence};

use super::answer::{Answer, Numbers};
use super::crosstable::CrossArguments;
use super::method_description::About;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "chisq",
    aliases: &["chi2", "chi-square"],
    what: "Pearson's chi-square tests: independence of two columns, or goodness of fit of one",
    formula: "chi2 = sum (O-E)^2 / E, E = row sum x column sum / total, df = (r-1)(c-1); --yates: |O-E| - 1/2 in a 2 x 2 table
        cramers_v = sqrt(chi2 / (N min(r-1, c-1))), from the uncorrected chi2",
    source: "Pearson 1900; Yates 1934; Cramer 1946",
    checked_against: "R 4.2.2 chisq.test, with and without correct=TRUE",
    not_when: "expected counts are small (use fisher); answers of one rater or item are several (they are not independent);
        R and scipy apply Yates's correction to 2 x 2 tables unasked: here it has to be asked for",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats chisq votes.csv --rows system --columns choice
  rejudge stats chisq --counts \"30 12; 18 25\" --yates
  rejudge stats chisq --counts \"18 25 31 9\" --expect 0.2 0.3 0.4 0.1")]
pub(crate) struct Arguments {
    #[command(flatten)]
    table: CrossArguments,
    /// Yates's continuity correction, for two rows and two columns
    #[arg(long)]
    yates: bool,
    /// Goodness of fit: the expected shares, one per class; `--expect equal` for equal ones
    #[arg(long, num_args = 1.., value_name = "SHARE", conflicts_with = "columns")]
    expect: Vec<String>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        if !self.expect.is_empty() {
            return self.fit();
        }
        let table = self.table.load()?;
        let counts = Contingency::new(&table.counts).map_err(BadInput::from)?;
        let continuity = if self.yates { Continuity::Yates } else { Continuity::Uncorrected };
        let test = independence(&counts, continuity).map_err(BadInput::from)?;
        let numbers = Numbers::new("chisq", test.estimates()).option("yates", self.yates).n("counted", table.total());
        let preamble = table.text();
        Ok(Answer::Numbers(Numbers { notes: table.notes, preamble, ..numbers }))
    }

    fn fit(&self) -> anyhow::Result<Answer> {
        let table = self.table.load_one()?;
        let [counts] = table.counts.as_slice() else {
            return Err(BadUsage("--expect is for one row of counts".to_owned()).into());
        };
        let shares: Vec<f64> = if self.expect == ["equal"] {
            vec![1.0; counts.len()]
        } else {
            let share = |word: &String| {
                word.parse::<f64>().map_err(|_| BadUsage(format!("`{word}` in --expect is not a number")))
            };
            self.expect.iter().map(share).collect::<Result<_, _>>()?
        };
        let test = goodness_of_fit(counts, &shares).map_err(BadInput::from)?;
        let numbers = Numbers::new("chisq", test.estimates()).option("expect", shares).n("counted", table.total());
        let preamble = table.text();
        Ok(Answer::Numbers(Numbers { notes: table.notes, preamble, ..numbers }))
    }
}
