//! What looks like somebody's: e-mail addresses, ids of Prolific and Mechanical Turk, addresses on the internet, telephone
//! numbers.

use std::net::IpAddr;

/// Something that looks personal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalFinding {
    /// Line of the file, from 1.
    pub line: usize,
    /// What it looks like.
    pub kind: &'static str,
    /// The first letters of it; the rest is nobody's business.
    pub begins: String,
}

/// Everything in a text that looks personal.
#[must_use]
pub fn find_personal(text: &str) -> Vec<PersonalFinding> {
    let is_part = |c: char| c.is_alphanumeric() || "@._+-:".contains(c);
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for word in line.split(|c: char| !is_part(c)).map(trim) {
            if let Some(kind) = personal_kind(word) {
                let begins = word.chars().take(3).collect::<String>() + "…";
                found.push(PersonalFinding { line: at + 1, kind, begins });
            }
        }
    }
    found
}

/// Without the punctuation around it; the plus before a telephone number belongs to it.
fn trim(word: &str) -> &str {
    let word = word.trim_start_matches(['.', '-', '_', ':']).trim_end_matches(['.', '-', '_', '+', ':']);
    // "mail:a@example.org" and "id:5f1a…" are written without a blank; an address of the internet has more than one colon.
    match word.split_once(':') {
        Some((_, rest)) if !rest.contains(':') => rest,
        Some(_) | None => word,
    }
}

/// What a word, or a whole cell of a table, looks like.
#[must_use]
pub fn personal_kind(word: &str) -> Option<&'static str> {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if let Some((name, host)) = word.split_once('@') {
        let is_address = !name.is_empty()
            && host.contains('.')
            && !host.ends_with('.')
            && !host.contains('@')
            && !word.contains(char::is_whitespace);
        return is_address.then_some("an e-mail address");
    }
    let hexadecimal = word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if word.len() == 24 && hexadecimal && digits < 24 {
        return Some("an id of Prolific");
    }
    let capitals = word.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    if (12..=21).contains(&word.len()) && word.starts_with('A') && capitals && digits > 0 {
        return Some("an id of Mechanical Turk");
    }
    // Two colons alone are an address, too, and stand in much program code.
    let is_whole = |address: IpAddr| address.is_ipv4() || word.matches(':').count() > 2;
    if word.parse().is_ok_and(is_whole) {
        return Some("an address on the internet");
    }
    let is_number = word.chars().all(|c| c.is_ascii_digit() || "+ ()-./".contains(c));
    (word.starts_with('+') && digits >= 9 && is_number).then_some("a telephone number")
}

#[cfg(test)]
mod tests {
    use super::{find_personal, personal_kind};

    #[test]
    fn what_is_somebodys_is_found_and_what_is_not_is_left_alone() {
        for (word, kind) in [
            ("a.b@example.org", "an e-mail address"),
            ("5f1a2b3c4d5e6f7a8b9c0d1e", "an id of Prolific"),
            ("A1B2C3D4E5F6G7", "an id of Mechanical Turk"),
            ("ABCDEFGHIJKLM2", "an id of Mechanical Turk"),
            ("192.0.2.17", "an address on the internet"),
            ("2001:db8::7:1", "an address on the internet"),
            ("+44 20 7946 0000", "a telephone number"),
        ] {
            assert_eq!(personal_kind(word), Some(kind), "{word}");
        }
        for word in [
            "",
            "@",
            "a@b",
            "what @ home.org",
            "::",
            "a::b",
            "12:30:45",
            "ACCOMPLISHED",
            "123456789012345678901234",
            "+1",
        ] {
            assert_eq!(personal_kind(word), None, "{word}");
        }
    }

    #[test]
    fn it_is_found_in_the_middle_of_a_line() {
        let text = "x\n1,\"(mail:a.b@example.org)\",2026-11-16T10:00:00Z,(+4420-7946-0000),A1B2C3D4E5F6G7.\n";
        let found: Vec<(usize, &str)> = find_personal(text).iter().map(|it| (it.line, it.kind)).collect();
        let kinds = ["an e-mail address", "a telephone number", "an id of Mechanical Turk"];
        assert_eq!(found, kinds.map(|kind| (2, kind)));
    }
}
