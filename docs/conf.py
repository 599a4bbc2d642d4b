"""The site and the manual page, made by Sphinx from the pages in this folder: `make docs`."""

import os
import sys
from pathlib import Path
from typing import Any

import tafelwerk

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

project = "Tafelwerk"
author = "The Tafelwerk developers"
project_copyright = author
version = release = tafelwerk.__version__

extensions = ["myst_nb"]
exclude_patterns = ["_build", "README.md"]
nitpicky = True

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

# the notebook is run with the pocket book alone, so that it shows the same everywhere
os.environ["TAFELWERK_BOOK"] = os.devnull + ".none"
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300

html_theme = "furo"
html_title = f"Tafelwerk {version}"
html_copy_source = False

man_pages = [("reference/commands", "tafelwerk", "exhaustive strategy tables for games", [author], 1)]

linkcheck_timeout = 20


def setup(app: Any) -> None:
    """Write the reference before pages are read."""
    from reference.__main__ import main

    app.connect("builder-inited", lambda app: main(DOCS))
