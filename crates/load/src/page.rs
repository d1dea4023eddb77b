//! A page as someone sees it who reads it: what it asks, what it offers, what it shows.

use session::Outcome;

use super::markup::{Tag, tags};

/// A page as it loaded.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// The form that leads on; none on a page that ends the way.
    pub(crate) form: Option<Form>,
    /// The texts judged, screen by screen; nothing for what is no plain text.
    pub(crate) screens: Vec<Vec<Option<String>>>,
    /// Which ending it is.
    pub(crate) ending: Option<Ending>,
}

/// A form on a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Form {
    /// Where it is sent.
    pub(crate) action: String,
    /// What it offers.
    pub(crate) controls: Vec<Control>,
}

/// One control of a form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Control {
    pub(crate) name: String,
    pub(crate) kind: ControlKind,
    pub(crate) value: String,
}

/// What a control is for whoever fills in the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ControlKind {
    /// Sent as it is.
    Hidden,
    /// One of the values offered under this name.
    Offered,
    /// Any words or numbers.
    Free,
}

/// The last page of a way.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// How the session ended; nothing when it is not over, as when the study is full.
    pub(crate) outcome: Option<Outcome>,
    /// The word for the ending.
    pub(crate) word: String,
    /// The completion code; empty for none.
    pub(crate) code: String,
}

impl Page {
    pub(crate) fn read(text: &str) -> Page {
        let mut page = Page::default();
        let (mut in_form, mut in_output, mut in_code) = (false, false, false);
        for tag in tags(text) {
            match tag.name {
                "form" if page.form.is_none() => {
                    in_form = true;
                    page.form = Some(Form { action: tag.get("action").unwrap_or_default(), controls: Vec::new() });
                }
                "/form" => in_form = false,
                "section" if tag.has_class("screen") => page.screens.push(Vec::new()),
                "article" | "th" => in_output = true,
                "li" if tag.has_class("ranked") => in_output = true,
                "/article" | "/th" | "/li" => in_output = false,
                "div" | "pre" | "ol" if in_output && tag.has_class("text") => {
                    let text = (!tag.has_class("prose") && !tag.has_class("dialogue")).then(|| tag.text());
                    page.screens.last_mut().into_iter().for_each(|screen| screen.push(text.clone()));
                }
                "div" if tag.has_class("ending") => page.ending = ending(&tag),
                "div" if tag.has_class("code") => in_code = true,
                // Where a form reports to the platform, nobody has to copy it.
                "input" if tag.get("name").as_deref() == Some("code") => {
                    let code = tag.get("value").unwrap_or_default();
                    page.ending.iter_mut().for_each(|ending| ending.code.clone_from(&code));
                }
                "output" if in_code => {
                    page.ending.iter_mut().for_each(|ending| ending.code = tag.text());
                    in_code = false;
                }
                _other => {}
            }
            if let (true, Some(form)) = (in_form, &mut page.form) {
                form.controls.extend(control(&tag));
            }
        }
        page
    }

    /// What the form's address says about what is asked: `step/3`. Nothing where the way leads elsewhere or
    /// ends.
    pub(crate) fn step_address(&self) -> Option<&str> {
        let path = self.form.as_ref()?.action.split('?').next()?;
        // `/s/{study}/{session}/step/3`; at the entrance there is no session yet.
        path.strip_prefix("/s/").map(|rest| rest.splitn(3, '/').nth(2).unwrap_or_default())
    }
}

impl Form {
    /// Whether this can be sent by filling in the form.
    pub(crate) fn offers(&self, name: &str, value: &str) -> bool {
        self.controls.iter().any(|control| match control.kind {
            ControlKind::Hidden => false,
            ControlKind::Offered => control.name == name && control.value == value,
            ControlKind::Free => control.name == name,
        })
    }

    /// What it hides, as it is.
    pub(crate) fn hidden_fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let hidden = self.controls.iter().filter(|control| control.kind == ControlKind::Hidden);
        hidden.map(|control| (control.name.as_str(), control.value.as_str()))
    }
}

fn control(tag: &Tag<'_>) -> Option<Control> {
    let kind = match (tag.name, tag.get("type").as_deref()) {
        ("input", Some("hidden")) => ControlKind::Hidden,
        ("input", Some("radio" | "checkbox")) | ("button", _) => ControlKind::Offered,
        ("input" | "textarea" | "select", _) => ControlKind::Free,
        (_, _) => return None,
    };
    Some(Control { name: tag.get("name")?, kind, value: tag.get("value").unwrap_or_default() })
}

fn ending(tag: &Tag<'_>) -> Option<Ending> {
    let classes = tag.get("class")?;
    let word = classes.split(' ').find(|class| *class != "ending")?.to_owned();
    Some(Ending { outcome: Outcome::from_word(&word), word, code: String::new() })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use pages::{Ending as Last, EndingDetails, FormState, Links, Pages, Place, Screen};

    use super::*;

    fn pages() -> (Arc<study::Study>, Pages) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/meaning-pairs");
        let study = Arc::new(study::check(&study::OnDisk(folder)).study.unwrap());
        (study.clone(), Pages::new(study, Links::default()))
    }

    #[test]
    fn a_page_with_questions_says_what_it_asks_offers_hides_and_shows() {
        let (study, pages) = pages();
        let place = Place { action: "/s/demo/0a/training/1/0?x=1&y=2".to_owned(), ..Place::default() };
        let screen = Screen::of_check(&study.training[0], 0);
        let page = Page::read(&pages.training(&place, &screen, &FormState::default(), None).unwrap());
        assert_eq!(page.step_address(), Some("training/1/0"));
        let shown: Vec<Option<String>> = study.training[0].outputs.iter().cloned().map(Some).collect();
        assert_eq!(page.screens, [shown]);
        let form = page.form.as_ref().unwrap();
        assert_eq!(form.action, place.action);
        assert!(form.offers("q0.0.choice", "b") && !form.offers("q0.0.choice", "c"));
        assert!(form.hidden_fields().any(|(name, _)| name == "timing.open_ms") && !form.offers("timing.open_ms", "1"));
        assert_eq!(page.ending, None);
    }

    #[test]
    fn an_ending_says_how_and_with_which_code() {
        let (_, pages) = pages();
        let farewell = EndingDetails { code: "X-1".to_owned(), ..EndingDetails::default() };
        for (last, outcome) in [(Last::FailedCheck, Some(Outcome::FailedCheck)), (Last::Full, None)] {
            let page = Page::read(&pages.ending(&Place::default(), last, &farewell).unwrap());
            let ending = page.ending.unwrap();
            assert_eq!((ending.outcome, ending.code.as_str()), (outcome, "X-1"));
            assert_eq!(page.form, None);
        }
    }

    #[test]
    fn agreeing_is_a_button_that_is_offered() {
        let (_, pages) = pages();
        let place = Place { action: "/s/demo/0a/consent".to_owned(), ..Place::default() };
        let page = Page::read(&pages.consent(&place).unwrap());
        assert_eq!(page.step_address(), Some("consent"));
        assert!(page.form.unwrap().offers("consent", "yes"));
    }
}
