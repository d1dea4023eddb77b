//! Code coloured by what it is made of: words of the language, text, numbers, remarks. Light, and done before the page is sent.

use std::fmt::Write as _;

use crate::safe::escaped;

/// What tells the parts of a language apart.
struct Language {
    /// What it is called in Markdown and in study files, lower case.
    names: &'static [&'static str],
    line_comments: &'static [&'static str],
    block_comment: Option<(&'static str, &'static str)>,
    /// What encloses text, the longer first.
    quotes: &'static [&'static str],
    words: &'static str,
}

const LANGUAGES: [Language; 10] = [
    Language {
        names: &["python", "py"],
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"\"\"", "'''", "\"", "'"],
        words: "False None True and as assert async await break class continue def del elif else except finally for from global \
                if import in is lambda match nonlocal not or pass raise return try while with yield",
    },
    Language {
        names: &["javascript", "js", "jsx", "typescript", "ts", "tsx"],
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\"", "'", "`"],
        words: "async await break case catch class const continue default delete do else enum export extends false finally for \
                function if implements import in instanceof interface let new null of return static super switch this throw \
                true try type typeof undefined var void while yield",
    },
    Language {
        names: &["java", "kotlin", "scala"],
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\"\"\"", "\"", "'"],
        words: "abstract boolean break case catch char class const continue default do double else enum extends final finally \
                float for fun if implements import instanceof int interface long new null object override package private \
                protected public return short static super switch this throw throws true false try val var void when while",
    },
    Language {
        names: &["c", "cpp", "c++", "h", "hpp", "csharp", "cs"],
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\"", "'"],
        words: "auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern \
                false final float for friend if inline int long namespace new nullptr null operator override private protected \
                public register return short signed sizeof static string struct switch template this throw true try typedef \
                typename union unsigned using virtual void volatile while #include #define #ifdef #ifndef #endif #if",
    },
    Language {
        names: &["rust", "rs"],
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\""],
        words: "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut \
                pub ref return self Self static struct super trait true type unsafe use where while",
    },
    Language {
        names: &["go", "golang"],
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\"", "'", "`"],
        words: "break case chan const continue default defer else fallthrough false for func go goto if import interface map nil \
                package range return select struct switch true type var",
    },
    Language {
        names: &["sql"],
        line_comments: &["--"],
        block_comment: Some(("/*", "*/")),
        quotes: &["'", "\""],
        words: "select from where and or not in is null as join left right inner outer full on group by order having limit offset \
                union all distinct insert into values update set delete create table view index primary key foreign references \
                drop alter add case when then else end exists between like with count sum avg min max asc desc",
    },
    Language {
        names: &["bash", "sh", "shell", "zsh"],
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"", "'"],
        words: "if then else elif fi for in do done while until case esac function return local export echo exit set",
    },
    Language {
        names: &["r"],
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"", "'"],
        words: "if else repeat while function for in next break TRUE FALSE NULL NA Inf NaN library return",
    },
    Language { names: &["json"], line_comments: &[], block_comment: None, quotes: &["\""], words: "true false null" },
];

/// The classes that coloured code has: words of the language, text, numbers, remarks.
pub(crate) const CLASSES: [&str; 4] = [WORD, TEXT, NUMBER, REMARK];

const WORD: &str = "code-word";
const TEXT: &str = "code-text";
const NUMBER: &str = "code-number";
const REMARK: &str = "code-remark";

/// Code as safe markup, coloured where the language is known.
pub(crate) fn coloured(code: &str, language: &str) -> String {
    let language = language.trim().to_ascii_lowercase();
    let Some(language) = LANGUAGES.iter().find(|known| known.names.contains(&language.as_str())) else {
        return escaped(code);
    };
    let mut markup = String::with_capacity(code.len() * 2);
    let mut rest = code;
    let mut plain = 0;
    // What is neither is gathered until something is found.
    let mut at_word_start = true;
    while plain < rest.len() {
        let here = &rest[plain..];
        let Some((class, length)) =
            enclosed_part(language, here).or_else(|| at_word_start.then(|| number_or_word(language, here)).flatten())
        else {
            let character = here.chars().next().unwrap_or_default();
            at_word_start = !(character.is_alphanumeric() || character == '_');
            plain += character.len_utf8();
            continue;
        };
        markup.push_str(&escaped(&rest[..plain]));
        let _ = write!(markup, "<span class=\"{class}\">{}</span>", escaped(&here[..length]));
        (rest, plain, at_word_start) = (&here[length..], 0, false);
    }
    markup.push_str(&escaped(rest));
    markup
}

/// The remark or text that begins here, and how long it is.
fn enclosed_part(language: &Language, here: &str) -> Option<(&'static str, usize)> {
    if language.line_comments.iter().any(|begins| here.starts_with(begins)) {
        return Some((REMARK, here.find('\n').unwrap_or(here.len())));
    }
    if let Some((begins, ends)) = language.block_comment.filter(|(begins, _)| here.starts_with(begins)) {
        let inside = here[begins.len()..].find(ends).map(|at| begins.len() + at + ends.len());
        return Some((REMARK, inside.unwrap_or(here.len())));
    }
    if let Some(quote) = language.quotes.iter().find(|quote| here.starts_with(**quote)) {
        return Some((TEXT, quoted_length(here, quote)));
    }
    None
}

/// The number or the word of the language that begins here, and how long it is.
fn number_or_word(language: &Language, here: &str) -> Option<(&'static str, usize)> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let length = |from: usize| from + here[from..].find(|c: char| !is_part(c)).unwrap_or(here.len() - from);
    let first = here.chars().next()?;
    if first.is_ascii_digit() {
        let whole = length(0);
        let decimals =
            here[whole..].strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        return Some((NUMBER, if decimals { length(whole + 1) } else { whole }));
    }
    let end = if first == '#' { length(1) } else { length(0) };
    let word = &here[..end];
    let in_sql = language.names == ["sql"];
    let known = |one: &str| if in_sql { one.eq_ignore_ascii_case(word) } else { one == word };
    language.words.split_whitespace().any(known).then_some((WORD, end))
}

/// How long quoted text is; text of one line ends with the line where nobody closed it.
fn quoted_length(here: &str, quote: &str) -> usize {
    let several_lines = quote.len() > 1 || quote == "`";
    let mut at = quote.len();
    while let Some(character) = here[at..].chars().next() {
        if here[at..].starts_with(quote) {
            return at + quote.len();
        }
        if character == '\n' && !several_lines {
            return at;
        }
        at += character.len_utf8();
        if character == '\\' {
            at += here[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    here.len()
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, coloured};

    #[test]
    fn words_texts_numbers_and_remarks_are_told_apart() {
        let check = |language: &str, code: &str, expected: &str| {
            let short = coloured(code, language)
                .replace("<span class=\"code-word\">", "W(")
                .replace("<span class=\"code-text\">", "T(")
                .replace("<span class=\"code-number\">", "N(")
                .replace("<span class=\"code-remark\">", "R(")
                .replace("</span>", ")");
            assert_eq!(short, expected, "{language}: {code}");
        };
        check("python", "def f(x2): return 1.5 # it's", "W(def) f(x2): W(return) N(1.5) R(# it&#39;s)");
        check(
            "py",
            "s = '''a\n\"b\"''' + 'c\\'d'",
            "s = T(&#39;&#39;&#39;a\n&#34;b&#34;&#39;&#39;&#39;) + T(&#39;c\\&#39;d&#39;)",
        );
        check("JavaScript", "const a = `b\nc`; /* d\n*/ e", "W(const) a = T(`b\nc`); R(/* d\n*/) e");
        check("sql", "SELECT a FROM b -- c", "W(SELECT) a W(FROM) b R(-- c)");
        check("c", "#include <a.h>\nint x = 'b", "W(#include) &#60;a.h&#62;\nW(int) x = T(&#39;b)");
        check("rust", "fn f<'a>(x: &'a str) {}", "W(fn) f&#60;&#39;a&#62;(x: &#38;&#39;a str) {}");
        check("brainfuck", "<script>", "&#60;script&#62;");
        check("go", "", "");
    }

    #[test]
    fn nothing_is_lost_and_nothing_becomes_markup() {
        let odd = "\"'`#/*<b>\\é\n\"\"\"--1.x \u{1f3db}\\";
        for language in LANGUAGES.iter().flat_map(|language| language.names) {
            let markup = coloured(odd, language);
            let mut text = String::new();
            let mut inside = false;
            for character in markup.chars() {
                match character {
                    '<' => inside = true,
                    '>' => inside = false,
                    _ if !inside => text.push(character),
                    _ => {}
                }
            }
            let text = text.replace("&#60;", "<").replace("&#62;", ">").replace("&#34;", "\"").replace("&#39;", "'");
            assert_eq!(text.replace("&#38;", "&"), odd, "{language}");
        }
    }
}
