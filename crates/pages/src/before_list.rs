//! The pages before the list: who comes, what the study is about, consent, screening, instructions.

use std::borrow::Cow;

use askama::Template;
use plan::Plan;
use study::file::{Content, ScreeningFile};
use study::response::{Response, Text};

use super::complaint::in_words;
use super::ending::Retention;
use super::frame::Frame;
use super::piece::Shape;
use super::place::Mode;
use super::question::{Fault, ScreenView};
use super::safe::Document;
use super::{FormState, Guide, Pages, Place, PostedPage, RenderError, Screen};

#[derive(Template)]
#[template(path = "arrival.html")]
struct Arrival<'a> {
    frame: Frame<'a>,
    errors: Vec<Fault>,
    given: &'a str,
    action: String,
}

#[derive(Template)]
#[template(path = "reading.html")]
pub(crate) struct Reading<'a> {
    pub(crate) frame: Frame<'a>,
    /// Why it is to be read again.
    pub(crate) note: String,
    pub(crate) body: Cow<'a, str>,
    pub(crate) facts: Vec<String>,
    /// One question, for someone who decides whether to take part.
    pub(crate) sample: Option<ScreenView>,
    pub(crate) action: String,
}

#[derive(Template)]
#[template(path = "consent.html")]
struct Consent<'a> {
    frame: Frame<'a>,
    body: &'a str,
}

#[derive(Template)]
#[template(path = "screening.html")]
struct Screening<'a> {
    frame: Frame<'a>,
    errors: Vec<Fault>,
    questions: Vec<ScreeningField<'a>>,
    action: String,
}

/// A screening question as shown.
struct ScreeningField<'a> {
    name: String,
    ask: &'a str,
    /// What is wrong with the answer; empty for nothing.
    error: String,
    options: Vec<ScreeningOption<'a>>,
    /// What it is typed into; nothing where options are offered.
    typed: Option<TypedField>,
}

struct TypedField {
    /// The type of the field.
    kind: &'static str,
    given: String,
    /// The bounds of numbers and days; empty where there are none.
    least: String,
    most: String,
}

struct ScreeningOption<'a> {
    words: &'a str,
    chosen: bool,
}

impl TypedField {
    fn new(response: &Response, given: &str) -> TypedField {
        let bound = |day: &Option<String>| day.clone().unwrap_or_default();
        let (kind, least, most) = match response {
            Response::Count(count) => ("number", count.least().to_string(), count.maximum().to_string()),
            Response::Text(Text { days: Some(days), .. }) => ("date", bound(&days.earliest), bound(&days.latest)),
            Response::Text(_)
            | Response::Rating(_)
            | Response::Slider(_)
            | Response::Ranking(_)
            | Response::Pairwise(_)
            | Response::BestWorst(_)
            | Response::Choice(_)
            | Response::Spans(_) => ("text", String::new(), String::new()),
        };
        TypedField { kind, given: given.to_owned(), least, most }
    }
}

impl Pages {
    /// Asks for an id that the link did not carry. `given` is what was typed and not taken.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn arrival(&self, place: &Place, given: Option<&str>) -> Result<String, RenderError> {
        let wrong = |given: &str| {
            let words = self.words.say(if given.is_empty() { "arrival-id-missing" } else { "arrival-id-wrong" });
            Fault { id: "id".to_owned(), question: String::new(), words }
        };
        Arrival {
            frame: self.frame(place, self.words.say("arrival-title"), Guide::None),
            errors: given.map(wrong).into_iter().collect(),
            given: given.unwrap_or_default(),
            action: self.words.say("continue"),
        }
        .render()
    }

    /// What the study is about.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn information(&self, place: &Place) -> Result<String, RenderError> {
        let mut page = self.reading(place, &self.information, "information-title", self.facts());
        page.frame.ask_for_width(self.study.participants.least_width);
        page.render()
    }

    /// What the study is about, and one of its questions, for someone who looks at it on the platform before accepting it.
    /// Pictures, sounds and videos are for participants alone, so that a study of them shows no question.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn platform_preview(&self, place: &Place, plan: &Plan) -> Result<String, RenderError> {
        let contents = self.study.shown.iter().map(|shown| shown.content).chain([self.study.content]);
        let texts_only = contents.into_iter().all(|content| content == Content::Text);
        let look =
            |screen| ScreenView::new(&self.study, screen, &FormState::default(), self.words, self.question_links(""));
        let mut sample = Screen::sample(&self.study, plan).as_ref().filter(|_| texts_only).map(look).transpose()?;
        sample.iter_mut().flat_map(|screen| &mut screen.questions).for_each(|question| question.locked = true);
        let mut page = self.reading(place, &self.information, "information-title", self.facts());
        if sample.is_some() {
            page.frame.add_styles(self.study.criteria.iter().map(|criterion| &criterion.response));
        }
        page.sample = sample;
        page.render()
    }

    /// What participants agree to.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn consent(&self, place: &Place) -> Result<String, RenderError> {
        let heading = self.heading(&self.consent, "consent-title");
        let mut frame = self.frame(place, heading, Guide::None);
        frame.ask_for_width(self.study.participants.least_width);
        Consent { frame, body: &self.consent.body }.render()
    }

    /// Questions that decide whether the study is for someone, posted as `screening.{id}`. What was posted is shown again, and
    /// what is wrong with it said.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn screening(&self, place: &Place, posted: Option<&PostedPage>) -> Result<String, RenderError> {
        let questions: Vec<ScreeningField<'_>> =
            self.study.screening.iter().map(|question| self.screening_field(question, posted)).collect();
        let wrong = questions.iter().filter(|question| !question.error.is_empty());
        let fault = |question: &ScreeningField<'_>| Fault {
            id: question.name.clone(),
            question: question.ask.to_owned(),
            words: question.error.clone(),
        };
        Screening {
            frame: self.frame(place, self.words.say("screening-title"), Guide::None),
            errors: wrong.map(fault).collect(),
            questions,
            action: self.words.say("continue"),
        }
        .render()
    }

    fn screening_field<'a>(&self, question: &'a ScreeningFile, posted: Option<&PostedPage>) -> ScreeningField<'a> {
        let name = format!("screening.{}", question.id);
        let given = posted.and_then(|posted| posted.extra_field(&name)).unwrap_or_default();
        let complaint = match posted.map(|_| question.read(given)) {
            None | Some(Ok(_)) => None,
            Some(Err(_)) if given.trim().is_empty() => Some(self.words.say("reason-missing")),
            Some(Err(complaints)) => complaints.first().map(|complaint| in_words(complaint, self.words)),
        };
        let offered = |words: &'a String| ScreeningOption { words, chosen: given == *words };
        ScreeningField {
            ask: &question.question,
            error: complaint.unwrap_or_default(),
            options: question.options.iter().map(offered).collect(),
            typed: question.response.as_ref().map(|response| TypedField::new(response, given)),
            name,
        }
    }

    /// How to do it.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn instructions(&self, place: &Place) -> Result<String, RenderError> {
        self.reading(place, &self.instructions, "instructions-title", Vec::new()).render()
    }

    fn reading<'a>(&'a self, place: &'a Place, text: &'a Document, title: &str, facts: Vec<String>) -> Reading<'a> {
        let body = match text.body.as_str() {
            "" => Cow::Owned(self.words.say("no-information")),
            body => Cow::Borrowed(body),
        };
        Reading {
            frame: self.frame(place, self.heading(text, title), Guide::None),
            note: String::new(),
            body,
            facts,
            sample: None,
            action: self.words.say("continue"),
        }
    }

    fn heading(&self, text: &Document, otherwise: &str) -> String {
        if text.title.is_empty() { self.words.say(otherwise) } else { text.title.clone() }
    }
}
