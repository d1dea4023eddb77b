//! A datasheet filled in from a study. Answers are those of HEDS 3.0; nothing is guessed: what the study does not say is left
//! to `record.toml`.

mod author_answers;
mod criteria;
mod design;
mod people;

use study::diff::Topic;

use super::facts::{Facts, SIMULATED};
use super::form::{Version, language_option};
use super::sheet::{Answer, Sheet};

/// The datasheet, as far as it can be filled in.
///
/// # Errors
/// What in `record.toml` belongs to no question or names no option.
pub fn fill(facts: &Facts<'_>) -> Result<Sheet, Vec<String>> {
    let mut sheet = Sheet::empty(Version::V3, facts.criterion_names());
    sheet.title = facts.title();
    sheet.language.clone_from(&facts.study.about.language);
    reference(facts, &mut sheet);
    systems(facts, &mut sheet);
    people::fill_questions(facts, &mut sheet);
    design::fill_questions(facts, &mut sheet);
    criteria::fill_questions(facts, &mut sheet);
    if let Some(ethics) = &facts.study.about.ethics {
        sheet.set("5.1", None, Answer::words(ethics, "study.toml, `study.ethics`"));
    }
    author_answers::fill_questions(facts, &mut sheet)?;
    Ok(sheet)
}

fn reference(facts: &Facts<'_>, sheet: &mut Sheet) {
    let (study, record) = (facts.study, facts.record);
    let from = "record.toml, `[publication]`";
    if let Some(paper) = &record.publication.paper {
        sheet.set("1.1.1", None, Answer::options(&[1], paper, from));
    } else if let Some(registered) = &record.publication.preregistration {
        sheet.set("1.1.1", None, Answer::options(&[3], registered, from));
    }
    if let Some(materials) = &record.publication.materials {
        sheet.set("1.2", None, Answer::options(&[1], materials, from));
        let pages = format!("{materials} (the folder `pages` of the bundle)");
        sheet.set("3.3.4.1", None, Answer::words(pages, from));
    }
    let names: Vec<&str> = study.systems.iter().map(|system| system.name.as_str()).collect();
    let about = format!(
        "{}“{}”: {} of the outputs of {} ({} items).",
        if facts.is_simulated() { SIMULATED } else { "" },
        study.about.title,
        facts.criterion_names().join(", "),
        names.join(", "),
        study.items.len()
    );
    sheet.set("1.1.2", None, Answer::words(about, "study.toml, `study.title`, `[[criteria]]`, `[systems]`"));
    let people = [("1.3.1", record.fills_in()), ("1.3.2", record.contact())];
    for (under, author) in people.into_iter().filter_map(|(under, author)| Some((under, author?))) {
        let mut put = |number: u32, text: Option<String>| {
            if let Some(text) = text {
                sheet.set(&format!("{under}.{number}"), None, Answer::words(text, "record.toml, `[[author]]`"));
            }
        };
        put(1, Some(author.name()));
        put(2, author.affiliation.clone());
        put(3, author.email.clone());
    }
}

fn systems(facts: &Facts<'_>, sheet: &mut Sheet) {
    let (study, plan) = (facts.study, facts.plan);
    if let Some(language) = language_option(&study.about.language) {
        sheet.set("2.5", None, Answer::options(&[language], "", "study.toml, `study.language`"));
    }
    let mut shown = vec![std::collections::BTreeSet::new(); study.systems.len()];
    for list in 0..plan.lists().len() {
        for page in plan.pages(list) {
            for system in plan.outputs(*page) {
                if let Some(items) = shown.get_mut(usize::from(*system)) {
                    items.insert(page.item);
                }
            }
        }
    }
    let lines: Vec<String> =
        study.systems.iter().zip(&shown).map(|(system, items)| format!("{}: {}", system.name, items.len())).collect();
    sheet.set("3.1.1", None, Answer::words(lines.join("\n"), "the plan"));
}

/// A sentence that ends like one.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// The platform's name, in the words of `rejudge diff`.
fn platform(facts: &Facts<'_>) -> String {
    facts.stated_fact(Topic::People, "platform")
}
