//! How often a study under way is warned that its power will not be reached:
//! `cargo run --release -p simulation --example early_warning -- rating|pairwise NOISE EFFECT STUDIES SEEDS`.
//!
//! Studies are simulated with people whose chance in single answers is `NOISE` times as large as assumed and systems that are `EFFECT`
//! times as far apart, and are looked at after a third, a half and two thirds of their answers, until they are warned of, by as many
//! forecasters as `SEEDS`. What it prints is in `docs/dashboard.md`.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement that cannot go on must say so")]

use std::collections::HashMap;

use dataset::Dataset;
use rayon::prelude::*;
use simulation::{Forecaster, RaterModel, Runs, simulate};
use study::{InMemory, Study};

const ITEMS: usize = 30;
/// How far the systems are apart, as a multiple of what is assumed where nothing is known: so that power is not far above what is wanted,
/// and little brings it below.
const APART: f64 = 1.15;
/// A little more than a third, a half and two thirds of the sessions.
const LOOKS: [f64; 3] = [0.36, 0.53, 0.7];

fn study(kind: &str) -> Study {
    let response = match kind {
        "rating" => "{ kind = \"rating\", points = 7, minimum = 1 }",
        _pairwise => "{ kind = \"pairwise\" }",
    };
    let (questions, completions) = if kind == "rating" { (12, 6) } else { (10, 12) };
    let file = format!(
        "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 3\n[systems]\none = \"One\"\ntwo = \"Two\"\n[items]\nfile = \"items.csv\"\n\
         id = \"item\"\n[[criteria]]\nid = \"good\"\nquestion = \"How good is it?\"\ndefinition = \"d\"\nbetter = \"higher\"\n\
         response = {response}\n[lists]\nquestions = {questions}\ncompletions = {completions}\n[participants]\nfrom = \"open\"\n\
         [[claims]]\nid = \"C1\"\ntext = \"One is better than Two.\"\nholds_if = \"one > two on good\"\ndecided_by = \"test\"\n"
    );
    let items: String = (0..ITEMS).map(|item| format!("{item},text a {item},text b {item}\n")).collect();
    let files = [("study.toml", file), ("items.csv", format!("item,one,two\n{items}"))];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    study::check(&InMemory(files.into_iter().collect())).study.unwrap()
}

/// Lists are handed out in turn.
fn arrive(mut dataset: Dataset) -> Dataset {
    let mut turns: HashMap<(u32, u32, u32), usize> = HashMap::new();
    let mut taken: HashMap<u32, usize> = HashMap::new();
    for judgement in &dataset.judgements {
        turns.entry(judgement.session()).or_insert_with(|| {
            let taken = taken.entry(judgement.list).or_default();
            *taken += 1;
            *taken
        });
    }
    dataset.judgements.sort_by_key(|judgement| (turns[&judgement.session()], judgement.list));
    dataset
}

/// The first of them.
fn first(dataset: &Dataset, share: f64) -> Dataset {
    let count = (dataset.judgements.len() as f64 * share) as usize;
    Dataset { judgements: dataset.judgements[..count].to_vec(), ..dataset.clone() }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, kind, noise, effect, studies, seeds] = arguments.as_slice() else {
        println!("rating|pairwise NOISE EFFECT STUDIES SEEDS");
        return;
    };
    let (noise, effect): (f64, f64) = (noise.parse().unwrap(), effect.parse().unwrap());
    let (studies, seeds): (u64, u64) = (studies.parse().unwrap(), seeds.parse().unwrap());
    let study = study(kind);
    let plan = plan::make(&study).unwrap();
    let mut assumed = RaterModel::from_claims(&study);
    assumed.criteria.iter_mut().for_each(|model| model.quality.iter_mut().for_each(|quality| *quality *= APART));
    let mut people = assumed.clone();
    for model in &mut people.criteria {
        model.noise *= noise;
        model.quality.iter_mut().for_each(|quality| *quality *= effect);
    }
    let of_seed = |seed: u64| -> Vec<FirstLooks> {
        let forecaster = Forecaster::new(&study, assumed.clone(), 0.8, Runs { seed, runs: 200 }).unwrap();
        if seed == 1 {
            println!("{} people, rehearsed {:.2}", plan.people(), forecaster.rehearsed_powers()[0]);
        }
        let mut first_looks = vec![FirstLooks::default(); studies as usize];
        // Look by look, because what is chance at a look is found out once.
        for (look, share) in LOOKS.into_iter().enumerate() {
            for (number, known) in first_looks.iter_mut().enumerate().filter(|(_, known)| known.warned.is_none()) {
                let number = seed * 1_000_000 + number as u64;
                let answers = arrive(simulate(&study, &plan, &people, number));
                let found = forecaster.forecast(&first(&answers, share)).unwrap();
                if number == seed * 1_000_000 && seed == 1 {
                    println!("look {look}: twice the chance is noticed in {:.2} of studies", found.noticed);
                }
                known.varies = known.varies.or((!found.spreads.is_empty()).then_some(look));
                known.warned = known.warned.or(found.claims[0].short.then_some(look));
            }
        }
        first_looks
    };
    let looks: Vec<FirstLooks> = (1..=seeds).into_par_iter().flat_map_iter(of_seed).collect();
    let count = |of: fn(&FirstLooks) -> Option<usize>| {
        let until = |last: usize| looks.iter().filter(|study| of(study).is_some_and(|look| look <= last)).count();
        format!("{:?} until each look", [0, 1, 2].map(until))
    };
    let power = Forecaster::new(&study, people.clone(), 0.8, Runs { seed: 1, runs: 1000 }).unwrap();
    println!(
        "{kind}, noise {noise}, effect {effect}, {} studies, power of such people {:.2}:",
        looks.len(),
        power.rehearsed_powers()[0]
    );
    println!("  more varied than assumed {}", count(|look| look.varies));
    println!("  warned {}", count(|look| look.warned));
}

/// At which look something was found first.
#[derive(Debug, Clone, Copy, Default)]
struct FirstLooks {
    /// That something varies clearly more than assumed.
    varies: Option<usize>,
    /// That the claim's power will fall short.
    warned: Option<usize>,
}
