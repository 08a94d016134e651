"""CBMC, beside which `./x bench errors` measures mores: fetched, pinned, never a part of this repository.

Usage: python3 tools/cbmc.py               fetches the packages of tools/cbmc.txt, and leaves the command .deps/cbmc/cbmc

CBMC is a package of Debian 13, and the libraries that it needs are taken from there, too: it is started with these, so that it
runs where the machine has older ones. The packages come through apt, by a list of its own.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEPS = ROOT / ".deps"
HOME = DEPS / "cbmc"
PINS = ROOT / "tools" / "cbmc.txt"
SUITE = "trixie"

# The program is run in an empty environment of libraries: those of its own release.
COMMAND = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
lib=$here/files/usr/lib/x86_64-linux-gnu
exec "$lib/ld-linux-x86-64.so.2" --library-path "$lib:$here/files/usr/lib" "$here/files/usr/bin/cbmc" "$@"
"""


class Trouble(Exception):
    """What stops us, as the one sentence that the user is shown."""


def main():
    pins = dict(reversed(line.split()) for line in PINS.read_text().splitlines() if line and not line.startswith("#"))
    stamp = HOME / ".stamp"
    wanted = PINS.read_text()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise Trouble("CBMC is not here: this is no Debian.")
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=DEPS, prefix="fetch-") as scratch:
        apt = asked_for_suite(Path(scratch))
        for package, checksum in pins.items():
            print(f"fetching {package}", file=sys.stderr)
            unpack(packed(apt, package, checksum, Path(scratch)))
    command = HOME / "cbmc"
    command.write_text(COMMAND)
    command.chmod(0o755)
    stamp.write_text(wanted)


def asked_for_suite(scratch):
    """The options by which apt knows the suite, from the places that it takes packages from."""
    (scratch / "lists" / "partial").mkdir(parents=True)
    listed = scratch / "places.sources"
    parts = sorted(Path("/etc/apt/sources.list.d").glob("debian*.sources"))
    entries = "\n\n".join(part.read_text() for part in parts).split("\n\n")
    plain = [entry for entry in entries if "security" not in entry and "Suites:" in entry]
    listed.write_text("\n\n".join(re.sub(r"^Suites:.*$", f"Suites: {SUITE}", entry, flags=re.MULTILINE) for entry in plain))
    options = [
        f"Dir::Etc::sourcelist={listed}",
        "Dir::Etc::sourceparts=/dev/null",
        f"Dir::State::lists={scratch}/lists",
        f"Dir::Cache={scratch}",
    ]
    apt = ["apt-get", *(part for option in options for part in ("-o", option))]
    done = subprocess.run([*apt, "update"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Trouble(f"CBMC is not here: apt-get update failed for {SUITE}.")
    return apt


def packed(apt, package, checksum, scratch):
    folder = scratch / package
    folder.mkdir()
    done = subprocess.run([*apt, "download", package], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    files = list(folder.glob("*.deb"))
    if done.returncode != 0 or not files:
        raise Trouble(f"apt-get has no package {package}.")
    found = hashlib.sha256(files[0].read_bytes()).hexdigest()
    if found != checksum:
        raise Trouble(f"Of {package} there is another version than the one in {PINS.name}: {files[0].name} {found}.")
    return files[0]


def unpack(package):
    done = subprocess.run(["dpkg-deb", "-x", str(package), str(HOME / "files")])
    if done.returncode != 0:
        raise Trouble(f"{package.name} cannot be unpacked.")


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(str(trouble))
