//! For Qualtrics: a survey as a whole (QSF) and in the advanced TXT format, and what each of their columns showed.

use std::fmt::Write as _;

use super::questionnaire::{AskedPage, Control, Questionnaire, html, items_file, markup};

/// The files, by name.
pub(super) fn files(questions: &Questionnaire<'_>) -> anyhow::Result<Vec<(&'static str, String)>> {
    let column = |page: &AskedPage<'_>, criterion: usize| id(questions, page, criterion);
    Ok(vec![
        ("qualtrics.qsf", super::qsf::survey(questions)?),
        ("qualtrics.txt", survey(questions)),
        ("qualtrics-items.csv", items_file(questions, column)),
    ])
}

/// The name of a question, which is that of its column in the results: letters, digits and `_`, short and unique.
pub(super) fn id(questions: &Questionnaire<'_>, page: &AskedPage<'_>, criterion: usize) -> String {
    let name = &questions.study.criteria[criterion].id.0;
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
    format!("L{}_{}_{}_{plain}", page.list, page.position, criterion + 1)
}

/// Markup in which nothing is taken for a tag of the format.
fn safe(text: &str) -> String {
    html(text).replace("[[", "[&#91;")
}

fn survey(questions: &Questionnaire<'_>) -> String {
    let study = questions.study;
    let mut out =
        "[[AdvancedFormat]]\n\n[[ED:PROLIFIC_PID]]\n\n[[Block:Before you start: read and delete]]\n\n".to_owned();
    let _ = writeln!(
        out,
        "[[Question:DB]]\n[[ID:setup]]\nEach block below is one list of {}. In the survey flow, put the blocks into a randomiser that \
         shows one of them, evenly; ask for an answer to every question; then delete this block.\n",
        safe(&study.about.title)
    );
    let mut list = 0;
    for page in &questions.pages {
        if page.list != list {
            list = page.list;
            let _ = writeln!(out, "[[Block:List {list}]]\n");
            if !study.texts.instructions.trim().is_empty() {
                let text = markup(study.texts.instructions.trim()).replace("[[", "[&#91;");
                let _ = writeln!(out, "[[Question:DB]]\n[[ID:L{list}_instructions]]\n{text}\n\n[[PageBreak]]\n");
            }
        }
        for (at, criterion) in page.criteria.iter().enumerate() {
            let shown = if at == 0 { page_html(questions, page) } else { String::new() };
            question(&mut out, questions, (page, *criterion), &shown);
        }
        out.push_str("[[PageBreak]]\n\n");
    }
    out
}

pub(super) fn page_html(questions: &Questionnaire<'_>, page: &AskedPage<'_>) -> String {
    let study = questions.study;
    let inputs = study.shown.iter().zip(&page.item.shown).map(|(shown, text)| {
        let label = if shown.label.is_empty() { &shown.column } else { &shown.label };
        format!("<p><b>{}</b><br>{}</p>", safe(label), safe(text))
    });
    let outputs = page.systems.iter().enumerate().map(|(side, system)| {
        let text = page.item.outputs[*system].as_deref().unwrap_or_default();
        format!("<p><b>{}</b><br>{}</p>", safe(&questions.heading(side)), safe(text))
    });
    inputs.chain(outputs).collect()
}

/// What stands for an option in numeric exports: its value where that is a whole number, so that they need no key.
pub(super) fn code(value: &str, at: usize) -> String {
    value.parse::<u32>().map_or_else(|_| (at + 1).to_string(), |value| value.to_string())
}

fn question(out: &mut String, questions: &Questionnaire<'_>, (page, criterion): (&AskedPage<'_>, usize), shown: &str) {
    let asks = &questions.study.criteria[criterion];
    let kind = match &questions.controls[criterion] {
        Control::Options(_) => "MC:SingleAnswer:Vertical",
        Control::Number { .. } => "TE:SingleLine",
        Control::Words => "TE:Essay",
    };
    let id = id(questions, page, criterion);
    let _ = writeln!(out, "[[Question:{kind}]]\n[[ID:{id}]]\n{shown}<p>{}</p>", safe(&asks.question));
    match &questions.controls[criterion] {
        Control::Options(options) => {
            out.push_str("[[AdvancedChoices]]\n");
            for (at, (value, words)) in options.iter().enumerate() {
                let code = code(value, at);
                let words = if words.is_empty() { value.clone() } else { format!("{value} ({words})") };
                let _ = writeln!(out, "[[Choice:{code}]]\n{}", safe(&words));
            }
        }
        Control::Number { minimum, maximum, .. } => {
            let _ = writeln!(out, "<p>{minimum} to {maximum}</p>");
        }
        Control::Words => {}
    }
    out.push('\n');
}
