"""Functions of C libraries and tools, cut out of the sources that Debian has of them.

Usage: python3 tools/sources.py            fetches the packages of tools/sources.txt into .deps/sources, and makes
                                           .deps/filters/NAME.c of every crates/bench/filters/c/NAME.c, and
                                           .deps/programs/NAME.c of every crates/bench/errors/functions/NAME.c
       python3 tools/sources.py NAME...    makes only these

A file in these folders is what a function needs around it, as little as will do (a type, a header), with lines

    //: cut PACKAGE PATH NAME...

for each of which the definitions of these names are put in, unchanged, as they stand in that file of that package: functions, macros,
tables, types. Nothing of what is fetched is ever a part of this repository.

The packages are source packages of Debian and come through apt, by a list of its own: the machine's own list of places, asked for
sources. Of each the tarball of its authors is taken, pinned by checksum.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEPS = ROOT / ".deps"
SOURCES = DEPS / "sources"
BENCH = ROOT / "crates" / "bench"
# What is made of the files of a folder, and where.
MADE = {BENCH / "filters" / "c": DEPS / "filters", BENCH / "errors" / "functions": DEPS / "programs"}
PINS = ROOT / "tools" / "sources.txt"
CUT = re.compile(r"^//: cut (\S+) (\S+) (.+)$")


class Trouble(Exception):
    """What stops us, as the one sentence that the user is shown."""


def main(names):
    fetch(pins())
    for shims, made in MADE.items():
        made.mkdir(parents=True, exist_ok=True)
        for shim in sorted(shims.glob("*.c")):
            if not names or shim.stem in names:
                (made / shim.name).write_text(filled(shim))


def pins():
    """PACKAGE and the checksum of its tarball, for each line of the list."""
    lines = [line.split() for line in PINS.read_text().splitlines() if line and not line.startswith("#")]
    return {package: checksum for package, checksum in lines}


def fetch(wanted):
    missing = {package: checksum for package, checksum in wanted.items() if not is_there(package, checksum)}
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise Trouble("The sources of others are not here: this is no Debian.")
    SOURCES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DEPS, prefix="fetch-") as scratch:
        apt = asked_for_sources(Path(scratch))
        for package, checksum in missing.items():
            say(f"fetching the sources of {package} into .deps/sources")
            unpack(tarball(apt, package, checksum, Path(scratch)), package, checksum)


def is_there(package, checksum):
    stamp = SOURCES / package / ".stamp"
    return stamp.is_file() and stamp.read_text() == checksum


def asked_for_sources(scratch):
    """The options by which apt knows sources, from the places that it takes packages from."""
    (scratch / "lists" / "partial").mkdir(parents=True)
    listed = scratch / "places.sources"
    listed.write_text("\n".join(map(as_sources, places())))
    options = [f"Dir::Etc::sourcelist={listed}", "Dir::Etc::sourceparts=/dev/null", f"Dir::State::lists={scratch}/lists"]
    apt = ["apt-get", *(part for option in options for part in ("-o", option))]
    done = subprocess.run([*apt, "update"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Trouble("The sources of others are not here: apt-get update failed for sources.")
    return apt


def places():
    parts = Path("/etc/apt/sources.list.d")
    return [path.read_text() for path in sorted(parts.glob("*.sources"))]


def as_sources(text):
    return re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE)


def tarball(apt, package, checksum, scratch):
    folder = scratch / package
    folder.mkdir()
    command = [*apt, "source", "--download-only", "--tar-only", package]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    files = [file for file in folder.iterdir() if ".tar." in file.name]
    if done.returncode != 0 or not files:
        raise Trouble(f"apt-get has no sources of {package}.")
    for file in files:
        if hashlib.sha256(file.read_bytes()).hexdigest() == checksum:
            return file
    found = ", ".join(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in files)
    raise Trouble(f"Of {package} there is another version than the one in {PINS.name}: {found}.")


def unpack(file, package, checksum):
    fresh = SOURCES / f".{package}"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.rmtree(SOURCES / package, ignore_errors=True)
    with tarfile.open(file) as archive:
        archive.extractall(fresh, members=[entry for entry in archive if entry.isfile()])
    inner = list(fresh.iterdir())
    (inner[0] if len(inner) == 1 else fresh).rename(SOURCES / package)
    shutil.rmtree(fresh, ignore_errors=True)
    (SOURCES / package / ".stamp").write_text(checksum)


def filled(shim):
    """The text of a shim with what its lines ask for."""
    out = []
    for number, line in enumerate(shim.read_text().splitlines(), 1):
        found = CUT.match(line)
        if not found:
            out.append(line)
            continue
        package, path, names = found.groups()
        out += cut(SOURCES / package / path, names.split())
        out.append(f'#line {number + 1} "{shim.name}"')
    return "\n".join(out) + "\n"


def cut(path, names):
    if not path.is_file():
        raise Trouble(f"There is no {path.relative_to(SOURCES)}.")
    text = path.read_text(errors="surrogateescape").encode("utf-8", "replace").decode()
    chunks = list(pieces(text))
    out = []
    for name in names:
        found = next((chunk for fits in (is_function, is_macro, is_other) for chunk in chunks if fits(text, chunk, name)), None)
        if found is None:
            raise Trouble(f"{path.relative_to(SOURCES)} defines no {name}.")
        start, end = found
        out.append(f'#line {text.count(chr(10), 0, start) + 1} "{path.relative_to(SOURCES)}"')
        out.append(text[start:end])
    return out


TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n]*|/\*.*?\*/)|(?P<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<word>\w+)|(?P<sign>.)""", re.DOTALL
)
DIRECTIVE = re.compile(r"[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*", re.DOTALL)


def pieces(text):
    """Where each top-level piece of a file begins and ends: a definition, a declaration, a line for the preprocessor. Lines for the
    preprocessor within a piece belong to it, and of branches that open the same brace only the first is counted."""
    at, start, depth, body, seen = 0, None, 0, False, []
    while at < len(text):
        if text[at] in " \t#" and (at == 0 or text[at - 1] == "\n"):
            line = DIRECTIVE.match(text, at)
            if line:
                if start is None:
                    yield line.start(), line.end()
                else:
                    depth = branch(line.group().strip(), depth, seen)
                at = line.end()
                continue
        token = TOKEN.match(text, at)
        at = token.end()
        if token["gap"]:
            continue
        start = token.start() if start is None else start
        sign = token["sign"]
        if sign in ("(", "[", "{"):
            body = body or sign == "{" and depth == 0 and before(text, start, token.start())
            depth += 1
        elif sign in (")", "]", "}"):
            depth -= 1
        if depth <= 0 and (sign == ";" or sign == "}" and body):
            yield start, at
            start, depth, body, seen = None, 0, False, []


def branch(line, depth, seen):
    """How deep we are after a line for the preprocessor: every branch begins as deep as the first one."""
    word = re.match(r"#\s*(\w+)", line)
    kind = word.group(1) if word else ""
    if kind.startswith("if"):
        seen.append(depth)
    elif kind in ("else", "elif") and seen:
        return seen[-1]
    elif kind == "endif" and seen:
        seen.pop()
    return depth


def before(text, start, brace):
    """Whether the brace opens a function's body, and not a table, a structure or an enumeration."""
    head = text[start:brace]
    return ")" in head and not re.search(r"=\s*$", head)


def is_function(text, chunk, name):
    body = text[chunk[0] : chunk[1]]
    head = body.split("{", 1)[0]
    return body.endswith("}") and re.search(rf"\b{name}\s*\(", head) is not None and not body.startswith("#")


def is_macro(text, chunk, name):
    return re.match(rf"\s*#\s*define\s+{name}\b", text[chunk[0] : chunk[1]]) is not None


def is_other(text, chunk, name):
    body = text[chunk[0] : chunk[1]]
    if not body.endswith(";"):
        return False
    head = body.split("{", 1)[0].split("=", 1)[0]
    declared = rf"\b{name}\s*(\[|=|;|$|\))|\b(struct|union|enum)\s+{name}\b\s*$"
    tail = rf"\}}[^{{}}]*\b{name}\b[^{{}}]*;$"
    inside = rf"^\s*(typedef\s+)?enum\b.*\{{.*\b{name}\b"
    return any(re.search(what, where, re.DOTALL) for what, where in ((declared, head + ("" if "{" in body or "=" in body else ";")), (tail, body), (inside, body)))


def say(what):
    print(f"x: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Trouble as trouble:
        say(trouble)
        sys.exit(1)
