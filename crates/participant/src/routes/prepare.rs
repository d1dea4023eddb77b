//! Before the list: information, consent, screening, instructions, training.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use pages::{Feedback, FormState, Key, Progress, Repeat, ReturnLink, Screen};
use session::{Command, Outcome, Refusal, Reply, Screening, Session, SessionState};
use web::Fault;
use web::html;

use super::list::{Body, Fields, read_posted_page};
use crate::visit::Visit;

/// `GET …/`: the page that comes next, whatever it is. Coming back is also when a lapsed list is noticed
/// and a slot that has become free is taken.
pub(super) async fn now(visit: Visit) -> Result<Response, Fault> {
    let session = visit.session().await?;
    let lapsed = session.time_left_until().is_some_and(|until| until <= visit.now);
    let has_slot = session.assignment.is_some() || session.outcome.is_some();
    if session.outcome == Some(Outcome::Finished) && visit.study.has_more(&session).await? {
        let another = ReturnLink::Another { url: visit.address("another") };
        return html(StatusCode::OK, visit.farewell(Outcome::Finished, Some(another)));
    }
    if has_slot && !lapsed {
        return visit.show(&session);
    }
    let resumed = visit.run(Command::Resume).await?;
    match resumed.reply {
        Reply::Show(_) => visit.show(&resumed.session),
        Reply::Refused(refusal) => visit.refuse(&refusal),
    }
}

/// `POST …/information`: on to consent. Nothing has happened yet that would have to be kept.
pub(super) async fn information(visit: Visit, _: Body) -> Result<Response, Fault> {
    Ok(visit.go_to("consent"))
}

/// `GET …/consent`
pub(super) async fn consent_page(visit: Visit) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if matches!(session.state(&visit.study.study), SessionState::Information | SessionState::Consent) {
        return html(StatusCode::OK, visit.study.pages.consent(&visit.place(&session, "consent")));
    }
    Ok(visit.go_to(""))
}

/// `POST …/consent`
pub(super) async fn consent(visit: Visit, fields: Fields) -> Result<Response, Fault> {
    match read_posted_page(fields)?.extra_field("consent") {
        Some("yes") => visit.run_and_continue(Command::Consent).await,
        // From an old page: whoever has agreed since may have answered, and is asked what is to become of that.
        Some("no") if visit.session().await?.consented => Ok(visit.go_to("leave")),
        Some("no") => visit.run_and_continue(Command::Decline).await,
        Some(_) | None => Err(Fault::Malformed),
    }
}

/// `POST …/screening`
pub(super) async fn screening(visit: Visit, fields: Fields) -> Result<Response, Fault> {
    let posted = read_posted_page(fields)?;
    let answers = visit.study.study.screening.iter().filter_map(|question| {
        let given = posted.extra_field(&format!("screening.{}", question.id))?;
        let option = question.read(given).map_or_else(|_| given.to_owned(), |answer| answer.kept);
        Some(Screening { id: question.id.clone(), option })
    });
    let decided = visit.run(Command::Screen(answers.collect())).await?;
    match decided.reply {
        Reply::Show(_) => Ok(visit.go_to("")),
        Reply::Refused(Refusal::Incomplete(_) | Refusal::Unfit { .. }) => {
            html(StatusCode::UNPROCESSABLE_ENTITY, visit.screening(&decided.session, Some(&posted)))
        }
        Reply::Refused(refusal) => visit.refuse(&refusal),
    }
}

/// `POST …/instructions`
pub(super) async fn instructions(visit: Visit, _: Body) -> Result<Response, Fault> {
    visit.run_and_continue(Command::ReadInstructions).await
}

/// Which time through the training, and which question.
type AtQuestion = Path<(String, String, u32, u32)>;

/// `POST …/training/{attempt}/{question}`
pub(super) async fn training(
    visit: Visit,
    Path((_, _, attempt, question)): AtQuestion,
    fields: Fields,
) -> Result<Response, Fault> {
    let posted = read_posted_page(fields)?;
    let study = &visit.study.study;
    let asked = study.training.get(question as usize).ok_or(Fault::NotFound)?;
    let criterion = study.criteria.get(asked.criterion).ok_or(Fault::NotFound)?;
    let shown: Vec<&str> = asked.outputs.iter().map(String::as_str).collect();
    let key = Key { step: question, criterion: asked.criterion as u32 };
    let form = posted.forms.get(&key).cloned().unwrap_or_default();
    let answer = match criterion.read(&form, &study.texts(criterion, &shown, &asked.shown)) {
        Ok(answer) => answer,
        Err(complaints) => {
            let mut filled = FormState::default();
            filled.form(key, form);
            filled.complain(key, complaints);
            let session = visit.session().await?;
            let page = visit.asked_in_training(&session, (attempt, question), &filled, None);
            return html(StatusCode::UNPROCESSABLE_ENTITY, page);
        }
    };
    match visit.run(Command::Train { attempt, question, answer }).await?.reply {
        Reply::Show(SessionState::Done(Outcome::FailedTraining)) => Ok(visit.go_to("")),
        Reply::Show(_) => Ok(visit.go_to(&format!("training/{attempt}/{question}"))),
        Reply::Refused(refusal) => visit.refuse(&refusal),
    }
}

/// `GET …/training/{attempt}/{question}`: a training question, or what is said to the answer that was given.
pub(super) async fn feedback(visit: Visit, Path((_, _, attempt, question)): AtQuestion) -> Result<Response, Fault> {
    let session = visit.session().await?;
    if session.state(&visit.study.study) == (SessionState::Training { attempt, question }) {
        return visit.training_page(&session, attempt, question);
    }
    let given = session.training.answers.get(question as usize).filter(|_| session.training.attempt == attempt);
    let (Some((answer, passed)), Some(asked)) = (given, visit.study.study.training.get(question as usize)) else {
        return Ok(visit.go_to(""));
    };
    let mut filled = FormState::default();
    filled.answer(Key { step: question, criterion: asked.criterion as u32 }, answer);
    let words = asked.feedback.as_deref().unwrap_or_default();
    let feedback = Feedback { passed: Some(*passed), words };
    html(StatusCode::OK, visit.asked_in_training(&session, (attempt, question), &filled, Some(feedback)))
}

/// `POST …/on`: on from feedback. Nothing happens but that the next page is shown.
pub(super) async fn leave_feedback(visit: Visit, _: Body) -> Result<Response, Fault> {
    Ok(visit.go_to(""))
}

impl Visit {
    /// A training question.
    pub(super) fn training_page(&self, session: &Session, attempt: u32, question: u32) -> Result<Response, Fault> {
        html(StatusCode::OK, self.asked_in_training(session, (attempt, question), &FormState::default(), None))
    }

    /// Why the training begins again: all its questions were answered, and too few as expected.
    pub(super) fn repeat(&self, session: &Session) -> Option<Repeat> {
        let (study, answers) = (&self.study.study, &session.training.answers);
        let right = answers.iter().filter(|(_, passed)| *passed).count() as u32;
        let complete = !answers.is_empty() && answers.len() == study.training.len();
        complete.then_some(Repeat { right, total: study.training.len() as u32, needed: study.training_rule.pass })
    }

    fn asked_in_training(
        &self,
        session: &Session,
        (attempt, question): (u32, u32),
        filled: &FormState,
        feedback: Option<Feedback<'_>>,
    ) -> Result<String, pages::RenderError> {
        let study = &self.study.study;
        let Some(asked) = study.training.get(question as usize) else {
            return Err(pages::RenderError::custom("there is no such training question"));
        };
        // Once it was said whether the answer is right, going on only means going on.
        let action = if feedback.is_some() { "on".to_owned() } else { format!("training/{attempt}/{question}") };
        let mut place = self.place(session, &action);
        place.progress = Some(Progress { done: question + 1, total: study.training.len() as u32 });
        self.study.pages.training(&place, &Screen::of_check(asked, question), filled, feedback)
    }
}
