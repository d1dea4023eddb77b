//! Nothing personal leaves without being asked.

use clap::Args;
use dataset::find_personal;

use crate::outcome::BadInput;

#[derive(Debug, Args)]
pub(crate) struct PersonalArguments {
    /// Write the judgements although something in them looks personal: you have looked at it
    #[arg(long)]
    nothing_personal: bool,
}

impl PersonalArguments {
    /// Refuses judgements that hold what looks personal, unless somebody has looked at it.
    pub(crate) fn look(&self, csv: &str) -> Result<(), BadInput> {
        let found = find_personal(csv);
        if found.is_empty() {
            return Ok(());
        }
        let places: Vec<String> = found
            .iter()
            .take(10)
            .map(|it| format!("  row {}: what looks like {} (`{}`)", it.line, it.kind, it.begins))
            .collect();
        let more = if found.len() > 10 { format!("\n  and {} more", found.len() - 10) } else { String::new() };
        let text = format!("the judgements hold what may belong to a person:\n{}{more}", places.join("\n"));
        if self.nothing_personal {
            eprintln!("{text}\nwritten all the same, as `--nothing-personal` says");
            return Ok(());
        }
        let remedy = "take it out of the data, or say `--nothing-personal` when it belongs to nobody";
        Err(BadInput(format!("{text}\n{remedy}")))
    }
}
