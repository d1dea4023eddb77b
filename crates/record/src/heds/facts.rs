//! What a datasheet is filled in from.

use analysis::{JudgedBy, Results};
use plan::Plan;
use reproduction::Comparison;
use serde_json::Value;
use study::Study;
use study::diff::Topic;

use crate::AuthorsRecord;

/// What a datasheet is filled in from.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    pub study: &'a Study,
    pub plan: &'a Plan,
    /// After the study was run.
    pub results: Option<&'a Results>,
    /// The results beside what the original printed.
    pub comparison: Option<&'a Comparison>,
    /// `rehearsal.json`, where the study was simulated.
    pub rehearsal: Option<&'a Value>,
    pub record: &'a AuthorsRecord,
}

/// What stands before whatever rests on simulated answers.
pub(crate) const SIMULATED: &str = "SIMULATED, nobody took part: ";

impl Facts<'_> {
    /// Whether the results are those of simulated participants.
    pub(crate) fn is_simulated(&self) -> bool {
        self.results.is_some_and(|results| results.provenance.judged_by == JudgedBy::Simulated)
    }

    /// What a paper about the study is called.
    pub(crate) fn title(&self) -> String {
        let title = &self.study.about.title;
        if self.is_simulated() { format!("{SIMULATED}{title}") } else { title.clone() }
    }

    /// What the study says of itself under this name, in the words of `rejudge diff`.
    pub(crate) fn stated_fact(&self, topic: Topic, what: &str) -> String {
        let facts = study::diff::facts(self.study);
        facts
            .into_iter()
            .find(|fact| fact.topic == topic && fact.what == what)
            .map(|fact| fact.value)
            .unwrap_or_default()
    }

    /// The names of the criteria, as a datasheet has them: each once.
    pub(super) fn criterion_names(&self) -> Vec<String> {
        let name = |criterion: &study::Criterion| {
            let twice = self.study.criteria.iter().filter(|other| other.name == criterion.name).count() > 1;
            if twice { criterion.id.0.clone() } else { criterion.name.clone() }
        };
        self.study.criteria.iter().map(name).collect()
    }
}
