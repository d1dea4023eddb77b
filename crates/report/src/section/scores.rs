//! The scores of every system on every criterion, and how its judgements are distributed.

use analysis::{CriterionSummary, Label, NamedEstimate, Results, Statistic, Topic};
use study::file::{Better, TestName};

use super::Input;
use super::family;
use super::home::families;
use crate::document::{Section, Words, slug};
use crate::figure::{Axis, Bar, Caption, Series, bars, distribution, intervals};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// What a mark beside a score means, whatever level claims are decided at.
const LEVEL: f64 = 0.05;
const CORRECTED: Statistic = Statistic::Corrected(TestName::MixedModel);

pub(super) fn section(input: &Input<'_>) -> Section {
    let results = input.results;
    let mut section = Section::new("results", "Results");
    for criterion in &results.about.criteria {
        let before = section.blocks.len();
        section.heading(format!("results-{}", slug(&criterion.id)), criterion.name.clone());
        scores(&mut section, results, criterion);
        answers(&mut section, results, criterion);
        add_other_scores(&mut section, results, criterion);
        if section.blocks.len() == before + 1 {
            section.blocks.truncate(before);
        }
    }
    if !results.missing.is_empty() {
        section.heading("not-computed", "Not computed");
        section.list(results.missing.iter().map(|reason| Words::plain(reason.clone())).collect());
    }
    section
}

/// A table and a drawing of the scores.
fn scores(section: &mut Section, results: &Results, criterion: &CriterionSummary) {
    let Some(score) = criterion.score else { return };
    let about = Some(criterion.id.as_str());
    let of_system = |statistic: Statistic, system: &str| results.get(statistic, about, &[system]);
    let columns = vec![
        Column::words("system"),
        Column::numbers(&score.words()),
        Column::numbers("interval"),
        Column::numbers("SD"),
        Column::numbers("n"),
    ];
    let id = slug(&criterion.id);
    let scored: Vec<(&str, &NamedEstimate)> = results
        .about
        .systems
        .iter()
        .filter_map(|system| Some((system.name.as_str(), of_system(score, &system.id)?)))
        .collect();
    let mut table = Table::new(format!("scores-{id}"), caption(criterion, score, scored.first()), columns);
    let best = best(results, criterion, score);
    for system in &results.about.systems {
        let Some(named) = of_system(score, &system.id) else { continue };
        let number = match best {
            Some(best) if best.id == system.id => Number::from(named).mark_best(),
            Some(best) if differs(results, criterion, (&best.id, &system.id)) => Number::from(named).with_note(
                &format!("differs from the best, {}: corrected p of the deciding model < {LEVEL}", best.name),
            ),
            Some(_) | None => Number::from(named),
        };
        let cell = |face| Cell::Number(number.clone(), face);
        let sd = Cell::from_number(of_system(Statistic::Sd, &system.id), Face::Value);
        table.row(vec![Cell::text(&system.name), cell(Face::Value), cell(Face::Interval), sd, cell(Face::N)]);
    }
    section.table(table);
    if scored.iter().any(|(_, named)| named.estimate.interval.is_some()) {
        let title = format!("{}: {} of each system with its interval", criterion.name, score.words());
        let names: Vec<String> = scored.iter().map(|(name, _)| (*name).to_owned()).collect();
        let numbers = scored.iter().map(|(_, named)| Some(Number::from(*named))).collect();
        let series = [Series { name: score.words(), numbers }];
        let caption = Caption { id: format!("interval-{id}"), title };
        // A score with a zero in the middle of its scale is a bar to either side.
        let draw = if criterion.kind == "best-worst" { bars } else { intervals };
        let axis = Axis { title: format!("{}{}", score.words(), better(criterion)), ends: criterion.scale };
        section.figure(draw(caption, &names, &series, &axis));
    }
}

/// The system with the best score, where there are several and one end of the scale is better.
fn best<'a>(results: &'a Results, criterion: &CriterionSummary, score: Statistic) -> Option<&'a Label> {
    let turned = match criterion.better {
        Better::Higher => 1.0,
        Better::Lower => -1.0,
        Better::Neither => return None,
    };
    let value = |system: &Label| {
        results.get(score, criterion.id.as_str(), &[system.id.as_str()]).map(|named| turned * named.estimate.value)
    };
    let mut known: Vec<(&Label, f64)> =
        results.about.systems.iter().filter_map(|system| Some((system, value(system)?))).collect();
    known.sort_by(|a, b| b.1.total_cmp(&a.1));
    match known[..] {
        // Of two that are the same neither is best.
        [(first, high), (_, next), ..] if high > next => Some(first),
        _ => None,
    }
}

/// Whether the deciding model tells two systems apart, after correction.
fn differs(results: &Results, criterion: &CriterionSummary, (a, b): (&str, &str)) -> bool {
    let corrected = |first, second| results.get(CORRECTED, criterion.id.as_str(), &[first, second]);
    let p = corrected(a, b).or_else(|| corrected(b, a));
    p.is_some_and(|named| named.estimate.value < LEVEL)
}

fn better(criterion: &CriterionSummary) -> &'static str {
    match criterion.better {
        Better::Higher => "; higher is better",
        Better::Lower => "; lower is better",
        Better::Neither => "",
    }
}

fn caption(criterion: &CriterionSummary, score: Statistic, first: Option<&(&str, &NamedEstimate)>) -> String {
    let better = better(criterion);
    let made = first.map(|(_, named)| Number::from(*named)).and_then(|number| number.interval_kind());
    let made = made.map_or_else(String::new, |made| format!("; {made}"));
    format!("{}: {} by system{better}{made}", criterion.name, score.words())
}

/// How often each answer was given, from worst to best.
fn answers(section: &mut Section, results: &Results, criterion: &CriterionSummary) {
    // A pair's two outcomes say nothing that its score does not; options have no order, and a table.
    if matches!(criterion.kind.as_str(), "pairwise" | "choice") {
        return;
    }
    let about = Some(criterion.id.as_str());
    let mut levels: Vec<&str> = Vec::new();
    for named in results.all(Statistic::Share, about) {
        if let [_, level] = &named.of[..]
            && !levels.contains(&level.as_str())
        {
            levels.push(level);
        }
    }
    levels.sort_by(|a, b| value(a).total_cmp(&value(b)));
    if criterion.better == Better::Lower {
        levels.reverse();
    }
    let bars: Vec<Bar> = results
        .about
        .systems
        .iter()
        .filter_map(|system| {
            let share = |level: &&str| results.get(Statistic::Share, about, &[&system.id, level]).map(Number::from);
            let parts: Option<Vec<Number>> = levels.iter().map(share).collect();
            Some(Bar { name: system.name.clone(), parts: parts? })
        })
        .collect();
    if levels.is_empty() || bars.is_empty() {
        return;
    }
    let named: Vec<String> = levels.iter().map(|level| level_name(criterion, level)).collect();
    let title = format!("{}: how often each answer was given, from worst to best", criterion.name);
    let id = format!("answers-{}", slug(&criterion.id));
    section.figure(distribution(Caption { id, title }, &named, &[bars.into()]));
}

fn value(level: &str) -> f64 {
    level.parse().unwrap_or(0.0)
}

/// The answer behind a value.
fn level_name(criterion: &CriterionSummary, level: &str) -> String {
    match (criterion.kind.as_str(), level) {
        ("best-worst", "100") => "best".to_owned(),
        ("best-worst", "0") => "neither".to_owned(),
        ("best-worst", "-100") => "worst".to_owned(),
        ("ranking", place) => format!("place {place}"),
        (_, level) => level.to_owned(),
    }
}

/// Numbers about scores that have no table of their own yet.
fn add_other_scores(section: &mut Section, results: &Results, criterion: &CriterionSummary) {
    for (statistic, numbers) in families(results, Some(&criterion.id), Topic::Scores) {
        let shown = matches!(statistic, Statistic::Sd | Statistic::Count);
        let drawn = shown || (statistic == Statistic::Share && criterion.kind != "choice");
        if Some(statistic) == criterion.score || drawn {
            continue;
        }
        let id = format!("{}-{}", slug(statistic.word()), slug(&criterion.id));
        let caption = format!("{}: {}", criterion.name, statistic.words());
        section.table(family::table(results, id, caption, &numbers));
    }
}
