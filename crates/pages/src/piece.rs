//! One cell of the items file as it is shown.

use study::file::Content;

use super::Words;
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
}

/// How a cell is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Exactly as written.
    Text,
    /// As markup.
    Prose,
    Picture,
    Sound,
    Film,
}

impl Piece {
    pub(crate) fn new(name: String, content: Content, cell: &str, files: FileLinks<'_>) -> Piece {
        let file = || files.address(cell.trim()).unwrap_or_default();
        let (shape, cell) = match content {
            Content::Text => (Shape::Text, cell.to_owned()),
            Content::Markdown => (Shape::Prose, markdown(cell, files)),
            Content::Image => (Shape::Picture, file()),
            Content::Audio => (Shape::Sound, file()),
            Content::Video => (Shape::Film, file()),
        };
        Piece { name, shape, cell }
    }

    /// The outputs of one question, by letter where there are several.
    pub(crate) fn outputs(words: &Words, content: Content, outputs: &[&str], files: FileLinks<'_>) -> Vec<Piece> {
        let key = match content {
            Content::Text | Content::Markdown if outputs.len() == 1 => "output-one",
            Content::Text | Content::Markdown => "output",
            Content::Image => "picture",
            Content::Audio => "sound",
            Content::Video => "film",
        };
        let name = |index: usize| {
            let letter = if outputs.len() == 1 { String::new() } else { study::response::position::letter(index) };
            words.one(key, "letter", letter.to_uppercase()).trim().to_owned()
        };
        outputs.iter().enumerate().map(|(index, cell)| Piece::new(name(index), content, cell, files)).collect()
    }
}
