//! Formulas of models: what can be read can be written, and is written the same after reading it again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stats::mixed::Formula;

fuzz_target!(|text: &str| {
    if let Ok(formula) = Formula::parse(text) {
        let written = formula.to_string();
        let again = Formula::parse(&written).map(|formula| formula.to_string());
        assert_eq!(again.as_deref(), Ok(written.as_str()));
    }
});
