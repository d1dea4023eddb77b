//! An independent checker of plans.
//!
//! It knows the study and the text of the plan file, and nothing of how plans are made: it reads the
//! JSON as anyone would, counts, and says every promise of `docs/reference/plan.md` that does not hold.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use study::file::{Combine, Criteria};
use study::{Item, Study};

/// One page as the file has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlanPage {
    pub(crate) item: String,
    pub(crate) outputs: Vec<String>,
}

/// One list as the file has it.
#[derive(Debug, Clone)]
pub(crate) struct PlanList {
    pub(crate) itinerary: u64,
    pub(crate) criteria: Vec<String>,
    pub(crate) checks: Vec<String>,
    pub(crate) pages: Vec<PlanPage>,
}

/// Everything wrong with a plan file for a study.
pub(crate) fn faults(text: &str, study: &Study) -> Vec<String> {
    let file: Value = serde_json::from_str(text).expect("a plan file is JSON");
    let lists = read(&file);
    let mut checker = Checker { study, lists, faults: Vec::new() };
    checker.header(&file);
    checker.one_line_per_page(text);
    checker.every_question_once();
    checker.right_outputs_together();
    checker.lengths();
    checker.nobody_sees_an_item_twice();
    checker.strata();
    checker.sets();
    checker.checks();
    checker.faults
}

pub(crate) fn read(file: &Value) -> Vec<PlanList> {
    let words = |value: &Value| -> Vec<String> {
        value.as_array().expect("a list").iter().map(|word| word.as_str().expect("text").to_owned()).collect()
    };
    let page = |page: &Value| PlanPage {
        item: page["item"].as_str().expect("an item").to_owned(),
        outputs: words(&page["outputs"]),
    };
    let list = |(number, list): (usize, &Value)| {
        assert_eq!(list["list"].as_u64(), Some(number as u64), "lists are numbered from 0");
        PlanList {
            itinerary: list["itinerary"].as_u64().expect("an itinerary"),
            criteria: words(&list["criteria"]),
            checks: words(&list["checks"]),
            pages: list["pages"].as_array().expect("pages").iter().map(page).collect(),
        }
    };
    file["lists"].as_array().expect("lists").iter().enumerate().map(list).collect()
}

struct Checker<'a> {
    study: &'a Study,
    lists: Vec<PlanList>,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn fault(&mut self, words: String) {
        self.faults.push(words);
    }

    fn keeps_items_apart(&self) -> bool {
        self.study.lists.criteria == Criteria::Apart
    }

    /// Groups of lists that ask the same criteria; each group shows every page once.
    fn groups(&self) -> BTreeMap<Vec<String>, Vec<PlanList>> {
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for list in &self.lists {
            groups.entry(list.criteria.clone()).or_default().push(list.clone());
        }
        groups
    }

    fn has_whole_sets(&self) -> bool {
        self.study.items.iter().all(|item| item.outputs.iter().all(Option::is_some))
    }

    fn header(&mut self, file: &Value) {
        let pages: usize = self.lists.iter().map(|list| list.pages.len()).sum();
        let questions: usize = self.lists.iter().map(|list| list.pages.len() * list.criteria.len()).sum();
        let itineraries: BTreeSet<u64> = self.lists.iter().map(|list| list.itinerary).collect();
        let completions = u64::from(self.study.lists.completions);
        let slots = self.lists.len() as u64 * completions;
        for (key, expected) in [
            ("lists", self.lists.len() as u64),
            ("pages", pages as u64),
            ("questions", questions as u64),
            ("itineraries", itineraries.len() as u64),
            ("completions", completions),
            ("slots", slots),
        ] {
            if file["counts"][key].as_u64() != Some(expected) {
                self.fault(format!("counts.{key} is {}, counted {expected}", file["counts"][key]));
            }
        }
        if file["study"] != self.study.fingerprint.as_str() || file["seed"] != self.study.about.seed {
            self.fault("fingerprint or seed is not the study's".to_owned());
        }
    }

    fn one_line_per_page(&mut self, text: &str) {
        let lines = text.lines().filter(|line| line.starts_with("{\"item\"")).count();
        let pages: usize = self.lists.iter().map(|list| list.pages.len()).sum();
        if lines != pages {
            self.fault(format!("{lines} lines begin a page, but there are {pages} pages"));
        }
    }

    /// Every criterion is asked of every page, and no page comes twice.
    fn every_question_once(&mut self) {
        let all: Vec<String> = self.study.criteria.iter().map(|criterion| criterion.id.0.clone()).collect();
        let expected: Vec<Vec<String>> =
            if self.keeps_items_apart() { all.iter().map(|id| vec![id.clone()]).collect() } else { vec![all] };
        let groups = self.groups();
        if groups.keys().collect::<BTreeSet<_>>() != expected.iter().collect::<BTreeSet<_>>() {
            self.fault(format!("criteria are grouped as {:?}", groups.keys()));
        }
        let mut first: Option<BTreeSet<PlanPage>> = None;
        for (criteria, lists) in groups {
            let mut pages = BTreeSet::new();
            for page in lists.iter().flat_map(|list| &list.pages) {
                if !pages.insert(page.clone()) {
                    self.fault(format!("{page:?} is asked twice for {criteria:?}"));
                }
            }
            if first.get_or_insert_with(|| pages.clone()) != &pages {
                self.fault(format!("{criteria:?} is asked of other pages than the first criterion"));
            }
        }
    }

    /// Each item is shown in the sets of systems that the design wants.
    fn right_outputs_together(&mut self) {
        let groups = self.groups();
        let Some(lists) = groups.values().next() else { return };
        let mut sets = BTreeMap::<&str, Vec<&Vec<String>>>::new();
        for page in lists.iter().flat_map(|list| &list.pages) {
            sets.entry(&page.item).or_default().push(&page.outputs);
        }
        let mut faults = Vec::new();
        for item in &self.study.items {
            let shown = sets.remove(item.id.0.as_str()).unwrap_or_default();
            let sizes: Vec<usize> = shown.iter().map(|set| set.len()).collect();
            let (count, size) = self.pages_and_outputs(item);
            if shown.len() != count || sizes.iter().any(|s| *s != size) {
                faults.push(format!("{:?} is shown in {sizes:?}, wanted {count} of {size}", item.id));
            }
            for set in shown {
                let present = |id: &String| {
                    self.study.systems.iter().position(|s| s.id.0 == *id).is_some_and(|s| item.outputs[s].is_some())
                };
                let distinct: BTreeSet<&String> = set.iter().collect();
                if distinct.len() != set.len() || !set.iter().all(present) {
                    faults.push(format!("{:?} cannot be shown with {set:?}", item.id));
                }
                let one = &self.study.systems[self.study.parts[0].design.system.unwrap_or(0)].id.0;
                if self.study.parts[0].design.combine == Combine::OneAgainstRest && !set.contains(one) {
                    faults.push(format!("{set:?} lacks {one}"));
                }
            }
        }
        faults.extend(sets.keys().map(|item| format!("{item} is not an item of the study")));
        self.faults.extend(faults);
    }

    /// How many pages an item has, and how many outputs each.
    fn pages_and_outputs(&self, item: &Item) -> (usize, usize) {
        let design = &self.study.parts[0].design;
        let here = item.outputs.iter().flatten().count();
        let pairs = here * here.saturating_sub(1) / 2;
        match design.combine {
            Combine::EveryOutput => (here, 1),
            Combine::AllPairs => (pairs, 2),
            Combine::OneAgainstRest if item.outputs[design.system.unwrap_or(0)].is_some() => (here - 1, 2),
            Combine::OneAgainstRest => (0, 2),
            Combine::SampledPairs => (pairs.min(design.pairs_per_item as usize), 2),
            Combine::AllTogether => (usize::from(here >= item.outputs.len().min(2)), here),
            Combine::Blocks => {
                let size = design.set_size as usize;
                let subsets = (0..1u32 << here).filter(|bits| bits.count_ones() as usize == size).count();
                (subsets.min(design.sets_per_item as usize), size)
            }
        }
    }

    /// As few lists as the number of questions allows, and no list more than one page longer than another.
    fn lengths(&mut self) {
        for (criteria, lists) in self.groups() {
            let pages: Vec<usize> = lists.iter().map(|list| list.pages.len()).collect();
            let whole: usize = pages.iter().sum();
            let most = self.study.lists.questions as usize / criteria.len();
            let (least, longest) = (pages.iter().min().unwrap(), pages.iter().max().unwrap());
            if longest - least > 1 || *longest > most || lists.len() != whole.div_ceil(most) {
                self.fault(format!("lists have {pages:?} pages where {most} are allowed"));
            }
        }
    }

    /// Within a list, and within the lists that one person may do.
    fn nobody_sees_an_item_twice(&mut self) {
        let mut by_person = BTreeMap::<u64, Vec<&PlanList>>::new();
        for list in &self.lists {
            by_person.entry(list.itinerary).or_default().push(list);
        }
        let each = self.study.participants.lists_each as usize;
        let mut faults = Vec::new();
        for (itinerary, lists) in by_person {
            if lists.len() > each {
                faults.push(format!("itinerary {itinerary} has {} lists, more than {each}", lists.len()));
            }
            let mut items = BTreeSet::new();
            let mut questions = BTreeSet::new();
            for list in lists {
                for page in &list.pages {
                    if !items.insert(&page.item) && !self.study.parts[0].design.repeat_items {
                        faults.push(format!("{} comes twice in itinerary {itinerary}", page.item));
                    }
                    for criterion in &list.criteria {
                        if !questions.insert((page, criterion)) {
                            faults.push(format!("{page:?} is asked twice in itinerary {itinerary}"));
                        }
                    }
                }
            }
        }
        self.faults.extend(faults);
    }

    /// The first-named column of strata is spread over lists up to one page. A later one is spread up to one
    /// page within each combination of strata of those before it.
    fn strata(&mut self) {
        let study = self.study;
        let named = study.lists.balance.iter().filter_map(|name| study.strata.iter().position(|s| s == name));
        let mut columns: Vec<usize> = named.collect();
        columns.extend((0..study.strata.len()).filter(|column| !columns.contains(column)).collect::<Vec<_>>());
        let mut cells: Vec<Vec<&str>> = vec![Vec::new(); study.items.len()];
        for column in columns {
            let of: BTreeMap<&str, &str> =
                study.items.iter().map(|item| (item.id.0.as_str(), item.strata[column].as_str())).collect();
            let allowed = cells.iter().collect::<BTreeSet<_>>().len();
            for (criteria, lists) in self.groups() {
                for stratum in of.values().collect::<BTreeSet<_>>() {
                    let count =
                        |list: &PlanList| list.pages.iter().filter(|page| of[page.item.as_str()] == *stratum).count();
                    let counts: Vec<usize> = lists.iter().map(count).collect();
                    self.spread(&counts, allowed, &format!("{criteria:?}: {} {stratum}", study.strata[column]));
                }
            }
            cells.iter_mut().zip(&study.items).for_each(|(cell, item)| cell.push(&item.strata[column]));
        }
    }

    fn spread(&mut self, counts: &[usize], allowed: usize, what: &str) {
        let (least, most) = (counts.iter().min().unwrap_or(&0), counts.iter().max().unwrap_or(&0));
        if most - least > allowed {
            self.fault(format!("{what} has {counts:?}, more than {allowed} apart"));
        }
    }

    /// Sets of systems are used equally often up to one, over the study and within every list.
    fn sets(&mut self) {
        if !self.has_whole_sets() {
            return;
        }
        let groups = self.groups();
        for (criteria, lists) in groups {
            let all: BTreeSet<&Vec<String>> =
                lists.iter().flat_map(|list| &list.pages).map(|page| &page.outputs).collect();
            let pages: usize = lists.iter().map(|list| list.pages.len()).sum();
            let possible = self.possible_sets(&all, pages);
            let often = |lists: &[PlanList]| -> Vec<usize> {
                let pages = || lists.iter().flat_map(|list| &list.pages);
                possible.iter().map(|set| pages().filter(|page| page.outputs == **set).count()).collect()
            };
            self.spread(&often(&lists), 1, &format!("{criteria:?}: sets in the study"));
            for (number, list) in lists.iter().enumerate() {
                self.spread(&often(std::slice::from_ref(list)), 1, &format!("{criteria:?}: sets in list {number}"));
            }
            self.systems(&lists);
            self.pairs_in_blocks(&lists);
        }
    }

    /// The sets that could have been used. For blocks the file does not say; those that were.
    fn possible_sets(&self, used: &BTreeSet<&Vec<String>>, pages: usize) -> BTreeSet<Vec<String>> {
        let ids: Vec<String> = self.study.systems.iter().map(|system| system.id.0.clone()).collect();
        let mut pairs = BTreeSet::new();
        for (at, a) in ids.iter().enumerate() {
            for b in &ids[at + 1..] {
                pairs.insert(vec![a.clone(), b.clone()]);
            }
        }
        match self.study.parts[0].design.combine {
            Combine::AllPairs | Combine::SampledPairs => pairs,
            Combine::EveryOutput => ids.into_iter().map(|id| vec![id]).collect(),
            Combine::AllTogether => BTreeSet::from([ids]),
            Combine::OneAgainstRest => {
                let one = ids[self.study.parts[0].design.system.unwrap_or(0)].clone();
                pairs.into_iter().filter(|pair| pair.contains(&one)).collect()
            }
            Combine::Blocks => {
                assert!(used.len() <= pages);
                used.iter().map(|set| (*set).clone()).collect()
            }
        }
    }

    /// How often each system is shown in the study. A pair or set used once more than another brings
    /// its systems once more, so they may differ by two.
    fn systems(&mut self, lists: &[PlanList]) {
        if self.study.parts[0].design.combine == Combine::OneAgainstRest
            || self.study.parts[0].design.combine == Combine::Blocks
        {
            return;
        }
        let often = |id: &String| lists.iter().flat_map(|l| &l.pages).filter(|page| page.outputs.contains(id)).count();
        let counts: Vec<usize> = self.study.systems.iter().map(|system| often(&system.id.0)).collect();
        self.spread(&counts, 2, "systems in the study");
    }

    /// For blocks: how often two systems meet. A study that ends within a round of the design cannot always
    /// be within one: 12 blocks of 5 of 7 systems cannot.
    fn pairs_in_blocks(&mut self, lists: &[PlanList]) {
        if self.study.parts[0].design.combine != Combine::Blocks {
            return;
        }
        let ids: Vec<&String> = self.study.systems.iter().map(|system| &system.id.0).collect();
        let mut met = Vec::new();
        for (at, a) in ids.iter().enumerate() {
            for b in &ids[at + 1..] {
                let both = |page: &&PlanPage| page.outputs.contains(a) && page.outputs.contains(b);
                met.push(lists.iter().flat_map(|list| &list.pages).filter(both).count());
            }
        }
        self.spread(&met, 3, "meetings of two systems");
    }

    /// As many in each list as wanted, of the criteria it asks, each used equally often.
    fn checks(&mut self) {
        let per_list = self.study.lists.checks.as_ref().map_or(0, |checks| checks.per_list as usize);
        for (criteria, lists) in self.groups() {
            let fits = |id: &String| {
                let check = self.study.checks.iter().find(|check| check.id == *id);
                check.is_some_and(|check| criteria.contains(&self.study.criteria[check.criterion].id.0))
            };
            let ids: Vec<String> = self.study.checks.iter().map(|check| check.id.clone()).filter(fits).collect();
            for list in &lists {
                let distinct: BTreeSet<&String> = list.checks.iter().collect();
                if list.checks.len() != per_list || distinct.len() != per_list || !list.checks.iter().all(fits) {
                    self.faults.push(format!("a list of {criteria:?} has the checks {:?}", list.checks));
                }
            }
            let often = |id: &String| lists.iter().filter(|list| list.checks.contains(id)).count();
            let counts: Vec<usize> = ids.iter().map(often).collect();
            self.spread(&counts, 1, "checks");
        }
    }
}
