//! `rejudge stats unitised`: alpha for spans.

use clap::Args;
use stats::Estimate;
use stats::agreement::unitised_alpha;
use stats::resample::{Scheme, bootstrap};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::ratings::ResamplingArguments;
use super::spans::{SpanArguments, concatenate_texts};
use super::test_arguments::Confidence;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "unitised",
    aliases: &["unitized", "alpha-u"],
    what: "Krippendorff's alpha for spans that raters mark in texts",
    formula: "alpha_u = 1 - sum over categories of D_o / sum over categories of D_e
        D_o: mean over ordered pairs of raters of squared differences, over L^2:
        (start - start')^2 + (end - end')^2 of two spans that overlap, length^2 of a span in the other's gap
        D_e: the same over all ways of laying the spans on the text by chance
        Several texts are laid end to end as one of length L; no span of one text overlaps a span of another.
        Interval: percentiles over samples of texts.",
    source: "Krippendorff (1995), Sociological Methodology 25; (2004), Quality & Quantity 38 (not the family of 2016)",
    checked_against: "the worked example of Krippendorff (2004): D_o and D_e of both categories to four decimals",
    not_when: "Raters read different texts: one who has no row for a text counts as having marked nothing in it.
        Spans of one rater and category may not overlap. Differences are squared, so that a few long spans decide.",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats unitised spans.csv --rater rater --item item --start start --end end --category error --length-column characters
  rejudge stats unitised spans.csv --rater rater --item item,system --start start --end end --length 300 --bootstrap 1000

A row with empty start and end says that the rater read the text and marked nothing.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    spans: SpanArguments,
    #[command(flatten)]
    resampling: ResamplingArguments,
    #[command(flatten)]
    confidence: Confidence,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let loaded = self.spans.load()?;
        let raters = loaded.raters as u32;
        let (spans, length) = concatenate_texts(&loaded.texts)?;
        let alpha = unitised_alpha(&spans, raters, 0, length).map_err(BadInput::from)?;
        let mut estimate = alpha.estimate;
        if let Some(plan) = self.resampling.plan() {
            let replicates = bootstrap(plan, &Scheme::Rows(loaded.texts.len()), |drawn| {
                let (spans, length) = concatenate_texts(drawn.iter().map(|text| &loaded.texts[*text as usize])).ok()?;
                Some(unitised_alpha(&spans, raters, 0, length).ok()?.estimate.value)
            });
            let interval = replicates.percentile(self.confidence.level()?).map_err(BadInput::from)?;
            estimate = estimate.interval(interval).note(replicates.note());
            estimate.se = replicates.standard_error().ok();
        }
        let value = estimate.value;
        let mut estimates = vec![estimate];
        let sum = |part: fn(&(u32, f64, f64)) -> f64| alpha.categories.iter().map(part).sum::<f64>();
        estimates.extend(parts(sum(|category| category.1), sum(|category| category.2)));
        if !loaded.categories.is_empty() {
            for (code, observed, expected) in &alpha.categories {
                let name = &loaded.categories[*code as usize];
                let own = (*expected > 0.0).then(|| Estimate::new("alpha_u", 1.0 - observed / expected));
                let all = own.into_iter().chain(parts(*observed, *expected));
                estimates.extend(all.map(|estimate| estimate.with_labels([name])));
            }
        }
        let mut numbers = Numbers::new(ABOUT.name, estimates)
            .n("spans", spans.len())
            .n("raters", loaded.raters)
            .n("items", loaded.texts.len())
            .n("length", length as usize);
        if self.resampling.bootstrap > 0 {
            numbers = numbers.option("bootstrap", self.resampling.bootstrap).option("seed", self.resampling.seed);
        }
        let percent = 100.0 * (1.0 - value);
        let sentence = format!("alpha_u = {value:.3}: disagreement is {percent:.0}% of what chance would give.");
        Ok(Answer::Numbers(Numbers { notes: loaded.notes, sentence, ..numbers }))
    }
}

/// Observed and expected disagreement as numbers of their own.
fn parts(observed: f64, expected: f64) -> [Estimate; 2] {
    [Estimate::new("D_o", observed), Estimate::new("D_e", expected)]
}
