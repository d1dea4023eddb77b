//! Questions with their controls, gathered into screens.

use std::collections::BTreeMap;

use session::Remark;
use study::file::{ContextLayout, Layout, RemarkKind};
use study::response::{Reason, Response};
use study::{Criterion, Differences, Rendering, ShownColumn, Study};

use super::field::{Field, Shows, Source};
use super::media::FileLinks;
use super::piece::{OutputNames, Piece, Setting};
use super::{FormState, Key, RenderError, Screen, Words, maths, response};

/// One question with its controls.
pub(crate) struct Question {
    pub(crate) id: String,
    /// The question, as safe markup.
    pub(crate) ask: String,
    /// What is meant, as safe markup; empty where participants are told nothing.
    pub(crate) definition: String,
    pub(crate) optional: bool,
    /// Shown, but no longer to be changed.
    pub(crate) locked: bool,
    pub(crate) errors: Vec<Fault>,
    pub(crate) controls: String,
    /// The reasons not to judge that are offered.
    pub(crate) unable: Vec<UnableReason>,
    /// How sure one may say one is; empty where that is not asked.
    pub(crate) confidence: Vec<SureLevel>,
    /// The answer that it follows, where it is not always asked.
    pub(crate) follows: Option<Follows>,
}

/// The answer that a question follows.
#[derive(Clone)]
pub(crate) struct Follows {
    /// The question that decides.
    pub(crate) question: String,
    /// After which answers it is asked, for the script.
    pub(crate) when: String,
    /// Whether it is asked after what was answered so far.
    pub(crate) asked: bool,
}

/// The answers that questions of a screen follow, by criterion.
fn follow_ups(study: &Study, screen: &Screen<'_>, filled: &FormState) -> BTreeMap<u32, Follows> {
    let key = |criterion: usize| Key { step: screen.step, criterion: criterion as u32 };
    let numbers = screen.numbers();
    let asked = study.asked_after(&numbers, |number| {
        let criterion = study.criteria.get(number)?;
        let texts = study.texts(criterion, &screen.outputs, screen.shown);
        criterion.read(&filled.posted_form(key(number)), &texts).ok()
    });
    let follows = |number: &usize| {
        let follow = study.criteria.get(*number)?.only_if.as_ref()?;
        let question = key(follow.criterion).to_string();
        Some((*number as u32, Follows { question, when: follow.to_json(), asked: asked.contains(number) }))
    };
    numbers.iter().filter_map(follows).collect()
}

/// One answer to how sure someone is.
pub(crate) struct SureLevel {
    /// From 1.
    pub(crate) level: usize,
    pub(crate) words: String,
    pub(crate) chosen: bool,
}

/// A reason not to judge, as offered.
pub(crate) struct UnableReason {
    pub(crate) words: String,
    pub(crate) chosen: bool,
}

/// Something to put right, for the summary at the top and for its place.
#[derive(Clone)]
pub(crate) struct Fault {
    /// The element to go to.
    pub(crate) id: String,
    /// Which question it is about, where there are several.
    pub(crate) question: String,
    pub(crate) words: String,
}

/// What is asked: the words, and how.
pub(crate) struct QuestionSpec<'a> {
    pub(crate) key: Key,
    pub(crate) ask: &'a str,
    pub(crate) definition: &'a str,
    /// How formulas in both are shown.
    pub(crate) rendering: &'a Rendering,
    pub(crate) response: &'a Response,
    /// The reasons not to judge that are offered.
    pub(crate) cannot_judge: &'a [String],
    /// How sure one may say one is.
    pub(crate) confidence: &'a [String],
    pub(crate) outputs: &'a [&'a str],
    /// What the outputs are called.
    pub(crate) names: OutputNames<'a>,
    /// The outputs as they are shown.
    pub(crate) pieces: &'a [Piece],
    pub(crate) shows: Shows,
    /// The text beside the outputs in which spans may be marked.
    pub(crate) source: Option<Source<'a>>,
    /// The answer that it follows.
    pub(crate) follows: Option<Follows>,
}

impl Question {
    pub(crate) fn new(asked: &QuestionSpec<'_>, filled: &FormState, words: &Words) -> Result<Question, RenderError> {
        let given = filled.posted_form(asked.key);
        let complaints = filled.complaints(asked.key);
        let QuestionSpec { key, outputs, names, pieces, shows, source, .. } = *asked;
        let given_reason = given.iter().find(|(field, _)| *field == "unable").map(|(_, reason)| reason.to_owned());
        let reason =
            |words: &String| UnableReason { words: words.clone(), chosen: given_reason.as_ref() == Some(words) };
        let sure = given.iter().find(|(field, _)| *field == "confidence").map(|(_, level)| level.to_owned());
        let level = |(level, words): (usize, &String)| SureLevel {
            level,
            words: words.clone(),
            chosen: sure.as_ref() == Some(&level.to_string()),
        };
        let confidence = (1..).zip(asked.confidence).map(level).collect();
        let field = Field { words, key, given: &given, complaints, outputs, names, pieces, shows, source };
        let unanswered = complaints.iter().all(|complaint| complaint.reason == Reason::Missing);
        let more = asked.follows.as_ref().filter(|_| unanswered).map(|_| words.say("reason-follow-up"));
        let fault = |(id, said)| Fault { id, question: asked.ask.to_owned(), words: more.clone().unwrap_or(said) };
        Ok(Question {
            id: asked.key.to_string(),
            ask: maths::set(asked.ask, asked.rendering),
            definition: maths::set(asked.definition.trim(), asked.rendering),
            optional: matches!(asked.response, Response::Text(text) if text.optional),
            locked: false,
            errors: field.errors().into_iter().map(fault).collect(),
            controls: response::controls(asked.response, field)?,
            unable: asked.cannot_judge.iter().map(reason).collect(),
            confidence,
            follows: asked.follows.clone(),
        })
    }

    /// Whether a reason not to judge was chosen.
    pub(crate) fn is_unable(&self) -> bool {
        self.unable.iter().any(|reason| reason.chosen)
    }

    /// The elements that say more about the question, for screen readers.
    pub(crate) fn described_by(&self) -> Option<String> {
        let definition = (!self.definition.is_empty()).then(|| format!("{}-definition", self.id));
        let error = (!self.errors.is_empty()).then(|| format!("{}-error", self.id));
        let ids: Vec<String> = definition.into_iter().chain(error).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }
}

/// What stands above the pages of a part.
pub(crate) struct PartHeading {
    /// Which part it is; empty where parts are mixed.
    pub(crate) ordinal: String,
    pub(crate) title: String,
    /// What is said where it begins, as safe markup; empty on its other pages.
    pub(crate) about: String,
    pub(crate) begins: bool,
}

/// One item with its outputs and what is asked about them, ready to be shown.
pub(crate) struct ScreenView {
    /// Its number, where several stand on one page; empty otherwise.
    pub(crate) title: String,
    /// The part of the study it belongs to, where that is to be said.
    pub(crate) part: Option<PartHeading>,
    pub(crate) context: Vec<Piece>,
    context_layout: Option<ContextLayout>,
    /// Whether what is to be read first is longer than fits above the questions.
    pub(crate) long: bool,
    /// Whether it needs room to be seen at once.
    pub(crate) wide: bool,
    pub(crate) outputs: Vec<Piece>,
    layout: Layout,
    pub(crate) questions: Vec<Question>,
    /// Room to say something about the page, where the study gives it.
    pub(crate) remark: Option<RemarkBox>,
}

/// Room to say something about a page beside its answers.
pub(crate) struct RemarkBox {
    /// The page it is about.
    pub(crate) step: u32,
    /// What opens it.
    pub(crate) open: String,
    /// What the room for words is called.
    pub(crate) label: String,
    /// Whether one can say that something is wrong.
    pub(crate) problem: bool,
    pub(crate) given: Remark,
}

impl RemarkBox {
    pub(crate) fn new(kinds: &[RemarkKind], step: u32, filled: &FormState, words: &Words) -> Option<RemarkBox> {
        let offers = |kind| kinds.contains(&kind);
        let (open, label) = match (offers(RemarkKind::Comment), offers(RemarkKind::Problem)) {
            (true, true) => ("remark-both", "remark-words"),
            (true, false) => ("remark-comment", "remark-words"),
            (false, true) => ("remark-problem", "remark-what"),
            (false, false) => return None,
        };
        Some(RemarkBox {
            step,
            open: words.say(open),
            label: words.say(label),
            problem: offers(RemarkKind::Problem),
            given: filled.remark_on(step),
        })
    }
}

/// A context of more characters than this scrolls by itself, beside the questions where there is room.
const LONG_CONTEXT: usize = 1200;

/// From so many questions about one text on, their words stand beside their controls.
const DENSE: usize = 3;

impl ScreenView {
    pub(crate) fn new(
        study: &Study,
        screen: &Screen<'_>,
        filled: &FormState,
        words: &Words,
        files: FileLinks<'_>,
    ) -> Result<ScreenView, RenderError> {
        let criteria: Vec<(Key, &Criterion)> =
            screen.keys().filter_map(|key| Some((key, study.criteria.get(key.criterion as usize)?))).collect();
        let names = OutputNames { words, content: study.content, own: study.output_name.as_deref() };
        let against = match study.rendering.differences {
            Some(Differences::Shown(column)) => screen.shown.get(column).map(String::as_str),
            Some(Differences::Outputs) | None => None,
        };
        let setting = Setting { files, rendering: &study.rendering, against };
        let pieces = Piece::outputs(screen.step, names, &screen.outputs, setting);
        let shown_by_first = criteria.first().is_some_and(|(_, first)| response::shows_output(&first.response));
        let follows = follow_ups(study, screen, filled);
        let ask = |(number, (key, criterion)): (usize, &(Key, &Criterion))| {
            let asked = QuestionSpec {
                key: *key,
                ask: &criterion.question,
                definition: criterion.definition.as_deref().unwrap_or_default(),
                rendering: &study.rendering,
                response: &criterion.response,
                cannot_judge: &criterion.cannot_judge,
                confidence: &criterion.confidence,
                outputs: &screen.outputs,
                names,
                pieces: &pieces,
                shows: if number == 0 && shown_by_first { Shows::Whole } else { Shows::Names },
                source: study.source(criterion).and_then(|column| {
                    Some(Source { label: &study.shown.get(column)?.label, text: screen.shown.get(column)? })
                }),
                follows: follows.get(&key.criterion).cloned(),
            };
            Question::new(&asked, filled, words)
        };
        let questions = criteria.iter().enumerate().map(ask).collect::<Result<_, _>>()?;
        // What can be marked stands where it is marked.
        let marked: Vec<usize> = criteria.iter().filter_map(|(_, criterion)| study.source(criterion)).collect();
        let context = study.shown.iter().zip(screen.shown).enumerate();
        let context = context.filter(|(column, (_, cell))| !cell.trim().is_empty() && !marked.contains(column));
        let setting = Setting { against: None, ..setting };
        let given = |(column, (shown, cell)): (usize, (&ShownColumn, &String))| {
            Piece::new(
                format!("large-{}-given-{column}", screen.step),
                shown.label.clone(),
                shown.content,
                cell,
                setting,
            )
        };
        let context: Vec<Piece> = context.map(given).collect();
        let layout = study.rendering.context;
        let long = layout.is_none() && context.iter().map(|piece| piece.length).sum::<usize>() > LONG_CONTEXT;
        let roomy = criteria.iter().any(|(_, criterion)| response::wants_room(&criterion.response));
        Ok(ScreenView {
            title: String::new(),
            part: None,
            context,
            context_layout: layout,
            long,
            wide: long || roomy || screen.outputs.len() > 1 || criteria.len() >= DENSE,
            layout: study.layout,
            outputs: if shown_by_first { Vec::new() } else { pieces },
            questions,
            remark: None,
        })
    }

    /// What is shown above the outputs, by its own label.
    pub(crate) fn context_name(&self, words: &Words) -> String {
        let label = self.context.first().map(|piece| piece.name.clone()).unwrap_or_default();
        if label.is_empty() { words.say("context") } else { label }
    }

    pub(crate) fn folds(&self) -> bool {
        self.context_layout == Some(ContextLayout::Folds)
    }

    /// Whether what is shown above the outputs scrolls by itself.
    pub(crate) fn context_scrolls(&self) -> bool {
        self.long || matches!(self.context_layout, Some(ContextLayout::Stays | ContextLayout::Scrolls))
    }

    pub(crate) fn context_class(&self) -> &'static str {
        match self.context_layout {
            Some(ContextLayout::Stays) => " stays",
            Some(ContextLayout::Scrolls) => " scrolls",
            Some(ContextLayout::Whole | ContextLayout::Folds) | None => "",
        }
    }

    pub(crate) fn classes(&self) -> String {
        let long = if self.long { " long" } else { "" };
        let dense = if self.questions.len() >= DENSE { " dense" } else { "" };
        format!("{long}{dense}")
    }

    /// How many outputs may stand side by side.
    pub(crate) fn columns(&self) -> &'static str {
        match (self.layout, self.outputs.len()) {
            (Layout::Stacked, _) | (Layout::SideBySide, 0 | 1) => "one",
            (Layout::SideBySide, 2) => "two",
            (Layout::SideBySide, _) => "many",
        }
    }

    /// The heading of a text: one below the heading above it.
    pub(crate) fn level(&self) -> &'static str {
        if self.title.is_empty() { "h2" } else { "h3" }
    }

    pub(crate) fn errors(&self) -> impl Iterator<Item = Fault> + '_ {
        self.questions.iter().flat_map(|question| question.errors.iter().cloned())
    }
}
