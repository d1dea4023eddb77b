//! Standard output, which whoever reads it may close, as in `rejudge explain --list | head`, and standard error.
//!
//! A program that rejudge is part of keeps both instead ([`keep`]).

use std::cell::RefCell;
use std::fmt::{Arguments, Write as _};
use std::io::Write;

/// What a command wrote while somebody kept it.
#[derive(Debug, Default)]
pub(crate) struct CapturedOutput {
    /// What would have gone to standard output.
    pub(crate) output: String,
    /// What would have gone to standard error.
    pub(crate) talk: String,
}

thread_local! {
    static KEPT: RefCell<Option<CapturedOutput>> = const { RefCell::new(None) };
}

/// Runs something and keeps what it writes on this thread, without colours.
pub(crate) fn keep<T>(run: impl FnOnce() -> T) -> (T, CapturedOutput) {
    KEPT.set(Some(CapturedOutput::default()));
    let done = run();
    (done, KEPT.take().unwrap_or_default())
}

/// As `std::println`, which would panic when nobody reads.
macro_rules! println {
    () => { $crate::output::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::output::print(format_args!("{}\n", format_args!($($text)*))) };
}

/// As `std::print`, which would panic when nobody reads.
macro_rules! print {
    ($($text:tt)*) => { $crate::output::print(format_args!($($text)*)) };
}

/// As `println`, with colours where the terminal has them.
macro_rules! styled_println {
    ($($text:tt)*) => { $crate::output::print_styled(format_args!("{}\n", format_args!($($text)*))) };
}

/// As `std::eprintln`, which would panic when nobody listens.
macro_rules! eprintln {
    () => { $crate::output::talk(format_args!("\n")) };
    ($($text:tt)*) => { $crate::output::talk(format_args!("{}\n", format_args!($($text)*))) };
}

/// As `eprintln`, without a new line.
macro_rules! eprint {
    ($($text:tt)*) => { $crate::output::talk(format_args!($($text)*)) };
}

/// As `eprintln`, with colours where the terminal has them.
macro_rules! styled_eprintln {
    ($($text:tt)*) => { $crate::output::talk_styled(format_args!("{}\n", format_args!($($text)*))) };
}

/// Adds to what is kept, if anything is.
fn capture_text(text: Arguments<'_>, place: impl FnOnce(&mut CapturedOutput) -> &mut String) -> bool {
    KEPT.with_borrow_mut(|kept| {
        let Some(kept) = kept else { return false };
        let text = text.to_string();
        let _ = write!(place(kept), "{}", anstream::adapter::strip_str(&text));
        true
    })
}

pub(crate) fn print(text: Arguments<'_>) {
    if !capture_text(text, |kept| &mut kept.output) {
        write(&mut std::io::stdout().lock(), text);
    }
}

pub(crate) fn print_styled(text: Arguments<'_>) {
    if !capture_text(text, |kept| &mut kept.output) {
        write(&mut anstream::stdout().lock(), text);
    }
}

pub(crate) fn talk(text: Arguments<'_>) {
    if !capture_text(text, |kept| &mut kept.talk) {
        let _ = std::io::stderr().lock().write_fmt(text);
    }
}

pub(crate) fn talk_styled(text: Arguments<'_>) {
    if !capture_text(text, |kept| &mut kept.talk) {
        let _ = anstream::stderr().lock().write_fmt(text);
    }
}

/// Writes to standard output. A reader who has seen enough ends the program without complaint; anything else that
/// keeps the output from being written is a fault.
fn write(out: &mut impl Write, text: Arguments<'_>) {
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        eprintln!("error: standard output cannot be written: {error}");
        std::process::exit(3);
    }
}
