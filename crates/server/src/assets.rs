//! Style and scripts, which browsers keep for ever: another version has another address.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use pages::assets::{Asset, folder_name};
use web::Fault;

/// The folders of assets, each with its name: that of its contents.
static FOLDERS: LazyLock<[(String, &'static [Asset]); 2]> =
    LazyLock::new(|| [pages::assets::ASSETS, dashboard::ASSETS].map(|assets| (folder_name(assets), assets)));

/// `GET /assets/{folder}/{name}`. A page from before an update asks for the old folder; it is given
/// what there is now, not to be kept.
pub(super) async fn asset(Path((asked, name)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Fault> {
    let found = FOLDERS
        .iter()
        .find_map(|(folder, assets)| assets.iter().find(|asset| asset.name == name).map(|asset| (folder, asset)));
    let (folder, asset) = found.ok_or(Fault::NotFound)?;
    let keeping = if asked == *folder { "public, max-age=31536000, immutable" } else { "no-cache" };
    let tag = format!("\"{folder}\"");
    let kept = [(CACHE_CONTROL, keeping), (ETAG, tag.as_str())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    Ok((kept, [(CONTENT_TYPE, asset.media)], asset.bytes).into_response())
}
