//! A rehearsal as tables on a terminal.

use std::fmt::Write as _;

use analysis::Named;
use simulation::Rehearsal;

use crate::ruled;

/// The chances first, then sizes, cost, checks and the original. Everything is in rehearsal.json.
pub(super) fn to_text(rehearsal: &Rehearsal) -> String {
    let runs = rehearsal.options.runs;
    let mut text = format!("{}\nA rehearsal: everyone in it is simulated.\n", rehearsal.title);
    let _ = writeln!(text, "People and systems: {}.", rehearsal.crowd.source);
    claims(&mut text, rehearsal);
    expected(&mut text, rehearsal);
    sizes(&mut text, rehearsal);
    price(&mut text, rehearsal);
    reproduction(&mut text, rehearsal);
    for note in &rehearsal.notes {
        let _ = writeln!(text, "\nnote: {note}");
    }
    let _ = writeln!(text, "\n{} runs of each design, of large ones fewer; seed {}", runs.runs, runs.seed);
    text
}

fn claims(text: &mut String, rehearsal: &Rehearsal) {
    if rehearsal.claims.is_empty() {
        let _ = writeln!(text, "\nThe study decides no claims, so there is no chance of confirming them.");
        return;
    }
    let mut table = ruled::table();
    table.set_header(["claim", "confirmed when true", "confirmed when false"]);
    for claim in &rehearsal.claims {
        let chance = |name: &str| rehearsal.get(name, None, &[&claim.id]).map(with_interval).unwrap_or_default();
        table.add_row([format!("{} {}", claim.id, claim.text), chance("chance_if_true"), chance("chance_if_false")]);
    }
    let _ = writeln!(text, "\n{table}");
    for claim in &rehearsal.claims {
        if let Some(moved) = &claim.when_true {
            let _ = writeln!(text, "{} is not true of these people; when true: {moved}", claim.id);
        }
        if let Some(moved) = &claim.when_false {
            let _ = writeln!(text, "{} when false: {moved}", claim.id);
        }
    }
}

fn expected(text: &mut String, rehearsal: &Rehearsal) {
    let number = |name: &str| rehearsal.get(name, None, &[]).map_or(0.0, |named| named.estimate.value);
    let (people, judgements, hours) = (number("people"), number("judgements"), number("hours"));
    let _ = write!(text, "\nAs planned: {people:.0} people, {judgements:.0} judgements, {hours:.1} hours");
    for cost in rehearsal.all("cost") {
        let _ = write!(text, ", {} {:.2}", cost.of.join(" "), cost.estimate.value);
    }
    let (left, failed) = (number("sessions_left"), number("sessions_failed"));
    let _ = writeln!(text, "\nSessions left before the end: {left:.1}; replaced for failed checks: {failed:.1}");
    for alpha in rehearsal.all("alpha_expected") {
        let on = alpha.criterion.as_deref().unwrap_or_default();
        let _ = writeln!(text, "Krippendorff's alpha on {on}: {} in nine runs of ten", with_interval(alpha));
    }
}

fn sizes(text: &mut String, rehearsal: &Rehearsal) {
    if rehearsal.claims.is_empty() {
        return;
    }
    let mut table = ruled::table();
    let head = ["items", "people per question", "people"].map(str::to_owned).into_iter();
    let ids = rehearsal.claims.iter().map(|claim| claim.id.clone());
    let currency = rehearsal.all("cost").next().map(|cost| cost.of.join(" ")).unwrap_or_default();
    table.set_header(head.chain(ids).chain(["hours".to_owned(), format!("cost {currency}").trim_end().to_owned()]));
    for design in rehearsal.sizes() {
        let label = [design.items.to_string(), design.completions.to_string()];
        let value = |name: &str, of: &[&str]| rehearsal.get(name, None, of).map(|named| named.estimate.value);
        let at = |name: &str, decimals: usize| {
            value(name, &[&label[0], &label[1]]).map(|it| format!("{it:.decimals$}")).unwrap_or_default()
        };
        let chance = |id: &String| {
            value("chance_at", &[id, &label[0], &label[1]]).map(|it| format!("{it:.2}")).unwrap_or_default()
        };
        let planned = if design == rehearsal.design { " (planned)" } else { "" };
        let mut row = vec![format!("{}{planned}", label[0]), label[1].clone(), at("people_at", 0)];
        row.extend(rehearsal.claims.iter().map(|claim| chance(&claim.id)));
        row.extend([at("hours_at", 1), at("cost_at", 2)]);
        table.add_row(row);
    }
    let _ = writeln!(text, "\nChance of confirming each true claim, by size\n{table}");
    let smallest = |name: &str| rehearsal.get(name, None, &[]).map(|named| named.estimate.value);
    let power = rehearsal.options.power;
    if let Some(n) = smallest("smallest_completions") {
        let _ = writeln!(text, "Every claim reaches {power} with {n:.0} people per question");
    }
    if let Some(n) = smallest("smallest_items") {
        let _ =
            writeln!(text, "Every claim reaches {power} with {n:.0} items and as many people per question as planned");
    }
}

fn price(text: &mut String, rehearsal: &Rehearsal) {
    let mut table = ruled::table();
    table.set_header(["without", "claim", "chance", "change", "cost"]);
    let mut last = "";
    let mut rows = 0;
    for named in rehearsal.all("chance_without") {
        let [claim, label] = named.of.as_slice() else { continue };
        let change = rehearsal.get("chance_change_without", None, &[claim, label]).map(signed).unwrap_or_default();
        let cost = rehearsal.all("cost_change_without").find(|it| it.of.first() == Some(label) && last != label);
        let cost = cost.map(|it| format!("{:+.2}", it.estimate.value)).unwrap_or_default();
        let first = if last == label { "" } else { label };
        table.add_row([first, claim, &format!("{:.2}", named.estimate.value), &change, &cost]);
        last = label;
        rows += 1;
    }
    if rows > 0 {
        let _ = writeln!(text, "\nWhat checks and exclusions are worth\n{table}");
    }
}

fn reproduction(text: &mut String, rehearsal: &Rehearsal) {
    let mut table = ruled::table();
    table.set_header([
        "pair",
        "effect",
        "n original",
        "its power",
        "n planned",
        "its power",
        "shows nought",
        "2.5 times",
        "as printed",
        "half as large",
    ]);
    let mut rows = 0;
    for named in rehearsal.all("original_effect") {
        let of: Vec<&str> = named.of.iter().map(String::as_str).collect();
        let on = named.criterion.as_deref();
        let number = |name: &str, decimals: usize| {
            rehearsal.get(name, on, &of).map(|it| format!("{:.decimals$}", it.estimate.value)).unwrap_or_default()
        };
        let cell = |name: &str| number(name, 0);
        table.add_row([
            format!("{} on {}", of.join(", "), on.unwrap_or_default()),
            format!("{:.2}", named.estimate.value),
            cell("original_n"),
            number("original_power", 2),
            cell("planned_n"),
            number("planned_power", 2),
            number("telescopes_chance", 2),
            cell("needed_2_5"),
            cell("needed_as_printed"),
            cell("needed_for_half"),
        ]);
        rows += 1;
    }
    if rows > 0 {
        let _ = writeln!(text, "\nJudgements needed to reproduce the original, were they independent\n{table}");
        let fails = rehearsal.claims.iter().filter_map(|claim| {
            let chance = rehearsal.get("chance_if_true", None, &[&claim.id])?.estimate.value;
            Some(format!("{} {:.0}%", claim.id, 100.0 * (1.0 - chance)))
        });
        let fails: Vec<String> = fails.collect();
        let _ = writeln!(text, "How often a true finding would fail to reproduce as planned: {}", fails.join(", "));
    }
}

fn with_interval(named: &Named) -> String {
    let interval = named.estimate.interval.map(|it| format!(" [{:.2}, {:.2}]", it.low, it.high)).unwrap_or_default();
    format!("{:.2}{interval}", named.estimate.value)
}

fn signed(named: &Named) -> String {
    let interval = named.estimate.interval.map(|it| format!(" [{:+.2}, {:+.2}]", it.low, it.high)).unwrap_or_default();
    format!("{:+.2}{interval}", named.estimate.value)
}
