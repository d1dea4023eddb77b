//! A diagnostic as a person reads it: message, place with a caret, why, help.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use crate::position::{Position, line_end, line_start, on_first_line};
use crate::{Diagnostic, Place, Severity, Sources};

/// Whether the terminal shows colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With colours.
    Coloured,
    /// Without.
    Plain,
}

/// Longer lines are cut around the caret.
const WIDTH: usize = 110;
/// Two places this near are shown in one excerpt.
const NEAR_BYTES: usize = 400;

/// One diagnostic as a person reads it.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Advice => Level::NOTE.with_name("advice"),
    };
    let title = level.primary_title(printable(&diagnostic.message)).id(diagnostic.code.0);
    let excerpts = excerpts(diagnostic, sources);
    let mut group = Group::with_title(title).elements(excerpts.iter().map(Excerpt::element));
    if let Some(why) = &diagnostic.why {
        group = group.element(Level::NOTE.with_name("why").message(printable(why)));
    }
    let mut report = vec![group];
    if let Some(help) = &diagnostic.help {
        report.push(Group::with_title(Level::HELP.secondary_title(printable(help))));
    }
    let renderer = match style {
        Style::Coloured => Renderer::styled(),
        Style::Plain => Renderer::plain(),
    };
    renderer.term_width(WIDTH).render(&report)
}

/// Something shown below the message.
enum Excerpt<'a> {
    /// A few lines of a text, with carets.
    Lines { file: &'a str, path: String, text: &'a str, lines: Range<usize>, carets: Vec<Caret<'a>> },
    /// The place in words.
    Words(String),
}

struct Caret<'a> {
    range: Range<usize>,
    label: &'a str,
    kind: AnnotationKind,
}

fn excerpts<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Excerpt<'a>> {
    let mut excerpts: Vec<Excerpt<'a>> = Vec::new();
    for (index, (place, label)) in diagnostic.places.iter().enumerate() {
        let (Some(text), Some(range)) = (sources.get(place.file_name()), place.range()) else {
            excerpts.push(Excerpt::Words(in_words(place, &sources.shown_name(place.file_name()), label)));
            continue;
        };
        let range = on_first_line(text, range);
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let caret = Caret { range: range.clone(), label, kind };
        let lines = line_start(text, range.start)..line_end(text, range.end);
        match excerpts.iter_mut().find_map(|excerpt| excerpt.lines_near(place.file_name(), &lines)) {
            Some((around, carets)) => {
                *around = around.start.min(lines.start)..around.end.max(lines.end);
                carets.push(caret);
            }
            None => excerpts.push(Excerpt::Lines {
                file: place.file_name(),
                path: sources.shown_name(place.file_name()),
                text,
                lines,
                carets: vec![caret],
            }),
        }
    }
    excerpts
}

impl<'a> Excerpt<'a> {
    /// Its lines and carets, when they are of that file and near those lines.
    fn lines_near(&mut self, name: &str, other: &Range<usize>) -> Option<(&mut Range<usize>, &mut Vec<Caret<'a>>)> {
        match self {
            Excerpt::Lines { file, lines, carets, .. }
                if *file == name && other.start <= lines.end + NEAR_BYTES && lines.start <= other.end + NEAR_BYTES =>
            {
                Some((lines, carets))
            }
            Excerpt::Lines { .. } | Excerpt::Words(_) => None,
        }
    }

    fn element(&self) -> Element<'_> {
        match self {
            Excerpt::Words(words) => Origin::path(words.as_str()).into(),
            Excerpt::Lines { path, text, lines, carets, .. } => {
                let annotation = |caret: &Caret<'a>| {
                    let span = caret.range.start - lines.start..caret.range.end - lines.start;
                    let annotation = caret.kind.span(span);
                    if caret.label.is_empty() { annotation } else { annotation.label(printable(caret.label)) }
                };
                Snippet::source(&text[lines.clone()])
                    .line_start(Position::from_offset(text, lines.start).line)
                    .path(path.as_str())
                    .annotations(carets.iter().map(annotation))
                    .into()
            }
        }
    }
}

fn in_words(place: &Place, file: &str, label: &str) -> String {
    let mut words = match place {
        Place::Text { .. } | Place::File { .. } => file.to_owned(),
        Place::Cell { row, column, .. } if column.is_empty() => format!("{file}, row {row}"),
        Place::Cell { row, column, .. } => format!("{file}, row {row}, column {column}"),
    };
    if !label.is_empty() {
        words.push_str(": ");
        words.push_str(label);
    }
    printable(&words)
}

/// Control characters written out: what stands in a file must not steer the terminal.
fn printable(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, c| {
        if c.is_control() && c != '\n' {
            shown.extend(c.escape_debug())
        } else {
            shown.push(c)
        }
        shown
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Style, render};
    use crate::{Code, Diagnostic, Place, Sources};

    const STUDY: &str = "[study]\ntitle = \"Which?\"\n\n[[criteria]]\nid = \"fluency\"\n";

    #[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
    fn check(diagnostic: Diagnostic, expected: Expect) {
        let mut sources = Sources::default();
        sources.insert("study.toml", STUDY);
        sources.insert("items.csv", format!("item,a\n1,{} here {}\n", "long ".repeat(60), "tail ".repeat(60)));
        expected.assert_eq(&format!("{}\n", render(&diagnostic, &sources, Style::Plain)));
    }

    #[test]
    fn a_text_place_has_its_line_and_a_caret() {
        check(
            Diagnostic::error(Code("S006"), Place::text("study.toml", 26..38), "criterion `fluency` has no definition")
                .with_reason("without a definition participants bring their own")
                .help("add `definition = \"…\"`"),
            expect![[r#"
                error[S006]: criterion `fluency` has no definition
                 --> study.toml:4:1
                  |
                4 | [[criteria]]
                  | ^^^^^^^^^^^^
                  |
                  = why: without a definition participants bring their own
                help: add `definition = "…"`
            "#]],
        );
    }

    #[test]
    fn places_that_are_near_share_an_excerpt_and_labels_stand_at_their_carets() {
        check(
            Diagnostic::warning(Code("R001"), Place::text("study.toml", 44..53), "two of one")
                .label("again")
                .with_place(Place::text("study.toml", 16..24), "first here"),
            expect![[r#"
                warning[R001]: two of one
                 --> study.toml:5:6
                  |
                2 | title = "Which?"
                  |         -------- first here
                ...
                5 | id = "fluency"
                  |      ^^^^^^^^^ again
            "#]],
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let at = 9 + 300 + 1;
        check(
            Diagnostic::advice(Code("R002"), Place::text("items.csv", at..at + 4), "a word"),
            expect![[r#"
            advice[R002]: a word
             --> items.csv:2:304
              |
            2 | ...g long long long long long long long long long  here tail tail tail tail tail tail tail tail tail ta...
              |                                                    ^^^^
        "#]],
        );
    }

    #[test]
    fn a_place_without_text_is_said_in_words() {
        check(
            Diagnostic::error(Code("S022"), Place::cell("items.xlsx", 12, "hrq"), "nothing in it")
                .with_place(Place::cell("items.xlsx", 4, ""), "first here")
                .help("fill it"),
            expect![[r#"
                error[S022]: nothing in it
                --> items.xlsx, row 12, column hrq
                ::: items.xlsx, row 4: first here
                 |
                help: fill it
            "#]],
        );
    }

    #[test]
    fn what_stands_in_a_file_does_not_steer_the_terminal() {
        check(
            Diagnostic::error(Code("S004"), Place::file("study.toml"), "unknown key `\u{1b}[31m`").with_reason("\u{7}"),
            expect![[r#"
                error[S004]: unknown key `\u{1b}[31m`
                --> study.toml
                 = why: \u{7}
            "#]],
        );
    }

    #[test]
    fn a_range_beyond_the_text_or_over_many_lines_is_shown_as_far_as_it_goes() {
        check(
            Diagnostic::error(Code("S003"), Place::text("study.toml", 500..900), "not TOML"),
            expect![[r#"
            error[S003]: not TOML
             --> study.toml:6:1
              |
            6 |
              | ^
        "#]],
        );
        check(
            Diagnostic::error(Code("S003"), Place::text("study.toml", 8..50), "not TOML"),
            expect![[r#"
            error[S003]: not TOML
             --> study.toml:2:1
              |
            2 | title = "Which?"
              | ^^^^^^^^^^^^^^^^
        "#]],
        );
        check(
            Diagnostic::error(Code("S003"), Place::text("study.toml", 0..0), "not TOML"),
            expect![[r#"
            error[S003]: not TOML
             --> study.toml:1:1
              |
            1 | [study]
              | ^
        "#]],
        );
    }
}
