# Two commands do everything on a machine that has Python 3.11 or newer and make: `make demo` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: demo test check format docs benchmarks clean

demo: $(VENV)/.ready
	$(BIN)/optotype demo

test: check
	$(BIN)/python -m pytest -n 3 --dist worksteal $(PYTEST)

check: $(VENV)/.ready-to-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright

format: $(VENV)/.ready-to-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The site, as pages that open from a disk and ask no other server for anything.
docs: $(VENV)/.ready-to-test
	$(BIN)/python scripts/reference_pages.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# All benchmarks, beside their peers, on a machine that does nothing else: some 45 minutes on two cores.
# make benchmarks ONLY=runner,gold   make benchmarks RESUME=1   make benchmarks SMALL=1   make benchmarks PEERS=1
benchmarks: $(VENV)/.ready-to-test
	$(BIN)/python benchmarks $(if $(ONLY),--only $(ONLY)) $(if $(RESUME),--resume) $(if $(SMALL),--small) $(if $(PEERS),--install)

# To use it, a few packages are enough; to test it, everything is installed that it can work with.
$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) .
	touch $@

$(VENV)/.ready-to-test: $(VENV)/.ready
	$(INSTALL) '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) demo site
