#!/bin/sh
# Builds Portolan from this copy of the repository and installs what it takes to run it, and nothing else, into a new folder:
#   deploy/install.sh /opt/portolan-0.1.0 [--engine]
# The folder is never written to again: the hub runs from it read-only, as another user. With --engine, the runtime of the local engine is part of it.
# Needs Node 20 or later, npm, and glibc with libatomic (not Alpine). Run it in a fresh copy (git clone, git archive): it installs what builds the pages.
set -eu
cd "$(dirname "$0")/.."
source="$PWD"
target="${1:?Usage: deploy/install.sh FOLDER [--engine]}"
if [ -e "$target" ] && [ -n "$(ls -A "$target")" ]; then
  echo "$target is not empty. Install each version into a folder of its own." >&2
  exit 1
fi

echo 'Building the pages …' >&2
# node_modules/.bin has the Node that the hub runs on, from the lockfile.
export ONNXRUNTIME_NODE_INSTALL=skip
npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error >&2
log="$(mktemp)"
if ! PATH="$source/node_modules/.bin:$PATH" NODE_ENV=production npm run --silent build -w @portolan/web >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
rm "$log"

echo "Installing into $target …" >&2
mkdir -p "$target"
target="$(cd "$target" && pwd)"
# Everything but tests, their data, and what proves printed code.
tar -c \
  --exclude=node_modules --exclude=testing --exclude=fixtures --exclude=golden --exclude=golden-datasets --exclude=packages/snippets/proofs \
  --exclude='*.test.ts' --exclude='*.test.tsx' --exclude='*.contract.ts' --exclude='*.map' \
  package.json package-lock.json LICENSE README.md CHANGELOG.md docs scripts/absent packages apps deploy/bin | tar -x -C "$target"
cp deploy/bin/* "$target/"
rm -r "$target/deploy"
cd "$target"
npm ci --omit=dev --include=optional --no-audit --no-fund --loglevel=error --prefer-offline >&2
# Only browsers run these, from the build of the pages.
rm -rf node_modules/onnxruntime-web node_modules/@huggingface/transformers
# Of Node's own package, the program is enough.
for node in node_modules/node-*/ node_modules/node-bin-*/; do [ -d "$node" ] && rm -rf "$node/include" "$node/share" "$node/CHANGELOG.md"; done
if [ "${2:-}" = --engine ]; then PATH="$target/node_modules/.bin:$PATH" node packages/engine/scripts/install.ts >&2; fi
# Readable by the user of the hub, whatever umask this ran with.
chmod -R u+rwX,go=rX "$target"
"$target/portolan" --version
