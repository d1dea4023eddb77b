//! Secrets given in requests, compared in constant time.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use subtle::ConstantTimeEq as _;

/// A secret that the operator set.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes it as written; nothing when it is empty, for an empty secret would let everyone in.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Option<Self> {
        Some(text.into()).filter(|text: &String| !text.trim().is_empty()).map(Secret)
    }

    /// Whether the request brings it as `Authorization: Bearer …`.
    pub fn is_brought_by(&self, headers: &HeaderMap) -> bool {
        let brought = headers.get(AUTHORIZATION).and_then(|value| value.as_bytes().strip_prefix(b"Bearer "));
        brought.is_some_and(|brought| bool::from(brought.ct_eq(self.0.as_bytes())))
    }
}

/// Secrets do not show themselves in logs.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}
