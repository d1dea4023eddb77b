//! How often each answer of an ordered scale was given, by system: diverging stacked bars, better
//! answers to the right of the line and worse to the left (Heiberger and Robbins 2014).

use super::stacked_bars::{Alignment, BarGroup, Part, describe, stacked_figure};
use super::{Caption, Figure, palette};

/// `levels` are the answers from worst to best; every bar has a number for each.
#[must_use]
pub fn distribution(caption: Caption, levels: &[String], groups: &[BarGroup]) -> Figure {
    let parts: Vec<Part> = levels
        .iter()
        .enumerate()
        .map(|(i, name)| Part { name, looks: palette::ordered_looks(i, levels.len()) })
        .collect();
    let description = format!(
        "Stacked bars, one per row, of how often each answer was given; better answers are to the right of the \
         middle line. {}",
        describe(groups, &parts)
    );
    stacked_figure(caption, description, &parts, (groups, Alignment::Middle))
}
