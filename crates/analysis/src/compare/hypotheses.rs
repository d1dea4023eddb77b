//! Same hypotheses: whether the claims and the tests come out alike.

use serde_json::{Value, json};
use stats::adjust::{Adjustment, adjust};
use stats::hypothesis::{Asked, sign, t};
use stats::{Estimate, Note, PValue};
use study::claim::{Bound, Claim, Coefficient, Condition, Rule};
use study::file::{Correction, TestName};
use study::original::Measure;

use super::Context;
use super::align::{Known, Set};
use super::assessed::{About, Findings, Reading};
use super::precision::pairs;

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
    let name = context.experiments[experiment].name.clone();
    let decided = |outcome: Outcome, basis: &'static str| Decided { experiment: name.clone(), outcome, basis };
    let Some(condition) = &claim.holds_if else { return decided(Outcome::OutOfScope, "") };
    match claim.rule {
        Rule::OutOfScope => decided(Outcome::OutOfScope, ""),
        Rule::Direction => decided(holds(context, condition, experiment, None), "order of the scores"),
        Rule::Significant { test, correction, alpha } => {
            let family = Family { test, correction, alpha };
            if family.needs_no_judgements() {
                let outcome = holds(context, condition, experiment, Some(&family));
                if outcome != Outcome::Unknown {
                    return decided(outcome, "its test, from means, standard deviations and sizes");
                }
            }
            let basis = "order of the scores; its test needs the judgements";
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
    /// Whether the test can be made from means, standard deviations and sizes.
    fn needs_no_judgements(&self) -> bool {
        let adjustable = match self.correction {
            Correction::Tukey | Correction::Dunnett => false,
            Correction::None
            | Correction::Bonferroni
            | Correction::Holm
            | Correction::Hochberg
            | Correction::BenjaminiHochberg
            | Correction::BenjaminiYekutieli => true,
        };
        adjustable && matches!(self.test, TestName::StudentT | TestName::WelchT)
    }

    fn adjusted(&self, p: &[PValue]) -> Vec<PValue> {
        let adjustment = match self.correction {
            Correction::None | Correction::Tukey | Correction::Dunnett => return p.to_vec(),
            Correction::Bonferroni => Adjustment::Bonferroni,
            Correction::Holm => Adjustment::Holm,
            Correction::Hochberg => Adjustment::Hochberg,
            Correction::BenjaminiHochberg => Adjustment::BenjaminiHochberg,
            Correction::BenjaminiYekutieli => Adjustment::BenjaminiYekutieli,
        };
        adjust(p, adjustment)
    }

    /// Whether two systems differ, corrected over all pairs that the claims compare on this criterion.
    fn significant(&self, context: &Context<'_>, criterion: usize, pair: (usize, usize), e: usize) -> Option<bool> {
        let set = context.sets.iter().find(|set| set.criterion == criterion && !set.of_pairs())?;
        let mut compared: Vec<(usize, usize)> = context
            .frame
            .claims
            .iter()
            .filter_map(|claim| claim.holds_if.as_ref())
            .filter(|condition| condition.criteria().contains(&criterion))
            .flat_map(Condition::pairs)
            .collect();
        compared.sort_unstable();
        compared.dedup();
        let summary = |system: usize| {
            let id = &context.frame.systems[system].0;
            let row = set.rows.iter().find(|row| row.system.as_ref() == Some(id))?;
            row.known[e].as_ref().and_then(Known::score)?.summary()
        };
        let test = |(a, b): &(usize, usize)| {
            let (a, b) = (summary(*a)?, summary(*b)?);
            let asked = Asked::default();
            let found = if self.test == TestName::WelchT { t::welch(a, b, asked) } else { t::student(a, b, asked) };
            Some(found.ok()?.p())
        };
        let p: Vec<PValue> = compared.iter().map(test).collect::<Option<_>>()?;
        let place = compared.iter().position(|known| *known == (pair.0.min(pair.1), pair.0.max(pair.1)))?;
        Some(self.adjusted(&p)[place].ln() < self.alpha.ln())
    }
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

/// Every two systems tested in every experiment: Student's t from means, standard deviations and sizes,
/// corrected by Holm within each experiment; for pairs, the sign test on decided choices. `tests_alike` is
/// the share of tests with the same conclusion in two experiments: the same direction, or none.
pub(super) fn tests(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        let tested: Vec<Vec<Tested>> = (0..context.experiments.len()).map(|e| tested(context, set, e)).collect();
        for (e, tests) in tested.iter().enumerate() {
            let adjusted = adjust(
                &tests.iter().map(|test| test.statistic.p.unwrap_or(PValue::new(1.0))).collect::<Vec<_>>(),
                Adjustment::Holm,
            );
            for (test, p) in tests.iter().zip(adjusted) {
                let of = set.label.iter().cloned().chain(test.of.iter().cloned()).collect();
                let about = About::criterion(Reading::Hypotheses, &set.criterion_id)
                    .of(of)
                    .between([context.experiments[e].name.as_str()]);
                findings.keep(about.clone(), test.statistic.clone());
                let holm = Estimate::new("p_holm", p.value()).p(p);
                findings.keep(about, holm.note(Note::Said(format!("Holm over {} comparisons", tests.len()))));
            }
        }
        for (i, j) in pairs(context.experiments.len()) {
            alike(context, set, (&tested[i], &tested[j]), (i, j), findings);
        }
    }
}

/// A test of two systems.
struct Tested {
    of: Vec<String>,
    statistic: Estimate,
    /// Above zero when the first is above the second.
    difference: f64,
}

fn tested(context: &Context<'_>, set: &Set, e: usize) -> Vec<Tested> {
    let asked = Asked::default();
    if set.of_pairs() {
        let nets = set.net(context.experiments.len());
        return nets
            .into_iter()
            .filter_map(|(a, b, nets)| {
                let score = |x: &String, y: &String| {
                    let row = set
                        .rows
                        .iter()
                        .find(|row| !row.equal && row.system.as_ref() == Some(x) && row.against.as_ref() == Some(y))?;
                    row.known[e].as_ref()?.score()
                };
                let (first, second, n) = (score(&a, &b)?, score(&b, &a)?, score(&a, &b)?.n?);
                #[expect(
                    clippy::cast_precision_loss,
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "shares of a count"
                )]
                let count = |share: f64| (share.clamp(0.0, 1.0) * n as f64).round() as u64;
                let (x, y) = (count(first.value.value()), count(second.value.value()));
                let test = sign::of_counts(x, y, n.saturating_sub(x + y), asked).ok()?;
                let rounded = first.value.text().map(|_| Note::Said("counts from printed shares".to_owned()));
                Some(Tested { of: vec![a, b], statistic: test.statistic.note(rounded), difference: nets[e]? })
            })
            .collect();
    }
    pairs(set.rows.len())
        .filter_map(|(a, b)| {
            let summary = |row: usize| set.rows[row].known[e].as_ref().and_then(Known::score)?.summary();
            let (first, second) = (summary(a)?, summary(b)?);
            let test = t::student(first, second, asked).ok()?;
            let of = set.rows[a].about().into_iter().chain(set.rows[b].about()).collect();
            Some(Tested { of, statistic: test.statistic, difference: first.mean - second.mean })
        })
        .collect()
}

fn alike(
    context: &Context<'_>,
    set: &Set,
    (a, b): (&[Tested], &[Tested]),
    (i, j): (usize, usize),
    findings: &mut Findings,
) {
    let conclusions = |tests: &[Tested]| -> Vec<i8> {
        let p: Vec<PValue> = tests.iter().map(|test| test.statistic.p.unwrap_or(PValue::new(1.0))).collect();
        let concluded = |(test, p): (&Tested, PValue)| {
            if p.ln() < context.options.alpha.ln() { if test.difference > 0.0 { 1 } else { -1 } } else { 0 }
        };
        tests.iter().zip(adjust(&p, Adjustment::Holm)).map(concluded).collect()
    };
    let (first, second) = (conclusions(a), conclusions(b));
    let (mut same, mut of) = (0, 0);
    for (test, conclusion) in a.iter().zip(first) {
        if let Some(place) = b.iter().position(|other| other.of == test.of) {
            of += 1;
            same += usize::from(second[place] == conclusion);
        }
    }
    if of > 0 {
        let share = Estimate::new("tests_alike", f64::from(same as u32) / f64::from(of as u32));
        let names = [context.experiments[i].name.as_str(), context.experiments[j].name.as_str()];
        let about = About::criterion(Reading::Hypotheses, &set.criterion_id).of(set.label.clone()).between(names).n(of);
        findings.keep(about, share.note(Note::Said(format!("{same} of {of}"))));
    }
}
