//! Tags of a page, one after the other. Our own pages are well formed, so that this is all it takes.

/// A tag, and the text up to the next one.
pub(super) struct Tag<'a> {
    /// Its name; with a slash where it closes an element.
    pub(super) name: &'a str,
    attributes: &'a str,
    /// The text behind it, as written.
    text: &'a str,
}

impl<'a> Tag<'a> {
    /// The value of an attribute; empty for one without a value.
    pub(super) fn get(&self, wanted: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start();
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            if end == 0 {
                return None;
            }
            let (name, after) = rest.split_at(end);
            let (value, after) = match after.strip_prefix("=\"") {
                Some(quoted) => quoted.split_once('"')?,
                None => ("", after),
            };
            if name == wanted {
                return Some(unescape(value));
            }
            rest = after;
        }
    }

    pub(super) fn has_class(&self, class: &str) -> bool {
        self.get("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
    }

    /// The text behind it, as a person reads it.
    pub(super) fn text(&self) -> String {
        unescape(self.text)
    }
}

/// Every tag of a page, in order.
pub(super) fn tags(page: &str) -> impl Iterator<Item = Tag<'_>> {
    page.split('<').skip(1).filter_map(|piece| {
        // No attribute of ours holds a bare `>`: values are escaped.
        let (tag, text) = piece.split_once('>')?;
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        Some(Tag { name, attributes, text })
    })
}

/// Text without its escapes.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let meant = after.split_once(';').and_then(|(name, after)| Some((character(name)?, after)));
        rest = if let Some((character, after)) = meant {
            plain.push(character);
            after
        } else {
            plain.push('&');
            after
        };
    }
    plain.push_str(rest);
    plain
}

fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "nbsp" => Some('\u{a0}'),
        numbered => char::from_u32(numbered.strip_prefix('#')?.parse().ok()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_and_text_are_read_without_their_escapes() {
        let page = "<p class=\"a b\">one &#38; two</p><input type=\"radio\" value=\"&#60;x&#62;\" checked>";
        let tags: Vec<Tag<'_>> = tags(page).collect();
        assert_eq!(tags.iter().map(|tag| tag.name).collect::<Vec<_>>(), ["p", "/p", "input"]);
        assert!(tags[0].has_class("b") && !tags[0].has_class("c"));
        assert_eq!(tags[0].text(), "one & two");
        assert_eq!(tags[2].get("value").as_deref(), Some("<x>"));
        assert_eq!(tags[2].get("checked").as_deref(), Some(""));
        assert_eq!(tags[2].get("name"), None);
        assert_eq!(unescape("a & b &unknown; &#955;"), "a & b &unknown; λ");
    }
}
