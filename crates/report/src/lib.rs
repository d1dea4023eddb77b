//! Results laid out for people.
//!
//! **In**: results, and the study they belong to where there is one. **Out**: a document as HTML,
//! Markdown and LaTeX tables, with its figures as SVG and PDF. Every number in it is a number of the
//! results. **Does not know** how anything was computed.

mod answer;
mod bundle;
mod document;
pub mod figure;
mod html;
mod json;
mod latex;
mod markdown;
mod number;
mod section;
mod table;
mod text;

pub use answer::{Answer, Badge, Card, Caution};
/// Why a page cannot be rendered.
pub use askama::Error as RenderError;
pub use bundle::{File, characters_without_font, files};
pub use document::{Block, Document, Section, Span, StudyWords, Words, slug};
pub use html::{fragment, html};
pub use json::answer_json;
pub use latex::{latex, latex_answer, latex_figure};
pub use markdown::{markdown, plain_text};
pub use number::{Face, Number, Spot};
pub use section::{Input, advise, compared_deviations, comparison, document, rehearsal, reproduction, so_far};
pub use table::{Align, Cell, Column, Row, Table};
pub use text::text;
