//! A server that shows one example and keeps what the page saves: the least that a page needs.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use pages::assets::Asset;
use pages::examples::{Showcase, State as Shown, examples};
use pages::{FileNames, Links, Place, PostedPage};
use study::response::{Answer, Complaint};
use tokio::net::TcpListener;

#[derive(Default)]
pub(crate) struct Desk {
    /// Whether saving fails, as when the connection is lost.
    pub(crate) down: AtomicBool,
    /// Everything saved, in order.
    pub(crate) saved: Mutex<Vec<PostedPage>>,
}

impl Desk {
    pub(crate) async fn open() -> (Arc<Desk>, SocketAddr) {
        let desk = Arc::new(Desk::default());
        let router = Router::new()
            .route("/{kind}/{number}", get(page).post(save_and_redirect))
            .route("/sent", get(|| async { "sent" }))
            .route("/save", post(save))
            .route("/assets/{*name}", get(asset))
            .with_state(Arc::clone(&desk));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        (desk, address)
    }

    /// The answer last saved to the first example of a kind.
    pub(crate) fn last(&self, kind: &str) -> Option<Result<Answer, Vec<Complaint>>> {
        Some(read(kind, self.saved.lock().unwrap().last()?))
    }
}

/// What was posted as an answer to an example of a kind: that which the fields name.
pub(crate) fn read(kind: &str, posted: &PostedPage) -> Result<Answer, Vec<Complaint>> {
    let number = posted.forms.keys().next().map_or(0, |key| key.criterion as usize);
    let example = &examples().iter().find(|(known, _)| *known == kind).unwrap().1[number];
    example.response.read(&posted.forms.values().next().cloned().unwrap_or_default(), &example.texts())
}

async fn page(Path((kind, number)): Path<(String, usize)>) -> Response {
    let Some(showcase) = Showcase::new(&kind, "en") else { return StatusCode::NOT_FOUND.into_response() };
    let (screens, filled) = showcase.screens(&[Shown::Empty]);
    let place = Place {
        action: format!("/{kind}/{number}"),
        save: "/save".to_owned(),
        session: "s".to_owned(),
        ..Place::default()
    };
    let links = Links {
        assets: "/assets".to_owned(),
        files: "/files".to_owned(),
        file_names: FileNames::Own,
        look: String::new(),
        as_files: false,
    };
    Html(showcase.pages(links).questions(&place, &screens[number..=number], &filled).unwrap()).into_response()
}

async fn save_and_redirect(State(desk): State<Arc<Desk>>, Form(fields): Form<Vec<(String, String)>>) -> Response {
    match save(State(desk), Form(fields)).await {
        StatusCode::NO_CONTENT => Redirect::to("/sent").into_response(),
        fault => fault.into_response(),
    }
}

async fn save(State(desk): State<Arc<Desk>>, Form(fields): Form<Vec<(String, String)>>) -> StatusCode {
    if desk.down.load(Ordering::SeqCst) {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    desk.saved.lock().unwrap().push(PostedPage::read(fields));
    StatusCode::NO_CONTENT
}

async fn asset(Path(name): Path<String>) -> Response {
    let asset = Asset::find(&name).unwrap();
    ([(CONTENT_TYPE, asset.media)], asset.bytes).into_response()
}
