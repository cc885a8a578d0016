"""Records the calls of `huggingface_hub`: the methods of `HfApi`, the module-level functions, the file system, the helpers for models and cards."""

import huggingface_hub
from huggingface_hub import HfApi, HfFileSystem, ModelHubMixin, RepoCard

from recorder import watch_class, watch_functions

CLIENT = "huggingface_hub"

#: Functions of the package that are not methods of `HfApi`, or are called without an instance.
FUNCTIONS = (
    "hf_hub_download",
    "snapshot_download",
    "get_hf_file_metadata",
    "whoami",
    "login",
    "logout",
    "auth_list",
    "auth_switch",
    "scan_cache_dir",
    "try_to_load_from_cache",
    "cached_assets_path",
    "get_safetensors_metadata",
    "metadata_update",
    "save_torch_state_dict",
    "parse_huggingface_oauth",
)

FILE_SYSTEM = (
    *("ls", "glob", "find", "walk", "info", "exists", "isfile", "isdir", "du", "url", "invalidate_cache"),
    *("open", "read_bytes", "read_text", "cat", "cat_file", "cat_ranges", "head", "tail", "get", "get_file"),
    *("write_bytes", "write_text", "put", "put_file", "cp_file", "copy", "mv", "rm", "rm_file", "modified", "resolve_path"),
)


#: Methods of `HfApi` that do not call a hub, or are another way to make the same call.
LOCAL = {"run_as_future"}


def api_calls() -> list[str]:
    """Returns the public methods of `HfApi`: the total that the table counts against."""
    return sorted(name for name in dir(HfApi) if not name.startswith("_") and callable(getattr(HfApi, name)) and name not in LOCAL)


def watch() -> None:
    names = api_calls()
    watch_class(CLIENT, HfApi, names, prefix="")
    watch_functions(CLIENT, huggingface_hub, FUNCTIONS)
    watch_class(CLIENT, HfFileSystem, FILE_SYSTEM)
    watch_class(CLIENT, ModelHubMixin, ("save_pretrained", "push_to_hub", "from_pretrained"))
    watch_class(CLIENT, RepoCard, ("load", "push_to_hub", "save"))


watch()
