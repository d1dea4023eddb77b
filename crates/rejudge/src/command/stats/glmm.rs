//! `rejudge stats glmm`

use clap::Args;

use super::answer::Answer;
use super::latent::{Kind, LatentArguments};
use super::method_description::About;

pub(crate) const ABOUT: About = About {
    name: "glmm",
    aliases: &["glmer"],
    what: "binomial mixed model: choices between two explained by systems, with raters and items as random effects",
    formula: "P(Y = second category) = F(xᵀβ + zᵀb), b ~ N(0, ΛΛᵀ), F logistic (logit) or normal (probit)
        the integral over b by Laplace's approximation with the observed curvature, as in clmm with two categories
        shares of trials: the response holds shares, --weights the number of trials",
    source: "Breslow & Clayton (1993), J. Am. Stat. Assoc. 88; Tierney & Kadane (1986), J. Am. Stat. Assoc. 81",
    checked_against: "R: lme4::glmer(family = binomial, nAGQ = 1); glmmTMB::glmmTMB(family = binomial(\"probit\"))",
    not_when: "More than two ordered categories: use clmm.
        Choices between two systems shown side by side: Bradley-Terry (bt) speaks of the systems.
        Very few rows per level of a random effect: Laplace's approximation is then coarse.",
};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats glmm answers.csv \"correct ~ system + (1|rater) + (1|item)\" --contrasts system"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: LatentArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        self.model.run(Kind::Binomial, None)
    }
}
