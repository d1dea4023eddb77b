//! `rejudge stats pearson`, `spearman` and `kendall`

use clap::Args;
use stats::Estimate;
use stats::correlation::{Correlation, correlation_bootstrap, smallest_p};

use super::answer::{Answer, Numbers};
use super::data::{DataArguments, Source};
use super::method_description::About;
use super::ratings::ResamplingArguments;
use super::test_arguments::Confidence;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const PEARSON: About = About {
    name: "pearson",
    aliases: &["pearsonr"],
    what: "Pearson's r with Fisher's interval",
    formula: "r = sum (x - mx)(y - my) / sqrt(sum (x - mx)^2 sum (y - my)^2)
        t = r sqrt((n - 2) / (1 - r^2)) with n - 2 degrees of freedom; interval tanh(atanh(r) +- z / sqrt(n - 3))
        A perfect correlation has no finite t: p is then 2/n!, that of the permutation test.",
    source: "Fisher (1921), Metron 1",
    checked_against: "mpmath with 50 digits; R 4.2.2 `cor.test`",
    not_when: "The relation is monotone but not straight, or outliers rule: use spearman.",
};

pub(crate) const SPEARMAN: About = About {
    name: "spearman",
    aliases: &["spearmanr"],
    what: "Spearman's rho, ties sharing their mean rank, p exact for up to 12 pairs (10 with ties)",
    formula: "Pearson's r of the ranks (never the 6 sum d^2 shortcut, which is wrong with ties)
        Exact p: share of the n! orders whose |rho| is as large; beyond 12 pairs t with n - 2 degrees of freedom, and it says which.
        Interval: tanh(atanh(rho) +- z sqrt((1 + rho^2/2) / (n - 3)))",
    source: "Spearman (1904); Bonett & Wright (2000), Psychometrika 65",
    checked_against: "R 4.2.2 `cor.test(method = \"spearman\")`; with ties all permutations in Python",
    not_when: "Three or four systems are compared: the smallest p is 0.33 or 0.08 whatever the data. Report rho and n only.",
};

pub(crate) const KENDALL: About = About {
    name: "kendall",
    aliases: &["kendalltau", "tau"],
    what: "Kendall's tau-b, p exact for up to 60 pairs without ties (8 with)",
    formula: "tau_b = (C - D) / sqrt((n0 - n1)(n0 - n2))
        Exact p from the distribution of inversions, with ties over all orders; else normal with the tie-corrected variance, and it says which.
        Interval: tanh(atanh(tau) +- z sqrt(0.437 / (n - 4)))",
    source: "Kendall (1945), Biometrika 33; (1970) Rank Correlation Methods; Knight (1966), JASA 61; Bonett & Wright (2000)",
    checked_against: "R 4.2.2 `cor.test(method = \"kendall\")`; with ties all permutations in Python",
    not_when: "Three or four systems are compared: the smallest p is 0.33 or 0.08 whatever the data.",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rejudge stats spearman scores.csv --x original --y reproduction\n  rejudge stats spearman --xs 3.71 3.12 2.50 --ys 3.10 2.57 2.28"
)]
pub(crate) struct Arguments {
    /// The table: .csv, .tsv, .jsonl, .parquet or .xlsx
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: Option<Source>,
    /// Keep only rows where COLUMN is one of the values; may be given several times
    #[arg(long = "where", value_name = "COLUMN=VALUE[,VALUE]")]
    filters: Vec<String>,
    /// Column with the one
    #[arg(long, value_name = "COLUMN", requires = "file")]
    x: Option<String>,
    /// Column with the other
    #[arg(long, value_name = "COLUMN", requires = "file")]
    y: Option<String>,
    /// The one, as numbers
    #[arg(long, num_args = 1.., value_name = "NUMBER", allow_negative_numbers = true, conflicts_with = "file")]
    xs: Vec<f64>,
    /// The other, as numbers
    #[arg(long, num_args = 1.., value_name = "NUMBER", allow_negative_numbers = true, conflicts_with = "file")]
    ys: Vec<f64>,
    #[command(flatten)]
    resampling: ResamplingArguments,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self, which: Correlation) -> anyhow::Result<Answer> {
        let (x, y, missing) = self.columns()?;
        let bad = |error: stats::StatError| BadInput(error.to_string());
        let level = self.confidence.level()?;
        let mut estimate = which.estimate(&x, &y, level).map_err(bad)?;
        if let Some(plan) = self.resampling.plan() {
            let (interval, note) = correlation_bootstrap(which, &x, &y, plan, level).map_err(bad)?;
            estimate = estimate.interval(interval).note(note);
        }
        let about = match which {
            Correlation::Pearson => &PEARSON,
            Correlation::Spearman => &SPEARMAN,
            Correlation::Kendall => &KENDALL,
        };
        let mut estimates = vec![estimate];
        if which != Correlation::Pearson && x.len() <= 7 {
            let smallest = smallest_p(x.len());
            estimates.push(Estimate::new("smallest_p", smallest.value()));
        }
        let mut numbers = Numbers::new(about.name, estimates).n("pairs", x.len());
        if self.resampling.bootstrap > 0 {
            numbers = numbers.option("bootstrap", self.resampling.bootstrap).option("seed", self.resampling.seed);
        }
        if missing > 0 {
            numbers.notes.push(format!("{missing} rows where x or y is missing are left out"));
        }
        Ok(Answer::Numbers(numbers))
    }

    fn columns(&self) -> anyhow::Result<(Vec<f64>, Vec<f64>, usize)> {
        let Some(file) = &self.file else {
            if self.xs.is_empty() || self.ys.is_empty() {
                return Err(
                    BadUsage("give a file with `--x` and `--y`, or two lists with `--xs` and `--ys`".into()).into()
                );
            }
            return Ok((self.xs.clone(), self.ys.clone(), 0));
        };
        let (Some(x), Some(y)) = (&self.x, &self.y) else {
            return Err(BadUsage("name the two columns with `--x` and `--y`".into()).into());
        };
        let data = DataArguments { file: file.clone(), filters: self.filters.clone() }.load()?;
        let (x, y) = (data.numbers(x)?, data.numbers(y)?);
        let pairs: Vec<(f64, f64)> = x.values.iter().zip(&y.values).filter_map(|(x, y)| Some(((*x)?, (*y)?))).collect();
        let missing = data.len() - pairs.len();
        let (x, y) = pairs.into_iter().unzip();
        Ok((x, y, missing))
    }
}
