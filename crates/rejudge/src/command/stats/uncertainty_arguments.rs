//! How sure a strength is: arguments shared by the models of choices and rankings.

use clap::{Args, ValueEnum};
use stats::StatError;
use stats::strength::{Clusters, Resampling, Uncertainty};

use super::test_arguments::Confidence;
use crate::outcome::{BadInput, BadUsage};

/// How the intervals are made.
#[derive(Debug, Args)]
pub(crate) struct UncertainArguments {
    /// How the errors are estimated; sandwich when --item or --rater is given, else model
    #[arg(long, value_enum)]
    errors: Option<Errors>,
    /// Replicates of the bootstrap
    #[arg(long, default_value_t = 1000)]
    replicates: usize,
    /// Seed of everything drawn
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) confidence: Confidence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Errors {
    /// From the model, as if votes were independent
    Model,
    /// Clustered by item and rater
    Sandwich,
    /// Clusters drawn again and the model fitted again
    Bootstrap,
}

impl UncertainArguments {
    /// What was asked, given the clusters there are.
    pub(crate) fn uncertainty<'a>(&self, clusters: Option<Clusters<'a>>) -> anyhow::Result<Uncertainty<'a>> {
        match (self.errors, clusters) {
            (Some(Errors::Model), _) | (None, None) => Ok(Uncertainty::Model),
            (Some(Errors::Sandwich) | None, Some(clusters)) => Ok(Uncertainty::Sandwich(clusters)),
            (Some(Errors::Bootstrap), Some(clusters)) => {
                Ok(Uncertainty::Bootstrap(Resampling { clusters, replicates: self.replicates, seed: self.seed }))
            }
            (Some(Errors::Sandwich | Errors::Bootstrap), None) => {
                Err(BadUsage("clustered errors need --item, --rater or both".to_owned()).into())
            }
        }
    }

    /// The word for what was done.
    pub(crate) fn word(uncertainty: Uncertainty<'_>) -> &'static str {
        match uncertainty {
            Uncertainty::Model => "model",
            Uncertainty::Sandwich(Clusters::One(_)) => "sandwich, one way",
            Uncertainty::Sandwich(Clusters::Two(..)) => "sandwich, item and rater",
            Uncertainty::Bootstrap(_) => "bootstrap",
        }
    }
}

/// The refusal of a fit, with systems by name.
pub(crate) fn name_systems(error: &StatError, systems: &[String]) -> BadInput {
    let StatError::Unconnected { groups } = error else { return BadInput(error.to_string()) };
    let group = |group: &Vec<usize>| group.iter().map(|&code| systems[code].as_str()).collect::<Vec<_>>().join(", ");
    let groups: Vec<String> = groups.iter().map(|members| format!("{{{}}}", group(members))).collect();
    BadInput(format!("{error}: {}", groups.join(" ")))
}
