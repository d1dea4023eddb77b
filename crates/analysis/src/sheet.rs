//! Where the families of an analysis put what they find.

use stats::{Estimate, StatError};

use crate::{NamedEstimate, Quantity, Remark, Statistic};

/// About nothing but the criterion or the study.
pub(crate) const ALONE: [&str; 0] = [];

/// What has been found so far about one criterion, or about the whole study.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// Id of the criterion; none for the whole study.
    criterion: Option<String>,
    pub(crate) estimates: Vec<NamedEstimate>,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) missing: Vec<String>,
}

impl Sheet {
    /// An empty sheet about a criterion.
    pub(crate) fn for_criterion(criterion: &str) -> Sheet {
        Sheet { criterion: Some(criterion.to_owned()), ..Sheet::default() }
    }

    /// An empty sheet about the same, to be filled at the same time.
    pub(crate) fn new_for_same(&self) -> Sheet {
        Sheet { criterion: self.criterion.clone(), ..Sheet::default() }
    }

    /// Adds what another sheet has.
    pub(crate) fn append(&mut self, other: Sheet) {
        self.estimates.extend(other.estimates);
        self.remarks.extend(other.remarks);
        self.missing.extend(other.missing);
    }

    /// Puts down a number: what it is, and what it is about beside the criterion.
    #[expect(clippy::too_many_arguments, reason = "a number with what it is, what it is about and what it rests on")]
    pub(crate) fn add<S: Into<String>>(
        &mut self,
        statistic: Statistic,
        of: impl IntoIterator<Item = S>,
        estimate: impl Into<Estimate>,
        n: usize,
        method: &str,
    ) {
        let of: Vec<String> = of.into_iter().map(Into::into).collect();
        let estimate = Estimate { name: statistic.word(), ..estimate.into().with_labels(of.clone()) };
        let criterion = self.criterion.clone();
        self.estimates.push(NamedEstimate { statistic, criterion, of, estimate, n, method: method.to_owned() });
    }

    /// Puts down how many there are of something.
    pub(crate) fn count<S: Into<String>>(
        &mut self,
        statistic: Statistic,
        of: impl IntoIterator<Item = S>,
        count: usize,
        among: usize,
    ) {
        self.add(statistic, of, count as f64, among, "count");
    }

    /// Puts down a number, or why there is none.
    #[expect(clippy::too_many_arguments, reason = "a number with what it is, what it is about and what it rests on")]
    pub(crate) fn try_add<S: Into<String>>(
        &mut self,
        statistic: Statistic,
        of: impl IntoIterator<Item = S>,
        estimate: Result<Estimate, StatError>,
        n: usize,
        method: &str,
    ) {
        match estimate {
            Ok(estimate) => self.add(statistic, of, estimate, n, method),
            Err(reason) => self.miss(statistic.word(), &reason.to_string()),
        }
    }

    /// Says why a comparison could not be computed.
    pub(crate) fn miss_about<S: AsRef<str>>(
        &mut self,
        statistic: Statistic,
        about: impl IntoIterator<Item = S>,
        reason: &str,
    ) {
        self.miss(&Quantity::new(statistic, about).to_string(), reason);
    }

    /// Says why something could not be computed.
    pub(crate) fn miss(&mut self, what: &str, reason: &str) {
        let about = self.criterion.as_ref().map(|criterion| format!("{criterion}: ")).unwrap_or_default();
        self.missing.push(format!("{about}{what}: {reason}"));
    }

    /// Says something a reader must know.
    pub(crate) fn remark(&mut self, text: impl Into<String>, about: impl IntoIterator<Item = Quantity>) {
        self.remarks.push(Remark {
            criterion: self.criterion.clone(),
            text: text.into(),
            about: about.into_iter().collect(),
        });
    }

    /// The number of a statistic about these.
    pub(crate) fn get(&self, statistic: Statistic, of: &[&str]) -> Option<&NamedEstimate> {
        self.estimates.iter().find(|named| named.statistic == statistic && named.of == of)
    }
}
