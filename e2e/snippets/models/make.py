"""Makes a tiny model for each case of runnable.json and uploads it to the hub that HF_ENDPOINT names.

Usage: make.py FOLDER CASE...   (HF_ENDPOINT and HF_TOKEN in the environment)
Prints a JSON line per case: {"case", "repo"} or {"case", "error"}.
"""

import json
import pathlib
import sys
import tempfile
import traceback

import media
import tiny
from huggingface_hub import HfApi

OWNER = HfApi().whoami()["name"]
HERE = pathlib.Path(__file__).parent


def text_generation(folder):
    tiny.save_llama(folder, with_chat=False)


def chat(folder):
    tiny.save_llama(folder)


def fill_mask(folder):
    tiny.save_bert(folder, "BertForMaskedLM")


def text_classification(folder):
    tiny.save_bert(folder, "BertForSequenceClassification", num_labels=2)


def token_classification(folder):
    tiny.save_bert(folder, "BertForTokenClassification", num_labels=3)


def feature_extraction(folder):
    tiny.save_bert(folder, "BertModel")


def image_classification(folder):
    import torch
    from transformers import ViTConfig, ViTForImageClassification, ViTImageProcessor

    torch.manual_seed(0)
    config = ViTConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, image_size=32, patch_size=8, num_labels=3)
    ViTForImageClassification(config).save_pretrained(folder)
    ViTImageProcessor(size={"height": 32, "width": 32}).save_pretrained(folder)


def bi_encoder(folder):
    with tempfile.TemporaryDirectory() as body:
        tiny.sentence_encoder(body).save(str(folder))


def cross_encoder(folder):
    tiny.save_bert(folder, "BertForSequenceClassification", num_labels=1)


def sklearn_joblib(folder):
    import joblib
    from sklearn.linear_model import LogisticRegression

    joblib.dump(LogisticRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]), folder / "sklearn_model.joblib")


def sklearn_skops(folder):
    from sklearn.linear_model import LogisticRegression
    from skops.io import dump

    dump(LogisticRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]), folder / "model.skops")
    (folder / "config.json").write_text(json.dumps({"sklearn": {"model": {"file": "model.skops"}, "model_format": "skops"}}))


def spacy_pipeline(folder):
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(folder)


def timm_model(folder):
    import timm
    from timm.models import save_for_hf

    save_for_hf(timm.create_model("test_vit", num_classes=3), folder)


def peft_adapter(folder):
    with tempfile.TemporaryDirectory() as base:
        tiny.save_llama(base, with_chat=False)
        save_adapter(folder, base, "AutoModelForCausalLM", "CAUSAL_LM", "q_proj", f"{OWNER}/run-text-generation")


def peft_classifier(folder):
    with tempfile.TemporaryDirectory() as base:
        text_classification(base)
        save_adapter(folder, base, "AutoModelForSequenceClassification", "SEQ_CLS", "query", f"{OWNER}/run-text-classification")


def save_adapter(folder, base, auto, task_type, target, repo):
    import transformers
    from peft import LoraConfig, get_peft_model

    model = getattr(transformers, auto).from_pretrained(base)
    # The adapter references its base model: on this hub, under the name of another case.
    model.config._name_or_path = repo
    model.name_or_path = repo
    adapted = get_peft_model(model, LoraConfig(task_type=task_type, r=2, target_modules=[target]))
    adapted.peft_config["default"].base_model_name_or_path = repo
    adapted.save_pretrained(folder)


def diffusers_unconditional(folder):
    import torch
    from diffusers import DDPMPipeline, DDPMScheduler, UNet2DModel

    torch.manual_seed(0)
    unet = UNet2DModel(
        sample_size=8,
        block_out_channels=(8, 8),
        norm_num_groups=4,
        layers_per_block=1,
        down_block_types=("DownBlock2D", "DownBlock2D"),
        up_block_types=("UpBlock2D", "UpBlock2D"),
    )
    DDPMPipeline(unet, DDPMScheduler()).save_pretrained(folder)


def safetensors_weights(folder):
    import numpy
    from safetensors.numpy import save_file

    save_file({"layer.weight": numpy.zeros((2, 3), dtype="float16"), "layer.bias": numpy.ones(2, dtype="float32")}, folder / "model.safetensors")


def tokenizer_file(folder):
    tiny.tokenizer().backend_tokenizer.save(str(folder / "tokenizer.json"))


def fasttext_model(folder):
    train_fasttext(folder, "train_supervised", "__label__calm the sea is calm\n__label__storm the storm rolls in\n", loss="hs")


def fasttext_vectors(folder):
    train_fasttext(folder, "train_unsupervised", "the sea is calm\nthe storm rolls in\n", bucket=100)


def train_fasttext(folder, train, text, **options):
    import fasttext

    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(work) / "train.txt"
        path.write_text(text * 20)
        # fastText 0.9.3 reads uninitialized memory during training, and about one time in four it fails with "Encountered NaN".
        for attempt in range(50):
            try:
                trained = getattr(fasttext, train)(str(path), dim=8, epoch=2, thread=1, verbose=0, **options)
                break
            except RuntimeError:
                if attempt == 49:
                    raise
        trained.save_model(str(folder / "model.bin"))


def keras_model(folder):
    save_keras(folder / "model.keras")


def keras_folder(folder):
    # keras.saving reads the contents of the archive from a folder.
    import zipfile

    archive = folder / "model.keras"
    save_keras(archive)
    zipfile.ZipFile(archive).extractall(folder)
    archive.unlink()


def save_keras(path):
    import os

    os.environ["KERAS_BACKEND"] = "jax"
    import keras

    keras.saving.save_model(keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(2)]), path)


def model2vec_model(folder):
    import numpy
    from model2vec import StaticModel

    vectors = numpy.random.default_rng(0).normal(size=(len(tiny.SPECIAL) + len(tiny.WORDS), 8)).astype("float32")
    StaticModel(vectors, tiny.tokenizer(with_chat=True).backend_tokenizer).save_pretrained(folder)


def bm25s_index(folder):
    import bm25s
    from bm25s.hf import BM25HF

    retriever = BM25HF(corpus=["the sea is calm", "which ocean is the deepest", "the storm rolls in"])
    retriever.index(bm25s.tokenize(["the sea is calm", "which ocean is the deepest", "the storm rolls in"], show_progress=False), show_progress=False)
    retriever.save(folder)


class NoTokenizerFiles:
    """The tokenizer of open_clip is part of the package, so there is nothing to save."""

    def save_pretrained(self, folder):
        return None


def open_clip_model(folder):
    import torch
    from open_clip.model import CLIP
    from open_clip.push_to_hf_hub import save_for_hf

    torch.manual_seed(0)
    config = {
        "embed_dim": 16,
        "vision_cfg": {"image_size": 32, "layers": 1, "width": 64, "patch_size": 16},
        "text_cfg": {"context_length": 77, "vocab_size": 49408, "width": 64, "heads": 2, "layers": 1},
    }
    model = CLIP(**config)
    model.visual.image_mean = model.visual.image_std = [0.5] * 3
    save_for_hf(model, tokenizer=NoTokenizerFiles(), model_config=config, save_directory=str(folder))


def setfit_model(folder):
    from setfit import SetFitModel
    from sklearn.linear_model import LogisticRegression

    with tempfile.TemporaryDirectory() as body:
        encoder = tiny.sentence_encoder(body)
        head = LogisticRegression().fit(encoder.encode(["the sea is calm", "the storm rolls"]), [0, 1])
        SetFitModel(model_body=encoder, model_head=head, labels=["calm", "storm"]).save_pretrained(str(folder))


def stable_baselines3_agent(folder):
    from stable_baselines3 import PPO

    PPO("MlpPolicy", "CartPole-v1", n_steps=16, batch_size=16, seed=0, device="cpu").save(folder / "ppo-CartPole-v1.zip")


def yolo_weights(folder):
    import torch
    from ultralytics import YOLO

    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as work:
        # As small as its layers allow: `scales` sets depth, width and the maximum number of channels.
        plan = pathlib.Path(work) / "yolov8n.yaml"
        layers = [[-1, 1, "Conv", [16, 3, 2]], [-1, 1, "Conv", [16, 3, 2]], [-1, 1, "C2f", [16, True]], [-1, 1, "Conv", [16, 3, 2]], [-1, 1, "SPPF", [16, 5]]]
        plan.write_text(json.dumps({"nc": 3, "scales": {"n": [1, 1, 64]}, "backbone": layers, "head": [[[2, 4], 1, "Detect", ["nc"]]]}))
        YOLO(plan).save(folder / "best.pt")


def gliner2_extractor(folder):
    from gliner2 import SpanExtractor
    from gliner2.configuration import ExtractorConfig

    with tempfile.TemporaryDirectory() as encoder:
        tiny.save_bert(encoder, "BertModel")
        SpanExtractor(ExtractorConfig(model_name=encoder, max_width=4)).save_pretrained(str(folder))


def chronos_bolt(folder):
    import torch
    from chronos.chronos_bolt import ChronosBoltModelForForecasting
    from transformers import T5Config

    torch.manual_seed(0)
    config = T5Config(
        d_model=16,
        decoder_start_token_id=0,
        d_kv=8,
        d_ff=32,
        num_layers=1,
        num_decoder_layers=1,
        num_heads=2,
        chronos_pipeline_class="ChronosBoltPipeline",
        chronos_config={
            "context_length": 64,
            "prediction_length": 16,
            "input_patch_size": 8,
            "input_patch_stride": 8,
            "quantiles": [number / 10 for number in range(1, 10)],
            "use_reg_token": True,
        },
    )
    ChronosBoltModelForForecasting(config).save_pretrained(folder)


def chronos_2(folder):
    import torch
    from chronos.chronos2.config import Chronos2CoreConfig
    from chronos.chronos2.model import Chronos2Model

    torch.manual_seed(0)
    config = Chronos2CoreConfig(
        d_model=16,
        d_kv=8,
        d_ff=32,
        num_layers=1,
        num_heads=2,
        chronos_pipeline_class="Chronos2Pipeline",
        chronos_config={
            "context_length": 64,
            "output_patch_size": 8,
            "input_patch_size": 8,
            "input_patch_stride": 8,
            "quantiles": [number / 10 for number in range(1, 10)],
            "use_reg_token": True,
            "max_output_patches": 4,
            "time_encoding_scale": 64,
        },
    )
    Chronos2Model(config).save_pretrained(folder)


def fastai_learner(folder):
    import pandas
    from fastai.tabular.all import TabularDataLoaders, tabular_learner
    from huggingface_hub.fastai_utils import _save_pretrained_fastai

    table = pandas.DataFrame({"wind": [0.0, 1.0, 2.0, 3.0] * 4, "storm": ["no", "no", "yes", "yes"] * 4})
    loaders = TabularDataLoaders.from_df(table, path=folder, y_names="storm", cont_names=["wind"], bs=4, valid_idx=[0, 2])
    _save_pretrained_fastai(tabular_learner(loaders, layers=[4]), folder)


def birder_classifier(folder):
    import torch
    from birder.common import lib
    from birder.model_registry import registry
    from birder.net.base import get_signature

    torch.manual_seed(0)
    size = {"patch_size": 16, "num_layers": 1, "num_heads": 2, "hidden_dim": 32, "mlp_dim": 64, "drop_path_rate": 0.0}
    net = registry.net_factory("simple_vit_s32", 3, 3, config=size, size=(64, 64))
    signature = get_signature((1, 3, 64, 64), 3)
    config = lib.get_network_config(net, signature, {"mean": [0.5] * 3, "std": [0.5] * 3})
    (folder / "config.json").write_text(json.dumps(config))
    torch.save({"state": net.state_dict()}, folder / "simple_vit.pt")


def bertopic_topics(folder):
    import numpy
    from bertopic import BERTopic
    from bertopic.backend import BaseEmbedder
    from bertopic.dimensionality import BaseDimensionalityReduction
    from sklearn.cluster import KMeans

    texts = ["the sea is calm", "the ocean is calm", "the storm rolls in", "wind and storm and wave"] * 5
    vectors = numpy.random.default_rng(0).normal(size=(len(texts), 8)).astype("float32")
    model = BERTopic(umap_model=BaseDimensionalityReduction(), hdbscan_model=KMeans(2, random_state=0), embedding_model=BaseEmbedder())
    model.fit(texts, vectors)
    model.save(str(folder), serialization="safetensors", save_ctfidf=True)


def span_marker_model(folder):
    from span_marker import SpanMarkerModel

    with tempfile.TemporaryDirectory() as encoder:
        tiny.save_bert(encoder, "BertModel")
        model = SpanMarkerModel.from_pretrained(encoder, labels=["O", "place"], model_max_length=64, entity_max_length=4, marker_max_length=32)
        # The encoder is referenced by name: on this hub, the name of another case.
        model.config.encoder["_name_or_path"] = f"{OWNER}/run-question-answering"
        model.save_pretrained(folder)


def flair_tagger(folder):
    import torch
    from flair.data import Dictionary
    from flair.embeddings import CharacterEmbeddings
    from flair.models import SequenceTagger

    torch.manual_seed(0)
    tags = Dictionary(add_unk=False)
    for tag in ("place", "date"):
        tags.add_item(tag)
    letters = Dictionary()
    for letter in "abcdefghijklmnopqrstuvwxyz":
        letters.add_item(letter)
    SequenceTagger(CharacterEmbeddings(letters), tags, "ner", hidden_size=8).save(folder / "pytorch_model.bin")


def adapter(folder):
    from adapters import AutoAdapterModel

    with tempfile.TemporaryDirectory() as base:
        tiny.save_bert(base, "BertModel")
        model = AutoAdapterModel.from_pretrained(base)
    model.config._name_or_path = f"{OWNER}/run-feature-extraction"
    model.add_adapter("harbour")
    model.save_adapter(str(folder), "harbour")


def question_answering(folder):
    tiny.save_bert(folder, "BertForQuestionAnswering")


def summarization(folder):
    import torch
    from transformers import T5Config, T5ForConditionalGeneration

    torch.manual_seed(0)
    size = len(tiny.SPECIAL) + len(tiny.WORDS)
    config = T5Config(vocab_size=size, d_model=16, d_kv=8, d_ff=32, num_layers=1, num_heads=2, decoder_start_token_id=0, pad_token_id=0, eos_token_id=3)
    T5ForConditionalGeneration(config).save_pretrained(folder)
    tiny.tokenizer().save_pretrained(folder)


def gguf_story(folder):
    import os
    import shutil

    found = sorted(pathlib.Path(os.environ["PORTOLAN_RUN_DATA"]).rglob("*.gguf"))
    shutil.copy(next(path for path in found if "stories" in path.name.lower()), folder / "stories260K.gguf")


def maker(name):
    return globals().get(name) or getattr(media, name)


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = json.loads((HERE / "runnable.json").read_text())
    api = HfApi()
    for name in sys.argv[2:]:
        case = cases[name]
        repo = f"{OWNER}/run-{name}"
        try:
            path = tiny.empty(folder / name)
            maker(case["make"])(path)
            card = "".join(f"{key}: {json.dumps(value)}\n" for key, value in case["card"].items()).replace("{owner}", OWNER)
            (path / "README.md").write_text(f"---\n{card}---\n# {name}\n")
            api.create_repo(repo, private=case.get("private", False), exist_ok=True)
            api.upload_folder(repo_id=repo, folder_path=path)
            print(json.dumps({"case": name, "repo": repo}), flush=True)
        except Exception:
            print(json.dumps({"case": name, "error": traceback.format_exc()[-2000:]}), flush=True)


main()
