//! The last page: how the way ends, or why it cannot go on.

use askama::Template;
use study::file::OnFailure;

use super::ending::{Ending, EndingDetails, Pays, ReturnLink};
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
    /// What the button of the way back says, and why to press it.
    way_back: String,
    way_back_hint: String,
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
        let (title, lead) = self.title_and_lead(ending);
        let (way_back, hint) = match (&farewell.back, self.pays_after(ending)) {
            (Some(ReturnLink::Platform { .. }), _) => ("open-platform", "way-back-notice"),
            (Some(ReturnLink::Form { .. }), Pays::AsPromised) => ("submit-there", "way-back-hint"),
            (Some(ReturnLink::Form { .. }), _) => ("submit-there", "way-back-notice"),
            (_, Pays::AsPromised) => ("way-back", "way-back-hint"),
            (_, Pays::AsResearchersDecide | Pays::Nothing) => ("way-back", "way-back-notice"),
        };
        EndingTemplate {
            frame: self.frame(place, title, Guide::None),
            class: ending.key(),
            lead,
            kept: self.words.say(ending.retention().key()),
            code: &farewell.code,
            back: farewell.back.as_ref(),
            again: self.words.say(if ending == Ending::Stale { "continue" } else { "try-again" }),
            there: self.to_do_there(ending, &farewell.code),
            way_back: self.words.with_value(way_back, "platform", self.platform()),
            way_back_hint: self.words.with_value(hint, "platform", self.platform()),
            sends_code: matches!(farewell.back, Some(ReturnLink::Form { .. })),
            reference: &farewell.reference,
            payment: self.payment_after(ending),
            debrief: if matches!(ending, Ending::Finished | Ending::FailedCheck) { &self.debrief } else { &nothing },
        }
        .render()
    }

    /// The words of an ending. Whoever fails the checks has done the whole list, unless the study ends it at once.
    fn title_and_lead(&self, ending: Ending) -> (String, String) {
        match (ending, self.study.on_failure) {
            (Ending::FailedCheck, OnFailure::Replace) => {
                (self.words.say("failed-check-done-title"), self.words.say("failed-check-done"))
            }
            _other => (self.words.say(&format!("{}-title", ending.key())), self.words.say(ending.key())),
        }
    }
}
