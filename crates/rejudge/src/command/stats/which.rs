//! `rejudge stats which`: from what is asked and how it was asked to the method, the reason and the command.
//!
//! Tests of a difference are read off the declared methods ([`study::method`]): which answers each was made for and what it
//! assumes. Commands are the examples of the methods' own help. Only what is not declared elsewhere stands here.

mod questions;
mod tests_of_claims;

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};

use super::method_description::About;
use super::{ABOUT, Answer};
use questions::{Answers, Design, Goal, settle};

/// Which method fits
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rejudge stats which\n  rejudge stats which --goal difference --response rating --design repeated --systems 3\n  rejudge stats which --goal agreement --response rating --raters 2\n\nOn a terminal, what is not given is asked. docs/which-test.md has all of it on one page."
)]
pub(super) struct Arguments {
    /// What is to be found out
    #[arg(long)]
    goal: Option<Goal>,
    /// How the answers were given
    #[arg(long)]
    response: Option<Answers>,
    /// Which judgements belong together
    #[arg(long)]
    design: Option<Design>,
    /// How many systems are compared
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..))]
    systems: u32,
    /// How many people judged the same thing
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..))]
    raters: u32,
}

/// A way to go on: what to use, why, and how.
struct Way {
    use_it: Fit,
    /// Its word: a method of `stats`, or a command.
    name: String,
    why: String,
    commands: Vec<String>,
}

/// How well a method fits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    First,
    Beside,
    NotHere,
}

impl Fit {
    fn heading(self) -> &'static str {
        match self {
            Fit::First => "Use",
            Fit::Beside => "Beside it, or instead",
            Fit::NotHere => "Not here",
        }
    }
}

impl Arguments {
    pub(super) fn run(&self) -> anyhow::Result<Answer> {
        let goal = settle(self.goal, "--goal", "What is to be found out?")?;
        let ways = match goal {
            Goal::Difference | Goal::Equivalence => {
                let response = self.response()?;
                let design = settle(self.design, "--design", "Which judgements belong together?")?;
                tests_of_claims::ways(goal, response.kind(), design, self.systems)
            }
            Goal::Agreement => agreement(self.response()?, self.raters),
            Goal::Strength => strength(self.response()?),
            Goal::Correlation => correlation(),
            Goal::Reproduction => reproduction(),
            Goal::Size => size(),
        };
        Ok(Answer::Listing { json: ways.iter().map(Way::to_json).collect(), text: render_ways(&ways) })
    }

    fn response(&self) -> anyhow::Result<Answers> {
        settle(self.response, "--response", "How were the answers given?")
    }
}

impl Way {
    /// A method of `rejudge stats`, with the example of its help.
    fn method(use_it: Fit, name: &str, why: &str) -> Way {
        let about: Option<&About> = ABOUT.iter().copied().find(|about| about.name == name);
        let caution = about
            .map(|about| format!(" Not when: {}", about.not_when.split_whitespace().collect::<Vec<_>>().join(" ")));
        let why = format!("{why}.{}", caution.unwrap_or_default());
        Way { use_it, name: name.to_owned(), why, commands: example(name).into_iter().collect() }
    }

    /// A command of its own.
    fn command(use_it: Fit, command: &str, why: &str) -> Way {
        let name = command.split(' ').nth(1).unwrap_or(command).to_owned();
        Way { use_it, name, why: format!("{why}."), commands: vec![command.to_owned()] }
    }

    fn to_json(&self) -> Value {
        json!({ "fit": self.use_it.heading(), "method": self.name, "why": self.why, "commands": self.commands })
    }
}

/// The first example in the help of a method.
fn example(name: &str) -> Option<String> {
    let command_line = crate::command_line();
    let method = command_line.find_subcommand("stats")?.find_subcommand(name)?;
    let help = method.get_after_help()?.to_string();
    help.lines().map(str::trim).find(|line| line.starts_with("rejudge stats")).map(str::to_owned)
}

fn render_ways(ways: &[Way]) -> String {
    let mut text = String::new();
    for fit in [Fit::First, Fit::Beside, Fit::NotHere] {
        let fitting: Vec<&Way> = ways.iter().filter(|way| way.use_it == fit).collect();
        if fitting.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}{}:", if text.is_empty() { "" } else { "\n" }, fit.heading());
        for way in fitting {
            let _ = writeln!(text, "  {}", way.name);
            for line in textwrap(&way.why, 92) {
                let _ = writeln!(text, "    {line}");
            }
            for command in &way.commands {
                let _ = writeln!(text, "      {command}");
            }
        }
    }
    text
}

/// Lines of at most so many characters.
fn textwrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last =
            lines.last_mut().filter(|line| line.is_empty() || line.chars().count() + 1 + word.chars().count() <= width);
        match last {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Whether raters agree.
fn agreement(response: Answers, raters: u32) -> Vec<Way> {
    let beside = |name: &str, why: &str| Way::method(Fit::Beside, name, why);
    let mut ways = match response {
        Answers::Rating => vec![
            alpha("ordinal", "counts how many steps apart two ratings are"),
            beside("icc", "When everyone rated everything and you will use the mean of several raters"),
        ],
        Answers::Slider | Answers::Count => vec![
            alpha("interval", "counts how far apart two values are"),
            beside("icc", "When everyone judged everything and you will use the mean of several raters"),
        ],
        Answers::Choice | Answers::Pairwise | Answers::BestWorst => {
            vec![
                alpha("nominal", "takes answers as the same or not"),
                beside("gwet", "When nearly all answers are the same"),
            ]
        }
        Answers::Ranking => {
            vec![Way::method(Fit::First, "kendall-w", "How far several rankings of the same things are one ranking")]
        }
        Answers::Spans => {
            let why = "Where spans begin and end counts, not only whether something was marked";
            vec![Way::method(Fit::First, "unitised", why)]
        }
        Answers::Text => return vec![no_text()],
    };
    let categories = matches!(response, Answers::Rating | Answers::Choice | Answers::Pairwise | Answers::BestWorst);
    match (categories, raters) {
        (true, 2) => {
            ways.push(beside("kappa", "Two raters who both judged everything; `--weights` for ordered answers"))
        }
        (true, _) => ways.push(beside(
            "fleiss",
            "What many papers print for more than two raters; it takes answers as the same or not",
        )),
        (false, _) => {}
    }
    ways.push(beside(
        "agreement",
        "The share of equal answers, each rater against the others, and the items that divide them",
    ));
    ways
}

/// Krippendorff's alpha at a level of measurement.
fn alpha(level: &str, what_it_does: &str) -> Way {
    let why = format!("Any number of raters, and answers may be missing; `--level {level}` {what_it_does}");
    let mut way = Way::method(Fit::First, "alpha", &why);
    for command in &mut way.commands {
        *command = command.replace("--level ordinal", &format!("--level {level}"));
    }
    way
}

/// How good systems are beside each other.
fn strength(response: Answers) -> Vec<Way> {
    let first = |name: &str, why: &str| Way::method(Fit::First, name, why);
    let beside = |name: &str, why: &str| Way::method(Fit::Beside, name, why);
    match response {
        Answers::Pairwise => vec![
            first(
                "bt",
                "One strength for each system even where not every pair was shown, with intervals that allow for people and items",
            ),
            beside(
                "preference",
                "Shares of wins and ties as people read them, and whether the side shown first had an advantage",
            ),
            beside("elo", "When a leaderboard prints Elo"),
            beside("trueskill", "When a leaderboard prints TrueSkill"),
        ],
        Answers::Ranking => vec![first("pl", "One strength for each system from whole rankings")],
        Answers::BestWorst => vec![first("preference", "How often an output was best, less how often it was worst")],
        Answers::Rating | Answers::Slider | Answers::Count | Answers::Spans => vec![
            first("emm", "Means for each system that allow for who judged what"),
            beside("describe", "Plain means, SD and n for a table"),
        ],
        Answers::Choice => {
            vec![Way::method(Fit::First, "chisq", "Shares of the options for each system; a choice has no score")]
        }
        Answers::Text => vec![no_text()],
    }
}

fn correlation() -> Vec<Way> {
    vec![
        Way::method(Fit::First, "spearman", "Whether two measures put systems or items in the same order"),
        Way::method(Fit::Beside, "kendall", "The same with few systems: its p-value is exact there"),
        Way::method(Fit::Beside, "pearson", "Whether one measure is a linear function of the other"),
    ]
}

fn reproduction() -> Vec<Way> {
    vec![
        Way::command(
            Fit::First,
            "rejudge compare original.toml results/results.json",
            "Everything at once: claims, effects, CV*, correlations, on the numbers of a paper or of a run",
        ),
        Way::method(Fit::Beside, "cv", "CV* of one number measured twice or more"),
        Way::method(Fit::Beside, "qra", "CV* and correlations of a whole table of systems and experiments"),
        Way::method(Fit::Beside, "replication", "Whether an effect is the original's, from effects and sizes alone"),
        Way::method(Fit::Beside, "meta", "One effect pooled over several studies"),
    ]
}

fn size() -> Vec<Way> {
    vec![
        Way::command(
            Fit::First,
            "rejudge rehearse my-study",
            "The study itself is simulated, with its items, people, checks and claims",
        ),
        Way::method(Fit::Beside, "power", "A formula for independent judgements, for a first guess"),
    ]
}

fn no_text() -> Way {
    Way {
        use_it: Fit::First,
        name: "none".to_owned(),
        why: "Words have no score: sort them into categories first, by two people, and ask again with `--response choice`."
            .to_owned(),
        commands: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::questions::{Answers, Design, Goal};
    use super::{Arguments, Fit, agreement, correlation, reproduction, size, strength, tests_of_claims};

    /// Every branch names something to use, gives a reason, and a command that there is.
    #[test]
    fn every_branch_ends_with_a_reason_and_a_command() {
        let mut all = vec![correlation(), reproduction(), size()];
        for response in Answers::value_variants() {
            all.extend([agreement(*response, 2), agreement(*response, 5), strength(*response)]);
            for design in Design::value_variants() {
                for (goal, systems) in [(Goal::Difference, 2), (Goal::Difference, 4), (Goal::Equivalence, 2)] {
                    all.push(tests_of_claims::ways(goal, response.kind(), *design, systems));
                }
            }
        }
        for ways in all {
            assert_eq!(ways[0].use_it as u8, Fit::First as u8);
            assert_eq!(ways.iter().filter(|way| way.use_it == Fit::First).count(), 1);
            for way in ways {
                assert!(!way.commands.is_empty() || way.name == "none" || way.use_it == Fit::NotHere, "{}", way.name);
                assert!(way.why.len() > 20, "{}: {}", way.name, way.why);
            }
        }
    }

    #[test]
    fn what_nobody_said_and_nobody_can_be_asked_stops() {
        let arguments = Arguments { goal: None, response: None, design: None, systems: 2, raters: 3 };
        let error = arguments.run().unwrap_err().to_string();
        assert!(error.contains("--goal") && error.contains("difference"), "{error}");
    }
}
