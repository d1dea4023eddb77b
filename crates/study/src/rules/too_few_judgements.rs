//! R131: fewer judgements than the mixed model has means to estimate.

use std::collections::BTreeSet;

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion, rules_named};
use super::{Context, Rule};
use crate::amount::{Amount, PartAmount};
use crate::claim;
use crate::claim::Condition;
use crate::method::Need;
use crate::response::Arity;
use crate::{Part, Study};

pub(super) const RULE: Rule = Rule {
    code: Code("R131"),
    name: "too-few-judgements",
    severity: Severity::Error,
    summary: "a claim is to be decided by fewer judgements than the mixed model needs",
    doc: r#"## What it checks
The mixed model has at least two judgements more than it estimates means: one for each system, and one more where there are
two people or two items (a comparison of n outputs counts as n − 1 judgements, and all systems together as one mean less).
Pages of a comparison can connect all systems that a claim compares, directly or through others.

## Why it matters for a study
Such a claim would come out as "not computed" after everyone was paid.

## Example
```toml
# three items, each judged once
completions = 1
```

## Instead
```toml
completions = 3
```
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut said = BTreeSet::new();
    for (claimed, rule, key) in conditions(study).into_iter().flat_map(rules_named) {
        let claim::Rule::Significant { test, .. } = rule else { continue };
        let method = test.method();
        let Some(number) = criterion(claimed.condition) else { continue };
        let Some(asked) = study.criteria.get(number) else { continue };
        // What the method cannot use is R103.
        if method.needs != Need::MoreJudgementsThanMeans
            || !method.can_use(&asked.response, study.design_of(number).set_size)
        {
            continue;
        }
        let Some((lack, remedy)) = lack(study, number, claimed.condition) else { continue };
        if !said.insert((claimed.index, lack.clone())) {
            continue;
        }
        let place = context.places.find(&format!("claims.{}.{key}.test", claimed.index));
        let message = format!("claim `{}` can never be decided by the {}: {lack}", claimed.claim.id, method.words);
        found.push(
            RULE.diagnose(place, message)
                .with_place(context.places.find(&format!("claims.{}.holds_if", claimed.index)), "the claim")
                .with_reason("after the study, its verdict could only be “not computed”")
                .help(remedy),
        );
    }
}

/// What the design lacks for a claim to be decided, and what to do.
fn lack(study: &Study, number: usize, condition: &Condition) -> Option<(String, &'static str)> {
    let (part, asked) = (study.parts.get(study.part_of(number))?, study.criteria.get(number)?);
    let compared = asked.response.arity() != Arity::One;
    let (rows, means) = rows_and_means(study, part, asked.response.arity());
    if rows < means + 2 {
        let what = if compared { "differences within judgements" } else { "judgements" };
        let lack = format!("there must be at least {} {what}, and the design has {rows}", means + 2);
        return Some((lack, "ask more people (`completions` in `[lists]`) or about more items"));
    }
    let systems: BTreeSet<usize> = condition.pairs().into_iter().flat_map(|(a, b)| [a, b]).collect();
    let connected = 1 + PartAmount::from_part(study, part).pages * u64::from(part.design.set_size - 1);
    (compared && connected < systems.len() as u64).then(|| {
        let claimed = systems.len();
        let lack =
            format!("its pages connect at most {connected} systems with one another, and the claim is about {claimed}");
        (lack, "ask about more items, or compare more systems on each")
    })
}

/// How many rows the mixed model of a criterion has at most, and how many means it estimates from them: judgements and systems;
/// of comparisons, as many as there are differences. Two people, or two items, are a mean more.
fn rows_and_means(study: &Study, part: &Part, arity: Arity) -> (u64, u64) {
    let compared = u64::from(arity != Arity::One);
    let pages = PartAmount::from_part(study, part).pages;
    let completions = u64::from(study.lists.completions);
    let rows = pages * completions * (u64::from(part.design.set_size) - compared);
    let lists = Amount::from_study(study).lists;
    let people = lists.div_ceil(u64::from(study.participants.lists_each).max(1)) * completions;
    let items = study.items.iter().filter(|item| part.asks_about(item)).count() as u64;
    let two = if compared == 1 { 0 } else { u64::from(people == 2) + u64::from(items == 2) };
    (rows, study.systems.len() as u64 - compared + two)
}
