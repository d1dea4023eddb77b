//! The customary layout: what an R user expects to read, in the same order and words.

use std::fmt::Write as _;

use stats::Estimate;
use stats::mixed::{Method, scaled_residuals};
use stats::resample::quantile;

use super::super::answer::{number, p_phrase, p_text};
use super::super::data::Source;
use super::FittedModel;

pub(super) fn text(
    fitted: &FittedModel,
    (estimates, notes): (&[Estimate], &[String]),
    file: &Source,
    tests: &str,
) -> String {
    let mut text = String::new();
    heading(&mut text, fitted, file, tests);
    random(&mut text, fitted, estimates);
    write_fixed_effects(&mut text, estimates);
    terms(&mut text, estimates);
    let others: Vec<&Estimate> =
        estimates.iter().filter(|it| matches!(it.name, "emmean" | "contrast" | "chi2" | "mode")).collect();
    extras(&mut text, &others);
    looked_at(&mut text, estimates);
    for note in notes {
        let _ = writeln!(text, "\nnote: {note}");
    }
    let _ = writeln!(text, "\n{}", sentence(estimates));
    text
}

fn heading(text: &mut String, fitted: &FittedModel, file: &Source, tests: &str) {
    let by = match fitted.model.method {
        Method::Reml => "REML",
        Method::Ml => "maximum likelihood",
    };
    let _ = writeln!(text, "Linear mixed model fit by {by}. {tests}");
    let _ = writeln!(text, "Formula: {}", fitted.model.formula);
    let _ = writeln!(text, "   Data: {file}\n");
    match fitted.model.method {
        Method::Reml => {
            let _ = writeln!(text, "REML criterion at convergence: {:.4}\n", fitted.fit.criterion);
        }
        Method::Ml => {
            let criteria = stats::mixed::criteria(&fitted.model, &fitted.fit);
            let _ = writeln!(text, "     AIC      BIC   logLik deviance df.resid");
            let _ = writeln!(
                text,
                "{:8.1} {:8.1} {:8.1} {:8.1} {:8}\n",
                criteria.aic,
                criteria.bic,
                criteria.log_likelihood,
                fitted.fit.criterion,
                fitted.model.rows() - criteria.parameters
            );
        }
    }
    let mut residuals = scaled_residuals(&fitted.model, &fitted.fit);
    residuals.sort_by(f64::total_cmp);
    let _ = writeln!(text, "Scaled residuals:");
    let _ = writeln!(text, "    Min      1Q  Median      3Q     Max");
    let at: Vec<String> =
        [0.0, 0.25, 0.5, 0.75, 1.0].iter().map(|p| format!("{:7.4}", quantile(&residuals, *p))).collect();
    let _ = writeln!(text, "{}\n", at.join(" "));
}

fn random(text: &mut String, fitted: &FittedModel, estimates: &[Estimate]) {
    let mut rows = vec![["Groups", "Name", "Variance", "Std.Dev.", "Corr"].map(str::to_owned).to_vec()];
    let mut last = String::new();
    let value =
        |name: &str, of: &[String]| estimates.iter().find(|it| it.name == name && it.of == of).map(|it| it.value);
    for it in estimates.iter().filter(|it| it.name == "variance") {
        let sd = value("sd", &it.of).unwrap_or_default();
        let effect = match it.of.as_slice() {
            [group] if group == "Residual" => String::new(),
            [_] => "(Intercept)".to_owned(),
            [_, effect, ..] => effect.clone(),
            [] => String::new(),
        };
        let with = estimates.iter().filter(|c| c.name == "correlation" && c.of[0] == it.of[0] && c.of[2] == effect);
        let correlations: Vec<String> = with.map(|c| format!("{:5.2}", c.value)).collect();
        let shown = last == it.of[0] && it.of.len() > 1;
        last.clone_from(&it.of[0]);
        let group = if shown { String::new() } else { it.of[0].clone() };
        rows.push(vec![group, effect, number(it.value), number(sd), correlations.join(" ")]);
    }
    let _ = writeln!(text, "Random effects:\n{}", table(&rows, 2));
    let groups: Vec<String> =
        fitted.model.groups.iter().map(|group| format!("{}, {}", group.name, group.levels.len())).collect();
    let _ = writeln!(text, "Number of obs: {}, groups:  {}\n", fitted.model.rows(), groups.join("; "));
}

fn write_fixed_effects(text: &mut String, estimates: &[Estimate]) {
    let mut rows =
        vec![["", "Estimate", "Std. Error", "df", "t value", "Pr(>|t|)", "", "interval"].map(str::to_owned).to_vec()];
    for it in estimates.iter().filter(|it| it.name == "coef") {
        rows.push(coefficient_row(it, it.of.join(":")));
    }
    let _ = writeln!(text, "Fixed effects:\n{}", table(&rows, 1));
    let _ = writeln!(text, "---\nSignif. codes:  0 '***' 0.001 '**' 0.01 '*' 0.05 '.' 0.1 ' ' 1");
    let spread: Vec<&Estimate> =
        estimates.iter().filter(|it| matches!(it.name, "sd" | "correlation") && it.interval.is_some()).collect();
    if !spread.is_empty() {
        let _ = writeln!(text, "\nIntervals of standard deviations and correlations:");
        let mut rows = vec![["", "Estimate", "interval"].map(str::to_owned).to_vec()];
        for it in spread {
            rows.push(vec![format!("{} {}", it.name, it.of.join(" ")), number(it.value), interval(it)]);
        }
        let _ = writeln!(text, "{}", table(&rows, 1));
    }
}

/// The tests of whole terms.
fn terms(text: &mut String, estimates: &[Estimate]) {
    let mut rows = vec![["", "NumDF", "DenDF", "F value", "Pr(>F)"].map(str::to_owned).to_vec()];
    for it in estimates.iter().filter(|it| it.name == "f") {
        let df = |at: usize| it.df.get(at).map_or_else(|| "Inf".to_owned(), |df| number(*df));
        rows.push(vec![it.of.join(":"), df(0), df(1), number(it.value), it.p.map(p_text).unwrap_or_default()]);
    }
    if rows.len() > 1 {
        let _ = writeln!(text, "\nType III Analysis of Variance Table:\n{}", table(&rows, 1));
    }
}

/// What was found about residuals and random effects: the number, then what it means.
fn looked_at(text: &mut String, estimates: &[Estimate]) {
    const CHECKS: [&str; 9] = [
        "residual_skewness",
        "residual_kurtosis",
        "residual_qq",
        "breusch_pagan",
        "levene",
        "outliers",
        "mode_skewness",
        "mode_kurtosis",
        "mode_qq",
    ];
    let found: Vec<&Estimate> = estimates.iter().filter(|it| CHECKS.contains(&it.name)).collect();
    if found.is_empty() {
        return;
    }
    let mut rows = vec![["", "", "value", "p"].map(str::to_owned).to_vec()];
    for it in &found {
        let p = it.p.map(p_text).unwrap_or_default();
        rows.push(vec![it.name.replace('_', " "), it.of.join(" "), number(it.value), p]);
    }
    let _ = writeln!(text, "\nResiduals and random effects:\n{}", table(&rows, 2));
    for it in found.iter().filter(|it| !it.notes.is_empty()) {
        let sentences: Vec<String> = it.notes.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, " - {}", sentences.join("; "));
    }
}

pub(crate) fn coefficient_row(it: &Estimate, label: String) -> Vec<String> {
    let p = it.p.map(p_text).unwrap_or_default();
    let stars = match it.p.map_or(1.0, stats::PValue::value) {
        p if p < 0.001 => "***",
        p if p < 0.01 => "**",
        p if p < 0.05 => "*",
        p if p < 0.1 => ".",
        _ => "",
    };
    let df = it.df.first().map_or_else(|| "Inf".to_owned(), |df| format!("{df:.2}"));
    let se = it.se.filter(|se| it.p.is_some() && *se > 0.0);
    let t = se.map(|se| format!("{:.3}", it.value / se)).unwrap_or_default();
    vec![label, number(it.value), error(it), df, t, p, stars.to_owned(), interval(it)]
}

/// The standard error; a dash where there is none.
fn error(it: &Estimate) -> String {
    it.se.map_or_else(|| "–".to_owned(), number)
}

pub(crate) fn interval(it: &Estimate) -> String {
    it.interval.map_or_else(String::new, |i| {
        format!("[{}, {}] {}% {}", number(i.low), number(i.high), number(i.level * 100.0), i.kind)
    })
}

pub(crate) fn extras(text: &mut String, estimates: &[&Estimate]) {
    let of = |name: &str| estimates.iter().copied().filter(|it| it.name == name).collect::<Vec<&Estimate>>();
    let means = of("emmean");
    if !means.is_empty() {
        let mut rows = vec![["", "emmean", "SE", "df", "interval", ""].map(str::to_owned).to_vec()];
        for it in means {
            let df = it.df.first().map_or_else(|| "Inf".to_owned(), |df| format!("{df:.2}"));
            let letters = it.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            rows.push(vec![it.of.join(":"), number(it.value), error(it), df, interval(it), letters]);
        }
        let _ = writeln!(text, "\nEstimated marginal means:\n{}", table(&rows, 1));
    }
    let contrasts = of("contrast");
    if !contrasts.is_empty() {
        let ratio = if contrasts.iter().all(|it| it.df.is_empty()) { "z.ratio" } else { "t.ratio" };
        let mut rows =
            vec![["contrast", "estimate", "SE", "df", ratio, "p.value", "", "interval"].map(str::to_owned).to_vec()];
        rows.extend(contrasts.iter().map(|it| coefficient_row(it, it.of.join(" - "))));
        let _ = writeln!(text, "\nContrasts:\n{}", table(&rows, 1));
    }
    for it in of("chi2") {
        let (df, p) = (it.df.first().copied().unwrap_or_default(), it.p.map(p_text).unwrap_or_default());
        let _ = writeln!(
            text,
            "\nLikelihood-ratio test against {}: Chisq = {:.4}, Df = {df}, Pr(>Chisq) = {p}",
            it.of[0], it.value
        );
    }
    let modes = of("mode");
    if !modes.is_empty() {
        let mut rows = vec![["", "mode", "SD", "interval"].map(str::to_owned).to_vec()];
        rows.extend(modes.iter().map(|it| vec![it.of.join(" "), number(it.value), error(it), interval(it)]));
        let _ = writeln!(text, "\nConditional modes of the random effects:\n{}", table(&rows, 1));
    }
}

/// Columns set off by spaces: the first `left` to the left, the others to the right.
pub(crate) fn table(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(column, cell)| {
                let width = widths[column];
                if column < left || column + 1 == columns {
                    format!("{cell:<width$}")
                } else {
                    format!("{cell:>width$}")
                }
            })
            .collect();
        format!(" {}", cells.join(" ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// One sentence in plain language.
fn sentence(estimates: &[Estimate]) -> String {
    let total: f64 = estimates.iter().filter(|it| it.name == "variance").map(|it| it.value).sum();
    let share = |it: &Estimate| format!("{} {:.0} %", it.of.join(" "), 100.0 * it.value / total);
    let shares: Vec<String> =
        estimates.iter().filter(|it| it.name == "variance" && it.of[0] != "Residual").map(share).collect();
    let strongest = estimates
        .iter()
        .filter(|it| matches!(it.name, "coef" | "contrast") && it.of.join("") != "(Intercept)")
        .min_by(|a, b| a.p.map_or(0.0, stats::PValue::ln).total_cmp(&b.p.map_or(0.0, stats::PValue::ln)));
    let effect = strongest.map_or_else(String::new, |it| {
        let p = it.p.map(p_phrase).unwrap_or_default();
        format!("; the clearest effect is {} = {} ({p})", it.of.join(" - "), number(it.value))
    });
    format!(
        "Of the variance left by the fixed effects, {} is between levels of the groups and the rest within{effect}.",
        shares.join(", ")
    )
}
