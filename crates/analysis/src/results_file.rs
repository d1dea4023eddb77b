//! `results.json`.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use dataset::JudgedBy;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Estimate, Interval, Note, PValue};
use study::file::Better;
use thiserror::Error;

use crate::claims::{DecidingTest, PowerForOriginal};
use crate::{
    About, ClaimResult, CriterionSummary, Label, NamedEstimate, Otherwise, Provenance, Quantity, Remark, Results,
    Statistic, Verdict,
};

/// Version of the results file.
pub const FORMAT: u32 = 2;

/// Why a text is not a results file.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// It is of a version this program does not know.
    #[error("the results are of format {found}, and this program reads format {FORMAT}; analyse the data again")]
    Format {
        /// The version found.
        found: u64,
    },
    /// It is not what `rejudge analyse` writes.
    #[error("this is not a results file: {0}")]
    Shape(#[from] serde_json::Error),
}

impl Results {
    /// `results.json`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        serde_json::to_value(ResultsFile::from(self)).unwrap_or_default()
    }

    /// Reads what [`Results::to_json`] wrote.
    ///
    /// # Errors
    /// When it is of another version, or something else altogether.
    pub fn from_json(value: &Value) -> Result<Results, ResultsError> {
        match value.get("format").and_then(Value::as_u64) {
            Some(found) if found != u64::from(FORMAT) => Err(ResultsError::Format { found }),
            Some(_) | None => Ok(ResultsFile::deserialize(value)?.into()),
        }
    }
}

impl NamedEstimate {
    /// As it stands among the estimates of `results.json`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        serde_json::to_value(EstimateFile::from(self.clone())).unwrap_or_default()
    }
}

#[derive(Serialize, Deserialize)]
struct ResultsFile {
    format: u32,
    about: AboutFile,
    provenance: ProvenanceFile,
    claims: Vec<ClaimFile>,
    remarks: Vec<RemarkFile>,
    missing: Vec<String>,
    estimates: Vec<EstimateFile>,
}

#[derive(Serialize, Deserialize)]
struct AboutFile {
    title: String,
    language: Option<String>,
    systems: Vec<LabelFile>,
    criteria: Vec<CriterionFile>,
}

#[derive(Serialize, Deserialize)]
struct LabelFile {
    id: String,
    name: String,
}

#[derive(Serialize, Deserialize)]
struct CriterionFile {
    id: String,
    name: String,
    kind: String,
    scale: Option<(f64, f64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answers: Option<(f64, f64)>,
    better: BetterFile,
    score: Option<Statistic>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum BetterFile {
    Higher,
    Lower,
    Neither,
}

/// What files say that were written before they said who judged.
fn foreign() -> String {
    JudgedBy::Foreign.word().to_owned()
}

#[derive(Serialize, Deserialize)]
struct ProvenanceFile {
    study: Option<String>,
    data: Option<String>,
    origin: String,
    #[serde(default = "foreign")]
    judged_by: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed_after_collecting_began: Vec<String>,
    program: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program_hash: Option<String>,
    seed: u64,
    replicates: usize,
}

#[derive(Serialize, Deserialize)]
struct EstimateFile {
    id: String,
    name: Statistic,
    criterion: Option<String>,
    of: Vec<String>,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    se: Option<f64>,
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    interval: Option<IntervalFile>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    df: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    p: Option<f64>,
    /// Natural logarithm of `p`, which a double may be too coarse for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    ln_p: Option<f64>,
    method: String,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    notes: Vec<String>,
}

/// An end that is missing is infinite.
#[derive(Serialize, Deserialize)]
struct IntervalFile {
    low: Option<f64>,
    high: Option<f64>,
    level: f64,
    kind: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClaimResult")]
struct ClaimFields {
    id: String,
    text: String,
    holds_if: Option<String>,
    rule: String,
    #[serde(with = "verdict_word")]
    verdict: Verdict,
    numbers: Vec<Quantity>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tests: Vec<DecidingTest>,
    because: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    power: Vec<PowerForOriginal>,
    #[serde(with = "otherwise_file", default)]
    otherwise: Vec<Otherwise>,
}

/// A claim decided otherwise, as a row of words.
mod otherwise_file {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::{Change, Otherwise, Verdict};

    #[derive(Serialize, Deserialize)]
    struct Row {
        change: String,
        what: String,
        verdict: String,
    }

    pub(super) fn serialize<S: Serializer>(all: &[Otherwise], serializer: S) -> Result<S::Ok, S::Error> {
        let row = |it: &Otherwise| Row {
            change: it.change.word().to_owned(),
            what: it.what.clone(),
            verdict: it.verdict.word().to_owned(),
        };
        all.iter().map(row).collect::<Vec<_>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Otherwise>, D::Error> {
        let read = |row: Row| {
            let change = Change::from_word(&row.change).ok_or_else(|| D::Error::custom("an unknown change"))?;
            let verdict = Verdict::from_word(&row.verdict).ok_or_else(|| D::Error::custom("an unknown verdict"))?;
            Ok(Otherwise { change, what: row.what, verdict })
        };
        Vec::<Row>::deserialize(deserializer)?.into_iter().map(read).collect()
    }
}

#[derive(Serialize, Deserialize)]
struct ClaimFile(#[serde(with = "ClaimFields")] ClaimResult);

#[derive(Serialize, Deserialize)]
struct RemarkFile {
    criterion: Option<String>,
    text: String,
    about: Vec<Quantity>,
}

impl From<&Results> for ResultsFile {
    fn from(results: &Results) -> Self {
        let Results { about, provenance, estimates, claims, remarks, missing } = results.clone();
        ResultsFile {
            format: FORMAT,
            about: AboutFile {
                title: about.title,
                language: about.language,
                systems: about.systems.into_iter().map(|Label { id, name }| LabelFile { id, name }).collect(),
                criteria: about.criteria.into_iter().map(CriterionFile::from).collect(),
            },
            provenance: ProvenanceFile {
                study: provenance.study,
                data: provenance.data,
                origin: provenance.origin,
                judged_by: provenance.judged_by.word().to_owned(),
                changed_after_collecting_began: provenance.changed,
                program: provenance.program,
                program_hash: provenance.program_hash,
                seed: provenance.seed,
                replicates: provenance.replicates,
            },
            claims: claims.into_iter().map(ClaimFile).collect(),
            remarks: remarks
                .into_iter()
                .map(|Remark { criterion, text, about }| RemarkFile { criterion, text, about })
                .collect(),
            missing,
            estimates: estimates.into_iter().map(EstimateFile::from).collect(),
        }
    }
}

impl From<ResultsFile> for Results {
    fn from(file: ResultsFile) -> Self {
        let ResultsFile { format: _, about, provenance, claims, remarks, missing, estimates } = file;
        let judged_by = JudgedBy::from_word(&provenance.judged_by).unwrap_or(JudgedBy::Foreign);
        let criteria =
            about.criteria.into_iter().map(|asked| CriterionSummary::from(asked.without_found_ends(judged_by)));
        Results {
            about: About {
                title: about.title,
                language: about.language,
                systems: about.systems.into_iter().map(|LabelFile { id, name }| Label { id, name }).collect(),
                criteria: criteria.collect(),
            },
            provenance: Provenance {
                study: provenance.study,
                data: provenance.data,
                origin: provenance.origin,
                judged_by,
                changed: provenance.changed_after_collecting_began,
                program: provenance.program,
                program_hash: provenance.program_hash,
                seed: provenance.seed,
                replicates: provenance.replicates,
            },
            estimates: estimates.into_iter().map(NamedEstimate::from).collect(),
            claims: claims.into_iter().map(|ClaimFile(claim)| claim).collect(),
            remarks: remarks
                .into_iter()
                .map(|RemarkFile { criterion, text, about }| Remark { criterion, text, about })
                .collect(),
            missing,
        }
    }
}

impl CriterionFile {
    /// Files that do not say which answers there were may have the lowest and highest answer of a foreign table as its scale.
    fn without_found_ends(self, judged_by: JudgedBy) -> CriterionFile {
        let may_be_found = judged_by == JudgedBy::Foreign && matches!(self.kind.as_str(), "rating" | "slider");
        if self.answers.is_none() && may_be_found {
            CriterionFile { scale: None, answers: self.scale, ..self }
        } else {
            self
        }
    }
}

impl From<CriterionSummary> for CriterionFile {
    fn from(asked: CriterionSummary) -> Self {
        let CriterionSummary { id, name, kind, scale, answers, better, score } = asked;
        let better = match better {
            Better::Higher => BetterFile::Higher,
            Better::Lower => BetterFile::Lower,
            Better::Neither => BetterFile::Neither,
        };
        CriterionFile { id, name, kind, scale, answers, better, score }
    }
}

impl From<CriterionFile> for CriterionSummary {
    fn from(file: CriterionFile) -> Self {
        let CriterionFile { id, name, kind, scale, answers, better, score } = file;
        let better = match better {
            BetterFile::Higher => Better::Higher,
            BetterFile::Lower => Better::Lower,
            BetterFile::Neither => Better::Neither,
        };
        CriterionSummary { id, name, kind, scale, answers, better, score }
    }
}

impl From<NamedEstimate> for EstimateFile {
    fn from(named: NamedEstimate) -> Self {
        let id = named.id();
        let NamedEstimate { statistic, criterion, of, estimate, n, method } = named;
        let finite = |end: f64| end.is_finite().then_some(end);
        EstimateFile {
            id,
            name: statistic,
            criterion,
            of,
            value: estimate.value,
            se: estimate.se,
            n,
            interval: estimate.interval.map(|interval| IntervalFile {
                low: finite(interval.low),
                high: finite(interval.high),
                level: interval.level,
                kind: interval.kind.to_owned(),
            }),
            df: estimate.df,
            p: estimate.p.map(PValue::value),
            ln_p: estimate.p.map(PValue::ln).and_then(finite),
            method,
            notes: estimate.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<EstimateFile> for NamedEstimate {
    fn from(file: EstimateFile) -> Self {
        let interval = file.interval.map(|interval| Interval {
            low: interval.low.unwrap_or(f64::NEG_INFINITY),
            high: interval.high.unwrap_or(f64::INFINITY),
            level: interval.level,
            kind: intern_word(&interval.kind),
        });
        let p = file.ln_p.map(PValue::from_ln).or_else(|| file.p.map(PValue::new));
        let estimate = Estimate {
            name: file.name.word(),
            of: file.of.clone(),
            value: file.value,
            se: file.se,
            interval,
            df: file.df,
            p,
            notes: file.notes.into_iter().map(Note::Said).collect(),
        };
        NamedEstimate {
            statistic: file.name,
            criterion: file.criterion,
            of: file.of,
            estimate,
            n: file.n,
            method: file.method,
        }
    }
}

/// A verdict is written as its words.
mod verdict_word {
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    use crate::Verdict;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
    pub(super) fn serialize<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(verdict.word())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Verdict, D::Error> {
        let word = String::deserialize(deserializer)?;
        Verdict::from_word(&word).ok_or_else(|| de::Error::custom(format!("`{word}` is not a verdict")))
    }
}

/// Kinds of intervals are words of the program and live as long as it does. Those read from a file are few, and each is
/// kept once.
fn intern_word(word: &str) -> &'static str {
    static WORDS: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    words.get(word).copied().unwrap_or_else(|| {
        let word: &'static str = word.to_owned().leak();
        words.insert(word);
        word
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results() -> Results {
        let estimate = Estimate::new("difference", 0.25)
            .se(0.1)
            .df([17.5])
            .p(PValue::from_ln(-1000.0))
            .interval(Interval { low: f64::NEG_INFINITY, high: 0.5, level: 0.95, kind: "t" })
            .note(Note::Exact);
        Results {
            about: About {
                title: "T".to_owned(),
                language: None,
                systems: vec![Label { id: "a".to_owned(), name: "A".to_owned() }],
                criteria: vec![CriterionSummary {
                    id: "fluency".to_owned(),
                    name: "Fluency".to_owned(),
                    kind: "rating".to_owned(),
                    scale: Some((1.0, 4.0)),
                    answers: Some((2.0, 4.0)),
                    better: Better::Higher,
                    score: Some(Statistic::Mean),
                }],
            },
            provenance: Provenance {
                study: None,
                data: Some("00".to_owned()),
                origin: "a table".to_owned(),
                judged_by: JudgedBy::People,
                changed: vec!["pay: amount (2.00, now 2.50)".to_owned()],
                program: "rejudge".to_owned(),
                program_hash: Some("11".to_owned()),
                seed: 7,
                replicates: 10,
            },
            estimates: vec![NamedEstimate {
                statistic: Statistic::Test(study::file::TestName::StudentT),
                criterion: Some("fluency".to_owned()),
                of: vec!["a".to_owned(), "b".to_owned()],
                estimate,
                n: 20,
                method: "Student's t".to_owned(),
            }],
            claims: vec![ClaimResult {
                id: "C1".to_owned(),
                text: "A is better.".to_owned(),
                holds_if: None,
                rule: "out of scope".to_owned(),
                verdict: Verdict::OutOfScope,
                numbers: Vec::new(),
                tests: vec![DecidingTest {
                    number: "difference[fluency, a, b]".parse().unwrap(),
                    p: 0.03,
                    of: "linear mixed model, Holm's correction over 3 comparisons".to_owned(),
                }],
                because: Vec::new(),
                power: vec![PowerForOriginal {
                    criterion: "fluency".to_owned(),
                    systems: ["a", "b"].map(str::to_owned),
                    original: 0.4,
                    shows: "a difference".to_owned(),
                    alpha: 0.05,
                    power: 0.35,
                }],
                otherwise: vec![Otherwise {
                    change: crate::Change::LeftOut,
                    what: "p1".to_owned(),
                    verdict: Verdict::Inconclusive,
                }],
            }],
            remarks: Vec::new(),
            missing: vec!["x".to_owned()],
        }
    }

    #[test]
    fn results_come_back_as_they_were_written() {
        let written = results().to_json();
        let read = Results::from_json(&written).unwrap();
        assert_eq!(read.to_json(), written);
        assert_eq!(read.claims[0].power, results().claims[0].power);
        assert_eq!(read.claims[0].tests, results().claims[0].tests);
        assert_eq!(read.claims[0].otherwise, results().claims[0].otherwise);
        let named = read.get(Statistic::Test(study::file::TestName::StudentT), "fluency", &["a", "b"]).unwrap();
        assert_eq!(named.id(), "student_t[fluency, a, b]");
        assert_eq!(named.estimate.p, Some(PValue::from_ln(-1000.0)));
        assert_eq!(named.estimate.interval, results().estimates[0].estimate.interval);
    }

    #[test]
    fn results_of_another_version_are_refused_with_a_remedy() {
        let mut written = results().to_json();
        written["format"] = 99.into();
        let refused = Results::from_json(&written).unwrap_err().to_string();
        assert!(refused.contains("format 99") && refused.contains("analyse the data again"), "{refused}");
        assert!(Results::from_json(&serde_json::json!([])).is_err());
    }
}
