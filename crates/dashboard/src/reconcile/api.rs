//! The same with Prolific itself, where the operator gave a token. Paying takes two steps: the first shows who gets what, the
//! second pays it, once.

use askama::Template;
use axum::response::Response;
use live::reconcile::{Submission, Todo, Why, bonuses, pay as pay_once};
use prolific::{Prolific, ProlificError};
use web::Fault;

use super::pages::{ReconcilePage, Source, Table};
use crate::forms::StudyForm;
use crate::frame::{Frame, Tab, show};
use crate::words;

#[derive(Template)]
#[template(path = "pay.html")]
struct Pay {
    frame: Frame,
    why: Why,
    study_there: String,
    lines: String,
    total: String,
    people: usize,
}

/// `POST …/people/reconcile/prolific`: asks for the submissions.
pub(crate) async fn ask(form: StudyForm) -> Result<Response, Fault> {
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
pub(crate) async fn approve(form: StudyForm) -> Result<Response, Fault> {
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

/// `POST …/people/reconcile/prolific/bonus`: shows who would get what, and asks whether to pay it. Nothing is sent yet.
pub(crate) async fn bonus(form: StudyForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = || ReconcilePage::new(&form.researcher).of_study(&there);
    let why = Why::read(form.fields.text("what")).ok_or(Fault::Malformed)?;
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
    let frame = Frame::of("Pay bonuses", &form.researcher, Tab::People);
    let people = lines.lines().count();
    show(&Pay { frame, why, study_there: there, lines, total, people })
}

/// `POST …/people/reconcile/prolific/pay`: pays what the page showed.
pub(crate) async fn pay(form: StudyForm) -> Result<Response, Fault> {
    let there = form.fields.text("study_there").to_owned();
    let page = || ReconcilePage::new(&form.researcher).of_study(&there);
    let why = Why::read(form.fields.text("what")).ok_or(Fault::Malformed)?;
    if !form.fields.ticked("sure") {
        return page().complaining("Tick the box that says you are sure; nothing was paid.".to_owned());
    }
    let found = match table(&form, &there).await? {
        Ok(table) => table,
        Err(error) => return page().complaining(error.to_string()),
    };
    let owed = found.owed_because(why);
    if bonuses(&owed).trim() != form.fields.text("lines").replace('\r', "").trim() {
        return page()
            .with(found)
            .complaining("What is owed has changed since; nothing was paid. Look again.".to_owned());
    }
    // Noted before, so that it stands there whatever becomes of the request.
    form.note("pays bonuses on Prolific", why.word()).await?;
    let (study, by) = (&form.researcher.study, &form.researcher.by);
    let store = (study.collector().store(), study.name.as_str());
    match pay_once(store, (prolific(&form)?, &there), &owed, &by.account.name, by.now).await {
        Ok(paid) => {
            form.note("paid bonuses on Prolific", &paid.total.to_string()).await?;
            show(&page().saying(format!("Prolific pays {} in all within minutes.", paid.total)))
        }
        Err(error) => page().complaining(error.to_string()),
    }
}

fn prolific(form: &StudyForm) -> Result<&Prolific, Fault> {
    form.researcher.study.prolific().ok_or(Fault::NotFound)
}

async fn table(form: &StudyForm, there: &str) -> Result<Result<Table, ProlificError>, Fault> {
    let study = &form.researcher.study;
    let submissions = match prolific(form)?.submissions(there).await {
        Ok(submissions) => submissions.into_iter().map(Submission::from).collect::<Vec<_>>(),
        Err(error) => return Ok(Err(error)),
    };
    Ok(Ok(Table::of(study, &submissions, Source::Prolific).await?))
}
