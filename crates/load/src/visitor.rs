//! One simulated rater on the real pages, from the link to the code.

mod list_pages;
mod quirk;

use session::{Outcome, SessionId};
use simulation::Rater;
use study::response::Answer;

use super::TestServer;
use super::client::{ClientError, FormFields, LoadedPage, PageClient};
use super::measurements::Measurements;
use super::page::{Form, Page};
use super::progress::Progress;
use list_pages::AssignedList;

/// How often someone who found no place looks again, and after how long.
const LOOKS_AGAIN: (u32, f64) = (3, 600.0);
/// More pages than any way has.
const MOST_PAGES: u32 = 5_000;

/// One simulated rater on the real pages.
pub(crate) struct Visitor<'a> {
    pub(crate) server: &'a TestServer,
    pub(crate) rater: Rater<'a>,
    /// What the platform calls them.
    pub(crate) name: String,
    pub(crate) client: PageClient,
    pub(crate) progress: &'a Progress,
    list: Option<AssignedList>,
    visit: Visit,
}

/// What someone did and saw.
#[derive(Debug, Default)]
pub struct Visit {
    /// What was sent and acknowledged.
    pub(crate) acknowledged: Vec<AcknowledgedAnswer>,
    /// The ending of each session, as they were told.
    pub(crate) endings: Vec<ReportedEnding>,
    /// How it ended for the rater.
    pub end: End,
    pub(crate) measurements: Measurements,
}

/// An answer that was acknowledged.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AcknowledgedAnswer {
    pub(crate) session: SessionId,
    pub(crate) step: u32,
    pub(crate) criterion: usize,
    pub(crate) answer: Answer,
}

/// What someone was told at the end of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportedEnding {
    pub(crate) session: Option<SessionId>,
    pub(crate) outcome: Outcome,
    pub(crate) code: String,
}

/// How it ended for a rater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum End {
    /// The last session ended so.
    Ended(Outcome),
    /// There was no place for them.
    TurnedAway,
    /// They closed the page and were not seen again.
    Vanished,
    /// Something went wrong.
    #[default]
    Failed,
}

/// What someone does next.
enum Next {
    Look(LoadedPage),
    Leave(End),
}

impl<'a> Visitor<'a> {
    pub(crate) fn new(
        server: &'a TestServer,
        rater: Rater<'a>,
        name: String,
        client: PageClient,
        progress: &'a Progress,
    ) -> Self {
        Visitor { server, rater, name, client, progress, list: None, visit: Visit::default() }
    }

    /// Comes after so many seconds and goes as far as they get.
    pub(crate) async fn visit(mut self, after_secs: f64) -> Visit {
        self.server.clock.pass(after_secs).await;
        self.progress.arrive();
        match self.follow_pages().await {
            Ok(end) => self.visit.end = end,
            Err(error) => self.visit.measurements.add_fault(error.to_string()),
        }
        if let PageClient::Browser(tab) = self.client {
            tab.close().await;
        }
        self.progress.leave();
        self.server.clock.remove_person();
        self.visit
    }

    async fn follow_pages(&mut self) -> Result<End, ClientError> {
        let mut loaded = self.follow_link().await?;
        let mut looks = 0;
        for _ in 0..MOST_PAGES {
            if let Some(end) = self.find_end(&loaded) {
                let more = loaded.page.step_address() == Some("another");
                let again = end == End::TurnedAway && looks < LOOKS_AGAIN.0;
                loaded = match (more, again) {
                    (true, _) => self.send(&loaded.page, Vec::new()).await?,
                    (false, true) => {
                        looks += 1;
                        self.server.clock.pass(LOOKS_AGAIN.1).await;
                        self.follow_link().await?
                    }
                    (false, false) => return Ok(end),
                };
                continue;
            }
            match self.answer_page(loaded).await? {
                Next::Look(next) => loaded = next,
                Next::Leave(end) => return Ok(end),
            }
        }
        self.visit.measurements.add_fault("the pages never end");
        Ok(End::Failed)
    }

    /// Follows their link.
    async fn follow_link(&mut self) -> Result<LoadedPage, ClientError> {
        let link = self.server.link(&self.name);
        let loaded = self.client.open(&link).await?;
        Ok(self.record(loaded))
    }

    /// Notes what a page totals, and that it loaded as it should.
    fn record(&mut self, loaded: LoadedPage) -> LoadedPage {
        if matches!(self.client, PageClient::Http(_)) {
            self.visit.measurements.pages.push(loaded.loading);
        }
        // Too late is no fault of anyone's but the rater's.
        if loaded.status != 200 && loaded.status != 410 {
            self.visit.measurements.add_fault(format!("a page with status {}", loaded.status));
        }
        loaded
    }

    /// How it ended, if this is the end; the code is kept.
    fn find_end(&mut self, loaded: &LoadedPage) -> Option<End> {
        let ending = loaded.page.ending.as_ref()?;
        let Some(outcome) = ending.outcome else {
            return Some(if loaded.status == 200 { End::TurnedAway } else { End::Failed });
        };
        let session = self.list.take().map(|list| list.session);
        self.visit.endings.push(ReportedEnding { session, outcome, code: ending.code.clone() });
        Some(End::Ended(outcome))
    }

    /// Does what a page asks.
    async fn answer_page(&mut self, loaded: LoadedPage) -> Result<Next, ClientError> {
        let page = loaded.page;
        let Some(asked) = page.step_address().map(str::to_owned) else {
            self.visit.measurements.add_fault("a page that asks nothing and ends nothing");
            return Ok(Next::Leave(End::Failed));
        };
        let fields = match asked.split('/').collect::<Vec<_>>()[..] {
            [""] | ["information" | "instructions" | "on" | "review"] => Vec::new(),
            ["break", _] => Vec::new(),
            ["consent"] => vec![("consent".to_owned(), "yes".to_owned())],
            ["screening"] => self.answer_screening(),
            ["training", attempt, question] => self.answer_training(attempt.parse().ok(), question.parse().ok()),
            ["closing"] => self.answer_closing(),
            ["comment"] => vec![("comment".to_owned(), self.comment())],
            ["step", step] => return self.answer_list(&page, step.parse().ok()).await,
            ["all"] => return self.answer_list(&page, None).await,
            [..] => {
                self.visit.measurements.add_fault(format!("a page that asks for `{asked}`"));
                return Ok(Next::Leave(End::Failed));
            }
        };
        let spent = self.rater.time_around(page_number(&asked));
        self.server.clock.pass(spent.active_secs + spent.away_secs).await;
        Ok(Next::Look(self.send(&page, fields).await?))
    }

    /// Sends the page's form with what it hides and with these fields.
    async fn send(&mut self, page: &Page, fields: FormFields) -> Result<LoadedPage, ClientError> {
        let Some(form) = &page.form else { return Err(ClientError::Nowhere) };
        self.check_offered(form, &fields);
        let loaded = self.client.send(form, &with_hidden_fields(form, fields)).await?;
        Ok(self.record(loaded))
    }

    /// Nobody can send what the page does not offer.
    fn check_offered(&mut self, form: &Form, fields: &FormFields) {
        for (name, value) in fields.iter().filter(|(name, _)| !name.starts_with("timing.")) {
            if !form.offers(name, value) {
                self.visit.measurements.add_fault(format!("a page that does not offer `{}`", field_name(name)));
            }
        }
    }

    fn answer_screening(&self) -> FormFields {
        let questions = &self.server.study.screening;
        questions.iter().map(|it| (format!("screening.{}", it.id), self.rater.answer_screening(it))).collect()
    }

    fn answer_training(&self, attempt: Option<u32>, question: Option<usize>) -> FormFields {
        let (Some(attempt), Some(question)) = (attempt, question) else { return Vec::new() };
        let criterion = self.server.study.training.get(question).map_or(0, |asked| asked.criterion);
        let answer = self.rater.answer_training(question, attempt);
        answer.map(|answer| answer_fields(question as u32, criterion, &answer)).unwrap_or_default()
    }

    fn answer_closing(&self) -> FormFields {
        let mut fields = Vec::new();
        for (number, question) in (0..).zip(&self.server.study.closing) {
            fields.extend(answer_fields(number, 0, &self.rater.answer_closing(question, number)));
        }
        if self.server.study.participants.comment {
            fields.push(("comment".to_owned(), self.comment()));
        }
        fields
    }

    fn comment(&self) -> String {
        if self.rater.number.is_multiple_of(5) { "A rehearsed comment.".to_owned() } else { String::new() }
    }
}

/// The form with everything it hides, and these fields.
fn with_hidden_fields(form: &Form, fields: FormFields) -> FormFields {
    let hidden = form.hidden_fields().filter(|(name, _)| fields.iter().all(|(given, _)| given != name));
    let mut all: FormFields = hidden.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    all.extend(fields);
    all
}

/// An answer as the fields of its question.
fn answer_fields(step: u32, criterion: usize, answer: &Answer) -> FormFields {
    let key = pages::Key { step, criterion: criterion as u32 };
    answer.to_form().iter().map(|(field, value)| (key.name(field), value.to_owned())).collect()
}

/// What a field is called within its question, so that the same fault is counted together.
fn field_name(name: &str) -> &str {
    pages::Key::split(name).map_or(name, |(_, field)| field)
}

/// A number for a page around the list.
fn page_number(asked: &str) -> u32 {
    asked.bytes().fold(7, |number: u32, byte| number.wrapping_mul(31).wrapping_add(byte.into())) % 1_000_003
}

impl End {
    /// In words.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            End::Ended(outcome) => outcome.word(),
            End::TurnedAway => "turned-away",
            End::Vanished => "vanished",
            End::Failed => "failed",
        }
    }
}
