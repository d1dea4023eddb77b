//! A document as one HTML file that needs nothing else: no network and no other file. A few lines of script
//! add buttons that copy; everything can be read without.

mod called;
mod study_words;

use analysis::Verdict;
use askama::Template;

use crate::answer::Badge;
use crate::document::{Block, Document, Section, Span};
use crate::figure::{Figure, Setting, svg};
use crate::number::{Face, Number};
use crate::table::Table;
use called::Group;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    document: &'a Document,
    /// Those of the document and of its appendix.
    sections: Vec<&'a Section>,
}

impl Page<'_> {
    fn simulated(&self) -> bool {
        self.document.answer.as_ref().is_some_and(|answer| answer.badge == Badge::Simulated)
    }
}

/// The document as HTML. The same document gives the same bytes.
///
/// # Errors
///
/// When the template cannot be rendered, which would be a fault of ours.
pub fn html(document: &Document) -> Result<String, askama::Error> {
    let sections = document.sections.iter().chain(&document.appendix).collect();
    let page = Page { document, sections }.render()?;
    study_words::mark(page, &document.language, &document.study_words)
}

/// The sections of a document, to stand in a page of someone else's.
///
/// # Errors
///
/// When the template cannot be rendered, which would be a fault of ours.
pub fn fragment(document: &Document) -> Result<String, askama::Error> {
    let page = Fragment { sections: &document.sections }.render()?;
    study_words::mark(page, &document.language, &document.study_words)
}

#[derive(Template)]
#[template(path = "sections.html")]
struct Fragment<'a> {
    sections: &'a [Section],
}

/// What the templates ask for.
trait TemplateHelpers {
    /// A drawing inside the page; it escapes its own text.
    fn drawing(&self, figure: &Figure) -> String {
        svg(figure, Setting::Inline)
    }

    /// Whether everything from this section on is in the appendix.
    fn opens_appendix(&self, _section: &Section) -> bool {
        false
    }

    fn shows_appendix(&self) -> bool {
        false
    }

    /// What the page is made of.
    fn sections(&self) -> Vec<&Section>;

    /// The table in which every number of a figure stands, so that it is not printed twice.
    fn table_of(&self, figure: &Figure) -> Option<&Table> {
        let tables = self.sections().into_iter().flat_map(|section| &section.blocks).filter_map(Block::table);
        let ids = figure.data.ids();
        tables.into_iter().find(|table| ids.is_subset(&table.ids()))
    }

    /// The rows of a table by groups, each with what its numbers are called.
    fn groups<'t>(&self, table: &'t Table) -> Vec<Group<'t>> {
        Group::all(table)
    }

    fn shown(&self, number: &Number, face: &Face) -> String {
        number.shown(*face, number.decimals())
    }

    fn class(&self, verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Supported => "yes",
            Verdict::Contradicted => "no",
            Verdict::Inconclusive => "open",
            Verdict::AsClaimed | Verdict::Opposite => "untested",
            Verdict::NotComputed | Verdict::OutOfScope => "none",
        }
    }
}

impl TemplateHelpers for Page<'_> {
    fn opens_appendix(&self, section: &Section) -> bool {
        self.document.appendix.first().is_some_and(|first| std::ptr::eq(first, section))
    }

    fn shows_appendix(&self) -> bool {
        self.document.print_appendix
    }

    fn sections(&self) -> Vec<&Section> {
        self.sections.clone()
    }
}

impl TemplateHelpers for Fragment<'_> {
    fn sections(&self) -> Vec<&Section> {
        self.sections.iter().collect()
    }
}
