//! Files for the platform.

use csv::{StringRecord, Writer};

use super::{Export, Owed, Pair, Platform, Todo};

/// The columns of a table of bonuses for Mechanical Turk: what `send-bonus` takes for each.
const BONUS_COLUMNS: [&str; 4] = ["WorkerId", "AssignmentId", "BonusAmount", "Reason"];

/// What to upload so that what is to be approved is. Prolific takes the ids of participants, one a line; Mechanical
/// Turk its own table again, with an `x` under `Approve`. `Reject` stays empty: that is for a person to decide.
pub fn approvals(export: &Export, pairs: &[Pair]) -> String {
    let approved = pairs.iter().filter(|pair| pair.finding.todo() == Todo::Approve);
    let submissions = approved.filter_map(|pair| pair.submission.as_ref());
    match export.platform {
        Platform::Prolific => submissions.map(|submission| format!("{}\n", submission.person)).collect(),
        Platform::Mturk => {
            let rows: Vec<usize> = submissions.map(|submission| submission.row).collect();
            marked(export, &rows).unwrap_or_default()
        }
    }
}

/// The table with `x` under `Approve` in these rows; the columns are added where it has none.
fn marked(export: &Export, rows: &[usize]) -> Option<String> {
    let place = |name: &str| export.head.iter().position(|known| known.eq_ignore_ascii_case(name));
    let mut head: Vec<&str> = export.head.iter().collect();
    let approve = place("Approve").unwrap_or_else(|| {
        head.push("Approve");
        head.len() - 1
    });
    if place("Reject").is_none() {
        head.push("Reject");
    }
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(&head).ok()?;
    for (index, row) in export.rows.iter().enumerate() {
        let mut cells: Vec<&str> = row.iter().collect();
        cells.resize(head.len(), "");
        if rows.contains(&(index + 2)) {
            cells[approve] = "x";
        }
        writer.write_record(&StringRecord::from(cells)).ok()?;
    }
    String::from_utf8(writer.into_inner().ok()?).ok()
}

/// `id,amount` lines, one for each person, as Prolific takes them. What one person is owed twice is added up.
pub fn bonuses(owed: &[&Owed]) -> String {
    let mut people: std::collections::BTreeMap<&str, plan::Money> = std::collections::BTreeMap::new();
    for one in owed {
        let sum = people
            .entry(&one.person)
            .or_insert_with(|| plan::Money { coins: 0, currency: one.amount.currency.clone() });
        sum.coins = sum.coins.saturating_add(one.amount.coins);
    }
    let line = |(person, sum): (&str, plan::Money)| {
        format!("{person},{:.*}\n", plan::currency_decimals(&sum.currency), sum.amount())
    };
    people.into_iter().map(line).collect()
}

/// A table with one line for each bonus, as Mechanical Turk's tools take it. A bonus belongs to an assignment there: who is owed one for
/// work without a known assignment is left out, and counted by [`without_assignment`].
pub fn mturk_bonuses(owed: &[&Owed]) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    // Writing to memory cannot fail, so that neither can this.
    let _ = writer.write_record(BONUS_COLUMNS);
    for (one, assignment) in owed.iter().filter_map(|one| Some((one, one.submission.as_ref()?))) {
        let amount = format!("{:.*}", plan::currency_decimals(&one.amount.currency), one.amount.amount());
        let _ = writer.write_record([one.person.as_str(), assignment, &amount, one.why.reason()]);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// How many bonuses Mechanical Turk cannot be told of.
pub fn without_assignment(owed: &[&Owed]) -> usize {
    owed.iter().filter(|one| one.submission.is_none()).count()
}
