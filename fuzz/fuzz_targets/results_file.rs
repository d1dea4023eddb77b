//! Results files: what can be read is written the same.
#![no_main]
#![expect(clippy::unwrap_used, reason = "what was written must be readable")]

use analysis::Results;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    if let Ok(results) = Results::from_json(&value) {
        let written = results.to_json();
        assert_eq!(Results::from_json(&written).unwrap().to_json(), written);
    }
});
