#!/usr/bin/env bash
# Makes the Python environment that printed code is run in (e2e/snippets): the newest release of each library that a machine
# with two cores and no GPU can run. About 7 GB and seven minutes, most of it torch. Safe to run again: what is there is brought to the newest release.
#   proof-venv.sh [--llama]   --llama compiles llama-cpp-python too, in an environment of its own: five minutes more, and a C++ compiler
set -euo pipefail
folder="${PORTOLAN_PROOF_VENVS:-$(cd "$(dirname "$0")/../.." && pwd)/.cache/proof-venvs}"
mkdir -p "$folder"
make() { # name
  [ -x "$folder/$1/bin/python" ] || python3 -m venv "$folder/$1"
}
install() { # name, requirements…
  local name=$1; shift
  "$folder/$name/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "$@"
}
if [ "${1:-}" = --llama ]; then
  # Beside the downloads of the other, and unoptimized: the models are tiny, and it compiles in half the time.
  (
    make llama
    CMAKE_ARGS='-DLLAVA_BUILD=OFF -DGGML_NATIVE=OFF -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_C_FLAGS=-O0' \
      install llama huggingface_hub llama-cpp-python
  ) &
  llama=$!
fi
make libraries
install libraries huggingface_hub torch torchvision transformers accelerate sentence-transformers timm peft diffusers pillow \
  scikit-learn joblib skops spacy keras jax model2vec bm25s open_clip_torch setfit stable-baselines3 onnxruntime soundfile \
  ultralytics gliner2 chronos-forecasting fastai 'huggingface_hub[fastai]' birder bertopic imageio imageio-ffmpeg \
  datasets pandas pyarrow polars duckdb 'dask[dataframe]' webdataset pylance
# The program that recordings are read with, where the code looks for it.
ln -sf "$("$folder/libraries/bin/python" -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')" "$folder/libraries/bin/ffmpeg"
# Ultralytics leaves its pictures in the checkout that it is installed below: this is one to it, though not to git.
mkdir -p "$folder/.git"
# PyPI has fastText's source only.
install libraries fasttext || echo "fasttext could not be compiled: its printed code is not run"
# Libraries that do not go with the newest transformers, and what that has no pipeline for any more: beside the packages above, of which it sees
# those that it does not have itself.
make older
seen="$("$folder/libraries/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
echo "$seen" > "$("$folder/older/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/libraries.pth"
install older 'transformers<5' span-marker flair adapters
[ -z "${llama:-}" ] || wait "$llama"
for name in libraries older llama; do
  [ ! -x "$folder/$name/bin/python" ] ||
    printf '%-10s %s packages\n' "$name" "$("$folder/$name/bin/python" -m pip list --format=freeze --disable-pip-version-check | wc -l)"
done
