use super::{Exchange, Side, TwoGroups, bootstrap_interval, permutation_test};
use crate::hypothesis::{Alternative, TestOptions};
use crate::resample::{Groups, IntervalKind, Plan, Scheme};

const PLAN: Plan = Plan { seed: 11, replicates: 20_000 };

fn two_groups(a: &[f64], b: &[f64]) -> TwoGroups {
    let values = a.iter().chain(b).copied().collect();
    TwoGroups::new(values, a.iter().map(|_| Side::First).chain(b.iter().map(|_| Side::Second)).collect()).unwrap()
}

fn check(data: &TwoGroups, exchange: Exchange<'_>, alternative: Alternative, expected: f64) {
    let p = permutation_test(data, exchange, PLAN, TestOptions { alternative, level: 0.95 }).unwrap().p().value();
    assert!((p - expected).abs() < 1e-12, "{p} is not {expected}");
    // With fewer draws than rearrangements they are drawn, and come near.
    let few = Plan { replicates: 5, ..PLAN };
    let drawn = permutation_test(data, exchange, few, TestOptions { alternative, level: 0.95 }).unwrap().p().value();
    assert!(drawn >= 1.0 / 6.0 - 1e-12);
}

#[test]
fn many_rearrangements_are_drawn_and_come_near_those_that_are_counted() {
    let data = two_groups(&[4.0, 5.0, 6.0, 2.5, 3.1, 4.4], &[1.0, 2.0, 3.0, 4.1, 3.3, 2.2]);
    let p = |replicates| {
        let test =
            permutation_test(&data, Exchange::Rows, Plan { seed: 3, replicates }, TestOptions::default()).unwrap();
        test.p().value()
    };
    // There are 924 ways to choose six of twelve.
    assert!((p(924) - p(923)).abs() < 0.02, "{} {}", p(924), p(923));
    assert!((p(924) - p(20_000)).abs() < 1e-12);
}

#[test]
fn small_samples_are_counted() {
    // Of the 20 ways to choose three of six, one is as large and one as small.
    let data = two_groups(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0]);
    check(&data, Exchange::Rows, Alternative::Greater, 1.0 / 20.0);
    check(&data, Exchange::Rows, Alternative::TwoSided, 2.0 / 20.0);
    check(&data, Exchange::Rows, Alternative::Less, 1.0);
    // Paired by place, of the 8 ways to change signs, one.
    let blocks = Groups::from_labels(&[0, 1, 2, 0, 1, 2]);
    check(&data, Exchange::Within(&blocks), Alternative::Greater, 1.0 / 8.0);
    check(&data, Exchange::Clusters(&blocks), Alternative::Greater, 1.0 / 8.0);
}

#[test]
fn copies_of_a_rater_add_no_evidence_when_the_item_is_the_cluster() {
    let once = two_groups(&[4.0, 5.0, 6.0, 3.0], &[1.0, 2.0, 3.0, 4.0]);
    let items = Groups::from_labels(&[0, 1, 2, 3, 0, 1, 2, 3]);
    let thrice = two_groups(&[4.0, 5.0, 6.0, 3.0].repeat(3), &[1.0, 2.0, 3.0, 4.0].repeat(3));
    let same_items = Groups::from_labels(&[0, 1, 2, 3].repeat(6));
    let one = permutation_test(&once, Exchange::Clusters(&items), PLAN, TestOptions::default()).unwrap();
    let three = permutation_test(&thrice, Exchange::Clusters(&same_items), PLAN, TestOptions::default()).unwrap();
    assert_eq!(one.p(), three.p());
    let width = |data: &TwoGroups, scheme: &Scheme<'_>| {
        let interval = bootstrap_interval(data, scheme, IntervalKind::Percentile, PLAN, 0.95).unwrap();
        interval.high - interval.low
    };
    assert!(width(&thrice, &Scheme::Groups(&same_items)) > 1.3 * width(&thrice, &Scheme::Rows(24)));
}

#[test]
fn clusters_of_one_group_each_change_groups_as_wholes() {
    // Four raters, two per group: of 6 ways, one is as large.
    let data = two_groups(&[5.0, 5.0, 6.0, 6.0], &[1.0, 1.0, 2.0, 2.0]);
    let raters = Groups::from_labels(&[0, 0, 1, 1, 2, 2, 3, 3]);
    check(&data, Exchange::Clusters(&raters), Alternative::Greater, 1.0 / 6.0);
    // One cluster with both groups: only it is changed round, which leaves two ways.
    let mixed = Groups::from_labels(&[0, 0, 1, 1, 0, 0, 3, 3]);
    check(&data, Exchange::Clusters(&mixed), Alternative::Greater, 1.0 / 2.0);
}
