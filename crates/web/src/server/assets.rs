//! Style and scripts, which browsers keep for ever: another version has another address.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::fault::Fault;
use crate::page::assets::{Asset, folder};

/// `GET /assets/{folder}/{name}`. A page from before an update asks for the old folder; it is given
/// what there is now, not to be kept.
pub(super) async fn asset(Path((asked, name)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Fault> {
    let asset = Asset::named(&name).ok_or(Fault::NotFound)?;
    let keeping = if asked == folder() { "public, max-age=31536000, immutable" } else { "no-cache" };
    let tag = format!("\"{}\"", folder());
    let kept = [(CACHE_CONTROL, keeping), (ETAG, tag.as_str())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    Ok((kept, [(CONTENT_TYPE, asset.media)], asset.bytes).into_response())
}
