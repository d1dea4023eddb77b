//! The page for whoever reaches no study: it has no language of its own, and says the same words in English.

use askama::Template;

use super::{Ending, RenderError, Words};

#[derive(Template)]
#[template(path = "bare.html")]
struct Bare<'a> {
    words: &'static Words,
    title: &'a str,
    ending: Ending,
    assets: &'a str,
    reference: &'a str,
}

/// Says outside every study what went wrong. `assets` is the folder of [`crate::assets::ASSETS`], `reference` the request's id.
///
/// # Errors
/// Never in practice: only when the page cannot be written to memory.
pub fn bare_page(ending: Ending, assets: &str, reference: &str) -> Result<String, RenderError> {
    let title = format!("{}-title", ending.key());
    Bare { words: Words::for_language("en"), title: &title, ending, assets, reference }.render()
}
