//! A figure as a PDF of one page, for LaTeX.
//!
//! PDF 1.4 (ISO 32000-1), uncompressed, its faces embedded as publishers ask; no date and no random
//! identifier, so the same figure gives the same bytes. Words outside WinAnsi are drawn as outlines, with what they say beside
//! them (ISO 32000-1, 14.9.4) for whoever searches or copies.

mod face;
mod script;

use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};

use super::canvas::{Anchor, Dash, Ink, Point, Shape, Stroke, Text, Weight};
use super::metrics::width;
use super::palette::Rgb;
use super::{Breadth, Figure};
use script::Segment;

/// A circle as four Bézier curves: the control points lie this far along the tangents.
const ROUND: f64 = 0.552_284_749_8;

/// The figure as a PDF document, as wide as one column of a paper or both.
#[must_use]
pub fn pdf(figure: &Figure, breadth: Breadth) -> Vec<u8> {
    let canvas = figure.sheet(breadth);
    let page_width = 72.0 * breadth.inches();
    let scale = page_width / canvas.width;
    let mut pen = Pen { content: Content::new(), height: canvas.height };
    pen.content.transform([scale as f32, 0.0, 0.0, scale as f32, 0.0, 0.0]);
    for shape in &canvas.shapes {
        pen.draw(shape);
    }

    let [catalog, pages, page, content, info, first_face] = [1, 2, 3, 4, 5, 6].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.set_version(1, 4);
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    pdf.document_info(info).title(TextStr(&figure.title)).subject(TextStr(&figure.description));
    pdf.stream(content, &pen.content.finish());
    let used = [Weight::Regular, Weight::Bold].into_iter().filter(|weight| uses(figure, *weight));
    let faces: Vec<(Weight, Ref)> =
        used.zip((first_face.get()..).step_by(face::OBJECTS)).map(|(weight, at)| (weight, Ref::new(at))).collect();
    for (weight, at) in &faces {
        face::embed(&mut pdf, *weight, *at);
    }
    let mut sheet = pdf.page(page);
    sheet.parent(pages).contents(content);
    sheet.media_box(Rect::new(0.0, 0.0, hundredths(page_width), hundredths(canvas.height * scale)));
    sheet.resources().fonts().pairs(faces.iter().map(|(weight, at)| (face::name(*weight), *at)));
    sheet.finish();
    pdf.finish()
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
    script::outline_text(&foreign.into_iter().collect::<String>(), 1.0).missing
}

/// A hundredth of a point is less than anyone can see or print.
fn hundredths(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

/// Draws on the page; turns y round, which in PDF runs up.
struct Pen {
    content: Content,
    height: f64,
}

impl Pen {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Filled { outline, ink } => {
                self.fill_with(*ink);
                self.path(outline);
                self.content.close_path().fill_nonzero();
            }
            Shape::Lines { lines, stroke } => {
                self.stroke_with(*stroke);
                for line in lines {
                    self.path(line);
                }
                self.content.stroke();
            }
            Shape::Disc { centre, radius, ink } => {
                self.fill_with(*ink);
                self.disc(*centre, *radius);
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn fill_with(&mut self, ink: Ink) {
        let [red, green, blue] = components(ink);
        self.content.set_fill_rgb(red, green, blue);
    }

    fn stroke_with(&mut self, stroke: Stroke) {
        let [red, green, blue] = components(stroke.ink);
        let dashes: &[f32] = match stroke.dash {
            Dash::Solid => &[],
            Dash::Long => &[6.0, 3.0],
            Dash::Short => &[1.5, 2.5],
            Dash::Mixed => &[6.0, 2.5, 1.5, 2.5],
        };
        self.content.set_stroke_rgb(red, green, blue).set_line_width(hundredths(stroke.width));
        self.content.set_dash_pattern(dashes.iter().copied(), 0.0);
    }

    fn path(&mut self, points: &[Point]) {
        for (index, point) in points.iter().enumerate() {
            let (x, y) = (hundredths(point.x), hundredths(self.height - point.y));
            if index == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
    }

    fn disc(&mut self, centre: Point, radius: f64) {
        let up = self.height - centre.y;
        let at = |x: f64, y: f64| [hundredths(centre.x + x * radius), hundredths(up + y * radius)];
        let [x, y] = at(1.0, 0.0);
        self.content.move_to(x, y);
        // A quarter turn at a time: from (c, s), the next corner is (−s, c).
        let (mut c, mut s) = (1.0, 0.0);
        for _ in 0..4 {
            let (next_c, next_s) = (-s, c);
            let [x1, y1] = at(c + ROUND * next_c, s + ROUND * next_s);
            let [x2, y2] = at(next_c + ROUND * c, next_s + ROUND * s);
            let [x, y] = at(next_c, next_s);
            self.content.cubic_to(x1, y1, x2, y2, x, y);
            (c, s) = (next_c, next_s);
        }
        self.content.fill_nonzero();
    }

    fn text(&mut self, text: &Text) {
        let start = |wide: f64| {
            hundredths(match text.anchor {
                Anchor::Start => text.at.x,
                Anchor::Middle => text.at.x - wide / 2.0,
                Anchor::End => text.at.x - wide,
            })
        };
        self.fill_with(text.ink);
        let (y, size, face) = (hundredths(self.height - text.at.y), hundredths(text.size), face::name(text.weight));
        let content = &mut self.content;
        if let Some(words) = win_ansi(&text.words) {
            let x = start(width(&text.words, text.size, text.weight));
            content.begin_text().set_font(face, size).next_line(x, y).show(Str(&words)).end_text();
            return;
        }
        let drawn = script::outline_text(&text.words, text.size);
        content.begin_marked_content_with_properties(Name(b"Span")).properties().actual_text(TextStr(&text.words));
        content.save_state().transform([1.0, 0.0, 0.0, 1.0, start(drawn.width), y]);
        for segment in &drawn.path {
            match segment.map(hundredths) {
                Segment::Move([x, y]) => content.move_to(x, y),
                Segment::Line([x, y]) => content.line_to(x, y),
                Segment::Curve([[x1, y1], [x2, y2], [x, y]]) => content.cubic_to(x1, y1, x2, y2, x, y),
                Segment::Close => content.close_path(),
            };
        }
        content.fill_nonzero();
        // Programs look for words where letters are set: one that is not painted, as wide as the line, stands for them all.
        let letter = width("x", text.size, Weight::Regular);
        content.begin_text().set_text_rendering_mode(TextRenderingMode::Invisible).set_font(face, size);
        content.set_horizontal_scaling(hundredths(100.0 * drawn.width / letter)).show(Str(b"x")).end_text();
        content.restore_state().end_marked_content();
    }
}

/// Red, green and blue from 0 to 1.
fn components(ink: Ink) -> [f32; 3] {
    let Rgb(red, green, blue) = match ink {
        Ink::Text => Rgb(0x1a, 0x1a, 0x1a),
        Ink::Faint => Rgb(0x53, 0x53, 0x53),
        Ink::Rule => Rgb(0xd1, 0xd1, 0xd1),
        Ink::Tint => Rgb(0xef, 0xef, 0xef),
        Ink::Colour(colour) => colour,
    };
    [red, green, blue].map(|part| (f32::from(part) / 255.0 * 1000.0).round() / 1000.0)
}

/// The words in WinAnsi; nothing where they have characters that WinAnsi has not.
fn win_ansi(words: &str) -> Option<Vec<u8>> {
    let code = |c: char| {
        Some(match c {
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
        })
    };
    words.chars().filter(|c| !c.is_control()).map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::win_ansi;

    #[test]
    fn words_are_in_win_ansi_or_not_at_all() {
        assert_eq!(win_ansi("(b) – é").as_deref(), Some(&b"(b) \x96 \xe9"[..]));
        assert_eq!(win_ansi("漢"), None);
    }
}
