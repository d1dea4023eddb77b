//! How much a design asks: pages, questions and lists.

use crate::file::{Combine, Criteria};
use crate::{Item, Study};

/// How much a design asks of all participants together, one completion of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    /// Outputs, pairs or sets put before someone.
    pub(super) pages: u64,
    /// Those times the criteria.
    pub(super) questions: u64,
    /// Pages of one list.
    pub(super) pages_per_list: u64,
    /// Lists that hold all questions; the last may be shorter.
    pub(super) lists: u64,
}

impl Amount {
    /// What the study's design comes to.
    pub(super) fn of(study: &Study) -> Amount {
        let criteria = study.criteria.len().max(1) as u64;
        let per_list = u64::from(study.lists.questions).max(1);
        let pages: u64 = study.items.iter().map(|item| pages_of(study, item)).sum();
        let (pages_per_list, lists) = match study.lists.criteria {
            Criteria::Together => ((per_list / criteria).max(1), (pages * criteria).div_ceil(per_list)),
            Criteria::Apart => (per_list, criteria * pages.div_ceil(per_list)),
        };
        Amount { pages, questions: pages * criteria, pages_per_list, lists }
    }
}

/// How many pages one item makes.
pub(super) fn pages_of(study: &Study, item: &Item) -> u64 {
    let there = item.outputs.iter().filter(|output| output.is_some()).count() as u64;
    let pairs = there * there.saturating_sub(1) / 2;
    match study.design.combine {
        Combine::EveryOutput => there,
        Combine::AllPairs => pairs,
        Combine::OneAgainstRest => {
            let one = study.design.system.and_then(|system| item.outputs.get(system)).is_some_and(Option::is_some);
            if one { there.saturating_sub(1) } else { 0 }
        }
        Combine::SampledPairs => u64::from(study.design.pairs_per_item).min(pairs),
        Combine::AllTogether => u64::from(there > 0),
        Combine::Blocks => u64::from(study.design.sets_per_item),
    }
}

/// The pairs of systems that are shown side by side, as indexes, the smaller first; for sets every
/// pair within them.
pub(super) fn pairs_shown(study: &Study) -> Vec<(usize, usize)> {
    let systems = study.systems.len();
    let all = || (0..systems).flat_map(move |a| (a + 1..systems).map(move |b| (a, b)));
    match study.design.combine {
        Combine::EveryOutput => Vec::new(),
        Combine::OneAgainstRest => all().filter(|(a, b)| [Some(*a), Some(*b)].contains(&study.design.system)).collect(),
        Combine::AllPairs | Combine::SampledPairs | Combine::AllTogether | Combine::Blocks => all().collect(),
    }
}
