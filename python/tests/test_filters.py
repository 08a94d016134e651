"""The evaluator writes what the compiled filter writes, with the real C library."""

from __future__ import annotations

import os
from pathlib import Path
from typing import List, Optional

import mores
import pytest
from inputs import inputs
from mores.evaluate import Outside, TransducerRun
from real_c import FILTERS, RealFilter, styles

# Between them: escapes, lookback, registers, output at the end, inputs that are refused, numbers with and without a sign, every style.
QUICK = """html_escape delta_encode delta_decode adler32_append utf8_encode slip_decode hex_decode hex_encode_upper median_3 peak_hold
csv_quote capitalize_words crlf_to_lf clip css_url_escape run_length_decode saturating_difference zigzag_decode neighbour_sum
base32_encode pre_escape swap_pairs""".split()
STYLES = styles()
EVERY = [name for name in STYLES if (FILTERS / f"{name}.c").exists()]
PLANTED = FILTERS / "html_escape_planted.c"
SHOUT = Path(__file__).parent / "filters" / "shout.c"


def evaluated(run: TransducerRun, symbols: List[int], bits: int) -> Optional[List[int]]:
    """What is written, as unsigned numbers; None where the program fails: the model says so, or that the input must not end there."""
    try:
        return [symbol & ((1 << bits) - 1) for symbol in run.run(symbols)]
    except Outside as outside:
        assert outside.fails or outside.position == len(symbols), f"{outside} on {symbols}"
        return None


def compare(source: Path, style: str, folder: Path) -> None:
    learned = mores.filter(source)
    if not learned.verdict.proved and source.stem not in QUICK:
        pytest.skip(f"nothing is claimed of it: {learned.verdict.reason}")
    assert learned.verdict.proved, learned.verdict
    model = learned.report["model"]
    run, real = TransducerRun(model), RealFilter(source, style, folder)
    for symbols in inputs(model, 30, seed=len(source.name)):
        if style == "string, buffer":
            symbols = [symbol for symbol in symbols if symbol]
        assert evaluated(run, symbols, learned.output_bits) == real.run(symbols), symbols


@pytest.mark.parametrize("name", EVERY if os.environ.get("MORES_ALL") else QUICK)
def test_the_evaluator_writes_what_the_compiled_filter_writes(name: str, tmp_path: Path) -> None:
    compare(FILTERS / f"{name}.c", STYLES[name], tmp_path)


def test_a_start_is_chosen_by_looking_ahead(tmp_path: Path) -> None:
    learned = mores.filter(SHOUT)
    assert any("when" in start for start in learned.report["model"]["starts"])
    assert learned.run("hey!") == "+hey!" and learned.run("hey") == "-hey"
    compare(SHOUT, "emit a byte", tmp_path)


def test_the_comparison_would_notice_another_filter(tmp_path: Path) -> None:
    """html_escape_planted is html_escape but for two symbols."""
    learned = mores.filter(FILTERS / "html_escape.c")
    run, other = TransducerRun(learned.report["model"]), RealFilter(PLANTED, STYLES[PLANTED.stem], tmp_path)
    words = inputs(learned.report["model"], 30, seed=1)
    assert any(evaluated(run, word, 8) != other.run(word) for word in words)


def test_the_quick_filters_are_filters_of_the_corpus() -> None:
    assert set(QUICK) <= set(EVERY)
    assert {STYLES[name] for name in QUICK} == set(STYLES.values())
