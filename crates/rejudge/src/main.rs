//! The program `rejudge`.

use std::ffi::{OsString, c_int, c_long};
use std::process::ExitCode;

/// A page is a few hundred small pieces of text: with the system's own allocator the server spent a seventh of its time in
/// it and took a sixth fewer submissions (`bench/README.md`, Collecting).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[expect(unsafe_code, reason = "the allocator's options are set in its own language")]
unsafe extern "C" {
    /// Of mimalloc: `mi_option_set(mi_option_purge_delay, 0)`.
    fn mi_option_set(option: c_int, value: c_long);
}

/// Memory that is free goes back to the system at once. The allocator keeps it for a second otherwise, which is right for a server; a large
/// import would hold what it has done with beside what it does now.
#[expect(unsafe_code, reason = "the allocator's options are set in its own language")]
fn return_memory_at_once() {
    const PURGE_DELAY: c_int = 15;
    // SAFETY: takes two numbers and keeps neither; no other thread runs yet.
    unsafe { mi_option_set(PURGE_DELAY, 0) }
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "import") {
        return_memory_at_once();
    }
    ExitCode::from(rejudge::run(&words))
}
