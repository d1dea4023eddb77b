//! rejudge as a part of another program: what can be asked, from the same declarations as the command line, and the
//! answers as values instead of text on a terminal.

use std::any::TypeId;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use clap::{ArgAction, FromArgMatches as _};
use serde::Serialize;
use table::Table;

use crate::command::stats::{self, Member, Source};
use crate::command::{self, Command};
use crate::outcome::{BadInput, Outcome};
use crate::progress::Watcher;
use crate::{outcome, output};

/// Begins the word that stands for a table in memory, before its number. No word of a command line can begin so.
pub const TABLE_MARK: char = '\0';

/// What can be asked, and how.
#[derive(Debug, Serialize)]
pub struct Declaration {
    /// The word of the command line.
    pub name: String,
    /// Other words for it.
    pub aliases: Vec<String>,
    /// One sentence.
    pub what: String,
    /// All that it says about itself.
    pub page: String,
    /// What it takes, in the order of `--help`.
    pub parameters: Vec<Parameter>,
}

/// One argument of a command or method.
#[derive(Debug, Serialize)]
pub struct Parameter {
    /// Its name on the command line, without hyphens before it.
    pub name: String,
    /// Whether it is given by its place.
    pub positional: bool,
    /// What `--help` says.
    pub help: String,
    /// What stands for the value in `--help`.
    pub value: String,
    /// How many values.
    pub takes: Takes,
    /// What the values are.
    pub kind: Kind,
    /// Whether it must always be given.
    pub required: bool,
    /// The only words it may be; empty when it may be any.
    pub choices: Vec<String>,
    /// What it is when it is not given.
    pub default: Option<String>,
}

/// How many values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    /// None: it is said or not.
    Flag,
    /// One.
    One,
    /// Any number.
    Many,
}

/// What the values of a parameter are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Words.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// The path of a file or folder.
    Path,
    /// A table, in a file or in memory.
    Table,
}

/// Why there is no answer, in the sentence that the command line prints.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The sentence.
    pub message: String,
    /// The exit code: 1 problems in the input, 2 wrong usage, 3 a fault.
    pub code: u8,
}

/// What a method answers. Either form is made when it is asked for: many thousand contrasts take longer to lay out than to
/// compute.
#[derive(Debug)]
pub struct MethodAnswer(stats::Answer);

impl MethodAnswer {
    /// What `--json` prints.
    #[must_use]
    pub fn members(&self) -> Member<'_> {
        self.0.members()
    }

    /// What a terminal shows.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.to_text()
    }
}

/// What a command did.
#[derive(Debug)]
pub struct Ran {
    /// Whether problems were found in the input.
    pub problems: bool,
    /// What it wrote to standard output.
    pub output: String,
    /// What it said on standard error.
    pub talk: String,
}

impl From<anyhow::Error> for Refusal {
    fn from(fault: anyhow::Error) -> Refusal {
        Refusal { message: outcome::describe(&fault), code: outcome::code_of(&fault) }
    }
}

impl From<clap::Error> for Refusal {
    /// Without the usage of the command line, which nobody typed.
    fn from(error: clap::Error) -> Refusal {
        let shown = error.render().to_string();
        let message = shown.split("\n\nUsage:").next().unwrap_or(&shown);
        let message = message.split("\n\nFor more information").next().unwrap_or(message);
        Refusal { message: message.trim_start_matches("error: ").trim_end().to_owned(), code: 2 }
    }
}

/// Every method of `rejudge stats`.
#[must_use]
pub fn methods() -> Vec<Declaration> {
    let mut command = stats::command();
    command.build();
    let declared = |about: &&'static stats::About| {
        let command = command.find_subcommand(about.name)?;
        Some(Declaration { what: about.what.to_owned(), page: about.to_string(), ..declaration(command) })
    };
    stats::ABOUT.iter().filter_map(declared).collect()
}

/// Every command but `stats`.
#[must_use]
pub fn commands() -> Vec<Declaration> {
    let mut command = crate::command_line();
    command.build();
    let others = command.get_subcommands().filter(|command| !matches!(command.get_name(), "stats" | "help"));
    others.map(declaration).collect()
}

fn declaration(command: &clap::Command) -> Declaration {
    let said = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let shown = |argument: &&clap::Arg| {
        !argument.is_hide_set() && !matches!(argument.get_id().as_str(), "help" | "version" | "json" | "explain")
    };
    Declaration {
        name: command.get_name().to_owned(),
        aliases: command.get_all_aliases().map(str::to_owned).collect(),
        what: said(command.get_about()),
        page: said(command.get_after_help()),
        parameters: command.get_arguments().filter(shown).map(parameter).collect(),
    }
}

fn parameter(argument: &clap::Arg) -> Parameter {
    let many = matches!(argument.get_action(), ArgAction::Append);
    let takes = if !argument.get_action().takes_values() {
        Takes::Flag
    } else if many {
        Takes::Many
    } else {
        Takes::One
    };
    let words = |words: Vec<String>| if takes == Takes::Flag { Vec::new() } else { words };
    let choices = argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let defaults = argument.get_default_values().iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Parameter {
        name: argument.get_long().unwrap_or(argument.get_id().as_str()).to_owned(),
        positional: argument.is_positional(),
        help: argument.get_help().map(ToString::to_string).unwrap_or_default(),
        value: argument.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default(),
        takes,
        kind: kind(argument),
        required: argument.is_required_set(),
        choices: words(choices),
        default: words(defaults).into_iter().next(),
    }
}

fn kind(argument: &clap::Arg) -> Kind {
    let is = |known: &[TypeId]| known.iter().any(|known| argument.get_value_parser().type_id() == *known);
    if is(&[TypeId::of::<Source>()]) {
        Kind::Table
    } else if is(&[TypeId::of::<PathBuf>()]) {
        Kind::Path
    } else if is(&[TypeId::of::<f64>()]) {
        Kind::Number
    } else if is(&[TypeId::of::<usize>(), TypeId::of::<u64>(), TypeId::of::<u32>(), TypeId::of::<i64>()]) {
        Kind::Integer
    } else {
        Kind::Text
    }
}

/// The answer of a method to the words that follow `rejudge stats`. A word of [`TABLE_MARK`] and a number stands for that
/// one of the tables.
///
/// # Errors
/// Where the command line would stop, with its sentence.
pub fn answer(words: &[String], tables: Vec<Table>) -> Result<MethodAnswer, Refusal> {
    let tables: Arc<[Arc<Table>]> = tables.into_iter().map(Arc::new).collect();
    let source = move |word: &str| -> Result<Source, BadInput> {
        let Some(number) = word.strip_prefix(TABLE_MARK) else { return Ok(Source::File(word.into())) };
        let table = number.parse::<usize>().ok().and_then(|number| tables.get(number));
        table.map(|table| Source::Memory(Arc::clone(table))).ok_or_else(|| BadInput(format!("no table {number}")))
    };
    let said = std::iter::once("stats").chain(words.iter().map(String::as_str));
    let matches = command_of(words.first(), &source).try_get_matches_from(said)?;
    Ok(MethodAnswer(stats::Arguments::from_arg_matches(&matches)?.answer()?))
}

/// `rejudge stats` with that method alone, whose tables are those of `source`. To declare all methods takes longer than many
/// an answer.
fn command_of(
    method: Option<&String>,
    source: &(impl Fn(&str) -> Result<Source, BadInput> + Clone + Send + Sync + 'static),
) -> clap::Command {
    static METHODS: LazyLock<clap::Command> = LazyLock::new(stats::command);
    let Some(declared) = method.and_then(|method| METHODS.find_subcommand(method)) else { return METHODS.clone() };
    let with_tables = declared.clone().mut_args(|argument| match kind(&argument) {
        Kind::Table => argument.value_parser(source.clone()),
        Kind::Text | Kind::Integer | Kind::Number | Kind::Path => argument,
    });
    clap::Command::new("stats").args(METHODS.get_arguments()).subcommand(with_tables)
}

/// Runs a command, the words as they follow `rejudge`, and keeps what it writes. It can be watched and stopped.
///
/// # Errors
/// Where the command line would stop, with its sentence.
pub fn run_captured(words: &[String], watcher: &Watcher) -> Result<Ran, Refusal> {
    let said = std::iter::once("rejudge").chain(words.iter().map(String::as_str));
    let matches = crate::command_line().try_get_matches_from(said)?;
    let arguments = crate::Arguments::from_arg_matches(&matches)?;
    watcher.attach();
    let (outcome, kept) = output::keep(|| arguments.command.map_or_else(command::show_next_steps, Command::run));
    Ok(Ran { problems: outcome? == Outcome::ProblemsFound, output: kept.output, talk: kept.talk })
}

#[cfg(test)]
mod tests {
    use super::{Kind, MethodAnswer, TABLE_MARK, Takes, answer, commands, methods};
    use table::Table;

    fn ratings() -> Table {
        let text = "rater,item,score\na,1,1\nb,1,1\na,2,3\nb,2,4\na,3,5\nb,3,5\n";
        Table::read("ratings.csv", text.as_bytes()).unwrap()
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn a_table_in_memory_is_answered_as_a_file_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ratings.csv");
        std::fs::write(&path, "rater,item,score\na,1,1\nb,1,1\na,2,3\nb,2,4\na,3,5\nb,3,5\n").unwrap();
        let asked = ["--rater=rater", "--item=item", "--value=score", "--level=ordinal"];
        let mark = format!("{TABLE_MARK}0");
        let given = answer(&words(&[&["alpha", &mark], &asked[..]].concat()), vec![ratings()]).unwrap();
        let read = answer(&words(&[&["alpha", path.to_str().unwrap()], &asked[..]].concat()), Vec::new()).unwrap();
        let json = |answer: &MethodAnswer| serde_json::to_string(&answer.members()).unwrap();
        assert_eq!(json(&given), json(&read));
        assert_eq!(given.text(), read.text());
    }

    #[test]
    fn what_stops_the_command_line_stops_here_in_the_same_words() {
        let mark = format!("{TABLE_MARK}0");
        let asked = ["alpha", &mark, "--rater=rater", "--item=item", "--value=scor", "--level=ordinal"];
        let refused = answer(&words(&asked), vec![ratings()]).unwrap_err();
        assert_eq!(refused.message, "`ratings.csv` has no column `scor`; did you mean `score`?");
        assert_eq!(refused.code, 1);
        let refused =
            answer(&words(&["alpha", &mark, "--rater=rater", "--value=score", "--level=ordinal"]), vec![ratings()]);
        let refused = refused.unwrap_err();
        assert_eq!(refused.message, "the following required arguments were not provided:\n  --item <COLUMN[,COLUMN]>");
        assert_eq!(refused.code, 2);
    }

    #[test]
    fn declarations_say_what_is_taken() {
        let methods = methods();
        let alpha = methods.iter().find(|method| method.name == "alpha").unwrap();
        assert!(alpha.page.contains("When not to use it"), "{}", alpha.page);
        let of = |name: &str| alpha.parameters.iter().find(|parameter| parameter.name == name).unwrap();
        assert_eq!((of("file").kind, of("file").positional, of("file").required), (Kind::Table, true, true));
        assert_eq!((of("where").takes, of("bootstrap").kind), (Takes::Many, Kind::Integer));
        assert_eq!(of("level").choices, ["nominal", "ordinal", "interval", "ratio"]);
        assert!(commands().iter().any(|command| command.name == "analyse"));
    }
}
