//! Pairs of samples, from a table or from published means, standard deviations and sizes: what
//! `effect` and `tost` share.

use clap::Args;
use stats::effect::{PairedSummary, Summary};

use super::blocks::{Blocks, Columns};
use super::groups::{Groups, OptionalData, pairs};
use crate::outcome::{BadInput, BadUsage};

/// The columns of a table, or the numbers of a paper.
#[derive(Debug, Args)]
pub(crate) struct SampleArguments {
    #[command(flatten)]
    pub(crate) data: OptionalData,
    /// Column with the values
    #[arg(long, value_name = "COLUMN", requires = "file")]
    value: Option<String>,
    /// Column that says which group a value belongs to
    #[arg(long, value_name = "COLUMN", requires = "file")]
    group: Option<String>,
    /// Only these groups, in this order; by default all, sorted by name
    #[arg(long, value_name = "GROUP,GROUP", value_delimiter = ',', requires = "group")]
    levels: Vec<String>,
    /// Column that says which values belong together, such as the item or the rater
    #[arg(long, value_name = "COLUMN", requires = "group")]
    paired_by: Option<String>,
    /// Means, one per group, instead of a file
    #[arg(long, num_args = 1.., conflicts_with = "file", requires_all = ["sd", "n"], allow_negative_numbers = true)]
    mean: Vec<f64>,
    /// Standard deviations (divisor n - 1), one per mean
    #[arg(long, num_args = 1.., requires = "mean")]
    sd: Vec<f64>,
    /// How many values, one per mean
    #[arg(long, num_args = 1.., requires = "mean")]
    n: Vec<usize>,
}

/// Two samples.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) labels: [String; 2],
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Independent {
        first: Summary,
        second: Summary,
        /// The values, when they are known.
        values: Option<(Vec<f64>, Vec<f64>)>,
    },
    Paired(PairedSummary),
}

/// All pairs of samples, what they rest on and what is to be said.
#[derive(Debug)]
pub(crate) struct Samples {
    pub(crate) pairs: Vec<Pair>,
    /// The summaries of all groups, in order, when they are independent.
    pub(crate) groups: Vec<Summary>,
    pub(crate) n: Vec<(String, usize)>,
    pub(crate) notes: Vec<String>,
}

impl SampleArguments {
    /// Whether any samples were given at all.
    pub(crate) fn is_given(&self) -> bool {
        self.data.file.is_some() || !self.mean.is_empty()
    }

    /// Whether anything but the file was given.
    pub(crate) fn has_options(&self) -> bool {
        self.value.is_some() || self.group.is_some() || !self.mean.is_empty()
    }

    /// Reads the samples.
    pub(crate) fn load(&self) -> anyhow::Result<Samples> {
        let Some(data) = self.data.load() else { return self.read_summaries() };
        let data = data?;
        let (Some(value), Some(group)) = (&self.value, &self.group) else {
            return Err(BadUsage("a FILE needs --value and --group to say which columns".to_owned()).into());
        };
        if let Some(block) = &self.paired_by {
            return paired_samples(&Blocks::from_columns(&data, Columns { value, group, block }, &self.levels)?, block);
        }
        let groups = Groups::from_columns(&data, value, group, &self.levels)?;
        let mut summaries = Vec::new();
        for (label, values) in groups.labels.iter().zip(&groups.values) {
            summaries.push(
                Summary::from_values(values).map_err(|e| BadInput(format!("group `{label}` of `{group}`: {e}")))?,
            );
        }
        let n = groups.labels.iter().cloned().zip(groups.values.iter().map(Vec::len)).collect();
        let pair = |(first, second): (usize, usize)| Pair {
            labels: [groups.labels[first].clone(), groups.labels[second].clone()],
            kind: Kind::Independent {
                first: summaries[first],
                second: summaries[second],
                values: Some((groups.values[first].clone(), groups.values[second].clone())),
            },
        };
        let pairs = pairs(&groups.labels)?.into_iter().map(pair).collect();
        Ok(Samples { pairs, groups: summaries, n, notes: groups.notes })
    }

    fn read_summaries(&self) -> anyhow::Result<Samples> {
        if self.mean.is_empty() {
            return Err(BadUsage("give a FILE with --value and --group, or --mean, --sd and --n".to_owned()).into());
        }
        if self.sd.len() != self.mean.len() || self.n.len() != self.mean.len() {
            let (means, sds, sizes) = (self.mean.len(), self.sd.len(), self.n.len());
            let words = format!("--mean has {means} numbers, --sd {sds} and --n {sizes}; each group needs one of each");
            return Err(BadUsage(words).into());
        }
        let mut groups = Vec::new();
        for ((mean, sd), n) in self.mean.iter().zip(&self.sd).zip(&self.n) {
            groups.push(Summary::from_published(*n, *mean, *sd).map_err(BadInput::from)?);
        }
        let labels: Vec<String> = (1..=groups.len()).map(|place| place.to_string()).collect();
        let pair = |(first, second): (usize, usize)| Pair {
            labels: [labels[first].clone(), labels[second].clone()],
            kind: Kind::Independent { first: groups[first], second: groups[second], values: None },
        };
        let pairs = pairs(&labels)?.into_iter().map(pair).collect();
        let n = labels.iter().cloned().zip(self.n.iter().copied()).collect();
        Ok(Samples { pairs, groups, n, notes: Vec::new() })
    }
}

fn paired_samples(blocks: &Blocks, block: &str) -> anyhow::Result<Samples> {
    let mut samples = Samples { pairs: Vec::new(), groups: Vec::new(), n: Vec::new(), notes: blocks.notes.clone() };
    for (first, second) in blocks.pairs()? {
        let labels = [blocks.labels[first].clone(), blocks.labels[second].clone()];
        let pair = blocks.pair(first, second);
        let [a, b] = &labels;
        let paired = PairedSummary::from_values(&pair.first, &pair.second)
            .map_err(|e| BadInput(format!("{a} and {b}, paired by `{block}`: {e}")))?;
        samples.n.push((format!("pairs {a} – {b}"), pair.first.len()));
        samples.notes.extend(pair.note().map(|note| format!("{a} – {b}: {note}")));
        samples.pairs.push(Pair { labels, kind: Kind::Paired(paired) });
    }
    Ok(samples)
}
