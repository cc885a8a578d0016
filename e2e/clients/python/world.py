"""Shared by all scenarios: the hub's URL, a caller, temporary folders, files with known contents."""

import hashlib
import inspect
import json
import os
import random
import sys
import tempfile
import traceback
import urllib.request
import zlib
from pathlib import Path

import recorder
import hub_calls  # before anything is imported from the library
import huggingface_hub
from huggingface_hub import HfApi

ENDPOINT = os.environ["HF_ENDPOINT"]
OTHER_TOKEN = os.environ["E2E_OTHER_TOKEN"]
VERSION = tuple(int(part) for part in huggingface_hub.__version__.split(".")[:2])
#: Separates the repos of different runs.
TAG = f"{os.environ['E2E_TAG']}-{huggingface_hub.__version__.replace('.', '-')}"
HOME = Path(os.environ["HF_HOME"])
#: Different bytes for every run, for uploads where deduplication would matter.
OWN_SEED = zlib.crc32(TAG.encode()) * 100
CLIENT = hub_calls.CLIENT

api = HfApi()


def repo_name(name: str) -> str:
    return f"ada/{name}-{TAG}"


def call(method: str, path: str, body: object = None, *, token: str | None = None) -> bytes:
    """Sends a request that the hub's pages make and the client has no method for."""
    request = urllib.request.Request(
        ENDPOINT + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token or os.environ['HF_TOKEN']}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="portolan-e2e-"))


def noise(size: int, seed: int = 1) -> bytes:
    """Returns incompressible bytes, deterministic for a seed."""
    return random.Random(seed).randbytes(size)


#: The folder of acceptance check 2: a card, a space in a path, an empty file, a large binary, names beyond ASCII.
def sample_files() -> dict[str, bytes]:
    return {
        "README.md": b"---\nlicense: mit\nlanguage: en\npipeline_tag: text-generation\n---\n# A chart\n\nFirst paragraph.\n",
        "config.json": b'{"model_type": "llama", "architectures": ["LlamaForCausalLM"]}\n',
        "sub dir/with space.txt": b"a b c\n",
        "empty.txt": b"",
        "weights/big.bin": noise(12_000_000),
        "\u00fcber/\u6f22\u5b57 \U0001f30a.txt": "M\u00f6we\n".encode(),
        "a#b?c%20d&e=f+g.txt": b"a name of separators\n",
        "crlf.txt": b"one\r\ntwo\r\n",
        "binary.dat": bytes(range(256)),
    }


def write_files(root: Path, files: dict[str, bytes]) -> Path:
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return root


def same_files(root: str | Path, files: dict[str, bytes]) -> None:
    """Checks that the folder has exactly these files with exactly these bytes, apart from files that the client and the hub add."""
    root = Path(root)
    found = {
        path.relative_to(root).as_posix(): path
        for path in root.rglob("*")
        if path.is_file() and ".cache" not in path.relative_to(root).parts and path.name != ".gitattributes"
    }
    equal(sorted(found), sorted(files))
    for path, content in files.items():
        actual = found[path].read_bytes()
        if actual != content:
            raise AssertionError(f"{path}: {len(actual)} bytes {hashlib.sha256(actual).hexdigest()}, expected {len(content)}")


def equal(actual, expected) -> None:
    if actual != expected:
        raise AssertionError(f"expected {expected!r}\n     got {actual!r}")


def raises(kind, work, *, status: int | None = None, text: str = ""):
    """Checks that the work fails with exactly this error class."""
    try:
        result = work()
    except Exception as error:  # noqa: BLE001
        if type(error) is not kind:
            raise AssertionError(f"expected {kind.__name__}, got {type(error).__name__}: {error}") from error
        if status is not None:
            equal(error.response.status_code, status)
        if text not in str(error):
            raise AssertionError(f"{text!r} is not in the message: {error}") from error
        return error
    raise AssertionError(f"expected {kind.__name__}, got {result!r}")


def main(scenarios) -> None:
    """`NAME` runs one scenario; `--serve` runs the scenarios named on standard input, each in a fork of this process, which has imported everything."""
    if sys.argv[1] == "--serve":
        serve(scenarios)
    else:
        run(scenarios[sys.argv[1]])


def run(scenario) -> None:
    scenario()
    recorder.write(inspect.getsourcefile(scenario))
    print("ok")


def serve(scenarios) -> None:
    """Answers each line with a line of JSON: the exit status of the fork, its output, and the calls it made."""
    for line in sys.stdin:
        name = line.strip()
        with tempfile.TemporaryDirectory() as place:
            printed, calls = Path(place) / "printed", Path(place) / "calls"
            child = os.fork()
            if child == 0:
                be_child(scenarios[name], printed, calls)
            _, status = os.waitpid(child, 0)
            answer = {
                "scenario": name,
                "status": os.waitstatus_to_exitcode(status),
                "output": printed.read_text(errors="replace"),
                **(json.loads(calls.read_text()) if calls.exists() else {"file": "", "calls": []}),
            }
        print(json.dumps(answer), flush=True)


def be_child(scenario, printed: Path, calls: Path) -> None:
    """Runs a scenario with both outputs redirected to a file, and exits like a program."""
    with printed.open("wb", buffering=0) as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ["E2E_CALLS"] = str(calls)
    try:
        run(scenario)
        status = 0
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        status = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
