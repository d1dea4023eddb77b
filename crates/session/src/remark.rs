//! What someone says about a page beside its answers.

/// What someone says about a page beside its answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Remark {
    /// Whether something is wrong with what the page shows.
    pub problem: bool,
    /// In their words; empty when they only said that something is wrong.
    pub text: String,
}

impl Remark {
    /// Whether it says nothing: nothing was said, or it was taken back.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.problem && self.text.is_empty()
    }
}
