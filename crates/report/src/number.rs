//! The only way for a number into a document.
//!
//! A [`Number`] is made from a named estimate of the results and from nothing else, and documents
//! and figures take no bare floats: what is printed can be looked up in `results.json` by its id.

use analysis::NamedEstimate;
use reproduction::ComparisonNumber;
use stats::{Interval, PValue};

/// A number of the results, on its way to the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    id: String,
    value: f64,
    n: Option<usize>,
    interval: Option<Interval>,
    p: Option<PValue>,
    df: Vec<f64>,
    se: Option<f64>,
    notes: Vec<String>,
    /// The digits a paper printed; they are never changed.
    printed: Option<String>,
    /// Whether it is the best of those it stands among.
    best: bool,
}

/// A place on an axis that is part of a number's id: `30` in `power[C1, 30]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    label: String,
    at: f64,
}

impl Spot {
    /// The label at this place of the id, where it is a number; `∞` is one.
    #[must_use]
    pub fn from_label(named: &NamedEstimate, index: usize) -> Option<Spot> {
        let label = named.of.get(index)?;
        let at = if label == "∞" { f64::INFINITY } else { label.parse().ok()? };
        Some(Spot { label: label.clone(), at })
    }

    /// As written in the id.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    pub(crate) fn place(&self) -> f64 {
        self.at
    }
}

/// What of a number is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// The number itself.
    Value,
    /// The number, a share, as a percentage.
    Percent,
    /// Its interval in brackets.
    Interval,
    /// The number and its interval.
    Both,
    /// The p-value.
    P,
    /// Degrees of freedom.
    Df,
    /// Standard error.
    Se,
    /// How many judgements it rests on.
    N,
}

impl From<&NamedEstimate> for Number {
    fn from(named: &NamedEstimate) -> Number {
        let estimate = &named.estimate;
        Number {
            id: named.id(),
            value: estimate.value,
            n: Some(named.n),
            interval: estimate.interval,
            p: estimate.p,
            df: estimate.df.clone(),
            se: estimate.se,
            notes: estimate.notes.iter().map(ToString::to_string).collect(),
            printed: None,
            best: false,
        }
    }
}

impl From<&ComparisonNumber> for Number {
    fn from(assessed: &ComparisonNumber) -> Number {
        let estimate = &assessed.estimate;
        Number {
            id: assessed.id(),
            value: estimate.value,
            n: assessed.n,
            // What rounding allows is said by the printed digits themselves.
            interval: estimate.interval.filter(|interval| assessed.printed.is_none() || interval.level < 1.0),
            p: estimate.p,
            df: estimate.df.clone(),
            se: estimate.se,
            notes: estimate.notes.iter().map(ToString::to_string).collect(),
            printed: assessed.printed.clone(),
            best: false,
        }
    }
}

impl Number {
    /// The number where its notes are said in words beside it.
    pub(crate) fn without_notes(assessed: &ComparisonNumber) -> Number {
        Number { notes: Vec::new(), ..Number::from(assessed) }
    }

    /// The number without a note that the words around it say already.
    pub(crate) fn quiet_about(mut self, words: &str) -> Number {
        self.notes.retain(|note| !note.contains(words));
        self
    }

    /// The number without its notes, where they are said elsewhere.
    pub(crate) fn quiet(mut self) -> Number {
        self.notes.clear();
        self
    }

    /// The number as the best of those it stands among.
    pub(crate) fn mark_best(self) -> Number {
        Number { best: true, ..self }
    }

    pub(crate) fn is_best(&self) -> bool {
        self.best
    }

    /// The number with one more note.
    pub(crate) fn with_note(mut self, note: &str) -> Number {
        self.notes.push(note.to_owned());
        self
    }

    /// The difference the other way round: of the second to the first.
    pub(crate) fn reversed(self) -> Number {
        let interval = self.interval.map(|interval| Interval { low: -interval.high, high: -interval.low, ..interval });
        Number { id: format!("−{}", self.id), value: -self.value, interval, ..self }
    }

    /// Its id in `results.json`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What is doubtful about it.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Where it stands on an axis. For drawing only; printing goes through [`Number::render`].
    pub(crate) fn place(&self) -> f64 {
        self.value
    }

    /// How many standard errors from no difference its p-value means. For drawing only.
    pub(crate) fn standard_errors(&self) -> Option<f64> {
        self.p.map(|p| stats::dist::normal::upper_quantile(p.value().clamp(1e-300, 1.0) / 2.0))
    }

    /// Where its interval stands on an axis.
    pub(crate) fn reach(&self) -> Option<(f64, f64)> {
        self.interval.map(|interval| (interval.low, interval.high))
    }

    /// How many decimals it deserves: two significant digits of its uncertainty where that is
    /// known, none for counts, two for money, else about three significant digits. Never more than three.
    #[must_use]
    pub fn decimals(&self) -> usize {
        if let Some(printed) = &self.printed {
            let written = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
            return if self.interval.is_some() { written } else { 0 };
        }
        if self.id.starts_with("pay_") {
            return 2;
        }
        let finite = self.interval.filter(|i| (i.high - i.low).is_finite() && i.high > i.low);
        let spread = finite.map(|i| ((i.high - i.low) / 2.0, i.level)).or(self.se.map(|se| (se, 0.0)));
        match spread.filter(|(width, _)| *width > 0.0) {
            // What follows from rounded inputs alone is known to their last digit.
            Some((width, level)) if level >= 1.0 => (-(width * 1.01).log10().floor()).clamp(0.0, 3.0) as usize,
            Some((width, _)) => (1.0 - width.log10().floor()).clamp(0.0, 3.0) as usize,
            None if self.value.fract() == 0.0 => 0,
            None if self.value.abs() < 1.0 => 3,
            None if self.value.abs() < 100.0 => 2,
            None => 1,
        }
    }

    /// One face of it, with so many decimals; a dash where it has no such face.
    #[must_use]
    pub fn render(&self, face: Face, decimals: usize) -> String {
        let dash = || "–".to_owned();
        match face {
            Face::Value => self.digits(decimals),
            Face::Percent => percentage(self.value),
            Face::Interval => self.interval.map_or_else(dash, |interval| range(interval, decimals)),
            Face::Both => match self.interval {
                Some(interval) => format!("{} {}", self.digits(decimals), range(interval, decimals)),
                None => self.digits(decimals),
            },
            Face::P => self.p.map_or_else(dash, p),
            Face::Df => {
                if self.df.is_empty() {
                    return dash();
                }
                let each = self.df.iter().map(|df| fixed_decimals(*df, if df.fract().abs() < 1e-6 { 0 } else { 1 }));
                each.collect::<Vec<_>>().join(", ")
            }
            Face::Se => self.se.map_or_else(dash, |se| fixed_decimals(se, decimals)),
            Face::N => self.n.map_or_else(dash, |n| n.to_string()),
        }
    }

    fn digits(&self, decimals: usize) -> String {
        match &self.printed {
            Some(printed) => printed.replace('-', "−"),
            None => fixed_decimals(self.value, decimals),
        }
    }

    /// The number with all its digits, as in `results.json`.
    #[must_use]
    pub fn exact(&self) -> String {
        format!("{}", self.value)
    }

    /// How its interval was made, in words: `95 % CI (percentile bootstrap)`.
    #[must_use]
    pub fn interval_kind(&self) -> Option<String> {
        self.interval.map(|interval| format!("{} % CI ({})", percent(interval.level), interval.kind))
    }
}

/// A share in whole per cent; what is not certain is never said to be 0 % or 100 %.
fn percentage(share: f64) -> String {
    if share > 0.995 && share < 1.0 {
        "over 99 %".to_owned()
    } else if share > 0.0 && share < 0.005 {
        "under 1 %".to_owned()
    } else {
        fixed_decimals(share * 100.0, 0) + " %"
    }
}

/// Never `0.000`: below a thousandth only that is said, and nothing is certain.
fn p(p: PValue) -> String {
    let value = p.value();
    if value < 0.001 {
        "< 0.001".to_owned()
    } else if value > 0.999 && value < 1.0 {
        "> 0.999".to_owned()
    } else {
        format!("{value:.3}")
    }
}

fn range(interval: Interval, decimals: usize) -> String {
    let end = |value: f64| {
        if value.is_finite() {
            fixed_decimals(value, decimals)
        } else if value > 0.0 {
            "∞".to_owned()
        } else {
            "−∞".to_owned()
        }
    };
    format!("[{}, {}]", end(interval.low), end(interval.high))
}

/// With a true minus sign, and none before zero.
fn fixed_decimals(value: f64, decimals: usize) -> String {
    stats::to_decimals(value, decimals).replace('-', "−")
}

fn percent(level: f64) -> String {
    let text = format!("{:.2}", level * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
