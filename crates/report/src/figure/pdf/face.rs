//! The two faces of a figure's text, which a PDF carries with it: the fourteen faces that readers have
//! of their own are not accepted by those who print papers. They are as wide as Helvetica.

use pdf_writer::types::FontFlags;
use pdf_writer::{Name, Pdf, Rect, Ref};

use super::super::canvas::Weight;

/// How many objects a face is: the font, its description, its outlines.
pub(super) const OBJECTS: usize = 3;

/// The letters of WinAnsi from Liberation Sans, under the SIL Open Font License; see `assets/fonts`.
struct Face {
    /// Six letters before it say that these are some of its letters.
    name: &'static str,
    outlines: &'static [u8],
    widths: &'static str,
    /// Around all letters, in thousandths of the size.
    bounds: [f32; 4],
    /// How thick upright stems are.
    stem: f32,
}

impl Face {
    /// Of the characters 32 to 255, in thousandths of the size.
    fn widths(&self) -> impl Iterator<Item = f32> {
        self.widths.split_whitespace().map(|width| width.parse().unwrap_or_default())
    }
}

const REGULAR: Face = Face {
    name: "RJUDGE+FigureSans-Regular",
    outlines: include_bytes!("../../../assets/fonts/figure-sans-regular.ttf"),
    widths: include_str!("../../../assets/fonts/figure-sans-regular.widths"),
    bounds: [-203.0, -212.0, 1000.0, 878.0],
    stem: 80.0,
};

const BOLD: Face = Face {
    name: "RJUDGE+FigureSans-Bold",
    outlines: include_bytes!("../../../assets/fonts/figure-sans-bold.ttf"),
    widths: include_str!("../../../assets/fonts/figure-sans-bold.widths"),
    bounds: [-184.0, -222.0, 1000.0, 896.0],
    stem: 140.0,
};

/// What page operators call a face.
pub(super) fn name(weight: Weight) -> Name<'static> {
    match weight {
        Weight::Regular => Name(b"F0"),
        Weight::Bold => Name(b"F1"),
    }
}

/// Writes a face into the document, as objects of which the first has this number.
pub(super) fn embed(pdf: &mut Pdf, weight: Weight, first: Ref) {
    let face = match weight {
        Weight::Regular => REGULAR,
        Weight::Bold => BOLD,
    };
    let [description, outlines] = [1, 2].map(|next| Ref::new(first.get() + next));
    let mut font = pdf.indirect(first).dict();
    font.pair(Name(b"Type"), Name(b"Font")).pair(Name(b"Subtype"), Name(b"TrueType"));
    font.pair(Name(b"BaseFont"), Name(face.name.as_bytes())).pair(Name(b"Encoding"), Name(b"WinAnsiEncoding"));
    font.pair(Name(b"FirstChar"), 32).pair(Name(b"LastChar"), 255).pair(Name(b"FontDescriptor"), description);
    font.insert(Name(b"Widths")).array().items(face.widths());
    drop(font);
    let [left, bottom, right, top] = face.bounds;
    pdf.font_descriptor(description)
        .name(Name(face.name.as_bytes()))
        // Letters of the Latin alphabet only, known by their usual names.
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(905.0)
        .descent(-212.0)
        .cap_height(688.0)
        .stem_v(face.stem)
        .font_file2(outlines);
    let length = i32::try_from(face.outlines.len()).unwrap_or(i32::MAX);
    pdf.stream(outlines, face.outlines).pair(Name(b"Length1"), length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_width() {
        for face in [REGULAR, BOLD] {
            let widths: Vec<f32> = face.widths().collect();
            assert_eq!(widths.len(), 224, "{}", face.name);
            assert!(widths[..95].iter().all(|width| *width > 0.0), "{}", face.name);
            assert_eq!(face.outlines[..4], [0, 1, 0, 0], "TrueType");
        }
        // An "A" in Helvetica.
        assert_eq!(REGULAR.widths.split_whitespace().nth(33), Some("667"));
    }
}
