"""Learning and comparing: each function runs the command of the same name, and every option of the command is a keyword."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Optional, Tuple, Union

from .command import Option, run_json
from .models import Filter, Interface, Language, Model, PathLike, Verdict

Subject = Union[PathLike, Model]


@dataclass(frozen=True)
class Check:
    """Whether code does what a model says. `kind` is `conforms`, `differs`, `other-methods`, `certificate-rejected` or `undecided`."""

    kind: str
    report: Mapping[str, Any] = field(repr=False, compare=False)

    @property
    def conforms(self) -> bool:
        return self.kind == "conforms"

    def __bool__(self) -> bool:
        return self.conforms


@dataclass(frozen=True)
class Diff:
    """How two versions differ. `kind` is that of the verdict: `equal`, `differs`, …"""

    kind: str
    differences: Tuple[Mapping[str, Any], ...]
    report: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Equal:
    """Whether two interfaces, or two filters, are the same: `equal` is None where it was not decided. `witness` tells them apart."""

    equal: Optional[bool]
    verdict: Verdict
    witness: Any
    report: Mapping[str, Any] = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.equal is True


def interface(subject: PathLike, **options: Option) -> Interface:
    """Which calls of a Java class are legal: see `mores interface --help`."""
    return Interface.of(run_json("interface", [os.fspath(subject)], options))


def errors(subject: PathLike, **options: Option) -> Language:
    """Every way a C program can fail: see `mores errors --help`."""
    return Language.of(run_json("errors", [os.fspath(subject)], options))


def explain(subject: PathLike, **options: Option) -> Language:
    """What a C program does: see `mores explain --help`."""
    return Language.of(run_json("explain", [os.fspath(subject)], options))


def filter(subject: PathLike, **options: Option) -> Filter:
    """What a stream filter writes for what it reads: see `mores filter --help`."""
    return Filter.of(run_json("filter", [os.fspath(subject)], options))


def check(model: Subject, code: PathLike, **options: Option) -> Check:
    """Whether code still does what a model says: see `mores check --help`."""
    report = _compared("check", (model, code), options)
    return Check(report["kind"], report)


def diff(old: Subject, new: Subject, **options: Option) -> Diff:
    """How two versions of a class, or of a C program, differ: see `mores diff --help`."""
    report = _compared("diff", (old, new), options)
    differences = report.get("differences", report.get("parts", ()))
    return Diff(report["verdict"]["kind"], tuple(differences), report)


def equal(first: Subject, second: Subject, **options: Option) -> Equal:
    """Whether two interfaces, or two filters, are the same: see `mores equal --help`."""
    report = _compared("equal", (first, second), options)
    return Equal(report["equal"], Verdict.of(report["verdict"]), report.get("witness") or None, report)


def _compared(command: str, subjects: Tuple[Subject, ...], options: Mapping[str, Option]) -> Mapping[str, Any]:
    with ExitStack() as stack:
        return run_json(command, [_file(subject, stack) for subject in subjects], options)


def _file(subject: Subject, stack: ExitStack) -> str:
    """The path of code, or of a file that holds the model for as long as the stack does."""
    if not isinstance(subject, Model):
        return os.fspath(subject)
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="mores-"))
    saved = Path(folder) / "model.mores.json"
    subject.save(saved)
    return str(saved)
