//! The study's own look, and colours as far as it takes to say whether they can be read.

use crate::file::LookFile;

/// Custom appearance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// The picture at the top of every page.
    pub logo: Option<String>,
    /// The colour of buttons, links and chosen answers.
    pub accent: Option<Colour>,
    /// The same on a dark screen.
    pub accent_dark: Option<Colour>,
    /// The study's own stylesheet; empty for none.
    pub stylesheet: String,
}

impl Look {
    /// As `[look]` says. What is no colour is none; a rule says so.
    pub(crate) fn from_file(file: &LookFile, stylesheet: &str) -> Look {
        let colour = |written: &Option<String>| written.as_deref().and_then(Colour::parse);
        Look {
            logo: file.logo.clone(),
            accent: colour(&file.accent),
            accent_dark: colour(&file.accent_dark),
            stylesheet: stylesheet.to_owned(),
        }
    }
}

/// A colour of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour([255; 3]);
    /// The page in the light.
    pub const PAPER: Colour = Colour([0xf6, 0xf5, 0xf1]);
    /// The page in the dark.
    pub const DARK_PAPER: Colour = Colour([0x14, 0x17, 0x1a]);
    /// Text on a bright button.
    pub const INK: Colour = Colour([0x0c, 0x21, 0x29]);

    /// A colour written as `#7a1f2b`.
    #[must_use]
    pub fn parse(written: &str) -> Option<Colour> {
        let digits = written.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let bytes = hex::decode(digits).ok()?;
        bytes.try_into().ok().map(Colour)
    }

    /// As stylesheets write it.
    #[must_use]
    pub fn css(self) -> String {
        format!("#{}", hex::encode(self.0))
    }

    /// The contrast of two colours, from 1 to 21, as WCAG 2.2 defines it (relative luminance of sRGB).
    #[must_use]
    pub fn contrast(self, other: Colour) -> f64 {
        let (mine, its) = (self.luminance(), other.luminance());
        (mine.max(its) + 0.05) / (mine.min(its) + 0.05)
    }

    fn luminance(self) -> f64 {
        let linear = |byte: u8| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// So many tenths of another colour mixed in.
    #[must_use]
    pub fn mixed(self, other: Colour, tenths: u16) -> Colour {
        let mix = |place: usize| {
            let (mine, its) = (u16::from(self.0[place]), u16::from(other.0[place]));
            ((mine * (10 - tenths.min(10)) + its * tenths.min(10) + 5) / 10) as u8
        };
        Colour([mix(0), mix(1), mix(2)])
    }

    /// The first shade on the way to white that can be read well on a dark page.
    #[must_use]
    pub fn for_the_dark(self) -> Colour {
        let shades = (0..=10).map(|tenths| self.mixed(Colour::WHITE, tenths));
        shades.into_iter().find(|shade| shade.contrast(Colour::DARK_PAPER) >= 7.0).unwrap_or(Colour::WHITE)
    }
}

#[cfg(test)]
mod tests {
    use super::Colour;

    /// Values of WebAIM's contrast checker.
    #[test]
    fn contrast_is_that_of_wcag() {
        let check = |one: &str, other: &str, expected: f64| {
            let contrast = Colour::parse(one).unwrap().contrast(Colour::parse(other).unwrap());
            assert!((contrast - expected).abs() < 0.005, "{one} on {other}: {contrast}");
        };
        check("#000000", "#ffffff", 21.0);
        check("#777777", "#ffffff", 4.48);
        check("#ff0000", "#ffffff", 4.0);
        check("#0000ff", "#ffffff", 8.59);
    }

    #[test]
    fn a_dark_colour_is_lightened_until_it_can_be_read_in_the_dark_and_a_light_one_stays() {
        let dark = Colour::parse("#7a1f2b").unwrap();
        assert!(dark.for_the_dark().contrast(Colour::DARK_PAPER) >= 7.0);
        let light = Colour::parse("#b3deec").unwrap();
        assert_eq!(light.for_the_dark(), light);
        for wrong in ["red", "#12345", "#1234567", "#12345g", ""] {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }
}
