"""Acceptance checks of the hub with huggingface_hub, one function each: python scenarios.py NAME. Works with 0.36 and later."""

import importlib
import io
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

# First, because it wraps the functions of the library, so it must be imported before their names are.
import world

from huggingface_hub import (
    CommitOperationAdd,
    CommitOperationCopy,
    CommitOperationDelete,
    HfApi,
    HfFileSystem,
    get_hf_file_metadata,
    hf_hub_download,
    hf_hub_url,
    snapshot_download,
    whoami,
)
from huggingface_hub import errors

import command_line as hf_commands
import expectations
import more_calls
from world import HOME, TAG, VERSION, api, call, equal, folder, noise, raises, repo_name, same_files, sample_files, write_files

#: Since 1.0, a file that is missing on the hub has its own error class.
RemoteEntryNotFound = getattr(errors, "RemoteEntryNotFoundError", errors.EntryNotFoundError)

OWN = world.OWN_SEED

#: The error that whoami raises for an unknown token.
BadToken = errors.HfHubHTTPError if VERSION >= (1, 0) else importlib.import_module("requests").HTTPError


def upload_twice() -> None:
    """Check 2: create twice, upload a folder, upload it again: no new commit."""
    repo = repo_name("twice")
    url = api.create_repo(repo, exist_ok=True)
    equal((str(url), url.repo_id, url.repo_type), (f"{world.ENDPOINT}/{repo}", repo, "model"))
    equal(str(api.create_repo(repo, exist_ok=True)), f"{world.ENDPOINT}/{repo}")
    raises(errors.HfHubHTTPError, lambda: api.create_repo(repo), status=409)
    files = sample_files()
    source = write_files(folder(), files)
    api.upload_folder(repo_id=repo, folder_path=source, commit_message="Add a chart")
    first = api.list_repo_commits(repo)
    equal([commit.title for commit in first], ["Add a chart", "initial commit"])
    equal(first[0].authors, ["ada"])
    api.upload_folder(repo_id=repo, folder_path=source)
    equal([commit.commit_id for commit in api.list_repo_commits(repo)], [commit.commit_id for commit in first])
    same_files(snapshot_download(repo), files)
    equal(sorted(api.list_repo_files(repo)), sorted([*files, ".gitattributes"]))
    for path, content in files.items():
        local = hf_hub_download(repo, path)
        equal((path, Path(local).read_bytes() == content), (path, True))


def one_changed_file() -> None:
    """Only changes are committed, and old commits keep their content."""
    repo = repo_name("changed")
    api.create_repo(repo)
    files = sample_files()
    source = write_files(folder(), files)
    old = api.upload_folder(repo_id=repo, folder_path=source).oid
    changed = {**files, "weights/big.bin": noise(12_000_001, seed=2), "config.json": b"{}\n"}
    write_files(source, changed)
    new = api.upload_folder(repo_id=repo, folder_path=source).oid
    same_files(snapshot_download(repo, revision=new), changed)
    same_files(snapshot_download(repo, revision=old), files)
    info = {entry.path: entry for entry in api.get_paths_info(repo, ["weights/big.bin", "config.json", "nope"], expand=True)}
    equal(sorted(info), ["config.json", "weights/big.bin"])
    equal((info["weights/big.bin"].size, info["weights/big.bin"].lfs.size), (12_000_001, 12_000_001))
    equal(info["config.json"].last_commit.oid, new)


def download_errors() -> None:
    """Check 3: every kind of path, and every kind of failure with its own error class."""
    repo = repo_name("errors")
    api.create_repo(repo)
    files = {"a/b c/d.txt": b"deep\n", "empty.txt": b"", "config.json": b"{}"}
    head = api.upload_folder(repo_id=repo, folder_path=write_files(folder(), files)).oid
    equal(Path(hf_hub_download(repo, "a/b c/d.txt")).read_bytes(), b"deep\n")
    equal(Path(hf_hub_download(repo, "d.txt", subfolder="a/b c")).read_bytes(), b"deep\n")
    equal(Path(hf_hub_download(repo, "empty.txt")).read_bytes(), b"")
    api.create_branch(repo, branch="feat/x")
    api.upload_file(repo_id=repo, path_or_fileobj=b"on a branch\n", path_in_repo="branch.txt", revision="feat/x")
    equal(Path(hf_hub_download(repo, "branch.txt", revision="feat/x")).read_bytes(), b"on a branch\n")
    raises(RemoteEntryNotFound, lambda: hf_hub_download(repo, "branch.txt"))
    absent = HOME / "hub" / f"models--{repo.replace('/', '--')}" / ".no_exist" / head / "branch.txt"
    equal((absent, absent.exists()), (absent, True))
    raises(RemoteEntryNotFound, lambda: hf_hub_download(repo, "a"))
    raises(errors.RevisionNotFoundError, lambda: hf_hub_download(repo, "config.json", revision="nope"))
    raises(errors.RepositoryNotFoundError, lambda: hf_hub_download(repo_name("missing"), "config.json"))
    raises(errors.RepositoryNotFoundError, lambda: hf_hub_download(repo_name("missing"), "config.json", token=False))
    api.update_repo_settings(repo, private=True)
    raises(errors.RepositoryNotFoundError, lambda: hf_hub_download(repo, "config.json", token=False, cache_dir=folder()))
    raises(errors.RepositoryNotFoundError, lambda: hf_hub_download(repo, "config.json", token=world.OTHER_TOKEN, cache_dir=folder()))
    raises(errors.RepositoryNotFoundError, lambda: api.model_info(repo, token=False))
    raises(errors.RepositoryNotFoundError, lambda: api.model_info(repo, token=world.OTHER_TOKEN))
    equal(api.model_info(repo).private, True)
    api.update_repo_settings(repo, private=False, gated="manual")
    raises(errors.GatedRepoError, lambda: hf_hub_download(repo, "config.json", token=False, cache_dir=folder()))
    raises(errors.GatedRepoError, lambda: hf_hub_download(repo, "config.json", token=world.OTHER_TOKEN, cache_dir=folder()))
    raises(errors.GatedRepoError, lambda: HfApi(token=world.OTHER_TOKEN).auth_check(repo))
    equal(api.model_info(repo, token=False).gated, "manual")
    raises(BadToken, lambda: whoami(token="hf_thisisnotatoken"), status=401)
    raises(errors.RevisionNotFoundError, lambda: api.model_info(repo, revision="nope"))
    equal([api.file_exists(repo, "config.json"), api.file_exists(repo, "nope")], [True, False])
    equal([api.repo_exists(repo), api.repo_exists(repo_name("missing"))], [True, False])
    equal([api.revision_exists(repo, "feat/x"), api.revision_exists(repo, "nope")], [True, False])


def many_files() -> None:
    """Check 4: more than a thousand files, so more than one page of the tree."""
    repo = repo_name("many")
    api.create_repo(repo, repo_type="dataset")
    files = {f"part-{i % 7}/file {i:04}.txt": f"line {i}\n".encode() for i in range(1_150)}
    api.upload_folder(repo_id=repo, repo_type="dataset", folder_path=write_files(folder(), files))
    same_files(snapshot_download(repo, repo_type="dataset", max_workers=4), files)
    equal(len([entry for entry in api.list_repo_tree(repo, repo_type="dataset", recursive=True) if hasattr(entry, "size")]), 1_151)
    equal(len(list(api.list_repo_tree(repo, "part-3", repo_type="dataset", expand=True))), sum(1 for path in files if path.startswith("part-3/")))


def file_system() -> None:
    """Check 5: ls, glob, ranged read, write, delete."""
    repo = repo_name("fs")
    api.create_repo(repo)
    files = {"a.txt": b"ahoy\n", "data/one.csv": b"1\n", "data/two.csv": b"2\n", "data/deep er/three.csv": b"3\n", "big.bin": noise(11_000_000, seed=5)}
    api.upload_folder(repo_id=repo, folder_path=write_files(folder(), files))
    fs = HfFileSystem()
    equal(sorted(fs.ls(repo, detail=False)), [f"{repo}/.gitattributes", f"{repo}/a.txt", f"{repo}/big.bin", f"{repo}/data"])
    equal(sorted(fs.glob(f"{repo}/**/*.csv")), sorted(f"{repo}/{path}" for path in files if path.endswith(".csv")))
    equal(fs.info(f"{repo}/big.bin")["size"], 11_000_000)
    with fs.open(f"{repo}/big.bin", "rb", block_size=1_000_000) as stream:
        stream.seek(5_000_000)
        equal(stream.read(3_000_000) == files["big.bin"][5_000_000:8_000_000], True)
        stream.seek(-7, 2)
        equal(stream.read(), files["big.bin"][-7:])
    equal(fs.read_bytes(f"{repo}/a.txt"), b"ahoy\n")
    with fs.open(f"{repo}/written.txt", "w") as stream:
        stream.write("from a stream\n")
    equal(fs.cat(f"{repo}/written.txt"), b"from a stream\n")
    fs.rm(f"{repo}/written.txt")
    fs.invalidate_cache()
    equal([fs.exists(f"{repo}/written.txt"), fs.exists(f"{repo}/a.txt")], [False, True])
    fs.rm(f"{repo}/data", recursive=True)
    fs.invalidate_cache()
    equal(sorted(fs.find(repo)), [f"{repo}/.gitattributes", f"{repo}/a.txt", f"{repo}/big.bin"])
    api.create_branch(repo, branch="feat/x")
    equal(fs.read_bytes(f"{repo}@feat%2Fx/a.txt"), b"ahoy\n")
    raises(FileNotFoundError, lambda: fs.ls(repo_name("missing")))


def commits() -> None:
    """Check 6: several operations at once, a stale parent, a missing file."""
    repo = repo_name("commits")
    api.create_repo(repo)
    first = api.create_commit(
        repo,
        operations=[CommitOperationAdd("a.txt", b"a\n"), CommitOperationAdd("folder/b.txt", b"b\n"), CommitOperationAdd("large.bin", noise(11_000_000, seed=6))],
        commit_message="Start",
        commit_description="With a body.\n\nAnd another line.",
    )
    equal(first.commit_url, f"{world.ENDPOINT}/{repo}/commit/{first.oid}")
    head = api.list_repo_commits(repo)[0]
    equal((head.title, head.message), ("Start", "With a body.\n\nAnd another line."))
    second = api.create_commit(
        repo,
        operations=[
            CommitOperationCopy("a.txt", "copy of a.txt"),
            CommitOperationCopy("large.bin", "large copy.bin"),
            CommitOperationDelete("folder/"),
            CommitOperationAdd("a.txt", b"changed\n"),
        ],
        commit_message="Change",
        parent_commit=first.oid,
    )
    same_files(
        snapshot_download(repo, revision=second.oid),
        {"a.txt": b"changed\n", "copy of a.txt": b"a\n", "large.bin": noise(11_000_000, seed=6), "large copy.bin": noise(11_000_000, seed=6)},
    )
    add = [CommitOperationAdd("c.txt", b"c\n")]
    raises(errors.HfHubHTTPError, lambda: api.create_commit(repo, operations=add, commit_message="Late", parent_commit=first.oid), status=412)
    gone = [CommitOperationDelete("nope.txt")]
    raises(RemoteEntryNotFound, lambda: api.create_commit(repo, operations=gone, commit_message="Gone"), status=404, text="A file with this name doesn't exist")
    bad_card = [CommitOperationAdd("README.md", b"---\nlicense: [mit\n---\n")]
    raises(ValueError, lambda: api.create_commit(repo, operations=bad_card, commit_message="Card"), text="Invalid metadata in README.md")
    equal(api.list_repo_commits(repo)[0].commit_id, second.oid)
    stranger = HfApi(token=world.OTHER_TOKEN)
    raises(errors.HfHubHTTPError, lambda: stranger.upload_file(repo_id=repo, path_or_fileobj=b"x", path_in_repo="x.txt"), status=403)
    api.delete_files(repo, delete_patterns=["*.bin"])
    equal(sorted(api.list_repo_files(repo)), [".gitattributes", "a.txt", "copy of a.txt"])


def branches_and_tags() -> None:
    repo = repo_name("refs")
    api.create_repo(repo, repo_type="dataset")
    first = api.list_repo_commits(repo, repo_type="dataset")[0].commit_id
    second = api.upload_file(repo_id=repo, repo_type="dataset", path_or_fileobj=b"a", path_in_repo="a.txt").oid
    api.create_branch(repo, repo_type="dataset", branch="old/one", revision=first)
    raises(errors.HfHubHTTPError, lambda: api.create_branch(repo, repo_type="dataset", branch="old/one"), status=409)
    api.create_branch(repo, repo_type="dataset", branch="old/one", exist_ok=True)
    api.create_tag(repo, repo_type="dataset", tag="v1", tag_message="First")
    api.create_tag(repo, repo_type="dataset", tag="v1", exist_ok=True)
    refs = api.list_repo_refs(repo, repo_type="dataset")
    equal([(ref.name, ref.ref, ref.target_commit) for ref in refs.branches], [("main", "refs/heads/main", second), ("old/one", "refs/heads/old/one", first)])
    equal([(ref.name, ref.target_commit) for ref in refs.tags], [("v1", second)])
    equal(api.list_repo_refs(repo, repo_type="dataset", include_pull_requests=True).pull_requests, [])
    equal(api.dataset_info(repo, revision="v1").sha, second)
    api.delete_tag(repo, repo_type="dataset", tag="v1")
    raises(errors.RevisionNotFoundError, lambda: api.delete_tag(repo, repo_type="dataset", tag="v1"))
    api.delete_branch(repo, repo_type="dataset", branch="old/one")
    raises(errors.HfHubHTTPError, lambda: api.delete_branch(repo, repo_type="dataset", branch="main"), status=403)
    equal(api.dataset_info(repo).sha, second)


def listings() -> None:
    tag = f"e2e-{TAG}"
    names = [repo_name(f"listed{i}") for i in range(5)]
    for i, name in enumerate(names):
        api.create_repo(name)
        card = f"---\ntags: [{tag}]\nlicense: {'mit' if i % 2 else 'apache-2.0'}\npipeline_tag: fill-mask\nlibrary_name: transformers\n---\n"
        api.upload_file(repo_id=name, path_or_fileobj=card.encode(), path_in_repo="README.md")
    newest_first = "last_modified" if VERSION >= (1, 0) else "lastModified"

    def found(**query):
        return [model.id for model in api.list_models(**{"filter": tag, "sort": newest_first, **query})]

    equal(found(), names[::-1])
    equal(found(limit=3), names[:1:-1])
    equal(found(search="listed3"), [names[3]])
    equal(found(author="ada"), names[::-1])
    equal(found(author="nobody"), [])
    equal(found(filter=[tag, "license:mit"]), [names[3], names[1]])
    equal(found(pipeline_tag="fill-mask", gated=False), names[::-1])
    full = next(iter(api.list_models(filter=tag, full=True, cardData=True, fetch_config=True)))
    equal((full.card_data["tags"], [sibling.rfilename for sibling in full.siblings], full.private), ([tag], [".gitattributes", "README.md"], False))
    lean = next(iter(api.list_models(filter=tag, expand=["likes", "lastModified", "safetensors"])))
    equal((lean.likes, lean.tags, lean.last_modified is not None), (0, None, True))
    info = api.model_info(names[1], files_metadata=True)
    equal((info.id, info.pipeline_tag, info.library_name, info.author), (names[1], "fill-mask", "transformers", "ada"))
    equal([sibling.size for sibling in info.siblings if sibling.rfilename == "README.md"], [len(card.replace("apache-2.0", "mit"))])
    raises(errors.BadRequestError, lambda: list(api.list_models(sort="beauty")))
    data, space = repo_name("tides"), repo_name("harbour")
    api.create_repo(data, repo_type="dataset")
    api.upload_file(repo_id=data, repo_type="dataset", path_or_fileobj=f"---\nlanguage: [en]\ntags: [{tag}]\n---\n".encode(), path_in_repo="README.md")
    equal([item.id for item in api.list_datasets(filter=tag, language="en")], [data])
    equal(list(api.list_datasets(filter=tag, language="fr")), [])
    api.create_repo(space, repo_type="space", space_sdk="static")
    api.upload_file(repo_id=space, repo_type="space", path_or_fileobj=f"---\ntitle: Harbour\nsdk: static\nmodels: [{names[0]}]\n---\n".encode(), path_in_repo="README.md")
    equal([item.id for item in api.list_spaces(models=names[0])], [space])
    equal((api.space_info(space).sdk, api.get_space_runtime(space).stage), ("static", "NO_APP_FILE"))


def lifecycle() -> None:
    """Create, settings, move, delete; the same calls with missing_ok."""
    repo, moved = repo_name("life"), repo_name("moved")
    api.create_repo(repo, private=True)
    api.upload_file(repo_id=repo, path_or_fileobj=b"ahoy\n", path_in_repo="a.txt")
    api.update_repo_settings(repo, private=False)
    equal(api.model_info(repo, token=False).private, False)
    api.move_repo(repo, moved)
    equal(api.model_info(repo).id, moved)
    equal(Path(hf_hub_download(repo, "a.txt")).read_bytes(), b"ahoy\n")
    equal(Path(hf_hub_download(moved, "a.txt")).read_bytes(), b"ahoy\n")
    raises(errors.HfHubHTTPError, lambda: HfApi(token=world.OTHER_TOKEN).delete_repo(moved), status=403)
    api.delete_repo(moved)
    raises(errors.RepositoryNotFoundError, lambda: api.delete_repo(moved))
    api.delete_repo(moved, missing_ok=True)
    raises(errors.RepositoryNotFoundError, lambda: api.model_info(repo))
    raises(errors.HfHubHTTPError, lambda: api.create_repo("nobody/x"), status=404)
    raises(errors.HfHubHTTPError, lambda: HfApi(token=world.OTHER_TOKEN).create_repo(repo_name("theirs")), status=403)
    me = whoami()
    equal((me["name"], me["type"], me["auth"]["accessToken"]["role"]), ("ada", "user", "write"))
    equal(api.get_user_overview("ada").username, "ada")
    raises(errors.HfHubHTTPError, lambda: api.get_user_overview("nobody"), status=404)


def likes_and_storage() -> None:
    repo = repo_name("liked")
    api.create_repo(repo)
    equal(list(api.list_repo_likers(repo)), [])
    api.unlike(repo)
    equal(api.list_liked_repos("ada").models, [])
    if hasattr(api, "list_user_repos"):
        equal(repo in [item.id for item in api.list_user_repos()], True)
    # Clients no longer have a call to like a repo; this is the call that the page makes.
    call("POST", f"/api/models/{repo}/like")
    # Some releases store the name in a different attribute than documented.
    equal([liker.fullname for liker in api.list_repo_likers(repo)], ["ada"])
    liked = api.list_liked_repos("ada")
    equal((liked.user, liked.total, liked.models, liked.datasets, liked.spaces), ("ada", 1, [repo], [], []))
    equal(api.list_liked_repos().models, [repo])
    api.unlike(repo)
    equal(list(api.list_repo_likers(repo)), [])


def people() -> None:
    """Overviews, followers and members. These calls use the process-wide endpoint."""
    user = api.get_user_overview("ada")
    equal((user.username, user.fullname, user.is_pro, user.num_following), ("ada", "ada", False, 0))
    call("POST", "/api/users/ada/follow", token=world.OTHER_TOKEN)
    equal([follower.username for follower in api.list_user_followers("ada")], ["eve"])
    equal([followed.username for followed in api.list_user_following("eve")], ["ada"])
    equal(api.get_user_overview("ada").num_followers, 1)
    equal(api.get_user_overview("ada", token=world.OTHER_TOKEN).is_following, True)
    overview = api.get_organization_overview("navy")
    equal((overview.name, overview.num_users, overview.is_verified), ("navy", 2, False))
    members = list(api.list_organization_members("navy"))
    equal([(member.username, member.role) for member in members], [("ada", "admin"), ("eve", "read")])
    if hasattr(api, "list_organization_followers"):
        equal(list(api.list_organization_followers("navy")), [])
    equal([known.name for known in api.get_user_overview("eve").orgs], ["navy"])
    raises(errors.HfHubHTTPError, lambda: api.get_user_overview("nobody"), status=404)


def collections() -> None:
    model, data = repo_name("collected"), repo_name("collected-data")
    api.create_repo(model)
    api.create_repo(data, repo_type="dataset", private=True)
    made = api.create_collection(f"Charts {TAG}", description="Of the sea", private=False)
    equal((made.title, made.description, made.owner["name"], made.private, made.items), (f"Charts {TAG}", "Of the sea", "ada", False, []))
    equal(made.url, f"{world.ENDPOINT}/collections/{made.slug}")
    raises(errors.HfHubHTTPError, lambda: api.create_collection(f"Charts {TAG}"), status=409)
    equal(api.create_collection(f"Charts {TAG}", exists_ok=True).slug, made.slug)
    api.add_collection_item(made.slug, model, "model", note="The first")
    api.add_collection_item(made.slug, "1706.03762", "paper")
    both = api.add_collection_item(made.slug, data, "dataset")
    equal(
        [(item.item_id, item.item_type, item.position, item.note) for item in both.items],
        [(model, "model", 0, "The first"), ("1706.03762", "paper", 1, None), (data, "dataset", 2, None)],
    )
    raises(errors.HfHubHTTPError, lambda: api.add_collection_item(made.slug, model, "model"), status=409)
    equal(len(api.add_collection_item(made.slug, model, "model", exists_ok=True).items), 3)
    api.update_collection_item(made.slug, both.items[1].item_object_id, position=0, note="Read this")
    api.delete_collection_item(made.slug, both.items[0].item_object_id)
    api.delete_collection_item(made.slug, both.items[0].item_object_id, missing_ok=True)
    other = HfApi(token=world.OTHER_TOKEN)
    equal([(item.item_id, item.note) for item in api.get_collection(made.slug).items], [("1706.03762", "Read this"), (data, None)])
    equal([item.item_id for item in other.get_collection(made.slug).items], ["1706.03762"])
    changed = api.update_collection_metadata(made.slug, title=f"Maps {TAG}", theme="pink", private=True, position=0)
    equal((changed.title, changed.theme, changed.private, changed.slug[-24:]), (f"Maps {TAG}", "pink", True, made.slug[-24:]))
    # The old slug still works for the owner; other users get a 404.
    equal(api.get_collection(made.slug).slug, changed.slug)
    raises(errors.HfHubHTTPError, lambda: other.get_collection(made.slug), status=404)
    equal([found.slug for found in api.list_collections(owner="ada", item=f"datasets/{data}", sort="upvotes", limit=5)], [changed.slug])
    equal(list(other.list_collections(item=f"datasets/{data}")), [])
    nested = api.create_collection(f"All {TAG}")
    api.add_collection_item(nested.slug, changed.slug, "collection")
    equal([(item.item_id, item.item_type) for item in api.get_collection(nested.slug).items], [(changed.slug, "collection")])
    equal(other.get_collection(nested.slug).items, [])
    for slug in (nested.slug, changed.slug):
        api.delete_collection(slug)
        api.delete_collection(slug, missing_ok=True)


def access_requests() -> None:
    """A gated repo: refused, asked, rejected, accepted, canceled, granted."""
    repo = repo_name("gated")
    api.create_repo(repo)
    api.upload_file(path_or_fileobj=b"{}", path_in_repo="config.json", repo_id=repo)
    api.update_repo_settings(repo, gated="manual")
    equal(api.model_info(repo).gated, "manual")
    other = HfApi(token=world.OTHER_TOKEN)
    refused = lambda: other.hf_hub_download(repo, "config.json", cache_dir=folder())
    raises(errors.GatedRepoError, refused, status=403)
    raises(errors.GatedRepoError, lambda: hf_hub_download(repo, "config.json", token=False, cache_dir=folder()), status=401)
    if hasattr(api, "auth_check"):
        raises(errors.GatedRepoError, lambda: other.auth_check(repo), status=403)
    equal(len(list(other.list_repo_tree(repo))) > 0, True)
    call("POST", f"/{repo}/ask-access", {}, token=world.OTHER_TOKEN)
    names = lambda asked: [(request.username, request.fullname, request.status) for request in asked]
    equal(names(api.list_pending_access_requests(repo)), [("eve", "eve", "pending")])
    raises(errors.GatedRepoError, refused, status=403)
    api.reject_access_request(repo, "eve", rejection_reason="Not yet")
    equal(names(api.list_rejected_access_requests(repo)), [("eve", "eve", "rejected")])
    api.accept_access_request(repo, "eve")
    equal(Path(refused()).read_bytes(), b"{}")
    equal(names(api.list_accepted_access_requests(repo)), [("eve", "eve", "accepted")])
    if VERSION >= (2, 0):
        [request] = api.list_accepted_access_requests(repo)
        api.cancel_access_request(repo, request_id=request.request_id)
    else:
        api.cancel_access_request(repo, "eve")
    raises(errors.GatedRepoError, refused, status=403)
    raises(errors.HfHubHTTPError, lambda: api.cancel_access_request(repo, "eve"), status=404)
    raises(errors.HfHubHTTPError, lambda: list(other.list_pending_access_requests(repo)), status=403)
    new = repo_name("given")
    api.create_repo(new)
    raises(errors.BadRequestError, lambda: api.grant_access(new, "eve"), status=400)
    api.update_repo_settings(new, gated="auto")
    api.upload_file(path_or_fileobj=b"{}", path_in_repo="config.json", repo_id=new)
    api.grant_access(new, "eve")
    equal(Path(other.hf_hub_download(new, "config.json", cache_dir=folder())).read_bytes(), b"{}")
    raises(errors.BadRequestError, lambda: api.grant_access(new, "eve"), status=400)
    api.update_repo_settings(repo, gated=False)
    equal(Path(refused()).read_bytes(), b"{}")


def discussions() -> None:
    """Section 7: opening, commenting, renaming, closing, editing, hiding, paginated listing."""
    repo = repo_name("talk")
    api.create_repo(repo)
    other = HfApi(token=world.OTHER_TOKEN)
    opened = other.create_discussion(repo, title="High water", description="When is it, @ada?")
    equal((opened.num, opened.author, opened.status, opened.is_pull_request), (1, "eve", "open", False))
    equal(opened.url, f"{world.ENDPOINT}/{repo}/discussions/1")
    equal((opened.events[0].type, opened.events[0].content), ("comment", "When is it, @ada?"))
    said = api.comment_discussion(repo, 1, comment="At *noon*")
    equal((said.content, said.author, said.edited, said.hidden), ("At *noon*", "ada", False, False))
    equal("<em>noon</em>" in said.rendered, True)
    edited = api.edit_discussion_comment(repo, 1, said.id, new_content="At midnight")
    equal((edited.content, edited.edited, edited.number_of_edits, edited.last_edited_by), ("At midnight", True, 1, "ada"))
    raises(errors.HfHubHTTPError, lambda: other.edit_discussion_comment(repo, 1, said.id, new_content="mine"), status=403)
    renamed = other.rename_discussion(repo, 1, new_title="Low water")
    equal((renamed.old_title, renamed.new_title), ("High water", "Low water"))
    hidden = api.hide_discussion_comment(repo, 1, said.id)
    equal((hidden.hidden, "midnight" in str(hidden.content)), (True, False))
    closed = api.change_discussion_status(repo, 1, new_status="closed", comment="Answered")
    equal((closed.type, closed.new_status), ("status-change", "closed"))
    details = api.get_discussion_details(repo, 1)
    equal((details.title, details.status, details.target_branch), ("Low water", "closed", None))
    equal([event.type for event in details.events], ["comment", "comment", "title-change", "comment", "status-change"])
    for text in ("", "x" * 65_537):
        raises(errors.BadRequestError, lambda: api.comment_discussion(repo, 1, comment=text), status=400)
    for number in range(2, 46):
        api.create_discussion(repo, title=f"Topic {number}")
    equal([each.num for each in api.get_repo_discussions(repo)], list(range(45, 0, -1)))
    equal([each.num for each in api.get_repo_discussions(repo, author="eve")], [1])
    equal([each.num for each in api.get_repo_discussions(repo, discussion_status="closed")], [1])
    equal(list(api.get_repo_discussions(repo, discussion_type="pull_request")), [])
    missing = errors.HfHubHTTPError
    raises(missing, lambda: api.get_discussion_details(repo, 99), status=404)
    secret = repo_name("secret-talk")
    api.create_repo(secret, private=True)
    api.create_discussion(secret, title="Nobody knows")
    raises(errors.RepositoryNotFoundError, lambda: other.get_discussion_details(secret, 1))
    raises(errors.RepositoryNotFoundError, lambda: list(other.get_repo_discussions(secret)))
    raises(errors.RepositoryNotFoundError, lambda: other.comment_discussion(secret, 1, comment="hm"))


def pull_requests() -> None:
    """Check 6 and section 5.7: a pull request by a user with read access only, in each of the possible ways, and its merge."""
    repo = repo_name("proposals")
    api.create_repo(repo)
    api.upload_file(repo_id=repo, path_in_repo="a.txt", path_or_fileobj=b"1\n2\n3\n4\n5\n")
    other = HfApi(token=world.OTHER_TOKEN)
    raises(errors.HfHubHTTPError, lambda: other.upload_file(repo_id=repo, path_in_repo="x", path_or_fileobj=b"x"), status=403)
    weights = noise(12_000_000, seed=7)
    commit = other.create_commit(
        repo,
        [
            CommitOperationAdd("a.txt", b"1\n2\n3\n4\n5!\n"),
            CommitOperationAdd("weights.bin", weights),
        ],
        commit_message="Mend the end",
        commit_description="And weights",
        create_pr=True,
    )
    equal((commit.pr_num, commit.pr_revision, commit.pr_url), (1, "refs/pr/1", f"{world.ENDPOINT}/{repo}/discussions/1"))
    refs = api.list_repo_refs(repo, include_pull_requests=True)
    equal([(ref.ref, ref.target_commit) for ref in refs.pull_requests or []], [("refs/pr/1", commit.oid)])
    equal(Path(hf_hub_download(repo, "weights.bin", revision="refs/pr/1")).read_bytes() == weights, True)
    raises(RemoteEntryNotFound, lambda: hf_hub_download(repo, "weights.bin"))
    other.upload_file(repo_id=repo, path_in_repo="b.txt", path_or_fileobj=b"b\n", revision="refs/pr/1")
    api.upload_file(repo_id=repo, path_in_repo="a.txt", path_or_fileobj=b"1!\n2\n3\n4\n5\n")
    details = api.get_discussion_details(repo, 1)
    equal((details.status, details.target_branch, details.conflicting_files), ("open", "refs/heads/main", []))
    equal([event.type for event in details.events], ["comment", "commit", "commit"])
    equal("-5\n+5!\n" in details.diff, True)
    raises(errors.HfHubHTTPError, lambda: other.merge_pull_request(repo, 1), status=403)
    api.merge_pull_request(repo, 1)
    merged = api.get_discussion_details(repo, 1)
    head = api.model_info(repo).sha
    equal((merged.status, merged.merge_commit_oid), ("merged", head))
    equal(Path(hf_hub_download(repo, "a.txt", revision=head)).read_bytes(), b"1!\n2\n3\n4\n5!\n")
    equal(Path(hf_hub_download(repo, "weights.bin")).read_bytes() == weights, True)
    raises(errors.HfHubHTTPError, lambda: api.merge_pull_request(repo, 1, comment="again"), status=409)
    draft = other.create_pull_request(repo, title="A draft")
    equal((draft.num, draft.status, draft.is_pull_request, draft.conflicting_files, draft.diff), (2, "draft", True, [], ""))
    raises(errors.HfHubHTTPError, lambda: api.merge_pull_request(repo, 2), status=409)
    other.upload_file(repo_id=repo, path_in_repo="a.txt", path_or_fileobj=b"other\n", revision="refs/pr/2")
    other.change_discussion_status(repo, 2, new_status="open")
    api.upload_file(repo_id=repo, path_in_repo="a.txt", path_or_fileobj=b"another\n")
    equal(api.get_discussion_details(repo, 2).conflicting_files, ["a.txt"])
    raises(errors.HfHubHTTPError, lambda: api.merge_pull_request(repo, 2), status=409)
    files = {"README.md": b"---\nlicense: mit\n---\n# Proposed\n", "sub/c.txt": b"c\n", "big.bin": noise(12_000_001, seed=8)}
    proposed = other.upload_folder(repo_id=repo, folder_path=write_files(folder(), files), create_pr=True)
    number = proposed.pr_num if hasattr(proposed, "pr_num") else 3
    equal(number, 3)
    if api.get_discussion_details(repo, 3).status == "draft":
        other.change_discussion_status(repo, 3, new_status="open")
    api.merge_pull_request(repo, 3, comment="Thanks")
    for path, content in files.items():
        equal((path, Path(hf_hub_download(repo, path)).read_bytes() == content), (path, True))
    equal([(each.num, each.status) for each in api.get_repo_discussions(repo)], [(3, "merged"), (2, "open"), (1, "merged")])


def command_line() -> None:
    """hf auth login with a pasted token, whoami, upload, download, and their use in scripts."""
    repo = repo_name("cli")
    source, target, home = write_files(folder(), sample_files()), folder(), folder()
    env = {**os.environ, "HF_HOME": str(home), "NO_COLOR": "1"}
    token = env.pop("HF_TOKEN")

    def hf(*words: str, fails: bool = False) -> str:
        done = subprocess.run([str(Path(sys.executable).parent / "hf"), *words], env=env, capture_output=True, text=True, timeout=120)
        output = done.stdout + done.stderr
        if (done.returncode != 0) != fails:
            raise AssertionError(f"hf {' '.join(words)} → {done.returncode}\n{output}")
        return output

    hf("auth", "login", "--token", "hf_thisisnotatoken", fails=True)
    hf("auth", "login", "--token", token)
    equal("ada" in hf("auth", "whoami"), True)
    hf("upload", repo, str(source), ".", "--commit-message", "From the command line")
    hf("upload", repo, str(source), ".")
    equal(len(api.list_repo_commits(repo)), 2)
    hf("download", repo, "--local-dir", str(target))
    same_files(target, sample_files())
    single = folder()
    hf("download", repo, "sub dir/with space.txt", "--local-dir", str(single))
    same_files(single, {"sub dir/with space.txt": b"a b c\n"})
    hf("upload", repo, str(source / "config.json"), "renamed/config.json")
    equal(api.file_exists(repo, "renamed/config.json"), True)
    hf("download", repo_name("missing"), fails=True)
    hf("auth", "logout")
    equal((home / "token").exists(), False)


def large_file() -> None:
    """A file over the size limit for files inside commits: through LFS if the client can, otherwise a clear error with a solution."""
    repo = repo_name("large")
    api.create_repo(repo)
    content = noise(11 * 1024 * 1024 + 17, seed=9)
    source = write_files(folder(), {"over.bin": content})
    if os.environ.get("HF_HUB_DISABLE_XET") == "1" or VERSION < (1, 20):
        api.upload_folder(repo_id=repo, folder_path=source)
        same_files(snapshot_download(repo), {"over.bin": content})
        info = api.get_paths_info(repo, "over.bin")[0]
        equal((info.lfs.size, info.lfs.sha256), (len(content), world.hashlib.sha256(content).hexdigest()))
        equal(Path(hf_hub_download(repo, "over.bin")).resolve().name, info.lfs.sha256)
    else:
        # The library that uploads through Xet shows only the status. The solution was printed before, as a warning from the hub.
        try:
            api.upload_folder(repo_id=repo, folder_path=source)
        except Exception as error:  # noqa: BLE001
            equal("xet-write-token" in str(error), True)
        else:
            raise AssertionError("the upload should have been refused")
        equal(api.list_repo_files(repo), [".gitattributes"])


def plain(url: str, **headers: str) -> bytes:
    """Downloads a URL over plain HTTP."""
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
        return answer.read()


def mixed_uploads() -> None:
    """Uploads through Xet and through LFS to one repo; each file is read through Xet and over plain HTTP."""
    repo = repo_name("mixed")
    api.create_repo(repo)
    by_xet, by_lfs = noise(12_000_000, seed=OWN + 20), noise(3_000_000, seed=OWN + 21)
    source = write_files(folder(), {"xet.bin": by_xet})
    api.upload_file(repo_id=repo, path_or_fileobj=source / "xet.bin", path_in_repo="xet.bin")
    # The client uses LFS for streams that it can read only once.
    api.upload_file(repo_id=repo, path_or_fileobj=io.BytesIO(by_lfs), path_in_repo="lfs.bin")
    equal(Path(hf_hub_download(repo, "xet.bin", force_download=True)).read_bytes() == by_xet, True)
    for path, content in {"xet.bin": by_xet, "lfs.bin": by_lfs}.items():
        url = hf_hub_url(repo, path)
        equal(plain(url) == content, True)
        equal(plain(url, Range="bytes=1000000-1999999") == content[1_000_000:2_000_000], True)
        equal(plain(url, Range="bytes=-5") == content[-5:], True)
    # The hub chunks it later, in the background.
    for _ in range(120):
        if get_hf_file_metadata(hf_hub_url(repo, "lfs.bin")).xet_file_data is not None:
            break
        time.sleep(0.5)
    else:
        raise AssertionError("the file uploaded through LFS is not offered through Xet")
    equal(Path(hf_hub_download(repo, "lfs.bin", force_download=True)).read_bytes() == by_lfs, True)


def first_revision() -> None:
    repo = repo_name("revised")
    api.create_repo(repo)
    api.upload_file(repo_id=repo, path_or_fileobj=noise(24_000_000, seed=OWN + 22), path_in_repo="weights.safetensors")


def second_revision() -> None:
    """One percent of the bytes differ, and some are inserted. Uses a new home folder, so the client knows nothing about the first upload."""
    repo = repo_name("revised")
    old = noise(24_000_000, seed=OWN + 22)
    new = old[:8_000_000] + noise(240_000, seed=OWN + 23) + old[8_240_000:16_000_000] + b"put in" + old[16_000_000:]
    api.upload_file(repo_id=repo, path_or_fileobj=new, path_in_repo="weights.safetensors")
    equal(Path(hf_hub_download(repo, "weights.safetensors")).read_bytes() == new, True)
    first = api.list_repo_commits(repo)[1].commit_id
    equal(Path(hf_hub_download(repo, "weights.safetensors", revision=first)).read_bytes() == old, True)


def again(work):
    """Retries once after a failure, as a user at a terminal would."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001
        print("broke:", type(error).__name__)
        return work()


def interrupted_download() -> None:
    """Check 10: the proxy breaks the first connection halfway; the client resumes from there, on its own or when called again."""
    repo = repo_name("broken-get")
    api.create_repo(repo)
    # The client writes 10 MiB at a time.
    content = noise(24_000_000, seed=10)
    api.upload_file(repo_id=repo, path_or_fileobj=content, path_in_repo="part.safetensors")
    equal(Path(again(lambda: hf_hub_download(repo, "part.safetensors"))).read_bytes() == content, True)


def interrupted_upload() -> None:
    """Check 10: the proxy breaks the first PUT halfway; the client sends it again, on its own or when called again."""
    repo = repo_name("broken-put")
    api.create_repo(repo)
    content = noise(12_000_000, seed=11)
    source = write_files(folder(), {"weights.safetensors": content})
    again(lambda: api.upload_folder(repo_id=repo, folder_path=source))
    equal(Path(hf_hub_download(repo, "weights.safetensors")).read_bytes() == content, True)


def behind_a_proxy() -> None:
    """Checks 1 and 11: HTTPS, a path prefix, a proxy in front."""
    upload_twice()
    many = repo_name("prefixed")
    api.create_repo(many, repo_type="dataset")
    api.upload_file(repo_id=many, repo_type="dataset", path_or_fileobj=b"x", path_in_repo="a b/c.txt")
    equal(Path(hf_hub_download(many, "a b/c.txt", repo_type="dataset")).read_bytes(), b"x")
    equal(len(list(api.list_models(author="ada", limit=1))), 1)
    raises(errors.RepositoryNotFoundError, lambda: api.model_info(repo_name("missing"), token=False))
    equal(HfFileSystem().read_bytes(f"datasets/{many}/a b/c.txt"), b"x")


if __name__ == "__main__":
    world.main({**vars(hf_commands), **vars(more_calls), **vars(expectations), **globals()})
