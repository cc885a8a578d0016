"""Uploads or downloads one file with huggingface_hub as users install it: python xet_client.py up|down REPO PATH. Prints the seconds it took."""

import sys
import time

from huggingface_hub import HfApi, hf_hub_download

what, repo, path = sys.argv[1:4]
api = HfApi()
start = time.monotonic()
if what == "up":
    api.create_repo(repo, exist_ok=True)
    start = time.monotonic()
    api.upload_file(repo_id=repo, path_or_fileobj=path, path_in_repo="weights.safetensors")
else:
    with open(hf_hub_download(repo, "weights.safetensors"), "rb") as got, open(path, "rb") as expected:
        seconds = time.monotonic() - start
        while piece := expected.read(1 << 24):
            if got.read(1 << 24) != piece:
                raise SystemExit("the download differs")
        if got.read(1):
            raise SystemExit("the download is longer")
    print(seconds)
    raise SystemExit
print(time.monotonic() - start)
