//! What is personal and longer than a word: addresses spelled so that programs do not find them, as in "ann (at) example dot org",
//! and links to somebody's profile.

/// How "@" is spelled; the last only before a host whose dots are spelled, too, and that ends as hosts do.
const AT: [&str; 5] = ["(at)", "[at]", "{at}", "<at>", " at "];
const DOT: [&str; 5] = ["(dot)", "[dot]", "{dot}", "<dot>", " dot "];
/// Ends of hosts that are no English words, as "in" is: "at the dot in the middle" is no address.
const ENDS: [&str; 24] = [
    "com", "org", "net", "edu", "gov", "info", "eu", "uk", "de", "fr", "nl", "es", "pl", "pt", "cz", "ch", "dk", "se",
    "fi", "jp", "cn", "kr", "br", "ca",
];
/// Where people have profiles, up to their name.
const PROFILES: [&str; 9] = [
    "linkedin.com/in/",
    "facebook.com/",
    "instagram.com/",
    "twitter.com/",
    "x.com/",
    "t.me/",
    "github.com/",
    "orcid.org/",
    "researchgate.net/profile/",
];

/// E-mail addresses in words.
pub(super) fn addresses(line: &str) -> impl Iterator<Item = &str> {
    let small = line.to_ascii_lowercase();
    let mut found: Vec<&str> = AT
        .iter()
        .flat_map(|at| small.match_indices(at))
        .filter_map(|(place, at)| {
            let before = line[..place].trim_end();
            let start = before.rfind(|c: char| !is_name(c)).map_or(0, |last| last + width(before, last));
            let host = place + at.len();
            let (end, dots) = host_end(&small, host)?;
            let ends = small[host..end].rsplit([' ', '.']).next().is_some_and(|last| ENDS.contains(&last));
            let is_spelled = !at.starts_with(' ') || (dots == Dots::Spelled && ends);
            (start < before.len() && is_spelled).then(|| &line[start..end])
        })
        .collect();
    found.dedup();
    found.into_iter()
}

/// How the dots of a host are written.
#[derive(PartialEq, Eq)]
enum Dots {
    Written,
    Spelled,
}

/// Where a host with at least one dot ends that begins here.
fn host_end(small: &str, start: usize) -> Option<(usize, Dots)> {
    let label_end = |from: usize| {
        let from = from + small[from..].len() - small[from..].trim_start_matches(' ').len();
        let end = small[from..].find(|c: char| !is_name(c)).map_or(small.len(), |length| from + length);
        let label = small[from..end].trim_end_matches(['.', '-', '_', '+']);
        (!label.is_empty()).then_some(from + label.len())
    };
    let mut end = label_end(start)?;
    let mut dots = small[start..end].contains('.').then_some(Dots::Written);
    loop {
        let next = DOT.iter().find_map(|dot| {
            let rest = &small[end..];
            let gap = if dot.starts_with(' ') { 0 } else { rest.len() - rest.trim_start_matches(' ').len() };
            rest[gap..].starts_with(dot).then_some(end + gap + dot.len())
        });
        let Some(label) = next.and_then(label_end) else { break };
        (end, dots) = (label, Some(Dots::Spelled));
    }
    Some((end, dots?))
}

/// Links to profiles.
pub(super) fn profiles(line: &str) -> impl Iterator<Item = &str> {
    let small = line.to_ascii_lowercase();
    let mut found: Vec<&str> = PROFILES
        .iter()
        .flat_map(|host| small.match_indices(host))
        .filter_map(|(place, host)| {
            let before = line[..place].chars().next_back();
            let path = &line[place + host.len()..];
            let length = path.find(|c: char| !(is_name(c) || "/@%~".contains(c))).unwrap_or(path.len());
            let name = path[..length].trim_end_matches(['.', '/', '-', '_']);
            let is_host = !before.is_some_and(|c| c.is_alphanumeric() || c == '-');
            // What is further below is a post or a program, not a person.
            let is_link = is_host && name.chars().count() > 1 && !name.contains('/');
            is_link.then(|| &line[place..place + host.len() + name.len()])
        })
        .collect();
    found.dedup();
    found.into_iter()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || "._+-".contains(c)
}

fn width(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::super::{find_personal, without_personal};

    #[test]
    fn addresses_in_words_and_profiles_are_found_and_removed() {
        for (text, kind, rest) in [
            ("write to ann.lee (at) example.org, please", "an e-mail address", "write to [removed], please"),
            ("ann[AT]example[DOT]org", "an e-mail address", "[removed]"),
            ("ann at example dot co dot uk is me", "an e-mail address", "[removed] is me"),
            ("jörg {at} beispiel (dot) de.", "an e-mail address", "[removed]."),
            ("see https://www.linkedin.com/in/ann-lee-12/!", "a link to a profile", "see https://www.[removed]/!"),
            ("@me: x.com/annlee", "a link to a profile", "@me: [removed]"),
        ] {
            let kinds: Vec<&str> = find_personal(text).iter().map(|it| it.kind).collect();
            assert_eq!(kinds, [kind], "{text}");
            assert_eq!(without_personal(text), (rest.to_owned(), 1), "{text}");
        }
        for text in [
            "look at example.org for more",
            "I stopped at home. Dot by dot it grew",
            "meet me at (at) noon",
            "I looked at a dot on the page, at the dot product",
            "netflix.com/browse, facebook.com and github.com/lab/program",
            "(at) example.org",
        ] {
            assert_eq!(find_personal(text), [], "{text}");
        }
    }
}
