"""Models as objects: what they answer, and what becomes of them."""

from __future__ import annotations

import dataclasses
import json
from itertools import islice
from pathlib import Path
from typing import Any

import mores
import pytest
from mores.command import flags
from mores.evaluate import LanguageRun

STREAM = "corpus/java/PipedOutputStream.java"


@pytest.fixture(scope="module")
def stream() -> mores.Interface:
    return mores.interface(STREAM)


def report(kind: str, model: Any, verdict: str = "proved", **more: Any) -> Any:
    """A report as the command would print it, with a model of our own."""
    head = {"mores": "0.1.0", "command": kind, "subject": {"path": "p", "name": "N"}, "notes": [], "warnings": []}
    return {**head, "verdict": {"kind": verdict, "depth": None, "reason": None, "integers": "c", **more}, "model": model}


def test_calls_are_answered_with_the_reason_and_the_place(stream: mores.Interface) -> None:
    assert stream.accepts([("connect", 3, False), "write", "flush"])
    refused = stream.accepts(["flush", "write"])
    assert (refused.answer, refused.what, str(refused.place)) == ("error", "java.lang.AssertionError", "PipedOutputStream.java:18")
    assert refused.at == 2 and refused.calls == ("PipedOutputStream()", "flush()", "write()")
    assert stream.accepts(["PipedOutputStream", "close"]).calls == ("PipedOutputStream()", "close()")
    assert stream.accepts([])


def test_calls_that_make_no_sense_are_refused(stream: mores.Interface) -> None:
    with pytest.raises(ValueError, match="there are only PipedOutputStream"):
        stream.accepts(["open"])
    with pytest.raises(ValueError, match="it takes 0 arguments"):
        stream.accepts([("write", 3)])
    with pytest.raises(ValueError, match="say what snk is"):
        stream.accepts(["connect"])


def test_objects_are_given_by_what_guards_ask_of_them() -> None:
    learned = mores.interface("corpus/java/SinkParam.java")
    assert learned.accepts([("connect", None)]).what == "java.lang.NullPointerException"
    fresh = {"snk == this.sink": False, "snk.connected": False}
    assert learned.accepts([("connect", fresh), "write"])
    assert not learned.accepts([("connect", {**fresh, "snk.connected": True})])
    with pytest.raises(ValueError, match="guards of connect speak of"):
        learned.accepts([("connect", {"snk.size": 1})])
    with pytest.raises(ValueError, match="is an object"):
        learned.accepts([("connect", 3)])


def test_a_guess_is_unknown() -> None:
    states = [{"id": 0, "answer": "ok"}, {"id": 1, "answer": "ok"}]
    moves = [
        {"from": 0, "symbol": "m", "to": 1, "established": False},
        {"from": 1, "symbol": "m", "to": 1},
    ]
    symbol = {"symbol": "m", "method": "m", "guard": "true", "parameters": []}
    method = {"name": "m", "constructs": False, "parameters": [], "place": None}
    model = {"kind": "interface", "initial": 0, "states": states, "alphabet": [symbol], "transitions": moves, "methods": [method]}
    learned = mores.Interface.of(report("interface", model, "up-to", reason="time was up"))
    assert learned.accepts(["m"]) and learned.accepts(["m", "m"]).answer == "unknown"
    moves[0]["answered"] = False
    assert "time was up" in str(learned.accepts(["m"]))


def test_nothing_is_claimed_of_calls_beyond() -> None:
    states = [{"id": 0, "answer": "ok"}, {"id": 1, "answer": "ok", "beyond": True}]
    symbol = {"symbol": "m", "method": "m", "guard": "true", "parameters": []}
    method = {"name": "m", "constructs": False, "parameters": [], "place": None}
    moves = [{"from": 0, "symbol": "m", "to": 1}]
    model = {"kind": "interface", "initial": 0, "states": states, "alphabet": [symbol], "transitions": moves, "methods": [method]}
    learned = mores.Interface.of(report("interface", model))
    assert learned.accepts(["m"]) and learned.accepts(["m", "m"]).answer == "unknown"


def test_a_language_has_words() -> None:
    learned = mores.errors("corpus/c/versions/new.c")
    assert [word.events for word in learned.words] == list(learned.all_words())
    assert learned.words[0].inputs[-1] == ("__VERIFIER_nondet_int", "4711")
    assert learned.accepts(learned.words[0].events) and not learned.accepts(learned.words[0].events[:-1])


@pytest.mark.parametrize("program", ["corpus/c/versions/old.c", "corpus/c/merge/ours.c"])
def test_a_language_has_as_many_words_as_the_report_counts(program: str) -> None:
    learned = mores.explain(program)
    words = list(learned.all_words())
    assert len(words) == len(set(words)) == learned.report["counts"]["accepted"] > 1
    assert {word.events for word in learned.words} <= set(words) and all(map(learned.accepts, words))


def test_words_without_end_come_in_the_order_of_their_length() -> None:
    states = [{"id": 0, "accepting": False}, {"id": 1, "accepting": True}, {"id": 2, "accepting": False}]
    moves = [
        {"from": 0, "symbol": "a", "to": 0},
        {"from": 0, "symbol": "b", "to": 1},
        {"from": 0, "symbol": "c", "to": 2},
        {"from": 2, "symbol": "c", "to": 2},
    ]
    symbols = [{"symbol": s, "place": None} for s in "abc"]
    model = {"kind": "language", "initial": 0, "states": states, "alphabet": symbols, "transitions": moves}
    words = list(islice(mores.Language.of(report("errors", model)).all_words(), 3))
    assert words == [("b",), ("a", "b"), ("a", "a", "b")]
    assert all(LanguageRun(model).accepts(word) for word in words) and not LanguageRun(model).accepts(["c", "c"])


def test_a_filter_writes_what_it_was_given() -> None:
    learned = mores.filter("corpus/c/filters/html_escape.c")
    assert learned.run("<ü>") == "&lt;ü&gt;" and learned.run(b"<\xff") == b"&lt;\xff" and learned.run([60]) == [38, 108, 116, 59]
    refusing = mores.filter("corpus/c/filters/hex_decode.c")
    with pytest.raises(mores.Outside, match="hex_decode.c:") as refused:
        refusing.run("4x")
    assert refused.value.position == 1 and refused.value.fails


def test_inputs_longer_than_what_is_known_are_outside() -> None:
    learned = mores.filter("corpus/c/filters/html_escape.c")
    short = mores.Filter.of({**learned.report, "verdict": {**learned.report["verdict"], "kind": "up-to", "depth": 2}})
    assert short.run("<<") == "&lt;&lt;" and short.run("<<<", guess=True) == "&lt;&lt;&lt;"
    with pytest.raises(mores.Outside, match="not known"):
        short.run("<<<")
    with pytest.raises(mores.Outside, match="time was up"):
        mores.Filter.of(report("filter", None, "unknown", reason="time was up")).run("", guess=True)


def test_texts_of_java_are_utf_16() -> None:
    learned = mores.filter("corpus/java/filters/HtmlEscape.java")
    assert learned.input_bits == 16 and learned.run("<\N{GRINNING FACE}>") == "&lt;\N{GRINNING FACE}&gt;"


def test_a_model_is_saved_and_loaded_and_drawn(stream: mores.Interface, tmp_path: Path) -> None:
    stream.save(tmp_path / "stream.mores.json")
    again = mores.load(tmp_path / "stream.mores.json")
    assert again == stream and again.report == stream.report
    assert stream._repr_svg_().startswith("<svg") and stream.to_dot().startswith("digraph")
    assert "write" in stream.emit("mermaid", legal_only=True)
    (tmp_path / "notes.json").write_text("{}")
    with pytest.raises(mores.MoresError, match="is no model of mores"):
        mores.load(tmp_path / "notes.json")
    with pytest.raises(mores.MoresError, match="another kind"):
        mores.Language.of(stream.report)


def test_a_model_is_a_graph(stream: mores.Interface) -> None:
    graph = stream.to_networkx()
    assert graph.number_of_nodes() == len(stream.states) and graph.number_of_edges() == len(stream.transitions)
    assert graph.nodes[0]["answer"] == "ok" and "connect_1" in {move["symbol"] for move in graph[1][2].values()}


def test_models_are_plain_values(stream: mores.Interface) -> None:
    assert dataclasses.is_dataclass(stream) and {m.name for m in stream.methods} >= {"connect", "write"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        stream.name = "other"  # type: ignore[misc]


def test_models_and_code_are_compared(stream: mores.Interface, tmp_path: Path) -> None:
    assert mores.check(stream, STREAM).conforms
    changed = tmp_path / "PipedOutputStream.java"
    changed.write_text(Path(STREAM).read_text().replace("if (sink == 0)", "if (sink == 7)"))
    found = mores.check(stream, changed)
    assert found.kind == "differs" and not found
    escape = mores.filter("corpus/c/filters/html_escape.c")
    assert mores.equal(escape, "corpus/c/filters/html_escape_runs.c").equal is True
    other = mores.equal(escape, "corpus/c/filters/html_escape_planted.c")
    assert other.equal is False and not other and other.witness["inputs"][0]["symbols"] == [12]


def test_versions_are_compared() -> None:
    found = mores.diff("corpus/versions/old/Door.java", "corpus/versions/new/Door.java", methods=["open", "lock", "unlock"])
    assert found.kind == "differs" and found.differences[0]["calls"] == ["new Door()", "lock(10000)"]
    assert mores.diff("corpus/c/versions/old.c", "corpus/c/versions/new.c").kind == "differs"


def test_bad_input_is_refused_with_what_the_command_says() -> None:
    with pytest.raises(mores.MoresError, match="^Missing.java does not exist$"):
        mores.interface("Missing.java")
    with pytest.raises(mores.MoresError, match="unexpected argument '--colour'"):
        mores.interface(STREAM, colour="red")


def test_keywords_are_options() -> None:
    given = {"class_": "A", "methods": ["a", "b"], "pool": {"n": [1, 2]}, "cc": ["-DA", "-DB"], "replay": True, "whole": False}
    expected = ["--class=A", "--methods=a,b", "--pool=n=1,2", "--cc=-DA", "--cc=-DB", "--replay"]
    assert flags(given) == expected  # type: ignore[arg-type]


def test_a_report_is_kept_as_it_is(stream: mores.Interface, tmp_path: Path) -> None:
    stream.save(tmp_path / "m.json")
    assert json.loads((tmp_path / "m.json").read_text()) == stream.report
