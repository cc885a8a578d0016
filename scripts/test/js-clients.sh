#!/usr/bin/env bash
# Installs the JavaScript libraries that printed code is run with, separate from the project's own packages. Safe to run again.
set -euo pipefail
folder="${PORTOLAN_E2E_JS:-$(cd "$(dirname "$0")/../.." && pwd)/.cache/js}"
mkdir -p "$folder"
[ -f "$folder/package.json" ] || echo '{"private":true,"type":"module"}' > "$folder/package.json"
# The runtime's own install script would download GPU libraries from elsewhere; the CPU ones are in the package.
export ONNXRUNTIME_NODE_INSTALL=skip
npm install --prefix "$folder" --no-audit --no-fund --loglevel=error @huggingface/transformers @huggingface/hub
node -p "'@huggingface/transformers ' + require('$folder/node_modules/@huggingface/transformers/package.json').version"
