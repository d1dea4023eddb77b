//! The power of every claim in other sizes, and the smallest size that will do.

use std::collections::BTreeSet;

use analysis::Statistic;
use stats::Estimate;
use stats::decide::FEWEST;
use stats::dist::normal;

use super::expectations::{ALONE, EstimateList, money};
use super::{SHARE, Simulator};
use crate::runs::{RunsByModel, Setup, distinct};
use crate::{Design, RaterModel};

/// The sizes to simulate.
pub(super) struct Sizes {
    planned: Design,
    /// Every size with its plan; nothing where it cannot be planned.
    designs: Vec<(Design, Option<Setup>)>,
}

/// What came out in one size.
struct SizeResult {
    design: Design,
    /// The power of each claim, in their order.
    power: Vec<Estimate>,
    runs: usize,
    people: u64,
    hours: f64,
    cost: Option<f64>,
}

impl SizeResult {
    /// The claim with the least power.
    fn least(&self) -> Option<(usize, f64)> {
        let powers = self.power.iter().map(|power| power.value).enumerate();
        powers.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Whether so few people judge that what is found holds for these people alone. It is found more easily, so that its
    /// power says nothing about larger sizes.
    fn is_about_these_people(&self) -> bool {
        self.people < FEWEST as u64
    }
}

impl Sizes {
    /// The sizes that were asked for; half, twice and four times the planned one, in people and in items, when none
    /// were, as far as enough people judge to learn something about others. The planned one is always among them.
    pub(super) fn plan(simulator: &Simulator<'_>) -> Sizes {
        let study = &simulator.setup.study;
        let planned = Design::from_study(study);
        let asked = &simulator.options.grid;
        let mut sizes: BTreeSet<Design> = asked.iter().copied().collect();
        if asked.is_empty() {
            sizes.extend(default_designs(planned));
        }
        sizes.insert(planned);
        let plan = |design: Design| (design, Setup::new(design.apply_to(study)).ok());
        let worth = |(design, setup): &(Design, Option<Setup>)| {
            let enough = setup.as_ref().is_none_or(|setup| setup.plan.people() >= FEWEST as u64);
            enough || !asked.is_empty() || *design == planned
        };
        let sizes = if simulator.claims.is_empty() { BTreeSet::new() } else { sizes };
        Sizes { planned, designs: sizes.into_iter().map(plan).filter(worth).collect() }
    }

    /// What simulating them takes; the planned one was simulated before.
    pub(super) fn work(&self, simulator: &Simulator<'_>) -> u64 {
        let models = true_models(simulator);
        let others = self.designs.iter().filter(|(design, _)| *design != self.planned);
        others.filter_map(|(_, setup)| setup.as_ref()).map(|setup| simulator.work(setup, &models)).sum()
    }

    /// Simulates every size; adds the power of every claim in each, and the fewest people per question and the
    /// fewest items with which all claims reach the wanted power.
    pub(super) fn add(&self, list: &mut EstimateList, simulator: &Simulator<'_>, as_planned: &RunsByModel<'_>) {
        let mut results = Vec::new();
        for (design, setup) in &self.designs {
            let Design { items, completions } = design;
            let Some(setup) = setup else {
                let note = format!("{items} items with {completions} people per question cannot be planned");
                list.notes.push(note);
                continue;
            };
            let simulated;
            let runs = if *design == self.planned {
                as_planned
            } else {
                let what = format!("{items} items, {completions} people per question");
                simulated = simulator.simulate(&what, setup, &true_models(simulator));
                &simulated
            };
            let result = size_result(simulator, *design, setup, runs);
            result.add(list, simulator);
            results.push(result);
        }
        if let Some(few) = results.iter().find(|it| it.is_about_these_people()) {
            let people = if few.people == 1 { "one person" } else { "two people" };
            list.notes.push(format!(
                "with {people} in all, whatever is found holds for these people only: do not compare that power with the power of \
                 larger sizes"
            ));
        }
        self.add_smallest(list, simulator, &results, Dimension::People);
        self.add_smallest(list, simulator, &results, Dimension::Items);
    }

    fn add_smallest(
        &self,
        list: &mut EstimateList,
        simulator: &Simulator<'_>,
        results: &[SizeResult],
        dimension: Dimension,
    ) {
        let mut along: Vec<(f64, &SizeResult)> = results
            .iter()
            .filter(|result| dimension.others_equal(result.design, self.planned) && !result.is_about_these_people())
            .map(|result| (dimension.value(result.design), result))
            .collect();
        along.sort_by(|a, b| a.0.total_cmp(&b.0));
        let points: Vec<(f64, f64)> = along.iter().filter_map(|(n, result)| Some((*n, result.least()?.1))).collect();
        let wanted = simulator.options.power;
        if let Some(n) = smallest(&points, wanted) {
            let runs = along.iter().map(|(_, result)| result.runs).min().unwrap_or(0);
            let method = "interpolated between simulated sizes: probit of the least power, linear in √n";
            list.add(dimension.smallest(), ALONE, n, runs, method);
        } else if let Some((most, last)) = along.last()
            && let Some((place, power)) = last.least()
        {
            let weakest = simulator.claim_numbers().nth(place);
            let id = weakest.map_or("", |number| simulator.setup.study.claims[number].id.as_str());
            let times = most / dimension.value(self.planned);
            list.notes.push(format!(
                "no tested number of {} up to {times:.0}× the planned one reaches {:.0} % power for all claims ({id} stays \
                 at {:.0} %)",
                dimension.words(),
                100.0 * wanted,
                100.0 * power,
            ));
        }
    }
}

/// What of a size is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dimension {
    People,
    Items,
}

impl Dimension {
    fn value(self, design: Design) -> f64 {
        match self {
            Dimension::People => design.completions.into(),
            Dimension::Items => design.items as f64,
        }
    }

    fn others_equal(self, one: Design, other: Design) -> bool {
        match self {
            Dimension::People => one.items == other.items,
            Dimension::Items => one.completions == other.completions,
        }
    }

    fn smallest(self) -> Statistic {
        match self {
            Dimension::People => Statistic::SmallestCompletions,
            Dimension::Items => Statistic::SmallestItems,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Dimension::People => "people per question",
            Dimension::Items => "items",
        }
    }
}

fn default_designs(planned: Design) -> Vec<Design> {
    let times = |n: u64| [n.div_ceil(2), n, 2 * n, 4 * n];
    let people = times(planned.completions.into()).map(|n| Design { completions: n as u32, ..planned });
    let items = times(planned.items as u64).map(|n| Design { items: n as usize, ..planned });
    people.into_iter().chain(items).collect()
}

/// The rater models in which the claims are true; claims that are true in the same one share its runs.
fn true_models<'a>(simulator: &'a Simulator<'_>) -> Vec<&'a RaterModel> {
    distinct(simulator.true_scenarios().map(|(_, scenario)| &scenario.raters))
}

/// What came out in a size. What the size costs is that of the raters of whom the first claim is true.
fn size_result(simulator: &Simulator<'_>, design: Design, setup: &Setup, runs: &RunsByModel<'_>) -> SizeResult {
    let with_each = || simulator.true_scenarios().map(|(number, scenario)| (number, runs.of_model(&scenario.raters)));
    let power = with_each().map(|(number, runs)| runs.confirmed_share(number)).collect();
    let first = with_each().next().map(|(_, runs)| runs);
    SizeResult {
        design,
        power,
        runs: first.map_or(0, |runs| runs.runs),
        people: setup.plan.people(),
        hours: first.map_or(0.0, |runs| runs.totals.hours),
        cost: first.and_then(|runs| money(setup, runs)).map(|(amount, _)| amount),
    }
}

impl SizeResult {
    fn add(&self, list: &mut EstimateList, simulator: &Simulator<'_>) {
        let label = [self.design.items.to_string(), self.design.completions.to_string()];
        let mean = "mean over simulated runs";
        for (number, power) in simulator.claim_numbers().zip(&self.power) {
            let id = simulator.setup.study.claims[number].id.clone();
            let of = [id, label[0].clone(), label[1].clone()];
            list.add(Statistic::PowerAt, of, power.clone(), self.runs, SHARE);
        }
        list.add(Statistic::PeopleAt, label.clone(), self.people as f64, self.runs, "as planned");
        list.add(Statistic::HoursAt, label.clone(), self.hours, self.runs, mean);
        list.add(Statistic::RunsAt, label.clone(), self.runs as f64, self.runs, "simulated runs");
        if let Some(cost) = self.cost {
            list.add(Statistic::CostAt, label, cost, self.runs, mean);
        }
    }
}

/// The smallest n with the wanted power, from some sizes and their power, sorted by size. Between two sizes the probit
/// of the power is taken to be linear in √n, as it is for a test of a mean; nothing where no size has it.
pub(crate) fn smallest(points: &[(f64, f64)], wanted: f64) -> Option<f64> {
    let enough = points.iter().position(|(_, power)| *power >= wanted)?;
    let (n, power) = points[enough];
    let Some((fewer, less)) = enough.checked_sub(1).map(|place| points[place]) else { return Some(n) };
    // A share of simulated runs may be 0 or 1, which have no probit.
    let probit = |power: f64| normal::quantile(power.clamp(0.001, 0.999));
    let share = (probit(wanted) - probit(less)) / (probit(power) - probit(less));
    let root = fewer.sqrt() + share * (n.sqrt() - fewer.sqrt());
    Some((root * root).ceil().clamp(fewer + 1.0, n))
}

#[cfg(test)]
mod tests {
    use super::smallest;

    #[test]
    fn the_smallest_size_is_interpolated_as_the_power_of_a_test_of_a_mean_grows() {
        // z-test of a mean, d = 0.4: R: pnorm(0.4 * sqrt(n) - qnorm(0.975)); 80 % needs n = 49.06.
        let points = [(20.0, 0.4322), (40.0, 0.7156), (80.0, 0.9471)];
        assert_eq!(smallest(&points, 0.8), Some(50.0));
        assert_eq!(smallest(&points[..2], 0.8), None);
        assert_eq!(smallest(&points, 0.3), Some(20.0));
        assert_eq!(smallest(&[(3.0, 0.0), (6.0, 1.0)], 0.8), Some(5.0));
        assert_eq!(smallest(&[], 0.8), None);
    }
}
