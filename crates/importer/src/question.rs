//! What the files do not say.

/// Something that must be known and that the files do not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What is asked, as a sentence.
    pub sentence: String,
    /// Answers that can be given.
    pub choices: Vec<Choice>,
    /// The line of the mapping for an answer that is typed, with `…` where it stands; nothing where one of the choices is
    /// needed.
    pub typed: Option<String>,
}

/// One answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// In words.
    pub words: String,
    /// The line of the mapping that says so.
    pub line: String,
}

/// Why nothing was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Something in the files cannot be read; in words, with the remedy.
    Unreadable(String),
    /// Something must be said first.
    Unsaid(Vec<Question>),
}

impl Question {
    /// Which of these columns it is.
    pub(crate) fn column(what: &str, key: &str, columns: &[String]) -> Question {
        // Whoever knows another column types it.
        const MOST: usize = 12;
        let choices = columns
            .iter()
            .take(MOST)
            .map(|name| Choice { words: name.clone(), line: format!("{key} = {}", quoted(name)) })
            .collect();
        Question { sentence: format!("which column holds {what}?"), choices, typed: Some(format!("{key} = \"…\"")) }
    }

    /// With one more answer.
    pub(crate) fn with_choice(mut self, words: &str, line: String) -> Question {
        self.choices.push(Choice { words: words.to_owned(), line });
        self
    }
}

impl From<table::TableError> for Stop {
    fn from(error: table::TableError) -> Self {
        Stop::Unreadable(error.to_string())
    }
}

impl From<dataset::TableMisfit> for Stop {
    fn from(misfit: dataset::TableMisfit) -> Self {
        // What `analyse` calls an option is a line here.
        Stop::Unreadable(misfit.to_string().replace("(or give --missing for each)", "(or give this line with --say)"))
    }
}

/// A text as TOML writes it.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A list of texts as TOML writes it.
pub(crate) fn quoted_list<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    format!("[{}]", texts.into_iter().map(quoted).collect::<Vec<_>>().join(", "))
}
