#!/usr/bin/env bash
# Creates the Python environments of the end-to-end suite: one per huggingface_hub release that the hub supports.
# Safe to run again: complete environments are kept, except the newest, which follows PyPI.
set -euo pipefail
folder="${PORTOLAN_E2E_VENVS:-$(cd "$(dirname "$0")/../.." && pwd)/.cache/venvs}"
mkdir -p "$folder"
make() { # name, requirements…
  local name=$1; shift
  [ -x "$folder/$name/bin/python" ] || python3 -m venv "$folder/$name"
  "$folder/$name/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "$@"
  printf '%-8s huggingface_hub %s\n' "$name" "$("$folder/$name/bin/python" -c 'import huggingface_hub; print(huggingface_hub.__version__)')"
}
# onnxruntime, because printed code is run with the newest environment. Pillow, because the client returns images as its objects.
make newest huggingface_hub onnxruntime pillow
make 1.19 'huggingface_hub==1.19.*'
make 0.36 'huggingface_hub==0.36.*'
