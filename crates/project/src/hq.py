# Submits the tasks of a survey to a HyperQueue server and waits until they are over. Arguments: the folder of the server
# (empty: the usual one), how many tasks (0: only looks whether the server is there), and the command, to which the number
# of the task is added.
#
# The package `hyperqueue` holds the client as one module in Rust; only that is loaded, without what Python tasks would need.
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path
from types import SimpleNamespace

MISSING = 3


def client():
    package = importlib.util.find_spec("hyperqueue")
    folders = package.submodule_search_locations if package else []
    files = [file for folder in folders for file in Path(folder).glob("hyperqueue*.so")]
    if not files:
        sys.exit(MISSING)
    loader = importlib.machinery.ExtensionFileLoader("hyperqueue", str(files[0]))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("hyperqueue", loader))
    loader.exec_module(module)
    return module


def task(number, command):
    request = SimpleNamespace(n_nodes=0, resources={"cpus": 1}, min_time=None)
    return SimpleNamespace(
        id=number,
        args=[*command, str(number)],
        cwd=os.getcwd(),
        stdout=None,
        stderr=None,
        env={},
        stdin=None,
        dependencies=[],
        task_dir=False,
        priority=0,
        resource_request=[request],
        crash_limit=None,
    )


def main(server, count, command):
    hq = client()
    context = hq.connect_to_server(server or None)
    if int(count) == 0:
        return
    tasks = [task(number, command) for number in range(int(count))]
    job = hq.submit_job(context, SimpleNamespace(name="mores survey", tasks=tasks, max_fails=None))
    hq.wait_for_jobs(context, [job], lambda *_: None)


try:
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
except RuntimeError as error:
    print(str(error).splitlines()[0], file=sys.stderr)
    sys.exit(1)
