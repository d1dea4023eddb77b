//! Choices between two, summed up to best-worst scores: the effect that a claim's card shows has an interval that rests on
//! what decides the claim, and covers.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::fmt::Write as _;

use dataset::{Dataset, Mapping};
use reproduction::{Experiment, Frame, Options, compare};
use study::original::Measure;
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

/// What is asked of two outputs.
#[derive(Debug, Clone, Copy, PartialEq)]
enum QuestionKind {
    Which,
    WhichOrEqual,
    HowMuch,
    BestAndWorst,
}

/// Eight people choose between each two outputs of twenty items. Systems are alike; single outputs differ, and people have
/// tastes for systems.
fn votes(random: &mut Random, asked: QuestionKind) -> Dataset {
    let mut text = "rater,item,first,second,winner,loser\n".to_owned();
    let mut of = |count: u32, sd: f64| -> Vec<f64> { (0..count).map(|_| random.normal(sd)).collect() };
    let (outputs, tastes) = (of(20 * SYSTEMS, 0.6), of(8 * SYSTEMS, 0.3));
    for (person, item) in (0..8).flat_map(|person| (0..20).map(move |item| (person, item))) {
        let quality = |s: u32| outputs[(item * SYSTEMS + s) as usize] + tastes[(person * SYSTEMS + s) as usize];
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let x = quality(a) - quality(b) + random.normal(1.1);
            let (side, best, worst) = if x > 0.0 { ("a", a, b) } else { ("b", b, a) };
            let answer = match asked {
                QuestionKind::WhichOrEqual if x.abs() < 0.4 => "equal".to_owned(),
                QuestionKind::Which | QuestionKind::WhichOrEqual => side.to_owned(),
                QuestionKind::HowMuch => format!("{side}{}", if x.abs() > 1.0 { 2 } else { 1 }),
                QuestionKind::BestAndWorst => format!("s{best}"),
            };
            let _ = writeln!(text, "p{person},i{item},s{a},s{b},{answer},s{worst}");
        }
    }
    let (columns, response) = match asked {
        QuestionKind::Which => (r#"choice = "winner""#, r#"kind = "pairwise""#),
        QuestionKind::WhichOrEqual => (r#"choice = "winner""#, r#"kind = "pairwise", ties = true"#),
        QuestionKind::HowMuch => {
            (r#"choice = "winner""#, r#"kind = "pairwise", degrees = ["a little better", "much better"]"#)
        }
        QuestionKind::BestAndWorst => ("best = \"winner\"\nworst = \"loser\"", r#"kind = "best-worst""#),
    };
    let mapping = format!(
        r#"
        participant = "rater"
        item = "item"
        shown = ["first", "second"]
        {columns}
        [[criteria]]
        id = "better"
        response = {{ {response} }}
    "#
    );
    let table = Table::read("votes.csv", text.as_bytes()).unwrap();
    dataset::from_table(&table, &Mapping::read(&mapping).unwrap(), None).unwrap()
}

/// How often intervals of effects cover no difference: as they are, and from printed summaries alone.
fn coverage(asked: QuestionKind, seed: u64) -> [f64; 2] {
    let random = &mut Random(seed);
    let (mut covered, mut independent, mut all) = (0, 0, 0);
    for _ in 0..60 {
        let runs = ["O", "R"].map(|name| Experiment::of_dataset(name, "", votes(random, asked)));
        let frame = Frame::of_dataset(runs[0].dataset.as_ref().unwrap());
        let found = compare(runs.to_vec(), frame.clone(), Options::default()).unwrap();
        assert!(!found.remarks.iter().any(|it| it.contains(INDEPENDENT)), "{:?}", found.remarks);
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
    [covered, independent].map(|count| f64::from(count) / f64::from(all))
}

const INDEPENDENT: &str = "intervals of effects treat judgements as independent";

#[test]
fn the_effects_of_choices_have_intervals_that_cover() {
    for asked in [QuestionKind::Which, QuestionKind::HowMuch, QuestionKind::BestAndWorst] {
        let [covered, independent] = coverage(asked, 20_261_117);
        assert!((0.93..=0.97).contains(&covered), "{asked:?}: {covered}");
        // What it would be if every choice were taken for independent of the others.
        assert!(independent < 0.9, "{asked:?}: {independent}");
    }
}

#[test]
fn where_scores_do_not_follow_from_the_model_it_is_said_that_intervals_assume_independence() {
    let random = &mut Random(5);
    let runs = ["O", "R"].map(|name| {
        let dataset = votes(random, QuestionKind::WhichOrEqual);
        let mut run = Experiment::of_dataset(name, "", dataset);
        // A win percentage counts an "equal" as not won.
        run.scores.retain(|score| score.cell.measure == Measure::WinPercent);
        run
    });
    let frame = Frame::of_dataset(runs[0].dataset.as_ref().unwrap());
    let found = compare(runs.to_vec(), frame, Options::default()).unwrap();
    let said = |run: &str| found.remarks.iter().any(|it| it.contains(INDEPENDENT) && it.contains(run));
    assert!(said("in O") && said("in R"), "{:?}", found.remarks);
}
