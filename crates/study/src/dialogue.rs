//! Conversations: who says what, in turns.

use serde::Deserialize;

/// One turn of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Who speaks.
    pub speaker: String,
    /// What they say.
    pub words: String,
}

#[derive(Deserialize)]
struct TurnFile {
    #[serde(alias = "speaker", alias = "from")]
    role: String,
    #[serde(alias = "text", alias = "value")]
    content: String,
}

/// No name of a speaker is longer, in characters: `The problem is: …` begins no turn.
const LONGEST_NAME: usize = 24;

/// The turns of a conversation: a JSON list of `{"role": …, "content": …}`, or lines of which the first of each turn begins
/// with a name and a colon. Nothing when it is neither.
#[must_use]
pub fn turns(cell: &str) -> Option<Vec<Turn>> {
    if cell.trim_start().starts_with('[') {
        let written: Vec<TurnFile> = serde_json::from_str(cell).ok()?;
        let turn = |TurnFile { role, content }| Turn { speaker: role, words: content };
        return Some(written.into_iter().map(turn).collect()).filter(|turns: &Vec<Turn>| !turns.is_empty());
    }
    let mut turns: Vec<Turn> = Vec::new();
    for line in cell.trim().lines() {
        match (split_name(line), turns.last_mut()) {
            (Some((speaker, words)), _) => turns.push(Turn { speaker: speaker.to_owned(), words: words.to_owned() }),
            (None, Some(turn)) => {
                turn.words.push('\n');
                turn.words.push_str(line);
            }
            (None, None) => return None,
        }
    }
    (!turns.is_empty()).then_some(turns)
}

/// The name that a line begins with, and what follows it.
fn split_name(line: &str) -> Option<(&str, &str)> {
    let (name, words) = line.split_once(':')?;
    let name = name.trim().trim_matches('*');
    let fits = !name.is_empty() && name.chars().count() <= LONGEST_NAME && name.split_whitespace().count() <= 3;
    (fits && !words.starts_with("//")).then_some((name, words.trim()))
}

#[cfg(test)]
mod tests {
    use super::turns;

    fn describe_turns(cell: &str) -> Option<String> {
        Some(turns(cell)?.iter().map(|turn| format!("{}={}", turn.speaker, turn.words)).collect::<Vec<_>>().join("|"))
    }

    #[test]
    fn turns_are_read_from_json_and_from_marked_lines() {
        let json = r#"[{"role":"user","content":"Hi: you"},{"role":"assistant","content":"Hello\nthere"}]"#;
        assert_eq!(describe_turns(json).unwrap(), "user=Hi: you|assistant=Hello\nthere");
        assert_eq!(describe_turns(r#"[{"speaker":"A","text":"x"}]"#).unwrap(), "A=x");
        assert_eq!(
            describe_turns("User: Hi\nBot: See\nhttps://example.org\nUser: Ok").unwrap(),
            "User=Hi|Bot=See\nhttps://example.org|User=Ok"
        );
        for nothing in ["", "Just a sentence.", "[1, 2]", "[]", "no name here\nUser: Hi"] {
            assert_eq!(describe_turns(nothing), None, "{nothing:?}");
        }
    }
}
