//! Figures: what is drawn, what it says in words, and the numbers behind it.

mod analyses;
mod axis;
mod bars;
mod canvas;
mod contrast;
mod curves;
mod distribution;
mod dots;
mod ecdf;
mod flow;
mod forest;
mod frame;
mod heat_map;
mod histogram;
mod intervals;
mod metrics;
mod palette;
mod pdf;
mod preference;
mod stacked_bars;
mod svg;

use crate::table::Table;

pub use analyses::{Analysis, ClaimLine, Points, Role, analyses};
pub use bars::bars;
pub use canvas::Canvas;
pub use contrast::{Contrast, ContrastRow, Reference, contrast};
pub use curves::{Curve, curves};
pub use distribution::distribution;
pub use dots::dots;
pub use ecdf::{Steps, ecdf};
pub use flow::{Stage, flow};
pub use forest::{Forest, Group, forest};
pub use heat_map::{HeatMap, heat_map};
pub use histogram::{Bin, histogram};
pub use intervals::{Series, intervals};
pub use pdf::{foreign_characters, missing_characters, pdf};
pub use preference::preference;
pub use stacked_bars::{Bar, BarGroup};
pub use svg::{Setting, svg};

/// A drawing with what a reader who cannot see it needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Names its files and its anchor: `scores-fluency`.
    pub id: String,
    /// The caption.
    pub title: String,
    /// What the drawing shows, in words.
    pub description: String,
    /// As wide as a column of a paper with two.
    pub canvas: Canvas,
    /// As wide as both columns, with letters of the same size.
    pub wide: Canvas,
    /// The numbers drawn.
    pub data: Table,
}

/// How wide a drawing is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breadth {
    /// One column of a paper with two.
    Column,
    /// Both columns.
    Page,
}

impl Breadth {
    /// The width of a column, and of the page's text, in the style of the ACL.
    pub(crate) fn inches(self) -> f64 {
        match self {
            Breadth::Column => 3.3,
            Breadth::Page => 6.9,
        }
    }
}

impl Figure {
    /// The same with this in its corner and before its caption.
    pub(crate) fn with_mark(self, mark: &str) -> Figure {
        let Figure { title, canvas, wide, .. } = self;
        let (title, canvas, wide) = (format!("{mark}. {title}"), canvas.with_mark(mark), wide.with_mark(mark));
        Figure { title, canvas, wide, ..self }
    }

    pub(crate) fn sheet(&self, breadth: Breadth) -> &Canvas {
        match breadth {
            Breadth::Column => &self.canvas,
            Breadth::Page => &self.wide,
        }
    }
}

/// What the numbers along an axis are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    pub title: String,
    /// The lowest and the highest number there can be, where the scale has ends: the axis shows all of it.
    pub ends: Option<(f64, f64)>,
}

impl Axis {
    /// An axis as long as its numbers need it.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Axis {
        Axis { title: title.into(), ends: None }
    }
}

/// Id and caption of a figure to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    pub id: String,
    pub title: String,
}
