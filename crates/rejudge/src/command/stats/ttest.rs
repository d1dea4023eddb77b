//! `rejudge stats ttest`: Student's, Welch's, paired and one-sample t-tests.

use clap::Args;
use stats::hypothesis::{Summary, Test, TestOptions, t};

use super::answer::{Answer, Numbers, number, p_phrase};
use super::blocks::{Blocks, Columns};
use super::data::Data;
use super::groups::{Groups, OptionalData, pairs};
use super::method_description::About;
use super::test_arguments::{AdjustArguments, AskedArguments};
use crate::outcome::{BadInput, BadUsage};

pub(crate) const ABOUT: About = About {
    name: "ttest",
    aliases: &["t-test", "welch"],
    what: "t-tests: two independent samples (Student, Welch), paired, one sample; from data or from mean, SD and n",
    formula: "Student: t = (m1 - m2) / sqrt(s2 (1/n1 + 1/n2)), s2 the pooled variance, df = n1 + n2 - 2
        Welch:   t = (m1 - m2) / sqrt(s1^2/n1 + s2^2/n2), df by Welch and Satterthwaite
        paired:  the one-sample test of the differences
        one sample: t = (m - mu) / (s / sqrt(n)), df = n - 1",
    source: "Student 1908, Biometrika 6; Welch 1947, Biometrika 34; Satterthwaite 1946, Biometrics Bulletin 2",
    checked_against: "R 4.2.2 t.test",
    not_when: "several ratings come from one rater or of one item: they are not independent (use lmm, or pair by item);
        an ordinal scale with few points and a skewed distribution (use mannwhitney, or an ordinal model)",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats ttest ratings.csv --value rating --group system --adjust holm
  rejudge stats ttest ratings.csv --value rating --group system --levels hrq,vae --paired-by item
  rejudge stats ttest ratings.csv --value rating --mu 3
  rejudge stats ttest --mean 3.71 3.12 --sd 0.59 0.92 --n 200 200 --welch

With more than two groups all pairs are tested; `difference` is the first minus the second.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: OptionalData,
    /// Column with the values
    #[arg(long, value_name = "COLUMN", requires = "file", required_unless_present = "mean")]
    value: Option<String>,
    /// Column that says which group a value belongs to; without it, one sample is tested against --mu
    #[arg(long, value_name = "COLUMN", requires = "file")]
    group: Option<String>,
    /// Only these groups, in this order; by default all, sorted by name
    #[arg(long, value_name = "GROUP,GROUP", value_delimiter = ',', requires = "group")]
    levels: Vec<String>,
    /// Do not assume equal variances
    #[arg(long, conflicts_with = "paired_by")]
    welch: bool,
    /// Column that says which values belong together, such as the item or the rater
    #[arg(long, value_name = "COLUMN", requires = "group")]
    paired_by: Option<String>,
    /// The mean one sample is tested against
    #[arg(long, value_name = "MEAN", default_value_t = 0.0, conflicts_with = "group", allow_negative_numbers = true)]
    mu: f64,
    /// Means, one per group, instead of a file
    #[arg(long, num_args = 1.., conflicts_with = "file", requires_all = ["sd", "n"], allow_negative_numbers = true)]
    mean: Vec<f64>,
    /// Standard deviations (divisor n - 1), one per mean
    #[arg(long, num_args = 1.., requires = "mean")]
    sd: Vec<f64>,
    /// How many values, one per mean
    #[arg(long, num_args = 1.., requires = "mean")]
    n: Vec<usize>,
    #[command(flatten)]
    asked: AskedArguments,
    #[command(flatten)]
    adjust: AdjustArguments,
}

/// The tests, what they rest on and what is to be said.
struct TestResults {
    tests: Vec<Test>,
    n: Vec<(String, usize)>,
    notes: Vec<String>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let asked = self.asked.to_test_options()?;
        let data = self.data.load().transpose()?;
        let tested = match (&data, &self.value, &self.group, &self.paired_by) {
            (Some(data), Some(value), Some(group), Some(block)) => {
                self.run_paired_tests(data, Columns { value, group, block }, asked)?
            }
            (Some(data), Some(value), Some(group), None) => {
                let groups = Groups::from_columns(data, value, group, &self.levels)?;
                let mut summaries = Vec::new();
                for (label, values) in groups.labels.iter().zip(&groups.values) {
                    let summary = Summary::from_values(values)
                        .map_err(|e| BadInput(format!("group `{label}` of `{group}`: {e}")))?;
                    summaries.push((label.clone(), summary));
                }
                TestResults { notes: groups.notes, ..self.independent(&summaries, asked)? }
            }
            (Some(data), Some(value), None, _) => self.one_sample(data, value, asked)?,
            (Some(_), None, _, _) | (None, _, _, _) => self.independent(&self.summaries()?, asked)?,
        };
        Ok(Answer::Numbers(self.answer(tested)))
    }

    fn kind(&self, tests: &[Test]) -> &'static str {
        let one = tests.first().is_some_and(|test| test.statistic.of.len() < 2);
        match (one, self.paired_by.is_some(), self.welch) {
            (true, _, _) => "one-sample",
            (false, true, _) => "paired",
            (false, false, true) => "welch",
            (false, false, false) => "student",
        }
    }

    fn answer(&self, tested: TestResults) -> Numbers {
        let kind = self.kind(&tested.tests);
        let sentence = match tested.tests.as_slice() {
            [only] => sentence(only, kind),
            _ => String::new(),
        };
        let mut numbers = Numbers::new("ttest", self.adjust.apply(tested.tests))
            .option("kind", kind)
            .option("alternative", self.asked.alternative.word())
            .option("confidence", self.asked.confidence.confidence)
            .option("adjust", self.adjust.word());
        if kind == "one-sample" {
            numbers = numbers.option("mu", self.mu);
        }
        for (name, count) in tested.n {
            numbers = numbers.n(&name, count);
        }
        Numbers { notes: tested.notes, sentence, ..numbers }
    }

    fn summaries(&self) -> anyhow::Result<Vec<(String, Summary)>> {
        if self.mean.is_empty() {
            return Err(BadUsage("give a FILE with --value, or --mean, --sd and --n".to_owned()).into());
        }
        if self.sd.len() != self.mean.len() || self.n.len() != self.mean.len() {
            let (means, sds, sizes) = (self.mean.len(), self.sd.len(), self.n.len());
            let words = format!("--mean has {means} numbers, --sd {sds} and --n {sizes}; each group needs one of each");
            return Err(BadUsage(words).into());
        }
        let given = self.mean.iter().zip(&self.sd).zip(&self.n).enumerate();
        given
            .map(|(index, ((mean, sd), n))| {
                Ok(((index + 1).to_string(), Summary::from_published(*n, *mean, *sd).map_err(BadInput::from)?))
            })
            .collect()
    }

    fn independent(&self, groups: &[(String, Summary)], asked: TestOptions) -> anyhow::Result<TestResults> {
        let n = groups.iter().map(|(label, summary)| (label.clone(), summary.n)).collect();
        if let ([(_, only)], None) = (groups, &self.group) {
            let test = t::one_sample(*only, self.mu, asked).map_err(BadInput::from)?;
            return Ok(TestResults { tests: vec![test], n, notes: Vec::new() });
        }
        let test = if self.welch { t::welch } else { t::student };
        let mut tests = Vec::new();
        let labels: Vec<String> = groups.iter().map(|(label, _)| label.clone()).collect();
        for (first, second) in pairs(&labels)? {
            let ((first, a), (second, b)) = (&groups[first], &groups[second]);
            let test = test(*a, *b, asked).map_err(|e| BadInput(format!("{first} and {second}: {e}")))?;
            tests.push(test.with_labels(&[first, second]));
        }
        Ok(TestResults { tests, n, notes: Vec::new() })
    }

    fn one_sample(&self, data: &Data, value: &str, asked: TestOptions) -> anyhow::Result<TestResults> {
        let column = data.numbers(value)?;
        let values: Vec<f64> = column.values.into_iter().flatten().collect();
        let summary = Summary::from_values(&values).map_err(|e| BadInput(format!("column `{value}`: {e}")))?;
        let test = t::one_sample(summary, self.mu, asked).map_err(BadInput::from)?.with_labels(&[value]);
        let notes = (column.missing > 0).then(|| format!("{} missing, left out", column.missing));
        let n = vec![("values".to_owned(), values.len())];
        Ok(TestResults { tests: vec![test], n, notes: notes.into_iter().collect() })
    }

    fn run_paired_tests(&self, data: &Data, columns: Columns<'_>, asked: TestOptions) -> anyhow::Result<TestResults> {
        let blocks = Blocks::from_columns(data, columns, &self.levels)?;
        let mut tests = Vec::new();
        let mut n = Vec::new();
        for (first, second) in blocks.pairs()? {
            let (a, b) = (&blocks.labels[first], &blocks.labels[second]);
            let pair = blocks.pair(first, second);
            let mut test = t::paired_samples(&pair.first, &pair.second, asked)
                .map_err(|e| BadInput(format!("{a} and {b}, paired by `{}`: {e}", columns.block)))?;
            test.statistic = test.statistic.note(pair.note());
            tests.push(test.with_labels(&[a, b]));
            n.push((format!("pairs {a} – {b}"), pair.first.len()));
        }
        Ok(TestResults { tests, n, notes: blocks.notes })
    }
}

/// The finding in words.
fn sentence(test: &Test, kind: &str) -> String {
    let Some(difference) = test.find_estimate("difference") else { return String::new() };
    let size = number(difference.value.abs());
    let direction = if difference.value < 0.0 { "below" } else { "above" };
    let p = p_phrase(test.p());
    match test.statistic.of.as_slice() {
        [first, second] => format!("{first} is {size} {direction} {second} on average ({kind} t-test, {p})."),
        _ => format!("The mean is {size} {direction} the value tested ({p})."),
    }
}
