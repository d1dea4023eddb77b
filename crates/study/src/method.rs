//! The methods that can decide a claim, one file each.
//!
//! What a method is called, which answers it can be computed from, what it assumes, what it can decide and where it
//! comes from is written here once. Checking, explaining, analysing, comparing and reporting read it.

mod anova_tukey;
mod bootstrap;
mod bradley_terry;
mod friedman;
mod mann_whitney;
mod mixed_model;
mod ordinal_model;
mod paired_t;
mod plackett_luce;
mod sign;
mod student_t;
mod tost;
mod welch_t;
mod wilcoxon;

use crate::file::TestName;
use crate::response::{Kind, Response};

/// A way of comparing two systems on one criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// Its name in study files.
    pub test: TestName,
    /// Its name in words.
    pub words: &'static str,
    /// The name of its statistic among the results: `student_t[fluency, svm, gedi]`.
    pub statistic: &'static str,
    /// The name of the p-value corrected for the number of comparisons.
    pub corrected: &'static str,
    /// The response kinds it can be computed from.
    pub kinds: &'static [Kind],
    /// The response kinds it was made for.
    pub suited: &'static [Kind],
    /// How many outputs a question must show, where that matters.
    pub outputs: Option<u32>,
    /// Which systems must have been shown together.
    pub needs: Need,
    /// What it can decide.
    pub decides: &'static [Decision],
    /// What it assumes of the judgements.
    pub assumes: Assumption,
    /// Whether its p-values are for the whole family of comparisons already.
    pub familywise: bool,
    /// How it allows for small samples.
    pub small_samples: &'static str,
    /// The source.
    pub source: &'static str,
}

/// What is to be decided about two systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// One is higher than the other.
    Higher,
    /// One is higher by at least so much.
    HigherBy,
    /// They are the same within a margin.
    SameWithin,
}

/// Which systems must have been shown together for a method to compare two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// None.
    Nothing,
    /// Both on one page.
    PageWithBoth,
    /// Both, on several items.
    ItemsWithBoth,
    /// All systems, on several items; for rankings, on one page.
    ItemsWithAll,
    /// However systems are shown, two judgements more than the model has means.
    MoreJudgementsThanMeans,
}

impl Need {
    /// In words, after "needs".
    #[must_use]
    pub fn words(self) -> Option<&'static str> {
        match self {
            Need::Nothing => None,
            Need::PageWithBoth => Some("pages that show both systems"),
            Need::ItemsWithBoth => Some("at least two items on which both systems are judged"),
            Need::ItemsWithAll => Some("at least two items on which all systems are judged; for rankings, on one page"),
            Need::MoreJudgementsThanMeans => Some("at least two judgements more than there are means to estimate"),
        }
    }
}

/// What a method assumes of judgements of one item, of one output, or by one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumption {
    /// That all judgements are independent.
    IndependentJudgements,
    /// That items are independent; people are taken as fixed.
    IndependentItems,
    /// That they share the level of their person and of their item, and nothing else.
    PeopleAndItems,
    /// Nothing about how they go together, but that there are many people and items.
    Clusters,
    /// Nothing about how they go together; people and items are drawn again.
    Resampled,
    /// That they share the level of their person, item and output and the person's taste for the system, as far as
    /// the design can show each.
    Design,
}

impl Assumption {
    /// In words, after "The t-test".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Assumption::IndependentJudgements => "treats all judgements as independent",
            Assumption::IndependentItems => "treats items as independent and people as fixed",
            Assumption::PeopleAndItems => "accounts for repeated people and items, not for outputs and people's tastes",
            Assumption::Clusters => "has standard errors clustered by people and items, which need many of both",
            Assumption::Resampled => "draws people and items again, and is conservative",
            Assumption::Design => {
                "accounts for repeated people, items and outputs and for people's tastes, as far as the design can show them"
            }
        }
    }

    /// Whether it takes judgements, or items, for independent.
    #[must_use]
    pub fn ignores_repeats(self) -> bool {
        match self {
            Assumption::IndependentJudgements | Assumption::IndependentItems => true,
            Assumption::PeopleAndItems | Assumption::Clusters | Assumption::Resampled | Assumption::Design => false,
        }
    }

    /// Whether p-values are too small where people have tastes for systems, because it does not account for these.
    #[must_use]
    pub fn ignores_tastes(self) -> bool {
        self.ignores_repeats() || self == Assumption::PeopleAndItems
    }
}

/// One number for each output judged.
const NUMBERS: &[Kind] = &[Kind::Rating, Kind::Slider, Kind::Count, Kind::Spans];
const NUMBERS_OR_CHOICES: &[Kind] =
    &[Kind::Rating, Kind::Slider, Kind::Count, Kind::Spans, Kind::Pairwise, Kind::BestWorst];
const NUMBERS_OR_RANKS: &[Kind] =
    &[Kind::Rating, Kind::Slider, Kind::Count, Kind::Spans, Kind::Ranking, Kind::BestWorst];
const CHOICES: &[Kind] = &[Kind::Pairwise, Kind::BestWorst];
const RANKS: &[Kind] = &[Kind::Ranking];
const RATINGS: &[Kind] = &[Kind::Rating];
/// Everything that gives systems a score.
const SCORED: &[Kind] =
    &[Kind::Rating, Kind::Slider, Kind::Count, Kind::Spans, Kind::Pairwise, Kind::BestWorst, Kind::Ranking];

impl Method {
    /// All methods, in the order of [`TestName`].
    pub const ALL: [Method; 14] = [
        student_t::METHOD,
        welch_t::METHOD,
        paired_t::METHOD,
        anova_tukey::METHOD,
        mann_whitney::METHOD,
        wilcoxon::METHOD,
        sign::METHOD,
        friedman::METHOD,
        tost::METHOD,
        mixed_model::METHOD,
        ordinal_model::METHOD,
        bradley_terry::METHOD,
        plackett_luce::METHOD,
        bootstrap::METHOD,
    ];

    /// Whether it can be computed from answers of this kind, when a question shows so many outputs.
    #[must_use]
    pub fn can_use(&self, response: &Response, outputs: u32) -> bool {
        let shown = match response.name() {
            Kind::Pairwise => 2,
            Kind::BestWorst | Kind::Ranking => outputs,
            Kind::Rating | Kind::Slider | Kind::Count | Kind::Spans | Kind::Choice | Kind::Text => 1,
        };
        self.kinds.contains(&response.name()) && self.outputs.is_none_or(|needed| needed == shown)
    }

    /// Whether it was made for answers of this kind.
    #[must_use]
    pub fn suits(&self, response: &Response) -> bool {
        self.suited.contains(&response.name())
    }
}

impl TestName {
    /// What is declared of it.
    #[must_use]
    pub fn method(self) -> &'static Method {
        match self {
            TestName::StudentT => &student_t::METHOD,
            TestName::WelchT => &welch_t::METHOD,
            TestName::PairedT => &paired_t::METHOD,
            TestName::AnovaTukey => &anova_tukey::METHOD,
            TestName::MannWhitney => &mann_whitney::METHOD,
            TestName::Wilcoxon => &wilcoxon::METHOD,
            TestName::Sign => &sign::METHOD,
            TestName::Friedman => &friedman::METHOD,
            TestName::Tost => &tost::METHOD,
            TestName::MixedModel => &mixed_model::METHOD,
            TestName::OrdinalModel => &ordinal_model::METHOD,
            TestName::BradleyTerry => &bradley_terry::METHOD,
            TestName::PlackettLuce => &plackett_luce::METHOD,
            TestName::Bootstrap => &bootstrap::METHOD,
        }
    }
}

/// The deciding analysis: what `decided_by = "test"` means, and what check recommends.
pub const DECIDING: TestName = TestName::MixedModel;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_has_its_own_declaration() {
        for method in Method::ALL {
            assert_eq!(*method.test.method(), method);
            assert_eq!(method.corrected, format!("{}_p", method.statistic));
            assert!(method.suited.iter().all(|kind| method.kinds.contains(kind)), "{}", method.words);
            assert!(!method.decides.is_empty() && !method.source.is_empty());
        }
        let mut statistics: Vec<&str> = Method::ALL.iter().map(|method| method.statistic).collect();
        statistics.sort_unstable();
        statistics.dedup();
        assert_eq!(statistics.len(), Method::ALL.len());
    }
}
