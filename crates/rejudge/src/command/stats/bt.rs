//! `rejudge stats bt`: Bradley–Terry strengths from choices between two.

use clap::{Args, ValueEnum};
use stats::Estimate;
use stats::preference::Choice;
use stats::strength::Ties;
use stats::strength::bradley_terry::{self, Options, Position};

use super::answer::{Answer, Numbers, number, p_phrase};
use super::data::{Data, Source};
use super::method_description::About;
use super::uncertainty_arguments::{UncertainArguments, name_systems};
use super::votes::{NoChoice, ReadVotes, VoteArguments};
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "bt",
    aliases: &["bradley-terry"],
    what: "Bradley–Terry strengths from choices between two, with ties, a side effect and covariates",
    formula: "P(i over j) = 1 / (1 + exp(-(s_i - s_j + g))), i shown first, g the advantage of the first
        Davidson ties: P(i) : P(j) : P(tie) = exp(h/2) : exp(-h/2) : nu with h = s_i - s_j + g
        Rao-Kupper ties: P(i) = 1 / (1 + theta exp(-h)), P(j) = 1 / (1 + theta exp(h))
        strengths are logarithms and sum to zero; clustered errors are a sandwich over items and raters",
    source: "Bradley & Terry 1952, Biometrika 39; Davidson 1970, JASA 65; Rao & Kupper 1967, JASA 62;
        Davidson & Beaver 1977, Biometrics 33; Cameron, Gelbach & Miller 2011, JBES 29; Owen 2007, AOAS 1",
    checked_against: "R BradleyTerry2::BTm; glm (log-linear Davidson); sandwich::vcovCL; mpmath (Rao-Kupper)",
    not_when: "a system has won or lost everything: it has no finite strength (said, with the groups);
        more than two outputs are compared at once (use pl)",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats bt votes.csv --a system_a --b system_b --choice choice --item item --rater rater
  rejudge stats bt votes.csv --a system_a --b system_b --choice choice --position --ties davidson")]
pub(crate) struct Arguments {
    #[command(flatten)]
    votes: VoteArguments,
    /// What is done with ties; Davidson's model when there are any
    #[arg(long, value_enum)]
    ties: Option<TieWord>,
    /// Estimate the advantage of the side shown first
    #[arg(long)]
    position: bool,
    /// Table with a column `system` and numeric columns that strengths are a linear function of
    #[arg(long, value_name = "FILE")]
    covariates: Option<Source>,
    #[command(flatten)]
    uncertain: UncertainArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TieWord {
    /// Davidson's model
    Davidson,
    /// Rao and Kupper's model
    RaoKupper,
    /// Half a win for each side
    Half,
    /// Left out
    Drop,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let read = self.votes.read(NoChoice::LeftOut)?;
        let covariates = self.covariates.as_ref().map(|file| Covariates::read(file, &read)).transpose()?;
        let uncertainty = self.uncertain.uncertainty(read.clusters())?;
        let ties = self.ties(&read);
        let options = Options {
            ties,
            position: if self.position { Position::Estimated } else { Position::Ignored },
            covariates: covariates.as_ref().map(|covariates| covariates.rows.as_slice()),
            uncertainty,
            level: self.uncertain.confidence.level()?,
        };
        let fit = bradley_terry::fit(read.as_votes(), options).map_err(|e| name_systems(&e, &read.systems))?;
        let mut estimates = fit.estimates(&read.systems);
        if let Some(covariates) = &covariates {
            let coefficients = covariates.names.iter().zip(&fit.coefficients);
            estimates.extend(
                coefficients.map(|(name, (value, se))| Estimate::new("coef", *value).with_labels([name]).se(*se)),
            );
        }
        let numbers = Numbers::new("bt", estimates)
            .option("ties", word(ties))
            .option("position", self.position)
            .option("errors", UncertainArguments::word(uncertainty))
            .option("confidence", self.uncertain.confidence.confidence)
            .option("seed", self.uncertain.seed)
            .n("votes", fit.votes)
            .n("ties", fit.ties)
            .n("systems", read.systems.len());
        Ok(Answer::Numbers(Numbers { sentence: sentence(&numbers.estimates), notes: read.notes, ..numbers }))
    }

    fn ties(&self, read: &ReadVotes) -> Ties {
        match self.ties {
            Some(TieWord::Davidson) => Ties::Davidson,
            Some(TieWord::RaoKupper) => Ties::RaoKupper,
            Some(TieWord::Half) => Ties::Half,
            Some(TieWord::Drop) => Ties::Drop,
            None if read.votes.iter().any(|vote| vote.choice == Choice::Neither) => Ties::Davidson,
            None => Ties::Drop,
        }
    }
}

fn word(ties: Ties) -> &'static str {
    match ties {
        Ties::Davidson => "davidson",
        Ties::RaoKupper => "rao-kupper",
        Ties::Half => "half",
        Ties::Drop => "drop",
    }
}

/// Numeric columns by system.
struct Covariates {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Covariates {
    fn read(file: &Source, votes: &ReadVotes) -> anyhow::Result<Self> {
        let data = Data::load(file)?;
        let systems = data.column("system")?;
        let names: Vec<String> = data.names().filter(|name| *name != "system").map(str::to_owned).collect();
        let columns = names.iter().map(|name| data.numbers(name)).collect::<anyhow::Result<Vec<_>>>()?;
        let row_of = |system: &String| {
            let row = systems
                .iter()
                .position(|cell| cell == Some(system))
                .ok_or_else(|| BadInput(format!("`{file}` has no row for system `{system}`")))?;
            let values = columns.iter().zip(&names).map(|(column, name)| {
                column.values[row].ok_or_else(|| BadInput(format!("`{file}`: `{system}` has no `{name}`")).into())
            });
            values.collect::<anyhow::Result<Vec<f64>>>()
        };
        let rows = votes.systems.iter().map(row_of).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Covariates { names, rows })
    }
}

/// The strongest system, and how it stands to the next.
pub(crate) fn sentence(estimates: &[Estimate]) -> String {
    let mut strengths: Vec<&Estimate> = estimates.iter().filter(|e| e.name == "strength").collect();
    strengths.sort_by(|a, b| b.value.total_cmp(&a.value));
    let [best, next, ..] = strengths.as_slice() else { return String::new() };
    let (best, next) = (&best.of[0], &next.of[0]);
    let contrast = estimates
        .iter()
        .find(|e| e.name == "contrast" && e.of.contains(best) && e.of.contains(next))
        .map(|e| (e.value.abs(), e.p));
    match contrast {
        Some((difference, Some(p))) => format!(
            "{best} is the strongest; it is expected to be chosen over {next} in {}% of decided votes ({}).",
            number((1000.0 / (1.0 + (-difference).exp())).round() / 10.0),
            p_phrase(p)
        ),
        _ => format!("{best} is the strongest."),
    }
}
