//! A number of a comparison, with what it is about and between which experiments.

use analysis::{Quantity, Statistic};
use serde_json::{Value, json};
use stats::{Estimate, PValue};

/// Which question a number answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// What each experiment found.
    Scores,
    /// How far single scores lie apart (type I).
    Precision,
    /// How far sets of scores go together (type II).
    Correlation,
    /// How far people agree, within and across experiments (type III).
    Agreement,
    /// Which findings are confirmed (type IV).
    Findings,
    /// Whether the same hypotheses are supported.
    Hypotheses,
    /// Whether the means are the same.
    Means,
    /// Whether the effects are the same.
    Effects,
    /// Why experiments differ.
    Why,
}

impl Reading {
    /// Its word in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Reading::Scores => "scores",
            Reading::Precision => "type-1",
            Reading::Correlation => "type-2",
            Reading::Agreement => "type-3",
            Reading::Findings => "type-4",
            Reading::Hypotheses => "same-hypotheses",
            Reading::Means => "same-means",
            Reading::Effects => "same-effects",
            Reading::Why => "why",
        }
    }
}

/// A number of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonNumber {
    /// Which question it answers.
    pub reading: Reading,
    /// What it is.
    pub statistic: Statistic,
    /// Id of the criterion; absent for numbers about the whole study.
    pub criterion: Option<String>,
    /// The experiments it is about; empty when it is about all of them together.
    pub between: Vec<String>,
    /// The number.
    pub estimate: Estimate,
    /// How many things it rests on: systems for a correlation, experiments for CV*, judgements for a mean.
    pub n: Option<usize>,
    /// The digits as a paper printed them.
    pub printed: Option<String>,
}

impl ComparisonNumber {
    /// What it is, what it is about, and between which experiments.
    #[must_use]
    pub fn quantity(&self) -> Quantity {
        let between = (!self.between.is_empty()).then(|| self.between.join("|"));
        let about: Vec<&String> = self.criterion.iter().chain(&self.estimate.of).chain(&between).collect();
        // A number about everything has always been written with brackets: `P[]`.
        if about.is_empty() { Quantity::new(self.statistic, [""]) } else { Quantity::new(self.statistic, about) }
    }

    /// Its id: `cv[fluency, svm, O|R1]`.
    #[must_use]
    pub fn id(&self) -> String {
        self.quantity().to_string()
    }

    pub(super) fn to_json(&self) -> Value {
        let estimate = &self.estimate;
        // JSON has no infinities: an open end is null.
        let end = |x: f64| if x.is_finite() { json!(x) } else { Value::Null };
        json!({
            "id": self.id(),
            "reading": self.reading.word(),
            "name": self.statistic,
            "criterion": self.criterion,
            "of": estimate.of,
            "between": self.between,
            "value": estimate.value,
            "printed": self.printed,
            "se": estimate.se,
            "n": self.n,
            "interval": estimate.interval.map(|interval| json!({
                "low": end(interval.low), "high": end(interval.high), "level": interval.level, "kind": interval.kind,
            })),
            "df": estimate.df,
            "p": estimate.p.map(PValue::value),
            "log10_p": estimate.p.map(PValue::log10),
            "notes": estimate.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}

/// What has been found so far, and what could not be.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) numbers: Vec<ComparisonNumber>,
    pub(super) missing: Vec<String>,
}

/// What a number is about, before it is known.
#[derive(Debug, Clone)]
pub(super) struct About {
    pub(super) reading: Reading,
    pub(super) criterion: Option<String>,
    pub(super) of: Vec<String>,
    pub(super) between: Vec<String>,
    pub(super) n: Option<usize>,
}

impl About {
    pub(super) fn criterion(reading: Reading, criterion: &str) -> About {
        About { reading, criterion: Some(criterion.to_owned()), of: Vec::new(), between: Vec::new(), n: None }
    }

    pub(super) fn study(reading: Reading) -> About {
        About { reading, criterion: None, of: Vec::new(), between: Vec::new(), n: None }
    }

    pub(super) fn with_subject(mut self, of: Vec<String>) -> About {
        self.of = of;
        self
    }

    pub(super) fn between_experiments<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> About {
        self.between = names.into_iter().map(str::to_owned).collect();
        self
    }

    pub(super) fn n(mut self, n: usize) -> About {
        self.n = Some(n);
        self
    }

    fn words(&self) -> String {
        let between = (!self.between.is_empty()).then(|| self.between.join("|"));
        self.criterion.iter().chain(&self.of).chain(between.as_ref()).cloned().collect::<Vec<_>>().join(", ")
    }
}

impl Findings {
    /// Keeps a number; one that overflowed is missing.
    pub(super) fn keep(&mut self, about: About, statistic: Statistic, estimate: impl Into<Estimate>) {
        let mut estimate = estimate.into();
        if !estimate.value.is_finite() {
            return self.fail(statistic.word(), &about, "the numbers are too large to compute with");
        }
        estimate.interval = estimate.interval.filter(|interval| !interval.low.is_nan() && !interval.high.is_nan());
        let About { reading, criterion, of, between, n } = about;
        let estimate = Estimate { name: statistic.word(), ..estimate.with_labels(of) };
        self.numbers.push(ComparisonNumber { reading, statistic, criterion, between, estimate, n, printed: None });
    }

    /// Keeps a number, or why there is none.
    pub(super) fn add(&mut self, what: &str, about: About, statistic: Statistic, found: stats::Result<Estimate>) {
        match found {
            Ok(estimate) => self.keep(about, statistic, estimate),
            Err(reason) => self.fail(what, &about, &reason.to_string()),
        }
    }

    /// Says why something about this could not be found.
    pub(super) fn fail(&mut self, what: &str, about: &About, reason: &str) {
        self.miss(format!("{what} of {}: {reason}", about.words()));
    }

    /// Says what could not be found; the same thing once.
    pub(super) fn miss(&mut self, reason: String) {
        if !self.missing.contains(&reason) {
            self.missing.push(reason);
        }
    }
}
