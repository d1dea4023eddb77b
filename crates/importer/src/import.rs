//! From files to judgements and the parts of a study.

mod answers;
mod complete;
mod people;
mod places;
mod recognise;
mod scales;
mod stand_ins;

use std::collections::HashSet;

use dataset::{CsvRows, Dataset, Judgement, Subject, TableJudgements};
use study::response::{Answer, Preference};
use table::{Column, Table};

pub(crate) use complete::{answer_columns, could_be_numbers};

use crate::counts::Counts;
use crate::folder::{self, Items, StudyFolder};
use crate::gather::FILE;
use crate::header_rows;
use crate::import_mapping::{ImportMapping, RepeatPolicy};
use crate::items_file;
use crate::judgement_summary::JudgementSummary;
use crate::personal::{self, Personal};
use crate::question::Stop;
use crate::shared_items;
use crate::sheet::{Input, Sheet};
use crate::source::{Gives, Reading, Role, SourceInput};

/// What a file was recognised as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognition {
    /// The file.
    pub file: String,
    /// What wrote it.
    pub source: &'static str,
    /// By what.
    pub signs: Vec<String>,
}

/// What was imported.
#[derive(Debug)]
pub struct ImportOutcome {
    /// What each file was recognised as.
    pub recognised: Vec<Recognition>,
    found: ImportContent,
    items: Items,
    /// Where every row went.
    pub counts: Counts,
    /// What was found out, assumed or left alone, in words.
    pub notes: Vec<String>,
    /// Columns that say who someone is, each with what became of it.
    pub personal: Vec<(Personal, String)>,
    /// The first judgements as understood, as sentences.
    pub first: Vec<String>,
    /// The files of the study folder, its items and judgements aside.
    pub folder: StudyFolder,
}

/// Sources with a column per question.
const FORMS: [&str; 5] = ["qualtrics", "microsoft-forms", "google-forms", "limesurvey", "survey"];

/// What was found.
#[derive(Debug)]
enum ImportContent {
    /// Judgements, which stay in their table.
    Judgements(Box<(TableJudgements<'static>, JudgementSummary)>),
    /// Items that nobody has judged yet.
    Items(Box<(Table, Dataset)>),
}

impl ImportOutcome {
    /// Who judged what; without the judgements.
    #[must_use]
    pub fn names(&self) -> &Dataset {
        match &self.found {
            ImportContent::Judgements(found) => &found.0.names,
            ImportContent::Items(found) => &found.1,
        }
    }

    /// The judgements with their names, all together.
    #[must_use]
    pub fn dataset(&self) -> Dataset {
        let mut dataset = self.names().clone();
        if let ImportContent::Judgements(found) = &self.found {
            found.0.for_each(|judgement| dataset.judgements.push(judgement));
        }
        dataset
    }

    /// Writes `items.csv`, one item after the other.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn write_items(&self, out: impl std::io::Write) -> std::io::Result<()> {
        match &self.found {
            ImportContent::Judgements(found) => {
                self.items.write(Some(found.0.table()), (&found.0.names, &found.1), out)
            }
            ImportContent::Items(found) => {
                self.items.write(Some(&found.0), (&found.1, &JudgementSummary::default()), out)
            }
        }
    }

    /// Writes `judgements.csv`, one judgement after the other.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn write_judgements(&self, out: impl std::io::Write) -> std::io::Result<()> {
        let ImportContent::Judgements(found) = &self.found else { return Ok(()) };
        let (judgements, summary) = found.as_ref();
        let mut rows = CsvRows::begin(&judgements.names, &summary.asked, out)?;
        let mut written = Ok(());
        judgements.for_each(|judgement| {
            if written.is_ok() {
                written = rows.push(&judgement);
            }
        });
        written?;
        rows.finish()
    }
}

/// Reads files as a mapping says; what it does not say is recognised, or asked for.
///
/// # Errors
/// When something cannot be read, or must be said first.
///
/// # Panics
/// Never, unless a row was lost here: then nothing must be written.
pub fn import(files: &[Input], items: Option<&Input>, wanted: &ImportMapping) -> Result<ImportOutcome, Stop> {
    read(files, items, wanted)?.interpret()
}

/// The first half of [`import`]: the table that the files hold. The files are not needed for the second half, so that whoever
/// reads a large one need not keep it.
///
/// # Errors
/// When something cannot be read, or must be said first.
pub fn read(files: &[Input], items: Option<&Input>, wanted: &ImportMapping) -> Result<ReadFiles, Stop> {
    let mut sheets = Vec::new();
    // Papers, pictures and programs lie beside answers, and are named; alone they are refused.
    let (tables, others): (Vec<&Input>, Vec<&Input>) = files.iter().partition(|file| !file.is_no_table());
    let tables = if tables.is_empty() { others.clone() } else { tables };
    for file in &tables {
        sheets.extend(Sheet::all(file, &wanted.import)?);
    }
    let mut found = recognise::recognise(&sheets, wanted)?;
    found.recognised.extend(others.iter().map(|file| Recognition {
        file: file.name.clone(),
        source: "no table, and not read",
        signs: vec!["its ending".to_owned()],
    }));
    let plain = ["table", "matrix", "survey"].contains(&found.source.id);
    if plain
        && wanted.import.stacked_headers.or(wanted.import.header_rows).is_none()
        && let Some(question) = found.main.first().and_then(|sheet| header_rows::question(sheet))
    {
        return Err(Stop::Unsaid(vec![question]));
    }
    let given = SourceInput { sheets: found.main.clone(), questions: found.questions.clone(), items, wanted };
    let reading = match found.source.role {
        Role::Answers(read) | Role::Items(read) => read(&given)?,
        Role::People | Role::Questions | Role::Nothing(_) => {
            return Err(Stop::Unreadable(format!("{} has no answers", found.source.name)));
        }
    };
    // A form reads the file itself: it says what each of its columns showed.
    let reading = match items.filter(|_| !FORMS.contains(&found.source.id)) {
        Some(items) if reading.questions.is_empty() => items_file::join(reading, items, wanted)?,
        Some(_) | None => reading,
    };
    let mut reading = reading;
    if reading.questions.is_empty() && found.source.id != "label-studio" && found.source.role.gives() == Gives::Answers
    {
        reading.questions.extend(shared_items::question(&reading, wanted));
    }
    let mut known = reading.knows.clone();
    crate::source::set(&mut known, "import.source", found.source.id.into());
    let wanted = wanted.with_known(known).map_err(Stop::Unreadable)?;
    let read = ReadFiles { reading, wanted, recognised: found.recognised, gives: found.source.role.gives() };
    people::join(read, &found.people)
}

/// What has been read, before it is understood.
#[derive(Debug)]
pub struct ReadFiles {
    reading: Reading,
    wanted: ImportMapping,
    recognised: Vec<Recognition>,
    gives: Gives,
}

impl ReadFiles {
    /// The second half of [`import`].
    ///
    /// # Errors
    /// When something cannot be read, or must be said first.
    ///
    /// # Panics
    /// Never, unless a row was lost here: then nothing must be written.
    pub fn interpret(self) -> Result<ImportOutcome, Stop> {
        conclude(self)
    }
}

fn conclude(read: ReadFiles) -> Result<ImportOutcome, Stop> {
    let ReadFiles { reading, wanted, recognised, gives } = read;
    let Reading { table, mut counts, mut notes, questions, wording, pseudonymised, original, .. } = reading;
    let personal_columns = original.map_or_else(|| personal::find(&table), |original| original.personal);
    if !questions.is_empty() {
        return Err(Stop::Unsaid(questions));
    }
    let (table, wanted) = complete::complete(table, &wanted, (gives, &mut notes))?;
    let (table, replaced) = pseudonymise(table, &wanted);
    let replaced = pseudonymised.or(replaced);
    let personal_columns = with_people(personal_columns, replaced.as_ref());
    if gives == Gives::Answers {
        notes.extend(describe_unread_columns(&table, &wanted, &personal_columns));
    }
    let table = select(table, &wanted, &mut counts)?;
    let table = if gives == Gives::Answers { without_unjudged(table, &wanted, &mut counts) } else { table };
    let table = latest(table, &wanted, &mut counts);
    let table = dataset::without_self_comparisons(&table, &wanted.columns.shown).map_or(table, |(rest, twice)| {
        leave_out(&mut counts, rest.len() + twice, ("a system is compared with itself".to_owned(), twice));
        rest
    });
    let (found, (folder, items), first) = match gives {
        Gives::Answers => {
            let (judgements, summary) = answers::read(table, &wanted, (&mut counts, &mut notes))?;
            assert!(counts.add_up(), "every row is read or left out with a reason: {counts:?}");
            let folder =
                folder::write(judgements.table(), &judgements.names, (&wanted, &wording, &summary), &mut notes);
            let first = judgements.first(5).iter().map(|judgement| sentence(&judgements.names, judgement)).collect();
            (ImportContent::Judgements(Box::new((judgements, summary))), folder, first)
        }
        Gives::Items => {
            let names = folder::items_only(&table, &wanted);
            let folder = folder::write(&table, &names, (&wanted, &wording, &JudgementSummary::default()), &mut notes);
            (ImportContent::Items(Box::new((table, names))), folder, Vec::new())
        }
    };
    let participant = wanted.columns.participant.clone();
    let personal = personal_columns
        .into_iter()
        .map(|personal| {
            let done = if Some(&personal.column) == replaced.as_ref() {
                "replaced by p1, p2 …"
            } else if wanted.import.keep_ids && Some(&personal.column) == participant.as_ref() {
                "kept, as you asked"
            } else {
                "left out"
            };
            (personal, done.to_owned())
        })
        .collect();
    Ok(ImportOutcome { recognised, found, items, counts, notes, personal, first, folder })
}

/// The columns that say who someone is, with the one that was replaced though only its cells tell.
fn with_people(mut personal: Vec<Personal>, replaced: Option<&String>) -> Vec<Personal> {
    if let Some(column) = replaced.filter(|name| personal.iter().all(|known| known.column != **name)) {
        let what = if column == FILE { "names of files, one for each person" } else { "names, or what could be names" };
        personal.push(Personal { column: column.clone(), what });
    }
    personal
}

/// The columns of a plain table that nothing was read from, in words. Other programs write much that is about the program.
fn describe_unread_columns(table: &Table, wanted: &ImportMapping, personal: &[Personal]) -> Option<String> {
    const MOST: usize = 12;
    let import = &wanted.import;
    if !["table", "matrix"].contains(&import.source.as_deref()?) {
        return None;
    }
    let read = wanted.columns.columns();
    let known = |name: &str| {
        read.contains(&name)
            || name == FILE
            || import.swapped.as_deref() == Some(name)
            || import.show.iter().chain(&import.outputs).chain(&import.leave_out).any(|known| known == name)
            || personal.iter().any(|personal| personal.column == name)
    };
    let names: Vec<&str> = table.columns().iter().map(table::Column::name).filter(|name| !known(name)).collect();
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let list = names.iter().take(MOST).copied().collect::<Vec<_>>().join("`, `");
    (!names.is_empty()).then(|| {
        format!("nothing is read from `{list}`{more}; a column of answers goes into `criteria`, each of them with its `column`")
    })
}

/// People under pseudonyms, where the column of the participants says who they are, or could.
fn pseudonymise(table: Table, wanted: &ImportMapping) -> (Table, Option<String>) {
    let column = wanted.columns.participant.as_deref().and_then(|name| table.column(name));
    let is_personal = |column: &&table::Column| column.name() == FILE || personal::names_people(column);
    match column.filter(|column| is_personal(column) && !wanted.import.keep_ids) {
        Some(column) => {
            let name = column.name().to_owned();
            let (column, _) = personal::pseudonymise_column(column);
            (table.with_column(column), Some(name))
        }
        None => (table, None),
    }
}

/// Only the rows the mapping asks for; the others are counted.
fn select(table: Table, wanted: &ImportMapping, counts: &mut Counts) -> Result<Table, Stop> {
    if wanted.columns.only.is_empty() {
        return Ok(table);
    }
    let mut keep = vec![true; table.len()];
    for (name, values) in &wanted.columns.only {
        let Some(cells) = table.column(name) else {
            return Err(Stop::Unreadable(format!(
                "`only` names the column `{name}`, which `{}` has not",
                table.file()
            )));
        };
        for (keep, cell) in keep.iter_mut().zip(cells.iter()) {
            *keep &= values.iter().any(|value| value == cell.unwrap_or_default().trim());
        }
    }
    let dropped = keep.iter().filter(|keep| !**keep).count();
    let rules: Vec<String> = wanted
        .columns
        .only
        .iter()
        .map(|(column, values)| format!("`{column}` is `{}`", values.join("` or `")))
        .collect();
    let reason = format!("not one of those where {}", rules.join(" and "));
    leave_out(counts, table.len(), (reason, dropped));
    Ok(table.filtered(&keep))
}

/// Leaves out rows that name neither item nor system and hold no answer: pages of an experiment that asked nothing.
fn without_unjudged(table: Table, wanted: &ImportMapping, counts: &mut Counts) -> Table {
    let columns = &wanted.columns;
    let of = |names: Vec<&String>| names.into_iter().filter_map(|name| table.column(name)).collect::<Vec<&Column>>();
    let about = of(columns.item.iter().chain(&columns.system).chain(&columns.shown).collect());
    let own = columns.criteria.iter().filter_map(|criterion| criterion.column.as_ref());
    let answers =
        of(own.chain(&columns.value).chain(&columns.choice).chain(&columns.best).chain(&columns.ranks).collect());
    let is_empty = |column: &&Column, row: usize| column.get(row).is_none_or(|cell| cell.trim().is_empty());
    let is_judged = |row: usize| {
        about.len() < 2
            || about.iter().any(|column| !is_empty(column, row))
            || answers.iter().any(|column| column.get(row).is_some_and(|cell| !columns.is_missing(cell)))
    };
    let keep: Vec<bool> = (0..table.len()).map(is_judged).collect();
    let dropped = keep.iter().filter(|keep| !**keep).count();
    if dropped == 0 {
        return table;
    }
    leave_out(counts, table.len(), ("names neither item nor system and holds no answer".to_owned(), dropped));
    table.filtered(&keep)
}

/// Only the last row in which someone answered the same question, where that is said; the others are counted. Appraise has done
/// so by the time.
fn latest(table: Table, wanted: &ImportMapping, counts: &mut Counts) -> Table {
    if wanted.import.repeated != Some(RepeatPolicy::Latest) || wanted.import.source.as_deref() == Some("appraise") {
        return table;
    }
    let columns = &wanted.columns;
    let about = [&columns.participant, &columns.item, &columns.criterion, &columns.system];
    let about: Vec<&Column> =
        about.into_iter().flatten().chain(&columns.shown).filter_map(|name| table.column(name)).collect();
    let answers = complete::answer_columns(columns);
    let answers: Vec<&Column> = answers.iter().filter_map(|name| table.column(name)).collect();
    let is_answered = |row: usize| {
        answers.is_empty() || answers.iter().any(|column| column.get(row).is_some_and(|cell| !columns.is_missing(cell)))
    };
    let mut seen: HashSet<Vec<&str>> = HashSet::new();
    let mut keep = vec![true; table.len()];
    for row in (0..table.len()).rev().filter(|row| is_answered(*row)) {
        keep[row] = seen.insert(about.iter().map(|column| column.get(row).unwrap_or_default().trim()).collect());
    }
    let dropped = keep.iter().filter(|keep| !**keep).count();
    leave_out(counts, table.len(), ("answered again further down (`import.repeated`)".to_owned(), dropped));
    table.filtered(&keep)
}

/// Counts rows of the table as left out.
fn leave_out(counts: &mut Counts, rows: usize, (reason, dropped): (String, usize)) {
    if counts.read == rows {
        counts.read -= dropped;
        counts.leave_out(reason, dropped);
    } else {
        // The table has been made from the rows: an answer is what is left out then.
        counts.asked += dropped;
        counts.without_answer(reason, dropped);
    }
}

/// A judgement as understood.
fn sentence(dataset: &Dataset, judgement: &Judgement) -> String {
    let who = &dataset.participants[judgement.participant as usize];
    let criterion = &dataset.criteria[judgement.criterion];
    let (item, systems) = match &judgement.subject {
        Subject::Item { item, systems } => (dataset.items[*item].id.as_str(), systems.as_slice()),
        Subject::Check { check, .. } => (dataset.checks[*check].id.as_str(), &[][..]),
    };
    let name =
        |shown: usize| systems.get(shown).map_or("?", |system| dataset.systems[usize::from(*system)].name.as_str());
    let shown: Vec<&str> = (0..systems.len()).map(name).collect();
    let said = match &judgement.answer {
        Answer::Rating(value) => value.to_string(),
        Answer::Slider(value) => value.to_string(),
        Answer::Count(count) => count.to_string(),
        Answer::Pairwise(_) | Answer::Graded(_) => {
            let degree = match &judgement.answer {
                Answer::Graded(grade) => format!(" (degree {})", grade.abs()),
                _ => String::new(),
            };
            match judgement.answer.choice() {
                Some(Preference::First) => format!("{}, the first{degree}", name(0)),
                Some(Preference::Second) => format!("{}, the second{degree}", name(1)),
                Some(Preference::Equal) | None => "neither over the other".to_owned(),
            }
        }
        Answer::BestWorst { best, worst } => format!("best {}, worst {}", name(*best), name(*worst)),
        Answer::Ranking(places) => {
            places.iter().enumerate().map(|(at, place)| format!("{} {place}", name(at))).collect::<Vec<_>>().join(", ")
        }
        Answer::Unable(reason) => format!("cannot judge: {reason}"),
        Answer::Choice(options) => options.join(", "),
        Answer::Spans(spans) => {
            format!("{} marked", if spans.len() == 1 { "1 span".to_owned() } else { format!("{} spans", spans.len()) })
        }
        Answer::Text(words) => format!("“{}”", crate::wide::shortened(words)),
    };
    let excluded = judgement.excluded.as_ref().map(|rule| format!(" (excluded: {rule})")).unwrap_or_default();
    format!("{who} on {item}, {}: {} = {said}{excluded}", shown.join(" beside "), criterion.name)
}
