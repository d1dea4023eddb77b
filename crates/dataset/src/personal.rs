//! What looks like somebody's: e-mail addresses, ids of Prolific and Mechanical Turk, addresses on the internet, telephone
//! numbers, links to profiles.

mod spelled_addresses;

use std::net::IpAddr;
use std::ops::Range;

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

impl PersonalFinding {
    /// Whether it looks like the id by which a platform knows somebody.
    #[must_use]
    pub fn is_id(&self) -> bool {
        [PROLIFIC, TURK].contains(&self.kind)
    }
}

const PROLIFIC: &str = "an id of Prolific";
const TURK: &str = "an id of Mechanical Turk";
const EMAIL: &str = "an e-mail address";
const TELEPHONE: &str = "a telephone number";

/// Everything in a text that looks personal.
#[must_use]
pub fn find_personal(text: &str) -> Vec<PersonalFinding> {
    let finding = |(at, line): (usize, &str)| -> Vec<PersonalFinding> {
        let plain = Plain::from_text(line);
        let each = in_line(&plain.text).into_iter();
        each.map(|(kind, word)| PersonalFinding { line: at + 1, kind, begins: begins(word) }).collect()
    };
    text.lines().enumerate().flat_map(finding).collect()
}

/// A text with [`REMOVED`] in the place of everything that looks personal, and how often.
#[must_use]
pub fn without_personal(text: &str) -> (String, usize) {
    let (mut text, mut removed) = (text.to_owned(), 0);
    loop {
        let plain = Plain::from_text(&text);
        let Some(word) = plain.text.lines().find_map(|line| in_line(line).first().map(|(_, word)| *word)) else {
            return (text, removed);
        };
        let places: Vec<_> = plain.text.match_indices(word).map(|(at, _)| plain.place(at, word)).collect();
        removed += places.len();
        for place in places.into_iter().rev() {
            text.replace_range(place, REMOVED);
        }
    }
}

/// A text as it is searched: letters, figures and signs of full width and figures of other scripts as in ASCII, and without
/// characters that nobody sees.
struct Plain {
    text: String,
    /// Where each of its bytes comes from, and the end of the text.
    from: Vec<usize>,
}

impl Plain {
    fn from_text(text: &str) -> Plain {
        let mut plain = Plain { text: String::with_capacity(text.len()), from: Vec::with_capacity(text.len() + 1) };
        for (at, c) in text.char_indices().filter_map(|(at, c)| Some((at, in_ascii(c)?))) {
            plain.text.push(c);
            plain.from.resize(plain.text.len(), at);
        }
        plain.from.push(text.len());
        plain
    }

    /// Where a word of it stands in the text that it was made of.
    fn place(&self, at: usize, word: &str) -> Range<usize> {
        self.from[at]..self.from[at + word.len()]
    }
}

/// Where the ten figures of scripts begin in which people write numbers, beside those of full width: Arabic, Persian,
/// Devanagari, Bengali, Thai.
const ZEROS: [u32; 5] = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/// A character in ASCII where it has a counterpart there; nothing for one that nobody sees.
fn in_ascii(c: char) -> Option<char> {
    let code = u32::from(c);
    let figure =
        ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code)).map(|zero| u32::from(b'0') + code - zero);
    match c {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(code - 0xfee0),
        '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{3000}' => Some(' '),
        // The last is the Japanese sign for a long vowel, which is typed for a hyphen.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | 'ー' => Some('-'),
        _ => figure.map_or(Some(c), char::from_u32),
    }
}

/// What stands where something personal was.
pub const REMOVED: &str = "[removed]";

/// What looks personal in a line, each with what it looks like.
fn in_line(line: &str) -> Vec<(&'static str, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || "@._+-:".contains(c);
    let mut found = Vec::new();
    // Scripts without capitals are often written without blanks around words of others, as in "私はA1B2C3D4E5F6G7です".
    let is_without_capitals = |c: char| c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase();
    for word in line.split(|c: char| !is_part(c)) {
        // "mail:a@example.org", "192.0.2.1:8080" and "PID_5f1a…" are written without a blank.
        let parts = word.split(':').chain(word.split(['_', '-', '.']));
        let among = word.split(is_without_capitals).flat_map(|part| [part].into_iter().chain(part.split(':')));
        let kinds = among.chain([word]).chain(parts).map(trim).filter_map(|it| Some((personal_kind(it)?, it)));
        found.extend(kinds.chain(glued_id(word)).next());
    }
    // One that is written without blanks is a word.
    let known = found.iter().any(|(kind, _)| *kind == TELEPHONE);
    found.extend(numbers(line).find(|number| !known && is_telephone(number)).map(|number| (TELEPHONE, number)));
    found.extend(spelled_addresses::addresses(line).map(|address| (EMAIL, address)));
    found.extend(spelled_addresses::profiles(line).map(|link| ("a link to a profile", link)));
    found
}

/// An id of Prolific to which something was written without a blank, such as the sign for the end of a line. Letters that are
/// figures, too, make it a little longer; checksums are longer still.
fn glued_id(word: &str) -> Option<(&'static str, &str)> {
    let mut runs = word.split(|c: char| !c.is_ascii_hexdigit());
    let run = runs.find(|run| (24..28).contains(&run.len()) && run.bytes().any(|byte| byte.is_ascii_alphabetic()))?;
    let digits = run.bytes().filter(u8::is_ascii_digit).count();
    (digits >= 4).then_some((PROLIFIC, run))
}

fn begins(word: &str) -> String {
    word.chars().take(3).collect::<String>() + "…"
}

/// Without the punctuation around it; the plus before a telephone number belongs to it.
fn trim(word: &str) -> &str {
    word.trim_start_matches(['.', '-', '_', ':']).trim_end_matches(['.', '-', '_', '+', ':'])
}

/// What is written in digits, blanks and the signs that stand in telephone numbers, as far as it reaches. Digits right behind a
/// letter, as in `en_0086600-73`, are part of an id.
fn numbers(line: &str) -> impl Iterator<Item = &str> {
    let is_of_word = |c: char| c.is_ascii_digit() || c.is_lowercase() || c.is_uppercase();
    let is_other = |c: char| !(c.is_ascii_digit() || "+ ()-/".contains(c));
    let with_before = line.split_inclusive(is_other).scan(' ', |last, piece| {
        let before = std::mem::replace(last, piece.chars().next_back().unwrap_or(' '));
        Some((before, piece))
    });
    with_before
        .filter(move |(before, piece)| !(is_of_word(*before) || *before == '_') || piece.starts_with(' '))
        .map(move |(_, piece)| piece.trim_end_matches(is_other).trim_matches([' ', '-', '/']))
        .filter(|part| !part.is_empty())
}

/// Whether digits with blanks and signs are a telephone number: 9 to 15 digits in two to six groups, of which one is long, that
/// begin like one, or three groups as in North America.
fn is_telephone(number: &str) -> bool {
    let groups: Vec<usize> =
        number.split(|c: char| !c.is_ascii_digit()).map(str::len).filter(|digits| *digits > 0).collect();
    let digits: usize = groups.iter().sum();
    let begins = number.trim_start_matches('(').starts_with(['+', '0']);
    let long = groups.iter().any(|digits| *digits >= 3);
    (begins && long && (9..=15).contains(&digits) && (2..=6).contains(&groups.len())) || groups == [3, 3, 4]
}

fn is_prolific(word: &str) -> bool {
    let hexadecimal = word.bytes().all(|byte| byte.is_ascii_hexdigit());
    word.len() == 24 && hexadecimal && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Capitals and figures after an A. People type it in small letters, too, and then it must look less like a word.
fn is_turk(word: &str) -> bool {
    let is_of = |letter: fn(&u8) -> bool| word.bytes().all(|byte| byte.is_ascii_digit() || letter(&byte));
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let changes = word.as_bytes().windows(2).filter(|two| two[0].is_ascii_digit() != two[1].is_ascii_digit()).count();
    let begins = word.starts_with(['A', 'a']) && (12..=21).contains(&word.len());
    begins && ((is_of(u8::is_ascii_uppercase) && digits > 0) || (is_of(u8::is_ascii_lowercase) && changes >= 4))
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
        // Prolific's own addresses for people begin with their id.
        let kind = if is_prolific(name) { PROLIFIC } else { EMAIL };
        return is_address.then_some(kind);
    }
    if is_prolific(word) {
        return Some(PROLIFIC);
    }
    if is_turk(word) {
        return Some(TURK);
    }
    // Two colons alone are an address, too, and stand in much program code.
    let is_whole = |address: IpAddr| address.is_ipv4() || word.matches(':').count() > 2;
    if word.parse().is_ok_and(is_whole) {
        return Some("an address on the internet");
    }
    let is_number = word.chars().all(|c| c.is_ascii_digit() || "+ ()-./".contains(c));
    (word.starts_with('+') && digits >= 9 && is_number).then_some(TELEPHONE)
}

#[cfg(test)]
mod tests {
    use super::{find_personal, personal_kind, without_personal};

    #[test]
    fn what_is_somebodys_is_found_and_what_is_not_is_left_alone() {
        for (word, kind) in [
            ("a.b@example.org", "an e-mail address"),
            ("5f1a2b3c4d5e6f7a8b9c0d1e", "an id of Prolific"),
            ("A1B2C3D4E5F6G7", "an id of Mechanical Turk"),
            ("ABCDEFGHIJKLM2", "an id of Mechanical Turk"),
            ("a1b2c3d4e5f6g7", "an id of Mechanical Turk"),
            ("5f1a2b3c4d5e6f7a8b9c0d1e@email.example.com", "an id of Prolific"),
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
            "accomplished",
            "august2026plan",
            "123456789012345678901234",
            "+1",
        ] {
            assert_eq!(personal_kind(word), None, "{word}");
        }
    }

    #[test]
    fn what_is_glued_or_spaced_is_found_and_figures_are_left_alone() {
        for (text, kind) in [
            ("my id is PID_5f1a2b3c4d5e6f7a8b9c0d1e", "an id of Prolific"),
            ("5F1A2B3C4D5E6F7A8B9C0D1E.", "an id of Prolific"),
            ("MyID5f1a2b3c4d5e6f7a8b9c0d1e", "an id of Prolific"),
            ("{\"text\":\"hello\\n5f1a2b3c4d5e6f7a8b9c0d1e\"}", "an id of Prolific"),
            ("5f1a2b3c4d5e6f7a8b9c0d1eand thanks", "an id of Prolific"),
            ("from 192.0.2.17:8080", "an address on the internet"),
            ("call +44 20 7946 0000 now", "a telephone number"),
            ("ring 0170 1234567", "a telephone number"),
            ("(030) 1234-5678", "a telephone number"),
            ("555-010-4477", "a telephone number"),
        ] {
            let kinds: Vec<&str> = find_personal(text).iter().map(|it| it.kind).collect();
            assert_eq!(kinds, [kind], "{text}");
        }
        for text in [
            "1,0,3,2,1,0,0,1,2,0,0,1",
            "0 0 1 0 1 1 0 0 0 1 0",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "123e4567e89b12d3a456426614174000",
            "1794928212470,1794928310300,97.83,1822.126",
            "0.123456789,0.987654321",
            "2026-11-16T10:00:00Z to 2026-11-17",
            "104-98 on Friday, 31 points",
            "00:01:02 - 00:03:04",
            "drugstore-3-en_0086600-73:1",
            "{\"best-worst\":{\"best\":0,\"worst\":1}}",
        ] {
            assert_eq!(find_personal(text), [], "{text}");
        }
    }

    #[test]
    fn what_is_written_in_other_scripts_is_found_and_removed_alone() {
        for (text, kind, rest) in [
            ("５ｆ１ａ２ｂ３ｃ４ｄ５ｅ６ｆ７ａ８ｂ９ｃ０ｄ１ｅ です", "an id of Prolific", "[removed] です"),
            ("5f1a2b3c4d5e\u{200b}6f7a8b9c0d1e", "an id of Prolific", "[removed]"),
            ("私はA1B2C3D4E5F6G7です", "an id of Mechanical Turk", "私は[removed]です"),
            ("メールはtaro@example.orgです", "an e-mail address", "メールは[removed]です"),
            ("taro＠example.org", "an e-mail address", "[removed]"),
            ("müller@example.org", "an e-mail address", "[removed]"),
            ("用户@例子.公司", "an e-mail address", "[removed]"),
            ("電話０３－１２３４－５６７８です", "a telephone number", "電話[removed]です"),
            ("０３ー１２３４ー５６７８", "a telephone number", "[removed]"),
            ("٠٥٠ ١٢٣ ٤٥٦٧", "a telephone number", "[removed]"),
            ("住所は192.0.2.17です", "an address on the internet", "住所は[removed]です"),
        ] {
            let kinds: Vec<&str> = find_personal(text).iter().map(|it| it.kind).collect();
            assert_eq!(kinds, [kind], "{text}");
            assert_eq!(without_personal(text), (rest.to_owned(), 1), "{text}");
        }
        for text in ["２０２６年１１月１８日", "評価は５／５、１０点満点", "第３回：１２：３０〜１３：００"]
        {
            assert_eq!(find_personal(text), [], "{text}");
            assert_eq!(without_personal(text), (text.to_owned(), 0));
        }
    }

    #[test]
    fn what_is_removed_is_counted_and_the_rest_stays() {
        let text = "I am 5f1a2b3c4d5e6f7a8b9c0d1e,\nmail a.b@example.org or ring 0170 1234567; I liked 3 of 4.";
        let expected = "I am [removed],\nmail [removed] or ring [removed]; I liked 3 of 4.";
        assert_eq!(without_personal(text), (expected.to_owned(), 3));
        assert_eq!(without_personal("nothing here: 12:30"), ("nothing here: 12:30".to_owned(), 0));
    }

    #[test]
    fn it_is_found_in_the_middle_of_a_line() {
        let text = "x\n1,\"(mail:a.b@example.org)\",2026-11-16T10:00:00Z,(+4420-7946-0000),A1B2C3D4E5F6G7.\n";
        let found: Vec<(usize, &str)> = find_personal(text).iter().map(|it| (it.line, it.kind)).collect();
        let kinds = ["an e-mail address", "a telephone number", "an id of Mechanical Turk"];
        assert_eq!(found, kinds.map(|kind| (2, kind)));
    }
}
