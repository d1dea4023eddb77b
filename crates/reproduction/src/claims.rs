//! Type IV: whether the claims come out alike.

use serde_json::{Value, json};
use stats::adjust::{Adjustment, adjust};
use stats::equivalence::{Bounds, Variances, tost_means};
use stats::hypothesis::{Asked, t};
use stats::{Estimate, Note, PValue};
use study::claim::{Bound, Claim, Coefficient, Condition, Rule};
use study::file::{Correction, TestName};
use study::original::Measure;

use super::Context;
use super::align::{Known, Set};
use super::assessed::{About, Findings, Reading};
use super::{effects, hypotheses};

/// What an experiment says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The claim holds there.
    Holds,
    /// It does not.
    Fails,
    /// What it is about is not known there.
    Unknown,
    /// It was not to be decided.
    OutOfScope,
}

impl Outcome {
    /// In a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Holds => "holds",
            Outcome::Fails => "fails",
            Outcome::Unknown => "not known",
            Outcome::OutOfScope => "out of scope",
        }
    }

    fn all(outcomes: impl Iterator<Item = Outcome>) -> Outcome {
        outcomes.fold(Outcome::Holds, |so_far, next| match (so_far, next) {
            (Outcome::Fails, _) | (_, Outcome::Fails) => Outcome::Fails,
            (Outcome::Holds, Outcome::Holds) => Outcome::Holds,
            (Outcome::Unknown | Outcome::OutOfScope, _) | (_, Outcome::Unknown | Outcome::OutOfScope) => {
                Outcome::Unknown
            }
        })
    }

    fn any(outcomes: impl Iterator<Item = Outcome>) -> Outcome {
        outcomes.fold(Outcome::Fails, |so_far, next| match (so_far, next) {
            (Outcome::Holds, _) | (_, Outcome::Holds) => Outcome::Holds,
            (Outcome::Fails, Outcome::Fails) => Outcome::Fails,
            (Outcome::Unknown | Outcome::OutOfScope, _) | (_, Outcome::Unknown | Outcome::OutOfScope) => {
                Outcome::Unknown
            }
        })
    }

    fn when(holds: Option<bool>) -> Outcome {
        match holds {
            Some(true) => Outcome::Holds,
            Some(false) => Outcome::Fails,
            None => Outcome::Unknown,
        }
    }
}

/// A claim in one experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The experiment.
    pub experiment: String,
    /// What it says.
    pub outcome: Outcome,
    /// What that rests on.
    pub basis: &'static str,
}

/// A claim, decided in each experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimAcross {
    /// Its id.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// One per experiment.
    pub decided: Vec<Decided>,
}

impl ClaimAcross {
    pub(super) fn to_json(&self) -> Value {
        let decided = self
            .decided
            .iter()
            .map(|d| json!({ "experiment": d.experiment, "outcome": d.outcome.word(), "basis": d.basis }));
        json!({ "id": self.id, "text": self.text, "decided": decided.collect::<Vec<_>>() })
    }
}

/// Decides every claim in every experiment from its scores, and gives the share of claims confirmed: those
/// that hold in the reproduction, of those that it can decide and that the first experiment does not contradict.
pub(super) fn claims(context: &Context<'_>, findings: &mut Findings) -> Vec<ClaimAcross> {
    let across: Vec<ClaimAcross> = context
        .frame
        .claims
        .iter()
        .map(|claim| ClaimAcross {
            id: claim.id.clone(),
            text: claim.text.clone(),
            decided: (0..context.experiments.len()).map(|e| decide(context, claim, e)).collect(),
        })
        .collect();
    for e in 1..context.experiments.len() {
        let decided = across.iter().filter(|claim| matches!(claim.decided[e].outcome, Outcome::Holds | Outcome::Fails));
        let (mut confirmed, mut of) = (0, 0);
        for claim in decided {
            of += 1;
            confirmed += usize::from(claim.decided[e].outcome == Outcome::Holds);
        }
        if of > 0 {
            #[expect(clippy::cast_precision_loss, reason = "a handful of claims")]
            let share = Estimate::new("claims_confirmed", confirmed as f64 / of as f64);
            let about = About::study(Reading::Findings).between([context.experiments[e].name.as_str()]).n(of);
            findings.keep(about, share.note(Note::Said(format!("{confirmed} of {of}"))));
        }
    }
    across
}

fn decide(context: &Context<'_>, claim: &Claim, experiment: usize) -> Decided {
    let run = &context.experiments[experiment];
    let decided = |outcome: Outcome, basis: &'static str| Decided { experiment: run.name.clone(), outcome, basis };
    if let Some((_, outcome)) = run.decided.iter().find(|(id, _)| *id == claim.id) {
        return decided(*outcome, "its own rule, on the judgements");
    }
    let Some(condition) = &claim.holds_if else { return decided(Outcome::OutOfScope, "") };
    match claim.rule {
        Rule::OutOfScope => decided(Outcome::OutOfScope, ""),
        Rule::Direction => decided(holds(context, condition, experiment, None), "the scores alone"),
        Rule::Significant { test, correction, alpha } => {
            let family = Family { test, correction, alpha };
            let outcome = holds(context, condition, experiment, Some(&family));
            if outcome != Outcome::Unknown {
                return decided(outcome, "its test, from scores, spreads and sizes");
            }
            let basis = "the scores alone; its test needs the judgements";
            decided(holds(context, condition, experiment, None), basis)
        }
    }
}

/// The test of a claim.
struct Family {
    test: TestName,
    correction: Correction,
    alpha: f64,
}

impl Family {
    fn adjusted(&self, p: &[PValue]) -> Option<Vec<PValue>> {
        let adjustment = match self.correction {
            // Tests of their own, which need more than p-values.
            Correction::Tukey | Correction::Dunnett => return None,
            Correction::None => return Some(p.to_vec()),
            Correction::Bonferroni => Adjustment::Bonferroni,
            Correction::Holm => Adjustment::Holm,
            Correction::Hochberg => Adjustment::Hochberg,
            Correction::BenjaminiHochberg => Adjustment::BenjaminiHochberg,
            Correction::BenjaminiYekutieli => Adjustment::BenjaminiYekutieli,
        };
        Some(adjust(p, adjustment))
    }

    /// The p-value of two systems, where means, spreads and sizes, or shares of choices, are enough for the test.
    fn p(&self, context: &Context<'_>, set: &Set, (a, b): (usize, usize), e: usize) -> Option<PValue> {
        match self.test {
            TestName::StudentT | TestName::WelchT => {
                let (a, b) = (summary(context, set, a, e)?, summary(context, set, b, e)?);
                let asked = Asked::default();
                let found = if self.test == TestName::WelchT { t::welch(a, b, asked) } else { t::student(a, b, asked) };
                Some(found.ok()?.p())
            }
            TestName::Sign if set.of_pairs() => {
                let (a, b) = (&context.frame.systems[a].0, &context.frame.systems[b].0);
                hypotheses::decided_choices(set, (a, b), e)?.p
            }
            TestName::Sign
            | TestName::PairedT
            | TestName::AnovaTukey
            | TestName::MannWhitney
            | TestName::Wilcoxon
            | TestName::Friedman
            | TestName::Tost
            | TestName::MixedModel
            | TestName::OrdinalModel
            | TestName::BradleyTerry
            | TestName::PlackettLuce
            | TestName::Bootstrap => None,
        }
    }

    /// Whether two systems differ, corrected over the comparisons that the study declares, or else over all
    /// pairs that can be tested.
    fn significant(&self, context: &Context<'_>, criterion: usize, pair: (usize, usize), e: usize) -> Option<bool> {
        let set = context.sets.iter().find(|set| set.criterion == criterion)?;
        let pair = (pair.0.min(pair.1), pair.0.max(pair.1));
        let mut family = context.frame.family(criterion);
        if !family.contains(&pair) {
            family.push(pair);
        }
        let tested: Vec<((usize, usize), PValue)> =
            family.into_iter().filter_map(|known| Some((known, self.p(context, set, known, e)?))).collect();
        let place = tested.iter().position(|(known, _)| *known == pair)?;
        let p: Vec<PValue> = tested.iter().map(|(_, p)| *p).collect();
        Some(self.adjusted(&p)?[place].ln() < self.alpha.ln())
    }

    /// Whether two systems are the same within a margin, by two one-sided tests.
    fn same(
        &self,
        context: &Context<'_>,
        criterion: usize,
        (a, b): (usize, usize),
        (within, e): (f64, usize),
    ) -> Option<bool> {
        if self.test != TestName::Tost {
            return None;
        }
        let set = context.sets.iter().find(|set| set.criterion == criterion)?;
        if set.of_pairs() {
            let (a, b) = (&context.frame.systems.get(a)?.0, &context.frame.systems.get(b)?.0);
            // Both tests are significant exactly when the interval of level 1 - 2α lies within the margin.
            let net = effects::net_preference(set, (a, b), e, 1.0 - 2.0 * self.alpha)?;
            let interval = net.interval?;
            return Some(-within < interval.low && interval.high < within);
        }
        let (a, b) = (summary(context, set, a, e)?, summary(context, set, b, e)?);
        let bounds = Bounds::symmetric(within).ok()?;
        let tost = tost_means(a, b, Variances::Welch, bounds, self.alpha).ok()?;
        Some(tost.p.ln() < self.alpha.ln())
    }
}

fn summary(context: &Context<'_>, set: &Set, system: usize, e: usize) -> Option<stats::effect::Summary> {
    let id = &context.frame.systems.get(system)?.0;
    let row = set.rows.iter().find(|row| row.against.is_none() && row.system.as_ref() == Some(id))?;
    row.known[e].as_ref().and_then(Known::score)?.summary()
}

fn holds(context: &Context<'_>, condition: &Condition, e: usize, family: Option<&Family>) -> Outcome {
    match condition {
        Condition::All(parts) => Outcome::all(parts.iter().map(|part| holds(context, part, e, family))),
        Condition::Any(parts) => Outcome::any(parts.iter().map(|part| holds(context, part, e, family))),
        Condition::Above { system, others, criterion, by } => Outcome::all(others.iter().map(|other| {
            let (above, exact) = match difference(context, *criterion, (*system, *other), e) {
                Some(found) => found,
                None => return Outcome::Unknown,
            };
            let far_enough = match by {
                // What is less than printed digits can hold does not decide.
                Some(by) if exact => Some(above >= by - 1e-12),
                Some(_) => None,
                None => Some(above > 1e-12),
            };
            match (far_enough, family) {
                (Some(true), Some(family)) => {
                    Outcome::when(family.significant(context, *criterion, (*system, *other), e))
                }
                (holds, _) => Outcome::when(holds),
            }
        })),
        Condition::Same { systems, criterion, within } => {
            if let Some(family) = family {
                return Outcome::when(family.same(context, *criterion, *systems, (*within, e)));
            }
            let found = difference(context, *criterion, *systems, e).filter(|(_, exact)| *exact);
            Outcome::when(found.map(|(difference, _)| difference.abs() <= within + 1e-12))
        }
        Condition::Agreement { coefficient, criterion, bound, threshold } => {
            let measure = match coefficient {
                Coefficient::Alpha => Measure::Alpha,
                Coefficient::Kappa => Measure::Kappa,
                Coefficient::Percent => Measure::Agreement,
            };
            let id = &context.frame.criteria[*criterion].id;
            let scores = &context.experiments[e].scores;
            let found = scores.iter().find(|score| score.cell.measure == measure && score.cell.criterion == *id);
            Outcome::when(found.map(|score| match bound {
                Bound::AtLeast => score.value.value() >= *threshold,
                Bound::AtMost => score.value.value() <= *threshold,
            }))
        }
    }
}

/// How far one system is above another in an experiment, and whether that is a difference of scores or of
/// ranks only.
fn difference(context: &Context<'_>, criterion: usize, (a, b): (usize, usize), e: usize) -> Option<(f64, bool)> {
    let (a, b) = (&context.frame.systems.get(a)?.0, &context.frame.systems.get(b)?.0);
    context.sets.iter().filter(|set| set.criterion == criterion).find_map(|set| {
        if set.of_pairs() {
            return set.net(context.experiments.len()).into_iter().find_map(|(x, y, nets)| {
                if (&x, &y) == (a, b) {
                    Some((nets[e]?, true))
                } else if (&x, &y) == (b, a) {
                    Some((-nets[e]?, true))
                } else {
                    None
                }
            });
        }
        let known = |id: &String| set.rows.iter().find(|row| row.system.as_ref() == Some(id))?.known[e].as_ref();
        let (a, b) = (known(a)?, known(b)?);
        Some((a.order() - b.order(), a.score().is_some() && b.score().is_some()))
    })
}
