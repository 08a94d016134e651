"""A part of a HyperQueue cluster on this machine, for a test: `server DIR`, or `worker DIR SERVER_DIR`.

The package of PyPI starts a server and its workers in one process. For a worker that can be killed alone, a worker is told of
another process's server: it reads where that is from its own folder when it is added.
"""

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path


def module():
    folder = importlib.util.find_spec("hyperqueue").submodule_search_locations[0]
    file = next(Path(folder).glob("hyperqueue*.so"))
    loader = importlib.machinery.ExtensionFileLoader("hyperqueue", str(file))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader("hyperqueue", loader))
    loader.exec_module(found)
    return found


def main(part, own, server=None):
    cluster = module().cluster_start(own)
    if part == "worker":
        link = Path(own) / "hq-current"
        link.unlink()
        link.symlink_to((Path(server) / "hq-current").resolve())
        cluster.add_worker(1)
    print("ready", flush=True)
    # Until whoever started us ends, or ends us.
    sys.stdin.read()
    os._exit(0)


main(*sys.argv[1:])
