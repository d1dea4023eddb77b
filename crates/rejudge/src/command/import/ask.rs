//! Questions on the terminal.

use std::io::Write as _;

use importer::Question;

/// Asks each question; the lines of the mapping that the answers give. None when someone would rather stop.
pub(super) fn ask(questions: &[Question]) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for question in questions {
        eprintln!("\n{}", question.sentence);
        for (number, choice) in question.choices.iter().enumerate() {
            eprintln!("  {}  {}", number + 1, choice.words.replace('\n', " "));
        }
        let Some(line) = answer(question)? else { return Ok(Vec::new()) };
        lines.push(line);
    }
    Ok(lines)
}

fn answer(question: &Question) -> anyhow::Result<Option<String>> {
    loop {
        eprint!("number{} (empty to stop): ", if question.typed.is_some() { ", or the answer itself" } else { "" });
        std::io::stderr().flush()?;
        let mut typed = String::new();
        if std::io::stdin().read_line(&mut typed)? == 0 || typed.trim().is_empty() {
            return Ok(None);
        }
        let typed = typed.trim();
        if let Some(choice) =
            typed.parse::<usize>().ok().and_then(|number| question.choices.get(number.wrapping_sub(1)))
        {
            return Ok(Some(choice.line.clone()));
        }
        if let Some(line) = &question.typed {
            return Ok(Some(line.replace('…', &typed.replace('\\', "\\\\").replace('"', "\\\""))));
        }
        eprintln!("there is no number {typed}");
    }
}
