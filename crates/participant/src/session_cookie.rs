//! A cookie that says which session a browser began. A platform's id is no secret: where it was typed, is all that a link has,
//! or comes with another submission, nothing else tells the person who comes again from anyone else who knows the id. Nothing
//! depends on it: without it the link of the same submission leads back, and that of another begins anew.

use axum::http::header::{COOKIE, HeaderMap, HeaderValue};
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use session::SessionId;
use web::{Encryption, Endpoint};

const NAME: &str = "rejudge-session";
/// Longer than a session is left lying.
const LASTS: Duration = Duration::days(7);

/// The header that has the browser remember the session, for the pages of its study alone.
pub(crate) fn remember(study: &str, session: SessionId, endpoint: &Endpoint) -> Option<HeaderValue> {
    let cookie = Cookie::build((NAME, session.to_string()))
        .path(format!("/s/{study}/"))
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(endpoint.encrypted == Encryption::Yes)
        .max_age(LASTS);
    HeaderValue::from_str(&cookie.build().to_string()).ok()
}

/// The session that the browser began, as far as it says one.
pub(crate) fn read_session(headers: &HeaderMap) -> Option<SessionId> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut cookies = cookies.flat_map(Cookie::split_parse).flatten();
    cookies.find(|cookie| cookie.name() == NAME)?.value().parse().ok()
}
