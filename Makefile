# The habits of this project. `make help` lists them.
PYTHON ?= python3
BIN := .venv/bin
NB ?=
PORT ?= 8000
SETS ?= coursework/problem_sets
SUBMISSIONS ?=
PACKAGE ?=
OUTPUT ?= _build/grades
PEERS ?= .venv
# Sphinx would reuse pages that it read before; a clean tree shows every warning again.
CLEAN_BUILD := $(BIN)/jupyter-book clean --all . > /dev/null && $(BIN)/jupyter-book build .

.DEFAULT_GOAL := help
.PHONY: help book live serve editions problem-sets grade test test-coursework mutants test-oldest lint page refresh bench experiment lighthouse notebooks pins clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1	/' | expand -t 20

# Kernels and tools take sinpe_lib from here, whatever an environment was made for.
export PYTHONPATH := $(CURDIR)
# Scripts in .venv name the folder they were made in: a folder that was moved or copied needs its own.
ifneq ($(shell cat .venv/ready 2>/dev/null),$(CURDIR))
.PHONY: .venv/ready
endif

.venv/ready: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; PYTHON=... names another one")'
	@echo "Installing what requirements.txt pins into .venv: a few minutes, about 0.8 GB."
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	echo "$(CURDIR)" > $@

book: .venv/ready  ## build the website; the last line is its address
	$(CLEAN_BUILD) -q
	@echo "$(CURDIR)/_build/html/index.html"

live: .venv/ready  ## fetch the Python that runs in the reader's browser, so that make book can include it
	$(BIN)/python -m tools.live $(ARGS)

serve: book  ## build the website and serve it on localhost (PORT=8000)
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

editions: .venv/ready  ## student, blank and solution editions (SETS=folder: private sets)
	$(BIN)/python -m coursework.editions --sets "$(SETS)"

problem-sets: .venv/ready  ## student editions of the problem sets, to which the book links, into problem_sets/
	$(BIN)/python -m coursework.editions.release

grade: .venv/ready  ## grade SUBMISSIONS=folder or zip (SETS=..., OUTPUT=..., ARGS=--workers 4; ARGS=--help)
	$(BIN)/python -m coursework.grading "$(SUBMISSIONS)" --sets "$(SETS)" --output "$(OUTPUT)" $(ARGS)

test: lint  ## everything: lint, doctests, unit tests, notebooks, site
	$(BIN)/pytest -q -n 2
	$(BIN)/python -m tools.refresh --check
	$(CLEAN_BUILD) -W -n --keep-going -q
	$(BIN)/pytest -q -n 2 tests/site -m "not every_cell"

test-live: book  ## run every cell of every page in a browser and compare (make live comes first)
	$(BIN)/pytest -q -n 2 tests/site/test_live.py

test-coursework: .venv/ready  ## problem sets, editions and grading
	$(BIN)/pytest -q -n 2 coursework/editions coursework/grading tests/coursework

mutants: .venv/ready  ## change what computes in thousands of ways: do tests notice? (minutes; PACKAGE=quiz)
	$(BIN)/python -m tools.mutate $(PACKAGE)

# The lower bounds of pyproject.toml. From IPython 8.24 on, Matplotlib 3.8 shows the first figure one cell late.
OLDEST := numpy==2.0.* matplotlib==3.8.* ipywidgets==7.6.* ipython==8.23.*
ifneq ($(shell cat .venv-oldest/ready 2>/dev/null),$(CURDIR))
.PHONY: .venv-oldest/ready
endif

.venv-oldest/ready: requirements.txt pyproject.toml
	python3.11 -m venv --clear .venv-oldest
	grep -vE '^(numpy|matplotlib|ipywidgets|widgetsnbextension|jupyterlab-widgets|ipython)==' requirements.txt \
	    | .venv-oldest/bin/python -m pip install --quiet --disable-pip-version-check -r /dev/stdin $(OLDEST:%='%')
	echo "$(CURDIR)" > $@

test-oldest: .venv-oldest/ready  ## unit tests and notebooks with the oldest versions that sinpe_lib supports
	.venv-oldest/bin/pytest -q -n 2

lint: .venv/ready  ## ruff on code and notebooks, biome on JavaScript, and the import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/biome ci --colors=off --log-level=warn
	$(BIN)/lint-imports --no-cache

lighthouse: book  ## judge four pages by Lighthouse (needs Node and Chrome, or CHROME_PATH)
	npx --yes @lhci/cli@0.14.0 autorun --config=.github/lighthouse.yml

page: .venv/ready  ## refresh a page and apply every rule about it, in seconds (NB=book/page.ipynb or .md)
	$(BIN)/python -m tools.page "$(or $(NB),$(error which page? make page NB=book/page.ipynb))"

refresh: .venv/ready  ## execute and normalise notebooks (all, or NB=book/page.ipynb)
	$(BIN)/python -m tools.refresh $(NB)

# One thread for every program, or the number of cores would be compared.
ONE_THREAD := OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 TF_NUM_INTRAOP_THREADS=1 TF_NUM_INTEROP_THREADS=1

bench: .venv/ready  ## time the encoding into sinpe_lib/data/ (PEERS=environment with other libraries)
	$(ONE_THREAD) $(PEERS)/bin/python -m tools.bench

experiment: .venv/ready  ## train the toy models into sinpe_lib/data/ (minutes)
	$(ONE_THREAD) $(BIN)/python -m tools.experiment

notebooks: .venv/ready  ## open the book in JupyterLab (as root: ARGS=--allow-root)
	$(BIN)/jupyter lab $(ARGS) book

pins:  ## renew the exact pins from the loose bounds in pyproject.toml
	$(PYTHON) -m venv _build/pins
	_build/pins/bin/pip install --quiet --upgrade uv
	echo '-e .' | _build/pins/bin/uv pip compile - --group dev --universal --upgrade \
	    --python-version 3.11 --fork-strategy fewest --no-header --output-file requirements.txt

clean:  ## remove what was built and the environment
	rm -rf _build .venv .venv-oldest .hypothesis book/.ipynb_checkpoints
