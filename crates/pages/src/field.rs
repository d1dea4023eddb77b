//! What every response kind needs to put its controls on a page.

use study::file::Content;
use study::response::position::letter;
use study::response::{Complaint, Form};

use super::complaint::in_words;
use super::piece::{OutputNames, Piece};
use super::{Key, Words};

/// What every response kind needs to put its controls on a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) words: &'a Words,
    pub(crate) key: Key,
    /// What was answered; nothing is preselected otherwise.
    pub(crate) given: &'a Form,
    pub(crate) complaints: &'a [Complaint],
    /// The outputs in the order shown.
    pub(crate) outputs: &'a [&'a str],
    /// What the outputs are called.
    pub(crate) names: OutputNames<'a>,
    /// The outputs as they are shown.
    pub(crate) pieces: &'a [Piece],
    /// Whether the controls show them.
    pub(crate) shows: Shows,
    /// The text beside the outputs in which spans may be marked.
    pub(crate) source: Option<Source<'a>>,
}

/// What the outputs were made from, where spans may be marked in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    /// The words above it; empty for none.
    pub(crate) label: &'a str,
    pub(crate) text: &'a str,
}

/// What the controls of a question show of the outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// All of them, as nothing else on the page does.
    Whole,
    /// Their names: they stand above.
    Names,
}

impl<'a> Field<'a> {
    pub(crate) fn name(&self, field: &str) -> String {
        self.key.name(field)
    }

    pub(crate) fn id(&self, field: &str) -> String {
        self.key.id(field)
    }

    /// The first value given; empty when there is none.
    pub(crate) fn value(&self, field: &str) -> &'a str {
        self.values(field).next().unwrap_or_default()
    }

    pub(crate) fn values(&self, field: &str) -> impl Iterator<Item = &'a str> {
        let field = field.to_owned();
        self.given.iter().filter(move |(name, _)| *name == field).map(|(_, value)| value)
    }

    pub(crate) fn has_value(&self, field: &str, value: &str) -> bool {
        self.values(field).any(|given| given == value)
    }

    pub(crate) fn wrong(&self, field: &str) -> bool {
        self.complaints.iter().any(|complaint| complaint.field == field)
    }

    /// What is wrong, each once, with the id of the element to go to.
    pub(crate) fn errors(&self) -> Vec<(String, String)> {
        let mut errors: Vec<(String, String)> = Vec::new();
        for complaint in self.complaints {
            let words = in_words(complaint, self.words);
            if errors.iter().all(|(_, said)| *said != words) {
                errors.push((self.id(place(&complaint.field)), words));
            }
        }
        errors
    }

    /// The outputs by letter, with the beginning of each so that nobody has to scroll.
    pub(crate) fn lettered_outputs(&self) -> Vec<OutputLabel> {
        let lettered = |(index, cell): (usize, &&str)| OutputLabel::new(index, cell, self.names);
        self.outputs.iter().enumerate().map(lettered).collect()
    }
}

/// Where on the page a complaint about a field leads to: the rows of marked spans come and go, the
/// text stays.
fn place(field: &str) -> &str {
    if matches!(field, "start" | "end" | "category" | "severity") { "text" } else { field }
}

/// An output as controls speak of it.
#[derive(Debug, Clone)]
pub(crate) struct OutputLabel {
    /// As posted: `a`.
    pub(crate) value: String,
    /// `Text A`, as it stands above the output.
    pub(crate) name: String,
    /// Its beginning; empty where it is no text, and the cell the name of a file, which is nobody's business.
    pub(crate) excerpt: String,
}

impl OutputLabel {
    pub(crate) fn new(index: usize, cell: &str, names: OutputNames<'_>) -> OutputLabel {
        let excerpt = match names.content {
            Content::Text | Content::Markdown | Content::Code | Content::Dialogue => excerpt(cell, 80),
            Content::Image | Content::Audio | Content::Video => String::new(),
        };
        OutputLabel { name: names.label(index), value: letter(index), excerpt }
    }
}

/// The beginning of a text on one line, cut between words where there are any.
pub(crate) fn excerpt(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(most) else { return line };
    let cut = line[..end].rfind(' ').filter(|space| *space > end / 2).unwrap_or(end);
    format!("{}…", &line[..cut])
}

#[cfg(test)]
mod tests {
    use study::file::Content;

    use super::{OutputLabel, OutputNames, Words};

    #[test]
    fn controls_call_an_output_what_stands_above_it_and_show_no_name_of_a_file() {
        for (content, name, excerpt) in [
            (Content::Text, "Text B", "gpt/2.png"),
            (Content::Markdown, "Text B", "gpt/2.png"),
            (Content::Image, "Picture B", ""),
            (Content::Audio, "Recording B", ""),
            (Content::Video, "Video B", ""),
        ] {
            let names = OutputNames { words: Words::for_language("en"), content, own: None };
            let lettered = OutputLabel::new(1, "gpt/2.png", names);
            assert_eq!((lettered.name.as_str(), lettered.excerpt.as_str()), (name, excerpt), "{content:?}");
            let own = OutputNames { own: Some("Summary"), ..names };
            assert_eq!(OutputLabel::new(1, "gpt/2.png", own).name, "Summary B");
        }
    }
}
