//! Systems that were mostly shown on one side, or mostly judged before others: what people do for the side or the time then looks as
//! if it was for the system.

use std::collections::{BTreeMap, HashMap};

use dataset::{Dataset, Judgement, Subject};
use study::response::{Answer, Response};

use crate::comparisons::Pair;

/// From this share on a system is mostly on one side, or before another.
const MOSTLY: f64 = 0.8;
/// Fewer comparisons, or judgements of a system, may be so by chance.
const FEWEST: usize = 10;
/// How many pairs one remark names.
const MOST_NAMED: usize = 3;

/// The remarks on one criterion.
pub(crate) fn remarks(dataset: &Dataset, criterion: usize) -> Vec<String> {
    let judged = || dataset.included_judgements().filter(move |it| it.criterion == criterion);
    let found = if matches!(dataset.criteria[criterion].response, Response::Pairwise(_)) {
        words_of_sides(dataset, &sides(judged()))
    } else {
        words_of_order(dataset, &order(judged()))
    };
    found.into_iter().map(|text| format!("{}: {text}", dataset.criteria[criterion].name)).collect()
}

/// How often the first system of a pair was shown first.
struct ShownFirst {
    pair: Pair,
    times: usize,
    all: usize,
}

/// The pairs of which one system was mostly shown first.
fn sides<'a>(judged: impl Iterator<Item = &'a Judgement>) -> Vec<ShownFirst> {
    let mut counts: BTreeMap<Pair, [usize; 2]> = BTreeMap::new();
    for judgement in judged.filter(|it| matches!(it.answer, Answer::Pairwise(_))) {
        if let Subject::Item { systems, .. } = &judgement.subject
            && let [first, second] = systems[..]
        {
            let (first, second) = (usize::from(first), usize::from(second));
            counts.entry((first.min(second), first.max(second))).or_default()[usize::from(second < first)] += 1;
        }
    }
    let shown = counts.into_iter().map(|((a, b), [ahead, behind])| {
        let (pair, times) = if ahead >= behind { ((a, b), ahead) } else { ((b, a), behind) };
        ShownFirst { pair, times, all: ahead + behind }
    });
    shown.filter(|it| it.all >= FEWEST && it.times as f64 >= MOSTLY * it.all as f64).collect()
}

fn words_of_sides(dataset: &Dataset, pairs: &[ShownFirst]) -> Option<String> {
    let always = pairs.iter().all(|it| it.times == it.all);
    let how = |it: &ShownFirst| (it.pair, format!("{} of {} times before", it.times, it.all));
    let named = name_pairs(dataset, pairs.iter().map(how));
    let tell = if always { "cannot be told apart" } else { "can hardly be told apart" };
    (!pairs.is_empty()).then(|| {
    format!(
        "of two outputs that were compared, that of one system stands mostly first: {named}. If they were shown so and people prefer a \
         side, that and a preference for the system {tell}, and no test here does it; show each system on both sides equally often"
        )
    })
}

/// The pairs of which one system was mostly judged before the other in the same session.
fn order<'a>(judged: impl Iterator<Item = &'a Judgement>) -> Vec<(Pair, f64)> {
    let mut sessions: HashMap<(u32, u32, u32), BTreeMap<usize, Vec<u32>>> = HashMap::new();
    for judgement in judged.filter(|it| it.position > 0) {
        if let Subject::Item { systems, .. } = &judgement.subject
            && let [system] = systems[..]
        {
            sessions
                .entry(judgement.session())
                .or_default()
                .entry(usize::from(system))
                .or_default()
                .push(judgement.position);
        }
    }
    let mut counts: BTreeMap<Pair, Meetings> = BTreeMap::new();
    for places in sessions.values_mut() {
        places.values_mut().for_each(|places| places.sort_unstable());
        let systems: Vec<(&usize, &Vec<u32>)> = places.iter().collect();
        for (at, (a, of_a)) in systems.iter().enumerate() {
            for (b, of_b) in &systems[at + 1..] {
                counts.entry((**a, **b)).or_default().add(of_a, of_b);
            }
        }
    }
    let mut found = Vec::new();
    for ((a, b), Meetings { judged, before, after, all }) in counts {
        let (pair, share) = if before >= after { ((a, b), before / all) } else { ((b, a), after / all) };
        if judged >= FEWEST && share >= MOSTLY {
            found.push((pair, share));
        }
    }
    found
}

/// How judgements of two systems followed each other in the same sessions.
#[derive(Default)]
struct Meetings {
    /// Judgements of the system that has fewer of them.
    judged: usize,
    before: f64,
    after: f64,
    all: f64,
}

impl Meetings {
    /// The places of two systems in one session, each sorted.
    fn add(&mut self, of_a: &[u32], of_b: &[u32]) {
        self.judged += of_a.len().min(of_b.len());
        self.all += of_a.len() as f64 * of_b.len() as f64;
        for place in of_a {
            self.before += (of_b.len() - of_b.partition_point(|other| other <= place)) as f64;
            self.after += of_b.partition_point(|other| other < place) as f64;
        }
    }
}

fn words_of_order(dataset: &Dataset, pairs: &[(Pair, f64)]) -> Option<String> {
    let named =
        name_pairs(dataset, pairs.iter().map(|(pair, share)| (*pair, format!("{:.0} % before", 100.0 * share))));
    (!pairs.is_empty()).then(|| format!(
        "one system was mostly judged before another in the same session: {named}. If people become stricter, kinder or tired, that and a \
         difference between the systems cannot be told apart, and no test here does it; mix the order"
    ))
}

fn name_pairs(dataset: &Dataset, pairs: impl Iterator<Item = (Pair, String)>) -> String {
    let name = |system: usize| dataset.systems[system].name.as_str();
    let all: Vec<String> = pairs.map(|((a, b), how)| format!("{} {how} {}", name(a), name(b))).collect();
    let more = all.len().saturating_sub(MOST_NAMED);
    let named = all[..all.len().min(MOST_NAMED)].join(", ");
    if more > 0 { format!("{named}, and {more} more") } else { named }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remarks_on(rows: &str, mapping: &str) -> Vec<String> {
        let table = table::Table::read("judgements.csv", rows.as_bytes()).unwrap();
        let mapping = dataset::Mapping::read(mapping).unwrap();
        remarks(&dataset::from_table(&table, &mapping, None).unwrap(), 0)
    }

    #[test]
    fn a_system_that_was_mostly_shown_first_is_named() {
        let rows = |first: usize| -> String {
            let row = |at: usize| {
                let sides = if at % 20 < first { "vae,lbow" } else { "lbow,vae" };
                format!("p{},i{},{sides},{}\n", at % 4, at / 4, ["a", "b"][at % 2])
            };
            format!("rater,item,system_a,system_b,choice\n{}", (0..20).map(row).collect::<String>())
        };
        let mapping =
            "participant = \"rater\"\nitem = \"item\"\nshown = [\"system_a\", \"system_b\"]\nchoice = \"choice\"\n";
        assert_eq!(remarks_on(&rows(13), mapping), [""; 0]);
        let said = remarks_on(&rows(17), mapping).concat();
        assert!(
            said.contains("vae 17 of 20 times before lbow. ") && said.contains("can hardly be told apart"),
            "{said}"
        );
        assert!(remarks_on(&rows(20), mapping).concat().contains("cannot be told apart"));
    }

    #[test]
    fn a_system_that_was_judged_before_another_is_named() {
        let rows = |mixed: bool| -> String {
            let row = |at: usize| {
                let system = if mixed { at % 2 } else { at / 10 % 2 };
                format!("p{},i{},{},{},{}\n", at / 20, at % 10, ["one", "two"][system], at % 20 + 1, at % 5 + 1)
            };
            format!("rater,item,system,position,rating\n{}", (0..60).map(row).collect::<String>())
        };
        let mapping = "participant = \"rater\"\nitem = \"item\"\nsystem = \"system\"\nvalue = \"rating\"\nposition = \"position\"\n";
        assert_eq!(remarks_on(&rows(true), mapping), [""; 0]);
        let said = remarks_on(&rows(false), mapping).concat();
        assert!(said.contains("one 100 % before two. "), "{said}");
    }
}
