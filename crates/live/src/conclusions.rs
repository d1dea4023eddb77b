//! What follows from the answers so far. This crate collects and cannot tell; the command line, where both arms
//! meet, gives each study someone who can.

use std::pin::Pin;
use std::sync::Arc;

use jiff::Timestamp;
use thiserror::Error;

use crate::Naming;

/// Something that is there later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, NotConcluded>> + Send + 'a>>;

/// Someone who can say what follows from the answers of one study so far, and write them out.
///
/// Computing must not keep participants waiting: it happens on a thread of its own, once at a time.
pub trait Conclusions: Send + Sync {
    /// What the answers say so far, where systems are called so. Gives what is there after a moment: what was
    /// found earlier while something newer is being computed, or nothing yet.
    fn so_far(&self, naming: Naming) -> Later<'_, Standing>;

    /// Whether the power that the study was rehearsed with will be reached. Gives what was found last, while something newer is
    /// being computed.
    fn power(&self) -> Later<'_, PowerStanding>;

    /// The judgements as a file, where systems are called so.
    fn write_judgements(&self, naming: Naming, format: Format) -> Later<'_, Vec<u8>>;
}

/// How far the computing is.
#[derive(Debug, Clone)]
pub enum Standing {
    /// Everything until now is in it.
    Fresh(Arc<SoFar>),
    /// Something newer is being computed.
    Old(Arc<SoFar>),
    /// Nothing is computed yet.
    Computing,
}

/// What the answers say.
#[derive(Debug, Clone)]
pub struct SoFar {
    /// Until when.
    pub until: Option<Timestamp>,
    /// How many judgements count.
    pub judgements: usize,
    /// How many do not, and stand in the files with the rule.
    pub excluded: usize,
    /// How many people gave those that count.
    pub people: usize,
    /// Sections with tables and drawings: safe markup, headings from the second order on.
    pub sections: String,
}

/// What is known about the power that will be reached.
#[derive(Debug, Clone)]
pub enum PowerStanding {
    /// The study decides no claim.
    NoClaims,
    /// Too few have answered.
    TooFew,
    /// It is being computed.
    Computing,
    /// This was found.
    Known(Arc<PowerForecast>),
}

/// What the answers so far let expect of the study's power. It names no system.
#[derive(Debug, Clone, PartialEq)]
pub struct PowerForecast {
    /// Of the judgements that are planned, the share that it is made from.
    pub share: f64,
    /// How many people it is made from.
    pub people: usize,
    /// Every claim that is decided.
    pub claims: Vec<ClaimPower>,
    /// What differs more than assumed, in words.
    pub reasons: Vec<String>,
    /// In what share of studies it would have been noticed by now that people put twice as much chance into single answers as assumed.
    pub noticed: f64,
    /// The criteria whose answers do not tell how much people differ.
    pub unseen: Vec<String>,
    /// What to add to every list; nothing where no claim falls short.
    pub more: Option<MorePeople>,
}

/// The power of one claim.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimPower {
    /// Its id.
    pub id: String,
    /// As it was rehearsed.
    pub rehearsed: f64,
    /// As the answers so far let expect.
    pub expected: f64,
    /// Whether that is too little.
    pub short: bool,
}

/// How many more people every list needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MorePeople {
    /// About so many.
    About(u32),
    /// More than so many, beyond which was not tried.
    MoreThan(u32),
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Judgements as CSV.
    Csv,
    /// Judgements as JSON lines.
    Jsonl,
    /// Judgements as Parquet.
    Parquet,
    /// What the columns mean, to be read.
    Codebook,
    /// What the columns mean, for programs.
    CodebookJson,
}

impl Format {
    /// Every kind.
    pub const ALL: [Format; 5] = [Format::Csv, Format::Jsonl, Format::Parquet, Format::Codebook, Format::CodebookJson];

    /// The name of the file.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Format::Csv => "judgements.csv",
            Format::Jsonl => "judgements.jsonl",
            Format::Parquet => "judgements.parquet",
            Format::Codebook => "codebook.md",
            Format::CodebookJson => "codebook.json",
        }
    }

    /// Its media type.
    #[must_use]
    pub fn media(self) -> &'static str {
        match self {
            Format::Csv => "text/csv; charset=utf-8",
            Format::Jsonl => "application/x-ndjson",
            Format::Parquet => "application/vnd.apache.parquet",
            Format::Codebook => "text/markdown; charset=utf-8",
            Format::CodebookJson => "application/json",
        }
    }
}

/// Nothing could be concluded: a fault, for the operator to read.
#[derive(Debug, Error)]
#[error("nothing could be concluded: {0}")]
pub struct NotConcluded(pub String);
