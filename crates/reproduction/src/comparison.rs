//! An original and its reproductions, assessed.

use analysis::reported_numbers::{Cell, NotANumber, ReportedNumber, take_out_impossible};
use analysis::{Quantity, Statistic};
use serde_json::{Value, json};
use stats::precision::Correction;
use stats::{Estimate, Interval};
use study::original::Measure;
use thiserror::Error;

use crate::align::{self, Row, ScoreOrRank, Set};
use crate::claims::{self, ClaimAcross};
use crate::comparison_number::{About, ComparisonNumber, Findings, Reading};
use crate::experiment::Experiment;
use crate::frame::Frame;
use crate::rescaling::{ScalesDiffer, bring_to_scale};
use crate::run_model::{RunModel, find_models};
use crate::{between_runs, causes, effects, hypotheses, means, order, pooled_judgements, precision};

/// Version of the comparison file.
pub const FORMAT: u32 = 2;

/// Why experiments cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CompareError {
    /// A printed value that is not a number.
    #[error(transparent)]
    NotANumber(#[from] NotANumber),
    /// Fewer than two experiments.
    #[error("a comparison needs at least two experiments, found {0}")]
    TooFew(usize),
    /// Two experiments of one name.
    #[error("two experiments are called `{0}`; give each its own name")]
    SameName(String),
    /// Scales that cannot be brought together.
    #[error(transparent)]
    Scales(#[from] ScalesDiffer),
    /// All numbers that could be compared are impossible.
    #[error("{0}")]
    Impossible(String),
    /// Nothing that two of them measured.
    #[error(
        "no two of the experiments measured the same criterion of the same system in the same way; \
             ids of criteria and systems, and measures, must be the same in both"
    )]
    NothingShared,
}

/// How to compare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Whether the factor 1 + 1/(4n) multiplies CV*.
    pub correction: Correction,
    /// Level of tests.
    pub alpha: f64,
    /// Coverage of intervals.
    pub level: f64,
    /// Differences of means below this many standard deviations of the first experiment count as none;
    /// when absent, the smallest effect that the first experiment could have called significant.
    pub margin: Option<f64>,
}

impl Default for Options {
    fn default() -> Self {
        Options { correction: Correction::Factor, alpha: 0.05, level: 0.95, margin: None }
    }
}

/// An original and one or more reproductions, assessed.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The experiments, the original first.
    pub experiments: Vec<Experiment>,
    /// What they share.
    pub frame: Frame,
    /// How they were compared.
    pub options: Options,
    /// Their scores, side by side.
    pub sets: Vec<Set>,
    /// Every number.
    pub numbers: Vec<ComparisonNumber>,
    /// The claims, decided in each experiment.
    pub claims: Vec<ClaimAcross>,
    /// The runs that asked on a scale of their own or on one that is not known, or that print impossible numbers, in a sentence each; they are among the remarks, too.
    pub rescaled: Vec<String>,
    /// The runs of which only summaries are known, and what follows, in a sentence; it is among the remarks, too.
    pub only_summaries: Option<String>,
    /// The runs with few people, and what follows, in a sentence each; they are among the remarks, too.
    pub few_raters: Vec<String>,
    /// What a reader must know about the numbers.
    pub remarks: Vec<String>,
    /// What could not be computed, and why.
    pub missing: Vec<String>,
}

/// What every assessment looks at.
pub(crate) struct Context<'a> {
    pub(crate) experiments: &'a [Experiment],
    pub(crate) frame: &'a Frame,
    pub(crate) options: Options,
    pub(crate) sets: Vec<Set>,
    /// What each experiment knows, whatever the others do.
    pub(crate) own_sets: Vec<Vec<Set>>,
    /// The deciding models of each experiment whose judgements, or whose analysis of them, are known.
    pub(crate) models: Vec<Vec<RunModel>>,
}

impl Context<'_> {
    /// The deciding model of a criterion in an experiment.
    pub(crate) fn model(&self, experiment: usize, criterion: &str) -> Option<&RunModel> {
        self.models[experiment].iter().find(|model| model.criterion() == criterion)
    }

    /// The printed name of a criterion.
    pub(crate) fn criterion_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.frame.criteria.iter().find(|criterion| criterion.id == id).map_or(id, |criterion| &criterion.name)
    }
}

/// Assesses experiments, the original first. The same input gives the same numbers.
///
/// # Errors
/// When there are fewer than two, two have one name, or they share nothing.
pub fn compare(mut experiments: Vec<Experiment>, frame: Frame, options: Options) -> Result<Comparison, CompareError> {
    if experiments.len() < 2 {
        return Err(CompareError::TooFew(experiments.len()));
    }
    for (index, experiment) in experiments.iter().enumerate() {
        if experiments[..index].iter().any(|earlier| earlier.name == experiment.name) {
            return Err(CompareError::SameName(experiment.name.clone()));
        }
    }
    let frame = frame.with_names_from(&experiments);
    let mut rescaled = bring_to_scale(&mut experiments, &frame)?;
    let impossible = take_out_impossible_numbers(&mut experiments, &frame);
    let sets = align::align(&frame, &experiments);
    if sets.is_empty() {
        let nothing = CompareError::NothingShared;
        return Err(if impossible.is_empty() { nothing } else { CompareError::Impossible(impossible.join("\n")) });
    }
    rescaled.splice(0..0, impossible);
    let models = experiments.iter().map(find_models).collect();
    let own_sets = (0..experiments.len()).map(|e| align::align_alone(&frame, &experiments, e)).collect();
    let context = Context { experiments: &experiments, frame: &frame, options, sets, own_sets, models };
    let mut findings = Findings::default();
    scores(&context, &mut findings);
    ranks(&context, &mut findings);
    means::intervals(&context, &mut findings);
    precision::deltas(&context, &mut findings);
    precision::assess(&context, &mut findings);
    order::correlations(&context, &mut findings);
    order::add_share_of_same_orders(&context, &mut findings);
    let claims = claims::claims(&context, &mut findings);
    hypotheses::tests(&context, &mut findings);
    means::assess(&context, &mut findings);
    effects::assess(&context, &mut findings);
    pooled_judgements::assess(&context, &mut findings);
    causes::assess(&context, &mut findings);
    let only_summaries = between_runs::describe_summaries(&context);
    let few_raters = between_runs::describe_few_raters(&context);
    let first = rescaled.iter().chain(&few_raters).chain(&only_summaries).cloned();
    let remarks = first.chain(remarks(&context, &findings.numbers)).collect();
    let sets = context.sets;
    let Findings { numbers, missing } = findings;
    Ok(Comparison {
        experiments,
        frame,
        options,
        sets,
        numbers,
        claims,
        rescaled,
        only_summaries,
        few_raters,
        remarks,
        missing,
    })
}

/// Takes out the numbers of papers that their scales do not have, with a sentence for each criterion.
fn take_out_impossible_numbers(experiments: &mut [Experiment], frame: &Frame) -> Vec<String> {
    let mut said = Vec::new();
    for experiment in experiments.iter_mut().filter(|experiment| experiment.judged_by.is_none()) {
        let possible = |cell: &Cell| frame.possible(&cell.criterion, cell.measure);
        let found = take_out_impossible(&mut experiment.scores, possible);
        let name = |id: &str| frame.criteria.iter().find(|it| it.id == id).map_or(id.to_owned(), |it| it.name.clone());
        said.extend(found.iter().map(|it| it.words(&experiment.name, &name(&it.criterion)) + "."));
    }
    said
}

/// What each experiment found: scores, standard deviations, agreement.
fn scores(context: &Context<'_>, findings: &mut Findings) {
    let rounding = |reported: &ReportedNumber| {
        let m = reported.measurement();
        (m.half_width > 0.0).then_some(Interval {
            low: m.value - m.half_width,
            high: m.value + m.half_width,
            level: 1.0,
            kind: "rounding of the inputs",
        })
    };
    for experiment in context.experiments {
        for score in &experiment.scores {
            let cell = &score.cell;
            let stratum = cell.stratum.iter().map(|(name, value)| format!("{name}={value}"));
            let of: Vec<String> = cell.system.iter().chain(&cell.against).cloned().chain(stratum).collect();
            let reading = match score.cell.measure {
                Measure::Alpha | Measure::Kappa | Measure::Agreement => Reading::Agreement,
                Measure::Mean
                | Measure::AverageRank
                | Measure::Share
                | Measure::ShareEqual
                | Measure::WinPercent
                | Measure::BestWorstScale
                | Measure::Rank
                | Measure::Count => Reading::Scores,
            };
            let about = About::criterion(reading, &cell.criterion)
                .with_subject(of)
                .between_experiments([experiment.name.as_str()]);
            let about = About { n: score.n.and_then(|n| usize::try_from(n).ok()), ..about };
            let value = Estimate::from(score.value.value()).interval(rounding(&score.value));
            findings.keep(about.clone(), cell.measure.into(), value);
            if let Some(last) = findings.numbers.last_mut() {
                last.printed = score.value.text().map(str::to_owned);
            }
            if let Some(sd) = &score.sd {
                findings.keep(about, Statistic::Sd, Estimate::from(sd.value()).interval(rounding(sd)));
                if let Some(last) = findings.numbers.last_mut() {
                    last.printed = sd.text().map(str::to_owned);
                }
            }
        }
    }
}

/// Where one experiment gives only the places of systems, the places in the others, so that they can be held beside each
/// other: 1 for the highest score, equal scores in one place.
fn ranks(context: &Context<'_>, findings: &mut Findings) {
    let only_ranked = |set: &&Set| {
        set.rows.iter().flat_map(|row| &row.known).any(|known| matches!(known, Some(ScoreOrRank::Rank(_))))
    };
    for set in context.sets.iter().filter(only_ranked) {
        for (e, experiment) in context.experiments.iter().enumerate() {
            for row in &set.rows {
                let Some(ScoreOrRank::Score(score)) = &row.known[e] else { continue };
                let value = score.value.value();
                let above = |other: &&Row| other.known[e].as_ref().is_some_and(|known| known.order() > value);
                #[expect(clippy::cast_precision_loss, reason = "a handful of systems")]
                let rank = (1 + set.rows.iter().filter(above).count()) as f64;
                let stratum = set.stratum.iter().map(|(name, value)| format!("{name}={value}"));
                let of: Vec<String> = row.system.iter().cloned().chain(stratum).collect();
                let about = About::criterion(Reading::Scores, &set.criterion_id);
                findings.keep(
                    about.with_subject(of).between_experiments([experiment.name.as_str()]),
                    Statistic::Rank,
                    rank,
                );
            }
        }
    }
}

/// What a reader must know about the numbers of this comparison.
fn remarks(context: &Context<'_>, numbers: &[ComparisonNumber]) -> Vec<String> {
    let mut remarks = vec![
        "CV* depends on which end of the scale counts as zero and grows without bound near it; there is no \
         agreed threshold for a good value. It is comparable only with the same shift, factor and number of experiments."
            .to_owned(),
    ];
    if context.experiments.len() == 2 {
        remarks.push(
            "With two experiments CV* is a rescaled relative difference and has no sampling interval.".to_owned(),
        );
    }
    if numbers.iter().any(|number| number.statistic == Statistic::I2)
        && !numbers.iter().any(|number| number.statistic == Statistic::Tau2)
    {
        remarks.push(
            "Two experiments cannot show how much effects vary between experiments, so τ² is not given; I² and the p-value of \
             homogeneity say how far apart these two are."
                .to_owned(),
        );
    }
    for (run, criterion) in effects::taken_for_independent(context, numbers) {
        remarks.push(format!(
            "{criterion} in {}: intervals of effects treat judgements as independent and may be too short, because these scores \
             do not follow from what the mixed model compares (a win percentage with ties, pairs compared unequally often, a \
             preference counted by degrees, a stratum). Differences from other runs are not tested. Verdicts on claims are the \
             model's.",
            crate::in_sentence(run)
        ));
    }
    if context.sets.iter().any(|set| set.rows.iter().any(|row| row.equal)) {
        remarks.push("The shares of one question add to one, so their CV* are not independent.".to_owned());
    }
    let joint = [Measure::AverageRank, Measure::BestWorstScale, Measure::WinPercent];
    if context.sets.iter().any(|set| joint.contains(&set.measure)) {
        remarks.push(
            "Ranks, wins and best-worst scores of outputs judged together are not independent; t tests and intervals of d \
             from printed summaries treat them as if they were."
                .to_owned(),
        );
    }
    remarks
}

impl Comparison {
    /// The number of a quantity: of `cv[fluency, svm]`.
    #[must_use]
    pub fn get(&self, quantity: &Quantity) -> Option<&ComparisonNumber> {
        self.numbers.iter().find(|number| number.statistic == quantity.statistic() && number.quantity() == *quantity)
    }

    /// What the people of a run, or what is known of it, cannot bear, in a sentence each: to be read beside every test between runs.
    pub fn run_limits(&self) -> impl Iterator<Item = &String> {
        self.few_raters.iter().chain(&self.only_summaries)
    }

    /// The comparison as a file.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let experiments = self.experiments.iter().map(
            |experiment| json!({ "name": experiment.name, "source": experiment.source, "facts": experiment.facts }),
        );
        let criteria = self
            .frame
            .criteria
            .iter()
            .map(|criterion| json!({ "id": criterion.id, "name": criterion.name, "lowest": criterion.lowest }));
        json!({
            "format": FORMAT,
            "program": concat!("rejudge ", env!("CARGO_PKG_VERSION")),
            "program_hash": analysis::SOURCES,
            "experiments": experiments.collect::<Vec<_>>(),
            "criteria": criteria.collect::<Vec<_>>(),
            "systems": self.frame.systems.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect::<Vec<_>>(),
            "options": {
                "correction": self.options.correction == Correction::Factor,
                "alpha": self.options.alpha,
                "level": self.options.level,
                "margin": self.options.margin,
            },
            "estimates": self.numbers.iter().map(ComparisonNumber::to_json).collect::<Vec<_>>(),
            "claims": self.claims.iter().map(ClaimAcross::to_json).collect::<Vec<_>>(),
            "summary": crate::sum_up(&self.claims),
            "remarks": self.remarks,
            "missing": self.missing,
        })
    }
}
