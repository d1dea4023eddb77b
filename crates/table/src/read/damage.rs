//! Damaged files of binary formats.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::TableError;

thread_local! {
    /// Whether this thread is in a library that reads a binary format.
    static READING: Cell<bool> = const { Cell::new(false) };
}

/// The libraries for binary formats are written for files that programs wrote; a damaged one may make them panic, and that
/// must be an answer like any other, without the words of a panic before it.
pub(super) fn catch_panics<T>(file: &str, read: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    silence_libraries();
    READING.set(true);
    let read = catch_unwind(AssertUnwindSafe(read));
    READING.set(false);
    read.unwrap_or_else(|_| {
        Err(TableError::file(file, "it is damaged; write it again with the program that made it, or save it as .csv"))
    })
}

/// From now on, nothing is printed about a panic of a library in [`catch_panics`]. Those of our own are printed as before.
fn silence_libraries() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            let ours = panic.location().is_some_and(|place| place.file().contains("crates/table/"));
            if ours || !READING.get() {
                print(panic);
            }
        }));
    });
}
