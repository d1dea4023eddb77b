//! What every session of a plan shows, drawn once and played many times.

use plan::{Plan, Step};

/// What every session of a plan shows.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) sittings: Vec<Sitting>,
    /// How many people it takes when nobody is replaced.
    pub(crate) people: u64,
}

/// One slot of a list.
#[derive(Debug, Clone)]
pub(crate) struct Sitting {
    pub(crate) list: u32,
    /// Who is to fill it: the same number for all lists that one person is to do.
    pub(crate) seat: u64,
    pub(crate) criteria: Vec<usize>,
    pub(crate) scenes: Vec<Scene>,
}

/// One page.
#[derive(Debug, Clone)]
pub(crate) enum Scene {
    Page { item: usize, systems: Vec<u16> },
    Check { check: usize, order: Vec<usize> },
}

impl Script {
    pub(crate) fn new(plan: &Plan) -> Script {
        let mut sittings = Vec::new();
        for (number, list) in plan.lists().iter().enumerate() {
            let pages = plan.pages(number);
            for completion in 0..plan.completions {
                let scene = |step: Step| match step {
                    Step::Page { page, outputs } => {
                        Scene::Page { item: pages[page as usize].item as usize, systems: outputs }
                    }
                    Step::Check { check, outputs } => {
                        Scene::Check { check: check as usize, order: outputs.into_iter().map(usize::from).collect() }
                    }
                };
                sittings.push(Sitting {
                    list: number as u32,
                    seat: u64::from(list.itinerary) * u64::from(plan.completions) + u64::from(completion),
                    criteria: list.criteria.iter().map(|criterion| usize::from(*criterion)).collect(),
                    scenes: plan.draw(number, completion).steps.into_iter().map(scene).collect(),
                });
            }
        }
        Script { sittings, people: plan.people() }
    }
}
