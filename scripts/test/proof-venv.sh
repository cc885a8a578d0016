#!/usr/bin/env bash
# Creates the Python environment that printed code is run in (e2e/snippets): the newest release of each library that a machine
# with two cores and no GPU can run. About 7 GB and seven minutes, most of it torch. Safe to run again: existing packages are updated.
#   proof-venv.sh [--llama]   --llama also compiles llama-cpp-python, in its own environment: takes five more minutes and a C++ compiler
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
  # In parallel with the downloads for the other environment, and unoptimized: the models are tiny, and it compiles in half the time.
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
# The program that decodes audio, where the code looks for it.
ln -sf "$("$folder/libraries/bin/python" -c 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())')" "$folder/libraries/bin/ffmpeg"
# Ultralytics writes its images to the checkout that contains it: with this folder, it takes the environment for one, although git does not.
mkdir -p "$folder/.git"
# PyPI has only the source of fastText.
install libraries fasttext || echo "fasttext could not be compiled: its printed code is not run"
# Libraries that are incompatible with the newest transformers, and tasks it no longer has a pipeline for. This environment falls back to the
# packages above for those it does not contain itself.
make older
seen="$("$folder/libraries/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
echo "$seen" > "$("$folder/older/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/libraries.pth"
install older 'transformers<5' span-marker flair adapters
[ -z "${llama:-}" ] || wait "$llama"
for name in libraries older llama; do
  [ ! -x "$folder/$name/bin/python" ] ||
    printf '%-10s %s packages\n' "$name" "$("$folder/$name/bin/python" -m pip list --format=freeze --disable-pip-version-check | wc -l)"
done
