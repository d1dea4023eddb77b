//! Letting people in, and putting them out again.

use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use store::{EVERY, Entrance, InvitationName, Link, Role};
use web::Fault;
use web::see_other;

use super::{AccessPage, Fresh, complaining, render_with_fresh};
use crate::confirm::{Question, ask, is_sure};
use crate::cookie::Transport;
use crate::forms::StudyForm;
use crate::frame::Tab;
use crate::researcher::Researcher;

/// How long an invitation holds.
const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

const NOBODY: &str = "There is no account of this name.";

/// `POST /dashboard/s/{study}/access/invite`
pub(crate) async fn invite(headers: HeaderMap, form: StudyForm) -> Result<Response, Fault> {
    let researcher = &form.researcher;
    let Some(role) = Role::from_word(form.fields.text("role")) else { return Err(Fault::Malformed) };
    let until = researcher.by.now.saturating_add(WEEK).unwrap_or(Timestamp::MAX);
    let grant = Some((Entrance::Study(researcher.study.name.clone()), role));
    let link = Link { account: None, grant, made_by: researcher.by.account.name.clone(), until };
    let secret = researcher.by.store.make_link(&link).await?;
    form.note("made an invitation", role.word()).await?;
    let link = format!("{}/dashboard/welcome/{secret}", own_address(researcher, &headers));
    render_with_fresh(researcher, Fresh::Invitation { link, role, until }).await
}

/// The address by which whoever asks has reached us.
fn own_address(researcher: &Researcher, headers: &HeaderMap) -> String {
    let endpoint = &researcher.by.context.endpoint;
    if let Some(url) = &endpoint.public_url {
        return url.clone();
    }
    let scheme = match Transport::detect(endpoint, headers) {
        Transport::Encrypted => "https",
        Transport::Loopback | Transport::Clear => "http",
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("{scheme}://{host}")
}

/// `POST /dashboard/s/{study}/access/withdraw`: an invitation that nobody has followed.
pub(crate) async fn withdraw_invitation(form: StudyForm) -> Result<Response, Fault> {
    let researcher = &form.researcher;
    let name = InvitationName(form.fields.text("invitation").to_owned());
    let page = AccessPage::load(researcher).await?;
    let Some(found) = page.invitations.iter().find(|invitation| invitation.name == name) else {
        return complaining(researcher, "This invitation is no longer open: it was used or withdrawn, or has expired.")
            .await;
    };
    if !page.may_withdraw(found) {
        return Err(Fault::Forbidden);
    }
    let store = &researcher.by.store;
    store.withdraw_invitation(&found.entrance, &name).await?;
    let detail = format!("{}, made by {}", found.role.word(), found.made_by);
    form.log_and_redirect(("withdrew an invitation", &detail), "access").await
}

/// `POST /dashboard/s/{study}/access/remove`: takes this study away from someone.
pub(crate) async fn remove(form: StudyForm) -> Result<Response, Fault> {
    let researcher = &form.researcher;
    let (store, study) = (&researcher.by.store, &researcher.study.name);
    let found = store.account_named(form.fields.text("name")).await?;
    let Some(account) = found else { return complaining(researcher, NOBODY).await };
    if account.id == researcher.by.account.id {
        return complaining(researcher, "You cannot remove your own access to the study; another owner can.").await;
    }
    if !store.revoke(&account.id, study).await? {
        return complaining(researcher, "This account was not given access to this study individually.").await;
    }
    form.log_and_redirect(("removed someone", &account.name), "access").await
}

/// `POST /dashboard/s/{study}/access/remove-owner`: takes every study away from an owner of all of them.
pub(crate) async fn remove_owner(form: StudyForm) -> Result<Response, Fault> {
    let researcher = &form.researcher;
    let (by, store) = (&researcher.by, &researcher.by.store);
    if !AccessPage::load(researcher).await?.owns_every {
        return Err(Fault::Forbidden);
    }
    let found = store.account_named(form.fields.text("name")).await?;
    let Some(account) = found else { return complaining(researcher, NOBODY).await };
    if account.id == by.account.id {
        let wrong = "You cannot remove your own access to every study; another owner of every study can.";
        return complaining(researcher, wrong).await;
    }
    if !is_sure(&form) {
        return ask_confirmation(&form, &account.name);
    }
    if !store.revoke_every(&account.id).await? {
        let wrong = "This account does not own every study, or it is the only one that does: there must always be one.";
        return complaining(researcher, wrong).await;
    }
    by.note(Some(EVERY), "removed an owner of every study", &account.name).await?;
    Ok(see_other(&researcher.address("access")))
}

fn ask_confirmation(form: &StudyForm, name: &str) -> Result<Response, Fault> {
    let effects = vec![
        format!(
            "{name} immediately loses access to every study in this database, including future ones, except those {name} was invited to."
        ),
        "Tokens and open invitations they created become invalid.".to_owned(),
        "Their actions remain in the audit log. The account remains and can be invited again.".to_owned(),
    ];
    let question = Question {
        tab: Tab::Access,
        heading: "Remove an owner of every study?",
        effects,
        button: "Remove them",
        action: "access/remove-owner",
        carried: vec![("name", name.to_owned())],
    };
    ask(form, &question)
}
