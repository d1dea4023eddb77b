//! The page before the end on which people look through their answers.

use askama::Template;
use study::file::Content;
use study::response::{Answer, Preference, Response, Span, SpanText};
use study::{Criterion, Study};

use super::frame::Frame;
use super::piece::OutputNames;
use super::{FormState, Guide, Key, Pages, Place, RenderError, Screen, maths};

/// How many characters of a text remind one of it.
const EXCERPT: usize = 80;

#[derive(Template)]
#[template(path = "review.html")]
struct Review<'a> {
    frame: Frame<'a>,
    rows: Vec<Row>,
    action: String,
}

/// One page of the list.
struct Row {
    /// Where it can be changed, and what a screen reader says of the way there.
    address: String,
    way: String,
    /// How what it shows begins; empty where that is no text.
    excerpt: String,
    answers: Vec<AnsweredQuestion>,
}

/// One question and its answer.
struct AnsweredQuestion {
    /// As safe markup; empty where the page before asks the same.
    question: String,
    words: String,
}

impl Pages {
    /// All answers, each with the way to its page.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn review(
        &self,
        place: &Place,
        screens: &[Screen<'_>],
        filled: &FormState,
        page: impl Fn(u32) -> String,
    ) -> Result<String, RenderError> {
        let change = self.words.say("review-change");
        let row = |screen: &Screen<'_>| Row {
            address: page(screen.step),
            way: format!("{change}: {}", self.words.with_value("review-page", "number", screen.step + 1)),
            excerpt: excerpt_of_screen(&self.study, screen),
            answers: screen.keys().filter_map(|key| self.answered_question(screen, key, filled)).collect(),
        };
        let mut frame = self.frame(place, self.words.say("review-title"), Guide::None);
        frame.add_style("review.css");
        let asks_more = self.study.participants.comment || !self.study.closing.is_empty();
        let action = self.words.say(if asks_more { "continue" } else { "submit" });
        let mut rows: Vec<Row> = screens.iter().map(row).collect();
        omit_repeated_questions(&mut rows);
        Review { frame, rows, action }.render()
    }

    /// One question with its answer; nothing where it was not asked.
    fn answered_question(&self, screen: &Screen<'_>, key: Key, filled: &FormState) -> Option<AnsweredQuestion> {
        let criterion = self.study.criteria.get(key.criterion as usize)?;
        let texts = self.study.texts(criterion, &screen.outputs, screen.shown);
        let answer = criterion.read(&filled.posted_form(key), &texts).ok();
        if answer.is_none() && criterion.only_if.is_some() {
            return None;
        }
        Some(AnsweredQuestion {
            question: maths::set(&criterion.question, &self.study.rendering),
            words: answer.map_or_else(|| "–".to_owned(), |answer| self.answer_words(criterion, &answer, &texts)),
        })
    }

    /// An answer in the words of its page.
    fn answer_words(&self, criterion: &Criterion, answer: &Answer, texts: &[&str]) -> String {
        let say = |key: &str| self.words.say(key);
        let names =
            OutputNames { words: self.words, content: self.study.content, own: self.study.output_name.as_deref() };
        match (answer, &criterion.response) {
            (Answer::Rating(value), Response::Rating(rating)) => match rating.label(*value) {
                Some(label) => format!("{value} ({label})"),
                None => value.to_string(),
            },
            (Answer::Rating(value), _) => value.to_string(),
            (Answer::Slider(value), _) => value.to_string(),
            (Answer::Count(count), _) => count.to_string(),
            (Answer::Text(words), _) => words.clone(),
            (Answer::Unable(reason), _) => format!("{}: {reason}", say("cannot-judge")),
            (Answer::Pairwise(Preference::First), _) => chosen_output(&names, texts, 0),
            (Answer::Pairwise(Preference::Second), _) => chosen_output(&names, texts, 1),
            (Answer::Pairwise(Preference::Equal) | Answer::Graded(0), Response::Pairwise(pairwise)) => {
                pairwise.equal.clone().unwrap_or_else(|| say("equal"))
            }
            (Answer::Pairwise(Preference::Equal), _) => say("equal"),
            (Answer::Graded(grade), Response::Pairwise(pairwise)) => {
                let degree = pairwise.degrees.get(grade.unsigned_abs() as usize - 1).map_or("", String::as_str);
                format!("{}: {degree}", names.label(usize::from(*grade < 0)))
            }
            (Answer::Graded(grade), _) => grade.to_string(),
            (Answer::Ranking(places), _) => {
                let mut order: Vec<(u32, usize)> = places.iter().copied().zip(0..).collect();
                order.sort_unstable();
                let one = |(place, output): &(u32, usize)| format!("{place}. {}", reminder(&names, texts, *output));
                order.iter().map(one).collect::<Vec<_>>().join(" · ")
            }
            (Answer::BestWorst { best, worst }, response) => {
                let own = if let Response::BestWorst(own) = response { Some(own) } else { None };
                let column = |own: Option<&String>, key: &str| own.cloned().unwrap_or_else(|| say(key));
                format!(
                    "{}: {} · {}: {}",
                    column(own.and_then(|own| own.best.as_ref()), "best"),
                    reminder(&names, texts, *best),
                    column(own.and_then(|own| own.worst.as_ref()), "worst"),
                    reminder(&names, texts, *worst),
                )
            }
            (Answer::Choice(chosen), _) if chosen.is_empty() => say("none-of-these"),
            (Answer::Choice(chosen), Response::Choice(choice)) => {
                let label = |id: &String| {
                    let option = choice.options.iter().find(|option| option.id() == id);
                    option.map_or_else(|| id.clone(), |option| option.label().to_owned())
                };
                chosen.iter().map(label).collect::<Vec<_>>().join(", ")
            }
            (Answer::Choice(chosen), _) => chosen.join(", "),
            (Answer::Spans(spans), _) if spans.is_empty() => say("nothing-to-mark"),
            (Answer::Spans(spans), _) => {
                spans.iter().map(|span| self.marked_words(span, texts)).collect::<Vec<_>>().join(" · ")
            }
        }
    }

    /// The words that were marked.
    fn marked_words(&self, span: &Span, texts: &[&str]) -> String {
        let text = match span.text {
            SpanText::Output => texts.first(),
            SpanText::Source => texts.get(1),
            SpanText::Missing => return format!("[{}]", self.words.say("spans-missing")),
        };
        let marked = text.unwrap_or(&"").chars().skip(span.start).take(span.end.saturating_sub(span.start));
        marked.collect()
    }
}

/// A question that the page before asks, too, is not written again.
fn omit_repeated_questions(rows: &mut [Row]) {
    let mut before = String::new();
    for row in rows {
        let [only] = &mut row.answers[..] else {
            before.clear();
            continue;
        };
        let asked = only.question.clone();
        if asked == before {
            only.question.clear();
        }
        before = asked;
    }
}

/// How what a page shows begins: the only output, or the text above several, or else the first of them; empty where that is no text.
fn excerpt_of_screen(study: &Study, screen: &Screen<'_>) -> String {
    let above = study.shown.iter().zip(screen.shown).find(|(column, _)| is_text(column.content));
    let above = above.map(|(_, cell)| cell.as_str());
    let output = screen.outputs.first().copied().filter(|_| is_text(study.content));
    let told_apart_by = if screen.outputs.len() == 1 { output.or(above) } else { above.or(output) };
    told_apart_by.map(excerpt).unwrap_or_default()
}

/// How one of several outputs begins, or what it is called.
fn reminder(names: &OutputNames<'_>, texts: &[&str], output: usize) -> String {
    match texts.get(output) {
        Some(text) if is_text(names.content) => excerpt(text),
        Some(_) | None => names.label(output),
    }
}

/// What one of two outputs is called, and how it begins.
fn chosen_output(names: &OutputNames<'_>, texts: &[&str], output: usize) -> String {
    match texts.get(output) {
        Some(text) if is_text(names.content) => format!("{}: {}", names.label(output), excerpt(text)),
        Some(_) | None => names.label(output),
    }
}

fn is_text(content: Content) -> bool {
    match content {
        Content::Text | Content::Markdown | Content::Code => true,
        Content::Dialogue | Content::Image | Content::Audio | Content::Video => false,
    }
}

/// The beginning of a text on one line.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;
    use crate::examples::{Showcase, State, examples};
    use crate::{Links, Place};

    #[test]
    fn every_kind_of_answer_is_told_in_words() {
        for (kind, _) in examples() {
            let showcase = Showcase::new(kind, "en").unwrap();
            let (screens, filled) = showcase.screens(&[State::Answered]);
            let pages = showcase.pages(Links::default());
            let page = pages.review(&Place::default(), &screens, &filled, |step| step.to_string()).unwrap();
            assert_eq!(page.matches("<strong>").count(), screens.len(), "{kind}: {page}");
            assert!(!page.contains("<strong></strong>") && !page.contains("<strong>–"), "{kind}: {page}");
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_letter_and_a_short_one_is_whole() {
        assert_eq!(excerpt("  Two\n lines. "), "Two lines.");
        let long = "é".repeat(100);
        assert_eq!(excerpt(&long), format!("{}…", "é".repeat(80)));
    }
}
