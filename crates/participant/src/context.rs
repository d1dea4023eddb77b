//! What all requests of participants share.

use std::sync::Arc;

use live::{LiveStudy, Studies};
use web::{Fault, Limit};

use crate::KeySet;

/// What all requests of participants share.
pub struct Context {
    /// The studies they take part in.
    pub studies: Arc<Studies>,
    /// What one session may send.
    pub sessions: Limit,
    /// The keys by which Prolific signs its links.
    pub prolific_keys: KeySet,
    /// The address by which participants reach the server, which signed links name.
    pub public_url: Option<String>,
}

impl Context {
    /// The study of this name.
    pub(crate) fn study(&self, name: &str) -> Result<Arc<LiveStudy>, Fault> {
        self.studies.named(name)
    }
}
