//! Type IV: whether the claims come out alike.

use analysis::claims::{
    Agreement, AgreementLevel, Decision, Effect, Evidence, OriginalDifference, OwnInterval, PairScores,
    PowerForOriginal, TestOutcome, decide_claim,
};
use analysis::reported_numbers::Score;
use analysis::{Statistic, Verdict};
use serde_json::{Value, json};
use stats::decide::Difference;
use stats::effect::Summary;
use stats::hypothesis::{Test, TestOptions, t};
use stats::{Estimate, Note};
use study::claim::{Claim, Coefficient, Rule};
use study::file::{Better, TestName};
use study::method::Assumption;
use study::original::Measure;

use super::Context;
use super::align::{ScoreOrRank, Set};
use super::comparison_number::{About, Findings, Reading};
use super::run_model::{RunModel, independent_difference};
use super::{effects, hypotheses, means};

/// A claim in one experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimInRun {
    /// The experiment.
    pub experiment: String,
    /// What it says.
    pub verdict: Verdict,
    /// What that rests on.
    pub basis: &'static str,
    /// How the verdict follows, part by part.
    pub because: Vec<String>,
    /// The power of each comparison that was tested for what the first experiment found.
    pub power: Vec<PowerForOriginal>,
}

/// A claim, decided in each experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimAcross {
    /// Its id.
    pub id: String,
    /// The sentence.
    pub text: String,
    /// One per experiment.
    pub runs: Vec<ClaimInRun>,
}

impl ClaimAcross {
    pub(super) fn to_json(&self) -> Value {
        let runs = self.runs.iter().map(|run| {
            json!({
                "experiment": run.experiment, "verdict": run.verdict.word(), "basis": run.basis, "because": run.because,
                "power": run.power,
            })
        });
        json!({ "id": self.id, "text": self.text, "decided": runs.collect::<Vec<_>>() })
    }
}

/// Decides every claim in every experiment, and gives the share of claims that hold in each reproduction, of those that
/// it can decide. Where no study says what was claimed, the claims are those that the experiments' own analyses decided.
pub(super) fn claims(context: &Context<'_>, findings: &mut Findings) -> Vec<ClaimAcross> {
    let runs = || 0..context.experiments.len();
    let mut across: Vec<ClaimAcross> = context
        .frame
        .claims
        .iter()
        .map(|claim| ClaimAcross {
            id: claim.id.clone(),
            text: claim.text.clone(),
            runs: runs().map(|e| decide_in(context, claim, e)).collect(),
        })
        .collect();
    for claim in context.experiments.iter().flat_map(|experiment| &experiment.claims) {
        if across.iter().all(|known| known.id != claim.id) {
            let runs = runs().map(|e| own_verdict(context, &claim.id, e).unwrap_or_else(|| unknown(context, e)));
            across.push(ClaimAcross { id: claim.id.clone(), text: claim.text.clone(), runs: runs.collect() });
        }
    }
    for e in 1..context.experiments.len() {
        let open = across.iter().filter(|claim| claim.runs[e].verdict == Verdict::Inconclusive).count();
        let decided =
            |verdict: &Verdict| !matches!(verdict, Verdict::Inconclusive | Verdict::NotComputed | Verdict::OutOfScope);
        let verdicts: Vec<Verdict> = across.iter().map(|claim| claim.runs[e].verdict).filter(decided).collect();
        let (hold, of) = (verdicts.iter().filter(|verdict| verdict.holds()).count(), verdicts.len());
        if of > 0 {
            #[expect(clippy::cast_precision_loss, reason = "a handful of claims")]
            let share = Estimate::from(hold as f64 / of as f64);
            let about =
                About::study(Reading::Findings).between_experiments([context.experiments[e].name.as_str()]).n(of);
            let untested = verdicts.iter().filter(|verdict| **verdict == Verdict::AsClaimed).count();
            let besides = [(untested, "by direction only"), (open, "inconclusive")];
            let besides = besides.into_iter().filter(|(count, _)| *count > 0);
            let said = std::iter::once(format!("{hold} of {of}"))
                .chain(besides.map(|(count, words)| format!("{count} {words}")))
                .collect::<Vec<String>>()
                .join(", ");
            findings.keep(about, Statistic::ClaimsUpheld, share.note(Note::Said(said)));
        } else if open > 0 {
            let run = &context.experiments[e].name;
            findings.miss(format!("share of claims upheld in {run}: no claim was decided, {open} inconclusive"));
        }
    }
    across
}

/// What an experiment's own analysis decided.
fn own_verdict(context: &Context<'_>, id: &str, e: usize) -> Option<ClaimInRun> {
    let run = &context.experiments[e];
    let claim = run.claims.iter().find(|claim| claim.id == id)?;
    Some(ClaimInRun {
        experiment: run.name.clone(),
        verdict: claim.verdict,
        basis: "its own analysis of the judgements",
        because: claim.because.clone(),
        power: claim.power.clone(),
    })
}

fn unknown(context: &Context<'_>, e: usize) -> ClaimInRun {
    let experiment = context.experiments[e].name.clone();
    ClaimInRun { experiment, verdict: Verdict::NotComputed, basis: "", because: Vec::new(), power: Vec::new() }
}

/// How the sentence begins that says what a test would make of printed numbers.
pub const UNTESTED: &str = "If judgements were independent";

/// What a verdict rests on where the claim's own test cannot be made from printed numbers.
const NEEDS_JUDGEMENTS: &str = "the scores alone; its test needs the judgements";

fn decide_in(context: &Context<'_>, claim: &Claim, e: usize) -> ClaimInRun {
    let evidence = FromScores { context, e };
    if let Some(mut own) = own_verdict(context, &claim.id, e) {
        // Its own analysis may not have known what the first experiment found.
        if own.power.is_empty() && is_tested(own.verdict) {
            own.power = decide_claim(claim, &evidence).power;
            own.because.extend(own.power.iter().map(|power| power_sentence(context, power)));
        }
        return own;
    }
    let in_run = |Decision { verdict, because, power, .. }: Decision, basis: &'static str| ClaimInRun {
        experiment: context.experiments[e].name.clone(),
        verdict,
        basis: if verdict == Verdict::OutOfScope { "" } else { basis },
        because,
        power,
    };
    let by_direction = || decide_claim(&Claim { rule: Rule::Direction, ..claim.clone() }, &evidence);
    let found = decide_claim(claim, &evidence);
    match (claim.rule, found.verdict) {
        (Rule::Significant { .. }, Verdict::NotComputed) => in_run(by_direction(), NEEDS_JUDGEMENTS),
        (Rule::Significant { .. }, _) if context.experiments[e].dataset.is_some() => {
            in_run(found, "its test, on the judgements")
        }
        (Rule::Significant { test: TestName::MixedModel | TestName::Tost, .. }, _) if evidence.has_models(claim) => {
            in_run(found, "its test, by the model of its own analysis")
        }
        // Taking judgements for independent finds too much: what is found so is said, and decides nothing.
        (Rule::Significant { test, .. }, Verdict::Supported | Verdict::Contradicted)
            if test.method().assumes == Assumption::Design =>
        {
            let mut direction = by_direction();
            direction.because.push(format!("{UNTESTED}: {}", found.verdict.word()));
            in_run(direction, NEEDS_JUDGEMENTS)
        }
        (Rule::Significant { .. }, _) => {
            in_run(found, "its test, from printed numbers, as if judgements were independent")
        }
        (Rule::Direction | Rule::OutOfScope, _) => in_run(found, "the scores alone"),
    }
}

fn is_tested(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Supported | Verdict::Inconclusive | Verdict::Contradicted)
}

/// What the test of two systems could have found, in a sentence that names them. Nothing follows from it here: the verdict is that of
/// the whole claim, and the two may have been told apart.
fn power_sentence(context: &Context<'_>, power: &PowerForOriginal) -> String {
    let [first, second] = power.systems.each_ref().map(|id| context.frame.system_name(id));
    format!("{first} and {second}: {}", power.words())
}

/// The evidence that the scores of one experiment give, with their standard deviations and sizes where these are known,
/// and its judgements where they are.
struct FromScores<'a> {
    context: &'a Context<'a>,
    e: usize,
}

impl FromScores<'_> {
    /// What this experiment knows of two systems on a criterion: side by side with another experiment, or else alone, so that no
    /// verdict depends on what the other measured.
    fn sets(&self, criterion: usize) -> impl Iterator<Item = &Set> {
        let own = self.context.own_sets[self.e].iter().filter(|set| set.stratum.is_empty());
        let all = self.context.sets.iter().chain(own);
        all.filter(move |set| set.criterion == criterion)
    }

    fn criterion_id(&self, criterion: usize) -> Option<&String> {
        self.context.frame.criteria.get(criterion).map(|it| &it.id)
    }

    fn id(&self, system: usize) -> Option<&String> {
        self.context.frame.systems.get(system).map(|(id, _)| id)
    }

    fn summary(&self, set: &Set, system: usize) -> Option<Summary> {
        let id = self.id(system)?;
        let row = set.rows.iter().find(|row| row.against.is_none() && row.system.as_ref() == Some(id))?;
        row.known[self.e].as_ref().and_then(ScoreOrRank::score)?.summary()
    }

    /// Whether the deciding model of every criterion of a claim is known.
    fn has_models(&self, claim: &Claim) -> bool {
        let known = |criterion: usize| {
            self.context.frame.criteria.get(criterion).is_some_and(|it| self.context.model(self.e, &it.id).is_some())
        };
        claim.holds_if.as_ref().is_some_and(|condition| condition.criteria().into_iter().all(known))
    }

    /// The contrast of the deciding model, where the judgements are known.
    fn model(&self, criterion: usize, pair: (usize, usize)) -> Option<(Difference, Effect)> {
        let id = &self.context.frame.criteria.get(criterion)?.id;
        let model = self.context.model(self.e, id)?;
        let found = model.difference(self.id(pair.0)?, self.id(pair.1)?)?;
        Some((Difference { first: pair.0, second: pair.1, ..found }, model.effect()))
    }

    /// What the first experiment found of two systems, on the scale on which the model of this one compares them.
    fn first_difference(&self, criterion: usize, model: &RunModel, [a, b]: [&String; 2]) -> Option<f64> {
        let first = self.context.model(0, &self.context.frame.criteria.get(criterion)?.id);
        if let Some(first) = first.filter(|first| first.effect() == model.effect()) {
            return Some(first.difference(a, b)?.value);
        }
        let sets = self.context.sets.iter().filter(|set| set.criterion == criterion && set.stratum.is_empty());
        sets.filter_map(|set| {
            if set.of_pairs() {
                let share = |x: &String, y: &String| Some(set.share((x, y), 0)?.value.value());
                let net = Some(share(a, b)? - share(b, a)?);
                return net.filter(|_| model.effect() == Effect::ModelPreference);
            }
            let score = |id: &String| {
                let row = set.rows.iter().find(|row| row.against.is_none() && row.system.as_ref() == Some(id))?;
                Some(row.known[0].as_ref()?.score()?.value.value())
            };
            Some((score(a)? - score(b)?) / model.scale_of(set.measure)?)
        })
        .next()
    }

    /// Student's or Welch's t of two summaries.
    fn t_test(&self, test: TestName, (a, b): (Summary, Summary)) -> Option<Test> {
        let asked = TestOptions { level: self.context.options.level, ..TestOptions::default() };
        if test == TestName::WelchT { t::welch(a, b, asked).ok() } else { t::student(a, b, asked).ok() }
    }

    fn model_at_margin(&self, criterion: usize, pair: (usize, usize)) -> Option<Difference> {
        let id = &self.context.frame.criteria.get(criterion)?.id;
        let found = self.context.model(self.e, id)?.margin_difference(self.id(pair.0)?, self.id(pair.1)?)?;
        Some(Difference { first: pair.0, second: pair.1, ..found })
    }
}

impl Evidence for FromScores<'_> {
    fn system(&self, system: usize) -> &str {
        self.context.frame.systems.get(system).map_or("", |(_, name)| name)
    }

    fn criterion(&self, criterion: usize) -> Option<&str> {
        let criteria = &self.context.frame.criteria;
        (criteria.len() > 1).then(|| criteria.get(criterion).map(|it| it.name.as_str())).flatten()
    }

    fn better(&self, criterion: usize) -> Better {
        self.context.frame.criteria.get(criterion).map_or(Better::Neither, |it| it.better)
    }

    fn scores(&self, criterion: usize, (a, b): (usize, usize)) -> Option<PairScores> {
        let (a, b) = (self.id(a)?, self.id(b)?);
        self.sets(criterion).find_map(|set| {
            if set.of_pairs() {
                let share = |x: &String, y: &String| Some(set.share((x, y), self.e)?.value.value());
                let shares = [share(a, b)?, share(b, a)?];
                return Some(PairScores {
                    measure: "preferred in".to_owned(),
                    scores: shares.map(|share| format!("{:.1} %", 100.0 * share)),
                    difference: Some(shares[0] - shares[1]),
                    direction: shares[0] - shares[1],
                    numbers: Vec::new(),
                });
            }
            let known =
                |id: &String| set.rows.iter().find(|row| row.system.as_ref() == Some(id))?.known[self.e].as_ref();
            let (a, b) = (known(a)?, known(b)?);
            let text = |known: &ScoreOrRank| match known {
                ScoreOrRank::Score(score) => {
                    score.value.text().map_or_else(|| format!("{:.2}", score.value.value()), str::to_owned)
                }
                ScoreOrRank::Rank(rank) => rank.to_string(),
            };
            let scores = a.score().zip(b.score()).map(|(a, b)| a.value.value() - b.value.value());
            // Win percentages are claimed about as shares.
            let scale = if set.measure == Measure::WinPercent { 100.0 } else { 1.0 };
            let measure = if scores.is_some() { set.measure } else { Measure::Rank };
            Some(PairScores {
                measure: Statistic::from(measure).name_in_words(),
                scores: [text(a), text(b)],
                difference: scores.map(|difference| difference / scale),
                direction: a.order() - b.order(),
                numbers: Vec::new(),
            })
        })
    }

    fn test(&self, test: TestName, criterion: usize, (a, b): (usize, usize)) -> Option<TestOutcome> {
        let [first, second] = [self.id(a)?, self.id(b)?];
        let knows = |set: &&Set| {
            let known = |id| set.rows.iter().any(|row| row.system.as_ref() == Some(id) && row.known[self.e].is_some());
            if set.of_pairs() { set.share((first, second), self.e).is_some() } else { known(first) && known(second) }
        };
        let set = self.sets(criterion).find(knows)?;
        let tested =
            |p| Some(TestOutcome { p, difference: None, effect: Effect::OfScores, at_margin: None, number: None });
        match test {
            TestName::StudentT | TestName::WelchT if !set.of_pairs() => {
                let summaries = (self.summary(set, a)?, self.summary(set, b)?);
                tested(Some(self.t_test(test, summaries)?.p()))
            }
            TestName::Sign if set.of_pairs() => {
                let found = hypotheses::decided_choices(set, (self.id(a)?, self.id(b)?), self.e)?;
                tested(found.p)
            }
            TestName::MixedModel | TestName::Tost => {
                let (difference, effect) = self.model(criterion, (a, b)).or_else(|| {
                    if set.of_pairs() {
                        let net = effects::net_preference(set, (self.id(a)?, self.id(b)?), self.e, 0.95)?;
                        let se = net.se.filter(|se| *se > 0.0)?;
                        let net =
                            Difference { first: a, second: b, value: net.value, se, df: f64::INFINITY, most: 1.0 };
                        return Some((net, Effect::NetPreference));
                    }
                    let found = independent_difference((a, b), self.summary(set, a)?, self.summary(set, b)?)?;
                    let (lowest, highest) = means::possible(self.context, set);
                    Some((Difference { most: highest - lowest, ..found }, Effect::OfScores))
                })?;
                let (p, difference) = (Some(difference.differs()), Some(difference));
                let at_margin = self.model_at_margin(criterion, (a, b));
                Some(TestOutcome { p, difference, effect, at_margin, number: None })
            }
            TestName::StudentT
            | TestName::WelchT
            | TestName::Sign
            | TestName::PairedT
            | TestName::AnovaTukey
            | TestName::MannWhitney
            | TestName::Wilcoxon
            | TestName::Friedman
            | TestName::OrdinalModel
            | TestName::BradleyTerry
            | TestName::PlackettLuce
            | TestName::Bootstrap => None,
        }
    }

    fn own_interval(&self, test: TestName, criterion: usize, (a, b): (usize, usize)) -> Option<OwnInterval> {
        if !matches!(test, TestName::StudentT | TestName::WelchT) {
            return None;
        }
        let difference = |set: &Set| {
            let (a, b) = (self.summary(set, a)?, self.summary(set, b)?);
            self.t_test(test, (a, b))?.find_estimate("difference").cloned()
        };
        let found = self.sets(criterion).filter(|set| !set.of_pairs()).find_map(difference)?;
        OwnInterval::new("difference", &found)
    }

    /// The comparisons that this experiment could make; one whose test is not known keeps its place, and so do those of a system that
    /// the study of its judgements declares and nobody judged.
    fn family(&self, criterion: usize) -> Vec<(usize, usize)> {
        let family = self.context.frame.family(criterion);
        let run = &self.context.experiments[self.e];
        let declared = if run.judged_by.is_some() { self.context.frame.declared } else { 0 };
        let unjudged = |system: usize| {
            let is_about = |score: &Score| {
                Some(&score.cell.criterion) == self.criterion_id(criterion)
                    && score.cell.system.as_ref() == self.id(system)
            };
            system < declared && !run.scores.iter().any(is_about)
        };
        let belongs = |(a, b): (usize, usize)| {
            self.scores(criterion, (a, b)).is_some() || (a.max(b) < declared && (unjudged(a) || unjudged(b)))
        };
        family.into_iter().filter(|pair| belongs(*pair)).collect()
    }

    /// Only where the model of its judgements is known: an error as if they were independent promises too much.
    fn original(&self, criterion: usize, (a, b): (usize, usize)) -> Option<OriginalDifference> {
        let criterion_id = &self.context.frame.criteria.get(criterion)?.id;
        let model = self.context.model(self.e, criterion_id).filter(|_| self.e > 0)?;
        let systems = [self.id(a)?, self.id(b)?];
        let value = self.first_difference(criterion, model, systems)?;
        Some(OriginalDifference { criterion: criterion_id.clone(), systems: systems.map(Clone::clone), value })
    }

    fn agreement(&self, AgreementLevel { criterion, coefficient, .. }: AgreementLevel) -> Option<Agreement> {
        let measure = match coefficient {
            Coefficient::Alpha => Measure::Alpha,
            Coefficient::Kappa => Measure::Kappa,
            Coefficient::Percent => Measure::Agreement,
        };
        let id = &self.context.frame.criteria.get(criterion)?.id;
        let scores = &self.context.experiments[self.e].scores;
        let found = scores.iter().find(|score| score.cell.measure == measure && score.cell.criterion == *id)?;
        Some(Agreement { value: found.value.value(), interval: None, number: None })
    }
}
