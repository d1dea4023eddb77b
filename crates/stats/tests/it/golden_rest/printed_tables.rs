//! Seeds 1 and 3: what can be derived from printed tables, single judgements being unpublished.

use stats::correlation::{Correlation, pearson};
use stats::effect::Successes;
use stats::precision::{Correction, Experiments, Measurement, Options, assess, cv_star};
use stats::preference::average_rank;

use super::{CLOSED, Golden, describe_value};

fn cv(pair: [f64; 2], scale_min: f64) -> f64 {
    let options = Options { scale_min, correction: Correction::Factor };
    cv_star(&pair.map(Measurement::exact), options).unwrap().value
}

fn rounded(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}

#[test]
fn ranks_of_seed_1() {
    let mut golden = Golden::new("simplicity-ranking");
    let systems = ["NTS+PT", "NTS", "ORIG", "PTB"];
    let average = |study: &str| {
        systems.map(|system| {
            let count = |rank: usize| golden.get(&format!("table3.{system}.{study}.rank{rank}:published")) as u64;
            average_rank(&[1, 2, 3, 4].map(count)).unwrap().value
        })
    };
    let (original, reproduction) = (average("original"), average("reproduction"));
    let mut means = [0.0; 2];
    for (at, system) in systems.iter().enumerate() {
        let (id, o, r) = (format!("table3.{system}.cv_star"), original[at], reproduction[at]);
        for (inputs, pair) in [
            ("exact__exact", [o, r]),
            ("rounded__rounded", [rounded(o), golden.get(&format!("table3.{system}.reproduction.avg:published"))]),
            ("rounded_original__exact_reproduction", [rounded(o), r]),
        ] {
            golden.check(&format!("{id}:alternatives.{inputs}"), cv(pair, 0.0), 1e-10);
        }
        let shifted = cv([o, r], 1.0);
        golden.check(&format!("{id}:best_estimate.exact_inputs_unshifted"), cv([o, r], 0.0), 1e-10);
        golden.check(&format!("{id}:best_estimate.exact_inputs_scale_shifted_to_start_at_0"), shifted, 1e-10);
        means[0] += cv([o, r], 0.0) / 4.0;
        means[1] += shifted / 4.0;
    }
    golden.check("extra.mean_cv_star.exact_inputs", means[0], 1e-10);
    golden.check("extra.mean_cv_star.exact_inputs_shifted", means[1], 1e-10);
    let printed: Vec<f64> =
        systems.iter().map(|system| golden.get(&format!("table3.{system}.cv_star:published"))).collect();
    golden.check("extra.mean_cv_star.as_published", describe_value(&printed, "mean"), CLOSED);
    let short = original.map(rounded);
    let r = pearson(&short, &reproduction, 0.95).unwrap().value;
    golden.check("table4.system.pearson:alternatives.rounded_original_exact_reproduction", r, CLOSED);
    for (study, ranks) in [("original", original), ("reproduction", reproduction)] {
        golden.check_within(&format!("table3.{study}.avg_sum:published"), ranks.iter().sum(), 1e-12);
    }
    let both = Experiments::new(vec![original.to_vec(), reproduction.to_vec()]).unwrap();
    let found = assess(&both, Options { scale_min: 1.0, correction: Correction::Factor });
    golden.check("type4.findings", found.p.value, CLOSED);
    golden.check("type4.findings:inputs.preserved", found.alike as f64, CLOSED);
    golden.check("type4.findings:inputs.total", found.compared as f64, CLOSED);
    golden.check("s4.agree_share", Successes::new(250, 400).unwrap().share(), CLOSED);
    golden.finish(30);
}

const BASELINES: [&str; 4] = ["GPT-2", "DAPT", "PPLM", "GeDi"];
const CHOICES: [&str; 3] = ["dexperts", "equal", "baseline"];

#[test]
fn shares_of_seed_3() {
    let mut golden = Golden::new("toxicity-pairs");
    for criterion in ["toxicity", "topicality", "fluency"] {
        for choice in CHOICES {
            let mut shares = Vec::new();
            for baseline in BASELINES {
                let id = format!("table1.{criterion}.{baseline}.{choice}");
                let count =
                    |what: &str| golden.get(&format!("original_raw_counts.{criterion}.{baseline}.{what}")) as u32;
                let share = Successes::new(count(choice), count("n")).unwrap().share();
                let reproduction = golden.get(&format!("{id}.repro:published"));
                golden.check(&format!("{id}.original"), share, CLOSED);
                let field = format!("{id}.cv_star:alternatives.raw_original_rounded_repro");
                golden.check(&field, cv([share, reproduction], 0.0), 1e-10);
                let known = [Measurement::exact(share), Measurement { value: reproduction, half_width: 0.005 }];
                let options = Options { scale_min: 0.0, correction: Correction::Factor };
                let range = cv_star(&known, options).unwrap().interval.unwrap();
                let field = format!("{id}.cv_star:range_given_unrounded_original_and_rounding_of_repro");
                golden.check_within(&format!("{field}.0"), range.low, 1e-9);
                golden.check_within(&format!("{field}.1"), range.high, 1e-9);
                shares.push(share);
            }
            let id = format!("table2.{criterion}.{choice}");
            let field = format!("{id}.original:alternatives.from_raw_counts");
            golden.check(&field, describe_value(&shares, "mean"), CLOSED);
            for study in ["original", "repro"] {
                let values = BASELINES.map(|baseline| published_value(&golden, &[criterion, baseline, choice, study]));
                golden.check(&format!("{id}.{study}"), describe_value(&values, "mean"), CLOSED);
            }
            if criterion != "topicality" {
                let [before, after] = ["original", "repro"].map(|study| golden.get(&format!("{id}.{study}:published")));
                golden.check(&format!("s4.delta.{criterion}.{choice}"), after - before, CLOSED);
            }
        }
    }
    golden.finish(177);
}

fn published_value(golden: &Golden, path: &[&str]) -> f64 {
    golden.get(&format!("table1.{}:published", path.join(".")))
}

#[test]
fn original_and_reproduction_of_seed_3_side_by_side() {
    let mut golden = Golden::new("toxicity-pairs");
    let mut kept_of_all = 0.0;
    for criterion in ["toxicity", "topicality", "fluency"] {
        let column = |study: &str, choices: &[&str]| -> Vec<f64> {
            let cells = BASELINES.iter().flat_map(|baseline| choices.iter().map(move |choice| (*baseline, *choice)));
            cells.map(|(baseline, choice)| published_value(&golden, &[criterion, baseline, choice, study])).collect()
        };
        // In whole percent, so that what is printed as equal is equal.
        let net = |study: &str| -> Vec<f64> {
            let (own, other) = (column(study, &["dexperts"]), column(study, &["baseline"]));
            own.iter().zip(&other).map(|(own, other)| (100.0 * (own - other)).round()).collect()
        };
        let pairs = [
            ("dexperts_4", column("original", &["dexperts"]), column("repro", &["dexperts"])),
            ("all_12", column("original", &CHOICES), column("repro", &CHOICES)),
            ("net_preference_4", net("original"), net("repro")),
        ];
        for (name, original, reproduction) in &pairs {
            for (which, prefix) in [(Correlation::Pearson, "pearson"), (Correlation::Spearman, "spearman")] {
                let found = which.estimate(original, reproduction, 0.95).unwrap().value;
                golden.check(&format!("type2.{criterion}.{prefix}_{name}"), found, 1e-10);
            }
        }
        let (_, before, after) = &pairs[2];
        let direction = |net: &f64| net.partial_cmp(&0.0);
        let kept = before.iter().zip(after).filter(|(o, r)| direction(o) == direction(r)).count() as f64;
        golden.check(&format!("type4.direction.{criterion}"), kept / 4.0, CLOSED);
        kept_of_all += kept / 12.0;
        let points: &[(&str, f64)] = match criterion {
            "toxicity" => &[("t3.tox.orig", before[0]), ("t3.tox.repro", after[0])],
            "topicality" => &[("t3.top.gpt2", after[0]), ("t3.top.pplm", after[2])],
            _ => &[("t3.flu.gpt2", after[0])],
        };
        for (id, found) in points {
            golden.check(id, *found, CLOSED);
        }
    }
    golden.check("type4.direction.overall", kept_of_all, CLOSED);
    golden.finish(27);
}
