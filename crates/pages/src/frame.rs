//! What stands around every page.

use super::{Place, Words};

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
    pub(crate) scripts: Vec<&'static str>,
    /// The instructions as safe markup; empty where they are not one click away.
    pub(crate) instructions: &'a str,
    pub(crate) contact: &'a str,
    pub(crate) institution: &'a str,
    pub(crate) place: &'a Place,
}

impl Frame<'_> {
    /// The title of the window: the heading and the study, once where they are the same.
    pub(crate) fn title(&self) -> String {
        if self.heading == self.study { self.heading.clone() } else { format!("{} – {}", self.heading, self.study) }
    }

    pub(crate) fn progress(&self) -> String {
        let Some(progress) = self.place.progress else { return String::new() };
        self.words.with("progress", [("done", progress.done.into()), ("total", progress.total.into())])
    }

    pub(crate) fn minutes_left(&self) -> String {
        self.words.one("minutes", "minutes", self.place.seconds_left.unwrap_or_default().div_ceil(60))
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
}
