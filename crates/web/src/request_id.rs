//! A name for every request: in the log, in the reply and on error pages, so that a participant's
//! screenshot leads to the line of the log.

use std::fmt;

use axum::http::{HeaderMap, HeaderValue};

use crate::Peers;

/// The header it travels in.
pub const HEADER: &str = "x-request-id";

/// The name of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The proxy's name for it, where there is a proxy and it gave a plain one; else a new name.
    pub fn from_headers(headers: &HeaderMap, peers: Peers) -> Self {
        let given = match peers {
            Peers::Direct => None,
            Peers::Proxy => headers.get(HEADER).and_then(|value| value.to_str().ok()).filter(|word| is_plain(word)),
        };
        RequestId(given.map_or_else(new, str::to_owned))
    }

    /// As the value of [`HEADER`].
    pub fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

fn is_plain(word: &str) -> bool {
    (1..=64).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Eight letters and digits that can be read aloud: no `i`, `l`, `o` or `u`.
fn new() -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let bits = getrandom::u64().unwrap_or_default();
    (0..8).map(|place| char::from(LETTERS[(bits >> (place * 5)) as usize % 32])).collect()
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_from_a_stranger_or_a_strange_name_is_replaced() {
        let check = |peers: Peers, given: &'static str, kept: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(HEADER, HeaderValue::from_static(given));
            assert_eq!(RequestId::from_headers(&headers, peers).to_string() == given, kept, "{given}");
        };
        check(Peers::Direct, "abc-1", false);
        check(Peers::Proxy, "abc-1", true);
        check(Peers::Proxy, "", false);
        check(Peers::Proxy, "a\tb", false);
        check(Peers::Proxy, "<script>", false);
    }
}
