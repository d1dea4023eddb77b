//! Audits of published numbers: an audit, or diagnostics that say why there is none.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (audit, diagnostics) = audit::audit("audit.toml", text);
    assert!(audit.is_some() || !diagnostics.is_empty());
});
