//! For Google Forms: a script that makes one form for each list, and what each of their columns showed.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::questionnaire::{AskedPage, Control, Questionnaire, items_file, paragraphs};

/// The files, by name.
pub(super) fn files(questions: &Questionnaire<'_>) -> anyhow::Result<Vec<(&'static str, String)>> {
    let column = |page: &AskedPage<'_>, criterion: usize| title(questions, page, criterion);
    Ok(vec![("google-forms.gs", script(questions)?), ("google-forms-items.csv", items_file(questions, column))])
}

/// The wording of a question, which names its column and is unique over all lists.
fn title(questions: &Questionnaire<'_>, page: &AskedPage<'_>, criterion: usize) -> String {
    format!("{}.{} {}", page.list, page.position, questions.study.criteria[criterion].question)
}

fn script(questions: &Questionnaire<'_>) -> anyhow::Result<String> {
    let study = questions.study;
    let mut forms: Vec<Value> = Vec::new();
    for page in &questions.pages {
        let asked: Vec<Value> = page.criteria.iter().map(|at| question_item(questions, page, *at)).collect();
        let shown = json!({ "position": page.position, "text": page_text(questions, page), "questions": asked });
        match forms.get_mut(page.list - 1).and_then(|form| form["pages"].as_array_mut()) {
            Some(pages) => pages.push(shown),
            None => forms.push(json!({ "list": page.list, "pages": [shown] })),
        }
    }
    let mut out = format!(
        "// {}: paste this at script.google.com and run makeForms; the log has the links. Download the answers of each form as CSV\n\
         // under a name with the number of its list; `rejudge import answers/*.csv --items google-forms-items.csv` reads them.\n",
        study.about.title.replace('\n', " ")
    );
    let _ = writeln!(out, "const TITLE = {};", serde_json::to_string(&study.about.title)?);
    let _ = writeln!(out, "const INSTRUCTIONS = {};", serde_json::to_string(&paragraphs(&study.texts.instructions))?);
    let _ = writeln!(out, "const FORMS = {};", serde_json::to_string_pretty(&forms)?);
    Ok(out + include_str!("make_forms.gs"))
}

fn page_text(questions: &Questionnaire<'_>, page: &AskedPage<'_>) -> String {
    let inputs = questions.study.shown.iter().zip(&page.item.shown).map(|(shown, text)| {
        let label = if shown.label.is_empty() { &shown.column } else { &shown.label };
        format!("{label}:\n{text}")
    });
    let outputs = page.systems.iter().enumerate().map(|(side, system)| {
        format!("{}:\n{}", questions.heading(side), page.item.outputs[*system].as_deref().unwrap_or_default())
    });
    inputs.chain(outputs).collect::<Vec<_>>().join("\n\n")
}

fn question_item(questions: &Questionnaire<'_>, page: &AskedPage<'_>, criterion: usize) -> Value {
    let title = title(questions, page, criterion);
    match &questions.controls[criterion] {
        Control::Options(options) => {
            let shown = |(value, words): &(String, String)| {
                let is_number = value.parse::<i64>().is_ok();
                if is_number && !words.is_empty() { format!("{value} ({words})") } else { value.clone() }
            };
            let each = options.iter().map(shown);
            json!({ "title": title, "options": each.collect::<Vec<_>>() })
        }
        Control::Number { minimum, maximum, .. } => json!({ "title": title, "minimum": minimum, "maximum": maximum }),
        Control::Words => json!({ "title": title }),
    }
}
