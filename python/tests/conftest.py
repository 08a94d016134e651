"""What tests share: the command is that of `$MORES_BINARY`, and with `$MORES_ALL` every subject of the corpus is tried."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def in_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths of the corpus are given as documents give them."""
    monkeypatch.chdir(ROOT)


def pytest_configure() -> None:
    if not os.environ.get("MORES_BINARY"):
        pytest.exit("set MORES_BINARY to the command that is to be tried, or run ./x test", 2)
