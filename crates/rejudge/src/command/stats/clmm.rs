//! `rejudge stats clmm`

use clap::{Args, ValueEnum};
use stats::mixed::ordinal::Threshold;

use super::answer::Answer;
use super::latent::{Kind, LatentArguments};
use super::method_description::About;

pub(crate) const ABOUT: About = About {
    name: "clmm",
    aliases: &["ordinal-model"],
    what: "cumulative-link mixed model: ordered categories explained by systems, with raters and items as random effects",
    formula: "P(Y ≤ j) = F(θⱼ − xᵀβ − zᵀb), b ~ N(0, ΛΛᵀ), F logistic (logit) or normal (probit)
        ln L ≈ Σ ln pᵢ(û) − |û|²/2 − ½ ln|I + ΛᵀZᵀDZΛ| with b = Λu (Laplace), D the curvature of ln p at the mode û
        with --scale, F((θⱼ − xᵀβ − zᵀb)/s) with ln s = wᵀζ: `scale` is ζ, and e^ζ how many times as far ratings scatter
        maximised by its own gradient; standard errors from the curvature there; z = estimate / standard error
        marginal means are on the latent scale, whose origin is the mean threshold",
    source: "McCullagh (1980), J. R. Stat. Soc. B 42; Agresti (2010), Analysis of Ordinal Categorical Data, chapter 10
        Tierney & Kadane (1986), J. Am. Stat. Assoc. 81; Skaug & Fournier (2006), Comput. Stat. Data Anal. 51",
    checked_against: "R: ordinal::clmm, ordinal::clm without random effects and with scale, emmeans",
    not_when: "Effects are not the same at every threshold (look at each category's shares by system).
        Very few rows per level of a random effect: Laplace's approximation is then coarse.
        Many categories, such as a 0-100 slider: use lmm.",
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThresholdName {
    Flexible,
    Symmetric,
    Equidistant,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats clmm ratings.csv \"rating ~ system + (1|rater) + (1|item)\" --contrasts system --adjust holm"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: LatentArguments,
    /// What is assumed of the distances between thresholds
    #[arg(long, value_enum, default_value = "flexible")]
    threshold: ThresholdName,
    /// What the scale of the latent response depends on, beside the formula: "system"
    #[arg(long, value_name = "TERMS")]
    scale: Option<String>,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let threshold = match self.threshold {
            ThresholdName::Flexible => Threshold::Flexible,
            ThresholdName::Symmetric => Threshold::Symmetric,
            ThresholdName::Equidistant => Threshold::Equidistant,
        };
        self.model.run(Kind::Ordinal(threshold), self.scale.as_deref())
    }
}
