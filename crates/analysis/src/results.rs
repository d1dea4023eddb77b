//! What an analysis gives.

use dataset::JudgedBy;
use stats::Estimate;
use study::file::Better;

use crate::claims::{DecidingTest, PowerForOriginal};
use crate::{Quantity, Statistic};

/// Every number of one analysis, what was decided with them, and where they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// What the numbers are about.
    pub about: About,
    /// What they were made from.
    pub provenance: Provenance,
    /// The numbers.
    pub estimates: Vec<NamedEstimate>,
    /// The claims, decided.
    pub claims: Vec<ClaimResult>,
    /// Where two analyses of the same thing differ, and why.
    pub remarks: Vec<Remark>,
    /// What could not be computed, and why.
    pub missing: Vec<String>,
}

/// What the numbers are about.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// Title of the study, or the name of the table.
    pub title: String,
    /// Language of the outputs, where it is known.
    pub language: Option<String>,
    /// What was judged.
    pub systems: Vec<Label>,
    /// What was asked.
    pub criteria: Vec<CriterionSummary>,
}

/// An id with its printed name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The id.
    pub id: String,
    /// The printed name.
    pub name: String,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct CriterionSummary {
    /// Id of the criterion.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The word of its response kind.
    pub kind: String,
    /// The lowest and highest score there can be, where the scale has ends and a study or a mapping states them.
    pub scale: Option<(f64, f64)>,
    /// The lowest and highest answer, of ratings and sliders: no ends of a scale.
    pub answers: Option<(f64, f64)>,
    /// Which end of the score is better.
    pub better: Better,
    /// What its scores are; none for kinds without.
    pub score: Option<Statistic>,
}

/// What results were made from. The chain of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Fingerprint of the study.
    pub study: Option<String>,
    /// Fingerprint of the judgements.
    pub data: Option<String>,
    /// Where the judgements come from, in words.
    pub origin: String,
    /// Who judged.
    pub judged_by: JudgedBy,
    /// What of the study was changed after collecting began, in words; none of it changes what was asked.
    pub changed: Vec<String>,
    /// The program and its version.
    pub program: String,
    /// Fingerprint of the sources it was built from; none in files that do not say.
    pub program_hash: Option<String>,
    /// The seed of everything drawn.
    pub seed: u64,
    /// Bootstrap replicates.
    pub replicates: usize,
}

/// An estimate with its place among the results.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedEstimate {
    /// What it is.
    pub statistic: Statistic,
    /// Id of the criterion it is about; none for numbers about the whole study.
    pub criterion: Option<String>,
    /// What else it is about: systems, people, points of the scale.
    pub of: Vec<String>,
    /// The number with what belongs to it.
    pub estimate: Estimate,
    /// How many judgements, or pairs of values, it rests on.
    pub n: usize,
    /// How it was made.
    pub method: String,
}

/// A claim with what was decided.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimResult {
    /// Id of the claim.
    pub id: String,
    /// Its sentence.
    pub text: String,
    /// The condition, as written.
    pub holds_if: Option<String>,
    /// What decides it, in words.
    pub rule: String,
    /// The outcome.
    pub verdict: Verdict,
    /// The numbers that were used.
    pub numbers: Vec<Quantity>,
    /// The p-values that decided, part by part.
    pub tests: Vec<DecidingTest>,
    /// How the verdict follows from them, part by part.
    pub because: Vec<String>,
    /// The power of each comparison that was tested for what the original found, where that is known.
    pub power: Vec<PowerForOriginal>,
    /// The verdicts of other analyses.
    pub otherwise: Vec<Otherwise>,
}

/// A claim as another analysis than its own decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otherwise {
    /// What was done otherwise.
    pub change: Change,
    /// The test, the rule (`all` for all of them) or the rater that it is about.
    pub what: String,
    /// The outcome.
    pub verdict: Verdict,
}

/// What an analysis does otherwise than the claim's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Another test.
    Test,
    /// What a rule excludes is kept.
    Kept,
    /// A rater is left out.
    LeftOut,
}

/// How a claim came out, worse verdicts first: of parts that must all hold the worst decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The study does not speak to it.
    OutOfScope,
    /// Its test shows the opposite.
    Contradicted,
    /// The scores are not as claimed; no test was named.
    NotAsClaimed,
    /// The numbers it needs could not be computed.
    NotComputed,
    /// Its test shows neither the claim nor the opposite.
    Inconclusive,
    /// The scores are as claimed; no test was named.
    AsClaimed,
    /// Its test shows what is claimed.
    Supported,
}

/// Where two analyses of the same thing differ, and why; or something a reader must know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Id of the criterion it is about.
    pub criterion: Option<String>,
    /// What it says.
    pub text: String,
    /// The numbers it is about.
    pub about: Vec<Quantity>,
}

impl NamedEstimate {
    /// What it is, and what it is about.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        Quantity::new(self.statistic, self.criterion.iter().chain(&self.of))
    }

    /// Its id: `mean[fluency, svm]`.
    #[must_use]
    pub fn id(&self) -> String {
        self.quantity().to_string()
    }
}

impl Results {
    /// The number of a statistic: `results.get(Statistic::Mean, "fluency", &["svm"])`; `None` as criterion for
    /// numbers about the whole study.
    #[must_use]
    pub fn get<'a>(
        &self,
        statistic: Statistic,
        criterion: impl Into<Option<&'a str>>,
        of: &[&str],
    ) -> Option<&NamedEstimate> {
        let criterion = criterion.into();
        let wanted =
            |it: &&NamedEstimate| it.statistic == statistic && it.criterion.as_deref() == criterion && it.of == of;
        self.estimates.iter().find(wanted)
    }

    /// The number of a quantity.
    #[must_use]
    pub fn find(&self, quantity: &Quantity) -> Option<&NamedEstimate> {
        self.estimates.iter().find(|named| named.statistic == quantity.statistic() && named.quantity() == *quantity)
    }

    /// All numbers of a statistic about this criterion, in their order.
    pub fn all<'a>(
        &'a self,
        statistic: Statistic,
        criterion: Option<&'a str>,
    ) -> impl Iterator<Item = &'a NamedEstimate> {
        self.estimates.iter().filter(move |it| it.statistic == statistic && it.criterion.as_deref() == criterion)
    }
}

impl Change {
    /// The word for it, in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Change::Test => "test",
            Change::Kept => "kept",
            Change::LeftOut => "left-out",
        }
    }

    /// Reads [`Change::word`] back.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Change> {
        [Change::Test, Change::Kept, Change::LeftOut].into_iter().find(|change| change.word() == word)
    }

    /// In words: `without p0003`.
    #[must_use]
    pub fn words(self, what: &str) -> String {
        match (self, what) {
            (Change::Test, _) => what.to_owned(),
            (Change::Kept, "all") => "including everything that rules exclude".to_owned(),
            (Change::Kept, rule) => format!("including what is excluded as {}", rule.replace('-', " ")),
            (Change::LeftOut, _) => format!("without {what}"),
        }
    }
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 7] = [
        Verdict::OutOfScope,
        Verdict::Contradicted,
        Verdict::NotAsClaimed,
        Verdict::NotComputed,
        Verdict::Inconclusive,
        Verdict::AsClaimed,
        Verdict::Supported,
    ];

    /// In words, as in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Supported => "supported",
            Verdict::Contradicted => "contradicted",
            Verdict::Inconclusive => "inconclusive",
            Verdict::AsClaimed => "direction only, as claimed",
            Verdict::NotAsClaimed => "direction only, not as claimed",
            Verdict::NotComputed => "not computed",
            Verdict::OutOfScope => "out of scope",
        }
    }

    /// The verdict with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// Whether its own rule says that the claim holds: by a test, or by the order of the scores where no test was named.
    #[must_use]
    pub fn holds(self) -> bool {
        matches!(self, Verdict::Supported | Verdict::AsClaimed)
    }
}
