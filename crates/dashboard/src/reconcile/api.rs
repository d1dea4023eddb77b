//! The same with Prolific itself, where the operator gave a token. Paying takes two steps, for Prolific pays twice when
//! asked twice.

use askama::Template;
use axum::response::Response;
use web::Fault;

use super::pages::{ReconcilePage, Source, Table, here};
use super::prolific::SetUp;
use super::{Prolific, ProlificError, Todo, Why, bonuses};
use crate::forms::OwnerForm;
use crate::frame::{Frame, Tab, show};
use crate::words;

#[derive(Template)]
#[template(path = "pay.html")]
struct Pay {
    frame: Frame,
    bonuses: SetUp,
    study_there: String,
    lines: String,
    total: String,
    people: usize,
}

/// `POST …/people/reconcile/prolific`: asks for the submissions.
pub(crate) async fn ask(form: OwnerForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = ReconcilePage::new(&form.researcher).of_study(&there);
    match table(&form, &there).await? {
        Ok(table) => {
            form.note("asked Prolific for submissions", &there).await?;
            show(&page.with(table))
        }
        Err(error) => page.complaining(error.to_string()),
    }
}

/// `POST …/people/reconcile/prolific/approve`: approves those of the page that are still to be.
pub(crate) async fn approve(form: OwnerForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = || ReconcilePage::new(&form.researcher).of_study(&there);
    let found = match table(&form, &there).await? {
        Ok(table) => table,
        Err(error) => return page().complaining(error.to_string()),
    };
    let wanted: Vec<String> = found
        .pairs
        .iter()
        .filter(|pair| pair.finding.todo() == Todo::Approve)
        .filter_map(|pair| Some(pair.submission.as_ref()?.submission.clone()))
        .filter(|submission| form.fields.all("submission").any(|seen| seen == submission))
        .collect();
    if wanted.is_empty() {
        return page().with(found).complaining("Nothing of what the page showed is still to be approved.".to_owned());
    }
    if let Err(error) = prolific(&form)?.approve(&wanted).await {
        return page().with(found).complaining(error.to_string());
    }
    form.note("approved on Prolific", &words::many(wanted.len() as u64, "submission")).await?;
    show(&page().saying(format!("Prolific approves {}.", words::many(wanted.len() as u64, "submission"))))
}

/// `POST …/people/reconcile/prolific/bonus`: sets bonuses up and asks whether to pay them.
pub(crate) async fn bonus(form: OwnerForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = || ReconcilePage::new(&form.researcher).of_study(&there);
    let why = match form.fields.text("what") {
        "lost" => Why::Lost,
        "floor" => Why::BelowFloor,
        _ => return Err(Fault::Malformed),
    };
    let found = match table(&form, &there).await? {
        Ok(table) => table,
        Err(error) => return page().complaining(error.to_string()),
    };
    let owed = found.owed_because(why);
    let Some(first) = owed.first() else {
        return page().complaining("Nobody is owed a bonus any more.".to_owned());
    };
    let coins = owed.iter().fold(0_u64, |sum, owed| sum.saturating_add(owed.amount.coins));
    let total = plan::Money { coins, currency: first.amount.currency.clone() }.to_string();
    let lines = bonuses(&owed);
    match prolific(&form)?.set_up(&there, &lines).await {
        Err(error) => page().complaining(error.to_string()),
        Ok(bonuses) => {
            form.note("set up bonuses on Prolific", &total).await?;
            let frame = Frame::of("Pay bonuses", &form.researcher, Tab::People);
            let people = lines.lines().count();
            show(&Pay { frame, bonuses, study_there: there, lines, total, people })
        }
    }
}

/// `POST …/people/reconcile/prolific/pay`: pays what was set up.
pub(crate) async fn pay(form: OwnerForm) -> Result<Response, Fault> {
    let page = ReconcilePage::new(&form.researcher).of_study(form.fields.text("study_there"));
    let bonuses = SetUp { id: form.fields.text("payment").to_owned() };
    if !form.fields.ticked("sure") {
        return page.complaining("Tick the box that says you are sure; nothing was paid.".to_owned());
    }
    // Noted before, so that it stands there whatever becomes of the request.
    form.note("pays bonuses on Prolific", &format!("payment {}", bonuses.id)).await?;
    match prolific(&form)?.pay(&bonuses).await {
        Ok(()) => show(&page.saying("Prolific pays the bonuses within minutes.".to_owned())),
        Err(error) => page.complaining(error.to_string()),
    }
}

fn prolific(form: &OwnerForm) -> Result<&Prolific, Fault> {
    form.researcher.by.context.prolific.as_ref().ok_or(Fault::NotFound)
}

async fn table(form: &OwnerForm, there: &str) -> Result<Result<Table, ProlificError>, Fault> {
    let study = &form.researcher.study;
    let submissions = match prolific(form)?.submissions(there).await {
        Ok(submissions) => submissions,
        Err(error) => return Ok(Err(error)),
    };
    let sessions = here(study).await?;
    Ok(Ok(Table::of(study, &sessions, &submissions, Source::Prolific)))
}
