//! One simulated person on the real pages, from the link to the code.

mod list;
mod whim;

use rehearsal::Person;
use session::{Outcome, SessionId};
use study::response::Answer;

use super::House;
use super::page::{Page, Sheet};
use super::seen::Seen;
use super::watch::Watch;
use super::window::{Came, Fields, Lost, Window};
use list::Part;

/// How often someone who found no place looks again, and after how long.
const LOOKS_AGAIN: (u32, f64) = (3, 600.0);
/// More pages than any way has.
const MOST_PAGES: u32 = 5_000;

/// One simulated person on the real pages.
pub(crate) struct Player<'a> {
    pub(crate) house: &'a House,
    pub(crate) person: Person<'a>,
    /// What the platform calls them.
    pub(crate) name: String,
    pub(crate) window: Window,
    pub(crate) watch: &'a Watch,
    part: Option<Part>,
    walked: Walked,
}

/// What someone did and saw.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// What was sent and acknowledged.
    pub(crate) given: Vec<Given>,
    /// The ending of each session, as they were told.
    pub(crate) told: Vec<Told>,
    /// How it ended for the person.
    pub(crate) end: End,
    pub(crate) seen: Seen,
}

/// An answer that was acknowledged.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Given {
    pub(crate) session: SessionId,
    pub(crate) step: u32,
    pub(crate) criterion: usize,
    pub(crate) answer: Answer,
}

/// What someone was told at the end of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) session: Option<SessionId>,
    pub(crate) outcome: Outcome,
    pub(crate) code: String,
}

/// How it ended for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum End {
    /// The last session ended so.
    Ended(Outcome),
    /// There was no place for them.
    TurnedAway,
    /// They closed the page and were not seen again.
    Vanished,
    /// Something went wrong.
    #[default]
    Lost,
}

/// What someone does next.
enum Next {
    Look(Came),
    Leave(End),
}

impl<'a> Player<'a> {
    pub(crate) fn new(house: &'a House, person: Person<'a>, name: String, window: Window, watch: &'a Watch) -> Self {
        Player { house, person, name, window, watch, part: None, walked: Walked::default() }
    }

    /// Comes after so many seconds and goes as far as they get.
    pub(crate) async fn walk(mut self, after_secs: f64) -> Walked {
        self.house.clock.pass(after_secs).await;
        self.watch.came();
        match self.way().await {
            Ok(end) => self.walked.end = end,
            Err(lost) => self.walked.seen.fault(lost.to_string()),
        }
        if let Window::Real(tab) = self.window {
            tab.close().await;
        }
        self.watch.left();
        self.house.clock.go();
        self.walked
    }

    async fn way(&mut self) -> Result<End, Lost> {
        let mut came = self.come().await?;
        let mut looks = 0;
        for _ in 0..MOST_PAGES {
            if let Some(end) = self.ended(&came) {
                let more = came.page.asked() == Some("another");
                let again = end == End::TurnedAway && looks < LOOKS_AGAIN.0;
                came = match (more, again) {
                    (true, _) => self.send(&came.page, Vec::new()).await?,
                    (false, true) => {
                        looks += 1;
                        self.house.clock.pass(LOOKS_AGAIN.1).await;
                        self.come().await?
                    }
                    (false, false) => return Ok(end),
                };
                continue;
            }
            match self.next(came).await? {
                Next::Look(next) => came = next,
                Next::Leave(end) => return Ok(end),
            }
        }
        self.walked.seen.fault("the way has no end");
        Ok(End::Lost)
    }

    /// Follows their link.
    async fn come(&mut self) -> Result<Came, Lost> {
        let link = self.house.link(&self.name);
        let came = self.window.open(&link).await?;
        Ok(self.saw(came))
    }

    /// Notes what a page took, and that it came as it should.
    fn saw(&mut self, came: Came) -> Came {
        if matches!(self.window, Window::Plain(_)) {
            self.walked.seen.pages.push(came.loading);
        }
        // Too late is no fault of anyone's but the person's.
        if came.status != 200 && came.status != 410 {
            self.walked.seen.fault(format!("a page with status {}", came.status));
        }
        came
    }

    /// How it ended, if this is the end; the code is kept.
    fn ended(&mut self, came: &Came) -> Option<End> {
        let ending = came.page.ending.as_ref()?;
        let Some(outcome) = ending.outcome else {
            return Some(if came.status == 200 { End::TurnedAway } else { End::Lost });
        };
        let session = self.part.take().map(|part| part.session);
        self.walked.told.push(Told { session, outcome, code: ending.code.clone() });
        Some(End::Ended(outcome))
    }

    /// Does what a page asks.
    async fn next(&mut self, came: Came) -> Result<Next, Lost> {
        let page = came.page;
        let Some(asked) = page.asked().map(str::to_owned) else {
            self.walked.seen.fault("a page that asks nothing and ends nothing");
            return Ok(Next::Leave(End::Lost));
        };
        let fields = match asked.split('/').collect::<Vec<_>>()[..] {
            [""] | ["information" | "instructions" | "on"] => Vec::new(),
            ["consent"] => vec![("consent".to_owned(), "yes".to_owned())],
            ["screening"] => self.screened(),
            ["training", attempt, question] => self.trained(attempt.parse().ok(), question.parse().ok()),
            ["closing"] => self.closes(),
            ["comment"] => vec![("comment".to_owned(), self.comment())],
            ["step", step] => return self.judges(&page, step.parse().ok()).await,
            ["all"] => return self.judges(&page, None).await,
            [..] => {
                self.walked.seen.fault(format!("a page that asks for `{asked}`"));
                return Ok(Next::Leave(End::Lost));
            }
        };
        let spent = self.person.spends_around(number(&asked));
        self.house.clock.pass(spent.active_secs + spent.away_secs).await;
        Ok(Next::Look(self.send(&page, fields).await?))
    }

    /// Sends the page's form with what it hides and with these fields.
    async fn send(&mut self, page: &Page, fields: Fields) -> Result<Came, Lost> {
        let Some(sheet) = &page.form else { return Err(Lost::Nowhere) };
        self.is_offered(sheet, &fields);
        let came = self.window.send(sheet, &filled(sheet, fields)).await?;
        Ok(self.saw(came))
    }

    /// Nobody can send what the page does not offer.
    fn is_offered(&mut self, sheet: &Sheet, fields: &Fields) {
        for (name, value) in fields.iter().filter(|(name, _)| !name.starts_with("timing.")) {
            if !sheet.offers(name, value) {
                self.walked.seen.fault(format!("a page that does not offer `{}`", field_of(name)));
            }
        }
    }

    fn screened(&self) -> Fields {
        let questions = &self.house.study.screening;
        questions.iter().map(|it| (format!("screening.{}", it.id), self.person.screened(it).to_owned())).collect()
    }

    fn trained(&self, attempt: Option<u32>, question: Option<usize>) -> Fields {
        let (Some(attempt), Some(question)) = (attempt, question) else { return Vec::new() };
        let criterion = self.house.study.training.get(question).map_or(0, |asked| asked.criterion);
        let answer = self.person.trained(question, attempt);
        answer.map(|answer| form(question as u32, criterion, &answer)).unwrap_or_default()
    }

    fn closes(&self) -> Fields {
        let mut fields = Vec::new();
        for (number, question) in (0..).zip(&self.house.study.closing) {
            fields.extend(form(number, 0, &self.person.closes(question, number)));
        }
        if self.house.study.participants.comment {
            fields.push(("comment".to_owned(), self.comment()));
        }
        fields
    }

    fn comment(&self) -> String {
        if self.person.number.is_multiple_of(5) { "A rehearsed comment.".to_owned() } else { String::new() }
    }
}

/// The form with everything it hides, and these fields.
fn filled(sheet: &Sheet, fields: Fields) -> Fields {
    let hidden = sheet.hidden().filter(|(name, _)| fields.iter().all(|(given, _)| given != name));
    let mut all: Fields = hidden.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    all.extend(fields);
    all
}

/// An answer as the fields of its question.
fn form(step: u32, criterion: usize, answer: &Answer) -> Fields {
    let key = web::page::Key { step, criterion: criterion as u32 };
    answer.to_form().iter().map(|(field, value)| (key.name(field), value.to_owned())).collect()
}

/// What a field is called within its question, so that the same fault is counted together.
fn field_of(name: &str) -> &str {
    web::page::Key::split(name).map_or(name, |(_, field)| field)
}

/// A number for a page around the list.
fn number(asked: &str) -> u32 {
    asked.bytes().fold(7, |number: u32, byte| number.wrapping_mul(31).wrapping_add(byte.into())) % 1_000_003
}
