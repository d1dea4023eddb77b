//! The texts that an answer can speak of.

use std::borrow::Cow;

use crate::{Criterion, Study};

impl Study {
    /// The texts that answers to a criterion can speak of: the outputs in the order shown, and behind them, where spans may be
    /// marked in it too, the source among the cells of [`Study::shown`].
    #[must_use]
    pub fn texts<'a, 't>(
        &self,
        criterion: &Criterion,
        outputs: &'a [&'t str],
        shown: &'t [String],
    ) -> Cow<'a, [&'t str]> {
        match self.source(criterion).and_then(|column| shown.get(column)) {
            None => Cow::Borrowed(outputs),
            Some(source) => outputs.iter().copied().chain([source.as_str()]).collect::<Vec<_>>().into(),
        }
    }

    /// The shown column in which spans may be marked, as a number in [`Study::shown`].
    #[must_use]
    pub fn source(&self, criterion: &Criterion) -> Option<usize> {
        let column = criterion.response.source()?;
        self.shown.iter().position(|shown| shown.column == column)
    }
}
