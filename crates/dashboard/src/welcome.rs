//! Following a one-time link: making an account, or setting its password.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use store::{Account, EVERY, Entrance, Link, LinkOutcome, Role, Store};
use web::Fault;
use web::see_other;
use web::subscriber;

use super::cookie::Transport;
use super::fields::Fields;
use super::forms::reject_cross_site;
use super::frame::{Frame, complain, show};
use super::researcher::note;
use super::rights::promise;
use super::sign_in::{PasswordCheck, right, too_often};
use super::{password, words};
use crate::Context;

#[derive(Template)]
#[template(path = "welcome.html")]
struct WelcomePage<'a> {
    frame: Frame,
    lead: String,
    /// Whose password is set; nobody's yet for a new account.
    existing: Option<&'a str>,
    name: &'a str,
    wrong: Option<String>,
    transport: Transport,
}

#[derive(Template)]
#[template(path = "gone.html")]
struct GonePage {
    frame: Frame,
}

/// A link that can be followed.
struct Open {
    link: Link,
    /// Of the account that it is for.
    name: Option<String>,
    transport: Transport,
}

impl Open {
    /// What the link is for, in words.
    fn lead(&self, context: &Context) -> String {
        let title = |name: &str| {
            context.studies.find(name).map_or_else(|_| name.to_owned(), |study| study.study.about.title.clone())
        };
        match &self.link.grant {
            None => "Set a new password for your account. Anyone currently signed in to it will be signed out.".to_owned(),
            Some((Entrance::Every, _)) => {
                "Choose a name and a password. This account will own every study that is served here: it can see everything, do everything, and invite others.".to_owned()
            }
            Some((Entrance::Study(name), role)) => format!(
                "{} invites you to “{}” as {}: you can {}.",
                self.link.made_by,
                title(name),
                if *role == Role::Owner { format!("an {}", role.word()) } else { format!("a {}", role.word()) },
                promise(*role)
            ),
        }
    }

    fn page<'a>(&'a self, context: &Context, name: &'a str, wrong: Option<String>) -> WelcomePage<'a> {
        let heading = if self.name.is_some() { "Set your password" } else { "Make your account" };
        WelcomePage {
            frame: Frame::signed_out(heading),
            lead: self.lead(context),
            existing: self.name.as_deref(),
            name,
            wrong,
            transport: self.transport,
        }
    }
}

async fn open(
    context: &Context,
    token: &str,
    headers: &HeaderMap,
    now: Timestamp,
) -> Result<(Store, Option<Open>), Fault> {
    let store = context.accounts.clone().ok_or(Fault::NotFound)?;
    let found = store.link(token, now).await?;
    let transport = Transport::detect(&context.endpoint, headers);
    Ok((store, found.map(|(link, name)| Open { link, name, transport })))
}

fn gone_page() -> Result<Response, Fault> {
    complain(StatusCode::GONE, &GonePage { frame: Frame::signed_out("This link no longer works") })
}

/// `GET /dashboard/welcome/{token}`
pub(super) async fn page(
    State(context): State<Arc<Context>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let (_, found) = open(&context, &token, &headers, context.studies.now()).await?;
    match found {
        Some(open) => show(&open.page(&context, "", None)),
        None => gone_page(),
    }
}

/// `POST /dashboard/welcome/{token}`
pub(super) async fn accept(
    State(context): State<Arc<Context>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, Fault> {
    let (headers, now) = (request.headers().clone(), context.studies.now());
    reject_cross_site(&headers)?;
    let (store, found) = open(&context, &token, &headers, now).await?;
    let Some(open) = found else { return gone_page() };
    let fields = Fields::read(request).await?;
    let (name, chosen) = (fields.text("name"), fields.raw("password"));
    let again = |wrong: String| {
        complain(StatusCode::UNPROCESSABLE_ENTITY, &open.page(&context, fields.text("name"), Some(wrong)))
    };
    if open.transport == Transport::Clear {
        return again("Passwords are not sent over unencrypted connections.".to_owned());
    }
    let complaint = if open.name.is_none() { words::name_complaint(name) } else { None };
    if let Some(wrong) = complaint.or_else(|| password::complaint(chosen, fields.raw("again"))) {
        return again(wrong);
    }
    let hash = password::hash_password(chosen).await?;
    let account = match store.accept(&token, (name, &hash), now).await? {
        LinkOutcome::Gone => return gone_page(),
        LinkOutcome::Done(_) => find_account(&store, open.name.as_deref().unwrap_or(name)).await?,
        LinkOutcome::NameTaken => {
            let client = subscriber(context.endpoint.peers.client(peer, &headers)).to_string();
            match right(&store, (name, chosen), &client, now).await? {
                PasswordCheck::Right(account) => account,
                PasswordCheck::TooOften(until) => return again(too_often(until, now)),
                PasswordCheck::Wrong => {
                    let taken = "There is already an account with this name. If it is yours, enter its password; if not, choose another name.";
                    return again(taken.to_owned());
                }
            }
        }
    };
    // For a new account the link is used up by now; for one that was there it is used up here.
    store.accept_as(&token, &account, now).await?;
    log_acceptance(&store, &open.link, &account, now).await?;
    let secret = store.sign_in(&account.id, now).await?;
    Ok(([(SET_COOKIE, open.transport.set(&secret))], see_other("/dashboard/")).into_response())
}

async fn find_account(store: &Store, name: &str) -> Result<Account, Fault> {
    store.account_named(name).await?.ok_or(Fault::Broken)
}

async fn log_acceptance(store: &Store, link: &Link, account: &Account, now: Timestamp) -> Result<(), Fault> {
    let by = format!("link made by {}", link.made_by);
    match &link.grant {
        None => note(store, &account.name, None, ("set a password", &by), now).await,
        Some((Entrance::Every, role)) => {
            let detail = format!("{} of every study, {by}", role.word());
            note(store, &account.name, Some(EVERY), ("accepted an invitation", &detail), now).await
        }
        Some((Entrance::Study(study), role)) => {
            let detail = format!("{}, {by}", role.word());
            note(store, &account.name, Some(study), ("accepted an invitation", &detail), now).await
        }
    }
}
