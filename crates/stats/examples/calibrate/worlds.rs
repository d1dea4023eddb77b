//! Made-up judgements with known differences, to measure how often decisions are wrong. It shares nothing with the
//! simulated raters of a rehearsal: no code, no random numbers, no answers.
//!
//! What a rater sees in an output is the sum of the system's quality, of normal effects of the rater, the item, the
//! output (item × system) and the rater's taste (rater × system), and of noise; an answer is what the response kind
//! makes of that. The standard deviations follow mixed models of two published rating studies: outputs 0.6, taste
//! 0.25, noise 0.8.

use stats::decide::{
    Ballot, Decision, Difference, Scores, Shares, Undecidable, ballots_from_graded_votes, decide_ballots, decide_pair,
    decide_scores, decide_shares, same_in_strata,
};
use stats::preference::{Choice, Vote};
use stats::{Interval, PValue};

/// Random numbers: SplitMix64 (Steele, Lea & Flood 2014) with Box and Muller's normal deviates.
pub(crate) struct Random {
    state: u64,
    spare: Option<f64>,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed, spare: None }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn uniform(&mut self) -> f64 {
        ((self.next() >> 11) as f64 + 0.5) / 9_007_199_254_740_992.0
    }

    fn normal(&mut self, sd: f64) -> f64 {
        if let Some(spare) = self.spare.take() {
            return sd * spare;
        }
        let (radius, angle) = ((-2.0 * self.uniform().ln()).sqrt(), std::f64::consts::TAU * self.uniform());
        self.spare = Some(radius * angle.sin());
        sd * radius * angle.cos()
    }

    fn draw_below(&mut self, n: usize) -> usize {
        ((self.uniform() * n as f64) as usize).min(n - 1)
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A position on a line.
    Slider,
    /// Five points.
    Rating,
    /// Three points of unequal width.
    ThreePoints,
    /// A slider from 0 to 100 with most answers close to its upper end.
    Ceiling,
    /// Errors counted, many of them zero.
    Count,
    /// Whether an option was chosen, by about a third.
    Choice,
    /// Each two systems of an item.
    Pairwise,
    /// The same with "equal".
    PairwiseTies,
    /// Each two systems of an item, with "equal" and three degrees of better.
    Graded,
    /// One pair of systems for each rater and item.
    SinglePairs,
    /// All systems of an item in order.
    Ranking,
    /// The same with ties.
    RankingTies,
    /// The best and the worst of an item.
    BestWorst,
    /// A measure without an upper end and far from normal: the exponential of what is seen.
    Unbounded,
    /// Whether an option was chosen, by about one in fifteen.
    RareChoice,
}

impl Kind {
    pub(crate) const ALL: [Kind; 15] = [
        Kind::Slider,
        Kind::Rating,
        Kind::ThreePoints,
        Kind::Ceiling,
        Kind::Count,
        Kind::Choice,
        Kind::RareChoice,
        Kind::Pairwise,
        Kind::PairwiseTies,
        Kind::SinglePairs,
        Kind::Ranking,
        Kind::RankingTies,
        Kind::BestWorst,
        Kind::Unbounded,
        Kind::Graded,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Slider => "slider",
            Kind::Rating => "rating, five points",
            Kind::ThreePoints => "rating, three points",
            Kind::Ceiling => "slider, most at the top",
            Kind::Count => "count",
            Kind::Choice => "choice, an option of a third",
            Kind::RareChoice => "choice, a rare option",
            Kind::Pairwise => "pairwise, all pairs",
            Kind::PairwiseTies => "pairwise, all pairs, ties",
            Kind::SinglePairs => "pairwise, one pair a page, ties",
            Kind::Graded => "pairwise, all pairs, graded",
            Kind::Ranking => "ranking",
            Kind::RankingTies => "ranking, ties",
            Kind::BestWorst => "best-worst",
            Kind::Unbounded => "log-normal",
        }
    }

    /// The score of one output, or none where outputs are compared.
    fn score(self, x: f64) -> Option<f64> {
        match self {
            Kind::Slider => Some(x),
            Kind::Rating => Some((3.0 + x).round().clamp(1.0, 5.0)),
            Kind::ThreePoints => Some(if x < -0.4 {
                1.0
            } else if x < 1.2 {
                2.0
            } else {
                3.0
            }),
            Kind::Ceiling => Some(100.0 / (1.0 + (-2.0 - 1.5 * x).exp())),
            Kind::Unbounded => Some(x.exp()),
            Kind::Count => Some((0.8 * x).exp().floor()),
            Kind::Choice => Some(f64::from(u8::from(x > 0.6))),
            Kind::RareChoice => Some(f64::from(u8::from(x > 1.9))),
            Kind::Pairwise
            | Kind::PairwiseTies
            | Kind::Graded
            | Kind::SinglePairs
            | Kind::Ranking
            | Kind::RankingTies
            | Kind::BestWorst => None,
        }
    }
}

/// Who judges what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allotment {
    /// Whoever judges an item judges it of all systems.
    Crossed,
    /// Each system has raters of its own.
    OwnRaters,
    /// The same, but for one rater who judges all systems.
    OwnRatersButOne,
    /// Each system has as many items of its own.
    OwnItems,
    /// The first system has eight items of its own, the second all others.
    EightOwnItems,
    /// Two raters judge all, the others one item in ten.
    TwoBusyRaters,
    /// One rater judged all items, each of the others one in thirty.
    OneBusyRater,
    /// Each rater judged two systems, one of them with the next rater.
    TwoSystemsEach,
}

impl Allotment {
    fn includes(self, rater: u32, item: u32, (system, systems): (u32, u32)) -> bool {
        match self {
            Allotment::Crossed => true,
            Allotment::OwnRaters => rater % systems == system,
            Allotment::OwnRatersButOne => rater == 0 || rater % systems == system,
            Allotment::OwnItems => item % systems == system,
            Allotment::EightOwnItems => (item < 8) == (system == 0),
            Allotment::TwoBusyRaters => rater < 2 || (item + rater).is_multiple_of(10),
            Allotment::OneBusyRater => rater == 0 || (item + rater).is_multiple_of(30),
            Allotment::TwoSystemsEach => (rater + systems - system) % systems < 2,
        }
    }
}

/// A study and how people and outputs differ in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct World {
    pub(crate) kind: Kind,
    pub(crate) raters: usize,
    /// How many raters judge each item.
    pub(crate) each: usize,
    pub(crate) items: usize,
    pub(crate) systems: usize,
    /// Standard deviation of single outputs.
    pub(crate) output: f64,
    /// Standard deviation of raters' taste for systems.
    pub(crate) taste: f64,
    /// Share of judgements or ballots that are missing.
    pub(crate) missing: f64,
    /// By how much the first system is better than all others, which are alike.
    pub(crate) gap: f64,
    /// How many times as much the first system's outputs vary.
    pub(crate) first_output: f64,
    /// How many times as much raters' tastes for the first system vary.
    pub(crate) first_taste: f64,
    pub(crate) allotment: Allotment,
}

/// What is true of a world, in the units of the answers.
#[derive(Clone, Copy)]
pub(crate) struct Truth {
    /// The difference of the first two systems.
    pub(crate) difference: f64,
    /// The mean score of the first; not a number where outputs are compared.
    pub(crate) mean: f64,
}

const RATER: f64 = 0.5;
const ITEM: f64 = 0.5;
const NOISE: f64 = 0.8;
/// The part of the noise that a rater brings to a page and does not draw again for each pair on it.
const SEEN: f64 = 0.5;

/// Judgements.
pub(crate) enum Data {
    Scores { value: Vec<f64>, rater: Vec<u32>, item: Vec<u32>, system: Vec<u32> },
    Votes { votes: Vec<Vote>, worth: Vec<f64>, rater: Vec<u32>, item: Vec<u32> },
    Ballots(Vec<Ballot>),
}

impl Data {
    /// The judgements on some of the items.
    fn of_items(&self, keep: impl Fn(u32) -> bool) -> Data {
        fn keep_marked<T: Copy>(of: &[T], keep: &[bool]) -> Vec<T> {
            of.iter().zip(keep).filter(|(_, keep)| **keep).map(|(it, _)| *it).collect()
        }
        let of = |item: &[u32]| item.iter().map(|item| keep(*item)).collect::<Vec<bool>>();
        match self {
            Data::Scores { value, rater, item, system } => {
                let keep = of(item);
                let (value, system) = (keep_marked(value, &keep), keep_marked(system, &keep));
                Data::Scores { value, rater: keep_marked(rater, &keep), item: keep_marked(item, &keep), system }
            }
            Data::Votes { votes, worth, rater, item } => {
                let keep = of(item);
                let (votes, worth) = (keep_marked(votes, &keep), keep_marked(worth, &keep));
                Data::Votes { votes, worth, rater: keep_marked(rater, &keep), item: keep_marked(item, &keep) }
            }
            Data::Ballots(ballots) => {
                Data::Ballots(ballots.iter().filter(|ballot| keep(ballot.item)).cloned().collect())
            }
        }
    }
}

/// A set of judgements, and the mean taste for each system of those who made them.
pub(crate) struct Study {
    pub(crate) data: Data,
    pub(crate) taste: Vec<f64>,
}

impl World {
    /// Draws the judgements of one study.
    pub(crate) fn draw(&self, random: &mut Random) -> Study {
        let mut of = |count: usize, sd: f64| -> Vec<f64> { (0..count).map(|_| random.normal(sd)).collect() };
        let (rater, item) = (of(self.raters, RATER), of(self.items, ITEM));
        let output = of(self.items * self.systems, self.output);
        let mut taste = of(self.raters * self.systems, 1.0);
        taste.iter_mut().enumerate().for_each(|(cell, taste)| *taste *= self.taste_of(cell % self.systems));
        let mean = |s: usize| (0..self.raters).map(|r| taste[r * self.systems + s]).sum::<f64>() / self.raters as f64;
        let mut data = self.empty();
        for i in 0..self.items {
            for j in 0..self.each {
                let r = (i * self.each + j) % self.raters;
                let quality: Vec<f64> = (0..self.systems)
                    .map(|s| {
                        let gap = if s == 0 { self.gap } else { 0.0 };
                        let output = self.spread_of(s) * output[i * self.systems + s];
                        gap + rater[r] + item[i] + output + taste[r * self.systems + s]
                    })
                    .collect();
                self.answer((r as u32, i as u32), &quality, random, &mut data);
            }
        }
        Study { data, taste: (0..self.systems).map(mean).collect() }
    }

    fn spread_of(&self, system: usize) -> f64 {
        if system == 0 { self.first_output } else { 1.0 }
    }

    fn taste_of(&self, system: usize) -> f64 {
        if system == 0 { self.first_taste * self.taste } else { self.taste }
    }

    /// What is true, from many pages that share nothing.
    pub(crate) fn truth(&self, pages: u32) -> Truth {
        let random = &mut Random::new(7);
        let alone = World { missing: 0.0, allotment: Allotment::Crossed, ..*self };
        let (mut sum, mut count, mut first) = (0.0, 0.0, f64::NAN);
        for _ in 0..pages {
            let shared = random.normal(RATER) + random.normal(ITEM);
            let quality: Vec<f64> = (0..self.systems)
                .map(|s| {
                    let own = random.normal((self.spread_of(s) * self.output).hypot(self.taste_of(s)));
                    shared + own + if s == 0 { self.gap } else { 0.0 }
                })
                .collect();
            let mut data = self.empty();
            alone.answer((0, 0), &quality, random, &mut data);
            let score = |scores: &[(u32, f64)], system: u32| scores.iter().find(|it| it.0 == system).map(|it| it.1);
            match data {
                Data::Scores { value, .. } => {
                    sum += value[0] - value[1];
                    count += 1.0;
                    first = value[0] + if first.is_nan() { 0.0 } else { first };
                }
                Data::Votes { votes, worth, rater, item } => {
                    for ballot in ballots_from_graded_votes(&votes, &worth, &rater, &item).into_iter().flatten() {
                        if let (Some(a), Some(b)) = (score(&ballot.scores, 0), score(&ballot.scores, 1)) {
                            sum += a - b;
                            count += 1.0;
                        }
                    }
                }
                Data::Ballots(ballots) => {
                    for ballot in &ballots {
                        if let (Some(a), Some(b)) = (score(&ballot.scores, 0), score(&ballot.scores, 1)) {
                            sum += a - b;
                            count += 1.0;
                        }
                    }
                }
            }
        }
        Truth { difference: sum / count, mean: first / count }
    }

    fn empty(&self) -> Data {
        let none = Vec::new;
        match self.kind {
            Kind::Pairwise | Kind::PairwiseTies | Kind::Graded | Kind::SinglePairs => {
                Data::Votes { votes: Vec::new(), worth: Vec::new(), rater: none(), item: none() }
            }
            Kind::Ranking | Kind::RankingTies | Kind::BestWorst => Data::Ballots(Vec::new()),
            Kind::Slider
            | Kind::Rating
            | Kind::ThreePoints
            | Kind::Ceiling
            | Kind::Count
            | Kind::Choice
            | Kind::RareChoice
            | Kind::Unbounded => Data::Scores { value: Vec::new(), rater: none(), item: none(), system: none() },
        }
    }

    fn answer(&self, (r, i): (u32, u32), quality: &[f64], random: &mut Random, data: &mut Data) {
        match data {
            Data::Scores { value, rater, item, system } => {
                for (s, quality) in (0..).zip(quality) {
                    let x = quality + random.normal(NOISE);
                    let allotted = self.allotment.includes(r, i, (s, self.systems as u32));
                    if random.uniform() >= self.missing && allotted {
                        value.extend(self.kind.score(x));
                        rater.push(r);
                        item.push(i);
                        system.push(s);
                    }
                }
            }
            Data::Votes { votes, worth, rater, item } => {
                if random.uniform() >= self.missing {
                    let fresh = (NOISE * NOISE - SEEN * SEEN).sqrt();
                    let seen: Vec<f64> = quality.iter().map(|quality| quality + random.normal(SEEN)).collect();
                    let tie = if self.kind == Kind::Pairwise { 0.0 } else { 0.4 };
                    for (a, b) in self.pairs(random) {
                        let x = seen[a] - seen[b] + random.normal(fresh * std::f64::consts::SQRT_2);
                        let choice = match x {
                            _ if x > tie => Choice::First,
                            _ if x < -tie => Choice::Second,
                            _ => Choice::Neither,
                        };
                        votes.push(Vote { first: a as u32, second: b as u32, choice });
                        let degree =
                            if self.kind == Kind::Graded { (x.abs() / 0.8).ceil().min(3.0) / 3.0 } else { 1.0 };
                        worth.push(match choice {
                            Choice::First => degree,
                            Choice::Second => -degree,
                            Choice::Neither => 0.0,
                        });
                        rater.push(r);
                        item.push(i);
                    }
                }
            }
            Data::Ballots(ballots) => {
                if random.uniform() >= self.missing {
                    let seen: Vec<f64> = quality.iter().map(|quality| quality + random.normal(NOISE)).collect();
                    ballots.push(self.ballot((r, i), &seen));
                }
            }
        }
    }

    /// The pairs that are asked about on one page.
    fn pairs(&self, random: &mut Random) -> Vec<(usize, usize)> {
        let all: Vec<(usize, usize)> =
            (0..self.systems).flat_map(|a| (a + 1..self.systems).map(move |b| (a, b))).collect();
        if self.kind == Kind::SinglePairs { vec![all[random.draw_below(all.len())]] } else { all }
    }

    fn ballot(&self, (r, i): (u32, u32), seen: &[f64]) -> Ballot {
        let order = |a: &(u32, f64), b: &(u32, f64)| a.1.total_cmp(&b.1);
        let step = if self.kind == Kind::RankingTies { 0.7 } else { 1e-9 };
        let coded: Vec<(u32, f64)> = (0..).zip(seen).map(|(s, x)| (s, -(x / step).round())).collect();
        if self.kind == Kind::BestWorst {
            let shown: Vec<u32> = coded.iter().map(|it| it.0).collect();
            let (best, worst) = (coded.iter().copied().min_by(order), coded.iter().copied().max_by(order));
            return Ballot::from_best_worst(r, i, &shown, best.map_or(0, |it| it.0), worst.map_or(0, |it| it.0));
        }
        Ballot::from_ranks(r, i, &coded)
    }
}

/// The deciding analysis of these judgements.
pub(crate) fn decide(data: &Data, systems: usize) -> Result<Decision, Undecidable> {
    match data {
        Data::Scores { value, rater, item, system } => decide_scores(&Scores { value, rater, item, system, systems }),
        Data::Votes { votes, worth, rater, item } => {
            decide_ballots(&ballots_from_graded_votes(votes, worth, rater, item)?, systems)
        }
        Data::Ballots(ballots) => decide_ballots(ballots, systems),
    }
}

/// What is decided of two systems, as results print it: options of a choice as shares.
pub(crate) enum PairDecision {
    Scores(Decision),
    Shares(Shares),
}

impl PairDecision {
    pub(crate) fn decide(world: &World, data: &Data) -> Result<PairDecision, Undecidable> {
        match (data, world.kind) {
            (Data::Scores { value, rater, item, system }, Kind::Choice | Kind::RareChoice) => {
                let scores = Scores { value, rater, item, system, systems: world.systems };
                decide_shares(&scores).map(PairDecision::Shares)
            }
            (_, Kind::Count | Kind::Unbounded) => {
                decide(data, world.systems).map(|it| PairDecision::Scores(it.with_own_errors()))
            }
            _ => decide(data, world.systems).map(PairDecision::Scores),
        }
    }

    pub(crate) fn model(&self) -> &Decision {
        match self {
            PairDecision::Scores(decision) => decision,
            PairDecision::Shares(shares) => &shares.decision,
        }
    }

    /// Difference, p-value and 95 % interval.
    pub(crate) fn compare(&self, a: usize, b: usize) -> Option<(f64, PValue, Interval)> {
        match self {
            PairDecision::Scores(decision) => {
                let found = decision.difference(a, b).ok()?;
                Some((found.value, found.differs(), found.interval(0.95)))
            }
            PairDecision::Shares(shares) => {
                let found = shares.difference(a, b).ok()?;
                Some((found.value, found.differs(), found.interval(0.95)))
            }
        }
    }
}

/// The difference from the first system that a margin is tested with: where variance grows with the mean, that of the two
/// systems alone.
pub(crate) fn at_margin(world: &World, study: &Study, decision: &Decision, other: usize) -> Option<Difference> {
    match (&study.data, world.kind) {
        (Data::Scores { value, rater, item, system }, Kind::Count | Kind::Unbounded) => {
            decide_pair(&Scores { value, rater, item, system, systems: world.systems }, 0, other).ok()
        }
        _ => decision.difference(0, other).ok(),
    }
}

/// Shares over sets of judgements that are independent, each with several pairs that are not.
#[derive(Debug, Clone, Default)]
pub(crate) struct Share {
    shares: Vec<f64>,
}

impl Share {
    pub(crate) fn add(&mut self, hits: &[bool]) {
        if !hits.is_empty() {
            self.shares.push(hits.iter().filter(|hit| **hit).count() as f64 / hits.len() as f64);
        }
    }

    pub(crate) fn value(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.shares.len() as f64
    }

    /// The simulation's standard error, from the scatter between sets of judgements.
    pub(crate) fn se(&self) -> f64 {
        let (mean, n) = (self.value(), self.shares.len() as f64);
        (self.shares.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n * (n - 1.0))).sqrt()
    }
}

/// How often a difference is found at 5 % between systems that are alike, by pairs of systems; and how often nothing
/// could be decided.
pub(crate) fn level(world: &World, sets: u64, seed: u64) -> (Share, usize) {
    let mut found = Share::default();
    let mut undecided = 0;
    for set in 0..sets {
        let study = world.draw(&mut Random::new(seed.wrapping_add(set).wrapping_mul(0x2545_F491_4F6C_DD1D)));
        match PairDecision::decide(world, &study.data) {
            Ok(decided) => found.add(&hits(world, |a, b| decided.compare(a, b).map(|(_, p, _)| p.value() < 0.05))),
            Err(_) => undecided += 1,
        }
    }
    (found, undecided)
}

/// How often two systems are said to differ by something else in the first and the second half of the items, at 5 %, where
/// they do not.
pub(crate) fn strata_level(world: &World, sets: u64, seed: u64) -> Share {
    let mut found = Share::default();
    for set in 0..sets {
        let study = world.draw(&mut Random::new(seed.wrapping_add(set).wrapping_mul(0x2545_F491_4F6C_DD1D)));
        let half = world.items as u32 / 2;
        let halves = [study.data.of_items(|item| item < half), study.data.of_items(|item| item >= half)];
        let [Ok(first), Ok(second)] = halves.map(|data| decide(&data, world.systems)) else { continue };
        found.add(&hits(world, |a, b| {
            let known = [first.difference(a, b).ok()?, second.difference(a, b).ok()?];
            Some(same_in_strata(&known).ok()?.p?.value() < 0.05)
        }));
    }
    found
}

/// Whether the 95 % interval of each difference from the first system holds the true one; of one or two raters with a
/// slider, the one that is true of these raters.
pub(crate) fn intervals_cover_truth(world: &World, study: &Study, decided: &PairDecision, truth: f64) -> Vec<bool> {
    let these = f64::from(u8::from(world.raters < 3 && world.kind == Kind::Slider));
    let answer = |b: usize| {
        let (_, _, interval) = decided.compare(0, b)?;
        let truth = truth + these * (study.taste[0] - study.taste[b]);
        Some(interval.low < truth && truth < interval.high)
    };
    (1..world.systems).filter_map(answer).collect()
}

/// Whether the 95 % interval of the first system's mean score, or of the share of an option, holds the true one; nothing of
/// comparisons, and of one or two raters, whose mean is another than that of all.
pub(crate) fn mean_is_covered(world: &World, data: &Data, decided: &PairDecision, truth: f64) -> Option<bool> {
    let Data::Scores { value, system, .. } = data else { return None };
    let own = || value.iter().zip(system).filter(|(_, system)| **system == 0).map(|(value, _)| *value);
    let mean = own().sum::<f64>() / own().count() as f64;
    let interval = match decided {
        PairDecision::Scores(decision) => decision.interval_of_plain_mean(0, mean, 0.95).ok()?,
        PairDecision::Shares(shares) => shares.share(0, 0.95).ok()?.interval?,
    };
    (world.raters > 2).then_some(interval.low < truth && truth < interval.high)
}

/// The answers for all pairs of systems for which there is one; where the first alone divides raters, for pairs with it.
pub(crate) fn hits(world: &World, answer: impl Fn(usize, usize) -> Option<bool>) -> Vec<bool> {
    let firsts = if world.first_taste > 1.0 { 1 } else { world.systems };
    (0..firsts).flat_map(|a| (a + 1..world.systems).map(move |b| (a, b))).filter_map(|(a, b)| answer(a, b)).collect()
}
