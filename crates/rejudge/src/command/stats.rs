//! `rejudge stats METHOD FILE …`: any of the statistics on any table.
//!
//! One file per method in `stats/`, holding its arguments, what it says about itself
//! ([`about::About`]) and how it calls the `stats` crate. To add a method, add a file and a variant.

mod adjust;
mod agreement;
mod alpha;
mod anova;
mod answer;
mod binomial;
mod blocks;
mod bt;
mod chisq;
mod clmm;
mod contrasts;
mod correlation;
mod crosstable;
mod cv;
mod data;
mod describe;
mod dunnett;
mod effect;
mod elo;
mod emm;
mod fisher;
mod fleiss;
mod friedman;
mod glmm;
mod groups;
mod gwet;
mod icc;
mod kappa;
mod kendall_w;
mod kruskal;
mod latent;
mod levene;
mod lmm;
mod mannwhitney;
mod mcnemar;
mod meta;
mod method_description;
mod model_frame;
mod paired_tests;
mod permutation;
mod pl;
mod power;
mod preference;
mod qra;
mod rank_p;
mod ratings;
mod replication;
mod samples;
mod sign;
mod spans;
mod test_arguments;
mod tost;
mod trueskill;
mod ttest;
mod tukey;
mod uncertainty_arguments;
mod unitised;
mod votes;
mod which;
mod wilcoxon;

use clap::{Args, Command, Subcommand};
use stats::correlation::Correlation;

use crate::outcome::Outcome;
pub use answer::Member;
pub(crate) use answer::{Answer, p_text};
pub(crate) use data::Source;
pub(crate) use method_description::About;

/// Any of the statistics on any table
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rejudge stats ttest ratings.csv --value rating --group system\n\n`rejudge stats which` helps to choose, `rejudge stats list` shows them all."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    method: Method,
    /// Print one JSON object instead of a table
    #[arg(long, global = true)]
    json: bool,
    /// Print formula, source and when not to use the method, and stop
    #[arg(long, global = true)]
    explain: bool,
}

#[derive(Debug, Subcommand)]
enum Method {
    /// Every method with the reference it was checked against
    List,
    /// Which method fits: asks, or takes flags, and gives the reason and the command
    Which(which::Arguments),
    /// Krippendorff's alpha
    Alpha(alpha::Arguments),
    /// Krippendorff's alpha for spans marked in texts
    Unitised(unitised::Arguments),
    /// Cohen's kappa, plain or weighted
    Kappa(kappa::Arguments),
    /// Fleiss' kappa; Scott's pi with two raters
    Fleiss(fleiss::Arguments),
    /// Gwet's AC1 and AC2
    Gwet(gwet::Arguments),
    /// Intraclass correlation, six forms
    Icc(icc::Arguments),
    /// Percent agreement, overall and by rater, leaving out each rater, and the items with most disagreement
    Agreement(agreement::Arguments),
    /// Kendall's W, the concordance of several rankings
    KendallW(kendall_w::Arguments),
    /// Pearson's r
    Pearson(correlation::Arguments),
    /// Spearman's rho
    Spearman(correlation::Arguments),
    /// Kendall's tau-b
    Kendall(correlation::Arguments),
    /// Number, mean, SD, median and range, by group
    Describe(describe::Arguments),
    /// Student's, Welch's, paired and one-sample t-tests
    Ttest(ttest::Arguments),
    /// One-way analysis of variance, between groups or with repeated measures
    Anova(anova::Arguments),
    /// All pairs of groups at once: Tukey-Kramer, Games-Howell
    Tukey(tukey::Arguments),
    /// Several groups against one control
    Dunnett(dunnett::Arguments),
    /// Test of equal variances
    Levene(levene::Arguments),
    /// Kruskal-Wallis rank test of several independent groups
    Kruskal(kruskal::Arguments),
    /// Friedman rank test of several groups within blocks, with pairwise comparisons
    Friedman(friedman::Arguments),
    /// Mann-Whitney rank test of two independent samples
    Mannwhitney(mannwhitney::Arguments),
    /// Wilcoxon signed-rank test of paired values
    Wilcoxon(wilcoxon::Arguments),
    /// Sign test of paired values
    Sign(sign::Arguments),
    /// Permutation test and bootstrap interval of a difference, clustered by item and rater
    Permutation(permutation::Arguments),
    /// Exact binomial test of a share
    Binomial(binomial::Arguments),
    /// Chi-square tests of independence and goodness of fit
    Chisq(chisq::Arguments),
    /// Fisher's exact test of a table of counts
    Fisher(fisher::Arguments),
    /// McNemar's test of paired yes-or-no answers
    Mcnemar(mcnemar::Arguments),
    /// p-values corrected for multiple comparisons
    Adjust(adjust::Arguments),
    /// Effect sizes with intervals
    Effect(effect::Arguments),
    /// Equivalence test (TOST): whether a difference is too small to matter
    Tost(tost::Arguments),
    /// Comparison of a reproduction with its original
    Replication(replication::Arguments),
    /// Power, the size needed or the effect detectable
    Power(power::Arguments),
    /// CV* of repeated measurements
    Cv(cv::Arguments),
    /// Joint assessment of several experiments with the same systems
    Qra(qra::Arguments),
    /// Wins, losses, ties, win %, best-worst scale, shares, position bias
    Preference(preference::Arguments),
    /// Bradley–Terry strengths from choices between two
    Bt(bt::Arguments),
    /// Plackett–Luce strengths from rankings
    Pl(pl::Arguments),
    /// Elo ratings over many orders of the votes
    Elo(elo::Arguments),
    /// TrueSkill over many orders of the votes
    Trueskill(trueskill::Arguments),
    /// Linear mixed models, with marginal means and contrasts
    Lmm(lmm::Arguments),
    /// Cumulative-link mixed models for ordered categories
    Clmm(clmm::Arguments),
    /// Binomial mixed models for choices between two
    Glmm(glmm::Arguments),
    /// Estimated marginal means and contrasts of a mixed model
    Emm(emm::Arguments),
    /// The pooled effect of several studies
    Meta(meta::Arguments),
}

/// What every method says about itself, in the order of `rejudge stats list`.
pub(crate) const ABOUT: &[&About] = &[
    &alpha::ABOUT,
    &unitised::ABOUT,
    &kappa::ABOUT,
    &fleiss::ABOUT,
    &gwet::ABOUT,
    &icc::ABOUT,
    &agreement::ABOUT,
    &kendall_w::ABOUT,
    &correlation::PEARSON,
    &correlation::SPEARMAN,
    &correlation::KENDALL,
    &describe::ABOUT,
    &ttest::ABOUT,
    &anova::ABOUT,
    &tukey::ABOUT,
    &dunnett::ABOUT,
    &levene::ABOUT,
    &kruskal::ABOUT,
    &friedman::ABOUT,
    &mannwhitney::ABOUT,
    &wilcoxon::ABOUT,
    &sign::ABOUT,
    &permutation::ABOUT,
    &binomial::ABOUT,
    &chisq::ABOUT,
    &fisher::ABOUT,
    &mcnemar::ABOUT,
    &adjust::ABOUT,
    &effect::ABOUT,
    &tost::ABOUT,
    &replication::ABOUT,
    &power::ABOUT,
    &cv::ABOUT,
    &qra::ABOUT,
    &preference::ABOUT,
    &bt::ABOUT,
    &pl::ABOUT,
    &elo::ABOUT,
    &trueskill::ABOUT,
    &lmm::ABOUT,
    &clmm::ABOUT,
    &glmm::ABOUT,
    &emm::ABOUT,
    &meta::ABOUT,
];

impl Method {
    fn run(&self) -> anyhow::Result<Answer> {
        match self {
            Method::List => Ok(method_description::list(ABOUT)),
            Method::Which(arguments) => arguments.run(),
            Method::Alpha(arguments) => arguments.run(),
            Method::Unitised(arguments) => arguments.run(),
            Method::Kappa(arguments) => arguments.run(),
            Method::Fleiss(arguments) => arguments.run(),
            Method::Gwet(arguments) => arguments.run(),
            Method::Icc(arguments) => arguments.run(),
            Method::Agreement(arguments) => arguments.run(),
            Method::KendallW(arguments) => arguments.run(),
            Method::Pearson(arguments) => arguments.run(Correlation::Pearson),
            Method::Spearman(arguments) => arguments.run(Correlation::Spearman),
            Method::Kendall(arguments) => arguments.run(Correlation::Kendall),
            Method::Describe(arguments) => arguments.run(),
            Method::Ttest(arguments) => arguments.run(),
            Method::Anova(arguments) => arguments.run(),
            Method::Tukey(arguments) => arguments.run(),
            Method::Dunnett(arguments) => arguments.run(),
            Method::Levene(arguments) => arguments.run(),
            Method::Kruskal(arguments) => arguments.run(),
            Method::Friedman(arguments) => arguments.run(),
            Method::Mannwhitney(arguments) => arguments.run(),
            Method::Wilcoxon(arguments) => arguments.run(),
            Method::Sign(arguments) => arguments.run(),
            Method::Permutation(arguments) => arguments.run(),
            Method::Binomial(arguments) => arguments.run(),
            Method::Chisq(arguments) => arguments.run(),
            Method::Fisher(arguments) => arguments.run(),
            Method::Mcnemar(arguments) => arguments.run(),
            Method::Adjust(arguments) => arguments.run(),
            Method::Effect(arguments) => arguments.run(),
            Method::Tost(arguments) => arguments.run(),
            Method::Replication(arguments) => arguments.run(),
            Method::Power(arguments) => arguments.run(),
            Method::Cv(arguments) => arguments.run(),
            Method::Qra(arguments) => arguments.run(),
            Method::Preference(arguments) => arguments.run(),
            Method::Bt(arguments) => arguments.run(),
            Method::Pl(arguments) => arguments.run(),
            Method::Elo(arguments) => arguments.run(),
            Method::Trueskill(arguments) => arguments.run(),
            Method::Lmm(arguments) => arguments.run(),
            Method::Clmm(arguments) => arguments.run(),
            Method::Glmm(arguments) => arguments.run(),
            Method::Emm(arguments) => arguments.run(),
            Method::Meta(arguments) => arguments.run(),
        }
    }
}

/// What `stats METHOD --explain` is about. It needs no data, so it is answered before the arguments
/// of the method, most of which are required, are read.
pub(crate) fn find_explanation(words: &[String]) -> Option<&'static About> {
    let [command, method, rest @ ..] = words else { return None };
    let asked = command == "stats" && rest.iter().any(|word| word == "--explain");
    ABOUT.iter().copied().find(|about| asked && (about.name == method || about.aliases.contains(&method.as_str())))
}

/// The command line with the other names of every method.
pub(crate) fn with_aliases(mut stats: Command) -> Command {
    for about in ABOUT {
        stats = stats.mut_subcommand(about.name, |method| method.visible_aliases(about.aliases.iter().copied()));
    }
    stats
}

/// The declaration of `rejudge stats` alone.
pub(crate) fn command() -> Command {
    with_aliases(Arguments::augment_args(Command::new("stats")))
}

impl Arguments {
    /// The method's answer.
    pub(crate) fn answer(&self) -> anyhow::Result<Answer> {
        self.method.run()
    }

    /// Runs the method and prints its answer.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let answer = self.answer()?;
        if self.json {
            println!("{}", serde_json::to_string(&answer.members())?);
        } else {
            print!("{}", answer.to_text());
        }
        Ok(Outcome::Done)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ABOUT;

    #[test]
    fn no_two_methods_have_a_name_in_common() {
        let names: Vec<&str> = ABOUT.iter().flat_map(|about| [&[about.name], about.aliases].concat()).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
}
