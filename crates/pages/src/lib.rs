//! Participants' pages: values in, HTML out.
//!
//! [`Pages`] is made once for a study and shared. Each page is one function of it, takes where the
//! person stands ([`Place`]) and what the page shows, and returns the whole document. Nothing here knows
//! requests, sessions or the clock; preview, server and tests call the same functions.

pub mod assets;
mod complaint;
mod ending;
pub mod examples;
mod field;
mod filled;
mod frame;
mod key;
mod leave;
mod media;
mod piece;
mod place;
mod posted;
pub mod preview;
mod question;
mod response;
mod safe;
mod screen;
mod shown;
mod steps;
mod words;

pub use askama::Error as RenderError;
pub use ending::{Ending, Farewell, WayBack};
pub use filled::Filled;
pub use key::Key;
pub use leave::{Departure, Reached, WaysOut};
pub use media::media_type;
pub use place::{Mode, Place, Progress};
pub use posted::{Posted, Timing};
pub use screen::Screen;
pub use steps::{ClosingQuestion, Feedback, Repeat, ScreeningQuestion};
pub use words::{Words, direction};

use std::sync::Arc;

use study::Study;

use frame::Frame;
use safe::Document;

/// The pages of one study.
#[derive(Debug, Clone)]
pub struct Pages {
    study: Arc<Study>,
    words: &'static Words,
    links: Links,
    information: Document,
    consent: Document,
    instructions: Document,
    debrief: Document,
}

/// Where pages find what they link to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// The folder with [`assets::ASSETS`]; its last part should be [`assets::folder`].
    pub assets: String,
    /// The study's own pictures, sounds and films.
    pub files: String,
}

/// Whether the instructions are one click away, or what the page itself is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guide {
    AtHand,
    None,
}

impl Pages {
    /// Reads the study's texts once.
    #[must_use]
    pub fn new(study: Arc<Study>, links: Links) -> Pages {
        let read = |text: &str| Document::read(text, &links.files);
        let (information, consent) = (read(&study.texts.information), read(&study.texts.consent));
        let (instructions, debrief) = (read(&study.texts.instructions), read(&study.texts.debrief));
        let words = Words::of(&study.about.language);
        Pages { words, information, consent, instructions, debrief, links, study }
    }

    /// The sentences of the study's language.
    #[must_use]
    pub fn words(&self) -> &'static Words {
        self.words
    }

    fn frame<'a>(&'a self, place: &'a Place, heading: String, guide: Guide) -> Frame<'a> {
        let about = &self.study.about;
        let mut scripts = vec!["page.js", "timing.js"];
        if place.mode == Mode::Rehearsal {
            scripts.push("reload.js");
        }
        Frame {
            words: self.words,
            language: &about.language,
            direction: direction(&about.language),
            masthead: if heading == about.title {
                about.institution.as_deref().unwrap_or_default()
            } else {
                &about.title
            },
            heading,
            study: &about.title,
            assets: &self.links.assets,
            scripts,
            instructions: if guide == Guide::AtHand { &self.instructions.body } else { "" },
            contact: about.contact.as_deref().unwrap_or_default(),
            institution: about.institution.as_deref().unwrap_or_default(),
            place,
        }
    }
}
