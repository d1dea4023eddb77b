//! What a study would find with simulated raters.

use analysis::{NamedEstimate, Statistic};
use simulation::{ClaimPower, Design, Rehearsal};
use study::Study;
use study::claim::Rule;
use study::file::TestName;

use super::build_document;
use crate::answer::{Answer, Badge, Caution};
use crate::document::{Document, Section, StudyWords, Words, sentence};
use crate::figure::{Caption, Curve, curves};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Table};

/// The report of a rehearsal of a study.
#[must_use]
pub fn rehearsal(rehearsal: &Rehearsal, study: &Study) -> Document {
    let mut advice = Section::new("advice", "Advice");
    advice.list(advise(rehearsal));
    let sections = vec![
        advice,
        claims(rehearsal),
        size(rehearsal),
        expectation_section(rehearsal, study),
        ablation_section(rehearsal),
        reproduction(rehearsal, study),
        raters(rehearsal, study),
        provenance(rehearsal),
    ];
    let origin = "SIMULATED: no real participants. This report shows what the design would find if raters and systems were as \
                  assumed; it says nothing about the systems themselves.";
    let answer = Answer {
        badge: Badge::Simulated,
        facts: Words::plain(
            "What the design would find if raters and systems were as assumed; nothing about the systems.",
        ),
        verdict: outlook(rehearsal),
        cards: Vec::new(),
        out_of_scope: Vec::new(),
        cautions: rehearsal
            .notes
            .iter()
            .map(|note| Caution { grave: false, words: Words::plain(sentence(note)) })
            .collect(),
    };
    build_document(
        (rehearsal.title.clone(), origin.to_owned()),
        StudyWords::of_study(study),
        Some(answer),
        (sections, Vec::new()),
    )
}

/// The claims by whether the planned design would settle them, each with its power.
fn outlook(rehearsal: &Rehearsal) -> Words {
    let wanted = rehearsal.options.power;
    let known = rehearsal.claims.iter();
    let known =
        known.filter_map(|claim| Some((claim.id.as_str(), rehearsal.get(Statistic::Power, None, &[&claim.id])?)));
    let (enough, short): (Vec<_>, Vec<_>) = known.partition(|(_, power)| power.estimate.value >= wanted);
    let percent = format!("{:.0} %", 100.0 * wanted);
    let powers = |mut words: Words, claims: &[(&str, &NamedEstimate)]| {
        for (index, (id, power)) in claims.iter().enumerate() {
            let between = match index {
                0 => "",
                _ if index + 1 == claims.len() => " and ",
                _ => ", ",
            };
            words = words.text(format!("{between}{id} "));
            words = words.number(Number::from(*power).quiet(), Face::Percent);
        }
        words
    };
    match (enough.as_slice(), short.as_slice()) {
        ([], []) if rehearsal.claims.is_empty() => {
            Words::plain("The study states no claims, so there is no power to compute.")
        }
        ([], []) => Words::plain("No claim can be rehearsed."),
        (enough, []) => {
            powers(Words::plain(format!("As planned, every claim reaches a power of {percent}: ")), enough).text(".")
        }
        ([], short) => {
            powers(Words::plain(format!("As planned, no claim reaches a power of {percent}: ")), short).text(".")
        }
        (enough, short) => {
            let words = powers(Words::plain(format!("As planned, these reach a power of {percent}: ")), enough);
            powers(words.text("; these do not: "), short).text(".")
        }
    }
}

/// The printed name of a system.
fn system<'a>(study: &'a Study, id: &'a str) -> &'a str {
    study.systems.iter().find(|system| system.id.0 == id).map_or(id, |system| &system.name)
}

/// The printed name of a criterion.
fn criterion<'a>(study: &'a Study, id: Option<&'a str>) -> &'a str {
    let Some(id) = id else { return "all" };
    study.criteria.iter().find(|criterion| criterion.id.0 == id).map_or(id, |criterion| &criterion.name)
}

/// What to do about each claim, in sentences.
#[must_use]
pub fn advise(rehearsal: &Rehearsal) -> Vec<Words> {
    let wanted = rehearsal.options.power;
    let mut lines = Vec::new();
    for claim in &rehearsal.claims {
        let Some(power) = rehearsal.get(Statistic::Power, None, &[&claim.id]) else { continue };
        let text = claim.text.trim().trim_end_matches('.');
        let mut words =
            Words::default().strong(&claim.id).text(format!(" “{text}”: as planned, it would be supported in "));
        words = words.number(Number::from(power).quiet(), Face::Percent).text(" of studies if it is true (power)");
        if power.estimate.value < wanted {
            words = words.text(", which is too few. ");
            let mut tried: Vec<(Design, &NamedEstimate)> = rehearsal
                .sizes()
                .into_iter()
                .filter_map(|design| {
                    let of = [claim.id.as_str(), &design.items.to_string(), &design.completions.to_string()];
                    Some((design, rehearsal.get(Statistic::PowerAt, None, &of)?))
                })
                .collect();
            tried.sort_by_key(|(design, _)| design.items as u64 * u64::from(design.completions));
            let best = tried.iter().max_by(|a, b| a.1.estimate.value.total_cmp(&b.1.estimate.value));
            let reached = tried.iter().find(|(_, named)| named.estimate.value >= wanted);
            let size =
                |design: &Design| format!("{} items and {} people for each question", design.items, design.completions);
            words = match (reached, best) {
                (Some((design, named)), _) => words
                    .text(format!("With {} it would be ", size(design)))
                    .number(Number::from(*named).quiet(), Face::Percent)
                    .text("."),
                // Nothing found anywhere tells nothing of which size is best.
                (None, Some((_, named))) if named.estimate.value < 1e-9 => {
                    words.text(format!("No size that was tried ever supports it. {}", remedy(claim)))
                }
                (None, Some((design, named))) => words
                    .text("No size that was tried is enough: at most ")
                    .number(Number::from(*named).quiet(), Face::Percent)
                    .text(format!(", with {}. {}", size(design), remedy(claim))),
                (None, None) => words.text("No other size was tried."),
            };
        } else {
            words = words.text(", which is enough.");
        }
        if let Some(rate) = rehearsal.get(Statistic::FalsePositiveRate, None, &[&claim.id])
            && rate.estimate.interval.is_some_and(|interval| interval.low > 0.05)
        {
            let rate = Number::from(rate).quiet();
            words = words
                .text(" If it is false, it would be supported too often: in ")
                .number(rate, Face::Percent)
                .text(".");
        }
        lines.push(words);
    }
    lines
}

/// What is left to do where no size that was tried is enough.
fn remedy(claim: &ClaimPower) -> &'static str {
    if matches!(claim.rule, Rule::Significant { test: TestName::Tost, .. }) {
        "Widen its margin, try more items (--items), or drop it."
    } else {
        "Try more items (--items), claim less, or drop it."
    }
}

/// In place of a false-positive rate where nothing is tested.
const NO_LEVEL: &str = "no test, no level";

fn claims(rehearsal: &Rehearsal) -> Section {
    let title =
        if rehearsal.claims.is_empty() { "What was assumed" } else { "Power and false-positive rate of each claim" };
    let mut section = Section::new("claims", title);
    section.paragraph(Words::plain(format!("Raters and systems: {}.", rehearsal.raters.source)));
    let columns = vec![
        Column::words("claim"),
        Column::words("decided by"),
        Column::numbers("power"),
        Column::numbers("95 % CI"),
        Column::numbers("false-positive rate"),
        Column::numbers("95 % CI"),
    ];
    let caption = "Share of simulated runs in which the claim is supported when it is true (power) and when it is false \
                   (false-positive rate), with Wilson's interval";
    let mut table = Table::new("power", caption, columns);
    for claim in &rehearsal.claims {
        let rate = |statistic: Statistic, face| Cell::from_number(rehearsal.get(statistic, None, &[&claim.id]), face);
        let decided = match claim.rule {
            Rule::Direction => "order of the scores",
            Rule::Significant { .. } => "a test",
            Rule::OutOfScope => "",
        };
        table.row(vec![
            Cell::text(&claim.id),
            Cell::text(decided),
            rate(Statistic::Power, Face::Value),
            rate(Statistic::Power, Face::Interval),
            match claim.rule {
                Rule::Direction => Cell::text(NO_LEVEL),
                Rule::Significant { .. } | Rule::OutOfScope => rate(Statistic::FalsePositiveRate, Face::Value),
            },
            rate(Statistic::FalsePositiveRate, Face::Interval),
        ]);
    }
    section.table(table);
    let mut scenarios = Vec::new();
    for claim in &rehearsal.claims {
        let mut words = Words::default().strong(&claim.id);
        words = match &claim.true_scenario {
            None => words.text(" is true of the raters and systems as assumed"),
            Some(change) => {
                words.text(format!(" is not true of the raters and systems as assumed; to be true: {change}"))
            }
        };
        if let Some(change) = &claim.false_scenario {
            words = words.text(format!("; to be false: {change}"));
        }
        scenarios.push(words.text("."));
    }
    section.list(scenarios);
    section
}

fn size(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("size", "Size");
    for (statistic, words) in [
        (
            Statistic::SmallestCompletions,
            "Approximate number of people per question for every claim to reach the desired power: ",
        ),
        (Statistic::SmallestItems, "Approximate number of items, with the planned people per question: "),
    ] {
        if let Some(named) = rehearsal.get(statistic, None, &[]) {
            section.paragraph(Words::plain(words).number(named, Face::Value).text("."));
        }
    }
    let planned = rehearsal.design;
    let by_people = |design: &Design| design.items == planned.items;
    let by_items = |design: &Design| design.completions == planned.completions;
    section.figure(figure(rehearsal, ("power-by-people", "people per question", 2), &by_people));
    section.figure(figure(rehearsal, ("power-by-items", "items", 1), &by_items));
    let mut columns = vec![Column::words("items"), Column::numbers("people per question"), Column::numbers("people")];
    columns.extend(rehearsal.claims.iter().map(|claim| Column::numbers(&claim.id)));
    let currency = rehearsal.all(Statistic::Cost).next().map(|cost| cost.of.join(" ")).unwrap_or_default();
    columns.extend([Column::numbers("hours"), Column::numbers(format!("cost {currency}").trim_end())]);
    let mut table = Table::new("sizes", "Power of each claim, by size", columns);
    for design in rehearsal.sizes() {
        let label = [design.items.to_string(), design.completions.to_string()];
        let at = |statistic: Statistic| {
            Cell::from_number(rehearsal.get(statistic, None, &[&label[0], &label[1]]), Face::Value)
        };
        let power = |id: &String| {
            Cell::from_number(rehearsal.get(Statistic::PowerAt, None, &[id, &label[0], &label[1]]), Face::Value)
        };
        let planned = if design == rehearsal.design { "planned: " } else { "" };
        let mut row =
            vec![Cell::text(format!("{planned}{}", label[0])), Cell::text(&label[1]), at(Statistic::PeopleAt)];
        row.extend(rehearsal.claims.iter().map(|claim| power(&claim.id)));
        row.extend([at(Statistic::HoursAt), at(Statistic::CostAt)]);
        table.row(row);
    }
    section.table(table);
    section
}

/// The power of every claim in the sizes that `fit`, along the part of the id at `place`.
fn figure(
    rehearsal: &Rehearsal,
    (id, axis, place): (&str, &str, usize),
    fit: &dyn Fn(&Design) -> bool,
) -> crate::figure::Figure {
    let mut lines = Vec::new();
    for claim in &rehearsal.claims {
        let mut points: Vec<(usize, Spot, Number)> = Vec::new();
        for design in rehearsal.sizes().into_iter().filter(|design| fit(design)) {
            let of = [claim.id.as_str(), &design.items.to_string(), &design.completions.to_string()];
            let Some(named) = rehearsal.get(Statistic::PowerAt, None, &of) else { continue };
            let size = if place == 1 { design.items } else { design.completions as usize };
            points.extend(Spot::from_label(named, place).map(|spot| (size, spot, Number::from(named))));
        }
        points.sort_by_key(|point| point.0);
        let points = points.into_iter().map(|(_, spot, number)| (spot, number)).collect();
        lines.push(Curve { name: claim.id.clone(), points });
    }
    let title = format!("Power of each claim, by {axis}");
    curves(Caption { id: id.to_owned(), title }, &lines, axis, Some(rehearsal.options.power))
}

fn expectation_section(rehearsal: &Rehearsal, study: &Study) -> Section {
    let mut section = Section::new("expected", "What to expect");
    let cost: Vec<&NamedEstimate> = rehearsal.all(Statistic::Cost).collect();
    let mut columns = vec![Column::words("people"), Column::numbers("judgements")];
    columns.extend(["finished", "replaced", "abandoned"].map(|head| Column::numbers(head).under_heading("sessions")));
    columns.push(Column::numbers("hours"));
    columns.extend(["simulated", "estimated"].map(|head| Column::numbers(head).under_heading("minutes per session")));
    columns.extend(cost.iter().map(|named| Column::numbers(&format!("cost {}", named.of.join(" ")))));
    // One row, so that counts, hours and money each have the decimals they deserve.
    let shown = [
        Statistic::People,
        Statistic::Judgements,
        Statistic::SessionsFinished,
        Statistic::SessionsFailed,
        Statistic::SessionsLeft,
        Statistic::Hours,
        Statistic::MinutesEach,
        Statistic::MinutesEstimated,
    ];
    let numbers =
        shown.into_iter().map(|statistic| rehearsal.get(statistic, None, &[])).chain(cost.into_iter().map(Some));
    let caption =
        "The planned design; all sessions that reach the end are paid, those replaced after failed checks, too";
    let mut table = Table::new("expected", caption, columns);
    table.row(numbers.map(|named| Cell::from_number(named, Face::Value)).collect());
    section.table(table);
    let columns =
        vec![Column::words("criterion"), Column::numbers("Krippendorff's alpha"), Column::numbers("90 % of runs")];
    let mut table = Table::new("agreement", "Agreement", columns);
    for named in rehearsal.all(Statistic::AlphaExpected) {
        table.row(vec![
            Cell::text(criterion(study, named.criterion.as_deref())),
            Cell::from_number(Some(named), Face::Value),
            Cell::from_number(Some(named), Face::Interval),
        ]);
    }
    section.table(table);
    section
}

fn ablation_section(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("without", "Effect of attention checks and exclusions");
    let columns = vec![
        Column::words("without"),
        Column::words("claim"),
        Column::numbers("power"),
        Column::numbers("change"),
        Column::numbers("95 % CI"),
        Column::numbers("change in cost"),
    ];
    let mut table = Table::new("without", "Power of each claim when something is left out", columns);
    let mut last = "";
    for named in rehearsal.all(Statistic::PowerWithout) {
        let [claim, label] = named.of.as_slice() else { continue };
        let change = rehearsal.get(Statistic::PowerChangeWithout, None, &[claim, label]);
        let cost = rehearsal.all(Statistic::CostChangeWithout).find(|it| it.of.first() == Some(label));
        let first = last != label;
        table.row(vec![
            Cell::text(if first { label.as_str() } else { "" }),
            Cell::text(claim),
            Cell::from_number(Some(named), Face::Value),
            Cell::from_number(change, Face::Value),
            Cell::from_number(change, Face::Interval),
            Cell::from_number(cost.filter(|_| first), Face::Value),
        ]);
        last = label;
    }
    if !table.rows.is_empty() {
        section.paragraph(Words::plain(
            "The same runs with the same random numbers, but without the checks, without an exclusion rule, or as if every \
             participant paid attention. The last shows the most that better checks could gain.",
        ));
    }
    section.table(table);
    section
}

fn reproduction(rehearsal: &Rehearsal, study: &Study) -> Section {
    let mut section = Section::new("reproduction", "Size of a reproduction");
    let mut columns = vec![Column::words("criterion"), Column::words("pair"), Column::numbers("effect")];
    columns.extend(["n", "power"].map(|head| Column::numbers(head).under_heading("original")));
    columns.extend(["n", "power", "small telescopes"].map(|head| Column::numbers(head).under_heading("planned")));
    columns.extend(
        ["2.5 ×", "as reported", "half the effect"].map(|head| Column::numbers(head).under_heading("n needed")),
    );
    let mut table =
        Table::new("needed", "Judgements needed to reproduce the effects reported in the original", columns);
    for named in rehearsal.all(Statistic::OriginalEffect) {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let cell = |statistic: Statistic| {
            Cell::from_number(rehearsal.get(statistic, named.criterion.as_deref(), &of), Face::Value)
        };
        table.row(vec![
            Cell::text(criterion(study, named.criterion.as_deref())),
            Cell::text(of.iter().map(|id| system(study, id)).collect::<Vec<_>>().join(" – ")),
            Cell::from_number(Some(named), Face::Value),
            cell(Statistic::OriginalN),
            cell(Statistic::OriginalPower),
            cell(Statistic::PlannedN),
            cell(Statistic::PlannedPower),
            cell(Statistic::SmallTelescopesPower),
            cell(Statistic::Needed25),
            cell(Statistic::NeededAsPrinted),
            cell(Statistic::NeededForHalf),
        ]);
    }
    if !table.rows.is_empty() {
        section.paragraph(Words::plain(
            "Judgements of each system, or of both where they are compared. Power: of that many judgements for the reported \
             effect. Small telescopes: chance to rule out, if there is no effect, the effect that the original had 33 % \
             power to detect (Simonsohn 2015); with 2.5 times the original's judgements it is 80 %. The last two columns \
             are the numbers for the wanted power if the effect is as reported, and half of that. All assume independent \
             judgements; the simulated power above does not.",
        ));
    }
    section.table(table);
    section
}

fn raters(rehearsal: &Rehearsal, study: &Study) -> Section {
    let mut section = Section::new("raters", "Simulated raters");
    let columns = vec![
        Column::words("criterion"),
        Column::words("system"),
        Column::numbers("quality"),
        Column::numbers("variability"),
    ];
    let mut table = Table::new("qualities", "Assumed system quality", columns);
    for named in rehearsal.all(Statistic::Quality) {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let on = named.criterion.as_deref();
        table.row(vec![
            Cell::text(criterion(study, on)),
            Cell::text(of.iter().map(|id| system(study, id)).collect::<Vec<_>>().join(" ")),
            Cell::from_number(Some(named), Face::Value),
            Cell::from_number(rehearsal.get(Statistic::Variability, on, &of), Face::Value),
        ]);
    }
    section.table(table);
    let columns = vec![Column::words("criterion"), Column::words("parameter"), Column::numbers("value")];
    let mut table = Table::new("parameters", "Other assumptions", columns);
    for named in rehearsal.all(Statistic::CriterionModel).chain(rehearsal.all(Statistic::Behaviour)) {
        let on = criterion(study, named.criterion.as_deref());
        table.row(vec![
            Cell::text(on),
            Cell::text(named.of.join(" ").replace('_', " ")),
            Cell::from_number(Some(named), Face::Value),
        ]);
    }
    section.table(table);
    section
}

fn provenance(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("provenance", "Provenance");
    let runs = rehearsal.options.runs;
    section.list(vec![
        Words::plain("Study ").code(&rehearsal.study),
        Words::plain(format!(
            "at most {} simulated runs of each design, fewer for large designs; seed {}",
            runs.runs, runs.seed
        )),
        Words::plain("Full precision is in ").code("rehearsal.json"),
    ]);
    section
}
