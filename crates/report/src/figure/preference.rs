//! Which of two was preferred, and how often neither: bars of one length with "equal" in between.

use super::canvas::Hatch;
use super::stacked_bars::{Alignment, BarGroup, Part, describe, stacked_figure};
use super::{Caption, Figure, palette};

/// Every bar has the numbers of `sides`: the first preferred, (equal,) the second preferred.
#[must_use]
pub fn preference(caption: Caption, sides: &[String], groups: &[BarGroup]) -> Figure {
    let last = sides.len().saturating_sub(1);
    let looks = |i: usize| {
        if i == 0 {
            (palette::BLUE, Hatch::None)
        } else if i == last {
            (palette::ORANGE, Hatch::Rising)
        } else {
            (palette::GREY, Hatch::None)
        }
    };
    let parts: Vec<Part> = sides.iter().enumerate().map(|(i, name)| Part { name, looks: looks(i) }).collect();
    let description = format!("Stacked bars of equal length, one per comparison. {}", describe(groups, &parts));
    stacked_figure(caption, description, &parts, (groups, Alignment::Left))
}
