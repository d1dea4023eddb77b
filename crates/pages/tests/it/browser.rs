//! As much of a browser as it takes to see what a page would post. It knows only the markup that our
//! templates write: attributes in double quotes.

/// A tag with its attributes, and the text up to the next tag.
struct Tag<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, String)>,
    text: String,
}

impl Tag<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    fn has_attribute(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

fn unescaped(text: &str) -> String {
    let mut plain = text.to_owned();
    for (escape, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ] {
        plain = plain.replace(escape, character);
    }
    plain
}

fn parse(page: &str) -> Vec<Tag<'_>> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(open) = rest.find('<') {
        rest = &rest[open + 1..];
        let mut quoted = false;
        let end = rest
            .find(|c| {
                quoted ^= c == '"';
                c == '>' && !quoted
            })
            .unwrap_or(rest.len());
        let inside = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or("");
        let name_end = inside.find([' ', '\n']).unwrap_or(inside.len());
        let (name, mut list) = inside.split_at(name_end);
        let mut attributes = Vec::new();
        loop {
            list = list.trim_start();
            let Some(end) = list.find([' ', '=', '\n']).or((!list.is_empty()).then_some(list.len())) else { break };
            let key = &list[..end];
            list = &list[end..];
            let value = list.strip_prefix("=\"").map(|after| after.split_once('"').unwrap_or((after, "")));
            if let Some((value, after)) = value {
                list = after;
                attributes.push((key, unescaped(value)));
            } else {
                attributes.push((key, String::new()));
            }
        }
        let text = unescaped(&rest[..rest.find('<').unwrap_or(rest.len())]);
        found.push(Tag { name, attributes, text });
    }
    found
}

/// The values of an attribute, wherever it stands.
pub(crate) fn attributes(page: &str, name: &str) -> Vec<String> {
    parse(page).iter().filter_map(|tag| tag.get(name).map(str::to_owned)).collect()
}

/// The names of all tags, in order.
pub(crate) fn tags(page: &str) -> Vec<String> {
    parse(page).iter().map(|tag| tag.name.to_owned()).collect()
}

/// What a browser posts when the page's form is sent as it stands.
pub(crate) fn posts(page: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut select: Option<(String, Option<String>)> = None;
    for tag in parse(page) {
        let name = tag.get("name").unwrap_or_default().to_owned();
        match tag.name {
            "input" => {
                let value = tag.get("value").unwrap_or_default().to_owned();
                let chosen = !matches!(tag.get("type"), Some("radio" | "checkbox")) || tag.has_attribute("checked");
                if chosen && !name.is_empty() {
                    fields.push((name, value));
                }
            }
            // The first line break after the tag is not part of what is in it.
            "textarea" => fields.push((name, tag.text.strip_prefix('\n').unwrap_or(&tag.text).replace('\n', "\r\n"))),
            "select" => select = Some((name, None)),
            "option" => {
                if let Some((_, chosen)) = &mut select
                    && (chosen.is_none() || tag.has_attribute("selected"))
                {
                    *chosen = Some(tag.get("value").unwrap_or_default().to_owned());
                }
            }
            "/select" => fields.extend(select.take().map(|(name, chosen)| (name, chosen.unwrap_or_default()))),
            _ => {}
        }
    }
    fields
}

/// Whether every tag that is opened is closed, in order.
pub(crate) fn check_nesting(page: &str) -> Result<(), String> {
    const EMPTY: [&str; 8] = ["!doctype", "meta", "link", "input", "img", "br", "hr", "option"];
    let mut open: Vec<&str> = Vec::new();
    let tags = parse(page);
    for tag in &tags {
        if let Some(name) = tag.name.strip_prefix('/').filter(|name| !EMPTY.contains(name)) {
            match open.pop() {
                Some(last) if last == name => {}
                last => return Err(format!("{last:?} is closed by {name}")),
            }
        } else if !EMPTY.contains(&tag.name.trim_start_matches('/')) {
            open.push(tag.name);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} are not closed")) }
}
