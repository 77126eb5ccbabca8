"""BLEU, chrF and ROUGE beside sacreBLEU and rouge_score, on the same pairs in the same run.

Needs Python with `sacrebleu==2.6.0` and `rouge_score==0.1.2` (`make bench-peers` makes an environment for them).
Writes pairs of about 75 words (made from a fixed seed, with every kind of character that the tokenizers treat
specially), runs `cargo bench --bench text_metrics` on them, natively and as WebAssembly in a headless Chromium (where
chromedriver is there), compares the values to 1e-9 and prints the rates. Each side's rate is its best of several short
rounds, in turn with the others, so that a busy machine does not favour one of them.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROUNDS = 3

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


def figures(command, environment):
    """The JSON line that a bench prints."""
    run = subprocess.run(command, env=dict(os.environ, **environment), capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stdout[-4000:] + run.stderr[-4000:])
    lines = [line.strip() for line in run.stdout.splitlines() + run.stderr.splitlines()]
    return json.loads(next(line for line in lines if line.startswith('{"bleu"')))


def in_browser(pairs, folder):
    """The same figures as WebAssembly in a headless Chromium; None without chromedriver."""
    driver = shutil.which(os.environ.get("CHROMEDRIVER", "chromedriver"))
    chromium = os.environ.get("CHROMIUM_FOUND")
    if not driver or not chromium:
        return None
    with open("tests/webdriver.json") as file:
        settings = json.load(file)
    settings["goog:chromeOptions"]["binary"] = chromium
    webdriver = os.path.join(folder, "webdriver.json")
    with open(webdriver, "w") as file:
        json.dump(settings, file)
    command = "cargo test --locked --profile web --target wasm32-unknown-unknown --bench text_metrics -- --nocapture"
    environment = {
        "ASSAY_PAIRS_JSON": json.dumps(pairs, ensure_ascii=False),
        "CHROMEDRIVER": driver,
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER": "wasm-bindgen-test-runner",
        "WASM_BINDGEN_TEST_WEBDRIVER_JSON": webdriver,
        "WASM_BINDGEN_TEST_TIMEOUT": "120",
    }
    return figures(command.split(), environment)


def rate_of(peer, pairs):
    """Pairs a second, the best of four short rounds."""
    best = 0.0
    for _ in range(4):
        start, done = time.perf_counter(), 0
        while time.perf_counter() - start < 0.1:
            # A whole pass takes long for the slow ones.
            answer, reference = pairs[done % len(pairs)]
            peer(answer, reference)
            done += 1
        best = max(best, done / (time.perf_counter() - start))
    return best


def main():
    rng = random.Random(20)
    # An environment variable carries them to the browser's bench: 128 KB at most.
    pairs = [pair(rng) for _ in range(100)]
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
    native_bench = ["cargo", "bench", "--quiet", "--locked", "--bench", "text_metrics"]
    ours, browser, rates = [], [], {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pairs.json")
        with open(path, "w") as file:
            json.dump(pairs, file)
        for _ in range(ROUNDS):
            for name, peer in peers.items():
                rates[name] = max(rates.get(name, 0.0), rate_of(peer, pairs))
            ours.append(figures(native_bench, {"ASSAY_PAIRS": path}))
            browser.append(in_browser(pairs, folder))
    worst = 0.0
    print(f"{'metric':8} {'native/s':>10} {'WASM/s':>10} {'peer/s':>8} {'native ×':>9} {'WASM ×':>8} {'largest difference':>20}")
    for name, peer in peers.items():
        values = [min(peer(answer, reference), 1.0) for answer, reference in pairs]
        rate, off, shown = rates[name], 0.0, []
        for side in (ours, browser):
            found = [one[name] for one in side if one is not None]
            for one in found:
                off = max(off, *(abs(theirs - mine) for theirs, mine in zip(values, one["values"])))
            shown.append(max((one["pairs_per_second"] for one in found), default=None))
        worst = max(worst, off)
        ours_shown = " ".join(f"{'no browser' if one is None else format(one, '.0f'):>10}" for one in shown)
        times = " ".join(f"{'–' if one is None else format(one / rate, '.1f'):>{width}}" for one, width in zip(shown, (9, 8)))
        print(f"{name:8} {ours_shown} {rate:8.0f} {times} {off:20.2e}")
    if worst > 1e-9:
        sys.exit("the values differ")


if __name__ == "__main__":
    main()
