//! Files of other platforms and programs, imported.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answers;
mod counts;
mod labs;
mod layout;
mod lists;
mod messy;
mod page;
mod platforms;
mod rankings;
mod row_accounts;
mod samples;
mod shapes;
mod workbooks;

use importer::{ImportMapping, Input, Stop, import};

const LONG: &str = "rater,item,system,rating\nr1,i1,A,3\nr1,i1,B,4\nr2,i1,A,2\nr2,i1,B,5\n";

fn mapping_of(lines: &[&str]) -> ImportMapping {
    lines.iter().fold(ImportMapping::default(), |wanted, line| wanted.with_line(line).unwrap())
}

fn csv(name: &str, text: impl Into<Vec<u8>>) -> Input {
    Input { name: name.to_owned(), bytes: text.into() }
}

/// `judgements.csv`.
fn judgements(imported: &importer::ImportOutcome) -> String {
    let mut written = Vec::new();
    imported.write_judgements(&mut written).unwrap();
    String::from_utf8(written).unwrap()
}

/// `items.csv`.
fn items(imported: &importer::ImportOutcome) -> String {
    let mut written = Vec::new();
    imported.write_items(&mut written).unwrap();
    String::from_utf8(written).unwrap()
}

/// Imports a table; the lines are what its owner says.
fn read(text: &str, lines: &[&str]) -> Result<importer::ImportOutcome, Stop> {
    import(&[csv("t.csv", text)], None, &mapping_of(lines))
}

/// The lines that would answer the questions.
fn suggested_lines(text: &str, lines: &[&str]) -> Vec<String> {
    match read(text, lines) {
        Err(Stop::Unsaid(questions)) => {
            questions.into_iter().flat_map(|it| it.choices.into_iter().map(|choice| choice.line)).collect()
        }
        Err(Stop::Unreadable(message)) => panic!("{message}"),
        Ok(_) => Vec::new(),
    }
}

/// Imports files of these names.
fn read_all(files: &[(&str, &str)], lines: &[&str]) -> Result<importer::ImportOutcome, Stop> {
    let files: Vec<Input> = files.iter().map(|(name, text)| csv(name, *text)).collect();
    import(&files, None, &mapping_of(lines))
}
