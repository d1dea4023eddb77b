//! What a researcher writes: `study.toml`, section by section.
//!
//! These types are the one declaration of the format. The doc comments become the descriptions in
//! the published JSON Schema (`rejudge schema`) and the reference page; the shapes drive the
//! structural diagnostics in [`crate::decode`]. Nothing here is checked for sense: that is the
//! step from a [`StudyFile`] to a [`crate::Study`].

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::response::Response;

mod collect;
mod conclude;
mod follow_up;
mod look;
mod notify;
mod part;
mod platform;

pub use collect::{
    ChecksFile, ClosingFile, Codes, Criteria, ListsFile, OnFailure, Order, Pages, ParticipantsFile, Payment, Platform,
    RemarkKind, ScreeningAnswer, ScreeningFile, Sides, TrainingFile,
};
pub use conclude::{
    AnalysisFile, ClaimFile, Correction, DecidedBy, Decision, Deviation, Exclusion, Reproduces, Scope, Test, TestName,
};
pub use follow_up::{AnswerFile, OnlyIfFile};
pub use look::LookFile;
pub use notify::{NoticeKind, NotifyFile};
pub use part::{PartFile, PartOrder};
pub use platform::{Approval, Device, FilterFile, MturkFile, PlatformFile, ProlificFile, ScreenOutFile};

/// A whole `study.toml`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "rejudge study file")]
pub struct StudyFile {
    /// What the study is called, its language and its seed.
    pub study: AboutFile,
    /// Present when the study reproduces an earlier one.
    pub reproduces: Option<Reproduces>,
    /// The systems whose outputs are judged, by id. The value is the name printed in reports, or a
    /// table with more about the system. Human-written text is a system too.
    pub systems: BTreeMap<String, SystemFile>,
    /// Where the items are and how to read them.
    pub items: ItemsFile,
    /// What is judged and how it is asked, one table per criterion.
    #[schemars(length(min = 1))]
    pub criteria: Vec<CriterionFile>,
    /// Which outputs are shown to a participant together.
    #[serde(default)]
    pub design: DesignFile,
    /// The parts of a study that asks in several ways, one table per part; absent when all criteria share one design.
    #[serde(default)]
    pub parts: Vec<PartFile>,
    /// How questions are gathered into lists.
    pub lists: ListsFile,
    /// Training questions, shown with feedback before the list.
    pub training: Option<TrainingFile>,
    /// Questions about the participant that decide whether they take part.
    #[serde(default)]
    pub screening: Vec<ScreeningFile>,
    /// Questions after the list.
    #[serde(default)]
    pub closing: Vec<ClosingFile>,
    /// Who takes part.
    pub participants: Option<ParticipantsFile>,
    /// What participants are paid, and how long it is expected to take.
    pub payment: Option<Payment>,
    /// Settings for the platform that sends participants.
    #[serde(default)]
    pub platform: PlatformFile,
    /// When to notify researchers that something needs attention.
    #[serde(default)]
    pub notify: NotifyFile,
    /// The texts around the questions.
    #[serde(default)]
    pub texts: TextsFile,
    /// Custom appearance.
    #[serde(default)]
    pub look: LookFile,
    /// How the answers will be analysed, fixed before anyone is asked.
    #[serde(default)]
    pub analysis: AnalysisFile,
    /// The sentences of the paper, each with the test that decides it.
    #[serde(default)]
    pub claims: Vec<ClaimFile>,
    /// Codes of `rejudge check` findings that were considered and accepted, with the reason:
    /// `accept = { R001 = "the original gave no definition" }`.
    #[serde(default)]
    pub accept: BTreeMap<String, String>,
}

/// `[study]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutFile {
    /// The title participants see.
    #[schemars(length(min = 1))]
    pub title: String,
    /// Language of the study as a BCP 47 tag, such as `en`, `de` or `ar`.
    #[serde(default = "english")]
    pub language: String,
    /// The seed from which every random choice is drawn.
    pub seed: u64,
    /// One paragraph for readers of the report.
    pub description: Option<String>,
    /// Who answers participants' questions: an e-mail address or a page.
    pub contact: Option<String>,
    /// The institution responsible.
    pub institution: Option<String>,
    /// Reference of the ethics approval, or why none was needed.
    pub ethics: Option<String>,
}

fn english() -> String {
    "en".to_owned()
}

/// One system: its printed name, or a table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SystemFile {
    /// The name printed in reports.
    Name(String),
    /// The name and more.
    Table(SystemTable),
}

/// More about one system.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SystemTable {
    /// The name printed in reports.
    pub name: String,
    /// The column of the items file that holds its outputs; the system's id when absent.
    pub column: Option<String>,
    /// Set when the texts were written by people.
    #[serde(default)]
    pub human: bool,
}

/// `[items]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemsFile {
    /// The file in the study folder: `.csv`, `.tsv`, `.jsonl`, `.parquet` or `.xlsx`.
    pub file: String,
    /// The column with the item's id.
    #[serde(default = "item_column")]
    pub id: String,
    /// Columns shown above the outputs, such as the input text. A name, or a table with a label
    /// and the kind of content.
    #[serde(default)]
    pub show: Vec<ShowFile>,
    /// Columns that divide items into strata: dataset, domain, length.
    #[serde(default)]
    pub strata: Vec<String>,
    /// For one row per output: the column with the system's id. Leave it out when each system has its own
    /// column.
    pub system: Option<String>,
    /// For one row per output: the column with the output.
    pub output: Option<String>,
    /// What the outputs are. Pictures, audio and video are file names in the study folder.
    #[serde(default)]
    pub content: Content,
    /// What participants read above each output, such as `"Summary"`, which gives *Summary A* and *Summary B*.
    pub output_name: Option<String>,
    /// Whether LaTeX formulas are rendered in texts, Markdown and dialogues, and in the study's own texts,
    /// questions and definitions: `$…$` and `\(…\)` inline, `$$…$$` and `\[…\]` as displayed formulas.
    #[serde(default)]
    pub maths: bool,
    /// The language of the code, for syntax highlighting, if `content = "code"`.
    pub code_language: Option<CodeLanguage>,
    /// Marks words that differ: between the two outputs of a page (`"outputs"`), or between each output and a shown column
    /// (its name).
    pub differences: Option<String>,
    /// Whether recordings and videos must be played to the end before a page can be submitted.
    #[serde(default)]
    pub play_through: bool,
    /// Whether several outputs are shown side by side, if the screen is wide enough, or one below the other.
    #[serde(default)]
    pub layout: Layout,
    /// How the context above the outputs is laid out. When absent, a short text is shown above them and a long
    /// one scrolls next to the questions.
    pub context: Option<ContextLayout>,
    /// Set when some systems intentionally have no output for some items.
    #[serde(default)]
    pub allow_missing: bool,
}

fn item_column() -> String {
    "item".to_owned()
}

/// A column shown with every question.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ShowFile {
    /// The column, shown as text under its own name.
    Column(String),
    /// The column, with a label and the kind of content.
    Table(ShowTable),
}

/// A column shown with every question, with its label.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowTable {
    /// The column of the items file.
    pub column: String,
    /// The words above it; an empty string for none.
    pub label: Option<String>,
    /// What the column holds.
    #[serde(default)]
    pub content: Content,
}

/// A language that code can be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CodeLanguage {
    /// Shell commands.
    Bash,
    /// C, and languages with a similar syntax.
    C,
    /// C++.
    Cpp,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript.
    Javascript,
    /// JSON.
    Json,
    /// Python.
    Python,
    /// R.
    R,
    /// Rust.
    Rust,
    /// SQL.
    Sql,
    /// TypeScript.
    Typescript,
}

impl CodeLanguage {
    /// The word used in `study.toml`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            CodeLanguage::Bash => "bash",
            CodeLanguage::C => "c",
            CodeLanguage::Cpp => "cpp",
            CodeLanguage::Go => "go",
            CodeLanguage::Java => "java",
            CodeLanguage::Javascript => "javascript",
            CodeLanguage::Json => "json",
            CodeLanguage::Python => "python",
            CodeLanguage::R => "r",
            CodeLanguage::Rust => "rust",
            CodeLanguage::Sql => "sql",
            CodeLanguage::Typescript => "typescript",
        }
    }
}

/// How several outputs are laid out on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Side by side, if the screen is wide enough.
    #[default]
    SideBySide,
    /// One below the other, for long lines and long texts.
    Stacked,
}

/// How the context above the outputs is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContextLayout {
    /// Above the outputs, whole, however long it is.
    Whole,
    /// At the top of the window while the rest scrolls.
    Stays,
    /// Above the outputs, in its own scrolling box.
    Scrolls,
    /// Above the outputs, open at first; a press collapses it.
    Folds,
}

impl ContextLayout {
    /// The word used in `study.toml`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ContextLayout::Whole => "whole",
            ContextLayout::Stays => "stays",
            ContextLayout::Scrolls => "scrolls",
            ContextLayout::Folds => "folds",
        }
    }
}

/// What a cell of the items file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// Text, shown exactly as written; nothing in it is taken as markup.
    #[default]
    Text,
    /// Text with Markdown, made safe before it is shown.
    Markdown,
    /// Program code, in a fixed-width font with every space kept; long lines scroll.
    Code,
    /// A conversation, shown turn by turn: a JSON list of `{"role": …, "content": …}`, or lines that begin with `Name:`.
    Dialogue,
    /// The name of a picture in the study folder.
    Image,
    /// The name of an audio file in the study folder.
    Audio,
    /// The name of a video in the study folder.
    Video,
}

impl Content {
    /// Whether it is read, and not a picture, a sound or a film.
    #[must_use]
    pub fn is_text(self) -> bool {
        match self {
            Content::Text | Content::Markdown | Content::Code | Content::Dialogue => true,
            Content::Image | Content::Audio | Content::Video => false,
        }
    }
}

/// One `[[criteria]]` table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CriterionFile {
    /// Short id used in claims, files and reports.
    #[schemars(length(min = 1))]
    pub id: String,
    /// The name printed in reports; the id when absent.
    pub name: Option<String>,
    /// The question participants read.
    #[schemars(length(min = 1))]
    pub question: String,
    /// What the criterion means, as participants are told. `"none given"` says that the original
    /// study gave no definition.
    pub definition: Option<String>,
    /// Which end of the scale is better, so that orderings in claims have a meaning.
    pub better: Option<Better>,
    /// The reasons offered to people who cannot judge, such as `"I know too little about this"`. Such answers are kept, counted by
    /// reason, and left out of scores. Not offered when absent.
    #[serde(default)]
    pub cannot_judge: Vec<String>,
    /// The levels of confidence people can choose from, lowest first, such as `["not sure", "fairly sure", "sure"]`. Asked
    /// along with the question; not asked when absent.
    #[serde(default)]
    pub confidence: Vec<String>,
    /// After which answer to another criterion it is asked: `{ criterion = "overall", is = [1, 2] }`. Always asked when absent.
    pub only_if: Option<OnlyIfFile>,
    /// How it is asked.
    pub response: Response,
}

/// Which direction is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// A larger value, or being chosen, is better.
    Higher,
    /// A smaller value, or not being chosen, is better (errors, toxicity).
    Lower,
    /// Neither end is better.
    Neither,
}

/// `[design]`: which outputs are shown to a participant together.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DesignFile {
    /// How outputs are combined. When absent it follows from the response kind: every output for
    /// ratings, all pairs for pairwise, one set of all systems for rankings and best-worst.
    pub combine: Option<Combine>,
    /// For `one-against-rest`: the system that is in every pair.
    pub system: Option<String>,
    /// For `sampled-pairs`: how many of the pairs each item is shown in.
    #[schemars(range(min = 1))]
    pub pairs_per_item: Option<u32>,
    /// For `blocks`: how many outputs are shown together.
    #[schemars(range(min = 2))]
    pub set_size: Option<u32>,
    /// For `blocks`: how many sets are formed from each item.
    #[schemars(range(min = 1))]
    pub sets_per_item: Option<u32>,
    /// Whether one participant may see the same item more than once.
    pub repeat_items: bool,
}

/// How outputs are combined into what one question shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Combine {
    /// Each output alone.
    EveryOutput,
    /// Each pair of systems.
    AllPairs,
    /// One named system against each of the others.
    OneAgainstRest,
    /// A balanced sample of the pairs for each item.
    SampledPairs,
    /// All systems together.
    AllTogether,
    /// Balanced incomplete blocks: sets of a given size in which systems meet equally often.
    Blocks,
}

/// `[texts]`: Markdown files in the study folder.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TextsFile {
    /// What the study is about, before consent.
    pub information: String,
    /// What participants agree to.
    pub consent: String,
    /// How to do it; one click away on every page.
    pub instructions: String,
    /// Shown at the end.
    pub debrief: String,
}

impl Default for TextsFile {
    fn default() -> Self {
        TextsFile {
            information: "information.md".to_owned(),
            consent: "consent.md".to_owned(),
            instructions: "instructions.md".to_owned(),
            debrief: "debrief.md".to_owned(),
        }
    }
}
