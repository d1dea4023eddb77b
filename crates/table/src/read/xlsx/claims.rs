//! What a workbook claims of itself, before it is believed.

use std::io::{Cursor, Read as _};

use crate::TableError;
use crate::read::limits::Limits;

/// Unpacks the archive without keeping anything, and refuses what is more than the limit; sizes that an archive claims are
/// not believed. The list of shared texts may also claim to be of any length, and room would be made for it. An archive begins
/// with its signature: before it could stand an older format, which the reader would follow in circles.
pub(super) fn refuse_bombs(file: &str, bytes: &[u8], limits: Limits) -> Result<(), TableError> {
    let not_a_workbook =
        |error: &dyn std::fmt::Display| TableError::file(file, format!("it is not an Excel workbook ({error})"));
    if !bytes.starts_with(b"PK") {
        return Err(not_a_workbook(&"it does not begin like one"));
    }
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| not_a_workbook(&error))?;
    let mut unpacked = 0;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|error| not_a_workbook(&error))?;
        let rest = (limits.bytes + 1).saturating_sub(unpacked);
        let mut claims = Claims::default();
        let size = std::io::copy(&mut part.take(rest), &mut claims).map_err(|error| not_a_workbook(&error))?;
        unpacked += size;
        limits.refuse_unpacked(file, bytes.len(), unpacked)?;
        // Whichever part the reader takes for the list of texts.
        if claims.largest() > size {
            return Err(TableError::file(file, "it is damaged: it claims more texts than it has room for"));
        }
    }
    Ok(())
}

/// Looks through a part for the numbers of texts that it claims to have, wherever they stand.
#[derive(Default)]
struct Claims {
    largest: u64,
    /// The end of what was looked through, in which a claim may have begun.
    end: Vec<u8>,
}

impl Claims {
    const NAME: &[u8] = b"uniqueCount";
    /// As much as a claim takes, with blanks.
    const LENGTH: usize = 64;

    fn largest(mut self) -> u64 {
        self.look_through(0);
        self.largest
    }

    /// Reads the claims that begin at least so far from the end of what is there, and keeps the rest.
    fn look_through(&mut self, from_end: usize) {
        let begin = self.end.len().saturating_sub(from_end);
        let mut at = 0;
        while let Some(found) = memchr::memmem::find(&self.end[at..], Self::NAME).filter(|found| at + found < begin) {
            at += found + Self::NAME.len();
            self.largest = self.largest.max(Self::read(&self.end[at..]));
        }
        self.end.drain(..begin.max(at).min(self.end.len()));
    }

    /// The number behind the name; without `=` it is no claim, and what is no number could be any.
    fn read(after: &[u8]) -> u64 {
        let after = after[..after.len().min(Self::LENGTH - Self::NAME.len())].trim_ascii_start();
        let Some(value) = after.strip_prefix(b"=") else { return 0 };
        let mut quoted = value.trim_ascii_start().split(|byte| matches!(byte, b'"' | b'\''));
        let number = quoted.nth(1).filter(|_| quoted.next().is_some());
        number.and_then(|number| std::str::from_utf8(number).ok()?.trim().parse().ok()).unwrap_or(u64::MAX)
    }
}

impl std::io::Write for Claims {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.end.extend_from_slice(bytes);
        self.look_through(Self::LENGTH);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
