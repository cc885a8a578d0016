"""Notes which calls of a client a scenario makes itself, and how each ends: what the compatibility table is made of.

Imported before a scenario takes names from the library: it puts a note-taker before each of them. Calls that the library makes of itself are not noted.
"""

import contextlib
import functools
import inspect
import json
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HERE = str(Path(__file__).parent)

#: What was called, in order: client, release, call, and how it ended (error and status when it was refused).
calls: list[dict] = []

#: The clients whose calls are written; all when empty. A library brings its own release of `huggingface_hub`, which is no row of the table.
ONLY: set[str] = set()


def noted(client: str, call: str, *, error: str | None = None, status: int | None = None, note: str | None = None) -> None:
    try:
        release = version(client.split(" ")[0])
    except PackageNotFoundError:
        release = None
    calls.append({"client": client, "version": release, "call": call, "error": error, "status": status, "note": note})


@contextlib.contextmanager
def calling(client: str, call: str, note: str | None = None):
    """A call that is no function of its own, such as a library's with an address of the hub."""
    try:
        yield
    except Exception as error:
        refused(client, call, error)
        raise
    noted(client, call, note=note)


def refused(client: str, call: str, error: BaseException) -> None:
    response = getattr(error, "response", None)
    noted(client, call, error=type(error).__name__, status=getattr(response, "status_code", None))


def add_note(text: str) -> None:
    """Says something of the call that was just made."""
    calls[-1]["note"] = text


def watched(client: str, call: str, function):
    """The function; a note is taken when a scenario calls it. Of an iterator, when it has ended or somebody stopped reading it."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if not sys._getframe(1).f_code.co_filename.startswith(HERE):
            return function(*args, **kwargs)
        try:
            result = function(*args, **kwargs)
        except Exception as error:
            refused(client, call, error)
            raise
        if inspect.isgenerator(result):
            return watched_items(client, call, result)
        noted(client, call)
        return result

    return wrapper


def watched_items(client: str, call: str, items):
    try:
        yield from items
    except GeneratorExit:
        noted(client, call)
        raise
    except Exception as error:
        refused(client, call, error)
        raise
    noted(client, call)


def watch_class(client: str, kind: type, names=None, prefix: str | None = None) -> None:
    """Every public method of a class, or these."""
    if names is None:
        names = [name for name, value in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")]
    start = f"{kind.__name__}." if prefix is None else prefix
    for name in names:
        found = inspect.getattr_static(kind, name, None)
        if isinstance(found, classmethod):
            setattr(kind, name, classmethod(watched(client, start + name, found.__func__)))
        elif isinstance(found, staticmethod):
            setattr(kind, name, staticmethod(watched(client, start + name, found.__func__)))
        elif found is not None:
            setattr(kind, name, watched(client, start + name, found))


def watch_functions(client: str, module, names) -> None:
    for name in names:
        found = getattr(module, name, None)
        if found is not None:
            setattr(module, name, watched(client, name, found))


def write(file: str) -> None:
    """Into the file that the test names, if it names one, with the file that the scenario is in."""
    target = os.environ.get("E2E_CALLS")
    if target:
        Path(target).write_text(json.dumps({"file": file, "calls": [call for call in calls if not ONLY or call["client"] in ONLY]}))
