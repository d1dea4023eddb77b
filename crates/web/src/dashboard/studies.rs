//! The studies of whoever is signed in.

use askama::Template;
use axum::response::Response;
use store::Role;

use super::frame::{Frame, show};
use super::researcher::SignedIn;
use crate::server::fault::Fault;
use crate::server::running::unavailable;

#[derive(Template)]
#[template(path = "dashboard/studies.html")]
struct Page {
    frame: Frame,
    studies: Vec<Listed>,
}

struct Listed {
    title: String,
    name: String,
    role: Role,
}

/// `GET /dashboard/`
pub(super) async fn page(by: SignedIn) -> Result<Response, Fault> {
    let mut studies = Vec::new();
    for study in by.app.studies() {
        let role = by.store.role(&by.account.id, &study.name).await.map_err(|error| unavailable(&error))?;
        if let Some(role) = role {
            studies.push(Listed { title: study.study.about.title.clone(), name: study.name.clone(), role });
        }
    }
    studies.sort_by(|one, other| one.title.cmp(&other.title));
    show(&Page { frame: Frame::inside("Studies", &by), studies })
}
