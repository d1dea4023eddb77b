//! What the answers say so far. Systems are letters until an owner unblinds the study, which is noted for good.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use live::Naming;
use live::ledger::Ledger;
use live::{NotConcluded, Standing};
use session::{Author, StudyCommand, StudyEvent};
use web::Fault;

use super::forms::StudyForm;
use super::frame::{Frame, Tab, complain, show};
use super::researcher::Researcher;
use super::words;

#[derive(Template)]
#[template(path = "answers.html")]
struct AnswersPage {
    frame: Frame,
    blind: Blind,
    standing: Option<Standing>,
    wrong: Option<&'static str>,
}

/// Whether systems are known, and who looked.
pub(crate) enum Blind {
    Yes,
    No { by: String, at: Timestamp, reason: String },
}

impl Blind {
    /// As the study's own events say. Whoever unblinded it first is named.
    pub(crate) fn from_ledger(ledger: &Ledger) -> Blind {
        let looked = ledger.study_events().iter().find_map(|(at, event)| {
            let StudyEvent::Unblinded { by, reason } = event else { return None };
            let by = match by {
                Author::Researcher(name) => name.clone(),
                Author::Rule => "a rule of the study".to_owned(),
            };
            Some(Blind::No { by, at: *at, reason: reason.clone() })
        });
        looked.unwrap_or(Blind::Yes)
    }

    pub(crate) fn naming(&self) -> Naming {
        match self {
            Blind::Yes => Naming::Blind,
            Blind::No { .. } => Naming::Open,
        }
    }
}

/// `GET /dashboard/s/{study}/answers`
pub(super) async fn page(researcher: Researcher) -> Result<Response, Fault> {
    show(&build_page(&researcher, None).await?)
}

async fn build_page(researcher: &Researcher, wrong: Option<&'static str>) -> Result<AnswersPage, Fault> {
    let blind = Blind::from_ledger(&*researcher.study.ledger().await?);
    let standing = match researcher.study.conclusions() {
        None => None,
        Some(conclusions) => {
            let found = conclusions.so_far(blind.naming()).await;
            Some(found.map_err(|error| not_concluded(&error))?)
        }
    };
    let frame = Frame::for_study("Answers so far", researcher, Tab::Answers);
    let busy = matches!(standing, Some(Standing::Computing | Standing::Old(_)));
    Ok(AnswersPage { frame: if busy { frame.live() } else { frame }, blind, standing, wrong })
}

/// `POST /dashboard/s/{study}/answers/unblind`
pub(super) async fn unblind(form: StudyForm) -> Result<Response, Fault> {
    let reason = form.fields.text("reason").to_owned();
    if reason.is_empty() || !form.fields.is_ticked("sure") {
        let wrong = "Give a reason and tick the box: readers of the study will see that it was unblinded, and why.";
        return complain(StatusCode::UNPROCESSABLE_ENTITY, &build_page(&form.researcher, Some(wrong)).await?);
    }
    let (study, by) = (&form.researcher.study, form.researcher.by.author());
    let command = StudyCommand::Unblind { by, reason: reason.clone() };
    study.collector().command(command, form.researcher.by.now).await?;
    form.log_and_redirect(("unblinded the study", &reason), "answers").await
}

pub(super) fn not_concluded(error: &NotConcluded) -> Fault {
    tracing::error!(%error, "the answers so far could not be analysed");
    Fault::Broken
}
