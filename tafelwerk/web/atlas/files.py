"""The files of an atlas, and its pages filled from templates."""

import shutil
from pathlib import Path
from typing import Any

from tafelwerk.web.site import STATIC, fill


class Files:
    """The folder of an atlas while it is written.

    Args:
        folder: the folder, which is there and empty.

    Attributes:
        folder: the folder.
        pages: number of pages so far.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = 0

    def page(self, path: str, template: str, **values: Any) -> None:
        """Write a page.

        Args:
            path: relative to the folder; at most one folder deep.
            template: name of the template.
            values: what it shows.
        """
        self.text(path, fill(template, root="../" if "/" in path else "./", **values))
        self.pages += 1

    def text(self, path: str, text: str) -> None:
        """Write a file; arguments as of `page`."""
        target = self.folder / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")

    def copy_static(self) -> None:
        """Copy the styles, and the script that draws figures."""
        (self.folder / "static").mkdir()
        for name in ("site.css", "atlas.css", "icon.svg", "chart.js"):
            shutil.copyfile(STATIC / name, self.folder / "static" / name)

    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())
