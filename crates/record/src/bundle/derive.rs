//! Every number of a bundle, derived again from its judgements.

use std::collections::BTreeMap;

use analysis::{Options, Results};
use dataset::{ARRIVALS_FILE, Dataset, Mapping, fingerprint, from_table};
use serde_json::Value;
use study::{InMemory, Study};
use table::Table;
use thiserror::Error;

use super::{FileMap, JUDGEMENTS, PAYLOAD, PROGRAM, RESULTS, STUDY, has_hashes};

/// Numbers that differ by less than this share are the same: another processor may compute the last digits otherwise.
const SAME: f64 = 1e-9;

/// The most replicates that are drawn again: more would keep whoever verifies busy for days.
const MOST_REPLICATES: usize = 100_000;

/// Why nothing can be derived.
#[derive(Debug, Error)]
pub enum DeriveError {
    #[error("the bundle has no `{0}`")]
    NoFile(&'static str),
    #[error("the study in the bundle cannot be read; `rejudge check` on its folder `{STUDY}` says why")]
    Study,
    #[error("`{JUDGEMENTS}`: {0}")]
    Judgements(String),
    #[error("`{ARRIVALS_FILE}` was not written together with `{JUDGEMENTS}`")]
    OtherArrivals,
    #[error("{0}")]
    Arrivals(#[from] dataset::ArrivalsMisfit),
    #[error("`{0}` is not what this program writes: {1}")]
    Shape(&'static str, String),
}

/// What a bundle says, and what its judgements give.
#[derive(Debug)]
pub struct BundleResults {
    pub study: Study,
    pub dataset: Dataset,
    /// As they are in the bundle.
    pub kept: Results,
    /// As they come out now.
    pub results: Results,
    /// How they were computed.
    pub options: Options,
    /// The ids of numbers and claims that are not the same, with what is in the bundle and what came out.
    pub differences: Vec<NumberDifference>,
}

/// A number or a verdict that is not the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberDifference {
    pub id: String,
    pub kept: String,
    pub derived: String,
}

/// The study in a bundle.
///
/// # Errors
/// When it cannot be read.
pub fn study_in(bag: &FileMap) -> Result<(InMemory, Study), DeriveError> {
    let under = format!("{PAYLOAD}{STUDY}");
    let files = bag.iter().filter_map(|(path, bytes)| Some((path.strip_prefix(&under)?.to_owned(), bytes.clone())));
    let files = InMemory(files.collect());
    let study = study::check(&files).study.ok_or(DeriveError::Study)?;
    Ok((files, study))
}

/// The judgements in these bytes, as they are analysed, with the arrivals where they are known.
///
/// # Errors
/// When they are not tables of this program, or of another study.
pub fn judgements(bytes: &[u8], arrivals: Option<&[u8]>, study: &Study) -> Result<Dataset, DeriveError> {
    let table = Table::read(JUDGEMENTS, bytes).map_err(|error| DeriveError::Judgements(error.to_string()))?;
    let read = from_table(&table, &Mapping::default(), Some(study));
    let mut dataset = read.map_err(|error| DeriveError::Judgements(error.to_string()))?;
    dataset.provenance.data = Some(fingerprint(bytes));
    if let Some(arrivals) = arrivals
        && !dataset.add_arrivals(arrivals, bytes)?
    {
        return Err(DeriveError::OtherArrivals);
    }
    dataset.exclude(study);
    Ok(dataset)
}

/// Analyses the judgements of a bundle again, and compares.
///
/// # Errors
/// When something needed is missing or cannot be read.
pub fn derive(bag: &FileMap) -> Result<BundleResults, DeriveError> {
    let payload = |name: &'static str| bag.get(&format!("{PAYLOAD}{name}")).ok_or(DeriveError::NoFile(name));
    let json = |name: &'static str| -> Result<Value, DeriveError> {
        serde_json::from_slice(payload(name)?).map_err(|error| DeriveError::Shape(name, error.to_string()))
    };
    let (files, mut study) = study_in(bag)?;
    let arrivals = bag.get(&format!("{PAYLOAD}{ARRIVALS_FILE}")).map(Vec::as_slice);
    let mut dataset = judgements(payload(JUDGEMENTS)?, arrivals, &study)?;
    let kept = Results::from_json(&json(RESULTS)?).map_err(|error| DeriveError::Shape(RESULTS, error.to_string()))?;
    if let Some(whole) = kept.provenance.study.clone().filter(|_| has_hashes(files.0.values())) {
        // The results are those of the study with the texts.
        study.fingerprint = whole;
    }
    let level = json(PROGRAM)?["level"].as_f64().ok_or(DeriveError::Shape(PROGRAM, "it has no `level`".to_owned()))?;
    if kept.provenance.replicates > MOST_REPLICATES || !(level > 0.0 && level < 1.0) {
        let said = format!("{} bootstrap replicates at the level {level}", kept.provenance.replicates);
        return Err(DeriveError::Shape(
            RESULTS,
            format!("it asks for {said}; at most {MOST_REPLICATES} are drawn again"),
        ));
    }
    let options = Options { seed: kept.provenance.seed, replicates: kept.provenance.replicates, level };
    // What was edited while answers came in is known to the database alone.
    dataset.provenance.changed.clone_from(&kept.provenance.changed);
    let results = analysis::run(Some(&study), &dataset, options);
    let differences = differences(&kept, &results);
    Ok(BundleResults { study, dataset, kept, results, options, differences })
}

/// What is not the same in two results of the same judgements.
fn differences(kept: &Results, derived: &Results) -> Vec<NumberDifference> {
    let (a, b) = (numbers(kept), numbers(derived));
    let mut differences = Vec::new();
    let mut ids: Vec<&String> = a.keys().chain(b.keys()).collect();
    ids.sort();
    ids.dedup();
    for id in ids {
        let (first, second) = (a.get(id), b.get(id));
        if first.zip(second).is_none_or(|(first, second)| !is_same(first, second)) {
            let (kept, derived) = describe_difference(first, second);
            differences.push(NumberDifference { id: id.clone(), kept, derived });
        }
    }
    differences
}

/// Every estimate and every verdict, by its id.
fn numbers(results: &Results) -> BTreeMap<String, Value> {
    let estimates = results.estimates.iter().map(|named| (named.id(), named.to_json()));
    let claims = results.claims.iter().map(|it| (format!("claim {}", it.id), Value::from(it.verdict.word())));
    estimates.chain(claims).collect()
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => {
            let (x, y) = (x.as_f64().unwrap_or(f64::NAN), y.as_f64().unwrap_or(f64::NAN));
            (x - y).abs() <= SAME * x.abs().max(y.abs()) || x.to_bits() == y.to_bits()
        }
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| is_same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(key, value)| y.get(key).is_some_and(|other| is_same(value, other)))
        }
        (_, _) => a == b,
    }
}

/// Two estimates in short, with the key in which they differ where their numbers are the same.
fn describe_difference(first: Option<&Value>, second: Option<&Value>) -> (String, String) {
    let shown = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), brief);
    let (kept, derived) = (shown(first), shown(second));
    let (Some(Value::Object(a)), Some(Value::Object(b))) = (first, second) else { return (kept, derived) };
    let differs = |key: &&String| a.get(*key).zip(b.get(*key)).is_none_or(|(x, y)| !is_same(x, y));
    match a.keys().chain(b.keys()).find(differs).filter(|_| kept == derived) {
        Some(key) => {
            let of = |it: &serde_json::Map<String, Value>| {
                it.get(key).map_or_else(|| "missing".to_owned(), Value::to_string)
            };
            (format!("{key} {}", of(a)), format!("{key} {}", of(b)))
        }
        None => (kept, derived),
    }
}

fn brief(value: &Value) -> String {
    match value.get("value") {
        Some(number) => match value.get("interval").filter(|interval| !interval.is_null()) {
            Some(interval) => format!("{number} {interval}"),
            None => number.to_string(),
        },
        None => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    }
}
