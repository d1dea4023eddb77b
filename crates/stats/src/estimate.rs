//! A number with what a reader needs in order to believe it.

use crate::note::Note;

/// A number, the range it may lie in, what it rests on and what is doubtful about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The name people know: `alpha`, `t`, `difference`, `d`, `F`, `eta2`, `cv`.
    pub name: &'static str,
    /// The labels it is about, such as two systems; empty when it is about everything.
    pub of: Vec<String>,
    /// The number, always finite.
    pub value: f64,
    /// Standard error, where the method gives one.
    pub se: Option<f64>,
    /// Where it may lie.
    pub interval: Option<Interval>,
    /// Degrees of freedom: one for t and chi-square, two for F.
    pub df: Vec<f64>,
    /// The p-value of the test it belongs to.
    pub p: Option<PValue>,
    /// What is doubtful.
    pub notes: Vec<Note>,
}

impl Estimate {
    /// A bare number.
    #[must_use]
    pub fn new(name: &'static str, value: f64) -> Self {
        Estimate { name, of: Vec::new(), value, se: None, interval: None, df: Vec::new(), p: None, notes: Vec::new() }
    }

    /// What it is about.
    #[must_use]
    pub fn with_labels<S: Into<String>>(mut self, labels: impl IntoIterator<Item = S>) -> Self {
        self.of = labels.into_iter().map(Into::into).collect();
        self
    }

    /// Its standard error.
    #[must_use]
    pub fn se(mut self, se: f64) -> Self {
        self.se = Some(se);
        self
    }

    /// Its interval.
    #[must_use]
    pub fn interval(mut self, interval: impl Into<Option<Interval>>) -> Self {
        self.interval = interval.into();
        self
    }

    /// Its degrees of freedom.
    #[must_use]
    pub fn df(mut self, df: impl IntoIterator<Item = f64>) -> Self {
        self.df = df.into_iter().collect();
        self
    }

    /// Its p-value.
    #[must_use]
    pub fn p(mut self, p: impl Into<Option<PValue>>) -> Self {
        self.p = p.into();
        self
    }

    /// One more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<Option<Note>>) -> Self {
        self.notes.extend(note.into());
        self
    }
}

/// A bare number that whoever keeps it gives a name.
impl From<f64> for Estimate {
    fn from(value: f64) -> Estimate {
        Estimate::new("", value)
    }
}

/// A range with its level and how it was made. A one-sided interval has an infinite end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Coverage, such as 0.95.
    pub level: f64,
    /// How it was made: `t`, `Wald`, `profile`, `percentile bootstrap`, `noncentral t`.
    pub kind: &'static str,
}

impl Interval {
    /// The part of the interval that is possible. What is estimated lies between the ends of its scale, so that nothing that
    /// could be covered is cut off.
    #[must_use]
    pub fn clamp(self, (lowest, highest): (f64, f64)) -> Interval {
        Interval { low: self.low.clamp(lowest, highest), high: self.high.clamp(lowest, highest), ..self }
    }
}

/// A p-value, kept as a natural logarithm so that 1e-400 is not zero.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct PValue {
    ln: f64,
}

impl PValue {
    /// From a probability. Values outside [0, 1] by rounding are brought back.
    #[must_use]
    pub fn new(p: f64) -> Self {
        PValue { ln: p.clamp(0.0, 1.0).ln() }
    }

    /// From the natural logarithm of a probability.
    #[must_use]
    pub fn from_ln(ln: f64) -> Self {
        PValue { ln: ln.min(0.0) }
    }

    /// The probability; zero only where a double cannot hold it.
    #[must_use]
    pub fn value(self) -> f64 {
        self.ln.exp()
    }

    /// Natural logarithm.
    #[must_use]
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// Logarithm to base ten.
    #[must_use]
    pub fn log10(self) -> f64 {
        self.ln / std::f64::consts::LN_10
    }
}
