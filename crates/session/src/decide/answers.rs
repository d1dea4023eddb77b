//! Answers to the pages of the list: kept as they are given, counted when the page is submitted.

use study::file::{OnFailure, Pages, RemarkKind};
use study::response::Answer;

use super::{CommandResult, Deciding, refuse_after};
use crate::{
    Assignment, CriterionAnswer, Failure, Missing, Outcome, PageAnswers, PageQuestions, Refusal, Remark, SessionEvent,
    SessionState, Subject, page_questions,
};

impl<'a> Deciding<'a> {
    /// Keeps answers without going on. What was saved before the page was submitted and comes after that is not kept: the
    /// person has seen the submission acknowledged.
    pub(super) fn save(&mut self, pages: &[PageAnswers]) -> CommandResult {
        let superseded = |page: &&PageAnswers| self.session.is_superseded(page.step, page.loaded_at);
        let late = pages.iter().any(|page| superseded(&page));
        let pages: Vec<PageAnswers> = pages.iter().filter(|page| !superseded(page)).cloned().collect();
        self.keep_all(&pages)?;
        self.in_time()?;
        if late { Err(Refusal::Superseded) } else { Ok(()) }
    }

    /// Keeps answers and goes on. The first submission of a page decides its check; going back may change
    /// an answer until the session is over. Every submission is noted that says something new, or comes from a page that
    /// was loaded after the last one; not the same one sent again.
    pub(super) fn submit(&mut self, pages: &[PageAnswers]) -> CommandResult {
        let before = self.events.len();
        let asked = self.keep_all(pages)?;
        let missing: Vec<Missing> =
            pages.iter().zip(&asked).flat_map(|(page, asked)| self.missing(page.step, asked)).collect();
        if !missing.is_empty() {
            return Err(Refusal::Incomplete(missing));
        }
        let wait = |page: &PageAnswers| self.session.seconds_to_wait(self.study, page.step, self.now);
        if let Some(seconds) = pages.iter().map(wait).max().filter(|seconds| *seconds > 0) {
            return Err(Refusal::TooSoon { seconds });
        }
        for (page, asked) in pages.iter().zip(&asked) {
            let over = self.session.outcome.is_some_and(|outcome| outcome != Outcome::TooLate);
            let first = !self.session.submitted.contains(&page.step);
            let changed = self.events.iter().skip(before).any(|event| event.answered_step() == Some(page.step));
            if !over && (first || changed || !self.session.is_superseded(page.step, page.loaded_at)) {
                self.emit(SessionEvent::Submitted { step: page.step, timing: page.timing });
            }
            if !over && first {
                self.see_check(asked, page.step);
            }
        }
        self.in_time()?;
        if self.session.outcome.is_none() && self.session.all_submitted() && !self.study.closes() {
            self.finish();
        }
        Ok(())
    }

    fn in_time(&self) -> CommandResult {
        if self.session.outcome == Some(Outcome::TooLate) { Err(Refusal::TooLate) } else { Ok(()) }
    }

    /// Keeps every answer that can be kept, and then says what could not; otherwise what the pages ask.
    fn keep_all(&mut self, pages: &[PageAnswers]) -> Result<Vec<PageQuestions<'a>>, Refusal> {
        let assignment = self.open_list()?;
        let mut kept = Ok(());
        let mut all = Vec::with_capacity(pages.len());
        for page in pages {
            let asked = match page_questions(self.study, self.plan, &assignment, page.step) {
                Ok(Some(asked)) if self.reachable(page.step) => asked,
                Ok(Some(_) | None) => return self.out_of_order(),
                Err(misfit) => {
                    self.misfit = Some(misfit);
                    return self.out_of_order();
                }
            };
            // What decides whether a follow-up is asked comes before it.
            let mut answers: Vec<&CriterionAnswer> = page.answers.iter().collect();
            let place = |given: &CriterionAnswer| {
                let number = asked.criterion(self.study, &given.criterion);
                asked.criteria.iter().position(|criterion| Some(*criterion) == number)
            };
            answers.sort_by_key(|given| place(given));
            for given in answers {
                kept = kept.and(self.keep(&asked, page, given));
            }
            self.drop_unasked(page.step, &asked);
            if let Some(remark) = &page.remark {
                kept = kept.and(self.keep_remark(page.step, remark));
            }
            all.push(asked);
        }
        kept.map(|()| all)
    }

    /// The list, when there is one to answer: also after the time limit, so that nothing is lost.
    fn open_list(&self) -> Result<Assignment, Refusal> {
        let Some(assignment) = &self.session.assignment else { return self.out_of_order() };
        match self.session.state_if_open(self.study) {
            SessionState::Step(_) | SessionState::AllSteps | SessionState::Closing | SessionState::Done(_) => {
                Ok(assignment.clone())
            }
            SessionState::Information
            | SessionState::Consent
            | SessionState::Screening
            | SessionState::Waiting
            | SessionState::Instructions
            | SessionState::Training { .. } => self.out_of_order(),
        }
    }

    /// A page can be answered when the ones before it were gone on from, or all are shown at once.
    fn reachable(&self, step: u32) -> bool {
        match self.study.lists.pages {
            Pages::All => true,
            Pages::One => (0..step).all(|before| self.session.submitted.contains(&before)),
        }
    }

    /// Keeps one answer, unless it is there already.
    fn keep(&mut self, asked: &PageQuestions<'_>, page: &PageAnswers, given: &CriterionAnswer) -> CommandResult {
        let unfit =
            |complaints| Refusal::Unfit { step: Some(page.step), question: given.criterion.0.clone(), complaints };
        let number = asked.criterion(self.study, &given.criterion);
        let criterion = number.and_then(|at| self.study.criteria.get(at));
        let (Some(number), Some(criterion)) = (number, criterion) else { return Err(unfit(Vec::new())) };
        if !self.asked_now(page.step, asked).contains(&number) {
            return Ok(());
        }
        let texts = self.study.texts(criterion, &asked.outputs, asked.shown);
        match criterion.read(&given.answer.to_form(), &texts) {
            Ok(read) if read == given.answer => {}
            Ok(_) => return Err(unfit(Vec::new())),
            Err(complaints) => return Err(unfit(complaints)),
        }
        if given.confidence.is_some_and(|level| !(1..=criterion.confidence.len() as u32).contains(&level)) {
            return Err(unfit(Vec::new()));
        }
        let question = (page.step, given.criterion.clone());
        let said = self.session.confidence.get(&question).copied();
        if self.session.answers.get(&question) == Some(&given.answer) && said == given.confidence {
            return Ok(());
        }
        match self.session.outcome {
            None | Some(Outcome::TooLate) => {}
            Some(outcome) => return Err(refuse_after(outcome)),
        }
        let (step, criterion) = question;
        let (answer, confidence) = (given.answer.clone(), given.confidence);
        self.emit(SessionEvent::Answered { step, criterion, answer, confidence, timing: page.timing });
        Ok(())
    }

    /// Keeps what was said about a page, unless it is there already. What is said after the end is not kept, and keeps nobody.
    fn keep_remark(&mut self, step: u32, remark: &Remark) -> CommandResult {
        let offers = |kind| self.study.lists.remarks.contains(&kind);
        let room_for_words = offers(RemarkKind::Comment) || offers(RemarkKind::Problem);
        if (remark.problem && !offers(RemarkKind::Problem)) || (!remark.text.is_empty() && !room_for_words) {
            let unfit = Refusal::Unfit { step: Some(step), question: "remark".to_owned(), complaints: Vec::new() };
            return Err(unfit);
        }
        let text = remark.text.replace('\0', "");
        let remark = Remark { problem: remark.problem, text: text.trim().to_owned() };
        let known = self.session.remarks.get(&step).cloned().unwrap_or_default();
        if remark != known && matches!(self.session.outcome, None | Some(Outcome::TooLate)) {
            self.emit(SessionEvent::Remarked { step, remark });
        }
        Ok(())
    }

    /// Which questions of a page are asked, after what was answered there.
    fn asked_now(&self, step: u32, asked: &PageQuestions<'_>) -> Vec<usize> {
        self.study.asked_after(&asked.criteria, |criterion| {
            let id = self.study.criteria.get(criterion)?.id.clone();
            self.session.answers.get(&(step, id)).cloned()
        })
    }

    /// Follow-ups that are no longer asked lose their answers.
    fn drop_unasked(&mut self, step: u32, asked: &PageQuestions<'_>) {
        if !matches!(self.session.outcome, None | Some(Outcome::TooLate)) {
            return;
        }
        let now = self.asked_now(step, asked);
        let unasked = asked.criteria.iter().filter(|criterion| !now.contains(criterion));
        let unasked = unasked.filter_map(|criterion| self.study.criteria.get(*criterion));
        for criterion in unasked {
            if self.session.answers.contains_key(&(step, criterion.id.clone())) {
                self.emit(SessionEvent::Dropped { step, criterion: criterion.id.clone() });
            }
        }
    }

    fn missing(&self, step: u32, asked: &PageQuestions<'_>) -> Vec<Missing> {
        let asked = self.asked_now(step, asked);
        let asked = asked.into_iter().filter_map(|criterion| self.study.criteria.get(criterion));
        asked
            .filter(|criterion| {
                let question = (step, criterion.id.clone());
                let sure = || criterion.confidence.is_empty() || self.session.confidence.contains_key(&question);
                match self.session.answers.get(&question) {
                    None => true,
                    Some(Answer::Unable(_)) => false,
                    Some(_) => !sure(),
                }
            })
            .map(|criterion| Missing { step: Some(step), question: criterion.id.0.clone() })
            .collect()
    }

    /// A page that is a check was submitted for the first time.
    fn see_check(&mut self, asked: &PageQuestions<'_>, step: u32) {
        let Subject::Check { check, order } = &asked.subject else { return };
        let Some(question) = self.study.checks.get(*check) else { return };
        let Some(criterion) = self.study.criteria.get(question.criterion) else { return };
        let answer = self.session.answers.get(&(step, criterion.id.clone()));
        let passed = answer.is_some_and(|answer| {
            let as_written = answer.reordered(order);
            criterion.response.passes(&question.answer, order.len(), &as_written).unwrap_or(false)
        });
        let check = *check as u32;
        self.emit(if passed {
            SessionEvent::CheckPassed { step, check }
        } else {
            SessionEvent::CheckFailed { step, check }
        });
        let allowed = self.study.lists.checks.as_ref().map_or(0, |checks| checks.allowed_failures as usize);
        let ends = self.study.on_failure == OnFailure::End && self.session.failed_checks() > allowed;
        if ends && self.session.outcome.is_none() {
            self.emit(SessionEvent::Failed { why: Failure::Checks });
        }
    }
}
