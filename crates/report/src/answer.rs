//! What a reader asks first: what was found, whether it can be trusted, and what to quote.

mod cards;
mod cautions;
pub(crate) mod effects;
mod verdict;

use ::reproduction::Comparison;
use analysis::{JudgedBy, Results, Statistic, Verdict};
use study::Study;

use crate::document::Words;
use crate::figure::Figure;
use crate::section::{add_count, list_names};

/// The first screen of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub badge: Badge,
    /// How much was judged by how many, and what the study repeats.
    pub facts: Words,
    /// The outcome in one sentence.
    pub verdict: Words,
    /// One card per claim that the study speaks to.
    pub cards: Vec<Card>,
    /// The claims that it does not speak to.
    pub out_of_scope: Vec<String>,
    /// What endangers trust, the gravest first.
    pub cautions: Vec<Caution>,
}

/// Whose judgements a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Badge {
    Real,
    Simulated,
    Foreign,
    Published,
}

/// A claim with its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    pub id: String,
    pub text: String,
    /// The name of each run, empty where there is one, and the verdict in it.
    pub verdicts: Vec<(String, Verdict)>,
    /// The effects, as claimed to the right.
    pub figure: Option<Figure>,
    /// What decided, in a sentence.
    pub because: String,
    /// What could have been found.
    pub power: Option<Words>,
}

impl Card {
    /// The verdict in each run; of many runs, in the first, and how many of the others came to each.
    #[must_use]
    pub fn headline(&self) -> Vec<(String, Verdict)> {
        const MANY: usize = 4;
        let Some((first, others)) = self.verdicts.split_first().filter(|_| self.verdicts.len() >= MANY) else {
            return self.verdicts.clone();
        };
        let mut counted: Vec<(usize, Verdict)> = Vec::new();
        for (_, verdict) in others {
            match counted.iter_mut().find(|(_, known)| known == verdict) {
                Some((count, _)) => *count += 1,
                None => counted.push((1, *verdict)),
            }
        }
        counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let all = others.len();
        let said = counted.into_iter().map(|(count, verdict)| (format!("{count} of {all} others"), verdict));
        std::iter::once(first.clone()).chain(said).collect()
    }
}

/// Something that a reader must know before trusting the outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Caution {
    pub grave: bool,
    pub words: Words,
}

impl Badge {
    pub(crate) fn from_origin(judged_by: JudgedBy) -> Badge {
        match judged_by {
            JudgedBy::People => Badge::Real,
            JudgedBy::Simulated => Badge::Simulated,
            JudgedBy::Foreign => Badge::Foreign,
        }
    }

    /// One simulated run makes the whole comparison one; else the last run, which is the newest, counts.
    fn of_comparison(comparison: &Comparison) -> Badge {
        let mut runs = comparison.experiments.iter().filter_map(|experiment| experiment.judged_by);
        if runs.clone().any(|judged_by| judged_by == JudgedBy::Simulated) {
            return Badge::Simulated;
        }
        runs.next_back().map_or(Badge::Published, Badge::from_origin)
    }

    /// In capitals, as it stands on the page.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Badge::Real => "REAL",
            Badge::Simulated => "SIMULATED",
            Badge::Foreign => "FOREIGN TABLE",
            Badge::Published => "PUBLISHED NUMBERS",
        }
    }

    /// What it means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Badge::Real => "people judged",
            Badge::Simulated => "the judgements are simulated; nobody took part",
            Badge::Foreign => "judgements collected elsewhere",
            Badge::Published => "from papers; no judgements were analysed",
        }
    }

    /// In data, as in exported judgements.
    pub(crate) fn origin(self) -> &'static str {
        match self {
            Badge::Real => JudgedBy::People.word(),
            Badge::Simulated => JudgedBy::Simulated.word(),
            Badge::Foreign => JudgedBy::Foreign.word(),
            Badge::Published => "published",
        }
    }

    /// For style sheets.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Badge::Real => "real",
            Badge::Simulated => "simulated",
            Badge::Foreign | Badge::Published => "foreign",
        }
    }
}

/// The first screen of a study's report, with its comparison with the original where there is one.
pub(crate) fn of_results(results: &Results, study: Option<&Study>, comparison: Option<&Comparison>) -> Answer {
    let claims = study.map(|study| study.claims.as_slice()).unwrap_or_default();
    let cards = match comparison {
        Some(comparison) => cards::of_comparison(comparison, Some(results)),
        None => cards::of_results(results, claims),
    };
    let out_of_scope =
        results.claims.iter().filter(|claim| claim.verdict == Verdict::OutOfScope).map(|claim| claim.id.clone());
    Answer {
        badge: Badge::from_origin(results.provenance.judged_by),
        facts: facts(results, study),
        verdict: match comparison {
            Some(comparison) if !comparison.claims.is_empty() => verdict::of_comparison(comparison),
            Some(_) | None => verdict::of_results(results),
        },
        cards,
        out_of_scope: out_of_scope.collect(),
        cautions: cautions::of_results(results, study, comparison),
    }
}

/// The first screen of a comparison alone.
pub(crate) fn of_comparison(comparison: &Comparison) -> Answer {
    // Of many runs a table has the sources; a source of several runs is named once.
    let many = comparison.experiments.len() > 3;
    let mut sources: Vec<(&str, Vec<&str>)> = Vec::new();
    for experiment in &comparison.experiments {
        let source = if many { "" } else { experiment.source.as_str() };
        match sources.last_mut() {
            Some((known, names)) if !source.is_empty() && *known == source => names.push(&experiment.name),
            _ => sources.push((source, vec![&experiment.name])),
        }
    }
    let runs: Vec<String> = sources
        .iter()
        .map(|(source, names)| match (*source, list_names(names)) {
            ("", names) => names,
            (source, names) => format!("{names}: {source}"),
        })
        .collect();
    let silent = |claim: &&::reproduction::ClaimAcross| claim.runs.iter().all(|run| run.verdict == Verdict::OutOfScope);
    Answer {
        badge: Badge::of_comparison(comparison),
        facts: Words::plain(runs.join(" · ")),
        verdict: verdict::of_comparison(comparison),
        cards: cards::of_comparison(comparison, None),
        out_of_scope: comparison.claims.iter().filter(silent).map(|claim| claim.id.clone()).collect(),
        cautions: cautions::of_comparison(comparison),
    }
}

/// `213 judgements by 8 participants on 24 items`, where that is known.
pub(crate) fn describe_size(results: &Results) -> Option<Words> {
    let count = |statistic: Statistic| results.get(statistic, None, &[]);
    let words = add_count(Words::default(), count(Statistic::Judgements)?, "judgement").text(" by ");
    let words = add_count(words, count(Statistic::Participants)?, "participant");
    Some(match count(Statistic::Items) {
        Some(items) => add_count(words.text(" on "), items, "item"),
        None => words,
    })
}

fn facts(results: &Results, study: Option<&Study>) -> Words {
    let mut words = describe_size(results).unwrap_or_default();
    if let Some(reproduces) = study.and_then(|study| study.reproduces.as_ref()) {
        words = words.text(format!(" · reproduces {}", reproduces.paper.trim_end_matches('.')));
    }
    words
}
