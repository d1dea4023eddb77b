//! The two faces of a figure's text, which a PDF carries with it: the fourteen faces that readers have
//! of their own are not accepted by those who print papers. They are as wide as Helvetica.

use super::super::canvas::Weight;

/// How many objects a face is: the font, its description, its outlines.
pub(super) const OBJECTS: usize = 3;

/// The letters of WinAnsi from Liberation Sans, under the SIL Open Font License; see `assets/fonts`.
struct Face {
    name: &'static str,
    outlines: &'static [u8],
    widths: &'static str,
    /// Around all letters, in thousandths of the size.
    bounds: &'static str,
    /// How thick upright stems are.
    stem: u16,
}

const REGULAR: Face = Face {
    name: "FigureSans-Regular",
    outlines: include_bytes!("../../../assets/fonts/figure-sans-regular.ttf"),
    widths: include_str!("../../../assets/fonts/figure-sans-regular.widths"),
    bounds: "-203 -212 1000 878",
    stem: 80,
};

const BOLD: Face = Face {
    name: "FigureSans-Bold",
    outlines: include_bytes!("../../../assets/fonts/figure-sans-bold.ttf"),
    widths: include_str!("../../../assets/fonts/figure-sans-bold.widths"),
    bounds: "-184 -222 1000 896",
    stem: 140,
};

/// What page operators call a face.
pub(super) fn name(weight: Weight) -> &'static str {
    match weight {
        Weight::Regular => "F0",
        Weight::Bold => "F1",
    }
}

/// A face as objects, the first of which has this number.
pub(super) fn objects(weight: Weight, number: usize) -> [Vec<u8>; OBJECTS] {
    let face = match weight {
        Weight::Regular => REGULAR,
        Weight::Bold => BOLD,
    };
    let Face { name, bounds, stem, .. } = face;
    let font = format!(
        "<< /Type /Font /Subtype /TrueType /BaseFont /RJUDGE+{name} /Encoding /WinAnsiEncoding /FirstChar 32 \
         /LastChar 255 /Widths [{}] /FontDescriptor {} 0 R >>",
        face.widths.split_whitespace().collect::<Vec<_>>().join(" "),
        number + 1
    );
    // Flag 32: letters of the Latin alphabet only, known by their usual names.
    let description = format!(
        "<< /Type /FontDescriptor /FontName /RJUDGE+{name} /Flags 32 /FontBBox [{bounds}] /ItalicAngle 0 \
         /Ascent 905 /Descent -212 /CapHeight 688 /StemV {stem} /FontFile2 {} 0 R >>",
        number + 2
    );
    let size = face.outlines.len();
    let mut outlines = format!("<< /Length {size} /Length1 {size} >>\nstream\n").into_bytes();
    outlines.extend(face.outlines);
    outlines.extend(b"\nendstream");
    [font.into_bytes(), description.into_bytes(), outlines]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_width() {
        for face in [REGULAR, BOLD] {
            let widths: Vec<u16> = face.widths.split_whitespace().map(|width| width.parse().unwrap()).collect();
            assert_eq!(widths.len(), 224, "{}", face.name);
            assert!(widths[..95].iter().all(|width| *width > 0), "{}", face.name);
            assert_eq!(face.outlines[..4], [0, 1, 0, 0], "TrueType");
        }
        // An "A" in Helvetica.
        assert_eq!(REGULAR.widths.split_whitespace().nth(33), Some("667"));
    }
}
