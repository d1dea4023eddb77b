//! Times Bradley–Terry from raw votes in memory: `bench_bt FILE SYSTEMS REPEATS`.
//!
//! FILE holds votes as three bytes-wide columns of little-endian u32: first, second, choice (0, 1, 2). Counting
//! the votes, the fit and its covariance are timed. Prints one JSON object. Used by `bench/bt.py`.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring instrument, run by hand")]

#[path = "bench/clock.rs"]
mod clock;

use stats::preference::{Choice, Vote};
use stats::strength::bradley_terry::{Options, Position, fit};
use stats::strength::{Ties, Uncertainty, Votes};

fn main() {
    let [_, file, systems, repeats] = &std::env::args().collect::<Vec<_>>()[..] else {
        println!("usage: bench_bt FILE SYSTEMS REPEATS");
        return;
    };
    let votes = read(file);
    let votes = Votes { systems: systems.parse().unwrap(), votes: &votes };
    let mut cases = serde_json::Map::new();
    for (name, ties) in [("half", Ties::Half), ("davidson", Ties::Davidson)] {
        let options = Options {
            ties,
            position: Position::Ignored,
            covariates: None,
            uncertainty: Uncertainty::Model,
            level: 0.95,
        };
        let mut strength = Vec::new();
        let timed = clock::time_work(repeats.parse().unwrap(), || strength = fit(votes, options).unwrap().strength);
        cases
            .insert(name.to_owned(), serde_json::json!({ "wall": timed.wall, "cpu": timed.cpu, "strength": strength }));
    }
    cases.insert("peak_rss_mb".to_owned(), clock::peak_mb().into());
    println!("{}", serde_json::Value::Object(cases));
}

fn read(file: &str) -> Vec<Vote> {
    let bytes = std::fs::read(file).unwrap();
    let words: Vec<u32> = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let choice = |code: u32| [Choice::First, Choice::Second, Choice::Neither][code as usize];
    words.chunks_exact(3).map(|row| Vote { first: row[0], second: row[1], choice: choice(row[2]) }).collect()
}
