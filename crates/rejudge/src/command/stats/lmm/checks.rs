//! `rejudge stats lmm --checks`: whether residuals and random effects are as the model takes them to be, each with a
//! sentence that says what it means and what to do.

use stats::hypothesis::levene::{Centre, levene};
use stats::mixed::{Column, Frame, fitted_values, random_effects, scaled_residuals, spreads};
use stats::residual::{Shape, breusch_pagan, shape};
use stats::{Estimate, Note};

use super::super::answer::{number, p_phrase};
use super::FittedModel;

/// Residuals beyond this many standard deviations are counted.
const FAR: f64 = 3.0;
/// So many of them are named.
const NAMED: usize = 5;

/// The rows a model was fitted to, for those who look at single ones.
pub(super) struct Rows {
    pub(super) frame: Frame,
    /// The number of each row in the file.
    pub(super) numbers: Vec<usize>,
}

/// Every check, with its sentence as a note.
pub(super) fn checks(fitted: &FittedModel, rows: &Rows) -> Vec<Estimate> {
    let residuals = scaled_residuals(&fitted.model, &fitted.fit);
    let mut found =
        shape_estimates(["residual_skewness", "residual_kurtosis", "residual_qq"], &residuals, &of_residuals);
    found.extend(spread_by_fit(fitted, &residuals));
    found.extend(by_factor(fitted, &rows.frame, &residuals));
    found.push(outliers(&residuals, &rows.numbers));
    found.extend(random(fitted));
    found
}

fn add_sentence(estimate: Estimate, sentence: String) -> Estimate {
    estimate.note(Note::Said(sentence))
}

/// The three numbers of a shape; the sentence stands with the last.
fn shape_estimates(names: [&'static str; 3], values: &[f64], sentence: &dyn Fn(Shape) -> String) -> Vec<Estimate> {
    let Ok(found) = shape(values) else { return Vec::new() };
    let numbers = [found.skewness, found.excess_kurtosis, found.qq_correlation];
    let mut estimates: Vec<Estimate> = names.into_iter().zip(numbers).map(|(name, x)| Estimate::new(name, x)).collect();
    if let Some(last) = estimates.pop() {
        estimates.push(add_sentence(last, sentence(found)));
    }
    estimates
}

/// Half a unit of skewness, one of kurtosis or a Q–Q correlation below 0.98 can be seen in a plot.
fn of_residuals(shape: Shape) -> String {
    let mut faults = Vec::new();
    if shape.skewness.abs() > 0.5 {
        let side = if shape.skewness > 0.0 { "above" } else { "below" };
        faults.push(format!("reach further {side} than on the other side"));
    }
    if shape.excess_kurtosis > 1.0 {
        faults.push("have heavier tails than a normal distribution".to_owned());
    }
    if shape.excess_kurtosis < -1.0 {
        faults.push("are flatter than a normal distribution".to_owned());
    }
    if faults.is_empty() && shape.qq_correlation < 0.98 {
        faults.push("do not lie on a line in a Q–Q plot".to_owned());
    }
    if faults.is_empty() {
        return "the residuals are close to a normal distribution".to_owned();
    }
    format!(
        "the residuals {}; means and their tests bear that with many rows, intervals of single values do not; for \
         ratings on a short scale see whether `clmm` concludes the same",
        faults.join(" and ")
    )
}

/// None when fitted values or residuals do not vary.
fn spread_by_fit(fitted: &FittedModel, residuals: &[f64]) -> Option<Estimate> {
    let fits = fitted_values(&fitted.model, &fitted.fit);
    let test = breusch_pagan(residuals, &fits).ok()?;
    if test.p.is_none_or(|p| p.value() >= 0.05) {
        let words = "no sign that the spread of residuals changes with the fitted values";
        return Some(add_sentence(test, words.to_owned()));
    }
    let mean = fits.iter().sum::<f64>() / fits.len() as f64;
    let with: f64 = residuals.iter().zip(&fits).map(|(e, f)| e * e * (f - mean)).sum();
    let (more, p) = (if with > 0.0 { "high" } else { "low" }, test.p.map(p_phrase).unwrap_or_default());
    let words = format!(
        "the residuals spread more where fitted values are {more} ({p}); near the end of a scale they must, and \
         `clmm` allows for it"
    );
    Some(add_sentence(test, words))
}

/// Levene's test by every factor among the fixed effects.
fn by_factor(fitted: &FittedModel, frame: &Frame, residuals: &[f64]) -> Vec<Estimate> {
    let mut estimates = Vec::new();
    for variable in fitted.model.design.variables.iter().filter(|it| !it.levels.is_empty()) {
        let Ok(Column::Factor { levels, codes }) = frame.column(&variable.name) else { continue };
        let mut groups = vec![Vec::new(); levels.len()];
        codes.iter().zip(residuals).for_each(|(code, e)| groups[*code as usize].push(*e));
        let Ok(test) = levene(&groups, Centre::Median) else { continue };
        let sd = |values: &Vec<f64>| (values.iter().map(|e| e * e).sum::<f64>() / values.len() as f64).sqrt();
        let mut sds: Vec<(f64, &String)> = groups.iter().map(sd).zip(levels).collect();
        sds.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some((least, low)), Some((most, high))) = (sds.first(), sds.last()) else { continue };
        let ratio = number((100.0 * most / least).round() / 100.0);
        let differs = test.statistic.p.is_some_and(|p| p.value() < 0.05);
        let words = if differs {
            let p = test.statistic.p.map(p_phrase).unwrap_or_default();
            format!(
                "the residuals spread {ratio} times as far at `{high}` as at `{low}` ({p}); where that is more than \
                 about twice, distrust small differences, or let the scale differ (`clmm --scale {}`)",
                variable.name
            )
        } else {
            format!(
                "no sign that residuals spread differently between levels of {} (at most {ratio} times)",
                variable.name
            )
        };
        estimates
            .push(add_sentence(Estimate { name: "levene", ..test.statistic }.with_labels([&variable.name]), words));
    }
    estimates
}

/// How many residuals are far out, how many would be by chance, and which rows are furthest.
fn outliers(residuals: &[f64], numbers: &[usize]) -> Estimate {
    let mut far: Vec<(usize, f64)> =
        numbers.iter().copied().zip(residuals.iter().copied()).filter(|(_, e)| e.abs() > FAR).collect();
    far.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
    let expected = residuals.len() as f64 * 2.0 * stats::dist::normal::cdf(-FAR);
    let mut words = format!(
        "{} of {} residuals lie beyond {FAR} standard deviations, where {} would by chance",
        far.len(),
        residuals.len(),
        number((10.0 * expected).round() / 10.0)
    );
    if !far.is_empty() {
        let named: Vec<String> = far.iter().take(NAMED).map(|(row, e)| format!("{row} ({e:+.1})")).collect();
        let which = if far.len() > NAMED { "furthest: rows" } else { "rows" };
        words.push_str(&format!(
            "; {which} {}; look at them, and fit once without them to see that the conclusions stay",
            named.join(", ")
        ));
    }
    add_sentence(Estimate::new("outliers", far.len() as f64), words)
}

/// The conditional modes of every random effect, and the levels that stand apart.
fn random(fitted: &FittedModel) -> Vec<Estimate> {
    let modes = random_effects(&fitted.model, &fitted.fit);
    let mut estimates = Vec::new();
    for spread in spreads(&fitted.model, &fitted.fit) {
        let [effect] = &spread.effects[..] else { continue };
        let of: Vec<_> = modes.iter().filter(|it| it.group == spread.group && it.effect == *effect).collect();
        let values: Vec<f64> = of.iter().map(|it| it.mode).collect();
        let apart: Vec<&str> =
            of.iter().filter(|it| it.mode.abs() > FAR * spread.value).map(|it| it.level.as_str()).collect();
        let label = |it: Estimate| {
            let effect = Some(effect.clone()).filter(|it| it != "(Intercept)");
            it.with_labels(std::iter::once(spread.group.clone()).chain(effect))
        };
        let about = |shape: Shape| {
            let lean = if shape.qq_correlation < 0.95 && values.len() > 4 {
                "are far from a normal distribution: look for groups among them"
            } else {
                "are much as a normal distribution has them"
            };
            let stand = match &apart[..] {
                [] => String::new(),
                levels => format!("; {} stands apart by more than {FAR} standard deviations", levels.join(", ")),
            };
            format!("the {} levels of {} {lean}{stand}", values.len(), spread.group)
        };
        if spread.value > 0.0 {
            estimates.extend(
                shape_estimates(["mode_skewness", "mode_kurtosis", "mode_qq"], &values, &about).into_iter().map(label),
            );
        }
    }
    estimates
}
