"""Models as plain objects: what was learned, how far it can be trusted, and what can be done with it."""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import command
from .evaluate import InterfaceRun, LanguageRun, NotGiven, Outside, Step, TransducerRun, Value, type_named

PathLike = Union[str, "os.PathLike[str]"]
Call = Union[str, Sequence[Any]]
Text = TypeVar("Text", str, bytes, List[int])
M = TypeVar("M", bound="Model")


@dataclass(frozen=True)
class Verdict:
    """How far a model can be trusted: `proved`, `up-to` (a depth), `violated` or `unknown`."""

    kind: str
    depth: Optional[int] = None
    reason: Optional[str] = None
    integers: str = "wrapping"
    unless: Optional[str] = None
    assumptions: Tuple[str, ...] = ()

    @staticmethod
    def of(data: Mapping[str, Any]) -> "Verdict":
        known = {name: data[name] for name in ("kind", "depth", "reason", "integers", "unless") if name in data}
        return Verdict(**known, assumptions=tuple(data.get("assumptions", ())))

    @property
    def proved(self) -> bool:
        return self.kind == "proved"


@dataclass(frozen=True)
class Place:
    """A line of the source."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Model:
    """What was learned of `name`, which lies in `path`. `report` is the whole report, as `mores … --json` prints it."""

    name: str
    path: str
    verdict: Verdict
    notes: Tuple[str, ...]
    warnings: Tuple[str, ...]
    report: Mapping[str, Any] = field(repr=False, compare=False)

    KIND: ClassVar[str] = ""

    @classmethod
    def of(cls: Type[M], report: Mapping[str, Any]) -> M:
        """The model of a report."""
        found = report["model"]
        if cls.KIND and found and found["kind"] != cls.KIND:
            raise command.MoresError(f"this is a model of another kind: {found['kind']}, not {cls.KIND}")
        made = cls(
            name=report["subject"]["name"],
            path=report["subject"]["path"],
            verdict=Verdict.of(report["verdict"]),
            notes=tuple(report["notes"]),
            warnings=tuple(report["warnings"]),
            report=report,
            **cls._parts(found),
        )
        return made

    @classmethod
    def _parts(cls, model: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
        return {}

    def save(self, path: PathLike) -> None:
        """Saves the report: what `load` here, and `check`, `emit`, `equal` and `diff` of the command, read."""
        Path(path).write_text(json.dumps(self.report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    def emit(self, form: str, legal_only: bool = False) -> str:
        """The model in a form of `mores emit`: svg, dot, mermaid, d2, html, json, junit."""
        with tempfile.TemporaryDirectory(prefix="mores-") as folder:
            saved = Path(folder) / "model.mores.json"
            self.save(saved)
            return command.run(["emit", str(saved), f"--as={form}", *command.flags({"legal_only": legal_only})])

    def to_dot(self) -> str:
        """The picture for Graphviz."""
        return self.emit("dot")

    def _repr_svg_(self) -> str:
        """The picture, as notebooks show it."""
        return self.emit("svg")

    def to_networkx(self) -> Any:
        """A `networkx.MultiDiGraph`: states are nodes, transitions are edges, both with all that the report says of them."""
        try:
            networkx: Any = importlib.import_module("networkx")
        except ImportError as error:
            raise command.MoresError("networkx is missing: pip install networkx") from error
        graph = networkx.MultiDiGraph(name=self.name, kind=self.KIND)
        model = self.report["model"] or {"states": [], "transitions": []}
        graph.add_nodes_from((state["id"], dict(state)) for state in model["states"])
        graph.add_edges_from((move["from"], move["to"], dict(move)) for move in model["transitions"])
        return graph


@dataclass(frozen=True)
class State:
    """A state of an interface: how calls that lead here are answered. Nothing was looked at from a state `beyond`."""

    id: int
    answer: str
    beyond: bool = False
    holds: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Symbol:
    """The calls of a method whose arguments satisfy a guard."""

    symbol: str
    method: str
    guard: str
    parameters: Tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """A parameter, something that guards ask of one, or a register."""

    name: str
    type: str


@dataclass(frozen=True)
class Method:
    """A method, or a constructor. Guards speak of `scalars`, which are the parameters where these are plain values."""

    name: str
    constructs: bool
    parameters: Tuple[Parameter, ...]
    scalars: Tuple[Parameter, ...]
    place: Optional[Place]


@dataclass(frozen=True)
class Transition:
    """Where a call, or an event, leads."""

    start: int
    symbol: str
    to: int
    what: Optional[str] = None
    place: Optional[Place] = None
    updates: Mapping[str, str] = field(default_factory=dict)
    established: bool = True


@dataclass(frozen=True)
class Answer:
    """The answer to calls: `ok` if all succeed; otherwise that to the first that does not: `error`, or `unknown`, and `what` happens
    there, at which `place`. `calls` are the calls that were made, `at` is the index of the last that was answered."""

    answer: str
    what: Optional[str]
    place: Optional[Place]
    at: int
    calls: Tuple[str, ...]

    def __bool__(self) -> bool:
        return self.answer == "ok"

    def __str__(self) -> str:
        reason = f": {self.what}" if self.what else ""
        return f"{self.answer}{reason}{f' at {self.place}' if self.place else ''}"


@dataclass(frozen=True)
class Interface(Model):
    """Which calls of a class succeed, in which order, with which arguments."""

    initial: int
    states: Tuple[State, ...]
    alphabet: Tuple[Symbol, ...]
    transitions: Tuple[Transition, ...]
    methods: Tuple[Method, ...]
    registers: Tuple[Parameter, ...]

    KIND: ClassVar[str] = "interface"

    @classmethod
    def _parts(cls, model: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
        assert model is not None, "there is always an interface"
        return {
            "initial": model["initial"],
            "states": tuple(
                State(s["id"], s["answer"], s.get("beyond", False), tuple(s.get("holds", ()))) for s in model["states"]
            ),
            "alphabet": tuple(
                Symbol(s["symbol"], s["method"], s["guard"], tuple(s["parameters"])) for s in model["alphabet"]
            ),
            "transitions": tuple(map(_transition, model["transitions"])),
            "methods": tuple(map(_method, model["methods"])),
            "registers": _parameters(model.get("registers", ())),
        }

    def accepts(self, calls: Sequence[Call]) -> Answer:
        """How calls are answered, one after the other, on one object.

        A call is the name of a method, or a tuple of that name and its arguments in their order: numbers, truth values,
        characters. `None` is null. What guards ask of an object is given by name, as a mapping: `{"snk.connected": True}`; a mapping
        in the place of an argument is an object that is not null. Where nobody calls a constructor, the one without parameters
        is called first.
        """
        made = self._with_constructor(calls)
        written = tuple(_written(call) for call in made)
        steps: List[Step] = []
        try:
            for step in self._run.steps([self._given(call) for call in made]):
                steps.append(step)
                if not step.established:
                    what = f"the model is a guess here, because {self.verdict.reason or 'it is not proved'}"
                    return Answer("unknown", what, None, len(steps) - 1, written)
        except NotGiven as asked:
            call = written[len(steps)]
            raise ValueError(f"{call}: say what {asked} is, as in {{{str(asked)!r}: …}}") from None
        last = steps[-1] if steps else Step("ok", None, None, self.initial, True)
        place = Place(*last.place) if last.place else None
        return Answer(last.answer, last.what, place, len(steps) - 1, written)

    @cached_property
    def _run(self) -> InterfaceRun:
        return InterfaceRun(self.report["model"], self.verdict.integers)

    def method(self, name: str) -> Method:
        """The method with that name, as the model calls it, or without its parameter types where there is one such."""
        same = [m for m in self.methods if m.name == name]
        alike = same or [m for m in self.methods if m.name.split("(")[0] == name]
        if len(alike) == 1:
            return alike[0]
        known = ", ".join(m.name for m in alike or self.methods)
        raise ValueError(f"{name}: {'which one of' if alike else 'there are only'} {known}")

    def _with_constructor(self, calls: Sequence[Call]) -> List[Call]:
        named = [self.method(_name(call)) for call in calls]
        plain = [m.name for m in self.methods if m.constructs and not m.parameters]
        needed = calls and plain and not any(m.constructs for m in named)
        return [*plain[:1], *calls] if needed else list(calls)

    def _given(self, call: Call) -> Tuple[str, Dict[str, Value]]:
        """The values of what guards of a call speak of."""
        method = self.method(_name(call))
        arguments = [] if isinstance(call, str) else list(call[1:])
        if len(arguments) > len(method.parameters):
            raise ValueError(f"{_written(call)}: it takes {len(method.parameters)} arguments")
        values: Dict[str, Value] = {}
        for parameter, argument in zip(method.parameters, arguments):
            values.update(_values(parameter, argument, method))
        return method.name, values


@dataclass(frozen=True)
class Word:
    """A word of a language that was found, and the inputs that make a program do it: who is asked, and what is answered."""

    events: Tuple[str, ...]
    inputs: Tuple[Tuple[str, str], ...]
    witnessed: bool = True


@dataclass(frozen=True)
class Language(Model):
    """The words of events that a program fails with, or does."""

    initial: int
    accepting: Tuple[int, ...]
    alphabet: Tuple[str, ...]
    transitions: Tuple[Transition, ...]
    words: Tuple[Word, ...]

    KIND: ClassVar[str] = "language"

    @classmethod
    def _parts(cls, model: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
        assert model is not None, "there is always a language"
        return {
            "initial": model["initial"],
            "accepting": tuple(state["id"] for state in model["states"] if state["accepting"]),
            "alphabet": tuple(event["symbol"] for event in model["alphabet"]),
            "transitions": tuple(map(_transition, model["transitions"])),
            "words": tuple(map(_word, model.get("words", ()))),
        }

    def accepts(self, events: Sequence[str]) -> bool:
        """Whether a word is in the language, as far as the verdict goes."""
        return self._run.accepts(events)

    @cached_property
    def _run(self) -> LanguageRun:
        return LanguageRun(self.report["model"])

    def all_words(self) -> Iterator[Tuple[str, ...]]:
        """The words of the language, shorter ones first; without end where the language has none."""
        moves: Dict[int, List[Transition]] = {}
        for move in self.transitions:
            moves.setdefault(move.start, []).append(move)
        live = self._states_with_words()
        pending = deque([(self.initial, ())] if self.initial in live else [])  # type: deque[Tuple[int, Tuple[str, ...]]]
        while pending:
            state, word = pending.popleft()
            if state in self.accepting:
                yield word
            pending.extend((m.to, (*word, m.symbol)) for m in moves.get(state, ()) if m.to in live)

    def _states_with_words(self) -> "set[int]":
        """States from which a word can still end: a search that entered others might never end."""
        live = set(self.accepting)
        while True:
            more = {move.start for move in self.transitions if move.to in live} - live
            if not more:
                return live
            live |= more


@dataclass(frozen=True)
class Filter(Model):
    """What a stream filter writes for what it reads; nothing is known of it where `states` is 0."""

    input_bits: int
    output_bits: int
    lookback: int
    registers: Tuple[Parameter, ...]
    states: int
    properties: Mapping[str, Optional[bool]]

    KIND: ClassVar[str] = "transducer"

    @classmethod
    def _parts(cls, model: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
        found = model or {"input": {"bits": 8}, "output": {"bits": 8}, "lookback": 0, "states": []}
        return {
            "input_bits": found["input"]["bits"],
            "output_bits": found["output"]["bits"],
            "lookback": found["lookback"],
            "registers": _parameters(found.get("registers", ())),
            "states": len(found["states"]),
            "properties": dict(found.get("properties") or {}),
        }

    def run(self, given: Text, guess: bool = False) -> Text:
        """What is written for a text, for bytes or for a list of numbers, as the same: a text is UTF-8 for a filter of bytes, and
        UTF-16 for one of Java's characters.

        `Outside` is raised for inputs that the model says nothing of: the program fails on them, or it is not known what it does.
        So it is for inputs that are longer than what the verdict is about, unless `guess` is given.
        """
        symbols = _symbols(given, self.input_bits)
        limit = {"proved": len(symbols), "up-to": self.verdict.depth or 0}.get(self.verdict.kind, -1)
        if self.report["model"] is None or (len(symbols) > limit and not guess):
            why = self.verdict.reason or "nothing is claimed of so long an input"
            raise Outside(f"it is not known what is written: {why}", max(limit, 0))
        return _as_given(given, self._run.run(symbols), self.output_bits)

    @cached_property
    def _run(self) -> TransducerRun:
        return TransducerRun(self.report["model"])


KINDS: Tuple[Type[Model], ...] = (Interface, Language, Filter)


def load(path: PathLike) -> Model:
    """The model that `save` here, or `--out` of the command, has left."""
    try:
        report = json.loads(Path(path).read_text(encoding="utf-8"))
        found = report["model"]["kind"] if report["model"] else Filter.KIND
        return next(kind for kind in KINDS if found == kind.KIND).of(report)
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
        raise command.MoresError(f"{os.fspath(path)} is no model of mores: {error!r}") from error


def _name(call: Call) -> str:
    return call if isinstance(call, str) else str(call[0])


def _written(call: Call) -> str:
    return f"{_name(call)}({'' if isinstance(call, str) else ', '.join(repr(a) for a in call[1:])})"


def _values(parameter: Parameter, argument: Any, method: Method) -> Dict[str, Value]:
    """What guards ask of an argument."""
    is_null = f"{parameter.name} == null"
    if isinstance(argument, Mapping):
        known = {scalar.name for scalar in method.scalars}
        strange = [name for name in argument if name not in known]
        if strange:
            raise ValueError(f"{strange[0]}: guards of {method.name} speak of {', '.join(sorted(known))}")
        return {**({is_null: False} if is_null in known else {}), **argument}
    if argument is None:
        return {is_null: True}
    if type_named(parameter.type) is None:
        raise ValueError(f"{parameter.name} is an object, a {parameter.type}: give None, or a mapping of what guards ask of it")
    return {parameter.name: ord(argument) if isinstance(argument, str) else argument}


def _place(data: Optional[Mapping[str, Any]]) -> Optional[Place]:
    return Place(data["file"], data["line"]) if data else None


def _parameters(data: Sequence[Mapping[str, Any]]) -> Tuple[Parameter, ...]:
    return tuple(Parameter(entry["name"], entry["type"]) for entry in data)


def _method(data: Mapping[str, Any]) -> Method:
    parameters = _parameters(data["parameters"])
    scalars = _parameters(data["scalars"]) if "scalars" in data else parameters
    return Method(data["name"], data["constructs"], parameters, scalars, _place(data["place"]))


def _transition(data: Mapping[str, Any]) -> Transition:
    cause = data.get("error") or data.get("unknown") or {"what": None, "place": None}
    established = data.get("established", True) and data.get("mark") != "conjectured"
    updates = dict(data.get("updates", {}))
    return Transition(
        data["from"], data["symbol"], data["to"], cause["what"], _place(cause["place"]), updates, established
    )


def _word(data: Mapping[str, Any]) -> Word:
    inputs = tuple((given["name"], given["value"]) for given in data["inputs"])
    return Word(tuple(data["events"]), inputs, data.get("witnessed", True))


def _symbols(given: Union[str, bytes, List[int]], bits: int) -> List[int]:
    if isinstance(given, str) and bits == 16:
        encoded = given.encode("utf-16-le", "surrogatepass")
        return [encoded[i] | encoded[i + 1] << 8 for i in range(0, len(encoded), 2)]
    if isinstance(given, str):
        return list(given.encode("utf-8")) if bits == 8 else [ord(c) for c in given]
    return list(given)


def _as_given(given: Text, written: List[int], bits: int) -> Text:
    """What was written, as what was given."""
    numbers = [symbol & ((1 << bits) - 1) for symbol in written]
    result: Union[str, bytes, List[int]] = written
    if isinstance(given, bytes):
        result = b"".join(number.to_bytes(bits // 8, "little") for number in numbers)
    elif isinstance(given, str) and bits == 32:
        result = "".join(map(chr, numbers))
    elif isinstance(given, str):
        encoding = {8: "utf-8", 16: "utf-16-le"}[bits]
        encoded = b"".join(number.to_bytes(bits // 8, "little") for number in numbers)
        result = encoded.decode(encoding, "surrogateescape" if bits == 8 else "surrogatepass")
    return result  # type: ignore[return-value]
