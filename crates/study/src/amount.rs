//! How much a design asks: pages, questions and lists.

use crate::file::{Combine, Criteria};
use crate::{Item, Study};

/// How much a design asks of all participants together, one completion of everything. With criteria
/// asked apart, pages and lists are those of one criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Outputs, pairs or sets put before someone.
    pub pages: u64,
    /// Questions on one page.
    pub questions_per_page: u64,
    /// Pages of one list, as stated.
    pub pages_per_list: u64,
    /// Lists that hold all pages; they are dealt out evenly.
    pub lists: u64,
    /// Pages of the item that has most.
    pub shown_most: u64,
}

impl Amount {
    /// What the study's design comes to. Linear in the number of items.
    #[must_use]
    pub fn of(study: &Study) -> Amount {
        let questions_per_page = match study.lists.criteria {
            Criteria::Together => study.criteria.len().max(1) as u64,
            Criteria::Apart => 1,
        };
        let pages_per_list = (u64::from(study.lists.questions) / questions_per_page).max(1);
        let (mut pages, mut shown_most) = (0, 0);
        for item in &study.items {
            let shown = pages_of(study, item);
            pages += shown;
            shown_most = shown_most.max(shown);
        }
        Amount { pages, questions_per_page, pages_per_list, lists: pages.div_ceil(pages_per_list), shown_most }
    }
}

/// How many pages one item makes.
pub(crate) fn pages_of(study: &Study, item: &Item) -> u64 {
    let there = item.outputs.iter().filter(|output| output.is_some()).count() as u64;
    let pairs = sets(there, 2);
    match study.design.combine {
        Combine::EveryOutput => there,
        Combine::AllPairs => pairs,
        Combine::OneAgainstRest => {
            let one = study.design.system.and_then(|system| item.outputs.get(system)).is_some_and(Option::is_some);
            if one { there.saturating_sub(1) } else { 0 }
        }
        Combine::SampledPairs => u64::from(study.design.pairs_per_item).min(pairs),
        Combine::AllTogether => u64::from(there >= 2 || (there == 1 && item.outputs.len() == 1)),
        Combine::Blocks => u64::from(study.design.sets_per_item).min(sets(there, u64::from(study.design.set_size))),
    }
}

/// How many different sets of a size can be made: the binomial coefficient, or as much as can be
/// counted.
pub(crate) fn sets(of: u64, size: u64) -> u64 {
    if size > of {
        return 0;
    }
    let mut count: u64 = 1;
    for i in 0..size.min(of - size) {
        match count.checked_mul(of - i) {
            Some(product) => count = product / (i + 1),
            None => return u64::MAX,
        }
    }
    count
}

/// The pairs of systems that are shown side by side, as indexes, the smaller first; for sets every
/// pair within them.
pub(crate) fn pairs_shown(study: &Study) -> Vec<(usize, usize)> {
    let systems = study.systems.len();
    let all = || (0..systems).flat_map(move |a| (a + 1..systems).map(move |b| (a, b)));
    match study.design.combine {
        Combine::EveryOutput => Vec::new(),
        Combine::OneAgainstRest => all().filter(|(a, b)| [Some(*a), Some(*b)].contains(&study.design.system)).collect(),
        Combine::AllPairs | Combine::SampledPairs | Combine::AllTogether | Combine::Blocks => all().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::sets;

    #[test]
    fn sets_are_counted_like_binomial_coefficients() {
        let check = |of, size, count| assert_eq!(sets(of, size), count, "{size} of {of}");
        check(5, 2, 10);
        check(5, 3, 10);
        check(5, 5, 1);
        check(5, 0, 1);
        check(2, 3, 0);
        check(52, 5, 2_598_960);
        check(1_000, 500, u64::MAX);
    }
}
