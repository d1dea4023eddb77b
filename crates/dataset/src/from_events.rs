//! Judgements from what happened on our own pages.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use plan::Plan;
use session::{Assignment, Outcome, PageClock, PageQuestions, ParticipantKind, Pseudonyms, Session, SessionEvent};
use study::file::Pages;
use study::response::{Answer, Response};
use study::{CriterionId, Study};
use thiserror::Error;

use crate::questionnaire::{FINAL_COMMENT, answer_text_and_kind, asks_any};
use crate::{
    Arrivals, Dataset, ExclusionRule, Judgement, Origin, PageRemark, QuestionnaireAnswer, QuestionnaireKind,
    QuestionnairePart, Subject, Timing,
};

/// What happened in one session, in order.
pub type Log = Vec<(Timestamp, SessionEvent)>;

/// What was collected does not fit the study and the plan it is read with.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("what was collected does not fit the study: {participant} answered page {page}, but {why}")]
pub struct FromEventsError {
    /// Who answered, by pseudonym.
    pub participant: String,
    /// On which page of the session, from 1.
    pub page: u32,
    /// What does not fit.
    pub why: String,
}

/// Every answer that was given, also in sessions that were not finished: these are excluded with the
/// way they ended. Participants get pseudonyms by the order in which they came; what a withdrawal
/// erased is not there. All who came are counted.
///
/// # Errors
/// When an answer was given to what study or plan do not have: they are not those by which was collected. Nothing is
/// left out on that account.
pub fn from_events(
    study: &Study,
    plan: &Plan,
    participants: ParticipantKind,
    logs: &[impl AsRef<Log>],
) -> Result<Dataset, FromEventsError> {
    let mut dataset = Dataset::from_study(study, Origin::Collected, participants.into());
    let arrived = logs
        .iter()
        .map(AsRef::as_ref)
        .map(|log| (log, Session::from_events(log.iter().map(|(at, event)| (*at, event)))))
        .filter(|(_, session)| session.participant.is_some());
    let (mut sessions, without): (Vec<(&Log, Session)>, Vec<_>) =
        arrived.partition(|(_, session)| session.assignment.is_some());
    let mut arrivals = Arrivals::default();
    for (_, session) in &without {
        arrivals.count(session, &[]);
    }
    sessions.sort_by_key(|(_, session)| (session.arrived_at, session.participant));
    let people = Pseudonyms::from_sessions(sessions.iter().map(|(_, session)| session));
    dataset.participants = people.names();
    dataset.remarks = (!study.lists.remarks.is_empty()).then(Vec::new);
    let is_commented = sessions.iter().any(|(_, session)| session.comment.is_some());
    dataset.questionnaire = (asks_any(study) || is_commented).then(Vec::new);
    let mut attempts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for (log, session) in &sessions {
        let person = session.participant.and_then(|participant| people.number(participant));
        let (Some(person), Some(assignment)) = (person, &session.assignment) else { continue };
        let attempt = attempts.entry((person, assignment.slot.list)).or_insert(0);
        *attempt += 1;
        let name = dataset.participants.get(person as usize).cloned().unwrap_or_default();
        let walk = Walk { study, plan, log, session, person, name, attempt: *attempt };
        let judgements = walk.judgements(assignment)?;
        arrivals.count(session, &judgements);
        dataset.judgements.extend(judgements);
        if let Some(questionnaire) = &mut dataset.questionnaire {
            questionnaire.extend(walk.questionnaire(assignment));
        }
        if let Some(remarks) = &mut dataset.remarks {
            remarks.extend(walk.remarks(assignment)?);
        }
    }
    dataset.arrivals = Some(arrivals);
    Ok(dataset)
}

struct Walk<'a> {
    study: &'a Study,
    plan: &'a Plan,
    log: &'a Log,
    session: &'a Session,
    person: u32,
    name: String,
    attempt: u32,
}

impl Walk<'_> {
    fn judgements(&self, assignment: &Assignment) -> Result<Vec<Judgement>, FromEventsError> {
        let excluded = self.exclusion_rule();
        let timings = self.timings();
        let mut judgements = Vec::new();
        for ((step, id), answer) in &self.session.answers {
            let page = step + 1;
            let asked = self.page_questions(assignment, *step)?;
            let known = self.study.criteria.iter().position(|criterion| criterion.id == *id);
            let criterion = known
                .filter(|criterion| asked.criteria.contains(criterion))
                .ok_or_else(|| self.misfit(page, format!("the criterion `{}` was not asked there", id.0)))?;
            // Beside what it checks, the page of a check asks what the others ask; those answers are about no item.
            let beside = |check: usize| self.study.checks.get(check).is_some_and(|it| it.criterion != criterion);
            if matches!(asked.subject, session::Subject::Check { check, .. } if beside(check)) {
                continue;
            }
            let subject = self.subject(asked, *step);
            judgements.push(Judgement {
                participant: self.person,
                list: assignment.slot.list,
                attempt: self.attempt,
                position: page,
                subject,
                criterion,
                answer: answer.clone(),
                confidence: self.session.confidence.get(&(*step, id.clone())).copied(),
                timing: timings.get(&(*step, id)).copied().unwrap_or_default(),
                excluded: excluded
                    .clone()
                    .or(matches!(answer, Answer::Unable(_)).then_some(ExclusionRule::CannotJudge)),
            });
        }
        judgements.sort_by_key(|judgement| (judgement.position, judgement.criterion));
        Ok(judgements)
    }

    /// What was answered to screening and closing questions, and said at the end.
    fn questionnaire(&self, assignment: &Assignment) -> Vec<QuestionnaireAnswer> {
        let row = |asked, question: &str, (answer, kind): (String, QuestionnaireKind)| QuestionnaireAnswer {
            participant: self.person,
            list: assignment.slot.list,
            attempt: self.attempt,
            asked,
            question: question.to_owned(),
            answer,
            kind,
        };
        let kind = |id: &str| match self.study.screening.iter().find(|question| question.id == id) {
            Some(question) => match &question.response {
                None => QuestionnaireKind::Chosen,
                Some(Response::Count(_)) => QuestionnaireKind::Number,
                Some(_) => QuestionnaireKind::Words,
            },
            None => QuestionnaireKind::Words,
        };
        let before = self.session.screening.iter();
        let before = before.map(|it| row(QuestionnairePart::Screening, &it.id, (it.option.clone(), kind(&it.id))));
        let after = self.session.closing.iter().flatten();
        let after = after.map(|(id, given)| row(QuestionnairePart::Closing, id, answer_text_and_kind(given)));
        let comment = self.session.comment.iter();
        let comment = comment
            .map(|text| row(QuestionnairePart::Closing, FINAL_COMMENT, (text.clone(), QuestionnaireKind::Words)));
        before.chain(after).chain(comment).collect()
    }

    /// What was said about pages.
    fn remarks(&self, assignment: &Assignment) -> Result<Vec<PageRemark>, FromEventsError> {
        let said = self.session.remarks.iter().filter(|(_, remark)| !remark.is_empty());
        said.map(|(step, remark)| {
            Ok(PageRemark {
                participant: self.person,
                list: assignment.slot.list,
                attempt: self.attempt,
                position: step + 1,
                subject: self.subject(self.page_questions(assignment, *step)?, *step),
                problem: remark.problem,
                text: remark.text.clone(),
            })
        })
        .collect()
    }

    fn page_questions(&self, assignment: &Assignment, step: u32) -> Result<PageQuestions<'_>, FromEventsError> {
        let page = step + 1;
        session::page_questions(self.study, self.plan, assignment, step)
            .map_err(|error| self.misfit(page, error.to_string()))?
            .ok_or_else(|| self.misfit(page, "nothing was shown there".to_owned()))
    }

    fn subject(&self, asked: PageQuestions<'_>, step: u32) -> Subject {
        match asked.subject {
            session::Subject::Item { item, systems } => Subject::Item { item, systems },
            session::Subject::Check { check, .. } => {
                Subject::Check { check, passed: self.session.checks.get(&step).copied().unwrap_or(false) }
            }
        }
    }

    fn misfit(&self, page: u32, why: String) -> FromEventsError {
        FromEventsError { participant: self.name.clone(), page, why }
    }

    /// Why nothing of this session counts.
    fn exclusion_rule(&self) -> Option<ExclusionRule> {
        if let Some((rule, _)) = &self.session.excluded {
            return Some(ExclusionRule::from_word(rule));
        }
        match self.session.outcome {
            Some(Outcome::Finished) => None,
            Some(Outcome::FailedCheck | Outcome::FailedTraining) => Some(ExclusionRule::FailedChecks),
            Some(Outcome::TooLate) => Some(ExclusionRule::Lapsed),
            Some(Outcome::Withdrawn | Outcome::Declined) => Some(ExclusionRule::Withdrawn),
            Some(Outcome::Returned | Outcome::ScreenedOut) | None => Some(ExclusionRule::Incomplete),
        }
    }

    /// When each question was last answered, and how long its page had been looked at: as the browser reported it, and no longer
    /// than what passed on the server.
    fn timings(&self) -> HashMap<(u32, &CriterionId), Timing> {
        let session_secs = self.session.arrived_at.zip(self.session.last_at);
        let session_secs = session_secs.map(|(from, to)| seconds(from, to, self.session.rested_ms() as i64));
        let (mut timings, mut clock) = (HashMap::new(), PageClock::default());
        for (at, event) in self.log {
            if let SessionEvent::Answered { step, criterion, timing, .. } = event {
                let answered = at.as_millisecond();
                let timing = timing.capped_at(match self.study.lists.pages {
                    Pages::One => clock.passed_ms(*at),
                    Pages::All => clock.form_ms(*at),
                });
                let shown = timing.shown_ms.and_then(|ms| answered.checked_sub(i64::try_from(ms).ok()?));
                timings.insert(
                    (*step, criterion),
                    Timing {
                        shown_at_ms: shown,
                        answered_at_ms: Some(answered),
                        active_secs: timing.active_ms.map(|ms| ms as f64 / 1000.0),
                        session_secs,
                    },
                );
            }
            clock.apply(*at, event);
        }
        timings
    }
}

/// The time between two moments without breaks, in seconds to the millisecond.
fn seconds(from: Timestamp, to: Timestamp, rested_ms: i64) -> f64 {
    (to.as_millisecond() - from.as_millisecond() - rested_ms).max(0) as f64 / 1000.0
}
