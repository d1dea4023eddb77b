//! One cell of the items file as it is shown.

use study::dialogue::{Turn, turns};
use study::file::Content;
use study::response::position::letter;
use study::{Differences, Rendering};

use super::Words;
use super::code::coloured;
use super::differences::mark_differences;
use super::maths::{self, FormulaText, text_with_formulas};
use super::media::FileLinks;
use super::safe::markdown;

/// One cell of the items file as it is shown.
#[derive(Debug)]
pub(crate) struct Piece {
    /// The words above it; what a screen reader calls it.
    pub(crate) name: String,
    pub(crate) shape: Shape,
    /// The text, its markup made safe, or the address of the file.
    pub(crate) cell: String,
    /// How many characters there are to read.
    pub(crate) length: usize,
    /// Where it can be seen larger.
    pub(crate) id: String,
    /// The turns of a conversation, their words as safe markup.
    pub(crate) turns: Vec<Turn>,
}

impl Piece {
    /// Whether a turn is by someone else than the one who speaks first.
    pub(crate) fn replies(&self, turn: &Turn) -> bool {
        self.turns.first().is_some_and(|first| first.speaker != turn.speaker)
    }
}

/// How a cell is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Exactly as written.
    Text,
    /// As written, but for what is marked or set in it.
    Marked,
    /// As markup.
    Prose,
    /// In a fixed-width face.
    Code,
    /// Turn by turn.
    Dialogue,
    Picture,
    Sound,
    Film,
}

/// How the cells of one page are set.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) files: FileLinks<'a>,
    pub(crate) rendering: &'a Rendering,
    /// What the text is compared with.
    pub(crate) against: Option<&'a str>,
}

impl Piece {
    pub(crate) fn new(id: String, name: String, content: Content, cell: &str, setting: Setting<'_>) -> Piece {
        let Setting { files, rendering, against } = setting;
        let file = || files.address(cell.trim()).unwrap_or_default();
        let length = cell.chars().count();
        let (shape, cell) = match content {
            Content::Text if rendering.maths => (Shape::Marked, text_with_formulas(cell)),
            Content::Text => against
                .map_or_else(|| (Shape::Text, cell.to_owned()), |other| (Shape::Marked, mark_differences(cell, other))),
            Content::Markdown if rendering.maths => {
                let lifted = FormulaText::from(cell);
                (Shape::Prose, lifted.restore_formulas(&markdown(&lifted.text, files)))
            }
            Content::Markdown => (Shape::Prose, markdown(cell, files)),
            Content::Code => {
                (Shape::Code, coloured(cell, rendering.code_language.map_or("", |language| language.word())))
            }
            Content::Dialogue => (Shape::Dialogue, cell.to_owned()),
            Content::Image => (Shape::Picture, file()),
            Content::Audio => (Shape::Sound, file()),
            Content::Video => (Shape::Film, file()),
        };
        let turns = if shape == Shape::Dialogue { turns(&cell).unwrap_or_default() } else { Vec::new() };
        let turns: Vec<Turn> =
            turns.into_iter().map(|turn| Turn { words: maths::set(&turn.words, rendering), ..turn }).collect();
        // What is no conversation is shown as it is written.
        let shape = if shape == Shape::Dialogue && turns.is_empty() { Shape::Text } else { shape };
        Piece { name, shape, cell, turns, length, id }
    }

    /// The outputs of one question under their names.
    pub(crate) fn outputs(page: u32, names: OutputNames<'_>, outputs: &[&str], setting: Setting<'_>) -> Vec<Piece> {
        let name = |index: usize| if outputs.len() == 1 { names.single_label() } else { names.label(index) };
        let compared = setting.rendering.differences == Some(Differences::Outputs) && outputs.len() == 2;
        let piece = |(index, cell): (usize, &&str)| {
            let against = if compared { outputs.get(1 - index).copied() } else { setting.against };
            let setting = Setting { against, ..setting };
            Piece::new(format!("large-{page}-{index}"), name(index), names.content, cell, setting)
        };
        outputs.iter().enumerate().map(piece).collect()
    }
}

/// What outputs are called on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutputNames<'a> {
    pub(crate) words: &'a Words,
    /// What the outputs are.
    pub(crate) content: Content,
    /// As the study says; nothing for the usual words.
    pub(crate) own: Option<&'a str>,
}

impl OutputNames<'_> {
    /// One of several, by the letter of its place.
    pub(crate) fn label(&self, index: usize) -> String {
        let letter = letter(index).to_uppercase();
        match (self.own, self.content) {
            (Some(name), _) => format!("{name} {letter}"),
            (None, Content::Text | Content::Markdown | Content::Code | Content::Dialogue) => {
                self.words.with_value("output", "letter", letter)
            }
            (None, Content::Image) => self.words.with_value("picture", "letter", letter),
            (None, Content::Audio) => self.words.with_value("sound", "letter", letter),
            (None, Content::Video) => self.words.with_value("film", "letter", letter),
        }
    }

    /// The only one.
    pub(crate) fn single_label(&self) -> String {
        match (self.own, self.content) {
            (Some(name), _) => name.to_owned(),
            (None, Content::Text | Content::Markdown | Content::Code | Content::Dialogue) => {
                self.words.say("output-one")
            }
            (None, Content::Image) => self.words.with_value("picture", "letter", "").trim().to_owned(),
            (None, Content::Audio) => self.words.with_value("sound", "letter", "").trim().to_owned(),
            (None, Content::Video) => self.words.with_value("film", "letter", "").trim().to_owned(),
        }
    }
}
