//! The fit of a deciding model: columns of fixed effects and groups of random effects in, inference out.

use super::Undecidable;
use super::exact_fit::{ExactFit, Exactly};
use super::terms::{Levels, Term};
use crate::StatError;
use crate::mixed::{
    Column as FrameColumn, DfMethod, Element, Formula, Frame, Group, Inference, MOST_TRAILING, Method, Model, Options,
    Terms, least_squares, trailing,
};

/// A column of fixed effects.
pub(super) type Column = Vec<f64>;

/// A group of random effects, with the term that each covariance parameter stands for.
#[derive(Clone)]
pub(super) struct Effects {
    group: Group,
    terms: Vec<Term>,
}

impl Effects {
    /// One effect per level.
    pub(super) fn simple(term: Term, levels: Levels) -> Effects {
        Effects { group: group(levels, 1, Vec::new(), vec![element(0, 1)]), terms: vec![term] }
    }

    /// One effect per level and one for each of its combinations with a system, so that both can be eliminated
    /// level by level.
    pub(super) fn nested_in_systems(terms: [Term; 2], levels: &Levels, system: &Levels) -> Effects {
        let width = system.count + 1;
        let mut values = vec![0.0; levels.codes.len() * width];
        for (row, code) in values.chunks_exact_mut(width).zip(&system.codes) {
            row[0] = 1.0;
            row[1 + *code as usize] = 1.0;
        }
        let free = vec![element(0, 1), element(1, system.count)];
        Effects { group: group(levels.clone(), width, values, free), terms: terms.to_vec() }
    }

    /// One effect per level and system, all equally variable, which enter with the weights of a contrast.
    pub(super) fn by_contrast(term: Term, levels: Levels, weights: &[f64], systems: usize) -> Effects {
        let group = group(levels, systems, weights.to_vec(), vec![element(0, systems)]);
        Effects { group, terms: vec![term] }
    }
}

fn element(at: usize, count: usize) -> Element {
    Element { row: at, column: at, count }
}

fn group(levels: Levels, width: usize, values: Vec<f64>, free: Vec<Element>) -> Group {
    // The first effect is the level's own where it is the only one or stands for all rows.
    let name = |effect: usize| match (effect, values.first()) {
        (0, None) => "(Intercept)".to_owned(),
        (0, Some(_)) if free.len() > 1 => "(Intercept)".to_owned(),
        _ => format!("system{effect}"),
    };
    let effects = (0..width).map(name).collect();
    let parts = (0..width).map(|at| at..at + 1).collect();
    let names = (0..levels.count).map(|level| level.to_string()).collect();
    Group { name: String::new(), levels: names, codes: levels.codes, effects, values, free, parts }
}

/// What a fit gives.
pub(super) struct ModelFit {
    pub(super) effects: Vec<(Term, f64)>,
    pub(super) residual_sd: f64,
    pub(super) inference: Inference,
    kept: Vec<usize>,
}

/// An effect whose standard deviation is this many times that of what is left could not be told apart from it.
const INSEPARABLE: f64 = 100.0;

impl ModelFit {
    /// Whether what is left varies beside an effect. It seems not to where too few judgements share the effect: either could be
    /// the other, and the equations of the fit no longer have a solution that can be computed.
    pub(super) fn has_residual_beside(&self, term: Term) -> bool {
        self.effects.iter().all(|(known, sd)| *known != term || *sd < INSEPARABLE * self.residual_sd)
    }

    /// The weights of the columns that could be estimated.
    pub(super) fn estimable_weights(&self, weights: &[f64]) -> Vec<f64> {
        self.kept.iter().map(|column| weights[*column]).collect()
    }
}

/// A judgement's error is taken to be unknown when it is this many times smaller than a random effect.
const NEGLIGIBLE: f64 = 1e4;

/// Why there is no fit.
pub(super) enum Unfit {
    /// Nothing can be decided.
    Undecidable(Undecidable),
    /// Few judgements repeat others and all of these agree, so that this effect cannot be told from what is left.
    TooRare(Term),
}

impl<E: Into<Undecidable>> From<E> for Unfit {
    fn from(error: E) -> Unfit {
        Unfit::Undecidable(error.into())
    }
}

/// Fits with those effects that can be told from what is left; what is left out is added to the list.
pub(super) fn fit_what_is_repeated<T>(mut fit: impl FnMut(&[Term]) -> Result<T, Unfit>) -> Result<T, Undecidable> {
    let mut rare = Vec::new();
    loop {
        match fit(&rare) {
            Ok(found) => return Ok(found),
            Err(Unfit::Undecidable(error)) => return Err(error),
            Err(Unfit::TooRare(term)) => rare.push(term),
        }
    }
}

pub(super) fn fit(y: &[f64], columns: Vec<Column>, effects: Vec<Effects>) -> Result<ModelFit, Unfit> {
    let terms: Vec<Term> = effects.iter().flat_map(|it| it.terms.iter().copied()).collect();
    let groups: Vec<Group> = effects.into_iter().map(|it| it.group).collect();
    let mut sparse = None;
    if !groups.is_empty() {
        let explained = ExactFit::new(&columns, &groups);
        match explained.exactly(y) {
            Some(Exactly::ByAll) => return Err(Undecidable::NoDisagreement.into()),
            Some(Exactly::ByChance { finest }) => return Err(Unfit::TooRare(terms[finest])),
            None if explained.is_repeated(y.len()) => {}
            None => sparse = Some((columns.clone(), groups.clone())),
        }
    }
    let names: Vec<String> = (0..columns.len()).map(|index| format!("x{index}")).collect();
    let mut frame = Frame::default().with_column("y", FrameColumn::Numeric(y.to_vec()))?;
    for (name, column) in names.iter().zip(columns) {
        frame = frame.with_column(name, FrameColumn::Numeric(column))?;
    }
    let formula = Formula {
        response: "y".to_owned(),
        fixed: Terms { intercept: false, terms: names.into_iter().map(|name| vec![name]).collect() },
        random: Vec::new(),
        offsets: Vec::new(),
    };
    if groups.is_empty() {
        let (kept, inference, residual_sd) = least_squares(&formula, &frame).map_err(undecidable_from)?;
        return Ok(ModelFit { effects: Vec::new(), residual_sd, inference, kept });
    }
    let dense = trailing(&groups);
    if dense > MOST_TRAILING {
        return Err(Undecidable::TooLarge { effects: dense, limit: MOST_TRAILING }.into());
    }
    let model = Model::with_groups(&formula, &frame, groups, &Options::new(Method::Reml)).map_err(undecidable_from)?;
    let fit = model.fit().map_err(|_| Undecidable::NoDisagreement)?;
    if let Some((columns, groups)) = sparse.filter(|_| fit.theta.iter().any(|theta| *theta > INSEPARABLE))
        && let Some(finest) = ExactFit::new(&columns, &groups).finest_of_few(y.len())
    {
        return Err(Unfit::TooRare(terms[finest]));
    }
    if fit.theta.iter().any(|theta| *theta > NEGLIGIBLE) {
        return Err(Undecidable::NoDisagreement.into());
    }
    if !fit.converged {
        return Err(Undecidable::NotConverged.into());
    }
    Ok(ModelFit {
        effects: terms.into_iter().zip(fit.theta.iter().map(|theta| theta * fit.sigma)).collect(),
        residual_sd: fit.sigma,
        inference: Inference::new(&model, &fit, DfMethod::Satterthwaite)?,
        kept: model.estimated_columns().to_vec(),
    })
}

fn undecidable_from(error: StatError) -> Undecidable {
    if error == StatError::Explained { Undecidable::NoVariation } else { Undecidable::Invalid(error) }
}
