# make tables   a virtual environment, the standard book in the user's data folder (or TAFELWERK_BOOK), some questions to ask it
# make test     format, lint, types, import contracts, tests
# make browser  every page in Chromium, narrow and wide, light and dark, and whole games; some five minutes
# make check    what `make test` runs, the suite without compilation and with bounds checks, the slow tests, more examples of each law, soak
# make faults   docs/trust.md: every fault provoked on the installed program, what is expected and what was seen
# make soak     500 builds killed and resumed, 2,000 books with an odd value each, 100,000 random command lines: hours
# make mutants  small bugs planted one at a time in a copy of the package: which of them the tests nearest to them catch; an hour
# make golden   the answers that tests compare with, made anew; prints what changed; about a minute
# make reference  the reference of commands, keys, tables and figures in docs/reference, JSON Schemas in docs/schemas; not in the repository
# make docs     the site in docs/_build/html with the reference, links checked and notebook run; the manual page docs/_build/man/tafelwerk.1
# make links    the links of the site to other sites, checked
# make counts   the totals and node counts that tests compare with, made anew; prints what changed; some two minutes
# make bench    measures, and writes docs/benchmarks.md
# make serving  measures the server under load, and writes the table of docs/browser.md: four minutes on a quiet machine
# make screens  the README's pictures of pages, made anew with Chromium
# make rooms    pictures of every room and its board, on a desk and on a phone, light and dark, in $(VENV)/rooms, to look at
# make weights  what bidding at Skat goes by, made anew: some 25 minutes on two cores
# make pocket   the pocket book that ships, made anew: build, verify, copy into small files; some minutes on two cores
# make compile-times  what kernels take to compile, measured anew for what commands announce: some ten minutes on a quiet core
# make published  docs/published.md, the printed numbers beside those of the standard book, made anew
# make results  docs/results.md from docs/results, with the values of the book; those that it lacks stay
# make records  the records of long runs that ship, made anew: nine hours of CPU time or more

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
# modules are compiled when they are first imported: most of what is installed never is
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt
TAFELWERK := $(BIN)/tafelwerk

# a build and the tests start hundreds of processes: each would compile all sources anew
unexport PYTHONDONTWRITEBYTECODE

# what mypy knows of unchanged files outlives a clone, beside the compiled kernels
export MYPY_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/tafelwerk/mypy
# and hypothesis of constants in them, and of characters
export HYPOTHESIS_STORAGE_DIRECTORY ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/tafelwerk/hypothesis

# what `make tables` takes on two cores with empty caches; README.md says the same
TABLES_MINUTES := 5
TABLES_SPACE := 0.8 GB for the environment, 0.1 GB for the book

.PHONY: tables forecast lint test browser check faults soak mutants golden reference docs links counts bench serving weights pocket pictures screens rooms published results records compile-times clean
.DEFAULT_GOAL := tables

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tafelwerk needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/backend: constraints.txt | $(BIN)/python
	$(PIP) hatchling editables
	@touch $@

$(VENV)/installed: pyproject.toml constraints.txt $(VENV)/backend
	$(PIP) --no-build-isolation --editable '.[plots,web]'
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt $(VENV)/backend
	$(PIP) --no-build-isolation --editable '.[plots,web,dev,dask]'
	@touch $(VENV)/installed $@

$(VENV)/installed-docs: pyproject.toml constraints.txt $(VENV)/backend
	$(PIP) --no-build-isolation --editable '.[plots,web,docs]'
	@touch $@

forecast:
	@echo "Building the standard book in $${TAFELWERK_BOOK:-the data folder of this user}."
	@echo "It takes about $(TABLES_MINUTES) minutes on two cores, less where parts of it are there, and $(TABLES_SPACE)."

tables: forecast $(VENV)/installed
	$(TAFELWERK) build
	@echo
	@echo "Some questions to try, with their answers:"
	@$(BIN)/python -c 'from tafelwerk.commands.build import first_questions; print(*first_questions(), sep="\n")' | \
	while read -r line; do echo; echo "  $$ $$line"; eval "$(BIN)/$$line" </dev/null || exit; done
	@echo
	@echo "To call tafelwerk from anywhere, do one of:"
	@echo
	@echo "  uv tool install '$(CURDIR)[plots,web]'"
	@echo "  pipx install '$(CURDIR)[plots,web]'"
	@echo "  source '$(abspath $(BIN))/activate'      (in this shell only)"

# import contracts are among the tests
lint: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# lint and types beside the tests; their output follows whole, then the closing lines of the tests again, and what failed
test: SHELL := bash
test: $(VENV)/installed-dev
	@set -o pipefail; \
	$(MAKE) --no-print-directory lint >$(VENV)/lint.log 2>&1 & lint=$$!; \
	$(BIN)/python -m pytest -n 2 --dist worksteal | tee $(VENV)/test.log; tests=$$?; \
	wait $$lint; lint=$$?; \
	echo; cat $(VENV)/lint.log; grep '^browser: ' $(VENV)/test.log; tail -n 1 $(VENV)/test.log; \
	if ((tests && lint)); then echo 'failed: lint and tests'; \
	elif ((tests)); then echo 'failed: tests'; \
	elif ((lint)); then echo 'failed: lint'; fi; \
	exit $$((tests ? tests : lint))

# Chromium is a program of the system: installed here by its owner alone
browser: $(VENV)/installed-dev
	@if ! (command -v chromium || command -v chromium-browser || command -v google-chrome) >/dev/null; then \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get install -y chromium; \
	else echo "Chromium is not installed: install it (Debian: apt-get install chromium), then run make browser again" >&2; exit 1; fi; fi
	$(BIN)/python -m pytest -n 2 --dist worksteal -m browser tests/web

check: test
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 tests/solvers
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(VENV)/boundscheck $(BIN)/python -m pytest -n 2 tests/solvers
	$(BIN)/python -m pytest -n 2 -m "(slow or hypothesis) and not soak" --hypothesis-profile=check --order "$$(date +%F)"
	$(MAKE) --no-print-directory soak

faults: $(VENV)/installed-dev
	PYTHONPATH=tests $(BIN)/python -m faults docs/trust.md

soak: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n 2 -m soak --hypothesis-profile=soak tests/soak

mutants: $(VENV)/installed-dev
	PYTHONPATH=tests $(BIN)/python -m mutants --jobs 2

golden: $(VENV)/installed-dev
	PYTHONPATH=tests $(BIN)/python -m golden

reference: $(VENV)/installed-dev
	$(BIN)/python -m reference docs

docs: $(VENV)/installed-docs
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	$(BIN)/sphinx-build -q -b man -D nb_execution_mode=off docs docs/_build/man

links: $(VENV)/installed-docs
	$(BIN)/sphinx-build -q -b linkcheck -D nb_execution_mode=off docs docs/_build/links

counts: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks.counts

bench: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks

# the server, on the book that `tafelwerk build` made
serving: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks.serving --write

# from the book that `tafelwerk build` made
published: $(VENV)/installed
	$(TAFELWERK) published --markdown > docs/published.md

# from the book at hand
results: $(VENV)/installed-dev
	$(BIN)/python -m reference.results

# a book of its own, left in the environment: a run that was interrupted goes on from there
weights: $(VENV)/installed
	$(TAFELWERK) build skat --trials 60000 --playouts 5000 --book $(VENV)/weights
	$(BIN)/python -m tafelwerk.families.skat.classifiers $(VENV)/weights tafelwerk/families/skat/weights.json

# likewise; needed after a change of the schema or of a family's pocket set
pocket: $(VENV)/installed
	$(BIN)/python -m tafelwerk.build.pocket $(VENV)/pocket tafelwerk/pocket
	$(BIN)/tafelwerk verify --book tafelwerk/pocket

# of README and docs, from the pocket book
pictures: $(VENV)/installed
	$(BIN)/python -m reference.pictures docs/pictures

# of README, from the pocket book, as Chromium shows them
screens: $(VENV)/installed-dev
	$(BIN)/python -m reference.screens docs/pictures

rooms: $(VENV)/installed-dev
	$(BIN)/python -m reference.screens $(VENV)/rooms --rooms

# a book of its own, left in the environment
records: $(VENV)/installed
	$(TAFELWERK) build beams --variant 6c6p --book $(VENV)/records
	set -e; for strategy in h1 h2 h0 hinf; do for tie in lex-c lex-d; do \
	$(TAFELWERK) build beams --variant 6c6p --strategy $$strategy --tie $$tie --book $(VENV)/records; done; done
	$(TAFELWERK) build beams --variant 6c6p --strategy improved --book $(VENV)/records
	# all 62 orders, though four of them are in the book: one build, one checksum
	$(TAFELWERK) build beams --variant 6c6p --curve --force --book $(VENV)/records
	$(TAFELWERK) build beams --variant square36 --book $(VENV)/records
	$(TAFELWERK) build beams --variant square36-directions --book $(VENV)/records
	$(TAFELWERK) build beams --variant hex30 --strategy h1 --book $(VENV)/records
	$(TAFELWERK) build beams --variant hex30 --strategy h1 --tie lex-d --book $(VENV)/records
	$(TAFELWERK) build beams --variant hex30 --strategy improved --book $(VENV)/records
	$(BIN)/python -m benchmarks.beams_records $(VENV)/records tafelwerk/records

compile-times: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks.compile_times

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
