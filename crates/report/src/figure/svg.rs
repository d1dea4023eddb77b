//! A figure as SVG: attributes only, real text, title and description for those who cannot see it.

use std::fmt::Write as _;

use super::canvas::{Anchor, BODY, Dash, Ink, Point, Shape, Stroke, Text, Weight};
use super::palette::Rgb;
use super::{Breadth, Figure};

/// Where the drawing will stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Inside a page, whose text colour it takes, light or dark.
    Inline,
    /// A file of its own, dark on white, so wide.
    File(Breadth),
}

/// The figure as an SVG document. The same figure gives the same bytes.
#[must_use]
pub fn svg(figure: &Figure, setting: Setting) -> String {
    let breadth = match setting {
        Setting::Inline => Breadth::Column,
        Setting::File(breadth) => breadth,
    };
    let canvas = figure.sheet(breadth);
    let (width, height) = (length(canvas.width), length(canvas.height));
    let scale = 72.0 * breadth.inches() / canvas.width;
    let size = match setting {
        Setting::Inline => [width.clone(), height.clone()],
        Setting::File(_) => [canvas.width, canvas.height].map(|it| length(it * scale)),
    };
    let id = &figure.id;
    let mut out = String::new();
    // A page knows what an SVG is.
    let (space, colour) = match setting {
        Setting::Inline => ("", ""),
        Setting::File(_) => (" xmlns=\"http://www.w3.org/2000/svg\"", " color=\"#1a1a1a\""),
    };
    let _ = write!(
        out,
        "<svg{space} width=\"{}pt\" height=\"{}pt\" viewBox=\"0 0 {width} \
         {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" font-family=\"Helvetica, Arial, \
         sans-serif\" font-size=\"{BODY}\" fill=\"currentColor\"{colour}>\n<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n",
        size[0],
        size[1],
        escaped(&figure.title),
        escaped(&figure.description)
    );
    if setting != Setting::Inline {
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
            let _ = writeln!(out, "<path d=\"{}Z\"{}/>", path([outline.as_slice()]), fill_attribute(*ink));
        }
        Shape::Lines { lines, stroke } => {
            // A straight line has no inside.
            let hollow = if lines.iter().any(|line| line.len() > 2) { " fill=\"none\"" } else { "" };
            let _ = writeln!(
                out,
                "<path d=\"{}\"{hollow}{} stroke-width=\"{}\"{}/>",
                path(lines.iter().map(Vec::as_slice)),
                paint("stroke", stroke.ink),
                short(stroke.width),
                dashes(*stroke)
            );
        }
        Shape::Disc { centre, radius, ink } => {
            let (x, y, r) = (short(centre.x), short(centre.y), short(*radius));
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{}/>", fill_attribute(*ink));
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
    let size = if is_same(text.size, BODY) { String::new() } else { format!(" font-size=\"{}\"", short(text.size)) };
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\"{size}{anchor}{weight}{}>{}</text>",
        short(text.at.x),
        short(text.at.y),
        fill_attribute(text.ink),
        escaped(&text.words)
    );
}

/// Lines from point to point, each written by how far it is from the one before, in tenths of a point: a drawing is mostly
/// small steps.
fn path<'a>(lines: impl IntoIterator<Item = &'a [Point]>) -> String {
    let mut d = String::new();
    let (mut x, mut y) = (0, 0);
    for (index, point) in lines.into_iter().flat_map(|line| line.iter().enumerate()) {
        let (to_x, to_y) = (tenths(point.x), tenths(point.y));
        let (dx, dy) = (to_x - x, to_y - y);
        match index {
            0 if d.is_empty() => d += &format!("M{}", pair(dx, dy)),
            0 => d += &format!("m{}", pair(dx, dy)),
            _ if dy == 0 => d += &format!("h{}", decimal(dx)),
            _ if dx == 0 => d += &format!("v{}", decimal(dy)),
            _ => d += &format!("l{}", pair(dx, dy)),
        }
        (x, y) = (to_x, to_y);
    }
    d
}

fn tenths(value: f64) -> i64 {
    (value * 10.0).round() as i64
}

/// Tenths as a number without anything that can be left out: `12.3`, `12`, `-.5`.
fn decimal(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, rest) => format!("{sign}.{rest}"),
        (whole, rest) => format!("{sign}{whole}.{rest}"),
    }
}

/// Two of them; a sign divides them as well as a space.
fn pair(x: i64, y: i64) -> String {
    let between = if y < 0 { "" } else { " " };
    format!("{}{between}{}", decimal(x), decimal(y))
}

fn short(value: f64) -> String {
    decimal(tenths(value))
}

fn is_same(a: f64, b: f64) -> bool {
    tenths(a) == tenths(b)
}

/// What a shape is filled with; text is the rule, and is not said.
fn fill_attribute(ink: Ink) -> String {
    if ink == Ink::Text { String::new() } else { paint("fill", ink) }
}

fn paint(attribute: &str, ink: Ink) -> String {
    match ink {
        Ink::Text => format!(" {attribute}=\"currentColor\""),
        Ink::Faint if attribute == "fill" => " fill-opacity=\".75\"".to_owned(),
        Ink::Faint => format!(" {attribute}=\"currentColor\" {attribute}-opacity=\".75\""),
        Ink::Rule if attribute == "fill" => " fill-opacity=\".2\"".to_owned(),
        Ink::Rule => format!(" {attribute}=\"currentColor\" {attribute}-opacity=\".2\""),
        Ink::Tint => format!(" {attribute}=\"currentColor\" {attribute}-opacity=\".055\""),
        Ink::Colour(Rgb(red, green, blue)) => format!(" {attribute}=\"#{red:02x}{green:02x}{blue:02x}\""),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_in_steps_that_do_not_drift() {
        let points = |points: &[(f64, f64)]| points.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>();
        let rectangle = points(&[(60.0, 9.0), (75.04, 9.0), (75.04, 18.0), (60.0, 18.0)]);
        assert_eq!(path([rectangle.as_slice()]), "M60 9h15v9h-15");
        let hatching = [points(&[(0.0, 5.0), (5.0, 0.0)]), points(&[(0.5, 11.0), (11.0, 0.5)])];
        assert_eq!(path(hatching.iter().map(Vec::as_slice)), "M0 5l5-5m-4.5 11l10.5-10.5");
        // A hundred steps of a third of a tenth end where they should.
        let slow = points(&(0..=100).map(|step| (f64::from(step) / 30.0, 0.0)).collect::<Vec<_>>());
        let end: f64 = path([slow.as_slice()]).split('h').skip(1).map(|step| step.parse::<f64>().unwrap()).sum();
        assert!((end - 3.3).abs() < 1e-9, "{end}");
    }
}
