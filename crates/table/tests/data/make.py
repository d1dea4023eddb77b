"""Writes mixed.xlsx and mixed.parquet, which tests/read.rs reads (pyarrow, openpyxl)."""

import datetime
import decimal
import pathlib
import zipfile

import openpyxl
import pyarrow
import pyarrow.parquet

here = pathlib.Path(__file__).parent

book = openpyxl.Workbook()
sheet = book.active
sheet.append(["item", "text", "score", "when", "flag", "sum"])
sheet.append([1, "naïve, “quoted”\nsecond line", 0.1, datetime.date(2024, 2, 29), True, None])
sheet.append(["a7", None, 1e-7, datetime.datetime(2024, 2, 29, 13, 5, 9), False, None])
sheet.append([])
sheet.append([3, "after a blank row", 123456789.25, None, None, "=1+2"])
second = book.create_sheet("not read")
second.append(["other"])
book.save(here / "mixed.xlsx")

# openpyxl does not calculate: put in the result that Excel would have stored beside the formula.
with zipfile.ZipFile(here / "mixed.xlsx") as archive:
    parts = {name: archive.read(name) for name in archive.namelist()}
with zipfile.ZipFile(here / "mixed.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
    for name, part in parts.items():
        moment = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
        archive.writestr(moment, part.replace(b"<f>1+2</f><v></v>", b"<f>1+2</f><v>3</v>").replace(b"<f>1+2</f><v />", b"<f>1+2</f><v>3</v>"))

table = pyarrow.table(
    {
        "item": pyarrow.array([1, 2, None], pyarrow.int64()),
        "text": pyarrow.array(["naïve", "", None], pyarrow.string()),
        "single": pyarrow.array([0.1, 2.5, None], pyarrow.float32()),
        "double": pyarrow.array([0.1, 1e-300, 12345678901234567890.0], pyarrow.float64()),
        "day": pyarrow.array([datetime.date(2024, 2, 29), datetime.date(1969, 12, 31), None], pyarrow.date32()),
        "moment": pyarrow.array([datetime.datetime(2024, 2, 29, 13, 5, 9), None, None], pyarrow.timestamp("us")),
        "price": pyarrow.array([decimal.Decimal("3.70"), decimal.Decimal("-0.01"), None], pyarrow.decimal128(9, 2)),
        "flag": pyarrow.array([True, False, None], pyarrow.bool_()),
        "big": pyarrow.array([2**64 - 1, 0, None], pyarrow.uint64()),
        "word": pyarrow.array(["a", "b", "a"]).dictionary_encode(),
    }
)
pyarrow.parquet.write_table(table, here / "mixed.parquet", compression="zstd")
nested = pyarrow.table({"item": [1], "tokens": [["a", "b"]]})
pyarrow.parquet.write_table(nested, here / "nested.parquet", compression="snappy")
