"""The evaluator answers calls as the real class does, on the real java."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import List, Optional, Tuple

import mores
import pytest
from mores.evaluate import InterfaceRun
from real_java import JAVA, RealCall, answers, compiled, names, sequences

# Between them: guards, registers, floats, wide and narrow numbers, static fields, states that are not proved.
QUICK = """PipedOutputStream Session FloatMath BitTricks LongRange CharMath Stack TwoSlots StaticCounter OwnedLock Chain Overloads""".split()
EVERY = [file.stem for file in sorted(JAVA.glob("*.java"))]
NAMES = EVERY if os.environ.get("MORES_ALL") else QUICK


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("classes"), NAMES)


def learn(name: str) -> mores.Interface:
    return mores.interface(JAVA / f"{name}.java")


def answered(run: InterfaceRun, calls: List[RealCall]) -> Optional[Tuple[str, int]]:
    """The answer and the index of the call that it is the answer to; None where nothing is claimed."""
    steps = list(run.steps([names(call) for call in calls]))
    claimed = all(step.established and step.answer != "unknown" for step in steps)
    return (steps[-1].answer, len(steps) - 1) if claimed else None


def real(answer: str, calls: List[RealCall]) -> Tuple[str, int]:
    return ("ok", len(calls) - 1) if answer == "ok" else ("error", int(answer.split()[0]))


def test_the_evaluator_answers_as_the_real_class(classes: Path) -> None:
    asked: List[Tuple[str, List[RealCall]]] = []
    claims: List[Optional[Tuple[str, int]]] = []
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        models = list(side_by_side.map(learn, NAMES))
    for name, learned in zip(NAMES, models):
        run = InterfaceRun(learned.report["model"], learned.verdict.integers)
        for calls in sequences(learned.report["model"], 30, seed=len(name)):
            asked.append((name, calls))
            claims.append(answered(run, calls))
    found = answers(classes, asked)
    assert len(found) == len(asked) > 300
    differing = [
        (name, [names(call) for call in calls], claim, answer)
        for (name, calls), claim, answer in zip(asked, claims, found)
        if claim is not None and claim != real(answer, calls)
    ]
    assert not differing, differing[:3]
    claimed = [claim for claim in claims if claim is not None]
    assert len(claimed) > len(asked) * 0.9 and {"ok", "error"} == {answer for answer, _ in claimed}


def test_the_comparison_would_notice_another_class(classes: Path) -> None:
    """A model whose guards are the wrong way round is found out."""
    report = dict(mores.interface(JAVA / "Session.java").report)
    text = {"id == owner": "id != owner", "id != owner": "id == owner"}
    alphabet = [{**s, "guard": text.get(s["guard"], s["guard"])} for s in report["model"]["alphabet"]]
    run = InterfaceRun({**report["model"], "alphabet": alphabet})
    asked = sequences(report["model"], 60, seed=1)
    found = answers(classes, [("Session", calls) for calls in asked])
    assert any(answered(run, calls) != real(answer, calls) for calls, answer in zip(asked, found))
