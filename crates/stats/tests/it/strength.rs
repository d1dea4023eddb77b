//! Strengths against BradleyTerry2, glm, sandwich, choix, trueskill, evalica and mpmath.
#![expect(clippy::unwrap_used, reason = "a reference table that cannot be read fails the test")]

use serde_json::Value;
use stats::preference::{Choice, Vote};
use stats::strength::bradley_terry::{self, Options, Position};
use stats::strength::plackett_luce::{self, Ranking};
use stats::strength::{Clusters, Resampling, Ties, Uncertainty, Votes, elo, trueskill};
use stats::{Note, StatError};

fn reference(name: &str) -> Value {
    let path = format!("{}/../../reference/strength/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn codes(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|x| u32::try_from(x.as_u64().unwrap()).unwrap()).collect()
}

fn systems(case: &Value) -> usize {
    usize::try_from(case["systems"].as_u64().unwrap()).unwrap()
}

fn vote(first: u32, second: u32, choice: u32) -> Vote {
    Vote { first, second, choice: [Choice::First, Choice::Second, Choice::Neither][choice as usize] }
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let scale = expected.abs().max(1e-3);
    assert!((found - expected).abs() <= tolerance * scale, "{what}: found {found:e}, expected {expected:e}");
}

struct Case {
    systems: usize,
    votes: Vec<Vote>,
    item: Vec<u32>,
    rater: Vec<u32>,
}

impl Case {
    fn read(case: &Value) -> Case {
        let sides = codes(&case["first"]).into_iter().zip(codes(&case["second"]));
        let votes = sides.zip(codes(&case["outcome"])).map(|((first, second), choice)| vote(first, second, choice));
        Case {
            systems: systems(case),
            votes: votes.collect(),
            item: codes(&case["item"]),
            rater: codes(&case["rater"]),
        }
    }

    fn votes(&self) -> Votes<'_> {
        Votes { systems: self.systems, votes: &self.votes }
    }

    /// The clustered references know nothing of the votes that were ties.
    fn without_ties(&self) -> Case {
        let keep = |codes: &[u32]| {
            codes.iter().zip(&self.votes).filter(|(_, v)| v.choice != Choice::Neither).map(|(c, _)| *c).collect()
        };
        Case {
            systems: self.systems,
            votes: self.votes.iter().copied().filter(|vote| vote.choice != Choice::Neither).collect(),
            item: keep(&self.item),
            rater: keep(&self.rater),
        }
    }
}

fn options(ties: Ties, position: Position) -> Options<'static> {
    Options { ties, position, covariates: None, uncertainty: Uncertainty::Model, level: 0.95 }
}

#[track_caller]
fn check_fit(found: &bradley_terry::Fit, expected: &Value, tolerance: f64) {
    for (i, strength) in numbers(&expected["strength"]).into_iter().enumerate() {
        close(found.strength[i], strength, tolerance, "strength");
    }
    check_covariance(found, expected, tolerance);
    close(found.log_likelihood, expected["logLik"].as_f64().unwrap(), tolerance, "log-likelihood");
}

#[track_caller]
fn check_covariance(found: &bradley_terry::Fit, expected: &Value, tolerance: f64) {
    for (i, row) in expected["covariance"].as_array().unwrap().iter().enumerate() {
        for (j, covariance) in numbers(row).into_iter().enumerate() {
            close(found.covariance[(i, j)], covariance, tolerance, "covariance");
        }
    }
}

#[test]
fn bradley_terry_agrees_with_r() {
    let table = reference("bradley_terry.json");
    let tolerance = table["rtol"].as_f64().unwrap();
    for case in table["cases"].as_array().unwrap() {
        let (data, expect) = (Case::read(case), &case["expect"]);
        let fit = |ties, position| bradley_terry::fit(data.votes(), options(ties, position)).unwrap();
        check_fit(&fit(Ties::Drop, Position::Ignored), &expect["plain"], tolerance);
        let with_side = fit(Ties::Drop, Position::Estimated);
        check_fit(&with_side, &expect["position"], tolerance);
        let (advantage, se) = with_side.position.unwrap();
        close(advantage, expect["position"]["advantage"].as_f64().unwrap(), tolerance, "advantage");
        close(se, expect["position"]["advantage_se"].as_f64().unwrap(), tolerance, "its error");
        if let Some(davidson) = expect.get("davidson") {
            let found = fit(Ties::Davidson, Position::Ignored);
            check_fit(&found, davidson, tolerance);
            let (tie, se) = found.tie.unwrap();
            close(tie, davidson["tie"].as_f64().unwrap(), tolerance, "ln nu");
            close(se, davidson["tie_se"].as_f64().unwrap(), tolerance, "its error");
        }
    }
}

#[test]
fn clustered_errors_agree_with_r() {
    let table = reference("bradley_terry.json");
    for case in table["cases"].as_array().unwrap() {
        let data = Case::read(case).without_ties();
        for (how, clusters) in [
            ("sandwich_item", Clusters::One(&data.item)),
            ("sandwich_rater", Clusters::One(&data.rater)),
            ("sandwich_both", Clusters::Two(&data.item, &data.rater)),
        ] {
            let mut options = options(Ties::Drop, Position::Ignored);
            options.uncertainty = Uncertainty::Sandwich(clusters);
            let fit = bradley_terry::fit(data.votes(), options).unwrap();
            check_covariance(&fit, &case["expect"][how], 1e-8);
            close(fit.df, case["expect"][how]["df"].as_f64().unwrap(), 1e-8, how);
        }
    }
}

#[test]
fn rao_kupper_trueskill_and_elo_agree_with_their_references() {
    let table = reference("rankings_and_ratings.json");
    let tolerance = |name: &str| table["tolerance"][name].as_f64().unwrap();
    for case in table["votes"].as_array().unwrap() {
        let rows = case["votes"].as_array().unwrap().iter().map(codes);
        let read: Vec<Vote> = rows.map(|row| vote(row[0], row[1], row[2])).collect();
        let votes = Votes { systems: systems(case), votes: &read };
        let order: Vec<u32> = (0..).take(votes.len()).collect();

        let fit = bradley_terry::fit(votes, options(Ties::RaoKupper, Position::Ignored)).unwrap();
        for (found, expected) in fit.strength.iter().zip(numbers(&case["rao_kupper"])) {
            close(*found, expected, tolerance("rao_kupper"), "Rao–Kupper strength");
        }
        close(fit.tie.unwrap().0, case["ln_theta"].as_f64().unwrap(), tolerance("rao_kupper"), "ln theta");
        let there = bradley_terry::log_likelihood(votes, Ties::RaoKupper, &fit.strength, 0.0, fit.tie.unwrap().0);
        close(there.unwrap(), fit.log_likelihood, 1e-12, "log-likelihood at the maximum");

        let skill = trueskill::Options {
            mu: 25.0,
            sigma: 25.0 / 3.0,
            beta: 25.0 / 6.0,
            tau: 25.0 / 300.0,
            tie_probability: 0.1,
            orders: 1,
            seed: 1,
            level: 0.95,
        };
        let beliefs = trueskill::in_order(votes, &order, skill).unwrap();
        for (belief, expected) in beliefs.iter().zip(case["trueskill"].as_array().unwrap()) {
            close(belief.mu, numbers(expected)[0], tolerance("trueskill"), "mu");
            close(belief.sigma, numbers(expected)[1], tolerance("trueskill"), "sigma");
        }
        let ratings = elo::in_order(votes, &order, 1000.0, 32.0).unwrap();
        for (found, expected) in ratings.iter().zip(numbers(&case["elo"])) {
            close(*found, expected, tolerance("elo"), "Elo");
        }
    }
}

#[test]
fn plackett_luce_agrees_with_choix() {
    let table = reference("rankings_and_ratings.json");
    let tolerance = table["tolerance"]["plackett_luce"].as_f64().unwrap();
    for case in table["rankings"].as_array().unwrap() {
        let ranking = |row: &Value| Ranking { below: codes(&row["below"]), ..Ranking::strict(codes(&row["order"])) };
        let rankings: Vec<Ranking> = case["rankings"].as_array().unwrap().iter().map(ranking).collect();
        let options = plackett_luce::Options { uncertainty: Uncertainty::Model, level: 0.95 };
        let fit = plackett_luce::fit(systems(case), &rankings, options).unwrap();
        for (found, expected) in fit.strength.iter().zip(numbers(&case["strength"])) {
            close(*found, expected, tolerance, "Plackett–Luce strength");
        }
        let there = plackett_luce::log_likelihood(&rankings, &fit.strength, &fit.ties).unwrap();
        close(there, fit.log_likelihood, 1e-12, "log-likelihood at the maximum");
    }
}

/// Rankings of two with shared places are votes with ties: Davidson's model, whose numbers were checked against R's.
#[test]
fn rankings_of_two_that_share_a_place_are_davidsons_model() {
    let table = reference("bradley_terry.json");
    let cases = table["cases"].as_array().unwrap();
    let data = Case::read(cases.iter().find(|case| case["expect"].get("davidson").is_some()).unwrap());
    let ranking = |vote: &Vote| {
        let (first, second) = match vote.choice {
            Choice::First => (1, 2),
            Choice::Second => (2, 1),
            Choice::Neither => (1, 1),
        };
        Ranking::from_places(vec![(first, vote.first), (second, vote.second)])
    };
    let rankings: Vec<Ranking> = data.votes.iter().map(ranking).collect();
    let uncertainty = Uncertainty::Sandwich(Clusters::One(&data.item));
    let ranked =
        plackett_luce::fit(data.systems, &rankings, plackett_luce::Options { uncertainty, level: 0.95 }).unwrap();
    let votes = Options { uncertainty, ..options(Ties::Davidson, Position::Ignored) };
    let votes = bradley_terry::fit(data.votes(), votes).unwrap();
    for i in 0..data.systems {
        close(ranked.strength[i], votes.strength[i], 1e-9, "strength");
        close(ranked.covariance[(i, i)], votes.covariance[(i, i)], 1e-8, "clustered variance");
    }
    close(ranked.log_likelihood, votes.log_likelihood, 1e-10, "log-likelihood");
    assert_eq!(ranked.ties.len(), 1);
    close(ranked.ties[0].1, votes.tie.unwrap().0, 1e-9, "ln nu");
}

/// By brute force: the probabilities of all thirteen ways to rank three with shared places add up to one, whatever the
/// parameters, and the likelihood falls on every side of the maximum.
#[test]
fn shared_places_have_a_probability_of_their_own() {
    let ways: Vec<Ranking> = (0..27)
        .map(|code| [code % 3, code / 3 % 3, code / 9])
        .filter(|places: &[i32; 3]| (0..*places.iter().max().unwrap()).all(|place| places.contains(&place)))
        .map(|places| Ranking::from_places(places.into_iter().zip(0..).collect()))
        .collect();
    assert_eq!(ways.len(), 13);
    for (strength, ties) in
        [([0.0, 0.0, 0.0], [0.0, 0.0]), ([0.7, -0.9, 0.2], [-0.4, -1.3]), ([2.0, -3.0, 1.0], [1.5, 0.3])]
    {
        let ties = [(2, ties[0]), (3, ties[1])];
        let p =
            |way: &Ranking| plackett_luce::log_likelihood(std::slice::from_ref(way), &strength, &ties).unwrap().exp();
        close(ways.iter().map(p).sum(), 1.0, 1e-12, "all ways together");
    }
    // Each way once, and some of them more often.
    let rankings: Vec<Ranking> = ways.iter().enumerate().flat_map(|(i, way)| vec![way.clone(); 1 + i % 4]).collect();
    let options = plackett_luce::Options { uncertainty: Uncertainty::Model, level: 0.95 };
    let fit = plackett_luce::fit(3, &rankings, options).unwrap();
    assert_eq!(fit.ties.iter().map(|(size, _)| *size).collect::<Vec<_>>(), [2, 3]);
    for place in 0..5 {
        for step in [-1e-3, 1e-3] {
            let (mut strength, mut ties) = (fit.strength.clone(), fit.ties.clone());
            if place < 3 {
                strength[place] += step;
            } else {
                ties[place - 3].1 += step;
            }
            let there = plackett_luce::log_likelihood(&rankings, &strength, &ties).unwrap();
            assert!(there < fit.log_likelihood, "{place} {step}");
        }
    }
}

/// Rankings of two are votes: the two models must agree.
#[test]
fn rankings_of_two_are_a_bradley_terry_model() {
    let table = reference("bradley_terry.json");
    let data = Case::read(&table["cases"][2]).without_ties();
    let ranking = |vote: &Vote| {
        let (a, b) = (vote.first, vote.second);
        Ranking::strict(if vote.choice == Choice::First { [a, b] } else { [b, a] })
    };
    let rankings: Vec<Ranking> = data.votes.iter().map(ranking).collect();
    let uncertainty = Uncertainty::Sandwich(Clusters::One(&data.item));
    let ranked =
        plackett_luce::fit(data.systems, &rankings, plackett_luce::Options { uncertainty, level: 0.95 }).unwrap();
    let votes = Options { uncertainty, ..options(Ties::Drop, Position::Ignored) };
    let votes = bradley_terry::fit(data.votes(), votes).unwrap();
    for i in 0..data.systems {
        close(ranked.strength[i], votes.strength[i], 1e-10, "strength");
        close(ranked.covariance[(i, i)], votes.covariance[(i, i)], 1e-9, "clustered variance");
    }
}

#[test]
fn a_bootstrap_is_the_same_again_and_near_the_sandwich() {
    let table = reference("bradley_terry.json");
    let data = Case::read(&table["cases"][0]);
    let names: Vec<String> = (0..data.systems).map(|i| i.to_string()).collect();
    let clusters = Clusters::One(&data.item);
    let with = |uncertainty| {
        let options = Options { uncertainty, ..options(Ties::Davidson, Position::Ignored) };
        bradley_terry::fit(data.votes(), options).unwrap()
    };
    let bootstrap = Uncertainty::Bootstrap(Resampling { clusters, replicates: 400, seed: 5 });
    let (one, two) = (with(bootstrap).estimates(&names), with(bootstrap).estimates(&names));
    assert_eq!(one, two);
    assert!(matches!(one[0].notes[0], Note::Resampled { seed: 5, replicates: 400, failed: 0 }));
    let sandwich = with(Uncertainty::Sandwich(clusters)).estimates(&names);
    for (resampled, robust) in one.iter().zip(&sandwich).filter(|(e, _)| e.name == "strength") {
        let ratio = resampled.se.unwrap() / robust.se.unwrap();
        assert!((0.75..1.35).contains(&ratio), "{ratio}");
    }
}

#[test]
fn what_cannot_be_fitted_is_said() {
    let all_lost = [vote(0, 1, 0), vote(1, 0, 0), vote(0, 2, 0), vote(0, 2, 0)];
    let all_lost = Votes { systems: 3, votes: &all_lost };
    let refused = bradley_terry::fit(all_lost, options(Ties::Drop, Position::Ignored)).unwrap_err();
    assert_eq!(refused, StatError::Unconnected { groups: vec![vec![0, 1], vec![2]] });
    let against_itself = Votes { systems: 2, votes: &[vote(0, 0, 0)] };
    assert!(bradley_terry::fit(against_itself, options(Ties::Drop, Position::Ignored)).is_err());
    let nobody = Votes { systems: 2, votes: &[] };
    assert!(bradley_terry::fit(nobody, options(Ties::Davidson, Position::Estimated)).is_err());
    let twice = [Ranking::strict([0, 0])];
    let plain = plackett_luce::Options { uncertainty: Uncertainty::Model, level: 0.95 };
    assert!(plackett_luce::fit(2, &twice, plain).is_err());
    // Ties at every vote leave strengths equal and nu without a maximum.
    let tied = [vote(0, 1, 2), vote(1, 0, 2)];
    let tied = Votes { systems: 2, votes: &tied };
    assert!(bradley_terry::fit(tied, options(Ties::Davidson, Position::Ignored)).is_err());
}

#[test]
fn covariates_that_name_the_systems_change_nothing() {
    let table = reference("bradley_terry.json");
    let data = Case::read(&table["cases"][0]);
    let plain = bradley_terry::fit(data.votes(), options(Ties::Davidson, Position::Estimated)).unwrap();
    let rows: Vec<Vec<f64>> =
        (0..data.systems).map(|i| (0..data.systems - 1).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let with = Options { covariates: Some(&rows), ..options(Ties::Davidson, Position::Estimated) };
    let with = bradley_terry::fit(data.votes(), with).unwrap();
    close(with.log_likelihood, plain.log_likelihood, 1e-12, "log-likelihood");
    close(with.strength[0] - with.strength[1], plain.strength[0] - plain.strength[1], 1e-9, "contrast");
}
