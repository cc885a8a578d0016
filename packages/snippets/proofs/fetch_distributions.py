"""Downloads the current releases of distributions from the Python package index, without their dependencies, and without building or running them.

Usage: fetch_distributions.py FOLDER NAME...
Unpacks each into FOLDER/NAME and prints a JSON object: {name: {"version": …, "folder": …, "kind": "wheel" | "sdist"} or {"error": …}}.
The index is the one pip uses (PIP_INDEX_URL, its configuration, otherwise pypi.org). Order of preference: a platform-independent wheel, a wheel for Linux,
any other wheel, the source. Alphas, betas and release candidates are used only when there is nothing else. Files are verified
against the index's sha256.
"""

import concurrent.futures
import hashlib
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

from pip._vendor.packaging.utils import InvalidSdistFilename, InvalidWheelFilename, canonicalize_name, parse_sdist_filename, parse_wheel_filename
from pip._vendor.packaging.version import InvalidVersion


def index_url():
    known = os.environ.get("PIP_INDEX_URL")
    if not known:
        done = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True)
        known = done.stdout.strip()
    return (known or "https://pypi.org/simple").rstrip("/")


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "a" and "href" in values and "data-yanked" not in values:
            self.found.append(values["href"])


def read(url, attempts=4):
    for attempt in range(attempts):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": "text/html"}), timeout=180) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            if error.code == 404 or attempt == attempts - 1:
                raise
        except OSError:
            if attempt == attempts - 1:
                raise
        time.sleep(2**attempt)


def best_file(name, page_url, page):
    """The file to use from the newest release: (version, url, file name, sha256, kind)."""
    links = Links()
    links.feed(page)
    files = []
    for href in links.found:
        url, _, fragment = urllib.parse.urljoin(page_url, href).partition("#")
        file = urllib.parse.unquote(url.rsplit("/", 1)[-1])
        digest = fragment.removeprefix("sha256=") if fragment.startswith("sha256=") else None
        try:
            if file.endswith(".whl"):
                _, version, _, tags = parse_wheel_filename(file)
                platforms = {tag.platform for tag in tags}
                rank = 0 if "any" in platforms else 1 if any("linux" in each and "x86_64" in each for each in platforms) else 2
                files.append((version, rank, url, file, digest, "wheel"))
            elif file.endswith((".tar.gz", ".zip")):
                _, version = parse_sdist_filename(file)
                files.append((version, 3, url, file, digest, "sdist"))
        except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion):
            continue  # Old releases may have arbitrary names; they are never the newest.
    finished = [each for each in files if not each[0].is_prerelease] or files
    if not finished:
        raise LookupError(f"the index lists no files of {name}")
    newest = max(each[0] for each in finished)
    version, _, url, file, digest, kind = sorted((each for each in finished if each[0] == newest), key=lambda each: (each[1], each[3]))[0]
    return str(version), url, file, digest, kind


def extract_data(archive, folder):
    """Plain files and folders inside the target folder. Debian's Python 3.11 lacks the built-in filter for this."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
        return
    inside = folder.resolve()
    for member in archive.getmembers():
        target = (inside / member.name).resolve()
        if (member.isfile() or member.isdir()) and target.is_relative_to(inside):
            archive.extract(member, folder)


def unpack(file, into):
    part = into.with_name(into.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            archive.extractall(part)
    else:
        with tarfile.open(file) as archive:
            extract_data(archive, part)
    shutil.rmtree(into, ignore_errors=True)
    part.rename(into)


def fetch(folder, index, name):
    page_url = f"{index}/{canonicalize_name(name)}/"
    try:
        version, url, file, digest, kind = best_file(name, page_url, read(page_url).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        return {"error": f"the index answers {error.code}"}
    except (LookupError, OSError) as error:
        return {"error": str(error)}
    into = folder / name
    stamp = folder / f"{name}.json"
    answer = {"version": version, "folder": str(into), "kind": kind}
    if stamp.exists() and json.loads(stamp.read_text()) == answer and into.is_dir():
        return answer
    try:
        content = read(url)
        if digest and hashlib.sha256(content).hexdigest() != digest:
            return {"error": f"{file} does not have the sha256 that the index gives"}
        archive = folder / file
        archive.write_bytes(content)
        try:
            unpack(archive, into)
        finally:
            archive.unlink()
    except (OSError, tarfile.TarError, zipfile.BadZipFile) as error:
        return {"error": f"{file}: {error}"}
    stamp.write_text(json.dumps(answer))
    return answer


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    index = index_url()
    names = sys.argv[2:]
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        print(json.dumps(dict(zip(names, pool.map(lambda name: fetch(folder, index, name), names)))))


if __name__ == "__main__":
    main()
