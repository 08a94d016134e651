"""Fetches what a build or a test run needs into .deps, pinned by version and checksum (tools/*.txt).

Usage: python3 tools/fetch.py [solver] [second-solver] [csmith] [jars] [hq] [python-tests]

Packages come through pip, so the machine's own pip configuration (index, proxy, certificates) is what counts.
A package that is already there in the right version is left alone.

Csmith, which writes random C programs for the tests, is a Debian package and comes through apt. Nothing else needs it,
so a machine that cannot have it is told so and goes on. So it is with pytest and what else the tests of the Python package need,
which get a virtual environment of their own.

Why Z3 as a shared library, when a wheel with a static one exists (z3-static 4.16)? Its libz3.a was compiled with a
newer GCC than the oldest distribution we build on has: against the libstdc++ of Debian 12 it does not link
(undefined std::format symbols).
"""

import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEPS = ROOT / ".deps"
OLDEST_PYTHON = (3, 9)


class Trouble(Exception):
    """What stops us, as the one sentence that the user is shown."""


class Package:
    """A wheel to unpack: which one, what of it, and where to."""

    def __init__(self, requirements, folder, wanted, strip, must_have, of_this_python):
        self.requirements = ROOT / "tools" / requirements
        self.folder = DEPS / folder
        self.wanted = wanted  # paths in the wheel start with one of these
        self.strip = strip  # and lose this prefix
        self.must_have = must_have
        self.of_this_python = of_this_python  # a wheel for one version of Python only

    def pin(self):
        """The line `name==version` of the requirements."""
        found = re.search(r"^\S+==\S+", self.requirements.read_text(), re.MULTILINE)
        return found.group(0)

    def stamp(self):
        """What the folder's stamp says when it holds this package, fit for this machine."""
        python = f" {sys.implementation.cache_tag}" if self.of_this_python else ""
        return f"{self.pin()} {platform.machine()}{python}\n"

    def is_there(self):
        stamp = self.folder / "stamp"
        complete = all((self.folder / file).exists() for file in self.must_have)
        return complete and stamp.is_file() and stamp.read_text() == self.stamp()


PACKAGES = {
    "solver": Package(
        "solver.txt",
        "z3",
        wanted=("z3/lib/", "z3/include/"),
        strip="z3/",
        must_have=("lib/libz3.so", "include/z3.h"),
        of_this_python=False,
    ),
    "second-solver": Package(
        "second-solver.txt",
        "cvc5",
        wanted=("cvc5/", "cvc5.libs/"),
        strip="",
        must_have=("cvc5/__init__.py", "cvc5.libs"),
        of_this_python=True,
    ),
    "hq": Package(
        "hq.txt",
        "hq",
        wanted=("hyperqueue/",),
        strip="",
        must_have=("hyperqueue/__init__.py",),
        of_this_python=False,
    ),
}

# What nothing needs but one test, which says so where it is not there.
OPTIONAL = {"hq"}


# Packages of Debian and the checksums of their files, and where they are unpacked to.
CSMITH = {
    "csmith": ("2.3.0-7", "bb6adc7acae8719875ba44140791bba2d2d53bbdbb8c319d1edcdb65bc6e7003"),
    "libcsmith-dev": ("2.3.0-7", "dab2bd193a51c3738b8d68f211f42a36b69d2e6f0ac607d192ce43102287d0e7"),
}
CSMITH_FOLDER = DEPS / "csmith"

# Libraries whose classes `./x bench wild` learns.
JARS = {
    "libcommons-cli-java": ("1.5.0-1", "6307cc25286cf9c1afdcc16c1215534203aadc7a58e0f6103734d1ccc3da7f65"),
    "libcommons-codec-java": ("1.15-1", "fe38bede3ae36bbe8f3985651662a15696a076a8dfd8704a2a4f6f49e44b1d3b"),
    "libcommons-collections4-java": ("4.2-1", "83d9efecbc4152c9b8b08a64821a77eb5311bdd11cd774fc2d74a309069816f0"),
    "libcommons-compress-java": ("1.22-1", "f8648353d2d54cadb12e6329f6a0cb0e684a061e26d93d5779bfe740e4b54afb"),
    "libcommons-csv-java": ("1.9.0-1", "63edd8b9df6801dfec659150ae4a17a0e656ef5df27d415b935e9090839fe4db"),
    "libcommons-dbcp2-java": ("2.9.0-1", "4eb79db1121a0d9e7ef9a84771d5370a00b5b645ed6d4e39d16ced406165ef78"),
    "libcommons-fileupload-java": ("1.4-2", "87e8a249e73c199c0365a9e5896a96b9f6d5452e6d8c1a435c8344e5312aba04"),
    "libcommons-io-java": ("2.11.0-2", "11ace1f417d768481dc13c7780ce44c5c305255399a352746594a94a1a7756b4"),
    "libcommons-lang3-java": ("3.12.0-2+deb12u1", "31158520a32d4d5eb8b581a1c6dfc5a9980747383d2e33283abec367eab1e812"),
    "libcommons-net-java": ("3.9.0-1", "d896b5ed233606653967d3fe8597fd8f3ddf08788338875459f5f0761f67fae0"),
    "libcommons-pool2-java": ("2.11.1-1", "c8890ea0443ab3322946605b0a2ca504cf08732e3a29aaa617fdfc4e956eeb22"),
    "libcommons-text-java": ("1.10.0-1", "193bfa885dd26bdc8df6527c751600ac17f7942400c05482d1c90072770978a2"),
    "libgoogle-gson-java": ("2.10-1", "d96f9671cd867fc5b63059f613d9300d3b382ee6dca63e86c11076a844601050"),
    "libguava-java": ("31.1-1", "ab86cff2d96c47ec50ddc611f68d33ba45d51e2d503fb4596ea7f0fa9fdd308c"),
    "libhttpcore-java": ("4.4.16-1", "8719d616e4481a32619bea482169ca87435a6becde96edb788dc05f67f9bf30d"),
    "libjackson2-core-java": ("2.14.1-1", "b4122b7e9bd6be6942d8dd216f862d0c621111b789034feb3210b7bd4ee096e4"),
    "libjoda-time-java": ("2.10.14-1", "96d39010530d5f34934dc61a04b95fb33c54b7beb5938eaa9448ebb38aa53582"),
}
JARS_FOLDER = DEPS / "jars"

# The virtual environment for the tests of the Python package, and what is installed there.
PYTHON_TESTS = ROOT / "tools" / "python-tests.txt"
PYTHON_FOLDER = DEPS / "python"


def main(names):
    if not sys.platform.startswith("linux"):
        raise Trouble(f"mores builds on Linux only so far, and this is {platform.system()}.")
    if sys.version_info < OLDEST_PYTHON:
        raise Trouble(f"Python {platform.python_version()} is too old, 3.9 is the oldest that will do.")
    usual = [name for name in PACKAGES if name not in OPTIONAL]
    for name in names or [*usual, "csmith"]:
        if name == "csmith":
            fetch_csmith()
        elif name == "jars":
            fetch_jars()
        elif name == "python-tests":
            fetch_python_tests()
        else:
            fetch(PACKAGES[name])
    lend_cxx_library(DEPS / "z3" / "lib")


def fetch(package):
    if package.is_there():
        return
    say(f"fetching {package.pin()} into {package.folder.relative_to(ROOT)}")
    DEPS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DEPS, prefix="fetch-") as scratch:
        wheel = download(package, Path(scratch))
        fresh = Path(scratch) / "fresh"
        unpack(wheel, package, fresh)
        (fresh / "stamp").write_text(package.stamp())
        if package.folder.exists():
            package.folder.rename(Path(scratch) / "old")
        fresh.rename(package.folder)


def fetch_csmith():
    if (CSMITH_FOLDER / "usr" / "bin" / "csmith").exists() or shutil.which("csmith") and has_header("/usr"):
        return
    DEPS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DEPS, prefix="fetch-") as scratch:
        fresh = Path(scratch) / "fresh"
        for name, (version, checksum) in CSMITH.items():
            trouble = unpack_debian(name, version, checksum, Path(scratch), fresh)
            if trouble:
                say(f"Csmith is not here: {trouble}. The test that needs it is skipped.")
                return
        fresh.rename(CSMITH_FOLDER)
    say(f"fetched csmith into {CSMITH_FOLDER.relative_to(ROOT)}")


def fetch_jars():
    if JARS_FOLDER.exists():
        return
    DEPS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DEPS, prefix="fetch-") as scratch:
        unpacked = Path(scratch) / "unpacked"
        for name, (version, checksum) in JARS.items():
            trouble = unpack_debian(name, version, checksum, Path(scratch), unpacked)
            if trouble:
                raise Trouble(f"The jars of others are not here: {trouble}.")
        fresh = Path(scratch) / "fresh"
        fresh.mkdir()
        for jar in (unpacked / "usr" / "share" / "java").glob("*.jar"):
            if not jar.is_symlink():
                shutil.copy(jar, fresh / jar.name)
        fresh.rename(JARS_FOLDER)
    say(f"fetched {len(JARS)} packages with jars into {JARS_FOLDER.relative_to(ROOT)}")


def fetch_python_tests():
    stamp = PYTHON_FOLDER / "stamp"
    wanted = f"{sys.implementation.cache_tag} {hashlib.sha256(PYTHON_TESTS.read_bytes()).hexdigest()}\n"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    say(f"making a virtual environment with pytest in {PYTHON_FOLDER.relative_to(ROOT)}")
    shutil.rmtree(PYTHON_FOLDER, ignore_errors=True)
    install = [str(PYTHON_FOLDER / "bin" / "python"), "-m", "pip", "install", "--quiet", "--only-binary=:all:", "--require-hashes"]
    made = works([sys.executable, "-m", "venv", str(PYTHON_FOLDER)])
    if not made or not works(install + ["--requirement", str(PYTHON_TESTS)]):
        shutil.rmtree(PYTHON_FOLDER, ignore_errors=True)
        say(f"pip cannot have what is in {PYTHON_TESTS.name} here: the tests of the Python package are skipped.")
        return
    stamp.write_text(wanted)


def has_header(prefix):
    return (Path(prefix) / "include" / "csmith" / "csmith.h").exists()


def unpack_debian(name, version, checksum, scratch, fresh):
    """Downloads a package of Debian and unpacks it, or says why not."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return "this is no Debian"
    done = subprocess.run(
        ["apt-get", "download", f"{name}={version}"], cwd=scratch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    files = list(scratch.glob(f"{name}_*.deb"))
    if done.returncode != 0 or not files:
        return f"apt-get has no {name} {version} for this machine"
    if hashlib.sha256(files[0].read_bytes()).hexdigest() != checksum:
        return f"the checksum of {files[0].name} is not the one we know"
    unpacked = works(["dpkg-deb", "--extract", str(files[0]), str(fresh)])
    return None if unpacked else f"{files[0].name} cannot be unpacked"


def download(package, into):
    command = pip() + ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"]
    command += ["--requirement", str(package.requirements), "--dest", str(into)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Trouble(why_download_failed(package, done.stdout))
    return next(into.glob("*.whl"))


def why_download_failed(package, log):
    pin = package.pin()
    if "DO NOT MATCH THE HASHES" in log:
        return f"The index served a {pin} whose checksum is not the one in {package.requirements.name}, so it is not used."
    if re.search(r"Retrying|[Cc]onnection|HTTP error|SSL|[Pp]roxy", log):
        return f"pip could not reach the package index for {pin}: is the network there, are pip's settings right?"
    if "No matching distribution" in log:
        libc = " ".join(platform.libc_ver()).strip() or "an unknown libc"
        python = f" and Python {platform.python_version()}" if package.of_this_python else ""
        return f"The package index has no {pin} for this platform ({platform.machine()} with {libc}{python})."
    last = log.strip().splitlines()[-1] if log.strip() else "nothing"
    return f"pip could not download {pin}; the last it said was: {last}"


def pip():
    """The command that runs pip: this Python's own, or that of a virtual environment made for it."""
    own = [sys.executable, "-m", "pip"]
    if works(own + ["--version"]):
        return own
    venv = DEPS / "venv"
    lent = [str(venv / "bin" / "python"), "-m", "pip"]
    if works(lent + ["--version"]):
        return lent
    say("making a virtual environment in .deps/venv, because this Python has no pip")
    if works([sys.executable, "-m", "venv", "--clear", str(venv)]) and works(lent + ["--version"]):
        return lent
    shutil.rmtree(venv, ignore_errors=True)
    raise Trouble(f"{sys.executable} has neither pip nor venv: on Debian, install python3-pip (or python3-venv).")


def works(command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def unpack(wheel, package, fresh):
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            if entry.is_dir() or not entry.filename.startswith(package.wanted):
                continue
            target = fresh / entry.filename[len(package.strip) :]
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(entry) as source, open(target, "wb") as sink:
                shutil.copyfileobj(source, sink)
    missing = [file for file in package.must_have if not (fresh / file).exists()]
    if missing:
        raise Trouble(f"The wheel of {package.pin()} has no {missing[0]}, so it is not used.")


def lend_cxx_library(folder):
    """Makes `-lstdc++` link where the C compiler came without its C++ sibling: the shared library itself is on
    every Debian, only the name the linker looks for comes with g++."""
    link = folder / "libstdc++.so"
    if not folder.is_dir() or link.is_symlink() or knows_library("libstdc++.so"):
        return
    runtime = knows_library("libstdc++.so.6")
    if runtime is None:
        raise Trouble("There is no libstdc++, which the solver needs: on Debian, install libstdc++6 (or g++).")
    link.symlink_to(runtime)


def knows_library(name):
    """Where the C compiler finds a library, None if it does not."""
    done = subprocess.run(["cc", f"-print-file-name={name}"], stdout=subprocess.PIPE, text=True)
    path = Path(done.stdout.strip())
    return path.resolve() if path.is_absolute() and path.exists() else None


def say(what):
    print(f"x: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Trouble as trouble:
        say(trouble)
        sys.exit(1)
    except OSError as error:
        say(f"cannot write below .deps: {error}.")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
