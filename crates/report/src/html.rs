//! A document as one HTML file that needs nothing else: no network and no other file. A few lines of script
//! add buttons that copy; everything can be read without.

mod number_ids;
mod study_words;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use analysis::Verdict;
use askama::Template;

use crate::answer::Badge;
use crate::document::{Block, Document, Section, Span};
use crate::figure::{Figure, Setting, svg};
use crate::number::{Face, Number};
use crate::table::Table;
use number_ids::Group;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    document: &'a Document,
    /// Those of the document and of its appendix.
    sections: Vec<&'a Section>,
    /// Tables and figures of the appendix, by id, that are only in the files beside the page.
    elsewhere: BTreeSet<&'a str>,
}

/// How large a page may be in bytes, so that it opens at once on a phone, too.
const LARGEST: usize = 300_000;

impl Page<'_> {
    fn is_simulated(&self) -> bool {
        self.document.answer.as_ref().is_some_and(|answer| answer.badge == Badge::Simulated)
    }
}

/// The document as HTML. The same document gives the same bytes. Where it would be too large, as with a dozen criteria, the largest
/// tables and figures of the appendix are only named, unless the appendix is to be printed.
///
/// # Errors
///
/// When the template cannot be rendered, which would be a fault of ours.
pub fn html(document: &Document) -> Result<String, askama::Error> {
    let sections = document.sections.iter().chain(&document.appendix).collect();
    let mut page = Page { document, sections, elsewhere: BTreeSet::new() };
    let mut whole = mark_study_words(&page, document)?;
    if whole.len() <= LARGEST || document.print_appendix {
        return Ok(whole);
    }
    let mut by_size = appendix_by_size(document)?.into_iter().peekable();
    while whole.len() > LARGEST {
        let enough = whole.len() - LARGEST;
        let known = page.elsewhere.len();
        let mut freed = 0;
        while let Some((size, id)) = by_size.next_if(|_| freed < enough) {
            page.elsewhere.insert(id);
            freed += size;
        }
        if page.elsewhere.len() == known {
            break;
        }
        whole = mark_study_words(&page, document)?;
    }
    Ok(whole)
}

/// The tables and figures of an appendix, the largest first, with the bytes that each takes.
fn appendix_by_size(document: &Document) -> Result<Vec<(usize, &str)>, askama::Error> {
    let mut sizes = Vec::new();
    for block in document.appendix.iter().flat_map(|section| &section.blocks) {
        if let Some(id) = block.id() {
            let alone = Section { id: String::new(), title: String::new(), blocks: vec![block.clone()] };
            sizes.push((mark_study_words(&Fragment { sections: &[alone] }, document)?.len(), id));
        }
    }
    sizes.sort_by_key(|(size, _)| Reverse(*size));
    Ok(sizes)
}
/// A template with the study's words marked.
fn mark_study_words(template: &impl Template, document: &Document) -> Result<String, askama::Error> {
    study_words::mark(template.render()?, &document.language, &document.study_words)
}

/// The sections of a document, to stand in a page of someone else's.
///
/// # Errors
///
/// When the template cannot be rendered, which would be a fault of ours.
pub fn fragment(document: &Document) -> Result<String, askama::Error> {
    mark_study_words(&Fragment { sections: &document.sections }, document)
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

    /// Whether a table or figure is only in the files beside the page.
    fn is_elsewhere(&self, _id: &str) -> bool {
        false
    }

    /// Whether any is.
    fn is_shortened(&self) -> bool {
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

    fn render_number(&self, number: &Number, face: &Face) -> String {
        number.render(*face, number.decimals())
    }

    fn class(&self, verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Supported => "yes",
            Verdict::Contradicted => "no",
            Verdict::Inconclusive => "open",
            Verdict::AsClaimed | Verdict::NotAsClaimed => "untested",
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

    fn is_elsewhere(&self, id: &str) -> bool {
        self.elsewhere.contains(id)
    }

    fn is_shortened(&self) -> bool {
        !self.elsewhere.is_empty()
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
