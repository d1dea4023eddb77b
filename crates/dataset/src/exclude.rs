//! The rules by which sessions are left out, fixed beforehand and applied in one place.

use std::collections::{BTreeMap, HashMap, HashSet};

use study::Study;
use study::file::Exclusion;
use study::response::Answer;

use crate::{Dataset, ExclusionRule, Judgement, Origin, Subject};

/// A session: participant, list, attempt.
type Key = (u32, u32, u32);

impl Dataset {
    /// Marks what the rules of the study exclude; the first rule that applies is the one that is
    /// named, and what is marked already stays as it is. Whoever did a list twice is counted once,
    /// whether the study says so or not: two sessions of one person are not two people.
    pub fn exclude(&mut self, study: &Study) {
        let allowed = study.lists.checks.as_ref().map_or(0, |checks| checks.allowed_failures);
        self.mark(&study.analysis.exclude, allowed);
    }

    /// The same without a study: only lists done twice.
    pub fn exclude_repeated(&mut self) {
        self.mark(&[], 0);
    }

    fn mark(&mut self, rules: &[Exclusion], allowed_failures: u32) {
        let mut sessions: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
        for (index, judgement) in self.judgements.iter().enumerate() {
            sessions.entry(judgement.session()).or_default().push(index);
        }
        let whole = self.complete_counts(&sessions);
        let in_parts = self.criteria.iter().any(|criterion| criterion.part.is_some());
        let mut counted: HashSet<(u32, u32)> = HashSet::new();
        for (key, judgements) in sessions {
            let of: Vec<&Judgement> = judgements.iter().map(|index| &self.judgements[*index]).collect();
            let limits = Limits { answers: whole.get(&key.1).copied(), failures: allowed_failures as usize, in_parts };
            let excluded = rules.iter().find(|rule| limits.exceeds_limit(&of, rule)).map(word);
            let valid = of.iter().any(|judgement| judgement.excluded.is_none());
            let excluded = match excluded {
                Some(excluded) => excluded,
                None if !valid || counted.insert((key.0, key.1)) => continue,
                None => ExclusionRule::Repeated,
            };
            for index in judgements {
                self.judgements[index].excluded.get_or_insert_with(|| excluded.clone());
            }
        }
    }

    /// How many answers a whole session on each list has: as many as the fullest. Nothing where a
    /// table does not say which list an answer belongs to.
    fn complete_counts(&self, sessions: &BTreeMap<Key, Vec<usize>>) -> HashMap<u32, usize> {
        let unknown = matches!(self.provenance.origin, Origin::Table { .. }) && sessions.keys().all(|key| key.1 == 0);
        if unknown { HashMap::new() } else { most_answers(sessions) }
    }
}

/// What a session must keep to.
struct Limits {
    /// How many answers it has, where that is known.
    answers: Option<usize>,
    /// How many checks it may fail.
    failures: usize,
    /// Whether criteria were asked in several parts, so that answers to two of them may never be the same.
    in_parts: bool,
}

/// How many answers the fullest session of each list has.
fn most_answers(sessions: &BTreeMap<Key, Vec<usize>>) -> HashMap<u32, usize> {
    let mut most = HashMap::new();
    for (key, judgements) in sessions {
        let so_far = most.entry(key.1).or_insert(0);
        *so_far = judgements.len().max(*so_far);
    }
    most
}

impl Limits {
    fn exceeds_limit(&self, session: &[&Judgement], rule: &Exclusion) -> bool {
        let seconds = session.iter().find_map(|judgement| judgement.timing.session_secs);
        match rule {
            Exclusion::FailedChecks => {
                let failed = |it: &&&Judgement| matches!(it.subject, Subject::Check { passed: false, .. });
                session.iter().filter(failed).count() > self.failures
            }
            Exclusion::Incomplete => self.answers.is_some_and(|answers| session.len() < answers),
            Exclusion::FasterThan { seconds: limit } => seconds.is_some_and(|seconds| seconds < *limit),
            Exclusion::SlowerThan { seconds: limit } => seconds.is_some_and(|seconds| seconds > *limit),
            Exclusion::SameAnswer => {
                let mut answers: BTreeMap<usize, Vec<&Answer>> = BTreeMap::new();
                for judgement in session.iter().filter(|it| matches!(it.subject, Subject::Item { .. })) {
                    let together = if self.in_parts { judgement.criterion } else { 0 };
                    answers.entry(together).or_default().push(&judgement.answer);
                }
                let same = |answers: &Vec<&Answer>| answers.windows(2).all(|two| two[0] == two[1]);
                answers.values().any(|answers| answers.len() > 2) && answers.values().all(same)
            }
        }
    }
}

fn word(rule: &Exclusion) -> ExclusionRule {
    match rule {
        Exclusion::FailedChecks => ExclusionRule::FailedChecks,
        Exclusion::Incomplete => ExclusionRule::Incomplete,
        Exclusion::FasterThan { .. } => ExclusionRule::FasterThan,
        Exclusion::SlowerThan { .. } => ExclusionRule::SlowerThan,
        Exclusion::SameAnswer => ExclusionRule::SameAnswer,
    }
}
