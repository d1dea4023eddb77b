//! The preview as a small server of its own. It reads, shows and forgets.

use std::sync::{Arc, Mutex, PoisonError};

use askama::Template;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Router, http};
use study::Study;
use tokio::net::TcpListener;

use super::{ASSETS, Site};
use crate::assets::Asset;
use crate::media_type;

/// Where the study comes from.
pub trait Source: Send + Sync + 'static {
    /// Something that differs once a file of the study was saved.
    fn version(&self) -> String;

    /// The study as it is now.
    ///
    /// # Errors
    /// What is wrong with it, in words for the researcher.
    fn study(&self) -> Result<Study, String>;

    /// A file of the study; nothing when there is none.
    fn file(&self, name: &str) -> Option<Vec<u8>>;
}

/// The same policy as participants' pages have, so that what works here works there.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

#[derive(Template)]
#[template(path = "preview/trouble.html")]
struct Trouble<'a> {
    assets: &'a str,
    words: &'a str,
}

/// What was last read, by version.
type CachedSite = (String, Result<Arc<Site>, String>);

struct Preview {
    source: Box<dyn Source>,
    last: Mutex<Option<CachedSite>>,
}

impl Preview {
    fn site(&self) -> Result<Arc<Site>, String> {
        let version = self.source.version();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((seen, site)) = last.as_ref()
            && *seen == version
        {
            return site.clone();
        }
        let site = self.source.study().and_then(|study| {
            let plan = plan::make(&study).map_err(|error| error.to_string())?;
            Ok(Arc::new(Site::new(Arc::new(study), plan)))
        });
        *last = Some((version, site.clone()));
        site
    }
}

/// Shows the pages until the listener is closed.
///
/// # Errors
/// When the listener breaks.
pub async fn serve(listener: TcpListener, source: impl Source) -> std::io::Result<()> {
    let preview = Arc::new(Preview { source: Box::new(source), last: Mutex::new(None) });
    let router = Router::new()
        .route("/", get(index))
        .route("/version", get(version))
        .route("/assets/{*name}", get(asset))
        .route("/files/{*name}", get(file))
        .route("/look.css", get(look))
        .route("/{page}", get(page).post(next_page))
        .with_state(preview);
    axum::serve(listener, router).await
}

async fn index(State(preview): State<Arc<Preview>>) -> Response {
    render_response(&preview, |site| site.index().ok())
}

async fn page(State(preview): State<Arc<Preview>>, Path(page): Path<String>) -> Response {
    render_response(&preview, |site| {
        if page == "index.html" {
            return site.index().ok();
        }
        let entry = site.all_pages().into_iter().find(|entry| page.strip_suffix(".html") == Some(&entry.name()))?;
        site.render(&entry).ok()
    })
}

/// What was filled in is forgotten; the form leads on.
async fn next_page(Path(page): Path<String>) -> Response {
    Redirect::to(&page).into_response()
}

async fn version(State(preview): State<Arc<Preview>>) -> Response {
    ([(CACHE_CONTROL, "no-store")], preview.source.version()).into_response()
}

async fn asset(Path(name): Path<String>) -> Response {
    match Asset::find(&name) {
        Some(asset) => ([(CONTENT_TYPE, asset.media), (CACHE_CONTROL, "no-cache")], asset.bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn look(State(preview): State<Arc<Preview>>) -> Response {
    let style = preview.site().map(|site| site.look().to_owned()).unwrap_or_default();
    ([(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-store")], style).into_response()
}

async fn file(State(preview): State<Arc<Preview>>, Path(name): Path<String>) -> Response {
    match media_type(&name).zip(preview.source.file(&name)) {
        Some((media, bytes)) => ([(CONTENT_TYPE, media)], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn render_response(preview: &Preview, render: impl Fn(&Site) -> Option<String>) -> Response {
    let html: [(HeaderName, &str); 3] =
        [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store"), (CONTENT_SECURITY_POLICY, POLICY)];
    match preview.site() {
        Ok(site) => match render(&site) {
            Some(page) => (html, page).into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        },
        Err(words) => {
            let page = Trouble { assets: ASSETS, words: &words }.render().unwrap_or(words);
            (http::StatusCode::UNPROCESSABLE_ENTITY, html, page).into_response()
        }
    }
}
