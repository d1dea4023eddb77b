//! What all requests of participants share.

use std::sync::Arc;

use live::{LiveStudy, Studies};
use web::{Endpoint, Fault, Limit};

use crate::KeySet;

/// What all requests of participants share.
pub struct Context {
    /// The studies they take part in.
    pub studies: Arc<Studies>,
    /// What one session may send.
    pub sessions: Limit,
    /// The keys by which Prolific signs its links.
    pub prolific_keys: KeySet,
    /// How the server is reached: signed links name its address.
    pub endpoint: Endpoint,
}

impl Context {
    /// The study of this name.
    pub(crate) fn study(&self, name: &str) -> Result<Arc<LiveStudy>, Fault> {
        self.studies.find(name)
    }
}
