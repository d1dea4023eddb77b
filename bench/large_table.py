"""Tables as large as labs have them, for measuring `rejudge import`.

    python3 bench/large_table.py compact bench/data/compact.csv      1,000,000 rows of ids and ratings, 14 MB
    python3 bench/large_table.py platform bench/data/platform.csv    1,000,000 rows with a platform's ids, two ratings and a time, 61 MB
    python3 bench/large_table.py texts bench/data/texts.csv          100 MB with the texts that were judged
    python3 bench/large_table.py lines bench/data/lines.jsonl        1,000,000 lines of JSON, 65 MB
    python3 bench/large_table.py votes bench/data/votes.jsonl        50,000 votes with conversations, 55 MB
    python3 bench/large_table.py form bench/data/form.csv 50000      as many people who answered 200 questions, 20 MB
"""

import json
import random
import sys


def compact(out, rows=1_000_000):
    out.write("rater,item,system,rating\n")
    for row in range(rows):
        out.write(f"r{row % 997},{row % 9973},{'abcde'[row % 5]},{row * 7 % 5 + 1}\n")


def platform(out, rows=1_000_000):
    out.write("PROLIFIC_PID,item,system,fluency,adequacy,seconds\n")
    for row in range(rows):
        person, seconds = f"{row % 997 * 7919:024x}", f"{row * 31 % 900 / 10 + 5:.1f}"
        out.write(f"{person},doc-{row % 9973:05d},system-{'abcde'[row % 5]},{row * 7 % 5 + 1},{row * 3 % 7 + 1},{seconds}\n")


def sentences(seed=1):
    words = [f"w{number:04d}" for number in range(5000)]
    draw = random.Random(seed)
    return draw, lambda length=40: " ".join(draw.choice(words) for _ in range(length))


def texts(out, size=100_000_000):
    draw, sentence = sentences()
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


def lines(out, rows=1_000_000):
    for row in range(rows):
        judged = {"rater": f"r{row % 997}", "item": row % 9973, "system": "abcde"[row % 5], "rating": row * 7 % 5 + 1}
        out.write(json.dumps(judged) + "\n")


def votes(out, count=50_000):
    draw, sentence = sentences()
    models = [f"model-{number}" for number in range(20)]
    for number in range(count):
        first, second = draw.sample(models, 2)
        prompt = sentence(20)
        vote = {"question_id": f"{number:032x}", "model_a": first, "model_b": second}
        vote["winner"] = draw.choice(["model_a", "model_b", "tie", "tie (bothbad)"])
        vote["judge"] = f"arena_user_{draw.randint(0, 9999)}"
        for side in "ab":
            turns = [{"content": prompt, "role": "user"}, {"content": sentence(50), "role": "assistant"}]
            vote[f"conversation_{side}"] = turns
        vote |= {"turn": 1, "anony": True, "language": "English", "tstamp": 1682351591.1322 + number}
        out.write(json.dumps(vote) + "\n")


def form(out, people=50_000, questions=200):
    out.write("participant," + ",".join(f"Q{number + 1}" for number in range(questions)) + "\n")
    draw = random.Random(1)
    for person in range(int(people)):
        out.write(f"p{person}," + ",".join(draw.choice("12345") for _ in range(questions)) + "\n")


if __name__ == "__main__":
    kinds = {make.__name__: make for make in (compact, platform, texts, lines, votes, form)}
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        kinds[sys.argv[1]](out, *map(int, sys.argv[3:]))
