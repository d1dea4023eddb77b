//! Measures how often differences between runs of the same truth are found, and prints the tables in
//! `docs/methods/reproduction.md`: `cargo run -p reproduction --example calibrate_runs -- 500`. 500 is the number of
//! comparisons in each cell.

#![expect(clippy::unwrap_used, clippy::print_stdout, clippy::cast_precision_loss, reason = "a measuring program")]

mod worlds;

use analysis::Statistic;
use worlds::{Kind, Share, World, level};

const BASE: World<'_> = World {
    kind: Kind::Slider,
    raters: &[12, 12],
    items: 60,
    systems: 4,
    output: 0.6,
    taste: 0.25,
    gap: 0.0,
    same_outputs: false,
};
const RATERS: [&[usize]; 5] = [&[12, 12], &[12, 3], &[3, 3], &[5, 5], &[36, 12]];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let sets: u64 = arguments.next().map_or(500, |it| it.parse().unwrap());
    let only = arguments.next().unwrap_or_default();
    let asked = |name: &str| name.starts_with(&only);
    let tests = [Statistic::DIFFERENCE, Statistic::EffectDifference];
    println!("| | of | {} |", RATERS.map(|raters| format!("{} and {}", raters[0], raters[1])).join(" | "));
    println!("|---|---|{}", "---|".repeat(RATERS.len()));
    for (name, world) in worlds_to_measure().into_iter().filter(|(name, _)| asked(name)) {
        let levels = RATERS.map(|raters| level(&World { raters, ..world }, tests, sets, 1));
        for (row, what) in ["means", "effects"].iter().enumerate() {
            let cells = levels.each_ref().map(|shares| percent(&shares[row]));
            println!("| {name} | {what} | {} |", cells.join(" | "));
        }
    }
    println!("\n| | homogeneity | pooled effect |\n|---|---|---|");
    for raters in [&[3, 3, 3][..], &[12, 12, 3], &[2, 2, 2], &[12, 2, 2]] {
        let name =
            format!("three runs, {} people", raters.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        if asked(&name) {
            let found = level(&World { raters, ..BASE }, [Statistic::HeterogeneityQ, Statistic::PooledEffect], sets, 1);
            println!("| {name} | {} |", found.each_ref().map(percent).join(" | "));
        }
    }
}

fn worlds_to_measure() -> Vec<(&'static str, World<'static>)> {
    vec![
        ("E0: people and items differ", World { output: 0.0, taste: 0.0, ..BASE }),
        ("E1: single outputs, too", World { taste: 0.0, ..BASE }),
        ("E2: and people have tastes", BASE),
        ("E2, one system better by 0.8", World { gap: 0.8, ..BASE }),
        ("E2, rating on five points", World { kind: Kind::Rating, ..BASE }),
        ("E2, pairwise", World { kind: Kind::Pairwise, ..BASE }),
        ("E2, both runs judge the same outputs", World { same_outputs: true, ..BASE }),
    ]
}

fn percent(share: &Share) -> String {
    share.value().map_or_else(|| "–".to_owned(), |value| format!("{:.1} ± {:.1}", 100.0 * value, 100.0 * share.se()))
}
