//! Tags and entities in a text, found without a parser.

use std::ops::Range;

/// Tags that a browser would act on. `s` is missing because systems write `<s>` as a token.
const TAGS: [&str; 37] = [
    "a",
    "b",
    "big",
    "blockquote",
    "br",
    "center",
    "code",
    "del",
    "div",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "td",
    "th",
    "tr",
    "u",
    "ul",
];

/// The first tag of HTML in a text.
pub(super) fn html_tag(text: &str) -> Option<Range<usize>> {
    tags(text).find(|(_, name)| TAGS.contains(&name.to_ascii_lowercase().as_str())).map(|(range, _)| range)
}

/// The first thing in angle brackets that looks like a tag but is none of HTML.
pub(super) fn unknown_tag(text: &str) -> Option<Range<usize>> {
    tags(text)
        .find(|(_, name)| {
            let name = name.to_ascii_lowercase();
            name != "s" && !TAGS.contains(&name.as_str())
        })
        .map(|(range, _)| range)
}

/// Everything of the form `<name …>` or `</name>`, with the name.
fn tags(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices('<').filter_map(|(start, _)| {
        let inside = &text[start + 1..];
        let name = inside.strip_prefix('/').unwrap_or(inside);
        let length = name.find(|c: char| !c.is_ascii_alphanumeric()).filter(|length| *length > 0)?;
        let (name, rest) = name.split_at(length);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !rest.starts_with(['>', ' ', '/']) {
            return None;
        }
        // A tag ends before the next one begins.
        let end = rest.find(['>', '<']).filter(|end| rest[*end..].starts_with('>'))?;
        Some((start..text.len() - rest.len() + end + 1, name))
    })
}

/// The first character entity, such as `&amp;` or `&#39;`.
pub(super) fn entity(text: &str) -> Option<Range<usize>> {
    text.match_indices('&').find_map(|(start, _)| {
        let name = &text[start + 1..];
        let end = name.find(';').filter(|end| (2..=8).contains(end))?;
        let name = &name[..end];
        let named = name.chars().all(|c| c.is_ascii_alphabetic());
        let numbered = name.strip_prefix('#').is_some_and(|digits| {
            let hexadecimal = digits.strip_prefix(['x', 'X']);
            hexadecimal.map_or_else(
                || digits.chars().all(|c| c.is_ascii_digit()),
                |digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit()),
            )
        });
        (named || numbered).then_some(start..start + end + 2)
    })
}

#[cfg(test)]
mod tests {
    use super::{entity, html_tag, unknown_tag};

    #[test]
    fn tags_and_entities_are_told_from_ordinary_signs() {
        let check = |text: &str, tag: Option<&str>, other: Option<&str>, character: Option<&str>| {
            assert_eq!(html_tag(text).map(|range| &text[range]), tag, "tag in {text}");
            assert_eq!(unknown_tag(text).map(|range| &text[range]), other, "unknown tag in {text}");
            assert_eq!(entity(text).map(|range| &text[range]), character, "entity in {text}");
        };
        check("a < b and c > d", None, None, None);
        check("I <3 you", None, None, None);
        check("x<b>y</b>", Some("<b>"), None, None);
        check("one<br/>two", Some("<br/>"), None, None);
        check("<p class=\"x\">é</p>", Some("<p class=\"x\">"), None, None);
        check("the <unk> of <s>", None, Some("<unk>"), None);
        check("a <b and c", None, None, None);
        check("Tom &amp; Jerry", None, None, Some("&amp;"));
        check("it&#39;s", None, None, Some("&#39;"));
        check("it&#x27;s", None, None, Some("&#x27;"));
        check("AT&T; Q&A; R & D;", None, None, None);
        check("<", None, None, None);
        check("&", None, None, None);
        check("</", None, None, None);
        check("<é>", None, None, None);
    }
}
