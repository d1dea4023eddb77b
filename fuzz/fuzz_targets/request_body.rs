//! Request bodies of every kind against every address of a session that takes one.
#![no_main]
#![expect(clippy::unwrap_used, reason = "what cannot go on has found something")]

#[expect(dead_code, reason = "the tests count what was kept")]
#[path = "../../crates/server/tests/it/http/route_harness.rs"]
mod route_harness; // The tests of the server use the same one.

use std::sync::{LazyLock, Mutex, PoisonError};

use route_harness::RouteHarness;
use libfuzzer_sys::fuzz_target;
use tokio::runtime::Runtime;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static HARNESS: LazyLock<Mutex<RouteHarness>> = LazyLock::new(|| Mutex::new(RUNTIME.block_on(RouteHarness::open())));

fuzz_target!(|bytes: &[u8]| {
    let mut harness = HARNESS.lock().unwrap_or_else(PoisonError::into_inner);
    RUNTIME.block_on(harness.post_bytes(bytes));
});
