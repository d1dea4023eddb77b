//! Formulas of models: what can be read can be written, and reads as the same model again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stats::mixed::Formula;

fuzz_target!(|text: &str| {
    if let Ok(formula) = Formula::parse(text) {
        let written = formula.to_string();
        let again = Formula::parse(&written).map(sort_columns);
        assert_eq!(again, Ok(sort_columns(formula)), "{written}");
    }
});

/// The columns of an interaction are in the order in which a formula first speaks of them; `a:b` and `b:a` are the same.
fn sort_columns(mut formula: Formula) -> Formula {
    formula.fixed.terms.iter_mut().for_each(|term| term.sort());
    for part in &mut formula.random {
        part.effects.terms.iter_mut().for_each(|term| term.sort());
        part.group.sort();
    }
    formula
}
