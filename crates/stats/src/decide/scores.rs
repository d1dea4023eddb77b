//! One score per judgement.

use super::fit::{Column, Effects, Unfit, fit, fit_what_is_repeated};
use super::freedom::MostDf;
use super::pair::PairScores;
use super::plain_mean::plain_variances;
use super::scatter::{Scatter, UnequalTastes, has_far_outputs, output_means};
use super::terms::{Caution, FEW, FEWEST, LeftOut, Levels, Reason, Term, cautions, most_df_of_mean};
use super::{Decision, Undecidable};
use crate::StatError;

/// Scores of outputs: one row per judgement. Codes need not be without gaps.
#[derive(Debug, Clone, Copy)]
pub struct Scores<'a> {
    /// The score, higher or lower being better as the caller sees it.
    pub value: &'a [f64],
    /// Who gave it.
    pub rater: &'a [u32],
    /// Which item the output is of.
    pub item: &'a [u32],
    /// Which system made the output; below `systems`.
    pub system: &'a [u32],
    /// How many systems there are.
    pub systems: usize,
}

impl Scores<'_> {
    /// The plain mean of a system's scores.
    pub(super) fn mean_of(&self, system: usize) -> f64 {
        let own = || self.value.iter().zip(self.system).filter(|(_, code)| **code as usize == system);
        own().map(|(value, _)| value).sum::<f64>() / own().count() as f64
    }
}

/// Fits `value ~ system + (1|rater) + (1|item) + (1|item:system) + (1|rater:system)`, each random effect only where
/// the design can show it. One or two raters (or items) are fixed effects, and a caution says so.
///
/// # Errors
/// When the columns do not fit together, fewer than two systems were judged, systems cannot be told from raters
/// or items, or nothing varies.
pub fn decide_scores(scores: &Scores<'_>) -> Result<Decision, Undecidable> {
    let mut decision = fit_scores(scores)?;
    let alone = |first, second| {
        let pair = PairScores::select(scores, first, second);
        let found = fit_scores(&pair.as_scores()).ok()?.difference(first, second).ok()?;
        Some((found.se, found.df))
    };
    decision.scatter = decision.scatter.map(|scatter| scatter.with_models_of_pairs(alone));
    Ok(decision)
}

/// The model of all systems, in which pairs that vary less than others have no model of their own.
pub(super) fn fit_scores(scores: &Scores<'_>) -> Result<Decision, Undecidable> {
    fit_what_is_repeated(|rare| fit_without(scores, rare))
}

/// The model without the effects that few judgements repeat.
fn fit_without(scores: &Scores<'_>, rare: &[Term]) -> Result<Decision, Unfit> {
    validate(scores)?;
    let (rater, item) = (Levels::from_codes(scores.rater), Levels::from_codes(scores.item));
    let system = Levels::from_codes(scores.system);
    if system.count < 2 {
        return Err(Undecidable::OneSystem.into());
    }
    let design = Design { rows: scores.value.len(), system: &system };
    let mut left_out = Vec::new();
    let mut sides = [
        design.side("a rater", (&rater, Term::Rater), Term::Taste, &mut left_out)?,
        design.side("an item", (&item, Term::Item), Term::Output, &mut left_out)?,
    ];
    if rater.same_as(&item) && rater.count >= FEWEST {
        // Each rater has an item of their own: one set of effects stands for both.
        let [of_raters, of_items] = &mut sides;
        for (term, same) in [(Term::Item, Term::Rater), (Term::Output, Term::Taste)] {
            let before = of_items.random.len();
            of_items.random.retain(|it| *it != term);
            if of_items.random.len() < before && of_raters.random.contains(&same) {
                left_out.push(LeftOut { term, reason: Reason::SameAs(same) });
            }
        }
    }
    sides.iter_mut().for_each(|side| side.random.retain(|term| !rare.contains(term)));
    left_out.extend(rare.iter().map(|term| LeftOut { term: *term, reason: Reason::TooRare }));
    let mut columns: Vec<Column> = Vec::new();
    let mut means = vec![None; scores.systems];
    for (code, mean) in (0..).zip(&mut means) {
        if scores.system.contains(&code) {
            *mean = Some(columns.len());
            columns.push(scores.system.iter().map(|it| f64::from(u8::from(*it == code))).collect());
        }
    }
    for side in sides.iter().filter(|side| side.fixed) {
        columns.push(side.main.codes.iter().map(|code| if *code == 0 { 1.0 } else { -1.0 }).collect());
    }
    let effects = effects(&mut sides, &system);
    let width = columns.len();
    let terms: Vec<Term> = sides.iter().flat_map(|side| side.random.iter().copied()).collect();
    let of_sides = [(&rater, [Term::Rater, Term::Taste]), (&item, [Term::Item, Term::Output])];
    let limits = of_sides.into_iter().filter_map(|(levels, own)| MostDf::of_scores(levels, &system, own, &terms));
    let most_df = MostDf::smallest(limits);
    let fitted = fit(scores.value, columns, effects)?;
    let plain = plain_variances(scores.value, [&rater, &item, &system], (&fitted.effects, fitted.residual_sd));
    let outputs = output_means(scores);
    let judged = scores.rater.iter().zip(scores.system).zip(scores.value);
    let tastes = UnequalTastes::find(judged.map(|((rater, system), value)| (*rater, *system, *value)));
    let scatter = Scatter::find(&outputs, tastes);
    let mut cautions = cautions(rater.count, item.count);
    cautions.extend(has_far_outputs(&outputs).then_some(Caution::FarOutputs));
    let weights = |column: usize| (0..width).map(|other| f64::from(u8::from(other == column))).collect::<Vec<f64>>();
    Ok(Decision {
        plain_variances: means.iter().map(|column| Some(plain[(*column)?])).collect(),
        means: means.into_iter().map(|it| it.map(|column| fitted.estimable_weights(&weights(column)))).collect(),
        connected: vec![0; scores.systems],
        effects: fitted.effects,
        residual_sd: fitted.residual_sd,
        inference: fitted.inference,
        most_df,
        most_df_of_mean: most_df_of_mean([&rater, &item], &terms),
        most: f64::INFINITY,
        cautions,
        rows: scores.value.len(),
        own_errors: scatter.as_ref().is_some_and(|scatter| scatter.is_of_outputs() || rater.count >= FEW),
        scatter,
        left_out,
    })
}

/// The effects of both sides.
fn effects(sides: &mut [Side<'_>; 2], system: &Levels) -> Vec<Effects> {
    // The side with more levels is eliminated level by level, its two effects together.
    sides.sort_by_key(|side| std::cmp::Reverse(side.main.count));
    let mut effects = Vec::new();
    for (index, side) in sides.iter().enumerate() {
        match (index, side.random.as_slice()) {
            (0, [main, crossed]) => effects.push(Effects::nested_in_systems([*main, *crossed], side.main, system)),
            (_, random) => effects.extend(random.iter().map(|term| match term {
                Term::Rater | Term::Item => Effects::simple(*term, side.main.clone()),
                Term::Output | Term::Taste | Term::Reading => Effects::simple(*term, side.main.cross(system)),
            })),
        }
    }
    effects
}

/// Raters or items, with the effects that the design can show of them.
struct Side<'a> {
    main: &'a Levels,
    fixed: bool,
    random: Vec<Term>,
}

struct Design<'a> {
    rows: usize,
    system: &'a Levels,
}

impl Design<'_> {
    /// What can be shown of raters or of items.
    fn side<'a>(
        &self,
        what: &'static str,
        (main, term): (&'a Levels, Term),
        with_system: Term,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<Side<'a>, Undecidable> {
        let crossed = main.cross(self.system).count;
        let nested = crossed == main.count;
        let one_each = crossed == self.system.count;
        if one_each && (nested || main.count >= FEWEST) {
            return Err(Undecidable::Confounded { what });
        }
        let mut side = Side { main, fixed: main.count == 2, random: Vec::new() };
        let mut leave = |term: Term, reason: Reason| left_out.push(LeftOut { term, reason });
        if main.count < FEWEST {
            let reason = if side.fixed { Reason::Two } else { Reason::Single };
            leave(term, reason);
            leave(with_system, reason);
            return Ok(side);
        }
        // The effects of the crossing that neither main effect explains.
        let free = (crossed + 1).saturating_sub(main.count + self.system.count);
        if !nested && free == 0 && crossed < self.rows {
            // Too few levels met several systems to tell both effects apart. The one of each combination stands for both:
            // with the main effect alone, the few would decide the difference as if they had no taste.
            leave(term, Reason::SameAs(with_system));
            side.random.push(with_system);
            return Ok(side);
        }
        if main.count == self.rows {
            leave(term, Reason::NotRepeated);
        } else {
            side.random.push(term);
        }
        if nested || free == 0 {
            leave(with_system, Reason::SameAs(term));
        } else if crossed == self.rows {
            leave(with_system, Reason::NotRepeated);
        } else {
            side.random.push(with_system);
        }
        Ok(side)
    }
}

pub(super) fn validate(scores: &Scores<'_>) -> Result<(), StatError> {
    let rows = scores.value.len();
    for (left, len) in [("raters", scores.rater.len()), ("items", scores.item.len()), ("systems", scores.system.len())]
    {
        if len != rows {
            return Err(StatError::Lengths { left, left_len: len, right: "scores", right_len: rows });
        }
    }
    if let Some(index) = scores.value.iter().position(|x| !x.is_finite()) {
        return Err(StatError::NotFinite { what: "the scores", index });
    }
    if scores.system.iter().any(|system| *system as usize >= scores.systems) {
        return Err(StatError::Undefined("a judgement is of a system whose code is not below their number".to_owned()));
    }
    Ok(())
}
