"""The whole `hf` command line: every command of the release against this hub, run through its entry point in a fork of this process."""

import json
import os
import re
import socket
import sys
import tempfile
import threading
import time
from importlib.metadata import entry_points
from pathlib import Path

import hub_calls
import world
from recorder import noted
from world import HOME, VERSION, api, equal, folder, noise, repo_name, same_files, write_files

CLIENT = "huggingface_hub (hf)"

#: The entry point of `hf`.
[program] = [entry.load() for entry in entry_points(group="console_scripts", name="hf")]


def commands() -> dict[str, set[str]]:
    """Returns every command that the release lists, such as `auth login`, with its options."""
    if VERSION < (1, 0):
        return {}
    import click
    from huggingface_hub.cli.hf import app

    root = app
    if not isinstance(root, click.Command):
        import typer

        root = typer.main.get_command(app)

    def below(command, path: list[str]) -> dict[str, set[str]]:
        if not hasattr(command, "list_commands"):
            return {" ".join(path): {option for parameter in command.params for option in parameter.opts}}
        context = click.Context(command)
        found = {}
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None and not getattr(inner, "hidden", False):
                found |= below(inner, [*path, name.split(" | ")[0]])
        return found

    return below(root, [])


def execute(words: list[str], environment: dict[str, str | None], answer: str = "") -> tuple[int, str]:
    """Runs the command in a fork of this process, with both outputs redirected to a file."""
    with tempfile.NamedTemporaryFile() as printed, tempfile.TemporaryFile() as typed:
        typed.write(answer.encode())
        typed.seek(0)
        child = os.fork()
        if child == 0:
            os.dup2(typed.fileno(), 0)
            os.dup2(printed.fileno(), 1)
            os.dup2(printed.fileno(), 2)
            status = 70
            try:
                for name, value in environment.items():
                    if value is None:
                        os.environ.pop(name, None)
                    else:
                        os.environ[name] = value
                sys.argv = ["hf", *words]
                program()
                status = 0
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
                if isinstance(end.code, str):
                    print(end.code, file=sys.stderr)
            except BaseException:  # noqa: BLE001
                import traceback

                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), re.sub(r"\x1b\[[0-9;]*m", "", Path(printed.name).read_text(errors="replace"))


class Elsewhere:
    """A proxy that records which hosts a command tries to reach, and rejects every request."""

    def __init__(self) -> None:
        self.hosts: set[str] = set()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            connection, _ = self.server.accept()
            with connection:
                words = connection.recv(4096).decode("latin-1").split(" ")
                if len(words) > 1:
                    self.hosts.add(words[1].removeprefix("http://").split("/")[0].split(":")[0])
                connection.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


class Hf:
    """Runs and records commands, and keeps track of which ones have run."""

    def __init__(self) -> None:
        self.known = commands()
        self.ran: set[str] = set()

    def name(self, words: list[str]) -> str:
        """Returns the command without its arguments: the longest one that the release lists."""
        for count in (4, 3, 2, 1):
            if " ".join(words[:count]) in self.known:
                return " ".join(words[:count])
        # For releases that list no commands: drop arguments that look like a repo, a path or an option.
        return " ".join(word for word in words[:2] if word.isascii() and word.replace("-", "").isalpha() and not word.startswith("-"))

    def sure(self, words) -> list[str]:
        """Adds the option that skips the confirmation prompt, if the command has one."""
        options = self.known.get(self.name(list(words)), set())
        return [*words, *[option for option in ("-y", "--yes") if option in options][:1]]

    def has(self, command: str) -> bool:
        return command in self.known

    def __call__(self, *words: str, note: str | None = None, answer: str = "", **environment: str | None) -> str:
        """Expects the command to succeed, and returns its output."""
        status, printed = execute(self.sure(words), environment, answer)
        if status != 0:
            raise AssertionError(f"hf {' '.join(words)} → {status}\n{printed}")
        self._note(list(words), note=note)
        return printed

    def refused(self, *words: str, says: str) -> str:
        """Expects the hub to refuse, and the command to print the reason without a traceback."""
        status, printed = execute(self.sure(words), {})
        if status == 0 or "Traceback" in printed or says not in printed:
            raise AssertionError(f"hf {' '.join(words)} → {status}, expected {says!r}\n{printed}")
        sentence = next(line.strip() for line in printed.splitlines() if says in line)
        self._note(list(words), error="refused", note=sentence.removeprefix("Error: "))
        return printed

    def elsewhere(self, *words: str) -> None:
        """Expects the command to call another host, whatever hub it is configured for."""
        place = Elsewhere()
        _, printed = execute(self.sure(words), {"HTTPS_PROXY": place.url, "HTTP_PROXY": place.url})
        if not place.hosts:
            raise AssertionError(f"hf {' '.join(words)} asked nobody\n{printed}")
        self._note(list(words), error="elsewhere", note=f"Asks {', '.join(sorted(place.hosts))}, whatever hub it is used with")

    def _note(self, words: list[str], *, note: str | None = None, error: str | None = None) -> None:
        name = self.name(words)
        self.ran.add(name)
        noted(CLIENT, f"hf {name}", note=note, error=error)


def whole_command_line() -> None:
    """Commands of the newest release: each works, is refused with a reason, or calls another host. For older releases, only commands that work."""
    hf = Hf()
    if VERSION < (1, 0):
        early(hf)
        return
    auth(hf)
    files(hf)
    repos(hf)
    catalogue(hf)
    discussions(hf)
    collections(hf)
    webhooks(hf)
    spaces(hf)
    cache(hf)
    if VERSION < (2, 0):
        # The expected refusals were written for the newest release; older ones print other texts.
        return
    others(hf)
    left = [command for command in hf.known if command not in hf.ran and command not in NOT_RUN]
    # A newer release may have more commands: the table lists them as not tried (every_call).
    print("not run:", ", ".join(left) or "none")


#: Commands that are not run, because they need something the hub refuses to create, or concern only this machine; with the reason.
NOT_RUN = {
    **{
        f"sandbox {command}": "of a sandbox, which cannot be made here"
        for command in ("cp", "exec", "kill", "pool delete", "pool ls", "process kill", "process ls", "spawn")
    },
    "spaces hot-reload": "opens an editor",
    "spaces ssh": "opens a shell in a machine",
    "jobs ssh": "opens a shell in a machine",
    "extensions exec": "runs a program that is no part of the client",
    "extensions remove": "of this machine only",
    "extensions update": "of what was installed from GitHub",
    "update": "installs a newer client",
    "spaces volumes set": "see the Python call",
}


def every_call() -> None:
    """Lists all calls of the newest release, so that the table can show which ones no test makes."""
    if VERSION >= (2, 0):
        for name in hub_calls.api_calls():
            noted(world.CLIENT, name, error="listed")
        for command in commands():
            noted(CLIENT, f"hf {command}", error="listed")


def auth(hf: Hf) -> None:
    own = os.environ["HF_TOKEN"]
    none = {"HF_TOKEN": None}
    hf("auth", "login", "--token", own, **none)
    hf("auth", "login", "--token", world.OTHER_TOKEN, **none)
    listed = hf("auth", "list", **none)
    equal("bootstrap" in listed, True)
    hf("auth", "switch", "--token-name", "bootstrap", **none)
    equal("ada" in hf("auth", "whoami", **none), True)
    if hf.has("auth token"):
        equal(own in hf("auth", "token", **none), True)
    hf("auth", "logout", **none)
    equal((HOME / "token").exists(), False)


def files(hf: Hf) -> None:
    repo = repo_name("hf-files")
    content = {"a.txt": b"a\n", "sub dir/b.txt": b"b\n", "weights.bin": noise(11_000_000, seed=world.OWN_SEED + 30)}
    source, target = write_files(folder(), content), folder()
    hf("upload", repo, str(source), ".", "--commit-message", "From the command line")
    hf("download", repo, "--local-dir", str(target))
    same_files(target, content)
    if hf.has("upload-large-folder"):
        hf("upload-large-folder", repo_name("hf-large"), str(source), "--repo-type", "model", "--num-workers", "2", "--no-report", "--no-bars")
        equal(sorted(api.list_repo_files(repo_name("hf-large"))), sorted([".gitattributes", *content]))
    if hf.has("cp"):
        copied = folder()
        hf("cp", f"hf://{repo}/a.txt", str(copied / "a.txt"))
        equal((copied / "a.txt").read_bytes(), b"a\n")
        hf("cp", str(source / "a.txt"), f"hf://{repo}/copied.txt")
        equal(api.file_exists(repo, "copied.txt"), True)


def repos(hf: Hf) -> None:
    repo, moved = repo_name("hf-repo"), repo_name("hf-moved")
    kind = "--type"
    hf("repos", "create", repo, "--private")
    hf("repos", "settings", repo, "--public" if VERSION >= (1, 10) else "--no-private")
    equal(api.model_info(repo, token=False).private, False)
    hf("upload", repo, str(write_files(folder(), {"a.txt": b"a\n", "b.log": b"b\n"})), ".")
    hf("repos", "delete-files", repo, "*.log")
    equal(sorted(api.list_repo_files(repo)), [".gitattributes", "a.txt"])
    hf("repos", "branch", "create", repo, "feat/x")
    hf("repos", "tag", "create", repo, "v1", "-m", "First")
    equal("v1" in hf("repos", "tag", "list", repo), True)
    hf("repos", "tag", "delete", repo, "v1")
    hf("repos", "branch", "delete", repo, "feat/x")
    equal([ref.name for ref in api.list_repo_refs(repo).branches], ["main"])
    hf("repos", "move", repo, moved)
    if hf.has("repos duplicate"):
        hf("repos", "duplicate", moved, repo_name("hf-duplicate"))
        equal(api.repo_exists(repo_name("hf-duplicate")), True)
    if hf.has("repos list"):
        equal(moved in hf("repos", "list", "--limit", "100", "--format", "json"), True)
    if hf.has("repos cp"):
        hf("repos", "cp", f"hf://{moved}/a.txt", str(folder() / "a.txt"))
    hf("repos", "delete", moved)
    equal(api.repo_exists(moved), False)
    data = repo_name("hf-data")
    hf("repos", "create", data, kind if VERSION >= (1, 10) else "--repo-type", "dataset")
    equal(api.repo_exists(data, repo_type="dataset"), True)


def catalogue(hf: Hf) -> None:
    for group, kind in (("models", "model"), ("datasets", "dataset"), ("spaces", "space")):
        repo = repo_name(f"hf-shown-{kind}")
        api.create_repo(repo, repo_type=kind, **({"space_sdk": "static"} if kind == "space" else {}))
        card = f"---\nlicense: mit\n{'sdk: static' if kind == 'space' else 'tags: [tides]'}\n---\n# Shown {kind}\n".encode()
        api.upload_file(repo_id=repo, repo_type=kind, path_or_fileobj=card, path_in_repo="README.md")
        equal(repo in hf(group, "list", "--author", "ada", "--limit", "200", "--format", "json"), True)
        equal(repo in hf(group, "info", repo), True)
        if hf.has(f"{group} card"):
            equal(f"# Shown {kind}" in hf(group, "card", repo), True)
    if hf.has("datasets leaderboard"):
        hf.refused("datasets", "leaderboard", repo_name("hf-shown-dataset"), says="no leaderboards")
    for command, words in (("datasets parquet", [repo_name("hf-shown-dataset")]), ("datasets sql", ["select 1"])):
        if hf.has(command):
            status, printed = execute([*command.split(" "), *words], {})
            equal((status != 0, "Traceback" in printed), (True, False))
            # The sentence with the reason, without the URL of the hub.
            first = next(line.strip() for line in printed.splitlines() if line.strip())
            said = first.removeprefix("Error: ").removeprefix("Invalid value. ").split(" (")[0].split(". ")[0]
            hf._note(command.split(" "), error="refused by the client", note=said)


def json_of(printed: str):
    """Returns the JSON that a command printed, skipping any text before it."""
    return json.loads(printed[min(at for at in (printed.find("{"), printed.find("[")) if at >= 0) :])


def discussions(hf: Hf) -> None:
    if not hf.has("discussions list"):
        return
    repo = repo_name("hf-talk")
    api.create_repo(repo)
    hf("discussions", "create", repo, "--title", "High water", "--body", "When?")
    hf("discussions", "comment", repo, "1", "--body", "At noon")
    if hf.has("discussions edit"):
        comment = api.get_discussion_details(repo, 1).events[-1].id
        hf("discussions", "edit", repo, "1", comment, "--body", "At midnight")
        equal(api.get_discussion_details(repo, 1).events[-1].content, "At midnight")
    hf("discussions", "rename", repo, "1", "Low water")
    hf("discussions", "close", repo, "1")
    hf("discussions", "reopen", repo, "1")
    equal("Low water" in hf("discussions", "info", repo, "1"), True)
    api.upload_file(repo_id=repo, path_or_fileobj=b"a\n", path_in_repo="a.txt", create_pr=True)
    equal("a.txt" in hf("discussions", "diff", repo, "2"), True)
    hf("discussions", "merge", repo, "2")
    equal(api.file_exists(repo, "a.txt"), True)
    equal("Low water" in hf("discussions", "list", repo), True)


def collections(hf: Hf) -> None:
    repo = repo_name("hf-collected")
    api.create_repo(repo)
    title = f"Of hf {world.TAG}"
    hf("collections", "create", title, "--description", "Of the sea")
    slug = next(found.slug for found in api.list_collections(owner="ada", limit=100) if found.title == title)
    hf("collections", "add-item", slug, repo, "model", "--note", "First")
    item = api.get_collection(slug).items[0].item_object_id
    hf("collections", "update-item", slug, item, "--note", "Second")
    hf("collections", "update", slug, "--description", "Of the land")
    equal("Of the land" in hf("collections", "info", slug), True)
    equal(title in hf("collections", "list", "--owner", "ada", "--limit", "100", "--format", "json"), True)
    hf("collections", "delete-item", slug, item)
    hf("collections", "delete", slug)
    equal([found for found in api.list_collections(owner="ada", limit=100) if found.title == title], [])


def webhooks(hf: Hf) -> None:
    if not hf.has("webhooks list"):
        return
    before = {hook.id for hook in api.list_webhooks()}
    hf("webhooks", "create", "--url", "http://127.0.0.1:9/hf", "--watch", "user:ada", "--domain", "repo")
    [made] = [hook.id for hook in api.list_webhooks() if hook.id not in before]
    hf("webhooks", "disable", made)
    hf("webhooks", "enable", made)
    hf("webhooks", "update", made, "--url", "http://127.0.0.1:9/other")
    equal("127.0.0.1:9/other" in hf("webhooks", "info", made, "--format", "json"), True)
    equal(made in hf("webhooks", "list", "--format", "json"), True)
    hf("webhooks", "delete", made)
    equal({hook.id for hook in api.list_webhooks()}, before)


def spaces(hf: Hf) -> None:
    space = repo_name("hf-space")
    api.create_repo(space, repo_type="space", space_sdk="static")
    api.upload_file(repo_id=space, repo_type="space", path_or_fileobj=b"<p>Tides</p>", path_in_repo="index.html")
    machine = "runs no code"
    works = {
        "spaces restart": ([space], None),
        "spaces wait": ([space], None),
        "spaces logs": ([space, "--build"], None),
        "spaces search": (["harbour"], "By the words of names and cards, not by meaning"),
        "spaces hardware": ([], "None: static Spaces are files"),
        "spaces templates": ([], "None"),
        "spaces variables add": ([space, "-e", "PORT_NAME=Brest"], None),
        "spaces variables list": ([space], None),
        "spaces variables delete": ([space, "PORT_NAME"], None),
        "spaces secrets list": ([space], None),
        "spaces secrets delete": ([space, "NONE"], None),
        "spaces volumes list": ([space], None),
    }
    refused = {
        "spaces pause": ([space], machine),
        "spaces settings": ([space, "--sleep-time", "300"], machine),
        "spaces dev-mode": ([space], machine),
        "spaces secrets add": ([space, "-s", "KEY=value"], "no secrets"),
        "spaces volumes delete": ([space], machine),
        "spaces zero-gpu quota": ([], "GPU"),
    }
    for command, (words, note) in works.items():
        if hf.has(command):
            hf(*command.split(" "), *words, note=note)
    for command, (words, says) in refused.items():
        if hf.has(command):
            hf.refused(*command.split(" "), *words, says=says)


def cache(hf: Hf) -> None:
    repo = repo_name("hf-cached")
    api.create_repo(repo)
    api.upload_file(repo_id=repo, path_or_fileobj=b"a\n", path_in_repo="a.txt")
    hf("download", repo)
    equal(repo in hf("cache", "list", "--format", "json"), True)
    equal("Traceback" in hf("cache", "verify", repo), False)
    hf("cache", "prune")
    hf("cache", "rm", f"model/{repo}")
    equal(repo in hf("cache", "list", "--format", "json"), False)


def others(hf: Hf) -> None:
    jobs, buckets, papers = "runs no jobs", "no buckets", "no papers"
    script = write_files(folder(), {"x.py": b"print(1)\n"}) / "x.py"
    local = str(write_files(folder(), {"a.txt": b"a"}))
    refused = {
        **{f"jobs {command}": (words, jobs) for command, words in {
            "list": [], "hardware": [], "inspect": ["1"], "cancel": ["1"], "logs": ["1"], "stats": ["1"], "wait": ["1"],
            "labels": ["1", "--label", "a=b"], "expose": ["1", "8000"], "rerun": ["1"], "run": ["python:3.12", "true"], "uv run": [str(script)],
            "scheduled list": [], "scheduled inspect": ["1"], "scheduled delete": ["1"], "scheduled suspend": ["1"], "scheduled resume": ["1"],
            "scheduled trigger": ["1"], "scheduled labels": ["1", "--label", "a=b"], "scheduled reschedule": ["1", "@daily"],
            "scheduled run": ["@daily", "python:3.12", "true"], "scheduled uv run": ["@daily", str(script)],
        }.items()},
        "sandbox create": ([], jobs),
        "sandbox pool create": ([], jobs),
        "buckets create": (["b"], buckets),
        "buckets list": ([], buckets),
        "buckets info": (["ada/b"], buckets),
        "buckets delete": (["ada/b"], buckets),
        "buckets move": (["ada/b", "ada/c"], buckets),
        "buckets remove": (["ada/b/x.txt"], buckets),
        "buckets settings": (["ada/b", "--private"], buckets),
        "buckets cp": (["hf://buckets/ada/b/a.txt", f"{local}/b.txt"], buckets),
        "buckets sync": ([local, "hf://buckets/ada/b"], buckets),
        "sync": ([local, "hf://buckets/ada/b"], buckets),
        "papers list": ([], papers),
        "papers search": (["tides"], papers),
        "papers info": (["1706.03762"], "aper"),
        "papers read": (["1706.03762"], "aper"),
        "skills list": ([], buckets),
        "skills add": (["tides"], buckets),
    }
    for command, (words, says) in refused.items():
        if hf.has(command):
            # Commands that run a script upload it to a bucket first.
            hf.refused(*command.split(" "), *words, says="This hub" if " uv " in command else says)
    deploy = ["x", "--repo", "ada/x", "--framework", "pytorch", "--accelerator", "cpu", "--instance-size", "x1", "--instance-type", "a", "--region", "r", "--vendor", "v"]
    elsewhere = {
        "endpoints list": [], "endpoints hardware": [], "endpoints describe": ["x"], "endpoints delete": ["x"], "endpoints pause": ["x"],
        "endpoints resume": ["x"], "endpoints scale-to-zero": ["x"], "endpoints update": ["x", "--min-replica", "1"], "endpoints deploy": deploy,
        "endpoints catalog list": [], "endpoints catalog deploy": ["--repo", "ada/x"], "extensions search": [], "extensions install": ["ada/hf-x"],
    }
    for command, words in elsewhere.items():
        if hf.has(command):
            hf.elsewhere(*command.split(" "), *words)
    for command in ("env", "version", "skills preview", "skills update", "extensions list"):
        if hf.has(command):
            hf(*command.split(" "), note="Of this machine: asks no hub")


def early(hf: Hf) -> None:
    """0.36: an early version of `hf`."""
    repo, kind = repo_name("hf-early"), "model"
    own, none = os.environ["HF_TOKEN"], {"HF_TOKEN": None}
    hf("auth", "login", "--token", own, **none)
    equal("ada" in hf("auth", "whoami", **none), True)
    hf("auth", "list", **none)
    hf("auth", "switch", "--token-name", "bootstrap", **none)
    hf("auth", "logout", **none)
    hf("repo", "create", repo, "--repo-type", kind)
    files = {"a.txt": b"a\n", "b.log": b"b\n"}
    source, target = write_files(folder(), files), folder()
    hf("upload", repo, str(source), ".")
    hf("download", repo, "--local-dir", str(target))
    same_files(target, files)
    hf("upload-large-folder", repo, str(source), "--repo-type", kind, "--num-workers", "2", "--no-report", "--no-bars")
    hf("repo-files", "delete", repo, "*.log")
    hf("repo", "tag", "create", repo, "v1")
    equal("v1" in hf("repo", "tag", "list", repo), True)
    hf("repo", "tag", "delete", repo, "v1", "-y")
    equal(sorted(api.list_repo_files(repo)), [".gitattributes", "a.txt"])
    hf("download", repo)
    equal(repo in hf("cache", "scan"), True)
    hf("env", note="Of this machine: asks no hub")
    hf("version", note="Of this machine: asks no hub")
