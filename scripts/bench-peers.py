"""BLEU, chrF and ROUGE beside sacreBLEU and rouge_score, on the same pairs in the same run.

Needs Python with `sacrebleu==2.6.0` and `rouge_score==0.1.2` (`make bench-peers` makes an environment for them).
Writes pairs of about 75 words (made from a fixed seed, with every kind of character that the tokenizers treat
specially), runs `cargo bench --bench text_metrics` on them, compares the values to 1e-9 and prints the rates.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

from rouge_score import rouge_scorer
from sacrebleu.metrics import BLEU, CHRF

WORDS = (
    "the a of river bridge opened closes in market runs running runner happily national nationally relational "
    "agreed motoring conflated flies dies dying skies proceed hopping falling sized probably logically analogies "
    "ability responsibilities electricity adjustments adoption controlled 1,000 3.14 50% U.S. e.g. well-known "
    "co-operate it's don't \"quoted\" (aside) a/b x=y $5 10-12 end. stop, why? yes! &amp; &lt; naïve Zürich 五味子 über"
).split()


def text(rng, length):
    return " ".join(rng.choice(WORDS) for _ in range(length))


def pair(rng):
    reference = text(rng, rng.randint(60, 90)).split()
    answer = [word if rng.random() < 0.7 else rng.choice(WORDS) for word in reference]
    if rng.random() < 0.5:
        answer = answer[: rng.randint(40, len(answer))]
    return " ".join(answer), " ".join(reference)


def main():
    rng = random.Random(20)
    pairs = [pair(rng) for _ in range(400)]
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump(pairs, file)
    environment = dict(os.environ, ASSAY_PAIRS=file.name)
    run = subprocess.run(
        ["cargo", "bench", "--quiet", "--bench", "text_metrics"], env=environment, capture_output=True, text=True
    )
    os.unlink(file.name)
    if run.returncode != 0:
        sys.exit(run.stderr)
    ours = json.loads(run.stdout.strip().splitlines()[-1])

    bleu, chrf = BLEU(), CHRF()
    rouge = rouge_scorer.RougeScorer(["rougeL"], use_stemmer=True)
    rouge_12 = rouge_scorer.RougeScorer(["rouge1", "rouge2"], use_stemmer=True)
    peers = {
        "bleu": lambda a, r: bleu.corpus_score([a], [[r]]).score / 100,
        "chrf": lambda a, r: chrf.corpus_score([a], [[r]]).score / 100,
        "rougeL": lambda a, r: rouge.score(r, a)["rougeL"].fmeasure,
        "rouge1": lambda a, r: rouge_12.score(r, a)["rouge1"].fmeasure,
        "rouge2": lambda a, r: rouge_12.score(r, a)["rouge2"].fmeasure,
    }
    worst = 0.0
    print(f"{'metric':8} {'pairs/s':>10} {'peer/s':>8} {'times':>7} {'largest difference':>20}")
    for name, peer in peers.items():
        start = time.perf_counter()
        values = [peer(answer, reference) for answer, reference in pairs]
        rate = len(pairs) / (time.perf_counter() - start)
        off = max(abs(min(theirs, 1.0) - mine) for theirs, mine in zip(values, ours[name]["values"]))
        worst = max(worst, off)
        mine = ours[name]["pairs_per_second"]
        print(f"{name:8} {mine:10.0f} {rate:8.0f} {mine / rate:7.1f} {off:20.2e}")
    if worst > 1e-9:
        sys.exit("the values differ")


if __name__ == "__main__":
    main()
