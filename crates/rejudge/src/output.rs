//! Standard output, which whoever reads it may close, as in `rejudge explain --list | head`.

use std::fmt::Arguments;
use std::io::Write;

/// As `std::println`, which would panic when nobody reads.
macro_rules! println {
    () => { $crate::output::write(&mut ::std::io::stdout().lock(), format_args!("\n")) };
    ($($text:tt)*) => { $crate::output::write(&mut ::std::io::stdout().lock(), format_args!("{}\n", format_args!($($text)*))) };
}

/// As `std::print`, which would panic when nobody reads.
macro_rules! print {
    ($($text:tt)*) => { $crate::output::write(&mut ::std::io::stdout().lock(), format_args!($($text)*)) };
}

/// As `println`, with colours where the terminal has them.
macro_rules! styled_println {
    ($($text:tt)*) => { $crate::output::write(&mut ::anstream::stdout().lock(), format_args!("{}\n", format_args!($($text)*))) };
}

/// Writes to standard output. A reader who has seen enough ends the program without complaint; anything else that
/// keeps the output from being written is a fault.
pub(crate) fn write(out: &mut impl Write, text: Arguments<'_>) {
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        eprintln!("error: standard output cannot be written: {error}");
        std::process::exit(3);
    }
}
