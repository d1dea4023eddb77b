//! `rejudge stats emm`

use clap::Args;

use super::answer::Answer;
use super::lmm;
use super::method_description::About;

pub(crate) const ABOUT: About = About {
    name: "emm",
    aliases: &["emmeans"],
    what: "estimated marginal means of a mixed model, and contrasts of them",
    formula: "mean of a level = average prediction over all combinations of the other factors, each counting the same,
        with numbers at their mean; contrasts are differences of means
        Tukey: P(studentized range > √2|t|); Dunnett: P(largest |t| against a control > |t|); Holm: step-down
        letters: two means share one exactly when they do not differ",
    source: "Searle, Speed & Milliken (1980), Am. Stat. 34; Tukey (1953); Dunnett (1955), JASA 50; Holm (1979), Scand. J. Stat. 6
        Piepho (2004), J. Comput. Graph. Stat. 13, for the letters",
    checked_against: "R: emmeans::emmeans(model, ~ factor, lmer.df =), pairs(adjust =)",
    not_when: "The factor interacts strongly with another: averaging over the other hides what happens; ask for
        both at once, joined by a colon.",
};

#[derive(Debug, Args)]
#[group(skip)]
#[command(
    after_help = "Example:\n  rejudge stats emm ratings.csv \"rating ~ system + (1|rater) + (1|item)\" --contrasts system --adjust tukey"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: lmm::Arguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        self.model.run_means()
    }
}
