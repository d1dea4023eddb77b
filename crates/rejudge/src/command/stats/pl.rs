//! `rejudge stats pl`: Plackett–Luce strengths from rankings.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use stats::strength::Clusters;
use stats::strength::plackett_luce::{self, Options, Ranking};

use super::answer::{Answer, Numbers};
use super::bt::sentence;
use super::data::{Data, DataArguments};
use super::method_description::About;
use super::uncertainty_arguments::{UncertainArguments, name_systems};
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "pl",
    aliases: &["plackett-luce"],
    what: "Plackett–Luce strengths from whole or partial rankings",
    formula: "P(order) = product over stages of exp(s_chosen) / sum over those left of exp(s)
        strengths are logarithms and sum to zero; an output without a rank stands below all that have one
        shared places: a set S is chosen with a weight of delta_|S| * exp(mean of s in S), delta_1 = 1 (Davidson and Luce)",
    source: "Luce 1959; Plackett 1975, Applied Statistics 24; Hunter 2004, Annals of Statistics 32; shared places: Turner et al. \
             2020, Computational Statistics 35",
    checked_against: "choix.opt_top1 (alpha = 0); equal to bt on rankings of two, with shared places to Davidson's model",
    not_when: "there are few people and items: the deciding analysis of rankings is a linear mixed model (rejudge analyse)",
};

#[derive(Debug, Args)]
#[command(after_help = "Example (one row per output ranked; 1 is best):
  rejudge stats pl ranks.csv --ranking ballot --system system --rank rank --item item --rater rater")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataArguments,
    /// Column that says which rows are one ranking
    #[arg(long, value_name = "COLUMN")]
    ranking: String,
    /// Column with the system
    #[arg(long, value_name = "COLUMN")]
    system: String,
    /// Column with its place, 1 the best; empty for those below all that were ranked
    #[arg(long, value_name = "COLUMN")]
    rank: String,
    /// Column with the item; rankings of one item belong together
    #[arg(long, value_name = "COLUMN")]
    item: Option<String>,
    /// Column with the rater; rankings of one rater belong together
    #[arg(long, value_name = "COLUMN")]
    rater: Option<String>,
    #[command(flatten)]
    uncertain: UncertainArguments,
}

/// Rankings with the first row of each.
struct RankingRows {
    systems: Vec<String>,
    rankings: Vec<Ranking>,
    first_rows: Vec<usize>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let data = self.data.load()?;
        let read = self.read(&data)?;
        let item = self.clusters(&data, self.item.as_deref(), &read.first_rows)?;
        let rater = self.clusters(&data, self.rater.as_deref(), &read.first_rows)?;
        let clusters = match (&item, &rater) {
            (Some(item), Some(rater)) => Some(Clusters::Two(item, rater)),
            (Some(one), None) | (None, Some(one)) => Some(Clusters::One(one)),
            (None, None) => None,
        };
        let uncertainty = self.uncertain.uncertainty(clusters)?;
        let options = Options { uncertainty, level: self.uncertain.confidence.level()? };
        let fit = plackett_luce::fit(read.systems.len(), &read.rankings, options)
            .map_err(|e| name_systems(&e, &read.systems))?;
        let numbers = Numbers::new("pl", fit.estimates(&read.systems))
            .option("errors", UncertainArguments::word(uncertainty))
            .option("confidence", self.uncertain.confidence.confidence)
            .option("seed", self.uncertain.seed)
            .n("rankings", fit.rankings)
            .n("systems", read.systems.len());
        Ok(Answer::Numbers(Numbers { sentence: sentence(&numbers.estimates), ..numbers }))
    }

    fn read(&self, data: &Data) -> anyhow::Result<RankingRows> {
        let (ballots, ranks) = (data.factor(&self.ranking)?, data.numbers(&self.rank)?);
        let column = data.column(&self.system)?;
        let systems: Vec<&str> = column.iter().flatten().collect::<BTreeSet<_>>().into_iter().collect();
        let mut rows: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for row in 0..data.len() {
            let ballot = ballots.codes[row]
                .ok_or_else(|| BadInput(format!("{}: nothing in column `{}`", data.row_words(row), self.ranking)))?;
            rows.entry(ballot).or_default().push(row);
        }
        let mut read = RankingRows {
            systems: systems.iter().map(|&name| name.to_owned()).collect(),
            rankings: Vec::new(),
            first_rows: Vec::new(),
        };
        for rows in rows.values() {
            let mut placed: Vec<(f64, u32)> = Vec::new();
            let mut below = Vec::new();
            for &row in rows {
                let name = column
                    .get(row)
                    .ok_or_else(|| BadInput(format!("{}: nothing in column `{}`", data.row_words(row), self.system)))?;
                let code = u32::try_from(systems.binary_search(&name).unwrap_or_default())?;
                match ranks.values[row] {
                    Some(rank) => placed.push((rank, code)),
                    None => below.push(code),
                }
            }
            read.rankings.push(Ranking { below, ..Ranking::from_places(placed) });
            read.first_rows.push(rows[0]);
        }
        Ok(read)
    }

    fn clusters(&self, data: &Data, column: Option<&str>, rows: &[usize]) -> anyhow::Result<Option<Vec<u32>>> {
        let Some(column) = column else { return Ok(None) };
        let codes = data.factor(column)?.codes;
        let code = |row: &usize| {
            codes[*row]
                .ok_or_else(|| BadInput(format!("{}: nothing in column `{column}`", data.row_words(*row))).into())
        };
        rows.iter().map(code).collect::<anyhow::Result<Vec<u32>>>().map(Some)
    }
}
