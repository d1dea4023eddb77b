//! What was posted, read as answers to what was asked.

use pages::{Filled, Key, Posted, Screen};
use session::{Given, PageAnswers, Timing};
use study::response::Answer;

use crate::visit::Visit;

/// What was posted for some pages of the list.
pub(super) struct Read {
    /// The answers among it.
    pub(super) pages: Vec<PageAnswers>,
    /// Everything as it was posted, with what is wrong with it, to be shown again.
    pub(super) filled: Filled,
}

impl Visit {
    /// Reads the answers to these pages. A page of which nothing was posted is asked nonetheless.
    pub(super) fn read(&self, screens: &[Screen<'_>], posted: &Posted) -> Read {
        let mut filled = Filled::default();
        let timing = timing(posted.timing);
        let mut pages = Vec::with_capacity(screens.len());
        for screen in screens {
            let mut answers = Vec::new();
            for key in screen.keys() {
                let Some(criterion) = self.study.study.criteria.get(key.criterion as usize) else { continue };
                let form = posted.forms.get(&key).cloned().unwrap_or_default();
                match criterion.read(&form, &screen.outputs) {
                    Ok(answer) => answers.push(Given { criterion: criterion.id.clone(), answer }),
                    Err(complaints) => filled.complain(key, complaints),
                }
                filled.form(key, form);
            }
            pages.push(PageAnswers { step: screen.step, loaded_at: posted.loaded_at, answers, timing });
        }
        Read { pages, filled }
    }

    /// Reads the answers to the closing questions.
    pub(super) fn read_closing(&self, posted: &Posted) -> (Vec<(String, Answer)>, Filled) {
        let mut filled = Filled::default();
        let mut answers = Vec::new();
        for (number, question) in self.study.study.closing.iter().enumerate() {
            let key = Key { step: number as u32, criterion: 0 };
            let form = posted.forms.get(&key).cloned().unwrap_or_default();
            match question.response.read(&form, &[]) {
                Ok(answer) => answers.push((question.id.clone(), answer)),
                Err(complaints) => filled.complain(key, complaints),
            }
            filled.form(key, form);
        }
        (answers, filled)
    }
}

fn timing(page: pages::Timing) -> Timing {
    Timing {
        shown_ms: page.open_ms,
        active_ms: page.active_ms,
        first_action_ms: page.first_ms,
        hidden_ms: page.hidden_ms,
        changes: page.changes.map(|changes| u32::try_from(changes).unwrap_or(u32::MAX)),
    }
}
