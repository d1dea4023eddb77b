//! Whoever is signed in, about themselves.

use std::net::SocketAddr;

use askama::Template;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use web::Fault;
use web::subscriber;

use super::forms::AccountForm;
use super::frame::{Frame, complain, show};
use super::password;
use super::researcher::SignedIn;
use super::sign_in::{PasswordCheck, right, too_often};

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    frame: Frame,
    wrong: Option<String>,
    done: bool,
}

/// `GET /dashboard/account`
pub(super) async fn page(by: SignedIn) -> Result<Response, Fault> {
    show(&AccountPage { frame: Frame::without_study("Your account", &by), wrong: None, done: false })
}

/// `POST /dashboard/account/password`
pub(super) async fn change_password(
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    sent: AccountForm,
) -> Result<Response, Fault> {
    let (by, fields) = (&sent.by, &sent.fields);
    let frame = || Frame::without_study("Your account", by);
    let again = |wrong: String| {
        complain(StatusCode::UNPROCESSABLE_ENTITY, &AccountPage { frame: frame(), wrong: Some(wrong), done: false })
    };
    if let Some(wrong) = password::complaint(fields.raw("password"), fields.raw("again")) {
        return again(wrong);
    }
    let client = subscriber(by.context.endpoint.peers.client(peer, &headers)).to_string();
    match right(&by.store, (&by.account.name, fields.raw("current")), &client, by.now).await? {
        PasswordCheck::Right(_) => {}
        PasswordCheck::Wrong => return again("The current password is wrong.".to_owned()),
        PasswordCheck::TooOften(until) => return again(too_often(until, by.now)),
    }
    let hash = password::hash_password(fields.raw("password")).await?;
    let set = by.store.set_password(&by.account.id, &hash, Some(&by.secret)).await;
    set?;
    by.note(None, "changed their password", "").await?;
    show(&AccountPage { frame: frame(), wrong: None, done: true })
}
