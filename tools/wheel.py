"""Builds the Python wheel, which holds the command and the package of python/, and tries it.

Usage: python3 tools/wheel.py [--no-trial]

The program in the wheel is built with the profile `wheel`, in a folder of its own. It finds the solver in the package z3-solver,
on which the wheel depends in the very version of tools/solver.txt: both lie in one site-packages.

The trial makes a virtual environment, installs the wheel there as a user would, and prints how long it takes to the first picture.
"""

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "mores"
WHEELS = ROOT / "target" / "wheels"

# From the program, mores/bin/mores in site-packages, to the solver's library beside it.
LIBRARY_PATH = "$ORIGIN/../../z3/lib"

# What a program may need on every Linux with a new enough glibc (PEP 600), and what z3-solver brings.
EVERYWHERE = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1"}
FROM_SOLVER = "libz3.so"

# The first picture must be there within this many seconds of `pip install`.
LIMIT = 30

METADATA = """\
Metadata-Version: 2.1
Name: mores
Version: {version}
Summary: Learns the unwritten rules of code, proves them, and draws them.
License: MIT OR Apache-2.0
License-File: LICENSE-MIT
License-File: LICENSE-APACHE
Requires-Python: >=3.9
Requires-Dist: {solver}
Provides-Extra: networkx
Requires-Dist: networkx; extra == "networkx"
Description-Content-Type: text/markdown

"""

# Every file of a wheel has one time, so that the same content gives the same bytes.
TIME = (1980, 1, 1, 0, 0, 0)


class Trouble(Exception):
    """What stops us, as the one sentence that the user is shown."""


def main(arguments):
    program = build()
    wheel = pack(program)
    say(f"{wheel.relative_to(ROOT)}: {wheel.stat().st_size / 1e6:.1f} MB")
    if "--no-trial" not in arguments:
        attempt(wheel)


def build():
    say("building mores for the wheel (some minutes the first time)")
    command = ["cargo", "build", "--profile", "wheel", "--locked", "--quiet", "--package", "cli"]
    environment = {**os.environ, "MORES_LIBRARY_PATH": LIBRARY_PATH}
    if subprocess.run(command, cwd=ROOT, env=environment).returncode != 0:
        raise Trouble("cargo could not build the command.")
    return ROOT / "target" / "wheel" / "mores"


def pack(program):
    """Writes the wheel: the package, the program in it, and what pip wants to know."""
    name = f"mores-{version()}"
    files = {f"mores/{file.name}": (file.read_bytes(), 0o644) for file in sorted(PACKAGE.iterdir()) if file.is_file()}
    files["mores/bin/mores"] = (program.read_bytes(), 0o755)
    info = f"{name}.dist-info"
    tag = f"py3-none-{platform_tag(program)}"
    texts = {
        "METADATA": METADATA.format(version=version(), solver=solver()) + (ROOT / "README.md").read_text(),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: mores\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": "[console_scripts]\nmores = mores.command:main\n",
    }
    files.update({f"{info}/{file}": (text.encode(), 0o644) for file, text in texts.items()})
    for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
        files[f"{info}/licenses/{licence}"] = ((ROOT / licence).read_bytes(), 0o644)
    WHEELS.mkdir(parents=True, exist_ok=True)
    wheel = WHEELS / f"{name}-{tag}.whl"
    write(wheel, files, f"{info}/RECORD")
    return wheel


def write(wheel, files, record):
    """Writes the files and the record of their checksums."""
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, (content, mode) in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{path},sha256={digest},{len(content)}\n")
            add(archive, path, content, mode)
        add(archive, record, ("".join(lines) + f"{record},,\n").encode(), 0o644)


def add(archive, path, content, mode):
    entry = zipfile.ZipInfo(path, TIME)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def version():
    """The version of the workspace, which that of the package must be."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE).group(1)
    own = re.search(r'^__version__ = "(.+)"$', (PACKAGE / "__init__.py").read_text(), re.MULTILINE).group(1)
    if own != found:
        raise Trouble(f"python/mores/__init__.py says version {own}, Cargo.toml {found}.")
    return found


def solver():
    """The solver and its version, as tools/solver.txt pins it."""
    return re.search(r"^z3-solver==\S+", (ROOT / "tools" / "solver.txt").read_text(), re.MULTILINE).group(0)


def platform_tag(program):
    """`manylinux_2_34_x86_64`: the oldest glibc that has all symbols the program takes from it. Where it needs a library that is not on
    every Linux, the wheel is for machines like this one."""
    machine = platform.machine()
    headers = output(["objdump", "-p", str(program)])
    needed = set(re.findall(r"NEEDED\s+(\S+)", headers))
    strange = {name for name in needed - EVERYWHERE if not name.startswith((FROM_SOLVER, "ld-linux"))}
    if strange:
        say(f"the program needs {', '.join(sorted(strange))}, which not every Linux has")
        return f"linux_{machine}"
    glibc = max(tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", headers))
    return f"manylinux_{glibc[0]}_{glibc[1]}_{machine}"


def output(command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Trouble(f"{command[0]} is needed to see what the program needs: on Debian, install binutils.") from error


def attempt(wheel):
    """Installs the wheel as a user would, in a fresh environment, and makes the first picture."""
    with tempfile.TemporaryDirectory(prefix="mores-wheel-") as scratch:
        folder = Path(scratch)
        tried([sys.executable, "-m", "venv", str(folder / "venv")], folder)
        began = time.monotonic()
        tried([str(folder / "venv/bin/pip"), "install", "--quiet", str(wheel)], folder)
        installed = time.monotonic()
        source = shutil.copy(ROOT / "corpus/java/PipedOutputStream.java", folder)
        tried([str(folder / "venv/bin/mores"), "interface", source, "--out", "out"], folder)
        drawn = time.monotonic()
        if not (folder / "out/PipedOutputStream.svg").is_file():
            raise Trouble("The installed command left no picture.")
        script = f"import mores; assert mores.interface({source!r}).accepts([('connect', 3, False), 'write'])"
        tried([str(folder / "venv/bin/python"), "-c", script], folder)
        check_libraries(folder)
    total = drawn - began
    say(f"installed after {installed - began:.1f} s, first picture after {total:.1f} s")
    if total > LIMIT:
        raise Trouble(f"The first picture took {total:.1f} s from pip install, and {LIMIT} s is the most it should.")


def check_libraries(folder):
    """The solver must be that of the environment, wherever else there is one."""
    said = output([str(folder / "venv/bin/mores"), "doctor"]) if shutil.which("javac") else ""
    line = next((line for line in said.splitlines() if " solver " in line), "")
    if said and str(folder.resolve()) not in line:
        raise Trouble(f"The installed command takes its solver from elsewhere: {line}")


def tried(command, folder):
    """Runs a command in a folder, with an environment that knows nothing of the checkout."""
    environment = {name: value for name, value in os.environ.items() if name not in ("MORES_BINARY", "LD_LIBRARY_PATH", "PYTHONPATH")}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Trouble(f"{' '.join(map(str, command))} failed:\n{done.stdout}")


def say(what):
    print(f"x: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Trouble as trouble:
        say(trouble)
        sys.exit(1)
