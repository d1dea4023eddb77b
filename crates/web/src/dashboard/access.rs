//! Who has the study: owners, viewers and scripts.

use askama::Template;
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use store::{Entrance, Grant, Link, Role, Token, TokenName};

use super::acting::Acting;
use super::cookie::Carriage;
use super::frame::{Frame, Tab, complain, show};
use super::researcher::Researcher;
use super::words;
use crate::server::fault::Fault;
use crate::server::running::unavailable;

/// How long an invitation holds.
const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Longer words about a token do not fit anywhere.
const LONGEST_LABEL: usize = 80;

#[derive(Template)]
#[template(path = "dashboard/access.html")]
struct Page {
    frame: Frame,
    grants: Vec<Grant>,
    tokens: Vec<Token>,
    /// Who looks.
    me: String,
    fresh: Option<Fresh>,
    wrong: Option<&'static str>,
}

/// A secret that is shown this once.
enum Fresh {
    Invitation { link: String, role: Role, until: String },
    Token(String),
}

async fn made(researcher: &Researcher, fresh: Option<Fresh>, wrong: Option<&'static str>) -> Result<Page, Fault> {
    let (store, name) = (&researcher.by.store, &researcher.study.name);
    Ok(Page {
        frame: Frame::of("Access", researcher, Tab::Access),
        grants: store.grants(name).await.map_err(|error| unavailable(&error))?,
        tokens: store.tokens(name).await.map_err(|error| unavailable(&error))?,
        me: researcher.by.account.name.clone(),
        fresh,
        wrong,
    })
}

/// `GET /dashboard/s/{study}/access`
pub(super) async fn page(researcher: Researcher) -> Result<Response, Fault> {
    show(&made(&researcher, None, None).await?)
}

/// `POST /dashboard/s/{study}/access/invite`
pub(super) async fn invite(headers: HeaderMap, acting: Acting) -> Result<Response, Fault> {
    let researcher = &acting.researcher;
    let Some(role) = Role::from_word(acting.fields.text("role")) else { return Err(Fault::Malformed) };
    let until = researcher.by.now.saturating_add(WEEK).unwrap_or(Timestamp::MAX);
    let grant = Some((Entrance::Study(researcher.study.name.clone()), role));
    let link = Link { account: None, grant, made_by: researcher.by.account.name.clone(), until };
    let secret = researcher.by.store.make_link(&link).await.map_err(|error| unavailable(&error))?;
    acting.note("made an invitation", role.word()).await?;
    let link = format!("{}/dashboard/welcome/{secret}", here(researcher, &headers));
    show(&made(researcher, Some(Fresh::Invitation { link, role, until: words::moment(&until) }), None).await?)
}

/// The address by which whoever asks has reached us.
fn here(researcher: &Researcher, headers: &HeaderMap) -> String {
    let settings = &researcher.by.app.settings;
    if let Some(url) = &settings.public_url {
        return url.clone();
    }
    let scheme = match Carriage::of(settings, headers) {
        Carriage::Encrypted => "https",
        Carriage::Loopback | Carriage::Clear => "http",
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{scheme}://{host}")
}

/// `POST /dashboard/s/{study}/access/remove`
pub(super) async fn remove(acting: Acting) -> Result<Response, Fault> {
    let researcher = &acting.researcher;
    let (store, study) = (&researcher.by.store, &researcher.study.name);
    let wrong = async |words: &'static str| {
        complain(StatusCode::UNPROCESSABLE_ENTITY, &made(researcher, None, Some(words)).await?)
    };
    let found = store.account_named(acting.fields.text("name")).await.map_err(|error| unavailable(&error))?;
    let Some(account) = found else { return wrong("There is no account of this name.").await };
    if account.id == researcher.by.account.id {
        return wrong("You cannot take the study away from yourself; another owner can.").await;
    }
    if !store.revoke(&account.id, study).await.map_err(|error| unavailable(&error))? {
        return wrong("This account does not have the study by itself.").await;
    }
    acting.done(("removed someone", &account.name), "access").await
}

/// `POST /dashboard/s/{study}/access/token`
pub(super) async fn make_token(acting: Acting) -> Result<Response, Fault> {
    let researcher = &acting.researcher;
    let label: String = acting.fields.text("label").chars().take(LONGEST_LABEL).collect();
    if label.is_empty() {
        let words = "Say what the token is for.";
        return complain(StatusCode::UNPROCESSABLE_ENTITY, &made(researcher, None, Some(words)).await?);
    }
    let by = &researcher.by;
    let made_token = by.store.make_token(&by.account, &researcher.study.name, &label, by.now).await;
    let secret = made_token.map_err(|error| unavailable(&error))?;
    acting.note("made a token", &label).await?;
    show(&made(researcher, Some(Fresh::Token(secret)), None).await?)
}

/// `POST /dashboard/s/{study}/access/revoke`
pub(super) async fn revoke_token(acting: Acting) -> Result<Response, Fault> {
    let (store, study) = (&acting.researcher.by.store, &acting.researcher.study.name);
    let name = TokenName(acting.fields.text("token").to_owned());
    if !store.revoke_token(study, &name).await.map_err(|error| unavailable(&error))? {
        return Err(Fault::NotFound);
    }
    acting.done(("revoked a token", &name.0), "access").await
}
