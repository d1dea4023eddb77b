//! `rejudge stats effect`: how large a difference is, in every customary measure.

use clap::Args;
use stats::Estimate;
use stats::effect::{self, Denominator, FTest, PairedDenominator, Successes, Summary};

use super::answer::{Answer, Numbers};
use super::crosstable::CellArguments;
use super::data::suggestion;
use super::groups::pairs;
use super::method_description::About;
use super::samples::{Kind, Pair, SampleArguments};
use super::test_arguments::Confidence;
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "effect",
    aliases: &["effect-size", "cohens-d"],
    what: "effect sizes with intervals: d, g, Glass, Cliff's delta, eta2, odds and risk ratios, h, w, Cramer's V",
    formula: "d: (m1 - m2) / pooled SD; g: d J(df), J = Gamma(df/2) / (sqrt(df/2) Gamma((df-1)/2))
        glass_delta: / SD of the second (control); d_average: / sqrt((s1^2 + s2^2)/2)
        paired: d_z / SD of differences, d_av / (s1 + s2)/2, d_rm = d_z sqrt(2 (1 - r))
        cliff_delta: P(X > Y) - P(X < Y); superiority: (delta + 1)/2; common_language: Phi(d / sqrt 2)
        eta2: F df1 / (F df1 + df2); omega2: (F-1) df1 / (F df1 + df2 + 1); epsilon2: (F-1) df1 / (F df1 + df2)
        odds_ratio: p1 (1 - p2) / ((1 - p1) p2); risk_ratio: p1 / p2; risk_difference: p1 - p2
        h: 2 asin sqrt p1 - 2 asin sqrt p2; w: sqrt(chi2 / N); cramers_v: sqrt(chi2 / (N min(rows - 1, columns - 1)))
        intervals: noncentral t, F and chi-square; Cliff (1996); Woolf, Katz, Newcombe for shares",
    source: "Cohen 1988; Hedges 1981, J. Educational Statistics 6; Lakens 2013, Frontiers in Psychology 4;
        Steiger 2004, Psychological Methods 9; Feng & Cliff 2004; Newcombe 1998, Statistics in Medicine 17",
    checked_against: "R effectsize 0.8.3, metafor 3.8-1; SciPy 1.17.1, statsmodels 0.15.0",
    not_when: "the values are not independent: the intervals then are too narrow (pair by item, or use a mixed model);
        on an ordinal scale prefer cliff_delta to d; eta2 is not f: see `power anova --eta2`",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats effect ratings.csv --value rating --group system
  rejudge stats effect ratings.csv --value rating --group system --levels hrq,vae --paired-by item
  rejudge stats effect --mean 3.71 3.12 --sd 0.59 0.92 --n 200 200
  rejudge stats effect --f 4.5 --df 2 57
  rejudge stats effect --successes 148 180 --of 226 324
  rejudge stats effect --counts \"148 78; 180 144\"
  rejudge stats effect votes.csv --rows system --columns answer --success yes

Differences are the first group minus the second; the second is the control of Glass's delta. \
In a table of counts each row is a group, and the first of two columns counts the successes.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    samples: SampleArguments,
    /// An F statistic, with --df, for eta2, omega2 and epsilon2
    #[arg(long, value_name = "F", requires = "df", conflicts_with_all = ["file", "mean", "counts"])]
    f: Option<f64>,
    /// Its two degrees of freedom
    #[arg(long, num_args = 2, value_names = ["DF1", "DF2"], requires = "f")]
    df: Vec<f64>,
    /// How many successes in each of two groups, with --of
    #[arg(long, num_args = 2, value_name = "COUNT", requires = "of", conflicts_with_all = ["file", "mean", "f", "counts"])]
    successes: Vec<u32>,
    /// Of how many
    #[arg(long, num_args = 2, value_name = "COUNT", requires = "successes")]
    of: Vec<u32>,
    #[command(flatten)]
    cells: CellArguments,
    /// Which column of the table counts the successes; all others count the failures
    #[arg(long, value_name = "NAME", conflicts_with_all = ["mean", "f", "successes"])]
    success: Option<String>,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let level = self.confidence.level()?;
        let numbers = match (self.f, self.successes.as_slice()) {
            (None, []) if self.cells.is_given() => self.of_table(level)?,
            (None, _) if self.success.is_some() => {
                return Err(BadUsage("--success needs --rows and --columns, or --counts".to_owned()).into());
            }
            (Some(f), _) => self.of_f(f, level)?,
            (None, [first, second]) => self.of_shares([*first, *second], level)?,
            (None, _) if self.samples.is_given() => self.of_samples(level)?,
            (None, _) => {
                let words = "give a FILE with --value and --group or with --rows and --columns, \
                             or --mean, --sd and --n, or --f, or --successes, or --counts";
                return Err(BadUsage(words.to_owned()).into());
            }
        };
        Ok(Answer::Numbers(numbers.option("confidence", level)))
    }

    fn of_f(&self, f: f64, level: f64) -> anyhow::Result<Numbers> {
        let test = FTest { f, df1: self.df[0], df2: self.df[1] };
        let estimates = shares_of_variance(test, level).map_err(BadInput::from)?;
        Ok(Numbers::new("effect", estimates).option("f", f).option("df", self.df.clone()))
    }

    fn of_shares(&self, counts: [u32; 2], level: f64) -> anyhow::Result<Numbers> {
        let successes = |index: usize| Successes::new(counts[index], self.of[index]).map_err(BadInput::from);
        let (a, b) = (successes(0)?, successes(1)?);
        let estimates = of_two_shares(a, b, ["1", "2"], level).map_err(BadInput::from)?;
        Ok(Numbers::new("effect", estimates).n("first", self.of[0] as usize).n("second", self.of[1] as usize))
    }

    /// Every pair of rows by the share of successes, where it is clear what these are, and the whole table.
    fn of_table(&self, level: f64) -> anyhow::Result<Numbers> {
        if self.samples.has_options() {
            let words =
                "a table of counts takes --rows and --columns, or --counts, without --value, --group and --mean";
            return Err(BadUsage(words.to_owned()).into());
        }
        let table = self.cells.load(&self.samples.data)?;
        let real: Vec<Vec<f64>> = table.counts.iter().map(|row| row.iter().map(|c| *c as f64).collect()).collect();
        let test = effect::chi_square_of(&real).map_err(BadInput::from)?;
        let mut estimates = Vec::new();
        let mut notes = table.notes.clone();
        if let Some(success) = self.success_among(&table.columns)? {
            let groups = table.counts.iter().map(|row| successes(row[success], row.iter().sum()));
            let groups = groups.collect::<anyhow::Result<Vec<Successes>>>()?;
            for (first, second) in pairs(&table.rows)? {
                let labels = [table.rows[first].as_str(), table.rows[second].as_str()];
                let found = of_two_shares(groups[first], groups[second], labels, level).map_err(BadInput::from)?;
                estimates.extend(found);
            }
            notes.push(format!("column `{}` counts the successes", table.columns[success]));
        }
        estimates.push(effect::cohen_w(test, level).map_err(BadInput::from)?);
        estimates.push(effect::cramers_v(test, level).map_err(BadInput::from)?);
        let numbers = Numbers::new("effect", estimates).n("counted", table.total());
        Ok(Numbers { notes, preamble: table.text(), ..numbers })
    }

    /// The column that was named, or the first of two; none among more.
    fn success_among(&self, columns: &[String]) -> anyhow::Result<Option<usize>> {
        let Some(name) = &self.success else { return Ok((columns.len() == 2).then_some(0)) };
        let found = columns.iter().position(|column| column == name);
        let known: Vec<&str> = columns.iter().map(String::as_str).collect();
        let unknown = || BadInput(format!("the table has no column `{name}`{}", suggestion(name, &known)));
        Ok(Some(found.ok_or_else(unknown)?))
    }

    fn of_samples(&self, level: f64) -> anyhow::Result<Numbers> {
        let samples = self.samples.load()?;
        let mut estimates = Vec::new();
        for pair in &samples.pairs {
            let [a, b] = &pair.labels;
            let found = of_pair(pair, level).map_err(|e| BadInput(format!("{a} and {b}: {e}")))?;
            estimates.extend(found.into_iter().map(|e| e.with_labels([a, b])));
        }
        if samples.groups.len() > 1 {
            estimates.extend(one_way(&samples.groups, level).map_err(BadInput::from)?);
        }
        let mut numbers = Numbers::new("effect", estimates);
        for (name, count) in samples.n {
            numbers = numbers.n(&name, count);
        }
        Ok(Numbers { notes: samples.notes, ..numbers })
    }
}

fn successes(count: u64, of: u64) -> anyhow::Result<Successes> {
    let small = |count: u64| {
        u32::try_from(count).map_err(|_| BadInput(format!("{count} in a group is more than {}", u32::MAX)))
    };
    Ok(Successes::new(small(count)?, small(of)?).map_err(BadInput::from)?)
}

fn of_two_shares(a: Successes, b: Successes, labels: [&str; 2], level: f64) -> stats::Result<Vec<Estimate>> {
    [effect::odds_ratio, effect::risk_ratio, effect::risk_difference, effect::cohen_h]
        .into_iter()
        .map(|measure| measure(a, b, level).map(|e| e.with_labels(labels)))
        .collect()
}

fn of_pair(pair: &Pair, level: f64) -> stats::Result<Vec<Estimate>> {
    match &pair.kind {
        Kind::Paired(paired) => {
            let d_z = effect::paired_d(*paired, PairedDenominator::Differences, level)?;
            Ok(vec![
                effect::hedges_g(&d_z)?,
                d_z,
                effect::paired_d(*paired, PairedDenominator::Average, level)?,
                effect::paired_d(*paired, PairedDenominator::RepeatedMeasures, level)?,
            ])
        }
        Kind::Independent { first, second, values } => {
            let d = effect::cohen_d(*first, *second, Denominator::Pooled, level)?;
            let mut found = vec![effect::hedges_g(&d)?, effect::common_language(&d)];
            found.insert(0, d);
            found.push(effect::cohen_d(*first, *second, Denominator::Average, level)?);
            if second.sd > 0.0 {
                found.push(effect::cohen_d(*first, *second, Denominator::Control, level)?);
            }
            if let Some((x, y)) = values {
                found.push(effect::cliff_delta(x, y, level)?);
                found.push(effect::superiority(x, y, level)?);
            }
            Ok(found)
        }
    }
}

/// The shares of variance of a one-way analysis of variance.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn one_way(groups: &[Summary], level: f64) -> stats::Result<Vec<Estimate>> {
    let total: f64 = groups.iter().map(|g| g.n as f64).sum();
    let grand = groups.iter().map(|g| g.n as f64 * g.mean).sum::<f64>() / total;
    let between: f64 = groups.iter().map(|g| g.n as f64 * (g.mean - grand).powi(2)).sum();
    let within: f64 = groups.iter().map(|g| (g.n as f64 - 1.0) * g.sd * g.sd).sum();
    let (df1, df2) = (groups.len() as f64 - 1.0, total - groups.len() as f64);
    shares_of_variance(FTest::from_squares(between, within, df1, df2), level)
}

fn shares_of_variance(test: FTest, level: f64) -> stats::Result<Vec<Estimate>> {
    Ok(vec![
        effect::eta_squared(test, level)?,
        effect::omega_squared(test, level)?,
        effect::epsilon_squared(test, level)?,
    ])
}
