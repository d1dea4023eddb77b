//! The parts of a study: what was written, completed and held against criteria and items.

use diag::Diagnostic;

use crate::decode::Places;
use crate::design::{self, QuestionGroup};
use crate::file::{Criteria, PartFile, StudyFile};
use crate::structure::BAD_PART;
use crate::{Item, Part, System};

/// The parts, or what is wrong with them. A study without `[[parts]]` is one part that asks everything of every item.
pub(crate) fn resolve(
    file: &StudyFile,
    systems: &[System],
    items: Option<&[Item]>,
    places: &Places,
) -> Result<Vec<Part>, Vec<Diagnostic>> {
    if file.parts.is_empty() {
        let criteria: Vec<usize> = (0..file.criteria.len()).collect();
        let design = design::resolve(
            &QuestionGroup { file, design: &file.design, criteria: &criteria, path: "design", places },
            systems,
        )?;
        return Ok(vec![Part {
            id: String::new(),
            title: String::new(),
            about: None,
            criteria,
            items: Vec::new(),
            design,
        }]);
    }
    let mut found = Vec::new();
    check_beside_parts(file, places, &mut found);
    let mut parts = Vec::new();
    for (index, part) in file.parts.iter().enumerate() {
        let written = PartSource { file, part, index, places };
        let criteria = written.criteria(&mut found);
        let items = written.items(items, &mut found);
        let path = format!("parts.{index}.design");
        match design::resolve(
            &QuestionGroup { file, design: &part.design, criteria: &criteria, path: &path, places },
            systems,
        ) {
            Ok(design) => parts.push(Part {
                id: part.id.clone(),
                title: part.title.clone(),
                about: part.about.clone(),
                criteria,
                items,
                design,
            }),
            Err(problems) => found.extend(problems),
        }
    }
    if found.is_empty() { Ok(parts) } else { Err(found) }
}

/// What cannot stand beside parts.
fn check_beside_parts(file: &StudyFile, places: &Places, found: &mut Vec<Diagnostic>) {
    if file.parts.len() == 1 {
        let message = "a study with one part does not need parts";
        found.push(
            BAD_PART.diagnose(places.find("parts.0"), message).help("leave `[[parts]]` out, or add a second one"),
        );
    }
    if places.has_path("design") {
        let message = "`[design]` cannot be combined with `[[parts]]`, which have their own designs";
        let help = "move it into the part it is about: `design = { … }`";
        found.push(BAD_PART.diagnose(places.find("design"), message).help(help));
    }
    if file.lists.criteria == Criteria::Apart {
        let message = "`criteria = \"apart\"` gives each criterion its own lists, but every list contains all parts";
        let help = "leave it out, and give each criterion its own part";
        found.push(BAD_PART.diagnose(places.find("lists.criteria"), message).help(help));
    }
    for (index, criterion) in file.criteria.iter().enumerate() {
        if !file.parts.iter().any(|part| part.criteria.contains(&criterion.id)) {
            let message = format!("no part asks `{}`", criterion.id);
            let help = format!("add `\"{}\"` to the `criteria` of one of the parts", criterion.id);
            found.push(BAD_PART.diagnose(places.find(&format!("criteria.{index}.id")), message).help(help));
        }
    }
}

/// One `[[parts]]` table and where it stands.
struct PartSource<'a> {
    file: &'a StudyFile,
    part: &'a PartFile,
    index: usize,
    places: &'a Places,
}

impl PartSource<'_> {
    /// The criteria of a part, by number, in the order of `[[criteria]]`.
    fn criteria(&self, found: &mut Vec<Diagnostic>) -> Vec<usize> {
        let PartSource { file, part, index, places } = *self;
        let mut numbers = Vec::new();
        for (at, id) in part.criteria.iter().enumerate() {
            let place = || places.find(&format!("parts.{index}.criteria.{at}"));
            let Some(number) = file.criteria.iter().position(|criterion| criterion.id == *id) else {
                let help = match diag::nearest(id, file.criteria.iter().map(|criterion| criterion.id.as_str())) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("add `[[criteria]]` with `id = \"{id}\"`"),
                };
                found.push(BAD_PART.diagnose(place(), format!("there is no criterion `{id}`")).help(help));
                continue;
            };
            let asked_before = file.parts[..index].iter().any(|before| before.criteria.contains(id));
            if asked_before || part.criteria[..at].contains(id) {
                let help = "ask it once, or write a second criterion with its own id";
                found.push(BAD_PART.diagnose(place(), format!("`{id}` is asked twice")).help(help));
            }
            numbers.push(number);
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The items of a part: for each column of strata that it names, the values wanted.
    fn items(&self, items: Option<&[Item]>, found: &mut Vec<Diagnostic>) -> Vec<(usize, Vec<String>)> {
        let PartSource { file, part, index, places } = *self;
        let mut wanted = Vec::new();
        for (name, values) in &part.items {
            let path = format!("parts.{index}.items.{name}");
            let Some(column) = file.items.strata.iter().position(|stratum| stratum == name) else {
                let help = match diag::nearest(name, file.items.strata.iter().map(String::as_str)) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("add `{name}` to `items.strata`"),
                };
                found.push(
                    BAD_PART.diagnose(places.find(&path), format!("`{name}` is not one of `items.strata`")).help(help),
                );
                continue;
            };
            let is_there = |value: &String| {
                items.is_none_or(|items| items.iter().any(|item| item.strata.get(column) == Some(value)))
            };
            if let Some(missing) = values.iter().find(|value| !is_there(value)) {
                let message = format!("no item has `{missing}` in the column `{name}`");
                found
                    .push(BAD_PART.diagnose(places.find(&path), message).help("write the value as it is in the items"));
            }
            wanted.push((column, values.clone()));
        }
        wanted
    }
}
