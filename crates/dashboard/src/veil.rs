//! Pictures, sounds and films under addresses that tell nothing: files are often called by the system they are from.

/// A part of a page in which the study's files stand under numbers, in the order of the page.
pub(super) struct Veiled {
    pub(super) markup: String,
    names: Vec<String>,
}

impl Veiled {
    /// Gives every file whose address begins with `files` an address that begins with `address`.
    pub(super) fn of(markup: &str, files: &str, address: &str) -> Veiled {
        let begins = format!("\"{files}/");
        let mut parts = markup.split(&begins);
        let mut veiled = parts.next().unwrap_or_default().to_owned();
        let mut names = Vec::new();
        for part in parts {
            let (name, rest) = part.split_once('"').unwrap_or((part, ""));
            names.push(decoded(&name.replace("&amp;", "&")));
            veiled.push_str(&format!("\"{address}/{}\"{rest}", names.len()));
        }
        Veiled { markup: veiled, names }
    }

    /// The name of the file under a number.
    pub(super) fn name(&self, number: &str) -> Option<&str> {
        let place = number.parse::<usize>().ok()?.checked_sub(1)?;
        self.names.get(place).map(String::as_str)
    }
}

/// What stands in an address as `%20` and the like.
fn decoded(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Veiled;

    #[test]
    fn files_stand_under_numbers_and_everything_else_as_it_was() {
        let markup =
            "<img src=\"/s/x/files/gpt/a%20b.png\" alt=\"a\"><a href=\"/s/x/files/m&amp;m.wav\">b</a> /s/x/files/";
        let veiled = Veiled::of(markup, "/s/x/files", "1/file");
        assert_eq!(veiled.markup, "<img src=\"1/file/1\" alt=\"a\"><a href=\"1/file/2\">b</a> /s/x/files/");
        assert_eq!(["1", "2"].map(|number| veiled.name(number)), [Some("gpt/a b.png"), Some("m&m.wav")]);
        for number in ["0", "3", "x", "-1"] {
            assert_eq!(veiled.name(number), None, "{number}");
        }
        assert_eq!(Veiled::of("<p>100%</p>", "/f", "/g").markup, "<p>100%</p>");
    }

    #[test]
    fn signs_that_are_no_code_stay() {
        for (address, name) in [("100%", "100%"), ("%zz%4", "%zz%4"), ("%C3%A9.png", "é.png")] {
            assert_eq!(super::decoded(address), name);
        }
    }
}
