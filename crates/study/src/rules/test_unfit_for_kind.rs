//! R083: a test that does not fit the answers it is to be run on.

use diag::{Code, Diagnostic, Severity};

use super::claimed::{criterion, parts};
use super::{Context, Rule};
use crate::claim;
use crate::claim::Condition;
use crate::file::TestName;
use crate::response::Response;

pub(super) const RULE: Rule = Rule {
    code: Code("R083"),
    name: "test-unfit-for-kind",
    severity: Severity::Warning,
    summary: "a claim's test does not fit the response kind of its criterion",
    doc: r#"## What it checks
The test of a claim suits the answers of its criterion:

| kind | tests |
|---|---|
| rating, slider, count, spans | t, ANOVA with Tukey, rank tests, sign, Friedman, TOST, mixed model, bootstrap; the ordinal model for ratings |
| pairwise | sign, Bradley–Terry, Friedman, TOST, bootstrap |
| ranking, best-worst | Friedman, Wilcoxon, sign, Plackett–Luce, Bradley–Terry, bootstrap |
| choice | sign, bootstrap |

## Why it matters for a study
The scores of systems that are chosen between add up to a constant: when one rises, another falls.
A t test or a one-way ANOVA takes them for independent, and its p means nothing. Published
evaluations of pairwise choices have been analysed in this way.

## Example
```toml
# criterion `meaning` is pairwise
decided_by = { test = "anova-tukey" }
```

## Instead
```toml
decided_by = { test = "bradley-terry", correction = "holm" }
```
To repeat an original's own analysis, accept the finding: the fitting analysis is run beside it.
"#,
    check,
};

fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(study) = context.study else { return };
    let mut said = Vec::new();
    for part in parts(study) {
        let claim::Rule::Significant { test, .. } = part.claim.rule else { continue };
        if matches!(part.condition, Condition::Agreement { .. }) {
            continue;
        }
        let Some(asked) = criterion(part.condition).and_then(|criterion| study.criteria.get(criterion)) else {
            continue;
        };
        if fits(test, &asked.response) || said.contains(&(part.index, &asked.id)) {
            continue;
        }
        said.push((part.index, &asked.id));
        found.push(
            RULE.at(
                context.places.of(&format!("claims.{}.decided_by.test", part.index)),
                format!(
                    "the test of claim `{}` does not fit `{}`, which is asked as {}",
                    part.claim.id,
                    asked.id.0,
                    asked.response.kind()
                ),
            )
            .why(why(&asked.response))
            .help(format!("use `test = \"{}\"`", instead(&asked.response))),
        );
    }
}

fn fits(test: TestName, response: &Response) -> bool {
    use TestName as T;
    let on_scores = matches!(
        test,
        T::StudentT
            | T::WelchT
            | T::PairedT
            | T::AnovaTukey
            | T::MannWhitney
            | T::Wilcoxon
            | T::Sign
            | T::Friedman
            | T::Tost
            | T::MixedModel
            | T::Bootstrap
    );
    match response {
        Response::Rating(_) => on_scores || test == T::OrdinalModel,
        Response::Slider(_) | Response::Count(_) | Response::Spans(_) => on_scores,
        Response::Pairwise(_) => matches!(test, T::Sign | T::BradleyTerry | T::Friedman | T::Tost | T::Bootstrap),
        Response::Ranking(_) | Response::BestWorst(_) => {
            matches!(test, T::Friedman | T::Wilcoxon | T::Sign | T::PlackettLuce | T::BradleyTerry | T::Bootstrap)
        }
        Response::Choice(_) => matches!(test, T::Sign | T::Bootstrap),
        // A claim about free text has no score at all, which is R089.
        Response::Text(_) => true,
    }
}

fn why(response: &Response) -> &'static str {
    match response {
        Response::Pairwise(_) | Response::Ranking(_) | Response::BestWorst(_) => {
            "scores of systems that are chosen between are not independent: when one rises, another falls"
        }
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Count(_)
        | Response::Spans(_)
        | Response::Choice(_)
        | Response::Text(_) => "the test is made for answers of another kind",
    }
}

fn instead(response: &Response) -> &'static str {
    match response {
        Response::Rating(_) => "ordinal-model",
        Response::Slider(_) | Response::Count(_) | Response::Spans(_) => "mixed-model",
        Response::Pairwise(_) => "bradley-terry",
        Response::Ranking(_) => "plackett-luce",
        Response::BestWorst(_) => "friedman",
        Response::Choice(_) | Response::Text(_) => "bootstrap",
    }
}
