//! What was posted, read as answers to what was asked.

use pages::{COMMENT_CHARACTERS, FormState, Key, PostedPage, Screen};
use session::{CriterionAnswer, PageAnswers, Remark, Timing};
use study::file::RemarkKind;
use study::response::Answer;
use web::Fault;

use crate::visit::Visit;

/// What was posted for some pages of the list.
pub(super) struct PostedAnswers {
    /// The answers among it.
    pub(super) pages: Vec<PageAnswers>,
    /// Everything as it was posted, with what is wrong with it, to be shown again.
    pub(super) filled: FormState,
}

impl Visit {
    /// Reads the answers to these pages. A page of which nothing was posted is asked nonetheless.
    pub(super) fn read(&self, screens: &[Screen<'_>], posted: &PostedPage) -> Result<PostedAnswers, Fault> {
        let mut filled = FormState::default();
        let timing = timing(posted.timing);
        let mut pages = Vec::with_capacity(screens.len());
        for screen in screens {
            let mut answers: Vec<CriterionAnswer> = Vec::new();
            for key in screen.keys() {
                let Some(criterion) = self.study.study.criteria.get(key.criterion as usize) else { continue };
                let form = posted.forms.get(&key).cloned().unwrap_or_default();
                if !self.is_asked(screen, key, &answers) {
                    filled.form(key, form);
                    continue;
                }
                let texts = self.study.study.texts(criterion, &screen.outputs, screen.shown);
                match criterion.read(&form, &texts) {
                    Ok(answer) => {
                        // The answer is kept, and how sure they are still asked for.
                        let confidence = criterion.read_confidence(&form, &answer).unwrap_or_else(|complaint| {
                            filled.complain(key, vec![complaint]);
                            None
                        });
                        answers.push(CriterionAnswer { criterion: criterion.id.clone(), answer, confidence });
                    }
                    Err(complaints) => filled.complain(key, complaints),
                }
                filled.form(key, form);
            }
            let remark = self.read_remark(screen.step, posted)?;
            if let Some(remark) = &remark {
                filled.remark(screen.step, remark.clone());
            }
            pages.push(PageAnswers { step: screen.step, loaded_at: posted.loaded_at, answers, remark, timing });
        }
        Ok(PostedAnswers { pages, filled })
    }

    /// Whether a question of a page is asked after these answers.
    fn is_asked(&self, screen: &Screen<'_>, key: Key, answers: &[CriterionAnswer]) -> bool {
        let study = &self.study.study;
        let given = |criterion: usize| {
            let id = &study.criteria.get(criterion)?.id;
            answers.iter().find(|given| given.criterion == *id).map(|given| given.answer.clone())
        };
        study.asked_after(&screen.numbers(), given).contains(&(key.criterion as usize))
    }

    /// What was said about a page. Its box takes no more in a browser; words in a box that is for problems alone are about one.
    fn read_remark(&self, step: u32, posted: &PostedPage) -> Result<Option<Remark>, Fault> {
        let kinds = &self.study.study.lists.remarks;
        let Some(remark) = posted.remarks.get(&step).filter(|_| !kinds.is_empty()) else { return Ok(None) };
        if remark.text.chars().count() > COMMENT_CHARACTERS {
            return Err(Fault::TooLarge);
        }
        let text = remark.text.trim().to_owned();
        let about_a_problem = !text.is_empty() && !kinds.contains(&RemarkKind::Comment);
        let problem = kinds.contains(&RemarkKind::Problem) && (remark.problem || about_a_problem);
        Ok(Some(Remark { problem, text }))
    }

    /// Reads the answers to the closing questions.
    pub(super) fn read_closing(&self, posted: &PostedPage) -> (Vec<(String, Answer)>, FormState) {
        let mut filled = FormState::default();
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
    let count = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    // Nothing is kept of what is as usual.
    let unusual = |number: Option<u64>| number.filter(|number| *number > 0).map(count);
    Timing {
        shown_ms: page.open_ms,
        active_ms: page.active_ms,
        first_action_ms: page.first_ms,
        hidden_ms: page.hidden_ms,
        changes: page.changes.map(count),
        untouched: unusual(page.untouched),
        jumps: unusual(page.jumps),
        unfocused: unusual(page.unfocused),
        trapped: unusual(page.trapped),
    }
}
