//! The claims of a study and nothing else, for analyses that are made thousands of times.

use dataset::{Dataset, Judgement};
use stats::resample::Plan;
use study::Study;
use study::claim::{Coefficient, Condition, Rule};
use study::file::TestName;
use study::response::Response;

use crate::judged::Judged;
use crate::setting::Setting;
use crate::sheet::Sheet;
use crate::{Options, Results, agreement, claims, comparisons, run, scores};

/// Decides the claims exactly as [`crate::run`] does, from the numbers that they need, and gives these
/// numbers and the agreement of each criterion, without the intervals that take a bootstrap.
#[must_use]
pub fn decide(study: &Study, dataset: &Dataset, options: Options) -> Results {
    let plan = Plan { seed: options.seed, replicates: options.replicates };
    let setting = Setting::of(Some(study), plan, options.level);
    let mut quick = setting.clone();
    quick.plan.replicates = 0;
    let mut results = Results {
        about: run::about(Some(study), dataset),
        provenance: run::provenance(dataset, options),
        estimates: Vec::new(),
        claims: Vec::new(),
        remarks: Vec::new(),
        missing: Vec::new(),
    };
    for (index, criterion) in dataset.criteria.iter().enumerate() {
        let judged = Judged::of(dataset, index, |judgement: &Judgement| judgement.excluded.is_none());
        let mut sheet = Sheet::about(&criterion.id);
        let needed = Needed::of(study, index);
        if needed.tests.contains(&TestName::Bootstrap) {
            scores::put(&mut sheet, &judged, &setting);
        } else {
            scores::means(&mut sheet, &judged);
        }
        let mut tests = needed.tests;
        if matches!(criterion.response, Response::Pairwise(_)) && !tests.contains(&TestName::Sign) {
            // What is claimed of pairs is also read from their shares.
            tests.push(TestName::Sign);
        }
        if judged.systems().len() > 1 {
            tests.into_iter().for_each(|test| comparisons::put_test(&mut sheet, &judged, &quick, test));
        }
        if needed.agreement {
            agreement::put(&mut sheet, &judged, &quick);
        } else {
            agreement::alpha(&mut sheet, &judged);
        }
        results.estimates.extend(sheet.estimates);
        results.missing.extend(sheet.missing);
    }
    claims::put(&mut results, study, dataset);
    results
}

/// What the claims need of one criterion.
struct Needed {
    tests: Vec<TestName>,
    /// Whether a coefficient beside alpha is needed.
    agreement: bool,
}

impl Needed {
    fn of(study: &Study, criterion: usize) -> Needed {
        let mut needed = Needed { tests: Vec::new(), agreement: false };
        for claim in &study.claims {
            let Some(condition) = claim.holds_if.as_ref().filter(|it| it.criteria().contains(&criterion)) else {
                continue;
            };
            if let Rule::Significant { test, .. } = claim.rule
                && !needed.tests.contains(&test)
            {
                needed.tests.push(test);
            }
            needed.agreement |= condition.parts().into_iter().any(|part| match part {
                Condition::Agreement { coefficient, .. } => *coefficient != Coefficient::Alpha,
                Condition::All(_) | Condition::Any(_) | Condition::Above { .. } | Condition::Same { .. } => false,
            });
        }
        needed
    }
}
