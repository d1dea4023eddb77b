//! The pages of the list.

use std::collections::BTreeMap;

use plan::Presentation;
use session::{PageQuestions, Session, SessionId};
use simulation::{Leaving, PageTime};
use study::response::Answer;

use super::quirk::Quirk;
use super::{
    AcknowledgedAnswer, ClientError, End, FormFields, LoadedPage, Next, PageClient, Visitor, answer_fields,
    with_hidden_fields,
};
use crate::page::{Form, Page};

/// The list that someone was given.
pub(super) struct AssignedList {
    pub(super) session: SessionId,
    list: u32,
    presentation: Presentation,
    /// Whether they have left it once already.
    left: bool,
}

impl AssignedList {
    fn steps(&self) -> u32 {
        self.presentation.steps.len() as u32
    }
}

impl Visitor<'_> {
    /// Answers a page of the list, or all of them; or leaves.
    pub(super) async fn answer_list(&mut self, page: &Page, step: Option<u32>) -> Result<Next, ClientError> {
        let Some(form) = &page.form else { return Err(ClientError::Nowhere) };
        if self.find_list(form).await.is_none() {
            self.visit.measurements.add_fault("a page of a list that nobody was given");
            return Ok(Next::Leave(End::Failed));
        }
        if let Some(next) = self.leave_if_due(form, step.unwrap_or(0)).await? {
            return Ok(next);
        }
        let quirk = Quirk::draw(self.rater.number, step.unwrap_or(0));
        if quirk == Quirk::Reloads {
            let loaded = self.client.open(&session_address(form, "")).await?;
            let again = self.record(loaded);
            if again.page.ending.is_some() {
                // The time was over meanwhile.
                return Ok(Next::Look(again));
            }
            if again.page != *page {
                self.visit.measurements.add_fault("a page that is another when it is loaded again");
            }
        }
        let given = self.choose_answers(page, step);
        let spent = self.time_on(step);
        self.server.clock.pass(spent.active_secs + spent.away_secs).await;
        let mut fields = timing(spent, given.len());
        for answer in &given {
            fields.extend(answer_fields(answer.step, answer.criterion, &answer.answer));
            fields.extend(self.confidence(answer));
        }
        fields.extend(self.remarks(step));
        self.check_offered(form, &fields);
        if quirk == Quirk::Saves {
            let status = self.client.save(&session_address(form, "save"), &fields).await?;
            // What is saved too late is told so when the page is sent.
            if status != 204 && status != 410 {
                self.visit.measurements.add_fault(format!("a save with status {status}"));
            }
        }
        self.submit(form, fields, given, quirk).await.map(Next::Look)
    }

    async fn submit(
        &mut self,
        form: &Form,
        fields: FormFields,
        given: Vec<AcknowledgedAnswer>,
        quirk: Quirk,
    ) -> Result<LoadedPage, ClientError> {
        let fields = with_hidden_fields(form, fields);
        if quirk == Quirk::ClicksTwice {
            let (first, second) = self.client.send_twice(form, &fields).await?;
            self.note_acknowledged(&first, given);
            return Ok(self.record(second));
        }
        let loaded = self.client.send(form, &fields).await?;
        self.note_acknowledged(&loaded, given);
        Ok(self.record(loaded))
    }

    fn note_acknowledged(&mut self, loaded: &LoadedPage, given: Vec<AcknowledgedAnswer>) {
        if matches!(self.client, PageClient::Http(_)) {
            self.visit.measurements.submissions.push(loaded.sending);
        }
        if loaded.reply == 303 {
            self.progress.acknowledge(given.len());
            self.visit.acknowledged.extend(given);
        }
    }

    /// Finds out which list they were given. A rater does not know, nor could the pages tell; the test
    /// looks into the database.
    async fn find_list(&mut self, form: &Form) -> Option<()> {
        let session: SessionId = form.action.split('/').nth(3)?.parse().ok()?;
        if self.list.as_ref().is_some_and(|list| list.session == session) {
            return Some(());
        }
        let events = self.server.store.events_of(&self.server.name, session, 0).await.ok()?;
        let assignment = Session::from_events(events.iter().map(|it| (it.at, &it.event))).assignment?;
        let presentation = assignment.presentation(&self.server.plan).ok()?;
        self.list = Some(AssignedList { session, list: assignment.slot.list, presentation, left: false });
        Some(())
    }

    /// Leaves, where this is the page at which they do.
    async fn leave_if_due(&mut self, form: &Form, step: u32) -> Result<Option<Next>, ClientError> {
        let Some(list) = self.list.as_mut() else { return Ok(None) };
        let departure = self.rater.departure(list.list, list.steps());
        let Some(departure) = departure.filter(|it| it.step == step && !list.left) else { return Ok(None) };
        list.left = true;
        match departure.how {
            Leaving::Vanishes => Ok(Some(Next::Leave(End::Vanished))),
            Leaving::GivesBack => {
                let action = session_address(form, "return");
                let loaded = self.client.send(&Form { action, controls: Vec::new() }, &Vec::new()).await?;
                Ok(Some(Next::Look(self.record(loaded))))
            }
            Leaving::ComesBack { after_secs } => {
                self.server.clock.pass(after_secs).await;
                // An open link begins anew: whoever means to go on has kept the address of the page.
                let loaded = self.client.open(&session_address(form, "")).await?;
                Ok(Some(Next::Look(self.record(loaded))))
            }
        }
    }

    /// The answers to everything the page asks, as the plan says it must.
    fn choose_answers(&mut self, page: &Page, step: Option<u32>) -> Vec<AcknowledgedAnswer> {
        let Some(list) = &self.list else { return Vec::new() };
        let steps = list.steps();
        let wanted: Vec<u32> = step.map_or_else(|| (0..steps).collect(), |step| vec![step]);
        let mut given = Vec::new();
        let mut as_planned = page.screens.len() == wanted.len();
        for (step, screen) in wanted.into_iter().zip(&page.screens) {
            let Some(asked) = list
                .presentation
                .steps
                .get(step as usize)
                .and_then(|shown| PageQuestions::of_step(&self.server.study, &self.server.plan, list.list, shown))
            else {
                continue;
            };
            let planned = asked.outputs.iter().map(|text| squeeze_spaces(text));
            as_planned &= screen
                .iter()
                .zip(planned)
                .all(|(shown, planned)| shown.as_deref().is_none_or(|shown| squeeze_spaces(shown) == planned));
            let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
            for &criterion in &asked.criteria {
                let study = &self.server.study;
                if !study.asked_after(&asked.criteria, |it| answers.get(&it).cloned()).contains(&criterion) {
                    continue;
                }
                let answer: Option<Answer> = self.rater.answer(&asked, criterion, (step, steps));
                answers.extend(answer.clone().map(|answer| (criterion, answer)));
                given.extend(answer.map(|answer| AcknowledgedAnswer {
                    session: list.session,
                    step,
                    criterion,
                    answer,
                }));
            }
        }
        if !as_planned {
            self.visit.measurements.add_fault("a page that shows something else than was planned");
        }
        given
    }

    /// How sure they say they are of an answer.
    fn confidence(&self, given: &AcknowledgedAnswer) -> Option<(String, String)> {
        let list = self.list.as_ref()?.list;
        let level = self.rater.confidence(given.criterion, (list, given.step), &given.answer)?;
        let key = pages::Key { step: given.step, criterion: given.criterion as u32 };
        Some((key.name("confidence"), level.to_string()))
    }

    /// What they say about the page, or about each of them.
    fn remarks(&self, step: Option<u32>) -> FormFields {
        let Some(list) = &self.list else { return Vec::new() };
        let steps = step.map_or(0..list.steps(), |step| step..step + 1);
        let mut fields = Vec::new();
        for step in steps {
            let Some(remark) = self.rater.remark(list.list, step) else { continue };
            if remark.problem {
                fields.push((format!("remark.{step}.problem"), "yes".to_owned()));
            }
            fields.push((format!("remark.{step}.text"), remark.text));
        }
        fields
    }

    fn time_on(&self, step: Option<u32>) -> PageTime {
        let Some(list) = &self.list else { return self.rater.time_around(0) };
        let Some(step) = step else {
            let all = (0..list.steps()).map(|step| self.rater.time_on(list.list, step));
            return all.fold(PageTime { active_secs: 0.0, away_secs: 0.0 }, |sum, page| PageTime {
                active_secs: sum.active_secs + page.active_secs,
                away_secs: sum.away_secs + page.away_secs,
            });
        };
        self.rater.time_on(list.list, step)
    }
}

/// The address of a page of the session that a form belongs to, with what the platform carries in it.
fn session_address(form: &Form, page: &str) -> String {
    let (path, query) = form.action.split_once('?').map_or((form.action.as_str(), ""), |(path, query)| (path, query));
    let session: String = path.split_inclusive('/').take(4).collect();
    if query.is_empty() { format!("{session}{page}") } else { format!("{session}{page}?{query}") }
}

/// Pages keep the words of a text, not the space around it.
fn squeeze_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the page's schedule says of the time.
fn timing(spent: PageTime, changes: usize) -> FormFields {
    let ms = |seconds: f64| ((seconds * 1e3) as u64).to_string();
    let measured = [
        ("open_ms", ms(spent.active_secs + spent.away_secs)),
        ("first_ms", ms(spent.active_secs * 0.6)),
        ("active_ms", ms(spent.active_secs)),
        ("hidden_ms", ms(spent.away_secs)),
        ("changes", changes.to_string()),
    ];
    measured.into_iter().map(|(name, value)| (format!("timing.{name}"), value)).collect()
}
