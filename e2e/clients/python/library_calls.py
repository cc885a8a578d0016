"""Libraries that load models from the hub, as users install them: acceptance check 13. Tiny models are made here; no other host is reachable."""

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "snippets" / "models"))

import world
import recorder
import tiny
import torch
from recorder import add_note, calling, watch_class, watch_functions
from world import api, equal, folder, raises

import datasets
import datasets_formats
import diffusers
import pandas
import transformers

recorder.ONLY = {"transformers", "diffusers", "datasets", "pandas", "fsspec"}
watch_functions("datasets", datasets, ("load_dataset", "load_dataset_builder", "get_dataset_config_names"))
watch_class("datasets", datasets.Dataset, ("push_to_hub",))
for name in ("AutoModel", "AutoModelForCausalLM", "AutoModelForSequenceClassification", "AutoTokenizer", "AutoConfig", "PreTrainedModel"):
    own = [each for each in ("from_pretrained", "push_to_hub") if each in vars(getattr(transformers, name)) or hasattr(getattr(transformers, name), each)]
    watch_class("transformers", getattr(transformers, name), own)
watch_functions("transformers", transformers, ("pipeline",))
watch_class("diffusers", diffusers.DiffusionPipeline, ("from_pretrained", "push_to_hub", "download"))

torch.set_num_threads(1)

CUSTOM = '''
from transformers import PreTrainedModel, PretrainedConfig
import torch


class TideConfig(PretrainedConfig):
    model_type = "tide"

    def __init__(self, width=3, **kwargs):
        self.width = width
        super().__init__(**kwargs)


class TideModel(PreTrainedModel):
    config_class = TideConfig

    def __init__(self, config):
        super().__init__(config)
        self.line = torch.nn.Linear(config.width, config.width)
        self.post_init()

    def forward(self, x):
        return self.line(x)
'''


def auto_classes() -> None:
    """AutoConfig, AutoTokenizer, AutoModel and a pipeline without a task, including from a branch and a commit."""
    repo = "ada/auto-llama"
    place = folder()
    tiny.save_llama(place)
    (place / "README.md").write_text("---\npipeline_tag: text-generation\nlibrary_name: transformers\n---\n")
    api.create_repo(repo)
    head = api.upload_folder(repo_id=repo, folder_path=place).oid
    equal(transformers.AutoConfig.from_pretrained(repo).model_type, "llama")
    tokenizer = transformers.AutoTokenizer.from_pretrained(repo)
    equal(type(transformers.AutoModelForCausalLM.from_pretrained(repo, revision=head)).__name__, "LlamaForCausalLM")
    equal(type(transformers.AutoModel.from_pretrained(repo)).__name__, "LlamaModel")
    written = transformers.pipeline(model=repo)("the", max_new_tokens=2)
    equal(("generated_text" in written[0], len(tokenizer("the").input_ids) > 0), (True, True))
    raises(OSError, lambda: transformers.AutoConfig.from_pretrained(repo, revision="nope"))
    raises(OSError, lambda: transformers.AutoConfig.from_pretrained("ada/not-there"))


def pushed() -> None:
    """push_to_hub of a private model and tokenizer; reading works with the token and is refused without."""
    repo = "ada/pushed-bert"
    place = folder()
    tiny.save_bert(place, "BertForSequenceClassification", num_labels=2)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(place)
    model.push_to_hub(repo, private=True)
    with calling("transformers", "AutoTokenizer.push_to_hub"):
        transformers.AutoTokenizer.from_pretrained(place).push_to_hub(repo)
    equal(api.model_info(repo).private, True)
    again = transformers.AutoModelForSequenceClassification.from_pretrained(repo)
    equal(all(torch.equal(a, b) for a, b in zip(model.state_dict().values(), again.state_dict().values())), True)
    raises(OSError, lambda: transformers.AutoConfig.from_pretrained(repo, token=False, cache_dir=folder()))
    said = transformers.pipeline("text-classification", model=repo)("the")
    equal(set(said[0]), {"label", "score"})


def own_code() -> None:
    """trust_remote_code: a class from the repo, on a branch and at a pinned commit."""
    repo = "ada/tide-model"
    api.create_repo(repo)
    place = folder()
    (place / "modeling_tide.py").write_text(CUSTOM)
    classes = {"AutoConfig": "modeling_tide.TideConfig", "AutoModel": "modeling_tide.TideModel"}
    (place / "config.json").write_text(json.dumps({"model_type": "tide", "width": 3, "auto_map": classes}))
    from safetensors.torch import save_file

    save_file({"line.weight": torch.eye(3), "line.bias": torch.zeros(3)}, place / "model.safetensors", metadata={"format": "pt"})
    head = api.upload_folder(repo_id=repo, folder_path=place).oid
    api.create_branch(repo, branch="code/v2")
    for revision in (head, "code/v2"):
        model = transformers.AutoModel.from_pretrained(repo, trust_remote_code=True, revision=revision, code_revision=revision)
        equal((type(model).__name__, model(torch.ones(3)).tolist()), ("TideModel", [1.0, 1.0, 1.0]))
        add_note("trust_remote_code with revision and code_revision, too")
    raises(ValueError, lambda: transformers.AutoModel.from_pretrained(repo, trust_remote_code=False))


def offline() -> None:
    """Cached models load a second time without a hub."""
    repo = "ada/offline-bert"
    place = folder()
    tiny.save_bert(place, "BertModel")
    api.create_repo(repo)
    api.upload_folder(repo_id=repo, folder_path=place)
    transformers.AutoModel.from_pretrained(repo)
    transformers.AutoTokenizer.from_pretrained(repo)
    code = f"import transformers as t; t.AutoTokenizer.from_pretrained('{repo}'); print(type(t.AutoModel.from_pretrained('{repo}')).__name__)"
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_ENDPOINT": "http://127.0.0.1:9"}
    with calling("transformers", "AutoModel.from_pretrained (HF_HUB_OFFLINE)"):
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=200)
        equal((done.returncode, done.stdout.strip().splitlines()[-1:]), (0, ["BertModel"]))


def diffusion() -> None:
    """DiffusionPipeline from the hub: complete, at a commit, and pushed."""
    repo = "ada/tiny-diffusion"
    unet = diffusers.UNet2DModel(
        sample_size=8, in_channels=3, out_channels=3, layers_per_block=1, block_out_channels=(8, 8), norm_num_groups=4,
        down_block_types=("DownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "UpBlock2D"),
    )
    made = diffusers.DDPMPipeline(unet=unet, scheduler=diffusers.DDPMScheduler(num_train_timesteps=4))
    made.push_to_hub(repo)
    pipeline = diffusers.DiffusionPipeline.from_pretrained(repo)
    equal(type(pipeline).__name__, "DDPMPipeline")
    equal(pipeline(num_inference_steps=1, output_type="np").images.shape, (1, 8, 8, 3))
    head = api.model_info(repo).sha
    equal(Path(diffusers.DiffusionPipeline.download(repo, revision=head)).name, head)
    raises(OSError, lambda: diffusers.DiffusionPipeline.from_pretrained("ada/no-diffusion"))


def tables() -> None:
    """hf:// URLs in pandas and fsspec, reading and writing."""
    import fsspec

    repo = "ada/hf-table"
    api.create_repo(repo, repo_type="dataset", private=True)
    frame = pandas.DataFrame({"port": ["Brest", "Porto"], "metres": [6.1, 3.0]})
    for kind, write, read in (
        ("csv", lambda to: frame.to_csv(to, index=False), pandas.read_csv),
        ("parquet", lambda to: frame.to_parquet(to), pandas.read_parquet),
        ("jsonl", lambda to: frame.to_json(to, orient="records", lines=True), lambda at: pandas.read_json(at, lines=True)),
    ):
        address = f"hf://datasets/{repo}/tides.{kind}"
        with calling("pandas", f"to_{kind.removesuffix('l')} (hf://)"):
            write(address)
        with calling("pandas", f"read_{kind.removesuffix('l')} (hf://)"):
            equal(read(address).to_dict(), frame.to_dict())
    with calling("fsspec", "open (hf://)"):
        with fsspec.open(f"hf://datasets/{repo}@main/tides.csv", "rt") as stream:
            equal(stream.readline(), "port,metres\n")


if __name__ == "__main__":
    world.main({**vars(datasets_formats), **globals()})
