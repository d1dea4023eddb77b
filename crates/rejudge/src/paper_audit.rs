//! The audit of a paper's numbers that stands beside a study, as a part of its report.

use std::path::Path;

use audit::{Finding, Verdict};
use report::{Cell, Column, Document, Section, Table, Words};

use crate::outcome::BadInput;

const FILE: &str = "audit.toml";

/// Adds which printed numbers do not agree with each other, where a folder has an audit: in a sentence before what is to be
/// pasted into a paper, and one by one in the appendix.
pub(crate) fn add_audit(document: &mut Document, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(FILE);
    if !path.is_file() {
        return Ok(());
    }
    let shown = path.display();
    let text =
        std::fs::read_to_string(&path).map_err(|error| BadInput(format!("`{shown}` cannot be read: {error}")))?;
    let (Some(audit), _) = audit::audit(FILE, &text) else {
        return Err(BadInput(format!("`{shown}` cannot be read; `rejudge audit` says why")).into());
    };
    let problems: Vec<(&Verdict, &Finding)> =
        audit.findings().into_iter().filter(|(_, finding)| finding.severity.is_problem()).collect();
    let (numbers, checks, found) = (audit.numbers.len(), audit.verdicts.len(), problems.len());
    let mut summary = Section::new("audit", "Do the published numbers agree with each other?");
    let counted = format!("{}: {numbers} printed numbers, {checks} checks between them", audit.paper);
    summary.paragraph(Words::plain(match found {
        0 => format!("{counted}; all agree."),
        1 => format!("{counted}; one does not come out. The appendix has it."),
        _ => format!("{counted}; {found} do not come out. The appendix has them."),
    }));
    let columns = ["where", "", "printed", "should be", "why"].map(Column::words).to_vec();
    let mut table = Table::new("audit-findings", "Published numbers that do not agree with the others", columns);
    for (verdict, finding) in problems {
        let cells = [&verdict.place, &finding.printed, &finding.expected, &finding.why];
        let [place, printed, expected, why] = cells.map(Cell::text);
        table.row(vec![place, Cell::text(finding.severity.word()), printed, expected, why]);
    }
    let mut all = Section::new("audit-all", "Published numbers that do not agree");
    all.table(table);
    let before = document.sections.iter().position(|section| section.id == "paper").unwrap_or(document.sections.len());
    document.sections.insert(before, summary);
    if !all.blocks.is_empty() {
        document.appendix.push(all);
    }
    Ok(())
}
