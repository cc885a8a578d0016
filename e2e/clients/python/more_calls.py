"""The remaining calls of `huggingface_hub`: whole repos, cards and cached files, webhooks, Spaces, and features that this hub does not offer."""

import contextlib
import json
import os
import pathlib
import struct
import warnings
from pathlib import Path
from urllib.parse import urlsplit

import world
import huggingface_hub
from huggingface_hub import (
    CommitOperationAdd,
    CommitScheduler,
    HfApi,
    ModelCard,
    ModelHubMixin,
    RepoCard,
    auth_list,
    auth_switch,
    errors,
    login,
    logout,
    metadata_update,
    scan_cache_dir,
    snapshot_download,
    try_to_load_from_cache,
    whoami,
)

from recorder import add_note, calling, calls
from world import HOME, TAG, VERSION, api, call, equal, folder, noise, raises, repo_name, same_files, write_files


def has(name: str) -> bool:
    return hasattr(api, name)


def safetensors(shapes: dict[str, list[int]]) -> bytes:
    """Returns a safetensors file of zeros with these tensors."""
    offset, header = 0, {"__metadata__": {"format": "pt"}}
    for name, shape in shapes.items():
        size = 4
        for length in shape:
            size *= length
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + bytes(offset)


def refuses(work, words: str | None) -> None:
    """Expects the hub to refuse with a reason, which goes into the table. With `words` set to None, expects the call to go to another host."""
    try:
        result = work()
        if hasattr(result, "__next__"):
            result = list(result)
    except Exception as error:  # noqa: BLE001  some calls show only the status, and raise the error of the underlying library
        answer = getattr(error, "response", None)
        place = elsewhere(error) if answer is None else None
        if place is not None:
            add_note(f"Asks {place}, whatever hub it is used with")
            calls[-1]["error"] = "elsewhere"
            return
        if answer is None or words is None:
            raise
        said = answer.headers.get("X-Error-Message", "")
        equal((answer.status_code in (400, 403, 404, 501), words in said), (True, True))
        add_note(said)
        return
    raise AssertionError(f"expected a refusal with {words!r}, got {result!r}")


def elsewhere(error: BaseException) -> str | None:
    """Returns the host that a call could not reach, if it is not the hub: other hosts are unreachable here."""
    with contextlib.suppress(AttributeError, RuntimeError):
        host = urlsplit(str(error.request.url)).hostname
        return None if host == "127.0.0.1" else host
    return "huggingface.co" if "huggingface.co" in str(error) else None


def whole_repos() -> None:
    """Copies, squashed histories, large files of a history, and deletions of single files."""
    repo = repo_name("whole")
    api.create_repo(repo)
    files = {"a.txt": b"a\n", "keep/b.txt": b"b\n", "gone/c.txt": b"c\n", "weights.bin": noise(11_000_000, seed=world.OWN_SEED + 1)}
    first = api.upload_folder(repo_id=repo, folder_path=write_files(folder(), files)).oid
    api.delete_file("a.txt", repo)
    api.delete_folder("gone", repo)
    equal(sorted(api.list_repo_files(repo)), [".gitattributes", "keep/b.txt", "weights.bin"])
    equal((api.repo_info(repo).id, api.repo_info(repo, revision=first).sha), (repo, first))
    api.auth_check(repo)
    equal(api.get_full_repo_name("whole"), "ada/whole")
    if has("resolve_revision"):
        equal(api.resolve_revision(repo).resolved, api.repo_info(repo).sha)
    if has("verify_repo_checksums"):
        snapshot_download(repo)
        verified = api.verify_repo_checksums(repo)
        equal((verified.checked_count, verified.mismatches), (3, []))
    copy = repo_name("whole-copy")
    if has("duplicate_repo"):
        api.duplicate_repo(repo, copy, private=True)
        equal((api.repo_info(copy).private, sorted(api.list_repo_files(copy))), (True, sorted(api.list_repo_files(repo))))
    if has("copy_files"):
        target = repo_name("whole-target")
        api.create_repo(target)
        api.copy_files(f"hf://{repo}/keep/", f"hf://{target}/")
        api.copy_files(f"hf://{repo}/weights.bin", f"hf://{target}/copied.bin")
        same_files(snapshot_download(target), {"b.txt": b"b\n", "copied.bin": files["weights.bin"]})
    additions = [CommitOperationAdd("more.bin", noise(1_000_000, seed=world.OWN_SEED + 2))]
    api.preupload_lfs_files(repo, additions=additions)
    api.create_commit(repo, operations=additions, commit_message="Uploaded before")
    large = list(api.list_lfs_files(repo))
    equal(sorted((file.filename, file.size) for file in large), [("more.bin", 1_000_000), ("weights.bin", 11_000_000)])
    api.permanently_delete_lfs_files(repo, [file for file in large if file.filename == "weights.bin"])
    equal(sorted(api.list_repo_files(repo)), [".gitattributes", "keep/b.txt", "more.bin"])
    api.super_squash_history(repo, commit_message="One commit")
    equal([commit.title for commit in api.list_repo_commits(repo)], ["One commit"])
    if has("update_repo_visibility"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api.update_repo_visibility(repo, private=True)
            equal(api.repo_info(repo).private, True)
            equal(api.get_token_permission(), "write")


def large_folder() -> None:
    """`upload_large_folder`: several commits by several workers; a second run has nothing left to do."""
    if not has("upload_large_folder"):
        return
    repo = repo_name("large-folder")
    files = {f"part {i}/{i}.txt": f"{i}\n".encode() for i in range(30)} | {"weights.bin": noise(11_500_000, seed=world.OWN_SEED + 3)}
    source = write_files(folder(), files)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api.upload_large_folder(repo, source, repo_type="model", num_workers=2, print_report=False)
        done = api.list_repo_commits(repo)
        same_files(snapshot_download(repo), files)
        api.upload_large_folder(repo, source, repo_type="model", num_workers=2, print_report=False)
    equal(len(api.list_repo_commits(repo)), len(done))


def no_card_check_elsewhere() -> None:
    """Before 2.0 the library validates cards on huggingface.co, whatever hub it is configured for. The hub validates commits anyway."""
    if VERSION < (2, 0):
        RepoCard.validate = lambda self, *args, **kwargs: None


def note_card_check() -> None:
    if VERSION < (2, 0):
        add_note("The client asks huggingface.co whether the card is right, whatever hub it is used with; the test leaves that out")


def cards_and_metadata() -> None:
    """Model cards, safetensors headers without downloading the file, tags, the cache, and calls that work offline."""
    repo = repo_name("card")
    api.create_repo(repo)
    weights = safetensors({"weight": [2, 3], "bias": [3]})
    api.upload_file(repo_id=repo, path_or_fileobj=weights, path_in_repo="model.safetensors")
    card = ModelCard("---\nlicense: mit\ntags: [tides]\n---\n# Tides\n")
    no_card_check_elsewhere()
    card.push_to_hub(repo)
    note_card_check()
    equal(ModelCard.load(repo).data.license, "mit")
    metadata_update(repo, {"license": "apache-2.0"}, overwrite=True)
    note_card_check()
    info = api.model_info(repo)
    equal((info.card_data.license, "tides" in info.tags, info.safetensors.total), ("apache-2.0", True, 9))
    found = api.get_safetensors_metadata(repo)
    equal((found.sharded, found.parameter_count), (False, {"F32": 9}))
    equal(api.parse_safetensors_file_metadata(repo, "model.safetensors").tensors["weight"].shape, [2, 3])
    if has("get_sharded_safetensors_metadata"):
        sharded = repo_name("shards")
        api.create_repo(sharded)
        parts = {f"model-0000{i}-of-00002.safetensors": safetensors({f"layer.{i}": [i, 8]}) for i in (1, 2)}
        index = {"metadata": {"total_size": 96}, "weight_map": {f"layer.{i}": f"model-0000{i}-of-00002.safetensors" for i in (1, 2)}}
        api.upload_folder(repo_id=sharded, folder_path=write_files(folder(), {**parts, "model.safetensors.index.json": json.dumps(index).encode()}))
        equal(api.get_sharded_safetensors_metadata(sharded), api.get_safetensors_metadata(sharded))
    equal("tides" in str(api.get_model_tags()), True)
    equal(isinstance(api.get_dataset_tags(), dict), True)
    local = huggingface_hub.hf_hub_download(repo, "model.safetensors")
    equal(try_to_load_from_cache(repo, "model.safetensors"), local)
    equal(repo in [cached.repo_id for cached in scan_cache_dir().repos], True)
    equal(huggingface_hub.hf_hub_download(repo, "model.safetensors", local_files_only=True), local)
    equal(huggingface_hub.get_hf_file_metadata(huggingface_hub.hf_hub_url(repo, "model.safetensors")).size, len(weights))


class Anchor(ModelHubMixin):
    """A model class for a framework that the library does not know."""

    def __init__(self, weight: int = 1):
        self.weight = weight

    def _save_pretrained(self, save_directory: Path) -> None:
        (save_directory / "weight.txt").write_text(str(self.weight))

    @classmethod
    def _from_pretrained(cls, *, model_id, revision=None, cache_dir=None, force_download=False, local_files_only=False, token=None, **kwargs):
        path = huggingface_hub.hf_hub_download(
            model_id, "weight.txt", revision=revision, cache_dir=cache_dir, token=token, local_files_only=local_files_only
        )
        return cls(weight=int(Path(path).read_text()))


def own_classes() -> None:
    """`ModelHubMixin` and `CommitScheduler`, which other libraries build on."""
    repo = repo_name("anchor")
    Anchor.generate_model_card = lambda self, *args, **kwargs: ModelCard("---\nlibrary_name: anchors\n---\n# Anchor\n")
    no_card_check_elsewhere()
    Anchor(weight=7).push_to_hub(repo)
    equal((Anchor.from_pretrained(repo).weight, api.model_info(repo).library_name), (7, "anchors"))
    logs = folder()
    scheduled = repo_name("logs")
    with calling(world.CLIENT, "CommitScheduler"):
        scheduler = CommitScheduler(repo_id=scheduled, repo_type="dataset", folder_path=logs, every=60)
        (logs / "day.jsonl").write_text('{"tide": 1}\n')
        scheduler.trigger().result()
        scheduler.stop()
        equal("day.jsonl" in api.list_repo_files(scheduled, repo_type="dataset"), True)


def logins() -> None:
    """Several tokens in one home folder: naming, listing, switching, logging out."""
    own = os.environ.pop("HF_TOKEN")
    options = {"skip_if_logged_in": False} if VERSION >= (1, 0) else {}
    login(token=own, add_to_git_credential=False, **options)
    equal(whoami()["name"], "ada")
    name = whoami()["auth"]["accessToken"]["displayName"]
    login(token=world.OTHER_TOKEN, add_to_git_credential=False, **options)
    equal(whoami()["name"], "eve")
    auth_switch(name)
    equal(whoami()["name"], "ada")
    auth_list()
    try:
        login(token="hf_thisisnotatoken", add_to_git_credential=False, **options)
    except Exception as error:  # noqa: BLE001  its class differs between releases
        equal("Invalid user token" in str(error) or "invalid" in str(error).lower(), True)
    else:
        raise AssertionError("a token that the hub does not know should have been refused")
    logout(name)
    logout()
    equal((HOME / "token").exists(), False)
    os.environ["HF_TOKEN"] = own


def webhooks() -> None:
    listed = [hook.id for hook in api.list_webhooks()]
    made = api.create_webhook(url="http://127.0.0.1:9/hook", watched=[{"type": "user", "name": "ada"}], domains=["repo"], secret="s3cret")
    equal((made.url, made.domains, made.disabled), ("http://127.0.0.1:9/hook", ["repo"], False))
    equal([(item.type, item.name) for item in made.watched], [("user", "ada")])
    equal([hook.id for hook in api.list_webhooks()], [*listed, made.id])
    changed = api.update_webhook(made.id, url="http://127.0.0.1:9/other", watched=[{"type": "user", "name": "ada"}], domains=["repo", "discussion"])
    equal((changed.url, sorted(changed.domains)), ("http://127.0.0.1:9/other", ["discussion", "repo"]))
    kept = api.update_webhook(made.id, url="http://127.0.0.1:9/other")
    equal(([(item.type, item.name) for item in kept.watched], sorted(kept.domains)), ([("user", "ada")], ["discussion", "repo"]))
    equal(api.disable_webhook(made.id).disabled is not False, True)
    equal(api.enable_webhook(made.id).disabled, False)
    equal(api.get_webhook(made.id).url, "http://127.0.0.1:9/other")
    raises(errors.HfHubHTTPError, lambda: HfApi(token=world.OTHER_TOKEN).get_webhook(made.id), status=404)
    api.delete_webhook(made.id)
    raises(errors.HfHubHTTPError, lambda: api.get_webhook(made.id), status=404)


def spaces() -> None:
    """A static Space: its variables, its log and its runtime; and calls that would need a machine."""
    space = repo_name("app")
    api.create_repo(space, repo_type="space", space_sdk="static")
    page = b"<!doctype html><title>Tides</title>"
    api.upload_file(repo_id=space, repo_type="space", path_or_fileobj=page, path_in_repo="index.html")
    equal(api.get_space_runtime(space).stage, "RUNNING")
    api.add_space_variable(space, "PORT_NAME", "Brest", description="Where")
    equal([(name, each.value, each.description) for name, each in api.get_space_variables(space).items()], [("PORT_NAME", "Brest", "Where")])
    api.delete_space_variable(space, "PORT_NAME")
    equal(api.get_space_variables(space), {})
    if has("get_space_secrets"):
        equal(api.get_space_secrets(space), {})
    api.delete_space_secret(space, "NONE")
    equal(api.restart_space(space).stage, "RUNNING")
    if has("wait_for_space"):
        equal(api.wait_for_space(space, timeout=20).stage, "RUNNING")
    if has("fetch_space_logs"):
        lines = list(api.fetch_space_logs(space, build=True))
        equal(len(lines) > 0, True)
        equal(list(api.fetch_space_logs(space)), [])
    if has("list_spaces_hardware"):
        equal(list(api.list_spaces_hardware()), [])
        add_note("None: static Spaces are files")
    if has("list_space_templates"):
        equal(list(api.list_space_templates()), [])
        add_note("None")
    if has("search_spaces"):
        equal([found.id for found in api.search_spaces(space.split("/")[1])], [space])
        add_note("By the words of names and cards, not by meaning")
    if VERSION >= (2, 0):
        copy = repo_name("app-copy")
        api.duplicate_repo(space, copy, repo_type="space")
        equal(api.space_info(copy).sdk, "static")
    else:
        copy = repo_name("app-copy")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api.duplicate_space(space, copy)
        equal(api.space_info(copy).sdk, "static")
    refuses(lambda: api.add_space_secret(space, "KEY", "value"), "no secrets")
    machine = "runs no code"
    refuses(lambda: api.request_space_hardware(space, "t4-medium"), machine)
    refuses(lambda: api.set_space_sleep_time(space, 300), machine)
    refuses(lambda: api.pause_space(space), machine)
    if has("request_space_storage"):
        refuses(lambda: api.request_space_storage(space, "small"), machine)
        refuses(lambda: api.delete_space_storage(space), machine)
    if has("enable_space_dev_mode"):
        refuses(lambda: api.enable_space_dev_mode(space), machine)
        refuses(lambda: api.disable_space_dev_mode(space), machine)
    if has("set_space_volumes"):
        refuses(lambda: api.set_space_volumes(space, [huggingface_hub.Volume(type="model", source=space, mount_path="/data")]), machine)
        refuses(lambda: api.delete_space_volumes(space), machine)
    if has("get_zero_gpu_quota"):
        refuses(lambda: api.get_zero_gpu_quota(), "GPU")


def not_offered() -> None:
    """Jobs, buckets, papers, leaderboards: features of other hubs. Each call is refused with a message that says so."""
    jobs, buckets, papers = "runs no jobs", "no buckets", "no papers"
    picture = write_files(folder(), {"a.png": b"\x89PNG"}) / "a.png"
    script = str(write_files(folder(), {"x.py": b"print(1)\n"}) / "x.py")
    deployed = dict(framework="pytorch", accelerator="cpu", instance_size="x1", instance_type="a", region="r", vendor="v")
    asked = {
        "list_jobs": (lambda: api.list_jobs(), jobs),
        "run_job": (lambda: api.run_job(image="python:3.12", command=["true"]), jobs),
        "inspect_job": (lambda: api.inspect_job(job_id="1"), jobs),
        "cancel_job": (lambda: api.cancel_job(job_id="1"), jobs),
        "list_jobs_hardware": (lambda: api.list_jobs_hardware(), jobs),
        "update_job_labels": (lambda: api.update_job_labels(job_id="1", labels={"a": "b"}), jobs),
        "update_job_expose": (lambda: api.update_job_expose(job_id="1", expose=[8000]), jobs),
        "rerun_job": (lambda: api.rerun_job(job_id="1"), jobs),
        "wait_for_job": (lambda: api.wait_for_job(job_id="1"), jobs),
        "create_scheduled_job": (lambda: api.create_scheduled_job(image="python:3.12", command=["true"], schedule="@daily"), jobs),
        "list_scheduled_jobs": (lambda: api.list_scheduled_jobs(), jobs),
        "inspect_scheduled_job": (lambda: api.inspect_scheduled_job(scheduled_job_id="1"), jobs),
        "delete_scheduled_job": (lambda: api.delete_scheduled_job(scheduled_job_id="1"), jobs),
        "suspend_scheduled_job": (lambda: api.suspend_scheduled_job(scheduled_job_id="1"), jobs),
        "resume_scheduled_job": (lambda: api.resume_scheduled_job(scheduled_job_id="1"), jobs),
        "trigger_scheduled_job": (lambda: api.trigger_scheduled_job(scheduled_job_id="1"), jobs),
        "fetch_job_logs": (lambda: api.fetch_job_logs(job_id="1"), jobs),
        "fetch_job_metrics": (lambda: api.fetch_job_metrics(job_id="1"), jobs),
        # A job's script and input files are uploaded to a bucket first.
        "run_uv_job": (lambda: api.run_uv_job(script), "This hub"),
        "create_scheduled_uv_job": (lambda: api.create_scheduled_uv_job(script, schedule="@daily"), "This hub"),
        "sync_job_volume": (lambda: api.sync_job_volume(str(picture.parent), "/data"), "This hub"),
        "update_scheduled_job_labels": (lambda: api.update_scheduled_job_labels(scheduled_job_id="1", labels={"a": "b"}), jobs),
        "update_scheduled_job_schedule": (lambda: api.update_scheduled_job_schedule(scheduled_job_id="1", schedule="@daily"), jobs),
        "batch_bucket_files": (lambda: api.batch_bucket_files("ada/b", delete=["x"]), buckets),
        "download_bucket_files": (lambda: api.download_bucket_files("ada/b", [("x", str(folder() / "x"))]), buckets),
        "get_bucket_file_metadata": (lambda: api.get_bucket_file_metadata("ada/b", "x"), buckets),
        "move_bucket": (lambda: api.move_bucket("ada/b", "ada/c"), buckets),
        "sync_bucket": (lambda: api.sync_bucket(str(picture.parent), "hf://buckets/ada/b"), buckets),
        "read_paper": (lambda: api.read_paper("1706.03762"), papers),
        "list_inference_endpoints": (lambda: api.list_inference_endpoints(), None),
        "list_inference_endpoints_hardware": (lambda: api.list_inference_endpoints_hardware(), None),
        "list_inference_catalog": (lambda: api.list_inference_catalog(), None),
        "create_inference_endpoint": (lambda: api.create_inference_endpoint("x", repository="ada/x", **deployed), None),
        "create_inference_endpoint_from_catalog": (lambda: api.create_inference_endpoint_from_catalog("ada/x"), None),
        "get_inference_endpoint": (lambda: api.get_inference_endpoint("x"), None),
        "update_inference_endpoint": (lambda: api.update_inference_endpoint("x", min_replica=1), None),
        "pause_inference_endpoint": (lambda: api.pause_inference_endpoint("x"), None),
        "resume_inference_endpoint": (lambda: api.resume_inference_endpoint("x"), None),
        "scale_to_zero_inference_endpoint": (lambda: api.scale_to_zero_inference_endpoint("x"), None),
        "delete_inference_endpoint": (lambda: api.delete_inference_endpoint("x"), None),
        "create_bucket": (lambda: api.create_bucket("b"), buckets),
        "bucket_info": (lambda: api.bucket_info("ada/b"), buckets),
        "list_buckets": (lambda: api.list_buckets(), buckets),
        "delete_bucket": (lambda: api.delete_bucket("ada/b"), buckets),
        "list_bucket_tree": (lambda: api.list_bucket_tree("ada/b"), buckets),
        "get_bucket_paths_info": (lambda: api.get_bucket_paths_info("ada/b", ["x"]), buckets),
        "update_bucket_settings": (lambda: api.update_bucket_settings("ada/b", private=True), buckets),
        "list_papers": (lambda: api.list_papers(query="tides"), papers),
        "paper_info": (lambda: api.paper_info("1706.03762"), papers),
        "list_daily_papers": (lambda: api.list_daily_papers(), papers),
        "get_dataset_leaderboard": (lambda: api.get_dataset_leaderboard("ada/none"), "no leaderboards"),
        "kernel_info": (lambda: api.kernel_info("ada/none"), "no kernels"),
        "upload_attachment": (lambda: api.upload_attachment(picture), "no attachments"),
        "update_collection_resource_group": (
            lambda: api.update_collection_resource_group(f"ada/x-{'0' * 24}", "0" * 24),
            "no resource groups",
        ),
    }
    for name, (work, words) in asked.items():
        if has(name):
            refuses(work, words)
    if has("list_dataset_parquet_files"):
        raises(ValueError, lambda: api.list_dataset_parquet_files("ada/none"))
        add_note("The client asks huggingface.co alone, and refuses for any other hub")
