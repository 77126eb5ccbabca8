# The commands of the project. Each installs what it needs first; nothing is downloaded when all is there.

PORT ?= 8080
# Seconds that each fuzz target runs.
SECONDS ?= 60

.PHONY: help run build test test-all bench bench-peers fuzz lint

help:
	@echo "make run     build the release and serve it on http://127.0.0.1:$(PORT)   (PORT=…)"
	@echo "make build   build the release into dist/, for any static host and any sub-path"
	@echo "make test    every test: native, wasm in a headless Chromium, end to end in a real one"
	@echo "make test-all   the same, then the slow ones: a real language model, chaos, figures that must hold"
	@echo "make lint    rustfmt and clippy, for the machine and for wasm"
	@echo "make bench   sizes, time to a usable form, replies a second: a table"
	@echo "make bench-peers   BLEU, chrF and ROUGE beside sacreBLEU and rouge_score, on the same pairs"
	@echo "make fuzz    each fuzz target for $(SECONDS) s   (SECONDS=…)"

run:
	@scripts/setup.sh build
	@PORT=$(PORT) scripts/serve.sh

build:
	@scripts/setup.sh build
	@scripts/build.sh

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

fuzz:
	@scripts/setup.sh fuzz
	@FUZZ_SECONDS=$(SECONDS) scripts/fuzz.sh
