"""The examples of docs/python.md, in their order, give what the page shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any, Dict

import pytest
from conftest import ROOT

PAGE = ROOT / "docs" / "python.md"


def test_the_examples_give_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    monkeypatch.chdir(tmp_path)
    names: Dict[str, Any] = {}
    text = PAGE.read_text(encoding="utf-8")
    found = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    examples = 0
    for block in found:
        line = text[: block.start(1)].count("\n")
        test = doctest.DocTestParser().get_doctest(block.group(1), names, "python.md", str(PAGE), line)
        examples += len(test.examples)
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
        assert result.failed == 0, block.group(1)
        names = test.globs
    assert examples > 20
