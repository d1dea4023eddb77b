//! Finding someone by what the platform calls them. By a form and not by an address, which browsers and proxies keep.

use axum::http::StatusCode;
use axum::response::Response;
use web::{Fault, see_other};

use crate::forms::StudyForm;
use crate::frame::{Frame, Tab, complain};

#[derive(askama::Template)]
#[template(path = "refused.html")]
struct NobodyPage {
    frame: Frame,
    why: String,
    back: String,
}

/// `POST /dashboard/s/{study}/people/find`: leads to the person's last session.
pub(crate) async fn find(form: StudyForm) -> Result<Response, Fault> {
    let study = &form.researcher.study;
    let wanted = form.fields.text("platform_id").trim();
    let people = study.collector().store().people(&study.name).await?;
    let known = |same: fn(&str, &str) -> bool| people.iter().find(|(_, person)| same(&person.platform_id, wanted));
    // Ids of platforms differ in more than their capitals; those that somebody typed may not.
    let found = known(|one, other| one == other).or_else(|| known(str::eq_ignore_ascii_case));
    let participant = found.map(|(participant, _)| *participant);
    let ledger = study.ledger().await?;
    let last =
        ledger.sessions().iter().rev().find(|seen| participant.is_some() && seen.session.participant == participant);
    let Some(last) = last else {
        let why = "Nobody with this id took part. The ids of people who declined or withdrew are deleted.";
        let frame = Frame::for_study("Nobody was found", &form.researcher, Tab::People);
        let back = form.researcher.address("people");
        return complain(StatusCode::NOT_FOUND, &NobodyPage { frame, why: why.to_owned(), back });
    };
    let number = last.number;
    drop(ledger);
    form.note("looked for a platform id", &format!("session {number}")).await?;
    Ok(see_other(&form.researcher.address(&format!("people/{number}"))))
}
