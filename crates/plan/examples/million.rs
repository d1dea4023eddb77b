//! Plans a million questions and says how long it took and how much memory: `cargo run --release -p plan
//! --example million`.
#![expect(clippy::print_stdout, reason = "it reports to a person")]

#[path = "../tests/it/promises/design.rs"]
mod design;

use std::time::Instant;

use design::Sketch;
use plan::{Plan, make};
use study::file::Combine;

fn main() {
    let sketches = [
        ("every output of 4 systems", 250_000, 4, Combine::EveryOutput),
        ("all 6 pairs of 4 systems", 166_667, 4, Combine::AllPairs),
        ("all 45 pairs of 10 systems", 22_223, 10, Combine::AllPairs),
        ("2 of 21 pairs of 7 systems", 500_000, 7, Combine::SampledPairs),
        ("2 blocks of 3 of 7 systems", 500_000, 7, Combine::Blocks),
    ];
    for (words, items, systems, combine) in sketches {
        let strata = vec![3, 4];
        let sketch = Sketch { items, systems, combine, strata, questions: 30, pairs_per_item: 2, ..Sketch::default() };
        let study = sketch.study();
        let started = Instant::now();
        let plan = make(&study).expect("this can be planned");
        let planned = started.elapsed();
        let text = plan.to_json();
        let written = started.elapsed() - planned;
        let read = Plan::from_json(&text, &study).expect("it reads back");
        println!(
            "{words}: {} questions in {} lists; planned in {planned:.2?}, written ({} MB) in {written:.2?}, read in {:.2?}",
            plan.questions(),
            read.lists().len(),
            text.len() / 1_000_000,
            started.elapsed() - planned - written,
        );
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("peak memory is not known here"));
}
