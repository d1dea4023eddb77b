//! The pages of the way, in the order in which a participant meets them.

use std::borrow::Cow;

use askama::Template;
use plan::{Money, Plan};
use study::Criterion;
use study::file::{Content, ScreeningFile};
use study::response::{Response, Text};

use super::complaint::in_words;
use super::ending::{Ending, EndingDetails, Kept, Pays, ReturnLink};
use super::field::Shows;
use super::frame::Frame;
use super::piece::{OutputNames, Shape};
use super::place::Mode;
use super::question::{Fault, PartHeading, Question, QuestionSpec, RemarkBox, ScreenView};
use super::safe::Document;
use super::{Filled, Guide, Key, Pages, PartPlace, Place, Posted, RenderError, Screen, response};

/// The longest comment.
pub const COMMENT_CHARACTERS: usize = 5000;

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
struct Reading<'a> {
    frame: Frame<'a>,
    /// Why it is to be read again.
    note: String,
    body: Cow<'a, str>,
    facts: Vec<String>,
    /// One question, for someone who decides whether to take part.
    sample: Option<ScreenView>,
    action: String,
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
    questions: Vec<Screened<'a>>,
    action: String,
}

/// A screening question as shown.
struct Screened<'a> {
    name: String,
    ask: &'a str,
    /// What is wrong with the answer; empty for nothing.
    error: String,
    options: Vec<Offered<'a>>,
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

struct Offered<'a> {
    words: &'a str,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "questions.html")]
struct Questions<'a> {
    frame: Frame<'a>,
    /// How wide the page may be.
    width: &'static str,
    note: String,
    errors: Vec<Fault>,
    screens: Vec<ScreenView>,
    feedback: Option<Told<'a>>,
    action: String,
}

struct Told<'a> {
    class: &'static str,
    verdict: String,
    words: &'a str,
}

#[derive(Template)]
#[template(path = "closing.html")]
struct Closing<'a> {
    frame: Frame<'a>,
    errors: Vec<Fault>,
    questions: Vec<Question>,
    comment: Option<&'a str>,
    action: String,
}

#[derive(Template)]
#[template(path = "ending.html")]
struct Ended<'a> {
    frame: Frame<'a>,
    class: &'static str,
    lead: String,
    kept: String,
    code: &'a str,
    back: Option<&'a ReturnLink>,
    again: String,
    there: String,
    open: String,
    submit: String,
    /// Whether the way back carries the code, so that nobody has to.
    sends_code: bool,
    reference: &'a str,
    payment: String,
    debrief: &'a Document,
}

/// A question after the list; posted under the key of its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClosingQuestion<'a> {
    /// The question.
    pub question: &'a str,
    /// How it is asked.
    pub response: &'a Response,
}

/// What is said after a training question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feedback<'a> {
    /// Whether the answer was the expected one; nothing when none was expected.
    pub passed: Option<bool>,
    /// The researcher's words; empty for none.
    pub words: &'a str,
}

/// Why the training starts again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// Questions answered as expected.
    pub right: u32,
    /// Questions asked.
    pub total: u32,
    /// Questions needed.
    pub needed: u32,
}

impl TypedField {
    fn new(response: &Response, given: &str) -> TypedField {
        let bound = |day: &Option<String>| day.clone().unwrap_or_default();
        let (kind, least, most) = match response {
            Response::Count(count) => ("number", count.least().to_string(), count.most().to_string()),
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
            |screen| ScreenView::new(&self.study, screen, &Filled::default(), self.words, self.question_links(""));
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
    pub fn screening(&self, place: &Place, posted: Option<&Posted>) -> Result<String, RenderError> {
        let questions: Vec<Screened<'_>> =
            self.study.screening.iter().map(|question| self.screened(question, posted)).collect();
        let wrong = questions.iter().filter(|question| !question.error.is_empty());
        let fault = |question: &Screened<'_>| Fault {
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

    fn screened<'a>(&self, question: &'a ScreeningFile, posted: Option<&Posted>) -> Screened<'a> {
        let name = format!("screening.{}", question.id);
        let given = posted.and_then(|posted| posted.other(&name)).unwrap_or_default();
        let complaint = match posted.map(|_| question.read(given)) {
            None | Some(Ok(_)) => None,
            Some(Err(_)) if given.trim().is_empty() => Some(self.words.say("reason-missing")),
            Some(Err(complaints)) => complaints.first().map(|complaint| in_words(complaint, self.words)),
        };
        let offered = |words: &'a String| Offered { words, chosen: given == *words };
        Screened {
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

    /// Says that the training starts again, with the instructions.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn training_again(&self, place: &Place, repeat: Repeat) -> Result<String, RenderError> {
        let Repeat { right, total, needed } = repeat;
        let values = [("right", right.into()), ("total", total.into()), ("needed", needed.into())];
        let note = self.words.with("training-again", values);
        Reading {
            frame: self.frame(place, self.words.say("training-again-title"), Guide::None),
            note,
            body: Cow::Borrowed(&self.instructions.body),
            facts: Vec::new(),
            sample: None,
            action: self.words.say("continue"),
        }
        .render()
    }

    /// A training question; with feedback once it is answered.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn training(
        &self,
        place: &Place,
        screen: &Screen<'_>,
        filled: &Filled,
        feedback: Option<Feedback<'_>>,
    ) -> Result<String, RenderError> {
        let told = feedback.map(|feedback| {
            let (class, verdict) = match feedback.passed {
                Some(true) => ("right", "training-right"),
                Some(false) => ("not-right", "training-wrong"),
                None => ("", "training-thanks"),
            };
            Told { class, verdict: self.words.say(verdict), words: feedback.words }
        });
        let heading = self.words.say("training-title");
        let mut page = self.asked(place, heading, std::slice::from_ref(screen), filled)?;
        // Practice is about the answers.
        page.screens.iter_mut().flat_map(|screen| &mut screen.questions).for_each(|asked| asked.confidence.clear());
        match told {
            None => page.note = self.words.say("training-note"),
            Some(told) => {
                page.feedback = Some(told);
                page.screens.iter_mut().flat_map(|screen| &mut screen.questions).for_each(|asked| asked.locked = true);
            }
        }
        page.action = self.words.say("continue");
        page.render()
    }

    /// One step of the list, or all of it.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn questions(&self, place: &Place, screens: &[Screen<'_>], filled: &Filled) -> Result<String, RenderError> {
        let heading = match place.progress {
            Some(progress) if screens.len() == 1 => {
                self.words.with("progress", [("done", progress.done.into()), ("total", progress.total.into())])
            }
            Some(_) | None => self.study.about.title.clone(),
        };
        let mut page = self.asked(place, heading, screens, filled)?;
        for (screen, view) in screens.iter().zip(&mut page.screens) {
            view.remark = RemarkBox::new(&self.study.lists.remarks, screen.step, filled, self.words);
        }
        if !self.study.lists.remarks.is_empty() {
            page.frame.add_style("beside.css");
        }
        if place.wait > 0 {
            page.frame.scripts.push("wait.js");
        }
        if let Some(seconds) = filled.sent_too_soon() {
            let words = self.words.one("wait", "seconds", seconds);
            page.errors.push(Fault { id: "go".to_owned(), question: String::new(), words });
        }
        if place.again {
            page.note = self.words.say("answered-before");
        }
        page.render()
    }

    /// A break between two pages of the list: how much is done, and the way on.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn rest(&self, place: &Place) -> Result<String, RenderError> {
        let (done, total) = place.progress.map_or((0, 0), |progress| (progress.done, progress.total));
        let values = [("done", done.into()), ("total", total.into()), ("left", (total - done.min(total)).into())];
        let clock = place.seconds_left.map(|_| self.words.say("leave-clock"));
        Reading {
            frame: self.frame(place, self.words.say("break-title"), Guide::None),
            note: String::new(),
            body: Cow::Owned(self.words.with("break-lead", values)),
            facts: [self.words.say("break-time")].into_iter().chain(clock).collect(),
            sample: None,
            action: self.words.say("continue"),
        }
        .render()
    }

    /// Questions after the list, and room for a comment where the study wants one.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn closing(
        &self,
        place: &Place,
        questions: &[ClosingQuestion<'_>],
        filled: &Filled,
        comment: Option<&str>,
    ) -> Result<String, RenderError> {
        let question = |(number, closing): (usize, &ClosingQuestion<'_>)| {
            let asked = QuestionSpec {
                key: Key { step: number as u32, criterion: 0 },
                ask: closing.question,
                definition: "",
                rendering: &self.study.rendering,
                response: closing.response,
                cannot_judge: &[],
                confidence: &[],
                outputs: &[],
                names: OutputNames { words: self.words, content: Content::Text, own: None },
                pieces: &[],
                shows: Shows::Names,
                source: None,
                follows: None,
            };
            Question::new(&asked, filled, self.words)
        };
        let mut frame = self.frame(place, self.words.say("closing-title"), Guide::None);
        frame.add_assets(questions.iter().map(|closing| closing.response));
        let questions: Vec<Question> = questions.iter().enumerate().map(question).collect::<Result<_, _>>()?;
        let errors = questions.iter().flat_map(|question| question.errors.iter().cloned()).collect();
        Closing { frame, errors, questions, comment, action: self.words.say("submit") }.render()
    }

    /// How the way ends, or why it cannot go on.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn ending(&self, place: &Place, ending: Ending, farewell: &EndingDetails) -> Result<String, RenderError> {
        let nothing = Document::default();
        Ended {
            frame: self.frame(place, self.words.say(&format!("{}-title", ending.key())), Guide::None),
            class: ending.key(),
            lead: self.words.say(ending.key()),
            kept: self.words.say(ending.kept().key()),
            code: &farewell.code,
            back: farewell.back.as_ref(),
            again: self.words.say(if ending == Ending::Stale { "continue" } else { "try-again" }),
            there: self.to_do_there(ending, &farewell.code),
            open: self.words.one("open-platform", "platform", self.platform()),
            submit: self.words.one("submit-there", "platform", self.platform()),
            sends_code: matches!(farewell.back, Some(ReturnLink::Form { .. })),
            reference: &farewell.reference,
            payment: self.payment_after(ending),
            debrief: if matches!(ending, Ending::Finished | Ending::FailedCheck) { &self.debrief } else { &nothing },
        }
        .render()
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

    /// What it pays and how long it takes, as the study says.
    fn facts(&self) -> Vec<String> {
        let Some(payment) = &self.study.payment else { return Vec::new() };
        let minutes = payment.estimated_minutes.ceil() as u64;
        let fact = match self.promised() {
            Some(amount) => self.words.with("about-payment", [("amount", amount.into()), ("minutes", minutes.into())]),
            None => self.words.one("about-minutes", "minutes", minutes),
        };
        vec![fact]
    }

    /// What one list pays: as the study says, or the floor times the estimate, rounded up once.
    fn promised(&self) -> Option<String> {
        let payment = self.study.payment.as_ref()?;
        let by_floor = payment.floor_per_hour.map(|floor| floor * payment.estimated_minutes / 60.0);
        let amount = Money::rounded_up(payment.amount.or(by_floor)?, &payment.currency).amount();
        Some(money(amount, &payment.currency, self.words.language()))
    }

    /// What someone gets after an ending; empty where there is nothing to say.
    fn payment_after(&self, ending: Ending) -> String {
        match (ending.pays(), self.promised()) {
            (Pays::AsPromised, Some(amount)) => self.words.one("payment-promised", "amount", amount),
            (Pays::AsResearchersDecide, Some(amount)) => self.words.one("payment-undecided", "amount", amount),
            (Pays::AsResearchersDecide, None) => self.words.say("ask-about-payment"),
            (Pays::AsPromised, None) | (Pays::Nothing, _) => String::new(),
        }
    }

    fn part_heading(&self, place: PartPlace) -> PartHeading {
        let values = |number: usize| [("number", number.into()), ("total", self.study.parts.len().into())];
        let about = self.parts.get(place.part).filter(|_| place.begins).map(|about| about.body.clone());
        PartHeading {
            ordinal: place.ordinal.map(|number| self.words.with("part", values(number))).unwrap_or_default(),
            title: self.study.parts.get(place.part).map(|part| part.title.clone()).unwrap_or_default(),
            about: about.unwrap_or_default(),
            begins: place.begins,
        }
    }

    fn asked<'a>(
        &'a self,
        place: &'a Place,
        heading: String,
        screens: &[Screen<'_>],
        filled: &Filled,
    ) -> Result<Questions<'a>, RenderError> {
        let mut frame = self.frame(place, heading, Guide::AtHand);
        frame.masthead = frame.study;
        let asked = screens.iter().flat_map(Screen::keys);
        let asked: Vec<&Criterion> = asked.filter_map(|key| self.study.criteria.get(key.criterion as usize)).collect();
        if asked.iter().any(|criterion| !criterion.confidence.is_empty()) {
            frame.add_style("beside.css");
        }
        if asked.iter().any(|criterion| !criterion.cannot_judge.is_empty()) {
            frame.scripts.push("unable.js");
        }
        if asked.iter().any(|criterion| criterion.only_if.is_some()) {
            frame.scripts.push("follow.js");
        }
        if self.study.rendering.play_through {
            frame.scripts.push("clips.js");
        }
        frame.add_assets(asked.iter().map(|criterion| &criterion.response));
        let ready =
            |screen| ScreenView::new(&self.study, screen, filled, self.words, self.question_links(&place.files));
        let mut ready: Vec<ScreenView> = screens.iter().map(ready).collect::<Result<_, _>>()?;
        for (screen, view) in screens.iter().zip(&mut ready) {
            let on_its_own = screens.len() == 1;
            view.part = screen.part.filter(|part| on_its_own || part.begins).map(|part| self.part_heading(part));
        }
        if ready.len() > 1 {
            for (number, screen) in ready.iter_mut().enumerate() {
                screen.title = self.words.one("errors-question", "number", number + 1);
            }
        }
        let several = ready.iter().map(|screen| screen.questions.len()).sum::<usize>() > 1;
        let mut errors = Vec::new();
        for screen in &ready {
            errors.extend(screen.errors().map(|fault| match (several, screen.title.is_empty()) {
                (false, _) => Fault { question: String::new(), ..fault },
                (true, true) => fault,
                (true, false) => Fault { question: screen.title.clone(), ..fault },
            }));
        }
        let wide = ready.iter().any(|screen| screen.wide);
        Ok(Questions {
            frame,
            width: if wide { "wide" } else { "narrow" },
            note: String::new(),
            errors,
            screens: ready,
            feedback: None,
            action: self.words.say("continue"),
        })
    }
}

impl Frame<'_> {
    /// What pages with questions need beside what all need. Saving comes last: it puts back what was kept
    /// on the device, and the others listen for that.
    fn add_assets<'r>(&mut self, responses: impl Iterator<Item = &'r Response> + Clone) {
        self.add_styles(responses.clone());
        self.scripts.push("keys.js");
        for script in responses.filter_map(response::script) {
            if !self.scripts.contains(&script) {
                self.scripts.push(script);
            }
        }
        self.scripts.push("save.js");
    }

    fn add_styles<'r>(&mut self, responses: impl Iterator<Item = &'r Response>) {
        for style in responses.filter_map(response::style) {
            self.add_style(style);
        }
    }

    fn add_style(&mut self, style: &'static str) {
        if !self.styles.contains(&style) {
            self.styles.push(style);
        }
    }
}

/// An amount as people of that language write it: £1.20, 1,20 €, 1.20 CHF.
fn money(amount: f64, currency: &str, language: &str) -> String {
    let number = match language {
        "de" | "es" | "fr" | "it" | "nl" | "pl" => format!("{amount:.2}").replace('.', ","),
        _ => format!("{amount:.2}"),
    };
    let symbol = match currency {
        "GBP" => "£",
        "EUR" => "€",
        "USD" => "$",
        other => return format!("{number} {other}"),
    };
    match language {
        "de" | "es" | "fr" | "it" | "pl" => format!("{number} {symbol}"),
        "nl" => format!("{symbol} {number}"),
        _ => format!("{symbol}{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::money;

    #[test]
    fn amounts_are_written_as_people_write_them() {
        let cases =
            [("GBP", "en", "£1.20"), ("EUR", "de", "1,20 €"), ("EUR", "nl", "€ 1,20"), ("CHF", "en", "1.20 CHF")];
        for (currency, language, expected) in cases {
            assert_eq!(money(1.2, currency, language), expected);
        }
    }
}
