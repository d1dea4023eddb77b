//! The studies of one server.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use web::{Clock, Fault};

use crate::LiveStudy;

/// The studies of one server, by name, and the time they go by.
pub struct Studies {
    by_name: HashMap<String, Arc<LiveStudy>>,
    clock: Clock,
}

impl Studies {
    /// These studies, by this clock.
    #[must_use]
    pub fn new(studies: Vec<LiveStudy>, clock: Clock) -> Self {
        let by_name = studies.into_iter().map(|study| (study.name.clone(), Arc::new(study))).collect();
        Studies { by_name, clock }
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// The study of this name.
    ///
    /// # Errors
    /// [`Fault::NotFound`] when there is none.
    pub fn find(&self, name: &str) -> Result<Arc<LiveStudy>, Fault> {
        self.by_name.get(name).cloned().ok_or(Fault::NotFound)
    }

    /// All of them, in no particular order.
    pub fn all(&self) -> impl Iterator<Item = &Arc<LiveStudy>> {
        self.by_name.values()
    }

    /// Whether every database answers.
    ///
    /// # Errors
    /// When one does not.
    pub async fn check_databases(&self) -> Result<(), Fault> {
        for study in self.all() {
            study.check_database().await?;
        }
        Ok(())
    }
}
