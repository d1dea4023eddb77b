//! A figure as SVG: attributes only, real text, title and description for those who cannot see it.

use std::fmt::Write as _;

use super::Figure;
use super::canvas::{Anchor, Dash, Ink, Point, Shape, Stroke, Text, Weight};
use super::palette::Rgb;

/// Where the drawing will stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Inside a page, whose text colour it takes, light or dark.
    Inline,
    /// A file of its own, dark on white.
    File,
}

/// The figure as an SVG document. The same figure gives the same bytes.
#[must_use]
pub fn svg(figure: &Figure, setting: Setting) -> String {
    let canvas = &figure.canvas;
    let (width, height) = (length(canvas.width), length(canvas.height));
    let id = &figure.id;
    let mut out = String::new();
    let colour = match setting {
        Setting::Inline => "",
        Setting::File => " color=\"#1a1a1a\"",
    };
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" viewBox=\"0 0 {width} \
         {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" font-family=\"Helvetica, Arial, \
         sans-serif\"{colour}>\n<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n",
        escaped(&figure.title),
        escaped(&figure.description)
    );
    if setting == Setting::File {
        let _ = writeln!(out, "<path d=\"M0 0H{width}V{height}H0Z\" fill=\"#ffffff\"/>");
    }
    for shape in &canvas.shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Filled { outline, ink } => {
            let _ = writeln!(out, "<path d=\"{}Z\" {}/>", path(outline), paint("fill", *ink));
        }
        Shape::Lines { lines, stroke } => {
            let d: String = lines.iter().map(|line| path(line)).collect();
            let _ = writeln!(
                out,
                "<path d=\"{d}\" fill=\"none\" {} stroke-width=\"{}\"{}/>",
                paint("stroke", stroke.ink),
                length(stroke.width),
                dashes(*stroke)
            );
        }
        Shape::Disc { centre, radius, ink } => {
            let (x, y, r) = (length(centre.x), length(centre.y), length(*radius));
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {}/>", paint("fill", *ink));
        }
        Shape::Text(text) => write_text(out, text),
    }
}

fn write_text(out: &mut String, text: &Text) {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = match text.weight {
        Weight::Regular => "",
        Weight::Bold => " font-weight=\"bold\"",
    };
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight} {}>{}</text>",
        length(text.at.x),
        length(text.at.y),
        length(text.size),
        paint("fill", text.ink),
        escaped(&text.words)
    );
}

fn path(points: &[Point]) -> String {
    let mut d = String::new();
    for (index, point) in points.iter().enumerate() {
        let _ = write!(d, "{}{} {}", if index == 0 { 'M' } else { 'L' }, length(point.x), length(point.y));
    }
    d
}

fn paint(attribute: &str, ink: Ink) -> String {
    match ink {
        Ink::Text => format!("{attribute}=\"currentColor\""),
        Ink::Faint => format!("{attribute}=\"currentColor\" {attribute}-opacity=\"0.75\""),
        Ink::Rule => format!("{attribute}=\"currentColor\" {attribute}-opacity=\"0.2\""),
        Ink::Colour(Rgb(red, green, blue)) => format!("{attribute}=\"#{red:02x}{green:02x}{blue:02x}\""),
    }
}

fn dashes(stroke: Stroke) -> &'static str {
    match stroke.dash {
        Dash::Solid => "",
        Dash::Long => " stroke-dasharray=\"6 3\"",
        Dash::Short => " stroke-dasharray=\"1.5 2.5\"",
        Dash::Mixed => " stroke-dasharray=\"6 2.5 1.5 2.5\"",
    }
}

/// At most two decimals, no trailing zeros, no minus zero.
pub(super) fn length(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_control());
    kept.fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
        out
    })
}
