//! The studies of whoever is signed in.

use askama::Template;
use axum::response::Response;
use store::Role;
use web::Fault;

use super::frame::{Frame, show};
use super::researcher::SignedIn;

#[derive(Template)]
#[template(path = "studies.html")]
struct StudiesPage {
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
    for study in by.context.studies.all() {
        let role = by.store.role(&by.account.id, &study.name).await?;
        if let Some(role) = role {
            studies.push(Listed { title: study.study.about.title.clone(), name: study.name.clone(), role });
        }
    }
    studies.sort_by(|one, other| one.title.cmp(&other.title));
    show(&StudiesPage { frame: Frame::inside("Studies", &by), studies })
}
