//! Seed 2: votes between paraphrases of four systems.

use std::collections::BTreeMap;

use stats::agreement::{Level, Ratings, divided_items, krippendorff_alpha};
use stats::correlation::{pearson, spearman};
use stats::dist::{student_t, studentized_range};
use stats::hypothesis::anova;
use stats::hypothesis::tukey::{Variances, all_pairs};
use stats::power::{EffectMeasure, Question, Size, Test};
use stats::precision::unbiased_sd;
use stats::preference::{Choice, Vote, Votes, pair_scores, position_bias, system_scores};
use stats::resample::{Plan, quantile};
use stats::strength::bradley_terry::{self, Options, Position};
use stats::strength::{self, Ties, Uncertainty};

use super::{CLOSED, Golden, Row, TAIL, codes, describe_value, rows};

const SYSTEMS: [&str; 4] = ["hrq", "lbow", "sep_ae", "vae"];
const ONCE: Plan = Plan { seed: 1, replicates: 0 };

fn code(system: &str) -> u32 {
    SYSTEMS.iter().position(|known| *known == system).unwrap() as u32
}

fn cast<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Votes {
    let vote = |row: &Row| Vote {
        first: code(&row["system_a"]),
        second: code(&row["system_b"]),
        choice: if row["choice"] == row["system_a"] { Choice::First } else { Choice::Second },
    };
    Votes::new(rows.into_iter().map(vote).collect(), None, None).unwrap()
}

/// Raters, pairs of texts, and the side chosen.
fn sides(rows: &[Row]) -> (Vec<u32>, Vec<u32>, Vec<f64>) {
    let pairs: Vec<String> =
        rows.iter().map(|row| format!("{} {} {}", row["item"], row["system_a"], row["system_b"])).collect();
    let chosen = rows.iter().map(|row| f64::from(u8::from(row["choice_ab"] == "B"))).collect();
    (codes(rows.iter().map(|row| row["rater"].as_str())), codes(pairs.iter().map(String::as_str)), chosen)
}

fn data() -> Option<(Golden, Vec<Row>)> {
    Some((Golden::new("meaning-pairs"), rows("seed2/votes.csv")?))
}

fn best_worst(votes: &Votes) -> BTreeMap<&'static str, f64> {
    let scores = system_scores(votes, ONCE, 0.95).unwrap();
    scores.iter().map(|scores| (SYSTEMS[scores.system as usize], scores.best_worst.value)).collect()
}

#[test]
fn scores_of_seed_2_then_and_now() {
    let Some((mut golden, votes)) = data() else { return };
    let now = best_worst(&cast(&votes));
    let own: Vec<f64> = now.values().copied().collect();
    let before: Vec<f64> = SYSTEMS.iter().map(|system| golden.get(&format!("table1.orig.{system}"))).collect();
    for scores in system_scores(&cast(&votes), ONCE, 0.95).unwrap() {
        let id = format!("table2.bw_score.{}", SYSTEMS[scores.system as usize]);
        golden.check(&id, scores.wins as f64 - scores.losses as f64, CLOSED);
    }
    for ((system, ours), theirs) in now.iter().zip(&before) {
        golden.check(&format!("table1.ours.{system}"), *ours, CLOSED);
        let pair = [ours + 100.0, theirs + 100.0];
        let (sd, centre) = (describe_value(&pair, "sd"), unbiased_sd(&pair).unwrap().value);
        // The tool's interval: t around s/c4 with one degree of freedom.
        let half = student_t::upper_quantile(0.025, 1.0) * sd * sd * 2f64.sqrt() / (2.0 * centre);
        golden.check(&format!("cv_2_way.mean.{system}"), describe_value(&pair, "mean"), CLOSED);
        golden.check(&format!("cv_2_way.ci_low.{system}"), centre - half, 1e-10);
        golden.check(&format!("cv_2_way.ci_high.{system}"), centre + half, 1e-10);
    }
    let r = pearson(&before, &own, 0.95).unwrap();
    for suffix in ["", ".repo"] {
        golden.check(&format!("corr.pearson_r{suffix}"), r.value, CLOSED);
        golden.check(&format!("corr.pearson_p{suffix}"), r.p.unwrap().value(), TAIL);
    }
    golden.check("corr.spearman_rho", spearman(&before, &own, 0.95).unwrap().value, CLOSED);
    let distinct: Vec<&Row> = votes.iter().filter(|row| row["identical_texts"] == "0").collect();
    for (system, score) in best_worst(&cast(distinct.iter().copied())) {
        golden.check(&format!("sensitivity.bw_scale_without_identical.{system}"), score, CLOSED);
    }
    golden.finish(29);
}

#[test]
fn the_excluded_rater_of_seed_2() {
    let Some((mut golden, votes)) = data() else { return };
    let Some(excluded) = rows("seed2/votes_excluded_rater.csv") else { return };
    let early: Vec<Row> = votes.iter().filter(|row| row["rater"] != "anon_worker_75").cloned().collect();
    for (system, score) in best_worst(&cast(&early)) {
        golden.check(&format!("history.before_replacement.bw_scale.{system}"), score, CLOSED);
    }
    let all: Vec<Row> = early.into_iter().chain(excluded).collect();
    for (system, score) in best_worst(&cast(&all)) {
        golden.check(&format!("history.no_exclusion.bw_scale.{system}"), score, CLOSED);
    }
    let (raters, pairs, chosen) = sides(&all);
    let alpha = krippendorff_alpha(&Ratings::new(&raters, &pairs, &chosen).unwrap(), Level::Nominal).unwrap();
    golden.check("history.no_exclusion.alpha", alpha.estimate.value, CLOSED);
    golden.finish(9);
}

#[test]
fn strengths_pairs_and_sides_of_seed_2() {
    let Some((mut golden, rows)) = data() else { return };
    let votes = cast(&rows);
    let options = Options {
        ties: Ties::Drop,
        position: Position::Ignored,
        covariates: None,
        uncertainty: Uncertainty::Model,
        level: 0.95,
    };
    let fit = bradley_terry::fit(strength::Votes { systems: 4, votes: votes.votes() }, options).unwrap();
    for (system, strength) in SYSTEMS.iter().zip(&fit.strength) {
        golden.check(&format!("bradley_terry.{system}"), *strength, TAIL);
    }
    for pair in pair_scores(&votes, ONCE, 0.95).unwrap() {
        let [one, other] = pair.systems.map(|system| SYSTEMS[system as usize]);
        golden.check(&format!("h2h.{one}_over_{other}"), pair.counts[0] as f64, CLOSED);
        golden.check(&format!("h2h.{other}_over_{one}"), pair.counts[2] as f64, CLOSED);
    }
    let share = |votes: &Votes| position_bias(votes, 0.95).unwrap().first.value;
    let of = |identical: &str| cast(rows.iter().filter(|row| row["identical_texts"] == identical));
    golden.check("position.A_share", share(&votes), CLOSED);
    golden.check("position.A_share_identical", share(&of("1")), CLOSED);
    golden.check("position.A_share_non_identical", share(&of("0")), CLOSED);
    let (raters, pairs, chosen) = sides(&rows);
    let divided = divided_items(&Ratings::new(&raters, &pairs, &chosen).unwrap());
    let unanimous = divided.iter().filter(|item| item.ratings == 3 && item.difference == 0.0).count();
    golden.check("agreement.unanimous_pairs", unanimous as f64, CLOSED);
    golden.finish(20);
}

/// Wins minus losses of each system on each item.
fn item_scores(votes: &[Row]) -> Vec<Vec<f64>> {
    let mut by_item: BTreeMap<&str, [f64; 4]> = BTreeMap::new();
    for row in votes {
        let scores = by_item.entry(&row["item"]).or_default();
        scores[code(&row["choice"]) as usize] += 1.0;
        scores[code(&row["loser"]) as usize] -= 1.0;
    }
    (0..4).map(|system| by_item.values().map(|scores| scores[system]).collect()).collect()
}

#[test]
fn analysis_of_variance_and_power_of_seed_2() {
    let Some((mut golden, votes)) = data() else { return };
    let summaries = anova::summaries(&item_scores(&votes)).unwrap();
    for (system, summary) in SYSTEMS.iter().zip(&summaries) {
        golden.check(&format!("anova.sd.{system}"), summary.sd, CLOSED);
    }
    for pair in all_pairs(&summaries, Variances::Equal, 0.95).unwrap() {
        let rejected = f64::from(u8::from(pair.test.p().value() < 0.05));
        golden.check(&format!("tukey.reject.{}-{}", SYSTEMS[pair.first], SYSTEMS[pair.second]), rejected, CLOSED);
    }
    golden.check("tukey.q_crit", studentized_range::upper_quantile(0.05, 4.0, 1196.0), 1e-8);
    let aov = anova::one_way(&summaries).unwrap();
    let eta2 = aov.find_estimate("eta2").unwrap().value;
    golden.check("anova.F.repo", aov.statistic.value, CLOSED);
    golden.check("anova.p.repo", aov.p().value(), TAIL);
    golden.check("anova.eta_sq.repo", eta2, CLOSED);
    golden.check("anova.residual.repo", 1.0 - eta2, CLOSED);
    let question = |alpha| Question { test: Test::Anova { groups: 4.0 }, alpha };
    let power = |effect, total| question(0.05).power(effect, Size::Total(total)).unwrap();
    let needed = |effect| question(0.05).size(effect, 0.8, Size::Total(0.0)).unwrap().value();
    // The paper took eta squared for f, and the items of one group for all observations.
    let (right, mistaken) = (EffectMeasure::EtaSquared(eta2), EffectMeasure::CohenF(eta2));
    let as_saved = golden.get("power.required_n.repo:published");
    for (id, found) in [
        ("power.published", power(mistaken, 300.0)),
        ("power.published.repo", power(mistaken, 300.0)),
        ("power.required_n", needed(mistaken)),
        ("power.required_n.repo", needed(mistaken)),
        ("power.adjusted.repo", question(0.052).power(mistaken, Size::Total(as_saved)).unwrap()),
        ("power.cohen_f", (eta2 / (1.0 - eta2)).sqrt()),
        ("power.correct", power(right, 1200.0)),
        ("power.f_n300", power(right, 300.0)),
        ("power.eta_as_f_n1200", power(mistaken, 1200.0)),
        ("power.required_total_n_correct", needed(right)),
    ] {
        golden.check(id, found, 1e-8);
    }
    golden.finish(25);
}

#[test]
fn page_times_of_seed_2() {
    let Some(times) = rows("seed2/page_times_sorted_from_figure7.csv") else { return };
    let mut golden = Golden::new("meaning-pairs");
    let derived = [("welcome", [50, 90]), ("instructions", [50, 90]), ("task", [50, 80])];
    for (page, percents) in derived {
        let mut own: Vec<f64> =
            times.iter().filter(|row| row["page"] == page).map(|row| row["seconds"].parse().unwrap()).collect();
        own.sort_by(f64::total_cmp);
        for percent in percents {
            golden.check(&format!("time.{page}.p{percent}"), quantile(&own, f64::from(percent) / 100.0), CLOSED);
        }
    }
    golden.finish(6);
}
