//! Systems such that the study's claims are true.

use study::Study;
use study::claim::Condition;

use crate::RaterModel;
use crate::scenarios::score_direction;

/// The effect that claims are given where nothing is known: half a standard deviation of single
/// impressions, Cohen's (1988) medium effect.
const STEP: f64 = 0.5;

impl RaterModel {
    /// Raters for a study of which only the claims are known: default settings, and systems each
    /// half a standard deviation ahead of those they are claimed to be above. Where claims contradict
    /// each other, the earlier counts.
    #[must_use]
    pub fn from_claims(study: &Study) -> RaterModel {
        let mut raters = RaterModel::with_defaults(study);
        for criterion in 0..study.criteria.len() {
            let steps = steps(study, criterion);
            let middle = steps.iter().sum::<f64>() / steps.len().max(1) as f64;
            let model = &mut raters.criteria[criterion];
            let size = STEP * model.total_sd() * score_direction(study, criterion);
            model.quality = steps.iter().map(|step| size * (step - middle)).collect();
        }
        raters.source =
            "default settings; each system half a standard deviation ahead of those it is claimed to be above"
                .to_owned();
        raters
    }
}

/// How many steps each system stands above the lowest: the longest chain of claims below it.
fn steps(study: &Study, criterion: usize) -> Vec<f64> {
    let mut above: Vec<(usize, usize)> = Vec::new();
    for condition in study.claims.iter().filter_map(|claim| claim.holds_if.as_ref()) {
        for part in condition.parts() {
            let Condition::Above { system, others, criterion: on, .. } = part else { continue };
            for other in others.iter().filter(|_| *on == criterion) {
                if !reaches(&above, *other, *system) {
                    above.push((*system, *other));
                }
            }
        }
    }
    let mut steps = vec![0.0f64; study.systems.len()];
    for _ in 0..steps.len() {
        for (system, other) in &above {
            steps[*system] = steps[*system].max(steps[*other] + 1.0);
        }
    }
    steps
}

/// Whether the first is already above the second, through whatever chain.
fn reaches(above: &[(usize, usize)], from: usize, to: usize) -> bool {
    from == to || above.iter().any(|(system, other)| *system == from && reaches(above, *other, to))
}
