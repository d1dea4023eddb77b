//! Arriving: by a platform's link, a personal one, an open one, or with a typed id.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header::{RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use live::{ArrivalOutcome, LiveStudy, Proof};
use pages::{Ending, EndingDetails, Mode, Place};
use session::{ArrivalChannel, Reply};
use store::Identity;
use web::Fault;
use web::html;

use super::list::{Fields, read_posted_page};
use crate::Context;
use crate::arrival::{Arrival, Mturk, Prolific, is_id};
use crate::session_cookie::{read_session, remember};
use crate::signed_link::Verdict;
use crate::visit::Visit;

/// `GET /s/{study}/`: where platforms send people, and where an open link leads.
pub(super) async fn arrive(
    State(context): State<Arc<Context>>,
    Path(name): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let study = context.study(&name)?;
    let here = Place { action: study.entrance(), ..Place::default() };
    let platform = study.study.participants.from;
    match Arrival::read(platform, &query) {
        Arrival::Prolific(person) => {
            if let Some(refused) = turned_back(&context, &study, Some(&person)).await {
                return refused;
            }
            let proof = if study.study.participants.verify { Proof::Signed } else { proof(&headers) };
            let who = Identity { how: ArrivalChannel::Prolific, id: person.participant, submission: person.submission };
            enter(&context, study, Comer { who, proof, mturk: None }).await
        }
        Arrival::Mturk(person) => {
            let who = Identity {
                how: ArrivalChannel::Mturk,
                id: person.worker.clone(),
                submission: Some(person.assignment.clone()),
            };
            enter(&context, study, Comer { who, proof: proof(&headers), mturk: Some(person) }).await
        }
        Arrival::MturkPreview => {
            let place = Place { mode: Mode::PlatformPreview, ..Place::default() };
            html(StatusCode::OK, study.pages.platform_preview(&place, &study.plan))
        }
        Arrival::Open => html(StatusCode::OK, study.pages.information(&here)),
        Arrival::Unnamed => match turned_back(&context, &study, None).await {
            Some(refused) => refused,
            None => html(StatusCode::OK, study.pages.arrival(&here, None)),
        },
        Arrival::Uninvited => Err(Fault::NotFound),
    }
}

/// `POST /s/{study}/`: begins with an open link, or with a typed id.
pub(super) async fn begin(
    State(context): State<Arc<Context>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    fields: Fields,
) -> Result<Response, Fault> {
    let study = context.study(&name)?;
    let posted = read_posted_page(fields)?;
    match Arrival::read(study.study.participants.from, &[]) {
        Arrival::Open => {
            let who = Identity { how: ArrivalChannel::Open, id: someone_new()?, submission: None };
            enter(&context, study, Comer { who, proof: Proof::Nothing, mturk: None }).await
        }
        Arrival::Unnamed => {
            if let Some(refused) = turned_back(&context, &study, None).await {
                return refused;
            }
            let typed = posted.extra_field("id").unwrap_or_default().trim();
            if !is_id(typed) {
                let here = Place { action: study.entrance(), ..Place::default() };
                return html(StatusCode::UNPROCESSABLE_ENTITY, study.pages.arrival(&here, Some(typed)));
            }
            let who = Identity { how: ArrivalChannel::Typed, id: typed.to_owned(), submission: None };
            enter(&context, study, Comer { who, proof: proof(&headers), mturk: None }).await
        }
        Arrival::Prolific(_) | Arrival::Mturk(_) | Arrival::MturkPreview | Arrival::Uninvited => Err(Fault::NotFound),
    }
}

/// `GET /s/{study}/i/{token}`: a personal link.
pub(super) async fn arrive_by_invitation(
    State(context): State<Arc<Context>>,
    Path((name, token)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let study = context.study(&name)?;
    let pseudonym = study.invitations().open(&token).ok_or(Fault::NotFound)?.to_owned();
    let who = Identity { how: ArrivalChannel::Invited, id: pseudonym, submission: None };
    enter(&context, study, Comer { who, proof: Proof::Nothing, mturk: None }).await
}

/// Someone who comes.
struct Comer {
    who: Identity,
    proof: Proof,
    mturk: Option<Mturk>,
}

/// What the browser shows, where nobody signed the link.
fn proof(headers: &HeaderMap) -> Proof {
    read_session(headers).map_or(Proof::Nothing, Proof::Holds)
}

/// Finds the person's session or begins one, and leads to it.
async fn enter(context: &Context, study: Arc<LiveStudy>, comer: Comer) -> Result<Response, Fault> {
    let Comer { who, proof, mturk } = comer;
    let now = context.studies.now();
    let ended = |ending| html(StatusCode::OK, study.pages.ending(&Place::default(), ending, &EndingDetails::default()));
    let handled = match study.arrive(&who, proof, now).await? {
        ArrivalOutcome::At(handled) => handled,
        ArrivalOutcome::AlreadyTookPart => return ended(Ending::AlreadyTookPart),
        ArrivalOutcome::AlreadyBegun => return ended(Ending::AlreadyBegun),
    };
    let has_platforms_id = match who.how {
        ArrivalChannel::Prolific | ArrivalChannel::Mturk | ArrivalChannel::Typed => true,
        ArrivalChannel::Invited | ArrivalChannel::Open => false,
    };
    let visit = Visit { study, id: handled.id, mturk, now, list: None };
    let mut response = match handled.reply {
        // Whoever came by an open link has read the information before they began.
        Reply::Show(_) if who.how == ArrivalChannel::Open => visit.go_to("consent"),
        Reply::Show(_) => visit.go_to(""),
        Reply::Refused(refusal) => visit.refuse(&refusal)?,
    };
    if has_platforms_id && let Some(cookie) = remember(&visit.study.name, visit.id, &context.endpoint) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Where only signed links are let in: the page for whoever comes by another. `link` is what theirs says, if anything.
async fn turned_back(context: &Context, study: &LiveStudy, link: Option<&Prolific>) -> Option<Result<Response, Fault>> {
    if !study.study.participants.verify {
        return None;
    }
    let verdict = context.verify(study, link).await;
    let (status, ending) = match verdict {
        Verdict::Signed => return None,
        Verdict::Distrusted(why) => {
            tracing::info!(study = study.name, %why, "a link was not believed");
            (StatusCode::FORBIDDEN, Ending::UnverifiedLink)
        }
        Verdict::Unknown => (StatusCode::SERVICE_UNAVAILABLE, Ending::CannotVerify),
    };
    let mut page = html(status, study.pages.ending(&Place::default(), ending, &EndingDetails::default()));
    if let (Ok(page), Verdict::Unknown) = (&mut page, verdict) {
        page.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("60"));
    }
    Some(page)
}

/// A name for someone whom nobody named.
fn someone_new() -> Result<String, Fault> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system gives no random numbers");
        Fault::Broken
    })?;
    Ok(hex::encode(bytes))
}
