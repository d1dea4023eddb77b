//! What the claims say, condition by condition, and where.

use super::Context;
use crate::Study;
use crate::claim::{Claim, Condition, Rule};
use crate::file::{ClaimFile, Correction, DecidedBy, Scope, Test};

/// One condition of a claim, without `and` and `or`.
#[derive(Clone, Copy)]
pub(super) struct ClaimedCondition<'a> {
    /// Index of the claim.
    pub(super) index: usize,
    /// The claim.
    pub(super) claim: &'a Claim,
    /// The condition.
    pub(super) condition: &'a Condition,
}

/// Every condition of every claim that is decided here.
pub(super) fn conditions<'a>(study: &'a Study) -> Vec<ClaimedCondition<'a>> {
    let of_claim = |claim: &'a Claim| claim.holds_if.iter().flat_map(Condition::parts);
    let claims = study.claims.iter().enumerate();
    claims
        .flat_map(|(index, claim)| of_claim(claim).map(move |condition| ClaimedCondition { index, claim, condition }))
        .collect()
}

/// The criterion that a condition is about.
pub(super) fn criterion(condition: &Condition) -> Option<usize> {
    match condition {
        Condition::Above { criterion, .. }
        | Condition::Same { criterion, .. }
        | Condition::Agreement { criterion, .. } => Some(*criterion),
        Condition::All(_) | Condition::Any(_) => None,
    }
}

/// The claims that a significance test decides, with their index and their test.
pub(super) fn tested_claims<'a>(context: &Context<'a>) -> impl Iterator<Item = (usize, &'a ClaimFile, &'a Test)> {
    context.file.claims.iter().enumerate().filter_map(|(index, claim)| match (&claim.decided_by, claim.scope) {
        (Some(DecidedBy::Test(test)), Scope::In) => Some((index, claim, test)),
        (Some(DecidedBy::Test(_) | DecidedBy::Rule(_)) | None, Scope::In | Scope::Out) => None,
    })
}

/// The correction of a test, or the study's; none when nothing is said.
pub(super) fn correction(context: &Context<'_>, test: &Test) -> Option<Correction> {
    test.correction.or(context.file.analysis.correction)
}

/// What decides a claim, and what decided it in the original, with their keys.
pub(super) fn rules_named(
    claimed: ClaimedCondition<'_>,
) -> impl Iterator<Item = (ClaimedCondition<'_>, Rule, &'static str)> {
    let (rule, original) = (claimed.claim.rule, claimed.claim.as_original);
    let original = original.map(|rule| (claimed, rule, "as_original"));
    std::iter::once((claimed, rule, "decided_by")).chain(original)
}
