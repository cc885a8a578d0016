"""`datasets` as users install it, against a hub: loads each format, pushes, and reads back. Scenarios of library_calls.py."""

import importlib.util
import io
import json
import struct
import wave

import datasets
import pyarrow as pa
import pyarrow.parquet as pq
from huggingface_hub import HfApi
from PIL import Image

api = HfApi()
rows = {"text": ["one", "two", "three"], "n": [1, 2, 3]}


def picture(color):
    out = io.BytesIO()
    Image.new("RGB", (4, 4), color).save(out, "PNG")
    return out.getvalue()


def sound():
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(struct.pack("<8h", *range(8)))
    return out.getvalue()


def parquet():
    out = io.BytesIO()
    pq.write_table(pa.table(rows), out)
    return out.getvalue()


def arrow():
    out = io.BytesIO()
    table = pa.table(rows)
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table)
    return out.getvalue()


def delimited(separator):
    lines = [separator.join(["text", "n"])] + [f"{t}{separator}{n}" for t, n in zip(rows["text"], rows["n"])]
    return ("\n".join(lines) + "\n").encode()


objects = [{"text": t, "n": n} for t, n in zip(rows["text"], rows["n"])]
tables = {
    "parquet": {"train.parquet": parquet()},
    "csv": {"train.csv": delimited(",")},
    "tsv": {"train.tsv": delimited("\t")},
    "json": {"train.json": json.dumps(objects).encode()},
    "jsonl": {"train.jsonl": "".join(json.dumps(o) + "\n" for o in objects).encode()},
    "arrow": {"train.arrow": arrow()},
}
folders = {
    "imagefolder": {"red/a.png": picture("red"), "blue/b.png": picture("blue")},
    "audiofolder": {"a.wav": sound(), "b.wav": sound(), "metadata.csv": b"file_name,text\na.wav,one\nb.wav,two\n"},
}


def upload(name, files):
    repo = f"ada/format-{name}"
    api.create_repo(repo, repo_type="dataset", exist_ok=True)
    for path, content in files.items():
        api.upload_file(path_or_fileobj=content, path_in_repo=path, repo_id=repo, repo_type="dataset")
    return repo


def load_every_format():
    for name, files in tables.items():
        loaded = datasets.load_dataset(upload(name, files))
        assert list(loaded) == ["train"], (name, loaded)
        assert loaded["train"].to_dict() == rows, (name, loaded["train"].to_dict())
        streamed = list(datasets.load_dataset(f"ada/format-{name}", split="train", streaming=True))
        assert streamed == objects, (name, streamed)
        print(name)


def load_folders():
    images = datasets.load_dataset(upload("imagefolder", folders["imagefolder"]))["train"]
    assert sorted(images.features["label"].int2str(row["label"]) for row in images) == ["blue", "red"]
    assert {row["image"].getpixel((0, 0)) for row in images} == {(255, 0, 0), (0, 0, 255)}
    print("imagefolder")
    repo = upload("audiofolder", folders["audiofolder"])
    if importlib.util.find_spec("torchcodec") is None:
        # Without it `datasets` cannot decode audio into rows, but still finds the files.
        builder = datasets.load_dataset_builder(repo)
        found = sorted(str(path).rsplit("/", 1)[1] for path in builder.config.data_files["train"])
        assert (builder.dataset_name, found) == ("format-audiofolder", ["a.wav", "b.wav", "metadata.csv"]), (builder.dataset_name, found)
        print("audiofolder: found, not decoded (no torchcodec)")
        return
    sounds = datasets.load_dataset(repo)["train"].cast_column("audio", datasets.Audio(decode=False))
    assert sorted(row["text"] for row in sounds) == ["one", "two"]
    print("audiofolder")


def push():
    data = datasets.Dataset.from_dict({**rows, "image": [{"bytes": picture("red"), "path": None}] * 3})
    data = data.cast_column("image", datasets.Image())
    data.push_to_hub("ada/pushed")
    data.select(range(2)).push_to_hub("ada/pushed", split="test")
    data.push_to_hub("ada/pushed", config_name="second")
    again = datasets.load_dataset("ada/pushed")
    assert {name: len(split) for name, split in again.items()} == {"train": 3, "test": 2}, again
    assert again["train"]["text"][:] == rows["text"]
    assert sorted(datasets.get_dataset_config_names("ada/pushed")) == ["default", "second"]
    print("pushed")
