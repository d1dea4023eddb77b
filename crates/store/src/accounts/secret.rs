//! Secrets: made here, shown once, kept as digests.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::error::StoreError;

/// 256 random bits in hexadecimal.
pub(super) fn new() -> Result<String, StoreError> {
    random(&mut [0; 32])
}

/// A short name that opens nothing.
pub(crate) fn name() -> Result<String, StoreError> {
    random(&mut [0; 8])
}

fn random(bytes: &mut [u8]) -> Result<String, StoreError> {
    getrandom::fill(bytes)?;
    Ok(hex(bytes))
}

/// What is kept of a secret. It has too many random bits to be guessed, so a plain hash will do.
pub(super) fn digest(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
