//! Measures the deciding analyses on made-up judgements and prints a page of tables, in two parts that stand one after the other
//! in `docs/methods/calibration.md`: `cargo run --release -p stats --example calibrate -- 2000` for all kinds of judgement in one
//! design, and the same with `designs` behind it for other designs. 2000 is the number of data sets in each cell. Another word
//! keeps the kinds or designs whose name begins so: `-- 400 count`, `-- 400 designs "12 raters, 200"`. Each cell has random
//! numbers of its own, so that it comes out the same alone as among all. `--again 1500` measures what came out beyond its limit
//! once more, with so many data sets and other random numbers: among hundreds of cells chance alone brings some.

#![expect(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, reason = "a measuring program")]

mod others;
mod worlds;

use worlds::{
    Allotment, Kind, PairDecision, Random, Share, World, at_margin, hits, intervals_cover_truth, level,
    mean_is_covered, strata_level,
};

/// What was measured in one cell.
struct Cell {
    world: World,
    level: Share,
    coverage: Share,
    /// Coverage of the first system's mean score.
    mean: Share,
    power: Share,
    higher: Share,
    same: Share,
    /// An interaction of systems and strata found where there is none.
    strata: Share,
    others: Vec<(&'static str, Share)>,
    undecided: usize,
    /// Whether the limits do not apply, because the decision carries a caution that says why.
    cautioned: bool,
    /// What was measured once more: its name, the share found at first, and the one found then, which counts.
    again: Vec<(&'static str, Share, Share)>,
}

const BASE: World = World {
    kind: Kind::Slider,
    raters: 12,
    each: 3,
    items: 60,
    systems: 4,
    output: 0.6,
    taste: 0.25,
    missing: 0.0,
    gap: 0.0,
    first_output: 1.0,
    first_taste: 1.0,
    allotment: Allotment::Crossed,
};
/// How a cell is shown.
type Show<'a> = &'a dyn Fn(&Cell) -> String;
/// The same, always by itself.
type CellText = fn(&Cell) -> String;
/// A share of a cell, where it counts.
type ShareOf = fn(&Cell) -> Option<&Share>;

/// What the pages of designs show.
const DESIGN_SECTIONS: [(&str, CellText); 4] = [
    ("False positives at 5 % (above 6.5 in bold)", mark_cell),
    ("Coverage of the 95 % interval", coverage),
    ("Coverage of the 95 % interval of the first system's mean", mean_coverage),
    ("Power", |cell| percent(&cell.power)),
];

const GAP: f64 = 0.4;
/// No cell should have more false positives than this.
const LIMIT: f64 = 0.065;
/// No interval of 95 % should cover less than this.
const LEAST_COVERAGE: f64 = 0.93;
/// More than this, and intervals are wider than they need to be.
const MOST_COVERAGE: f64 = 0.97;
const EFFECTS: [(&str, f64, f64); 3] = [("E0", 0.0, 0.0), ("E1", 0.6, 0.0), ("E2", 0.6, 0.25)];
const RATERS: [usize; 3] = [3, 12, 36];
/// The word for the second part.
const DESIGNS: &str = "designs";
/// The kinds that are measured in other designs, too.
const SOME: [Kind; 6] =
    [Kind::Slider, Kind::Rating, Kind::Count, Kind::PairwiseTies, Kind::RankingTies, Kind::BestWorst];

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let again = words.iter().position(|word| word == "--again").map(|at| {
        let word: Vec<String> = words.drain(at..at + 2).collect();
        word[1].parse::<u64>().unwrap()
    });
    let sets: u64 = words.first().map_or(2000, |it| it.parse().unwrap());
    let only = words.get(1).cloned().unwrap_or_default();
    let how = How { sets, again };
    if only == DESIGNS {
        let cells = |world: World| SOME.map(|kind| measure(World { kind, ..world }, how, Beside::NotShown));
        let only = words.get(2).cloned().unwrap_or_default();
        let designs = designs_to_measure().into_iter().filter(|(name, _)| name.starts_with(&only));
        let designs: Vec<_> = designs.map(|(name, world)| (name, cells(world))).collect();
        let uneven: Vec<(&str, Vec<Cell>)> = uneven_designs()
            .into_iter()
            .filter(|(name, ..)| name.starts_with(&only))
            .map(|(name, world, kinds)| {
                (
                    name,
                    kinds.iter().map(|kind| measure(World { kind: *kind, ..world }, how, Beside::NotShown)).collect(),
                )
            })
            .collect();
        return print!("{}{}", designs_page(how, &designs), uneven_page(how, &uneven));
    }
    let mut kinds: Vec<Vec<Cell>> = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|kind| kind.name().starts_with(&only)) {
        let mut cells = Vec::new();
        for (_, output, taste) in EFFECTS {
            for raters in RATERS {
                cells.push(measure(World { kind, raters, output, taste, ..BASE }, how, Beside::Shown));
            }
        }
        kinds.push(cells);
    }
    print!("{}", page(how, &kinds));
}

/// How many data sets a cell has, and how many where a share came out beyond its limit.
#[derive(Clone, Copy)]
struct How {
    sets: u64,
    again: Option<u64>,
}

impl How {
    /// As it is called.
    fn words(self) -> String {
        self.again.map_or_else(|| self.sets.to_string(), |again| format!("{} --again {again}", self.sets))
    }
}

fn designs_to_measure() -> Vec<(&'static str, World)> {
    vec![
        ("2 raters, each judges all", World { raters: 2, each: 2, ..BASE }),
        ("3 raters, 2 systems", World { raters: 3, systems: 2, ..BASE }),
        ("4 raters, each judges all", World { raters: 4, each: 4, ..BASE }),
        ("5 raters, each judges all", World { raters: 5, each: 5, ..BASE }),
        ("10 raters, each judges all", World { raters: 10, each: 10, ..BASE }),
        ("60 raters, each item judged once", World { raters: 60, each: 1, items: 240, ..BASE }),
        ("12 raters, 20 items", World { items: 20, ..BASE }),
        ("12 raters, 200 items", World { items: 200, ..BASE }),
        ("12 raters, 2 systems", World { systems: 2, ..BASE }),
        ("12 raters, 6 systems", World { systems: 6, ..BASE }),
        ("12 raters, a fifth missing", World { missing: 0.2, ..BASE }),
        ("5 raters, 20 items, a fifth missing", World { raters: 5, items: 20, missing: 0.2, ..BASE }),
    ]
}

/// Designs in which systems do not share their raters or items, and the kinds that can be asked in them.
fn uneven_designs() -> Vec<(&'static str, World, &'static [Kind])> {
    let scores = &SOME[..3];
    let own = |raters: usize, systems: usize, allotment: Allotment| World {
        raters,
        each: raters,
        items: 30,
        systems,
        allotment,
        ..BASE
    };
    // Counts of the system that divides raters have another mean, and are not alike.
    let alike = &[Kind::Slider, Kind::Rating, Kind::PairwiseTies, Kind::RankingTies, Kind::BestWorst];
    let few_divided = World { raters: 6, each: 6, first_taste: 4.0, ..BASE };
    let one_busy = World { each: 12, systems: 2, allotment: Allotment::OneBusyRater, ..BASE };
    let few_items = World { items: 68, systems: 2, allotment: Allotment::EightOwnItems, ..BASE };
    vec![
        ("2 systems, 3 raters of its own each", own(6, 2, Allotment::OwnRaters), scores),
        ("2 systems, 6 raters of its own each", own(12, 2, Allotment::OwnRaters), scores),
        ("4 systems, 3 raters of its own each", own(12, 4, Allotment::OwnRaters), scores),
        ("2 systems, 3 raters of its own each, one of both", own(7, 2, Allotment::OwnRatersButOne), scores),
        ("2 systems, 30 items of its own each", World { systems: 2, allotment: Allotment::OwnItems, ..BASE }, scores),
        ("2 systems, 8 and 60 items of their own", few_items, scores),
        // Where answers are cut or counted, a system that varies more has another mean, too, and is not alike.
        (
            "the same, the outputs of the 8 varying 2.5 times as much",
            World { first_output: 2.5, ..few_items },
            &SOME[..1],
        ),
        ("3 systems, 2 of 8 raters gave most judgements", own(8, 3, Allotment::TwoBusyRaters), scores),
        ("2 systems, one of 12 raters judged all 60 items, 11 judged 2 each", one_busy, scores),
        ("4 raters, each judged 2 of 4 systems", own(4, 4, Allotment::TwoSystemsEach), scores),
        ("8 raters, the same", own(8, 4, Allotment::TwoSystemsEach), scores),
        ("6 raters, 4 systems, of which one divides them 4 times as much", few_divided, alike),
        ("12 raters, the same", World { first_taste: 4.0, ..BASE }, alike),
        ("36 raters, the same", World { raters: 36, first_taste: 4.0, ..BASE }, alike),
    ]
}

/// Whether the page shows strata and other tests of a cell.
#[derive(Clone, Copy, PartialEq)]
enum Beside {
    Shown,
    NotShown,
}

fn measure(world: World, How { sets, again }: How, beside: Beside) -> Cell {
    let sets_beside = if beside == Beside::Shown { sets / 4 } else { 0 };
    // Each cell has random numbers of its own, so that a mean over cells is known better than each.
    let seed = [world.raters, world.each, world.items, world.systems, (100.0 * (world.output + world.taste)) as usize]
        .into_iter()
        .fold(1 + world.kind as u64, |seed, part| seed.wrapping_mul(1_000_003).wrapping_add(part as u64));
    let (level, undecided) = level(&world, sets, seed);
    let mut cell = Cell {
        world,
        level,
        undecided,
        coverage: Share::default(),
        mean: Share::default(),
        power: Share::default(),
        higher: Share::default(),
        same: Share::default(),
        strata: strata_level(&world, sets_beside, seed),
        others: others::names(world.kind).iter().map(|name| (*name, Share::default())).collect(),
        cautioned: world.raters < 3 || world.kind == Kind::Unbounded,
        again: Vec::new(),
    };
    cell.measure_differences(sets / 2, seed);
    for set in 0..sets_beside {
        let study = world.draw(&mut Random::new((seed + set).wrapping_mul(0x2545_F491_4F6C_DD1D)));
        for (name, share) in &mut cell.others {
            let p = others::p_values(name, &study.data, world.systems);
            share.add(&hits(&world, |a, b| p(a, b).map(|p| p < 0.05)));
        }
    }
    if let Some(sets) = again.filter(|_| !cell.cautioned) {
        cell.measure_again(sets, seed.wrapping_add(1 << 40));
    }
    let Cell { world, level, same, .. } = &cell;
    eprintln!("{world:?}: {}, same {} ± {:.1}", percent(level), percent(same), 100.0 * same.se());
    cell
}

impl Cell {
    /// Coverage, power and what is decided against a margin, where the first system is better.
    fn measure_differences(&mut self, sets: u64, seed: u64) {
        let world = self.world;
        let better = World { gap: GAP, ..world };
        let truth = better.truth(100_000);
        for set in 0..sets {
            let study = better.draw(&mut Random::new((seed + 77 + set).wrapping_mul(0x9E6C_63D0_876A_68EE)));
            let Ok(decided) = PairDecision::decide(&better, &study.data) else {
                self.undecided += 1;
                continue;
            };
            self.coverage.add(&intervals_cover_truth(&better, &study, &decided, truth.difference));
            self.mean.add(mean_is_covered(&better, &study.data, &decided, truth.mean).as_slice());
            let found: Vec<bool> = (1..world.systems)
                .filter_map(|other| decided.compare(0, other))
                .map(|(value, p, _)| p.value() < 0.05 && value > 0.0)
                .collect();
            self.power.add(&found);
            // Options of a choice are compared, but no claim holds them against a margin.
            if matches!(world.kind, Kind::Choice | Kind::RareChoice) {
                continue;
            }
            let margins: Vec<_> =
                (1..world.systems).filter_map(|other| at_margin(&better, &study, decided.model(), other)).collect();
            let answers = |answer: &dyn Fn(&stats::decide::Difference) -> stats::PValue| -> Vec<bool> {
                margins.iter().map(|it| answer(it).value() < 0.05).collect()
            };
            self.higher.add(&answers(&|it| it.higher_by(truth.difference)));
            self.same.add(&answers(&|it| it.same_within(truth.difference)));
        }
    }

    /// Measures once more what came out beyond its limit.
    fn measure_again(&mut self, sets: u64, seed: u64) {
        if self.level.value() > LIMIT {
            let (found, undecided) = level(&self.world, sets, seed);
            self.undecided += undecided;
            self.again.push((FALSE_POSITIVES, std::mem::replace(&mut self.level, found.clone()), found));
        }
        if self.strata.value() > LIMIT {
            let found = strata_level(&self.world, sets, seed);
            self.again.push((STRATA, std::mem::replace(&mut self.strata, found.clone()), found));
        }
        let shares = |cell: &Cell| [&cell.coverage, &cell.mean, &cell.higher, &cell.same].map(Share::clone);
        let names = [COVERAGE, COVERAGE_OF_MEAN, HIGHER, SAME];
        let first = shares(self);
        let beyond: Vec<bool> = names.iter().zip(&first).map(|(name, share)| is_beyond(name, share.value())).collect();
        if beyond.contains(&true) {
            for share in [&mut self.coverage, &mut self.mean, &mut self.power, &mut self.higher, &mut self.same] {
                *share = Share::default();
            }
            self.measure_differences(sets, seed);
            for (((name, beyond), first), then) in names.into_iter().zip(beyond).zip(first).zip(shares(self)) {
                if beyond {
                    self.again.push((name, first, then));
                }
            }
        }
    }
}

const FALSE_POSITIVES: &str = "false positives";
const COVERAGE: &str = "coverage";
const COVERAGE_OF_MEAN: &str = "coverage of a mean";
const HIGHER: &str = "\"higher by at least x\"";
const SAME: &str = "\"the same within x\"";
const STRATA: &str = "depends on the stratum";

/// The limit of a share: the least coverage, or the most errors.
fn limit(what: &str) -> f64 {
    if what.starts_with(COVERAGE) { LEAST_COVERAGE } else { LIMIT }
}

fn is_beyond(what: &str, value: f64) -> bool {
    if what.starts_with(COVERAGE) { value < LEAST_COVERAGE } else { value > LIMIT }
}

fn percent(share: &Share) -> String {
    let value = share.value();
    if value.is_nan() { "–".to_owned() } else { format!("{:.1}", 100.0 * value) }
}

/// A share of intervals, in parentheses where these carry a caution.
fn coverage(cell: &Cell) -> String {
    let text = percent(&cell.coverage);
    if cell.cautioned { format!("({text})") } else { text }
}

/// The same of means.
fn mean_coverage(cell: &Cell) -> String {
    let text = percent(&cell.mean);
    if cell.cautioned && !cell.mean.value().is_nan() { format!("({text})") } else { text }
}

/// A level, marked where it is above the limit.
fn mark_cell(cell: &Cell) -> String {
    let text = percent(&cell.level);
    match (cell.level.value() > LIMIT, cell.cautioned) {
        (_, true) => format!("({text})"),
        (true, false) => format!("**{text}**"),
        (false, false) => text,
    }
}

fn page(how: How, kinds: &[Vec<Cell>]) -> String {
    let sets = how.sets;
    let mut page = format!(
        "# How often decisions are wrong\n\n\
         Generated by `cargo run --release -p stats --example calibrate -- {}` up to \"Other designs\", which says how it was; do \
         not edit.\n\n\
         Made-up judgements with known differences are given to the deciding analysis (`stats::decide`), {sets} data sets \
         in each cell for false positives, {} for coverage and power, {} for the tests beside it. Systems are alike, or the first is better \
         by {GAP} of the underlying scale, on which noise has a standard deviation of 0.8. **E0**: raters and items differ (0.5 each). **E1**: single \
         outputs differ, too (0.6). **E2**: raters also have a taste for systems (0.25). Mixed models of two published \
         rating studies look like E2. The generator is `crates/stats/examples/calibrate/worlds.rs`; it \
         shares nothing with the simulated raters of a rehearsal.\n\n\
         All numbers are per cent of pairs of systems. The simulation's standard error is at most {:.1} for false positives and \
         {:.1} for coverage and decisions against a margin. Four systems, 60 items, every output judged by three people, unless said otherwise; 3, 12 or 36 \
         people in all.\n",
        how.words(),
        sets / 2,
        sets / 4,
        100.0 * largest(kinds.iter().flatten(), |cell| cell.level.se()),
        100.0 * largest(kinds.iter().flatten(), |cell| cell.coverage.se().max(cell.same.se()).max(cell.higher.se())),
    );
    page += &in_short(kinds);
    page += &above_the_limit(how, kinds);
    page += &other_tests_table(kinds);
    let sections: [(&str, Show<'_>); 7] = [
        ("False positives at 5 % (above 6.5 in bold)", &mark_cell),
        ("Coverage of the 95 % interval", &coverage),
        ("Coverage of the 95 % interval of the first system's mean, or of the share of an option", &mean_coverage),
        ("Power", &|cell| percent(&cell.power)),
        ("\"Higher by at least x\" found where the difference is x", &|cell| percent(&cell.higher)),
        ("\"The same within x\" found where the difference is x", &|cell| percent(&cell.same)),
        ("A difference that depends on the stratum, found where it does not (two strata of items)", &|cell| {
            percent(&cell.strata)
        }),
    ];
    for (title, show) in sections {
        page += &format!("\n## {title}\n\n| kind | E0: 3 · 12 · 36 people | E1 | E2 |\n|---|---|---|---|\n");
        for cells in kinds {
            page += &row(cells[0].world.kind.name(), cells, show);
        }
    }
    page += "\n## Other tests on the same data: false positives at 5 %\n\n\
             *Crossed model*: `value ~ system + (1|rater) + (1|item)`, as lmerTest fits it. *Ordinal model*: the same terms in a \
             cumulative-link model, as ordinal's `clmm` fits it. *t test*: Welch's, judgements taken for \
             independent. *Bradley–Terry* and *Plackett–Luce*: with the errors of the model, which takes votes for \
             independent, and with clustered errors as repaired for few raters.\n\n\
             | kind and test | E0: 3 · 12 · 36 people | E1 | E2 |\n|---|---|---|---|\n";
    for cells in kinds {
        for (index, (name, _)) in cells[0].others.iter().enumerate() {
            page +=
                &row(&format!("{}, {name}", cells[0].world.kind.name()), cells, &|cell| percent(&cell.others[index].1));
        }
    }
    page + "\nIn parentheses, and not counted above: log-normal values, where a few outputs are worth more than all others together. \
            Decisions carry a caution there (`FarOutputs`).\n"
}

fn designs_page(how: How, designs: &[(&str, [Cell; SOME.len()])]) -> String {
    let all = || designs.iter().flat_map(|it| &it.1);
    let sets = how.sets;
    let mut page = format!(
        "\n## Other designs\n\n\
         Generated by `cargo run --release -p stats --example calibrate -- {} {DESIGNS}`: {sets} data sets in each cell for false \
         positives, {} for coverage and power, all with tastes (E2). The simulation's standard error is at most {:.1} for false \
         positives and {:.1} for coverage.\n",
        how.words(),
        sets / 2,
        100.0 * largest(all(), |cell| cell.level.se()),
        100.0 * largest(all(), |cell| cell.coverage.se()),
    );
    for (title, show) in DESIGN_SECTIONS {
        let heads = SOME.map(Kind::name).join(" | ");
        page += &format!("\n### {title}\n\n| design | {heads} |\n|---{}|\n", "|---".repeat(SOME.len()));
        for (name, cells) in designs {
            let shown: Vec<String> = cells.iter().map(show).collect();
            page += &format!("| {name} | {} |\n", shown.join(" | "));
        }
    }
    page += &measured_again(all(), how);
    page + "\nIn parentheses: two raters, where what is found holds for these two, and how it would be with others cannot be learnt \
            from two. Decisions carry a caution there (`TheseRaters`).\n"
}

fn uneven_page(how: How, designs: &[(&str, Vec<Cell>)]) -> String {
    let all = || designs.iter().flat_map(|it| &it.1);
    let mut page = format!(
        "\n## Systems that differ in their raters, items or tastes\n\n\
         Made with the same command. The simulation's standard error is at most {:.1} for false positives and {:.1} for coverage. In {} \
         data sets nothing could be decided, with the reason. Such designs find far less than those in which everyone \
         judges all systems: compare the power. Where one system divides raters, only pairs with it are counted; six raters are \
         too few to show that it does, and what they find of it is wrong more often than the limit.\n",
        100.0 * largest(all(), |cell| cell.level.se()),
        100.0 * largest(all(), |cell| cell.coverage.se().max(cell.mean.se())),
        all().map(|cell| cell.undecided).sum::<usize>(),
    );
    let heads = SOME.map(Kind::name).join(" | ");
    for (title, show) in DESIGN_SECTIONS {
        page += &format!("\n### {title}\n\n| design | {heads} |\n|---|{}\n", "---|".repeat(SOME.len()));
        for (name, cells) in designs {
            let cell_of = |kind: Kind| cells.iter().find(|cell| cell.world.kind == kind);
            let shown = SOME.map(|kind| cell_of(kind).map_or_else(|| "–".to_owned(), show));
            page += &format!("| {name} | {} |\n", shown.join(" | "));
        }
    }
    page + &measured_again(all(), how)
}

fn in_short(kinds: &[Vec<Cell>]) -> String {
    let all = || kinds.iter().flatten().filter(|cell| !cell.cautioned);
    let lines: [(&str, ShareOf); 6] = [
        ("false positives", |cell| Some(&cell.level)),
        ("coverage of the 95 % interval of a difference", |cell| Some(&cell.coverage)),
        ("coverage of the 95 % interval of a mean or share", |cell| Some(&cell.mean)),
        ("\"higher by at least x\" where the difference is x", |cell| Some(&cell.higher)),
        ("\"the same within x\" where the difference is x", |cell| Some(&cell.same)),
        ("a difference that depends on the stratum, where it does not", |cell| Some(&cell.strata)),
    ];
    let mut page = "\n## In short\n\n| at 5 % | mean | smallest | largest |\n|---|---|---|---|\n".to_owned();
    for (name, share) in lines {
        let values: Vec<f64> = all().filter_map(share).map(|it| 100.0 * it.value()).filter(|it| !it.is_nan()).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let (least, most) = values.iter().fold((100.0_f64, 0.0_f64), |(low, high), x| (low.min(*x), high.max(*x)));
        page += &format!("| {name} | {mean:.1} | {least:.1} | {most:.1} |\n");
    }
    page + &format!(
        "\n{} cells, those with log-normal values not counted. In {} data sets nothing could be decided, \
         with the reason. With three or four raters a caution (`FewRaters`) goes with the decision.\n\n\
         Options of a choice are compared one by one, as shares (`decide_shares`): here one that about a third choose and one that \
         about one in fifteen chooses. Results correct these tests over all pairs and options (Holm, or what the study names), so that a family of \
         them has no more than its level, however options exclude one another. No claim holds options against a margin.\n\n\
         The other verdicts on a claim that results and reports show (by other tests, with exclusions put back, without one rater) \
         are not decisions: they show whether the verdict hangs on one choice. Those by other tests have the levels of \"What other \
         tests would have given\"; those on other judgements are this same analysis, and without one of three raters that of \
         two, who speak for themselves alone. Whoever picks one after seeing them has no level at all.\n",
        all().count(),
        all().map(|cell| cell.undecided).sum::<usize>(),
    )
}

/// Which cells have more false positives than the limit, and what that means.
fn above_the_limit(how: How, kinds: &[Vec<Cell>]) -> String {
    let columns =
        || EFFECTS.iter().flat_map(|(effects, ..)| RATERS.map(|raters| format!("{effects}, {raters} raters")));
    let in_kinds = kinds.iter().flat_map(|cells| cells.iter().zip(columns()));
    let above: Vec<(&Cell, String)> =
        in_kinds.filter(|(cell, _)| !cell.cautioned && cell.level.value() > LIMIT).collect();
    let beyond = |cell: &Cell| cell.level.value() - 2.0 * cell.level.se() > LIMIT;
    let mut page = format!(
        "\n## Cells beyond the limits\n\n\
         The limit for false positives is 6.5 in a cell and 5.5 on average. Cells above 6.5: {}; by more than two standard \
         errors of the simulation: {}. Chance alone brings a few of the former among so many.\n\n",
        above.len(),
        above.iter().filter(|(cell, _)| beyond(cell)).count(),
    );
    for (cell, place) in above.iter().filter(|(cell, _)| beyond(cell)) {
        let Cell { world, level, .. } = cell;
        page += &format!("- {}, {place}: {} ± {:.1}\n", world.kind.name(), percent(level), 100.0 * level.se());
    }
    page += &short_intervals(kinds);
    page += &measured_again(kinds.iter().flatten(), how);
    page += "\nOver all kinds of judgement, where the simulation's error is smaller:\n\n\
             | false positives at 5 %, mean over kinds | 3 raters | 12 raters | 36 raters |\n|---|---|---|---|\n";
    for (row, (effects, ..)) in EFFECTS.iter().enumerate() {
        let pooled = (0..RATERS.len()).map(|column| pool(kinds, row * RATERS.len() + column, |cell| Some(&cell.level)));
        page += &format!("| {effects} | {} |\n", pooled.collect::<Vec<String>>().join(" | "));
    }
    page + "\nThree raters tell little about how much tastes differ between people. Their degrees of freedom are limited to \
            what they can know of it, so that they find less rather than too much; a decision from three or four raters \
            carries the caution `FewRaters`. Ask at least five.\n"
}

/// Which cells have intervals that cover less than they should.
fn short_intervals(kinds: &[Vec<Cell>]) -> String {
    let cells = || kinds.iter().flatten().filter(|cell| !cell.cautioned);
    let short = |cell: &&Cell| cell.coverage.value() < LEAST_COVERAGE;
    let beyond = |cell: &&Cell| cell.coverage.value() + 2.0 * cell.coverage.se() < LEAST_COVERAGE;
    format!(
        "\nIntervals of 95 % cover less than 93 in {} cells, in {} of them by more than two standard errors of the \
         simulation; more than 97 in {}, in {} by so much: there raters are few and degrees of freedom limited. Those of \
         means and shares cover less than 93 in {} cells, in {} of them by so much.\n\n\
         \"The same within x\" where the difference is x is found more often than 6.5 in {} cells, in {} of them by more than two \
         standard errors of the simulation. Where variance grows with the mean (counts, weights of marked spans, and scores with \
         a few far from all others), a margin is tested with the model of its two systems alone (`decide_pair`): at the edge of \
         the margin they vary more than systems that are alike, and more so between raters. With the model of all systems \
         counts had up to 13 in 100.\n",
        cells().filter(short).count(),
        cells().filter(beyond).count(),
        cells().filter(|cell| cell.coverage.value() > MOST_COVERAGE).count(),
        cells().filter(|cell| cell.coverage.value() - 2.0 * cell.coverage.se() > MOST_COVERAGE).count(),
        cells().filter(|cell| cell.mean.value() < LEAST_COVERAGE).count(),
        cells().filter(|cell| cell.mean.value() + 2.0 * cell.mean.se() < LEAST_COVERAGE).count(),
        cells().filter(|cell| cell.same.value() > LIMIT).count(),
        cells().filter(|cell| cell.same.value() - 2.0 * cell.same.se() > LIMIT).count(),
    )
}

/// What came out beyond its limit at first, and what it is with more data sets, which is what all tables show.
fn measured_again<'a>(cells: impl Iterator<Item = &'a Cell>, how: How) -> String {
    let Some(sets) = how.again else { return String::new() };
    let mut page = format!(
        "\nWhat came out beyond its limit with the first data sets was measured once more, with {sets} others, and the tables show that. \
         Among so many cells chance brings some beyond; that these go back shows that they were chance, and one that stays \
         beyond by more than two standard errors is not.\n\n\
         | cell | what | limit | at first | with {sets} data sets | beyond |\n|---|---|---|---|---|---|\n"
    );
    for cell in cells {
        for (what, first, then) in &cell.again {
            let World { kind, raters, items, systems, output, taste, .. } = cell.world;
            let side = if what.starts_with(COVERAGE) { 2.0 } else { -2.0 };
            let beyond = is_beyond(what, then.value() + side * then.se());
            page += &format!(
                "| {}, {}, {raters} raters, {items} items, {systems} systems{} | {what} | {:.1} | {} | {} ± {:.1} | {} |\n",
                kind.name(),
                EFFECTS.iter().find(|it| (it.1, it.2) == (output, taste)).map_or("", |it| it.0),
                remark(&cell.world),
                100.0 * limit(what),
                percent(first),
                percent(then),
                100.0 * then.se(),
                if beyond { "**yes**" } else { "no" }
            );
        }
    }
    page
}

/// What a world is beside its numbers.
fn remark(world: &World) -> &'static str {
    match world.allotment {
        Allotment::Crossed if world.first_taste > 1.0 => ", one divides raters",
        Allotment::Crossed if world.missing > 0.0 => ", some missing",
        Allotment::Crossed => "",
        Allotment::OwnRaters => ", raters of their own",
        Allotment::OwnRatersButOne => ", all raters but one of their own",
        Allotment::OwnItems | Allotment::EightOwnItems => ", items of their own",
        Allotment::TwoBusyRaters => ", two busy raters",
        Allotment::OneBusyRater => ", one busy rater",
        Allotment::TwoSystemsEach => ", two systems for each rater",
    }
}

/// What other tests would have said of the same judgements, over all kinds that they apply to.
fn other_tests_table(kinds: &[Vec<Cell>]) -> String {
    let mut names: Vec<&str> = kinds.iter().flat_map(|cells| cells[0].others.iter().map(|it| it.0)).collect();
    names.sort_unstable();
    names.dedup();
    let mut page = "\n## What other tests would have given\n\n\
                    Of pairs of systems that are alike, a user of another test would have called so many different at \
                    5 %, mean over the kinds of judgement that it applies to:\n\n\
                    | test | E1: 3 raters | 12 | 36 | E2: 3 raters | 12 | 36 |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for name in names {
        let share = |cell: &'_ Cell| cell.others.iter().position(|it| it.0 == name);
        let pooled = (RATERS.len()..3 * RATERS.len())
            .map(|column| pool(kinds, column, |cell| share(cell).map(|at| &cell.others[at].1)));
        page += &format!("| {name} | {} |\n", pooled.collect::<Vec<String>>().join(" | "));
    }
    page + "\nThe names are explained, and the numbers given for each kind, further below.\n"
}

/// The mean of a share over kinds, with its standard error.
fn pool<'a>(kinds: &'a [Vec<Cell>], column: usize, share: impl Fn(&'a Cell) -> Option<&'a Share>) -> String {
    let shares: Vec<&Share> = kinds.iter().filter_map(|cells| share(&cells[column])).collect();
    let count = shares.len() as f64;
    let mean = shares.iter().map(|it| it.value()).sum::<f64>() / count;
    let se = shares.iter().map(|it| it.se().powi(2)).sum::<f64>().sqrt() / count;
    format!("{:.1} ± {:.1}", 100.0 * mean, 100.0 * se)
}

fn row(name: &str, cells: &[Cell], show: &dyn Fn(&Cell) -> String) -> String {
    let group = |cells: &[Cell]| cells.iter().map(show).collect::<Vec<String>>().join(" · ");
    let groups: Vec<String> = cells.chunks(RATERS.len()).map(group).collect();
    format!("| {name} | {} |\n", groups.join(" | "))
}

fn largest<'a>(cells: impl Iterator<Item = &'a Cell>, of: impl Fn(&Cell) -> f64) -> f64 {
    cells.map(of).fold(0.0, f64::max)
}
