//! What a dataset is.

use std::collections::BTreeMap;

use session::ParticipantKind;
use study::Study;
use study::file::Better;
use study::response::{Answer, Response};

use crate::{Arrivals, ExclusionRule, Judgement, PageRemark, QuestionnaireAnswer, Subject};

/// Every judgement of one study, with the names of everything judged: it can be analysed without
/// the study, and without ever having seen our server.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// What it was made from.
    pub provenance: Provenance,
    /// What was judged.
    pub systems: Vec<System>,
    /// The names of the strata, in the order of [`Item::strata`].
    pub strata: Vec<String>,
    /// The inputs.
    pub items: Vec<Item>,
    /// What was asked.
    pub criteria: Vec<Criterion>,
    /// The questions with a known answer.
    pub checks: Vec<Check>,
    /// The pseudonyms of the people, in the order of their numbers.
    pub participants: Vec<String>,
    /// One per answered question, excluded ones among them.
    pub judgements: Vec<Judgement>,
    /// What people said about pages beside their answers; nothing where they could not, or where it is not known.
    pub remarks: Option<Vec<PageRemark>>,
    /// What people answered to screening and closing questions; nothing where none were asked, or where it is not known.
    pub questionnaire: Option<Vec<QuestionnaireAnswer>>,
    /// How many came and how they ended; nothing where only those are known who gave answers.
    pub arrivals: Option<Arrivals>,
    /// What whoever reads a foreign table should know: what was left out, with counts, and what was guessed.
    pub notes: Vec<String>,
}

/// What a dataset was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Fingerprint of the study, where there is one.
    pub study: Option<String>,
    /// SHA-256 of the file or the events the judgements were read from, in hexadecimal; nothing for
    /// judgements that were made up.
    pub data: Option<String>,
    /// Where the judgements come from.
    pub origin: Origin,
    /// Who judged.
    pub judged_by: JudgedBy,
    /// What of the study was changed after collecting began, in words; none of it changes what was asked.
    pub changed: Vec<String>,
}

/// Where judgements come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Made up by simulated participants.
    Rehearsed {
        /// The seed of the crowd.
        seed: u64,
    },
    /// Read from a table.
    Table {
        /// The name of its file, without folders.
        file: String,
    },
    /// Collected by our own pages.
    Collected,
}

/// Who judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgedBy {
    /// People, on our own pages.
    People,
    /// Simulated participants.
    Simulated,
    /// Whoever a table of another program says.
    Foreign,
}

impl JudgedBy {
    /// The word for it, in every row of data.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            JudgedBy::People => "people",
            JudgedBy::Simulated => "simulated",
            JudgedBy::Foreign => "foreign",
        }
    }

    /// Reads [`JudgedBy::word`] back.
    #[must_use]
    pub fn from_word(word: &str) -> Option<JudgedBy> {
        [JudgedBy::People, JudgedBy::Simulated, JudgedBy::Foreign].into_iter().find(|by| by.word() == word)
    }
}

impl From<ParticipantKind> for JudgedBy {
    fn from(kind: ParticipantKind) -> Self {
        match kind {
            ParticipantKind::People => JudgedBy::People,
            ParticipantKind::Simulated => JudgedBy::Simulated,
        }
    }
}

/// Something whose outputs were judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
}

/// One input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// Its stratum under each of [`Dataset::strata`].
    pub strata: Vec<String>,
}

/// What was asked, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Criterion {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// How it was asked.
    pub response: Response,
    /// Whether the ends of its scale are known; else they are the lowest and the highest answer found.
    pub ends_known: bool,
    /// Which end is better.
    pub better: Better,
    /// Whether anything says so; else it is taken from a name that suggests it.
    pub better_known: bool,
    /// The id of the part in which it was asked; nothing when the study is all of one piece.
    pub part: Option<String>,
    /// The reasons offered to whoever could not judge.
    pub cannot_judge: Vec<String>,
    /// How sure people could say they are, from the least to the most.
    pub confidence: Vec<String>,
    /// After which answer it was asked; nothing where it always was.
    pub only_if: Option<AskedIf>,
}

/// After which answer to another criterion a question was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedIf {
    /// The id of the criterion whose answer decided.
    pub criterion: String,
    /// The condition in words.
    pub words: String,
}

impl Criterion {
    pub(crate) fn from_study(study: &Study, number: usize) -> Criterion {
        let criterion = &study.criteria[number];
        Criterion {
            id: criterion.id.0.clone(),
            name: criterion.name.clone(),
            response: criterion.response.clone(),
            ends_known: true,
            better: criterion.better,
            better_known: true,
            cannot_judge: criterion.cannot_judge.clone(),
            confidence: criterion.confidence.clone(),
            only_if: criterion.only_if.as_ref().map(|follow| AskedIf {
                criterion: study.criteria.get(follow.criterion).map(|it| it.id.0.clone()).unwrap_or_default(),
                words: follow.words(study),
            }),
            part: study.in_parts().then(|| study.parts[study.part_of(number)].id.clone()),
        }
    }
}

/// A question with a known answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its id.
    pub id: String,
    /// How many outputs it shows.
    pub outputs: usize,
}

impl Dataset {
    /// A dataset of this study, with its names and without judgements.
    #[must_use]
    pub fn from_study(study: &Study, origin: Origin, judged_by: JudgedBy) -> Dataset {
        let system = |system: &study::System| System { id: system.id.0.clone(), name: system.name.clone() };
        Dataset {
            provenance: Provenance {
                study: Some(study.fingerprint.clone()),
                data: None,
                origin,
                judged_by,
                changed: Vec::new(),
            },
            systems: study.systems.iter().map(system).collect(),
            strata: study.strata.clone(),
            items: study.items.iter().map(|i| Item { id: i.id.0.clone(), strata: i.strata.clone() }).collect(),
            criteria: (0..study.criteria.len()).map(|number| Criterion::from_study(study, number)).collect(),
            checks: study.checks.iter().map(|c| Check { id: c.id.clone(), outputs: c.outputs.len() }).collect(),
            participants: Vec::new(),
            judgements: Vec::new(),
            remarks: None,
            questionnaire: None,
            arrivals: None,
            notes: Vec::new(),
        }
    }

    /// The line of a mapping that declares which end of each criterion is better as far as only its name suggests it.
    #[must_use]
    pub fn directions_line(&self) -> String {
        let criterion = |known: &Criterion| {
            let better = if known.better_known { "" } else { ", better = \"lower\"" };
            format!("{{ id = {}{better} }}", toml::Value::from(known.id.as_str()))
        };
        format!("criteria = [{}]", self.criteria.iter().map(criterion).collect::<Vec<_>>().join(", "))
    }

    /// Everything that people wrote in their own words: answers, remarks on pages, screening and closing questions.
    pub fn free_texts(&mut self) -> impl Iterator<Item = &mut String> {
        let answers = self
            .judgements
            .iter_mut()
            .filter_map(|judgement| if let Answer::Text(text) = &mut judgement.answer { Some(text) } else { None });
        let remarks = self.remarks.iter_mut().flatten().map(|remark| &mut remark.text);
        answers.chain(remarks).chain(self.questionnaire.iter_mut().flatten().map(|it| &mut it.answer))
    }

    /// The sessions that gave an answer about an item, each with the rule that leaves out all of it; nothing once a judgement
    /// of it counts.
    #[must_use]
    pub fn sessions(&self) -> BTreeMap<(u32, u32, u32), Option<&ExclusionRule>> {
        let mut sessions = BTreeMap::new();
        for judgement in self.judgements.iter().filter(|it| matches!(it.subject, Subject::Item { .. })) {
            let rule = sessions.entry(judgement.session()).or_insert(judgement.excluded.as_ref());
            if judgement.excluded.is_none() {
                *rule = None;
            }
        }
        sessions
    }

    /// The judgements of items, without the answers to checks.
    pub fn item_judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements.iter().filter(|judgement| matches!(judgement.subject, Subject::Item { .. }))
    }

    /// The judgements that no rule excluded.
    pub fn included_judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements.iter().filter(|judgement| judgement.excluded.is_none())
    }
}
