//! The study's own look, as a stylesheet.

use askama::Template;
use study::{Colour, Look};

#[derive(Template)]
#[template(path = "look.css", escape = "none")]
struct Colours {
    light: Shades,
    dark: Shades,
}

/// A colour and what goes with it.
struct Shades {
    accent: String,
    /// Under the pointer.
    deep: String,
    /// Text on it.
    on: String,
    /// Behind what is chosen.
    tint: String,
}

impl Shades {
    fn new(accent: Colour, paper: Colour, away: Colour) -> Shades {
        let on =
            [Colour::WHITE, Colour::INK].into_iter().max_by(|a, b| a.contrast(accent).total_cmp(&b.contrast(accent)));
        Shades {
            accent: accent.css(),
            deep: accent.mixed(away, 3).css(),
            on: on.unwrap_or(Colour::WHITE).css(),
            tint: paper.mixed(accent, 1).css(),
        }
    }
}

/// The stylesheet of a study; empty where it has no look of its own.
pub(crate) fn stylesheet(look: &Look) -> String {
    let colours = look.accent.map(|accent| Colours {
        light: Shades::new(accent, Colour::WHITE, Colour::INK),
        dark: Shades::new(look.accent_dark.unwrap_or_else(|| accent.for_the_dark()), Colour::DARK_PAPER, Colour::WHITE),
    });
    let colours = colours.and_then(|colours| colours.render().ok()).unwrap_or_default();
    colours + &look.stylesheet
}

#[cfg(test)]
mod tests {
    use study::{Colour, Look};

    use super::stylesheet;

    #[test]
    fn a_colour_brings_its_shades_for_light_and_dark_and_the_own_stylesheet_comes_last() {
        let look = Look {
            accent: Colour::parse("#7a1f2b"),
            stylesheet: ".text { font-size: 1.25rem; }".to_owned(),
            ..Look::default()
        };
        let style = stylesheet(&look);
        assert!(style.starts_with(":root { --accent: #7a1f2b;") && style.ends_with("1.25rem; }"), "{style}");
        assert!(style.contains("prefers-color-scheme: dark"), "{style}");
        assert_eq!(stylesheet(&Look::default()), "");
    }

    /// The papers that contrasts are computed with are those of the pages.
    #[test]
    fn the_papers_are_those_of_the_stylesheet() {
        let page = include_str!("../assets/page.css");
        for paper in [Colour::PAPER, Colour::DARK_PAPER] {
            assert!(page.contains(&format!("--paper: {};", paper.css())), "{paper:?}");
        }
    }
}
