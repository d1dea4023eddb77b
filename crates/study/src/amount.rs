//! How much a design asks: pages, questions and lists.

use crate::file::{Combine, Content, Criteria};
use crate::response::Response;
use crate::{CheckQuestion, Design, Item, Part, Study};

/// How much a study asks of all participants together, one completion of everything. With criteria
/// asked apart, pages and lists are those of one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// What each part comes to.
    pub parts: Vec<PartAmount>,
    /// Lists that hold all pages; those of each part are dealt out evenly.
    pub lists: u64,
}

/// How much one part asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartAmount {
    /// Outputs, pairs or sets put before someone.
    pub pages: u64,
    /// Questions on one page.
    pub questions_per_page: u64,
    /// Pages of the item that has most.
    pub shown_most: u64,
}

impl Amount {
    /// What the study's design comes to. Linear in the number of items.
    #[must_use]
    pub fn from_study(study: &Study) -> Amount {
        let parts: Vec<PartAmount> = study.parts.iter().map(|part| PartAmount::from_part(study, part)).collect();
        Amount { lists: lists(&parts, study.lists.questions.into()), parts }
    }

    /// Pages of all parts.
    #[must_use]
    pub fn pages(&self) -> u64 {
        self.parts.iter().map(|part| part.pages).sum()
    }

    /// Questions on all pages.
    #[must_use]
    pub fn questions(&self) -> u64 {
        self.parts.iter().map(|part| part.pages * part.questions_per_page).sum()
    }
}

impl PartAmount {
    pub(crate) fn from_part(study: &Study, part: &Part) -> PartAmount {
        let questions_per_page = match study.lists.criteria {
            Criteria::Together => part.criteria.len().max(1) as u64,
            Criteria::Apart => 1,
        };
        let (mut pages, mut shown_most) = (0, 0);
        for item in &study.items {
            let shown = pages_of(part, item);
            pages += shown;
            shown_most = shown_most.max(shown);
        }
        PartAmount { pages, questions_per_page, shown_most }
    }
}

/// The fewest lists of which none asks more questions than stated, or has more than one page of each part.
fn lists(parts: &[PartAmount], questions: u64) -> u64 {
    let longest = |lists: u64| {
        parts
            .iter()
            .map(|part| part.pages.div_ceil(lists).saturating_mul(part.questions_per_page))
            .fold(0, u64::saturating_add)
    };
    let (mut fewest, mut enough) = (1, parts.iter().map(|part| part.pages).max().unwrap_or(0));
    while fewest < enough {
        let middle = fewest + (enough - fewest) / 2;
        if longest(middle) <= questions {
            enough = middle;
        } else {
            fewest = middle + 1;
        }
    }
    enough
}

/// How many pages one item makes in a part.
pub(crate) fn pages_of(part: &Part, item: &Item) -> u64 {
    if !part.asks_about(item) {
        return 0;
    }
    let design = &part.design;
    let there = item.outputs.iter().filter(|output| output.is_some()).count() as u64;
    let pairs = sets(there, 2);
    match design.combine {
        Combine::EveryOutput => there,
        Combine::AllPairs => pairs,
        Combine::OneAgainstRest => {
            let one = design.system.and_then(|system| item.outputs.get(system)).is_some_and(Option::is_some);
            if one { there.saturating_sub(1) } else { 0 }
        }
        Combine::SampledPairs => u64::from(design.pairs_per_item).min(pairs),
        Combine::AllTogether => u64::from(there >= 2 || (there == 1 && item.outputs.len() == 1)),
        Combine::Blocks => u64::from(design.sets_per_item).min(sets(there, u64::from(design.set_size))),
    }
}

/// Words of silent reading in a minute: the mean for English prose in Brysbaert 2019 (Journal of Memory and Language 109).
pub const WORDS_PER_MINUTE: f64 = 238.0;

impl Study {
    /// The words on a page that shows these outputs of an item; nothing in languages written without blanks.
    #[must_use]
    pub fn words_on_page(&self, item: &Item, systems: &[u16]) -> Option<usize> {
        self.has_blanks().then(|| self.length_on_page(item, systems))
    }

    /// The words of a question with a known answer; nothing in languages written without blanks.
    #[must_use]
    pub fn words_of_check(&self, check: &CheckQuestion) -> Option<usize> {
        let outputs = check.outputs.iter().map(|text| self.length(self.content, text));
        self.has_blanks().then(|| self.length_shown(&check.shown) + outputs.sum::<usize>())
    }

    /// How much there is to read on a page that shows these outputs of an item: words, or characters in languages written
    /// without blanks.
    #[must_use]
    pub fn length_on_page(&self, item: &Item, systems: &[u16]) -> usize {
        let output =
            |system: &u16| item.outputs.get(usize::from(*system)).and_then(Option::as_deref).unwrap_or_default();
        let outputs = systems.iter().map(|system| self.length(self.content, output(system)));
        self.length_shown(&item.shown) + outputs.sum::<usize>()
    }

    fn length_shown(&self, cells: &[String]) -> usize {
        self.shown.iter().zip(cells).map(|(column, text)| self.length(column.content, text)).sum()
    }

    fn length(&self, content: Content, text: &str) -> usize {
        match (content.is_text(), self.has_blanks()) {
            (false, _) => 0,
            (true, true) => text.split_whitespace().count(),
            (true, false) => text.chars().filter(|character| !character.is_whitespace()).count(),
        }
    }

    fn has_blanks(&self) -> bool {
        let language = self.about.language.split(['-', '_']).next().unwrap_or_default();
        !["zh", "ja", "th", "lo", "km", "my", "bo", "yue"].contains(&language)
    }

    /// About how many seconds the answers on a page with this many outputs take, reading not counted.
    #[must_use]
    pub fn seconds_to_answer(&self, criteria: &[usize], outputs: usize) -> f64 {
        let of = |criterion: &usize| self.criteria.get(*criterion).map(|it| seconds_to_answer(&it.response, outputs));
        criteria.iter().filter_map(of).sum()
    }
}

/// About how many seconds an answer takes once the texts have been read. Rules of thumb, for a plan to say roughly what it
/// asks of people before a pilot knows better.
fn seconds_to_answer(response: &Response, outputs: usize) -> f64 {
    match response {
        Response::Rating(_) | Response::Choice(_) | Response::Pairwise(_) => 6.0,
        Response::Slider(_) | Response::Count(_) => 8.0,
        Response::BestWorst(_) => 10.0,
        Response::Ranking(_) => 5.0 * outputs as f64,
        Response::Spans(_) => 30.0,
        Response::Text(_) => 45.0,
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

/// The pairs of systems that a part shows side by side, as indexes, the smaller first; for sets every
/// pair within them.
pub(crate) fn pairs_shown(systems: usize, design: &Design) -> Vec<(usize, usize)> {
    let all = || (0..systems).flat_map(move |a| (a + 1..systems).map(move |b| (a, b)));
    match design.combine {
        Combine::EveryOutput => Vec::new(),
        Combine::OneAgainstRest => all().filter(|(a, b)| [Some(*a), Some(*b)].contains(&design.system)).collect(),
        Combine::AllPairs | Combine::SampledPairs | Combine::AllTogether | Combine::Blocks => all().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{PartAmount, lists, sets};

    #[test]
    fn every_list_holds_its_share_of_each_part() {
        let part = |pages, questions_per_page| PartAmount { pages, questions_per_page, shown_most: 1 };
        let check =
            |parts: &[PartAmount], questions, expected| assert_eq!(lists(parts, questions), expected, "{parts:?}");
        check(&[part(100, 1)], 30, 4);
        check(&[part(100, 3)], 31, 10);
        check(&[part(100, 3)], 2, 100);
        check(&[part(60, 1), part(60, 1)], 40, 3);
        check(&[part(60, 1), part(60, 1)], 39, 4);
        check(&[part(10, 2), part(30, 1)], 5, 10);
        check(&[part(0, 1), part(0, 1)], 5, 0);
    }

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
