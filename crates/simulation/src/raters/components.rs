//! How much people, items and single outputs differ, from judgements of outputs one by one.

use std::collections::BTreeSet;

use dataset::{Dataset, Subject};
use stats::mixed::{Column, Formula, Frame, Method, Model, Options, spreads};

/// Standard deviations on the scale of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Components {
    /// Between people.
    pub(crate) leniency: f64,
    /// Between items, for all systems alike.
    pub(crate) items: f64,
    /// Between the outputs of an item, beyond what their systems explain.
    pub(crate) outputs: f64,
    /// Between raters' tastes for a system.
    pub(crate) taste: f64,
    /// Of what is left.
    pub(crate) left: f64,
}

impl Components {
    /// Those of `rating ~ system + (1|participant) + (1|item) + (1|output) + (1|taste)` (taste: rater × system) by restricted maximum likelihood; a term
    /// that the data cannot bear is left out and counts as zero. Nothing where answers are no numbers or there are
    /// too few of them.
    pub(crate) fn estimate(dataset: &Dataset, criterion: usize) -> Option<Components> {
        let (mut values, mut systems, mut people, mut items) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for judgement in dataset.included_judgements().filter(|it| it.criterion == criterion) {
            let Subject::Item { item, systems: shown } = &judgement.subject else { continue };
            let &[system] = shown.as_slice() else { return None };
            values.push(judgement.answer.number()?);
            systems.push(u32::from(system));
            people.push(judgement.participant);
            items.push(*item as u32);
        }
        let outputs: Vec<u32> =
            items.iter().zip(&systems).map(|(item, system)| item * dataset.systems.len() as u32 + system).collect();
        let tastes: Vec<u32> = people
            .iter()
            .zip(&systems)
            .map(|(person, system)| person * dataset.systems.len() as u32 + system)
            .collect();
        let mut formula = if levels(&systems) > 1 { "rating ~ system" } else { "rating ~ 1" }.to_owned();
        let mut frame = Frame::default().with_column("rating", Column::Numeric(values.clone())).ok()?;
        frame = frame.with_column("system", factor(&systems)).ok()?;
        for (name, codes) in [("participant", &people), ("item", &items), ("output", &outputs), ("taste", &tastes)] {
            // Outputs are the items where there is one of each, and tastes the people where each judged one system.
            let told_apart = match name {
                "output" => levels(codes) > levels(&items),
                "taste" => levels(codes) > levels(&people),
                _other => true,
            };
            if told_apart && (2..values.len()).contains(&levels(codes)) {
                formula.push_str(&format!(" + (1|{name})"));
                frame = frame.with_column(name, factor(codes)).ok()?;
            }
        }
        let formula = Formula::parse(&formula).ok().filter(|formula| !formula.random.is_empty())?;
        let model = Model::new(&formula, &frame, &Options::new(Method::Reml)).ok()?;
        let fit = model.fit().ok()?;
        let mut components = Components::default();
        for variability in spreads(&model, &fit) {
            match variability.group.as_str() {
                "participant" => components.leniency = variability.value,
                "item" => components.items = variability.value,
                "output" => components.outputs = variability.value,
                "taste" => components.taste = variability.value,
                _residual => components.left = variability.value,
            }
        }
        Some(components)
    }

    /// The root mean square of several, one by one.
    pub(crate) fn mean(all: &[Components]) -> Option<Components> {
        let mean =
            |of: fn(&Components) -> f64| (all.iter().map(|it| of(it).powi(2)).sum::<f64>() / all.len() as f64).sqrt();
        (!all.is_empty()).then(|| Components {
            leniency: mean(|it| it.leniency),
            items: mean(|it| it.items),
            outputs: mean(|it| it.outputs),
            taste: mean(|it| it.taste),
            left: mean(|it| it.left),
        })
    }
}

fn levels(codes: &[u32]) -> usize {
    codes.iter().collect::<BTreeSet<_>>().len()
}

/// A factor with only the levels that occur.
fn factor(codes: &[u32]) -> Column {
    let seen: BTreeSet<u32> = codes.iter().copied().collect();
    let place: std::collections::HashMap<u32, u32> = seen.iter().copied().zip(0..).collect();
    Column::Factor {
        levels: seen.iter().map(ToString::to_string).collect(),
        codes: codes.iter().map(|code| place[code]).collect(),
    }
}
