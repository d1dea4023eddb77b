//! The cumulative-link mixed model, with participants and items as crossed random effects.

use stats::emm::{Adjust, Estimable, Means, contrast, pairwise};
use stats::mixed::ordinal::{self, Link};
use stats::mixed::{Column, Formula, Frame};
use stats::{Estimate, Note, StatError};
use study::file::TestName;

use super::{Compared, put_family};
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::Sheet;

/// `rating ~ system + (1|participant) + (1|item)` for ordered categories, with a logit link.
pub(super) fn put(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    if let Err(reason) = try_ordinal(sheet, judged, setting) {
        sheet.miss("cumulative-link mixed model", &reason.to_string());
    }
}

fn try_ordinal(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) -> Result<(), StatError> {
    let formula = formula(judged)?;
    let words: Vec<String> = judged.value.iter().map(ToString::to_string).collect();
    let frame = frame(judged, Column::factor(&words))?;
    let model = ordinal::Model::new(&formula, &frame, &ordinal::Options::new(Link::Logit))?;
    let fit = model.fit()?;
    let inference = model.inference(&fit)?;
    let means = Means::new(Estimable { design: &model.design, kept: model.kept() }, &["system"])?;
    let contrasts = contrast(&pairwise(&means), &inference, Adjust::None, setting.level)?;
    let doubts = model.doubts(&fit);
    let with = |estimate: Estimate| doubts.iter().fold(estimate, |it, doubt| it.note(Note::Said(doubt.clone())));
    let compared = labelled(judged, contrasts.into_iter().map(with).collect());
    put_family(sheet, judged, setting, TestName::OrdinalModel, compared);
    Ok(())
}

/// The model the data can bear: a random effect needs two levels and more rows than levels.
fn formula(judged: &CriterionRows<'_>) -> Result<Formula, StatError> {
    let levels = |codes: &[u32]| codes.iter().collect::<std::collections::BTreeSet<_>>().len();
    let mut text = "rating ~ system".to_owned();
    for (name, codes) in [("participant", &judged.participant), ("item", &judged.item)] {
        if (2..judged.value.len()).contains(&levels(codes)) {
            text.push_str(&format!(" + (1|{name})"));
        }
    }
    if !text.contains('|') {
        return Err(StatError::TooFew { what: "participants or items with several judgements", needed: 2, found: 1 });
    }
    Formula::parse(&text).map_err(|error| StatError::Undefined(error.to_string()))
}

fn frame(judged: &CriterionRows<'_>, rating: Column) -> Result<Frame, StatError> {
    let systems = judged.systems();
    let code = |system: &u32| systems.iter().position(|known| *known == *system as usize).unwrap_or(0) as u32;
    let system = Column::Factor {
        levels: systems.iter().map(|system| judged.id(*system).to_owned()).collect(),
        codes: judged.system.iter().map(code).collect(),
    };
    Frame::default()
        .with("rating", rating)?
        .with("system", system)?
        .with("participant", grouped(&judged.participant, |p| judged.dataset.participants[p].clone()))?
        .with("item", grouped(&judged.item, |item| judged.dataset.items[item].id.clone()))
}

/// A factor with only the levels that occur.
fn grouped(codes: &[u32], name: impl Fn(usize) -> String) -> Column {
    let seen: std::collections::BTreeSet<u32> = codes.iter().copied().collect();
    let place: std::collections::HashMap<u32, u32> = seen.iter().copied().zip(0..).collect();
    Column::Factor {
        levels: seen.iter().map(|code| name(*code as usize)).collect(),
        codes: codes.iter().map(|code| place[code]).collect(),
    }
}

/// Contrasts under the pairs they are about, in the direction of the pair.
fn labelled(judged: &CriterionRows<'_>, contrasts: Vec<Estimate>) -> Vec<Compared> {
    let system = |id: &String| judged.dataset.systems.iter().position(|system| system.id == *id);
    let compared = contrasts.into_iter().filter_map(|estimate| {
        let (first, second) = (system(estimate.of.first()?)?, system(estimate.of.get(1)?)?);
        Some(Compared { pair: (first, second), estimate, n: judged.value.len() })
    });
    compared.collect()
}
