//! What all requests share.

use std::collections::HashMap;
use std::sync::Arc;

use axum::response::{Html, IntoResponse as _, Response};

use super::fault::Fault;
use super::limit::Limit;
use super::request_id::RequestId;
use super::{Running, Settings};
use crate::page::{Ending, Farewell, Place};

/// What all requests share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) addresses: Limit,
    pub(crate) sessions: Limit,
    studies: HashMap<String, Arc<Running>>,
}

impl App {
    pub(crate) fn new(settings: Settings, studies: Vec<Running>) -> Self {
        App {
            addresses: Limit::new(settings.address_rate),
            sessions: Limit::new(settings.session_rate),
            studies: studies.into_iter().map(|study| (study.name.clone(), Arc::new(study))).collect(),
            settings,
        }
    }

    /// The study that an address belongs to.
    pub(crate) fn study_at(&self, path: &str) -> Option<Arc<Running>> {
        let name = path.strip_prefix("/s/")?.split('/').next()?;
        self.studies.get(name).cloned()
    }

    /// The study of this name.
    pub(crate) fn study(&self, name: &str) -> Result<Arc<Running>, Fault> {
        self.studies.get(name).cloned().ok_or(Fault::NotFound)
    }

    /// Whether every store answers.
    pub(crate) async fn is_well(&self) -> Result<(), Fault> {
        for study in self.studies.values() {
            study.is_well().await?;
        }
        Ok(())
    }

    /// The studies that are being run.
    pub(crate) fn studies(&self) -> impl Iterator<Item = &Arc<Running>> {
        self.studies.values()
    }

    /// The page that says what went wrong. Outside every study there is no language to say it in, and nobody
    /// but programs to read it.
    pub(crate) fn fault_page(&self, fault: Fault, study: Option<&Running>, id: &RequestId) -> Response {
        let ending = match fault {
            Fault::NotFound | Fault::WrongMethod => Ending::NotFound,
            Fault::Malformed | Fault::TooLarge | Fault::SignedOut | Fault::Forbidden => Ending::BadRequest,
            Fault::TooMany { .. } => Ending::TooManyRequests,
            Fault::TooSlow | Fault::Reading { .. } | Fault::Unavailable | Fault::Broken => Ending::Fault,
        };
        let farewell = Farewell { reference: id.to_string(), ..Farewell::default() };
        let page = study.map(|study| study.pages.ending(&Place::default(), ending, &farewell));
        match page {
            Some(Ok(page)) => Html(page).into_response(),
            Some(Err(_)) | None => format!("{}\n\nrequest {id}\n", fault.status()).into_response(),
        }
    }
}
