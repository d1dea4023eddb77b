//! The same with Prolific itself, where the operator gave a token. Paying takes two steps, for Prolific pays twice when
//! asked twice.

use askama::Template;
use axum::response::Response;
use web::Fault;

use super::desk::{Page, Source, Table, here};
use super::prolific::SetUp;
use super::{Prolific, ProlificError, Todo, Why, bonuses};
use crate::acting::Acting;
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
pub(crate) async fn ask(acting: Acting) -> Result<Response, Fault> {
    let there = acting.fields.text("study_there").to_owned();
    let page = Page::new(&acting.researcher).of_study(&there);
    match table(&acting, &there).await? {
        Ok(table) => {
            acting.note("asked Prolific for submissions", &there).await?;
            show(&page.with(table))
        }
        Err(error) => page.complaining(error.to_string()),
    }
}

/// `POST …/people/reconcile/prolific/approve`: approves those of the page that are still to be.
pub(crate) async fn approve(acting: Acting) -> Result<Response, Fault> {
    let there = acting.fields.text("study_there").to_owned();
    let page = || Page::new(&acting.researcher).of_study(&there);
    let found = match table(&acting, &there).await? {
        Ok(table) => table,
        Err(error) => return page().complaining(error.to_string()),
    };
    let wanted: Vec<String> = found
        .pairs
        .iter()
        .filter(|pair| pair.finding.todo() == Todo::Approve)
        .filter_map(|pair| Some(pair.there.as_ref()?.submission.clone()))
        .filter(|submission| acting.fields.all("submission").any(|seen| seen == submission))
        .collect();
    if wanted.is_empty() {
        return page().with(found).complaining("Nothing of what the page showed is still to be approved.".to_owned());
    }
    if let Err(error) = prolific(&acting)?.approve(&wanted).await {
        return page().with(found).complaining(error.to_string());
    }
    acting.note("approved on Prolific", &words::many(wanted.len() as u64, "submission")).await?;
    show(&page().saying(format!("Prolific approves {}.", words::many(wanted.len() as u64, "submission"))))
}

/// `POST …/people/reconcile/prolific/bonus`: sets bonuses up and asks whether to pay them.
pub(crate) async fn bonus(acting: Acting) -> Result<Response, Fault> {
    let there = acting.fields.text("study_there").to_owned();
    let page = || Page::new(&acting.researcher).of_study(&there);
    let why = match acting.fields.text("what") {
        "lost" => Why::Lost,
        "floor" => Why::BelowFloor,
        _ => return Err(Fault::Malformed),
    };
    let found = match table(&acting, &there).await? {
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
    match prolific(&acting)?.set_up(&there, &lines).await {
        Err(error) => page().complaining(error.to_string()),
        Ok(bonuses) => {
            acting.note("set up bonuses on Prolific", &total).await?;
            let frame = Frame::of("Pay bonuses", &acting.researcher, Tab::People);
            let people = lines.lines().count();
            show(&Pay { frame, bonuses, study_there: there, lines, total, people })
        }
    }
}

/// `POST …/people/reconcile/prolific/pay`: pays what was set up.
pub(crate) async fn pay(acting: Acting) -> Result<Response, Fault> {
    let page = Page::new(&acting.researcher).of_study(acting.fields.text("study_there"));
    let bonuses = SetUp { id: acting.fields.text("payment").to_owned() };
    if !acting.fields.ticked("sure") {
        return page.complaining("Tick the box that says you are sure; nothing was paid.".to_owned());
    }
    // Noted before, so that it stands there whatever becomes of the request.
    acting.note("pays bonuses on Prolific", &format!("payment {}", bonuses.id)).await?;
    match prolific(&acting)?.pay(&bonuses).await {
        Ok(()) => show(&page.saying("Prolific pays the bonuses within minutes.".to_owned())),
        Err(error) => page.complaining(error.to_string()),
    }
}

fn prolific(acting: &Acting) -> Result<&Prolific, Fault> {
    acting.researcher.by.context.prolific.as_ref().ok_or(Fault::NotFound)
}

async fn table(acting: &Acting, there: &str) -> Result<Result<Table, ProlificError>, Fault> {
    let study = &acting.researcher.study;
    let submissions = match prolific(acting)?.submissions(there).await {
        Ok(submissions) => submissions,
        Err(error) => return Ok(Err(error)),
    };
    let sessions = here(study).await?;
    Ok(Ok(Table::of(study, &sessions, &submissions, Source::Prolific)))
}
