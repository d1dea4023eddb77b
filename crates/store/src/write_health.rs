//! Whether the database takes writes: for `/healthz`, and for one line in the log when it begins to fail and one when
//! it works again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;

/// How the last write went.
#[derive(Default)]
pub(crate) struct WriteHealth(Mutex<Option<Failing>>);

struct Failing {
    /// What was refused since it began.
    refused: usize,
}

impl WriteHealth {
    fn lock(&self) -> MutexGuard<'_, Option<Failing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the last write failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.lock().is_some()
    }

    pub(crate) fn record_success(&self) {
        if let Some(failing) = self.lock().take() {
            tracing::warn!(refused = failing.refused, "the database takes writes again");
        }
    }

    /// So many writes were refused for one reason.
    pub(crate) fn record_failure(&self, error: &StoreError, refused: usize) {
        let mut failing = self.lock();
        match &mut *failing {
            Some(failing) => failing.refused += refused,
            None => {
                let remedy = error.remedy();
                tracing::error!(
                    %error,
                    remedy,
                    "the database takes no writes: people are asked to try again, and nothing acknowledged is lost"
                );
                *failing = Some(Failing { refused });
            }
        }
    }
}
