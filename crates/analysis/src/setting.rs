//! What every family of an analysis is told.

use std::collections::HashMap;

use stats::PValue;
use stats::adjust::{Adjustment, adjust};
use stats::resample::Plan;
use study::Study;
use study::claim::{Condition, Rule};
use study::file::Correction;
use study::response::Response;

use crate::claims::{AgreementLevel, agreement_levels};
use crate::comparisons::Pair;
use crate::power::Interest;

/// What every family of an analysis is told.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// Seed and replicates.
    pub(crate) plan: Plan,
    /// Coverage of intervals.
    pub(crate) level: f64,
    /// The level at which a test is called significant.
    pub(crate) alpha: f64,
    /// The correction over the comparisons of one criterion.
    pub(crate) correction: Correction,
    /// The comparisons that were declared beforehand, by criterion; all pairs where there are none.
    families: Vec<(String, Vec<Pair>)>,
    /// The comparisons that the design of a study allows, by criterion.
    designed: Vec<(String, Vec<Pair>)>,
    /// The criteria of which something is claimed by at least, or within, a margin.
    margins: Vec<String>,
    /// How many characters each output has, by item and system, where spans are marked in them.
    lengths: HashMap<(String, String), u32>,
    /// How many characters each source has in which spans are marked, by item and column.
    source_lengths: HashMap<(String, String), u32>,
    /// The intervals of agreement that claims are decided by.
    pub(crate) agreement_levels: Vec<AgreementLevel>,
    /// The differences that power is asked for beside the conventional one.
    pub(crate) interests: Vec<Interest>,
}

impl Setting {
    /// As the study declares it; Holm's correction at 0.05 where nothing is declared.
    pub(crate) fn from_study(study: Option<&Study>, plan: Plan, level: f64) -> Setting {
        let declared = study.map(|study| study.analysis.clone()).unwrap_or_default();
        Setting {
            plan,
            level,
            alpha: declared.alpha,
            correction: declared.correction.unwrap_or(Correction::Holm),
            families: study.map(declared_families).unwrap_or_default(),
            designed: study.map(designed_pairs).unwrap_or_default(),
            margins: study.map(criteria_with_margins).unwrap_or_default(),
            lengths: study.map(lengths).unwrap_or_default(),
            source_lengths: study.map(source_lengths).unwrap_or_default(),
            agreement_levels: study.map(agreement_levels).unwrap_or_default(),
            interests: Vec::new(),
        }
    }

    /// How many characters an output has, where that is known.
    pub(crate) fn length(&self, item: &str, system: &str) -> Option<u32> {
        self.lengths.get(&(item.to_owned(), system.to_owned())).copied()
    }

    /// Whether something is claimed of a criterion by at least, or within, a margin.
    pub(crate) fn has_margin(&self, criterion: &str) -> bool {
        self.margins.iter().any(|id| id == criterion)
    }

    /// How many characters the source of an item has in a shown column, where that is known.
    pub(crate) fn source_length(&self, item: &str, column: &str) -> Option<u32> {
        self.source_lengths.get(&(item.to_owned(), column.to_owned())).copied()
    }

    /// The comparisons on a criterion that were declared beforehand.
    pub(crate) fn declared_family(&self, criterion: &str) -> Option<&[Pair]> {
        self.families.iter().find(|(id, _)| id == criterion).map(|(_, pairs)| pairs.as_slice())
    }

    /// The comparisons on a criterion that the design of a study allows; nothing where there is no study.
    pub(crate) fn designed_pairs(&self, criterion: &str) -> Option<&[Pair]> {
        self.designed.iter().find(|(id, _)| id == criterion).map(|(_, pairs)| pairs.as_slice())
    }

    /// Whether a comparison belongs to the family that is corrected together.
    pub(crate) fn declares(&self, criterion: &str, (a, b): Pair) -> bool {
        self.declared_family(criterion).is_none_or(|pairs| pairs.contains(&(a.min(b), a.max(b))))
    }
}

/// The criteria with a claim that a test decides against a margin.
fn criteria_with_margins(study: &Study) -> Vec<String> {
    let mut criteria = Vec::new();
    for claim in study.claims.iter().filter(|claim| matches!(claim.rule, Rule::Significant { .. })) {
        let parts = claim.holds_if.as_ref().map(Condition::parts).unwrap_or_default();
        criteria.extend(parts.into_iter().filter_map(|part| match part {
            Condition::Above { criterion, by: Some(_), .. } | Condition::Same { criterion, .. } => {
                study.criteria.get(*criterion).map(|it| it.id.0.clone())
            }
            Condition::Above { by: None, .. } | Condition::All(_) | Condition::Any(_) | Condition::Agreement { .. } => {
                None
            }
        }));
    }
    criteria
}

/// The lengths of all outputs of a study in which spans are marked.
fn lengths(study: &Study) -> HashMap<(String, String), u32> {
    let mut lengths = HashMap::new();
    if study.criteria.iter().any(|criterion| matches!(criterion.response, Response::Spans(_))) {
        for item in &study.items {
            for (system, output) in study.systems.iter().zip(&item.outputs) {
                let Some(text) = output else { continue };
                lengths.insert((item.id.0.clone(), system.id.0.clone()), length(text));
            }
        }
    }
    lengths
}

/// The lengths of all sources in which spans are marked.
fn source_lengths(study: &Study) -> HashMap<(String, String), u32> {
    let mut lengths = HashMap::new();
    for criterion in &study.criteria {
        let Some((column, source)) = criterion.response.source().zip(study.source(criterion)) else { continue };
        for item in &study.items {
            lengths
                .insert((item.id.0.clone(), column.to_owned()), item.shown.get(source).map_or(0, |text| length(text)));
        }
    }
    lengths
}

fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// A study that says how many comparisons there are means those its claims make, or those of one
/// system with each of the others.
pub fn declared_families(study: &Study) -> Vec<(String, Vec<Pair>)> {
    let Some(comparisons) = study.analysis.comparisons else { return Vec::new() };
    let mut families = Vec::new();
    for (index, criterion) in study.criteria.iter().enumerate() {
        let conditions = study.claims.iter().filter_map(|claim| claim.holds_if.as_ref());
        let mut claimed: Vec<Pair> =
            conditions.filter(|it| it.criteria().contains(&index)).flat_map(Condition::pairs).collect();
        claimed.sort_unstable();
        claimed.dedup();
        let with_one = pairs_with_one(study, index).unwrap_or_default();
        let wanted = |pairs: &Vec<Pair>| pairs.len() == comparisons as usize;
        if let Some(pairs) = [claimed, with_one].into_iter().find(wanted) {
            families.push((criterion.id.0.clone(), pairs));
        }
    }
    families
}

/// One system with each of the others, where the design has one.
fn pairs_with_one(study: &Study, criterion: usize) -> Option<Vec<Pair>> {
    let one = study.design_of(criterion).system?;
    let others = (0..study.systems.len()).filter(|other| *other != one);
    Some(others.map(|other| (one.min(other), one.max(other))).collect())
}

/// The comparisons that the designs of a study allow: those with one system, or all.
fn designed_pairs(study: &Study) -> Vec<(String, Vec<Pair>)> {
    let all = crate::comparisons::all_pairs(&(0..study.systems.len()).collect::<Vec<_>>());
    let pairs = |index: usize| pairs_with_one(study, index).unwrap_or_else(|| all.clone());
    study.criteria.iter().enumerate().map(|(index, criterion)| (criterion.id.0.clone(), pairs(index))).collect()
}

/// The p-values corrected as one family. The corrections that belong to a test of their own (Tukey,
/// Dunnett) are Holm's for any other.
pub(crate) fn correct(p: &[PValue], correction: Correction) -> Vec<PValue> {
    match adjustment(correction) {
        Some(adjustment) => adjust(p, adjustment),
        None => p.to_vec(),
    }
}

/// The correction in words.
pub(crate) fn correction_words(correction: Correction) -> &'static str {
    match correction {
        Correction::None => "uncorrected",
        Correction::Bonferroni => "Bonferroni's correction",
        Correction::Holm | Correction::Tukey | Correction::Dunnett => "Holm's correction",
        Correction::Hochberg => "Hochberg's correction",
        Correction::BenjaminiHochberg => "Benjamini and Hochberg's correction",
        Correction::BenjaminiYekutieli => "Benjamini and Yekutieli's correction",
    }
}

fn adjustment(correction: Correction) -> Option<Adjustment> {
    match correction {
        Correction::None => None,
        Correction::Bonferroni => Some(Adjustment::Bonferroni),
        Correction::Holm | Correction::Tukey | Correction::Dunnett => Some(Adjustment::Holm),
        Correction::Hochberg => Some(Adjustment::Hochberg),
        Correction::BenjaminiHochberg => Some(Adjustment::BenjaminiHochberg),
        Correction::BenjaminiYekutieli => Some(Adjustment::BenjaminiYekutieli),
    }
}
