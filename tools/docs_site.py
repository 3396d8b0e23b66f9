"""A hook of mkdocs: pages link to files of the repository outside docs/, which the site does not have."""

from __future__ import annotations

import re
from typing import Any

_OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+((?:CONTRIBUTING|examples|src|tests|tools|benchmarks)[^)#]*)[^)]*\)")


def on_page_markdown(markdown: str, **site: Any) -> str:
    """Name the file instead of linking to it. Folders of docs/ such as rules/ stay links."""
    return _OUTSIDE.sub(r"\1 (`\2`)", markdown)
