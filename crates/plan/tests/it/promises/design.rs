//! Studies to plan, by a few numbers.

use study::file::{
    AboutFile, AnalysisFile, Better, ChecksFile, Combine, Content, Criteria, Layout, ListsFile, NotifyFile, OnFailure,
    Order, Pages, PartOrder, Platform, Sides,
};
use study::response::{Pairwise, Response};
use study::{
    CheckQuestion, Criterion, CriterionId, Design, Item, ItemId, Part, Participants, Study, System, SystemId, Texts,
    TrainingRule,
};

/// A study by a few numbers.
#[derive(Debug, Clone)]
pub(crate) struct Sketch {
    pub(crate) seed: u64,
    pub(crate) items: usize,
    pub(crate) systems: usize,
    /// How many strata each column has.
    pub(crate) strata: Vec<usize>,
    pub(crate) criteria: usize,
    pub(crate) apart: Criteria,
    pub(crate) combine: Combine,
    pub(crate) pairs_per_item: u32,
    pub(crate) set_size: u32,
    pub(crate) sets_per_item: u32,
    pub(crate) repeat_items: bool,
    pub(crate) questions: u32,
    pub(crate) completions: u32,
    pub(crate) balance: Vec<String>,
    pub(crate) order: Order,
    pub(crate) sides: Sides,
    pub(crate) checks: usize,
    pub(crate) checks_per_list: u32,
    pub(crate) lists_each: u32,
    /// Outputs left out: item and system.
    pub(crate) missing: Vec<(usize, usize)>,
}

impl Default for Sketch {
    fn default() -> Self {
        Sketch {
            seed: 712,
            items: 24,
            systems: 4,
            strata: vec![3],
            criteria: 1,
            apart: Criteria::Together,
            combine: Combine::AllPairs,
            pairs_per_item: 1,
            set_size: 3,
            sets_per_item: 2,
            repeat_items: false,
            questions: 12,
            completions: 3,
            balance: vec!["stratum0".to_owned(), "pair".to_owned()],
            order: Order::Random,
            sides: Sides::Balanced,
            checks: 4,
            checks_per_list: 2,
            lists_each: 1,
            missing: Vec::new(),
        }
    }
}

impl Sketch {
    pub(crate) fn study(&self) -> Study {
        Study {
            about: AboutFile {
                title: "A study".to_owned(),
                language: "en".to_owned(),
                seed: self.seed,
                description: None,
                contact: None,
                institution: None,
                ethics: None,
            },
            systems: (0..self.systems).map(system).collect(),
            items: (0..self.items).map(|item| self.item(item)).collect(),
            shown: Vec::new(),
            strata: (0..self.strata.len()).map(|column| format!("stratum{column}")).collect(),
            content: Content::Text,
            output_name: None,
            layout: Layout::default(),
            rendering: study::Rendering::default(),
            look: study::Look::default(),
            criteria: (0..self.criteria).map(criterion).collect(),
            parts: vec![Part {
                id: String::new(),
                title: String::new(),
                about: None,
                criteria: (0..self.criteria).collect(),
                items: Vec::new(),
                design: Design {
                    combine: self.combine,
                    system: Some(0),
                    pairs_per_item: self.pairs_per_item,
                    set_size: self.set_size,
                    sets_per_item: self.sets_per_item,
                    repeat_items: self.repeat_items,
                },
            }],
            lists: self.lists(),
            least_time_secs: None,
            checks: (0..self.checks).map(|check| self.check(check)).collect(),
            on_failure: OnFailure::Replace,
            training: Vec::new(),
            training_rule: TrainingRule { pass: 0, attempts: 1 },
            screening: Vec::new(),
            closing: Vec::new(),
            participants: Participants {
                from: Platform::Open,
                lists_each: self.lists_each,
                time_limit_secs: None,
                more_time_secs: None,
                least_width: None,
                requirements: Vec::new(),
                comment: true,
                codes: None,
                verify: false,
                prolific_study: None,
            },
            payment: None,
            prolific: None,
            mturk: None,
            notify: NotifyFile::default(),
            standstill_secs: 86_400,
            texts: Texts::default(),
            analysis: AnalysisFile::default(),
            claims: Vec::new(),
            reproduces: None,
            original: None,
            fingerprint: "f".repeat(64),
        }
    }

    fn lists(&self) -> ListsFile {
        ListsFile {
            break_after: None,
            auto_advance: false,
            review: false,
            least_time: None,
            questions: self.questions,
            completions: self.completions,
            balance: self.balance.clone(),
            order: self.order,
            sides: self.sides,
            criteria: self.apart,
            parts: PartOrder::InOrder,
            pages: Pages::One,
            remarks: Vec::new(),
            checks: (self.checks_per_list > 0).then(|| ChecksFile {
                file: "checks.csv".to_owned(),
                per_list: self.checks_per_list,
                on_failure: OnFailure::Replace,
                allowed_failures: 0,
            }),
            wave: None,
        }
    }

    fn item(&self, number: usize) -> Item {
        // Strata of uneven sizes, not aligned with one another.
        let stratum = |(column, strata): (usize, &usize)| {
            format!("s{}", (number * (column + 2) + number / 3 + column) % strata.max(&1))
        };
        let output = |system| (!self.missing.contains(&(number, system))).then(|| format!("output {system}"));
        Item {
            id: ItemId(format!("item{number:05}")),
            shown: Vec::new(),
            strata: self.strata.iter().enumerate().map(stratum).collect(),
            outputs: (0..self.systems).map(output).collect(),
            row: number + 2,
        }
    }

    fn check(&self, number: usize) -> CheckQuestion {
        CheckQuestion {
            id: format!("check{number}"),
            criterion: number % self.criteria.max(1),
            shown: Vec::new(),
            outputs: vec!["this".to_owned(), "that".to_owned()],
            answer: "b".to_owned(),
            feedback: None,
            tests: None,
            row: number + 2,
        }
    }
}

fn system(number: usize) -> System {
    System { id: SystemId(format!("sys{number:02}")), name: format!("System {number}"), human: false }
}

fn criterion(number: usize) -> Criterion {
    Criterion {
        id: CriterionId(format!("criterion{number}")),
        name: format!("Criterion {number}"),
        question: "Which?".to_owned(),
        definition: None,
        better: Better::Higher,
        cannot_judge: Vec::new(),
        confidence: Vec::new(),
        only_if: None,
        response: Response::Pairwise(Pairwise { ties: false, equal: None, degrees: Vec::new() }),
    }
}
