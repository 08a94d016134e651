"""Classes of corpus/java on the real java: sequences of calls with arguments, and how they end."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from inputs import numbers_in
from mores.evaluate import Type, Value, bits_of, brought_to, type_named

HERE = Path(__file__).resolve().parent
JAVA = HERE.parent.parent / "corpus" / "java"

# A method, and its arguments in the order of its parameters.
RealCall = Tuple[Mapping[str, Any], List[Value]]


def compiled(folder: Path, names: Sequence[str]) -> Path:
    """Classes of the corpus and what calls it, compiled once, in folders of their own: classes are loaded anew for each sequence."""
    for name, sources in (("caller", [HERE / "Calls.java"]), ("corpus", [JAVA / f"{name}.java" for name in names])):
        command = ["javac", "-nowarn", "-proc:none", "-d", str(folder / name), *map(str, sources)]
        subprocess.run(command, check=True, capture_output=True)
    return folder


def answers(classes: Path, sequences: Sequence[Tuple[str, List[RealCall]]]) -> List[str]:
    """How each sequence of calls of a class ends: `ok`, or the index of the call that throws and what it throws."""
    lines = "".join("\t".join([name, *map(written, calls)]) + "\n" for name, calls in sequences)
    command = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", str(classes / "caller"), "Calls"]
    command.append(str(classes / "corpus"))
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def written(call: RealCall) -> str:
    method, values = call
    types = [parameter["type"] for parameter in method["parameters"]]
    return "|".join([method["name"].split("(")[0], *types, *map(argument, types, values)])


def argument(type_name: str, value: Value) -> str:
    """Floats as their patterns, so that nothing is lost."""
    if type_name in ("float", "double"):
        return str(bits_of(float(value), 32 if type_name == "float" else 64))
    return str(value).lower()


def plain(method: Mapping[str, Any]) -> bool:
    """Whether all parameters are plain values, and guards speak of nothing else."""
    return "scalars" not in method and all(type_named(parameter["type"]) for parameter in method["parameters"])


def sequences(model: Mapping[str, Any], count: int, seed: int) -> List[List[RealCall]]:
    """Calls on an object that was made first; the same for the same seed."""
    chance = random.Random(seed)
    special = numbers_in(symbol["guard"] for symbol in model["alphabet"])
    makers = [m for m in model["methods"] if m["constructs"] and plain(m)]
    methods = [m for m in model["methods"] if not m["constructs"] and plain(m)]
    if not makers or not methods:
        return []
    result = []
    for _ in range(count):
        chosen = [chance.choice(makers), *(chance.choice(methods) for _ in range(chance.randint(1, 12)))]
        result.append([(method, [value(chance, special, p["type"]) for p in method["parameters"]]) for method in chosen])
    return result


def value(chance: random.Random, special: Sequence[int], type_name: str) -> Value:
    own = type_named(type_name)
    assert own is not None
    if own.kind == "boolean":
        return chance.random() < 0.5
    drawn: Value = chance.choice(special) if chance.random() < 0.8 else chance.getrandbits(64) - (1 << 63)
    if own.kind == "float":
        drawn = chance.choice((float(drawn), float(drawn) / 2, float("nan"), float("inf"), -0.0))
    return value_of(drawn, own)


def value_of(drawn: Value, own: Type) -> Value:
    result: Value = brought_to(drawn, own)
    return result


def names(call: RealCall) -> Tuple[str, Dict[str, Value]]:
    """The call as a model sees it."""
    method, values = call
    return method["name"], {p["name"]: v for p, v in zip(method["parameters"], values)}
