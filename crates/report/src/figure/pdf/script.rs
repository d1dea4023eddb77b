//! Words in any script, as outlines: shaped by rustybuzz, so that Arabic joins and marks stand where they belong. Latin, Greek and
//! Cyrillic come from a face of our own; of other scripts the first face of this machine that has the character is taken.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use fontdb::{Database, ID};
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, Face, UnicodeBuffer, shape};

/// All of Latin, Greek and Cyrillic from Liberation Sans, under the SIL Open Font License; see `assets/fonts`.
const EUROPEAN: &[u8] = include_bytes!("../../../assets/fonts/figure-sans-european.ttf");

/// A line of words as a path in points, y upwards, beginning at 0.
pub(super) struct Outlined {
    /// Operators of a page.
    pub(super) path: String,
    pub(super) width: f64,
    /// Characters that no face has.
    pub(super) missing: Vec<char>,
}

/// Words of one face.
struct Run {
    face: Source,
    words: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Own,
    Machine(ID),
}

/// The words at a size.
pub(super) fn outlined(words: &str, size: f64) -> Outlined {
    let mut missing = Vec::new();
    let mut runs: Vec<Run> = Vec::new();
    for c in words.chars().filter(|c| !c.is_control()) {
        let last = runs.last().map(|run| run.face);
        let (face, c) = match last.filter(|face| has(*face, c)).or_else(|| find(c)) {
            Some(face) => (face, c),
            None => {
                missing.push(c);
                (Source::Own, '?')
            }
        };
        match runs.last_mut() {
            Some(run) if run.face == face => run.words.push(c),
            _ => runs.push(Run { face, words: c.to_string() }),
        }
    }
    let mut pen = Pen { path: String::new(), x: 0.0, y: 0.0, scale: 1.0, at: (0.0, 0.0) };
    let mut shaped: Vec<_> = runs.iter().map(|run| (run.face, shaped(run))).collect();
    // A line that begins from the right has its runs from the right.
    if shaped.iter().find_map(|(_, it)| it.as_ref()).is_some_and(|it| it.0 == Direction::RightToLeft) {
        shaped.reverse();
    }
    for (face, glyphs) in shaped.iter().filter_map(|(face, it)| Some((*face, &it.as_ref()?.1))) {
        with_face(face, |face| {
            pen.scale = size / f64::from(face.units_per_em());
            for (info, place) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
                let drawn = (pen.x, pen.y);
                pen.x += f64::from(place.x_offset) * pen.scale;
                pen.y += f64::from(place.y_offset) * pen.scale;
                if let Ok(glyph) = u16::try_from(info.glyph_id) {
                    face.outline_glyph(GlyphId(glyph), &mut pen);
                }
                (pen.x, pen.y) = (drawn.0 + f64::from(place.x_advance) * pen.scale, drawn.1);
            }
        });
    }
    Outlined { path: pen.path, width: pen.x, missing }
}

fn shaped(run: &Run) -> Option<(Direction, rustybuzz::GlyphBuffer)> {
    with_face(run.face, |face| {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&run.words);
        buffer.guess_segment_properties();
        (buffer.direction(), shape(face, &[], buffer))
    })
}

fn has(face: Source, c: char) -> bool {
    with_face(face, |face| face.glyph_index(c).is_some()).unwrap_or(false)
}

/// The face that has a character: ours, or else the first of this machine by name, upright ones without serifs before others.
fn find(c: char) -> Option<Source> {
    static FOUND: Mutex<BTreeMap<char, Option<Source>>> = Mutex::new(BTreeMap::new());
    if has(Source::Own, c) {
        return Some(Source::Own);
    }
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let search = || machine().1.iter().map(|id| Source::Machine(*id)).find(|face| has(*face, c));
    *found.entry(c).or_insert_with(search)
}

fn with_face<T>(face: Source, then: impl FnOnce(&Face<'_>) -> T) -> Option<T> {
    match face {
        Source::Own => Face::from_slice(EUROPEAN, 0).map(|face| then(&face)),
        Source::Machine(id) => machine()
            .0
            .with_face_data(id, |bytes, index| Face::from_slice(bytes, index).map(|face| then(&face)))
            .flatten(),
    }
}

/// The faces of this machine, and the order in which they are asked.
fn machine() -> &'static (Database, Vec<ID>) {
    static FACES: OnceLock<(Database, Vec<ID>)> = OnceLock::new();
    FACES.get_or_init(|| {
        let mut faces = Database::new();
        faces.load_system_fonts();
        let mut order: Vec<_> = faces
            .faces()
            .map(|face| {
                let name = face.post_script_name.clone();
                let upright = face.style == fontdb::Style::Normal;
                let usual = face.weight == fontdb::Weight::NORMAL && face.stretch == fontdb::Stretch::Normal;
                ((!upright, !usual, face.monospaced, !name.contains("Sans"), name), face.id)
            })
            .collect();
        order.sort_by(|a, b| a.0.cmp(&b.0));
        let order = order.into_iter().map(|(_, id)| id).collect();
        (faces, order)
    })
}

/// Writes outlines as page operators; a quadratic curve becomes a cubic one.
struct Pen {
    path: String,
    x: f64,
    y: f64,
    scale: f64,
    /// Where the last operator ended, in units of the face.
    at: (f64, f64),
}

impl Pen {
    fn point(&self, (x, y): (f64, f64)) -> String {
        format!("{:.2} {:.2}", self.x + x * self.scale, self.y + y * self.scale)
    }

    fn add(&mut self, points: &[(f64, f64)], operator: char) {
        for point in points {
            self.path += &self.point(*point);
            self.path.push(' ');
        }
        self.path.push(operator);
        self.path.push('\n');
        self.at = points.last().copied().unwrap_or(self.at);
    }
}

fn wide(x: f32, y: f32) -> (f64, f64) {
    (f64::from(x), f64::from(y))
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add(&[wide(x, y)], 'm');
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(&[wide(x, y)], 'l');
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (start, control, end) = (self.at, wide(x1, y1), wide(x, y));
        let towards =
            |from: (f64, f64)| (from.0 + (control.0 - from.0) * 2.0 / 3.0, from.1 + (control.1 - from.1) * 2.0 / 3.0);
        self.add(&[towards(start), towards(end), end], 'c');
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add(&[wide(x1, y1), wide(x2, y2), wide(x, y)], 'c');
    }

    fn close(&mut self) {
        self.path.push_str("h\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greek_and_cyrillic_are_drawn_wherever_it_runs() {
        for words in ["τ² 0.28", "Ясность", "ρ"] {
            let drawn = outlined(words, 10.0);
            assert!(drawn.missing.is_empty() && drawn.path.contains(" c\n") && drawn.width > 3.0, "{words}");
        }
        // As wide as Liberation Sans says, 2048 units to the square: τ has 809.
        assert!((outlined("τ", 10.0).width - 809.0 / 204.8).abs() < 1e-9, "{}", outlined("τ", 10.0).width);
    }

    #[test]
    fn what_no_face_has_is_named() {
        let drawn = outlined("a\u{10fffd}", 10.0);
        assert_eq!(drawn.missing, ['\u{10fffd}']);
        assert!(drawn.path.contains('m'));
    }
}
