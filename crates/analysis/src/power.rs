//! What the design could have found: the power for differences that were of interest before anyone answered, and the
//! smallest difference it would have found. The power for the difference just found says no more than its p-value
//! (Hoenig & Heisey 2001, The American Statistician 55, 19–24), and is not given.

mod interest;

use stats::effect::{Summary, pooled_sd};
use stats::power::{Contrast, EffectMeasure, Question, Sides, SignDesign, Size as Count, Test};
use study::file::{Correction, TestName};
use study::response::Response;

use crate::Statistic;
use crate::comparisons::{self, Pair, all_pairs};
use crate::rows::{CriterionRows, net_preferences, one_against_rest};
use crate::setting::{Setting, correction_words};
use crate::sheet::Sheet;

pub(crate) use interest::{Interest, PrintedDifference, interests, original_differences};
use interest::{Size, Whose};

/// Cohen's d called medium.
const MEDIUM_D: f64 = 0.5;
/// The share of decided choices called medium: one half and Cohen's g of 0.15.
const MEDIUM_SHARE: f64 = 0.65;

/// The level at which a comparison is tested when its p-value is the smallest of its family.
struct Level {
    alpha: f64,
    words: String,
}

impl Level {
    fn corrected_for(setting: &Setting, comparisons: usize) -> Level {
        let alpha = setting.alpha;
        if setting.correction == Correction::None || comparisons < 2 {
            return Level { alpha, words: format!("alpha {alpha}") };
        }
        let words =
            format!("alpha {alpha}/{comparisons}, the strictest step of {}", correction_words(setting.correction));
        Level { alpha: alpha / comparisons as f64, words }
    }
}

/// One planned comparison and what its power is asked for.
struct PowerQuestion<'a> {
    judged: &'a CriterionRows<'a>,
    pair: Pair,
    level: &'a Level,
    interests: Vec<(Whose, Size)>,
}

/// The power of every planned comparison for an effect called medium, for the original's and for those claims name.
pub(crate) fn add_statistics(sheet: &mut Sheet, judged: &CriterionRows<'_>, setting: &Setting) {
    let criterion = &judged.criterion.id;
    let planned: Vec<Pair> =
        all_pairs(&judged.systems()).into_iter().filter(|pair| setting.declares(criterion, *pair)).collect();
    let family = comparisons::family(setting, judged.dataset, judged.number(), &judged.systems());
    let level = &Level::corrected_for(setting, family.len());
    let summaries: Vec<Option<Summary>> =
        (0..judged.dataset.systems.len()).map(|system| Summary::from_values(&judged.values_of(system)).ok()).collect();
    for pair in planned {
        let named = setting.interests.iter().filter(|it| it.criterion == *criterion && it.pair == pair);
        let interests = named.map(|it| (it.whose.clone(), it.size)).collect();
        let asked = PowerQuestion { judged, pair, level, interests };
        match &judged.criterion.response {
            Response::Rating(_) | Response::Slider(_) | Response::Count(_) | Response::Spans(_) => {
                if let (Some(first), Some(second)) = (summaries[pair.0], summaries[pair.1]) {
                    asked.of_values(sheet, [first, second]);
                }
            }
            Response::Pairwise(_) | Response::BestWorst(_) => asked.of_choices(sheet, &BRADLEY_TERRY),
            Response::Ranking(_) => asked.of_choices(sheet, &PLACKETT_LUCE),
            Response::Choice(_) | Response::Text(_) => {}
        }
    }
}

/// A model whose contrasts have a power.
struct ModelTest {
    /// What gives the contrasts.
    contrast: TestName,
    /// Their power.
    power: Statistic,
    words: &'static str,
}

const LMM: ModelTest =
    ModelTest { contrast: TestName::MixedModel, power: Statistic::PowerLmm, words: "power of the linear mixed model" };
const BRADLEY_TERRY: ModelTest = ModelTest {
    contrast: TestName::BradleyTerry,
    power: Statistic::PowerBt,
    words: "power of the Bradley–Terry model",
};
const PLACKETT_LUCE: ModelTest = ModelTest {
    contrast: TestName::PlackettLuce,
    power: Statistic::PowerPl,
    words: "power of the Plackett–Luce model",
};

/// Two one-sided tests that a claim of equivalence asks for.
struct EquivalenceQuestion {
    margin: f64,
    alpha: f64,
    test: Test,
    size: Count,
    n: usize,
}

impl PowerQuestion<'_> {
    fn labels(&self, whose: &Whose) -> [String; 3] {
        let [a, b] = self.systems();
        [a.to_owned(), b.to_owned(), whose.label()]
    }

    fn systems(&self) -> [&str; 2] {
        [self.judged.id(self.pair.0), self.judged.id(self.pair.1)]
    }

    /// Power of the t-test over single judgements, and of the mixed model with the error it was found to have.
    fn of_values(&self, sheet: &mut Sheet, [a, b]: [Summary; 2]) {
        let n = a.n + b.n;
        let sd = pooled_sd(a, b);
        if sd.is_nan() || sd <= 0.0 {
            return;
        }
        // Two groups of unequal size are worth two of their harmonic mean.
        let each = Count::PerGroup(2.0 / (1.0 / a.n as f64 + 1.0 / b.n as f64));
        let question = Question { test: Test::TwoSample(Sides::Two), alpha: self.level.alpha };
        if let Ok(effect) = question.effect(EffectMeasure::CohenD(0.0), each, 0.8) {
            let words = format!("Cohen's d found with power 0.8 by a two-sided t-test at {}", self.level.words);
            sheet.add(Statistic::DetectableD, self.systems(), effect.value(), n, &words);
        }
        for (whose, size) in self.sizes_of_interest(Size::Standardised(MEDIUM_D)) {
            let d = match size {
                Size::Standardised(d) => d,
                Size::By(by) => by / sd,
                Size::Within { margin, alpha } => {
                    let test = Test::TostTwoSample { margin: margin / sd };
                    self.equivalence(sheet, &whose, &EquivalenceQuestion { margin, alpha, test, size: each, n });
                    continue;
                }
                Size::Share(_) => continue,
            };
            let of = self.labels(&whose);
            if self.is_answered_in(sheet, Statistic::PowerAtD, &of) {
                continue;
            }
            let what = format!("{}, in SDs of the judgements", whose.words());
            sheet.add(Statistic::PowerAtD, of.clone(), d, n, &what);
            let words = format!(
                "power of a two-sided t-test over single judgements, as if independent, at {}",
                self.level.words
            );
            if let Ok(power) = question.power(EffectMeasure::CohenD(d), each) {
                sheet.add(Statistic::PowerT, of.clone(), power, n, &words);
            }
            self.of_model(sheet, &LMM, d * sd, (of, n));
        }
    }

    /// Power of the exact sign test where choices between the two were made, and of the model of strengths with the
    /// error it was found to have.
    fn of_choices(&self, sheet: &mut Sheet, model: &ModelTest) {
        let decided = self.count_decided(sheet);
        let n = self.judged.judgements.len();
        if decided.is_none() && sheet.get(Statistic::Test(model.contrast), &self.systems()).is_none() {
            return;
        }
        for (whose, size) in self.sizes_of_interest(Size::Share(MEDIUM_SHARE)) {
            let share = match size {
                Size::Share(share) => share,
                Size::By(by) => match self.share_of(sheet, by) {
                    Some(share) => share,
                    None => continue,
                },
                Size::Within { margin, alpha } => {
                    let net = Summary::from_values(&net_preferences(self.judged, self.pair)).ok();
                    if let Some(net) = net.filter(|net| net.sd > 0.0) {
                        let test = Test::TostOneSample { margin: margin / net.sd };
                        let size = Count::Total(net.n as f64);
                        self.equivalence(sheet, &whose, &EquivalenceQuestion { margin, alpha, test, size, n: net.n });
                    }
                    continue;
                }
                Size::Standardised(_) => continue,
            };
            let of = self.labels(&whose);
            if !(share > 0.0 && share < 1.0) || self.is_answered_in(sheet, Statistic::PowerAtShare, &of) {
                continue;
            }
            let what = format!("{}, as the share of decided choices for one of the two", whose.words());
            sheet.add(Statistic::PowerAtShare, of.clone(), share, n, &what);
            if let Some(choices) = decided
                && let Ok(power) = (SignDesign { choices, share }).power(self.level.alpha)
            {
                let words = format!(
                    "power of the exact sign test on decided choices, as if independent, at {}",
                    self.level.words
                );
                sheet.add(Statistic::PowerSign, of.clone(), power, choices as usize, &words);
            }
            self.of_model(sheet, model, (share / (1.0 - share)).ln(), (of, n));
        }
    }

    /// The convention first, then what the original and the claims name.
    fn sizes_of_interest(&self, convention: Size) -> Vec<(Whose, Size)> {
        std::iter::once((Whose::Convention, convention)).chain(self.interests.iter().cloned()).collect()
    }

    /// Whether a claim has named the same twice.
    fn is_answered_in(&self, sheet: &Sheet, statistic: Statistic, of: &[String; 3]) -> bool {
        sheet.get(statistic, &of.each_ref().map(String::as_str)).is_some()
    }

    /// How many judgements chose one of the two over the other.
    fn count_decided(&self, sheet: &Sheet) -> Option<u64> {
        let [a, b] = self.systems();
        let wins = |of: [&str; 2]| sheet.get(Statistic::WinsOver, &of).map(|named| named.estimate.value);
        let count = wins([a, b])? + wins([b, a])?;
        (count > 0.0).then_some(count as u64)
    }

    /// The share of decided choices at which one is chosen over the other more often by so much of all choices. Only
    /// where a claim about the two is about the judgements that showed both.
    fn share_of(&self, sheet: &Sheet, by: f64) -> Option<f64> {
        let judged = self.judged;
        let about_pairs = matches!(judged.criterion.response, Response::Pairwise(_))
            && (judged.systems().len() == 2 || one_against_rest(judged.dataset, judged.number()));
        let equal = sheet.get(Statistic::PairEqual, &self.systems())?.estimate.value;
        (about_pairs && equal < 1.0).then(|| 0.5 + by / (2.0 * (1.0 - equal)))
    }

    /// The power of a model's contrast for a difference on the model's scale.
    fn of_model(&self, sheet: &mut Sheet, test: &ModelTest, difference: f64, (of, n): ([String; 3], usize)) {
        let Some(found) = sheet.get(Statistic::Test(test.contrast), &self.systems()) else { return };
        let Some(se) = found.estimate.se else { return };
        let df = found.estimate.df.first().copied();
        if let Ok(power) = (Contrast { difference, se, df }).power(self.level.alpha) {
            let words = format!("{}, with the standard error that it found, at {}", test.words, self.level.words);
            sheet.add(test.power, of, power, n, &words);
        }
    }

    /// The power to show that there is no difference beyond a margin, when there is none.
    fn equivalence(&self, sheet: &mut Sheet, whose: &Whose, shown: &EquivalenceQuestion) {
        let of = self.labels(whose);
        let question = Question { test: shown.test, alpha: shown.alpha };
        if let Ok(power) = question.power(EffectMeasure::CohenD(0.0), shown.size)
            && !self.is_answered_in(sheet, Statistic::PowerTost, &of)
        {
            let words = "the equivalence margin of the claim";
            sheet.add(Statistic::PowerAtMargin, of.clone(), shown.margin, shown.n, words);
            let words = format!("power of two one-sided tests, when there is no difference, at alpha {}", shown.alpha);
            sheet.add(Statistic::PowerTost, of, power, shown.n, &words);
        }
    }
}
