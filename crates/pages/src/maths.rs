//! Formulas as MathML, which browsers set and screen readers speak by themselves.

use std::collections::HashSet;

use ammonia::Builder;
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser, Storage, push_mathml};
use study::Rendering;
use study::formula::{Formula, FormulaStyle, formulas};

use crate::safe::escaped;

/// Stand around the number of a formula while the text around it is made into markup. Private characters mean nothing there.
const PLACE: (char, char) = ('\u{e000}', '\u{e001}');

/// A text with its formulas taken out.
pub(crate) struct FormulaText {
    /// The text, with a place where each formula stood.
    pub(crate) text: String,
    formulas: Vec<Formula>,
}

impl FormulaText {
    pub(crate) fn from(text: &str) -> FormulaText {
        let formulas = formulas(text);
        let mut lifted = String::with_capacity(text.len());
        let mut from = 0;
        for (number, formula) in formulas.iter().enumerate() {
            lifted.push_str(&without_places(&text[from..formula.range.start]));
            lifted.push_str(&format!("{}{number}{}", PLACE.0, PLACE.1));
            from = formula.range.end;
        }
        lifted.push_str(&without_places(&text[from..]));
        FormulaText { text: lifted, formulas }
    }

    /// Puts the formulas back as LaTeX, where there can be no markup.
    pub(crate) fn restore_latex(&self, text: &str) -> String {
        let mut whole = text.to_owned();
        for (number, formula) in self.formulas.iter().enumerate() {
            whole = whole.replace(&format!("{}{number}{}", PLACE.0, PLACE.1), &formula.latex);
        }
        whole
    }

    /// Puts the formulas back into what became of the text. Inside a tag, as in the words of a picture, only LaTeX can stand.
    pub(crate) fn restore_formulas(&self, markup: &str) -> String {
        let mut whole = String::with_capacity(markup.len());
        let (mut in_tag, mut in_quotes) = (false, false);
        let mut rest = markup.chars();
        while let Some(character) = rest.next() {
            match character {
                '<' if !in_tag => in_tag = true,
                '>' if in_tag && !in_quotes => in_tag = false,
                '"' if in_tag => in_quotes = !in_quotes,
                _ => {}
            }
            if character != PLACE.0 {
                whole.push(character);
                continue;
            }
            let number: String = rest.by_ref().take_while(|digit| *digit != PLACE.1).collect();
            let Some(formula) = number.parse().ok().and_then(|number: usize| self.formulas.get(number)) else {
                continue;
            };
            whole.push_str(&if in_tag { escaped(&formula.latex) } else { mathml(formula) });
        }
        whole
    }
}

fn without_places(text: &str) -> String {
    text.replace([PLACE.0, PLACE.1], "")
}

/// Plain text as safe markup, with its formulas set where the study has any.
pub(crate) fn set(text: &str, rendering: &Rendering) -> String {
    if rendering.maths { text_with_formulas(text) } else { escaped(text) }
}

/// Plain text as safe markup, with its formulas set.
pub(crate) fn text_with_formulas(text: &str) -> String {
    let lifted = FormulaText::from(text);
    lifted.restore_formulas(&escaped(&lifted.text))
}

/// A formula as MathML; as it is written where it cannot be set.
fn mathml(formula: &Formula) -> String {
    let as_written = || format!("<code>{}</code>", escaped(&formula.latex));
    if formula.problem().is_some() {
        return as_written();
    }
    let display_mode = match formula.style {
        FormulaStyle::Inline => DisplayMode::Inline,
        FormulaStyle::Display => DisplayMode::Block,
    };
    let storage = Storage::new();
    let mut made = String::new();
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    match push_mathml(&mut made, Parser::new(&formula.latex, &storage), config) {
        Ok(()) => clean(&made),
        Err(_) => as_written(),
    }
}

/// What a formula may be made of, and nothing that a text could smuggle in.
fn clean(made: &str) -> String {
    const TAGS: [&str; 27] = [
        "math",
        "mi",
        "mn",
        "mo",
        "ms",
        "mtext",
        "mspace",
        "mrow",
        "mfrac",
        "msqrt",
        "mroot",
        "mstyle",
        "merror",
        "mpadded",
        "mphantom",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mmultiscripts",
        "mprescripts",
        "mtable",
        "mtr",
        "mtd",
        "none",
    ];
    const ATTRIBUTES: [&str; 24] = [
        "display",
        "displaystyle",
        "scriptlevel",
        "mathvariant",
        "stretchy",
        "fence",
        "form",
        "accent",
        "accentunder",
        "lspace",
        "rspace",
        "width",
        "height",
        "depth",
        "voffset",
        "linethickness",
        "movablelimits",
        "symmetric",
        "minsize",
        "maxsize",
        "separator",
        "largeop",
        "columnspan",
        "rowspan",
    ];
    Builder::empty().tags(HashSet::from(TAGS)).generic_attributes(HashSet::from(ATTRIBUTES)).clean(made).to_string()
}

#[cfg(test)]
mod tests {
    use super::{FormulaText, text_with_formulas};

    #[test]
    fn a_formula_is_mathml_and_what_cannot_be_set_stays_as_written() {
        let set = text_with_formulas("Half of <b>: $\\frac{1}{2}$.");
        assert!(set.starts_with("Half of &#60;b&#62;: <math display=\"inline\">"), "{set}");
        assert!(
            set.contains("<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>") && set.ends_with("</math>."),
            "{set}"
        );
        assert_eq!(text_with_formulas("$\\frac{1}{2$ for $5"), "<code>\\frac{1}{2</code> for $5");
        assert!(text_with_formulas("$$x \\le y$$").contains("display=\"block\""));
    }

    #[test]
    fn nothing_that_could_act_comes_in_by_a_formula() {
        for text in [
            "$\\text{<script>alert(1)</script>}$",
            "$\\text{\" onload=\"x}$",
            "$\\href{javascript:alert(1)}{x}$",
            "$\\color{red;background:url(x)}{x}$",
            "\u{e000}0\u{e001} $x$",
        ] {
            let set = text_with_formulas(text);
            let tags = || set.split('<').skip(1).filter_map(|tag| tag.split('>').next());
            for bad in ["script", "a ", "style=", " onload=", "href="] {
                assert!(tags().all(|tag| !tag.contains(bad)), "{text} gives {set}");
            }
        }
        let lifted = FormulaText::from("$\\text{\" onerror=\"x}$");
        let put = lifted.restore_formulas(&format!("<img alt=\"a > {0}\">{0}", lifted.text));
        assert!(put.starts_with("<img alt=\"a > \\text{&#34; onerror=&#34;x}\"><math"), "{put}");
    }
}
