//! The deciding analyses against lmerTest, `reference/decide/`, and what must hold of them whatever the data.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

mod coverage;
mod exact_answers;
mod uneven_designs;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use stats::decide::{
    Ballot, Caution, Decision, Difference, LeftOut, Reason, Scores, Term, Undecidable, ballots_from_graded_votes,
    ballots_from_votes, decide_ballots, decide_scores, decide_shares,
};
use stats::preference::{Choice, Vote};

#[path = "../../examples/calibrate/worlds.rs"]
mod worlds;

use worlds::{
    Allotment, Data, Kind, PairDecision, Random, Share, World, at_margin, intervals_cover_truth, level, strata_level,
};

#[derive(Deserialize)]
struct Table<T> {
    cases: Vec<T>,
}

/// A list of numbers, which R writes as a number where it has one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Numbers {
    One(f64),
    Many(Vec<f64>),
}

impl Numbers {
    fn values(&self) -> &[f64] {
        match self {
            Numbers::One(value) => std::slice::from_ref(value),
            Numbers::Many(values) => values,
        }
    }
}

#[derive(Deserialize)]
struct JudgementsCase {
    name: String,
    value: Vec<f64>,
    rater: Vec<u32>,
    item: Vec<u32>,
    system: Vec<u32>,
    sd: BTreeMap<String, f64>,
    singular: bool,
    mean: Vec<f64>,
    mean_se: Vec<f64>,
    difference: Numbers,
    se: Numbers,
    df: Numbers,
    low: Numbers,
    high: Numbers,
    p: Numbers,
    scatter: Option<Unequal>,
}

/// What becomes of differences where systems vary unequally.
#[derive(Deserialize)]
struct Unequal {
    outputs: Option<f64>,
    tastes: Option<f64>,
    se: Vec<f64>,
    df: Vec<f64>,
    p_values: Vec<f64>,
}

#[derive(Deserialize)]
struct BallotsCase {
    name: String,
    systems: usize,
    ballots: Vec<BallotRecord>,
    sd: BTreeMap<String, f64>,
    difference: Numbers,
    se: Numbers,
    df: Numbers,
    scatter: Option<UnequalTastes>,
}

/// What becomes of differences where raters' tastes vary unequally.
#[derive(Deserialize)]
struct UnequalTastes {
    tastes: f64,
    se: Vec<f64>,
    df: Vec<f64>,
}

#[derive(Deserialize)]
struct BallotRecord {
    rater: u32,
    item: u32,
    scores: Vec<(f64, f64)>,
}

fn reference<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/decide").join(file);
    let table: Table<T> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    table.cases
}

/// What is further from the reference than it may be.
#[derive(Default)]
struct Off(Vec<String>);

impl Off {
    fn compare(&mut self, what: &str, found: f64, expected: f64, tolerance: f64) {
        let error = (found - expected).abs();
        if error.is_nan() || error > tolerance {
            self.0.push(format!("{what}: found {found}, expected {expected}, off by {error:.1e}"));
        }
    }

    /// Differences where systems vary unequally.
    fn see_unequal(&mut self, case: &JudgementsCase, decision: &Decision, unequal: &Unequal) {
        let (name, differences) = (&case.name, case.difference.values());
        let found = decision.scatter.as_ref().unwrap();
        for (what, found, expected) in
            [("outputs", found.outputs, unequal.outputs), ("tastes", found.tastes, unequal.tastes)]
        {
            assert_eq!(found.is_some(), expected.is_some(), "{name}, test of {what}");
            if let (Some(found), Some(expected)) = (found, expected) {
                self.compare(&format!("{name}, test of {what}"), found.value() / expected, 1.0, 1e-9);
            }
        }
        for (index, (first, second)) in pairs(case.mean.len()).into_iter().enumerate() {
            let found = decision.difference(first, second).unwrap();
            let name = format!("{name}, {first} and {second}");
            self.compare(&format!("{name}, difference"), found.value, differences[index], 1e-6);
            self.compare(&format!("{name}, SE"), found.se / unequal.se[index], 1.0, 1e-5);
            self.compare(&format!("{name}, df"), found.df / unequal.df[index], 1.0, 1e-4);
            self.compare(&format!("{name}, p"), found.differs().value(), unequal.p_values[index], 2e-5);
        }
    }
}

fn pairs(systems: usize) -> Vec<(usize, usize)> {
    (0..systems).flat_map(|a| (a + 1..systems).map(move |b| (a, b))).collect()
}

fn sd_of(decision: &Decision, term: Term) -> Option<f64> {
    decision.effects.iter().find(|(own, _)| *own == term).map(|(_, sd)| *sd)
}

/// The most degrees of freedom of a difference, where some pair would have more.
fn most_df(decision: &Decision) -> f64 {
    decision.limited_df().map_or(f64::INFINITY, |limit| limit.df)
}

#[test]
fn scores_are_decided_as_lmertest_does_with_degrees_of_freedom_that_few_raters_can_give() {
    let mut off = Off::default();
    let (mut limited, mut unlimited) = (0, 0);
    for case in reference::<JudgementsCase>("scores.json") {
        let systems = case.mean.len();
        let scores = Scores { value: &case.value, rater: &case.rater, item: &case.item, system: &case.system, systems };
        let decision = decide_scores(&scores).unwrap();
        let name = &case.name;
        let mut terms = 0;
        for (group, term) in
            [("rater", Term::Rater), ("item", Term::Item), ("item:system", Term::Output), ("rater:system", Term::Taste)]
        {
            assert_eq!(sd_of(&decision, term).is_some(), case.sd.contains_key(group), "{name}: {group}");
            if let (Some(found), Some(expected)) = (sd_of(&decision, term), case.sd.get(group)) {
                terms += 1;
                // bobyqa stops a little before a boundary.
                off.compare(
                    &format!("{name}, SD of {group}"),
                    found,
                    *expected,
                    if case.singular { 1e-4 } else { 1e-5 },
                );
            }
        }
        assert_eq!(decision.effects.len(), terms, "{name}");
        off.compare(&format!("{name}, residual SD"), decision.residual_sd, case.sd["Residual"], 1e-6);
        let own_items = decision.scatter.as_ref().is_some_and(|it| it.outputs.is_none() && it.tastes.is_none());
        assert_eq!(decision.scatter.is_some() && !own_items, case.scatter.is_some(), "{name}");
        for (system, mean) in case.mean.iter().enumerate() {
            let found = decision.mean(system, 0.95).unwrap();
            off.compare(&format!("{name}, mean"), found.value, *mean, 1e-6);
            off.compare(&format!("{name}, SE of a mean"), found.se.unwrap(), case.mean_se[system], 1e-5);
        }
        if let Some(unequal) = &case.scatter {
            off.see_unequal(&case, &decision, unequal);
            continue;
        }
        let most_df = most_df(&decision);
        for (index, (first, second)) in pairs(systems).into_iter().enumerate() {
            let found = decision.difference(first, second).unwrap();
            let interval = found.interval(0.95);
            let [difference, se, df, low, high, p] =
                [&case.difference, &case.se, &case.df, &case.low, &case.high, &case.p].map(|it| it.values()[index]);
            let name = format!("{name}, {first} and {second}");
            off.compare(&format!("{name}, difference"), found.value, difference, 1e-6);
            // With items of their own, differences have the error of Welch's test where it is larger.
            if own_items && found.se / se > 1.0 + 1e-5 {
                continue;
            }
            off.compare(&format!("{name}, SE"), found.se / se, 1.0, 1e-5);
            // lmerTest takes second derivatives by differences; at a boundary they lose more digits.
            let expected = df.min(most_df);
            off.compare(&format!("{name}, df"), found.df / expected, 1.0, if case.singular { 2e-3 } else { 1e-4 });
            if df > most_df {
                limited += 1;
                assert!(found.differs().value() >= p && interval.low <= low && interval.high >= high, "{name}");
                continue;
            }
            unlimited += 1;
            off.compare(&format!("{name}, low"), interval.low, low, 2e-5);
            off.compare(&format!("{name}, high"), interval.high, high, 2e-5);
            off.compare(&format!("{name}, p"), found.differs().value(), p, 2e-5);
        }
    }
    assert!(limited > 0 && unlimited > 0, "{limited} {unlimited}");
    assert!(off.0.is_empty(), "{} off\n{}", off.0.len(), off.0.join("\n"));
}

#[test]
fn ballots_are_decided_as_lmertest_and_a_dense_likelihood_do() {
    let mut off = Off::default();
    for case in reference::<BallotsCase>("ballots.json") {
        let ballots: Vec<Ballot> = case
            .ballots
            .iter()
            .map(|it| Ballot {
                rater: it.rater,
                item: it.item,
                scores: it.scores.iter().map(|(system, score)| (*system as u32, *score)).collect(),
            })
            .collect();
        let decision = decide_ballots(&ballots, case.systems).unwrap();
        let name = &case.name;
        for (group, term) in [("item", Term::Output), ("rater", Term::Taste), ("page", Term::Reading)] {
            assert_eq!(sd_of(&decision, term).is_some(), case.sd.contains_key(group), "{name}: {group}");
            if let (Some(found), Some(expected)) = (sd_of(&decision, term), case.sd.get(group)) {
                off.compare(&format!("{name}, SD of {group}"), found, *expected, 1e-4);
            }
        }
        let found = decision.scatter.as_ref().and_then(|it| it.tastes);
        assert_eq!(found.is_some(), case.scatter.is_some(), "{name}");
        if let (Some(found), Some(unequal)) = (found, &case.scatter) {
            off.compare(&format!("{name}, test of tastes"), found.value() / unequal.tastes, 1.0, 1e-9);
        }
        let most_df = most_df(&decision);
        for (index, (first, second)) in pairs(case.systems).into_iter().enumerate() {
            let found = decision.difference(first, second).unwrap();
            let [difference, se, df] = [&case.difference, &case.se, &case.df].map(|it| it.values()[index]);
            let (se, df) = case.scatter.as_ref().map_or((se, df), |unequal| (unequal.se[index], unequal.df[index]));
            let name = format!("{name}, {first} and {second}");
            off.compare(&format!("{name}, difference"), found.value, difference, 1e-5);
            off.compare(&format!("{name}, SE"), found.se / se, 1.0, 1e-5);
            off.compare(&format!("{name}, df"), found.df / df.min(most_df), 1.0, 1e-3);
        }
    }
    assert!(off.0.is_empty(), "{} off\n{}", off.0.len(), off.0.join("\n"));
}

/// Four raters, six items and three systems, with a value for each.
fn crossed_data(value: impl Fn(u32, u32, u32) -> f64) -> (Vec<f64>, Vec<u32>, Vec<u32>, Vec<u32>) {
    let (mut values, mut raters, mut items, mut systems) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (rater, item, system) in (0..72).map(|row| (row / 18, row / 3 % 6, row % 3)) {
        values.push(value(rater, item, system));
        raters.push(rater);
        items.push(item);
        systems.push(system);
    }
    (values, raters, items, systems)
}

fn wave(k: u32) -> f64 {
    f64::from((k * 7919 + 13 * k * k) % 101) / 25.0
}

fn decide(rows: &(Vec<f64>, Vec<u32>, Vec<u32>, Vec<u32>)) -> Result<Decision, Undecidable> {
    decide_scores(&Scores { value: &rows.0, rater: &rows.1, item: &rows.2, system: &rows.3, systems: 3 })
}

#[test]
fn what_cannot_be_decided_says_why() {
    assert_eq!(decide(&crossed_data(|_, _, system| f64::from(system))).unwrap_err(), Undecidable::NoVariation);
    let agreed = crossed_data(|_, item, system| wave(item * 3 + system));
    assert_eq!(decide(&agreed).unwrap_err(), Undecidable::NoDisagreement);
    let mut own = crossed_data(|rater, item, system| wave(rater * 18 + item * 3 + system));
    own.1.clone_from(&own.3);
    assert_eq!(decide(&own).unwrap_err(), Undecidable::Confounded { what: "a rater" });
    let alone = crossed_data(|rater, item, system| wave(rater * 18 + item * 3 + system));
    let alone = (alone.0, alone.1, alone.2, vec![1; 72]);
    assert_eq!(decide(&alone).unwrap_err(), Undecidable::OneSystem);

    let ballot = |rater, item, a: u32, b: u32| Ballot {
        rater,
        item,
        scores: vec![(a, wave(rater * 7 + item * 3 + a)), (b, wave(rater * 5 + item * 11 + b))],
    };
    let ballots: Vec<Ballot> =
        (0..40).map(|k| if k % 2 == 0 { ballot(k % 5, k / 5, 0, 1) } else { ballot(k % 5, k / 5, 2, 3) }).collect();
    let decision = decide_ballots(&ballots, 5).unwrap();
    assert!(decision.difference(2, 3).is_ok());
    assert_eq!(decision.difference(1, 2).unwrap_err(), Undecidable::NeverCompared { first: 1, second: 2 });
    assert_eq!(decision.difference(0, 4).unwrap_err(), Undecidable::NeverJudged { system: 4 });
}

#[test]
fn what_the_design_cannot_show_is_listed() {
    let all = crossed_data(|rater, item, system| wave(rater * 18 + item * 3 + system));
    let decision = decide(&all).unwrap();
    assert!(decision.left_out.is_empty());
    let of_items = Caution::FewItems { items: 6 };
    assert_eq!(decision.cautions, [Caution::FewRaters { raters: 4 }, of_items]);

    let few: Vec<usize> = (0..72).filter(|row| all.1[*row] < 2).collect();
    let pick = |codes: &[u32]| few.iter().map(|row| codes[*row]).collect::<Vec<u32>>();
    let two = (few.iter().map(|row| all.0[*row]).collect(), pick(&all.1), pick(&all.2), pick(&all.3));
    let decision = decide(&two).unwrap();
    assert_eq!(decision.cautions, [Caution::TheseRaters { raters: 2 }, of_items]);
    let left = |term| LeftOut { term, reason: Reason::Two };
    assert_eq!(decision.left_out, [left(Term::Rater), left(Term::Taste)]);
}

#[test]
fn a_difference_does_not_depend_on_codes_order_or_side() {
    let rows = crossed_data(|rater, item, system| wave(rater * 18 + item * 3 + system));
    let found = decide(&rows).unwrap();
    let turned = {
        let order: Vec<usize> = (0..72).map(|k| k * 29 % 72).collect();
        let pick = |codes: &[u32], map: &dyn Fn(u32) -> u32| order.iter().map(|row| map(codes[*row])).collect();
        let value = order.iter().map(|row| rows.0[*row]).collect();
        let (rater, item) = (pick(&rows.1, &|code| 90 - 7 * code), pick(&rows.2, &|code| 1000 + code));
        decide(&(value, rater, item, pick(&rows.3, &|code| 2 - code))).unwrap()
    };
    for (first, second) in pairs(3) {
        let (one, other) =
            (found.difference(first, second).unwrap(), turned.difference(2 - first, 2 - second).unwrap());
        assert!((one.value - other.value).abs() < 1e-9 && (one.se / other.se - 1.0).abs() < 1e-7);
        assert!((one.df / other.df - 1.0).abs() < 1e-5, "{} {}", one.df, other.df);
        let back = one.reversed();
        assert!((one.higher_by(0.3).ln() - back.lower_by(0.3).ln()).abs() < 1e-12);
        assert!((one.same_within(0.3).ln() - back.same_within(0.3).ln()).abs() < 1e-12);
        assert!((one.differs().value() - back.differs().value()).abs() < 1e-12);
    }
}

#[test]
fn a_pair_has_the_error_of_its_own_two_systems_where_systems_vary_unequally() {
    // Twelve items of four systems by three raters; the outputs of the last vary five times as much.
    let rows: Vec<(u32, u32, u32)> = (0..144).map(|row| (row / 48, row / 4 % 12, row % 4)).collect();
    let value = |loud: f64| -> Vec<f64> {
        let output = |item, system: u32| wave(7 * item + 31 * system) * if system == 3 { loud } else { 1.0 };
        rows.iter().map(|(r, i, s)| output(*i, *s) + 0.3 * wave(r * 48 + i * 4 + s) + 0.1 * wave(*r)).collect()
    };
    let rater: Vec<u32> = rows.iter().map(|it| it.0).collect();
    let item: Vec<u32> = rows.iter().map(|it| it.1).collect();
    let system: Vec<u32> = rows.iter().map(|it| it.2).collect();
    let decide = |value: &[f64]| {
        decide_scores(&Scores { value, rater: &rater, item: &item, system: &system, systems: 4 }).unwrap()
    };
    let alike = decide(&value(1.0));
    assert!(alike.scatter.is_none_or(|it| it.outputs.is_none()));
    let unequal = decide(&value(5.0));
    assert!(unequal.scatter.as_ref().unwrap().outputs.unwrap().value() < 0.05);
    // The two quiet systems alone say how well their difference is known.
    let quiet: Vec<usize> = (0..144).filter(|row| rows[*row].2 < 2).collect();
    let pick = |codes: &[u32]| quiet.iter().map(|row| codes[*row]).collect::<Vec<u32>>();
    let two = value(5.0);
    let alone = decide_scores(&Scores {
        value: &quiet.iter().map(|row| two[*row]).collect::<Vec<f64>>(),
        rater: &pick(&rater),
        item: &pick(&item),
        system: &pick(&system),
        systems: 2,
    });
    let alone = alone.unwrap().difference(0, 1).unwrap();
    let (calm, loud) = (unequal.difference(0, 1).unwrap(), unequal.difference(0, 3).unwrap());
    assert!((calm.se / alone.se - 1.0).abs() < 0.15, "{} {}", calm.se, alone.se);
    assert!(loud.se > 2.0 * calm.se, "{} {}", loud.se, calm.se);
    assert!(loud.df < 11.0, "a variance of twelve items has eleven degrees of freedom: {}", loud.df);
    let back = unequal.difference(3, 0).unwrap();
    assert!((back.se / loud.se - 1.0).abs() < 1e-12 && (back.value + loud.value).abs() < 1e-12);
}

#[test]
fn a_few_outputs_far_from_the_others_are_cautioned_about() {
    let decide = |kind| {
        let study = World { kind, ..WORLD }.draw(&mut Random::new(5));
        worlds::decide(&study.data, 4).unwrap()
    };
    assert!(decide(Kind::Unbounded).cautions.contains(&Caution::FarOutputs));
    for kind in [Kind::Slider, Kind::Rating, Kind::Ceiling] {
        assert!(decide(kind).cautions.is_empty(), "{}", kind.name());
    }
}

#[test]
fn margins_are_tested_as_the_interval_says() {
    let rows = crossed_data(|rater, item, system| wave(rater * 18 + item * 3 + system) + 0.8 * f64::from(system));
    let found = decide(&rows).unwrap().difference(2, 0).unwrap();
    // An end of a 90 % interval is where a one-sided test at 5 % turns.
    let interval = found.interval(0.9);
    assert!((found.higher_by(interval.low).value() - 0.05).abs() < 1e-9);
    assert!((found.same_within(interval.high).value() - 0.05).abs() < 1e-9);
    assert!((found.differs().value() - 2.0 * found.higher_by(0.0).value()).abs() < 1e-9);
}

#[test]
fn all_pairs_of_a_page_are_one_ballot_and_ties_count_for_neither() {
    let vote = |first, second, choice| Vote { first, second, choice };
    let page = [vote(0, 1, Choice::First), vote(2, 0, Choice::Neither), vote(1, 2, Choice::Second)];
    let ballots = ballots_from_votes(&page, &[4; 3], &[9; 3]).unwrap();
    let third = 1.0 / 3.0;
    assert_eq!(ballots, [Ballot { rater: 4, item: 9, scores: vec![(0, third), (1, -2.0 * third), (2, third)] }]);
    let worth = [1.0 / 3.0, -1.0, 0.0];
    let graded = ballots_from_graded_votes(&page[..1], &worth[..1], &[4], &[9]).unwrap();
    let [(_, first), (_, second)] = graded[0].scores[..] else { panic!("not a ballot of two") };
    assert!((first - second - 1.0 / 3.0).abs() < 1e-12, "a difference is the degree");
    assert!(ballots_from_graded_votes(&page, &worth[..2], &[4; 3], &[9; 3]).is_err());
    let ballots = ballots_from_votes(&page[..2], &[4; 2], &[9; 2]).unwrap();
    assert_eq!(ballots[0].scores, [(0, 0.5), (1, -0.5)]);
    assert_eq!(ballots[1].scores, [(2, 0.0), (0, 0.0)]);
    assert_eq!(Ballot::from_ranks(0, 0, &[(0, 1.0), (1, 3.0), (2, 1.0)]).scores, [(0, -1.5), (1, -3.0), (2, -1.5)]);
    assert_eq!(Ballot::from_best_worst(0, 0, &[0, 1, 2], 2, 0).scores, [(0, -1.0), (1, 0.0), (2, 1.0)]);
}

const WORLD: World = World {
    kind: Kind::Slider,
    raters: 12,
    each: 3,
    items: 30,
    systems: 4,
    output: 0.6,
    taste: 0.25,
    missing: 0.0,
    gap: 0.0,
    first_output: 1.0,
    first_taste: 1.0,
    allotment: Allotment::Crossed,
};

/// A small part of what the example `calibrate` measures, with the same limits.
#[test]
fn decisions_keep_their_level() {
    let mut shares = Vec::new();
    for (kind, raters) in Kind::ALL.into_iter().zip([12, 5].into_iter().cycle()) {
        let world = World { kind, raters, ..WORLD };
        let (share, undecided) = level(&world, 100, 20_260_301);
        assert_eq!(undecided, 0, "{}", kind.name());
        // A hundred data sets are known to about 1.2 per cent; the limit of 6.5 is that of the long run.
        assert!(share.value() < 0.065 + 2.0 * share.se(), "{}, {raters} raters: {}", kind.name(), share.value());
        shares.push(share.value());
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(mean < 0.055, "{mean}");
}

/// Systems that differ alike in two strata of items are rarely said to differ by something else, whether or not the same
/// people judged both.
#[test]
fn the_interaction_with_strata_keeps_its_level() {
    let mut shares = Vec::new();
    let kinds = [Kind::Slider, Kind::Rating, Kind::Count, Kind::PairwiseTies, Kind::RankingTies, Kind::BestWorst];
    for (kind, raters) in kinds.into_iter().zip([12, 5, 36].into_iter().cycle()) {
        let share = strata_level(&World { kind, raters, items: 40, ..WORLD }, 60, 20_260_501);
        assert!(share.value() < 0.065 + 2.0 * share.se(), "{}, {raters} raters: {}", kind.name(), share.value());
        shares.push(share.value());
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(mean < 0.055, "{shares:?}");
}

/// At the edge of a margin the systems are not alike, and the more is counted the more it varies.
#[test]
fn counts_at_the_edge_of_a_margin_are_rarely_called_the_same() {
    let mut shares = Vec::new();
    for (raters, output, taste) in [(3, 0.0, 0.0), (12, 0.6, 0.0), (3, 0.6, 0.25)] {
        let world = World { kind: Kind::Count, raters, output, taste, gap: 0.4, ..WORLD };
        let truth = world.truth(100_000).difference;
        let [mut pair, mut common] = [Share::default(), Share::default()];
        for set in 0..80 {
            let study = world.draw(&mut Random::new(7 + 1000 * set));
            let decided = PairDecision::decide(&world, &study.data).unwrap();
            let decision = decided.model();
            let same = |it: Option<Difference>| it.is_some_and(|it| it.same_within(truth).value() < 0.05);
            pair.add(&[1, 2, 3].map(|other| same(at_margin(&world, &study, decision, other))));
            common.add(&[1, 2, 3].map(|other| same(decision.difference(0, other).ok())));
        }
        assert!(pair.value() < 0.065 + 2.0 * pair.se(), "{raters} raters: {}", pair.value());
        shares.push((pair.value(), common.value()));
    }
    let mean = |of: fn(&(f64, f64)) -> f64| shares.iter().map(of).sum::<f64>() / shares.len() as f64;
    assert!(mean(|it| it.0) < 0.065 && mean(|it| it.0) < mean(|it| it.1), "{shares:?}");
}

#[test]
fn intervals_cover_what_is_true() {
    let cells = [
        (Kind::Slider, 2),
        (Kind::Slider, 5),
        (Kind::Ceiling, 12),
        (Kind::Count, 5),
        (Kind::Count, 12),
        (Kind::RankingTies, 12),
    ];
    for (kind, raters) in cells {
        let world = World { kind, raters, each: raters.min(3), gap: 0.4, missing: 0.1, ..WORLD };
        let truth = world.truth(100_000).difference;
        let mut share = Share::default();
        for set in 0..150 {
            let study = world.draw(&mut Random::new(99 + 1000 * set));
            share.add(&intervals_cover_truth(
                &world,
                &study,
                &PairDecision::decide(&world, &study.data).unwrap(),
                truth,
            ));
        }
        assert!(share.value() > 0.93 - 2.0 * share.se() && share.value() < 0.995, "{}: {}", kind.name(), share.value());
    }
}

/// Intervals of equal arms and a variance common to all systems cover 88 to 92 % here.
#[test]
fn intervals_of_a_rare_option_cover_what_is_true() {
    let (mut all, mut undecided) = (Share::default(), 0);
    for (raters, output, taste) in [(3, 0.0, 0.0), (12, 0.6, 0.0), (3, 0.6, 0.25), (12, 0.6, 0.25)] {
        let world = World { kind: Kind::RareChoice, raters, output, taste, items: 60, gap: 0.4, ..WORLD };
        let truth = world.truth(100_000).difference;
        let [mut share, mut equal_arms] = [Share::default(), Share::default()];
        for set in 0..150 {
            let study = world.draw(&mut Random::new(99 + 1000 * set));
            // Now and then nobody chooses the option, and there is nothing to compare.
            let Ok(decided) = PairDecision::decide(&world, &study.data) else {
                undecided += 1;
                continue;
            };
            let covers = intervals_cover_truth(&world, &study, &decided, truth);
            share.add(&covers);
            all.add(&covers);
            let decision = PairDecision::Scores(worlds::decide(&study.data, 4).unwrap());
            equal_arms.add(&intervals_cover_truth(&world, &study, &decision, truth));
        }
        assert!(share.value() > 0.93 - 2.0 * share.se(), "{raters} raters: {}", share.value());
        assert!(share.value() > equal_arms.value(), "{raters} raters: {} and {}", share.value(), equal_arms.value());
    }
    assert!(all.value() > 0.935 && all.value() < 0.975, "{}", all.value());
    assert!(undecided < 10, "{undecided}");
}

/// How often an option is chosen is known exactly here: what is seen is normal, and the option is chosen above a point.
#[test]
fn intervals_of_single_shares_cover_what_is_true() {
    let mut all = Share::default();
    for (kind, chosen_above) in [(Kind::Choice, 0.6), (Kind::RareChoice, 1.9)] {
        for (raters, output, taste) in [(3, 0.6, 0.25), (12, 0.6, 0.0)] {
            let world = World { kind, raters, output, taste, items: 60, ..WORLD };
            let sd = f64::sqrt(2.0 * 0.25 + output * output + taste * taste + 0.64);
            let truth = stats::dist::normal::ln_sf(chosen_above / sd).exp();
            let mut share = Share::default();
            for set in 0..100 {
                let study = world.draw(&mut Random::new(177 + 1000 * set));
                let Data::Scores { value, rater, item, system } = &study.data else { panic!("not scores") };
                let Ok(shares) = decide_shares(&Scores { value, rater, item, system, systems: 4 }) else { continue };
                let covers = |system: usize| {
                    let interval = shares.share(system, 0.95).unwrap().interval.unwrap();
                    interval.low <= truth && truth <= interval.high
                };
                let covered = [0, 1, 2, 3].map(covers);
                share.add(&covered);
                all.add(&covered);
            }
            assert!(share.value() > 0.93 - 2.0 * share.se(), "{}, {raters} raters: {}", kind.name(), share.value());
        }
    }
    assert!(all.value() > 0.935 && all.value() < 0.985, "{}", all.value());
}

#[test]
fn what_would_not_fit_into_memory_is_refused_with_what_to_do() {
    // Items are more and are eliminated one by one. Of scores, a rater has an effect of their own and one for each of
    // four systems; of ballots, those for systems alone.
    for (kind, raters, effects) in [(Kind::Slider, 2500, 12_500), (Kind::Ranking, 3100, 12_400)] {
        let study = World { kind, raters, items: 3200, ..WORLD }.draw(&mut Random::new(1));
        let error = worlds::decide(&study.data, 4).unwrap_err();
        assert_eq!(error, Undecidable::TooLarge { effects, limit: 12_000 });
        assert!(error.to_string().contains("a random part of the raters"), "{error}");
    }
}

#[test]
fn strengths_of_few_raters_have_errors_and_p_values() {
    use stats::strength::{Clusters, Ties, Uncertainty, Votes, bradley_terry};
    for set in 0..150 {
        let world = World { kind: Kind::PairwiseTies, raters: 3, items: 20, output: 0.0, taste: 0.0, ..WORLD };
        let Data::Votes { votes, rater, item, .. } = world.draw(&mut Random::new(set)).data else {
            panic!("not votes")
        };
        let options = bradley_terry::Options {
            ties: Ties::Davidson,
            position: bradley_terry::Position::Ignored,
            covariates: None,
            uncertainty: Uncertainty::Sandwich(Clusters::Two(&item, &rater)),
            level: 0.95,
        };
        let fit = bradley_terry::fit(Votes { systems: 4, votes: &votes }, options).unwrap();
        let names = ["a", "b", "c", "d"].map(str::to_owned);
        for contrast in fit.estimates(&names).iter().filter(|it| it.name == "contrast") {
            assert!(contrast.se.unwrap() > 0.01, "set {set}: {contrast:?}");
            assert!(contrast.p.unwrap().value() > 1e-6, "set {set}: {contrast:?}");
        }
    }
}
