//! Where the families of an analysis put what they find.

use stats::{Estimate, StatError};

use crate::{Named, Quantity, Remark};

/// What has been found so far about one criterion, or about the whole study.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// Id of the criterion; none for the whole study.
    criterion: Option<String>,
    pub(crate) estimates: Vec<Named>,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) missing: Vec<String>,
}

impl Sheet {
    /// An empty sheet about a criterion.
    pub(crate) fn about(criterion: &str) -> Sheet {
        Sheet { criterion: Some(criterion.to_owned()), ..Sheet::default() }
    }

    /// An empty sheet about the same, to be filled at the same time.
    pub(crate) fn beside(&self) -> Sheet {
        Sheet { criterion: self.criterion.clone(), ..Sheet::default() }
    }

    /// Adds what another sheet has.
    pub(crate) fn append(&mut self, other: Sheet) {
        self.estimates.extend(other.estimates);
        self.remarks.extend(other.remarks);
        self.missing.extend(other.missing);
    }

    /// Puts down a number under the name and labels it has.
    pub(crate) fn put(&mut self, estimate: Estimate, n: usize, method: &str) {
        self.estimates.push(Named {
            name: estimate.name.to_owned(),
            criterion: self.criterion.clone(),
            of: estimate.of.clone(),
            estimate,
            n,
            method: method.to_owned(),
        });
    }

    /// Puts down how many there are of something.
    pub(crate) fn count<S: Into<String>>(
        &mut self,
        name: &'static str,
        of: impl IntoIterator<Item = S>,
        count: usize,
        among: usize,
    ) {
        self.put(Estimate::new(name, count as f64).of(of), among, "count");
    }

    /// Puts down a number, or why there is none.
    pub(crate) fn try_put(&mut self, what: &str, estimate: Result<Estimate, StatError>, n: usize, method: &str) {
        match estimate {
            Ok(estimate) => self.put(estimate, n, method),
            Err(reason) => self.miss(what, &reason.to_string()),
        }
    }

    /// Says why a comparison of two systems could not be computed.
    pub(crate) fn miss_pair(&mut self, name: &str, systems: [&str; 2], reason: &str) {
        self.miss(&Quantity::new(name, systems).to_string(), reason);
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

    /// The number called so.
    pub(crate) fn get(&self, name: &str, of: &[&str]) -> Option<&Named> {
        self.estimates.iter().find(|named| named.name == name && named.of == of)
    }
}
