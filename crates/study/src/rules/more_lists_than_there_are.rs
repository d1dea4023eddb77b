//! R046: one person may do more lists than there are.

use diag::{Code, Diagnostic, Severity};

use super::{Context, Rule};
use crate::amount::Amount;
use crate::file::Criteria;

pub(super) const RULE: Rule = Rule {
    code: Code("R046"),
    name: "more-lists-than-there-are",
    severity: Severity::Warning,
    summary: "one person may do more lists than there are",
    doc: r#"## What it checks
`participants.lists_each` is not larger than the number of lists.

## Why it matters for a study
People are promised work that cannot be given to them: nobody answers the same question twice.

## Example
Four lists:
```toml
[participants]
from = "invited"
lists_each = 10
```

## Instead
```toml
[participants]
from = "invited"
lists_each = 4
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let groups = match study.lists.criteria {
        Criteria::Together => 1,
        Criteria::Apart => study.criteria.len() as u64,
    };
    let lists = Amount::from_study(study).lists * groups;
    let each = u64::from(study.participants.lists_each);
    if lists > 0 && each > lists {
        found.push(
            RULE.diagnose(
                context.places.find("participants.lists_each"),
                format!("one person may do {each} lists, but the study has {lists}"),
            )
            .with_reason("people would be promised work that does not exist")
            .help(format!("set `lists_each = {lists}`")),
        );
    }
}
