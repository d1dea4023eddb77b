//! Claims: what can be read can be written, and reads the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use study::claim::{Names, parse};
use study::file::Better;

fuzz_target!(|text: &str| {
    let names = Names {
        systems: ["vae", "gpt-3.5", "human"].map(str::to_owned).to_vec(),
        criteria: vec![("fluency".to_owned(), Better::Higher), ("errors".to_owned(), Better::Lower)],
    };
    if let Ok(condition) = parse(text, &names) {
        let written = condition.display(&names).to_string();
        assert_eq!(parse(&written, &names).as_ref(), Ok(&condition), "{written}");
    }
});
