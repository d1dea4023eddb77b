//! `rejudge stats permutation`: a difference of means judged by rearranging the data.

use clap::{Args, ValueEnum};
use stats::hypothesis::permutation::{Exchange, Side, TwoGroups, bootstrap_interval, permutation_test};
use stats::hypothesis::{Test, TestOptions};
use stats::resample::{Groups as Clusters, IntervalKind, Plan, Scheme};

use super::answer::{Answer, Numbers};
use super::data::Data;
use super::groups::{GroupArguments, Level, Levels, pairs};
use super::method_description::About;
use super::test_arguments::{AdjustArguments, AskedArguments};
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "permutation",
    aliases: &["randomisation", "bootstrap"],
    what: "permutation test and bootstrap interval of a difference of means, clustered by item, rater or both",
    formula: "p = (b + 1) / (m + 1), b of m rearrangements at least as extreme as the data
        --by: all values of a cluster change groups together (two columns: each by itself, the larger p is given)
        --within: values change groups within a block, each for itself
        interval: rows, clusters, or both kinds of clusters drawn with replacement",
    source: "Pitman 1937; Phipson and Smyth 2010, SAGMB 9; Owen 2007, Annals of Applied Statistics 1 (two kinds of clusters); Efron 1987 (BCa)",
    checked_against: "counts of all rearrangements of small cases",
    not_when: "only means, not whole distributions, are supposed equal and group sizes and spreads differ (use ttest --welch)",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats permutation ratings.csv --value rating --group system --by item --seed 7
  rejudge stats permutation ratings.csv --value rating --group system --by item --by rater")]
pub(crate) struct Arguments {
    #[command(flatten)]
    groups: GroupArguments,
    /// Column whose values stay together, such as item or rater; at most two
    #[arg(long, value_name = "COLUMN", conflicts_with = "within")]
    by: Vec<String>,
    /// Column within whose values groups change places
    #[arg(long, value_name = "COLUMN")]
    within: Option<String>,
    /// How many rearrangements, and how many bootstrap draws
    #[arg(long, default_value_t = 9999)]
    replicates: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How the bootstrap interval is made
    #[arg(long, value_enum, default_value_t = Kind::Percentile)]
    interval: Kind,
    #[command(flatten)]
    asked: AskedArguments,
    #[command(flatten)]
    adjust: AdjustArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Percentile,
    Basic,
    Bca,
}

/// The rows of two groups, with the clusters they belong to.
struct Rows {
    data: TwoGroups,
    clusters: Vec<Clusters>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let asked = self.asked.to_test_options()?;
        if self.by.len() > 2 {
            return Err(BadUsage("--by can be given twice at most".to_owned()).into());
        }
        if self.replicates < 99 {
            return Err(BadUsage(format!("--replicates {} is too few; give 99 or more", self.replicates)).into());
        }
        let GroupArguments { data, value, group, levels } = &self.groups;
        let data = data.load()?;
        let levels = Levels::select(&data.factor(group)?, group, levels)?;
        let mut tests = Vec::new();
        let mut notes = Vec::new();
        for (first, second) in pairs(&levels.labels)? {
            let (a, b) = (&levels.labels[first], &levels.labels[second]);
            let (rows, missing) = self.rows(&data, value, &levels, (first, second))?;
            let test = self.test(&rows, asked).map_err(|e| BadInput(format!("{a} and {b}: {e}")))?;
            if missing > 0 {
                notes.push(format!("{a} and {b}: {missing} missing, left out row by row"));
            }
            tests.push(test.with_labels(&[a, b]));
        }
        let exchange = match (&self.within, self.by.as_slice()) {
            (Some(_), _) => "within",
            (None, []) => "rows",
            (None, [_, ..]) => "clusters",
        };
        let by = if self.by.is_empty() { self.within.iter().cloned().collect() } else { self.by.clone() };
        let numbers = Numbers::new("permutation", self.adjust.apply(tests))
            .option("by", by)
            .option("exchange", exchange)
            .option("replicates", self.replicates)
            .option("seed", self.seed)
            .option("alternative", self.asked.alternative.word())
            .option("confidence", self.asked.confidence.confidence)
            .option("adjust", self.adjust.word())
            .n("rows", data.len());
        Ok(Answer::Numbers(Numbers { notes, ..numbers }))
    }

    /// The rows of a pair of groups that have a value and every cluster, and how many have not.
    fn rows(&self, data: &Data, value: &str, levels: &Levels, pair: (usize, usize)) -> anyhow::Result<(Rows, usize)> {
        let numbers = data.numbers(value)?;
        let factors =
            self.by.iter().chain(&self.within).map(|column| data.factor(column)).collect::<Result<Vec<_>, _>>()?;
        let (mut values, mut sides, mut missing) = (Vec::new(), Vec::new(), 0);
        let mut codes = vec![Vec::new(); factors.len()];
        for (row, (number, level)) in numbers.values.iter().zip(&levels.of_rows).enumerate() {
            let side = match level {
                Level::Wanted(level) if *level == pair.0 => Side::First,
                Level::Wanted(level) if *level == pair.1 => Side::Second,
                Level::Wanted(_) | Level::Unwanted => continue,
                Level::Missing => {
                    missing += 1;
                    continue;
                }
            };
            let of: Option<Vec<u32>> = factors.iter().map(|factor| factor.codes[row]).collect();
            let (Some(number), Some(of)) = (number, of) else {
                missing += 1;
                continue;
            };
            values.push(*number);
            sides.push(side);
            for (codes, code) in codes.iter_mut().zip(of) {
                codes.push(code);
            }
        }
        let data = TwoGroups::new(values, sides).map_err(BadInput::from)?;
        Ok((Rows { data, clusters: codes.iter().map(|codes| Clusters::from_labels(codes)).collect() }, missing))
    }

    fn test(&self, rows: &Rows, asked: TestOptions) -> stats::Result<Test> {
        let plan = Plan { seed: self.seed, replicates: self.replicates };
        let (exchanges, scheme) = match (rows.clusters.as_slice(), self.within.is_some()) {
            ([one], true) => (vec![Exchange::Within(one)], Scheme::Groups(one)),
            ([one], false) => (vec![Exchange::Clusters(one)], Scheme::Groups(one)),
            ([one, other], _) => {
                (vec![Exchange::Clusters(one), Exchange::Clusters(other)], Scheme::Crossed(one, other))
            }
            _ => (vec![Exchange::Rows], Scheme::Rows(rows.data.len())),
        };
        let mut worst: Option<Test> = None;
        for exchange in exchanges {
            let test = permutation_test(&rows.data, exchange, plan, asked)?;
            worst = Some(match worst {
                Some(before) if before.p() >= test.p() => before,
                _ => test,
            });
        }
        let kind = match self.interval {
            Kind::Percentile => IntervalKind::Percentile,
            Kind::Basic => IntervalKind::Basic,
            Kind::Bca => IntervalKind::Bca,
        };
        let interval = bootstrap_interval(&rows.data, &scheme, kind, plan, asked.level)?;
        let mut test = worst.ok_or_else(|| stats::StatError::Undefined("nothing to rearrange".to_owned()))?;
        test.statistic = test.statistic.interval(interval);
        Ok(test)
    }
}
