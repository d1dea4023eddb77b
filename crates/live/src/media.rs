//! Pictures, sounds and videos from the study folder, and nothing else of it.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{HeaderMap, Request};
use axum::response::{IntoResponse as _, Response};
use pages::media_type;
use study::ReadError;
use tower::ServiceExt as _;
use tower_http::services::ServeFile;
use web::Fault;

use crate::LiveStudy;

impl LiveStudy {
    /// A file of the study, or the part of it that was asked for, sent piece by piece from the disk: however long a
    /// video is and however many ask for it, little of it is in memory.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    pub async fn send_file(&self, name: &str, headers: &HeaderMap) -> Result<Response, Fault> {
        let media = media_type(name).ok_or(Fault::NotFound)?;
        let mut response = match self.files.path(name).map_err(|error| unreadable(&error))? {
            None => self.files.read(name).map_err(|error| unreadable(&error))?.into_response(),
            Some(path) => {
                let mut request = Request::new(Body::empty());
                request.headers_mut().clone_from(headers);
                match ServeFile::new(path).oneshot(request).await {
                    Ok(response) => response.map(Body::new),
                    Err(never) => match never {},
                }
            }
        };
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media));
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
        Ok(response)
    }
}

fn unreadable(error: &ReadError) -> Fault {
    match error {
        ReadError::NotFound | ReadError::Outside => Fault::NotFound,
        ReadError::Failed(why) => {
            tracing::error!(%why, "a file of the study cannot be read");
            Fault::Broken
        }
    }
}
