//! Bytes to text: UTF-8, with or without a byte order mark; anything else gets a clear answer.

use diag::{Diagnostic, Place};

use crate::structure::NOT_UTF8;

/// The text of a file without its byte order mark, or why there is none.
pub(crate) fn text(file: &str, mut bytes: Vec<u8>) -> Result<String, Diagnostic> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(not_utf8(file, "it is UTF-16"));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        not_utf8(file, &format!("byte 0x{:02x} in line {line} is not; it may be Latin-1 or Windows-1252", bytes[good]))
    })?;
    if text.contains('\0') {
        return Err(not_utf8(file, "it contains zero bytes, like UTF-16 without a byte order mark or a binary format"));
    }
    Ok(text)
}

fn not_utf8(file: &str, found: &str) -> Diagnostic {
    NOT_UTF8
        .diagnose(Place::file(file), format!("`{file}` is not UTF-8 text: {found}"))
        .help("save it again as UTF-8; every editor offers this under “Save as” or “Encoding”")
}
