//! A figure as a PDF of one page, for LaTeX.
//!
//! PDF 1.4 (ISO 32000-1), uncompressed, its faces embedded as publishers ask; no date and no random
//! identifier, so the same figure gives the same bytes. Words outside WinAnsi are drawn as outlines, with what they say beside
//! them (ISO 32000-1, 14.9.4) for whoever searches or copies.

mod face;
mod script;

use std::fmt::Write as _;

use super::canvas::{Anchor, Dash, Ink, Point, Shape, Stroke, Text, Weight};
use super::metrics::width;
use super::palette::Rgb;
use super::svg::length;
use super::{Breadth, Figure};

/// A circle as four Bézier curves: the control points lie this far along the tangents.
const ROUND: f64 = 0.552_284_749_8;

/// The figure as a PDF document, as wide as one column of a paper or both.
#[must_use]
pub fn pdf(figure: &Figure, breadth: Breadth) -> Vec<u8> {
    let canvas = figure.sheet(breadth);
    let page_wide = 72.0 * breadth.inches();
    let scale = page_wide / canvas.width;
    let mut content = format!("{scale:.5} 0 0 {scale:.5} 0 0 cm\n");
    for shape in &canvas.shapes {
        Pen { out: &mut content, height: canvas.height }.shape(shape);
    }
    let (page_width, page_height) = (length(page_wide), length(canvas.height * scale));
    let used: Vec<Weight> = [Weight::Regular, Weight::Bold].into_iter().filter(|face| uses(figure, *face)).collect();
    let first = 6;
    let names: Vec<String> = used
        .iter()
        .enumerate()
        .map(|(place, weight)| format!("/{} {} 0 R", face::name(*weight), first + place * face::OBJECTS))
        .collect();
    let mut objects: Vec<Vec<u8>> = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page_width} {page_height}] /Contents 4 0 R /Resources << \
             /Font << {} >> >> >>",
            names.join(" ")
        ),
        format!("<< /Length {} >>\nstream\n{content}endstream", content.len()),
        format!("<< /Title {} /Subject {} >>", unicode(&figure.title), unicode(&figure.description)),
    ]
    .into_iter()
    .map(String::into_bytes)
    .collect();
    for weight in used {
        objects.extend(face::objects(weight, objects.len() + 1));
    }
    assembled(&objects)
}

/// Whether any text of a figure has this weight.
fn uses(figure: &Figure, weight: Weight) -> bool {
    let drawn = figure.canvas.shapes.iter().chain(&figure.wide.shapes);
    drawn.into_iter().any(|shape| matches!(shape, Shape::Text(text) if text.weight == weight))
}

/// The characters of a figure that our own face has not: the PDF takes them from a face of the machine that draws it, so that
/// another machine may draw it otherwise, and shows a question mark where there is none.
#[must_use]
pub fn foreign_characters(figure: &Figure) -> Vec<char> {
    let words = figure.canvas.shapes.iter().chain(&figure.wide.shapes).filter_map(|shape| match shape {
        Shape::Text(text) => Some(&text.words),
        Shape::Filled { .. } | Shape::Lines { .. } | Shape::Disc { .. } => None,
    });
    let outside = words.filter(|words| win_ansi(words).is_none());
    let mut foreign: Vec<char> = outside.flat_map(|words| script::foreign(words)).collect();
    foreign.sort_unstable();
    foreign.dedup();
    foreign
}

/// The characters of a figure that no face of this machine can draw; in the PDF a question mark stands for each.
#[must_use]
pub fn missing_characters(figure: &Figure) -> Vec<char> {
    let foreign = foreign_characters(figure);
    script::outlined(&foreign.into_iter().collect::<String>(), 1.0).missing
}

/// Where the title of the document is.
const INFO: usize = 5;

/// Objects one after the other, then the table of where each begins.
fn assembled(objects: &[Vec<u8>]) -> Vec<u8> {
    // The second line marks the file as one that must not be treated as text.
    let mut out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", index + 1).into_bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let table = out.len();
    let size = objects.len() + 1;
    let mut end = format!("xref\n0 {size}\n0000000000 65535 f \n");
    for place in places {
        let _ = writeln!(end, "{place:010} 00000 n ");
    }
    let _ = write!(end, "trailer\n<< /Size {size} /Root 1 0 R /Info {INFO} 0 R >>\nstartxref\n{table}\n%%EOF\n");
    out.extend(end.into_bytes());
    out
}

/// Writes page operators; turns y round, which in PDF runs up.
struct Pen<'a> {
    out: &'a mut String,
    height: f64,
}

impl Pen<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Filled { outline, ink } => {
                self.colour(*ink, "rg");
                self.path(outline);
                self.out.push_str("h f\n");
            }
            Shape::Lines { lines, stroke } => {
                self.stroke(*stroke);
                for line in lines {
                    self.path(line);
                }
                self.out.push_str("S\n");
            }
            Shape::Disc { centre, radius, ink } => {
                self.colour(*ink, "rg");
                self.disc(*centre, *radius);
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn colour(&mut self, ink: Ink, operator: &str) {
        let Rgb(red, green, blue) = match ink {
            Ink::Text => Rgb(0x1a, 0x1a, 0x1a),
            Ink::Faint => Rgb(0x53, 0x53, 0x53),
            Ink::Rule => Rgb(0xd1, 0xd1, 0xd1),
            Ink::Tint => Rgb(0xef, 0xef, 0xef),
            Ink::Colour(colour) => colour,
        };
        let part = |part: u8| length((f64::from(part) / 255.0 * 1000.0).round() / 1000.0);
        let _ = writeln!(self.out, "{} {} {} {operator}", part(red), part(green), part(blue));
    }

    fn stroke(&mut self, stroke: Stroke) {
        self.colour(stroke.ink, "RG");
        let dashes = match stroke.dash {
            Dash::Solid => "[]",
            Dash::Long => "[6 3]",
            Dash::Short => "[1.5 2.5]",
            Dash::Mixed => "[6 2.5 1.5 2.5]",
        };
        let _ = writeln!(self.out, "{} w {dashes} 0 d", length(stroke.width));
    }

    fn path(&mut self, points: &[Point]) {
        for (index, point) in points.iter().enumerate() {
            let operator = if index == 0 { 'm' } else { 'l' };
            let _ = writeln!(self.out, "{} {} {operator}", length(point.x), length(self.height - point.y));
        }
    }

    fn disc(&mut self, centre: Point, radius: f64) {
        let at = |pen: &Self, x: f64, y: f64| {
            format!("{} {}", length(centre.x + x * radius), length(pen.height - centre.y + y * radius))
        };
        let mut curves = format!("{} m\n", at(self, 1.0, 0.0));
        // A quarter turn at a time: from (c, s), the next corner is (−s, c).
        let (mut c, mut s) = (1.0, 0.0);
        for _ in 0..4 {
            let (next_c, next_s) = (-s, c);
            let leaving = at(self, c + ROUND * next_c, s + ROUND * next_s);
            let arriving = at(self, next_c + ROUND * c, next_s + ROUND * s);
            let _ = writeln!(curves, "{leaving} {arriving} {} c", at(self, next_c, next_s));
            (c, s) = (next_c, next_s);
        }
        self.out.push_str(&curves);
        self.out.push_str("f\n");
    }

    fn text(&mut self, text: &Text) {
        let start = |wide: f64| match text.anchor {
            Anchor::Start => text.at.x,
            Anchor::Middle => text.at.x - wide / 2.0,
            Anchor::End => text.at.x - wide,
        };
        self.colour(text.ink, "rg");
        let y = length(self.height - text.at.y);
        if let Some(words) = win_ansi(&text.words) {
            let (x, size) = (length(start(width(&text.words, text.size, text.weight))), length(text.size));
            let _ = writeln!(self.out, "BT /{} {size} Tf {x} {y} Td ({words}) Tj ET", face::name(text.weight));
            return;
        }
        let drawn = script::outlined(&text.words, text.size);
        let x = length(start(drawn.width));
        let said = unicode(&text.words);
        // Programs look for words where letters are set: one that is not painted, as wide as the line, stands for them all.
        let (size, letter) = (length(text.size), width("x", text.size, Weight::Regular));
        let (face, stretched) = (face::name(text.weight), length(100.0 * drawn.width / letter));
        let _ = writeln!(
            self.out,
            "/Span << /ActualText {said} >> BDC q 1 0 0 1 {x} {y} cm\n{}f\n\
             BT 3 Tr /{face} {size} Tf {stretched} Tz 0 0 Td (x) Tj ET Q EMC",
            drawn.path
        );
    }
}

/// A literal string in WinAnsi, everything beyond ASCII in octal; nothing where it has characters that WinAnsi has not.
fn win_ansi(words: &str) -> Option<String> {
    let mut out = String::new();
    for c in words.chars().filter(|c| !c.is_control()) {
        let code: u8 = match c {
            '(' | ')' | '\\' => {
                out.push('\\');
                c as u8
            }
            ' '..='~' => c as u8,
            '\u{a0}'..='\u{ff}' => c as u32 as u8,
            '−' | '–' => 0x96,
            '—' => 0x97,
            '…' => 0x85,
            '‘' => 0x91,
            '’' => 0x92,
            '“' => 0x93,
            '”' => 0x94,
            '•' => 0x95,
            '€' => 0x80,
            _ => return None,
        };
        if code.is_ascii() {
            out.push(char::from(code));
        } else {
            let _ = write!(out, "\\{code:03o}");
        }
    }
    Some(out)
}

/// A text string of the document's information, as UTF-16 with a byte-order mark.
fn unicode(words: &str) -> String {
    let mut out = String::from("<FEFF");
    for pair in words.encode_utf16() {
        let _ = write!(out, "{pair:04X}");
    }
    out.push('>');
    out
}

#[cfg(test)]
mod tests {
    use super::{assembled, win_ansi};

    #[test]
    fn every_object_begins_where_the_table_says() {
        let bytes = assembled(&[b"<< /A 1 >>".to_vec(), b"<< /B (two) >>".to_vec()]);
        // One character for each byte, so that places in the text are places in the file.
        let text: String = bytes.into_iter().map(char::from).map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let table: usize = text.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
        assert!(text[table..].starts_with("xref\n0 3\n"));
        let places = text[table..].lines().filter(|line| line.ends_with(" n "));
        for (index, line) in places.enumerate() {
            let place: usize = line[..10].parse().unwrap();
            assert!(text[place..].starts_with(&format!("{} 0 obj\n", index + 1)));
        }
    }

    #[test]
    fn text_cannot_leave_its_string() {
        assert_eq!(win_ansi("a (b) \\ – é").as_deref(), Some("a \\(b\\) \\\\ \\226 \\351"));
        assert_eq!(win_ansi("漢"), None);
    }
}
