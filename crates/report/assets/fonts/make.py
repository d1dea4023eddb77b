"""Makes the faces of the figures' PDFs: the characters of WinAnsi from Liberation Sans, without hinting, renamed as
its licence asks of derivatives; beside each the widths that a PDF lists.

Run in this folder: python make.py FOLDER   (fontTools; the folder holds LiberationSans-Regular.ttf and -Bold.ttf)
"""
import sys
from fontTools import subset
from fontTools.ttLib import TTFont

codes = [bytes([code]).decode("cp1252", errors="ignore") or " " for code in range(32, 256)]
for face in ("Regular", "Bold"):
    font = TTFont(f"{sys.argv[1]}/LiberationSans-{face}.ttf", recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[0, 13, 14], notdef_outline=True, glyph_names=False)
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB", "kern", "gasp", "DSIG"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[ord(code) for code in codes])
    subsetter.subset(font)
    names = font["name"]
    for number, text in ((1, "Figure Sans"), (2, face), (4, f"Figure Sans {face}"), (6, f"FigureSans-{face}")):
        names.setName(text, number, 3, 1, 0x409)
    font.save(f"figure-sans-{face.lower()}.ttf", reorderTables=False)
    scale = 1000 / font["head"].unitsPerEm
    cmap, metrics = font.getBestCmap(), font["hmtx"]
    widths = [round(metrics[cmap[ord(code)]][0] * scale) if ord(code) in cmap else 0 for code in codes]
    with open(f"figure-sans-{face.lower()}.widths", "w") as file:
        for start in range(0, len(widths), 16):
            file.write(" ".join(map(str, widths[start : start + 16])) + "\n")
    head, os2 = font["head"], font["OS/2"]
    print(face, [round(x * scale) for x in (head.xMin, head.yMin, head.xMax, head.yMax)], "ascent", round(font["hhea"].ascent * scale), "descent", round(font["hhea"].descent * scale), "cap", round(getattr(os2, "sCapHeight", 0) * scale))
