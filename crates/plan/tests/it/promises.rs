//! What a plan promises, on hundreds of random designs, checked by code that does not know the planner.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod broken_plans;
mod checker;
mod design;
mod sessions;
mod worked_studies;

use design::Sketch;
use plan::{Plan, StudyShape, feasible, make};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use study::file::{Combine, Criteria, Order, Sides};

fn combine() -> impl Strategy<Value = Combine> {
    prop::sample::select(vec![
        Combine::EveryOutput,
        Combine::AllPairs,
        Combine::OneAgainstRest,
        Combine::SampledPairs,
        Combine::AllTogether,
        Combine::Blocks,
    ])
}

prop_compose! {
    fn lists()(
        questions in 1u32..30,
        completions in 1u32..5,
        checks_per_list in 0u32..4,
        lists_each in 1u32..4,
        repeat_items in any::<bool>(),
        named in prop::sample::subsequence(vec!["pair", "stratum1", "words", "minutes", "system", "stratum0", "position"], 0..=7),
        order in prop::sample::select(vec![Order::Random, Order::Fixed]),
        sides in prop::sample::select(vec![Sides::Balanced, Sides::Random, Sides::Fixed]),
    ) -> Sketch {
        let balance = named.into_iter().map(str::to_owned).collect();
        Sketch {
            questions, completions, checks_per_list, lists_each, repeat_items, balance, order, sides,
            ..Sketch::default()
        }
    }
}

prop_compose! {
    fn sketch()(
        lists in lists(),
        seed in any::<u64>(),
        items in 1usize..60,
        systems in 2usize..8,
        strata in prop::collection::vec(1usize..5, 0..3),
        criteria in 1usize..4,
        apart in prop::sample::select(vec![Criteria::Together, Criteria::Apart]),
        combine in combine(),
        (pairs_per_item, set_size, sets_per_item) in (1u32..6, 2u32..6, 1u32..5),
        missing in prop_oneof![
            3 => Just(Vec::new()),
            1 => prop::collection::vec((0usize..60, 0usize..8), 1..10),
        ],
    ) -> Sketch {
        let pairs = (systems * (systems - 1) / 2) as u32;
        Sketch {
            seed, items, systems, strata, criteria, apart, combine, missing,
            pairs_per_item: pairs_per_item.min(pairs),
            set_size: set_size.min(systems as u32),
            sets_per_item: if set_size as usize >= systems { 1 } else { sets_per_item.min(systems as u32) },
            // Pages are whole more often than chance would have it.
            questions: if apart == Criteria::Together { lists.questions * criteria as u32 } else { lists.questions },
            checks: 6,
            ..lists
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(712),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_promise_holds_for_any_design(sketch in sketch()) {
        let study = sketch.study();
        match make(&study) {
            Ok(plan) => {
                prop_assert_eq!(feasible(&StudyShape::from_study(&study)), Ok(()));
                prop_assert_eq!(checker::faults(&plan.to_json(), &study), Vec::<String>::new());
                prop_assert_eq!(sessions::faults(&plan, &study), Vec::<String>::new());
            }
            Err(error) => prop_assert_eq!(feasible(&StudyShape::from_study(&study)), Err(error)),
        }
    }

    #[test]
    fn a_plan_file_reads_back_as_the_same_plan(sketch in sketch()) {
        let study = sketch.study();
        if let Ok(plan) = make(&study) {
            let text = plan.to_json();
            let read = Plan::from_json(&text, &study).unwrap();
            prop_assert_eq!(&read, &plan);
            prop_assert_eq!(read.to_json(), text);
        }
    }

    #[test]
    fn the_order_of_rows_changes_nothing_and_the_seed_something(sketch in sketch(), rows in any::<u64>()) {
        let study = sketch.study();
        let Ok(plan) = make(&study) else { return Ok(()) };
        let mut other = study.clone();
        let count = other.items.len();
        for at in 0..count {
            other.items.swap(at, (rows as usize).wrapping_mul(at + 7) % count);
        }
        prop_assert_eq!(make(&other).unwrap().to_json(), plan.to_json());
        if plan.pages(0).len() > 8 {
            other.about.seed = study.about.seed.wrapping_add(1);
            let reseeded = make(&other).unwrap();
            prop_assert_ne!(reseeded.pages(0), plan.pages(0));
        }
    }
}
