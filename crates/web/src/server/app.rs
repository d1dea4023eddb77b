//! What all requests share.

use std::collections::HashMap;
use std::sync::Arc;

use axum::response::{IntoResponse as _, Response};

use super::Settings;
use super::fault::Fault;
use super::headers::Framing;
use super::limit::Limit;
use super::request_id::RequestId;

/// What all requests share.
pub(super) struct App {
    pub(super) settings: Settings,
    pub(super) addresses: Limit,
    studies: HashMap<String, Arc<Running>>,
}

/// A study that is being run.
pub struct Running {
    /// Its name in addresses.
    pub name: String,
    /// Its design.
    pub study: Arc<study::Study>,
    /// Its folder, for pictures, sounds and films.
    pub files: Arc<dyn study::Files + Send + Sync>,
}

impl Running {
    pub(super) fn framing(&self) -> Framing {
        self.study.participants.from.into()
    }
}

impl App {
    pub(super) fn new(settings: Settings, studies: Vec<Running>) -> Self {
        App {
            addresses: Limit::new(settings.address_rate),
            studies: studies.into_iter().map(|study| (study.name.clone(), Arc::new(study))).collect(),
            settings,
        }
    }

    /// The study that an address belongs to.
    pub(super) fn study_at(&self, path: &str) -> Option<Arc<Running>> {
        let name = path.strip_prefix("/s/")?.split('/').next()?;
        self.studies.get(name).cloned()
    }

    /// The study of this name.
    pub(super) fn study(&self, name: &str) -> Result<Arc<Running>, Fault> {
        self.studies.get(name).cloned().ok_or(Fault::NotFound)
    }

    /// Whether every store answers.
    pub(super) async fn is_well(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// The page that says what went wrong.
    pub(super) fn fault_page(&self, fault: Fault, _study: Option<&Running>, id: &RequestId) -> Response {
        format!("{}\n\n{id}\n", fault.status()).into_response()
    }
}
