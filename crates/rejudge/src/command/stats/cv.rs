//! `rejudge stats cv`: how far repeated measurements of one thing are apart.

use clap::Args;
use stats::Estimate;
use stats::precision::{self, Correction, Measurement, Options};

use super::answer::{Answer, Numbers, number};
use super::method_description::About;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "cv",
    aliases: &["cv-star"],
    what: "CV*, the coefficient of variation of repeated measurements, with what rounding allows",
    formula: "CV* = (1 + 1/(4n)) 100 (s / c4(n)) / m, c4(n) = sqrt(2/(n-1)) Gamma(n/2) / Gamma((n-1)/2)
        on measurements shifted so that the scale starts at zero; for two: 199.4 |a - b| / (a + b)
        interval: the smallest and largest CV* of any numbers that round to those given",
    source: "Belz, Popović & Mille 2022, ACL; Belz 2022, Computational Linguistics 48; Sokal & Rohlf 1971",
    checked_against: "the authors' notebook (asbelz/coeff-var), the QRA tool's published example",
    not_when: "comparing with a CV* computed with another shift, factor or n; values near zero, where it explodes;
        it changes when a scale is reversed or a share is complemented, and has no threshold for `good`",
};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge stats cv 3.71 3.12 --scale-min 1
  rejudge stats cv -16 -14.52 --scale-min -100

Numbers are taken as printed: 3.71 stands for 3.705 to 3.715, 3.710 for less.")]
pub(crate) struct Arguments {
    /// The measurements, as printed
    #[arg(required = true, num_args = 1.., value_name = "X", allow_negative_numbers = true)]
    measurements: Vec<String>,
    /// The lowest value of the scale, subtracted so that it starts at zero
    #[arg(long, value_name = "M", default_value_t = 0.0, allow_negative_numbers = true)]
    scale_min: f64,
    /// Leave out the factor 1 + 1/(4n), as the QRA tool can
    #[arg(long)]
    no_correction: bool,
    /// The numbers are exact, not rounded
    #[arg(long)]
    exact: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let mut measurements = Vec::new();
        for text in &self.measurements {
            let printed = Measurement::parse_printed(text).map_err(BadInput::from)?;
            measurements.push(if self.exact { Measurement::exact(printed.value) } else { printed });
        }
        let correction = if self.no_correction { Correction::None } else { Correction::Factor };
        let options = Options { scale_min: self.scale_min, correction };
        let cv = precision::cv_star(&measurements, options).map_err(BadInput::from)?;
        let shifted: Vec<f64> = measurements.iter().map(|m| m.value - self.scale_min).collect();
        #[expect(clippy::cast_precision_loss, reason = "a handful of measurements")]
        let mean = shifted.iter().sum::<f64>() / shifted.len() as f64;
        let estimates =
            vec![cv, Estimate::new("mean", mean), precision::unbiased_sd(&shifted).map_err(BadInput::from)?];
        let mut notes = vec![match correction {
            Correction::Factor => "with the factor 1 + 1/(4n)".to_owned(),
            Correction::None => "without the factor 1 + 1/(4n)".to_owned(),
        }];
        if self.scale_min != 0.0 {
            notes.push(format!("{} subtracted, so that the scale starts at zero", number(self.scale_min)));
        }
        let numbers = Numbers::new("cv", estimates)
            .option("scale_min", self.scale_min)
            .option("correction", !self.no_correction)
            .n("measurements", measurements.len());
        Ok(Answer::Numbers(Numbers { notes, ..numbers }))
    }
}
