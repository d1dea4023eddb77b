//! Files for the platform.

use study::csv_text;

use super::{AmountOwed, Export, Pair, Platform, Todo};

/// The columns of a table of bonuses for Mechanical Turk: what `send-bonus` takes for each. The last is the same for the same bonus,
/// so that Amazon pays it once when it is asked twice within a day.
const BONUS_COLUMNS: [&str; 5] = ["WorkerId", "AssignmentId", "BonusAmount", "Reason", "UniqueRequestToken"];

/// What to upload so that what is to be approved is. Prolific takes the ids of participants, one a line; Mechanical
/// Turk's site its own table again, with an `x` under `Approve`, and Amazon's command line the ids of assignments. `Reject` stays
/// empty: that is for a person to decide.
pub fn approvals(export: &Export, pairs: &[Pair]) -> String {
    let approved = pairs.iter().filter(|pair| pair.finding.todo() == Todo::Approve);
    let submissions = approved.filter_map(|pair| pair.submission.as_ref());
    match export.platform {
        Platform::Prolific => submissions.map(|submission| format!("{}\n", submission.person)).collect(),
        Platform::Mturk if export.by_command_line => {
            submissions.map(|submission| format!("{}\n", submission.submission)).collect()
        }
        Platform::Mturk => {
            let rows: Vec<usize> = submissions.map(|submission| submission.row).collect();
            mark_approved(export, &rows)
        }
    }
}

/// The table with `x` under `Approve` in these rows; the columns are added where it has none.
fn mark_approved(export: &Export, rows: &[usize]) -> String {
    let place = |name: &str| export.head.iter().position(|known| known.eq_ignore_ascii_case(name));
    let mut head: Vec<&str> = export.head.iter().collect();
    let approve = place("Approve").unwrap_or_else(|| {
        head.push("Approve");
        head.len() - 1
    });
    if place("Reject").is_none() {
        head.push("Reject");
    }
    let width = head.len();
    let body = export.rows.iter().enumerate().map(|(index, row)| {
        let mut cells: Vec<&str> = row.iter().collect();
        cells.resize(width, "");
        if rows.contains(&(index + 2)) {
            cells[approve] = "x";
        }
        cells
    });
    csv_text(std::iter::once(head).chain(body))
}

/// `id,amount` lines, one for each person, as Prolific takes them. What one person is owed twice is added up.
pub fn bonuses(owed: &[&AmountOwed]) -> String {
    let mut people: std::collections::BTreeMap<&str, plan::Money> = std::collections::BTreeMap::new();
    for one in owed {
        let sum = people
            .entry(&one.person)
            .or_insert_with(|| plan::Money { coins: 0, currency: one.amount.currency.clone() });
        sum.coins = sum.coins.saturating_add(one.amount.coins);
    }
    let row = |(person, sum): (&str, plan::Money)| [person.to_owned(), amount(&sum)];
    csv_text(people.into_iter().map(row))
}

/// A table with one line for each bonus, as Mechanical Turk's tools take it. A bonus belongs to an assignment there: who is owed one for
/// work without a known assignment is left out, and counted by [`without_assignment`].
pub fn mturk_bonuses(owed: &[&AmountOwed]) -> String {
    let rows = owed.iter().filter_map(|one| {
        let assignment = one.submission.as_deref()?;
        let token = format!("{assignment}-{}", one.why.word());
        Some([one.person.as_str(), assignment, &amount(&one.amount), one.why.reason(), &token].map(str::to_owned))
    });
    csv_text(std::iter::once(BONUS_COLUMNS.map(str::to_owned)).chain(rows))
}

fn amount(sum: &plan::Money) -> String {
    format!("{:.*}", plan::currency_decimals(&sum.currency), sum.amount())
}

/// How many bonuses Mechanical Turk cannot be told of.
pub fn without_assignment(owed: &[&AmountOwed]) -> usize {
    owed.iter().filter(|one| one.submission.is_none()).count()
}
