//! The questions of a study as other platforms can ask them.

use anyhow::anyhow;
use plan::{Plan, Step};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use study::file::Content;
use study::response::{Labels, Pairwise, Response, grade_word};
use study::{Item, Study};

use crate::outcome::BadInput;

/// All questions, list by list, with sides as the first participant of each list would see them.
pub(super) struct Questionnaire<'a> {
    pub(super) study: &'a Study,
    pub(super) pages: Vec<AskedPage<'a>>,
    /// One for each criterion.
    pub(super) controls: Vec<Control>,
    /// How many people are to answer each page.
    pub(super) completions: u32,
}

/// One page: an item with one output or two.
pub(super) struct AskedPage<'a> {
    /// From 1.
    pub(super) list: usize,
    /// From 1, in the list.
    pub(super) position: usize,
    pub(super) item: &'a Item,
    /// In the order shown.
    pub(super) systems: Vec<usize>,
    pub(super) criteria: Vec<usize>,
}

/// What people answer with.
pub(super) enum Control {
    /// One of these: what is stored, and what is read beside it.
    Options(Vec<(String, String)>),
    Number {
        minimum: f64,
        maximum: f64,
        step: f64,
    },
    Words,
}

impl<'a> Questionnaire<'a> {
    /// What cannot be asked elsewhere is refused by name: a platform that shows something else would look the same.
    pub(super) fn from_study(study: &'a Study, program: &str) -> anyhow::Result<Questionnaire<'a>> {
        let refuse = |what: String| anyhow!(BadInput(format!("{program} cannot ask this study: {what}")));
        let mut contents = study.shown.iter().map(|shown| shown.content).chain([study.content]);
        if contents.any(|content| content != Content::Text) {
            return Err(refuse("only plain texts are written for other platforms".to_owned()));
        }
        if let Some(follows) = study.criteria.iter().find(|criterion| criterion.only_if.is_some()) {
            return Err(refuse(format!("`{}` is asked only after certain answers", follows.id.0)));
        }
        let mut controls = Vec::new();
        for criterion in &study.criteria {
            let control = control(&criterion.response);
            let kind = criterion.response.kind();
            let answer = format!("`{}` is answered by {kind}, which has no counterpart there", criterion.id.0);
            controls.push(control.ok_or_else(|| refuse(answer))?);
        }
        let plan = plan::make(study).map_err(|error| BadInput(error.to_string()))?;
        let pages: Vec<AskedPage<'a>> = (0..plan.lists().len()).flat_map(|list| pages(study, &plan, list)).collect();
        if let Some(page) = pages.iter().find(|page| !matches!(page.systems.len(), 1 | 2)) {
            return Err(refuse(format!("{} outputs are shown together", page.systems.len())));
        }
        Ok(Questionnaire { study, pages, controls, completions: plan.completions })
    }

    /// What the columns about the outputs of a page are called: `system` and `text`, or `system_a`, `text_a` and so on.
    pub(super) fn sides(&self) -> &'static [&'static str] {
        if self.pages.iter().any(|page| page.systems.len() == 2) { &["_a", "_b"] } else { &[""] }
    }

    /// What people read above an output.
    pub(super) fn heading(&self, side: usize) -> String {
        let name = self.study.output_name.as_deref().unwrap_or("Text");
        if self.sides().len() == 2 { format!("{name} {}", ["A", "B"][side.min(1)]) } else { name.to_owned() }
    }

    /// What the columns of the items that are shown are called, none of them like ours.
    pub(super) fn shown_names(&self) -> Vec<String> {
        let ours = ["item", "list", "position", "column", "criterion", "value", "participant"];
        let is_ours = |name: &str| ours.contains(&name) || ["system", "text"].iter().any(|ours| name.starts_with(ours));
        let name = |column: &str| if is_ours(column) { format!("shown_{column}") } else { column.to_owned() };
        self.study.shown.iter().map(|shown| name(&shown.column)).collect()
    }

    /// What is known of a page, by the names of its columns.
    pub(super) fn facts(&self, page: &AskedPage<'_>) -> Vec<(String, String)> {
        let mut facts = vec![
            ("item".to_owned(), page.item.id.0.clone()),
            ("list".to_owned(), page.list.to_string()),
            ("position".to_owned(), page.position.to_string()),
        ];
        facts.extend(self.shown_names().into_iter().zip(page.item.shown.iter().cloned()));
        for (side, system) in self.sides().iter().zip(&page.systems) {
            let output = page.item.outputs[*system].clone().unwrap_or_default();
            facts.push((format!("system{side}"), self.study.systems[*system].id.0.clone()));
            facts.push((format!("text{side}"), output));
        }
        facts
    }
}

fn pages<'a>(study: &'a Study, plan: &Plan, list: usize) -> Vec<AskedPage<'a>> {
    let criteria: Vec<usize> = plan.lists()[list].criteria.iter().map(|it| usize::from(*it)).collect();
    let planned = plan.pages(list);
    let steps = plan.draw(list, 0).steps.into_iter();
    let shown = steps.filter_map(|step| match step {
        Step::Page { page, outputs } => Some((planned[page as usize], outputs)),
        Step::Check { .. } => None,
    });
    shown
        .enumerate()
        .map(|(at, (page, outputs))| AskedPage {
            list: list + 1,
            position: at + 1,
            item: &study.items[page.item as usize],
            systems: outputs.into_iter().map(usize::from).collect(),
            criteria: criteria.clone(),
        })
        .collect()
}

/// One option for each degree of each output.
fn graded_options(pairwise: &Pairwise) -> Control {
    let equal = pairwise.equal.clone().unwrap_or_else(|| "both alike".to_owned());
    let words = |grade: i32| {
        let degree = grade.unsigned_abs().checked_sub(1).and_then(|at| pairwise.degrees.get(at as usize));
        degree.map_or_else(|| equal.clone(), Clone::clone)
    };
    Control::Options(pairwise.grades().into_iter().map(|grade| (grade_word(grade), words(grade))).collect())
}

fn control(response: &Response) -> Option<Control> {
    let plain = |words: &str| (words.to_owned(), String::new());
    Some(match response {
        Response::Rating(rating) => {
            let lowest = rating.minimum.unwrap_or(1);
            let highest = lowest + i32::try_from(rating.points).ok()? - 1;
            let words = |value: i32| match &rating.labels {
                Some(Labels::Every(all)) => usize::try_from(value - lowest).ok().and_then(|at| all.get(at)).cloned(),
                Some(Labels::Ends { low, .. }) if value == lowest => Some(low.clone()),
                Some(Labels::Ends { high, .. }) if value == highest => Some(high.clone()),
                Some(Labels::Ends { .. }) | None => None,
            };
            let options = (lowest..=highest).map(|value| (value.to_string(), words(value).unwrap_or_default()));
            Control::Options(options.collect())
        }
        Response::Pairwise(pairwise) if pairwise.is_graded() => graded_options(pairwise),
        Response::Pairwise(pairwise) => {
            let equal = pairwise.equal.clone().unwrap_or_else(|| "both alike".to_owned());
            let ties = pairwise.ties.then(|| ("equal".to_owned(), equal));
            Control::Options([plain("a"), plain("b")].into_iter().chain(ties).collect())
        }
        Response::Choice(choice) if !choice.several => Control::Options(
            choice
                .options
                .iter()
                .map(|option| {
                    (
                        option.id().to_owned(),
                        if option.id() == option.label() { String::new() } else { option.label().to_owned() },
                    )
                })
                .collect(),
        ),
        Response::Slider(slider) => {
            Control::Number { minimum: slider.minimum, maximum: slider.maximum, step: slider.step() }
        }
        Response::Count(count) => Control::Number { minimum: 0.0, maximum: f64::from(count.maximum()), step: 1.0 },
        Response::Text(_) => Control::Words,
        Response::Choice(_) | Response::Ranking(_) | Response::BestWorst(_) | Response::Spans(_) => return None,
    })
}

/// A line of CSV with every cell quoted, as Mechanical Turk writes it. Texts are as they are to be shown, also where a spreadsheet
/// would take them for formulas.
pub(super) fn csv_line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = cells.into_iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
    quoted.join(",") + "\r\n"
}

/// Text as HTML shows it, on one line.
pub(super) fn html(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    escaped.replace("\r\n", "\n").replace('\n', "<br>")
}

/// Markdown as HTML on one line; markup in it is shown as it is written.
#[expect(clippy::wildcard_enum_match_arm, reason = "only raw markup is shown otherwise than it is set")]
pub(super) fn markup(text: &str) -> String {
    let as_text = |event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        other => other,
    };
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, Parser::new(text).map(as_text));
    out.trim_end().replace('\n', " ")
}

/// Markdown as plain words in paragraphs, where nothing else can be shown.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is no words and ends no paragraph leaves nothing")]
pub(super) fn paragraphs(text: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(text) {
        match event {
            Event::Text(words) | Event::Code(words) | Event::Html(words) | Event::InlineHtml(words) => {
                out.push_str(&words)
            }
            Event::SoftBreak => out.push(' '),
            Event::HardBreak => out.push('\n'),
            Event::Start(Tag::Item) => out.push_str("- "),
            Event::End(TagEnd::Item) if !out.ends_with('\n') => out.push('\n'),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::List(_) | TagEnd::CodeBlock) => {
                let ended = out.trim_end().len();
                out.truncate(ended);
                out.push_str("\n\n");
            }
            _ => {}
        }
    }
    out.trim_end().to_owned()
}

/// The file that says what each column of a form showed; `rejudge import --items` reads it.
pub(super) fn items_file(questions: &Questionnaire<'_>, column: impl Fn(&AskedPage<'_>, usize) -> String) -> String {
    let mut out = String::new();
    for page in &questions.pages {
        let facts: Vec<(String, String)> = questions
            .facts(page)
            .into_iter()
            .filter(|(name, _)| !["list", "position"].contains(&name.as_str()))
            .collect();
        if out.is_empty() {
            let names = facts.iter().map(|(name, _)| name.as_str());
            out.push_str(&csv_line(["column", "criterion"].into_iter().chain(names)));
        }
        for criterion in &page.criteria {
            let (column, id) = (column(page, *criterion), &questions.study.criteria[*criterion].id.0);
            let cells = facts.iter().map(|(_, cell)| cell.as_str());
            out.push_str(&csv_line([column.as_str(), id.as_str()].into_iter().chain(cells)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{markup, paragraphs};

    #[test]
    fn instructions_are_shown_as_they_are_meant() {
        let text = "# What to do\n\nRate **each** text\nonce. <b>Now</b>\n\n- one\n- two\n\n> So.";
        let html = "<h1>What to do</h1> <p>Rate <strong>each</strong> text once. &lt;b&gt;Now&lt;/b&gt;</p> \
            <ul> <li>one</li> <li>two</li> </ul> <blockquote> <p>So.</p> </blockquote>";
        assert_eq!(markup(text), html);
        assert_eq!(paragraphs(text), "What to do\n\nRate each text once. <b>Now</b>\n\n- one\n- two\n\nSo.");
    }
}
