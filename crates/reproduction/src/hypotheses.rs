//! Same hypotheses: whether the tests of every two systems come out alike.

use analysis::Statistic;
use stats::adjust::{Adjustment, adjust};
use stats::decide::Difference;
use stats::hypothesis::{TestOptions, sign, t};
use stats::{Estimate, Note, PValue};

use super::Context;
use super::align::{ScoreOrRank, Set};
use super::comparison_number::{About, Findings, Reading};
use super::effects;
use super::precision::pairs;

/// Every two systems tested in every experiment: by the deciding model where it is known, else by Student's t from means,
/// standard deviations and sizes, and for pairs by the sign test on decided choices, as if judgements were independent;
/// corrected by Holm within each experiment. `tests_alike` is
/// the share of tests with the same conclusion in two experiments: the same direction, or none.
pub(super) fn tests(context: &Context<'_>, findings: &mut Findings) {
    for set in &context.sets {
        let tested: Vec<Vec<PairTest>> = (0..context.experiments.len()).map(|e| test_pairs(context, set, e)).collect();
        if tested.iter().filter(|tests| !tests.is_empty()).count() < 2 {
            continue;
        }
        for (e, tests) in tested.iter().enumerate() {
            let adjusted = adjust(
                &tests.iter().map(|test| test.estimate.p.unwrap_or(PValue::new(1.0))).collect::<Vec<_>>(),
                Adjustment::Holm,
            );
            for (test, p) in tests.iter().zip(adjusted) {
                let of = set.label.iter().cloned().chain(test.of.iter().cloned()).collect();
                let about = About::criterion(Reading::Hypotheses, &set.criterion_id)
                    .with_subject(of)
                    .between_experiments([context.experiments[e].name.as_str()]);
                findings.keep(about.clone(), test.statistic, test.estimate.clone());
                let holm = Estimate::from(p.value()).p(p);
                findings.keep(
                    about,
                    Statistic::PHolm,
                    holm.note(Note::Said(format!("Holm over {} comparisons", tests.len()))),
                );
            }
        }
        for (i, j) in pairs(context.experiments.len()) {
            count_agreeing(context, set, (&tested[i], &tested[j]), (i, j), findings);
        }
    }
}

/// A test of two systems.
struct PairTest {
    of: Vec<String>,
    statistic: Statistic,
    estimate: Estimate,
    /// Above zero when the first is above the second.
    difference: f64,
}

fn test_pairs(context: &Context<'_>, set: &Set, e: usize) -> Vec<PairTest> {
    let asked = TestOptions::default();
    if set.of_pairs() {
        let nets = set.net(context.experiments.len()).into_iter();
        return nets
            .filter_map(|(a, b, nets)| {
                let model = context.model(e, &set.criterion_id).and_then(|model| model.difference(&a, &b));
                let (statistic, estimate) = match model {
                    Some(found) => (Statistic::T, by_model(found)),
                    None => {
                        let counted = decided_choices(set, (&a, &b), e)?;
                        (Statistic::Share, counted.note(Note::Said(TEST_OF_INDEPENDENT.to_owned())))
                    }
                };
                Some(PairTest { of: vec![a, b], statistic, estimate, difference: nets[e]? })
            })
            .collect();
    }
    pairs(set.rows.len())
        .filter_map(|(a, b)| {
            let summary = |row: usize| set.rows[row].known[e].as_ref().and_then(ScoreOrRank::score)?.summary();
            let (first, second) = (summary(a)?, summary(b)?);
            let of = set.rows[a].subject().into_iter().chain(set.rows[b].subject()).collect();
            if let Some(found) = effects::model_difference(context, set, (a, b), e) {
                let (statistic, estimate) = (Statistic::T, by_model(found));
                return Some(PairTest { of, statistic, estimate, difference: found.value });
            }
            let test = t::student(first, second, asked).ok()?;
            let estimate = test.statistic.note(Note::Said(TEST_OF_INDEPENDENT.to_owned()));
            Some(PairTest { of, statistic: Statistic::T, estimate, difference: first.mean - second.mean })
        })
        .collect()
}

/// Said of a test that papers make of their means.
pub const TEST_OF_INDEPENDENT: &str = "as if judgements were independent";

/// The t statistic of a difference by the deciding model.
fn by_model(found: Difference) -> Estimate {
    let df = found.df.is_finite().then_some(found.df);
    Estimate::from(found.value / found.se).df(df).p(found.differs()).note(Note::Said("by the mixed model".to_owned()))
}

/// The sign test on choices for one or the other of two systems, from shares of n choices.
pub(super) fn decided_choices(set: &Set, (a, b): (&String, &String), e: usize) -> Option<Estimate> {
    let (first, second) = (set.share((a, b), e)?, set.share((b, a), e)?);
    let n = first.n?;
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "shares of a count"
    )]
    let count = |share: f64| (share.clamp(0.0, 1.0) * n as f64).round() as u64;
    let (x, y) = (count(first.value.value()), count(second.value.value()));
    let test = sign::of_counts(x, y, n.saturating_sub(x + y), TestOptions::default()).ok()?;
    let rounded = first.value.text().map(|_| Note::Said("counts from printed shares".to_owned()));
    Some(test.statistic.note(rounded))
}

fn count_agreeing(
    context: &Context<'_>,
    set: &Set,
    (a, b): (&[PairTest], &[PairTest]),
    (i, j): (usize, usize),
    findings: &mut Findings,
) {
    let conclusions = |tests: &[PairTest]| -> Vec<i8> {
        let p: Vec<PValue> = tests.iter().map(|test| test.estimate.p.unwrap_or(PValue::new(1.0))).collect();
        let concluded = |(test, p): (&PairTest, PValue)| {
            if p.ln() < context.options.alpha.ln() { if test.difference > 0.0 { 1 } else { -1 } } else { 0 }
        };
        tests.iter().zip(adjust(&p, Adjustment::Holm)).map(concluded).collect()
    };
    let (first, second) = (conclusions(a), conclusions(b));
    let (mut same, mut of) = (0, 0);
    for (test, conclusion) in a.iter().zip(first) {
        if let Some(place) = b.iter().position(|other| other.of == test.of) {
            of += 1;
            same += usize::from(second[place] == conclusion);
        }
    }
    if of > 0 {
        let share = Estimate::from(f64::from(same as u32) / f64::from(of as u32));
        let names = [context.experiments[i].name.as_str(), context.experiments[j].name.as_str()];
        let about = About::criterion(Reading::Hypotheses, &set.criterion_id)
            .with_subject(set.label.clone())
            .between_experiments(names)
            .n(of);
        findings.keep(about, Statistic::TestsAlike, share.note(Note::Said(format!("{same} of {of}"))));
    }
}
