#!/usr/bin/env bash
# Installs the newest clients that printed inference code uses, in Python and in JavaScript, separate from the project's own packages.
# Safe to run again: existing packages are updated to the newest release.
set -euo pipefail
folder="${PORTOLAN_INFERENCE_CLIENTS:-$(cd "$(dirname "$0")/../.." && pwd)/.cache/inference}"
mkdir -p "$folder/js"
[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
python=("$folder/venv/bin/python" -m pip --disable-pip-version-check)
"${python[@]}" install --quiet --upgrade huggingface_hub openai requests fal-client pillow numpy
[ -f "$folder/js/package.json" ] || echo '{"private":true,"type":"module"}' > "$folder/js/package.json"
npm install --prefix "$folder/js" --ignore-scripts --no-audit --no-fund --loglevel=error @huggingface/inference@latest openai@latest
"${python[@]}" list --format=freeze | grep -E '^(huggingface_hub|openai|requests|fal.client)=='
for name in @huggingface/inference openai; do
  node -p "'$name ' + require('$folder/js/node_modules/$name/package.json').version"
done
