//! Options of a choice are compared one by one: where systems are alike, differences are rarely found, singly and in the family.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::fmt::Write as _;

use analysis::{Options, Statistic, run};
use dataset::{Dataset, Mapping};
use table::Table;

const OPTIONS: [&str; 3] = ["none", "grammar", "facts"];
const SYSTEMS: [&str; 3] = ["one", "two", "three"];
const RATERS: usize = 12;
const ITEMS: usize = 24;

/// Random numbers: SplitMix64, and the sum of twelve of them for a normal one.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normals(&mut self, count: usize, sd: f64) -> Vec<f64> {
        (0..count).map(|_| sd * ((0..12).map(|_| self.uniform()).sum::<f64>() - 6.0)).collect()
    }
}

/// Three of twelve people choose one option for each output of an item: the one that appeals most. Systems are alike; people, items
/// and single outputs differ, and people have tastes for systems.
fn choices(random: &mut Random) -> Dataset {
    let k = OPTIONS.len();
    let (rater, item) = (random.normals(RATERS * k, 0.5), random.normals(ITEMS * k, 0.5));
    let output = random.normals(ITEMS * SYSTEMS.len() * k, 0.6);
    let taste = random.normals(RATERS * SYSTEMS.len() * k, 0.25);
    let mut text = "rater,item,system,fault\n".to_owned();
    for (i, j) in (0..ITEMS).flat_map(|i| (0..3).map(move |j| (i, j))) {
        let r = (3 * i + j) % RATERS;
        for (s, system) in SYSTEMS.iter().enumerate() {
            let noise = random.normals(k, 0.8);
            // The last option is a rare one.
            let appeal = |o: usize| {
                let shared = rater[r * k + o] + item[i * k + o] + noise[o] - if o == 2 { 0.8 } else { 0.0 };
                shared + output[(i * SYSTEMS.len() + s) * k + o] + taste[(r * SYSTEMS.len() + s) * k + o]
            };
            let best = (0..k).max_by(|a, b| appeal(*a).total_cmp(&appeal(*b))).unwrap();
            let _ = writeln!(text, "p{r},i{i},{system},{}", OPTIONS[best]);
        }
    }
    let mapping = r#"
        participant = "rater"
        item = "item"
        system = "system"
        value = "fault"
        [[criteria]]
        id = "fault"
        response = { kind = "choice", options = ["none", "grammar", "facts"] }
    "#;
    let table = Table::read("faults.csv", text.as_bytes()).unwrap();
    dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).unwrap()
}

#[test]
fn options_keep_their_level_singly_and_together() {
    const SETS: u32 = 60;
    let random = &mut Random(20_261_118);
    let (mut found, mut all, mut families) = (0, 0, 0);
    for _ in 0..SETS {
        let results = run(None, &choices(random), Options { seed: 1, replicates: 0, level: 0.95 });
        let below = |statistic: Statistic| {
            results.all(statistic, Some("fault")).filter(|it| it.estimate.p.is_some_and(|p| p.value() < 0.05)).count()
        };
        all += results.all(Statistic::OptionDifference, Some("fault")).count();
        found += below(Statistic::OptionDifference);
        families += u32::from(below(Statistic::OptionDifferenceCorrected) > 0);
    }
    assert_eq!(all, SETS as usize * 9, "three pairs of systems and three options");
    // The limits of the calibration, with two standard errors of this simulation: 0.9 per cent for tests that go together in
    // threes, 2.8 per cent for whole families.
    let share = found as f64 / all as f64;
    assert!(share < 0.065 + 0.018, "{share}");
    let share = f64::from(families) / f64::from(SETS);
    assert!(share < 0.065 + 0.056, "{share}");
}
