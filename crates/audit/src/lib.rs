//! Published numbers, checked against each other.
//!
//! **In**: a readable TOML of a paper's tables: numbers as printed, and what must hold between them
//! ([`AuditFile`]). **Out**: an [`Audit`]: every check with its verdict, and for those that fail a
//! [`Finding`] with severity, place, what is printed, what it should be and why.
//!
//! A printed number stands for every value that rounds to it. A derived number is computed again
//! from the printed numbers it stands beside and from those numbers before they were rounded, as far
//! as the paper lets them be computed, under the proper convention and the customary others; the
//! verdict names what reproduces it. What no value within the roundings can give is wrong; what only
//! unprinted digits could give is a mismatch.

mod checks;
mod codes;
mod debit;
mod derived_numbers;
mod evaluate;
mod expression;
mod file;
mod finding;
mod function;
mod grim;
mod grimmer;
mod instances;
mod numbers;
mod parse;
mod pattern;
mod printed_number;
mod range;
mod run;
mod statement;

pub use codes::EXPLANATIONS;
pub use file::{AuditFile, CheckFile, NumberFile, Precision, TableFile};
pub use finding::{Agreement, Audit, Finding, Severity, Verdict};
pub use function::{Convention, FUNCTIONS, Function};
pub use run::{FORMAT, audit};

/// The JSON Schema of an audit file.
#[must_use]
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(AuditFile).to_value()
}
