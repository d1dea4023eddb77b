//! Asking for what is still to be said.

use std::fmt::Write as _;
use std::io::{BufRead, Write};

use record::AuthorsRecord;
use record::authors::AnswerRecord;
use record::heds::{Entry, Kind, Question, Sheet};

use crate::study_record::StudyRecord;

/// What is missing, with the options.
pub(super) fn list(sheet: &Sheet) -> String {
    let mut text = String::new();
    for entry in sheet.missing() {
        let _ = writeln!(text, "{}  {}", entry.number(), entry.question.asks);
        for option in entry.question.options.iter().filter(|_| !entry.question.languages) {
            let _ = writeln!(text, "    {}{}", option.label, if option.wants_text { " (with words)" } else { "" });
        }
    }
    text
}

/// Asks question after question and keeps each answer at once.
pub(super) fn ask(
    known: &mut StudyRecord,
    earlier: Option<&AuthorsRecord>,
    input: &mut impl BufRead,
    talk: &mut impl Write,
) -> anyhow::Result<()> {
    let sheet = known.sheet()?;
    let open: Vec<&Entry> = sheet.missing().collect();
    if open.is_empty() {
        return Ok(());
    }
    writeln!(talk, "{} questions only you can answer. An empty line leaves one open; `.` ends.", open.len())?;
    for entry in open {
        let id = known.criterion_id(entry.criterion.as_deref());
        let offered = earlier.and_then(|it| offer(it, &entry.question.id, id.as_deref()));
        match ask_entry(entry, offered.as_ref(), input, talk)? {
            Reply::Answer(mut answer) => {
                answer.criterion = id;
                known.add_answer(answer, &entry.question.asks)?;
            }
            Reply::Nothing => {}
            Reply::Enough => break,
        }
    }
    Ok(())
}

/// What someone said to a question.
enum Reply {
    Answer(AnswerRecord),
    Nothing,
    Enough,
}

/// The earlier study's answer to the same question: of the same criterion, or of any; who its authors are.
fn offer(earlier: &AuthorsRecord, question: &str, criterion: Option<&str>) -> Option<AnswerRecord> {
    let mut same = earlier.answer.iter().filter(|it| it.question == question);
    let answer = same.clone().find(|it| it.criterion.as_deref() == criterion).or_else(|| same.next());
    answer.cloned().or_else(|| {
        let (under, number) = question.rsplit_once('.')?;
        let author = match under {
            "1.3.1" => earlier.fills_in(),
            "1.3.2" => earlier.contact(),
            _ => None,
        }?;
        let text = match number {
            "1" => Some(author.name()),
            "2" => author.affiliation.clone(),
            _ => author.email.clone(),
        }?;
        Some(AnswerRecord { question: question.to_owned(), criterion: None, choose: Vec::new(), text: Some(text) })
    })
}

fn ask_entry(
    entry: &Entry,
    offered: Option<&AnswerRecord>,
    input: &mut impl BufRead,
    talk: &mut impl Write,
) -> anyhow::Result<Reply> {
    let question = entry.question;
    writeln!(talk, "\n{}  {}", entry.number(), question.asks)?;
    for (at, option) in question.options.iter().enumerate().filter(|_| !question.languages) {
        writeln!(talk, "  {} {}", at + 1, option.label)?;
    }
    if let Some(offered) = offered {
        let words = offered.choose.iter().chain(&offered.text).cloned().collect::<Vec<_>>().join(": ");
        writeln!(talk, "  an empty line takes the earlier answer: {words}; `-` leaves it open")?;
    }
    loop {
        write!(talk, "{} ", prompt(question))?;
        talk.flush()?;
        let Some(line) = next_line(input)? else { return Ok(Reply::Enough) };
        match (line.as_str(), offered) {
            (".", _) => return Ok(Reply::Enough),
            ("-", _) | ("", None) => return Ok(Reply::Nothing),
            ("", Some(offered)) => {
                return Ok(Reply::Answer(AnswerRecord { question: question.id.clone(), ..offered.clone() }));
            }
            (text, _) => match read(question, text) {
                Err(problem) => writeln!(talk, "  {problem}")?,
                Ok(mut answer) => {
                    let wants = |label: &String| question.options.iter().any(|it| it.label == *label && it.wants_text);
                    if answer.choose.iter().any(wants) {
                        write!(talk, "in words: ")?;
                        talk.flush()?;
                        answer.text = next_line(input)?.filter(|text| !text.is_empty());
                    }
                    return Ok(Reply::Answer(answer));
                }
            },
        }
    }
}

fn prompt(question: &Question) -> &'static str {
    match question.kind {
        Kind::Text => ">",
        Kind::Number => "a number, or N/A:",
        Kind::One if question.languages => "a language:",
        Kind::Several if question.languages => "languages, with semicolons between:",
        Kind::One => "a number:",
        Kind::Several => "numbers, with commas between:",
    }
}

/// The next line without blanks around it; nothing at the end.
fn next_line(input: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut line = String::new();
    Ok((input.read_line(&mut line)? > 0).then(|| line.trim().to_owned()))
}

/// What was typed, as an answer.
fn read(question: &Question, typed: &str) -> Result<AnswerRecord, String> {
    let mut answer = AnswerRecord { question: question.id.clone(), criterion: None, choose: Vec::new(), text: None };
    match question.kind {
        Kind::Number if typed != "N/A" && typed.parse::<u64>().is_err() => {
            return Err("enter a whole number or N/A".to_owned());
        }
        Kind::Text | Kind::Number => answer.text = Some(typed.to_owned()),
        Kind::One | Kind::Several => {
            let parts: Vec<&str> = typed.split(if question.languages { ';' } else { ',' }).map(str::trim).collect();
            if question.kind == Kind::One && parts.len() > 1 {
                return Err("choose one".to_owned());
            }
            for part in parts {
                let number = part.parse::<usize>().ok().and_then(|number| question.options.get(number.wrapping_sub(1)));
                let named = question.options.iter().find(|option| option.label.eq_ignore_ascii_case(part));
                let Some(option) = number.or(named) else { return Err(format!("there is no option `{part}`")) };
                answer.choose.push(option.label.clone());
            }
        }
    }
    Ok(answer)
}
