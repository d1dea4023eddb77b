//! For Label Studio: the labelling configuration and the tasks. An export of the project is read again without a question.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::questionnaire::{Control, Questionnaire, html};

/// The files, by name.
pub(super) fn files(questions: &Questionnaire<'_>) -> anyhow::Result<Vec<(&'static str, String)>> {
    let tasks = questions.pages.iter().map(|page| {
        let data: Map<String, Value> =
            questions.facts(page).into_iter().map(|(name, cell)| (name, Value::String(cell))).collect();
        json!({ "data": data })
    });
    let tasks = serde_json::to_string_pretty(&tasks.collect::<Vec<_>>())? + "\n";
    Ok(vec![("label-studio.xml", configuration(questions)), ("label-studio-tasks.json", tasks)])
}

fn configuration(questions: &Questionnaire<'_>) -> String {
    let study = questions.study;
    let mut out = format!("<!-- {}: {} people per task -->\n<View>\n", html(&study.about.title), questions.completions);
    for (at, (shown, name)) in study.shown.iter().zip(questions.shown_names()).enumerate() {
        let label = if shown.label.is_empty() { &shown.column } else { &shown.label };
        let _ = writeln!(out, "  <Header value=\"{}\"/>\n  <Text name=\"shown{at}\" value=\"${name}\"/>", html(label));
    }
    for (side, suffix) in questions.sides().iter().enumerate() {
        let heading = html(&questions.heading(side));
        let _ =
            writeln!(out, "  <Header value=\"{heading}\"/>\n  <Text name=\"text{suffix}\" value=\"$text{suffix}\"/>");
    }
    let to = format!("text{}", questions.sides()[0]);
    for (criterion, control) in study.criteria.iter().zip(&questions.controls) {
        let name = html(&criterion.id.0);
        let _ = writeln!(out, "  <Header value=\"{}\"/>", html(&criterion.question));
        let _ = match control {
            Control::Options(options) => {
                let _ = writeln!(
                    out,
                    "  <Choices name=\"{name}\" toName=\"{to}\" choice=\"single-radio\" required=\"true\">"
                );
                for (value, words) in options {
                    let hint = if words.is_empty() { String::new() } else { format!(" hint=\"{}\"", html(words)) };
                    let _ = writeln!(out, "    <Choice value=\"{}\"{hint}/>", html(value));
                }
                writeln!(out, "  </Choices>")
            }
            Control::Number { minimum, maximum, step } => writeln!(
                out,
                "  <Number name=\"{name}\" toName=\"{to}\" min=\"{minimum}\" max=\"{maximum}\" step=\"{step}\" required=\"true\"/>"
            ),
            Control::Words => writeln!(out, "  <TextArea name=\"{name}\" toName=\"{to}\" rows=\"4\"/>"),
        };
    }
    out + "</View>\n"
}
