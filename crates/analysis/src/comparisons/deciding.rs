//! The deciding analysis: a linear mixed model with people, items, outputs and people's taste for systems, as far as the
//! design can show each, for every response kind that gives systems a score.

use std::collections::{BTreeMap, BTreeSet};

use stats::Estimate;
use stats::decide::{
    Ballot, Caution, Decision, Difference, MostDf, Reason, Scatter, Term, Undecidable, ballots_from_graded_votes,
    ballots_from_votes, decide_ballots, decide_pair, decide_scores, decide_shares,
};
use study::file::TestName;
use study::response::{Choice, Response};

use super::strengths::Choices;
use super::{Pair, PairResult, add_family, all_pairs, comparisons_words};
use crate::Statistic;
use crate::claims::sentences::p_words;
use crate::rows::{CriterionRows, most_difference, possible_scores};
use crate::setting::Setting;
use crate::sheet::Sheet;

/// Fits the model. Differences are on the scale of the scores: points of ratings, ranks, points of best-worst scores; of
/// choices between two they are net preferences, the share that chose one less the share that chose the other; of graded
/// ones each counts by its degree, the strongest as one.
pub(crate) fn fit_deciding_model(rows: &CriterionRows<'_>) -> Result<Decision, Undecidable> {
    let systems = rows.dataset.systems.len();
    let decision = match &rows.criterion.response {
        Response::Rating(_)
        | Response::Slider(_)
        | Response::Count(_)
        | Response::Spans(_)
        | Response::Choice(_)
        | Response::Text(_) => decide_scores(&rows.as_scores()),
        Response::Pairwise(_) => {
            let choices = Choices::from_rows(rows);
            let Choices { votes, worth, items, participants } = &choices;
            decide_ballots(&ballots_from_graded_votes(votes, worth, participants, items)?, systems)
        }
        Response::Ranking(_) | Response::BestWorst(_) => decide_ballots(&ballots(rows), systems),
    };
    let decision = decision?.on_scale_of_length(most_difference(rows.criterion, systems));
    Ok(if grows_with_mean(rows, &decision) { decision.with_own_errors() } else { decision })
}

/// The same of choices between two where each counts as one, whatever its degree.
pub(crate) fn fit_ungraded_model(rows: &CriterionRows<'_>) -> Result<Decision, Undecidable> {
    let Choices { votes, items, participants, .. } = Choices::from_rows(rows);
    let decision = decide_ballots(&ballots_from_votes(&votes, &participants, &items)?, rows.dataset.systems.len())?;
    Ok(decision.on_scale_of_length(1.0))
}

/// Whether variance grows with the mean, so that a margin is tested with the judgements of its two systems alone and a mean has the
/// error of its own.
fn grows_with_mean(rows: &CriterionRows<'_>, decision: &Decision) -> bool {
    match &rows.criterion.response {
        Response::Count(_) | Response::Spans(_) => true,
        Response::Rating(_) | Response::Slider(_) => decision.cautions.contains(&Caution::FarOutputs),
        Response::Pairwise(_)
        | Response::Ranking(_)
        | Response::BestWorst(_)
        | Response::Choice(_)
        | Response::Text(_) => false,
    }
}

/// The difference that a margin is tested with, where it is not that of the model of all systems.
pub(crate) fn margin_difference(rows: &CriterionRows<'_>, pair: Pair) -> Option<Result<Difference, Undecidable>> {
    let alone = rows.decision().is_ok_and(|decision| grows_with_mean(rows, decision));
    let most = most_difference(rows.criterion, rows.dataset.systems.len());
    let decide = || Ok(Difference { most, ..decide_pair(&rows.as_scores(), pair.0, pair.1)? });
    alone.then(decide)
}

/// Every judgement that compared outputs, with the score it gave to each.
fn ballots(rows: &CriterionRows<'_>) -> Vec<Ballot> {
    let mut ballots: BTreeMap<u32, Ballot> = BTreeMap::new();
    for row in 0..rows.value.len() {
        let ballot = ballots.entry(rows.judgement[row]).or_insert_with(|| Ballot {
            rater: rows.participant[row],
            item: rows.item[row],
            scores: Vec::new(),
        });
        ballot.scores.push((rows.system[row], rows.value[row]));
    }
    ballots.into_values().collect()
}

/// Puts down the differences of the model, its means and standard deviations, and what a reader must know of it.
pub(super) fn add_statistics(sheet: &mut Sheet, rows: &CriterionRows<'_>, setting: &Setting) {
    if matches!(rows.criterion.response, Response::Choice(_) | Response::Text(_)) {
        return;
    }
    let decision = match rows.decision() {
        Ok(decision) => decision,
        Err(reason) => return sheet.miss("linear mixed model", &undecidable_words(rows, reason)),
    };
    let words = formula(decision);
    for (label, sd) in standard_deviations(decision) {
        sheet.add(Statistic::LmmSd, [label], sd, decision.rows, &words);
    }
    for system in rows.systems() {
        if let Ok(mut mean) = decision.mean(system, setting.level) {
            if !rows.are_ballots() {
                let possible = possible_scores(rows.criterion, rows.dataset.systems.len());
                mean.interval = mean.interval.map(|interval| interval.clamp(possible));
            }
            sheet.add(Statistic::LmmMean, [rows.id(system)], mean, decision.rows, &words);
        }
    }
    let compared = differences(sheet, rows, setting, decision);
    add_family(sheet, rows, setting, TestName::MixedModel, compared);
    if setting.has_margin(&rows.criterion.id) {
        margin_differences(sheet, rows, setting);
    }
    for caution in &decision.cautions {
        sheet.remark(caution_words(*caution), []);
    }
    if let Some(words) = limited_df_words(rows, decision) {
        sheet.remark(words, []);
    }
    for words in decision.scatter.iter().flat_map(|scatter| scatter_words(scatter, setting)) {
        sheet.remark(words, []);
    }
    let separate = left_out_words(decision);
    if !separate.is_empty() {
        sheet.remark(format!("The design cannot identify {separate}"), []);
    }
}

/// How unequally systems vary, and what becomes of differences.
fn scatter_words(scatter: &Scatter, setting: &Setting) -> Vec<String> {
    let of_outputs = scatter.outputs.map(|p| {
        format!(
            "Scores of some systems vary more than those of others (Brown–Forsythe test, {}): each difference uses the standard \
             error of its own two systems",
            p_words(p, setting.alpha)
        )
    });
    let of_tastes = scatter.tastes.map(|p| {
        format!(
            "Participants seem to disagree more about some systems than about others (Levene's test of their means at 20 %, {}): a \
             difference between systems they disagree about has at least the standard error of a model of these two alone",
            p_words(p, setting.alpha)
        )
    });
    if of_outputs.is_none() && of_tastes.is_none() {
        let own_items = "Each system has items of its own: differences use the standard error of Welch's test where it is larger \
                         than that of the model";
        return vec![own_items.to_owned()];
    }
    of_outputs.into_iter().chain(of_tastes).collect()
}

fn differences(sheet: &mut Sheet, rows: &CriterionRows<'_>, setting: &Setting, decision: &Decision) -> Vec<PairResult> {
    let mut compared = Vec::new();
    for pair in all_pairs(&rows.systems()) {
        match decision.difference(pair.0, pair.1) {
            Ok(found) => {
                let estimate = as_estimate(&found, setting);
                compared.push(PairResult { pair, estimate, n: rows.judgements.len() });
            }
            Err(reason) => {
                sheet.miss_about(
                    Statistic::DIFFERENCE,
                    [rows.id(pair.0), rows.id(pair.1)],
                    &undecidable_words(rows, &reason),
                );
            }
        }
    }
    compared
}

/// Why nothing can be decided, with the names of systems, which the model knows by number.
fn undecidable_words(rows: &CriterionRows<'_>, reason: &Undecidable) -> String {
    match reason {
        Undecidable::NeverJudged { system } => {
            format!("{} was never judged, so it cannot be compared", rows.id(*system))
        }
        Undecidable::NeverCompared { first, second } => {
            let (first, second) = (rows.id(*first), rows.id(*second));
            format!("{first} and {second} were never compared, not even through other systems")
        }
        Undecidable::OneSystem
        | Undecidable::Confounded { .. }
        | Undecidable::NoVariation
        | Undecidable::NoDisagreement
        | Undecidable::NotConverged
        | Undecidable::TooLarge { .. }
        | Undecidable::Invalid(_) => reason.to_string(),
    }
}

/// `margin_difference[errors, svm, gedi]`: what a margin is tested with where variance grows with the mean.
fn margin_differences(sheet: &mut Sheet, rows: &CriterionRows<'_>, setting: &Setting) {
    for pair in all_pairs(&rows.systems()) {
        let of = [rows.id(pair.0), rows.id(pair.1)];
        match margin_difference(rows, pair) {
            None => return,
            Some(Ok(found)) => {
                let estimate = as_estimate(&found, setting);
                sheet.add(Statistic::MarginDifference, of, estimate, rows.judgements.len(), MARGIN);
            }
            Some(Err(reason)) => sheet.miss_about(Statistic::MarginDifference, of, &undecidable_words(rows, &reason)),
        }
    }
}

const MARGIN: &str = "linear mixed model of these two systems alone, for tests against a margin: counts vary \
                      more the larger they are";

fn as_estimate(found: &Difference, setting: &Setting) -> Estimate {
    Estimate::from(found.possible_value())
        .se(found.se)
        .df(found.df.is_finite().then_some(found.df))
        .interval(Some(found.interval(setting.level)))
        .p(found.differs())
}

/// `option_difference[error, svm, gedi, grammar]`: the difference of the shares of judgements that chose an option, by
/// the same model on 0 and 1 with the variance of shares, and with Holm's or the study's correction over all pairs and options.
pub(crate) fn choice_differences(sheet: &mut Sheet, rows: &CriterionRows<'_>, choice: &Choice, setting: &Setting) {
    let method = TestName::MixedModel.method();
    let mut found = Vec::new();
    let mut cautions: Vec<String> = Vec::new();
    for option in choice.options.iter().map(|option| option.id()) {
        let chosen = rows.choosing(option);
        let shares = match decide_shares(&chosen.as_scores()) {
            Ok(shares) => shares,
            Err(reason) => {
                sheet.miss_about(Statistic::OptionDifference, [option], &reason.to_string());
                continue;
            }
        };
        // That few outputs have a rare option is what shares look like, and their intervals allow for it.
        let worth_saying = |caution: &&Caution| **caution != Caution::FarOutputs;
        let said = shares.decision.cautions.iter().filter(worth_saying).map(|caution| caution_words(*caution));
        for caution in said.chain(limited_df_words(&chosen, &shares.decision)) {
            if !cautions.contains(&caution) {
                cautions.push(caution);
            }
        }
        for pair in all_pairs(&chosen.systems()) {
            match shares.difference(pair.0, pair.1) {
                Ok(difference) => found.push((pair, option, difference, shares.decision.rows)),
                Err(reason) => {
                    let about = [rows.id(pair.0), rows.id(pair.1), option];
                    sheet.miss_about(Statistic::OptionDifference, about, &reason.to_string());
                }
            }
        }
    }
    let p: Vec<stats::PValue> = found.iter().map(|(_, _, difference, _)| difference.differs()).collect();
    let corrected = crate::setting::correct(&p, setting.correction);
    let correction = crate::setting::correction_words(setting.correction);
    let how = format!("{} on 0 and 1; {correction} over {}", method.words, comparisons_words(found.len()));
    for ((pair, option, difference, n), p) in found.into_iter().zip(corrected) {
        let of = [rows.id(pair.0), rows.id(pair.1), option];
        let words = format!("{} on 0 and 1, {SCORE}: {}", method.words, method.assumes.words());
        let estimate = Estimate::from(difference.value)
            .se(difference.se)
            .df(difference.df.is_finite().then_some(difference.df))
            .interval(Some(difference.interval(setting.level)))
            .p(difference.differs());
        sheet.add(Statistic::OptionDifference, of, estimate, n, &words);
        sheet.add(Statistic::OptionDifferenceCorrected, of, Estimate::from(p.value()).p(p), n, &how);
    }
    for caution in cautions {
        sheet.remark(caution, []);
    }
}

const SCORE: &str =
    "with the score interval and test for shares, using the effective number of judgements from the model";

/// The model as it was fitted.
fn formula(decision: &Decision) -> String {
    let terms: Vec<&str> = decision.effects.iter().map(|(term, _)| term_word(*term)).collect();
    let random = if terms.is_empty() { "no random effects".to_owned() } else { terms.join(", ") };
    format!("linear mixed model, random effects: {random}; REML, Satterthwaite's degrees of freedom")
}

fn standard_deviations(decision: &Decision) -> Vec<(&'static str, f64)> {
    let effects = decision.effects.iter().map(|(term, sd)| (term_word(*term), *sd));
    effects.chain([("Residual", decision.residual_sd)]).collect()
}

fn term_word(term: Term) -> &'static str {
    match term {
        Term::Rater => "participant",
        Term::Item => "item",
        Term::Output => "output",
        Term::Taste => "taste",
        Term::Reading => "reading",
    }
}

/// What a reader must know before generalising, as a sentence without its full stop.
#[must_use]
pub fn caution_words(caution: Caution) -> String {
    match caution {
        Caution::TheseRaters { raters } => format!(
            "{raters} {} judged: people's tastes cannot be separated from the systems, so the conclusions are about these \
             people only",
            if raters == 1 { "person" } else { "people" }
        ),
        Caution::FewRaters { raters } => format!(
            "Only {raters} people judged: little is known about how much people's tastes differ, and only large differences \
             can be shown"
        ),
        Caution::TheseItems { items } => {
            format!(
                "{items} {} judged: the conclusions are about these only",
                if items == 1 { "item was" } else { "items were" }
            )
        }
        Caution::FewItems { items } => format!(
            "Only {items} items were judged: little is known about how much items and single outputs differ, and only large \
             differences can be shown to hold for other items"
        ),
        Caution::FarOutputs => {
            "A few outputs have scores far from all others: intervals may be too short. Look at these outputs, \
                                and at the same analysis of logarithms or of scores cut off at a bound"
                .to_owned()
        }
    }
}

/// From this many degrees of freedom on, a limit hardly shows in a p-value or an interval.
const MANY_DF: f64 = 30.0;

/// That few people limit the degrees of freedom, where they do and it shows.
fn limited_df_words(rows: &CriterionRows<'_>, decision: &Decision) -> Option<String> {
    let MostDf { df, of } = decision.limited_df().filter(|limit| limit.df < MANY_DF)?;
    let df = stats::to_decimals(df, 1);
    let df = df.strip_suffix(".0").unwrap_or(&df);
    let people = || rows.participant.iter().collect::<BTreeSet<_>>().len();
    let items = || rows.item.iter().collect::<BTreeSet<_>>().len();
    let (who, what) = match of {
        Term::Rater | Term::Taste | Term::Reading => (format!("{} people", people()), "tastes for systems differ"),
        Term::Item | Term::Output => (format!("{} items", items()), "outputs differ"),
    };
    Some(format!(
        "Degrees of freedom of differences are limited to {df}: the judgements of {who} tell no more about how much {what}"
    ))
}

/// What could not be separated, and why.
fn left_out_words(decision: &Decision) -> String {
    let words = decision.left_out.iter().filter_map(|left| {
        let what = match left.term {
            Term::Rater => "how much people differ",
            Term::Item => "how much items differ",
            Term::Output => "how much single outputs differ",
            Term::Taste => "people's tastes for systems",
            Term::Reading => "how one person sees one output",
        };
        let why = match left.reason {
            // A caution says so already.
            Reason::Single | Reason::Two => return None,
            Reason::NotRepeated => "nothing was judged twice in that respect",
            Reason::TooRare => "too little was judged twice in that respect",
            Reason::SameAs(other) => match other {
                Term::Rater | Term::Taste => "it cannot be separated from people",
                Term::Item | Term::Output | Term::Reading => "it cannot be separated from items",
            },
        };
        Some(format!("{what} ({why})"))
    });
    words.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    /// People who have no tastes at all: the variance of tastes is estimated as zero.
    fn limits(people: u32) -> Vec<String> {
        let mut text = "rater,item,system,rating\n".to_owned();
        for (person, item, system) in
            (0..people).flat_map(|p| (0..12).flat_map(move |i| (0..3).map(move |s| (p, i, s))))
        {
            let mixed = u64::from(person + 97 * item + 1009 * system).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let _ = writeln!(text, "p{person},i{item},s{system},{}", 1 + (mixed >> 40) % 5);
        }
        let table = table::Table::read("ratings.csv", text.as_bytes()).unwrap();
        let dataset = dataset::from_table(&table, &dataset::Mapping::default(), None).unwrap();
        let results = crate::run(None, &dataset, crate::Options { seed: 1, replicates: 0, level: 0.95 });
        let remarks = results.remarks.into_iter().map(|remark| remark.text);
        remarks.filter(|text| text.starts_with("Degrees of freedom")).collect()
    }

    #[test]
    fn a_limit_on_degrees_of_freedom_is_named_where_it_shows() {
        let limited = "Degrees of freedom of differences are limited to 8: the judgements of 3 people tell no more about \
                       how much tastes for systems differ";
        assert_eq!(limits(3), [limited]);
        assert!(limits(12).is_empty(), "a limit of 35 hardly shows");
    }
}
