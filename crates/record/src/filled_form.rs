//! A form with its answers, laid out for readers: HTML, Markdown and LaTeX.

use std::fmt::Write as _;

use report::{Document, Section, StudyWords, Words, slug};

/// What stands where nobody answered.
const OPEN: &str = "still to be said";

/// A form, question by question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledForm {
    pub title: String,
    /// One line under the title.
    pub origin: String,
    pub groups: Vec<Group>,
}

/// Questions under one heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub title: String,
    pub lines: Vec<Line>,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// As the form counts; empty where it does not.
    pub number: String,
    pub question: String,
    pub answer: Option<String>,
    /// BCP 47 tag of an answer in the study's own words; nothing for what this program or the authors say.
    pub language: Option<String>,
    /// Where the answer comes from.
    pub from: String,
}

impl FilledForm {
    /// The answers by the number of their question, as the Open Science Framework takes them.
    #[must_use]
    pub fn responses(&self) -> serde_json::Map<String, serde_json::Value> {
        let lines = self.groups.iter().flat_map(|group| &group.lines);
        lines.filter_map(|line| Some((line.number.clone(), line.answer.clone()?.into()))).collect()
    }

    /// As one HTML page.
    ///
    /// # Errors
    /// When the page cannot be rendered, which would be a fault of ours.
    pub fn html(&self) -> Result<String, report::RenderError> {
        report::html(&self.document())
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        report::markdown(&self.document())
    }

    /// As a part of a LaTeX document.
    #[must_use]
    pub fn latex(&self) -> String {
        let mut out = format!("\\section*{{{}}}\n{}\n\n", tex(&self.title), tex(&self.origin));
        for group in &self.groups {
            let _ = writeln!(out, "\\subsection*{{{}}}", tex(&group.title));
            for line in &group.lines {
                let _ = writeln!(out, "\\paragraph{{{}}}", tex(&line.heading()));
                let answer = line.answer.as_deref().map_or_else(|| format!("\\emph{{{OPEN}}}"), tex);
                let _ = writeln!(out, "{}\n", answer.trim().replace('\n', "\\\\\n"));
            }
        }
        out
    }

    fn document(&self) -> Document {
        let sections = self.groups.iter().map(|group| {
            let mut section = Section::new(&slug(&group.title), &group.title);
            for line in &group.lines {
                section.heading(slug(&format!("{} {}", group.title, line.heading())), line.heading());
                match &line.answer {
                    None => section.remark(Words::plain(OPEN)),
                    Some(answer) => {
                        let mut paragraphs = answer.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
                        while let Some(text) = paragraphs.next() {
                            let words = match &line.language {
                                Some(language) => Words::default().quotation(text, language),
                                None => Words::plain(text),
                            };
                            let last = paragraphs.peek().is_none() && !line.from.is_empty();
                            section.paragraph(if last { with_place(words, &line.from) } else { words });
                        }
                    }
                }
            }
            section
        });
        Document {
            title: self.title.clone(),
            origin: self.origin.clone(),
            // The questions are English.
            language: "en".to_owned(),
            study_words: StudyWords::default(),
            answer: None,
            sections: sections.collect(),
            appendix: Vec::new(),
            print_appendix: false,
        }
    }
}

/// An answer, and in brackets where it comes from: keys, which stand between backticks there, as code.
fn with_place(words: Words, from: &str) -> Words {
    let parts = from.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    let add = |words: Words, (at, part): (usize, &str)| if at % 2 == 1 { words.code(part) } else { words.text(part) };
    parts.fold(words.text(" ("), add).text(")")
}

impl Line {
    fn heading(&self) -> String {
        format!("{} {}", self.number, self.question).trim().to_owned()
    }
}

/// Text that LaTeX prints as it is.
fn tex(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '–' => out.push_str("--"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{FilledForm, Group, Line};

    fn form(answer: Option<&str>) -> FilledForm {
        let line = Line {
            number: "1.1".to_owned(),
            question: "What & how?".to_owned(),
            answer: answer.map(str::to_owned),
            language: Some("de".to_owned()),
            from: "study.toml, `a.b`".to_owned(),
        };
        let groups = vec![Group { title: "Part".to_owned(), lines: vec![line] }];
        FilledForm { title: "T".to_owned(), origin: String::new(), groups }
    }

    #[test]
    fn every_form_says_what_is_missing_and_keeps_text_as_text() {
        let open = form(None);
        for text in [open.html().unwrap(), open.markdown(), open.latex()] {
            assert!(text.contains("still to be said"), "{text}");
        }
        let filled = form(Some("50% <b>\nand more"));
        let page = filled.html().unwrap();
        assert!(page.contains("<html lang=\"en\">"), "{page}");
        assert!(page.contains("<span lang=\"de\" dir=\"auto\">50% &#60;b&#62;</span>"), "{page}");
        assert!(filled.latex().contains("50\\% \\textless{}b\\textgreater{}\\\\\nand more"), "{}", filled.latex());
        assert!(filled.markdown().contains("(study.toml, `a.b`)"), "{}", filled.markdown());
    }
}
