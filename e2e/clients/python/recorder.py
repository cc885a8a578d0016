"""Records which calls of a client a scenario makes itself, and the outcome of each. The compatibility table is built from these records.

Must be imported before a scenario imports names from the library, because it wraps them. Calls that the library makes internally are not recorded.
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

#: The calls in order: client, release, call, and outcome (error and status if it was refused).
calls: list[dict] = []

#: The clients whose calls are written; all if empty. A library comes with its own release of `huggingface_hub`, which is not a row of the table.
ONLY: set[str] = set()


def noted(client: str, call: str, *, error: str | None = None, status: int | None = None, note: str | None = None) -> None:
    try:
        release = version(client.split(" ")[0])
    except PackageNotFoundError:
        release = None
    calls.append({"client": client, "version": release, "call": call, "error": error, "status": status, "note": note})


@contextlib.contextmanager
def calling(client: str, call: str, note: str | None = None):
    """Records a call that is not a function of the client, such as a library call with a hub URL."""
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
    """Adds a note to the most recent call."""
    calls[-1]["note"] = text


def watched(client: str, call: str, function):
    """Wraps a function to record the calls of scenarios. An iterator is recorded when it ends or is closed."""

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
    """Wraps the given methods of a class, or all public ones."""
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
    """Writes the calls and the scenario's file name to the file in E2E_CALLS, if it is set."""
    target = os.environ.get("E2E_CALLS")
    if target:
        Path(target).write_text(json.dumps({"file": file, "calls": [call for call in calls if not ONLY or call["client"] in ONLY]}))
