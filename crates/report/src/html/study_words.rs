//! Words of the study in a page that is in another language: marked with theirs, so that they are read aloud as they should be, and
//! kept apart from what stands around them, else a number after an Arabic name is shown before it.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use askama::Template;
use askama::filters::{Escaper as _, Html};
use unicode_bidi::{BidiClass, bidi_class};

use crate::document::StudyWords;

/// Elements whose text holds no other elements.
const WITHOUT_ELEMENTS: [&str; 4] = ["style", "script", "svg", "title"];

/// Words as they stand in a page.
#[derive(Template)]
#[template(path = "study_words.html")]
struct Isolate<'a> {
    words: &'a str,
    language: Option<&'a str>,
}

/// The page with the words of the study marked by their language, and every other run of letters from the right kept apart.
///
/// # Errors
///
/// When the template cannot be rendered, which would be a fault of ours.
pub(super) fn mark(page: String, language: &str, words: &StudyWords) -> Result<String, askama::Error> {
    let marker = Marker::new(language, words)?;
    if marker.language.is_none() && !page.chars().any(is_from_the_right) {
        return Ok(page);
    }
    let mut out = String::with_capacity(page.len() + page.len() / 8);
    let mut rest = page.as_str();
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        marker.write(text, &mut out)?;
        let end = match WITHOUT_ELEMENTS.iter().find(|name| tag[1..].starts_with(*name)) {
            Some(name) => tag.find(&format!("</{name}")).unwrap_or(tag.len()),
            None => tag.find('>').map_or(tag.len(), |end| end + 1),
        };
        out.push_str(&tag[..end]);
        rest = &tag[end..];
    }
    marker.write(rest, &mut out)?;
    Ok(out)
}

struct Marker<'a> {
    /// Where it is not that of the page.
    language: Option<&'a str>,
    /// As they are written in a page, the longest first: a name may be part of another.
    names: Vec<String>,
    texts: BTreeSet<String>,
}

impl<'a> Marker<'a> {
    fn new(page: &str, words: &'a StudyWords) -> Result<Marker<'a>, askama::Error> {
        let primary = |tag: &str| tag.split('-').next().map(str::to_ascii_lowercase);
        if words.language.is_empty() || primary(page) == primary(&words.language) {
            return Ok(Marker { language: None, names: Vec::new(), texts: BTreeSet::new() });
        }
        let names = words.names.iter().filter(|name| !name.trim().is_empty());
        let mut names = names.map(|name| escaped(name)).collect::<Result<Vec<String>, _>>()?;
        names.sort_by_key(|name| Reverse(name.len()));
        let texts = words.texts.iter().map(|text| escaped(text)).collect::<Result<_, _>>()?;
        Ok(Marker { language: Some(&words.language), names, texts })
    }

    /// Writes a text that stands between two tags.
    fn write(&self, text: &str, out: &mut String) -> Result<(), askama::Error> {
        let inner = text.trim();
        if !inner.is_empty() && self.texts.contains(inner) {
            let (before, after) = text.split_once(inner).unwrap_or_default();
            out.push_str(before);
            Isolate { words: inner, language: self.language }.render_into(out)?;
            out.push_str(after);
            return Ok(());
        }
        let mut rest = text;
        while let Some((start, name)) = self.first_name(rest) {
            isolate_from_the_right(&rest[..start], out)?;
            Isolate { words: name, language: self.language }.render_into(out)?;
            rest = &rest[start + name.len()..];
        }
        isolate_from_the_right(rest, out)
    }

    /// The first name in a text, and where it begins.
    fn first_name(&self, text: &str) -> Option<(usize, &str)> {
        let found = self.names.iter().filter_map(|name| Some((find_word(text, name)?, name.as_str())));
        found.min_by_key(|(start, name)| (*start, Reverse(name.len())))
    }
}

/// Where a name stands in a text that is no part of a longer word.
fn find_word(text: &str, name: &str) -> Option<usize> {
    let joins =
        |a: Option<char>, b: Option<char>| a.zip(b).is_some_and(|(a, b)| a.is_alphanumeric() && b.is_alphanumeric());
    text.match_indices(name).map(|(start, _)| start).find(|start| {
        let (before, after) = (&text[..*start], &text[start + name.len()..]);
        !joins(before.chars().next_back(), name.chars().next())
            && !joins(name.chars().next_back(), after.chars().next())
    })
}

/// Words as templates write them.
fn escaped(words: &str) -> Result<String, askama::Error> {
    let mut out = String::new();
    Html.write_escaped_str(&mut out, words)?;
    Ok(out)
}

fn isolate_from_the_right(text: &str, out: &mut String) -> Result<(), askama::Error> {
    let mut rest = text;
    while let Some(start) = rest.find(is_from_the_right) {
        let (before, run) = rest.split_at(start);
        let left = run.find(|c| bidi_class(c) == BidiClass::L || c == '&').unwrap_or(run.len());
        let last = run[..left].char_indices().rfind(|(_, c)| is_from_the_right(*c));
        let end = last.map_or(left, |(at, c)| at + c.len_utf8());
        out.push_str(before);
        Isolate { words: &run[..end], language: None }.render_into(out)?;
        rest = &run[end..];
    }
    out.push_str(rest);
    Ok(())
}

fn is_from_the_right(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, words: &StudyWords, expected: &str) {
        assert_eq!(mark(page.to_owned(), "en", words).unwrap(), expected);
    }

    #[test]
    fn what_runs_from_the_right_is_kept_apart() {
        let unknown = StudyWords::default();
        check("<p>A 1 &amp; b</p>", &unknown, "<p>A 1 &amp; b</p>");
        check("<p title=\"نص\">نظام 0.12</p>", &unknown, "<p title=\"نص\"><bdi>نظام</bdi> 0.12</p>");
        check("<td>א 3 ב, x<td>ג", &unknown, "<td><bdi>א 3 ב</bdi>, x<td><bdi>ג</bdi>");
        let drawn = "<title>א</title><svg><text>א</text></svg>";
        check(&format!("{drawn}א"), &unknown, &format!("{drawn}<bdi>א</bdi>"));
    }

    #[test]
    fn words_of_the_study_have_their_language() {
        let mut words = StudyWords { language: "de-AT".to_owned(), ..StudyWords::default() };
        words.names = ["Gut", "Gut & lesbar", ""].map(str::to_owned).into();
        words.texts = ["Wie gut?".to_owned()].into();
        check(
            "<h1>Gut &#38; lesbar</h1><p>On Gut, not Gutes: 1.2</p><td>Wie gut?</td><td>so: Wie gut?</td>",
            &words,
            "<h1><bdi lang=\"de-AT\">Gut &#38; lesbar</bdi></h1><p>On <bdi lang=\"de-AT\">Gut</bdi>, not Gutes: 1.2</p>\
             <td><bdi lang=\"de-AT\">Wie gut?</bdi></td><td>so: Wie gut?</td>",
        );
        words.language = "en-GB".to_owned();
        check("<h1>Gut</h1>", &words, "<h1>Gut</h1>");
    }
}
