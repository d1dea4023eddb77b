//! What a study would find with simulated people.

use analysis::Named;
use simulation::{Design, Rehearsal};
use study::claim::Rule;

use super::made;
use crate::document::{Document, Section, Words};
use crate::figure::{Caption, Curve, curves};
use crate::number::{Face, Number, Spot};
use crate::table::{Cell, Column, Table};

/// The report of a rehearsal.
#[must_use]
pub fn rehearsal(rehearsal: &Rehearsal) -> Document {
    let sections = vec![
        claims(rehearsal),
        size(rehearsal),
        expected(rehearsal),
        price(rehearsal),
        reproduction(rehearsal),
        crowd(rehearsal),
        provenance(rehearsal),
    ];
    let origin = "A rehearsal: everyone in it is simulated. It says what this design would find if people and \
                  systems were like that, and nothing about the systems.";
    made(rehearsal.title.clone(), origin.to_owned(), sections)
}

fn claims(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("claims", "How often each claim is confirmed");
    section.paragraph(Words::of(format!("People and systems: {}.", rehearsal.crowd.source)));
    let columns = vec![
        Column::words("claim"),
        Column::words("decided by"),
        Column::numbers("chance").over("when it is true"),
        Column::numbers("interval").over("when it is true"),
        Column::numbers("chance").over("when it is false"),
        Column::numbers("interval").over("when it is false"),
    ];
    let caption = "Share of simulated runs in which the claim is confirmed, with Wilson's interval";
    let mut table = Table::new("chances", caption, columns);
    for claim in &rehearsal.claims {
        let chance = |name: &str, face| Cell::of(rehearsal.get(name, None, &[&claim.id]), face);
        let decided = match claim.rule {
            Rule::Direction => "order of the scores",
            Rule::Significant { .. } => "a test",
            Rule::OutOfScope => "",
        };
        table.row(vec![
            Cell::text(&claim.id),
            Cell::text(decided),
            chance("chance_if_true", Face::Value),
            chance("chance_if_true", Face::Interval),
            chance("chance_if_false", Face::Value),
            chance("chance_if_false", Face::Interval),
        ]);
    }
    section.table(table);
    let mut worlds = Vec::new();
    for claim in &rehearsal.claims {
        let mut words = Words::default().strong(&claim.id).text(format!(" {} ", claim.text));
        words = match &claim.when_true {
            None => words.text("True of the simulated crowd as it is"),
            Some(moved) => words.text(format!("Not true of the simulated crowd; made true: {moved}")),
        };
        if let Some(moved) = &claim.when_false {
            words = words.text(format!("; made false: {moved}"));
        }
        worlds.push(words.text("."));
    }
    section.list(worlds);
    section.list(rehearsal.notes.iter().map(Words::of).collect());
    section
}

fn size(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("size", "Size");
    for (name, words) in [
        ("smallest_completions", "The fewest people per question with which every claim reaches the wanted chance: "),
        ("smallest_items", "The fewest items, with as many people per question as planned: "),
    ] {
        if let Some(named) = rehearsal.get(name, None, &[]) {
            section.paragraph(Words::of(words).number(named, Face::Value).text("."));
        }
    }
    let planned = rehearsal.design;
    let by_people = |design: &Design| design.items == planned.items;
    let by_items = |design: &Design| design.completions == planned.completions;
    section.figure(figure(rehearsal, ("chances-by-people", "people per question", 2), &by_people));
    section.figure(figure(rehearsal, ("chances-by-items", "items", 1), &by_items));
    let mut columns = vec![Column::words("items"), Column::numbers("people per question"), Column::numbers("people")];
    columns.extend(rehearsal.claims.iter().map(|claim| Column::numbers(&claim.id)));
    let currency = rehearsal.all("cost").next().map(|cost| cost.of.join(" ")).unwrap_or_default();
    columns.extend([Column::numbers("hours"), Column::numbers(format!("cost {currency}").trim_end())]);
    let mut table = Table::new("sizes", "Chance of confirming each true claim, by size", columns);
    for design in rehearsal.sizes() {
        let label = [design.items.to_string(), design.completions.to_string()];
        let at = |name: &str| Cell::of(rehearsal.get(name, None, &[&label[0], &label[1]]), Face::Value);
        let chance = |id: &String| Cell::of(rehearsal.get("chance_at", None, &[id, &label[0], &label[1]]), Face::Value);
        let planned = if design == rehearsal.design { "planned: " } else { "" };
        let mut row = vec![Cell::text(format!("{planned}{}", label[0])), Cell::text(&label[1]), at("people_at")];
        row.extend(rehearsal.claims.iter().map(|claim| chance(&claim.id)));
        row.extend([at("hours_at"), at("cost_at")]);
        table.row(row);
    }
    section.table(table);
    section
}

/// The chance of every claim in the sizes that `fit`, along the part of the id at `place`.
fn figure(
    rehearsal: &Rehearsal,
    (id, axis, place): (&str, &str, usize),
    fit: &dyn Fn(&Design) -> bool,
) -> crate::figure::Figure {
    let mut lines = Vec::new();
    for claim in &rehearsal.claims {
        let mut points: Vec<(usize, Spot, Number)> = Vec::new();
        for design in rehearsal.sizes().into_iter().filter(|design| fit(design)) {
            let of = [claim.id.as_str(), &design.items.to_string(), &design.completions.to_string()];
            let Some(named) = rehearsal.get("chance_at", None, &of) else { continue };
            let size = if place == 1 { design.items } else { design.completions as usize };
            points.extend(Spot::of(named, place).map(|spot| (size, spot, Number::from(named))));
        }
        points.sort_by_key(|point| point.0);
        let points = points.into_iter().map(|(_, spot, number)| (spot, number)).collect();
        lines.push(Curve { name: claim.id.clone(), points });
    }
    let title = format!("Chance of confirming each true claim, by {axis}");
    curves(Caption { id: id.to_owned(), title }, &lines, axis, Some(rehearsal.options.power))
}

fn expected(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("expected", "What to expect");
    let cost: Vec<&Named> = rehearsal.all("cost").collect();
    let mut columns = vec![Column::words("people"), Column::numbers("judgements")];
    columns.extend(["finished", "replaced", "left"].map(|head| Column::numbers(head).over("sessions")));
    columns.push(Column::numbers("hours"));
    columns.extend(cost.iter().map(|named| Column::numbers(&format!("cost {}", named.of.join(" ")))));
    // One row, so that counts, hours and money each have the decimals they deserve.
    let names = ["people", "judgements", "sessions_finished", "sessions_failed", "sessions_left", "hours"];
    let numbers = names.into_iter().map(|name| rehearsal.get(name, None, &[])).chain(cost.into_iter().map(Some));
    let caption = "The planned design; of the sessions that reach the end some are replaced for failed checks, and all \
                   are paid";
    let mut table = Table::new("expected", caption, columns);
    table.row(numbers.map(|named| Cell::of(named, Face::Value)).collect());
    section.table(table);
    let columns =
        vec![Column::words("criterion"), Column::numbers("Krippendorff's alpha"), Column::numbers("nine runs of ten")];
    let mut table = Table::new("agreement", "Agreement", columns);
    for named in rehearsal.all("alpha_expected") {
        table.row(vec![
            Cell::text(named.criterion.as_deref().unwrap_or_default()),
            Cell::of(Some(named), Face::Value),
            Cell::of(Some(named), Face::Interval),
        ]);
    }
    section.table(table);
    section
}

fn price(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("price", "What checks and exclusions are worth");
    let columns = vec![
        Column::words("without"),
        Column::words("claim"),
        Column::numbers("chance"),
        Column::numbers("change"),
        Column::numbers("interval"),
        Column::numbers("change of cost"),
    ];
    let mut table = Table::new("without", "Chance of confirming each true claim when something is left out", columns);
    let mut last = "";
    for named in rehearsal.all("chance_without") {
        let [claim, label] = named.of.as_slice() else { continue };
        let change = rehearsal.get("chance_change_without", None, &[claim, label]);
        let cost = rehearsal.all("cost_change_without").find(|it| it.of.first() == Some(label));
        let first = last != label;
        table.row(vec![
            Cell::text(if first { label.as_str() } else { "" }),
            Cell::text(claim),
            Cell::of(Some(named), Face::Value),
            Cell::of(change, Face::Value),
            Cell::of(change, Face::Interval),
            Cell::of(cost.filter(|_| first), Face::Value),
        ]);
        last = label;
    }
    if !table.rows.is_empty() {
        section.paragraph(Words::of(
            "The same runs with the same random numbers, but without the checks, without a rule of exclusion, or \
             with people who all look. The last says how much better checks could do at most.",
        ));
    }
    section.table(table);
    section
}

fn reproduction(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("reproduction", "Size of a reproduction");
    let mut columns = vec![Column::words("criterion"), Column::words("pair"), Column::numbers("effect")];
    columns.extend(["n", "power"].map(|head| Column::numbers(head).over("original")));
    columns.extend(["n", "power", "shows nought"].map(|head| Column::numbers(head).over("planned")));
    columns.extend(["2.5 times", "as printed", "half"].map(|head| Column::numbers(head).over("n needed")));
    let mut table = Table::new("needed", "Judgements needed to reproduce what the original printed", columns);
    for named in rehearsal.all("original_effect") {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let cell = |name: &str| Cell::of(rehearsal.get(name, named.criterion.as_deref(), &of), Face::Value);
        table.row(vec![
            Cell::text(named.criterion.clone().unwrap_or_default()),
            Cell::text(of.join(", ")),
            Cell::of(Some(named), Face::Value),
            cell("original_n"),
            cell("original_power"),
            cell("planned_n"),
            cell("planned_power"),
            cell("telescopes_chance"),
            cell("needed_2_5"),
            cell("needed_as_printed"),
            cell("needed_for_half"),
        ]);
    }
    if !table.rows.is_empty() {
        section.paragraph(Words::of(
            "Judgements of each system, or of both where they are compared, with the power of so many if the effect \
             is as printed. Were there no effect, a reproduction as planned would show it to be too small for the \
             original to have seen in the share of cases under “shows nought” (small telescopes, Simonsohn \
             2015); 2.5 times the original's judgements do so in four cases of five. The last two columns are the \
             numbers for the wanted power if the effect is as printed, and half of that. All take judgements for \
             independent; what they share through items and people is in the simulated chances. A true finding fails \
             to reproduce in the share of runs in which its claim is not confirmed.",
        ));
    }
    section.table(table);
    section
}

fn crowd(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("crowd", "The simulated people");
    let columns = vec![
        Column::words("criterion"),
        Column::words("system"),
        Column::numbers("quality"),
        Column::numbers("spread"),
    ];
    let mut table = Table::new("qualities", "The systems in their eyes", columns);
    for named in rehearsal.all("quality") {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let criterion = named.criterion.as_deref();
        table.row(vec![
            Cell::text(criterion.unwrap_or_default()),
            Cell::text(of.join(" ")),
            Cell::of(Some(named), Face::Value),
            Cell::of(rehearsal.get("spread", criterion, &of), Face::Value),
        ]);
    }
    section.table(table);
    let columns = vec![Column::words("criterion"), Column::words("parameter"), Column::numbers("value")];
    let mut table = Table::new("parameters", "What else was put in", columns);
    for named in rehearsal.all("taste").chain(rehearsal.all("people_are")) {
        let on = named.criterion.as_deref().unwrap_or("all");
        table.row(vec![Cell::text(on), Cell::text(named.of.join(" ")), Cell::of(Some(named), Face::Value)]);
    }
    section.table(table);
    section
}

fn provenance(rehearsal: &Rehearsal) -> Section {
    let mut section = Section::new("provenance", "Provenance");
    let runs = rehearsal.options.runs;
    section.list(vec![
        Words::of("Study ").code(&rehearsal.study),
        Words::of(format!("{} runs of each design, of large ones fewer; seed {}", runs.runs, runs.seed)),
        Words::of("All numbers with all their digits are in ").code("rehearsal.json"),
    ]);
    section
}
