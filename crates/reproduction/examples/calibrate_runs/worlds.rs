//! Made-up runs of one truth, to measure how often a difference between them is found. It shares nothing with the simulated raters
//! of a rehearsal: no code, no random numbers, no answers.
//!
//! What a rater sees in an output is the sum of the system's quality, of normal effects of the rater, the item, the output (item ×
//! system) and the rater's taste (rater × system), and of noise; their standard deviations follow mixed models of two published
//! rating studies.

use std::fmt::Write as _;

use analysis::Statistic;
use dataset::{Dataset, Mapping};
use reproduction::{Comparison, Experiment, Frame, Options, compare};
use table::Table;

/// Random numbers: SplitMix64 (Steele, Lea & Flood 2014) with Box and Muller's normal deviates.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed.wrapping_mul(0x2545_F491_4F6C_DD1D) }
    }

    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((z ^ (z >> 31)) >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
    }

    fn normals(&mut self, count: usize, sd: f64) -> Vec<f64> {
        let mut normal = || (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos();
        (0..count).map(|_| sd * normal()).collect()
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A position on a line.
    Slider,
    /// Five points.
    Rating,
    /// Each two systems of an item.
    Pairwise,
}

/// Several runs of one study.
#[derive(Debug, Clone, Copy)]
pub(crate) struct World<'a> {
    pub(crate) kind: Kind,
    /// How many people judge in each run.
    pub(crate) raters: &'a [usize],
    pub(crate) items: usize,
    pub(crate) systems: usize,
    /// Standard deviation of single outputs.
    pub(crate) output: f64,
    /// Standard deviation of raters' taste for systems.
    pub(crate) taste: f64,
    /// By how much the first system is better than all others, which are alike.
    pub(crate) gap: f64,
    /// Whether all runs judge the same outputs; otherwise each has items of its own.
    pub(crate) same_outputs: bool,
}

const RATER: f64 = 0.5;
const ITEM: f64 = 0.5;
const NOISE: f64 = 0.8;
/// So many people judge each output.
const EACH: usize = 3;

impl World<'_> {
    /// Draws the runs and compares them.
    pub(crate) fn compare(&self, random: &mut Random) -> Comparison {
        let mut outputs = self.draw_outputs(random);
        let mut runs = Vec::new();
        for (number, raters) in self.raters.iter().enumerate() {
            if number > 0 && !self.same_outputs {
                outputs = self.draw_outputs(random);
            }
            let dataset = self.judge(&outputs, *raters, random);
            runs.push(Experiment::of_dataset(&format!("R{number}"), "", dataset));
        }
        let frame = Frame::of_dataset(runs[0].dataset.as_ref().unwrap());
        compare(runs, frame, Options::default()).unwrap()
    }

    /// How good each output is, the systems of an item one after the other.
    fn draw_outputs(&self, random: &mut Random) -> Vec<f64> {
        let (items, own) = (random.normals(self.items, ITEM), random.normals(self.items * self.systems, self.output));
        let quality = |(at, own): (usize, f64)| {
            let gap = if at.is_multiple_of(self.systems) { self.gap } else { 0.0 };
            gap + items[at / self.systems] + own
        };
        own.into_iter().enumerate().map(quality).collect()
    }

    fn judge(&self, outputs: &[f64], raters: usize, random: &mut Random) -> Dataset {
        let (severity, taste) = (random.normals(raters, RATER), random.normals(raters * self.systems, self.taste));
        let scored = self.kind != Kind::Pairwise;
        let mut text = if scored { "rater,item,system,value\n" } else { "rater,item,a,b,winner\n" }.to_owned();
        for (i, j) in (0..self.items).flat_map(|i| (0..EACH.min(raters)).map(move |j| (i, j))) {
            let r = (i * EACH + j) % raters;
            let noise = random.normals(self.systems, NOISE);
            let seen: Vec<f64> = (0..self.systems)
                .map(|s| severity[r] + outputs[i * self.systems + s] + taste[r * self.systems + s] + noise[s])
                .collect();
            for (s, x) in seen.iter().enumerate() {
                let _ = match self.kind {
                    Kind::Slider => writeln!(text, "p{r},i{i},s{s},{x:.4}"),
                    Kind::Rating => writeln!(text, "p{r},i{i},s{s},{}", (3.0 + x).round().clamp(1.0, 5.0)),
                    Kind::Pairwise => seen[s + 1..]
                        .iter()
                        .zip(s + 1..)
                        .try_for_each(|(y, t)| writeln!(text, "p{r},i{i},s{s},s{t},{}", if x > y { "a" } else { "b" })),
                };
            }
        }
        let mapping = match self.kind {
            Kind::Slider | Kind::Rating => "value = \"value\"\n[[criteria]]\nid = \"c\"\n",
            Kind::Pairwise => {
                "shown = [\"a\", \"b\"]\nchoice = \"winner\"\n[[criteria]]\nid = \"c\"\nresponse = { kind = \"pairwise\" }\n"
            }
        };
        let mapping = format!("participant = \"rater\"\nitem = \"item\"\n{mapping}");
        let table = Table::read("runs.csv", text.as_bytes()).unwrap();
        dataset::from_table(&table, &Mapping::read(&mapping).unwrap(), None).unwrap()
    }
}

/// Shares over comparisons that are independent, each with several tests that are not.
#[derive(Debug, Clone, Default)]
pub(crate) struct Share {
    shares: Vec<f64>,
}

impl Share {
    fn add(&mut self, hits: &[bool]) {
        if !hits.is_empty() {
            self.shares.push(hits.iter().filter(|hit| **hit).count() as f64 / hits.len() as f64);
        }
    }

    /// Nothing where there was no test.
    pub(crate) fn value(&self) -> Option<f64> {
        (!self.shares.is_empty()).then(|| self.shares.iter().sum::<f64>() / self.shares.len() as f64)
    }

    /// The simulation's standard error, from the scatter between comparisons.
    pub(crate) fn se(&self) -> f64 {
        let (mean, n) = (self.value().unwrap_or(0.0), self.shares.len() as f64);
        (self.shares.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n * (n - 1.0))).sqrt()
    }
}

/// How often each of these tests finds something at 5 %.
pub(crate) fn level<const N: usize>(world: &World<'_>, tests: [Statistic; N], sets: u64, seed: u64) -> [Share; N] {
    let mut found = [const { Share { shares: Vec::new() } }; N];
    for set in 0..sets {
        let comparison = world.compare(&mut Random::new(seed.wrapping_add(set)));
        for (share, test) in found.iter_mut().zip(tests) {
            let tested = comparison
                .numbers
                .iter()
                .filter(|it| it.statistic == test && it.reading != reproduction::Reading::Hypotheses);
            let hits: Vec<bool> = tested.filter_map(|it| Some(it.estimate.p?.value() < 0.05)).collect();
            share.add(&hits);
        }
    }
    found
}
