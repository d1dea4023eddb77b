//! Words that run from the right, kept apart from what stands around them: else a number after an Arabic name is shown before it.

use unicode_bidi::{BidiClass, bidi_class};

/// Elements whose text holds no other elements.
const WITHOUT_ELEMENTS: [&str; 4] = ["style", "script", "svg", "title"];

/// The page with every run of letters from the right in a `bdi`.
pub(super) fn isolated(page: String) -> String {
    if !page.chars().any(is_from_the_right) {
        return page;
    }
    let mut out = String::with_capacity(page.len() + page.len() / 8);
    let mut rest = page.as_str();
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        out.push_str(&with_isolates(text));
        let end = match WITHOUT_ELEMENTS.iter().find(|name| tag[1..].starts_with(*name)) {
            Some(name) => tag.find(&format!("</{name}")).unwrap_or(tag.len()),
            None => tag.find('>').map_or(tag.len(), |end| end + 1),
        };
        out.push_str(&tag[..end]);
        rest = &tag[end..];
    }
    out + &with_isolates(rest)
}

fn with_isolates(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_from_the_right) {
        let (before, run) = rest.split_at(start);
        let left = run.find(|c| bidi_class(c) == BidiClass::L || c == '&').unwrap_or(run.len());
        let last = run[..left].char_indices().rfind(|(_, c)| is_from_the_right(*c));
        let end = last.map_or(left, |(at, c)| at + c.len_utf8());
        out.push_str(before);
        out.push_str(&["<bdi>", &run[..end], "</bdi>"].concat());
        rest = &run[end..];
    }
    out + rest
}

fn is_from_the_right(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}

#[cfg(test)]
mod tests {
    use super::isolated;

    fn check(page: &str, expected: &str) {
        assert_eq!(isolated(page.to_owned()), expected);
    }

    #[test]
    fn what_runs_from_the_right_is_kept_apart() {
        check("<p>A 1 &amp; b</p>", "<p>A 1 &amp; b</p>");
        check("<p title=\"نص\">نظام 0.12</p>", "<p title=\"نص\"><bdi>نظام</bdi> 0.12</p>");
        check("<td>א 3 ב, x<td>ג", "<td><bdi>א 3 ב</bdi>, x<td><bdi>ג</bdi>");
        check("<title>א</title><svg><text>א</text></svg>א", "<title>א</title><svg><text>א</text></svg><bdi>א</bdi>");
    }
}
