//! Tests of a claim, from what is declared of each method.

use study::file::TestName;
use study::method::{Assumption, DECIDING, Decision, Method};
use study::response::Kind;

use super::questions::{Design, Goal};
use super::{Fit, Way, example};

/// The methods that decide whether systems differ, or are the same: first the one to use.
pub(super) fn ways(goal: Goal, kind: Kind, design: Design, systems: u32) -> Vec<Way> {
    let decision = if goal == Goal::Equivalence { Decision::SameWithin } else { Decision::Higher };
    let made_for = |method: &&Method| method.suited.contains(&kind) && method.decides.contains(&decision);
    let mut methods: Vec<&'static Method> =
        Method::ALL.iter().map(|method| method.test.method()).filter(made_for).collect();
    if methods.is_empty() {
        return without_a_score(kind, design);
    }
    let first =
        preferred_tests(design, systems).into_iter().find(|test| methods.iter().any(|method| method.test == *test));
    let first = first.unwrap_or(DECIDING);
    methods.sort_by_key(|method| method.test != first);
    let (fitting, others): (Vec<_>, Vec<_>) =
        methods.into_iter().partition(|method| method.test == first || holds(method.assumes, design));
    let fit = |method: &Method| if method.test == first { Fit::First } else { Fit::Beside };
    let mut ways: Vec<Way> = fitting.into_iter().map(|method| way(method, decision, fit(method))).collect();
    ways.extend(ruled_out(&others));
    if let (Some(way), true) = (ways.first_mut(), systems > 2 && !first.method().familywise) {
        way.why.push_str(
            " Several pairs are several chances: correct the p-values (`--adjust holm`, `correction = \"holm\"`).",
        );
    }
    ways
}

/// Which test comes first where several fit.
fn preferred_tests(design: Design, systems: u32) -> Vec<TestName> {
    match (design, systems) {
        (Design::Repeated, _) => vec![DECIDING],
        (Design::Paired, 2) => vec![TestName::PairedT, TestName::Wilcoxon],
        (Design::Paired, _) => vec![TestName::Friedman],
        // Welch's test is Student's without equal variances.
        (Design::Independent, 2) => vec![TestName::WelchT, TestName::Sign],
        (Design::Independent, _) => vec![TestName::AnovaTukey, TestName::Sign],
    }
}

fn way(method: &'static Method, decision: Decision, fit: Fit) -> Way {
    let why = format!("The {} {}. Small samples: {}.", method.words, method.assumes.words(), method.small_samples);
    let name = name(method);
    let commands = commands(method.test, &name, decision);
    Way { use_it: fit, name, why, commands }
}

/// Those that assume what is not so, one line for each assumption.
fn ruled_out(methods: &[&'static Method]) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for method in methods {
        let why = format!("Each {}, so that p-values come out too small here.", method.assumes.words());
        match ways.iter_mut().find(|way| way.why == why) {
            Some(way) => way.name.push_str(&format!(", {}", name(method))),
            None => ways.push(Way { use_it: Fit::NotHere, name: name(method), why, commands: Vec::new() }),
        }
    }
    ways
}

/// The name of a method in study files.
fn name(method: &Method) -> String {
    serde_json::to_value(method.test).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
}

/// How it is computed from a table, and how a study asks for it.
fn commands(test: TestName, name: &str, decision: Decision) -> Vec<String> {
    let claim = match decision {
        Decision::SameWithin => "a = b on quality within 0.2",
        Decision::Higher | Decision::HigherBy => "a > b on quality",
    };
    let from_claim = format!("rejudge analyse judgements.csv --claim '{claim}'");
    let in_study = format!("in study.toml: decided_by = {{ test = \"{name}\" }}");
    let mut commands = Vec::new();
    if matches!(test, DECIDING | TestName::Tost) {
        commands.push(from_claim);
    }
    // A claim of equality is decided by the model's contrast, which no method of `stats` gives alone.
    if decision == Decision::Higher {
        commands.extend(from_table(test));
    }
    commands.push(in_study);
    commands
}

/// Whether what a method assumes is so.
fn holds(assumes: Assumption, design: Design) -> bool {
    match assumes {
        Assumption::IndependentJudgements => design == Design::Independent,
        Assumption::IndependentItems => design != Design::Repeated,
        Assumption::PeopleAndItems | Assumption::Clusters | Assumption::Resampled | Assumption::Design => true,
    }
}

/// The command of `rejudge stats` that computes it.
fn from_table(test: TestName) -> Option<String> {
    let with = |flags: &str| Some(format!("rejudge stats ttest ratings.csv --value rating --group system {flags}"));
    match test {
        TestName::StudentT => with("--levels a,b"),
        TestName::WelchT => with("--levels a,b --welch"),
        TestName::PairedT => with("--levels a,b --paired-by item"),
        TestName::AnovaTukey => example("tukey"),
        TestName::MannWhitney => example("mannwhitney"),
        TestName::Wilcoxon => example("wilcoxon"),
        TestName::Sign => example("preference"),
        TestName::Friedman => example("friedman"),
        TestName::Tost => example("tost"),
        // With outputs and tastes, as the deciding analysis has it; the example in the method's help is the smallest model.
        TestName::MixedModel => Some(
            "rejudge stats lmm ratings.csv \"rating ~ system + (1|rater) + (1|item) + (1|item:system) + (1|rater:system)\" \
             --contrasts system --adjust holm"
                .to_owned(),
        ),
        TestName::OrdinalModel => example("clmm"),
        TestName::BradleyTerry => example("bt"),
        TestName::PlackettLuce => example("pl"),
        TestName::Bootstrap => example("permutation"),
    }
}

/// Options and words have no score, so that no claim about them is decided.
fn without_a_score(kind: Kind, design: Design) -> Vec<Way> {
    if kind == Kind::Text {
        return vec![super::no_text()];
    }
    match design {
        Design::Independent => vec![
            Way::method(Fit::First, "chisq", "Whether the shares of the options differ between systems"),
            Way::method(Fit::Beside, "fisher", "The same, exactly, where counts are small"),
        ],
        Design::Paired => vec![Way::method(Fit::First, "mcnemar", "Whether a yes or no changed, item by item")],
        Design::Repeated => vec![
            Way::method(
                Fit::First,
                "glmm",
                "Answers of two kinds, with people and items taken into account; of more than two options compare one with the rest",
            ),
            Way::method(
                Fit::NotHere,
                "chisq",
                "It treats all judgements as independent, so its p-values come out too small here",
            ),
        ],
    }
}
