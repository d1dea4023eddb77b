//! Which outputs are shown together: what was written, completed from the response kinds.

use diag::{Diagnostic, Place};

use crate::decode::Places;
use crate::file::{Combine, CriterionFile, DesignFile, StudyFile};
use crate::response::{Arity, Response};
use crate::structure::{DESIGN_MISFIT, UNKNOWN_SYSTEM};
use crate::{Design, System};

/// Criteria that are asked together, and what is written about the outputs they are asked of.
pub(crate) struct QuestionGroup<'a> {
    pub(crate) file: &'a StudyFile,
    pub(crate) design: &'a DesignFile,
    /// The criteria, as numbers in `[[criteria]]`.
    pub(crate) criteria: &'a [usize],
    /// Where the design stands in the study file.
    pub(crate) path: &'a str,
    pub(crate) places: &'a Places,
}

impl QuestionGroup<'_> {
    fn place(&self, key: &str) -> Place {
        self.places.find(&format!("{}.{key}", self.path))
    }
}

/// The design, or what does not go together.
pub(crate) fn resolve(asked: &QuestionGroup<'_>, systems: &[System]) -> Result<Design, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let written = asked.design;
    let arity = arity(asked, &mut found);
    let combine = written.combine.unwrap_or_else(|| follows_from(arity, written, systems.len()));
    if let Some(combine) = written.combine
        && !goes_with(combine, arity)
    {
        found.push(misfit(combine, arity, asked));
    }
    let all = u32::try_from(systems.len()).unwrap_or(u32::MAX);
    let set_size = match combine {
        Combine::EveryOutput => 1,
        Combine::AllPairs | Combine::OneAgainstRest | Combine::SampledPairs => 2,
        Combine::AllTogether => all,
        Combine::Blocks => written.set_size.unwrap_or(all),
    };
    if set_size > all || (set_size < 2 && combine != Combine::EveryOutput) {
        let message = format!("{set_size} outputs should be shown together, but there are {all} systems");
        let help = "add systems, or show between 2 and all of them together";
        found.push(DESIGN_MISFIT.diagnose(asked.place("set_size"), message).help(help));
    }
    let system = system_against_rest(asked, systems, combine, &mut found);
    if combine == Combine::SampledPairs && written.pairs_per_item.is_none() {
        let message = "`sampled-pairs` needs to know in how many pairs each item is shown";
        found.push(DESIGN_MISFIT.diagnose(asked.place("combine"), message).help("add `pairs_per_item = …`"));
    }
    if combine == Combine::Blocks && written.set_size.is_none() {
        let message = "`blocks` needs to know how many outputs are shown together";
        found.push(DESIGN_MISFIT.diagnose(asked.place("combine"), message).help("add `set_size = …`"));
    }
    let pairs = all.saturating_mul(all.saturating_sub(1)) / 2;
    let design = Design {
        combine,
        system,
        pairs_per_item: written.pairs_per_item.unwrap_or(pairs).min(pairs),
        set_size,
        // A cyclic design over the systems: each is in as many sets as a set has places.
        sets_per_item: written.sets_per_item.unwrap_or(if combine == Combine::Blocks { all } else { 1 }),
        repeat_items: written.repeat_items,
    };
    if found.is_empty() { Ok(design) } else { Err(found) }
}

/// How many outputs the criteria show; all must show as many, because they are asked of the same.
fn arity(asked: &QuestionGroup<'_>, found: &mut Vec<Diagnostic>) -> Arity {
    // Words that follow an answer are about whatever the answer was about.
    let about_outputs =
        |criterion: &CriterionFile| criterion.only_if.is_none() || !matches!(criterion.response, Response::Text(_));
    let criteria = || {
        let there = asked.criteria.iter().filter_map(|index| Some((*index, asked.file.criteria.get(*index)?)));
        there.filter(|(_, criterion)| about_outputs(criterion))
    };
    let Some((first_at, first)) = criteria().next() else { return Arity::One };
    let shown = first.response.arity();
    for (index, criterion) in criteria() {
        let arity = criterion.response.arity();
        // Two of the outputs in a set can be compared like any other set of two.
        let together = arity == shown || (arity != Arity::One && shown != Arity::One);
        if !together {
            let message = format!(
                "criterion `{}` shows {}, but `{}` shows {}",
                criterion.id,
                words(arity),
                first.id,
                words(shown)
            );
            found.push(
                DESIGN_MISFIT
                    .diagnose(asked.places.find(&format!("criteria.{index}.response")), message)
                    .with_place(asked.places.find(&format!("criteria.{first_at}.response")), "first here")
                    .help("ask them in two parts of the study: one `[[parts]]` for each"),
            );
        }
    }
    if criteria().any(|(_, criterion)| criterion.response.arity() == Arity::Two) { Arity::Two } else { shown }
}

fn words(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "one output",
        Arity::Two => "two outputs",
        Arity::Many => "several outputs",
    }
}

fn follows_from(arity: Arity, design: &DesignFile, systems: usize) -> Combine {
    match arity {
        Arity::One => Combine::EveryOutput,
        Arity::Two if design.system.is_some() => Combine::OneAgainstRest,
        Arity::Two if design.pairs_per_item.is_some() => Combine::SampledPairs,
        Arity::Two => Combine::AllPairs,
        Arity::Many if design.set_size.is_some_and(|size| (size as usize) < systems) => Combine::Blocks,
        Arity::Many => Combine::AllTogether,
    }
}

fn goes_with(combine: Combine, arity: Arity) -> bool {
    match combine {
        Combine::EveryOutput => arity == Arity::One,
        Combine::AllPairs | Combine::OneAgainstRest | Combine::SampledPairs => arity != Arity::One,
        Combine::AllTogether | Combine::Blocks => arity == Arity::Many,
    }
}

fn misfit(combine: Combine, arity: Arity, asked: &QuestionGroup<'_>) -> Diagnostic {
    let shows = match combine {
        Combine::EveryOutput => "one output at a time",
        Combine::AllPairs | Combine::OneAgainstRest | Combine::SampledPairs => "two outputs at a time",
        Combine::AllTogether | Combine::Blocks => "several outputs at a time",
    };
    DESIGN_MISFIT
        .diagnose(
            asked.place("combine"),
            format!("the design shows {shows}, but the criteria ask about {}", words(arity)),
        )
        .help("leave `combine` out: it follows from the response kind")
}

fn system_against_rest(
    asked: &QuestionGroup<'_>,
    systems: &[System],
    combine: Combine,
    found: &mut Vec<Diagnostic>,
) -> Option<usize> {
    match (&asked.design.system, combine) {
        (Some(id), _) => {
            let index = systems.iter().position(|system| system.id.0 == *id);
            if index.is_none() {
                let help = match diag::nearest(id, systems.iter().map(|system| system.id.0.as_str())) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("add `{id}` to `[systems]`"),
                };
                found.push(
                    UNKNOWN_SYSTEM
                        .diagnose(asked.place("system"), format!("`[systems]` has no system `{id}`"))
                        .help(help),
                );
            }
            index
        }
        (None, Combine::OneAgainstRest) => {
            let message = "`one-against-rest` needs to know which system to compare with the others";
            found.push(DESIGN_MISFIT.diagnose(asked.place("combine"), message).help("add `system = \"…\"`"));
            None
        }
        (None, _) => None,
    }
}
