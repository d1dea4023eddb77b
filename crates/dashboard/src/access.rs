//! Who has the study: owners, managers, viewers, those who are invited, and scripts.

mod people;
mod tokens;

pub(super) use people::{invite, remove, remove_owner, withdraw_invitation};
pub(super) use tokens::{make_token, revoke_token};

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use store::{Entrance, Grant, Invitation, Role, Token};
use web::Fault;

use super::frame::{Frame, Tab, complain, show};
use super::researcher::Researcher;
use super::rights;
use super::words;

#[derive(Template)]
#[template(path = "access.html")]
struct AccessPage {
    frame: Frame,
    grants: Vec<Grant>,
    invitations: Vec<Invitation>,
    tokens: Vec<Token>,
    /// Who looks.
    me: String,
    /// Whether they own every study.
    owns_every: bool,
    fresh: Option<Fresh>,
    wrong: Option<&'static str>,
}

/// A secret that is shown this once.
enum Fresh {
    Invitation { link: String, role: Role, until: Timestamp },
    Token(String),
}

impl AccessPage {
    async fn load(researcher: &Researcher) -> Result<AccessPage, Fault> {
        let (store, name, now) = (&researcher.by.store, &researcher.study.name, researcher.by.now);
        let grants = store.grants(name).await?;
        let invitations = store.invitations(name, now).await?;
        let tokens = store.tokens(name).await?;
        let mine = |grant: &Grant| grant.account == researcher.by.account.id && grant.entrance == Entrance::Every;
        Ok(AccessPage {
            frame: Frame::for_study("Access", researcher, Tab::Access),
            owns_every: grants.iter().any(|grant| mine(grant) && grant.role == Role::Owner),
            grants,
            invitations,
            tokens,
            me: researcher.by.account.name.clone(),
            fresh: None,
            wrong: None,
        })
    }

    /// Whether whoever looks may take this away.
    fn may_remove(&self, grant: &Grant) -> bool {
        self.frame.owns() && grant.name != self.me && (self.owns_every || grant.entrance != Entrance::Every)
    }

    /// Whether whoever looks may withdraw this.
    fn may_withdraw(&self, invitation: &Invitation) -> bool {
        self.frame.owns() && (self.owns_every || invitation.entrance != Entrance::Every)
    }
}

/// `GET /dashboard/s/{study}/access`
pub(super) async fn page(researcher: Researcher) -> Result<Response, Fault> {
    show(&AccessPage::load(&researcher).await?)
}

async fn render_with_fresh(researcher: &Researcher, fresh: Fresh) -> Result<Response, Fault> {
    show(&AccessPage { fresh: Some(fresh), ..AccessPage::load(researcher).await? })
}

async fn complaining(researcher: &Researcher, wrong: &'static str) -> Result<Response, Fault> {
    let page = AccessPage { wrong: Some(wrong), ..AccessPage::load(researcher).await? };
    complain(StatusCode::UNPROCESSABLE_ENTITY, &page)
}
