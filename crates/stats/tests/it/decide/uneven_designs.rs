//! Systems with raters or items of their own, and raters who judged more than others.

use stats::decide::{Ballot, LeftOut, Reason, Scores, Term, Undecidable, decide_ballots, decide_scores};

use super::worlds::{Allotment, Kind, PairDecision, Random, Share, World, level, mean_is_covered};
use super::{WORLD, crossed_data, decide, sd_of, wave};

#[test]
fn few_raters_between_groups_do_not_decide_alone() {
    // Three raters of each system and one of both: the one is a single person's taste, not twenty judgements.
    let judges = |rater: u32, system: u32| rater == 6 || rater % 2 == system;
    let rows: Vec<(u32, u32, u32)> =
        (0..280).map(|row| (row / 40, row / 2 % 20, row % 2)).filter(|(r, _, s)| judges(*r, *s)).collect();
    let taste = |rater: u32, system: u32| wave(11 * rater + 5 * system);
    let value: Vec<f64> =
        rows.iter().map(|(r, i, s)| taste(*r, *s) + 0.4 * wave(*i) + 0.5 * wave(r * 40 + i * 2 + s)).collect();
    let column = |which: fn(&(u32, u32, u32)) -> u32| rows.iter().map(which).collect::<Vec<u32>>();
    let columns = (value, column(|it| it.0), column(|it| it.1), column(|it| it.2));
    let found = decide_scores(&Scores {
        value: &columns.0,
        rater: &columns.1,
        item: &columns.2,
        system: &columns.3,
        systems: 2,
    });
    let found = found.unwrap();
    assert!(sd_of(&found, Term::Taste).is_some() && sd_of(&found, Term::Rater).is_none(), "{:?}", found.effects);
    let difference = found.difference(0, 1).unwrap();
    assert!(difference.df <= 6.0, "eight means of a rater for a system, less one a system: {}", difference.df);
}

/// Three people compare one system each with the first: what they like is what the systems are.
#[test]
fn comparisons_that_one_rater_each_made_are_refused_whatever_systems_are_called() {
    let votes = |raters: u32, name: &dyn Fn(u32) -> u32| -> Vec<Ballot> {
        let ballot = |row: u32| {
            let (rater, item) = (row % raters, row / raters);
            let half = 0.5 * (wave(13 * row) - 2.0 + wave(rater)).signum();
            Ballot { rater, item, scores: vec![(name(0), half), (name(1 + rater % 3), -half)] }
        };
        (0..40 * raters).map(ballot).collect()
    };
    for turned in 0..4 {
        let found = decide_ballots(&votes(3, &|system| (system + turned) % 4), 4);
        assert_eq!(found.unwrap_err(), Undecidable::Confounded { what: "a rater" });
    }
    // A fourth, who repeats one comparison, tells a little of how much tastes differ.
    let difference = decide_ballots(&votes(4, &|system| system), 4).unwrap().difference(0, 1).unwrap();
    assert!(difference.df <= 2.0, "{difference:?}");
}

#[test]
fn few_items_that_vary_more_make_a_difference_uncertain() {
    // Each system on items of its own: eight that vary much, and sixty that do not.
    let item_of = |row: u32| row / 4;
    let system_of = |row: u32| u32::from(item_of(row) >= 8);
    let rows = 4 * 68;
    let loud = |row: u32| if system_of(row) == 0 { 4.0 } else { 0.5 };
    let value: Vec<f64> =
        (0..rows).map(|row| loud(row) * wave(item_of(row)) + 0.3 * wave(7 * row) + 0.2 * wave(row % 4)).collect();
    let column = |which: &dyn Fn(u32) -> u32| (0..rows).map(which).collect::<Vec<u32>>();
    let (rater, item, system) = (column(&|row| row % 4), column(&item_of), column(&system_of));
    let found =
        decide_scores(&Scores { value: &value, rater: &rater, item: &item, system: &system, systems: 2 }).unwrap();
    assert!(found.scatter.as_ref().unwrap().outputs.is_none());
    let means: Vec<f64> = value.chunks(4).take(8).map(|four| four.iter().sum::<f64>() / 4.0).collect();
    let mean = means.iter().sum::<f64>() / 8.0;
    let sd = (means.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 7.0).sqrt();
    let difference = found.difference(0, 1).unwrap();
    assert!(difference.se > 0.95 * sd / 8.0_f64.sqrt() && difference.df < 8.0, "{difference:?} {sd}");
}

#[test]
fn a_plain_mean_is_less_certain_where_two_raters_gave_most_of_it() {
    let rows =
        crossed_data(|rater, item, system| wave(rater) + 0.4 * wave(item) + 0.3 * wave(rater * 18 + item * 3 + system));
    let length = |mean: stats::Interval| mean.high - mean.low;
    let even = decide(&rows).unwrap();
    let by_model = length(even.mean(0, 0.95).unwrap().interval.unwrap());
    assert!((length(even.interval_of_plain_mean(0, 0.0, 0.95).unwrap()) / by_model - 1.0).abs() < 1e-6);
    // The first two raters judge everything, the others hardly anything of the first system.
    let keep: Vec<usize> =
        (0..rows.0.len()).filter(|row| rows.3[*row] > 0 || rows.1[*row] < 2 || rows.2[*row] == 0).collect();
    let pick = |codes: &[u32]| keep.iter().map(|row| codes[*row]).collect::<Vec<u32>>();
    let uneven = (keep.iter().map(|row| rows.0[*row]).collect(), pick(&rows.1), pick(&rows.2), pick(&rows.3));
    let uneven = decide(&uneven).unwrap();
    let by_model = length(uneven.mean(0, 0.95).unwrap().interval.unwrap());
    assert!(length(uneven.interval_of_plain_mean(0, 0.0, 0.95).unwrap()) > 1.05 * by_model);
}

/// Worlds in which systems have raters or items of their own, as in the example `calibrate`, which measures more of them.
#[test]
fn decisions_between_groups_keep_their_level() {
    // 13 % when the taste of the one rater of both systems was not in the model.
    let all = World { raters: 7, each: 7, items: 20, systems: 2, ..WORLD };
    let bridged = World { allotment: Allotment::OwnRatersButOne, ..all };
    // 27 % with one variance for both systems.
    let own_items = World { items: 68, first_output: 2.5, allotment: Allotment::EightOwnItems, ..all };
    // 8 % when a difference could know more than the means of its raters do.
    let own_raters = World { raters: 6, each: 6, allotment: Allotment::OwnRaters, ..all };
    let equal_items = World { items: 60, allotment: Allotment::OwnItems, ..all };
    // 10 % when each rater counted as much, and when four raters who judged two systems each told of tastes like those who judged all.
    let busy = World { raters: 12, each: 12, items: 60, allotment: Allotment::OneBusyRater, ..all };
    let two_each = World { raters: 4, each: 4, systems: 4, taste: 0.4, allotment: Allotment::TwoSystemsEach, ..all };
    for world in [bridged, own_raters, own_items, equal_items, busy, two_each] {
        let (share, undecided) = level(&world, 300, 20_261_118);
        assert_eq!(undecided, 0);
        assert!(share.value() < 0.065 + 2.0 * share.se(), "{world:?}: {}", share.value());
    }
}

/// Twelve raters agree on three systems and love or hate the first: a difference from it was found in 11 of 100 comparisons with one
/// variance for all tastes.
#[test]
fn a_system_that_divides_raters_is_rarely_told_apart_from_its_equals() {
    let world = World { items: 60, first_taste: 4.0, ..WORLD };
    let kinds = [Kind::Slider, Kind::Rating, Kind::PairwiseTies, Kind::RankingTies, Kind::BestWorst];
    let shares = (0..).zip(kinds).map(|(index, kind)| {
        let (share, undecided) = level(&World { kind, ..world }, 120, 20_261_119 + 1_000_000 * index);
        assert_eq!(undecided, 0);
        share.value()
    });
    let shares: Vec<f64> = shares.collect();
    // Six hundred data sets are known to about one per cent.
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(mean < 0.085, "{shares:?}");
}

#[test]
fn what_divides_raters_is_seen_where_a_few_pages_lack_a_vote_and_leaves_means_of_few_raters_alone() {
    let taste = |rater: u32, system: u32| {
        if system == 0 { 6.0 * f64::from(rater % 2) } else { 0.2 * wave(rater * 5 + system) }
    };
    let judged = crossed_data(|r, i, s| taste(r, s) + 0.5 * wave(r * 18 + i * 3 + s));
    let found = decide(&judged).unwrap();
    assert!(found.scatter.as_ref().is_some_and(|it| it.tastes.is_some() && it.outputs.is_none()));
    // Four raters tell too little of how a mean is skewed.
    assert_eq!(found.interval_of_plain_mean(0, 1.0, 0.95).unwrap().kind, "t");

    let mut ballots = Vec::new();
    for (rater, item) in (0..160).map(|page| (page % 8, page / 8)) {
        let score = |system: u32| taste(rater, system) + wave(rater * 80 + item * 4 + system);
        let scores: Vec<(u32, f64)> = (0..4).map(|system| (system, score(system))).collect();
        if (rater + item) % 16 == 0 {
            // One of the six pairs is missing, and the others are votes of their own.
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)];
            let two = |(a, b): (usize, usize)| Ballot { rater, item, scores: vec![scores[a], scores[b]] };
            ballots.extend(pairs.map(two));
        } else {
            ballots.push(Ballot { rater, item, scores });
        }
    }
    assert!(ballots.iter().filter(|ballot| ballot.scores.len() == 2).count() > ballots.len() / 5);
    assert!(decide_ballots(&ballots, 4).unwrap().scatter.is_some_and(|it| it.tastes.is_some()));
}

/// Two raters gave most judgements: 88 % were covered with the error of the model's mean. And the system with most errors varies
/// most, between raters as between items: 81 % with variances common to all systems.
#[test]
fn intervals_of_means_cover_what_is_true() {
    let all = World { raters: 8, each: 8, items: 30, systems: 3, ..WORLD };
    let busy = World { allotment: Allotment::TwoBusyRaters, ..all };
    let counts = World { kind: Kind::Count, gap: 1.2, ..all };
    for world in [busy, counts] {
        let truth = world.truth(100_000).mean;
        let mut share = Share::default();
        for set in 0..300 {
            let study = world.draw(&mut Random::new(277 + 1000 * set));
            let decided = PairDecision::decide(&world, &study.data).unwrap();
            share.add(mean_is_covered(&world, &study.data, &decided, truth).as_slice());
        }
        assert!(share.value() > 0.93 - 2.0 * share.se(), "{world:?}: {}", share.value());
    }
}

#[test]
fn two_quiet_systems_keep_the_error_of_tastes() {
    // The outputs of the last of four systems vary ten times as much; eight raters have tastes for all four.
    let rows: Vec<(u32, u32, u32)> = (0..640).map(|row| (row / 80, row / 4 % 20, row % 4)).collect();
    let loud = |system: u32| if system == 3 { 10.0 } else { 0.3 };
    let value: Vec<f64> = rows
        .iter()
        .map(|(r, i, s)| wave(17 * r + 5 * s) + loud(*s) * wave(7 * i + 31 * s) + 0.3 * wave(r * 80 + i * 4 + s))
        .collect();
    let decide_rows = |systems: u32| {
        let kept = || rows.iter().zip(&value).filter(|((_, _, s), _)| *s < systems);
        let column = |which: fn(&(u32, u32, u32)) -> u32| kept().map(|(row, _)| which(row)).collect::<Vec<u32>>();
        let (rater, item, system) = (column(|it| it.0), column(|it| it.1), column(|it| it.2));
        let value: Vec<f64> = kept().map(|(_, value)| *value).collect();
        decide_scores(&Scores { value: &value, rater: &rater, item: &item, system: &system, systems: 4 }).unwrap()
    };
    let (all, two) = (decide_rows(4), decide_rows(2));
    assert!(all.scatter.as_ref().unwrap().outputs.unwrap().value() < 0.05);
    let (found, alone) = (all.difference(0, 1).unwrap(), two.difference(0, 1).unwrap());
    assert!((found.se / alone.se - 1.0).abs() < 1e-9 && (found.df - alone.df).abs() < 1e-6, "{found:?} {alone:?}");
    assert!(all.difference(0, 3).unwrap().se > 3.0 * found.se);
}

/// Choices between neighbours of four systems: who, on which of 60 items, the first of the two systems, and whether it won.
const NEIGHBOURS: &str = "
5000+ 0000+ 2002+ 5002+ 4001- 7001- 4010= 7010- 4012- 3012+ 7020= 4020- 1022+ 4022+ 2030+ 3030+ 1032+ 4032= 3040+
2040- 1042= 2042= 6050+ 7050+ 6052+ 4052- 3060+ 0060+ 3062- 7062+ 1061- 4061- 7070+ 1070+ 6072+ 5072+ 2080= 5080+
6082= 2082+ 1090+ 4090+ 5092+ 7092= 2100+ 5100+ 6102+ 0102= 1110+ 2110+ 0112+ 4112+ 2120+ 5120+ 4122- 6122- 0121-
1121- 7130- 2130- 0132- 6132- 0140- 1140- 3142- 4142- 1150+ 3150+ 0152+ 5152- 5160+ 3160- 4162- 1162+ 4170+ 3170+
4172- 5172= 3180+ 7180= 5182- 2182= 1181+ 0181- 1190- 6190- 6192+ 7192+ 2200- 6200= 5202+ 0202+ 0210- 4210- 0212=
6212- 7220- 0220- 6222+ 4222- 4230= 5230+ 6232+ 5232+ 0240+ 7240- 1242- 5242- 5241+ 2241= 1250- 5250+ 6252- 3252+
2260= 1260- 2262+ 5262+ 1270+ 0270+ 7272= 3272+ 0280+ 4280- 7282+ 5282- 7290+ 2290- 5292+ 2292+ 1300+ 6300+ 0302-
5302- 6301= 5301= 5310= 2310- 0312+ 6312+ 6320= 5320= 1322+ 5322= 1330+ 3330+ 6332+ 2332+ 4340+ 7340= 5342- 0342-
6350+ 0350= 6352= 4352+ 4360- 6360- 3362- 1362+ 7361= 4361+ 7370+ 5370+ 0372+ 2372- 2380= 6380+ 3382- 2382+ 5390+
4390- 7392+ 2392+ 3400+ 7400+ 5402+ 3402= 3410+ 0410+ 6412+ 1412+ 5420+ 1420- 7422- 4422- 1421+ 5421+ 5430- 4430-
1432- 4432- 6440+ 0440+ 6442- 1442- 0450- 2450- 5452= 2452= 6460= 4460- 5462- 1462+ 5470= 6470+ 6472= 7472- 1480-
5480+ 7482- 1482+ 6481- 3481= 0490+ 4490- 3492= 6492+ 2500- 5500+ 5502+ 6502+ 5510+ 6510- 6512- 5512+ 5520- 2520-
1522+ 4522+ 1530+ 2530+ 3532+ 2532+ 5540+ 1540+ 6542- 4542- 2541+ 1541- 7550- 3550+ 1552- 0552= 5560+ 4560- 5562+
7562- 7570- 4570+ 5572= 6572+ 2580+ 0580= 5582+ 6582+ 1590= 6590- 4592- 2592-";

#[test]
fn a_few_pages_judged_twice_do_not_decide_how_one_person_sees_one_output() {
    // On seven of them one rater compared the same output with two others. With an effect of how each rater sees each output,
    // nothing is left for the residual, and the equations have no solution that can be computed: it said 0.44 of 0 and 1.
    let read = |vote: &str| {
        let number = |at: std::ops::Range<usize>| vote[at].parse::<u32>().unwrap();
        let half = match &vote[4..] {
            "+" => 0.5,
            "-" => -0.5,
            _ => 0.0,
        };
        Ballot {
            rater: number(0..1),
            item: number(1..3),
            scores: vec![(number(3..4), half), (number(3..4) + 1, -half)],
        }
    };
    let found = decide_ballots(&NEIGHBOURS.split_whitespace().map(read).collect::<Vec<_>>(), 4).unwrap();
    assert_eq!(found.left_out, [LeftOut { term: Term::Reading, reason: Reason::TooRare }]);
    // The shares of the votes themselves are 0.19, −0.15 and 0.14.
    for (first, net) in [(0, 0.191_667), (1, -0.15), (2, 0.141_667)] {
        let difference = found.difference(first, first + 1).unwrap();
        assert!((difference.value - net).abs() < 0.15, "{difference:?}, of the votes {net}");
        assert!(difference.se > 0.09, "{difference:?}");
    }
}
