"""Tables as large as labs have them, for measuring `rejudge import`.

    python3 bench/large_table.py compact bench/data/compact.csv      1,000,000 rows of ids and ratings, 15 MB
    python3 bench/large_table.py texts bench/data/texts.csv          100 MB with the texts that were judged
"""

import random
import sys


def compact(out, rows=1_000_000):
    out.write("rater,item,system,rating\n")
    for row in range(rows):
        out.write(f"r{row % 997},{row % 9973},{'abcde'[row % 5]},{row * 7 % 5 + 1}\n")


def texts(out, size=100_000_000):
    words = [f"w{number:04d}" for number in range(5000)]
    draw = random.Random(1)
    sentence = lambda: " ".join(draw.choice(words) for _ in range(40))
    out.write("annotator,doc_id,model,source,output,fluency,adequacy,comment\n")
    written = 0
    item = 0
    while written < size:
        source = sentence()
        for model in "abcd":
            output = sentence()
            for rater in range(3):
                who = (item * 3 + rater) % 90
                row = f"r{who},d{item},{model},{source},{output},{draw.randint(1, 5)},{draw.randint(1, 5)},\n"
                written += len(row)
                out.write(row)
        item += 1


if __name__ == "__main__":
    make = {"compact": compact, "texts": texts}[sys.argv[1]]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        make(out)
