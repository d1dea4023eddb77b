//! The pages of one study.

use std::sync::Arc;

use study::Study;
use study::file::Platform;

use crate::frame::Frame;
use crate::media::{FileLinks, MediaFiles};
use crate::place::Mode;
use crate::safe::Document;
use crate::{Place, Words, direction, look};

/// The pages of one study.
#[derive(Debug, Clone)]
pub struct Pages {
    pub(crate) study: Arc<Study>,
    pub(crate) words: &'static Words,
    pub(crate) links: Links,
    pub(crate) information: Document,
    pub(crate) consent: Document,
    pub(crate) instructions: Document,
    pub(crate) debrief: Document,
    /// What the parts of the study are introduced with.
    pub(crate) parts: Vec<Document>,
    /// The study's own stylesheet; empty for none.
    look: String,
    /// The address of its logo.
    logo: Option<String>,
    text_files: MediaFiles,
    question_files: MediaFiles,
}

/// Where pages find what they link to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// The folder with [`crate::assets::ASSETS`]; its last part should be [`crate::assets::folder`].
    pub assets: String,
    /// The pictures, sounds and videos in the study's texts.
    pub files: String,
    /// What files are called in addresses.
    pub file_names: FileNames,
    /// The study's own stylesheet, [`Pages::look`].
    pub look: String,
    /// Whether pages are opened as files: browsers load no modules from there, so scripts are [`crate::preview::classic`].
    pub as_files: bool,
}

/// What files are called in addresses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FileNames {
    /// By numbers that tell nothing, for everyone who answers or may be blind.
    #[default]
    Numbers,
    /// By their own names, for the researcher who writes the pages.
    Own,
}

/// Whether the instructions are one click away, or what the page itself is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guide {
    AtHand,
    None,
}

impl Pages {
    /// Reads the study's texts once.
    #[must_use]
    pub fn new(study: Arc<Study>, links: Links) -> Pages {
        let (text_files, question_files) = (MediaFiles::of_texts(&study), MediaFiles::of_questions(&study));
        let numbers = match links.file_names {
            FileNames::Numbers => Some(&text_files),
            FileNames::Own => None,
        };
        let read = |text: &str| Document::set(text, FileLinks::new(&links.files, numbers), &study.rendering);
        let (information, consent) = (read(&study.texts.information), read(&study.texts.consent));
        let (instructions, debrief) = (read(&study.texts.instructions), read(&study.texts.debrief));
        let parts = study.parts.iter().map(|part| read(part.about.as_deref().unwrap_or_default())).collect();
        let words = Words::for_language(&study.about.language);
        let logo = study.look.logo.as_ref().and_then(|logo| FileLinks::new(&links.files, numbers).address(logo));
        let look = look::stylesheet(&study.look);
        Pages {
            look,
            logo,
            words,
            information,
            consent,
            instructions,
            debrief,
            parts,
            links,
            study,
            text_files,
            question_files,
        }
    }

    /// The sentences of the study's language.
    #[must_use]
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// The study's own stylesheet; empty for none.
    #[must_use]
    pub fn look(&self) -> &str {
        &self.look
    }

    /// The file of the study's texts that has this number.
    #[must_use]
    pub fn text_file(&self, number: &str) -> Option<&str> {
        self.text_files.name(number)
    }

    /// The file of the study's questions that has this number.
    #[must_use]
    pub fn question_file(&self, number: &str) -> Option<&str> {
        self.question_files.name(number)
    }

    pub(crate) fn question_links<'a>(&'a self, base: &'a str) -> FileLinks<'a> {
        match self.links.file_names {
            FileNames::Numbers => FileLinks::new(base, Some(&self.question_files)),
            FileNames::Own => FileLinks::new(&self.links.files, None),
        }
    }

    pub(crate) fn frame<'a>(&'a self, place: &'a Place, heading: String, guide: Guide) -> Frame<'a> {
        let about = &self.study.about;
        let mut scripts = vec!["page.js", "timing.js"];
        if place.mode == Mode::Preview && !self.links.as_files {
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
            script_type: if self.links.as_files { "text/javascript" } else { "module" },
            look: if self.look.is_empty() { "" } else { &self.links.look },
            logo: self.logo.as_deref(),
            scripts,
            styles: Vec::new(),
            instructions: if guide == Guide::AtHand { &self.instructions.body } else { "" },
            contact: about.contact.as_deref().unwrap_or_default(),
            institution: about.institution.as_deref().unwrap_or_default(),
            place,
            open: self.study.participants.from == Platform::Open,
            least_width: None,
        }
    }
}
