//! A document as one HTML file that needs nothing else: no network, no script, no other file.

use analysis::Verdict;
use askama::Template;

use crate::document::{Block, Document, Span};
use crate::figure::{Figure, Setting, svg};
use crate::number::{Face, Number};
use crate::table::Laid;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    document: &'a Document,
}

/// The document as HTML. The same document gives the same bytes.
///
/// # Errors
///
/// When the template cannot be rendered, which would be a fault of ours.
pub fn html(document: &Document) -> Result<String, askama::Error> {
    Page { document }.render()
}

/// The sections of a document, to stand in a page of someone else's.
///
/// # Errors
///
/// When the template cannot be rendered, which would be a fault of ours.
pub fn fragment(document: &Document) -> Result<String, askama::Error> {
    Fragment { document }.render()
}

#[derive(Template)]
#[template(path = "sections.html")]
struct Fragment<'a> {
    document: &'a Document,
}

/// What the templates ask for.
trait Drawn {
    /// A drawing inside the page; it escapes its own text.
    fn drawing(&self, figure: &Figure) -> String {
        svg(figure, Setting::Inline)
    }

    fn shown(&self, number: &Number, face: &Face) -> String {
        number.shown(*face, number.decimals())
    }

    fn class(&self, laid: &Laid) -> &'static str {
        match laid.verdict {
            None => "",
            Some(Verdict::Supported) => "yes",
            Some(Verdict::Contradicted) => "no",
            Some(
                Verdict::Inconclusive
                | Verdict::AsClaimed
                | Verdict::Opposite
                | Verdict::NotComputed
                | Verdict::OutOfScope,
            ) => "open",
        }
    }
}

impl Drawn for Page<'_> {}
impl Drawn for Fragment<'_> {}
