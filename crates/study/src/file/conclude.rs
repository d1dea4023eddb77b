//! The sections about concluding: what is reproduced, how answers are analysed, the claims.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `[reproduces]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reproduces {
    /// The paper: authors and year.
    pub paper: String,
    /// A link to it.
    pub url: Option<String>,
    /// The file with its printed numbers.
    pub results: Option<String>,
    /// Every known difference from the original.
    #[serde(default)]
    pub deviations: Vec<Deviation>,
}

/// One difference from the original.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// What differs.
    pub what: String,
    /// How it was.
    pub original: String,
    /// How it is here.
    pub here: String,
    /// Why.
    pub why: Option<String>,
}

/// `[analysis]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AnalysisFile {
    /// The level at which a test is called significant.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub alpha: f64,
    /// The correction over all comparisons of systems on one criterion.
    pub correction: Option<Correction>,
    /// How many comparisons the correction covers, when that is not all pairs of systems.
    #[schemars(range(min = 1))]
    pub comparisons: Option<u32>,
    /// Whether agreement between participants will be measured.
    pub agreement: bool,
    /// Correlations over systems with the original.
    pub correlations: bool,
    /// The rules by which answers are excluded, fixed in advance.
    pub exclude: Vec<Exclusion>,
}

impl Default for AnalysisFile {
    fn default() -> Self {
        AnalysisFile {
            alpha: 0.05,
            correction: None,
            comparisons: None,
            agreement: true,
            correlations: false,
            exclude: Vec::new(),
        }
    }
}

/// A correction for multiple comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// None, stated explicitly.
    None,
    /// Bonferroni.
    Bonferroni,
    /// Holm's step-down.
    Holm,
    /// Hochberg's step-up.
    Hochberg,
    /// Benjamini and Hochberg's false discovery rate.
    BenjaminiHochberg,
    /// Benjamini and Yekutieli's false discovery rate.
    BenjaminiYekutieli,
    /// Tukey's honestly significant difference.
    Tukey,
    /// Dunnett's comparison with one control.
    Dunnett,
}

/// A rule by which answers are excluded.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Exclusion {
    /// Sessions that failed more checks than allowed.
    FailedChecks,
    /// Sessions that were not finished.
    Incomplete,
    /// Sessions faster than this.
    FasterThan {
        /// Seconds for the whole list.
        seconds: f64,
    },
    /// Sessions slower than this.
    SlowerThan {
        /// Seconds for the whole list.
        seconds: f64,
    },
    /// Sessions with the same answer to every question; in a study with parts, to every question of each criterion.
    SameAnswer,
}

/// One `[[claims]]` table: a sentence of the paper with the test that decides it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimFile {
    /// Short id, such as `C1`.
    pub id: String,
    /// The sentence.
    #[schemars(length(min = 1))]
    pub text: String,
    /// When it holds: `vae > all others on meaning`, `a = b on fluency within 0.05`.
    /// May be left out only when the claim is out of scope.
    pub holds_if: Option<String>,
    /// What decides it.
    pub decided_by: Option<DecidedBy>,
    /// How the reproduced study decided it, if that was different. Computed and shown next to the deciding
    /// rule, with its assumptions.
    pub as_original: Option<DecidedBy>,
    /// Whether this study can address it at all.
    #[serde(default)]
    pub scope: Scope,
}

/// What decides a claim: a word, or a table with the test.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DecidedBy {
    /// `"direction"` or `"test"`.
    Rule(Decision),
    /// A significance test.
    Test(Test),
}

/// A rule without a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The order of the point estimates alone.
    Direction,
    /// The deciding analysis: the linear mixed model, with the study's correction and level.
    Test,
}

/// A significance test with its correction.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Which test.
    pub test: TestName,
    /// The correction; the study's when absent, and Holm's where the study has none (in `as_original`, no correction).
    pub correction: Option<Correction>,
    /// The level; the study's when absent.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub alpha: Option<f64>,
}

/// The tests that can decide a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TestName {
    /// Student's t for two independent groups.
    StudentT,
    /// Welch's t for two independent groups.
    WelchT,
    /// Student's t on differences within items.
    PairedT,
    /// One-way analysis of variance followed by Tukey's honestly significant difference.
    AnovaTukey,
    /// Mann–Whitney's rank test.
    MannWhitney,
    /// Wilcoxon's signed-rank test within items.
    Wilcoxon,
    /// The sign test on decided choices.
    Sign,
    /// Friedman's test with post-hoc comparisons.
    Friedman,
    /// Two one-sided tests of equivalence, with the linear mixed model.
    Tost,
    /// The linear mixed model: the deciding analysis of every kind with a score.
    MixedModel,
    /// A cumulative-link mixed model for ordinal ratings.
    OrdinalModel,
    /// Bradley–Terry strengths with clustered intervals.
    BradleyTerry,
    /// Plackett–Luce strengths for rankings.
    PlackettLuce,
    /// A bootstrap clustered by item and participant.
    Bootstrap,
}

/// Whether this study can address a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Decided here.
    #[default]
    In,
    /// Kept for the record, not decided here.
    Out,
}
