"""Runs pieces of Python code, each in a separate process forked with the clients already imported: starting Python for each would take most of the time.

Reads a line of JSON per run: {"id", "code", "folder", "environment", "packages"}; writes {"id", "status", "output"} as each run ends.
"""

import atexit
import gc
import importlib.abc
import json
import os
import re
import select
import sys
import tempfile
import threading
import traceback

import fal_client  # noqa: F401
import httpx2  # noqa: F401
import huggingface_hub.inference._client  # noqa: F401
import numpy  # noqa: F401
import openai.resources.chat  # noqa: F401
import PIL.Image  # noqa: F401
import requests  # noqa: F401

# Distributions that `pip install` of the printed line installs, by import name.
BROUGHT = {
    "fal_client": "fal-client",
    "huggingface_hub": "huggingface_hub",
    "numpy": "numpy",
    "openai": "openai",
    "PIL": "pillow",
    "requests": "requests",
}


class NotInstalled(importlib.abc.MetaPathFinder):
    """Hides packages that the printed line does not install."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, fullname, path=None, target=None):
        if fullname.split(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {fullname!r}: the line to install does not bring it", name=fullname)
        return None


def forget(name):
    for module in [known for known in sys.modules if known == name or known.startswith(f"{name}.")]:
        del sys.modules[module]


def run(job):
    """In the child: runs the program and exits with its status. Never returns."""
    os.chdir(job["folder"])
    os.environ.update(job["environment"])
    installed = {re.split(r"[\[<>=!~;]", word.strip("'\""))[0].lower().replace("_", "-") for word in job["packages"]}
    missing = {name for name, package in BROUGHT.items() if package.replace("_", "-") not in installed}
    for name in missing:
        forget(name)
    sys.meta_path.insert(0, NotInstalled(missing))
    if re.search(r"os\.environ\[.*?\]\s*=|os\.environ\.(setdefault|update)\(|os\.putenv", job["code"]):
        # Environment variables are read when the client is imported.
        for name in ("huggingface_hub", "fal_client"):
            forget(name)
    names = {"__name__": "__main__", "__builtins__": __builtins__}
    sys.argv = ["snippet.py"]
    status = 0
    try:
        exec(compile(job["code"], "snippet.py", "exec"), names)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    # Exits like a program: joins threads and runs atexit handlers. Module teardown is skipped, because it takes most of the time.
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main():
    children = {}
    buffered = b""
    open_input = True
    # Excludes imported objects from garbage collection in each child, which would copy their memory.
    gc.collect()
    gc.freeze()
    while open_input or children:
        watched = [sys.stdin.fileno()] if open_input else []
        watched += [end for end, _ in children.values()]
        ready, _, _ = select.select(watched, [], [])
        if open_input and sys.stdin.fileno() in ready:
            piece = os.read(sys.stdin.fileno(), 1 << 20)
            open_input = piece != b""
            *lines, buffered = (buffered + piece).split(b"\n")
            for line in lines:
                job = json.loads(line)
                output = tempfile.TemporaryFile()
                # Closed when the child exits; this detects its exit.
                end, alive = os.pipe()
                child = os.fork()
                if child == 0:
                    os.close(end)
                    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                    os.dup2(output.fileno(), 1)
                    os.dup2(output.fileno(), 2)
                    os.set_inheritable(alive, False)
                    run(job)
                os.close(alive)
                children[child] = (end, (job["id"], output))
        for child, (end, (name, output)) in list(children.items()):
            if end not in ready:
                continue
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            os.close(end)
            del children[child]
            output.seek(0)
            text = output.read().decode("utf-8", "replace")[-6000:]
            output.close()
            sys.stdout.write(json.dumps({"id": name, "status": status, "output": text}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
