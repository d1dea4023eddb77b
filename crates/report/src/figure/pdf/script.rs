//! Words in any script, as outlines: shaped by rustybuzz, so that Arabic joins and marks stand where they belong, and laid out by the
//! Unicode bidirectional algorithm, so that a Latin name in a Hebrew one is not turned round. Latin, Greek and Cyrillic come from a
//! face of our own; of other scripts the first face of this machine that can draw the character is taken.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use fontdb::{Database, ID};
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, Face, GlyphBuffer, UnicodeBuffer, shape};
use unicode_bidi::{BidiInfo, Level};
use unicode_script::{Script, UnicodeScript as _};

/// All of Latin, Greek and Cyrillic from Liberation Sans, under the SIL Open Font License; see `assets/fonts`.
const EUROPEAN: &[u8] = include_bytes!("../../../assets/fonts/figure-sans-european.ttf");

/// A line of words as a path in points, y upwards, beginning at 0.
pub(super) struct TextOutline {
    pub(super) path: Vec<Segment>,
    pub(super) width: f64,
    /// Characters that no face can draw.
    pub(super) missing: Vec<char>,
}

/// One step of a path; curves are cubic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Segment<T = f64> {
    Move([T; 2]),
    Line([T; 2]),
    Curve([[T; 2]; 3]),
    Close,
}

impl Segment {
    pub(super) fn map<T>(self, change: impl Fn(f64) -> T) -> Segment<T> {
        match self {
            Self::Move(point) => Segment::Move(point.map(change)),
            Self::Line(point) => Segment::Line(point.map(change)),
            Self::Curve(points) => Segment::Curve(points.map(|point| point.map(&change))),
            Self::Close => Segment::Close,
        }
    }
}

/// Words of one face, one script and one direction.
struct Run {
    face: Source,
    script: Script,
    level: Level,
    words: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Own,
    Machine(ID),
}

/// The characters that our own face has not.
pub(super) fn foreign(words: &str) -> impl Iterator<Item = char> {
    words.chars().filter(|c| !c.is_control() && !joins(*c) && !can_draw(Source::Own, *c))
}

/// The words at a size.
pub(super) fn outline_text(words: &str, size: f64) -> TextOutline {
    let words: String = words.chars().filter(|c| !c.is_control()).collect();
    let (runs, missing) = runs(&words);
    let mut pen = Pen { path: Vec::new(), x: 0.0, y: 0.0, scale: 1.0, at: [0.0, 0.0] };
    // Runs stand in the order of reading; on the page, those from the right stand the other way round.
    let levels: Vec<Level> = runs.iter().map(|run| run.level).collect();
    for run in BidiInfo::reorder_visual(&levels).into_iter().map(|index| &runs[index]) {
        with_face(run.face, |face| {
            let glyphs = shape_run(face, run);
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
    TextOutline { path: pen.path, width: pen.x, missing }
}

/// The words in pieces that are shaped together, and the characters that no face has. A line runs as its first letter does.
fn runs(words: &str) -> (Vec<Run>, Vec<char>) {
    let mut missing = Vec::new();
    let mut runs: Vec<Run> = Vec::new();
    let levels = BidiInfo::new(words, None).levels;
    for ((place, c), level) in words.char_indices().zip(levels_of(words, &levels)) {
        let before = runs.last().map(|run| run.face);
        // What only joins or turns letters has no looks of its own.
        let keeps = |face: &Source| joins(c) || can_draw(*face, c);
        let (face, c) = match before.filter(keeps).or_else(|| find(c)) {
            Some(face) => (face, c),
            None if joins(c) => continue,
            None => {
                missing.push(c);
                (Source::Own, '?')
            }
        };
        let script = words[place..].chars().next().map_or(Script::Common, |c| c.script());
        let shared = |script: Script| matches!(script, Script::Common | Script::Inherited | Script::Unknown);
        match runs.last_mut() {
            Some(run)
                if (run.face, run.level) == (face, level)
                    && (run.script == script || shared(script) || shared(run.script)) =>
            {
                run.words.push(c);
                run.script = if shared(run.script) { script } else { run.script };
            }
            _ => runs.push(Run { face, script, level, words: c.to_string() }),
        }
    }
    (runs, missing)
}

/// The level of each character; those of the standard are for each byte.
fn levels_of<'a>(words: &'a str, levels: &'a [Level]) -> impl Iterator<Item = Level> + 'a {
    words.char_indices().map(|(place, _)| levels.get(place).copied().unwrap_or_else(Level::ltr))
}

/// Joiners, marks of direction and selectors of variants.
fn joins(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}')
}

fn shape_run(face: &Face<'_>, run: &Run) -> GlyphBuffer {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(&run.words);
    // Script and language by the letters; the direction is that of the whole line.
    buffer.guess_segment_properties();
    buffer.set_direction(if run.level.is_rtl() { Direction::RightToLeft } else { Direction::LeftToRight });
    shape(face, &[], buffer)
}

/// Whether a face can draw a character. A face of coloured pictures knows emoji and has no outline of them.
fn can_draw(face: Source, c: char) -> bool {
    let drawn = |face: &Face<'_>| {
        let glyph = face.glyph_index(c)?;
        (c.is_whitespace() || face.outline_glyph(glyph, &mut Nowhere).is_some()).then_some(())
    };
    static KNOWN: Mutex<BTreeMap<(Source, char), bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry((face, c)).or_insert_with(|| with_face(face, drawn).flatten().is_some())
}

/// The face that has a character: ours, or else the first of this machine by name, upright ones without serifs before others.
fn find(c: char) -> Option<Source> {
    static FOUND: Mutex<BTreeMap<char, Option<Source>>> = Mutex::new(BTreeMap::new());
    if can_draw(Source::Own, c) {
        return Some(Source::Own);
    }
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let search = || machine().1.iter().map(|id| Source::Machine(*id)).find(|face| can_draw(*face, c));
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

/// An outline that is only asked for.
struct Nowhere;

impl OutlineBuilder for Nowhere {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}

/// Collects outlines; a quadratic curve becomes a cubic one.
struct Pen {
    path: Vec<Segment>,
    x: f64,
    y: f64,
    scale: f64,
    /// Where the last segment ended, in units of the face.
    at: [f64; 2],
}

impl Pen {
    /// Where a point of the face is on the line.
    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x + x * self.scale, self.y + y * self.scale]
    }

    fn curve(&mut self, points: [[f64; 2]; 3]) {
        self.path.push(Segment::Curve(points.map(|point| self.place(point))));
        self.at = points[2];
    }
}

fn point(x: f32, y: f32) -> [f64; 2] {
    [x.into(), y.into()]
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = point(x, y);
        self.path.push(Segment::Move(self.place(self.at)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = point(x, y);
        self.path.push(Segment::Line(self.place(self.at)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (start, control, end) = (self.at, point(x1, y1), point(x, y));
        let towards = |from: [f64; 2]| [0, 1].map(|axis| from[axis] + (control[axis] - from[axis]) * 2.0 / 3.0);
        self.curve([towards(start), towards(end), end]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.curve([point(x1, y1), point(x2, y2), point(x, y)]);
    }

    fn close(&mut self) {
        self.path.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greek_and_cyrillic_are_drawn_wherever_it_runs() {
        for words in ["τ² 0.28", "Ясность", "ρ"] {
            let drawn = outline_text(words, 10.0);
            assert!(foreign(words).next().is_none() && drawn.width > 3.0, "{words}");
            assert!(drawn.path.iter().any(|segment| matches!(segment, Segment::Curve(_))), "{words}");
        }
        // As wide as Liberation Sans says, 2048 units to the square: τ has 809.
        assert!((outline_text("τ", 10.0).width - 809.0 / 204.8).abs() < 1e-9, "{}", outline_text("τ", 10.0).width);
    }

    /// The pieces of a line as they stand on the page.
    fn check_order(words: &str, expected: &[(&str, bool)]) {
        let (runs, _) = runs(words);
        let levels: Vec<Level> = runs.iter().map(|run| run.level).collect();
        let order = BidiInfo::reorder_visual(&levels);
        // On a machine without such fonts each letter is a question mark; what counts are number and direction.
        let found: Vec<(usize, bool)> =
            order.iter().map(|index| (runs[*index].words.chars().count(), runs[*index].level.is_rtl())).collect();
        let expected: Vec<(usize, bool)> = expected.iter().map(|(it, rtl)| (it.chars().count(), *rtl)).collect();
        let joined = |runs: Vec<(usize, bool)>| {
            let mut joined: Vec<(usize, bool)> = Vec::new();
            for (count, rtl) in runs {
                match joined.last_mut() {
                    Some(last) if last.1 == rtl => last.0 += count,
                    _ => joined.push((count, rtl)),
                }
            }
            joined
        };
        assert_eq!(joined(found), expected, "{words}");
    }

    #[test]
    fn a_latin_name_in_a_line_from_the_right_keeps_its_direction() {
        check_order("GPT-2", &[("GPT-2", false)]);
        check_order("נאום", &[("נאום", true)]);
        check_order("נאום GPT", &[("GPT", false), (" נאום", true)]);
        check_order("GPT נאום", &[("GPT ", false), ("נאום", true)]);
        check_order("نظام 12 ب", &[(" ب", true), ("12", false), ("نظام ", true)]);
    }

    #[test]
    fn what_only_joins_letters_is_not_missed() {
        assert!(outline_text("a\u{200d}b\u{fe0f}", 10.0).missing.is_empty());
    }

    #[test]
    fn what_no_face_has_is_a_question_mark() {
        assert_eq!(foreign("a\u{10fffd}").collect::<Vec<_>>(), ['\u{10fffd}']);
        assert_eq!(outline_text("a\u{10fffd}", 10.0).path, outline_text("a?", 10.0).path);
    }
}
