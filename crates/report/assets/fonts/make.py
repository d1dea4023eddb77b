"""Makes the faces of the figures' PDFs: the characters of WinAnsi from Liberation Sans, without hinting, renamed as
its licence asks of derivatives; beside each the widths that a PDF lists. One more face has all of Latin, Greek and Cyrillic;
what is written with it is drawn as outlines.

Run in this folder: python make.py FOLDER   (fontTools; the folder holds LiberationSans-Regular.ttf and -Bold.ttf)
"""
import sys
from fontTools import subset
from fontTools.ttLib import TTFont

EUROPEAN = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x18F, 0x18F), (0x192, 0x192), (0x1CD, 0x1DC), (0x218, 0x21B), (0x2C6, 0x2DD), (0x300, 0x304),
    (0x370, 0x3FF), (0x400, 0x45F), (0x490, 0x491), (0x1E80, 0x1E85), (0x1EA0, 0x1EF9), (0x2010, 0x2026), (0x2030, 0x203A),
    (0x2070, 0x209C), (0x20A0, 0x20BF), (0x2190, 0x2195), (0x2200, 0x2265),
]


def part_of(face, characters):
    font = TTFont(f"{sys.argv[1]}/LiberationSans-{face}.ttf", recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[0, 13, 14], notdef_outline=True, glyph_names=False)
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB", "kern", "gasp", "DSIG"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    return font


def rename(font, family, face):
    for number, text in ((1, family), (2, face), (4, f"{family} {face}"), (6, f"{family.replace(' ', '')}-{face}")):
        font["name"].setName(text, number, 3, 1, 0x409)


european = part_of("Regular", [code for first, last in EUROPEAN for code in range(first, last + 1)])
rename(european, "Figure Sans European", "Regular")
european.save("figure-sans-european.ttf", reorderTables=False)

codes = [bytes([code]).decode("cp1252", errors="ignore") or " " for code in range(32, 256)]
for face in ("Regular", "Bold"):
    font = part_of(face, [ord(code) for code in codes])
    rename(font, "Figure Sans", face)
    font.save(f"figure-sans-{face.lower()}.ttf", reorderTables=False)
    scale = 1000 / font["head"].unitsPerEm
    cmap, metrics = font.getBestCmap(), font["hmtx"]
    widths = [round(metrics[cmap[ord(code)]][0] * scale) if ord(code) in cmap else 0 for code in codes]
    with open(f"figure-sans-{face.lower()}.widths", "w") as file:
        for start in range(0, len(widths), 16):
            file.write(" ".join(map(str, widths[start : start + 16])) + "\n")
    head, os2 = font["head"], font["OS/2"]
    print(face, [round(x * scale) for x in (head.xMin, head.yMin, head.xMax, head.yMax)], "ascent", round(font["hhea"].ascent * scale), "descent", round(font["hhea"].descent * scale), "cap", round(getattr(os2, "sCapHeight", 0) * scale))
