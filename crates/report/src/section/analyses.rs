//! Every analysis of each claim: whether the outcome hangs on the choice of one.

use analysis::{Named, Results};
use study::claim::Claim;
use study::file::Better;
use study::method::Method;

use super::{Input, printed};
use crate::answer::effects::{Aim, Names, Part, parts};
use crate::document::Section;
use crate::figure::{Analysis, Caption, ClaimLine, Points, Role, analyses};
use crate::number::Number;
use crate::table::Table;

pub(super) fn section(input: &Input<'_>) -> Section {
    let mut section = Section::new("every-analysis", "Every analysis of each claim");
    let Some(study) = input.study else { return section };
    let lines: Vec<ClaimLine> = study.claims.iter().filter_map(|claim| line(input.results, claim)).collect();
    let title =
        "Every analysis of each claim, for the comparison that supports it least; dotted lines: p = 0.05, uncorrected";
    let drawn = analyses(Caption { id: "analyses".to_owned(), title: title.to_owned() }, &lines);
    let table = Table { id: "every-analysis-of-claims".to_owned(), ..drawn.data.clone() };
    section.figure(drawn);
    section.table(table);
    section
}

/// The comparison of a claim that supports it least, by every method that was computed.
fn line(results: &Results, claim: &Claim) -> Option<ClaimLine> {
    let names = Names {
        systems: results.about.systems.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect(),
        criteria: results.about.criteria.iter().map(|it| (it.id.as_str(), it.name.as_str())).collect(),
    };
    let parts: Vec<Part> =
        parts(claim, &names).into_iter().filter(|part| matches!(part.aim, Aim::Above(by) if by <= 0.0)).collect();
    let rule = results.claims.iter().find(|result| result.id == claim.id).map(|result| result.rule.as_str())?;
    let compared: Vec<(&Part, Vec<Analysis>)> =
        parts.iter().map(|part| (part, of_part(results, part, rule))).filter(|(_, all)| !all.is_empty()).collect();
    // The claim's own test tells which is weakest; where there is none, the model that fits the design.
    let strength = |all: &[Analysis]| {
        let own = all.iter().min_by_key(|analysis| analysis.role)?;
        let far = own.number.standard_errors()?;
        Some(if own.points == Points::AsClaimed { far } else { -far })
    };
    let (part, all) = compared.into_iter().min_by(|(_, a), (_, b)| {
        let [a, b] = [a, b].map(|all| strength(all).unwrap_or(f64::INFINITY));
        a.total_cmp(&b)
    })?;
    let [a, b] = part.pair.each_ref().map(|id| printed(results, id));
    let on = part.on.as_ref().map(|on| format!(", {on}")).unwrap_or_default();
    let of = if parts.len() > 1 { format!(" (weakest of {})", parts.len()) } else { String::new() };
    Some(ClaimLine { claim: claim.id.clone(), comparison: format!("{a} and {b}{on}{of}"), analyses: all })
}

fn of_part(results: &Results, part: &Part, rule: &str) -> Vec<Analysis> {
    let [a, b] = part.pair.each_ref().map(String::as_str);
    let find = |statistic: &str| {
        let of = |first, second| results.get(statistic, part.criterion.as_str(), &[first, second]);
        of(a, b).map(|named| (named, false)).or_else(|| of(b, a).map(|named| (named, true)))
    };
    let made = |method: &Method| {
        let (named, turned) = find(method.statistic)?;
        named.estimate.p?;
        let role = if rule.starts_with(method.words) {
            Role::Deciding
        } else if method.assumes.ignores_repeats() {
            Role::Independent
        } else {
            Role::Beside
        };
        let as_claimed = is_above(results, part, named)? != turned;
        let points = if as_claimed { Points::AsClaimed } else { Points::Against };
        Some(Analysis { name: method.words.to_owned(), number: Number::from(named).quiet(), role, points })
    };
    let mut all: Vec<Analysis> = Method::ALL.iter().filter_map(made).collect();
    all.sort_by_key(|analysis| analysis.role);
    all
}

/// Whether the first system that a number is about is above the second, by the number where it has a sign, else by the scores.
fn is_above(results: &Results, part: &Part, named: &Named) -> Option<bool> {
    let value = named.estimate.value;
    let asked = results.about.criteria.iter().find(|it| it.id == part.criterion)?;
    if named.name.ends_with("difference") || named.name.ends_with("_t") {
        // Strengths go up where ranks go down.
        let turned = named.name == "pl_difference" && asked.better == Better::Lower;
        return Some((value > 0.0) != turned);
    }
    if named.name == "sign" {
        return Some(value > 0.5);
    }
    let score = |id: &String| Some(results.get(asked.score.as_deref()?, asked.id.as_str(), &[id])?.estimate.value);
    Some(score(&named.of[0])? > score(&named.of[1])?)
}
