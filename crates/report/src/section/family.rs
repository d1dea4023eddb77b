//! A table of numbers of one kind, whatever they are about. Every number of the results that no
//! section lays out specially is shown by one of these.

use analysis::{Named, Results};

use super::printed;
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Table};

/// No table is longer; the rest is in `results.json`.
const MOST: usize = 60;

/// One row per number: what it is about, and every face that any of them has.
pub(super) fn table(results: &Results, id: String, caption: String, numbers: &[&Named]) -> Table {
    let has = |face: Face| {
        numbers.iter().any(|named| match face {
            Face::Interval => named.estimate.interval.is_some(),
            Face::Df => !named.estimate.df.is_empty(),
            Face::P => named.estimate.p.is_some(),
            Face::N => named.n > 0 && named.method != "count",
            Face::Value | Face::Percent | Face::Both | Face::Se => true,
        })
    };
    let faces =
        [("value", Face::Value), ("interval", Face::Interval), ("df", Face::Df), ("p", Face::P), ("n", Face::N)];
    let faces: Vec<(&str, Face)> = faces.into_iter().filter(|(_, face)| has(*face)).collect();
    let mut columns = vec![Column::words("")];
    columns.extend(faces.iter().map(|(head, _)| Column::numbers(head)));
    let mut table = Table::new(id, caption, columns);
    for named in numbers.iter().take(MOST) {
        let number = Number::from(*named);
        let mut cells = vec![Cell::text(label(results, named))];
        cells.extend(faces.iter().map(|(_, face)| Cell::Number(number.clone(), *face)));
        table.row(cells);
    }
    if numbers.len() > MOST {
        let rest = std::iter::repeat_n(Cell::text(""), faces.len());
        table.row(std::iter::once(Cell::text("… more in results.json")).chain(rest).collect());
    }
    table
}

/// What a number is about, in printed names.
pub(super) fn label(results: &Results, named: &Named) -> String {
    let labels: Vec<&str> = named.of.iter().map(|label| printed(results, label)).collect();
    if labels.is_empty() { "all".to_owned() } else { labels.join(" – ") }
}

/// What numbers are, with how they were made where that says more.
pub(super) fn by(words: &str, method: &str) -> String {
    if method.is_empty() || method == words || method == "count" {
        return words.to_owned();
    }
    format!("{words} ({method})")
}

/// A name of the results as a reader knows it. Names not listed read as they are written.
pub(super) fn words(name: &str) -> String {
    let known = match name {
        "alpha" => "Krippendorff's alpha",
        "alpha_nominal" => "Krippendorff's alpha, nominal",
        "alpha_ordinal" => "Krippendorff's alpha, ordinal",
        "alpha_interval" => "Krippendorff's alpha, interval",
        "alpha_u" => "Krippendorff's alpha for unitising",
        "fleiss_kappa" => "Fleiss' kappa",
        "gwet_ac1" => "Gwet's AC1",
        "percent_agreement" => "agreeing pairs of judgements",
        "rater_pairs" => "pairwise rater agreement: min, mean, max",
        "rater_correlation" => "rank correlation",
        "rater_agreement" => "share of equal answers",
        "rater_agreement_mean" => "each rater's mean agreement with the other raters",
        "retest_agreement" => "same answer when asked twice",
        "retest_correlation" => "rank correlation when asked twice",
        "division" => "items with most disagreement",
        "win_percent" => "percentage won",
        "best_worst" => "best-worst score",
        "sd" => "standard deviation",
        "student_t" => "Student's t",
        "welch_t" => "Welch's t",
        "paired_t" => "paired t",
        "mann_whitney_u" => "Mann and Whitney's U",
        "wilcoxon" => "Wilcoxon's V",
        "sign" => "share of decided votes",
        "cohen_d" => "Cohen's d",
        "tukey_difference" => "Tukey's difference",
        "friedman_q" => "Nemenyi's q",
        "difference" => "difference of the linear mixed model",
        "bootstrap_difference" => "difference of scores, bootstrap",
        "option_difference" => "difference of shares",
        "clmm_difference" => "difference of the cumulative-link model",
        "bt_difference" => "difference of Bradley–Terry strengths",
        "pl_difference" => "difference of Plackett–Luce strengths",
        "bt_strength" => "Bradley–Terry strengths",
        "pl_strength" => "Plackett–Luce strengths",
        "anova_f" => "F",
        "repeated_anova_f" => "F, repeated measures",
        "anova_eta2" => "eta squared",
        "anova_ss_between" => "sum of squares between systems",
        "anova_ss_within" => "sum of squares within systems",
        "friedman" => "Friedman's chi-squared",
        "kendall_w" => "Kendall's W",
        "hedges_g" => "Hedges' g",
        "detectable_d" => "minimum detectable effect (80 % power)",
        "lmm_mean" => "means of the mixed model",
        "lmm_sd" => "standard deviations of the mixed model",
        "first_share" => "share for the output shown first",
        "bt_position" => "advantage of the output shown first",
        "order_trend" => "trend over the session",
        "wins_over" => "wins of one over the other",
        "ties_between" => "called equal",
        "pair_net" => "net preference",
        "person_checks_passed" => "checks passed by each person",
        "cannot_judge" => "judgements that people said they could not make, by criterion and reason",
        "excluded_by" => "judgements left out by each rule",
        "excluded_sessions_by" => "sessions with judgements left out by each rule",
        "score_with" => "scores without this exclusion rule",
        "score_planned" => "score over all judgements asked for",
        "pay_per_hour_promised" => "promised per hour",
        "pay_per_hour_median" => "per hour, at the median time",
        "pay_per_hour_overall" => "per hour, over all time",
        other => {
            return powered(other)
                .or_else(|| timed(other))
                .or_else(|| beside(other))
                .map_or_else(|| spaced(other), str::to_owned);
        }
    };
    known.to_owned()
}

/// What people said beside their answers, and how much.
fn beside(name: &str) -> Option<&'static str> {
    Some(match name {
        "pair_grade" => "how much better, as a share of the strongest degree",
        "asked_only_if" => {
            "how often a follow-up was asked, by criterion and condition; where it was not, nothing is missing"
        }
        "page_remarks" => "pages that people said something about",
        "item_problems" => "items that people found something wrong with",
        "confidence" => "how sure people said they are",
        "confident_answers" => "answers of which people were sure: from the upper half of the words",
        "score_confident" => "scores of the answers of which people were sure",
        "score_unsure" => "scores of the answers of which people were less sure",
        _other => return None,
    })
}

fn spaced(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// What a name about power is to a reader.
fn powered(name: &str) -> Option<&'static str> {
    Some(match name {
        "power_at_d" | "power_at_share" | "power_at_margin" => "effect size assumed for power",
        "power_t" => "power of the t-test",
        "power_sign" => "power of the sign test",
        "power_lmm" => "power of the linear mixed model",
        "power_bt" => "power of the Bradley–Terry model",
        "power_pl" => "power of the Plackett–Luce model",
        "power_tost" => "power of two one-sided tests",
        _ => return None,
    })
}

/// What a name about time is to a reader: smallest, largest and mean of one kind go by one name.
fn timed(name: &str) -> Option<&'static str> {
    const TIMED: [(&str, &str); 5] = [
        ("session_minutes", "time of sessions"),
        ("person_minutes", "time of each person"),
        ("list_minutes", "time on each list"),
        ("page_seconds", "time on pages"),
        ("time_ecdf", "share of sessions by time"),
    ];
    TIMED.iter().find(|(beginning, _)| name.starts_with(beginning)).map(|(_, words)| *words)
}
