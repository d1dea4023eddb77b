//! How even a plan came out, as tables to look at.

use std::collections::BTreeMap;

use study::Study;

use crate::draw::Step;
use crate::plan::Plan;

/// How even a plan came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// For each column of strata, for parts where there are several, for systems, and for sets when pages show several outputs: pages per list.
    pub per_list: Vec<Tally>,
    /// How often each system stands in each position, over the sessions drawn; nothing when pages show one
    /// output.
    pub positions: Option<Tally>,
    /// How often the right answer of a check stands in each position, over the sessions drawn.
    pub check_sides: Option<Tally>,
    /// Sessions drawn for the last two.
    pub sessions_drawn: u64,
}

/// Counts in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// What the columns are: a column of strata, `system`, `pair`, `set`, `position`.
    pub of: String,
    /// The columns.
    pub columns: Vec<String>,
    /// The rows: lists by number, or systems.
    pub rows: Vec<String>,
    /// A count for each row and column.
    pub counts: Vec<Vec<u64>>,
}

impl Tally {
    /// The least and the most in a column.
    #[must_use]
    pub fn range(&self, column: usize) -> (u64, u64) {
        let cells = || self.counts.iter().filter_map(|row| row.get(column)).copied();
        (cells().min().unwrap_or(0), cells().max().unwrap_or(0))
    }
}

impl Balance {
    /// Counts a plan made from this study, and draws the sessions of all its slots or the first
    /// `sessions_most` of them.
    #[must_use]
    pub fn count(plan: &Plan, study: &Study, sessions_most: u64) -> Balance {
        let strata_of: BTreeMap<&str, &[String]> =
            study.items.iter().map(|item| (item.id.0.as_str(), item.strata.as_slice())).collect();
        let strata_of: Vec<&[String]> =
            plan.items.iter().map(|item| strata_of.get(item.0.as_str()).copied().unwrap_or_default()).collect();
        let mut per_list: Vec<Tally> = study
            .strata
            .iter()
            .enumerate()
            .map(|(column, name)| strata_tally(plan, &strata_of, column, name))
            .collect();
        if plan.parts.len() > 1 {
            per_list.push(part_tally(plan));
        }
        per_list.push(system_tally(plan));
        if plan.sets.len() > 1 && plan.sets.iter().any(|set| set.len() > 1) {
            per_list.push(set_tally(plan));
        }
        let mut balance = Balance { per_list, positions: None, check_sides: None, sessions_drawn: 0 };
        balance.draw(plan, sessions_most);
        balance
    }

    fn draw(&mut self, plan: &Plan, sessions_most: u64) {
        let most = plan.sets.iter().map(Vec::len).max().unwrap_or(0);
        let most_in_checks = plan.checks.iter().map(|check| usize::from(check.outputs)).max().unwrap_or(0);
        let mut positions = vec![vec![0u64; most]; plan.systems.len()];
        let mut sides = vec![vec![0u64; most_in_checks]];
        let sessions = (0..plan.completions).flat_map(|session| (0..plan.lists.len()).map(move |list| (list, session)));
        for (list, session) in sessions.take(usize::try_from(sessions_most).unwrap_or(usize::MAX)) {
            self.sessions_drawn += 1;
            for step in plan.draw(list, session).steps {
                match step {
                    // Alone, an output has no position to speak of.
                    Step::Page { outputs, .. } if plan.parts.len() > 1 && outputs.len() == 1 => {}
                    Step::Page { outputs, .. } => {
                        for (position, system) in outputs.into_iter().enumerate() {
                            positions[usize::from(system)][position] += 1;
                        }
                    }
                    Step::Check { check, outputs } => {
                        let right = plan.checks[check as usize].right;
                        if let Some(at) = outputs.iter().position(|output| Some(*output) == right) {
                            sides[0][at] += 1;
                        }
                    }
                }
            }
        }
        let columns = |count: usize| (1..=count).map(|position| position.to_string()).collect();
        let rows: Vec<String> = plan.systems.iter().map(|system| system.0.clone()).collect();
        let of = "position".to_owned();
        self.positions = (most > 1).then(|| Tally { of: of.clone(), columns: columns(most), rows, counts: positions });
        self.check_sides = (most_in_checks > 1 && sides[0].iter().any(|n| *n > 0)).then(|| Tally {
            of,
            columns: columns(most_in_checks),
            rows: vec!["right answer".to_owned()],
            counts: sides,
        });
    }
}

/// Counts pages per list in columns given by number.
fn tally(plan: &Plan, of: &str, columns: Vec<String>, mut count: impl FnMut(usize, &mut [u64])) -> Tally {
    let rows = (0..plan.lists.len()).map(|list| list.to_string()).collect();
    let counts = (0..plan.lists.len())
        .map(|list| {
            let mut row = vec![0; columns.len()];
            count(list, &mut row);
            row
        })
        .collect();
    Tally { of: of.to_owned(), columns, rows, counts }
}

fn strata_tally(plan: &Plan, strata_of: &[&[String]], column: usize, name: &str) -> Tally {
    let cell = |item: usize| strata_of[item].get(column).map_or("", String::as_str);
    let mut numbers: BTreeMap<&str, usize> = (0..strata_of.len()).map(|item| (cell(item), 0)).collect();
    numbers.values_mut().zip(0..).for_each(|(number, next)| *number = next);
    let columns = numbers.keys().map(|stratum| (*stratum).to_owned()).collect();
    tally(plan, name, columns, |list, row| {
        for page in plan.pages(list) {
            row[numbers[cell(page.item as usize)]] += 1;
        }
    })
}

fn part_tally(plan: &Plan) -> Tally {
    let columns = plan.parts.iter().map(|part| part.id.clone()).collect();
    tally(plan, "part", columns, |list, row| plan.pages(list).iter().for_each(|page| row[usize::from(page.part)] += 1))
}

fn system_tally(plan: &Plan) -> Tally {
    let columns = plan.systems.iter().map(|system| system.0.clone()).collect();
    tally(plan, "system", columns, |list, row| {
        for page in plan.pages(list) {
            plan.outputs(*page).iter().for_each(|system| row[usize::from(*system)] += 1);
        }
    })
}

fn set_tally(plan: &Plan) -> Tally {
    let mut used: Vec<u32> = plan.pages.iter().map(|page| page.set).collect();
    used.sort_unstable();
    used.dedup();
    used.sort_by_key(|set| &plan.sets[*set as usize]);
    let name = |set: &u32| {
        let systems = plan.sets[*set as usize].iter().map(|system| plan.systems[usize::from(*system)].0.as_str());
        systems.collect::<Vec<_>>().join(" – ")
    };
    let columns = used.iter().map(name).collect();
    let mut place = vec![0; plan.sets.len()];
    for (at, set) in used.iter().enumerate() {
        place[*set as usize] = at;
    }
    let of = if plan.sets.iter().all(|set| set.len() == 2) { "pair" } else { "set" };
    tally(plan, of, columns, |list, row| {
        for page in plan.pages(list) {
            row[place[page.set as usize]] += 1;
        }
    })
}
