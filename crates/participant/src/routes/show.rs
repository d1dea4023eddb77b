//! Which page shows where someone is.

use axum::http::StatusCode;
use axum::response::Response;
use pages::{
    ClosingQuestion, Ending, EndingDetails, FormState, Key, MoreTime, Place, PostedPage, Progress, RenderError,
    ReturnLink, Screen,
};
use session::{Outcome, Session, SessionState, TurnAwayReason};
use store::StoreError;
use study::file::{Pages, Platform};
use web::Fault;
use web::html;

use crate::visit::Visit;

impl Visit {
    /// The page that comes next.
    pub(super) fn show(&self, session: &Session) -> Result<Response, Fault> {
        let page = match session.state(&self.study.study) {
            SessionState::Information => self.study.pages.information(&self.place(session, "information")),
            SessionState::Consent => self.study.pages.consent(&self.place(session, "consent")),
            SessionState::Screening => self.screening(session, None),
            SessionState::Waiting => self.turned_away(session.turned_away.unwrap_or(TurnAwayReason::Full)),
            SessionState::Instructions => self.study.pages.instructions(&self.place(session, "instructions")),
            SessionState::Training { attempt, question } => match self.repeat(session) {
                // The instructions once more; from there the training begins again.
                Some(repeat) => self.study.pages.training_again(&self.place(session, "instructions"), repeat),
                None => return self.training_page(session, attempt, question),
            },
            SessionState::Step(step) if session.break_due(&self.study.study) == Some(step) => {
                let total = session.assignment.as_ref().map_or(step, |assignment| assignment.steps);
                let mut place = self.place(session, &format!("break/{step}"));
                place.progress = Some(Progress { done: step, total });
                self.study.pages.rest(&place)
            }
            SessionState::Step(step) => return self.questions(session, Some(step), &self.answers_so_far(session)),
            SessionState::AllSteps => return self.questions(session, None, &self.answers_so_far(session)),
            SessionState::Closing if self.study.study.reviews_answers() => return self.review(session),
            SessionState::Closing => self.closing(session, &FormState::default(), session.comment.as_deref()),
            SessionState::Done(outcome) => self.render_ending(outcome),
        };
        html(StatusCode::OK, page)
    }

    /// Where a page stands that posts to this address.
    pub(super) fn place(&self, session: &Session, action: &str) -> Place {
        let left = session.time_left_until().map(|until| until.as_second().saturating_sub(self.now.as_second()));
        let (leave, withdraw) = match session.outcome {
            None => (self.address("leave"), String::new()),
            Some(_) => (String::new(), self.address("withdraw")),
        };
        Place {
            action: self.address(action),
            leave,
            withdraw,
            files: self.files(),
            session: self.id.to_string(),
            seconds_left: left.map(|seconds| u64::try_from(seconds).unwrap_or_default()),
            list: self.list,
            more_time: self
                .more_time(session)
                .map(|(_, minutes)| MoreTime { address: self.address("more-time"), minutes }),
            ..Place::default()
        }
    }

    pub(super) fn screening(&self, session: &Session, posted: Option<&PostedPage>) -> Result<String, RenderError> {
        self.study.pages.screening(&self.place(session, "screening"), posted)
    }

    /// One page of the list, or all of them.
    pub(super) fn questions(
        &self,
        session: &Session,
        step: Option<u32>,
        filled: &FormState,
    ) -> Result<Response, Fault> {
        let status = if filled.has_complaints() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        let Some(assignment) = &session.assignment else { return Ok(self.go_to("")) };
        let screens = self.screens(session, step)?;
        let mut place = match step {
            Some(step) => self.place(session, &format!("step/{step}")),
            None => self.place(session, "all"),
        };
        place.save = self.address("save");
        place.loaded_at = Some(session.seq);
        if let Some(step) = step {
            place.progress = Some(Progress { done: step + 1, total: assignment.steps });
            place.again = session.submitted.contains(&step);
            place.wait = session.seconds_to_wait(&self.study.study, step, self.now);
            place.back = step.checked_sub(1).map(|back| self.address(&format!("step/{back}"))).unwrap_or_default();
        }
        html(status, self.study.pages.questions(&place, &screens, filled))
    }

    /// What one page of the list shows, or all of them.
    pub(super) fn screens(&self, session: &Session, step: Option<u32>) -> Result<Vec<Screen<'_>>, Fault> {
        let assignment = session.assignment.as_ref().ok_or(Fault::NotFound)?;
        let list = assignment.slot.list as usize;
        let (study, plan) = (&self.study.study, &self.study.plan);
        let shown = assignment.presentation(plan).map_err(StoreError::from)?.steps;
        let wanted = (0..shown.len() as u32).filter(|number| step.is_none_or(|step| step == *number));
        let screens = wanted.map(|number| Screen::of_step(study, plan, list, &shown, number));
        screens.collect::<Option<Vec<_>>>().filter(|screens| !screens.is_empty()).ok_or(Fault::NotFound)
    }

    /// Every answer given so far, for whoever comes back to a page.
    pub(super) fn answers_so_far(&self, session: &Session) -> FormState {
        let mut filled = FormState::default();
        for ((step, id), answer) in &session.answers {
            if let Some(criterion) = self.study.study.criteria.iter().position(|criterion| criterion.id == *id) {
                let key = Key { step: *step, criterion: criterion as u32 };
                let form = answer.to_form();
                filled.form(
                    key,
                    match session.confidence.get(&(*step, id.clone())) {
                        Some(level) => form.with_field("confidence", level),
                        None => form,
                    },
                );
            }
        }
        for (step, remark) in &session.remarks {
            filled.remark(*step, remark.clone());
        }
        filled
    }

    /// All answers, each with the way to its page.
    fn review(&self, session: &Session) -> Result<Response, Fault> {
        let mut place = self.place(session, "review");
        let screens = self.screens(session, None)?;
        place.back = screens.last().map(|last| self.address(&format!("step/{}", last.step))).unwrap_or_default();
        let page = |step: u32| self.address(&format!("step/{step}"));
        html(StatusCode::OK, self.study.pages.review(&place, &screens, &self.answers_so_far(session), page))
    }

    pub(super) fn closing(
        &self,
        session: &Session,
        filled: &FormState,
        comment: Option<&str>,
    ) -> Result<String, RenderError> {
        let asked = self.study.study.closing.iter();
        let questions: Vec<ClosingQuestion<'_>> = asked
            .map(|question| ClosingQuestion { question: &question.question, response: &question.response })
            .collect();
        let room = self.study.study.participants.comment.then(|| comment.unwrap_or_default());
        let mut place = self.place(session, "closing");
        if self.study.study.reviews_answers() {
            place.back = self.address("");
        } else if let (Some(assignment), Pages::One) = (&session.assignment, self.study.study.lists.pages) {
            place.back =
                assignment.steps.checked_sub(1).map(|last| self.address(&format!("step/{last}"))).unwrap_or_default();
        }
        self.study.pages.closing(&place, &questions, filled, room)
    }

    /// Why there is no place, and the way to try again.
    pub(super) fn turned_away(&self, why: TurnAwayReason) -> Result<String, RenderError> {
        let (ending, again) = match why {
            TurnAwayReason::Full => (Ending::Full, true),
            TurnAwayReason::Paused => (Ending::Paused, true),
            TurnAwayReason::Closed => (Ending::Closed, false),
            TurnAwayReason::AlreadyTookPart => (Ending::AlreadyTookPart, false),
        };
        let back = again.then(|| ReturnLink::Again { url: self.address("") });
        self.study.pages.ending(&Place::default(), ending, &EndingDetails { back, ..EndingDetails::default() })
    }

    /// How it ended, with the code of that ending and the way back to the platform.
    pub(super) fn render_ending(&self, outcome: Outcome) -> Result<String, RenderError> {
        self.farewell(outcome, self.way_back(outcome))
    }

    /// How it ended, with the code of that ending and where to go from here.
    pub(super) fn farewell(&self, outcome: Outcome, back: Option<ReturnLink>) -> Result<String, RenderError> {
        let ending = ending(outcome);
        let farewell = EndingDetails { code: self.code(outcome).to_owned(), back, ..EndingDetails::default() };
        let withdraw = if ending.follows_answers() { self.address("withdraw") } else { String::new() };
        let place = Place { withdraw, session: self.id.to_string(), ..Place::default() };
        self.study.pages.ending(&place, ending, &farewell)
    }

    pub(super) fn code(&self, outcome: Outcome) -> &str {
        let codes = self.study.study.participants.codes.as_ref();
        codes.and_then(|codes| outcome.code(codes)).unwrap_or_default()
    }

    fn way_back(&self, outcome: Outcome) -> Option<ReturnLink> {
        let code = self.code(outcome);
        match self.study.study.participants.from {
            Platform::Prolific if code.is_empty() => match outcome {
                Outcome::Declined | Outcome::Returned | Outcome::Withdrawn => {
                    Some(ReturnLink::Platform { url: "https://app.prolific.com/".to_owned() })
                }
                Outcome::Finished
                | Outcome::ScreenedOut
                | Outcome::FailedCheck
                | Outcome::FailedTraining
                | Outcome::TooLate => None,
            },
            Platform::Prolific => {
                Some(ReturnLink::Link { url: format!("https://app.prolific.com/submissions/complete?cc={code}") })
            }
            Platform::Mturk => {
                // Whoever declines or gives up returns the assignment on the platform instead.
                let mturk = self.mturk.as_ref().filter(|_| outcome == Outcome::Finished || !code.is_empty())?;
                let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
                let fields = vec![
                    field("assignmentId", &mturk.assignment),
                    field("outcome", outcome.word()),
                    field("code", code),
                ];
                Some(ReturnLink::Form { url: format!("https://{}/mturk/externalSubmit", mturk.submit_to), fields })
            }
            Platform::Invited | Platform::Open => None,
        }
    }
}

/// The page for how it ended.
pub(super) fn ending(outcome: Outcome) -> Ending {
    match outcome {
        Outcome::Finished => Ending::Finished,
        Outcome::Declined => Ending::Declined,
        Outcome::ScreenedOut => Ending::ScreenedOut,
        Outcome::FailedCheck => Ending::FailedCheck,
        Outcome::FailedTraining => Ending::FailedTraining,
        Outcome::TooLate => Ending::TooLate,
        Outcome::Returned => Ending::Returned,
        Outcome::Withdrawn => Ending::Withdrawn,
    }
}
