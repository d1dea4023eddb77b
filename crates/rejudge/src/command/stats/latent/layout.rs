//! The customary layout: what an R user expects to read, in the same order and words.

use std::fmt::Write as _;

use stats::mixed::ordinal::{Link, Threshold};
use stats::{Estimate, PValue};

use super::super::answer::{number, p_phrase};
use super::super::data::Source;
use super::super::lmm::layout::{coefficient_row, extras, table};
use super::{FittedModel, Kind};

pub(super) fn link(link: Link) -> &'static str {
    match link {
        Link::Logit => "logit",
        Link::Probit => "probit",
    }
}

pub(super) fn threshold(threshold: Threshold) -> &'static str {
    match threshold {
        Threshold::Flexible => "flexible",
        Threshold::Symmetric => "symmetric",
        Threshold::Equidistant => "equidistant",
    }
}

pub(super) fn text(fitted: &FittedModel, estimates: &[Estimate], file: &Source) -> String {
    let mut text = String::new();
    heading(&mut text, fitted, file);
    if !fitted.model.groups.is_empty() {
        random(&mut text, fitted, estimates);
    }
    let title = match fitted.kind {
        Kind::Ordinal(_) => "Coefficients",
        Kind::Binomial => "Fixed effects",
    };
    let named = |name: &str| estimates.iter().filter(|it| it.name == name).collect::<Vec<&Estimate>>();
    if named("coef").is_empty() {
        text.push_str("No coefficients\n");
    } else {
        let _ = writeln!(text, "{title}:\n{}", z_table(&named("coef")));
        let _ = writeln!(text, "---\nSignif. codes:  0 '***' 0.001 '**' 0.01 '*' 0.05 '.' 0.1 ' ' 1");
    }
    if !named("scale").is_empty() {
        let _ = writeln!(text, "\nlog-scale coefficients:\n{}", z_table(&named("scale")));
    }
    if !named("threshold").is_empty() {
        let _ = writeln!(text, "\nThreshold coefficients:\n{}", z_table(&named("threshold")));
    }
    let others: Vec<&Estimate> =
        estimates.iter().filter(|it| matches!(it.name, "emmean" | "contrast" | "chi2" | "mode")).collect();
    extras(&mut text, &others);
    for note in fitted.notes() {
        let _ = writeln!(text, "\nnote: {note}");
    }
    let _ = writeln!(text, "\n{}", sentence(fitted, estimates));
    text
}

fn heading(text: &mut String, fitted: &FittedModel, file: &Source) {
    let (model, fit) = (&fitted.model, &fitted.fit);
    let (criteria, link) = (model.criteria(fit), link(model.link));
    match fitted.kind {
        Kind::Ordinal(kind) => {
            let what = if model.groups.is_empty() {
                "Cumulative Link Model fitted by maximum likelihood"
            } else {
                "Cumulative Link Mixed Model fitted with the Laplace approximation"
            };
            let _ = writeln!(text, "{what}\n");
            let _ = writeln!(text, "formula: {}\ndata:    {file}\n", model.formula);
            let row = [
                link.to_owned(),
                threshold(kind).to_owned(),
                model.rows().to_string(),
                format!("{:.2}", fit.log_likelihood),
                format!("{:.2}", criteria.aic),
                fit.steps.to_string(),
                format!("{:.2e}", fit.largest_slope),
            ];
            let header = ["link", "threshold", "nobs", "logLik", "AIC", "niter", "max.grad"].map(str::to_owned);
            let _ = writeln!(text, "{}\n", table(&[header.to_vec(), row.to_vec()], 2));
        }
        Kind::Binomial => {
            let by = if model.groups.is_empty() { "" } else { " (Laplace Approximation)" };
            let _ = writeln!(text, "Generalized linear mixed model fit by maximum likelihood{by}");
            let _ = writeln!(text, " Family: binomial  ( {link} )");
            let _ = writeln!(text, "Formula: {}\n   Data: {file}\n", model.formula);
            let header = ["AIC", "BIC", "logLik", "deviance", "df.resid"].map(str::to_owned);
            let one = |x: f64| format!("{x:.1}");
            let row = [
                one(criteria.aic),
                one(criteria.bic),
                one(fit.log_likelihood),
                one(-2.0 * fit.log_likelihood),
                model.rows().saturating_sub(criteria.parameters).to_string(),
            ];
            let _ = writeln!(text, "{}\n", table(&[header.to_vec(), row.to_vec()], 0));
        }
    }
}

fn random(text: &mut String, fitted: &FittedModel, estimates: &[Estimate]) {
    let correlated = estimates.iter().any(|it| it.name == "correlation");
    let last_header = if correlated { "Corr" } else { "" };
    let mut rows = vec![["Groups", "Name", "Variance", "Std.Dev.", last_header].map(str::to_owned).to_vec()];
    let mut last = "";
    for it in estimates.iter().filter(|it| it.name == "variance") {
        let effect = it.of.get(1).map_or("(Intercept)", String::as_str);
        let with = estimates.iter().filter(|c| c.name == "correlation" && c.of[0] == it.of[0] && c.of[2] == effect);
        let correlations: Vec<String> = with.map(|c| format!("{:5.2}", c.value)).collect();
        let group = if last == it.of[0] { String::new() } else { it.of[0].clone() };
        last = &it.of[0];
        rows.push(vec![group, effect.to_owned(), number(it.value), number(it.value.sqrt()), correlations.join(" ")]);
    }
    let _ = writeln!(text, "Random effects:\n{}", table(&rows, 2));
    let model = &fitted.model;
    let groups = |between: &str| -> Vec<String> {
        model.groups.iter().map(|group| format!("{}{between}{}", group.name, group.levels.len())).collect()
    };
    let _ = match fitted.kind {
        Kind::Ordinal(_) => writeln!(text, "Number of groups:  {}\n", groups(" ").join(",  ")),
        Kind::Binomial => writeln!(text, "Number of obs: {}, groups:  {}\n", model.rows(), groups(", ").join("; ")),
    };
}

/// A table with z tests: the layout of t tests without degrees of freedom.
fn z_table(estimates: &[&Estimate]) -> String {
    let header = ["", "Estimate", "Std. Error", "z value", "Pr(>|z|)", "", "interval"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for it in estimates {
        let mut row = coefficient_row(it, it.of.join(":"));
        row.remove(3);
        rows.push(row);
    }
    table(&rows, 1)
}

/// One sentence in plain language.
fn sentence(fitted: &FittedModel, estimates: &[Estimate]) -> String {
    let ln = |it: &Estimate| it.p.map_or(0.0, PValue::ln);
    let unbounded = fitted.model.unbounded_parameters(&fitted.fit);
    let is_effect = |it: &&Estimate| it.name == "coef" && it.of.join("") != "(Intercept)";
    if !unbounded.is_empty()
        && estimates.iter().filter(is_effect).all(|it| unbounded.contains(&it.of.join("").as_str()))
    {
        return "The data bound none of the effects, so nothing can be read from them; see the note.".to_owned();
    }
    let strongest = estimates
        .iter()
        .filter(is_effect)
        .filter(|it| !unbounded.contains(&it.of.join("").as_str()))
        .min_by(|a, b| ln(a).total_cmp(&ln(b)));
    let Some(it) = strongest else {
        return "The model has no effects to speak of; it says how the categories are shared.".to_owned();
    };
    let p = it.p.map_or_else(String::new, |p| format!(" ({})", p_phrase(p)));
    let what = match fitted.kind {
        Kind::Ordinal(_) => "a higher category".to_owned(),
        Kind::Binomial => fitted.model.categories.last().map_or_else(String::new, |last| format!("`{last}`")),
    };
    let effect = match fitted.model.link {
        Link::Logit if !fitted.model.scale_names().is_empty() => {
            format!("moves the latent response towards {what} by {}", number(it.value))
        }
        Link::Logit => format!("multiplies the odds of {what} by {}", number(it.value.exp())),
        Link::Probit => format!("moves the latent response towards {what} by {} standard deviations", number(it.value)),
    };
    format!("The clearest effect, {}, {effect}{p}, everything else being equal.", it.of.join(":"))
}
