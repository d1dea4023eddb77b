//! What a participant saw, for someone who looks at it later.

use askama::Template;

use super::frame::Frame;
use super::piece::Shape;
use super::question::ScreenView;
use super::{FormState, Guide, Pages, Place, RenderError, Screen};

#[derive(Template)]
#[template(path = "shown.html")]
struct ScreenPage<'a> {
    frame: Frame<'a>,
    screen: ScreenView,
}

impl Pages {
    /// One step as it was shown, with the answers given, and nothing to change or send: a part of a page. The addresses of
    /// pictures, sounds and videos begin with `files`.
    ///
    /// # Errors
    /// Never in practice: only when it cannot be written to memory.
    pub fn render_step(&self, screen: &Screen<'_>, filled: &FormState, files: &str) -> Result<String, RenderError> {
        let place = Place::default();
        let mut ready = ScreenView::new(&self.study, screen, filled, self.words, self.question_links(files))?;
        ready.questions.iter_mut().for_each(|question| question.locked = true);
        ScreenPage { frame: self.frame(&place, String::new(), Guide::None), screen: ready }.render()
    }
}
