//! The plan file: JSON with one line per page, so that it can be read, searched and compared with `diff`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use study::Study;
use thiserror::Error;

use crate::checks;
use crate::make::{drawing, parts};
use crate::plan::{List, Page, Plan};

/// The format written, and the only one read.
const FORMAT: u32 = 1;

/// Why a plan file cannot be used.
#[derive(Debug, Error)]
pub enum PlanFileError {
    /// It is not a plan file.
    #[error("not a plan file: {0}")]
    Json(#[from] serde_json::Error),
    /// It is of a later format.
    #[error("plan format {found}, but this program reads format {FORMAT}; use the program that wrote it")]
    Format {
        /// The format it says it has.
        found: u32,
    },
    /// It was made from another study, or an earlier state of this one.
    #[error("the plan was made from a study with fingerprint {found}, this one has {expected}; plan again")]
    OtherStudy {
        /// The fingerprint in the plan.
        found: String,
        /// The fingerprint of the study.
        expected: String,
    },
    /// It names something the study does not have.
    #[error("list {list} names {what} `{id}`, which the study does not have")]
    Unknown {
        /// The list.
        list: usize,
        /// What is named.
        what: &'static str,
        /// How.
        id: String,
    },
    /// Lists are not numbered from 0 on.
    #[error("list {found} stands where list {expected} should")]
    Numbering {
        /// The number found.
        found: u32,
        /// The number that should be there.
        expected: usize,
    },
}

#[derive(Serialize, Deserialize)]
struct Counts {
    lists: usize,
    slots: u64,
    itineraries: u64,
    pages: usize,
    questions: u64,
    completions: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile<'a> {
    format: u32,
    program: String,
    study: String,
    seed: u64,
    counts: Counts,
    #[serde(borrow)]
    lists: Vec<ListFile<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListFile<'a> {
    list: u32,
    itinerary: u32,
    #[serde(borrow)]
    criteria: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    checks: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pages: Vec<PageFile<'a>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageFile<'a> {
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    part: Option<Cow<'a, str>>,
    #[serde(borrow)]
    item: Cow<'a, str>,
    #[serde(borrow)]
    outputs: Vec<Cow<'a, str>>,
}

impl Plan {
    /// Writes the plan file, page by page.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{{\n\"format\": {FORMAT},")?;
        writeln!(out, "\"program\": {},", serde_json::to_string(&self.program)?)?;
        writeln!(out, "\"study\": {},", serde_json::to_string(&self.fingerprint)?)?;
        writeln!(out, "\"seed\": {},", self.seed)?;
        writeln!(out, "\"counts\": {},", serde_json::to_string(&self.counts())?)?;
        writeln!(out, "\"lists\": [")?;
        for number in 0..self.lists.len() {
            self.write_list(out, number)?;
            writeln!(out, "{}", if number + 1 < self.lists.len() { "," } else { "" })?;
        }
        writeln!(out, "]\n}}")
    }

    fn counts(&self) -> Counts {
        Counts {
            lists: self.lists.len(),
            slots: self.slots(),
            itineraries: self.itineraries(),
            pages: self.pages.len(),
            questions: self.questions(),
            completions: self.completions,
        }
    }

    fn write_list(&self, out: &mut dyn Write, number: usize) -> io::Result<()> {
        let list = &self.lists[number];
        let criteria: Vec<&str> = list.criteria.iter().map(|c| self.criteria[usize::from(*c)].0.as_str()).collect();
        let checks: Vec<&str> = list.checks.iter().map(|c| self.checks[*c as usize].id.as_str()).collect();
        write!(out, "{{\"list\": {number}, \"itinerary\": {}", list.itinerary)?;
        write!(out, ", \"criteria\": {}", serde_json::to_string(&criteria)?)?;
        writeln!(out, ", \"checks\": {}, \"pages\": [", serde_json::to_string(&checks)?)?;
        let pages = self.pages(number);
        for (at, page) in pages.iter().enumerate() {
            let systems = self.outputs(*page).iter().map(|s| Cow::from(&self.systems[usize::from(*s)].0));
            let item = Cow::from(&self.items[page.item as usize].0);
            let part = self.part_id(*page).map(Cow::from);
            serde_json::to_writer(&mut *out, &PageFile { part, item, outputs: systems.collect() })?;
            writeln!(out, "{}", if at + 1 < pages.len() { "," } else { "" })?;
        }
        write!(out, "]}}")
    }

    /// The plan file as text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to memory does not fail, and everything written is text.
        match self.write_json(&mut bytes) {
            Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    /// Reads a plan file made from this study.
    pub fn from_json(text: &str, study: &Study) -> Result<Plan, PlanFileError> {
        let plan = Plan::from_stored_json(text, study)?;
        if plan.fingerprint != study.fingerprint {
            return Err(PlanFileError::OtherStudy { found: plan.fingerprint, expected: study.fingerprint.clone() });
        }
        Ok(plan)
    }

    /// Reads a plan file that was kept with what was collected by it, for a study of which the caller knows that it asks
    /// the same of the same, though its texts may have changed since.
    pub fn from_stored_json(text: &str, study: &Study) -> Result<Plan, PlanFileError> {
        let file: PlanFile<'_> = serde_json::from_str(text)?;
        if file.format != FORMAT {
            return Err(PlanFileError::Format { found: file.format });
        }
        let mut items: Vec<_> = study.items.iter().map(|item| item.id.clone()).collect();
        items.sort();
        let mut plan = Plan {
            fingerprint: file.study,
            seed: file.seed,
            program: file.program,
            items,
            systems: study.systems.iter().map(|system| system.id.clone()).collect(),
            criteria: study.criteria.iter().map(|criterion| criterion.id.clone()).collect(),
            completions: file.counts.completions,
            parts: parts(study),
            sets: Vec::new(),
            pages: Vec::with_capacity(file.counts.pages.min(text.len())),
            lists: Vec::new(),
            checks: checks::describe(study),
            drawing: drawing(study),
        };
        let mut known = BTreeMap::new();
        for list in &file.lists {
            plan.read_list(list, &mut known)?;
        }
        plan.number_sets();
        Ok(plan)
    }

    fn read_list(&mut self, list: &ListFile<'_>, known: &mut BTreeMap<Vec<u16>, u32>) -> Result<(), PlanFileError> {
        let number = self.lists.len();
        if list.list as usize != number {
            return Err(PlanFileError::Numbering { found: list.list, expected: number });
        }
        let unknown = |what, id: &str| PlanFileError::Unknown { list: number, what, id: id.to_owned() };
        let first = self.pages.len() as u32;
        for page in &list.pages {
            let item = self.items.binary_search_by(|item| item.0.as_str().cmp(&page.item));
            let item = item.map_err(|_| unknown("item", &page.item))? as u32;
            let system =
                |id: &Cow<'_, str>| self.systems.iter().position(|s| s.0 == **id).ok_or_else(|| unknown("system", id));
            let set: Vec<u16> = page.outputs.iter().map(|id| system(id).map(|s| s as u16)).collect::<Result<_, _>>()?;
            let next = self.sets.len() as u32;
            let number = *known.entry(set).or_insert_with_key(|set| {
                self.sets.push(set.clone());
                next
            });
            let part = match &page.part {
                None => 0,
                Some(id) => {
                    self.parts.iter().position(|part| part.id == **id).ok_or_else(|| unknown("part", id))? as u16
                }
            };
            self.pages.push(Page { part, item, set: number });
        }
        let criterion = |id: &Cow<'_, str>| {
            self.criteria.iter().position(|c| c.0 == **id).map(|c| c as u16).ok_or_else(|| unknown("criterion", id))
        };
        let check = |id: &Cow<'_, str>| {
            self.checks.iter().position(|c| c.id == **id).map(|c| c as u32).ok_or_else(|| unknown("check", id))
        };
        let criteria = list.criteria.iter().map(criterion).collect::<Result<_, _>>()?;
        let checks = list.checks.iter().map(check).collect::<Result<_, _>>()?;
        self.lists.push(List { pages: first..self.pages.len() as u32, criteria, checks, itinerary: list.itinerary });
        Ok(())
    }
}
