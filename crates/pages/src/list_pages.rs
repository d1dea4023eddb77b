//! The pages of the list and after it: practice, questions, breaks, closing questions.

use std::borrow::Cow;

use askama::Template;
use study::Criterion;
use study::file::Content;
use study::response::Response;

use super::before_list::Reading;
use super::field::Shows;
use super::frame::Frame;
use super::piece::{OutputNames, Shape};
use super::question::{Fault, PartHeading, Question, QuestionSpec, RemarkBox, ScreenView};
use super::{FormState, Guide, Key, Pages, PartPlace, Place, RenderError, Screen};

/// The longest comment.
pub const COMMENT_CHARACTERS: usize = 5000;

#[derive(Template)]
#[template(path = "questions.html")]
struct Questions<'a> {
    frame: Frame<'a>,
    /// How wide the page may be.
    width: &'static str,
    note: String,
    errors: Vec<Fault>,
    screens: Vec<ScreenView>,
    feedback: Option<ShownFeedback<'a>>,
    action: String,
}

struct ShownFeedback<'a> {
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

impl Pages {
    /// Says that the training starts again, with the instructions.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn training_again(&self, place: &Place, repeat: Repeat) -> Result<String, RenderError> {
        let Repeat { right, total, needed } = repeat;
        let values = [("right", right.into()), ("total", total.into()), ("needed", needed.into())];
        let note = self.words.with_values("training-again", values);
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
        filled: &FormState,
        feedback: Option<Feedback<'_>>,
    ) -> Result<String, RenderError> {
        let shown = feedback.map(|feedback| {
            let (class, verdict) = match feedback.passed {
                Some(true) => ("right", "training-right"),
                Some(false) => ("not-right", "training-wrong"),
                None => ("", "training-thanks"),
            };
            ShownFeedback { class, verdict: self.words.say(verdict), words: feedback.words }
        });
        let heading = self.words.say("training-title");
        let mut page = self.build_questions(place, heading, std::slice::from_ref(screen), filled)?;
        // Practice is about the answers.
        page.screens.iter_mut().flat_map(|screen| &mut screen.questions).for_each(|asked| asked.confidence.clear());
        match shown {
            None => page.note = self.words.say("training-note"),
            Some(shown) => {
                page.feedback = Some(shown);
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
    pub fn questions(&self, place: &Place, screens: &[Screen<'_>], filled: &FormState) -> Result<String, RenderError> {
        let heading = match place.progress {
            Some(progress) if screens.len() == 1 => {
                self.words.with_values("progress", [("done", progress.done.into()), ("total", progress.total.into())])
            }
            Some(_) | None => self.study.about.title.clone(),
        };
        let mut page = self.build_questions(place, heading, screens, filled)?;
        for (screen, view) in screens.iter().zip(&mut page.screens) {
            view.remark = RemarkBox::new(&self.study.lists.remarks, screen.step, filled, self.words);
        }
        if !self.study.lists.remarks.is_empty() {
            page.frame.add_style("beside.css");
        }
        if place.wait > 0 {
            page.frame.scripts.push("wait.js");
        }
        // Whoever comes back to a page decides when to leave it.
        if self.study.lists.auto_advance && place.progress.is_some() && !place.again {
            page.frame.add_style("advance.css");
            page.frame.scripts.push("advance.js");
        }
        if let Some(seconds) = filled.sent_too_soon() {
            let words = self.words.with_value("wait", "seconds", seconds);
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
            body: Cow::Owned(self.words.with_values("break-lead", values)),
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
        filled: &FormState,
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

    fn part_heading(&self, place: PartPlace) -> PartHeading {
        let values = |number: usize| [("number", number.into()), ("total", self.study.parts.len().into())];
        let about = self.parts.get(place.part).filter(|_| place.begins).map(|about| about.body.clone());
        PartHeading {
            ordinal: place.ordinal.map(|number| self.words.with_values("part", values(number))).unwrap_or_default(),
            title: self.study.parts.get(place.part).map(|part| part.title.clone()).unwrap_or_default(),
            about: about.unwrap_or_default(),
            begins: place.begins,
        }
    }

    fn build_questions<'a>(
        &'a self,
        place: &'a Place,
        heading: String,
        screens: &[Screen<'_>],
        filled: &FormState,
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
                screen.title = self.words.with_value("errors-question", "number", number + 1);
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
