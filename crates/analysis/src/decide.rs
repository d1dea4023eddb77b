//! The claims of a study and nothing else, for analyses that are made thousands of times.

use dataset::{Dataset, Judgement};
use stats::resample::Plan;
use study::Study;
use study::claim::{Coefficient, Condition, Rule};
use study::file::TestName;
use study::response::Response;

use crate::rows::CriterionRows;
use crate::setting::Setting;
use crate::sheet::Sheet;
use crate::{Options, Results, Statistic, agreement, claims, comparisons, run, scores};

/// Decides the claims exactly as [`crate::run`] does, from the numbers that they need, and gives these
/// numbers and the agreement of each criterion, without the intervals that take a bootstrap.
#[must_use]
pub fn decide(study: &Study, dataset: &Dataset, options: Options) -> Results {
    Decider::new(study, options).decide(dataset)
}

/// Decides the claims of one study on dataset after dataset, as [`decide`] does. A criterion whose judgements are those of
/// an earlier dataset is not computed again: where simulated studies differ in one criterion, the models of all others
/// are fitted once.
#[derive(Debug)]
pub struct Decider<'a> {
    study: &'a Study,
    options: Options,
    /// What was computed, by criterion.
    known: Vec<Vec<CriterionNumbers>>,
}

/// What the claims need of one criterion, and the judgements that it comes from.
#[derive(Debug)]
struct CriterionNumbers {
    judgements: Vec<Judgement>,
    sheet: Sheet,
}

impl<'a> Decider<'a> {
    /// Knows nothing yet.
    #[must_use]
    pub fn new(study: &'a Study, options: Options) -> Decider<'a> {
        Decider { study, options, known: Vec::new() }
    }

    /// Decides the claims on one dataset.
    #[must_use]
    pub fn decide(&mut self, dataset: &Dataset) -> Results {
        let mut results = Results {
            about: run::describe_source(Some(self.study), dataset),
            provenance: run::provenance(dataset, self.options),
            estimates: Vec::new(),
            claims: Vec::new(),
            remarks: Vec::new(),
            missing: Vec::new(),
        };
        for criterion in 0..dataset.criteria.len() {
            let sheet = self.sheet(dataset, criterion);
            results.estimates.extend_from_slice(&sheet.estimates);
            results.missing.extend_from_slice(&sheet.missing);
        }
        claims::decide_claims(&mut results, self.study, dataset);
        results
    }

    fn sheet(&mut self, dataset: &Dataset, criterion: usize) -> &Sheet {
        if self.known.len() <= criterion {
            self.known.resize_with(criterion + 1, Vec::new);
        }
        // With those that are excluded: some coefficients count them, too.
        let asked = || dataset.judgements.iter().filter(|judgement| judgement.criterion == criterion);
        let same = |it: &CriterionNumbers| it.judgements.iter().eq(asked());
        let place = self.known[criterion].iter().position(same).unwrap_or_else(|| {
            let sheet = needed_numbers(self.study, dataset, criterion, self.options);
            self.known[criterion].push(CriterionNumbers { judgements: asked().cloned().collect(), sheet });
            self.known[criterion].len() - 1
        });
        &self.known[criterion][place].sheet
    }
}

/// The numbers that the claims need of one criterion.
fn needed_numbers(study: &Study, dataset: &Dataset, criterion: usize, options: Options) -> Sheet {
    let judged = &CriterionRows::select(dataset, criterion, |judgement: &Judgement| judgement.excluded.is_none());
    let plan = Plan { seed: options.seed, replicates: options.replicates };
    let setting = Setting::from_study(Some(study), plan, options.level);
    let mut quick = setting.clone();
    quick.plan.replicates = 0;
    let mut sheet = Sheet::for_criterion(&judged.criterion.id);
    let needed = CriterionNeeds::for_criterion(study, criterion);
    if needed.tests.contains(&TestName::Bootstrap) {
        scores::add_statistics(&mut sheet, judged, &setting);
    } else {
        scores::means(&mut sheet, judged);
    }
    let mut tests = needed.tests;
    if matches!(judged.criterion.response, Response::Pairwise(_)) && !tests.contains(&TestName::Sign) {
        // What is claimed of pairs is also read from their shares.
        tests.push(TestName::Sign);
    }
    if judged.systems().len() > 1 {
        tests.into_iter().for_each(|test| comparisons::add_test(&mut sheet, judged, &quick, test));
    }
    if needed.agreement {
        agreement::add_statistics(&mut sheet, judged, &quick);
    } else {
        agreement::alpha(&mut sheet, judged);
    }
    sheet
}

/// How one system came out on one criterion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SystemScore {
    /// Its score: the mean of what judgements say of its outputs.
    pub mean: f64,
    /// Standard deviation of what they say, with n − 1; zero for a single one.
    pub sd: f64,
    /// The score with not being chosen counted against it, from −100 to 100 where outputs are compared.
    pub net: f64,
    /// How many judgements.
    pub n: usize,
}

/// How every system came out on a criterion; nothing for systems that were not judged and for response
/// kinds without a score.
#[must_use]
pub fn system_scores(dataset: &Dataset, criterion: usize) -> Vec<Option<SystemScore>> {
    let systems = dataset.systems.len();
    if criterion >= dataset.criteria.len() {
        return vec![None; systems];
    }
    let judged = CriterionRows::select(dataset, criterion, |judgement: &Judgement| judgement.excluded.is_none());
    let mut sums = vec![(0.0, 0.0, 0.0, 0usize); systems];
    for ((value, net), system) in judged.value.iter().zip(&judged.net).zip(&judged.system) {
        let (sum, squares, nets, n) = &mut sums[*system as usize];
        (*sum, *squares, *nets, *n) = (*sum + value, *squares + value * value, *nets + net, *n + 1);
    }
    let scored = |(sum, squares, nets, n): (f64, f64, f64, usize)| {
        let count = n as f64;
        let mean = sum / count;
        let variance = if n > 1 { (squares - count * mean * mean).max(0.0) / (count - 1.0) } else { 0.0 };
        (n > 0).then(|| SystemScore { mean, sd: variance.sqrt(), net: nets / count, n })
    };
    sums.into_iter().map(scored).collect()
}

/// Krippendorff's alpha of a criterion at the level of its response kind, where there is one.
#[must_use]
pub fn alpha(dataset: &Dataset, criterion: usize) -> Option<f64> {
    let asked = dataset.criteria.get(criterion)?;
    let mut sheet = Sheet::for_criterion(&asked.id);
    agreement::alpha(&mut sheet, &CriterionRows::select(dataset, criterion, |judgement| judgement.excluded.is_none()));
    sheet.get(Statistic::Alpha, &[]).map(|named| named.estimate.value)
}

/// What the claims need of one criterion.
struct CriterionNeeds {
    tests: Vec<TestName>,
    /// Whether a coefficient beside alpha is needed.
    agreement: bool,
}

impl CriterionNeeds {
    fn for_criterion(study: &Study, criterion: usize) -> CriterionNeeds {
        let mut needed = CriterionNeeds { tests: Vec::new(), agreement: false };
        for claim in &study.claims {
            let Some(condition) = claim.holds_if.as_ref().filter(|it| it.criteria().contains(&criterion)) else {
                continue;
            };
            if let Rule::Significant { test, .. } = claim.rule {
                // Some tests are computed together.
                let test = match test {
                    TestName::WelchT => TestName::StudentT,
                    TestName::Wilcoxon => TestName::PairedT,
                    TestName::Tost => TestName::MixedModel,
                    TestName::StudentT
                    | TestName::PairedT
                    | TestName::AnovaTukey
                    | TestName::MannWhitney
                    | TestName::Sign
                    | TestName::Friedman
                    | TestName::MixedModel
                    | TestName::OrdinalModel
                    | TestName::BradleyTerry
                    | TestName::PlackettLuce
                    | TestName::Bootstrap => test,
                };
                if !needed.tests.contains(&test) {
                    needed.tests.push(test);
                }
            }
            needed.agreement |= condition.parts().into_iter().any(|part| match part {
                Condition::Agreement { coefficient, .. } => *coefficient != Coefficient::Alpha,
                Condition::All(_) | Condition::Any(_) | Condition::Above { .. } | Condition::Same { .. } => false,
            });
        }
        needed
    }
}
