"""The command `mores`: where it lies, and how it is run."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence, Tuple, Union

Option = Union[None, bool, int, str, "os.PathLike[str]", Sequence[str], Mapping[str, Any]]

# Exit codes that come with a result: done, a check that failed or was not decided, an answer that is yes as far as it is known.
RESULTS = (0, 1, 3)


class MoresError(Exception):
    """What the command says where it refuses its input, or cannot be run."""


def binary() -> Tuple[Path, Dict[str, str]]:
    """The program, and what it needs in its environment: that of `$MORES_BINARY`, of this package, or of the path."""
    chosen = os.environ.get("MORES_BINARY")
    if chosen:
        return Path(chosen), {}
    own = Path(__file__).parent / "bin" / "mores"
    if own.is_file():
        return own, solver_elsewhere(own)
    # A script of this very package would start itself without end.
    installed = shutil.which("mores")
    if installed and not is_script(Path(installed)):
        return Path(installed), {}
    raise MoresError("there is no program in this package: install the wheel, or set MORES_BINARY to one")


def solver_elsewhere(own: Path) -> Dict[str, str]:
    """The program looks for the solver in the package beside this one. Where that was installed elsewhere, it is told."""
    if (own.parent.parent.parent / "z3" / "lib").is_dir():
        return {}
    found = importlib.util.find_spec("z3")
    if found is None or not found.submodule_search_locations:
        raise MoresError("the solver is missing: pip install z3-solver")
    library = Path(found.submodule_search_locations[0]) / "lib"
    before = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": f"{library}{os.pathsep}{before}" if before else str(library)}


def is_script(file: Path) -> bool:
    with open(file, "rb") as start:
        return start.read(2) == b"#!"


def run(arguments: Sequence[str]) -> str:
    """What the command prints; `MoresError` with what it says where it refuses its input."""
    program, environment = binary()
    command = [str(program), *arguments]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", env={**os.environ, **environment}
    )
    if done.returncode not in RESULTS:
        said = done.stderr.strip() or f"{command[0]} ended with {done.returncode}"
        raise MoresError(said[len("mores: ") :] if said.startswith("mores: ") else said)
    return done.stdout


def run_json(command: str, operands: Sequence[str], options: Mapping[str, Option]) -> Dict[str, Any]:
    """The JSON of a command."""
    # What comes after the two hyphens is no option, whatever it begins with.
    arguments = [command, "--json", "--quiet", *flags(options), "--", *operands]
    result: Dict[str, Any] = json.loads(run(arguments))
    return result


def flags(options: Mapping[str, Option]) -> List[str]:
    """Keywords as options of the command: `error_when="e != 0"` is `--error-when=e != 0`; a truth value says whether the option
    is there; a list is joined by commas, a mapping gives the option once for each entry. `class_` is `--class`."""
    result: List[str] = []
    for keyword, value in options.items():
        name = "--" + keyword.rstrip("_").replace("_", "-")
        if value is True:
            result.append(name)
        elif isinstance(value, Mapping):
            result += [f"{name}={key}={joined(entry)}" for key, entry in value.items()]
        elif name == "--cc" and not isinstance(value, str) and isinstance(value, Sequence):
            result += [f"{name}={argument}" for argument in value]
        elif value is not None and value is not False:
            separator = os.pathsep if name == "--class-path" else ","
            result.append(f"{name}={joined(value, separator)}")
    return result


def joined(value: Any, separator: str = ",") -> str:
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return separator.join(str(part) for part in value) if is_list else str(value)


def main() -> None:
    """The script `mores`: becomes the program."""
    try:
        program, environment = binary()
        os.execve(program, ["mores", *sys.argv[1:]], {**os.environ, **environment})
    except (MoresError, OSError) as error:
        print(f"mores: {error}", file=sys.stderr)
        sys.exit(2)
