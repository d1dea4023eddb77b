//! What a study means, once checked. Past this line nothing re-checks.

pub(crate) mod assemble;

use crate::claim::Claim;
use crate::file::{
    AnalysisFile, Better, ClosingFile, Combine, Content, Criteria, Layout, ListsFile, MturkFile, NotifyFile, OnFailure,
    Pages, Payment, Platform, ProlificFile, Reproduces, ScreeningFile,
};
use crate::original::Original;
use crate::response::{Answer, Complaint, Form, Reason, Response};
use crate::{FollowUp, Look, Rendering};

/// The design of one evaluation, checked.
#[derive(Debug, Clone)]
pub struct Study {
    /// Title, language, seed.
    pub about: crate::file::AboutFile,
    /// What is judged, in the order written.
    pub systems: Vec<System>,
    /// One input each, with one output per system. Sorted by id, so that nothing depends on the
    /// order of rows in the file.
    pub items: Vec<Item>,
    /// The columns shown with every question.
    pub shown: Vec<ShownColumn>,
    /// The names of the strata, in the order of [`Item::strata`].
    pub strata: Vec<String>,
    /// What the outputs are.
    pub content: Content,
    /// What participants call an output; nothing for the usual word.
    pub output_name: Option<String>,
    /// How several outputs are laid out on the page.
    pub layout: Layout,
    /// How texts are set on the page.
    pub rendering: Rendering,
    /// Custom appearance.
    pub look: Look,
    /// What is asked.
    pub criteria: Vec<Criterion>,
    /// What is asked in which way: one part without an id, or the parts of `[[parts]]` in the order written.
    pub parts: Vec<Part>,
    /// How questions are gathered.
    pub lists: ListsFile,
    /// How long each page of the list is open at least.
    pub least_time_secs: Option<u64>,
    /// Questions with a known answer placed among the others.
    pub checks: Vec<CheckQuestion>,
    /// What happens to someone who fails them.
    pub on_failure: OnFailure,
    /// Questions with feedback before the list.
    pub training: Vec<CheckQuestion>,
    /// How the training is passed.
    pub training_rule: TrainingRule,
    /// Questions about the participant that decide whether they take part.
    pub screening: Vec<ScreeningFile>,
    /// Questions after the list.
    pub closing: Vec<ClosingFile>,
    /// Who takes part.
    pub participants: Participants,
    /// What they are paid.
    pub payment: Option<Payment>,
    /// The study as Prolific offers it.
    pub prolific: Option<ProlificFile>,
    /// The study as Mechanical Turk offers it.
    pub mturk: Option<MturkFile>,
    /// When to notify researchers that something needs attention.
    pub notify: NotifyFile,
    /// After how long without anybody they are told so.
    pub standstill_secs: u64,
    /// The texts around the questions, as Markdown; empty where the study has none.
    pub texts: Texts,
    /// How answers will be analysed.
    pub analysis: AnalysisFile,
    /// What is to be decided.
    pub claims: Vec<Claim>,
    /// What it repeats.
    pub reproduces: Option<Reproduces>,
    /// What the repeated study printed.
    pub original: Option<Original>,
    /// SHA-256 over everything the study was read from, in hexadecimal.
    pub fingerprint: String,
}

/// A system's id, as written in `[systems]`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemId(pub String);

/// An item's id, as written in the items file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub String);

/// A criterion's id, as written in `[[criteria]]`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CriterionId(pub String);

/// Something whose outputs are judged.
#[derive(Debug, Clone)]
pub struct System {
    /// Its id.
    pub id: SystemId,
    /// Its printed name.
    pub name: String,
    /// Whether people wrote its texts.
    pub human: bool,
}

/// One input with one output per system.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its id.
    pub id: ItemId,
    /// The cells of the shown columns.
    pub shown: Vec<String>,
    /// The cells of the strata columns.
    pub strata: Vec<String>,
    /// One per system, in the order of [`Study::systems`].
    pub outputs: Vec<Option<String>>,
    /// Row of the items file it came from (of its first output), as a spreadsheet counts.
    pub row: usize,
}

/// A column shown with every question.
#[derive(Debug, Clone)]
pub struct ShownColumn {
    /// The column of the items file.
    pub column: String,
    /// The words above it; empty for none.
    pub label: String,
    /// What it holds.
    pub content: Content,
}

/// What is judged and how it is asked.
#[derive(Debug, Clone)]
pub struct Criterion {
    /// Its id.
    pub id: CriterionId,
    /// Its printed name.
    pub name: String,
    /// The question.
    pub question: String,
    /// What it means; `None` where nothing is told to participants.
    pub definition: Option<String>,
    /// Which end is better.
    pub better: Better,
    /// The reasons offered to whoever cannot judge; none where everyone must answer.
    pub cannot_judge: Vec<String>,
    /// How sure people may say they are, from the least to the most; nothing where they are not asked.
    pub confidence: Vec<String>,
    /// After which answer to another criterion it is asked; nothing where it always is.
    pub only_if: Option<FollowUp>,
    /// How it is asked.
    pub response: Response,
}

impl Criterion {
    /// Validates what a browser posted for this question: that it cannot be judged, where that is offered, or an answer of
    /// its kind. A reason that is chosen counts, whatever else was filled in.
    ///
    /// # Errors
    /// Everything that keeps it from being an answer, field by field.
    pub fn read(&self, form: &Form, shown: &[&str]) -> Result<Answer, Vec<Complaint>> {
        let given: Vec<&str> = form.all("unable").into_iter().filter(|reason| !reason.is_empty()).collect();
        match given[..] {
            [] => self.response.read(form, shown),
            [reason] if self.cannot_judge.iter().any(|offered| offered == reason) => {
                Ok(Answer::Unable(reason.to_owned()))
            }
            [reason, ..] => {
                let (given, offered) = (reason.to_owned(), self.cannot_judge.clone());
                Err(vec![Complaint { field: "unable".to_owned(), reason: Reason::NotOneOf { given, offered } }])
            }
        }
    }
}

impl Criterion {
    /// How sure someone says they are of this answer, from 1; nothing where that is not asked: everywhere else, and of what
    /// could not be judged.
    ///
    /// # Errors
    /// When it is asked and not said, or not one of the words offered.
    pub fn read_confidence(&self, form: &Form, answer: &Answer) -> Result<Option<u32>, Complaint> {
        if self.confidence.is_empty() || matches!(answer, Answer::Unable(_)) {
            return Ok(None);
        }
        let given = form.single_value("confidence")?;
        let known = given.parse().ok().filter(|level| (1..=self.confidence.len() as u32).contains(level));
        known.map(Some).ok_or_else(|| {
            let offered = (1..=self.confidence.len()).map(|level| level.to_string()).collect();
            Complaint { field: "confidence".to_owned(), reason: Reason::NotOneOf { given: given.to_owned(), offered } }
        })
    }
}

/// Criteria that are asked in the same way of the same items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its id; empty when the study is all of one piece.
    pub id: String,
    /// The heading above its pages.
    pub title: String,
    /// What participants are told where it begins, as Markdown.
    pub about: Option<String>,
    /// The criteria asked on each of its pages: indexes into [`Study::criteria`].
    pub criteria: Vec<usize>,
    /// For columns of strata, the values that its items have; all items when there are none.
    pub items: Vec<(usize, Vec<String>)>,
    /// Which outputs are shown together.
    pub design: Design,
}

impl Part {
    /// Whether it asks about an item.
    #[must_use]
    pub fn asks_about(&self, item: &Item) -> bool {
        self.items.iter().all(|(column, values)| item.strata.get(*column).is_some_and(|value| values.contains(value)))
    }
}

impl Study {
    /// Whether it asks in several ways.
    #[must_use]
    pub fn in_parts(&self) -> bool {
        self.parts.len() > 1
    }

    /// Whether people look through their answers before they finish: where the whole list is on one page, they see it all anyway.
    #[must_use]
    pub fn reviews_answers(&self) -> bool {
        self.lists.review && self.lists.pages == Pages::One
    }

    /// Whether something comes between the list and the end.
    #[must_use]
    pub fn closes(&self) -> bool {
        !self.closing.is_empty() || self.reviews_answers()
    }

    /// The number of the part in which a criterion is asked.
    #[must_use]
    pub fn part_of(&self, criterion: usize) -> usize {
        self.parts.iter().position(|part| part.criteria.contains(&criterion)).unwrap_or(0)
    }

    /// The criteria asked on the page of a check of this one: all of the pages around it, so that it looks like them. A question that
    /// follows an answer is not asked there.
    #[must_use]
    pub fn asked_with_check(&self, criterion: usize) -> Vec<usize> {
        if self.lists.criteria == Criteria::Apart {
            return vec![criterion];
        }
        let always = |number: &usize| self.criteria.get(*number).is_some_and(|criterion| criterion.only_if.is_none());
        let around = self.parts[self.part_of(criterion)].criteria.iter().copied();
        around.filter(|number| *number == criterion || always(number)).collect()
    }

    /// Which outputs are shown together where a criterion is asked.
    #[must_use]
    pub fn design_of(&self, criterion: usize) -> &Design {
        &self.parts[self.part_of(criterion)].design
    }
}

/// Which outputs are shown together, resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// How outputs are combined.
    pub combine: Combine,
    /// For one against the rest: index of the one.
    pub system: Option<usize>,
    /// For sampled pairs.
    pub pairs_per_item: u32,
    /// How many outputs one question shows.
    pub set_size: u32,
    /// For blocks.
    pub sets_per_item: u32,
    /// Whether one participant may see the same item more than once.
    pub repeat_items: bool,
}

/// A question with a known answer: an attention check or a training question.
#[derive(Debug, Clone)]
pub struct CheckQuestion {
    /// Its id.
    pub id: String,
    /// Which criterion it asks: an index into [`Study::criteria`].
    pub criterion: usize,
    /// The cells of the shown columns.
    pub shown: Vec<String>,
    /// The outputs in it, in the order written.
    pub outputs: Vec<String>,
    /// What a passing answer is, as written.
    pub answer: String,
    /// Said after answering, in training.
    pub feedback: Option<String>,
    /// What passing it shows.
    pub tests: Option<String>,
    /// Row of its file, as a spreadsheet counts.
    pub row: usize,
}

/// How the training is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrainingRule {
    /// How many questions must be answered rightly in one go.
    pub pass: u32,
    /// How many times it may be gone through.
    pub attempts: u32,
}

/// Who takes part.
#[derive(Debug, Clone)]
pub struct Participants {
    /// Where they come from.
    pub from: Platform,
    /// How many lists one person may do.
    pub lists_each: u32,
    /// How long a list may be held.
    pub time_limit_secs: Option<u64>,
    /// How much longer, once, for whoever asks.
    pub more_time_secs: Option<u64>,
    /// How wide their window must be, in CSS pixels.
    pub least_width: Option<u32>,
    /// What is required of them.
    pub requirements: Vec<String>,
    /// Whether they may leave a comment at the end.
    pub comment: bool,
    /// The code of each outcome.
    pub codes: Option<crate::file::Codes>,
    /// Whether only links that Prolific signed are let in.
    pub verify: bool,
    /// Prolific's id of the study.
    pub prolific_study: Option<String>,
}

/// The texts around the questions, as Markdown.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    /// Before consent.
    pub information: String,
    /// What participants agree to.
    pub consent: String,
    /// How to do it.
    pub instructions: String,
    /// At the end.
    pub debrief: String,
}
