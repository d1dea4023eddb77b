//! The words and signs of a condition, with where they stand.

use std::ops::Range;

use super::ClaimError;

/// One word or sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// Which.
    pub(super) sign: Sign,
    /// Its bytes in the condition.
    pub(super) range: Range<usize>,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sign {
    /// A bare word: a name, a number or one of the language's own words.
    Word(String),
    /// A word in quotes, which is always a name.
    Quoted(String),
    /// `>`
    Above,
    /// `<`
    Below,
    /// `=`
    Same,
    /// `>=` or `≥`
    AtLeast,
    /// `<=` or `≤`
    AtMost,
    /// `,`
    Comma,
    /// `(`
    Open,
    /// `)`
    Close,
}

const SIGNS: [(&str, Sign); 12] = [
    (">=", Sign::AtLeast),
    ("=>", Sign::AtLeast),
    ("<=", Sign::AtMost),
    ("=<", Sign::AtMost),
    ("==", Sign::Same),
    (">", Sign::Above),
    ("<", Sign::Below),
    ("=", Sign::Same),
    ("≥", Sign::AtLeast),
    ("≤", Sign::AtMost),
    (",", Sign::Comma),
    ("(", Sign::Open),
];

/// Words that mean something to the language, so that a name like them is written in quotes.
const RESERVED: [&str; 17] = [
    "all", "alpha", "and", "at", "better", "by", "is", "kappa", "least", "most", "on", "or", "others", "percent",
    "than", "within", "worse",
];

/// Whether a name can be written without quotes.
pub(super) fn is_bare(name: &str) -> bool {
    let reserved = RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name));
    !name.is_empty() && !reserved && !name.starts_with(['\'', '"', '`']) && name.chars().all(is_word)
}

fn is_word(character: char) -> bool {
    !character.is_whitespace() && !"<>=≥≤,()".contains(character)
}

/// Cuts a condition into words and signs.
pub(super) fn cut(text: &str) -> Result<Vec<Token>, ClaimError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (sign, length) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if matches!(first, '\'' | '"' | '`') {
            let (name, length) = read_quoted_name(rest, first).ok_or_else(|| ClaimError {
                range: at..text.len(),
                message: format!("a quote {first} is opened but never closed"),
                help: Some(format!("close it with {first} after the name")),
            })?;
            (Sign::Quoted(name), length)
        } else if let Some((written, sign)) = SIGNS.iter().find(|(written, _)| rest.starts_with(written)) {
            (sign.clone(), written.len())
        } else if first == ')' {
            (Sign::Close, 1)
        } else {
            let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
            (Sign::Word(rest[..length].to_owned()), length)
        };
        tokens.push(Token { sign, range: at..at + length });
        at += length;
    }
    Ok(tokens)
}

/// The name in quotes at the start of `text` and the bytes it takes; a doubled quote stands for one.
fn read_quoted_name(text: &str, quote: char) -> Option<(String, usize)> {
    let mut name = String::new();
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        if character != quote {
            name.push(character);
        } else if characters.next_if(|(_, next)| *next == quote).is_some() {
            name.push(quote);
        } else {
            return Some((name, at + 1));
        }
    }
    None
}
