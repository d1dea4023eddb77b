//! A diagnostic and a collection of them.

use crate::Place;

/// The stable name of a diagnostic: a letter for its family and three digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The study cannot run, or would collect something else than it says.
    Error,
    /// The study runs, but its result would be doubtful.
    Warning,
    /// Worth knowing.
    Advice,
}

/// One thing that is wrong or doubtful in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its stable name.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One lower-case phrase without full stop; the offending thing in backticks.
    pub message: String,
    /// Where; the first is the primary one. Each may carry a few words of its own.
    pub places: Vec<(Place, String)>,
    /// Why it matters for a study.
    pub why: Option<String>,
    /// The smallest change that would work.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at one place.
    #[must_use]
    pub fn error(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, place, message.into())
    }

    /// A warning at one place.
    #[must_use]
    pub fn warning(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, place, message.into())
    }

    /// A piece of advice at one place.
    #[must_use]
    pub fn advice(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Advice, code, place, message.into())
    }

    fn new(severity: Severity, code: Code, place: Place, message: String) -> Self {
        Diagnostic { code, severity, message, places: vec![(place, String::new())], why: None, help: None }
    }

    /// Words shown at the primary place.
    #[must_use]
    pub fn label(mut self, words: impl Into<String>) -> Self {
        self.places[0].1 = words.into();
        self
    }

    /// A further place.
    #[must_use]
    pub fn with_place(mut self, place: Place, words: impl Into<String>) -> Self {
        self.places.push((place, words.into()));
        self
    }

    /// Why it matters.
    #[must_use]
    pub fn with_reason(mut self, why: impl Into<String>) -> Self {
        self.why = Some(why.into());
        self
    }

    /// The smallest remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Everything found so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds many.
    pub fn extend(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        self.0.extend(more);
    }

    /// Whether any is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// All of them, in the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
