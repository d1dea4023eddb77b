//! Every analysis of each claim: whether the outcome hangs on the choice of one.

use analysis::{Change, ClaimResult, NamedEstimate, Otherwise, Results, Statistic, Verdict};
use study::claim::Claim;
use study::file::{Better, TestName};
use study::method::Method;

use super::{Input, printed_name};
use crate::answer::effects::{Aim, Names, Part, parts};
use crate::document::Section;
use crate::figure::{Analysis, Caption, ClaimLine, Points, Role, analyses};
use crate::number::Number;
use crate::table::Table;

pub(super) fn section(input: &Input<'_>) -> Section {
    let mut section = Section::new("every-analysis", "Every analysis of each claim");
    let Some(study) = input.study else { return section };
    let lines: Vec<ClaimLine> = study.claims.iter().filter_map(|claim| line(input.results, claim)).collect();
    let title = "Every analysis of each claim, for the comparison that supports it least; only the claim’s own \
                 test decides, and the others show whether the verdict depends on a single choice; dotted lines: \
                 p = 0.05, uncorrected; values beyond 6 are shown at the edge";
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
    let parts: Vec<Part> = parts(claim, &names);
    let decided = results.claims.iter().find(|result| result.id == claim.id)?;
    let compared: Vec<(&Part, Vec<Analysis>)> =
        parts.iter().map(|part| (part, of_part(results, part, decided))).filter(|(_, all)| !all.is_empty()).collect();
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
    let [a, b] = part.pair.each_ref().map(|id| printed_name(results, id));
    let on = part.on.as_ref().map(|on| format!(", {on}")).unwrap_or_default();
    let by = match part.aim {
        Aim::Above(by) if by > 0.0 => format!(", by at least {by}"),
        Aim::Above(_) => String::new(),
        Aim::Within(within) => format!(", the same within {within}"),
    };
    let of = if parts.len() > 1 { format!(" (weakest of {})", parts.len()) } else { String::new() };
    Some(ClaimLine { claim: claim.id.clone(), comparison: format!("{a} and {b}{on}{by}{of}"), analyses: all })
}

fn of_part(results: &Results, part: &Part, decided: &ClaimResult) -> Vec<Analysis> {
    let mut all = match part.aim {
        Aim::Above(by) if by <= 0.0 => against_zero(results, part, decided),
        Aim::Above(margin) | Aim::Within(margin) => against_margin(results, part, (decided, margin)),
    };
    all.sort_by_key(|analysis| analysis.role);
    all
}

/// What another analysis makes of the claim.
fn verdict_under(decided: &ClaimResult, change: &str, what: &str) -> Option<Verdict> {
    let fits = |other: &&Otherwise| other.change.word() == change && other.what == what;
    decided.otherwise.iter().find(fits).map(|other| other.verdict)
}

/// By every test against no difference, and by the claim's own on other judgements.
fn against_zero(results: &Results, part: &Part, decided: &ClaimResult) -> Vec<Analysis> {
    let [a, b] = part.pair.each_ref().map(String::as_str);
    let is_own = |method: &Method| decided.rule.starts_with(method.words);
    let points = |named: &NamedEstimate, statistic: Statistic| {
        let turned = named.of[0] != a;
        let as_claimed = is_above(results, part, (named, statistic))? != turned;
        Some(if as_claimed { Points::AsClaimed } else { Points::Against })
    };
    let made = |method: &Method| {
        let of = |first, second| results.get(Statistic::Test(method.test), part.criterion.as_str(), &[first, second]);
        let named = of(a, b).or_else(|| of(b, a)).filter(|named| named.estimate.p.is_some())?;
        let own = is_own(method);
        let role = if own {
            Role::Deciding
        } else if method.assumes.ignores_repeats() {
            Role::Independent
        } else if method.assumes.ignores_tastes() {
            Role::WithoutTastes
        } else {
            Role::Beside
        };
        let verdict =
            if own { Some(decided.verdict) } else { verdict_under(decided, Change::Test.word(), method.words) };
        let number = Number::from(named).quiet();
        Some(Analysis {
            name: method.words.to_owned(),
            number,
            role,
            points: points(named, Statistic::Test(method.test))?,
            verdict: verdict?,
        })
    };
    let own = Method::ALL.iter().find(|method| is_own(method)).map(|method| Statistic::Test(method.test));
    let on_other_data = |named: &NamedEstimate| {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let [first, second, statistic, change, what] = of[..] else { return None };
        let statistic: Statistic = statistic.parse().ok()?;
        let pair = [first, second] == [a, b] || [first, second] == [b, a];
        (pair && Some(statistic) == own && is_signed(statistic)).then_some(())?;
        other_data(decided, named, (change, what), points(named, statistic)?)
    };
    let methods = Method::ALL.iter().filter_map(made);
    methods.chain(results.all(Statistic::Otherwise, Some(&part.criterion)).filter_map(on_other_data)).collect()
}

/// The test against the claim's margin, on its own and on other judgements.
fn against_margin(results: &Results, part: &Part, (decided, margin): (&ClaimResult, f64)) -> Vec<Analysis> {
    let size = margin.to_string();
    let about = [part.pair[0].as_str(), part.pair[1].as_str(), size.as_str()];
    let made = |named: &NamedEstimate| {
        let points = if named.estimate.p?.value() < 0.5 { Points::AsClaimed } else { Points::Against };
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        match of.strip_prefix(&about)? {
            [] => {
                let name = match part.aim {
                    Aim::Above(_) => "linear mixed model, one-sided test against the margin",
                    Aim::Within(_) => "linear mixed model, two one-sided tests",
                };
                let number = Number::from(named).quiet();
                Some(Analysis { name: name.to_owned(), number, role: Role::Deciding, points, verdict: decided.verdict })
            }
            [change, what] => other_data(decided, named, (*change, *what), points),
            _ => None,
        }
    };
    results.all(Statistic::AgainstMargin, Some(&part.criterion)).filter_map(made).collect()
}

fn other_data(
    decided: &ClaimResult,
    named: &NamedEstimate,
    (change, what): (&str, &str),
    points: Points,
) -> Option<Analysis> {
    let verdict = verdict_under(decided, change, what)?;
    let name = Change::from_word(change)?.words(what);
    Some(Analysis { name, number: Number::from(named).quiet(), role: Role::OtherData, points, verdict })
}

/// Whether a statistic is above zero when the first system is above the second.
fn is_signed(statistic: Statistic) -> bool {
    let Statistic::Test(test) = statistic else { return false };
    match test {
        TestName::StudentT
        | TestName::WelchT
        | TestName::PairedT
        | TestName::AnovaTukey
        | TestName::Sign
        | TestName::MixedModel
        | TestName::OrdinalModel
        | TestName::BradleyTerry
        | TestName::PlackettLuce
        | TestName::Bootstrap => true,
        TestName::MannWhitney | TestName::Wilcoxon | TestName::Friedman | TestName::Tost => false,
    }
}

/// Whether the first system that a number is about is above the second, by the number where it has a sign, else by the scores.
fn is_above(results: &Results, part: &Part, (named, statistic): (&NamedEstimate, Statistic)) -> Option<bool> {
    let value = named.estimate.value;
    let asked = results.about.criteria.iter().find(|it| it.id == part.criterion)?;
    if statistic == Statistic::Test(TestName::Sign) {
        return Some(value > 0.5);
    }
    if is_signed(statistic) {
        // Strengths go up where ranks go down.
        let turned = statistic == Statistic::Test(TestName::PlackettLuce) && asked.better == Better::Lower;
        return Some((value > 0.0) != turned);
    }
    let score = |id: &String| Some(results.get(asked.score?, asked.id.as_str(), &[id])?.estimate.value);
    Some(score(&named.of[0])? > score(&named.of[1])?)
}
