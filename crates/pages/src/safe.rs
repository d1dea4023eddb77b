//! Text of others made safe to show.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use ammonia::{Builder, UrlRelative, UrlRelativeEvaluate};
use askama::filters::{Html, escape};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use study::Rendering;

use crate::code::{self, coloured};
use crate::maths::FormulaText;
use crate::media::{FileLinks, named_by};

/// A text of the study: its own heading, where it begins with one, and the rest as safe markup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Document {
    /// The words of the heading it begins with; empty when it begins otherwise.
    pub(crate) title: String,
    /// Everything behind that heading.
    pub(crate) body: String,
}

impl Document {
    /// The text with its formulas set, where the study has any. A heading keeps their LaTeX, because it is also the title of the
    /// window.
    pub(crate) fn set(text: &str, files: FileLinks<'_>, rendering: &Rendering) -> Document {
        if !rendering.maths {
            return Document::read(text, files);
        }
        let lifted = FormulaText::from(text);
        let Document { title, body } = Document::read(&lifted.text, files);
        Document { title: lifted.restore_latex(&title), body: lifted.restore_formulas(&body) }
    }

    /// Takes the leading heading off, to be the heading of the page.
    pub(crate) fn read(text: &str, files: FileLinks<'_>) -> Document {
        let mut events = Parser::new_ext(text, extensions()).peekable();
        let mut title = String::new();
        if events.next_if(|event| matches!(event, Event::Start(Tag::Heading { .. }))).is_some() {
            for event in events.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))) {
                if let Event::Text(words) | Event::Code(words) = event {
                    title.push_str(&words);
                }
            }
        }
        Document { title, body: markup(labelled_lines(events), |url| files.relative(url)) }
    }
}

/// Markdown as HTML without anything that could act, track or leave the page's frame. File names in
/// it are looked for under `files`.
#[must_use]
pub(crate) fn markdown(text: &str, files: FileLinks<'_>) -> String {
    markup(Parser::new_ext(text, extensions()), |url| files.relative(url))
}

/// Text that is no markup.
pub(crate) fn escaped(text: &str) -> String {
    escape(text, Html).map_or_else(|never| match never {}, |safe| safe.to_string())
}

/// The files that a text in Markdown names, pictures or links.
pub(crate) fn file_names(text: &str) -> Vec<String> {
    let names = Mutex::new(Vec::new());
    markup(Parser::new_ext(text, extensions()), |url| {
        names.lock().unwrap_or_else(PoisonError::into_inner).push(named_by(url));
        None
    });
    names.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn extensions() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

/// A line that begins with a label, as `A: …` or `Original: …` in an example, begins a line on the page, too; other line breaks of
/// Markdown are blanks.
fn labelled_lines<'a>(events: impl Iterator<Item = Event<'a>>) -> impl Iterator<Item = Event<'a>> {
    let mut events = events.peekable();
    std::iter::from_fn(move || {
        let event = events.next()?;
        let breaks =
            event == Event::SoftBreak && matches!(events.peek(), Some(Event::Text(words)) if begins_with_label(words));
        Some(if breaks { Event::HardBreak } else { event })
    })
}

fn begins_with_label(words: &str) -> bool {
    let Some((label, _)) = words.split_once(": ").or_else(|| words.split_once('：')) else { return false };
    let letters = label.chars().count();
    (1..=12).contains(&letters) && label.chars().all(char::is_alphanumeric) && !label.starts_with(char::is_lowercase)
}

/// Blocks of code with a language are coloured.
fn coloured_blocks<'a>(events: impl Iterator<Item = Event<'a>>) -> impl Iterator<Item = Event<'a>> {
    let mut block: Option<(String, String)> = None;
    events.filter_map(move |event| match (event, &mut block) {
        (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))), _) if !language.is_empty() => {
            block = Some((language.split([' ', ',']).next().unwrap_or_default().to_owned(), String::new()));
            None
        }
        (Event::Text(words), Some((_, code))) => {
            code.push_str(&words);
            None
        }
        (Event::End(TagEnd::CodeBlock), Some((language, code))) => {
            let made = format!("<pre><code>{}</code></pre>\n", coloured(code, language));
            block = None;
            Some(Event::Html(made.into()))
        }
        (event, _) => Some(event),
    })
}

/// Headings move down by one level: the first is the page's own.
fn markup<'a>(events: impl Iterator<Item = Event<'a>>, link: impl Fn(&str) -> Option<String> + Send + Sync) -> String {
    let lower = |level: HeadingLevel| HeadingLevel::try_from(level as usize + 1).unwrap_or(HeadingLevel::H6);
    let lowered = events.map(|event| {
        if let Event::Start(Tag::Heading { level, .. }) = event {
            return Event::Start(Tag::Heading {
                level: lower(level),
                id: None,
                classes: Vec::new(),
                attrs: Vec::new(),
            });
        }
        if let Event::End(TagEnd::Heading(level)) = event { Event::End(TagEnd::Heading(lower(level))) } else { event }
    });
    let mut markup = String::new();
    html::push_html(&mut markup, coloured_blocks(lowered));
    without_empty_pictures(clean(&markup, link))
}

/// A picture whose address was taken out would be a broken sign: its words stand in its place.
fn without_empty_pictures(mut markup: String) -> String {
    let mut from = 0;
    while let Some(start) = markup[from..].find("<img").map(|at| from + at) {
        let Some(end) = markup[start..].find('>').map(|at| start + at + 1) else { break };
        let tag = &markup[start..end];
        if tag.contains(" src=\"") {
            from = end;
            continue;
        }
        let words = tag.split_once(" alt=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(words, _)| words);
        let words = words.to_owned();
        markup.replace_range(start..end, &words);
        from = start + words.len();
    }
    markup
}

fn clean(markup: &str, link: impl Fn(&str) -> Option<String> + Send + Sync) -> String {
    let tags: HashSet<&str> = [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "code",
        "dd",
        "del",
        "dl",
        "dt",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "s",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
    ]
    .into();
    let attributes: HashMap<&str, HashSet<&str>> = [
        ("a", HashSet::from(["href", "title"])),
        ("img", HashSet::from(["src", "alt", "title"])),
        ("ol", HashSet::from(["start"])),
    ]
    .into();
    Builder::default()
        .tags(tags)
        .tag_attributes(attributes)
        .generic_attributes(HashSet::from(["lang", "dir"]))
        .add_allowed_classes("span", code::CLASSES)
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(UrlRelative::Custom(Box::new(Within { link })))
        // No page asks another server for anything.
        .attribute_filter(|element, attribute, value| {
            let elsewhere = value.contains("://") || value.starts_with("//") || value.starts_with("mailto:");
            (element != "img" || attribute != "src" || !elsewhere).then_some(Cow::Borrowed(value))
        })
        // A long line scrolls in its box, for the keyboard too.
        .set_tag_attribute_value("pre", "tabindex", "0")
        // A link in a text opens beside the page: nobody loses their place.
        .set_tag_attribute_value("a", "target", "_blank")
        .link_rel(Some("noopener noreferrer"))
        .clean(markup)
        .to_string()
}

/// Leads relative addresses into the study's files. A leading slash or an anchor is meant as it stands.
struct Within<F> {
    link: F,
}

impl<'a, F: Fn(&str) -> Option<String> + Send + Sync + 'a> UrlRelativeEvaluate<'a> for Within<F> {
    fn evaluate<'url>(&self, url: &'url str) -> Option<Cow<'url, str>> {
        let stays = url.starts_with('#') || url.starts_with('/');
        if stays { Some(Cow::Borrowed(url)) } else { (self.link)(url).map(Cow::Owned) }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Document, file_names, markdown};
    use crate::media::FileLinks;

    #[expect(clippy::needless_pass_by_value, reason = "an expectation is written where it is used")]
    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&markdown(text, FileLinks::new("/files/", None)));
    }

    #[test]
    fn a_leading_heading_becomes_the_title() {
        let document = Document::read("# What *to* do\n\nRead.\n\n# Then\n", FileLinks::new("", None));
        assert_eq!(document.title, "What to do");
        expect![[r#"
            <p>Read.</p>
            <h2>Then</h2>
        "#]]
        .assert_eq(&document.body);
        assert_eq!(Document::read("Read.", FileLinks::new("", None)).title, "");
    }

    #[test]
    fn an_example_keeps_its_lines_and_other_lines_flow() {
        let read = |text| Document::read(text, FileLinks::new("", None)).body;
        assert_eq!(
            read("A: The cat sat.\nB: It sat\nthere, note: it sat."),
            "<p>A: The cat sat.<br>\nB: It sat\nthere, note: it sat.</p>\n"
        );
        assert_eq!(read("原文：猫。\n译文：狗。"), "<p>原文：猫。<br>\n译文：狗。</p>\n");
        assert_eq!(
            read("It says\nnote: a cat\nhttps://example.org"),
            "<p>It says\nnote: a cat\nhttps://example.org</p>\n"
        );
    }

    #[test]
    fn formulas_in_a_text_are_set_where_the_study_has_any() {
        let read = |maths| {
            let rendering = study::Rendering { maths, ..study::Rendering::default() };
            Document::set("# About $x$\n\nIt costs $5. Find *all* $x^2$.", FileLinks::new("", None), &rendering)
        };
        let (set, plain) = (read(true), read(false));
        assert_eq!(set.title, "About x");
        assert!(set.body.contains("<em>all</em> <math") && set.body.contains("$5"), "{}", set.body);
        assert!(plain.title == "About $x$" && plain.body.contains("$x^2$"), "{plain:?}");
    }

    #[test]
    fn what_could_act_is_taken_out() {
        check("<script>alert(1)</script>a <b onclick=\"x()\">b</b> <style>p{}</style>", expect!["a <b>b</b> "]);
        check(
            "[a](javascript:alert(1)) <iframe src=\"/x\"></iframe><form><input name=a></form>",
            expect![[r#"
                <p><a target="_blank" rel="noopener noreferrer">a</a> </p><p></p>
            "#]],
        );
        check("<p style=\"position:fixed\" id=\"errors\" class=\"x\">a</p>", expect!["<p>a</p>"]);
    }

    #[test]
    fn pictures_come_from_the_study_and_from_nowhere_else() {
        check(
            "![a cat](cat.png)",
            expect![[r#"
            <p><img src="/files/cat.png" alt="a cat"></p>
        "#]],
        );
        check(
            "![a cat](https://example.org/cat.png) ![b](//example.org/b.png)",
            expect![[r#"
            <p>a cat b</p>
        "#]],
        );
    }

    #[test]
    fn the_files_that_a_text_names_are_found() {
        let text = "![a](cat.png) [b](more/b%20c.wav) <img src=\"d.gif\"> [e](https://example.org/e.png) [f](#g)";
        assert_eq!(file_names(text), ["cat.png", "more/b c.wav", "d.gif"]);
    }
}
