//! Comparisons of what was judged together: shares, sign tests, Bradley–Terry, Plackett–Luce.

use dataset::Subject;
use stats::hypothesis::{TestOptions, sign};
use stats::preference::{Choice, Vote, Votes, pair_scores, position_bias, system_scores};
use stats::strength::bradley_terry::{self, Position};
use stats::strength::plackett_luce::{self, Ranking};
use stats::strength::{Clusters, Ties, Uncertainty};
use stats::{Estimate, StatError};
use study::file::TestName;
use study::response::{Answer, Preference, Response};

use super::{PairResult, add_family, keep_computable};
use crate::Statistic;
use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::{ALONE, Sheet};

/// The choices between two outputs, with their items and participants.
pub(crate) struct Choices {
    pub(crate) votes: Vec<Vote>,
    /// How much better the first is, from −1 to 1: 1 or −1 where it was only asked which is better.
    pub(crate) worth: Vec<f64>,
    pub(crate) items: Vec<u32>,
    pub(crate) participants: Vec<u32>,
}

impl Choices {
    pub(crate) fn from_rows(judged: &CriterionRows<'_>) -> Choices {
        let mut choices = Choices { votes: Vec::new(), worth: Vec::new(), items: Vec::new(), participants: Vec::new() };
        for judgement in &judged.judgements {
            let Subject::Item { item, systems } = &judgement.subject else { continue };
            let &[first, second] = systems.as_slice() else { continue };
            let choice = match (judgement.answer.choice(), &judgement.answer) {
                (Some(Preference::First), _) | (None, Answer::BestWorst { best: 0, .. }) => Choice::First,
                (Some(Preference::Second), _) | (None, Answer::BestWorst { .. }) => Choice::Second,
                (Some(Preference::Equal), _) => Choice::Neither,
                (None, _) => continue,
            };
            choices.worth.push(match choice {
                Choice::First => grade(&judged.criterion.response, &judgement.answer),
                Choice::Second => -grade(&judged.criterion.response, &judgement.answer),
                Choice::Neither => 0.0,
            });
            choices.votes.push(Vote { first: first.into(), second: second.into(), choice });
            choices.items.push(*item as u32);
            choices.participants.push(judgement.participant);
        }
        choices
    }

    /// How much better one system was called than another, over the judgements that showed both.
    fn mean_grade(&self, [a, b]: [u32; 2]) -> f64 {
        let worth = self.votes.iter().zip(&self.worth).filter_map(|(vote, worth)| match (vote.first, vote.second) {
            shown if shown == (a, b) => Some(*worth),
            shown if shown == (b, a) => Some(-worth),
            _others => None,
        });
        let (sum, n) = worth.fold((0.0, 0.0), |(sum, n), worth| (sum + worth, n + 1.0));
        if n > 0.0 { sum / n } else { 0.0 }
    }
}

/// How much better one of two is called, as a share of the strongest degree; 1 where only which is better was asked.
pub(crate) fn grade(response: &Response, answer: &Answer) -> f64 {
    match (response, answer) {
        (Response::Pairwise(pairwise), Answer::Graded(grade)) => {
            f64::from(grade.abs()) / f64::from(pairwise.strongest())
        }
        (_, _) => 1.0,
    }
}

/// Wins, losses and ties of every system; shares, net preference and sign test of every pair; and
/// whether the side shown first was chosen more often.
pub(super) fn pairs(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let choices = Choices::from_rows(judged);
    if choices.votes.is_empty() {
        return;
    }
    let result = Votes::new(choices.votes.clone(), Some(&choices.items), Some(&choices.participants));
    let votes = match result {
        Ok(votes) => votes,
        Err(reason) => return sheet.miss("shares", &reason.to_string()),
    };
    if let Ok(scores) = system_scores(&votes, stats::resample::Plan { replicates: 0, ..setting.plan }, setting.level) {
        for score in scores {
            let of = [judged.id(score.system as usize)];
            let all = score.wins + score.losses + score.ties;
            sheet.count(Statistic::Wins, of, score.wins, all);
            sheet.count(Statistic::Losses, of, score.losses, all);
            sheet.count(Statistic::Ties, of, score.ties, all);
            if matches!(judged.criterion.response, Response::Pairwise(_)) {
                let words = "100 · (wins − losses) / comparisons";
                sheet.add(Statistic::BestWorst, of, Estimate { interval: None, ..score.best_worst }, all, words);
            }
        }
    }
    let mut signs = Vec::new();
    for pair in pair_scores(&votes, setting.plan, setting.level).unwrap_or_default() {
        let systems = pair.systems.map(|system| system as usize);
        let [a, b] = systems.map(|system| judged.id(system));
        let [first, ties, second] = pair.counts;
        let all = first + ties + second;
        sheet.count(Statistic::WinsOver, [a, b], first, all);
        sheet.count(Statistic::WinsOver, [b, a], second, all);
        sheet.count(Statistic::TiesBetween, [a, b], ties, all);
        let words = "share of the judgements that showed both; bootstrap over items and participants";
        let other = second as f64 / all.max(1) as f64;
        sheet.add(Statistic::PairShare, [a, b], pair.share, all, words);
        sheet.add(Statistic::PairShare, [b, a], other, all, "share of the judgements that showed both");
        sheet.add(Statistic::PairEqual, [a, b], pair.ties, all, words);
        sheet.add(Statistic::PairNet, [a, b], pair.net, all, "difference of the two shares");
        if matches!(&judged.criterion.response, Response::Pairwise(pairwise) if pairwise.is_graded()) {
            let mean = choices.mean_grade(pair.systems);
            let words = "mean preference for the first by its degree: 1 is the strongest, 0 equal, below 0 the second";
            sheet.add(Statistic::PairGrade, [a, b], mean, all, words);
        }
        let asked = TestOptions { level: setting.level, ..TestOptions::default() };
        let test = sign::of_counts(first as u64, second as u64, ties as u64, asked).map(|test| test.statistic);
        signs.push(((systems[0], systems[1]), all, test));
    }
    let compared = keep_computable(sheet, judged, TestName::Sign, signs);
    add_family(sheet, judged, setting, TestName::Sign, compared);
    if let Ok(bias) = position_bias(&votes, setting.level) {
        let words = "share of decided judgements for the output shown first; exact binomial test";
        sheet.add(Statistic::FirstShare, ALONE, bias.first, bias.decided, words);
    }
}

/// Bradley–Terry strengths; with ties, Davidson's model.
pub(super) fn bradley_terry(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    if let Err(reason) = try_bradley_terry(sheet, judged, setting) {
        sheet.miss("Bradley–Terry strengths", &reason.to_string());
    }
}

fn try_bradley_terry(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) -> Result<(), StatError> {
    let choices = Choices::from_rows(judged);
    let systems = judged.systems();
    let code = |system: u32| systems.iter().position(|known| *known == system as usize).unwrap_or(0) as u32;
    let votes: Vec<Vote> =
        choices.votes.iter().map(|v| Vote { first: code(v.first), second: code(v.second), choice: v.choice }).collect();
    if votes.is_empty() {
        return Err(StatError::TooFew { what: "choices between two", needed: 1, found: 0 });
    }
    let ties = if votes.iter().any(|vote| vote.choice == Choice::Neither) { Ties::Davidson } else { Ties::Drop };
    let options = bradley_terry::Options {
        ties,
        position: Position::Ignored,
        covariates: None,
        uncertainty: Uncertainty::Sandwich(Clusters::Two(&choices.items, &choices.participants)),
        level: setting.level,
    };
    let fit = bradley_terry::fit(stats::strength::Votes { systems: systems.len(), votes: &votes }, options)?;
    let names: Vec<String> = systems.iter().map(|system| judged.id(*system).to_owned()).collect();
    let words = if ties == Ties::Davidson {
        "Davidson's model with ties, standard errors clustered by item and participant"
    } else {
        "Bradley–Terry log strength, standard errors clustered by item and participant"
    };
    let estimates = fit.estimates(&names);
    let found_by = (TestName::BradleyTerry, Statistic::BtStrength, words, votes.len());
    add_strengths(sheet, judged, setting, found_by, estimates);
    let position = bradley_terry::Options { position: Position::Estimated, ..options };
    if let Ok(fit) = bradley_terry::fit(stats::strength::Votes { systems: systems.len(), votes: &votes }, position) {
        for estimate in fit.estimates(&names).into_iter().filter(|estimate| estimate.name == "position") {
            let words = "log advantage of the output shown first, strengths being equal";
            sheet.add(Statistic::BtPosition, estimate.of.clone(), estimate, votes.len(), words);
        }
    }
    Ok(())
}

/// Plackett–Luce strengths of rankings.
pub(super) fn plackett_luce(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    if let Err(reason) = try_plackett_luce(sheet, judged, setting) {
        sheet.miss("Plackett–Luce strengths", &reason.to_string());
    }
}

fn try_plackett_luce(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) -> Result<(), StatError> {
    let systems = judged.systems();
    let code = |system: u16| systems.iter().position(|known| *known == system as usize).unwrap_or(0) as u32;
    let (mut rankings, mut items, mut participants) = (Vec::new(), Vec::new(), Vec::new());
    for judgement in &judged.judgements {
        let (Subject::Item { item, systems: shown }, Answer::Ranking(places)) = (&judgement.subject, &judgement.answer)
        else {
            continue;
        };
        rankings.push(Ranking::from_places(places.iter().copied().zip(shown.iter().map(|s| code(*s))).collect()));
        items.push(*item as u32);
        participants.push(judgement.participant);
    }
    let uncertainty = Uncertainty::Sandwich(Clusters::Two(&items, &participants));
    let options = plackett_luce::Options { uncertainty, level: setting.level };
    let fit = plackett_luce::fit(systems.len(), &rankings, options)?;
    let names: Vec<String> = systems.iter().map(|system| judged.id(*system).to_owned()).collect();
    let words = if fit.ties.is_empty() {
        "Plackett–Luce log strength, standard errors clustered by item and participant"
    } else {
        "Plackett–Luce log strength with shared places (Davidson and Luce), standard errors clustered by item and participant"
    };
    let estimates = fit.estimates(&names);
    let found_by = (TestName::PlackettLuce, Statistic::PlStrength, words, rankings.len());
    add_strengths(sheet, judged, setting, found_by, estimates);
    Ok(())
}

fn add_strengths(
    sheet: &mut Sheet,
    judged: &CriterionRows<'_>,
    setting: &Setting,
    (test, statistic, words, n): (TestName, Statistic, &str, usize),
    estimates: Vec<Estimate>,
) {
    let system = |id: &String| judged.dataset.systems.iter().position(|system| system.id == *id);
    let mut compared = Vec::new();
    for estimate in estimates {
        match estimate.of.as_slice() {
            [id] => sheet.add(statistic, [id.clone()], estimate, n, words),
            [a, b] => {
                if let (Some(first), Some(second)) = (system(a), system(b)) {
                    compared.push(PairResult { pair: (first, second), estimate, n });
                }
            }
            [] | [_, _, _, ..] => {}
        }
    }
    add_family(sheet, judged, setting, test, compared);
}
