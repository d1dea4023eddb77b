//! Colours, chosen for eyes that differ and for printers without colour.
//!
//! The categorical palette is that of Okabe and Ito ("Color Universal Design", 2008), told apart
//! with any of the common colour deficiencies. Ordered answers run from its vermillion through light
//! grey to its blue. No figure depends on colour alone: areas are also hatched or labelled, lines dashed.

use super::canvas::{Dash, Hatch};

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

pub(super) const BLUE: Rgb = Rgb(0x00, 0x72, 0xB2);
pub(super) const VERMILLION: Rgb = Rgb(0xD5, 0x5E, 0x00);
pub(super) const GREEN: Rgb = Rgb(0x00, 0x9E, 0x73);
pub(super) const ORANGE: Rgb = Rgb(0xE6, 0x9F, 0x00);
pub(super) const SKY: Rgb = Rgb(0x56, 0xB4, 0xE9);
pub(super) const PURPLE: Rgb = Rgb(0xCC, 0x79, 0xA7);
pub(super) const GREY: Rgb = Rgb(0xDD, 0xDD, 0xDD);
const BLACK: Rgb = Rgb(0x10, 0x10, 0x10);
const WHITE: Rgb = Rgb(0xFF, 0xFF, 0xFF);

const SERIES: [Rgb; 6] = [BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY];
const HATCHES: [Hatch; 3] = [Hatch::None, Hatch::Rising, Hatch::Falling];
const DASHES: [Dash; 4] = [Dash::Solid, Dash::Long, Dash::Short, Dash::Mixed];

/// The looks of the nth series: colour, hatching and dashes repeat at different lengths, so that
/// twelve series are told apart.
#[must_use]
pub(super) fn series(n: usize) -> (Rgb, Hatch, Dash) {
    (SERIES[n % SERIES.len()], HATCHES[n % HATCHES.len()], DASHES[n % DASHES.len()])
}

/// The looks of step `i` of `k` ordered answers, from worst to best. The worse half is hatched.
#[must_use]
pub(super) fn ordered_looks(i: usize, k: usize) -> (Rgb, Hatch) {
    let t = if k > 1 { i as f64 / (k - 1) as f64 } else { 0.5 };
    let hatch = if 2 * i + 1 < k { Hatch::Rising } else { Hatch::None };
    (diverging(t), hatch)
}

/// From vermillion (0) through grey (0.5) to blue (1).
#[must_use]
pub(super) fn diverging(t: f64) -> Rgb {
    if t < 0.5 { VERMILLION.mixed(GREY, t * 2.0) } else { GREY.mixed(BLUE, t * 2.0 - 1.0) }
}

impl Rgb {
    /// The colour `t` of the way to another.
    #[must_use]
    pub fn mixed(self, other: Rgb, t: f64) -> Rgb {
        let t = t.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (f64::from(a) + t * (f64::from(b) - f64::from(a))).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Black or white, whichever stands out more on this colour.
    #[must_use]
    pub fn legible_on(self) -> Rgb {
        if self.contrast(BLACK) >= self.contrast(WHITE) { BLACK } else { WHITE }
    }

    /// Contrast ratio of WCAG 2.2: from 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::{SERIES, ordered_looks};

    #[test]
    fn every_label_on_a_colour_can_be_read() {
        let steps = (2..=11).flat_map(|k| (0..k).map(move |i| ordered_looks(i, k).0));
        for colour in SERIES.into_iter().chain(steps) {
            let contrast = colour.contrast(colour.legible_on());
            assert!(contrast >= 4.5, "{colour:?}: {contrast}");
        }
    }
}
