//! The program `rejudge`.

use std::ffi::OsString;
use std::process::ExitCode;

/// A page is a few hundred small pieces of text: with the system's own allocator the server spent a seventh of its time in
/// it and took a sixth fewer submissions (`bench/README.md`, Collecting).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    ExitCode::from(rejudge::run(&words))
}
