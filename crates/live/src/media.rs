//! Pictures, sounds and films from the study folder, and nothing else of it.

use std::ops::Range;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{ACCEPT_RANGES, CACHE_CONTROL, CONTENT_RANGE, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RANGE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use pages::media_type;
use sha2::{Digest as _, Sha256};
use study::ReadError;
use web::Fault;

use crate::LiveStudy;

/// A file of a study, or the part of it that was asked for.
///
/// # Errors
/// When there is no such file, or it cannot be read.
pub async fn send_file(study: Arc<LiveStudy>, name: String, headers: &HeaderMap) -> Result<Response, Fault> {
    let media = media_type(&name).ok_or(Fault::NotFound)?;
    let read = tokio::task::spawn_blocking(move || study.files.read(&name));
    let bytes = match read.await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(ReadError::NotFound | ReadError::Outside)) => return Err(Fault::NotFound),
        Ok(Err(ReadError::Failed(why))) => {
            tracing::error!(%why, "a file of the study cannot be read");
            return Err(Fault::Broken);
        }
        Err(stopped) => {
            tracing::error!(%stopped, "reading a file of the study broke off");
            return Err(Fault::Broken);
        }
    };
    let tag: String = Sha256::digest(&bytes).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let kept = [(ETAG, tag.as_str()), (CACHE_CONTROL, "private, max-age=3600"), (ACCEPT_RANGES, "bytes")];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    let total = bytes.len();
    let asked = headers.get(RANGE).and_then(|value| value.to_str().ok()).and_then(|range| part(range, total));
    Ok(match asked {
        None => (kept, [(CONTENT_TYPE, media)], bytes).into_response(),
        Some(Err(Unsatisfiable)) => {
            let all = [(CONTENT_RANGE, format!("bytes */{total}"))];
            (StatusCode::RANGE_NOT_SATISFIABLE, all, Body::empty()).into_response()
        }
        Some(Ok(part)) => {
            let shown = format!("bytes {}-{}/{total}", part.start, part.end - 1);
            let bytes = axum::body::Bytes::from(bytes).slice(part);
            (StatusCode::PARTIAL_CONTENT, kept, [(CONTENT_RANGE, shown)], [(CONTENT_TYPE, media)], bytes)
                .into_response()
        }
    })
}

/// A part beyond the end of the file.
#[derive(Debug, PartialEq, Eq)]
struct Unsatisfiable;

/// The part that a `Range` header asks for, which players need to jump in a film; nothing when it is
/// not one plain range, so that the whole file is sent (RFC 9110, section 14.2).
fn part(range: &str, total: usize) -> Option<Result<Range<usize>, Unsatisfiable>> {
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    let part = match (first.trim(), last.trim()) {
        ("", "") => return None,
        ("", length) => total.saturating_sub(length.parse().ok()?)..total,
        (first, "") => first.parse().ok()?..total,
        (first, last) => first.parse().ok()?..last.parse::<usize>().ok()?.saturating_add(1).min(total),
    };
    Some(if part.start < part.end { Ok(part) } else { Err(Unsatisfiable) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_file_are_those_asked_for() {
        for (range, expected) in [
            ("bytes=0-3", Some(Ok(0..4))),
            ("bytes=4-", Some(Ok(4..10))),
            ("bytes=-3", Some(Ok(7..10))),
            ("bytes=-30", Some(Ok(0..10))),
            ("bytes=8-99", Some(Ok(8..10))),
            ("bytes=10-", Some(Err(Unsatisfiable))),
            ("bytes=5-4", Some(Err(Unsatisfiable))),
            ("bytes=-0", Some(Err(Unsatisfiable))),
            ("bytes=0-1,3-4", None),
            ("bytes=-", None),
            ("lines=1-2", None),
            ("bytes=99999999999999999999-", None),
        ] {
            assert_eq!(part(range, 10), expected, "{range}");
        }
    }
}
