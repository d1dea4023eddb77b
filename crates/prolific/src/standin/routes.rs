//! What the stand-in answers.

use std::collections::HashMap;

use axum::extract::State as From;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::{PaymentRow, StandIn, State, StudyRow, TOKEN, checks};
use crate::Status;

pub(super) fn routes(standin: StandIn) -> Router {
    Router::new().fallback(answer).with_state(standin)
}

/// A reply, or why there is none but a refusal.
type Reply = Result<(u16, Value), (u16, String)>;

async fn answer(From(standin): From<StandIn>, method: Method, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let mut state = standin.state();
    let breaks_off = uri.path().ends_with("/pay/") && state.break_off > 0;
    let refused = state.refuse.iter().position(|(path, _)| uri.path().ends_with(path));
    let reply = match refused.map(|at| state.refuse.remove(at)) {
        Some((_, status)) => Err((status, "not now".to_owned())),
        None => admit(&headers).and_then(|()| route(&mut state, &method, &uri, &body)),
    };
    let status = match &reply {
        Ok((status, _)) | Err((status, _)) => *status,
    };
    state.asked.push(format!("{method} {} {status}", uri.path()));
    if breaks_off {
        state.break_off -= 1;
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match reply {
        Ok((_, body)) => (status, Json(body)).into_response(),
        Err((code, detail)) => {
            let error =
                json!({ "error": { "status": code, "title": "Bad request", "error_code": 0, "detail": detail } });
            (status, Json(error)).into_response()
        }
    }
}

fn admit(headers: &HeaderMap) -> Result<(), (u16, String)> {
    let token = headers.get("authorization").and_then(|token| token.to_str().ok());
    if token != Some(&format!("Token {TOKEN}")) {
        return Err((401, "invalid token".to_owned()));
    }
    if headers.get("content-type").is_none_or(|kind| kind != "application/json") {
        return Err((415, "unsupported media type".to_owned()));
    }
    Ok(())
}

fn route(state: &mut State, method: &Method, uri: &Uri, body: &str) -> Reply {
    let path = uri.path().strip_prefix("/api/v1/").ok_or_else(not_found)?;
    // Addresses end in a slash; without it, Prolific redirects, and what was sent is lost.
    let path = path.strip_suffix('/').ok_or_else(not_found)?;
    let body: Value =
        if body.is_empty() { Value::Null } else { serde_json::from_str(body).map_err(|e| bad(&e.to_string()))? };
    let parts: Vec<&str> = path.split('/').collect();
    match (method.as_str(), &parts[..]) {
        ("POST", ["studies"]) => create(state, body),
        ("GET", ["studies", id]) => Ok((200, study(state, id)?.to_json())),
        ("PATCH", ["studies", id]) => change(state, id, &body),
        ("GET", ["studies", id, "submissions"]) => list(state, id, uri.query().unwrap_or_default()),
        ("POST", ["submissions", "bulk-approve"]) => approve(state, &body),
        ("POST", ["submissions", "bonus-payments"]) => set_up(state, &body),
        ("POST", ["bulk-bonus-payments", id, "pay"]) => pay(state, id),
        ("POST", ["messages", "bulk"]) => message(state, &body),
        _ => Err(not_found()),
    }
}

fn not_found() -> (u16, String) {
    (404, "not found".to_owned())
}

fn bad(detail: &str) -> (u16, String) {
    (400, detail.to_owned())
}

fn study<'a>(state: &'a mut State, id: &str) -> Result<&'a mut StudyRow, (u16, String)> {
    state.studies.iter_mut().find(|row| row.id == id).ok_or_else(not_found)
}

impl StudyRow {
    fn to_json(&self) -> Value {
        let mut all = self.body.clone();
        all["id"] = json!(self.id);
        all["status"] = json!(self.status);
        all
    }
}

fn create(state: &mut State, body: Value) -> Reply {
    checks::draft(&body).map_err(|wrong| bad(&wrong))?;
    let row = StudyRow { id: format!("6{:023x}", state.studies.len() + 1), status: "UNPUBLISHED", body };
    let made = row.to_json();
    state.studies.push(row);
    Ok((201, made))
}

/// Only the number of places may change, and only grow, once the study is published.
fn change(state: &mut State, id: &str, body: &Value) -> Reply {
    let row = study(state, id)?;
    let places = body["total_available_places"].as_u64().ok_or_else(|| bad("only places can be changed"))?;
    if body.as_object().is_none_or(|fields| fields.len() != 1) {
        return Err(bad("only places can be changed"));
    }
    if row.status != "UNPUBLISHED" && Some(places) < row.body["total_available_places"].as_u64() {
        return Err(bad("total_available_places can only be increased"));
    }
    row.body["total_available_places"] = json!(places);
    Ok((200, row.to_json()))
}

fn list(state: &mut State, id: &str, query: &str) -> Reply {
    study(state, id)?;
    let asked: HashMap<&str, usize> = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .filter_map(|(k, v)| Some((k, v.parse().ok()?)))
        .collect();
    let (limit, offset) = (asked.get("limit").copied().unwrap_or(200), asked.get("offset").copied().unwrap_or(0));
    let of_study: Vec<Value> = state
        .submissions
        .iter()
        .filter(|row| row.study == id)
        .map(|row| {
            json!({
                "id": row.id, "participant_id": row.participant, "status": row.status.word(), "study_code": row.code,
                "is_complete": !row.code.is_empty(), "bonus_payments": row.bonuses, "reward": row.paid, "ip": "192.0.2.1",
            })
        })
        .collect();
    let results: Vec<&Value> = of_study.iter().skip(offset).take(limit).collect();
    Ok((
        200,
        json!({ "results": results, "_links": { "next": { "href": null } }, "meta": { "count": of_study.len() } }),
    ))
}

fn texts(value: &Value) -> Result<Vec<String>, (u16, String)> {
    let all = value.as_array().filter(|all| !all.is_empty()).ok_or_else(|| bad("a list may not be empty"))?;
    all.iter().map(|one| one.as_str().map(str::to_owned).ok_or_else(|| bad("not a text"))).collect()
}

fn approve(state: &mut State, body: &Value) -> Reply {
    let wanted = texts(&body["submission_ids"])?;
    for id in &wanted {
        let row = state.submissions.iter().find(|row| row.id == *id).ok_or_else(not_found)?;
        if row.status != Status::AwaitingReview {
            return Err(bad(&format!("submission {id} is {}", row.status.word())));
        }
    }
    let State { studies, submissions, .. } = state;
    for row in submissions.iter_mut().filter(|row| wanted.contains(&row.id)) {
        let study = studies.iter().find(|study| study.id == row.study).ok_or_else(not_found)?;
        row.paid = study.body["reward"].as_u64().unwrap_or_default();
        row.status = Status::Approved;
    }
    Ok((200, json!({ "message": "The request to bulk approve has been made successfully." })))
}

fn set_up(state: &mut State, body: &Value) -> Reply {
    let id = body["study_id"].as_str().ok_or_else(|| bad("study_id"))?.to_owned();
    study(state, &id)?;
    let mut lines = Vec::new();
    for line in body["csv_bonuses"].as_str().ok_or_else(|| bad("csv_bonuses"))?.lines() {
        let (person, amount) = line.split_once(',').ok_or_else(|| bad("csv_bonuses"))?;
        let (whole, hundredths) = amount.split_once('.').ok_or_else(|| bad("amount"))?;
        let coins =
            format!("{whole}{hundredths}").parse::<u64>().ok().filter(|coins| *coins > 0 && hundredths.len() == 2);
        if !state.submissions.iter().any(|row| row.study == id && row.participant == person) {
            return Err(bad(&format!("{person} has no submission in this study")));
        }
        lines.push((person.to_owned(), coins.ok_or_else(|| bad("amount"))?));
    }
    if lines.is_empty() {
        return Err(bad("csv_bonuses: this field may not be blank"));
    }
    let payment = format!("7{:023x}", state.payments.len() + 1);
    state.payments.push(PaymentRow { id: payment.clone(), study: id.clone(), lines });
    Ok((201, json!({ "id": payment, "study": id })))
}

/// Asked twice, it pays twice.
fn pay(state: &mut State, id: &str) -> Reply {
    let State { payments, submissions, .. } = state;
    let payment = payments.iter().find(|payment| payment.id == id).ok_or_else(not_found)?;
    for (person, coins) in &payment.lines {
        let mut of_person =
            submissions.iter_mut().filter(|row| row.study == payment.study && row.participant == *person);
        if let Some(row) = of_person.next() {
            row.bonuses.push(*coins);
        }
    }
    Ok((202, Value::Null))
}

fn message(state: &mut State, body: &Value) -> Reply {
    let people = texts(&body["ids"])?;
    let text = body["body"].as_str().filter(|text| !text.trim().is_empty()).ok_or_else(|| bad("body"))?.to_owned();
    study(state, body["study_id"].as_str().ok_or_else(|| bad("study_id"))?)?;
    state.messages.extend(people.into_iter().map(|person| (person, text.clone())));
    Ok((200, Value::Null))
}
