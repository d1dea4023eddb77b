//! What looks like somebody's: e-mail addresses, ids of Prolific and Mechanical Turk, addresses of the internet, telephone
//! numbers.

/// Something that looks personal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Line of the file, from 1.
    pub line: usize,
    /// What it looks like.
    pub kind: &'static str,
    /// The first letters of it; the rest is nobody's business.
    pub begins: String,
}

/// Everything in a text that looks personal.
#[must_use]
pub fn find_personal(text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let is_part = |c: char| c.is_alphanumeric() || "@._+-".contains(c);
        for word in line.split(|c: char| !is_part(c)).map(trim) {
            if let Some(kind) = kind(word) {
                found.push(Finding { line: at + 1, kind, begins: word.chars().take(3).collect::<String>() + "…" });
            }
        }
    }
    found
}

/// Without the punctuation around it; the plus before a telephone number belongs to it.
fn trim(word: &str) -> &str {
    word.trim_start_matches(['.', '-', '_']).trim_end_matches(['.', '-', '_', '+'])
}

fn kind(word: &str) -> Option<&'static str> {
    let hexadecimal = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let capitals = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
    if let Some((name, host)) = word.split_once('@') {
        let is_address = !name.is_empty() && host.contains('.') && !host.ends_with('.') && !host.contains('@');
        return is_address.then_some("an e-mail address");
    }
    if word.len() == 24 && hexadecimal(word) && word.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return Some("an id of Prolific");
    }
    if (12..=21).contains(&word.len()) && word.starts_with('A') && capitals(word) && digits(word) >= 3 {
        return Some("an id of Mechanical Turk");
    }
    let parts: Vec<&str> = word.split('.').collect();
    if parts.len() == 4 && parts.iter().all(|part| part.parse::<u8>().is_ok()) {
        return Some("an address of the internet");
    }
    let is_phone = word.starts_with('+') && digits(word) >= 9;
    is_phone.then_some("a telephone number")
}
