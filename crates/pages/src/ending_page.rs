//! The last page: how the way ends, or why it cannot go on.

use askama::Template;

use super::ending::{Ending, EndingDetails, ReturnLink};
use super::frame::Frame;
use super::safe::Document;
use super::{Guide, Pages, Place, RenderError};

#[derive(Template)]
#[template(path = "ending.html")]
struct EndingTemplate<'a> {
    frame: Frame<'a>,
    class: &'static str,
    lead: String,
    kept: String,
    code: &'a str,
    back: Option<&'a ReturnLink>,
    again: String,
    there: String,
    open: String,
    submit: String,
    /// Whether the way back carries the code, so that nobody has to.
    sends_code: bool,
    reference: &'a str,
    payment: String,
    debrief: &'a Document,
}

impl Pages {
    /// How the way ends, or why it cannot go on.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn ending(&self, place: &Place, ending: Ending, farewell: &EndingDetails) -> Result<String, RenderError> {
        let nothing = Document::default();
        EndingTemplate {
            frame: self.frame(place, self.words.say(&format!("{}-title", ending.key())), Guide::None),
            class: ending.key(),
            lead: self.words.say(ending.key()),
            kept: self.words.say(ending.retention().key()),
            code: &farewell.code,
            back: farewell.back.as_ref(),
            again: self.words.say(if ending == Ending::Stale { "continue" } else { "try-again" }),
            there: self.to_do_there(ending, &farewell.code),
            open: self.words.with_value("open-platform", "platform", self.platform()),
            submit: self.words.with_value("submit-there", "platform", self.platform()),
            sends_code: matches!(farewell.back, Some(ReturnLink::Form { .. })),
            reference: &farewell.reference,
            payment: self.payment_after(ending),
            debrief: if matches!(ending, Ending::Finished | Ending::FailedCheck) { &self.debrief } else { &nothing },
        }
        .render()
    }
}
