//! R103: a test that can never decide the claim it is named for.

use diag::{Code, Diagnostic, Severity};

use super::claimed_conditions::{conditions, criterion, rules_named};
use super::{Context, Rule};
use crate::amount::pairs_shown;
use crate::claim;
use crate::claim::Condition;
use crate::file::Combine;
use crate::method::{Decision, Method, Need};
use crate::response::Kind;
use crate::{Design, Item, Study};

pub(super) const RULE: Rule = Rule {
    code: Code("R103"),
    name: "claim-beyond-its-test",
    severity: Severity::Error,
    summary: "a claim can never be decided by its test",
    doc: r#"## What it checks
The test of a claim can be computed from the answers of its criterion, and can decide what is claimed: that one system
is higher, that it is higher by at least a margin, or that two are the same within a margin. The design shows the systems
together as the test needs it: the sign test pages with both systems, Friedman's test items with all systems, and tests of
item means several items. What each test can do is declared once; see `docs/reference/methods.md`. Whether there are enough
judgements for the mixed model is R131.

## Why it matters for a study
Such a claim would come out as "not computed" after everyone was paid.

## Example
```toml
# criterion `fluency` is a rating
holds_if = "svm > gedi on fluency by 0.5"
decided_by = { test = "wilcoxon" }
```

## Instead
```toml
decided_by = { test = "mixed-model" }
```
"#,
    check,
};

const ANOTHER_TEST: &str = "use `decided_by = { test = \"mixed-model\" }`";

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut said = Vec::new();
    for (claimed, rule, key) in conditions(study).into_iter().flat_map(rules_named) {
        let claim::Rule::Significant { test, .. } = rule else { continue };
        let question = match claimed.condition {
            Condition::Above { by: None, .. } => Decision::Higher,
            Condition::Above { by: Some(_), .. } => Decision::HigherBy,
            Condition::Same { .. } => Decision::SameWithin,
            Condition::Agreement { .. } | Condition::All(_) | Condition::Any(_) => continue,
        };
        let Some(number) = criterion(claimed.condition) else { continue };
        let Some(asked) = study.criteria.get(number) else { continue };
        let method = test.method();
        // Answers without a score are R089.
        let scored = !matches!(asked.response.name(), Kind::Choice | Kind::Text);
        let (problem, remedy) = if scored && !method.can_use(&asked.response, study.design_of(number).set_size) {
            let (words, kind) = (method.words, asked.response.kind());
            (format!("the {words} cannot be computed from `{}`, which is asked as {kind}", asked.id.0), ANOTHER_TEST)
        } else if !method.decides.contains(&question) {
            let what = match question {
                Decision::Higher => "that one system is higher",
                Decision::HigherBy => "that one system is higher by at least a margin",
                Decision::SameWithin => "that two systems are the same",
            };
            (format!("the {} cannot show {what}", method.words), ANOTHER_TEST)
        } else if let Some(lack) = lack(study, number, method, claimed.condition) {
            (format!("for the {} there must be {lack}", method.words), ANOTHER_TEST)
        } else {
            continue;
        };
        if said.contains(&(claimed.index, problem.clone())) {
            continue;
        }
        let place = context.places.find(&format!("claims.{}.{key}.test", claimed.index));
        let how = if key == "decided_by" { "decided" } else { "decided as in the original" };
        found.push(
            RULE.diagnose(place, format!("claim `{}` can never be {how}: {problem}", claimed.claim.id))
                .with_place(context.places.find(&format!("claims.{}.holds_if", claimed.index)), "the claim")
                .with_reason("after the study, its verdict could only be “not computed”")
                .help(if key == "decided_by" { remedy } else { "leave it out if that test cannot be repeated" }),
        );
        said.push((claimed.index, problem));
    }
}

/// What the design lacks that a test needs to compare the systems of a condition.
fn lack(study: &Study, number: usize, method: &Method, condition: &Condition) -> Option<String> {
    let (part, asked) = (study.parts.get(study.part_of(number))?, study.criteria.get(number)?);
    let all = study.systems.len();
    let name = |system: usize| &study.systems[system].id.0;
    let items_with = |systems: &[usize]| {
        let has_all = |item: &&Item| systems.iter().all(|system| item.outputs[*system].is_some());
        study.items.iter().filter(|item| part.asks_about(item)).filter(has_all).count()
    };
    match method.needs {
        // Of too few judgements is R131.
        Need::Nothing | Need::MoreJudgementsThanMeans => None,
        Need::PageWithBoth => {
            let shown = pairs_shown(all, &part.design);
            let (a, b) = condition
                .pairs()
                .into_iter()
                .find(|(a, b)| !shown.contains(&(*a.min(b), *a.max(b))) || items_with(&[*a, *b]) == 0)?;
            Some(format!("pages that show both `{}` and `{}`, and the design has none", name(a), name(b)))
        }
        Need::ItemsWithBoth => {
            let few = |(a, b): &(usize, usize)| items_with(&[*a, *b]) < 2;
            let (a, b) = condition.pairs().into_iter().find(few)?;
            let found = items_with(&[a, b]);
            Some(format!("at least two items with both `{}` and `{}`, and there are {found}", name(a), name(b)))
        }
        Need::ItemsWithAll => {
            let ranked = asked.response.name() == Kind::Ranking;
            let most = if ranked { part.design.set_size as usize } else { most_systems_of_item(all, &part.design) };
            if most < all {
                let what = if ranked { "rankings of" } else { "items on which people judge" };
                return Some(format!("{what} all {all} systems, and the design has at most {most} of them together"));
            }
            let found = items_with(&(0..all).collect::<Vec<_>>());
            (found < 2 && !ranked || found == 0)
                .then(|| format!("at least two items with all {all} systems, and there are {found}"))
        }
    }
}

/// On how many systems people can be asked about one item.
fn most_systems_of_item(systems: usize, design: &Design) -> usize {
    let most = match design.combine {
        Combine::EveryOutput | Combine::AllPairs | Combine::OneAgainstRest | Combine::AllTogether => systems,
        Combine::SampledPairs => 2 * design.pairs_per_item as usize,
        Combine::Blocks => design.set_size as usize * design.sets_per_item as usize,
    };
    most.min(systems)
}
