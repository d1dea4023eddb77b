//! What stands around every page.

use study::response::Response;

use super::{Place, Words, response};

/// What stands around every page.
pub(crate) struct Frame<'a> {
    pub(crate) words: &'static Words,
    /// The study's language tag.
    pub(crate) language: &'a str,
    pub(crate) direction: &'static str,
    /// The page's own heading.
    pub(crate) heading: String,
    /// The study's title.
    pub(crate) study: &'a str,
    /// What stands at the top: the title, unless the page shows it as its heading.
    pub(crate) masthead: &'a str,
    /// Where style and scripts are.
    pub(crate) assets: &'a str,
    /// Modules, or scripts that files can load, too.
    pub(crate) script_type: &'static str,
    /// Where the study's own style is; empty for none.
    pub(crate) look: &'a str,
    /// The address of the study's logo.
    pub(crate) logo: Option<&'a str>,
    pub(crate) scripts: Vec<&'static str>,
    /// Style that not every page needs.
    pub(crate) styles: Vec<&'static str>,
    /// The instructions as safe markup; empty where they are not one click away.
    pub(crate) instructions: &'a str,
    pub(crate) contact: &'a str,
    pub(crate) institution: &'a str,
    pub(crate) place: &'a Place,
    /// Whether everyone comes by the same link.
    pub(crate) open: bool,
    /// How wide the window must be, where the page asks for it.
    pub(crate) least_width: Option<u32>,
}

impl Frame<'_> {
    /// The title of the window: the heading and the study, once where they are the same.
    pub(crate) fn title(&self) -> String {
        if self.heading == self.study { self.heading.clone() } else { format!("{} – {}", self.heading, self.study) }
    }

    /// Whether the device is to remember where the person is: an open link does not say who comes by it again.
    pub(crate) fn resumes(&self) -> bool {
        self.open && !self.place.session.is_empty()
    }

    /// Whether someone who began here before may go on instead of beginning anew.
    pub(crate) fn offers_to_resume(&self) -> bool {
        self.open && self.place.session.is_empty() && !self.place.action.is_empty()
    }

    /// Lets the page say how wide the window must be, and hold back whoever has a smaller one.
    pub(crate) fn ask_for_width(&mut self, width: Option<u32>) {
        self.least_width = width;
        if width.is_some() {
            self.scripts.push("width.js");
        }
    }

    /// What is said about the width of the window, and what when it is too small.
    pub(crate) fn width_words(&self) -> Option<(String, String)> {
        let width = self.least_width?;
        let kept = if self.place.session.is_empty() { "kept-nothing" } else { "kept-attempt" };
        let narrow = self.words.with_value("window-narrow", "width", "#");
        Some((
            self.words.with_value("window-width", "width", width.to_string()),
            format!("{narrow} {}", self.words.say(kept)),
        ))
    }

    /// Whether clips must be played to the end.
    pub(crate) fn plays_through(&self) -> bool {
        self.scripts.contains(&"clips.js")
    }

    /// Which of several lists this is; empty for the only one.
    pub(crate) fn list(&self) -> String {
        let Some(list) = self.place.list else { return String::new() };
        self.words.with_values("list-of", [("number", list.done.into()), ("total", list.total.into())])
    }

    /// What is said when little time is left, with `#` for the minutes.
    pub(crate) fn warning(&self) -> String {
        self.words.with_value("time-soon", "minutes", "#")
    }

    /// Whether it is time to offer more of it.
    pub(crate) fn nearly_over(&self) -> bool {
        self.place.seconds_left.is_some_and(|seconds| seconds < 600)
    }

    pub(crate) fn progress(&self) -> String {
        let Some(progress) = self.place.progress else { return String::new() };
        self.words.with_values("progress", [("done", progress.done.into()), ("total", progress.total.into())])
    }

    pub(crate) fn minutes_left(&self) -> String {
        self.words.with_value("minutes", "minutes", self.place.seconds_left.unwrap_or_default().div_ceil(60))
    }

    /// What a click on the contact opens; nothing when it is neither an address nor a page.
    pub(crate) fn contact_link(&self) -> Option<String> {
        let contact = self.contact.trim();
        if contact.starts_with("https://") || contact.starts_with("http://") {
            return Some(contact.to_owned());
        }
        let mail = contact.contains('@') && !contact.contains(char::is_whitespace);
        mail.then(|| format!("mailto:{contact}"))
    }

    /// What pages with questions need beside what all need. Saving comes last: it puts back what was kept
    /// on the device, and the others listen for that.
    pub(crate) fn add_assets<'r>(&mut self, responses: impl Iterator<Item = &'r Response> + Clone) {
        self.add_styles(responses.clone());
        self.scripts.push("keys.js");
        for script in responses.filter_map(response::script) {
            if !self.scripts.contains(&script) {
                self.scripts.push(script);
            }
        }
        self.scripts.push("save.js");
    }

    pub(crate) fn add_styles<'r>(&mut self, responses: impl Iterator<Item = &'r Response>) {
        for style in responses.filter_map(response::style) {
            self.add_style(style);
        }
    }

    pub(crate) fn add_style(&mut self, style: &'static str) {
        if !self.styles.contains(&style) {
            self.styles.push(style);
        }
    }
}
