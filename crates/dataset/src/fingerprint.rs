//! What bytes are known by.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 of bytes, in hexadecimal.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
