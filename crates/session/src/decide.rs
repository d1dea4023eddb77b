//! Every transition of a session.
//!
//! A decision is made on a copy of the session to which each event is applied as it is made, so that what
//! follows sees what came before, and the reply is what the session has become. The same command again
//! finds its events there already and makes none.

mod answers;

use jiff::{SignedDuration, Timestamp};
use plan::{Plan, PresentationError};
use study::Study;
use study::file::OnFailure;
use study::response::{Answer, Form};

use crate::{
    Author, Begin, Command, Decision, DecisionContext, Failure, Missing, Outcome, Refusal, Reply, Screening, Session,
    SessionEvent, SessionState, TurnAwayReason, choose,
};

/// What a command gives rise to and what the person is told. Pure: the same arguments, the same decision.
///
/// # Errors
/// When the session was shown what the plan does not have: it belongs to another plan.
pub fn decide(
    study: &Study,
    plan: &Plan,
    state: DecisionContext<'_>,
    command: Command,
    now: Timestamp,
) -> Result<Decision, PresentationError> {
    let mut deciding =
        Deciding { study, plan, state, now, session: state.session.clone(), events: Vec::new(), misfit: None };
    let reply = match deciding.command(command) {
        Ok(()) => Reply::Show(deciding.session.state(study)),
        Err(refusal) => Reply::Refused(refusal),
    };
    match deciding.misfit {
        Some(misfit) => Err(misfit),
        None => Ok(Decision { events: deciding.events, reply }),
    }
}

type CommandResult = Result<(), Refusal>;

struct Deciding<'a> {
    study: &'a Study,
    plan: &'a Plan,
    state: DecisionContext<'a>,
    now: Timestamp,
    session: Session,
    events: Vec<SessionEvent>,
    /// Not for the person to be told: a fault.
    misfit: Option<PresentationError>,
}

impl Deciding<'_> {
    fn emit(&mut self, event: SessionEvent) {
        self.session.apply(self.now, &event);
        self.events.push(event);
    }

    fn command(&mut self, command: Command) -> CommandResult {
        if let Command::Begin(begin) = command {
            return self.begin(begin);
        }
        if self.session.participant.is_none() {
            return Err(Refusal::NotYours);
        }
        match command {
            Command::Begin(begin) => self.begin(begin),
            Command::Reopen { until, by } => self.reopen(until, by),
            Command::AcceptLate { by } => self.accept_late(by),
            Command::Extend { until, by } => self.extend(until, by),
            Command::Reissue { by } => self.reissue(by),
            Command::Exclude { by, rule, reason } => self.exclude(by, rule, reason),
            Command::Include { by, reason } => self.include(by, reason),
            Command::Flag { by, reason } => self.flag(by, reason),
            Command::Withdraw => self.withdraw(),
            Command::Resume
            | Command::Consent
            | Command::Decline
            | Command::Screen(_)
            | Command::ReadInstructions
            | Command::Train { .. }
            | Command::Save(_)
            | Command::Submit(_)
            | Command::EndBreak(_)
            | Command::Close { .. }
            | Command::Comment(_)
            | Command::Return
            | Command::Lapse => {
                self.lapse();
                self.participants_command(command)
            }
        }
    }

    fn participants_command(&mut self, command: Command) -> CommandResult {
        match command {
            Command::Resume => self.resume(),
            Command::Consent => self.consent(),
            Command::Decline => self.end(SessionEvent::Declined, Outcome::Declined),
            Command::Return => self.end(SessionEvent::Returned, Outcome::Returned),
            Command::Screen(answers) => self.screen(answers),
            Command::ReadInstructions => self.read_instructions(),
            Command::Train { attempt, question, answer } => self.train(attempt, question, answer),
            Command::Save(pages) => self.save(&pages),
            Command::Submit(pages) => self.submit(&pages),
            Command::EndBreak(step) => self.end_break(step),
            Command::Close { answers, comment } => self.close(answers, comment),
            Command::Comment(text) => self.comment(&text),
            Command::Lapse
            | Command::Begin(_)
            | Command::Withdraw
            | Command::Reopen { .. }
            | Command::AcceptLate { .. }
            | Command::Extend { .. }
            | Command::Reissue { .. }
            | Command::Exclude { .. }
            | Command::Include { .. }
            | Command::Flag { .. } => Ok(()),
        }
    }
}

// ---- coming and going ----

impl Deciding<'_> {
    fn begin(&mut self, begin: Begin) -> CommandResult {
        match self.session.participant {
            None => self.emit(SessionEvent::Arrived { participant: begin.participant, how: begin.how }),
            Some(participant) if participant == begin.participant => {}
            Some(_) => return Err(Refusal::NotYours),
        }
        self.lapse();
        self.resume()
    }

    /// Someone comes, or comes again. Whoever has no slot yet is told at once when there is none to have.
    fn resume(&mut self) -> CommandResult {
        match self.session.state(self.study) {
            SessionState::Waiting => self.assign_slot(),
            SessionState::Information | SessionState::Consent | SessionState::Screening => {
                match choose(self.study, self.plan, self.state.slots, self.state.history) {
                    Ok(_) => Ok(()),
                    Err(why) => self.turn_away(why),
                }
            }
            SessionState::Instructions
            | SessionState::Training { .. }
            | SessionState::Step(_)
            | SessionState::AllSteps
            | SessionState::Closing
            | SessionState::Done(_) => Ok(()),
        }
    }

    fn turn_away(&mut self, why: TurnAwayReason) -> CommandResult {
        if self.session.turned_away != Some(why) {
            self.emit(SessionEvent::TurnedAway { why });
        }
        Err(Refusal::TurnedAway(why))
    }

    fn assign_slot(&mut self) -> CommandResult {
        let slot = match choose(self.study, self.plan, self.state.slots, self.state.history) {
            Ok(slot) => slot,
            Err(why) => return self.turn_away(why),
        };
        let list = slot.list as usize;
        let presentation = self.plan.draw(list, slot.number).record(self.plan, list);
        let until = self.study.participants.time_limit_secs.and_then(|limit| {
            let limit = SignedDuration::from_secs(i64::try_from(limit).unwrap_or(i64::MAX));
            self.now.checked_add(limit).ok()
        });
        self.emit(SessionEvent::Held { slot, until, presentation });
        Ok(())
    }

    /// The time is over: the slot is free again, unless only the closing questions were left.
    fn lapse(&mut self) {
        if self.session.time_left_until().is_some_and(|until| until <= self.now) {
            if self.session.all_submitted() {
                self.finish();
            } else {
                self.emit(SessionEvent::Lapsed);
            }
        }
    }

    /// Ends the session if it is not over, and says how it ended if it is.
    fn end(&mut self, event: SessionEvent, outcome: Outcome) -> CommandResult {
        match self.session.outcome {
            None => {
                self.emit(event);
                Ok(())
            }
            Some(ended) if ended == outcome => Ok(()),
            Some(ended) => Err(refuse_after(ended)),
        }
    }

    fn withdraw(&mut self) -> CommandResult {
        if self.session.outcome != Some(Outcome::Withdrawn) {
            self.emit(SessionEvent::Withdrawn);
        }
        Ok(())
    }
}

fn refuse_after(outcome: Outcome) -> Refusal {
    if outcome == Outcome::TooLate { Refusal::TooLate } else { Refusal::Ended(outcome) }
}

// ---- before the list ----

impl Deciding<'_> {
    /// Nothing new can be said in a session that is over.
    fn under_way(&self) -> CommandResult {
        self.session.outcome.map_or(Ok(()), |outcome| Err(refuse_after(outcome)))
    }

    fn out_of_order<T>(&self) -> Result<T, Refusal> {
        Err(Refusal::OutOfOrder { next: self.session.state(self.study) })
    }

    fn consent(&mut self) -> CommandResult {
        self.under_way()?;
        if !self.session.consented {
            self.emit(SessionEvent::Consented);
        }
        if self.session.state(self.study) == SessionState::Waiting { self.assign_slot() } else { Ok(()) }
    }

    fn screen(&mut self, answers: Vec<Screening>) -> CommandResult {
        match self.session.state(self.study) {
            SessionState::Screening => {}
            // Answered already: the first answers count.
            _ if self.session.screened.is_some() => {
                return if self.session.state(self.study) == SessionState::Waiting {
                    self.assign_slot()
                } else {
                    Ok(())
                };
            }
            SessionState::Done(outcome) => return Err(refuse_after(outcome)),
            SessionState::Information
            | SessionState::Consent
            | SessionState::Waiting
            | SessionState::Instructions
            | SessionState::Training { .. }
            | SessionState::Step(_)
            | SessionState::AllSteps
            | SessionState::Closing => return self.out_of_order(),
        }
        let unfit =
            |answer: &Screening, complaints| Refusal::Unfit { step: None, question: answer.id.clone(), complaints };
        let mut passed = true;
        let mut missing = Vec::new();
        for question in &self.study.screening {
            match answers.iter().find(|answer| answer.id == question.id) {
                None => missing.push(Missing { step: None, question: question.id.clone() }),
                Some(answer) => match question.read(&answer.option) {
                    Ok(read) if read.kept == answer.option => passed &= read.accepted,
                    Ok(_) => return Err(unfit(answer, Vec::new())),
                    Err(complaints) => return Err(unfit(answer, complaints)),
                },
            }
        }
        if !missing.is_empty() {
            return Err(Refusal::Incomplete(missing));
        }
        self.emit(SessionEvent::Screened { answers, passed });
        if passed {
            self.assign_slot()
        } else {
            self.emit(SessionEvent::ScreenedOut);
            Ok(())
        }
    }

    fn read_instructions(&mut self) -> CommandResult {
        match self.session.state(self.study) {
            SessionState::Instructions => {
                self.emit(SessionEvent::InstructionsRead);
                Ok(())
            }
            _ if self.session.instructions_read => Ok(()),
            SessionState::Done(outcome) => Err(refuse_after(outcome)),
            SessionState::Information
            | SessionState::Consent
            | SessionState::Screening
            | SessionState::Waiting
            | SessionState::Training { .. }
            | SessionState::Step(_)
            | SessionState::AllSteps
            | SessionState::Closing => self.out_of_order(),
        }
    }

    fn train(&mut self, attempt: u32, question: u32, answer: Answer) -> CommandResult {
        let training = &self.session.training;
        let answered = training.attempt == attempt && (question as usize) < training.answers.len();
        if answered || attempt < training.attempt {
            // They have seen the feedback, so the first answer counts.
            return Ok(());
        }
        self.under_way()?;
        if self.session.state(self.study) != (SessionState::Training { attempt, question }) {
            return self.out_of_order();
        }
        let Some(asked) = self.study.training.get(question as usize) else { return self.out_of_order() };
        let shown: Vec<&str> = asked.outputs.iter().map(String::as_str).collect();
        let Some(criterion) = self.study.criteria.get(asked.criterion) else { return self.out_of_order() };
        let unfit = |complaints| Refusal::Unfit { step: None, question: asked.id.clone(), complaints };
        match criterion.read(&answer.to_form(), &shown) {
            Ok(read) if read == answer => {}
            Ok(_) => return Err(unfit(Vec::new())),
            Err(complaints) => return Err(unfit(complaints)),
        }
        let passed = criterion.response.passes(&asked.answer, shown.len(), &answer).unwrap_or(false);
        self.emit(SessionEvent::TrainingAnswered { attempt, question, answer, passed });
        let complete = self.session.training.answers.len() == self.study.training.len();
        if complete && !self.session.training_passed(self.study) && attempt >= self.study.training_rule.attempts {
            self.emit(SessionEvent::Failed { why: Failure::Training });
        }
        Ok(())
    }
}

// ---- between two pages ----

impl Deciding<'_> {
    fn end_break(&mut self, step: u32) -> CommandResult {
        self.under_way()?;
        if self.session.break_due(self.study) == Some(step) {
            self.emit(SessionEvent::Rested { step });
        }
        Ok(())
    }
}

// ---- after the list ----

impl Deciding<'_> {
    /// The list is done. What failing checks means is decided here, once.
    fn finish(&mut self) {
        let checks = self.study.lists.checks.as_ref();
        let allowed = checks.map_or(0, |checks| checks.allowed_failures as usize);
        let failed = self.session.failed_checks();
        match self.study.on_failure {
            OnFailure::Replace | OnFailure::End if failed > allowed => {
                self.emit(SessionEvent::Failed { why: Failure::Checks });
            }
            OnFailure::Flag if failed > allowed => {
                let reason = format!("failed {failed} of {} checks", self.session.checks.len());
                self.emit(SessionEvent::Finished);
                self.emit(SessionEvent::Flagged { by: Author::Rule, reason });
            }
            OnFailure::Replace | OnFailure::End | OnFailure::Flag => self.emit(SessionEvent::Finished),
        }
    }

    fn close(&mut self, answers: Vec<(String, Answer)>, comment: Option<String>) -> CommandResult {
        match self.session.state(self.study) {
            SessionState::Closing => {}
            // Closed already, or the time came first: there is still room for a comment.
            SessionState::Done(_) => return comment.map_or(Ok(()), |text| self.comment(&text)),
            SessionState::Information
            | SessionState::Consent
            | SessionState::Screening
            | SessionState::Waiting
            | SessionState::Instructions
            | SessionState::Training { .. }
            | SessionState::Step(_)
            | SessionState::AllSteps => return self.out_of_order(),
        }
        let mut missing = Vec::new();
        for question in &self.study.closing {
            let given = answers.iter().find(|(id, _)| *id == question.id);
            let form = given.map_or_else(Form::default, |(_, answer)| answer.to_form());
            let unfit = |complaints| Refusal::Unfit { step: None, question: question.id.clone(), complaints };
            match (question.response.read(&form, &[]), given) {
                (Ok(read), Some((_, answer))) if read != *answer => return Err(unfit(Vec::new())),
                (Ok(_), Some(_) | None) => {}
                (Err(complaints), Some(_)) => return Err(unfit(complaints)),
                (Err(_), None) => missing.push(Missing { step: None, question: question.id.clone() }),
            }
        }
        if !missing.is_empty() {
            return Err(Refusal::Incomplete(missing));
        }
        let known = |id: &String| self.study.closing.iter().any(|question| question.id == *id);
        let answers = answers.into_iter().filter(|(id, _)| known(id)).collect();
        self.emit(SessionEvent::ClosingAnswered { answers });
        if let Some(text) = comment {
            self.comment(&text)?;
        }
        self.finish();
        Ok(())
    }

    /// A comment is welcome whenever there was a list to comment on; not from whoever withdrew.
    fn comment(&mut self, text: &str) -> CommandResult {
        let text = text.replace('\0', "");
        let unwanted = text.trim().is_empty() || !self.study.participants.comment;
        if unwanted || self.session.comment.as_ref() == Some(&text) {
            return Ok(());
        }
        if self.session.outcome == Some(Outcome::Withdrawn) {
            return Err(Refusal::Ended(Outcome::Withdrawn));
        }
        if self.session.assignment.is_none() {
            return self.out_of_order();
        }
        self.emit(SessionEvent::Commented { text });
        Ok(())
    }
}

// ---- the researcher ----

impl Deciding<'_> {
    fn reopen(&mut self, until: Option<Timestamp>, by: Author) -> CommandResult {
        let Some(assignment) = &self.session.assignment else { return Err(Refusal::NotApplicable) };
        let slot = match self.session.outcome {
            None | Some(Outcome::Withdrawn | Outcome::Declined | Outcome::ScreenedOut) => {
                return Err(Refusal::NotApplicable);
            }
            Some(Outcome::Finished) => assignment.slot,
            Some(Outcome::FailedCheck | Outcome::FailedTraining | Outcome::TooLate | Outcome::Returned) => {
                self.state.slots.free_like(assignment.slot).ok_or(Refusal::SlotGone)?
            }
        };
        self.emit(SessionEvent::Reopened { slot, until, by });
        Ok(())
    }

    fn accept_late(&mut self, by: Author) -> CommandResult {
        let (Some(assignment), Some(Outcome::TooLate)) = (&self.session.assignment, self.session.outcome) else {
            return Err(Refusal::NotApplicable);
        };
        if !self.session.all_submitted() {
            let missing = (0..assignment.steps).filter(|step| !self.session.submitted.contains(step));
            let missing = missing.map(|step| Missing { step: Some(step), question: String::new() });
            return Err(Refusal::Incomplete(missing.collect()));
        }
        let slot = self.state.slots.free_like(assignment.slot).ok_or(Refusal::SlotGone)?;
        self.emit(SessionEvent::AcceptedLate { slot, by });
        Ok(())
    }

    fn extend(&mut self, until: Option<Timestamp>, by: Author) -> CommandResult {
        match &self.session.assignment {
            Some(assignment) if self.session.outcome.is_none() => {
                if assignment.until != until {
                    self.emit(SessionEvent::Extended { until, by });
                }
                Ok(())
            }
            Some(_) | None => Err(Refusal::NotApplicable),
        }
    }

    /// Whoever is at work is out of time at once. Where the work is done and excluded, the list is wanted once more, which
    /// is for the study's own log to say; the session says only why, and only once.
    fn reissue(&mut self, by: Author) -> CommandResult {
        match (&self.session.assignment, self.session.outcome) {
            (Some(_), None) => {
                self.emit(SessionEvent::Reissued { by });
                self.emit(SessionEvent::Lapsed);
                Ok(())
            }
            (Some(_), Some(Outcome::Finished)) if self.session.excluded.is_some() && !self.session.reissued => {
                self.emit(SessionEvent::Reissued { by });
                Ok(())
            }
            (Some(_) | None, _) => Err(Refusal::NotApplicable),
        }
    }

    fn exclude(&mut self, by: Author, rule: String, reason: String) -> CommandResult {
        if self.session.excluded.as_ref() != Some(&(rule.clone(), reason.clone())) {
            self.emit(SessionEvent::Excluded { by, rule, reason });
        }
        Ok(())
    }

    fn include(&mut self, by: Author, reason: String) -> CommandResult {
        if self.session.excluded.is_none() {
            return Err(Refusal::NotApplicable);
        }
        self.emit(SessionEvent::Included { by, reason });
        Ok(())
    }

    fn flag(&mut self, by: Author, reason: String) -> CommandResult {
        if !self.session.flags.contains(&reason) {
            self.emit(SessionEvent::Flagged { by, reason });
        }
        Ok(())
    }
}
