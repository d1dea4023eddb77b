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
mod stacked;
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
pub use pdf::pdf;
pub use preference::preference;
pub use stacked::Bar;
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
    pub canvas: Canvas,
    /// The numbers drawn.
    pub data: Table,
}

/// Id and caption of a figure to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    pub id: String,
    pub title: String,
}
