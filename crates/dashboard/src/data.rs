//! Taking data out: judgements for everyone who has the study, who people are for owners alone, and a person's
//! withdrawal.

use std::collections::HashMap;
use std::net::SocketAddr;

use askama::Template;
use axum::extract::{ConnectInfo, Path, Query};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use live::Format;
use live::Naming;
use serde::Deserialize;
use session::{ArrivalChannel, Command};
use study::csv_text;
use web::Fault;
use web::subscriber;

use super::answers::{Blind, not_concluded};
use super::forms::StudyForm;
use super::frame::{Frame, Tab, complain, show};
use super::researcher::{Reader, Researcher, note};
use super::sign_in::{PasswordCheck, right, too_often};
use super::tables::Table;
use super::words;

#[derive(Template)]
#[template(path = "data.html")]
struct DataPage {
    frame: Frame,
    blind: Blind,
    concludes: bool,
    wrong: Option<String>,
    said: Option<&'static str>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DoneQuery {
    done: Option<String>,
}

/// `GET /dashboard/s/{study}/data`
pub(super) async fn page(researcher: Researcher, Query(done): Query<DoneQuery>) -> Result<Response, Fault> {
    let said = match done.done.as_deref() {
        Some("withdrawn") => Some("The person is withdrawn: their answers are erased."),
        Some("forgotten") => {
            Some("The person is withdrawn: their answers are erased, and the platform's id is deleted.")
        }
        Some(_) | None => None,
    };
    show(&build_page(&researcher, None, said).await?)
}

async fn build_page(
    researcher: &Researcher,
    wrong: Option<String>,
    said: Option<&'static str>,
) -> Result<DataPage, Fault> {
    let blind = Blind::from_ledger(&*researcher.study.ledger().await?);
    let concludes = researcher.study.conclusions().is_some();
    Ok(DataPage { frame: Frame::for_study("Data", researcher, Tab::Data), blind, concludes, wrong, said })
}

/// `GET /dashboard/s/{study}/data/{file}`: judgements, or what their columns mean. For scripts with a token, too.
/// While the study is blind, systems are letters here as well.
pub(super) async fn file(reader: Reader, Path(named): Path<HashMap<String, String>>) -> Result<Response, Fault> {
    let name = named.get("file").map(String::as_str).unwrap_or_default();
    if let Some(table) = Table::ALL.into_iter().find(|table| table.file() == name) {
        let bytes = table.to_csv(&reader.study, &*reader.study.ledger_with_flags().await?);
        let action = ("downloaded a table", table.file());
        note(&reader.store, &reader.account.name, Some(&reader.study.name), action, reader.now).await?;
        return Ok(download(&format!("{}-{}", reader.study.name, table.file()), "text/csv; charset=utf-8", bytes));
    }
    let format = Format::ALL.into_iter().find(|format| format.file() == name).ok_or(Fault::NotFound)?;
    let conclusions = reader.study.conclusions().ok_or(Fault::NotFound)?;
    let naming = Blind::from_ledger(&*reader.study.ledger().await?).naming();
    let bytes = conclusions.write_judgements(naming, format).await.map_err(|error| not_concluded(&error))?;
    let blind = if naming == Naming::Blind { "blind, " } else { "" };
    let detail = format!("{blind}{}", format.file());
    note(&reader.store, &reader.account.name, Some(&reader.study.name), ("exported judgements", &detail), reader.now)
        .await?;
    Ok(download(&format!("{}-{}", reader.study.name, format.file()), format.media(), bytes))
}

/// `POST /dashboard/s/{study}/data/people.csv`: who people are on their platform, beside their names in files. For owners
/// who give their password once more.
pub(super) async fn identities(
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    form: StudyForm,
) -> Result<Response, Fault> {
    let by = &form.researcher.by;
    let client = subscriber(by.context.endpoint.peers.client(peer, &headers)).to_string();
    let wrong = match right(&by.store, (&by.account.name, form.fields.raw("password")), &client, by.now).await? {
        PasswordCheck::Right(_) => None,
        PasswordCheck::Wrong => Some("The password is wrong.".to_owned()),
        PasswordCheck::TooOften(until) => Some(too_often(until, by.now)),
    };
    if let Some(wrong) = wrong {
        let page = build_page(&form.researcher, Some(wrong), None).await?;
        return complain(StatusCode::UNPROCESSABLE_ENTITY, &page);
    }
    let study = &form.researcher.study;
    let people = study.collector().store().people(&study.name).await?;
    let mut rows = vec![["participant", "sessions", "platform", "platform_id", "submission"].map(str::to_owned)];
    {
        let ledger = study.ledger().await?;
        let pseudonyms = ledger.pseudonyms();
        let mut numbers: HashMap<_, Vec<u32>> = HashMap::new();
        for seen in ledger.sessions() {
            if let Some(participant) = seen.session.participant {
                numbers.entry(participant).or_default().push(seen.number);
            }
        }
        for (participant, person) in &people {
            let sessions = numbers.get(participant).map(Vec::as_slice).unwrap_or_default();
            let named = pseudonyms.name(*participant).unwrap_or_default();
            let sessions: Vec<String> = sessions.iter().map(ToString::to_string).collect();
            let submission = person.submission.as_deref().unwrap_or_default();
            let row = [named.as_str(), &sessions.join(" "), platform(person.how), &person.platform_id, submission];
            rows.push(row.map(str::to_owned));
        }
    }
    form.note("downloaded participant IDs", &format!("{} people", people.len())).await?;
    Ok(download(&format!("{}-people.csv", study.name), "text/csv; charset=utf-8", csv_text(rows).into_bytes()))
}

fn platform(how: ArrivalChannel) -> &'static str {
    match how {
        ArrivalChannel::Prolific => "prolific",
        ArrivalChannel::Mturk => "mturk",
        ArrivalChannel::Invited => "invited",
        ArrivalChannel::Open => "open",
        ArrivalChannel::Typed => "typed",
    }
}

/// `POST /dashboard/s/{study}/data/withdraw`: a person asked for it, by what the platform calls them.
pub(super) async fn withdraw(form: StudyForm) -> Result<Response, Fault> {
    let study = &form.researcher.study;
    let (store, now) = (study.collector().store(), form.researcher.by.now);
    let id = form.fields.text("platform_id");
    let participant = store.participant(&study.name, id).await?;
    let wrong = match participant {
        _ if !form.fields.is_ticked("sure") => Some("Tick the box that says you are sure."),
        None => Some("Nobody with that id took part. Enter it exactly as the platform writes it."),
        Some(_) => None,
    };
    if let Some(wrong) = wrong {
        let page = build_page(&form.researcher, Some(wrong.to_owned()), None).await?;
        return complain(StatusCode::UNPROCESSABLE_ENTITY, &page);
    }
    let forgets = form.fields.is_ticked("forget");
    if let Some(participant) = participant {
        for session in &store.sessions_of(&study.name, participant).await? {
            study.handle(session.session, Command::Withdraw, now).await?;
        }
    }
    if let (true, Some(participant)) = (forgets, participant) {
        store.forget(&study.name, participant).await?;
    }
    let detail = if forgets { "and deleted the platform's id" } else { "" };
    let back = if forgets { "data?done=forgotten" } else { "data?done=withdrawn" };
    form.log_and_redirect(("withdrew a person", detail), back).await
}

/// Bytes as a file to keep.
pub(super) fn download(name: &str, media: &'static str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, media.to_owned()), (CONTENT_DISPOSITION, disposition)], bytes).into_response()
}
