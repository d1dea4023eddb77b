//! `data.json`, `metrics.csv` and the configuration, as QRA3 writes them.

use serde_json::{Map, Value, json};
use stats::correlation::Correlation;
use stats::dist::student_t;
use stats::precision::Correction;
use study::csv_text;

use super::{Assessment, Qra, QraCriterion, plain_cv, spread};
use crate::precision::pairs;

impl Qra {
    /// `data.json`: every number, at full precision.
    #[must_use]
    pub fn data(&self) -> Value {
        let names = |of: &[(String, String)]| of.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        json!({
            "name": self.study.name,
            "n": self.study.experiments.len(),
            "experiments": names(&self.study.experiments),
            "criteria": self.study.criteria.iter().map(|c| c.name.clone()).collect::<Vec<_>>(),
            "systems": self.study.systems,
            "result_types": {
                "Type I": { "result_type": "Type I", "precision": 2, "per_level_results": self.first() },
                "Type II": { "result_type": "Type II", "precision": 3, "per_level_results": self.second() },
                "Type III": { "result_type": "Type III", "precision": 3 },
                "Type IV": { "result_type": "Type IV", "precision": 3, "per_level_results": self.fourth() },
            },
        })
    }

    fn level(&self, level: &str, mode: &str, key: &str, value: Value) -> Value {
        let mut object = Map::new();
        object.insert("level".to_owned(), json!(level));
        object.insert("mode".to_owned(), json!(mode));
        object.insert("n".to_owned(), json!(self.study.experiments.len()));
        object.insert(key.to_owned(), value);
        Value::Object(object)
    }

    fn by_criterion(&self, of: impl Fn(&QraCriterion, &Assessment) -> Value) -> Value {
        let pairs = self.study.criteria.iter().zip(&self.criteria);
        Value::Object(pairs.map(|(criterion, found)| (criterion.name.clone(), of(criterion, found))).collect())
    }

    fn first(&self) -> Value {
        let criterion = self.by_criterion(|_, found| json!({ "v": found.mean_cv(), "method": "mean" }));
        let system = self.by_criterion(|criterion, _| {
            let results = self.study.systems.iter().enumerate().map(|(s, system)| {
                let measured: Vec<f64> = criterion.scores.iter().map(|row| row[s]).collect();
                (system.clone(), of_system(criterion, &measured))
            });
            json!({ "criterion": [criterion.name], "results": results.collect::<Map<_, _>>() })
        });
        json!({
            "Criterion": self.level("Criterion", "QRA++", "criterion", criterion),
            "Study": self.level("Study", "QRA++", "study", json!({ "All": { "v": self.study_cv(), "method": "mean" } })),
            "System": self.level("System", "QRA++", "system", system),
        })
    }

    fn second(&self) -> Value {
        let joint = self.by_criterion(|criterion, found| {
            json!({
                "criterion": [criterion.name],
                "per_measure_results": {
                    "kendall": {
                        "v": found.found.w.value,
                        "p": found.found.w.p.map(stats::PValue::value),
                        "measure": "kendall",
                        "measurements": criterion.scores,
                    },
                    "pearson": { "v": found.mean_r, "method": "mean" },
                    "spearman": { "v": found.mean_rho, "method": "mean" },
                },
            })
        });
        let pairwise = self.by_criterion(|criterion, _| {
            json!({
                "criterion": [criterion.name],
                "per_measure_results": {
                    "kendall": {},
                    "pearson": { "pairwise_results": self.pairwise(|i, j| self.correlation(criterion, (i, j), Correlation::Pearson)) },
                    "spearman": { "pairwise_results": self.pairwise(|i, j| self.correlation(criterion, (i, j), Correlation::Spearman)) },
                },
            })
        });
        json!({
            "Criterion": self.level("Criterion", "QRA++", "criterion", joint),
            "Pairwise-Criterion": self.level("Criterion", "Pairwise", "criterion", pairwise),
        })
    }

    fn fourth(&self) -> Value {
        let joint = self.by_criterion(
            |_, found| json!({ "n": found.found.alike, "d": found.found.compared, "x": null, "y": null }),
        );
        let pairwise = self.by_criterion(|criterion, _| {
            json!({ "pairwise_results": self.pairwise(|i, j| {
                let (x, y) = (&criterion.scores[i], &criterion.scores[j]);
                let same = pairs(x.len()).filter(|(a, b)| x[*a].partial_cmp(&x[*b]) == y[*a].partial_cmp(&y[*b])).count();
                json!({ "n": same, "d": pairs(x.len()).count(), "x": x, "y": y })
            }) })
        });
        let (alike, compared) = self.study_orders();
        json!({
            "Criterion": self.level("Criterion", "QRA++", "criterion", joint),
            "Pairwise-Criterion": self.level("Criterion", "Pairwise", "criterion", pairwise),
            "Study": self.level("Study", "QRA++", "study", json!({ "All": { "n": alike, "d": compared, "x": null, "y": null } })),
        })
    }

    fn pairwise(&self, of: impl Fn(usize, usize) -> Value) -> Value {
        let name = |e: usize| &self.study.experiments[e].0;
        let named = pairs(self.study.experiments.len()).map(|(i, j)| (format!("{}|{}", name(i), name(j)), of(i, j)));
        Value::Object(named.collect())
    }

    /// A correlation with the p-value of t = r √((k − 2)/(1 − r²)), also for ranks; zero when it is perfect.
    #[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
    fn correlation(&self, criterion: &QraCriterion, (i, j): (usize, usize), which: Correlation) -> Value {
        let (x, y) = (&criterion.scores[i], &criterion.scores[j]);
        let r = which.value(x, y);
        let df = x.len() as f64 - 2.0;
        let p = r.filter(|_| df > 0.0).map(|r| {
            let room = (1.0 - r * r).max(0.0);
            if room < 1e-15 { 0.0 } else { student_t::two_sided(r * (df / room).sqrt(), df).value() }
        });
        let measure = match which {
            Correlation::Pearson => "pearson",
            Correlation::Spearman => "spearman",
            Correlation::Kendall => "kendall",
        };
        let mut measurements = Map::new();
        measurements.insert(self.study.experiments[i].0.clone(), json!(x));
        measurements.insert(self.study.experiments[j].0.clone(), json!(y));
        json!({ "v": r, "p": p, "measure": measure, "measurements": measurements })
    }

    /// `metrics.csv`: the measurements.
    #[must_use]
    pub fn metrics(&self) -> String {
        let mut rows = vec![["Key", "Study", "Experiment", "System", "Criterion", "Result"].map(str::to_owned)];
        for (e, (experiment, _)) in self.study.experiments.iter().enumerate() {
            for (s, system) in self.study.systems.iter().enumerate() {
                for criterion in &self.study.criteria {
                    let score = criterion.scores[e][s].to_string();
                    let (study, criterion) = (&self.study.name, &criterion.name);
                    let row = [study, study, experiment, system, criterion, &score];
                    rows.push(row.map(Clone::clone));
                }
            }
        }
        csv_text(rows)
    }

    /// The configuration with which QRA3 computes the same from `metrics.csv`.
    #[must_use]
    pub fn config(&self) -> Value {
        let start = |c: &QraCriterion| c.scale_starts_at;
        let criteria: Map<String, Value> = self
            .study
            .criteria
            .iter()
            .map(|criterion| {
                let described = json!({
                    "map": criterion.name,
                    "apply_over_correction": criterion.correction == Correction::Factor,
                    "normal_data": criterion.normal_data,
                    "scale_starts_at": start(criterion),
                });
                (criterion.code.clone(), described)
            })
            .collect();
        let mut config = Map::new();
        config.insert(
            self.study.name.clone(),
            json!({
                "scale_starts_at": self.study.criteria.first().map(start),
                "experiments": self.study.experiments.iter().cloned().map(|(n, c)| (n, json!(c))).collect::<Map<_, _>>(),
                "citation": self.study.experiments.first().map(|(_, cited)| cited),
                "criteria": criteria,
            }),
        );
        Value::Object(config)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a handful of experiments")]
fn of_system(criterion: &QraCriterion, measured: &[f64]) -> Value {
    let adjusted: Vec<f64> = measured.iter().map(|x| x - criterion.scale_starts_at).collect();
    let spread = spread(&adjusted);
    let n = measured.len();
    let plain = plain_cv(measured, criterion.scale_starts_at);
    let corrected = criterion.correction == Correction::Factor;
    json!({
        "coefficient_of_variation": plain,
        "apply_over_correction": corrected,
        "unbiased_coefficient_of_variation": plain.filter(|_| corrected).map(|cv| cv * (1.0 + 1.0 / (4.0 * n as f64))),
        "unbiassed_sample_std_dev_s_c_4": spread.as_ref().map(|s| s.sd),
        "normal_data": criterion.normal_data,
        "kappa": null,
        "degrees_of_freedom": n - 1,
        "est_SE_of_SD_based_on_SE_of_unbiassed_sample_variance": spread.as_ref().map(|s| s.se),
        "confidence": 0.95,
        "confidence_interval": spread.as_ref().map(|s| [s.interval.0, s.interval.1]),
        "count_within_1_sd": spread.as_ref().map(|s| s.within.0),
        "count_within_2_sd": spread.as_ref().map(|s| s.within.1),
        "sample_size": n,
        "sample_mean": spread.as_ref().map(|s| s.mean),
        "measurements": measured,
        "adjusted_measurements": adjusted,
    })
}
