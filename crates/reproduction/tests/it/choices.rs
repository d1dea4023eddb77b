//! Choices between two, summed up to best-worst scores: the effect that a claim's card shows has an interval that rests on
//! what decides the claim, and covers.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::fmt::Write as _;

use dataset::{Dataset, Mapping};
use reproduction::{Experiment, Frame, Options, compare};
use table::Table;

const SYSTEMS: u32 = 3;

/// Random numbers: SplitMix64, and the sum of twelve of them for a normal one.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self, sd: f64) -> f64 {
        sd * ((0..12).map(|_| self.uniform()).sum::<f64>() - 6.0)
    }
}

/// Eight people choose between each two outputs of twenty items. Systems are alike; single outputs differ, and people have
/// tastes for systems.
fn votes(random: &mut Random) -> Dataset {
    let mut text = "rater,item,first,second,winner\n".to_owned();
    let mut of = |count: u32, sd: f64| -> Vec<f64> { (0..count).map(|_| random.normal(sd)).collect() };
    let (outputs, tastes) = (of(20 * SYSTEMS, 0.6), of(8 * SYSTEMS, 0.3));
    for (person, item) in (0..8).flat_map(|person| (0..20).map(move |item| (person, item))) {
        let quality = |s: u32| outputs[(item * SYSTEMS + s) as usize] + tastes[(person * SYSTEMS + s) as usize];
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let first = quality(a) - quality(b) + random.normal(1.1) > 0.0;
            let _ = writeln!(text, "p{person},i{item},s{a},s{b},s{}", if first { a } else { b });
        }
    }
    let mapping = r#"
        participant = "rater"
        item = "item"
        shown = ["first", "second"]
        choice = "winner"
        [[criteria]]
        id = "better"
        response = { kind = "pairwise" }
    "#;
    let table = Table::read("votes.csv", text.as_bytes()).unwrap();
    dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).unwrap()
}

#[test]
fn the_effects_of_choices_have_intervals_that_cover() {
    let random = &mut Random(20_261_117);
    let (mut covered, mut independent, mut all) = (0, 0, 0);
    for _ in 0..60 {
        let runs = ["O", "R"].map(|name| Experiment::of_dataset(name, "", votes(random)));
        let frame = Frame::of_dataset(runs[0].dataset.as_ref().unwrap());
        let found = compare(runs.to_vec(), frame.clone(), Options::default()).unwrap();
        let printed = runs.map(|run| Experiment { dataset: None, ..run });
        let as_printed = compare(printed.to_vec(), frame, Options::default()).unwrap();
        for id in
            ["s0, s1", "s0, s2", "s1, s2"].iter().flat_map(|of| ["O", "R"].map(|run| format!("d[better, {of}, {run}]")))
        {
            let id = id.parse().unwrap();
            let interval = found.get(&id).unwrap().estimate.interval.unwrap();
            covered += u32::from(interval.low < 0.0 && 0.0 < interval.high);
            let interval = as_printed.get(&id).unwrap().estimate.interval.unwrap();
            independent += u32::from(interval.low < 0.0 && 0.0 < interval.high);
            all += 1;
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(all);
    assert!((0.93..=0.97).contains(&share(covered)), "{}", share(covered));
    // What it would be if every choice were taken for independent of the others.
    assert!(share(independent) < 0.9, "{}", share(independent));
}
