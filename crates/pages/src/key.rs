//! How the fields of a page are told apart when it asks several questions.

use std::fmt;

/// Which question of a page a field belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The step of the session, or the number of the training or closing question, from 0.
    pub step: u32,
    /// Number of the criterion in [`study::Study::criteria`]; 0 for a closing question.
    pub criterion: u32,
}

impl Key {
    /// The name under which the page posts a field: `q3.0.value`.
    #[must_use]
    pub fn name(self, field: &str) -> String {
        format!("{self}.{field}")
    }

    /// The id of a field's element on the page, for links: `q3.0-value`.
    #[must_use]
    pub fn id(self, field: &str) -> String {
        format!("{self}-{field}")
    }

    /// Takes a posted name apart; nothing when it belongs to no question.
    #[must_use]
    pub fn split(name: &str) -> Option<(Key, &str)> {
        let (step, rest) = name.strip_prefix('q')?.split_once('.')?;
        let (criterion, field) = rest.split_once('.')?;
        Some((Key { step: step.parse().ok()?, criterion: criterion.parse().ok()? }, field))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q{}.{}", self.step, self.criterion)
    }
}
