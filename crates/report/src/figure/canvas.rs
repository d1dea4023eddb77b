//! What a figure is drawn with: a sheet of so many points, and a few shapes on it.
//!
//! One point is 1/72 inch, x runs to the right and y down. The back ends know nothing but this file.

use super::palette::Rgb;

/// A place on the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// What a shape is drawn with. Everything but `Colour` follows the page: dark on light paper, light
/// on a dark screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ink {
    /// As strong as running text.
    Text,
    /// Axis labels and whatever stands back.
    Faint,
    /// Grid lines.
    Rule,
    /// An area that words and marks stand on.
    Tint,
    /// A fixed colour, the same on every page.
    Colour(Rgb),
}

/// How a line is interrupted, so that lines differ without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dash {
    Solid,
    Long,
    Short,
    Mixed,
}

/// A line's looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    pub ink: Ink,
    pub width: f64,
    pub dash: Dash,
}

/// Where text stands relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Text weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

/// One line of text; `at` is on its base line.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub at: Point,
    pub words: String,
    pub size: f64,
    pub anchor: Anchor,
    pub weight: Weight,
    pub ink: Ink,
}

/// Hatching, so that areas differ without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hatch {
    None,
    Rising,
    Falling,
}

/// One thing on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Filled { outline: Vec<Point>, ink: Ink },
    Lines { lines: Vec<Vec<Point>>, stroke: Stroke },
    Disc { centre: Point, radius: f64, ink: Ink },
    Text(Text),
}

/// A sheet and what is on it, the last on top.
#[derive(Debug, Clone, PartialEq)]
pub struct Canvas {
    pub width: f64,
    pub height: f64,
    pub shapes: Vec<Shape>,
}

/// The smallest text of any figure, in points.
pub(super) const SMALL: f64 = 9.0;
/// Labels.
pub(super) const BODY: f64 = 10.0;
const HATCH_EVERY: f64 = 12.0;

impl Point {
    #[must_use]
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

impl Canvas {
    /// A line more below the drawing, with this at its end.
    pub(super) fn with_mark(mut self, mark: &str) -> Canvas {
        self.height += 14.0;
        let text = Text::new(self.width - 4.0, self.height - 5.0, mark).anchor(Anchor::End);
        self.shapes.push(Shape::Text(Text { weight: Weight::Bold, ..text }));
        self
    }
}

impl Stroke {
    /// An uninterrupted line.
    #[must_use]
    pub fn solid(ink: Ink, width: f64) -> Stroke {
        Stroke { ink, width, dash: Dash::Solid }
    }
}

impl Text {
    /// Text of the usual size, starting at a point.
    #[must_use]
    pub fn new(x: f64, y: f64, words: impl Into<String>) -> Text {
        Text {
            at: Point { x, y },
            words: words.into(),
            size: BODY,
            anchor: Anchor::Start,
            weight: Weight::Regular,
            ink: Ink::Text,
        }
    }

    #[must_use]
    pub fn anchor(self, anchor: Anchor) -> Text {
        Text { anchor, ..self }
    }

    #[must_use]
    pub fn ink(self, ink: Ink) -> Text {
        Text { ink, ..self }
    }

    #[must_use]
    pub fn small(self) -> Text {
        Text { size: SMALL, ..self }
    }

    #[must_use]
    pub fn bold(self) -> Text {
        Text { weight: Weight::Bold, ..self }
    }
}

impl Canvas {
    /// An empty sheet.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Canvas {
        Canvas { width, height, shapes: Vec::new() }
    }

    pub fn area(&mut self, area: Area, ink: Ink) {
        let Area { x, y, width, height } = area;
        let outline =
            [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(|(x, y)| Point { x, y }).to_vec();
        self.shapes.push(Shape::Filled { outline, ink });
    }

    /// An area with hatching over it, drawn as lines so that every back end shows the same.
    pub fn hatch_area(&mut self, area: Area, ink: Ink, hatch: Hatch) {
        self.area(area, ink);
        let lines = hatching(area, hatch);
        if !lines.is_empty() {
            let over = match ink {
                Ink::Colour(colour) => Ink::Colour(colour.legible_on()),
                Ink::Text | Ink::Faint | Ink::Rule | Ink::Tint => Ink::Rule,
            };
            self.shapes.push(Shape::Lines { lines, stroke: Stroke::solid(over, 0.5) });
        }
    }

    pub fn polygon(&mut self, outline: Vec<Point>, ink: Ink) {
        self.shapes.push(Shape::Filled { outline, ink });
    }

    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.shapes.push(Shape::Lines { lines: vec![vec![from, to]], stroke });
    }

    pub fn path(&mut self, points: Vec<Point>, stroke: Stroke) {
        self.shapes.push(Shape::Lines { lines: vec![points], stroke });
    }

    pub fn disc(&mut self, centre: Point, radius: f64, ink: Ink) {
        self.shapes.push(Shape::Disc { centre, radius, ink });
    }

    pub fn text(&mut self, text: Text) {
        self.shapes.push(Shape::Text(text));
    }
}

/// The diagonals x + y = c (rising) or x − y = c (falling) inside an area, for c in steps of
/// [`HATCH_EVERY`]: neighbouring areas continue each other's pattern.
fn hatching(area: Area, hatch: Hatch) -> Vec<Vec<Point>> {
    let (left, right) = (area.x, area.x + area.width);
    let (top, bottom) = (area.y, area.y + area.height);
    let diagonals = |from: f64, to: f64| {
        let first = (from / HATCH_EVERY).ceil() as i64;
        let last = (to / HATCH_EVERY).floor() as i64;
        (first..=last).map(|k| k as f64 * HATCH_EVERY)
    };
    match hatch {
        Hatch::None => Vec::new(),
        Hatch::Rising => diagonals(left + top, right + bottom)
            .map(|c| {
                let (start, end) = (left.max(c - bottom), right.min(c - top));
                vec![Point::new(start, c - start), Point::new(end, c - end)]
            })
            .collect(),
        Hatch::Falling => diagonals(left - bottom, right - top)
            .map(|c| {
                let (start, end) = (left.max(c + top), right.min(c + bottom));
                vec![Point::new(start, start - c), Point::new(end, end - c)]
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Area, Hatch, hatching};

    #[test]
    fn hatching_stays_inside_its_area() {
        let area = Area { x: 3.0, y: 11.0, width: 80.0, height: 9.0 };
        for hatch in [Hatch::Rising, Hatch::Falling] {
            let lines = hatching(area, hatch);
            assert!(lines.len() > 5);
            for point in lines.iter().flatten() {
                assert!((3.0..=83.0).contains(&point.x) && (11.0..=20.0).contains(&point.y), "{point:?}");
            }
        }
        assert!(hatching(area, Hatch::None).is_empty());
    }
}
