//! R067: the platform cannot tell two outcomes apart.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Codes;

pub(super) const RULE: Rule = Rule {
    code: Code("R067"),
    name: "one-code-for-several-outcomes",
    severity: Severity::Error,
    summary: "two outcomes have the same completion code",
    doc: r#"## What it checks
The codes in `participants.codes` differ from one another, whatever their case.

## Why it matters for a study
The platform decides by the code who is paid. With one code for finishing and for failing the checks,
people who did not consent are paid like the others, or people who worked are rejected.

## Example
```toml
[participants]
codes = { completed = "C1", failed_check = "C1" }
```

## Instead
```toml
codes = { completed = "CDONE7K", failed_check = "CCHECK2", declined = "CNO41" }
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(codes) = context.file.participants.as_ref().and_then(|participants| participants.codes.as_ref()) else {
        return;
    };
    let given = given_codes(codes);
    for (at, (outcome, code)) in given.iter().enumerate() {
        if let Some((first, _)) = given[..at].iter().find(|(_, other)| other.eq_ignore_ascii_case(code)) {
            found.push(
                RULE.diagnose(
                    context.places.find(&format!("participants.codes.{outcome}")),
                    format!("`{code}` is the code of `{first}` and of `{outcome}`"),
                )
                .with_place(context.places.find(&format!("participants.codes.{first}")), "first given here")
                .with_reason("the platform uses the code to decide who is paid")
                .help(format!("give `{outcome}` its own code")),
            );
        }
    }
}

/// The codes there are, by outcome.
fn given_codes(codes: &Codes) -> Vec<(&'static str, &str)> {
    let all = [
        ("completed", Some(&codes.completed)),
        ("failed_check", codes.failed_check.as_ref()),
        ("declined", codes.declined.as_ref()),
        ("screened_out", codes.screened_out.as_ref()),
        ("late", codes.late.as_ref()),
    ];
    all.into_iter().filter_map(|(outcome, code)| Some((outcome, code?.trim()))).collect()
}
