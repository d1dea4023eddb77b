//! What the judgements of one criterion say about systems and people, for whoever looks at it many times.

use dataset::Dataset;
use stats::resample::Plan;
use study::file::TestName;
use study::response::Response;

use crate::rows::{CriterionRows, score_name};
use crate::setting::Setting;
use crate::sheet::Sheet;
use crate::{NamedEstimate, Statistic, agreement, comparisons, scores};

/// The numbers among the results in which it shows what systems and people are like, under the names they have
/// there: the score of every system and Krippendorff's alpha; where outputs are judged alone, the standard deviation
/// of judgements and those of the linear mixed model between participants, between items and of what is left; where
/// they are compared, strengths, the shares of "equal" and the advantage of the output shown first; the shares of
/// options. Without the intervals that take a bootstrap; nothing for words.
#[must_use]
pub fn parameters(dataset: &Dataset, criterion: usize) -> Vec<NamedEstimate> {
    let Some(asked) = dataset.criteria.get(criterion) else { return Vec::new() };
    let setting = Setting::from_study(None, Plan { seed: 0, replicates: 0 }, 0.95);
    let judged = CriterionRows::select(dataset, criterion, |judgement| judgement.excluded.is_none());
    let mut sheet = Sheet::for_criterion(&asked.id);
    scores::add_statistics(&mut sheet, &judged, &setting);
    agreement::alpha(&mut sheet, &judged);
    let (tests, kept): (&[TestName], &[Statistic]) = match &asked.response {
        Response::Rating(_) | Response::Slider(_) | Response::Count(_) | Response::Spans(_) => {
            (&[TestName::MixedModel], &[Statistic::Sd, Statistic::LmmSd])
        }
        Response::Pairwise(pairwise) if pairwise.ties => (
            &[TestName::Sign, TestName::BradleyTerry],
            &[Statistic::PairEqual, Statistic::BtStrength, Statistic::BtPosition],
        ),
        Response::Pairwise(_) | Response::BestWorst(_) => {
            (&[TestName::BradleyTerry], &[Statistic::BtStrength, Statistic::BtPosition])
        }
        Response::Ranking(_) => (&[TestName::PlackettLuce], &[Statistic::PlStrength]),
        Response::Choice(_) => (&[], &[Statistic::Share]),
        Response::Text(_) => (&[], &[]),
    };
    if judged.systems().len() > 1 {
        tests.iter().for_each(|test| comparisons::add_test(&mut sheet, &judged, &setting, *test));
    }
    let score = score_name(&asked.response);
    let is_reported = |named: &NamedEstimate| {
        Some(named.statistic) == score || named.statistic == Statistic::Alpha || kept.contains(&named.statistic)
    };
    sheet.estimates.retain(is_reported);
    sheet.estimates
}
