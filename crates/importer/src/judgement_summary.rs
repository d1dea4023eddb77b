//! What the judgements tell about the study they come from, gathered while they pass by.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dataset::{AnswerColumns, Dataset, Judgement, Subject};
use study::response::{Answer, Response};

/// What the judgements tell. Judgements of one person must come together.
#[derive(Debug, Default)]
pub(crate) struct JudgementSummary {
    pub(crate) judgements: usize,
    /// Answers by criterion: more than judgements where several make one.
    pub(crate) answers: Vec<usize>,
    /// By rule.
    pub(crate) excluded: BTreeMap<String, usize>,
    pub(crate) asked: AnswerColumns,
    /// Outputs that were judged: item and system.
    pub(crate) judged: BTreeSet<(usize, u16)>,
    /// Systems that were shown together, sorted, each set with its number.
    pub(crate) sets: BTreeMap<Vec<u16>, usize>,
    /// How many people answered each question: an item with a set of systems.
    pub(crate) people: HashMap<(usize, usize), usize>,
    /// How many questions each person answered: about one output, and about several together.
    pub(crate) questions: Vec<[usize; 2]>,
    /// How many systems each set has, by its number.
    sizes: Vec<usize>,
    /// Whether someone saw an item with two sets.
    pub(crate) repeats: bool,
    person: Option<u32>,
    /// What the person has answered so far.
    seen: BTreeSet<(usize, usize)>,
    /// The same by criterion.
    answered: BTreeSet<(usize, usize, usize)>,
    /// Answers by someone who had answered the same question before.
    pub(crate) again: usize,
}

impl JudgementSummary {
    /// What the judgements of a dataset tell.
    pub(crate) fn from_dataset(dataset: &Dataset) -> JudgementSummary {
        let mut summary = JudgementSummary::default();
        let mut judgements: Vec<&Judgement> = dataset.judgements.iter().collect();
        judgements.sort_by_key(|judgement| judgement.participant);
        judgements.into_iter().for_each(|judgement| summary.see(dataset, judgement));
        summary.finish()
    }

    pub(crate) fn see(&mut self, names: &Dataset, judgement: &Judgement) {
        self.judgements += 1;
        self.asked.include(names, judgement);
        if let Some(rule) = &judgement.excluded {
            *self.excluded.entry(rule.word().to_owned()).or_default() += 1;
        }
        self.answers.resize(names.criteria.len(), 0);
        let Subject::Item { item, systems } = &judgement.subject else { return };
        let ranking = matches!(names.criteria[judgement.criterion].response, Response::Ranking(_));
        let several = ranking && matches!(judgement.answer, Answer::Ranking(_));
        self.answers[judgement.criterion] += if several { systems.len() } else { 1 };
        self.judged.extend(systems.iter().map(|system| (*item, *system)));
        let mut together = systems.clone();
        together.sort_unstable();
        let next = self.sets.len();
        let size = together.len();
        let set = match self.sets.get(&together) {
            Some(set) => *set,
            None => {
                self.sizes.push(size);
                *self.sets.entry(together).or_insert(next)
            }
        };
        if self.person != Some(judgement.participant) {
            self.end_person();
            self.person = Some(judgement.participant);
        }
        self.seen.insert((*item, set));
        self.again += usize::from(!self.answered.insert((judgement.criterion, *item, set)));
    }

    fn end_person(&mut self) {
        let seen = std::mem::take(&mut self.seen);
        self.answered.clear();
        if seen.is_empty() {
            return;
        }
        let alone = seen.iter().filter(|(_, set)| self.sizes[*set] == 1).count();
        self.questions.push([alone, seen.len() - alone]);
        // Sorted by item and set: two sets of one item that are alike in size are two questions about it.
        let mut kinds: Vec<(usize, bool)> = seen.iter().map(|(item, set)| (*item, self.sizes[*set] > 1)).collect();
        kinds.sort_unstable();
        self.repeats |= kinds.windows(2).any(|two| two[0] == two[1]);
        for question in seen {
            *self.people.entry(question).or_default() += 1;
        }
    }

    pub(crate) fn finish(mut self) -> JudgementSummary {
        self.end_person();
        self
    }
}
