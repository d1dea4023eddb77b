//! Same effects, from judgements: a mixed model with the study as a factor.

use stats::mixed::{Column, DfMethod, Formula, Frame, Inference, Method, Model, Options, likelihood_ratio};
use stats::{Estimate, StatError};
use study::original::Measure;

use super::Context;
use super::comparison_number::{About, Findings, Reading};
use analysis::Statistic;
use analysis::rows::CriterionRows;

const WHOLE: &str = "value ~ study * system + (1|rater) + (1|item)";
const WITHOUT: &str = "value ~ study + system + (1|rater) + (1|item)";

/// For criteria with a mean: value ~ study × system with crossed raters and items, over all experiments whose
/// judgements are known. `lmm` are the coefficients (the first study and the first system are the base) with
/// Satterthwaite's degrees of freedom, `lmm_interaction` the likelihood-ratio test that the systems differ by
/// the same in every study.
pub(super) fn assess(context: &Context<'_>, findings: &mut Findings) {
    for set in context.sets.iter().filter(|set| set.measure == Measure::Mean && set.stratum.is_empty()) {
        let mut columns = Columns::default();
        let mut known = Vec::new();
        for experiment in context.experiments {
            let Some(dataset) = &experiment.dataset else { continue };
            let Some(number) = dataset.criteria.iter().position(|c| c.id == set.criterion_id) else { continue };
            let judged = CriterionRows::select(dataset, number, |judgement| judgement.excluded.is_none());
            columns.add(&experiment.name, &judged);
            known.push(experiment.name.as_str());
        }
        if known.len() < 2 {
            continue;
        }
        let n = columns.value.len();
        let about = About::criterion(Reading::Effects, &set.criterion_id)
            .with_subject(set.label.clone())
            .between_experiments(known)
            .n(n);
        match columns.fit_model(context.options.level) {
            Ok((coefficients, interaction)) => {
                for estimate in coefficients {
                    findings.keep(about.clone().with_subject(estimate.of.clone()), Statistic::Lmm, estimate);
                }
                findings.keep(about, Statistic::LmmInteraction, interaction);
            }
            Err(reason) => findings.fail("the mixed model", &about, &reason.to_string()),
        }
    }
}

/// A factor with its levels in the order in which they appear, so that the first is the base.
fn in_order(cells: &[String]) -> Column {
    let mut levels: Vec<String> = Vec::new();
    let code = |cell: &String, levels: &mut Vec<String>| {
        let place = levels.iter().position(|level| level == cell).unwrap_or_else(|| {
            levels.push(cell.clone());
            levels.len() - 1
        });
        place as u32
    };
    let codes = cells.iter().map(|cell| code(cell, &mut levels)).collect();
    Column::Factor { levels, codes }
}

#[derive(Default)]
struct Columns {
    value: Vec<f64>,
    study: Vec<String>,
    system: Vec<String>,
    rater: Vec<String>,
    item: Vec<String>,
}

impl Columns {
    fn add(&mut self, study: &str, judged: &CriterionRows<'_>) {
        for row in 0..judged.value.len() {
            self.value.push(judged.value[row]);
            self.study.push(study.to_owned());
            self.system.push(judged.id(judged.system[row] as usize).to_owned());
            self.rater.push(format!("{study} {}", judged.participant[row]));
            self.item.push(judged.dataset.items[judged.item[row] as usize].id.clone());
        }
    }

    fn fit_model(&self, level: f64) -> Result<(Vec<Estimate>, Estimate), StatError> {
        let frame = Frame::default()
            .with_column("value", Column::Numeric(self.value.clone()))?
            .with_column("study", in_order(&self.study))?
            .with_column("system", in_order(&self.system))?
            .with_column("rater", Column::factor(&self.rater))?
            .with_column("item", Column::factor(&self.item))?;
        let model = |text: &str, method: Method| {
            let formula = Formula::parse(text).map_err(|e| StatError::Undefined(e.to_string()))?;
            Model::new(&formula, &frame, &Options::new(method))
        };
        let whole = model(WHOLE, Method::Reml)?;
        let fit = whole.fit()?;
        let inference = Inference::new(&whole, &fit, DfMethod::Satterthwaite)?;
        let names = whole.coefficients();
        let coefficients = (0..names.len())
            .map(|index| {
                let mut one = vec![0.0; names.len()];
                one[index] = 1.0;
                inference.estimate(Statistic::Lmm.word(), &one, level).with_labels([names[index]])
            })
            .collect();
        let (large, small) = (model(WHOLE, Method::Ml)?, model(WITHOUT, Method::Ml)?);
        let (large_fit, small_fit) = (large.fit()?, small.fit()?);
        let ratio = likelihood_ratio((&small, &small_fit), (&large, &large_fit))?;
        Ok((coefficients, ratio))
    }
}
