//! The analysis of a study, or of a table that never was one.

use std::collections::BTreeSet;

use dataset::{Dataset, JudgedBy, Judgement, Origin, Subject};
use stats::resample::Plan;
use study::Study;
use study::file::TestName;

use crate::reported_numbers::usable_scores;
use crate::rows::{CriterionRows, answered_range, known_scale, score_name};
use crate::setting::Setting;
use crate::sheet::{ALONE, Sheet};
use crate::{
    About, CriterionSummary, Label, Provenance, Results, Statistic, agreement, claims, comparisons, differ, oddities,
    other_analyses, power, quality, scores, strata, times,
};

/// How the intervals are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Seed of everything drawn.
    pub seed: u64,
    /// Bootstrap replicates.
    pub replicates: usize,
    /// Coverage.
    pub level: f64,
}

/// Everything that can be said about a dataset; with a study, by the analysis and the claims
/// declared in it. The same data and seed give the same results.
#[must_use]
pub fn run<'a>(study: impl Into<Option<&'a Study>>, dataset: &Dataset, options: Options) -> Results {
    run_watched(study, dataset, options, &|_| {})
}

/// How far an analysis is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// Steps done.
    pub done: usize,
    /// Steps altogether.
    pub of: usize,
    /// What comes next, in words.
    pub next: &'a str,
}

/// The families of numbers about one criterion, in the order in which they are made.
type Family = (&'static str, fn(&mut Sheet, &CriterionRows<'_>, &Setting));

const FAMILIES: [Family; 7] = [
    ("scores", scores::add_statistics),
    ("agreement", agreement::add_statistics),
    ("comparisons", comparisons::add_statistics),
    ("quality", quality::of_criterion),
    ("strata", strata::add_statistics),
    ("power", power::add_statistics),
    ("differences between analyses", differ::add_disagreements),
];

/// What can be said while answers still come in: scores, agreement, checks and times. No comparisons, no claims:
/// these are for the end.
#[must_use]
pub fn so_far<'a>(study: impl Into<Option<&'a Study>>, dataset: &Dataset, options: Options) -> Results {
    const GLANCED: [&str; 3] = ["scores", "agreement", "quality"];
    let families: Vec<Family> = FAMILIES.into_iter().filter(|(name, _)| GLANCED.contains(name)).collect();
    let mut results = run_families(study.into(), dataset, options, &families, &|_| {});
    // Differences between systems come with their scores, but are a comparison.
    let compares = [Statistic::Test(TestName::Bootstrap), Statistic::Corrected(TestName::Bootstrap)];
    results.estimates.retain(|named| !compares.contains(&named.statistic));
    results
}

/// The same, telling `watch` before each step how far it is.
#[must_use]
pub fn run_watched<'a>(
    study: impl Into<Option<&'a Study>>,
    dataset: &Dataset,
    options: Options,
    watch: &dyn Fn(Progress<'_>),
) -> Results {
    let study = study.into();
    let mut results = run_families(study, dataset, options, &FAMILIES, watch);
    if let Some(study) = study {
        claims::decide_claims(&mut results, study, dataset);
        other_analyses::add_other_verdicts(&mut results, study, dataset, options);
    }
    results
}

/// What some families of numbers say.
fn run_families(
    study: Option<&Study>,
    dataset: &Dataset,
    options: Options,
    families: &[Family],
    watch: &dyn Fn(Progress<'_>),
) -> Results {
    let plan = Plan { seed: options.seed, replicates: options.replicates };
    let mut setting = Setting::from_study(study, plan, options.level);
    setting.interests = study.map(power::interests).unwrap_or_default();
    let mut whole = Sheet::default();
    counts(&mut whole, dataset);
    for words in study.iter().flat_map(|study| usable_scores(study).1) {
        whole.remark(words, []);
    }
    oddities::add_remarks(&mut whole, dataset);
    quality::add_statistics(&mut whole, dataset);
    times::add_statistics(&mut whole, study, dataset);
    let mut sheets = vec![whole];
    let of = dataset.criteria.len() * families.len();
    for (index, criterion) in dataset.criteria.iter().enumerate() {
        let judged = CriterionRows::select(dataset, index, |judgement: &Judgement| judgement.excluded.is_none());
        let mut sheet = Sheet::for_criterion(&criterion.id);
        for (number, (name, family)) in families.iter().enumerate() {
            let next = format!("{}: {name}", criterion.id);
            watch(Progress { done: index * families.len() + number, of, next: &next });
            family(&mut sheet, &judged, &setting);
        }
        sheets.push(sheet);
    }
    let mut results = Results {
        about: describe_source(study, dataset),
        provenance: provenance(dataset, options),
        estimates: Vec::new(),
        claims: Vec::new(),
        remarks: Vec::new(),
        missing: Vec::new(),
    };
    for sheet in sheets {
        results.estimates.extend(sheet.estimates);
        results.remarks.extend(sheet.remarks);
        results.missing.extend(sheet.missing);
    }
    results
}

pub(crate) fn describe_source(study: Option<&Study>, dataset: &Dataset) -> About {
    let asked = |(number, criterion): (usize, &dataset::Criterion)| CriterionSummary {
        id: criterion.id.clone(),
        name: criterion.name.clone(),
        kind: criterion.response.kind().to_owned(),
        scale: known_scale(criterion, dataset.systems.len()),
        answers: answered_range(dataset, number),
        better: criterion.better,
        score: score_name(&criterion.response),
    };
    let file = match &dataset.provenance.origin {
        Origin::Table { file } => file.clone(),
        Origin::Rehearsed { .. } | Origin::Collected => String::new(),
    };
    About {
        title: study.map_or(file, |study| study.about.title.clone()),
        language: study.map(|study| study.about.language.clone()),
        systems: dataset.systems.iter().map(|s| Label { id: s.id.clone(), name: s.name.clone() }).collect(),
        criteria: dataset.criteria.iter().enumerate().map(asked).collect(),
    }
}

pub(crate) fn provenance(dataset: &Dataset, options: Options) -> Provenance {
    let origin = match &dataset.provenance.origin {
        Origin::Rehearsed { seed } => {
            format!("A rehearsal: every answer was made up by simulated participants (seed {seed}).")
        }
        Origin::Table { file } => format!("Read from the table “{file}”."),
        Origin::Collected => "Collected with rejudge.".to_owned(),
    };
    let origin = match dataset.provenance.judged_by {
        JudgedBy::Simulated => {
            format!("SIMULATED: nobody took part; the answers are those of simulated participants. {origin}")
        }
        JudgedBy::People | JudgedBy::Foreign => origin,
    };
    Provenance {
        study: dataset.provenance.study.clone(),
        data: dataset.provenance.data.clone(),
        origin,
        judged_by: dataset.provenance.judged_by,
        changed: dataset.provenance.changed.clone(),
        program: concat!("rejudge ", env!("CARGO_PKG_VERSION")).to_owned(),
        program_hash: Some(crate::SOURCES.to_owned()),
        seed: options.seed,
        replicates: options.replicates,
    }
}

/// How many judgements, people, items and checks there are, and how many no rule excluded.
fn counts(sheet: &mut Sheet, dataset: &Dataset) {
    let of_items = |judgement: &&Judgement| matches!(judgement.subject, Subject::Item { .. });
    let all = dataset.judgements.iter().filter(of_items).count();
    let included: Vec<&Judgement> = dataset.included_judgements().filter(of_items).collect();
    let people: BTreeSet<u32> = included.iter().map(|judgement| judgement.participant).collect();
    let items: BTreeSet<usize> = included
        .iter()
        .filter_map(|judgement| match &judgement.subject {
            Subject::Item { item, .. } => Some(*item),
            Subject::Check { .. } => None,
        })
        .collect();
    sheet.count(Statistic::Judgements, ALONE, included.len(), all);
    sheet.count(Statistic::Excluded, ALONE, all - included.len(), all);
    sheet.count(Statistic::Participants, ALONE, people.len(), dataset.participants.len());
    sheet.count(Statistic::Items, ALONE, items.len(), dataset.items.len());
    // Of everyone who answered checks, those whom failing them excluded among them.
    let passed: Vec<bool> = dataset
        .judgements
        .iter()
        .filter_map(|judgement| match judgement.subject {
            Subject::Check { passed, .. } => Some(passed),
            Subject::Item { .. } => None,
        })
        .collect();
    sheet.count(Statistic::ChecksAnswered, ALONE, passed.len(), passed.len());
    let good = passed.iter().filter(|passed| **passed).count();
    sheet.count(Statistic::ChecksPassed, ALONE, good, passed.len());
}
