//! Signing in and out.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use serde::Deserialize;
use store::{Account, Store};
use web::Fault;
use web::see_other;
use web::subscriber;

use super::cookie::Transport;
use super::fields::Fields;
use super::forms::{AccountForm, reject_cross_site};
use super::frame::{Frame, complain, show};
use super::password;
use super::researcher::{note, signed_in};
use crate::Context;

/// Tries at one account from one address within a quarter of an hour, and those at one account from anywhere that are not
/// slowed down.
const TRIES_AT_ACCOUNT: u32 = 10;

/// Tries from one address within a quarter of an hour, at whatever account.
const TRIES_FROM_ADDRESS: u32 = 30;

#[derive(Template)]
#[template(path = "sign-in.html")]
struct SignInPage<'a> {
    frame: Frame,
    name: &'a str,
    to: &'a str,
    wrong: Option<String>,
    transport: Transport,
}

#[derive(Deserialize)]
pub(super) struct SignInQuery {
    to: Option<String>,
}

/// `GET /dashboard/sign-in`
pub(super) async fn page(
    State(context): State<Arc<Context>>,
    Query(asked): Query<SignInQuery>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    context.accounts.as_ref().ok_or(Fault::NotFound)?;
    let to = keep_on_site(asked.to.as_deref().unwrap_or_default());
    if signed_in(&context, &headers).await?.is_some() {
        return Ok(see_other(to));
    }
    let transport = Transport::detect(&context.endpoint, &headers);
    show(&SignInPage { frame: Frame::signed_out("Sign in"), name: "", to, wrong: None, transport })
}

/// `POST /dashboard/sign-in`
pub(super) async fn sign_in(
    State(context): State<Arc<Context>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
) -> Result<Response, Fault> {
    let store = context.accounts.clone().ok_or(Fault::NotFound)?;
    let headers = request.headers().clone();
    reject_cross_site(&headers)?;
    let (transport, now) = (Transport::detect(&context.endpoint, &headers), context.studies.now());
    let client = subscriber(context.endpoint.peers.client(peer, &headers));
    let fields = Fields::read(request).await?;
    let (name, to) = (fields.text("name"), keep_on_site(fields.text("to")));
    let again = |status: StatusCode, wrong: String| {
        complain(status, &SignInPage { frame: Frame::signed_out("Sign in"), name, to, wrong: Some(wrong), transport })
    };
    if transport == Transport::Clear {
        return again(StatusCode::FORBIDDEN, "Nobody can sign in over an unencrypted connection.".to_owned());
    }
    match right(&store, (name, fields.raw("password")), &client.to_string(), now).await? {
        PasswordCheck::Right(account) => {
            note(&store, &account.name, None, ("signed in", ""), now).await?;
            let secret = store.sign_in(&account.id, now).await?;
            Ok(([(SET_COOKIE, transport.set(&secret))], see_other(to)).into_response())
        }
        PasswordCheck::Wrong => again(StatusCode::UNPROCESSABLE_ENTITY, "Name or password is wrong.".to_owned()),
        PasswordCheck::TooOften(until) => again(StatusCode::TOO_MANY_REQUESTS, too_often(until, now)),
    }
}

/// What to say to whoever tried too often.
pub(super) fn too_often(until: Timestamp, now: Timestamp) -> String {
    match (until.duration_since(now).as_secs().max(0) + 59) / 60 {
        0 | 1 => "Too many attempts. Try again in a minute.".to_owned(),
        minutes => format!("Too many attempts. Try again in {minutes} minutes."),
    }
}

/// Tries at one account from many addresses slow each other down more and more, and never shut anybody out: else anyone could
/// keep an owner from their study.
fn delay(tries: u32) -> Duration {
    const FIRST: Duration = Duration::from_millis(250);
    const LONGEST: Duration = Duration::from_secs(8);
    match tries.checked_sub(TRIES_AT_ACCOUNT + 1) {
        None => Duration::ZERO,
        Some(over) => FIRST.saturating_mul(1 << over.min(16)).min(LONGEST),
    }
}

/// What a try at a password came to.
pub(super) enum PasswordCheck {
    Right(Account),
    Wrong,
    TooOften(Timestamp),
}

/// Tries a name and a password. It is counted before it is made, so that many at once are no way around; whoever has no
/// account is told the same after the same time.
pub(super) async fn right(
    store: &Store,
    (name, password): (&str, &str),
    address: &str,
    now: Timestamp,
) -> Result<PasswordCheck, Fault> {
    let account_key = format!("account {}", name.to_lowercase());
    let address_key = format!("address {address}");
    let both_key = format!("{account_key} from {address}");
    for (key, most) in [(&address_key, TRIES_FROM_ADDRESS), (&both_key, TRIES_AT_ACCOUNT)] {
        let tries = store.count_try(key, now).await?;
        if tries.count > most {
            return Ok(PasswordCheck::TooOften(tries.until));
        }
    }
    tokio::time::sleep(delay(store.count_try(&account_key, now).await?.count)).await;
    let account = store.account_named(name).await?;
    let kept = account.as_ref().map(|account| account.password.as_str());
    let right = password::is_right(password, kept).await?;
    let Some(account) = account.filter(|_| right) else { return Ok(PasswordCheck::Wrong) };
    for key in [&account_key, &address_key, &both_key] {
        store.forget_tries(key).await?;
    }
    Ok(PasswordCheck::Right(account))
}

/// `POST /dashboard/sign-out`
pub(super) async fn sign_out(headers: HeaderMap, sent: AccountForm) -> Result<Response, Fault> {
    let by = &sent.by;
    by.store.sign_out(&by.secret).await?;
    by.note(None, "signed out", "").await?;
    let transport = Transport::detect(&by.context.endpoint, &headers);
    Ok(([(SET_COOKIE, transport.clear())], see_other("/dashboard/sign-in")).into_response())
}

/// Where to go on: a page of the dashboard, and no other site.
fn keep_on_site(to: &str) -> &str {
    let plain = to.starts_with("/dashboard/") && !to.contains(['\\', '\r', '\n']) && to.is_ascii();
    if plain { to } else { "/dashboard/" }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{TRIES_AT_ACCOUNT, delay};

    #[test]
    fn tries_from_elsewhere_slow_an_owner_down_by_seconds_and_no_more() {
        assert_eq!(delay(TRIES_AT_ACCOUNT), Duration::ZERO);
        assert_eq!(delay(TRIES_AT_ACCOUNT + 1), Duration::from_millis(250));
        assert_eq!(delay(TRIES_AT_ACCOUNT + 3), Duration::from_secs(1));
        assert_eq!(delay(u32::MAX), Duration::from_secs(8));
    }
}
