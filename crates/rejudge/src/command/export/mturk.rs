//! For Mechanical Turk: the input CSV and the form of a project. A batch of it is read again without a question.

use std::fmt::Write as _;

use super::questionnaire::{Control, Questionnaire, csv_line, html, markup};

/// The files, by name.
pub(super) fn files(questions: &Questionnaire<'_>) -> Vec<(&'static str, String)> {
    vec![("mturk-input.csv", input(questions)), ("mturk-form.html", form(questions))]
}

fn input(questions: &Questionnaire<'_>) -> String {
    let mut out = String::new();
    for page in &questions.pages {
        let facts = questions.facts(page);
        if out.is_empty() {
            out.push_str(&csv_line(facts.iter().map(|(name, _)| name.as_str())));
        }
        // Mechanical Turk puts values into the page as markup.
        let cells: Vec<String> = facts.iter().map(|(_, cell)| html(cell)).collect();
        out.push_str(&csv_line(cells.iter().map(String::as_str)));
    }
    out
}

fn form(questions: &Questionnaire<'_>) -> String {
    let study = questions.study;
    let mut out = format!(
        "<!-- {}: upload mturk-input.csv, {} assignments per HIT. The batch results are read by `rejudge import`. -->\n\
         <script src=\"https://assets.crowd.aws/crowd-html-elements.js\"></script>\n<crowd-form>\n",
        html(&study.about.title),
        questions.completions
    );
    if !study.texts.instructions.trim().is_empty() {
        let _ = writeln!(out, "<section>{}</section>", markup(study.texts.instructions.trim()));
    }
    for (shown, name) in study.shown.iter().zip(questions.shown_names()) {
        let label = if shown.label.is_empty() { &shown.column } else { &shown.label };
        let _ = writeln!(out, "<h3>{}</h3>\n<p>${{{name}}}</p>", html(label));
    }
    for (side, suffix) in questions.sides().iter().enumerate() {
        let _ = writeln!(out, "<h3>{}</h3>\n<p>${{text{suffix}}}</p>", html(&questions.heading(side)));
    }
    for (criterion, control) in study.criteria.iter().zip(&questions.controls) {
        let name = html(&criterion.id.0);
        let _ = writeln!(out, "<fieldset>\n<legend>{}</legend>", html(&criterion.question));
        match control {
            Control::Options(options) => {
                for (value, words) in options {
                    let shown = if words.is_empty() { value.clone() } else { format!("{value} ({words})") };
                    let (value, shown) = (html(value), html(&shown));
                    let _ = writeln!(
                        out,
                        "<label><input type=\"radio\" name=\"{name}\" value=\"{value}\" required> {shown}</label><br>"
                    );
                }
            }
            Control::Number { minimum, maximum, step } => {
                let _ = writeln!(
                    out,
                    "<input type=\"number\" name=\"{name}\" min=\"{minimum}\" max=\"{maximum}\" step=\"{step}\" required>"
                );
            }
            Control::Words => {
                let _ = writeln!(out, "<textarea name=\"{name}\" rows=\"4\" cols=\"60\"></textarea>");
            }
        }
        out.push_str("</fieldset>\n");
    }
    out + "</crowd-form>\n"
}
