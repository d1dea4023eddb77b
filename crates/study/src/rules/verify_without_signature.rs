//! R110: signed links are asked for where there are none.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::file::Platform;

pub(super) const RULE: Rule = Rule {
    code: Code("R110"),
    name: "verify-without-signature",
    severity: Severity::Error,
    summary: "links that nobody signs should be verified, or a study id is given that nothing is compared with",
    doc: r#"## What it checks
`participants.verify` stands only with `from = "prolific"`, and `participants.prolific_study` only with
`verify = true` or `[platform.prolific]`.

## Why it matters for a study
Only Prolific signs its links. With any other platform nobody could be admitted. And
`prolific_study` is compared with what Prolific signed: without `verify` nothing is compared, and the
study looks protected without being so. With `[platform.prolific]` it says which study there is meant.

## Example
```toml
[participants]
from = "mturk"
verify = true
```

## Instead
```toml
[participants]
from = "prolific"
verify = true
prolific_study = "65f1c0ffee65f1c0ffee0001"
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(participants) = &context.file.participants else { return };
    if participants.verify && participants.from != Platform::Prolific {
        found.push(
            RULE.diagnose(context.places.find("participants.verify"), "only Prolific signs its links")
                .with_reason("links from other platforms have no signature, so nobody would be admitted")
                .help("remove `verify`, or set `from = \"prolific\"`"),
        );
    }
    if participants.prolific_study.is_some() && !participants.verify && context.file.platform.prolific.is_none() {
        found.push(
            RULE.diagnose(
                context.places.find("participants.prolific_study"),
                "the study's id on Prolific is compared with nothing",
            )
            .with_reason("only a signed link reliably says which study it is for")
            .help("add `verify = true`, or remove `prolific_study`"),
        );
    }
}
