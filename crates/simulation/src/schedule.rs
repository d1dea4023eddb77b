//! What every session of a plan shows, drawn once and simulated many times.

use plan::{Plan, Step};

/// What every session of a plan shows.
#[derive(Debug, Clone)]
pub(crate) struct Schedule {
    pub(crate) sessions: Vec<ScheduledSession>,
    /// How many people it takes when nobody is replaced.
    pub(crate) people: u64,
}

/// One slot of a list.
#[derive(Debug, Clone)]
pub(crate) struct ScheduledSession {
    pub(crate) list: u32,
    /// Who is to fill it: the same number for all lists that one rater is to do.
    pub(crate) rater: u64,
    pub(crate) pages: Vec<ScheduledPage>,
}

/// One page.
#[derive(Debug, Clone)]
pub(crate) enum ScheduledPage {
    Item { item: usize, systems: Vec<u16>, criteria: Vec<usize> },
    Check { check: usize, order: Vec<usize> },
}

impl Schedule {
    pub(crate) fn new(plan: &Plan) -> Schedule {
        let mut sessions = Vec::new();
        for (number, list) in plan.lists().iter().enumerate() {
            let pages = plan.pages(number);
            for completion in 0..plan.completions {
                let page = |step: Step| match step {
                    Step::Page { page, outputs } => {
                        let page = pages[page as usize];
                        let criteria = plan
                            .criteria_on_page(number, page)
                            .iter()
                            .map(|criterion| usize::from(*criterion))
                            .collect();
                        ScheduledPage::Item { item: page.item as usize, systems: outputs, criteria }
                    }
                    Step::Check { check, outputs } => ScheduledPage::Check {
                        check: check as usize,
                        order: outputs.into_iter().map(usize::from).collect(),
                    },
                };
                sessions.push(ScheduledSession {
                    list: number as u32,
                    rater: u64::from(list.itinerary) * u64::from(plan.completions) + u64::from(completion),
                    pages: plan.draw(number, completion).steps.into_iter().map(page).collect(),
                });
            }
        }
        Schedule { sessions, people: plan.people() }
    }
}
